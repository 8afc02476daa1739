"""The tip to hold the joker for a big moment, on top of leading the longest suit."""

from typing import Any

from pageone_cli import Move, Strategy


class JokerSaver(Strategy):
    """Like longest-suit, but takes a trick with the joker when another player holds two cards or fewer.

    The joker takes the lead from somebody who is about to go out, and the next lead may make them draw. It is spent as
    well where only drawing would be left: who saves it even then loses more than it can win. Beside longest-suit, which
    plays it in that case alone, the table shows what the tip is worth: next to nothing.
    """

    games = {"trick"}

    def choose(self, view: Any) -> Move:
        plays: list[Move] = [move for move in view.moves if not move.is_draw]
        plain = [move for move in plays if not move.cards[0].is_joker]
        may_follow_with_joker = bool(view.trick) and len(plain) < len(plays)
        if not plain or (may_follow_with_joker and _is_big_moment(view)):
            return plays[len(plain)]  # the first joker
        suits = [card.suit for card in view.hand]
        return max(plain, key=lambda move: (suits.count(move.cards[0].suit), move.cards[0].height))


def _is_big_moment(view: Any) -> bool:
    return any(view.counts[seat] <= 2 for seat in view.active if seat != view.seat)

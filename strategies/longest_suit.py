"""The tip of many players: lead your longest suit, and play high."""

from typing import Any

from pageone_cli import Move, Strategy


class LongestSuit(Strategy):
    """Leads the highest card of the longest suit, follows with the highest card.

    What is led from a long suit leaves the hand able to follow when that suit comes back, so it draws less. High cards
    take tricks, which keeps the lead, and they are the dear ones when another player goes out. The joker is kept for
    when only drawing would be left: it saves those cards.
    """

    games = {"trick"}

    def choose(self, view: Any) -> Move:
        plays: list[Move] = [move for move in view.moves if not move.is_draw]
        plain = [move for move in plays if not move.cards[0].is_joker]
        if not plain:
            return plays[0]  # a joker, rather than drawing
        suits = [card.suit for card in view.hand]
        return max(plain, key=lambda move: (suits.count(move.cards[0].suit), move.cards[0].height))

"""The tip to keep many suits in hand."""

from typing import Any

from pageone_cli import Move, Strategy


class ThinHand(Strategy):
    """Plays high from its longest suit, and rather a joker than the last card of a suit.

    Who holds all four suits never draws: each suit given up is one that the others can lead to make this hand grow. So
    the last card of a suit is only played when there is neither a longer suit to lead from nor a joker. It leads as
    longest-suit does; beside that one the table shows what the jokers are worth that it spends early.
    """

    games = {"trick"}

    def choose(self, view: Any) -> Move:
        plays: list[Move] = [move for move in view.moves if not move.is_draw]
        suits = [card.suit for card in view.hand]

        def worth(move: Move) -> tuple[int, bool, int]:
            card: Any = move.cards[0]
            # A joker comes before single cards, and after longer suits.
            return 1 if card.is_joker else suits.count(card.suit), card.is_joker, card.height

        return max(plays, key=worth)

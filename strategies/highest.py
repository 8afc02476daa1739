"""Always the last of the moves on offer: the highest card, and a joker as soon as it may be played."""

from pageone_cli import Move, Strategy, View


class Highest(Strategy):
    """Always the highest card that may be played, a joker above all: sheds points and keeps the lead."""

    games = {"trick"}

    def choose(self, view: View) -> Move:
        plays = [move for move in view.moves if not move.is_draw]
        return max(plays, key=lambda move: _height(move))


def _height(move: Move) -> tuple[bool, int]:
    card = move.cards[0]
    return card.is_joker, "23456789TJQKA".find(card.rank or "-")

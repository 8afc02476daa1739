"""Always the highest card, and the jokers last: a reference."""

from pageone_cli import Move, Strategy, View


class Highest(Strategy):
    """Always the highest card that may be played, jokers last: sheds points and keeps the lead."""

    games = {"trick"}

    def choose(self, view: View) -> Move:
        return max([move for move in view.moves if not move.is_draw], key=lambda move: move.cards[0].height)

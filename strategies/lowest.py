"""Always the lowest card: a joker only when there is nothing else but drawing."""

from pageone_cli import Move, Strategy, View


class Lowest(Strategy):
    """Always the lowest card that may be played, a joker last of all: a reference that loses to random."""

    games = {"trick"}

    def choose(self, view: View) -> Move:
        plays = [move for move in view.moves if not move.is_draw]
        return min(plays, key=lambda move: (move.cards[0].is_joker, move.cards[0].height))

"""Any legal move, each as likely as the others."""

from pageone_cli import Move, Strategy, View


class Random(Strategy):
    """Any move on offer, each as likely as the others."""

    def choose(self, view: View) -> Move:
        moves = view.moves
        return moves[int(self.rng.random() * len(moves))]

"""The strategies of the kept logs. Do not change this file: its hash stands in them."""

from typing import Any

from pageone_cli import Move, Strategy


class Any1(Strategy):
    """Any move, each as likely as the others."""

    def choose(self, view: Any) -> Move:
        move: Move = view.moves[int(self.rng.random() * len(view.moves))]
        return move


class Last(Strategy):
    """The last move that is a play."""

    def choose(self, view: Any) -> Move:
        move: Move = [move for move in view.moves if not move.is_draw][-1]
        return move


class Absent(Strategy):
    """Any move, and now and then no call; calls nobody out."""

    def __init__(self, miss: float = 0.5) -> None:
        self.miss = miss

    def choose(self, view: Any) -> Move:
        move: Move = view.moves[int(self.rng.random() * len(view.moves))]
        return move.silent() if self.rng.random() < self.miss else move

    def call_out(self, view: Any, offender: int) -> bool:
        return False


class Fails(Strategy):
    """The first move; fails in every third deal."""

    def choose(self, view: Any) -> Move:
        if view.deal % 3 == 0:
            raise ValueError(view.deal)
        move: Move = view.moves[0]
        return move

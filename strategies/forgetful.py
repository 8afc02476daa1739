"""Plays like another strategy, but now and then forgets to say "Page One!"."""

from typing import Any

from pageone_cli import Move, Strategy
from pageone_cli.loading import BadParameter, find
from pageone_cli.streams import derived


class Forgetful(Strategy):
    """Plays like `base`, but misses a share `miss` of its calls."""

    remembers = True  # as the base may; the base itself is made afresh for each deal unless it remembers too

    def __init__(self, miss: float = 0.3, base: str = "random") -> None:
        if not 0.0 <= miss <= 1.0:
            raise BadParameter(f"forgetful: miss must be from 0 to 1, not {miss:g}")
        self.miss = miss
        self._kind, _ = find(base)
        if issubclass(self._kind, Forgetful):
            raise BadParameter("forgetful: base must be another strategy")
        self.games = self._kind.games
        self.base = self._kind()

    def sit(self, seat: int, rules: Any, stream: int) -> None:
        super().sit(seat, rules, stream)
        if not self._kind.remembers:
            self.base = self._kind()
        self.base.sit(seat, rules, derived(f"base/{stream}"))

    def choose(self, view: Any) -> Move:
        move = self.base.choose(view)
        return move.silent() if self.rng.random() < self.miss else move

    def call_out(self, view: Any, offender: int) -> bool:
        return self.base.call_out(view, offender)

    def observe(self, event: Any) -> None:
        self.base.observe(event)

    def start(self, view: Any) -> None:
        self.base.start(view)

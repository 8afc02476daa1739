"""What all contests have: entries, rules, seed, tables, and how strategies are treated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pageone_cli.block_playing import Task
from pageone_cli.contests.stages import Unplayable
from pageone_cli.ranking import order_by_name
from pageone_cli.rules import Rules

POLICIES = ("substitute", "forfeit", "abort")
MOST = 100_000_000  # of whatever is counted
TABLE = 4  # players at a table, if the field is no smaller


@dataclass(kw_only=True)
class Entries:
    """The part of a contest that is the same in all kinds; ``table_size`` None is the standard."""

    command: ClassVar[str] = "tournament"
    kind: ClassVar[str]

    rules: Rules
    players: Sequence[Any]
    seed: str
    table_size: int | None = None
    rotate: bool = True
    on_fault: str = "forfeit"
    time_limit: float | None = 10.0
    log_deals: str = "all"

    def whole(self, name: str, value: object, least: int, most: int) -> None:
        """Raises `Unplayable` where the option `name` is not a whole number in its range."""
        if type(value) is not int or not least <= value <= most:
            raise Unplayable(f"{name} must be a whole number from {least} to {most}, not {value!r}", name)

    def number(self, name: str, value: object, least: float, most: float) -> None:
        """Raises `Unplayable` where the option `name` is neither None nor a number in its range."""
        if value is not None and not (type(value) in (int, float) and least <= value <= most):  # type: ignore[operator]
            raise Unplayable(f"{name} must be a number from {least:g} to {most:g}, not {value!r}", name)

    def check(self) -> None:
        """Raises `Unplayable` where options are none, or the entries do not make tables that the rules allow."""
        if self.table_size is not None:
            self.whole("table_size", self.table_size, 2, 10)
        self.number("time_limit", self.time_limit, 1e-6, 1e6)
        known = (True, False), POLICIES, ("all", "none")
        given: tuple[Any, ...] = self.rotate, self.on_fault, self.log_deals
        if not all(value in words for value, words in zip(given, known, strict=True)):
            raise Unplayable(f"rotate, on_fault, log_deals: {self.rotate!r}, {self.on_fault!r}, {self.log_deals!r}?")
        field, players = len(self.players), self.rules.players
        if field < 2:
            raise Unplayable(f"a tournament needs at least two entries, not {field}")
        if self.size > field:
            raise Unplayable(
                f"{field} entries do not fill a table of {self.size}; --table-size {field} is the most", "table_size"
            )
        if not players.min <= self.size <= players.max:
            raise Unplayable(
                f"{self.rules.name} is for {players.min} to {players.max} players, not tables of {self.size}",
                "table_size",
            )

    @property
    def size(self) -> int:
        """Players at a table."""
        return self.table_size or max(2, min(TABLE, len(self.players), self.rules.players.max))

    def matches_in(self, seats: int) -> int:
        """The matches of a block with so many at a table: one for each rotation."""
        return seats if self.rotate else 1

    @property
    def matches_a_block(self) -> int:
        """Matches in a block of a full table: one for each rotation."""
        return self.size if self.rotate else 1

    def status(self) -> str:
        """What the progress says beside the number of blocks."""
        return ""

    def told(self, own: dict[str, Any]) -> dict[str, Any]:
        """What influences the result beside rules, seed and players, as in the header of a log; `own` of the kind."""
        options: dict[str, Any] = {"kind": self.kind, "table_size": self.size, **own, "rotate": self.rotate}
        options |= {"on_fault": self.on_fault, "time_limit": self.time_limit}
        return options | ({"log_deals": self.log_deals} if self.log_deals == "none" else {})

    def by_name(self, members: Sequence[int] | None = None) -> list[int]:
        """Players (all, or `members`) by name: the order of entry makes no difference to who plays whom."""
        order = order_by_name([player.name for player in self.players])
        return [player for player in order if members is None or player in members]


class Numbers:
    """Numbers blocks and matches on, as tasks are made."""

    def __init__(self, rotate: bool) -> None:
        self._rotate = rotate
        self.block = 1
        self._match = 1

    def tasks(self, lineups: Iterator[tuple[tuple[int, ...], ...]], number: int = 1) -> Iterator[Task]:
        """A task for each of `lineups` (those of a block), in round `number`."""
        for each in lineups:
            task = Task(self.block, number, each, self._match)
            self.block += 1
            self._match += task.matches(self._rotate)
            yield task

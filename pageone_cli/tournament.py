"""A round robin: all that its result depends on, which blocks it has, and how to make it again from its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from pageone_cli.contest import Parcel, Task, Terms
from pageone_cli.errors import UserError
from pageone_cli.lineups import Plan
from pageone_cli.loading import Player
from pageone_cli.ranking import order_by_name
from pageone_cli.rules import Rules
from pageone_cli.streams import derived

TABLE = 4  # players at a table, if the field is no smaller
KINDS = ("round-robin",)


class Unplayable(UserError):
    """The tournament cannot be played as it is asked for."""


@dataclass(frozen=True)
class Tournament:
    """All that the result of a tournament depends on.

    ``blocks`` is the number of blocks for each line-up; with ``matches_total`` so many matches are chosen instead.
    """

    rules: Rules
    players: Sequence[Player]
    seed: str
    kind: str = "round-robin"
    table_size: int | None = None
    blocks: int = 1
    matches_total: int | None = None
    rotate: bool = True
    on_fault: str = "forfeit"
    time_limit: float | None = 10.0
    log_deals: str = "all"

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        size, field = self.size, len(self.players)
        players = self.rules.players
        if field < 2:
            raise Unplayable(f"a tournament needs at least two entries, not {field}")
        if size > field:
            raise Unplayable(f"{field} entries do not fill a table of {size}; --table-size {field} is the most")
        if not players.min <= size <= players.max:
            raise Unplayable(f"{self.rules.name} is for {players.min} to {players.max} players, not tables of {size}")
        if self.total_blocks < 1:
            raise Unplayable(f"{self.matches_total} matches are less than one block of {self.matches_a_block}")

    @property
    def size(self) -> int:
        """Players at a table."""
        return self.table_size or max(2, min(TABLE, len(self.players), self.rules.players.max))

    @property
    def matches_a_block(self) -> int:
        """Matches in a block: one for each rotation."""
        return self.size if self.rotate else 1

    @cached_property
    def plan(self) -> Plan:
        """The line-ups. Players count by name in it, so that the order of entry makes no difference."""
        return Plan(len(self.players), self.size, self.total_blocks, derived(f"lineups/{self.seed}"))

    @property
    def lineups(self) -> int:
        """How many line-ups there are."""
        from math import comb

        return comb(len(self.players), self.size)

    @property
    def total_blocks(self) -> int:
        """All blocks."""
        if self.matches_total is not None:
            return self.matches_total // self.matches_a_block
        return self.lineups * self.blocks

    @property
    def options(self) -> dict[str, Any]:
        """What influences the result beside rules, seed and players, as in the header of a log."""
        options = {
            "kind": self.kind,
            "table_size": self.size,
            "blocks": self.blocks if self.matches_total is None else None,
            "matches_total": self.matches_total,
            "rotate": self.rotate,
            "on_fault": self.on_fault,
            "time_limit": self.time_limit,
        }
        return options | ({"log_deals": self.log_deals} if self.log_deals == "none" else {})

    @classmethod
    def of(cls, rules: Rules, players: Sequence[Player], seed: str, options: Mapping[str, Any]) -> Tournament:
        """The tournament that the header of a log tells. Raises `Unplayable`, KeyError or TypeError."""
        total = options["matches_total"]
        return cls(
            rules,
            players,
            seed,
            options["kind"],
            options["table_size"],
            options["blocks"] if total is None else 1,
            total,
            options["rotate"],
            options["on_fault"],
            options["time_limit"],
            options.get("log_deals", "all"),
        )

    def parcel(self, logged: bool) -> Parcel:
        """The terms and the players; `logged` whether lines of a log are wanted."""
        log_deals = self.log_deals if logged else ""
        terms = Terms(self.rules, self.seed, self.rotate, self.on_fault, self.time_limit, log_deals)
        return Parcel.of(terms, self.players)

    def tasks(self, first: int = 1) -> Iterator[Task]:
        """The blocks from number `first` on."""
        by_name = order_by_name([player.name for player in self.players])
        for number in count(first):
            if number > self.total_blocks:
                return
            lineup = tuple([by_name[each] for each in self.plan.lineup(number)])
            yield Task(number, 1, lineup, (number - 1) * self.matches_a_block + 1)

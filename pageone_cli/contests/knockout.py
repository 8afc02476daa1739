"""Elimination: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from pageone_cli.contests.entries import MOST
from pageone_cli.contests.rounds import Rounds, Table
from pageone_cli.contests.stages import Plan, Unplayable
from pageone_cli.streams import derived


@dataclass(kw_only=True)
class Knockout(Rounds):
    """The best ``advance`` of each table go on (standard: half, rounded up).

    ``seeding`` is ``entry`` (the order of entry), ``lot``, or the players in the order of their seeds. With tables of
    two it is the usual bracket, with byes for the first seeds in the first round where the field is no power of two.
    With larger tables a round has as few as will do, all about equally large, so nobody has a bye; the seeds are spread
    over the tables of each round anew, so that the first ones meet as late as can be.
    """

    kind: ClassVar[str] = "knockout"

    advance: int | None = None
    seeding: str | Sequence[int] = "entry"

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        super().__post_init__()
        if self.advance is not None:
            self.whole("advance", self.advance, 1, MOST)
        everybody = list(range(len(self.players)))
        if self.seeding not in ("entry", "lot") and sorted(self.seeding) != everybody:
            raise Unplayable(
                f"seeding must be entry, lot, or the players in some order, not {self.seeding!r}", "seeding"
            )
        if not 1 <= self.going_on < self.size:
            raise Unplayable(
                f"{self.going_on} of a table of {self.size} cannot go on; from 1 to {self.size - 1} may", "advance"
            )
        least = min((size for sizes in self.table_sizes() for size in sizes if size > 1), default=2)
        if least < self.rules.players.min:
            raise Unplayable(f"a table of {least} would be played; {self.rules.name} needs {self.rules.players.min}")

    @property
    def size(self) -> int:
        """Players at a full table; a smaller field is one table."""
        return min(super().size, len(self.players))

    @property
    def going_on(self) -> int:
        """How many of a full table go on."""
        return (self.size + 1) // 2 if self.advance is None else self.advance

    @property
    def options(self) -> dict[str, Any]:
        """As in the header of a log."""
        seeding = self.seeding if isinstance(self.seeding, str) else list(self.seeding)
        return self.told({"blocks": self.blocks, "advance": self.going_on, "seeding": seeding})

    def seeds(self) -> list[int]:
        """The players, the first seed first."""
        if self.seeding == "entry":
            return list(range(len(self.players)))
        if self.seeding == "lot":
            draw = Random(derived(f"seeds/{self.seed}"))
            lots = {player: draw.random() for player in self.by_name()}
            return sorted(lots, key=lots.__getitem__)
        return [int(player) for player in self.seeding]

    def table_sizes(self) -> list[list[int]]:
        """The sizes of the tables of each round; 1 is a bye."""
        found: list[list[int]] = []
        left = len(self.players)
        while True:
            sizes = [len(table) for table in spread(range(left), self.size, not found)]
            found.append(sizes)
            if len(sizes) == 1:
                return found
            left = sum(self._keep(size) for size in sizes)

    def _keep(self, size: int) -> int:
        """How many of a table of `size` go on."""
        return 1 if size == 1 else min(self.going_on, size - 1)

    def shape(self) -> list[tuple[str, str]]:
        """The sizes of the tables of each round."""
        return [("tables", "; ".join("+".join(map(str, sizes)) for sizes in self.table_sizes()))]

    @property
    def most_blocks(self) -> int:
        """All blocks but those of play-offs."""
        return self.blocks * sum(size > 1 for sizes in self.table_sizes() for size in sizes)

    def plan(self) -> Plan:
        """Round after round, each when the one before is decided."""
        field = self.seeds()
        seed_of = {player: seed for seed, player in enumerate(field)}
        while True:
            groups = spread(field, self.size, not self.rounds)
            final = len(groups) == 1
            tables = [Table(list(group), 1 if final else self._keep(len(group))) for group in groups if len(group) > 1]
            byes = [group[0] for group in groups if len(group) == 1]
            now = self.begin(tables, byes)
            lineups = [tuple(self.by_name(table.members)) for table in tables]
            yield self.stage(now.number, lineups)
            for table in tables:
                yield from self.cut(now, table)
            yield self.ended(now)
            if final:
                self.winners = tables[0].advance
                return
            went_on = {player for table in tables for player in table.advance} | set(byes)
            if self.size == 2:  # a bracket: the winners of neighbours meet
                field = [player for group in groups for player in group if player in went_on]
            else:
                field = sorted(went_on, key=seed_of.__getitem__)


def spread(field: Sequence[int], size: int, first: bool) -> list[list[int]]:
    """The tables of a round for `field`, in the order of the seeds; a table of one is a bye.

    Tables of two: in the first round a bracket of a power of two, in which the places that are missing are byes of the
    first seeds; later `field` is in the order of the bracket, and neighbours meet. Larger tables: as few as will do,
    the seeds laid out to and fro.
    """
    if size == 2:
        if not first:
            return [list(field[place : place + 2]) for place in range(0, len(field), 2)]
        seeds = bracket(len(field))
        pairs = [seeds[place : place + 2] for place in range(0, len(seeds), 2)]
        return [[field[seed] for seed in pair if seed < len(field)] for pair in pairs]
    count = -(-len(field) // size)
    tables: list[list[int]] = [[] for _ in range(count)]
    for place, player in enumerate(field):
        row, column = divmod(place, count)
        tables[column if row % 2 == 0 else count - 1 - column].append(player)
    return tables


def bracket(players: int) -> list[int]:
    """The seeds (from 0) in the order of a bracket for at least so many: the first two can only meet at the end."""
    seeds = [0]
    while len(seeds) < players:
        last = 2 * len(seeds) - 1
        seeds = [each for seed in seeds for each in (seed, last - seed)]
    return seeds

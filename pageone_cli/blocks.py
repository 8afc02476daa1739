"""A block's results summed up: what a worker hands back and what a log is read to; the unit of all statistics.

Points are whole or halves and shares of a win are counted in `WHOLE`ths, so everything here is exact and the order of
additions changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Final

from pageone_cli.match import Points, exact
from pageone_cli.results import DealRecord, MatchRecord

WHOLE: Final = 2520  # divisible by every number of players up to 10


@dataclass(slots=True)
class Sums:
    """What one player has to show in a block. ``share`` are wins and parts of void deals in `WHOLE`ths of a deal."""

    matches: int = 0
    deals: int = 0
    points: Points = 0
    won: int = 0
    void: int = 0
    share: int = 0
    ranks: int = 0
    missed: int = 0
    caught: int = 0
    faults: int = 0

    def add(self, other: Sums) -> None:
        """Count what `other` has as well."""
        for one in fields(self):
            setattr(self, one.name, exact(getattr(self, one.name) + getattr(other, one.name)))


@dataclass(slots=True)
class Block:
    """The sums of block `number`, per player of its line-up.

    ``positions`` has deals and points by the place counted clockwise from who acted first in a deal (0). ``better``
    has for (one, other) in how many half deals one had fewer points than the other, equal points being a half each.
    """

    number: int
    players: dict[int, Sums] = field(default_factory=dict)
    matches: int = 0
    deals: int = 0
    void: int = 0
    positions: list[list[Points]] = field(default_factory=list)
    better: dict[tuple[int, int], int] = field(default_factory=dict)

    def add_deal(self, record: DealRecord) -> None:
        """Count a deal of the block."""
        seats = [seat for seat, points in enumerate(record.points) if points is not None]
        first = next((place for place, seat in enumerate(seats) if seat > record.dealer), 0)  # C3
        for place, seat in enumerate(seats):
            points = record.points[seat] or 0
            sums = self.players.setdefault(record.table[seat], Sums())
            sums.deals += 1
            sums.points = exact(sums.points + points)
            if record.void:
                sums.void += 1
                sums.share += WHOLE // len(seats)
            self._position((place - first) % len(seats), points)
        self._compare([(record.points[seat] or 0, record.table[seat]) for seat in seats])

    def _compare(self, scores: list[tuple[Points, int]]) -> None:
        better = self.better
        for (mine, one), (theirs, other) in combinations(scores, 2):
            if mine == theirs:
                better[one, other] = better.get((one, other), 0) + 1
                better[other, one] = better.get((other, one), 0) + 1
            else:
                pair = (one, other) if mine < theirs else (other, one)
                better[pair] = better.get(pair, 0) + 2

    def _position(self, place: int, points: Points) -> None:
        while len(self.positions) <= place:
            self.positions.append([0, 0])
        self.positions[place][0] += 1
        self.positions[place][1] = exact(self.positions[place][1] + points)

    def add_match(self, record: MatchRecord) -> None:
        """Count a match of the block, its deals having been counted."""
        self.matches += 1
        self.deals += record.deals
        self.void += record.void
        for seat, player in enumerate(record.table):
            sums = self.players.setdefault(player, Sums())
            sums.matches += 1
            sums.won += record.won[seat]
            sums.share += WHOLE * record.won[seat]
            sums.ranks += record.ranks[seat]
            sums.missed += record.missed[seat]
            sums.caught += record.caught[seat]
            sums.faults += record.faults[seat]


class BlockSink:
    """Puts the results of a log together to blocks and hands each on when it is complete."""

    def __init__(self, matches: Callable[[int], int], on_block: Callable[[Block], None]) -> None:
        """`matches` says how many matches a block has in which so many sit at a table."""
        self._matches = matches
        self._on_block = on_block
        self._block: Block | None = None

    def _of(self, number: int) -> Block:
        if self._block is None or self._block.number not in (0, number):
            self._block = Block(number)
        self._block.number = number
        return self._block

    def add_deal(self, record: DealRecord) -> None:
        """A deal of the block that is being read."""
        if self._block is None:
            self._block = Block(0)
        self._block.add_deal(record)

    def add_match(self, record: MatchRecord) -> None:
        """A match has ended, and perhaps its block."""
        block = self._of(record.block)
        block.add_match(record)
        if block.matches == self._matches(len(record.table)):
            self._block = None
            self._on_block(block)

    @property
    def pending(self) -> bool:
        """Whether something was read of a block that is not complete."""
        return self._block is not None

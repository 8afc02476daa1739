"""Is A better than B? Blocks of equal deals with seats exchanged, until a stated test decides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any, ClassVar

from pageone_cli.blocks import Block, Sums
from pageone_cli.contests.entries import MOST, Entries, Numbers
from pageone_cli.contests.stages import Plan, Stage, Unplayable
from pageone_cli.ranking import Ranking
from pageone_cli.sequential import ACCEPT, LEAST, REJECT, Sequential, expected


@dataclass(kw_only=True)
class Comparison(Entries):
    """A compared with B.

    Without a field a block is one A among B's and one B among A's, each in all rotations and with the same packs: the
    players are as many A's as sit at a table, then as many B's. With ``field`` other players, who come last, A and B
    sit at one table with them, and then exchanged.
    """

    command: ClassVar[str] = "compare"
    kind: ClassVar[str] = "compare"

    field: int = 0
    difference: float | None = None
    max_blocks: int = 10_000

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        self.check()
        self.whole("field", self.field, 0, MOST)
        self.whole("max_blocks", self.max_blocks, LEAST, MOST)
        self.number("difference", self.difference, 1e-6, 1e6)
        if not self.rotate:
            raise Unplayable("a comparison needs rotated seats")
        own = 2 + self.field if self.field else 2 * self.size
        if len(self.players) != own or (self.field and self.size != own):
            raise Unplayable(f"{len(self.players)} players do not make a comparison at tables of {self.size}")
        self.ranking = Ranking(len(self.players))
        self.test = Sequential(self.difference)
        self.on_calibrated: Callable[[int], None] | None = None  # is told how many blocks to expect

    @property
    def options(self) -> dict[str, Any]:
        """As in the header of a log."""
        own = {"field": self.field, "difference": self.difference, "max_blocks": self.max_blocks}
        return self.told(own)

    def status(self) -> str:
        """Both likelihood ratios as logarithms, and the bounds that decide."""
        ratios = self.test.ratios()
        if ratios is None:
            return ""
        less, more = ratios
        return f" (better {less:+.1f}, worse {more:+.1f}; {REJECT:.1f} to {ACCEPT:.1f})"

    def shape(self) -> list[tuple[str, str]]:
        """Nothing beside the numbers."""
        return []

    @property
    def most_blocks(self) -> int:
        """The most blocks that may be played."""
        return self.max_blocks

    def matches_in(self, seats: int) -> int:
        """The matches of a block: both line-ups in all rotations."""
        return 2 * seats

    @property
    def lineups(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two line-ups of every block."""
        size = self.size
        if self.field:
            others = tuple(range(2, size))
            return (0, 1, *others), (1, 0, *others)
        return (0, *range(size, 2 * size - 1)), (2 * size - 1, *range(1, size))

    def sides(self) -> tuple[Sequence[int], Sequence[int]]:
        """The players that are A, and those that are B."""
        if self.field:
            return (0,), (1,)
        return range(self.size), range(self.size, 2 * self.size)

    def plan(self) -> Plan:
        """Blocks until the test decides."""
        lineups: Iterator[tuple[tuple[int, ...], ...]] = repeat(self.lineups, self.max_blocks)
        tasks = Numbers(self.rotate).tasks(lineups)
        yield Stage(tasks, self.max_blocks, lambda _: self.test.verdict is not None, expected())

    def add(self, block: Block) -> None:
        """A block has been played."""
        self.ranking.add(block)
        self.test.add(self.difference_of(block))
        if self.on_calibrated is not None and self.test.count == LEAST and self.test.difference:
            self.on_calibrated(expected(math.sqrt(self.test.variance) / self.test.difference))

    def difference_of(self, block: Block) -> Fraction:
        """The mean points per deal of A less those of B, exactly: at each table of the block, then their mean."""
        if self.field:
            return _mean(block, (0,)) - _mean(block, (1,))
        size = self.size
        one_a = _mean(block, (0,)) - _mean(block, range(size, 2 * size - 1))
        one_b = _mean(block, range(1, size)) - _mean(block, (2 * size - 1,))
        return (one_a + one_b) / 2

    def side(self, members: Sequence[int]) -> Sums:
        """The sums of one side."""
        total = Sums()
        for player in members:
            total.add(self.ranking.standings[player].sums)
        return total

    def places(self) -> list[int | None]:
        """A comparison ranks nobody but by its verdict: who has fewer points a deal is first."""
        a, b = self.sides()
        own, other = self.side(a), self.side(b)
        if not own.deals or not other.deals:
            return [None] * len(self.players)
        first, second = Fraction(own.points) / own.deals, Fraction(other.points) / other.deals
        return [
            None if player not in (*a, *b) else 1 + ((first > second) if player in a else (second > first))
            for player in range(len(self.players))
        ]

    def text(self, form: str) -> str:
        """The verdict."""
        from pageone_cli.render.comparison import comparison_text

        return comparison_text(self, form)


def _mean(block: Block, players: Sequence[int]) -> Fraction:
    """The mean points per deal of some players of a block."""
    sums = [block.players[player] for player in players]
    return sum((Fraction(each.points) for each in sums), Fraction()) / sum(each.deals for each in sums)

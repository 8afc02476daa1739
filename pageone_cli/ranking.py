"""The standings of a tournament, from its blocks: means per deal, their intervals over blocks, who beats whom.

Points per deal are a ratio (points by deals), since an elimination match has fewer deals for who goes out; the interval
is Student's over the blocks' residuals, which for equally many deals is the ordinary one. See `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from pageone_cli.blocks import WHOLE, Block, Sums
from pageone_cli.intervals import Tally
from pageone_cli.match import Points, exact, ranked
from pageone_cli.rating import BATCHES, Rating, available, rated
from pageone_cli.student import t_quantile

FEWEST: Final = 10  # blocks; below, there is no interval
FEW: Final = 50  # blocks; below, a note says that intervals are rough


@dataclass(slots=True)
class Standing:
    """One player's sums, and over blocks those of squares of points, products, and squares of deals (the interval)."""

    sums: Sums = field(default_factory=Sums)
    blocks: int = 0
    points2: float = 0
    products: float = 0
    deals2: int = 0
    rank: int | None = None

    def add(self, sums: Sums) -> None:
        """Count a block."""
        self.sums.add(sums)
        self.blocks += 1
        self.points2 += sums.points * sums.points
        self.products += sums.points * sums.deals
        self.deals2 += sums.deals * sums.deals

    @property
    def mean(self) -> float | None:
        """Points per deal; None before the first deal."""
        return self.sums.points / self.sums.deals if self.sums.deals else None

    @property
    def interval(self) -> float | None:
        """Half the 95 % interval of the mean, over blocks; None below `FEWEST` blocks."""
        mean, n = self.mean, self.blocks
        if mean is None or n < FEWEST:
            return None
        residuals = max(0.0, self.points2 - 2 * mean * self.products + mean * mean * self.deals2)
        return t_quantile(n - 1) * math.sqrt(residuals * n / (n - 1)) / self.sums.deals

    @property
    def win_share(self) -> float | None:
        """The share of deals won, a void deal being shared by all who played it."""
        return self.sums.share / WHOLE / self.sums.deals if self.sums.deals else None

    @property
    def mean_rank(self) -> float | None:
        """The mean rank in a match."""
        return self.sums.ranks / self.sums.matches if self.sums.matches else None


class Ranking:
    """The standings of `players` over the blocks added."""

    def __init__(self, players: int) -> None:
        self.standings = [Standing() for _ in range(players)]
        self.pairs: dict[tuple[int, int], Tally] = {}
        self.positions: list[list[Points]] = []
        self.batches: list[Counter[tuple[int, int]]] = []  # who did better than whom, for ratings
        self.blocks = self.matches = self.deals = self.void = 0

    def add(self, block: Block) -> None:
        """Count a block that is complete."""
        self.blocks += 1
        self.matches += block.matches
        self.deals += block.deals
        self.void += block.void
        for player, sums in block.players.items():
            self.standings[player].add(sums)
        for one, other in combinations(sorted(block.players), 2):
            mine, theirs = block.players[one], block.players[other]
            difference = mine.points / mine.deals - theirs.points / theirs.deals
            self.pairs.setdefault((one, other), Tally()).add(difference)
        if len(self.batches) < BATCHES:
            self.batches.append(Counter())
        self.batches[(self.blocks - 1) % BATCHES].update(block.better)
        for place, (deals, points) in enumerate(block.positions):
            if place == len(self.positions):
                self.positions.append([0, 0])
            self.positions[place][0] += deals
            self.positions[place][1] = exact(self.positions[place][1] + points)

    def rank(self) -> None:
        """Rank the players by points per deal, exactly; equals share a rank (X3)."""
        played = [one for one in self.standings if one.sums.deals]
        ranks = ranked([Fraction(one.sums.points) / one.sums.deals for one in played])
        for one, rank in zip(played, ranks, strict=True):
            one.rank = rank

    def by_rank(self) -> list[int]:
        """The players in the order of a printed table: by rank, equals as they were named."""
        last = len(self.standings) + 1
        return sorted(range(len(self.standings)), key=lambda player: self.standings[player].rank or last)

    def ratings(self, stream: int) -> dict[int, Rating]:
        """The ratings of those who have played; nobody's without the extra. `stream` seeds the bootstrap."""
        players = [player for player, one in enumerate(self.standings) if one.sums.deals]
        return rated(self.batches, players, stream) if available() and len(players) > 1 else {}

    def difference(self, one: int, other: int) -> Tally | None:
        """The mean difference of points per deal, `one` less `other`, over the blocks where both sat at a table."""
        tally = self.pairs.get((min(one, other), max(one, other)))
        if tally is None or one < other:
            return tally
        return Tally(tally.count, -tally.total, tally.squares)


def order_by_name(names: Sequence[str]) -> list[int]:
    """The players by name, so that the order in which they were entered makes no difference to who plays whom."""
    return sorted(range(len(names)), key=lambda player: names[player])

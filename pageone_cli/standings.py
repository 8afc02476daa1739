"""From results to a table: sums, means and intervals per player.

Everything is summed exactly (points are whole or halves), so the order of additions changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pageone_cli.intervals import half_interval
from pageone_cli.match import Points, exact, ranked
from pageone_cli.results import DealRecord, MatchRecord

FEWEST_FOR_INTERVAL = 30  # deals; below, the points of deals are too skewed for Student's interval


@dataclass(slots=True)
class Score:
    """What one player has to show: ``total`` points in ``deals`` deals, ``squares`` the sum of their squares."""

    deals: int = 0
    total: Points = 0
    squares: Points = 0
    won: int = 0
    missed: int = 0
    caught: int = 0
    faults: int = 0
    rank: int = 0
    out_after: int | None = None

    @property
    def mean(self) -> float | None:
        """Mean points per deal, None before the first deal."""
        return self.total / self.deals if self.deals else None

    @property
    def interval(self) -> float | None:
        """Half the 95 % interval of the mean (Student, over deals); None below 30 deals."""
        if self.deals < FEWEST_FOR_INTERVAL:
            return None
        return half_interval(self.deals, self.total, self.squares)


class Standings:
    """The scores of `players` players over the matches added; an unfinished match does not count."""

    def __init__(self, players: int) -> None:
        self.scores = [Score() for _ in range(players)]
        self.matches = 0
        self.deals = 0
        self.void = 0
        self._table: tuple[int, ...] = ()
        self._sums: list[list[Points]] = []

    def add_deal(self, record: DealRecord) -> None:
        """Count the points of a deal towards its match."""
        if record.deal == 1:
            self._table = record.table
            self._sums = [[0, 0, 0] for _ in record.table]
        for sums, points in zip(self._sums, record.points, strict=True):
            if points is not None:
                sums[0] += 1
                sums[1] += points
                sums[2] += points * points

    def add_match(self, record: MatchRecord) -> None:
        """Count a match and the deals added since the one before."""
        self.matches += 1
        self.deals += record.deals
        self.void += record.void
        for seat, index in enumerate(record.table):
            score = self.scores[index]
            deals, total, squares = self._sums[seat]
            score.deals += int(deals)
            score.total = exact(score.total + total)
            score.squares = exact(score.squares + squares)
            score.won += record.won[seat]
            score.missed += record.missed[seat]
            score.caught += record.caught[seat]
            score.faults += record.faults[seat]
        self._rank(record)

    def _rank(self, record: MatchRecord) -> None:
        """X3 for a single match; over several the totals are ranked."""
        if self.matches == 1:
            for seat, index in enumerate(record.table):
                self.scores[index].rank = record.ranks[seat]
                self.scores[index].out_after = record.out_after[seat]
            return
        for score, rank in zip(self.scores, ranked([score.total for score in self.scores]), strict=True):
            score.rank = rank
            score.out_after = None


def by_rank(scores: Sequence[Score]) -> list[int]:
    """The indexes of `scores` in the order of a printed table: by rank, equals in the order of the command line."""
    return sorted(range(len(scores)), key=lambda index: scores[index].rank)

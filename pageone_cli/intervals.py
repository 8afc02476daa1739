"""95 % intervals: of a mean (Student) and of a share (Wilson)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pageone_cli.student import t_quantile

LEAST = 10  # values; with fewer there is no interval
Z = 1.959963984540054  # the normal quantile of 95 %


def half_interval(count: int, total: float, squares: float) -> float:
    """Half the 95 % interval of the mean of `count` (at least two) values with these sums (Student)."""
    variance = max(0, count * squares - total * total) / (count * (count - 1))
    return t_quantile(count - 1) * math.sqrt(variance / count)


def wilson(hits: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, `hits` of `count` (at least one), by Wilson: never outside 0 to 1.

    `hits` need not be whole: of deals that share a pack each counts as its part of one.
    """
    share, z2 = hits / count, Z * Z / count
    middle = (share + z2 / 2) / (1 + z2)
    half = Z * math.sqrt(share * (1 - share) / count + z2 / count / 4) / (1 + z2)
    return (max(0.0, middle - half) if hits else 0.0), (min(1.0, middle + half) if hits < count else 1.0)


@dataclass(slots=True)
class Tally:
    """Values summed up: how many, their sum, the sum of their squares. Exact for whole numbers and halves."""

    count: int = 0
    total: float = 0
    squares: float = 0

    def add(self, value: float) -> None:
        """Count one value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float | None:
        """The mean; None without values."""
        return self.total / self.count if self.count else None

    @property
    def interval(self) -> float | None:
        """Half the 95 % interval of the mean; None below `LEAST` values."""
        return half_interval(self.count, self.total, self.squares) if self.count >= LEAST else None

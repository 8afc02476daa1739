"""A sequential test of two players: is one better by a certain difference, or is there none? (Wald, both directions.)

Values are the differences of blocks, independent of each other. For each direction the likelihood ratio of "the mean is
D" to "the mean is 0" is followed, with the variance seen so far. Above one bound it decides for the difference, below
another against it; no difference is the verdict when both directions are decided against.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pageone_cli.intervals import half_interval

LEAST: Final = 50  # blocks before anything is decided, and the calibration
ALPHA: Final = 0.05  # of a difference that is none, both directions together
BETA: Final = 0.05  # of no difference where there is one
PART: Final = 5  # D is this part of the standard deviation, unless it is given

# Points of deals are skewed, and the variance is only estimated: bounds a little wider keep the errors below 5 %.
CAUTION: Final = 0.5

ACCEPT: Final = math.log((1 - BETA) / (CAUTION * ALPHA / 2))
REJECT: Final = math.log(CAUTION * BETA / (1 - ALPHA / 2))

LESS, MORE, EQUAL = "less", "more", "no difference"


@dataclass
class Sequential:
    """Follows values one by one; ``difference`` is D, None until the calibration has set it."""

    difference: float | None = None
    count: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)
    verdict: str | None = None

    def add(self, value: Fraction) -> bool:
        """Count a value; whether the test has decided with it."""
        self.count += 1
        self.total += value
        self.squares += value * value
        if self.count == LEAST and self.difference is None:
            self.difference = math.sqrt(self.variance) / PART
        if self.verdict is None and self.count >= LEAST:
            self.verdict = self._decided()
        return self.verdict is not None

    @property
    def mean(self) -> float | None:
        """The mean so far."""
        return float(self.total / self.count) if self.count else None

    @property
    def variance(self) -> float:
        """The variance so far (of a sample); 0 below two values, and exactly 0 where all are equal."""
        n = self.count
        return 0.0 if n < 2 else float((n * self.squares - self.total * self.total) / (n * (n - 1)))

    @property
    def interval(self) -> float | None:
        """Half the 95 % interval of the mean (Student); None below ten values."""
        return half_interval(self.count, float(self.total), float(self.squares)) if self.count >= 10 else None

    def ratios(self) -> tuple[float, float] | None:
        """The logarithms of the likelihood ratios for "less by D" and "more by D"; None where they say nothing."""
        if self.mean is None or not self.variance or not self.difference:
            return None
        size, each = self.difference, self.count * self.difference / self.variance
        return each * (-self.mean - size / 2), each * (self.mean - size / 2)

    def _decided(self) -> str | None:
        ratios = self.ratios()
        if ratios is None:  # all values are equal: nothing is left to chance
            return EQUAL if not self.total else LESS if self.total < 0 else MORE
        less, more = ratios
        if less >= ACCEPT or more >= ACCEPT:
            return LESS if less > more else MORE
        return EQUAL if less <= REJECT and more <= REJECT else None


def expected(part: float = PART) -> int:
    """About how many values a decision takes where the mean is 0 or D, a `part`-th of the standard deviation."""
    drift = 1 / (2 * part * part)
    least = ((1 - BETA) * ACCEPT + BETA * REJECT) / drift  # of one direction; to reject both takes longer
    return max(LEAST, round(1.27 * least))

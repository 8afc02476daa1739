"""Student's t distribution, as far as intervals need it; no library of ours has it and SciPy is 100 MB."""

from __future__ import annotations

import math
from functools import lru_cache


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 10_000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + numerator * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + numerator / c
            c = c if abs(c) > tiny else tiny
            value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def t_tail(t: float, freedom: float) -> float:
    """The chance that a t value of `freedom` degrees of freedom is farther from 0 than `t`."""
    return _beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=4096)
def t_quantile(freedom: int, tail: float = 0.05) -> float:
    """The t value beyond which, on both sides together, lies the share `tail` (12.706 for 1, 1.96 for many)."""
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > tail:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        low, high = (middle, high) if t_tail(middle, freedom) > tail else (low, middle)
    return high

"""Intervals of means and of shares, and the sums that they come from."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest

from pageone_cli.intervals import LEAST, Tally, half_interval, wilson

# t(0.975) as printed in statistical tables
T1, T4, T9 = 12.7062047, 2.7764451, 2.2621572


@pytest.mark.parametrize(
    ("values", "half"),
    [
        # 1 2 3 4 5: variance 2.5, standard error sqrt(0.5)
        ([1, 2, 3, 4, 5], T4 * math.sqrt(0.5)),
        # 0 1: variance 0.5, standard error 0.5
        ([0, 1], T1 * 0.5),
        # five 0 and five 2: variance 10/9, standard error 1/3
        ([0, 2] * 5, T9 / 3),
        # 10 20 30 40 50: ten times the first
        ([10, 20, 30, 40, 50], 10 * T4 * math.sqrt(0.5)),
        ([-1, -2, -3, -4, -5], T4 * math.sqrt(0.5)),
        ([0.5, 1, 1.5, 2, 2.5], T4 * math.sqrt(0.5) / 2),
        ([7] * 12, 0),
        ([0, 0], 0),
    ],
)
def test_half_of_the_interval_of_a_mean(values: list[float], half: float) -> None:
    squares = sum(value * value for value in values)
    assert half_interval(len(values), sum(values), squares) == pytest.approx(half, rel=1e-6)


def test_half_of_the_interval_is_never_the_root_of_less_than_nothing() -> None:
    assert half_interval(3, 0.3, 0.03) == pytest.approx(0, abs=1e-8)  # 0.1 three times, not exact
    assert half_interval(10, 1.0, 0.09999999999999999) == 0


def test_half_of_the_interval_is_that_of_the_values_themselves() -> None:
    rng = Random(4)
    values = [rng.randint(-50, 300) for _ in range(1000)]
    error = statistics.stdev(values) / math.sqrt(1000)
    assert half_interval(1000, sum(values), sum(v * v for v in values)) == pytest.approx(1.9623 * error, rel=1e-4)


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [
        # z^2 = 3.841459. 1 of 1: low 1 / (1 + z^2)
        (1, 1, 0.206549, 1),
        (0, 1, 0, 0.793451),
        # 0 of n: high z^2 / (n + z^2)
        (0, 10, 0, 0.277533),
        (10, 10, 0.722467, 1),
        (0, 100, 0, 0.036994),
        # 5 of 10: 0.5 -+ z / 2 / sqrt(10 + z^2)
        (5, 10, 0.236593, 0.763407),
        (50, 100, 0.403832, 0.596168),
        # Newcombe 1998, table I: 81 of 263, 15 of 148, 1 of 29, 0 of 20
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
        (0, 20, 0, 0.1611),
        (29, 29, 0.8830, 1),
    ],
)
def test_the_interval_of_a_share(hits: int, count: int, low: float, high: float) -> None:
    assert wilson(hits, count) == pytest.approx((low, high), abs=6e-5)


def test_the_interval_of_a_share_never_leaves_0_to_1_and_has_the_share_in_it() -> None:
    for count in range(1, 60):
        for hits in range(count + 1):
            low, high = wilson(hits, count)
            assert 0 <= low <= high <= 1
            assert low - 1e-12 <= hits / count <= high + 1e-12
            mirrored = wilson(count - hits, count)
            assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)
    low, high = wilson(5_000_000, 10_000_000)
    assert high - low == pytest.approx(2 * 1.959964 * 0.5 / math.sqrt(10_000_000), rel=1e-4)


def tally(*values: float) -> Tally:
    counted = Tally()
    for value in values:
        counted.add(value)
    return counted


def test_a_tally_has_count_sum_and_sum_of_squares() -> None:
    assert tally() == Tally(0, 0, 0)
    assert tally(1, 2, 3.5) == Tally(3, 6.5, 17.25)
    assert tally(-1, 1) == Tally(2, 0, 2)


def test_the_mean_of_a_tally() -> None:
    assert tally().mean is None
    assert tally(0).mean == 0
    assert tally(1, 2, 4.5).mean == 2.5


def test_a_tally_of_few_values_has_no_interval() -> None:
    assert tally().interval is None
    assert tally(3).interval is None
    assert tally(*range(LEAST - 1)).interval is None
    assert tally(*range(LEAST)).interval == pytest.approx(T9 * math.sqrt(55 / 6 / 10), rel=1e-6)  # variance 82.5 / 9


def test_a_tally_of_equal_values_has_an_interval_of_nothing() -> None:
    assert tally(*[3] * 50).interval == 0

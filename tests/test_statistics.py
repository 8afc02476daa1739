"""Means and intervals of the score table: Student's t, and the arithmetic around it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from pageone_cli.render.scores import Report
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.rules import DealsMatch, TrickRules
from pageone_cli.standings import Score, Standings
from pageone_cli.student import t_quantile, t_tail

# As printed in statistical tables (two-sided 95 %, three decimals).
PRINTED = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    6: 2.447,
    8: 2.306,
    10: 2.228,
    15: 2.131,
    20: 2.086,
    24: 2.064,
    29: 2.045,
    30: 2.042,
    40: 2.021,
    60: 2.000,
    100: 1.984,
    120: 1.980,
    1000: 1.962,
}


@pytest.mark.parametrize(("freedom", "quantile"), PRINTED.items())
def test_quantiles_are_those_of_the_printed_table(freedom: int, quantile: float) -> None:
    assert round(t_quantile(freedom), 3) == quantile


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 63.657), (2, 9.925), (5, 4.032), (10, 3.169), (30, 2.750)])
def test_quantiles_of_99_percent_too(freedom: int, quantile: float) -> None:
    assert round(t_quantile(freedom, 0.01), 3) == quantile


def test_one_and_two_degrees_of_freedom_have_a_closed_form() -> None:
    assert t_quantile(1) == pytest.approx(math.tan(math.pi * 0.475), rel=1e-12)
    assert t_quantile(2) == pytest.approx(0.95 * math.sqrt(2 / (1 - 0.95**2)), rel=1e-12)


def test_many_degrees_of_freedom_are_the_normal_distribution() -> None:
    normal = statistics.NormalDist().inv_cdf(0.975)
    assert t_quantile(10_000_000) == pytest.approx(normal, abs=1e-6)
    assert t_quantile(10_000_000) > normal


def test_quantiles_fall_with_the_degrees_of_freedom_and_belong_to_their_tail() -> None:
    values = [t_quantile(freedom) for freedom in range(1, 200)]
    assert values == sorted(values, reverse=True)
    for freedom in (1, 7, 29, 500):
        assert t_tail(t_quantile(freedom), freedom) == pytest.approx(0.05, rel=1e-12)


def test_no_distance_is_the_whole_tail() -> None:
    assert t_tail(0.0, 5) == pytest.approx(1.0)


def records(points: list[list[int | float]]) -> tuple[list[DealRecord], MatchRecord]:
    """A match of two with those points for seat 0, and nothing for seat 1."""
    seats = range(2)
    deals = []
    totals: list[int | float] = [0, 0]
    for number, earned in enumerate(points, start=1):
        totals = [totals[seat] + earned[seat] for seat in seats]
        deals.append(DealRecord(1, number, (0, 1), 0, "out", earned, tuple(totals), False))
    nothing = [0, 0]
    end = MatchRecord(
        1, 1, 0, 1, (0, 1), len(points), [2, 1], totals, nothing, 0, [None, None], nothing, nothing, nothing
    )
    return deals, end


def scored(points: Sequence[int | float]) -> Score:
    standings = Standings(2)
    deals, end = records([[each, 0] for each in points])
    for deal in deals:
        standings.add_deal(deal)
    standings.add_match(end)
    return standings.scores[0]


@pytest.mark.parametrize("seed", range(5))
def test_mean_and_interval_against_a_direct_computation(seed: int) -> None:
    random = Random(seed)
    points: list[int | float] = [int(random.random() * 90) / 2 for _ in range(30 + seed)]
    exactly = [Fraction(each) for each in points]
    mean = sum(exactly) / len(exactly)
    variance = sum((each - mean) ** 2 for each in exactly) / (len(exactly) - 1)
    score = scored(points)
    assert score.mean == pytest.approx(float(mean), rel=1e-14)
    assert score.interval == pytest.approx(t_quantile(len(points) - 1) * math.sqrt(variance / len(points)), rel=1e-13)


def test_a_known_interval() -> None:
    """Fifteen times 0 and fifteen times 10: s = 5.0855, s / sqrt(30) = 0.9285, times 2.045 = 1.899."""
    score = scored([0, 10] * 15)
    assert score.mean == 5
    assert score.interval is not None
    assert round(score.interval, 3) == 1.899


@pytest.mark.parametrize("points", [0, 7, 0.5])
def test_equal_points_have_an_interval_of_zero(points: float) -> None:
    assert scored([points] * 40).interval == 0.0


def test_no_interval_below_thirty_deals() -> None:
    assert scored([1, 2] * 14 + [1]).interval is None
    assert scored([1, 2] * 15).interval is not None
    assert Score().mean is None


@pytest.mark.parametrize(("deals", "shown"), [(28, "5.00 ± –"), (30, "5.00 ± 1.90")])
def test_the_table_shows_a_dash_below_thirty_deals(deals: int, shown: str) -> None:
    report = Report(TrickRules(match=DealsMatch(deals=deals)), "1", [("A", "a"), ("B", "b")])
    told, end = records([[0, 0], [10, 0]] * (deals // 2))
    for deal in told:
        report.add_deal(deal)
    report.add_match(end)
    row = next(line for line in report.text("table").splitlines() if line.split()[1:2] == ["A"])
    assert shown in row


def test_deals_that_a_player_is_out_of_do_not_count_for_the_player() -> None:
    standings = Standings(2)
    told: list[list[int | float | None]] = [[10, 0], [None, 4], [None, 5]]
    for number, points in enumerate(told, start=1):
        standings.add_deal(DealRecord(1, number, (0, 1), 0, "out", points, (10, 0), False))
    nothing = [0, 0]
    standings.add_match(
        MatchRecord(1, 1, 0, 1, (0, 1), 3, [2, 1], [10, 9], nothing, 0, [1, None], nothing, nothing, nothing)
    )
    assert [(one.deals, one.total, one.mean) for one in standings.scores] == [(1, 10, 10.0), (3, 9, 3.0)]

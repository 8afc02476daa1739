"""The sequential test of a comparison: how often it is wrong, when it stops, and what it never says."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from pageone_cli.sequential import EQUAL, LEAST, LESS, MORE, PART, Sequential, expected

RUNS = 1000
WRONG = 70  # of them, at most
UNIT = 1  # values are whole numbers of this part of a point: quicker, and nothing depends on the scale (see below)
GIVEN = 0.35  # of the standard deviation: a difference that is given, larger than the standard one
LIMIT = 20_000  # values; no run takes so many

Noise = Callable[[], int]  # in units, with mean 0


@cache
def value(units: int) -> Fraction:
    return Fraction(units, UNIT)


def normal(random: Random) -> Noise:
    return lambda: round(random.gauss(0, 64))


def right(random: Random) -> Noise:
    return lambda: round(64 * (random.expovariate(1) - 1))


def left(random: Random) -> Noise:
    return lambda: round(64 * (1 - random.expovariate(1)))


def lumpy(random: Random) -> Noise:
    """Mostly ties; otherwise a little less often than not a lot more."""
    return lambda: random.choice((-64, -64, -64, 0, 0, 0, 0, 0, 0, 192))


NOISES = {"normal": normal, "right": right, "left": left, "lumpy": lumpy}
DEVIATION = {"normal": 64.0, "right": 64.0, "left": 64.0, "lumpy": math.sqrt((3 * 64**2 + 192**2) / 10)}


def decided(noise: Noise, side: int, given: int | None) -> Sequential:
    """A run to its end where the mean is `side` times D; D is `given` (in units) or what the first 50 blocks show."""
    test = Sequential(None if given is None else given / UNIT)
    first = [noise() for _ in range(LEAST)]
    # A shift changes no deviation, so the D that the test will set is known before.
    size = round(statistics.stdev(first) / PART) if given is None else given
    for units in first:
        if test.add(value(units + side * size)):
            return test
    while not test.add(value(noise() + side * size)):
        assert test.count < LIMIT
    return test


@cache
def simulated(name: str, side: int, given: bool) -> tuple[Counter[str | None], float]:
    """The verdicts of 1,000 runs and the mean number of values."""
    noise = NOISES[name](Random(f"{name} {side} {given}"))
    verdicts: Counter[str | None] = Counter()
    values = 0
    for _ in range(RUNS):
        test = decided(noise, side, round(DEVIATION[name] * GIVEN) if given else None)
        assert test.count >= LEAST
        verdicts[test.verdict] += 1
        values += test.count
    return verdicts, values / RUNS


CASES = [
    *[(name, side, False) for name in NOISES for side in (0, 1, -1)],
    *[(name, side, True) for name in ("normal", "right", "left") for side in (0, 1, -1)],
]


@pytest.mark.parametrize(("name", "side", "given"), CASES)
def test_at_most_seven_of_a_hundred_are_wrong(name: str, side: int, given: bool) -> None:
    verdicts, _ = simulated(name, side, given)
    correct = {0: EQUAL, 1: MORE, -1: LESS}[side]
    assert sum(verdicts.values()) == RUNS
    assert RUNS - verdicts[correct] <= WRONG, verdicts


@pytest.mark.parametrize("side", [1, -1])
def test_a_difference_is_hardly_ever_taken_for_its_opposite(side: int) -> None:
    for name in NOISES:
        verdicts, _ = simulated(name, side, False)
        assert verdicts[LESS if side > 0 else MORE] <= RUNS // 100


@pytest.mark.parametrize("side", [0, 1, -1])
@pytest.mark.parametrize("name", ["normal", "right"])
def test_the_expected_number_of_blocks_is_near_the_mean_seen(name: str, side: int) -> None:
    """What `compare` promises before it starts, for no difference and for one of D."""
    _, mean = simulated(name, side, False)
    assert 0.75 * mean <= expected() <= 1.33 * mean, (mean, expected())


def test_fewer_blocks_are_expected_where_the_difference_is_larger_and_never_less_than_the_calibration() -> None:
    assert expected(2) == LEAST
    assert expected(20) == pytest.approx(16 * expected(5), rel=0.02)


# Exactness


def values_of(seed: int, count: int, scale: int = 64) -> Iterator[Fraction]:
    random = Random(seed)
    for _ in range(count):
        yield Fraction(round(random.gauss(0, scale)), 3 * 64)


@pytest.mark.parametrize("seed", range(3))
def test_sums_are_those_of_a_direct_computation(seed: int) -> None:
    values = list(values_of(seed, 300))
    test = Sequential(difference=1e-9)
    for each in values:
        test.add(each)
    mean = sum(values) / len(values)
    variance = sum((each - mean) ** 2 for each in values) / (len(values) - 1)
    assert test.count == 300
    assert test.mean == float(mean)
    assert test.variance == pytest.approx(float(variance), rel=1e-12)
    assert test.interval == pytest.approx(1.968 * math.sqrt(variance / 300), rel=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_the_ratios_are_those_of_their_definition(seed: int) -> None:
    """Likelihoods of a normal distribution with the variance of the sample, the mean being D to its being 0."""
    values = list(values_of(seed, 120))
    test = Sequential(difference=0.05)
    for each in values:
        test.add(each)
    variance = statistics.variance(map(float, values))

    def squares(about: float) -> float:
        return math.fsum((float(each) - about) ** 2 for each in values)

    ratios = test.ratios()
    assert ratios is not None
    assert ratios[0] == pytest.approx((squares(0) - squares(-0.05)) / (2 * variance), rel=1e-9)
    assert ratios[1] == pytest.approx((squares(0) - squares(0.05)) / (2 * variance), rel=1e-9)


@pytest.mark.parametrize("name", NOISES)
def test_exchanging_the_players_exchanges_the_verdict(name: str) -> None:
    noise = NOISES[name](Random(f"mirror {name}"))
    for _ in range(20):
        one, other = Sequential(), Sequential()
        shift, over = round(DEVIATION[name] / PART), False
        while not over:
            units = noise() + shift
            over = one.add(value(units))
            assert other.add(value(-units)) == over
        assert one.count == other.count
        assert other.verdict == {LESS: MORE, MORE: LESS, EQUAL: EQUAL}[one.verdict or EQUAL]


def test_the_difference_is_a_fifth_of_the_deviation_of_the_first_fifty_and_stays() -> None:
    first = list(values_of(9, LEAST))
    test = Sequential()
    for each in first[:-1]:
        test.add(each)
        assert test.difference is None
    test.add(first[-1])
    wanted = statistics.stdev([float(each) for each in first]) / 5
    assert test.difference == pytest.approx(wanted, rel=1e-12)
    for each in values_of(10, 50, 1000):
        test.add(each)
    assert test.difference == pytest.approx(wanted, rel=1e-12)


def test_a_difference_given_is_not_changed_by_the_calibration() -> None:
    test = Sequential(difference=0.25)
    for each in values_of(3, 60):
        test.add(each)
    assert test.difference == 0.25


# What it never says


def sound(test: Sequential) -> None:
    numbers = [test.mean, test.variance, test.interval, test.difference, *(test.ratios() or ())]
    assert all(number is None or math.isfinite(number) for number in numbers), numbers


@pytest.mark.parametrize("given", [None, 0.5])
@pytest.mark.parametrize(
    ("constant", "verdict"),
    [
        (Fraction(0), EQUAL),
        (Fraction(3), MORE),
        (Fraction(1, 3), MORE),
        (Fraction(1, 2), MORE),
        (Fraction(-7, 3), LESS),
        (Fraction(-20), LESS),
        (Fraction(-1, 2), LESS),
    ],
)
def test_without_variance_the_answer_is_plain(constant: Fraction, verdict: str, given: float | None) -> None:
    test = Sequential(given)
    sound(test)
    for number in range(1, LEAST + 1):
        assert test.add(constant) == (number == LEAST)
        assert test.verdict == (verdict if number == LEAST else None)
        sound(test)
    assert test.variance == 0.0
    assert test.mean == float(constant)
    assert test.interval == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("given", [None, 1e-12, 0.5, 1e6])
@pytest.mark.parametrize("odd", [0, 1, 25, 49, 50])
@pytest.mark.parametrize("jump", [Fraction(1, 1000), Fraction(-60), Fraction(10**6)])
def test_with_hardly_any_variance_nothing_is_nan(jump: Fraction, odd: int, given: float | None) -> None:
    for constant in (Fraction(0), Fraction(1, 3), Fraction(-20)):
        test = Sequential(given)
        for number in range(80):
            over = test.add(constant + jump if number == odd else constant)
            assert over == (test.verdict is not None)
            assert not over or test.count >= LEAST
            sound(test)


@pytest.mark.parametrize("given", [20.0, 7 / 3])
def test_values_at_the_difference_itself(given: float) -> None:
    """Nearly all values are D: the likelihood of D is as large as can be, and finite."""
    test = Sequential(given)
    near = Fraction(given).limit_denominator(1000)
    for number in range(70):
        test.add(near + Fraction(number == 10, 1000))
        sound(test)
    assert test.verdict == MORE


@pytest.mark.parametrize("seed", range(20))
def test_no_verdict_before_fifty_however_plain_it_is(seed: int) -> None:
    random = Random(seed)
    test = Sequential()
    for _ in range(LEAST - 1):
        assert not test.add(Fraction(-1000 + round(random.gauss(0, 1000)), 7))
        assert test.verdict is None
        sound(test)
    while not test.add(Fraction(-1000 + round(random.gauss(0, 1000)), 7)):
        assert LEAST <= test.count < 2 * LEAST
    assert test.verdict == LESS


@pytest.mark.parametrize("given", [None, 0.5])
@pytest.mark.parametrize("deviations", [1, 2, 3, 5, 10, 30, 100, 1000])
def test_the_plainer_a_difference_the_sooner_it_is_decided(deviations: int, given: float | None) -> None:
    """A mean of so many standard deviations: with none at all it takes 50 values, so with hardly any not more."""
    random = Random(deviations)
    test = Sequential(given)
    while not test.add(Fraction(64 * deviations + round(random.gauss(0, 64)), 64)):
        assert test.count < 2 * LEAST
    assert test.verdict == MORE


@pytest.mark.parametrize("scale", [Fraction(1, 64), Fraction(1, 3), Fraction(1000)])
def test_points_on_another_scale_give_the_same_verdict_after_as_many(scale: Fraction) -> None:
    for seed in range(10):
        noise = normal(Random(seed))
        one, other = Sequential(), Sequential()
        over = False
        while not over:
            units = noise() + 6
            over = one.add(value(units))
            assert other.add(units * scale) == over
        assert one.verdict == other.verdict


def test_a_verdict_stays() -> None:
    test = Sequential()
    while not test.add(Fraction(test.count % 3)):
        assert test.count < 2 * LEAST
    count = test.count
    for _ in range(500):
        assert test.add(Fraction(-3))
    assert test.verdict == MORE
    assert test.count == count + 500


def test_nothing_is_said_of_nothing() -> None:
    test = Sequential()
    assert (test.mean, test.variance, test.interval, test.ratios(), test.verdict) == (None, 0.0, None, None, None)
    test.add(Fraction(5))
    assert (test.mean, test.variance, test.interval, test.ratios(), test.verdict) == (5.0, 0.0, None, None, None)

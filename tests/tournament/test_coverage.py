"""Whether a 95 % interval holds the truth in 95 % of all tournaments: by simulation, the truth being known."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pageone_cli.blocks import WHOLE, Block, Sums
from pageone_cli.contests import Named
from pageone_cli.contests.round_robin import RoundRobin
from pageone_cli.ranking import FEW, FEWEST, Ranking
from pageone_cli.rules import TrickRules

Draw = Callable[[Random], tuple[list[int | float], list[int]]]
"""One block: points and deals of two players."""

DEALS = 4


def skewed(random: Random) -> tuple[list[int | float], list[int]]:
    """Points of a trick game: often nothing, else many; what a block has in common moves both."""
    luck = random.random()
    points: list[int | float] = []
    for bias in (0.30, 0.24):
        won = [random.random() < bias + 0.1 * (luck - 0.5) for _ in range(DEALS)]
        points.append(sum(0 if one else int(8 + random.expovariate(1 / 18)) for one in won))
    return points, [DEALS, DEALS]


def skewed_truth() -> tuple[float, float]:
    """Exact: the mean of a floored exponential is the sum of the chances to reach 1, 2, 3 ..."""
    from math import exp

    floored = 1 / (exp(1 / 18) - 1)
    return (0.70 * (8 + floored), 0.76 * (8 + floored))


def tied(random: Random) -> tuple[list[int | float], list[int]]:
    """Places of two in the matching game, shared now and then, and most blocks all square."""
    first = 0.0
    for _ in range(DEALS):
        chance = random.random()
        first += 0.5 if chance < 0.6 else 0.0 if chance < 0.85 else 1.0
    return [first, DEALS - first], [DEALS, DEALS]


def zeros(random: Random) -> tuple[list[int | float], list[int]]:
    """Wins alone count (last-card), most deals are void."""
    points = [0, 0]
    for _ in range(DEALS):
        chance = random.random()
        if chance < 0.30:
            points[0] += 1
        elif chance < 0.70:
            points[1] += 1
    return list(points), [DEALS, DEALS]


def elimination(random: Random) -> tuple[list[int | float], list[int]]:
    """Different numbers of deals, and the more deals the fewer points a deal: a ratio."""
    deals = [2 + int(random.expovariate(1 / 4)) for _ in range(2)]
    return [sum(int(random.random() * 41) for _ in range(count)) + 10 for count in deals], deals


def elimination_truth() -> float:
    from math import exp

    deals = 2 + 1 / (exp(1 / 4) - 1)
    return (20 * deals + 10) / deals


WORLDS: dict[str, tuple[Draw, tuple[float, float]]] = {
    "skewed": (skewed, skewed_truth()),
    "tied": (tied, (0.5 * 0.6 + 0.15, 1 - 0.5 * 0.6 - 0.15)),
    "zeros": (zeros, (0.30, 0.40)),
    "elimination": (elimination, (elimination_truth(), elimination_truth())),
}


def block(number: int, draw: Draw, random: Random) -> Block:
    points, deals = draw(random)
    made = Block(number)
    for player in (0, 1):
        made.players[player] = Sums(1, deals[player], points[player], 0, 0, WHOLE, 1)
    made.matches, made.deals = 1, max(deals)
    return made


def covered(name: str, blocks: int, tournaments: int) -> dict[str, float]:
    """How often the truth is within the intervals of the two means and of the difference."""
    draw, (first, second) = WORLDS[name]
    random = Random(f"{name}/{blocks}")
    hits = dict.fromkeys(("first", "second", "difference"), 0)
    for _ in range(tournaments):
        ranking = Ranking(2)
        for number in range(blocks):
            ranking.add(block(number + 1, draw, random))
        for one, truth, player in (("first", first, 0), ("second", second, 1)):
            standing = ranking.standings[player]
            assert standing.mean is not None
            assert standing.interval is not None
            hits[one] += abs(standing.mean - truth) <= standing.interval
        pair = ranking.difference(0, 1)
        assert pair is not None
        assert pair.mean is not None
        assert pair.interval is not None
        hits["difference"] += abs(pair.mean - (first - second)) <= pair.interval
    return {one: count / tournaments for one, count in hits.items()}


@pytest.mark.parametrize(("blocks", "tournaments"), [(50, 2000), (120, 800)])
@pytest.mark.parametrize("name", WORLDS)
def test_from_50_blocks_on_intervals_hold_the_truth_in_95_percent(name: str, blocks: int, tournaments: int) -> None:
    """95 % ± 1.5, and three standard errors of the simulation itself (0.49 % of 2000)."""
    noise = 3 * (0.95 * 0.05 / tournaments) ** 0.5
    for what, share in covered(name, blocks, tournaments).items():
        if name == "elimination" and what == "difference":  # the mean of ratios is another truth
            continue
        assert 0.935 - noise <= share <= 0.965 + noise, (what, share)


@pytest.mark.parametrize("blocks", [10, 20, 49])
@pytest.mark.parametrize("name", WORLDS)
def test_from_10_blocks_on_intervals_hold_the_truth_in_91_percent(name: str, blocks: int) -> None:
    for what, share in covered(name, blocks, 1500).items():
        if name == "elimination" and what == "difference":
            continue
        assert share >= 0.91 - 3 * (0.91 * 0.09 / 1500) ** 0.5, (what, share)


def report(blocks: int) -> RoundRobin:
    players = [("a", "random"), ("b", "random")]
    made = RoundRobin(rules=TrickRules(), players=[Named(*each) for each in players], seed="1", table_size=2)
    random = Random(1)
    for number in range(blocks):
        made.add(block(number + 1, skewed, random))
    return made


@pytest.mark.parametrize("blocks", [1, 2, 9])
def test_below_10_blocks_there_is_no_interval(blocks: int) -> None:
    made = report(blocks)
    assert all(one.interval is None for one in made.ranking.standings)
    pair = made.ranking.difference(0, 1)
    assert pair is not None
    assert pair.interval is None
    text = made.text("table")
    assert "± –" in text
    assert "No intervals: they need 10 blocks" in text


@pytest.mark.parametrize("blocks", [10, 49])
def test_below_50_blocks_a_note_says_that_intervals_are_rough(blocks: int) -> None:
    text = report(blocks).text("table")
    assert "rough" in text
    assert "No intervals" not in text
    assert "± –" not in text


def test_from_50_blocks_on_there_is_no_note() -> None:
    text = report(50).text("table")
    assert "rough" not in text
    assert "No intervals" not in text
    assert (FEWEST, FEW) == (10, 50)

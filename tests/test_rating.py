"""Ratings: the model's own strengths come back, ties are halves, and who is never beaten has a finite rating."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pageone_cli import rating
from pageone_cli.rating import MEAN, SCALE, rated
from tests.commands import run


def deals(strengths: list[float], blocks: int, seed: int) -> list[Counter[tuple[int, int]]]:
    """Blocks of ten deals in which each place goes to one of those left in proportion to its strength."""
    draw = Random(seed)
    found = []
    for _ in range(blocks):
        pairs: Counter[tuple[int, int]] = Counter()
        for _ in range(10):
            left = list(range(len(strengths)))
            while left:
                point = draw.random() * sum(strengths[player] for player in left)
                for player in left:
                    point -= strengths[player]
                    if point < 0:
                        break
                left.remove(player)
                pairs.update({(player, other): 2 for other in left})
        found.append(pairs)
    return found


def interval(each: rating.Rating) -> tuple[float, float]:
    assert each.low is not None
    assert each.high is not None
    return each.low, each.high


def test_below_10_blocks_there_is_no_interval() -> None:
    found = rated(deals([2.0, 1.0], 9, 1), (0, 1), 1)
    assert [(each.low, each.high) for each in found.values()] == [(None, None)] * 2
    assert found[0].value > found[1].value


def test_the_strengths_of_the_model_come_back() -> None:
    strengths = [8.0, 4.0, 2.0, 1.0]
    found = rated(deals(strengths, 200, 1), range(4), 1)
    mean = sum(map(math.log, strengths)) / 4
    for player, strength in enumerate(strengths):
        truth = MEAN + SCALE * (math.log(strength) - mean)
        assert abs(found[player].value - truth) < 25
        low, high = interval(found[player])
        assert low < found[player].value < high
    assert sum(each.value for each in found.values()) / 4 == pytest.approx(MEAN, abs=0.1)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    truth = MEAN + SCALE * math.log(2.0) / 2
    held = 0
    for seed in range(100):
        low, high = interval(rated(deals([2.0, 1.0], 40, seed), (0, 1), seed)[0])
        held += low <= truth <= high
    assert 87 <= held <= 100


def test_equal_points_are_a_half_each_way() -> None:
    ties: list[Counter[tuple[int, int]]] = [Counter({(0, 1): 1, (1, 0): 1})] * 20
    assert [each.value for each in rated(ties, (0, 1), 1).values()] == [MEAN, MEAN]


def test_who_is_never_beaten_has_a_finite_rating() -> None:
    found = rated([Counter({(0, 1): 2, (0, 2): 2, (1, 2): 2})] * 30, (0, 1, 2), 1)
    assert all(math.isfinite(each.value) and all(map(math.isfinite, interval(each))) for each in found.values())
    assert found[0].value > found[1].value > found[2].value


LEAGUE = [
    "tournament",
    "attack",
    "random",
    "highest",
    "--table-size",
    "2",
    "--blocks",
    "4",
    "--deals",
    "1",
    "--seed",
    "7",
    "-q",
]


def test_without_the_extra_the_column_is_absent_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "rating" in run(*LEAGUE).stdout
    monkeypatch.setattr("pageone_cli.ranking.available", lambda: False)
    monkeypatch.setattr(rating, "available", lambda: False)
    result = run(*LEAGUE[:-1])
    assert "rating" not in result.stdout
    assert "pip install 'pageone[ratings]'" in result.stderr
    players = json.loads(run(*LEAGUE, "--format", "json").stdout)["players"]
    assert [player["rating"] for player in players] == [None] * 3


def test_a_table_without_some_is_that_of_the_blocks_without_them(tmp_path: Path) -> None:
    log = str(tmp_path / "t.log")
    run(*LEAGUE, "--log", log)
    whole = json.loads(run("table", log, "--format", "json").stdout)
    without = json.loads(run("table", log, "--exclude", "random", "--format", "json").stdout)
    only = run("table", log, "--include", "attack", "--include", "highest", "--format", "json").stdout
    assert json.loads(only) == without
    assert [player["name"] for player in without["players"]] == ["attack", "highest"]
    (pair,) = without["pairs"]
    assert pair == next(each for each in whole["pairs"] if each["players"] == [0, 2])
    assert without["deals"] == 8
    for words, message in (
        (["--exclude", "randm"], "randm is not in this log; did you mean random?"),
        (["--include", "attack"], "1 players are left, and a table had 2"),
    ):
        result = run("table", log, *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    run("match", "random", "random", "--seed", "1", "--log", log, "--force", "-q")
    assert run("table", log, "--exclude", "random").exit_code == 2

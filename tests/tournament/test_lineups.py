"""Which line-ups a round robin has: all of them in turn, or a balanced choice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from pageone_cli.lineups import Plan, balanced, lineup


@pytest.mark.parametrize("players", range(2, 11))
def test_unranking_is_lexicographic_order(players: int) -> None:
    for size in range(1, players + 1):
        expected = list(combinations(range(players), size))
        assert [lineup(players, size, rank) for rank in range(len(expected))] == expected


def test_unranking_of_a_large_field() -> None:
    assert lineup(200, 6, 0) == (0, 1, 2, 3, 4, 5)
    assert lineup(200, 6, comb(200, 6) - 1) == (194, 195, 196, 197, 198, 199)
    assert lineup(200, 6, comb(200, 6) // 2) < lineup(200, 6, comb(200, 6) // 2 + 1)


@pytest.mark.parametrize(("players", "size"), [(2, 2), (5, 4), (6, 3), (8, 4), (7, 6), (12, 2)])
def test_every_line_up_comes_once_in_each_cycle(players: int, size: int) -> None:
    count = comb(players, size)
    plan = Plan(players, size, 3 * count, 1)
    assert plan.lineups == count
    blocks = [plan.lineup(block) for block in range(1, 3 * count + 1)]
    for cycle in range(3):
        assert sorted(blocks[cycle * count : (cycle + 1) * count]) == list(combinations(range(players), size))


def even(players: int, chosen: list[tuple[int, ...]], size: int) -> tuple[int, int]:
    """How unevenly players play, and how unevenly pairs meet."""
    played: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    met: Counter[tuple[int, int]] = Counter(dict.fromkeys(combinations(range(players), 2), 0))
    for one in chosen:
        assert len(set(one)) == size
        assert list(one) == sorted(one)
        assert one[0] >= 0
        assert one[-1] < players
        played.update(one)
        met.update(combinations(one, 2))
    return max(played.values()) - min(played.values()), max(met.values()) - min(met.values())


def fields() -> list[tuple[int, int]]:
    return [(players, size) for players in range(2, 13) for size in range(2, min(players, 6) + 1)]


@pytest.mark.parametrize(("players", "size"), fields())
def test_a_balanced_choice_is_even(players: int, size: int) -> None:
    """Everybody plays equally often (± 1 block), pairs meet max - min <= 2, for fields up to 12 (issue E)."""
    most = comb(players, size)
    random = Random(f"{players}/{size}")
    numbers = {1, 2, 3, players - 1, players, players + 1, most - 1, most + 1, 2 * most + most // 2}
    numbers |= {random.randrange(1, most + 1) for _ in range(5)} | {random.randrange(1, 60) for _ in range(3)}
    for blocks in sorted(numbers):
        if blocks < 1:
            continue
        for seed in range(2):
            plan = Plan(players, size, blocks, seed)
            chosen = [plan.lineup(block) for block in range(1, blocks + 1)]
            played, met = even(players, chosen, size)
            assert played <= 1, (blocks, seed)
            assert met <= 2, (blocks, seed)


@pytest.mark.parametrize(("players", "size"), [(13, 4), (20, 4), (30, 6), (50, 4), (100, 2)])
def test_larger_fields_are_even_too(players: int, size: int) -> None:
    for blocks in (1, players, 101):
        plan = Plan(players, size, blocks, 7)
        played, met = even(players, [plan.lineup(block) for block in range(1, blocks + 1)], size)
        assert played <= 1
        assert met <= 4


def test_the_choice_depends_on_the_seed_alone() -> None:
    one, same, other = (Plan(9, 4, 40, seed) for seed in (1, 1, 2))
    blocks = range(1, 41)
    assert [one.lineup(block) for block in blocks] == [same.lineup(block) for block in blocks]
    assert [one.lineup(block) for block in blocks] != [other.lineup(block) for block in blocks]
    assert balanced(9, 4, 40, Random(5)) == balanced(9, 4, 40, Random(5))


def test_nobody_is_favoured_over_seeds() -> None:
    """Who sits down in a choice of few blocks is drawn: over many seeds everybody does equally often."""
    played: Counter[int] = Counter()
    for seed in range(1200):
        played.update(Plan(6, 2, 1, seed).lineup(1))
    assert all(330 < played[player] < 470 for player in range(6))


@pytest.mark.parametrize(("players", "size"), [(3, 4), (1, 2), (0, 2), (5, 1), (5, 0), (2, 3)])
def test_a_field_that_does_not_fill_a_table_is_refused(players: int, size: int) -> None:
    with pytest.raises(ValueError, match="table"):
        Plan(players, size, 1, 0)

"""Where chance comes from: reproducible, independent streams, and rotations that are fair."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli import Move, Strategy, View, streams
from pageone_cli.games import family
from pageone_cli.loading import Player, load_players
from pageone_cli.playing import Run
from pageone_cli.results import DealRecord
from pageone_cli.rules import DealsMatch, TrickRules
from pageone_cli.schedule import block
from pageone_cli.streams import Shuffler, Streams, derived, new_seed
from pageone_cli.table import DealResult

NAMES = [str(card) for card in family(TrickRules()).cards]

# Kept: what these streams gave when they were made. A change of derivation changes every log and every result.
FIRST_CARDS = {
    ("7", 1, 1): "4D 6S 2H 9D 8D QD AH 3S AC 8H 2D AS",
    ("7", 1, 2): "QS 4C 3H TH 6C JH 2H 4S JS KH JD 8C",
    ("7", 2, 1): "8S 2C KD 9C 6S AD 7H 6D 4D JH 2S 4H",
    ("Käsefuß", 1, 1): "2D TH JH 7S 4C AC 8D KH QC 4S 9H 4D",
    ("", 1, 1): "9C 8H 3H 6D 2S 5D 4S 3D 2H TC 6C 2C",
}


def shuffled(seed: str, block: int, deal: int, size: int = 53) -> list[int]:
    return Streams(seed).cards(block, deal, range(size)).pack()


@pytest.mark.parametrize("key", FIRST_CARDS)
def test_kept_packs(key: tuple[str, int, int]) -> None:
    assert " ".join(NAMES[card] for card in shuffled(*key)[:12]) == FIRST_CARDS[key]


def test_kept_reshuffle_seatings_and_strategies() -> None:
    cards = Streams("7").cards(1, 1, range(53))
    cards.pack()
    assert [NAMES[card] for card in cards.shuffle(range(8))] == ["3S", "9S", "7S", "2S", "8S", "4S", "5S", "6S"]
    assert [Streams("7").seating(number, 4) for number in (1, 2, 3)] == [
        ([1, 3, 2, 0], 0),
        ([1, 0, 2, 3], 0),
        ([2, 1, 0, 3], 3),
    ]
    assert Streams("7").strategies(1, 1, 3) == [14095301964277984283, 10259836704922545986, 2075429784501899415]
    assert derived("a key") == 10350304054313858974


def test_same_seed_same_numbers() -> None:
    for seed in ("7", "", "سلام", "\udcff"):
        one, other = Streams(seed), Streams(seed)
        assert one.cards(1, 1, range(53)).pack() == other.cards(1, 1, range(53)).pack()
        assert one.strategies(1, 1, 4) == other.strategies(1, 1, 4)
        assert one.seating(1, 6) == other.seating(1, 6)


def test_a_shuffle_is_a_permutation_and_the_next_one_another() -> None:
    cards = Streams("x").cards(1, 1, range(56))
    first, second = cards.pack(), cards.pack()
    assert sorted(first) == sorted(second) == list(range(56))
    assert first != second
    assert sorted(cards.shuffle([5, 50, 7])) == [5, 7, 50]


def test_a_reshuffle_depends_on_its_number_and_the_cards_not_on_their_order_or_how_many_there_were_before() -> None:
    one, other = Streams("x").cards(1, 1, range(53)), Streams("x").cards(1, 1, range(53))
    one.pack(), other.pack()
    one.shuffle([1, 2, 3])
    other.shuffle(range(40))
    assert one.shuffle([9, 3, 30, 4]) == other.shuffle([4, 30, 3, 9])


def agreements(first: list[int], second: list[int]) -> int:
    """Places at which two shuffles have the same card; about 1 for unrelated ones."""
    return sum(a == b for a, b in zip(first, second, strict=True))


def related() -> list[tuple[str, int, int]]:
    """Streams whose keys are as alike as can be."""
    keys = [(str(seed), 1, 1) for seed in range(30)]
    keys += [("7", 1, deal) for deal in range(2, 30)] + [("7", number, 1) for number in range(2, 30)]
    keys += [("7 ", 1, 1), (" 7", 1, 1), ("07", 1, 1), ("1/7", 1, 1), ("7", 11, 1), ("7", 1, 11), ("1/1/7", 1, 1)]
    return list(dict.fromkeys(keys))


def test_related_seeds_deals_and_blocks_give_unrelated_packs() -> None:
    packs = [shuffled(*key) for key in related()]
    pairs = list(itertools.combinations(packs, 2))
    found = [agreements(one, other) for one, other in pairs]
    assert max(found) <= 9  # chance of 10 or more in one pair: 1 in 10 million
    assert 0.9 < sum(found) / len(found) < 1.1
    shifted = [agreements(one, other[1:] + other[:1]) for one, other in pairs]
    assert max(shifted) <= 9


def test_all_streams_differ_from_each_other() -> None:
    seeds = [number for key in related() for number in Streams(key[0]).strategies(key[1], key[2], 6)]
    assert len(set(seeds)) == len(seeds)
    cards = {derived(f"cards/{number}/{deal}/{seed}") for seed, number, deal in related()}
    assert len(cards) == len(related())
    assert not cards & set(seeds)


def test_a_seats_numbers_do_not_depend_on_how_many_sit_there() -> None:
    assert Streams("x").strategies(1, 1, 10)[:2] == Streams("x").strategies(1, 1, 2)


def test_each_card_is_at_each_place_alike() -> None:
    counts = Counter(
        (place, card) for deal in range(1, 4001) for place, card in enumerate(shuffled("fair", 1, deal, 8))
    )
    assert len(counts) == 64
    assert all(400 < count < 600 for count in counts.values())  # 500 each; 4.8 standard deviations


def test_seatings_are_all_alike() -> None:
    orders = Counter(tuple(Streams(str(seed)).seating(1, 3)[0]) for seed in range(3000))
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values())


class OnlyRandom(Random):
    """Random numbers that are only promised by `random()`."""

    def __getattribute__(self, name: str) -> Any:
        if name not in ("random", "seed") and not name.startswith("_"):
            raise AssertionError(f"Random.{name} is not the same in every version of Python")
        return super().__getattribute__(name)


def test_only_random_is_used_by_streams_and_bundled_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = logged(load_players(["random", "highest", "lowest", "forgetful"]))
    monkeypatch.setattr(streams, "Random", OnlyRandom)
    monkeypatch.setattr("random.Random", OnlyRandom)
    with pytest.raises(AssertionError):
        OnlyRandom(1).shuffle([1, 2])
    assert logged(load_players(["random", "highest", "lowest", "forgetful"])) == wanted
    assert isinstance(Shuffler(range(5), 1)._random.__self__, OnlyRandom)  # type: ignore[attr-defined]


def test_global_random_is_neither_used_nor_touched() -> None:
    import random

    random.seed(5)
    before = random.getstate()
    first = logged(load_players(["random", "forgetful"]))
    assert random.getstate() == before
    random.seed(6)
    assert logged(load_players(["random", "forgetful"])) == first


# What strategies do with their numbers


class Steady(Strategy):
    """The first move, and no random numbers."""

    def choose(self, view: View) -> Move:
        return view.moves[0]


class Wasteful(Strategy):
    """The first move, and random numbers without end."""

    def choose(self, view: View) -> Move:
        import random

        for _ in range(1 + len(view.hand)):
            self.rng.random()
            random.random()
        return view.moves[0]


def player(kind: type[Strategy], name: str = "") -> Player:
    return Player(name or kind.__name__, kind.__name__, kind)


def logged(players: list[Player], seed: str = "7", deals: int = 6, rotate: bool = False) -> list[Any]:
    """Everything that a match is made of, deal by deal."""
    told: list[Any] = []

    def on_deal(result: DealResult, record: DealRecord) -> None:
        told.append((result.pack, result.dealer, result.deal.events(), record))

    run = Run(TrickRules(match=DealsMatch(deals=deals)), players, seed, rotate)
    told += list(run.play(on_deal, lambda fault: None))
    return told


def test_cards_do_not_depend_on_how_many_random_numbers_strategies_use() -> None:
    assert logged([player(Steady)] * 3, deals=40) == logged([player(Wasteful)] * 3, deals=40)


def test_packs_do_not_depend_on_who_plays() -> None:
    one = logged([player(Steady)] * 4)
    other = logged(load_players(["random", "highest", "lowest", "forgetful"]))
    assert [deal[0] for deal in one if type(deal) is tuple] == [deal[0] for deal in other if type(deal) is tuple]


class Remembering(Strategy):
    """Keeps the first random number of every deal."""

    remembers = True
    numbers: list[float] = []  # noqa: RUF012 - shared on purpose

    def start(self, view: View) -> None:
        self.numbers.append(self.rng.random())

    def choose(self, view: View) -> Move:
        return view.moves[0]


def test_every_seat_and_deal_has_numbers_of_its_own_and_again_the_same() -> None:
    Remembering.numbers.clear()
    logged([player(Remembering)] * 3, deals=20)
    first = list(Remembering.numbers)
    assert len(set(first)) == len(first) == 60
    Remembering.numbers.clear()
    logged([player(Remembering)] * 3, deals=20)
    assert first == Remembering.numbers


# Rotation


@pytest.mark.parametrize("players", range(2, 11))
def test_over_all_rotations_everybody_has_every_seat_once(players: int) -> None:
    for seed in range(10):
        fixtures = block(Streams(str(seed)), 1, tuple(range(players)), rotate=True)
        assert [one.match for one in fixtures] == list(range(1, players + 1))
        assert [one.rotation for one in fixtures] == list(range(players))
        assert {one.first_dealer for one in fixtures} == {fixtures[0].first_dealer}
        for who in range(players):
            assert sorted(one.table.index(who) for one in fixtures) == list(range(players))
        neighbours = {pair for one in fixtures for pair in itertools.pairwise((*one.table, one.table[0]))}
        assert len(neighbours) == players  # a circular order stays one


def test_in_each_rotation_everybody_sits_one_seat_further_clockwise() -> None:
    first, *others = block(Streams("7"), 1, (0, 1, 2, 3, 4), rotate=True)
    for turn, fixture in enumerate(others, start=1):
        for seat, who in enumerate(first.table):
            assert fixture.table[(seat + turn) % 5] == who


def test_every_rotation_has_the_same_packs_and_dealers() -> None:
    told = [deal for deal in logged([player(Steady)] * 4, rotate=True) if type(deal) is tuple]
    assert len(told) == 24
    for number in range(6):
        assert len({str((deal[0], deal[1])) for deal in told[number::6]}) == 1


def test_four_of_a_kind_score_the_same_over_all_rotations() -> None:
    records = [record for record in logged([player(Steady)] * 4, deals=12, rotate=True) if type(record) is not tuple]
    totals = [0] * 4
    for record in records:
        for seat, index in enumerate(record.table):
            totals[index] += record.totals[seat]
    assert len(set(totals)) == 1
    assert totals[0] > 0


def test_without_rotation_there_is_one_match_with_the_first_seating() -> None:
    one = block(Streams("7"), 1, (0, 1, 2), rotate=False)
    assert one == block(Streams("7"), 1, (0, 1, 2), rotate=True)[:1]


def test_drawn_seeds_differ_and_are_short() -> None:
    drawn = {new_seed() for _ in range(100)}
    assert len(drawn) > 90
    assert all(0 < len(seed) <= 16 and seed.isascii() for seed in drawn)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_no_hash_seed_and_no_folder_changes_the_bytes_of_a_log(tmp_path: Path, hash_seed: str) -> None:
    log = tmp_path / "a.jsonl"
    root = str(Path(__file__).parent.parent)
    subprocess.run(
        [sys.executable, "-m", "pageone_cli", "match", "--seed", "7", "--deals", "20", "--log", str(log)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root},
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    told = [line for line in log.read_text(encoding="utf-8").splitlines() if '"type":"deal"' in line]
    packs = [deal[0] for deal in logged(load_players(["random", "highest", "lowest", "forgetful"]), deals=20)[:20]]
    assert len(told) == 20
    for line, pack in zip(told, packs, strict=True):
        assert '"deck":["' + '","'.join(NAMES[card] for card in pack) + '"]' in line

"""The bundled strategies of the matching game: what they play, that they always can, that they win what they must."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from pageone_cli import Move, Strategy
from pageone_cli.config import load
from pageone_cli.events import encode
from pageone_cli.faults import Fault
from pageone_cli.games import family
from pageone_cli.loading import Player, bundled_player
from pageone_cli.playing import play_match
from pageone_cli.results import DealRecord
from pageone_cli.rules import DealsMatch, MatchingRules
from pageone_cli.schedule import Fixture
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult
from pageone_cli.testing import seated, view
from tests.bench.strength import measured
from tests.matching_deals import rules

ROOT = Path(__file__).parents[2]
NAMES = ("steady", "biggest-set", "longest-colour", "stacker", "wilds-last", "save-sets")
SPARING = ("longest-colour", "wilds-last", "save-sets")  # of wilds


def chosen(name: str, hand: str, **moment: Any) -> set[str]:
    """All that a strategy plays at a moment put together by hand, whatever its random numbers are."""
    looked = view(game="matching", hand=hand, **moment)
    kind = bundled_player(name).make
    own = moment.get("rules")
    return {str(seated(kind(), looked.seat, own, stream, "matching").choose(looked)) for stream in range(40)}


# What they play


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hand", "moment", "play"),
    [
        ("b7 r8", {"top": "b3"}, "b7"),
        ("g3 r8 y9", {"top": "b3"}, "g3"),
        ("b7 r7", {"top": "b3"}, "b7 r7"),
        ("b+2 r8", {"top": "b3"}, "b+2"),
        ("y+2 r8 W", {"top": "b+2", "pending": 2}, "y+2"),
        ("y+3 r8", {"top": "b+3 g+3", "pending": 6}, "y+3"),
        ("b7 r8", {"top": "W", "colour": "b"}, "b7"),
    ],
)
def test_nobody_draws_while_something_fits(name: str, hand: str, moment: dict[str, Any], play: str) -> None:
    assert play in chosen(name, hand, **moment)
    assert "draw" not in chosen(name, hand, **moment)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hand", "colour"), [("W r1 r2 y4 y5 y6", "y"), ("W r1", "r"), ("W W g1 g2 y1 y2 y3", "y"), ("W g1 g1 r1", "g")]
)
def test_a_wild_names_the_longest_colour_left(name: str, hand: str, colour: str) -> None:
    assert chosen(name, hand, top="b8") == {f"W ({colour})"}


@pytest.mark.parametrize("name", NAMES)
def test_of_colours_as_long_a_wild_names_the_first(name: str) -> None:
    """Or any of them, if it is save-sets, which weighs all plays alike."""
    every = {"W (b)", "W (r)", "W (y)", "W (g)"}
    assert chosen(name, "W W", top="b8") == (every if name == "save-sets" else {"W (b)"})
    assert chosen(name, "W g1 y1", top="b8") == ({"W (y)", "W (g)"} if name == "save-sets" else {"W (y)"})


def test_steady_makes_any_play() -> None:
    assert chosen("steady", "b7 r7 g4 W", top="b3") == {"b7", "b7 r7", "W (b)"}
    assert chosen("steady", "b7 r7 y7", top="b3") == {"b7", "b7 r7", "b7 y7", "b7 y7 r7", "b7 r7 y7"}


@pytest.mark.parametrize("name", ["biggest-set", "stacker", "wilds-last"])
def test_the_biggest_sets_are_played_first(name: str) -> None:
    assert chosen(name, "b7 r7 y7 b4 g4 bR W", top="b3") == {"b7 y7 r7", "b7 r7 y7"}
    assert chosen(name, "b7 r7 b4 g4 bR W", top="b3") == {"b7 r7", "b4 g4"}
    assert chosen(name, "b7 r7 b4", top="b3", rules=rules(sets="single")) == {"b7", "b4"}
    assert chosen(name, "bR rR b4", top="b3", rules=rules(sets="numbers")) == {"bR", "b4"}


def test_biggest_set_does_not_care_whether_it_is_a_wild() -> None:
    assert chosen("biggest-set", "b7 r2 r4 W", top="b3") == {"b7", "W (r)"}


@pytest.mark.parametrize("name", SPARING)
def test_wilds_are_kept_until_nothing_else_fits(name: str) -> None:
    assert chosen(name, "b7 r2 r4 W", top="b3") == {"b7"}
    assert chosen(name, "b+2 W", top="b3") == {"b+2"}
    assert chosen(name, "y7 r2 r4 W", top="b3") == {"W (r)"}


def test_longest_colour_leaves_the_colour_of_which_it_keeps_most() -> None:
    assert chosen("longest-colour", "b3 r3 r4 r5 y3", top="g3") == {"b3 y3 r3"}  # and takes along what it can
    assert chosen("longest-colour", "b3 b4 b5 r3 r4 y9", top="g3") == {"r3 b3"}
    assert chosen("longest-colour", "b4 r4 r5 b6 b7", top="b3") == {"b4", "b6", "b7"}
    assert chosen("longest-colour", "b7 r7", top="b7") == {"b7 r7", "r7 b7"}


def test_longest_colour_does_not_lay_both_cards_of_that_colour() -> None:
    assert chosen("longest-colour", "b3 b3 b4 r3", top="g3") == {"r3 b3"}


def test_stacker_hoards_draw_cards_until_they_are_wanted() -> None:
    assert chosen("stacker", "b+2 r+2 b4 W", top="b3") == {"b4", "W (b)"}
    assert chosen("stacker", "b+2 r+2 r4", top="b3") == {"b+2 r+2"}
    assert chosen("stacker", "b+2 r+2 g+2 r4 W", top="y+2", pending=2) == {
        "b+2 r+2 g+2",
        "b+2 g+2 r+2",
        "r+2 g+2 b+2",
    }
    assert chosen("stacker", "b+2 r+3 r4", top="b+3", pending=3) == {"r+3"}


def test_save_sets_plays_single_cards_first() -> None:
    assert chosen("save-sets", "b7 r7 b4", top="b3") == {"b4"}
    assert chosen("save-sets", "b7 r7 y7 b4 g4", top="b3") == {"b4 g4"}
    assert chosen("save-sets", "b7 b7 r7", top="b3") == {"b7 b7 r7", "b7 r7 b7"}  # and never breaks a set
    assert chosen("save-sets", "b4 b4 W", top="b3") == {"b4 b4"}


def test_save_sets_has_no_sets_where_cards_are_played_singly() -> None:
    assert chosen("save-sets", "b7 r7 b4 b5", top="b3", rules=rules(sets="single")) == {"b7", "b4", "b5"}
    assert chosen("save-sets", "bR rR b4 b4", top="b3", rules=rules(sets="numbers")) == {"bR"}


def test_save_sets_leaves_the_colour_that_makes_up_most_of_the_rest() -> None:
    assert chosen("save-sets", "b4 r4 r5 r6 y9", top="b3") == {"b4 r4"}
    assert chosen("save-sets", "b3 r3 y3 r5", top="g3") == {"b3 y3 r3"}
    assert chosen("save-sets", "b3 r5 r6 g9 g1 g2", top="y3") == {"b3"}
    assert chosen("save-sets", "b1 r8 r5 r6", top="b8") == {"r8"}


@pytest.mark.parametrize(
    ("counts", "direction", "play"),
    [
        ((3, 3, 3, 3), 1, "b4"),
        ((3, 2, 3, 3), 1, "b+2"),
        ((3, 1, 9, 9), 1, "b+2"),
        ((3, 1, 9, 9), -1, "b4"),
        ((3, 9, 9, 2), -1, "b+2"),
        ((3, 9, 1, 1), 1, "b4"),
        ((3, 2), -1, "b+2"),
    ],
)
def test_save_sets_keeps_draw_cards_for_a_next_player_about_to_go_out(
    counts: tuple[int, ...], direction: int, play: str
) -> None:
    assert chosen("save-sets", "b+2 b4 g8", top="b3", counts=counts, direction=direction) == {play}


def test_save_sets_looks_at_the_next_player_who_is_still_in() -> None:
    looked = view(game="matching", hand="b+2 b4 g8", top="b3", counts=(3, 0, 9, 9))
    looked.active = (0, 2, 3)
    bot = seated(bundled_player("save-sets").make(), game="matching")
    assert str(bot.choose(looked)) == "b4"


def test_save_sets_passes_a_pending_draw_on_with_all_that_it_has() -> None:
    assert chosen("save-sets", "b+2 r+2 r4 r5 W", top="y+2", pending=2) == {"b+2 r+2"}
    assert chosen("save-sets", "b+2 r+2 r4", top="y+2", pending=2, rules=rules(sets="single")) == {"r+2"}


# That they always can


class Watched:
    """A player whose strategy must choose one of the moves on offer, and not a draw: those forced are not asked."""

    def __init__(self, name: str) -> None:
        self.bundled = bundled_player(name)

    def player(self, number: int) -> Player:
        bundled: Any = self.bundled.kind

        class Watching(bundled):  # type: ignore[misc]
            def choose(self, view: Any) -> Move:
                move: Move = super().choose(view)
                assert move in view.moves
                assert not move.is_draw
                return move

        return replace(self.bundled, name=f"{self.bundled.name}#{number}", kind=Watching)


def drawn_rules(random: Random) -> MatchingRules:
    """Any options, with small hands now and then and little room in them."""
    hand_size = 1 + int(random.random() * 7)
    return rules(
        hand_size=hand_size,
        wilds=[0, 1, 4, 20][int(random.random() * 4)],
        hand_limit=["none", hand_size, 15, 30][int(random.random() * 4)],
        sets=["faces", "numbers", "single"][int(random.random() * 3)],
        stacking=random.random() < 0.6,
        enforced_by=["nobody", "referee", "opponents"][int(random.random() * 3)],
        at=1 + int(random.random() * 2),
        max_turns=[60, 1000][int(random.random() * 2)],
        match=DealsMatch(deals=3),
    )


def played(own: MatchingRules, names: list[str], seed: str) -> list[DealResult]:
    """A match; whatever fails ends it."""
    deals: list[DealResult] = []

    def on_deal(result: DealResult, _: DealRecord) -> None:
        deals.append(result)

    conduct = Conduct("abort", bundled_player("random").make, _no_fault)
    players = [Watched(name).player(number) for number, name in enumerate(names)]
    fixture = Fixture(1, 1, 0, 1, tuple(range(len(names))), 0)
    play_match(family(own), players, Streams(seed), fixture, conduct, on_deal)
    return deals


def _no_fault(fault: Fault) -> None:
    raise AssertionError(fault)


@pytest.mark.parametrize("players", range(2, 11))
def test_they_play_by_any_rules(players: int) -> None:
    random = Random(players)
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    for number in range(60):
        own = drawn_rules(random)
        names = [NAMES[(number + seat) % len(NAMES)] for seat in range(players)]
        deals = played(own, names, f"{players}/{number}")
        again = played(own, names, f"{players}/{number}")
        assert [encode(each.deal.events()) for each in deals] == [encode(each.deal.events()) for each in again]
        outcomes.update(each.deal.outcome for each in deals)
        kinds.update(event[0] for each in deals for event in each.deal.events())
    assert outcomes["out"] > 60
    assert outcomes["cap"]
    assert kinds["skip"]
    assert kinds["bust"]
    assert kinds["reshuffle"] or players == 2


@pytest.mark.parametrize("name", NAMES)
def test_hands_of_a_hundred_cards(name: str) -> None:
    """There are thousands of moves then, and an answer within a second all the same."""
    own = rules(hand_limit="none")
    pack = list(map(str, family(own).cards))
    hand = " ".join(sorted([*pack, *pack[1:]]))  # all but the b1 on top and two of the wilds
    looked = view(game="matching", hand=hand, top="b1", counts=(105, 1), rules=own)
    bot = seated(bundled_player(name).make(), game="matching")
    began = perf_counter()
    move = bot.choose(looked)
    assert perf_counter() - began < 1
    assert len(looked.moves) > 1000
    assert move in looked.moves


def test_processes_that_hash_differently_play_the_same(tmp_path: Path) -> None:
    logs = []
    for seed in ("1", "2"):
        log = tmp_path / seed
        command = [sys.executable, "-m", "pageone_cli", "match", *NAMES]
        command += ["--rules", "colour", "--seed", "7", "--deals", "20", "--log", str(log)]
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run(command, capture_output=True, check=True, env=environment)
        logs.append(log.read_bytes().splitlines())
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


# What must win


@cache
def mean(name: str, players: int = 4) -> float:
    """Places minus one per deal, of one among `steady`, in 400 rotated blocks."""
    return measured(name, "steady", load("colour"), players, 400, "must win").points.value


def test_save_sets_wins() -> None:
    assert mean("save-sets") <= 1.05
    assert mean("save-sets", 3) <= 0.7
    assert mean("save-sets", 2) <= 0.36


@pytest.mark.parametrize("name", ["biggest-set", "longest-colour", "stacker", "wilds-last"])
def test_every_plan_is_better_than_none_and_worse_than_the_best(name: str) -> None:
    assert mean("save-sets") + 0.1 < mean(name) < 1.4


def test_random_loses_nearly_everything() -> None:
    assert mean("random") > 2.5


def test_save_sets_is_the_best_among_its_like_too() -> None:
    others = [name for name in NAMES if name != "save-sets"]
    for name in others:
        assert measured(name, "save-sets", load("colour"), 4, 100, "must win").diff.value > 0.2


def test_a_strategy_among_its_like_is_neither_better_nor_worse() -> None:
    assert measured("steady", "steady", load("colour"), 3, 20, "1").diff.value == pytest.approx(0)


def test_each_has_a_docstring_and_plays_the_matching_game_alone() -> None:
    for name in NAMES:
        kind: type[Strategy] = bundled_player(name).kind
        assert kind.__doc__
        assert len(kind.__doc__.split("\n")[0]) <= 110
        assert kind.games == {"matching"}
        assert not kind.remembers
        assert kind.__name__ == "".join(map(str.capitalize, name.split("-")))

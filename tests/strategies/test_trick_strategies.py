"""The bundled strategies of the trick game: what they play, that they always can, and that they win what they must."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli import Move, Strategy
from pageone_cli.config import load
from pageone_cli.events import Event, encode
from pageone_cli.faults import Fault
from pageone_cli.games import CHOOSE, family
from pageone_cli.loading import Player, bundled_player
from pageone_cli.playing import play_match
from pageone_cli.results import DealRecord
from pageone_cli.rules import DealsMatch, TrickRules
from pageone_cli.schedule import Fixture
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult
from pageone_cli.testing import seated, view
from tests.bench.strength import measured
from tests.deals import Played, rules

ROOT = Path(__file__).parents[2]
NAMES = ("longest-suit", "rare-suit", "joker-saver", "thin-hand", "attack")


def chosen(name: str, hand: str, **moment: Any) -> str:
    """What a strategy plays at a moment put together by hand, of which it has been told everything."""
    looked = view(hand=hand, **moment)
    bot = seated(bundled_player(name).make(), looked.seat, moment.get("rules"))
    for event in looked.events:
        bot.observe(event)
    return str(bot.choose(looked))


def answered(name: str, deal: Played) -> str:
    """What a strategy plays in a deal in progress, in the seat whose turn it is."""
    seat = deal.seat
    assert deal.deal.waits is CHOOSE
    bot = seated(bundled_player(name).make(), seat, deal.rules)
    for event in deal.deal.events_for(seat):
        bot.observe(event)
    return str(bot.choose(deal.deal.view()))


# What they play


@pytest.mark.parametrize("name", ["longest-suit", "joker-saver", "thin-hand"])
@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("2S 5S 9S AH", "9S"),
        ("2S AH 3D 7D", "7D"),
        ("2S 5S 3D 7D", "7D"),  # of two suits as long the higher card
        ("2S 9H 4D 9C", "9H"),  # of two cards as high the first in pack order
        ("2S 3S *1", "3S"),
        ("TS JS", "JS"),
        ("9D TD", "TD"),
    ],
)
def test_the_longest_suit_is_led_with_its_high_card(name: str, hand: str, lead: str) -> None:
    assert chosen(name, hand) == lead


@pytest.mark.parametrize("name", ["longest-suit", "rare-suit", "joker-saver", "thin-hand"])
@pytest.mark.parametrize(
    ("hand", "led", "follow"),
    [("2S 9S AH", "S", "9S"), ("2S TS JS KH", "S", "JS"), ("2H QH 3S 4S 5S", "H", "QH"), ("2H QH *1", "H", "QH")],
)
def test_they_follow_high(name: str, hand: str, led: str, follow: str) -> None:
    assert chosen(name, hand, led=led) == follow


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hand", ["KS *1", "2S 3S 4C *1", "*1", "*1 *2"])
def test_nobody_draws_while_a_joker_may_be_played(name: str, hand: str) -> None:
    assert chosen(name, hand, led="H", rules=rules(jokers=2)) == "*1"


@pytest.mark.parametrize("name", NAMES)
def test_a_joker_is_led_where_there_is_nothing_else(name: str) -> None:
    assert chosen(name, "*2", rules=rules(jokers=2)) == "*2"
    assert chosen(name, "*1 *2", rules=rules(jokers=2)) == "*1"


@pytest.mark.parametrize("name", NAMES)
def test_a_joker_that_may_not_be_the_last_card(name: str) -> None:
    """T12: it has drawn one card; now it may play the joker, to lead the other card too."""
    own = rules(joker_out="forbidden")
    assert chosen(name, "*1", rules=own, counts=(1, 12), stock=1) in ("AS", "*1")
    assert chosen(name, "*1", led="H", rules=own, counts=(1, 12), stock=2) == "*1"


@pytest.mark.parametrize("name", NAMES)
def test_anything_may_follow_a_joker_led(name: str) -> None:
    assert chosen(name, "2S 9S 9H *2", trick="*1", rules=rules(jokers=2)) in ("2S", "9S", "9H", "*2")
    assert chosen("longest-suit", "2S 9S KH *2", trick="*1", rules=rules(jokers=2)) == "9S"


def test_longest_suit_keeps_its_joker_as_long_as_it_can_follow() -> None:
    assert chosen("longest-suit", "2H *1", led="H", counts=(2, 1, 1, 1)) == "2H"
    assert chosen("longest-suit", "2H 3D *1", counts=(3, 1, 1, 1)) == "3D"


@pytest.mark.parametrize(
    ("counts", "follow"),
    [
        ((3, 4, 4, 4), "QH"),
        ((3, 3, 3, 3), "QH"),
        ((3, 4, 4, 2), "*1"),
        ((3, 1, 9, 9), "*1"),
        ((3, 2), "*1"),
        ((3, 3), "QH"),
    ],
)
def test_joker_saver_waits_for_somebody_with_two_cards_or_fewer(counts: tuple[int, ...], follow: str) -> None:
    assert chosen("joker-saver", "2H QH *1", led="H", counts=counts) == follow


def test_joker_saver_does_not_count_itself_and_leads_no_joker() -> None:
    assert chosen("joker-saver", "QH *1", led="H", counts=(2, 4, 4, 4)) == "QH"
    assert chosen("joker-saver", "2H QH *1", counts=(3, 1, 1, 1)) == "QH"


def test_joker_saver_looks_at_those_who_are_still_in_the_match() -> None:
    """The seat that was eliminated holds nothing, which is no reason to hurry."""
    looked = view(hand="2H QH *1", led="H", counts=(3, 4, 0, 4))
    looked.active = (0, 1, 3)
    assert str(seated(bundled_player("joker-saver").make()).choose(looked)) == "QH"


@pytest.mark.parametrize(
    ("hand", "trick", "play"),
    [
        ("AS KH *1", "", "*1"),  # every suit but once: the joker leaves them all
        ("2S 3S KH *1", "", "3S"),
        ("AS KH", "", "AS"),
        ("QH 2S 3S *1", "5H", "*1"),
        ("2H QH 2S *1", "5H", "QH"),
        ("AH 2S 3S", "5H", "AH"),
    ],
)
def test_thin_hand_plays_a_joker_rather_than_the_last_card_of_a_suit(hand: str, trick: str, play: str) -> None:
    assert chosen("thin-hand", hand, trick=trick) == play


def test_rare_suit_leads_what_is_rare_among_the_others() -> None:
    assert chosen("rare-suit", "2S 5S 9S AH") == "9S"  # ten spades are out, twelve hearts
    assert chosen("rare-suit", "2S 5S 9S 4H", seen="3H 5H 6H 7H") == "4H"  # eight hearts
    assert chosen("rare-suit", "2S 3H 4D 5C") == "5C"  # all alike: the highest
    assert chosen("rare-suit", "2S 3H 4D 5C", seen="KS JS TS 9S") == "2S"


@pytest.mark.parametrize("name", ["rare-suit", "attack"])
def test_who_drew_for_a_suit_has_none_of_it(name: str) -> None:
    """Seat 1 draws for the heart, so the same player's other heart is the better lead than the higher spade."""
    deal = Played("4H 3H KS QD", "2S 3S 4S 5S", stock="6C 2H", enforced_by="nobody")
    assert answered(name, deal) in ("4H", "KS")
    deal.play("4H", "2H")
    assert deal.events()[1:] == [
        ["draw", 1, ["6C", "2H"], "follow"],
        ["play", 1, ["2H"]],
        ["trick", 0],
    ]
    assert answered(name, deal) == "3H"


def test_who_has_got_cards_since_may_have_that_suit_again() -> None:
    """Seat 1 draws for the heart and then for the diamond: only of diamonds it surely has none."""
    deal = Played("4H 3H 9S QD 8D", "2S 3S 4S 5S 6S", stock="6C 2H 7C 2D", enforced_by="nobody")
    deal.play("4H", "2H")
    assert answered("rare-suit", deal) == "3H"
    deal.play("QD", "2D")
    assert answered("rare-suit", deal) == "8D"


def test_a_reshuffle_brings_the_collected_cards_back() -> None:
    """Seven hearts are in tricks, so hearts are rare; once those are the stock, spades are, of which four are held."""
    hands = ("2S 3S 4S 5S 9H KC", "3H 4H 5H 6H 7D KD", "2H 7H 8H TH 8D QD")
    deal = Played(*hands, stock="JD JH", only=True, enforced_by="nobody")
    looked = deal.deal.view(0)
    bot = seated(bundled_player("rare-suit").make(), 0, deal.rules)
    collected: list[Event] = [("play", 1, (card,)) for card in family(deal.rules).cards[13:20]]
    for event in (*collected, ("trick", 1)):
        bot.observe(event)
    assert str(bot.choose(looked)) == "9H"
    bot.observe(("reshuffle", 7))
    assert str(bot.choose(looked)) == "5S"


@pytest.mark.parametrize(
    ("hand", "counts", "lead"),
    [
        ("2S 5S 9S AH", (4, 4, 4, 4), "9S"),  # at four players length counts
        ("AS KH", (2, 4, 4, 4), "AS"),
        ("AS 2S 3S KH", (4, 4, 4, 4), "AS"),
        ("2S 3S", (2, 4), "2S"),  # neither can win, and they are worth the same
        ("2S QS", (2, 4), "QS"),
    ],
)
def test_attack_leads_long_and_high(hand: str, counts: tuple[int, ...], lead: str) -> None:
    assert chosen("attack", hand, counts=counts) == lead


def test_attack_on_one_opponent_leads_the_rare_suit_and_not_the_long_one() -> None:
    rare = {"hand": "2S 3S 4S 4H", "seen": "3H 5H 6H 7H 8H 9H TH JH QH"}
    assert chosen("attack", counts=(4, 4), **rare) == "4H"
    assert chosen("attack", counts=(4, 4, 4, 4), **rare) == "4H"
    assert chosen("attack", hand="2S 3S 4S 4H", seen="3H 5H", counts=(4, 4, 4, 4)) == "4S"


@pytest.mark.parametrize(
    ("hand", "seen", "others", "bold", "wary"),
    [("KH QS", "9C TS", (5, 4), "KH", "QS"), ("TS 6H JC", "KD 5S 4H", (6, 5), "JC", "TS")],
)
def test_attack_denies_a_suit_to_who_is_about_to_go_out(
    hand: str, seen: str, others: tuple[int, ...], bold: str, wary: str
) -> None:
    """One spade more than of the other suit is known, so seat 1 is the less likely to follow spades."""
    own = len(hand.split())
    assert chosen("attack", hand, seen=seen, counts=(own, 5, *others)) == bold
    assert chosen("attack", hand, seen=seen, counts=(own, 1, *others)) == wary


@pytest.mark.parametrize(
    ("hand", "trick", "counts", "follow"),
    [
        ("3H 9H KH", "5H", (3, 4, 4), "KH"),  # somebody is still to act
        ("3H 9H KH", "5H 4H", (3, 4, 4), "9H"),  # last to act: what just wins
        ("3H 9H", "KH 4H", (2, 4, 4), "3H"),  # cannot win
        ("3H 9H KH", "5H", (3, 4), "9H"),
        ("3H 9H", "*1", (2, 4), "3H"),  # a joker cannot be beaten
        ("3H 9H 2S", "KH *1", (3, 4, 4), "3H"),
    ],
)
def test_attack_follows_to_win_as_cheaply_as_it_can(
    hand: str, trick: str, counts: tuple[int, ...], follow: str
) -> None:
    assert chosen("attack", hand, trick=trick, counts=counts) == follow


@pytest.mark.parametrize(
    ("hand", "trick", "follow"),
    [
        ("3H 9H KH", "5H", "KH"),
        ("3H KH AH", "5H", "AH"),
        ("3H TH JH", "KH 4H 6H", "TH"),  # cannot win: of cards that cost the same the lower
        ("TH JH QH", "5H 4H 6H", "TH"),
        ("3H 9H", "KH", "9H"),  # gets rid of points
    ],
)
def test_attack_among_four_gets_rid_of_points_too(hand: str, trick: str, follow: str) -> None:
    assert chosen("attack", hand, trick=trick) == follow


def test_attack_spends_its_joker_when_following_with_two_cards() -> None:
    assert chosen("attack", "AH *1", led="H") == "*1"
    assert chosen("attack", "AH 2H *1", led="H") == "AH"
    assert chosen("attack", "AH *1") == "AH"
    assert chosen("attack", "2S *2", trick="*1", rules=rules(jokers=2)) == "*2"


# That they always can


class Watched:
    """A player whose strategy must choose one of the moves, not a draw, and the same again when asked again."""

    def __init__(self, name: str) -> None:
        self.bundled = bundled_player(name)

    def player(self, number: int) -> Player:
        bundled: Any = self.bundled.kind

        class Watching(bundled):  # type: ignore[misc]
            def choose(self, view: Any) -> Move:
                move: Move = super().choose(view)
                assert move in view.moves
                assert not move.is_draw
                assert super().choose(view) == move
                assert "rng" not in self.__dict__
                return move

        return replace(self.bundled, name=f"{self.bundled.name}#{number}", kind=Watching)


def drawn_rules(random: Random) -> TrickRules:
    """Any options, with few cards now and then, so that stocks run out."""
    return rules(
        hand_size=1 + int(random.random() * 5),
        jokers=int(random.random() * 5),
        stop_rank=["none", "2", "8", "10", "A"][int(random.random() * 5)],
        joker_out=["allowed", "forbidden"][int(random.random() * 2)],
        on_stuck=["void", "score", "pass"][int(random.random() * 3)],
        lead_next=["winner", "loser"][int(random.random() * 2)],
        enforced_by=["nobody", "referee", "opponents"][int(random.random() * 3)],
        at=1,
        score=["cards", "wins"][int(random.random() * 2)],
        max_turns=400,
        match=DealsMatch(deals=4),
    )


def played(own: TrickRules, names: list[str], seed: str) -> list[DealResult]:
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
    for number in range(24):
        own = drawn_rules(random)
        names = [NAMES[(number + seat) % len(NAMES)] for seat in range(players)]
        deals = played(own, names, f"{players}/{number}")
        assert [encode(each.deal.events()) for each in deals] == [
            encode(each.deal.events()) for each in played(own, names, f"{players}/{number}")
        ]
        outcomes.update(each.deal.outcome for each in deals)
        kinds.update(event[0] for each in deals for event in each.deal.events())
    assert outcomes["out"] > 20
    assert kinds["skip"]
    assert kinds["draw"]
    if players > 4:
        assert kinds["reshuffle"]


def test_every_outcome_and_a_pass_were_met() -> None:
    """By those rules that make hands grow: many players, one card each of them can follow seldom, no cards left."""
    kinds: Counter[str] = Counter()
    for on_stuck in ("void", "score", "pass"):
        own = rules(hand_size=5, on_stuck=on_stuck, max_turns=200, match=DealsMatch(deals=20), enforced_by="nobody")
        for each in played(own, [NAMES[seat % 5] for seat in range(10)], on_stuck):
            kinds.update([each.deal.outcome, *[event[0] for event in each.deal.events()]])
    assert kinds["out"]
    assert kinds["stuck"]
    assert kinds["pass"]


def test_the_order_of_sets_does_not_matter(tmp_path: Path) -> None:
    """The same match in processes that hash differently."""
    logs = []
    for seed in ("1", "2"):
        log = tmp_path / seed
        command = [
            sys.executable,
            "-m",
            "pageone_cli",
            "match",
            *NAMES,
            "--seed",
            "7",
            "--deals",
            "20",
            "--log",
            str(log),
        ]
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run(command, capture_output=True, check=True, env=environment)
        logs.append(log.read_bytes().splitlines())
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


# What must win


@cache
def diff(name: str, players: int) -> float:
    """Points per deal less those of the others, of one among `random`, in 400 rotated blocks."""
    return measured(name, "random", load("classic"), players, 400, "must win").diff.value


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [
        ("highest", 4, -5),
        ("longest-suit", 4, -6),
        ("rare-suit", 4, -8),
        ("attack", 4, -9),
        ("longest-suit", 2, -9),
        ("attack", 2, -27),
    ],
)
def test_what_must_win_wins(name: str, players: int, most: float) -> None:
    assert diff(name, players) <= most


def test_lowest_must_lose() -> None:
    assert diff("lowest", 4) > 1


def test_the_joker_is_worth_nothing_saved() -> None:
    assert abs(diff("joker-saver", 4) - diff("longest-suit", 4)) < 0.5


def test_the_order_of_strength() -> None:
    order = ["attack", "rare-suit", "longest-suit", "highest", "random", "lowest"]
    assert sorted(order, key=lambda name: diff(name, 4)) == order


def test_a_strategy_among_its_like_is_neither_better_nor_worse() -> None:
    assert measured("random", "random", load("classic"), 3, 20, "1").diff.value == pytest.approx(0)


def test_each_has_a_docstring_and_plays_the_trick_game_alone() -> None:
    for name in NAMES:
        kind: type[Strategy] = bundled_player(name).kind
        assert kind.__doc__
        assert len(kind.__doc__.split("\n")[0]) <= 110
        assert kind.games == {"trick"}
        assert not kind.remembers

"""`verify` and `replay` of logs of the matching game: what the rules allow is accepted, one fault is found."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli.games import CALL_OUT, CHOOSE, OVER
from pageone_cli.games.matching import MatchingDeal
from pageone_cli.log import dumps
from pageone_cli.match import MatchState
from pageone_cli.rules import (
    DealsMatch,
    EliminationMatch,
    LeadMatch,
    MatchingCall,
    MatchingRules,
    Players,
    plain,
)
from tests.commands import run
from tests.matching_deals import begin, game_of
from tests.reference.matching import play_deal
from tests.test_matching_reference import Answers, configuration, run_dry
from tests.test_verify import Line, deals, doubled, edit, findings, first, played, plus, redivided, rotated, setting
from tests.test_verify import without as without_first

Mutation = Callable[[list[Line]], None]


def by_reference(random: Random, players: int, deals: int, dry: bool = False) -> list[Line]:
    """A log written by the literal reference: another program, which cuts draws and lays sets in its own way."""
    modes = (DealsMatch(deals=deals), EliminationMatch(over=3, max_deals=deals), LeadMatch(by=3, max_deals=deals))
    mode = random.choice(modes)
    rules = (run_dry if dry else configuration)(random, players)
    at = min(rules.call.at, max(1, rules.hand_size - 1))  # what is not below the hand size is not sound
    call = MatchingCall(at, rules.call.enforced_by if rules.hand_size > 1 else "nobody", rules.call.penalty)
    rules = replace(rules, match=mode, call=call, max_turns=min(rules.max_turns, 400))
    game = game_of(rules)
    names = [str(game.cards[card]) for card in game.pack]
    state = MatchState(mode, players, random.randrange(players))
    table = random.sample(range(players), players)
    counters = {kind: [0] * players for kind in ("missed", "caught", "faults")}
    lines: list[Line] = [
        {
            "type": "pageone-log", "version": 1, "software": "reference", "command": "match", "rules": plain(rules),
            "seed": "none", "players": [{"name": f"p{i}", "strategy": "x"} for i in range(players)],
            "options": {},
        }
    ]  # fmt: skip
    while not state.over:
        deck = random.sample(names, len(names))
        idle = 0.9 if dry else 0
        answers = Answers(random.randrange(2**32), random.choice((0, 0.5, 1)), random.choice((0, 0.5, 1)), idle)
        active = list(state.active)
        end = play_deal(plain(rules), players, active, state.dealer, deck, answers)
        dealer = state.dealer
        state.add(end["points"], end["winner"])
        for event in end["events"]:
            if event[0] in ("missed", "caught"):
                counters[event[0]][event[1]] += 1
        lines.append(
            {
                "type": "deal", "match": 1, "deal": state.deals, "table": table, "active": active, "dealer": dealer,
                "deck": deck, "events": laid_otherwise(redivided(end["events"], random), rules, random),
                "outcome": end["outcome"], "points": end["points"], "totals": list(state.totals),
            }
        )  # fmt: skip
    lines.append(
        {
            "type": "match", "match": 1, "block": 1, "rotation": 0, "round": 1, "table": table, "deals": state.deals,
            "ranks": state.ranks(), "totals": state.totals, "won": state.won, "void": state.void,
            "out_after": state.out_after, **counters,
        }
    )  # fmt: skip
    return lines


def laid_otherwise(events: list[Any], rules: MatchingRules, random: Random) -> list[Any]:
    """The same events with the middle cards of sets in another order, which means nothing (M6)."""
    told = copy.deepcopy(events)
    for event in told:
        if event[0] == "play" and len(event[2]) > 3:
            middle = event[2][1:-1]
            random.shuffle(middle)
            event[2] = [event[2][0], *middle, event[2][-1]]
    return told


@pytest.mark.parametrize("players", range(2, 11))
def test_logs_of_another_program_are_accepted(players: int) -> None:
    random = Random(players * 1000)
    for number in range(12):
        lines = by_reference(random, players, 5, dry=number % 4 == 3)
        assert findings(lines) == [], lines[0]["rules"]


def test_the_rare_corners_are_among_the_logs_of_another_program() -> None:
    seen: set[str] = set()
    for players in (2, 3, 7, 9):
        random = Random(players * 1000 + 7)
        for number in range(24):
            lines = by_reference(random, players, 4, dry=number % 3 == 2)
            assert findings(lines) == [], lines[0]["rules"]
            for line in deals(lines):
                seen |= {line["outcome"], *[event[0] for event in line["events"]]}
                seen |= {event[3] for event in line["events"] if event[0] == "draw"}
                seen |= {"halves"} if any(type(each) is float for each in line["points"]) else set()
                many = [event[2] for event in line["events"] if event[0] == "play" and len(event[2]) > 3]
                seen |= {"set of four"} if many else set()
            if None in lines[-1]["out_after"] and lines[-1]["out_after"].count(None) < players:
                seen.add("elimination")
    assert seen >= {
        "out", "cap", "standstill", "pass", "skip", "bust", "reshuffle", "caught", "penalty", "pending", "turn",
        "halves", "set of four", "elimination",
    }  # fmt: skip


@pytest.mark.parametrize("seed", ["1", "2"])
def test_our_own_logs_are_accepted(seed: str) -> None:
    specs = ["forgetful,miss=0.7", "random", "random"]
    rules = MatchingRules(match=DealsMatch(deals=8))
    assert findings(played(rules, specs, seed, rotate=True)) == []
    short = MatchingRules(match=EliminationMatch(over=6, max_deals=60), max_turns=50, hand_limit=9)
    assert findings(played(short, [*specs, "random", "random"], seed)) == []
    assert findings(played(replace(rules, match=LeadMatch(by=4, max_deals=30)), specs, seed)) == []


# The logs to be mutated

LAPSES = MatchingRules(
    players=Players(2, 6),
    hand_size=5,
    call=MatchingCall(1, "opponents", 2),
    hand_limit=12,
    match=DealsMatch(deals=8),
)
GOOD = played(LAPSES, ["forgetful,miss=0.5"] * 3, "d")


def standing_still() -> list[Line]:
    """A log with a standstill in its first deal, the points of which are halves."""
    for seed in range(200):
        lines = by_reference(Random(seed), 10, 1, dry=True)
        if lines[1]["outcome"] == "standstill" and any(type(each) is float for each in lines[1]["points"]):
            return lines
    raise AssertionError("no standstill")


STILL = standing_still()


def test_the_logs_to_be_mutated_are_sound_and_have_every_kind_of_event() -> None:
    assert findings(GOOD) == []
    assert findings(STILL) == []
    events = [event for line in deals(GOOD) for event in line["events"]]
    assert {event[0] for event in events} >= {
        "starter", "play", "call", "missed", "caught", "draw", "skip", "out", "bust", "reshuffle", "end",
    }  # fmt: skip
    assert {event[3] for event in events if event[0] == "draw"} == {"turn", "pending", "penalty"}
    assert {event[0] for event in STILL[1]["events"]} >= {"pass", "end"}


def moments(lines: list[Line], place: int) -> Iterator[tuple[int, MatchingDeal]]:
    """The index of each play of a deal line, and the deal just before it."""
    line, events = lines[place], lines[place]["events"]
    ids = game_of(LAPSES).ids_by_name
    deal = begin(LAPSES, 3, line["active"], line["dealer"], [ids[card] for card in line["deck"]])
    while deal.waits is not OVER:
        at = len(deal.events())
        if deal.waits is CHOOSE:
            event = events[at]
            if event[0] == "play":
                yield at, deal
                colour = event[3] if len(event) > 3 else None
                deal.play(deal.family.move(event[2], colour, events[at + 1][0] != "missed"))
            else:
                deal.play(deal.family.move((), None, True))
        elif deal.waits is CALL_OUT:
            deal.answer(events[at][0] == "caught" and events[at][2] == deal.seat)
        else:
            deal.refill([ids[card] for card in events[at][1]])


def played_instead(choose: Callable[[MatchingDeal, list[str], list[Any]], list[Any] | None]) -> Mutation:
    """A mutation of the first play for which `choose` has something else: cards, or cards and a colour.

    `choose` is given the deal before it, the hand by name, and the event.
    """

    def mutate(lines: list[Line]) -> None:
        for place, line in enumerate(lines):
            if line["type"] != "deal":
                continue
            for at, deal in moments(lines, place):
                hand = [str(deal.family.cards[card]) for card in deal.hand(deal.seat)]
                instead = choose(deal, hand, line["events"][at])
                if instead is not None:
                    line["events"][at][2:] = instead
                    return
        raise AssertionError("nothing to play instead")

    return mutate


def colour_of(deal: MatchingDeal) -> str:
    return "bryg"[deal.colour]


def face_of(deal: MatchingDeal) -> str:
    return str(deal.family.cards[deal.top[-1]])[1:]


def not_fitting(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
    for card in hand:
        if not deal.pending and card != "W" and card[0] != colour_of(deal) and card[1:] != face_of(deal):
            return [[card]]
    return None


def on_pending(wanted: Callable[[str, MatchingDeal], bool]) -> Mutation:
    def choose(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
        for card in hand:
            if deal.pending and wanted(card, deal):
                return [[card], "b"] if card == "W" else [[card]]
        return None

    return played_instead(choose)


def two_faces(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
    first = event[2][0]
    for card in hand:
        if first != "W" and card != "W" and card[1:] != first[1:]:
            return [[first, card]]
    return None


def with_a_wild(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
    if "W" in hand and event[2][0] != "W":
        return [[event[2][0], "W"], "b"]
    return None


def turned_set(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
    """A set with a card first that does not fit."""
    cards = event[2]
    if len(cards) > 1 and not deal.pending and cards[-1][0] != colour_of(deal) and cards[-1][1:] != face_of(deal):
        return [cards[::-1]]
    return None


def thrice(deal: MatchingDeal, hand: list[str], event: list[Any]) -> list[Any] | None:
    return [[event[2][0]] * 3] if event[2][0] != "W" else None


def header(key: str, value: Any) -> Mutation:
    """Another rule in the header."""

    def mutate(lines: list[Line]) -> None:
        lines[0]["rules"][key] = value

    return mutate


def call_rule(key: str, value: Any) -> Mutation:
    def mutate(lines: list[Line]) -> None:
        lines[0]["rules"]["call"][key] = value

    return mutate


def event(kind: str, more: Callable[[list[Any]], bool], change: Callable[[list[Any], int], None]) -> Mutation:
    """A mutation of the events around the first of a kind."""

    def mutate(lines: list[Line]) -> None:
        change(*first(lines, kind, more))

    return mutate


def any_event(event: list[Any]) -> bool:
    return True


def drawn_for(why: str, at_least: int = 1) -> Callable[[list[Any]], bool]:
    return lambda event: event[3] == why and len(event[2]) >= at_least


def wild(event: list[Any]) -> bool:
    return len(event) > 3


def insert(offset: int, new: Callable[[list[Any]], list[Any]]) -> Callable[[list[Any], int], None]:
    """Put an event, made from the one found, before (0) or after (1) it."""
    return lambda events, index: events.insert(index + offset, new(events[index]))


def drop(events: list[Any], index: int) -> None:
    del events[index]


def another_starter(lines: list[Line]) -> None:
    """The pack has another number card above the starter's place, so that one should be turned up."""
    deck, starter = lines[1]["deck"], lines[1]["events"][0][1]
    at = next(i for i, card in enumerate(deck) if i >= 15 and card == starter)
    later = next(i for i in range(at + 1, len(deck)) if deck[i][1:].isdigit() and deck[i] != starter)
    deck[at], deck[later] = deck[later], deck[at]


def next_seat(seat: int) -> int:
    return (seat + 1) % 3


def other_card(cards: list[str]) -> list[str]:
    return ["b1" if cards[0] != "b1" else "b2", *cards[1:]]


def swapped_stock(cards: list[str]) -> list[str]:
    return ["b1" if cards[0] != "b1" else "b2", *cards[1:]]


def a_skip_of_more(lines: list[Line]) -> None:
    """Two are skipped by one card."""
    events, index = first(lines, "skip")
    events.insert(index + 1, ["skip", next_seat(events[index][1])])


def turned_back(lines: list[Line]) -> None:
    """After a reverse the wrong neighbour acts."""
    for line in deals(lines):
        for at, one in enumerate(line["events"]):
            following = line["events"][min(at + 1, len(line["events"]) - 1)]
            if one[0] == "play" and one[2][-1][1:] == "R" and len(one[2]) % 2 and following[0] == "play":
                following[1] = next(seat for seat in range(3) if seat not in (one[1], following[1]))
                return
    raise AssertionError("no reverse")


# Each mutation with what the finding must name: where it is and the rule or the number that is wrong.
MUTATIONS: dict[str, tuple[Mutation, str]] = {
    # M1, M3
    "a card of the deck twice": (setting(1, "deck", lambda deck: [deck[1], *deck[1:]]), r"deal 1: M1: the deck"),
    "a card of the deck missing": (setting(1, "deck", lambda deck: deck[:-1]), r"M1: the deck"),
    "a card of the other game": (setting(1, "deck", lambda deck: ["7S", *deck[1:]]), r"'7S' is not a card of this"),
    "a wild with a colour": (setting(1, "deck", lambda deck: ["bW", *deck[1:]]), r"'bW' is not a card of this game"),
    "another starter": (edit("starter", 1, lambda card: "b1" if card != "b1" else "b2"), r"event 1: M3: .*starter"),
    "the pack has another starter": (another_starter, r"event 1: M3: .*it should be starter"),
    "no starter": (without_first("starter"), r"event 1: M3: .*it should be starter"),
    "two starters": (doubled("starter"), r"event 2: M\d+: starter"),
    # M4
    "a play by another seat": (edit("play", 1, next_seat), r"event \d+: M4: play .*should act"),
    "a play left out": (without_first("play"), r"event \d+: M\d+: "),
    "a play twice": (doubled("play"), r"event \d+: M\d+: "),
    "two cards drawn in a turn": (
        event("draw", drawn_for("turn"), lambda events, i: events[i][2].append(events[i][2][0])),
        r"event \d+: M4: draw",
    ),
    "a draw of another card": (edit("draw", 2, other_card, drawn_for("turn")), r"M4: .*it should be draw"),
    "a draw by another": (edit("draw", 1, next_seat, drawn_for("turn")), r"M4: draw"),
    "a draw for another reason": (edit("draw", 3, "pending", drawn_for("turn")), r"M4: .*it should be draw .*turn"),
    "a draw that is not of this game": (edit("draw", 3, "follow", drawn_for("turn")), r"M4: .*it should be draw"),
    "a draw left out": (event("draw", drawn_for("turn"), drop), r"M4: "),
    "a play in the same turn as a draw": (
        event("draw", drawn_for("turn"), insert(1, lambda draw: ["play", draw[1], draw[2]])),
        r"event \d+: M4: play .*should act",
    ),
    "passed instead of drawing": (
        event("draw", drawn_for("turn"), lambda events, i: events.__setitem__(i, ["pass", events[i][1]])),
        r"M4: .*it should be draw",
    ),
    # C9, M5
    "a card that is not held": (played_instead(thrice), r"event \d+: C9: .*not in the hand"),
    "a card that does not fit": (played_instead(not_fitting), r"event \d+: M5: .*does not fit"),
    "a wild without a colour": (
        event("play", wild, lambda events, i: events[i].pop()),
        r"event \d+: M5: .*names a colour",
    ),
    "a wild with no such colour": (edit("play", 3, "x", wild), r"event \d+: M5: .*names a colour"),
    "a wild with two colours": (edit("play", 3, "by", wild), r"event \d+: M5: .*names a colour"),
    "a wild with another colour": (edit("play", 3, lambda c: "r" if c == "b" else "b", wild), r"event \d+: M\d+: "),
    "a colour named with a number": (
        event("play", lambda e: len(e) == 3 and e[2][0] != "W", lambda events, i: events[i].append("b")),
        r"event \d+: M5: .*with a wild only",
    ),
    # M6
    "a set of two faces": (played_instead(two_faces), r"event \d+: M6: .*one face"),
    "a wild in a set": (played_instead(with_a_wild), r"event \d+: M6: .*one at a time"),
    "a set that begins with a card that does not fit": (played_instead(turned_set), r"event \d+: M5: "),
    "sets are not allowed": (header("sets", "single"), r"event \d+: M6: .*one card is played at a time"),
    "sets of numbers only": (header("sets", "numbers"), r"event \d+: M6: .*only numbers"),
    # M7
    "no passing on": (header("stacking", False), r"event \d+: M7: "),
    "a wild on a pending draw": (on_pending(lambda card, deal: card == "W"), r"event \d+: M7: .*pending"),
    "another face on a pending draw": (
        on_pending(lambda card, deal: card != "W" and card[1:] != face_of(deal)),
        r"event \d+: M7: .*pending",
    ),
    "a pending draw too short": (edit("draw", 2, lambda cards: cards[:-1], drawn_for("pending", 2)), r"M7: .*draw"),
    "a pending draw too long": (
        event("draw", drawn_for("pending"), lambda events, i: events[i][2].append(events[i][2][0])),
        r"event \d+: M\d+: draw",
    ),
    "a pending draw by another": (edit("draw", 1, next_seat, drawn_for("pending")), r"M[47]: .*draw"),
    "a pending draw called a turn's": (edit("draw", 3, "turn", drawn_for("pending")), r"M7: .*it should be .*pending"),
    "a pending draw left out": (event("draw", drawn_for("pending"), drop), r"M[47]: "),
    # M9
    "a skip left out": (without_first("skip"), r"M9: .*it should be skip"),
    "a skip of another": (edit("skip", 1, next_seat), r"M9: .*it should be skip"),
    "one skipped too many": (a_skip_of_more, r"M\d+: skip"),
    "the wrong neighbour after a reverse": (turned_back, r"M4: play .*should act"),
    "a skip after an ordinary card": (
        event(
            "play",
            lambda e: len(e) == 3 and e[2][-1][1:].isdigit(),
            insert(1, lambda play: ["skip", next_seat(play[1])]),
        ),
        r"event \d+: M\d+: skip",
    ),
    # M10
    "a bust left out": (without_first("bust"), r"M10: .*it should be bust"),
    "a bust of another": (edit("bust", 1, next_seat), r"M10: .*it should be bust"),
    "a bust with the best place": (edit("bust", 2, 1), r"M10: .*it should be bust"),
    "a bust too early": (
        event("draw", drawn_for("turn"), insert(1, lambda draw: ["bust", draw[1], 3])),
        r"event \d+: M\d+: bust",
    ),
    "a draw that goes on after the card too many": (
        event(
            "bust",
            any_event,
            lambda events, i: events[i - 1][2].append("b1"),
        ),
        r"M10: .*it should be bust",
    ),
    "a lower hand limit": (header("hand_limit", 6), r"M10: .*it should be bust"),
    "no hand limit": (header("hand_limit", "none"), r"event \d+: M\d+: bust"),
    # M11
    "an out left out": (without_first("out"), r"M11: .*it should be out"),
    "an out of another": (edit("out", 1, next_seat), r"M11: .*it should be out"),
    "an out with another place": (edit("out", 2, lambda place: place + 1), r"M11: .*it should be out"),
    "an out with cards in the hand": (
        event("play", lambda e: len(e[2]) == 1, insert(1, lambda play: ["out", play[1], 1])),
        r"event \d+: M\d+: out",
    ),
    "another winner": (edit("end", 2, next_seat), r"M11: .*it should be end"),
    "no winner": (edit("end", 2, None), r"M11: .*it should be end"),
    "another end": (edit("end", 1, "standstill"), r"M11: .*it should be end"),
    "no end": (without_first("end"), r"M11: nothing more stands here"),
    "two ends": (doubled("end"), r"C8: the deal is over"),
    "another outcome": (setting(1, "outcome", "cap"), r"M11: outcome"),
    # M15, C2, X1, X3
    "more points": (setting(1, "points", plus), r"M15: points"),
    "points turned": (setting(1, "points", rotated), r"M15: points"),
    "points with decimals": (setting(1, "points", lambda points: list(map(float, points))), r"M15: points"),
    "points from 1": (setting(1, "points", lambda points: [each + 1 for each in points]), r"M15: points"),
    "other totals": (setting(1, "totals", plus), r"X1: totals"),
    "another dealer": (setting(2, "dealer", next_seat), r"deal 2: C2: dealer"),
    "other ranks": (setting(-1, "ranks", rotated), r"X3: ranks"),
    "other deals won": (setting(-1, "won", plus), r"won"),
    # C4
    "a reshuffle left out": (without_first("reshuffle"), r"C4: .*should be reshuffled"),
    "a reshuffle of other cards": (edit("reshuffle", 1, swapped_stock), r"C4: the new stock is not the discards"),
    "a reshuffle with a card less": (edit("reshuffle", 1, lambda cards: cards[1:]), r"C4: the new stock is not"),
    "a reshuffle turned over": (edit("reshuffle", 1, lambda cards: cards[::-1]), r"event \d+: [CM]\d+: "),
    "a reshuffle that is not needed": (
        event("draw", drawn_for("turn"), insert(0, lambda draw: ["reshuffle", draw[2]])),
        r"event \d+: M4: reshuffle",
    ),
    # C5, C6, C7
    "a call left out": (without_first("call"), r"C5: .*it should be call"),
    "a call by another": (edit("call", 1, next_seat), r"C5: .*it should be call"),
    "a call twice": (doubled("call"), r"event \d+: M\d+: call"),
    "a call that was not due": (
        event("play", lambda e: len(e[2]) == 1, insert(1, lambda play: ["call", play[1]])),
        r"event \d+: M\d+: call",
    ),
    "another call number": (call_rule("at", 2), r"C5: .*it should be call"),
    "a lapse by another": (edit("missed", 1, next_seat), r"C5: .*it should be missed"),
    "a lapse left out": (without_first("missed"), r"C5: .*it should be call"),
    "a lapse and a call": (event("missed", any_event, insert(1, lambda e: ["call", e[1]])), r"[CM]\d+: call"),
    "caught by the offender": (
        event("caught", any_event, lambda events, i: events[i].__setitem__(2, events[i][1])),
        r"C6: .*opponent",
    ),
    "caught by the referee": (edit("caught", 2, None), r"C6: .*an opponent"),
    "caught out is another": (edit("caught", 1, next_seat), r"C6: .*opponent"),
    "caught twice": (doubled("caught"), r"C[67]: .*it should be draw"),
    "a penalty without being caught": (without_first("caught"), r"event \d+: M\d+: draw"),
    "a penalty left out": (event("draw", drawn_for("penalty"), drop), r"C7: .*it should be draw"),
    "a penalty called something else": (edit("draw", 3, "turn", drawn_for("penalty")), r"C7: .*penalty"),
    "a penalty too small": (edit("draw", 2, lambda cards: cards[:-1], drawn_for("penalty", 2)), r"C7: .*draw"),
    "another penalty": (call_rule("penalty", 3), r"C7: .*it should be draw"),
    "nobody calls": (call_rule("enforced_by", "nobody"), r"event \d+: M\d+: (call|missed)"),
    "a referee": (call_rule("enforced_by", "referee"), r"C6: .*it should be caught"),
    # C8
    "a cap": (header("max_turns", 10), r"event \d+: C8: .*it should be end cap"),
    # format
    "a set that is none": (edit("play", 2, []), r"format: a play event without cards"),
    "a seat as true": (edit("skip", 1, True), r"format"),
    "a place as text": (edit("out", 2, "1"), r"format"),
    "a colour as a number": (edit("play", 3, 0, wild), r"format"),
    "a starter in a list": (edit("starter", 1, lambda card: [card]), r"format"),
    "a trick": (event("play", any_event, insert(1, lambda play: ["trick", play[1]])), r"event \d+: [CMf].*trick"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_one_fault_is_found_and_named(name: str) -> None:
    mutate, expected = MUTATIONS[name]
    lines = copy.deepcopy(GOOD)
    mutate(lines)
    assert dumps(lines) != dumps(GOOD)
    found = findings(lines)
    assert found, name
    assert re.search(expected, str(found[0])), str(found[0])
    assert found[0].severity == "error"


def last_pass(change: Callable[[list[Any], int], None]) -> Mutation:
    def mutate(lines: list[Line]) -> None:
        events = lines[1]["events"]
        change(events, max(i for i, event in enumerate(events) if event[0] == "pass"))

    return mutate


STILL_MUTATIONS: dict[str, tuple[Mutation, str]] = {
    "the last pass left out": (last_pass(drop), r"event \d+: M(4: .*should act|12: .*it should be pass)"),
    "a pass too many": (last_pass(insert(0, lambda one: [*one])), r"M1[123]: .*it should be (pass|end)"),
    "a pass by another": (
        last_pass(lambda events, i: events[i].__setitem__(1, (events[i][1] + 1) % 10)),
        r"M(4|12): .*",
    ),
    "another end": (edit("end", 1, "cap"), r"M13: .*it should be end standstill"),
    "a winner": (edit("end", 2, 0), r"M13: .*it should be end standstill nobody"),
    "another outcome": (setting(1, "outcome", "out"), r"M13: outcome"),
    "points rounded": (
        setting(1, "points", lambda points: [each if each is None else int(each) for each in points]),
        r"M15: points",
    ),
    "everybody last": (
        setting(1, "points", lambda points: [each if each is None else 9 for each in points]),
        r"M15: points",
    ),
}


@pytest.mark.parametrize("name", STILL_MUTATIONS)
def test_one_fault_of_a_standstill_is_found_and_named(name: str) -> None:
    mutate, expected = STILL_MUTATIONS[name]
    lines = copy.deepcopy(STILL)
    mutate(lines)
    assert dumps(lines) != dumps(STILL)
    found = findings(lines)
    assert found, name
    assert re.search(expected, str(found[0])), str(found[0])


def test_every_number_of_every_event_changed_is_found() -> None:
    """Each whole number of each event of a deal, one more: none of these is another log that holds."""
    place = min(
        (place for place, line in enumerate(GOOD) if line["type"] == "deal"), key=lambda i: len(GOOD[i]["events"])
    )
    for index, each in enumerate(GOOD[place]["events"]):
        for part, value in enumerate(each):
            if isinstance(value, int) and not (each[0] == "caught" and part == 2):
                lines = copy.deepcopy(GOOD)
                lines[place]["events"][index][part] = (value + 1) % 3
                found = findings(lines)
                assert found, (index, each)
                assert found[0].line == place + 1


# replay


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "good.jsonl"
    path.write_bytes("".join(dumps(line) + "\n" for line in GOOD).encode())
    return path


def test_replay_tells_every_event(log: Path) -> None:
    told = ""
    for number, line in enumerate(deals(GOOD), start=1):
        result = run("replay", str(log), "--deal", str(number))
        assert result.exit_code == 0
        counted = {kind: [event[0] for event in line["events"]].count(kind) for kind in ("missed", "caught", "call")}
        text = result.stdout
        assert text.count("says nothing") == counted["missed"]
        assert text.count("calls") - text.count('calls "Page One!"') == counted["caught"]
        assert text.count('calls "Page One!"') == counted["call"]
        kinds = [event[0] for event in line["events"]]
        assert text.count(" plays ") == kinds.count("play")
        assert text.count("is skipped (M9)") == kinds.count("skip")
        assert text.count("too many: out, with place") == kinds.count("bust")
        assert text.count("has played the last card") == kinds.count("out")
        assert text.count("are shuffled into a new one") == kinds.count("reshuffle")
        assert text.count(" as a penalty") >= kinds.count("caught")
        for event in line["events"]:
            if event[0] == "play":
                assert f"plays {' '.join(event[2])}" in text
        told += text
    for part in ("names red", "the pending draw (M7)", "as a penalty", "the direction turns", "pending", "(M11)"):
        assert part in told, part


def test_replay_tells_a_standstill(tmp_path: Path) -> None:
    path = tmp_path / "still.jsonl"
    path.write_bytes("".join(dumps(line) + "\n" for line in STILL).encode())
    result = run("replay", str(path))
    assert result.exit_code == 0
    passes = [event for event in STILL[1]["events"] if event[0] == "pass"]
    assert result.stdout.count("finds nothing to draw and passes (M12)") == len(passes)
    assert "Nobody can play or draw (M13)" in result.stdout


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_replay_for_one_seat_hides_the_cards_of_the_others(log: Path, seat: int) -> None:
    result = run("replay", str(log), "--seat", str(seat))
    assert result.exit_code == 0
    line = deals(GOOD)[0]
    names = [GOOD[0]["players"][index]["name"] for index in line["table"]]
    drawn = {each: [] for each in range(3)}  # type: dict[int, list[str]]
    for text in result.stdout.splitlines():
        for each in range(3):
            if re.match(rf"\s+{re.escape(names[each])}\s+draws ", text):
                drawn[each].append(text)
    assert drawn[seat]
    others = [text for each in range(3) if each != seat for text in drawn[each]]
    assert others
    assert all(re.search(r"draws \d+ cards?\b", text) for text in others)
    assert not any(re.search(r"draws \d+ cards?\b", text) for text in drawn[seat])
    for text in result.stdout.splitlines():  # hands in the headings
        for each in range(3):
            if each != seat and text.startswith(f"    {names[each]} "):
                assert re.fullmatch(r"    \S+\s+\d+ cards?", text), text


def test_replay_shows_hands_that_are_those_of_the_log(log: Path) -> None:
    result = run("replay", str(log))
    line = deals(GOOD)[0]
    order = [(line["dealer"] + turn) % 3 for turn in (1, 2, 3)]
    for place, seat in enumerate(order):
        hand = line["deck"][place:15:3]
        name = GOOD[0]["players"][line["table"][seat]]["name"]
        shown = next(text for text in result.stdout.splitlines() if text.startswith(f"    {name} "))
        assert sorted(shown.split()[1:]) == sorted(hand)


def test_the_log_lines_are_json_of_the_format(log: Path) -> None:
    for text in log.read_text(encoding="utf-8").splitlines():
        assert dumps(json.loads(text)) == text


def test_replay_counts_a_turn_once_also_when_the_stock_runs_out_in_the_middle_of_its_draw(tmp_path: Path) -> None:
    """A heading stands every round of turns; a pending draw on both sides of a reshuffle is one turn (C8)."""
    path, looked = tmp_path / "x.jsonl", 0
    for seed in range(60):
        log = by_reference(Random(seed), 3, 3)
        path.write_bytes("".join(dumps(line) + "\n" for line in log).encode())
        for line in deals(log):
            told = line["events"]
            split = [
                index
                for index in range(1, len(told) - 1)
                if told[index][0] == "reshuffle"
                and told[index - 1][0] == "draw" == told[index + 1][0]
                and told[index - 1][1::2] == told[index + 1][1::2]
                and told[index - 1][3] != "penalty"
            ]
            if not split:
                continue
            looked += 1
            turns = sum(event[0] in ("play", "pass") for event in told)
            drew = None  # who draws in this turn
            for event in told:
                if event[0] == "draw" and event[3] != "penalty":
                    turns += drew != event[1]
                    drew = event[1]
                elif event[0] != "reshuffle":
                    drew = None
            shown = run("replay", str(path), "--deal", str(line["deal"])).stdout
            rounds = len(line["active"])
            headings = list(map(int, re.findall(r"^Turn (\d+) ", shown, re.MULTILINE)))
            assert headings == list(range(1, turns + 1, rounds)), (seed, line["deal"])
    assert looked > 3

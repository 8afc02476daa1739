"""`verify`: a log that the rules allow is accepted, whoever wrote it; an edit is found, and found for what it is."""

from __future__ import annotations

import copy
import io
import itertools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageone_cli.findings import Finding
from pageone_cli.games import family
from pageone_cli.loading import load_players
from pageone_cli.log import deal_line, dumps, header, match_line
from pageone_cli.match import MatchState
from pageone_cli.playing import Run
from pageone_cli.reading import LogError, LogReader
from pageone_cli.rules import Call, DealsMatch, EliminationMatch, Players, Rules, TrickDeck, TrickRules, plain
from pageone_cli.verify import Verifier
from tests.reference.trick import play_deal
from tests.test_against_reference import Answers, configuration

Line = dict[str, Any]


def findings(lines: list[Line] | bytes) -> list[Finding]:
    """What `verify` finds in a log."""
    data = lines if isinstance(lines, bytes) else "".join(dumps(line) + "\n" for line in lines).encode()
    return list(Verifier(LogReader(io.BytesIO(data), "x.log")).findings())


def played(rules: Rules, specs: list[str], seed: str, rotate: bool = False, on_fault: str = "substitute") -> list[Line]:
    """A log as this program writes it."""
    run = Run(rules, load_players(specs), seed, rotate, on_fault)
    names = [str(card) for card in family(rules).cards]
    lines = [header("match", run)]
    matches = run.play(lambda result, record: lines.append(deal_line(result, record, names)), lambda _: None)
    lines.extend(match_line(record) for record in matches)
    return [json.loads(line) for line in lines]


def by_reference(random: Random, players: int, deals: int) -> list[Line]:
    """A log written by the literal reference: another program, which divides draws in its own way."""
    rules = configuration(random, players)
    mode = random.choice((DealsMatch(deals=deals), EliminationMatch(over=60, max_deals=deals)))
    call = (
        replace(rules.call, at=min(rules.call.at, rules.hand_size - 1)) if rules.hand_size > 1 else Call(1, "nobody", 1)
    )
    rules = replace(rules, match=mode, call=call, max_turns=min(rules.max_turns, 400))
    names = [str(card) for card in family(rules).cards]
    state = MatchState(mode, players, random.randrange(players))
    table = random.sample(range(players), players)
    counters = {kind: [0] * players for kind in ("missed", "caught", "faults")}
    lines = [
        {
            "type": "pageone-log", "version": 1, "software": "reference", "command": "match", "rules": plain(rules),
            "seed": "none", "players": [{"name": f"p{i}", "strategy": "x"} for i in range(players)],
            "options": {},
        }
    ]  # fmt: skip
    while not state.over:
        deck = random.sample(names, len(names))
        answers = Answers(random.randrange(2**32), random.choice((0, 0.5, 1)), random.choice((0, 0.5, 1)))
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
                "deck": deck, "events": redivided(end["events"], random), "outcome": end["outcome"],
                "points": end["points"], "totals": list(state.totals),
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


def redivided(events: list[Any], random: Random) -> list[Any]:
    """The same events with draws cut in other places."""
    told: list[Any] = []
    for event in events:
        cards = event[2] if event[0] == "draw" else []
        cut = random.randrange(len(cards) + 1) if cards else 0
        if 0 < cut < len(cards):
            told += [["draw", event[1], cards[:cut], event[3]], ["draw", event[1], cards[cut:], event[3]]]
        else:
            told.append(event)
    return told


@pytest.mark.parametrize("players", range(2, 11))
def test_logs_of_another_program_are_accepted(players: int) -> None:
    random = Random(players * 1000)
    for _ in range(12):
        lines = by_reference(random, players, 6)
        assert findings(lines) == [], lines[0]["rules"]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_our_own_logs_are_accepted(seed: str) -> None:
    specs = ["forgetful,miss=0.7", "random", "highest"]
    assert findings(played(TrickRules(match=DealsMatch(deals=40)), specs, seed, rotate=True)) == []
    elimination = TrickRules(match=EliminationMatch(over=60, max_deals=200), on_stuck="score", joker_out="forbidden")
    assert findings(played(elimination, specs, seed)) == []


def test_the_rare_corners_are_among_the_logs_of_another_program() -> None:
    seen: set[str] = set()
    for players in (2, 3, 4):
        random = Random(players * 7)
        for _ in range(60):
            lines = by_reference(random, players, 8)
            assert findings(lines) == [], lines[0]["rules"]
            seen |= corners(lines)
    assert seen >= {
        "stuck void", "stuck score", "pass", "joker drawn for", "skip", "cap", "loser leads", "all jokers",
        "reshuffle in a penalty", "lapse of two", "all out at once",
    }  # fmt: skip


def corners(lines: list[Line]) -> set[str]:
    """The rare things that happen in a log."""
    rules, found = lines[0]["rules"], set()
    for line in deals(lines):
        events = line["events"]
        kinds = [event[0] for event in events]
        found |= {"pass", "skip"} & set(kinds)
        found.add(f"{line['outcome']} {rules['on_stuck']}" if line["outcome"] == "stuck" else line["outcome"])
        if rules["lead_next"] == "loser" and "trick" in kinds:
            found.add("loser leads")
        if len(line["active"]) == 2 and "missed" in kinds:
            found.add("lapse of two")
        if any(one == "trick" and other == "draw" for one, other in itertools.pairwise(kinds)):
            found.add("joker drawn for")  # T12 is the only way in which a leader draws
        trick: list[str] = []
        for event in events:
            if event[0] == "play":
                trick += event[2]
            if event[0] == "trick":
                if len(trick) > 1 and all(card[0] == "*" for card in trick):
                    found.add("all jokers")
                trick = []
            if event[0] == "reshuffle":
                after = events[events.index(event) + 1]
                if after[0] == "draw" and after[3] == "penalty":
                    found.add("reshuffle in a penalty")
    last = lines[-1]
    outs = [out for out in last["out_after"] if out is not None]
    if len(outs) == len(last["table"]) and outs.count(last["deals"]) > 1:
        found.add("all out at once")
    return found


LAPSES = TrickRules(
    players=Players(2, 6),
    deck=TrickDeck(2),
    call=Call(2, "opponents", 2),
    stop_rank="8",
    on_stuck="pass",
    match=DealsMatch(deals=12),
)
GOOD = played(LAPSES, ["forgetful,miss=0.5", "random", "random"], "mutations")


def test_the_log_to_be_mutated_is_sound_and_has_every_kind_of_event() -> None:
    assert findings(GOOD) == []
    kinds = {event[0] for line in GOOD if line["type"] == "deal" for event in line["events"]}
    assert kinds >= {"play", "call", "missed", "caught", "draw", "skip", "trick", "end"}


def deals(lines: list[Line]) -> list[Line]:
    """The deal lines."""
    return [line for line in lines if line["type"] == "deal"]


def first(lines: list[Line], kind: str, more: Callable[[list[Any]], bool] = lambda _: True) -> tuple[list[Any], int]:
    """The events of the first deal that has an event of `kind`, and its index."""
    for line in deals(lines):
        for index, event in enumerate(line["events"]):
            if event[0] == kind and more(event):
                return line["events"], index
    raise AssertionError(kind)


def other_card(card: str) -> str:
    """Some other card."""
    return "2S" if card != "2S" else "3S"


def edit(
    kind: str, part: int, value: Any, more: Callable[[list[Any]], bool] = lambda _: True
) -> Callable[[list[Line]], None]:
    """A mutation that sets one part of the first event of a kind; `value` may be a function of what is there."""

    def mutate(lines: list[Line]) -> None:
        events, index = first(lines, kind, more)
        old = events[index][part]
        events[index][part] = value(old) if callable(value) else value

    return mutate


def without(kind: str) -> Callable[[list[Line]], None]:
    """A mutation that leaves out the first event of a kind."""

    def mutate(lines: list[Line]) -> None:
        events, index = first(lines, kind)
        del events[index]

    return mutate


def doubled(kind: str) -> Callable[[list[Line]], None]:
    """A mutation that says the first event of a kind twice."""

    def mutate(lines: list[Line]) -> None:
        events, index = first(lines, kind)
        events.insert(index, copy.deepcopy(events[index]))

    return mutate


def setting(place: int, key: str, value: Any) -> Callable[[list[Line]], None]:
    """A mutation that sets a key of a line; `value` may be a function of what is there."""

    def mutate(lines: list[Line]) -> None:
        lines[place][key] = value(lines[place][key]) if callable(value) else value

    return mutate


def rotated(value: list[Any]) -> list[Any]:
    """Everything one place further."""
    return value[1:] + value[:1]


def plus(value: list[Any]) -> list[Any]:
    """The first number (not null) one more."""
    index = next(i for i, each in enumerate(value) if each is not None)
    return [*value[:index], value[index] + 1, *value[index + 1 :]]


# Each mutation with what the finding must name: where it is and the rule or the number that is wrong.
MUTATIONS: dict[str, tuple[Callable[[list[Line]], None], str]] = {
    "a play by another seat": (edit("play", 1, lambda seat: (seat + 1) % 3), r"event 1: C3: play"),
    "a card that is not held": (
        lambda lines: first(lines, "play")[0][0].__setitem__(2, [deals(lines)[0]["deck"][-1]]),
        r"event 1: C9: .* not in the hand",
    ),
    "two cards in one play": (edit("play", 2, lambda cards: [*cards, *cards]), r"event 1: .*not one of"),
    "no card in a play": (edit("play", 2, []), r"event 1: format: a play event without cards"),
    "a play left out": (without("play"), r"event 1: C3: .*should act"),
    "a play twice": (doubled("play"), r"event 2: (C3|T10): play"),
    "a call left out": (without("call"), r"C5: .*it should be call"),
    "a call by another": (edit("call", 1, lambda seat: (seat + 1) % 3), r"C5: .*it should be call"),
    "a call twice": (doubled("call"), r"C\d|T\d"),
    "a lapse by another": (edit("missed", 1, lambda seat: (seat + 1) % 3), r"C5: .*it should be missed"),
    "a lapse left out": (without("missed"), r"C5: .*it should be call"),
    "caught by the offender": (edit("caught", 2, lambda _: None, lambda event: True), r"C6: .*an opponent"),
    "caught out is another": (edit("caught", 1, lambda seat: (seat + 1) % 3), r"C6: .*opponent"),
    "a penalty without being caught": (without("caught"), r"event \d+: [CT]\d+: draw"),
    "a penalty left out": (
        lambda lines: (
            first(lines, "draw", lambda event: event[3] == "penalty")[0].pop(
                first(lines, "draw", lambda event: event[3] == "penalty")[1]
            )
            and None
        ),
        r"C7: .*it should be draw",
    ),
    "a penalty called something else": (edit("draw", 3, "follow", lambda e: e[3] == "penalty"), r"C7: .*penalty"),
    "a draw of another card": (
        edit("draw", 2, lambda cards: [other_card(cards[0]), *cards[1:]]),
        r"T5: .*it should be draw",
    ),
    "a draw by another": (
        edit("draw", 1, lambda seat: (seat + 1) % 3),
        r"(T5: .*it should be draw|C3: draw .*should act)",
    ),
    "a draw too short": (
        edit("draw", 2, lambda cards: cards[:-1], lambda e: len(e[2]) > 1),
        r"T5: .*it should be draw",
    ),
    "a draw without cards": (edit("draw", 2, []), r"format: a draw event without cards"),
    "a skip left out": (without("skip"), r"T10: .*it should be skip"),
    "a skip of another": (edit("skip", 1, lambda seat: (seat + 1) % 3), r"T10: .*it should be skip"),
    "a trick to another": (edit("trick", 1, lambda seat: (seat + 1) % 3), r"T7: .*it should be trick"),
    "a trick left out": (without("trick"), r"T7: .*it should be trick"),
    "another winner": (edit("end", 2, lambda seat: (seat + 1) % 3), r"T11: .*it should be end"),
    "another end": (edit("end", 1, "cap"), r"T11: .*it should be end"),
    "no end": (without("end"), r"T11: nothing more stands here"),
    "two ends": (doubled("end"), r"C8: the deal is over"),
    "an unknown event": (edit("play", 0, "pley"), r"event 1: format: .*is not an event"),
    "a seat as a string": (edit("play", 1, str), r"event 1: format"),
    "a seat as true": (edit("trick", 1, True), r"format"),
    "an unknown kind of fault": (
        lambda lines: deals(lines)[0]["events"].insert(0, ["fault", deals(lines)[0]["events"][0][1], "boredom"]),
        r"event 1: faults: boredom is not a kind",
    ),
    "a card of the deck twice": (setting(1, "deck", lambda deck: [deck[0], *deck[:-1]]), r"T1: the deck"),
    "a card of the deck missing": (setting(1, "deck", lambda deck: deck[:-1]), r"T1: the deck"),
    "an unknown card in the deck": (setting(1, "deck", lambda deck: ["1S", *deck[1:]]), r"'1S' is not a card"),
    "another dealer": (setting(2, "dealer", lambda seat: (seat + 1) % 3), r"deal 2: C2: dealer"),
    "a dealer who is not there": (setting(2, "dealer", 7), r"C2: dealer 7"),
    "one active seat less": (setting(2, "active", [0, 1]), r"C\d|X2"),
    "the table turned": (setting(2, "table", rotated), r"log: table"),
    "another outcome": (setting(1, "outcome", "cap"), r"T11: outcome"),
    "more points": (setting(1, "points", plus), r"T13: points"),
    "points as strings": (setting(1, "points", lambda points: list(map(str, points))), r"format: points"),
    "points as fractions of themselves": (
        setting(1, "points", lambda points: list(map(float, points))),
        r"T13: points",
    ),
    "other totals": (setting(1, "totals", plus), r"X1: totals"),
    "deals out of order": (setting(1, "deal", 2), r"deal 2 follows deal 0"),
    "another match": (setting(1, "match", 2), r"match 2 follows match 0"),
    "a deal left out": (lambda lines: lines.__delitem__(3), r"deal 4 follows deal 2"),
    "a deal twice": (lambda lines: lines.insert(3, lines[2]), r"deal 2 follows deal 2"),
    "the last deal left out": (lambda lines: lines.__delitem__(-2), r"does not end the match"),
    "other ranks": (setting(-1, "ranks", rotated), r"X3: ranks"),
    "other sums": (setting(-1, "totals", plus), r"X1, X2: totals"),
    "another number of deals": (setting(-1, "deals", 99), r"deals 99"),
    "other deals won": (setting(-1, "won", plus), r"won"),
    "another number of void deals": (setting(-1, "void", lambda void: void + 1), r"void"),
    "somebody out": (setting(-1, "out_after", [3, None, None]), r"out_after"),
    "other lapses": (setting(-1, "missed", plus), r"missed"),
    "other lapses caught": (setting(-1, "caught", plus), r"caught"),
    "other faults": (setting(-1, "faults", plus), r"faults"),
    "a match number left out": (setting(-1, "match", 2), r"numbered from 1 without gaps"),
    "a block that is none": (setting(-1, "block", 0), r"block 0"),
    "an unknown line": (setting(2, "type", "deel"), r'type "deel" is unknown'),
    "missing events": (lambda lines: lines[1].pop("events"), r"events is not a list"),
    "missing points": (lambda lines: lines[1].pop("points"), r"points is not a list"),
    "missing ranks": (lambda lines: lines[-1].pop("ranks"), r"ranks null"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_one_fault_is_found_and_named(name: str) -> None:
    mutate, expected = MUTATIONS[name]
    lines = copy.deepcopy(GOOD)
    if name == "caught by the offender":
        events, index = first(lines, "caught")
        events[index][2] = events[index][1]
    else:
        mutate(lines)
    assert dumps(lines) != dumps(GOOD)
    found = findings(lines)
    assert found, name
    assert re.search(expected, str(found[0])), str(found[0])
    assert found[0].severity == "error"


def test_checking_goes_on_with_the_next_deal() -> None:
    lines = copy.deepcopy(GOOD)
    for place in (2, 5, 9):
        lines[place]["points"] = plus(lines[place]["points"])
        for later in lines[place:-1]:
            later["totals"] = plus(later["totals"])
    lines[-1]["totals"] = [each + 0 for each in lines[-2]["totals"]]
    assert [finding.line for finding in findings(lines)][:3] == [3, 6, 10]


def test_every_event_changed_in_every_number_is_found() -> None:
    """Each whole number of each event of a deal, one more: none of these is another log that holds."""
    place = next(i for i, line in enumerate(GOOD) if line["type"] == "deal" and len(line["events"]) > 40)
    for index, event in enumerate(GOOD[place]["events"]):
        for part, value in enumerate(event):
            if isinstance(value, int) and not (event[0] == "caught" and part == 2):
                lines = copy.deepcopy(GOOD)
                lines[place]["events"][index][part] = (value + 1) % 3
                found = findings(lines)
                assert found, (index, event)
                assert found[0].line == place + 1


def test_an_interrupted_log_is_a_warning() -> None:
    data = "".join(dumps(line) + "\n" for line in GOOD).encode()
    cut = findings(data[: len(data) - 40])
    assert [(one.severity, one.code) for one in cut] == [("warning", "log-interrupted")]
    lost = findings(GOOD[:-1])
    assert [(one.severity, one.code) for one in lost] == [("warning", "log-interrupted")]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"hello\n", "not JSON"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"[1,2]\n", "not a JSON object"),
        (b'{"type":"deal"}\n', "not a log"),
        (b'{"type":"pageone-log","version":2}\n', "a log of version 2; this program knows version 1"),
        (b'{"type":"pageone-log","version":"1"}\n', "version must be 1"),
        (b'{"type":"pageone-log","version":1}\n', "players must be"),
        (b"[" * 100_000 + b"\n", "not JSON"),
        (b'{"type":"pageone-log","version":NaN}\n', "not JSON"),
        (b'{"type":"pageone-log","version":' + b"9" * 5000 + b"}\n", "not JSON"),
    ],
)
def test_what_is_no_log_is_said_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(LogError, match=re.escape(said)):
        findings(data)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_damage_to_bytes_gives_a_traceback(data: st.DataObject) -> None:
    text = bytearray("".join(dumps(line) + "\n" for line in GOOD[:4]).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        findings(bytes(text))
    except LogError as error:
        place = str(error)
    else:
        place = "x.log:"
    assert place.startswith("x.log:")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(GOOD) - 1), st.data())
def test_no_json_in_any_place_gives_a_traceback(place: int, data: st.DataObject) -> None:
    lines = copy.deepcopy(GOOD)
    key = data.draw(st.sampled_from(sorted(lines[place])))
    value = data.draw(JSON)
    if key == "events" and isinstance(lines[place][key], list) and data.draw(st.booleans()):
        index = data.draw(st.integers(0, len(lines[place][key]) - 1))
        lines[place][key][index] = value
    else:
        lines[place][key] = value
    try:
        findings(lines)
    except LogError as error:
        said = str(error)
    else:
        said = "x.log:"
    assert said.startswith("x.log:")

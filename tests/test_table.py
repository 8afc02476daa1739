"""How strategies are treated at the table: faults, what they are told, and that they cannot reach what is hidden."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import Any, ClassVar

import pytest

from pageone_cli import Move, Strategy, View
from pageone_cli.cards import TrickCard
from pageone_cli.events import Event, encode
from pageone_cli.faults import Aborted, Fault
from pageone_cli.games import family
from pageone_cli.loading import Player, bundled_player
from pageone_cli.logged import Logged
from pageone_cli.playing import play_match
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.retrace import Retrace
from pageone_cli.rules import Call, DealsMatch, EliminationMatch, Players, TrickDeck, TrickRules
from pageone_cli.schedule import Fixture
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult


class First(Strategy):
    """The first move on offer."""

    def choose(self, view: Any) -> Move:
        move: Move = view.moves[0]
        return move


class Silent(Strategy):
    """The first move on offer, never a call."""

    def choose(self, view: Any) -> Move:
        move: Move = view.moves[0].silent()
        return move


@dataclass
class Told:
    """A match that was played."""

    deals: list[DealResult] = field(default_factory=list)
    records: list[DealRecord] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    end: MatchRecord | None = None

    def events(self, deal: int) -> list[Event]:
        """The events of a deal, from 1."""
        return self.deals[deal - 1].deal.events()


def play(
    *kinds: type[Strategy],
    rules: TrickRules | None = None,
    on_fault: str = "substitute",
    seed: str = "7",
    deals: int = 3,
) -> Told:
    """A match between strategies, each sitting at its own index, seat 0 deals first."""
    told = Told()
    own = rules if rules is not None else TrickRules(players=Players(2, 6))
    own = replace(own, match=DealsMatch(deals=deals)) if isinstance(own.match, DealsMatch) else own
    players = [Player(kind.__name__, kind.__name__, kind) for kind in kinds]

    def on_deal(result: DealResult, record: DealRecord) -> None:
        told.deals.append(result)
        told.records.append(record)

    fixture = Fixture(1, 1, 0, 1, tuple(range(len(kinds))), 0)
    conduct = Conduct(on_fault, bundled_player("random").make, told.faults.append)
    told.end = play_match(family(own), players, Streams(seed), fixture, conduct, on_deal)
    return told


def faults_in(events: list[Event]) -> list[Event]:
    return [event for event in events if event[0] == "fault"]


def at(events: list[Event], kind: str) -> int:
    return next(place for place, event in enumerate(events) if event[0] == kind)


# Faults: each member that may fail, under each policy


class FailsToChoose(First):
    """Fails at its second decision."""

    def start(self, view: Any) -> None:
        self.asked = 0

    def choose(self, view: Any) -> Move:
        self.asked += 1
        if self.asked == 2:
            raise ValueError("no idea")
        return super().choose(view)


class Cheats(First):
    """Plays a card that it does not hold."""

    def choose(self, view: Any) -> Move:
        return Move((next(card for card in view._setting.cards if card not in view.hand),))


class FailsToCallOut(First):
    """Fails when it is asked to call out."""

    def call_out(self, view: Any, offender: int) -> bool:
        raise RuntimeError("never mind")


class FailsToStart(First):
    """Fails when a deal starts."""

    def start(self, view: Any) -> None:
        raise KeyError("start")


class FailsToObserve(First):
    """Fails at the third event."""

    def __init__(self) -> None:
        self.seen = 0

    def observe(self, event: Event) -> None:
        self.seen += 1
        if self.seen == 3:
            raise ArithmeticError("three")


class FailsToAppear(First):
    """Fails when it is made."""

    def __init__(self) -> None:
        raise OSError("not today")


class Leaves(First):
    """Exits."""

    def choose(self, view: Any) -> Move:
        raise SystemExit(3)


FAILING: list[type[Strategy]] = [
    FailsToChoose,
    Cheats,
    FailsToCallOut,
    FailsToStart,
    FailsToObserve,
    FailsToAppear,
    Leaves,
]
WHERE: dict[type[Strategy], tuple[str, str]] = {
    FailsToChoose: ("error", "choose"),
    Cheats: ("illegal", "choose"),
    FailsToCallOut: ("error", "call_out"),
    FailsToStart: ("error", "start"),
    FailsToObserve: ("error", "observe"),
    FailsToAppear: ("error", "construction"),
    Leaves: ("exit", "choose"),
}


@pytest.mark.parametrize("on_fault", ["substitute", "forfeit"])
@pytest.mark.parametrize("kind", FAILING)
def test_a_fault_is_logged_once_a_deal_counted_and_told(kind: type[Strategy], on_fault: str) -> None:
    told = play(kind, First, Silent, on_fault=on_fault, deals=6)
    per_deal = [faults_in(told.events(deal)) for deal in range(1, 7)]
    assert [event for events in per_deal for event in events] == [("fault", 0, WHERE[kind][0])] * len(told.faults)
    assert all(len(events) <= 1 for events in per_deal)
    assert len(told.faults) >= (1 if kind in (FailsToCallOut, FailsToChoose) else 6)
    assert [(fault.kind, fault.where, fault.seat, fault.match) for fault in told.faults] == [
        (*WHERE[kind], 0, 1)
    ] * len(told.faults)
    assert [fault.deal for fault in told.faults] == [n for n, events in enumerate(per_deal, start=1) if events]
    assert told.end is not None
    assert told.end.faults == [len(told.faults), 0, 0]
    assert told.end.deals == 6


@pytest.mark.parametrize("kind", FAILING)
def test_under_abort_the_first_fault_ends_the_run_and_says_what_happened(kind: type[Strategy]) -> None:
    with pytest.raises(Aborted) as raised:
        play(kind, First, Silent, on_fault="abort", deals=50)
    fault = raised.value.fault
    assert (fault.kind, fault.where, fault.player, fault.seat) == (*WHERE[kind], kind.__name__, 0)
    first = f"{kind.__name__}: {fault.kind} in {fault.where} (match 1, deal {fault.deal}, seat 0)"
    assert str(raised.value).splitlines()[0] == first
    assert raised.value.exit_status == 1


@pytest.mark.parametrize("kind", FAILING)
def test_a_fault_stands_where_the_log_says(kind: type[Strategy]) -> None:
    """In place of the decision; where no decision failed, before the seat's next one, or before the end."""
    told = play(kind, First, Silent, deals=20)
    looked = 0
    for deal in range(1, 21):
        events = told.events(deal)
        if not faults_in(events):
            continue
        looked += 1
        place = at(events, "fault")
        before, after = events[:place], events[place + 1 :]
        own = [number for number, event in enumerate(before) if event[0] == "play" and event[1] == 0]
        if kind is FailsToChoose:
            assert len(own) == 1
        elif kind is FailsToCallOut:
            assert before[-1][0] == "missed"
            assert before[-1][1] == 2
            assert after[0] == ("caught", 2, 0)  # the substitute calls out
        elif kind is not FailsToObserve:
            assert not own
        if kind is not FailsToCallOut and after[0][0] != "end":
            own_decision = after[0][:2] in (("play", 0), ("draw", 0)) or after[0] == ("caught", 2, 0)
            assert own_decision or after[0][0] == "reshuffle"
        assert after[-1][0] == "end"
    assert looked


def test_a_fault_without_a_later_decision_of_the_seat_stands_before_the_end() -> None:
    class FailsAtTheEnd(First):
        def observe(self, event: Event) -> None:
            if event[0] == "end":
                raise ValueError("over")

    for seed in "1234":
        events = play(FailsAtTheEnd, First, seed=seed, deals=1).events(1)
        assert events[-2:] == [("fault", 0, "error"), events[-1]]
        assert events[-1][0] == "end"


def test_who_never_acts_again_has_its_fault_before_the_end_and_others_are_told_of_it() -> None:
    heard: list[Event] = []

    class Listens(First):
        def observe(self, event: Event) -> None:
            heard.append(event)

    rules = TrickRules(players=Players(2, 6), hand_size=1, call=Call(enforced_by="nobody"))
    told = play(FailsToStart, Listens, First, rules=rules, deals=1)  # seat 1 leads its only card
    events = told.events(1)
    assert [event[0] for event in events] == ["play", "fault", "end"]
    assert events[1] == ("fault", 0, "error")
    assert heard == events


def test_only_the_first_fault_counts() -> None:
    class Everything(First):
        def start(self, view: Any) -> None:
            raise ValueError("start")

        def observe(self, event: Event) -> None:
            raise ValueError("observe")

        def choose(self, view: Any) -> Move:
            raise ValueError("choose")

        def call_out(self, view: Any, offender: int) -> bool:
            raise ValueError("call_out")

    told = play(Everything, First, Silent, deals=5)
    assert [fault.where for fault in told.faults] == ["start"] * 5
    assert [len(faults_in(told.events(deal))) for deal in range(1, 6)] == [1] * 5
    assert told.end is not None
    assert told.end.faults == [5, 0, 0]


def test_two_seats_may_fail_in_one_deal() -> None:
    told = play(FailsToStart, FailsToAppear, Leaves, deals=1)
    assert sorted(faults_in(told.events(1))) == [("fault", 0, "error"), ("fault", 1, "error"), ("fault", 2, "exit")]


def test_who_has_failed_plays_itself_again_in_the_next_deal() -> None:
    class FailsOnce(First):
        made: ClassVar[int] = 0

        def __init__(self) -> None:
            FailsOnce.made += 1
            if FailsOnce.made == 1:
                raise ValueError("once")

    told = play(FailsOnce, First, deals=4)
    assert [fault.deal for fault in told.faults] == [1]
    assert FailsOnce.made == 4


def test_the_substitute_plays_the_rest_of_the_deal_at_random() -> None:
    told = play(FailsToStart, First, First, deals=30)
    as_random = play(bundled_player("random").kind, First, First, deals=30)
    assert [[event for event in told.events(deal) if event[0] != "fault"] for deal in range(1, 31)] == [
        as_random.events(deal) for deal in range(1, 31)
    ]


# What a fault costs


def test_substitute_scores_as_played_and_forfeit_the_worst_of_the_table_at_least_50() -> None:
    plain = play(FailsToStart, First, First, deals=60)
    forfeit = play(FailsToStart, First, First, deals=60, on_fault="forfeit")
    worst = set()
    for one, other in zip(plain.records, forfeit.records, strict=True):
        assert one.points[1:] == other.points[1:]
        highest = max(50, *[int(points or 0) for points in one.points])
        assert other.points[0] == highest
        worst.add(highest)
    assert 50 in worst
    assert max(worst) > 50  # the highest of the table was looked at
    assert plain.end is not None
    assert forfeit.end is not None
    assert plain.end.won == forfeit.end.won  # by `end`, also for a seat that forfeited
    assert plain.end.won[0] > 0


def test_forfeit_costs_1_where_only_wins_count() -> None:
    told = play(FailsToStart, First, First, rules=TrickRules(score="wins"), deals=20, on_fault="forfeit")
    assert [record.points[0] for record in told.records] == [1] * 20


def test_no_fault_costs_nothing_under_forfeit() -> None:
    one, other = play(First, Silent, First, deals=20, on_fault="forfeit"), play(First, Silent, First, deals=20)
    assert one.records == other.records


def test_forfeits_count_towards_elimination() -> None:
    rules = TrickRules(match=EliminationMatch(over=100))
    told = play(FailsToStart, First, First, First, First, rules=rules, on_fault="forfeit")
    assert told.end is not None
    assert told.end.out_after[0] is not None
    assert told.end.out_after[0] <= 3  # 50 a deal at least, and more than 100 is out
    later = told.records[told.end.out_after[0]]
    assert later.points[0] is None
    assert told.end.faults[0] == told.end.out_after[0]


# Moves that are none


class Evil:
    """Fails in whatever is done to it."""

    def __hash__(self) -> int:
        raise ValueError("hash")

    def __repr__(self) -> str:
        raise ValueError("repr")

    def __bool__(self) -> bool:
        raise ValueError("bool")


class Odd(Move):
    """A move that fails to say what it is."""

    @property
    def cards(self) -> Any:
        raise RuntimeError("cards")


NOT_MOVES: dict[str, Callable[[Any], Any]] = {
    "None": lambda view: None,
    "a card": lambda view: view.hand[0],
    "a text": lambda view: str(view.hand[0]),
    "a list": lambda view: [view.moves[0]],
    "a tuple alike": lambda view: tuple(view.moves[0]),
    "cards in a list": lambda view: Move(list(view.moves[0].cards)),  # type: ignore[arg-type]
    "no cards, nothing to draw": lambda view: Move(()) if len(view.hand) == 4 else view.moves[0],
    "two cards": lambda view: Move(view.hand[:2] if len(view.hand) > 1 else ("x",)),
    "a colour": lambda view: Move(view.moves[0].cards, "r"),
    "evil": lambda view: Move((Evil(),)),
    "evil itself": lambda view: Evil(),
    "evil call": lambda view: Move(view.moves[0].cards, None, Evil()),  # type: ignore[arg-type]
    "odd": lambda view: Odd(view.moves[0].cards),
    "endless": lambda view: view,
}


@pytest.mark.parametrize("name", NOT_MOVES)
def test_what_is_no_move_is_an_illegal_one_and_nothing_worse(name: str) -> None:
    class Strange(First):
        def choose(self, view: Any) -> Any:
            return NOT_MOVES[name](view)

    told = play(Strange, First, deals=3)
    assert {fault.kind for fault in told.faults} == {"illegal"}
    assert [fault.deal for fault in told.faults] == [1, 2, 3]
    for fault in told.faults:
        assert "\n" not in fault.detail
        assert len(fault.detail) < 150


def test_an_equal_copy_of_a_move_is_as_good_as_the_move() -> None:
    class Copies(Strategy):
        def choose(self, view: Any) -> Move:
            move = view.moves[0]
            return Move(tuple(TrickCard(*card) for card in move.cards), None, True)

    assert play(Copies, First, deals=10).records == play(First, First, deals=10).records


def test_a_card_not_held_is_told_with_its_rule() -> None:
    told = play(Cheats, First, deals=1)
    assert told.faults[0].detail.endswith("is not in the hand (C9)")


@pytest.mark.parametrize("answer", [1, "yes", [0], object()])
def test_call_out_may_answer_anything_that_is_true_or_false(answer: object) -> None:
    class Answers(First):
        def call_out(self, view: Any, offender: int) -> Any:
            return answer

    told = play(Answers, Silent, deals=10)
    assert told.end is not None
    assert told.end.missed[1] == told.end.caught[1] > 0
    assert not told.faults


# What a strategy is told


def observing(log: list[Any]) -> type[Strategy]:
    class Observes(First):
        def start(self, view: Any) -> None:
            log.append([self.seat, []])

        def observe(self, event: Event) -> None:
            log[-1][1].append(event)

        def choose(self, view: Any) -> Move:
            assert tuple(log[-1][1]) == view.events
            return super().choose(view)

    return Observes


def test_observers_get_exactly_the_events_that_their_seat_may_know() -> None:
    log: list[Any] = []
    told = play(First, observing(log), Silent, FailsToChoose, deals=30)
    assert len(told.faults) > 10
    for result, (seat, heard) in zip(told.deals, log, strict=True):
        assert heard == result.deal.events_for(seat)
    kinds = {event[0] for result in told.deals for event in result.deal.events()}
    assert kinds >= {"play", "call", "missed", "caught", "draw", "trick", "fault", "end"}


def test_observers_know_what_was_drawn_before_the_first_decision() -> None:
    log: list[Any] = []
    rules = TrickRules(
        hand_size=1, deck=TrickDeck(4), joker_out="forbidden", call=Call(enforced_by="nobody"), players=Players(2, 6)
    )
    told = play(First, observing(log), rules=rules, deals=100)
    assert any(result.deal.events()[0][0] == "draw" for result in told.deals)
    assert [heard for _, heard in log] == [result.deal.events_for(1) for result in told.deals]


def test_draws_of_others_and_reshuffles_are_counts() -> None:
    log: list[Any] = []
    rules = TrickRules(hand_size=8, players=Players(2, 6))
    play(Silent, observing(log), Silent, Silent, rules=rules, deals=40)
    draws = [event for seat, heard in log for event in heard if event[0] == "draw" and event[1] != seat]
    own = [event for seat, heard in log for event in heard if event[0] == "draw" and event[1] == seat]
    reshuffles = [event for _, heard in log for event in heard if event[0] == "reshuffle"]
    assert draws
    assert own
    assert reshuffles
    assert all(type(event[2]) is int and event[2] > 0 for event in draws)
    assert all(type(event[1]) is int for event in reshuffles)
    assert all(type(card) is TrickCard for event in own for card in event[2])


def test_start_is_called_once_a_deal_before_the_first_decision_with_nothing_to_choose() -> None:
    log: list[Any] = []

    class Starts(First):
        def start(self, view: Any) -> None:
            log.append(("start", self.seat, view.deal, tuple(view.moves), len(view.hand), view.scores))

        def choose(self, view: Any) -> Move:
            log.append(("choose", self.seat, view.deal))
            return super().choose(view)

    told = play(Starts, Starts, deals=3)
    starts = [entry for entry in log if entry[0] == "start"]
    assert [entry[1:3] for entry in starts] == [(seat, deal) for deal in (1, 2, 3) for seat in (0, 1)]
    assert all(entry[3:5] == ((), 4) for entry in starts)
    assert [entry[5] for entry in starts[::2]] == [(0, 0), *[tuple(record.totals) for record in told.records[:2]]]
    for deal in (1, 2, 3):
        of_deal = [entry[0] for entry in log if entry[2] == deal]
        assert of_deal[:2] == ["start", "start"]
        assert set(of_deal[2:]) == {"choose"}


def test_choose_is_called_for_every_play_and_free_draw_also_with_one_move() -> None:
    asked = []

    class Asked(First):
        def choose(self, view: Any) -> Move:
            asked.append(len(view.moves))
            move: Move = view.moves[-1]
            return move

    told = play(Asked, Asked, deals=50)
    plays = sum(event[0] == "play" for deal in range(1, 51) for event in told.events(deal))
    draws = sum(count > 1 for count in asked) and len(asked) - plays
    assert 1 in asked
    assert draws > 0  # who holds a joker draws by choice
    assert not told.faults


@pytest.mark.parametrize("remembers", [False, True])
def test_remembers(remembers: bool) -> None:
    class Keeps(First):
        def __init__(self) -> None:
            self.deals: list[int] = []

        def start(self, view: Any) -> None:
            self.deals.append(view.deal)
            known.append(list(self.deals))

    Keeps.remembers = remembers
    known: list[list[int]] = []
    play(Keeps, First, deals=3)
    assert known == ([[1], [1, 2], [1, 2, 3]] if remembers else [[1], [2], [3]])


def test_seat_rules_and_rng_are_set_before_start() -> None:
    seen = []

    class Sees(First):
        remembers = True

        def start(self, view: Any) -> None:
            seen.append((self.seat, self.rules.hand_size, type(self.rng) is Random, self.rng.random()))

    play(First, Sees, deals=3)
    assert [entry[:3] for entry in seen] == [(1, 4, True)] * 3
    assert len({entry[3] for entry in seen}) == 3


# Nothing that a strategy does to what it gets reaches the game


def vandalise(value: Any, depth: int = 4) -> None:
    """Try to change `value` and all that hangs on it."""
    if depth == 0 or isinstance(value, str | int | float | type | None | types.FunctionType | types.MethodType):
        return
    for change in (
        lambda: value.clear(),
        lambda: value.append("junk"),
        lambda: value.update({"junk": 1}),
        lambda: value.__setitem__(0, "junk"),
        lambda: value.__delitem__(0),
        lambda: value.sort(),
    ):
        try_to(change)
    names = [name for name in dir(value) if not name.startswith("__")]
    for name in names:
        held = getattr(value, name, None)
        if callable(held):
            continue
        vandalise(held, depth - 1)
        try_to(lambda name=name: setattr(value, name, "junk"))  # type: ignore[misc]
        try_to(lambda name=name: object.__setattr__(value, name, ("junk",)))  # type: ignore[misc]
        try_to(lambda name=name: delattr(value, name))  # type: ignore[misc]
    try_to(lambda: value.__dict__.update(junk=1))
    if isinstance(value, tuple | list):
        for each in list(value)[:6]:
            vandalise(each, depth - 1)


def try_to(change: Callable[[], Any]) -> None:
    with suppress(Exception):
        change()


class Vandal(First):
    """As First, but breaks all it gets before and after."""

    remembers = True
    seen: ClassVar[list[Any]] = []

    def start(self, view: Any) -> None:
        vandalise(view)

    def observe(self, event: Event) -> None:
        self.seen.append(event)
        vandalise(event)

    def choose(self, view: Any) -> Move:
        self.seen.append(looked_at(view))
        move: Move = view.moves[0]
        vandalise(move)
        vandalise(view.hand)
        vandalise(view.rules)
        vandalise(view.events, 3)
        vandalise(self.rules)
        vandalise(view)
        return move

    def call_out(self, view: Any, offender: int) -> bool:
        vandalise(view)
        return True


class Polite(First):
    """What Vandal is without the breaking."""

    remembers = True
    seen: ClassVar[list[Any]] = []

    def observe(self, event: Event) -> None:
        self.seen.append(event)

    def choose(self, view: Any) -> Move:
        self.seen.append(looked_at(view))
        move: Move = view.moves[0]
        return move


NAMES = (
    *("game", "rules", "seat", "active", "dealer", "hand", "moves", "counts", "stock", "discards", "seen", "events"),
    *("scores", "deal", "trick", "led", "leader"),
)


def looked_at(view: Any) -> Any:
    """Everything of a view, as it is now."""
    return [(name, str(getattr(view, name))) for name in NAMES]


def test_a_vandal_changes_nothing_for_others_nor_for_its_own_next_view() -> None:
    Vandal.seen.clear()
    Polite.seen.clear()
    vandal = play(Vandal, Silent, Vandal, deals=3)
    polite = play(Polite, Silent, Polite, deals=3)
    assert [encode(one.deal.events()) for one in vandal.deals] == [encode(one.deal.events()) for one in polite.deals]
    assert vandal.records == polite.records
    assert vandal.end == polite.end
    assert not vandal.faults
    assert Vandal.seen == Polite.seen
    assert Polite.seen


def test_what_is_set_on_a_view_stays_there_and_does_not_fail() -> None:
    class Notes(First):
        def choose(self, view: Any) -> Move:
            assert not hasattr(view, "note")
            move: Move = view.moves[0]
            view.note = 1
            view.hand = ()
            view.moves = ()
            assert (view.note, view.hand, view.moves) == (1, (), ())
            return move

    assert not play(Notes, Notes, deals=5).faults


# Nothing leads to what is hidden


def reachable(*roots: Any) -> Iterator[Any]:
    """Everything that attributes and containers lead to; not what functions refer to."""
    queue, seen, kept = list(roots), set(), []
    while queue:
        value = queue.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kept.append(value)  # so that no id is given twice
        yield value
        if isinstance(value, str | bytes | int | float | Enum | types.ModuleType | type | Random | None):
            continue
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
            continue
        if isinstance(value, types.MethodType):
            queue.append(value.__self__)
            continue
        if isinstance(value, dict | types.MappingProxyType):
            queue += [*value.keys(), *value.values()]
        elif isinstance(value, tuple | list | set | frozenset):
            queue += list(value)
        for name in dir(value):
            if name not in ("__class__", "__doc__") and not (name.startswith("__") and name.endswith("__")):
                queue.append(getattr(value, name, None))
        queue.append(getattr(value, "__dict__", None))


@dataclass
class Hidden:
    """The truth about a deal, for the test alone."""

    deal: Any = None


def test_attributes_and_containers_lead_to_no_hidden_card_no_engine_and_no_other_strategy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pageone_cli.games.trick import TrickDeal, TrickFamily
    from pageone_cli.table import Table

    hidden = Hidden()
    begin = TrickFamily.deal

    def spied(self: TrickFamily, setting: Any, pack: Any) -> TrickDeal:
        hidden.deal = begin(self, setting, pack)
        return hidden.deal  # type: ignore[no-any-return]

    monkeypatch.setattr(TrickFamily, "deal", spied)
    looked = 0

    class Snoops(First):
        def look(self, view: Any, *more: Any) -> None:
            nonlocal looked
            looked += 1
            deal = hidden.deal
            cards = deal.family.cards
            stock = [cards[card] for card in deal.stock]
            secrets = [[cards[card] for card in deal.hand(seat)] for seat in range(3) if seat != self.seat]
            secrets += [stock, stock[::-1]]
            ids = [[cards.index(card) for card in secret] for secret in secrets]
            masks = [deal.hands[seat] for seat in range(3) if seat != self.seat]
            for value in reachable(view, self, *view.moves, *more):
                assert not isinstance(value, TrickDeal | TrickFamily | Table | Player | Streams), type(value)
                assert not isinstance(value, Strategy) or value is self
                if isinstance(value, tuple | list | set | frozenset) and len(value) > 1:
                    held = list(value)
                    assert not any(len(secret) > 1 and held == secret for secret in (*secrets, *ids))
                if isinstance(value, int) and not isinstance(value, bool):
                    assert value not in [mask for mask in masks if mask > 1000]
                if type(value) is tuple and value and value[0] == "draw" and value[1] != self.seat:
                    assert type(value[2]) is int

        def start(self, view: Any) -> None:
            self.look(view)

        def choose(self, view: Any) -> Move:
            self.look(view, *[move.silent() for move in view.moves])
            return super().choose(view)

        def call_out(self, view: Any, offender: int) -> bool:
            self.look(view)
            return True

        def observe(self, event: Event) -> None:
            if event[0] == "draw" and event[1] != self.seat:
                assert type(event[2]) is int

    told = play(Snoops, Silent, Snoops, deals=2)
    assert not told.faults, told.faults[0].detail
    assert looked > 20


def test_the_walk_finds_what_is_there_to_be_found() -> None:
    """The test of the test: a view that led to the engine would be noticed."""

    class Leak:
        def __init__(self) -> None:
            self.inner = {"a": [(Player("x", "x", First),)]}

    assert any(isinstance(value, Player) for value in reachable(Leak()))


def test_a_view_holds_the_whole_pack_in_pack_order_only() -> None:
    class Looks(First):
        def choose(self, view: View) -> Move:
            cards = [value for value in reachable(view) if type(value) is tuple and len(value) == 53]
            assert all([str(card) for card in one] == [str(card) for card in view._setting.cards] for one in cards)
            return super().choose(view)

    assert not play(Looks, First, deals=2).faults


# Logs of deals with faults


@pytest.mark.parametrize("kind", FAILING)
def test_a_deal_with_faults_is_what_the_rules_allow(kind: type[Strategy]) -> None:
    rules = TrickRules(players=Players(2, 6))
    told = play(kind, Silent, FailsToObserve, rules=rules, deals=25)
    game = family(rules)
    for result, record in zip(told.deals, told.records, strict=True):
        line = {
            "table": [0, 1, 2],
            "active": list(result.active),
            "dealer": result.dealer,
            "deck": [str(game.cards[card]) for card in result.pack],
            "events": json.loads(encode(result.deal.events())),
            "outcome": record.outcome,
            "points": record.points,
            "totals": list(record.totals),
        }
        logged = Logged.of(game, line)
        retrace = Retrace(game, logged.begin(game, [0, 0, 0], record.deal), logged.events)
        retrace.run()
        assert retrace.deal.events() == result.deal.events()

"""Plays a logged deal again: drives a deal with the choices of the log, and sees where the log departs from the rules.

The log is not trusted. Nothing but its choices (what was played, whether a call was made, who called out, the new
stocks) goes into the deal; everything else must come out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from pageone_cli.events import Chain, Event
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, Deal, Family, IllegalMove
from pageone_cli.match import Points
from pageone_cli.rules import sealed
from pageone_cli.strategy import Move, Setting


class Departure(Exception):
    """Where a logged deal departs from the rules.

    ``event`` is the number of the event from 1, 0 where it is not an event; ``rule`` the number of the rule;
    ``what`` says what is wrong, ``wanted`` what should be there (may be empty).
    """

    def __init__(self, event: int, rule: str, what: str, wanted: str = "") -> None:
        super().__init__(f"{what}{f'; {wanted}' if wanted else ''} ({rule})")
        self.event = event
        self.rule = rule
        self.what = what
        self.wanted = wanted


@dataclass(frozen=True)
class Logged:
    """What a deal line says, the pack as ids, cards in events as they are written; `Logged.of` reads it."""

    table: tuple[int, ...]
    active: tuple[int, ...]
    dealer: int
    pack: list[int]
    events: list[Event]
    outcome: str
    points: list[Points | None]
    totals: list[Points]

    @classmethod
    def of(cls, family: Family, line: dict[str, Any]) -> Logged:
        """Read a deal line. Raises `Departure` where it is not as the format says."""
        read = _Reader(family, line)
        table = read.seats("table")
        seats = len(table)
        active = read.seats("active")
        if list(active) != sorted(set(active)) or len(active) < 2 or active[-1] >= seats:
            raise Departure(0, "X2", f"active {list(active)} are not at least two seats of the table, ascending")
        dealer = line.get("dealer")
        if type(dealer) is not int or dealer not in active:
            raise Departure(0, "C2", f"dealer {_shown(dealer)} is not an active seat")
        pack = [family.ids_by_name[name] for name in read.cards("deck", line.get("deck"), 0)]
        if sorted(pack) != list(family.pack):
            raise Departure(0, family.rule_of(("deck",)), "the deck is not the whole pack, each card once")
        outcome = line.get("outcome")
        if not isinstance(outcome, str):
            raise Departure(0, "format", f"outcome {_shown(outcome)} is not a word")
        points = read.numbers("points", seats, None)
        totals = [each for each in read.numbers("totals", seats, 0) if each is not None]
        return cls(table, active, dealer, pack, read.events(), outcome, points, totals)

    def begin(self, family: Family, scores: Sequence[Points], number: int) -> Deal:
        """The deal as it began; `scores` are the match totals before it, `number` counts deals from 1."""
        rules = family.rules
        setting = Setting(
            rules.game, sealed(rules), len(self.table), self.active, self.dealer, tuple(scores), number, family.cards
        )
        return family.deal(setting, self.pack)


class _Reader:
    """Checks the types of one deal line."""

    def __init__(self, family: Family, line: dict[str, Any]) -> None:
        self.line = line
        self.ids = family.ids_by_name

    def seats(self, key: str) -> tuple[int, ...]:
        value = self.line.get(key)
        if not isinstance(value, list) or not all(type(each) is int and each >= 0 for each in value):
            raise Departure(0, "format", f"{key} is not a list of whole numbers")
        return tuple(value)

    def numbers(self, key: str, length: int, default: Points | None) -> list[Points | None]:
        value = self.line.get(key)
        if (
            not isinstance(value, list)
            or len(value) != length
            or not all(type(each) in (int, float) or (each is None and default is None) for each in value)
        ):
            raise Departure(0, "format", f"{key} is not a list of {length} numbers")
        return list(value)

    def cards(self, where: str, value: object, event: int) -> list[str]:
        if not isinstance(value, list):
            raise Departure(event, "format", f"{where} is not a list of cards")
        for name in value:
            if not isinstance(name, str) or name not in self.ids:
                raise Departure(event, "format", f"{_shown(name)} is not a card of this game")
        return value

    def events(self) -> list[Event]:
        value = self.line.get("events")
        if not isinstance(value, list):
            raise Departure(0, "format", "events is not a list")
        return [self.event(number, each) for number, each in enumerate(value, start=1)]

    def event(self, number: int, value: object) -> Event:
        """One event as a tuple, cards as they are written."""
        shape = SHAPES.get(value[0]) if isinstance(value, list) and value and isinstance(value[0], str) else None
        if shape is None or not isinstance(value, list):
            raise Departure(number, "format", f"{_shown(value)} is not an event")
        parts = value[1:]
        if value[0] == "play" and len(parts) == 3:
            shape = "sco"
        if len(parts) != len(shape):
            raise Departure(number, "format", f"{_shown(value)} does not have the parts of a {value[0]} event")
        return (value[0], *[self.part(number, value[0], kind, part) for kind, part in zip(shape, parts, strict=True)])

    def part(self, number: int, event: str, kind: str, part: object) -> object:
        if kind == "c":
            cards = self.cards(f"the {event}", part, number)
            if not cards:
                raise Departure(number, "format", f"a {event} event without cards")
            return tuple(cards)
        if kind == "1":
            return self.cards("the starter", [part], number)[0]
        fits = {
            "s": type(part) is int and part >= 0,
            "n": part is None or (type(part) is int and part >= 0),
            "w": isinstance(part, str),
            "o": isinstance(part, str),
        }[kind]
        if not fits:
            raise Departure(number, "format", f"{_shown(part)} cannot stand in a {event} event")
        return part


# The parts of each kind of event: s seat, n seat or null, c cards, 1 one card, w word, o colour.
SHAPES = {
    "starter": "1",
    "play": "sc",
    "call": "s",
    "missed": "s",
    "caught": "sn",
    "draw": "scw",
    "reshuffle": "c",
    "pass": "s",
    "skip": "s",
    "trick": "s",
    "out": "ss",
    "bust": "ss",
    "fault": "sw",
    "end": "wn",
}
FAULTS = ("error", "illegal", "timeout", "exit")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Retrace:
    """Follows the events of one logged deal with a deal of our own.

    ``events`` are single steps, a draw of several cards being several steps: (number of the event from 1, event).
    Those before ``at`` hold.
    """

    def __init__(self, family: Family, deal: Deal, events: Sequence[Event]) -> None:
        self.family = family
        self.deal = deal
        self.events = [(number, each) for number, event in enumerate(events, start=1) for each in _singly(event)]
        self.at = 0
        self._failed: set[int] = set()
        self._compared: Chain = None

    def run(self) -> None:
        """Follow to the end. Raises `Departure` at the first event that the rules do not allow."""
        deal = self.deal
        self._compare()
        while deal.waits is not OVER:
            if deal.waits is CHOOSE:
                self._choose()
            elif deal.waits is CALL_OUT:
                self._call_out()
            else:
                self._refill()
            self._compare()
        if self.at < len(self.events):
            self._depart("C8", f"the deal is over, and {self._told()} follows")

    def _compare(self) -> None:
        """What our deal has brought forth since the last look must be what the log has next."""
        fresh = self.deal.events(self._compared)
        self._compared = self.deal.public
        for event in fresh:
            if event[0] in ("play", "reshuffle", "fault"):  # taken over from the log
                continue
            if event[0] == "end":
                self._faults()
            for step in _singly(_written(event)):
                if self._next != step:
                    self._depart(
                        self.family.rule_of(step), f"{self._told()} stands here", f"it should be {_told(step)}"
                    )
                self.at += 1

    @property
    def _next(self) -> Event | None:
        return self.events[self.at][1] if self.at < len(self.events) else None

    def _told(self) -> str:
        return "nothing more" if self._next is None else _told(self._next)

    def _depart(self, rule: str, what: str, wanted: str = "") -> NoReturn:
        last = self.events[-1][0] if self.events else 0
        raise Departure(self.events[self.at][0] if self.at < len(self.events) else last + 1, rule, what, wanted)

    def _faults(self, seat: int | None = None) -> None:
        """Take over the faults that stand here, of `seat` only if given."""
        while (event := self._next) is not None and event[0] == "fault" and seat in (None, event[1]):
            if event[2] not in FAULTS:
                self._depart("faults", f"{event[2]} is not a kind of fault", f"one of {', '.join(FAULTS)}")
            if event[1] in self._failed or event[1] not in self.deal.active:
                self._depart("faults", f"seat {event[1]} cannot fail (again) in this deal")
            self._failed.add(event[1])
            self.deal.announce(event)
            self.at += 1

    def _choose(self) -> None:
        deal, family = self.deal, self.family
        seat = deal.seat
        self._faults(seat)
        event = self._next
        if event is None or event[0] not in ("play", "draw") or event[1] != seat:
            self._depart(family.rule_of(("turn",)), f"{self._told()} stands here", f"seat {seat} should act")
        cards: tuple[str, ...] = event[2] if event[0] == "play" else ()
        following = self.events[self.at + 1][1] if self.at + 1 < len(self.events) else ("",)
        move = Move(
            tuple([family.cards[family.ids_by_name[name]] for name in cards]),
            event[3] if event[0] == "play" and len(event) > 3 else None,
            following[0] != "missed",
        )
        try:
            deal.play(move)
        except IllegalMove as error:
            self._depart(error.rule, f"{self._told()}: {error.why}")
        if cards:
            self.at += 1

    def _call_out(self) -> None:
        deal = self.deal
        self._faults(deal.seat)
        event = self._next
        by = None
        if event is not None and event[0] == "caught":
            by = event[2]
            if event[1] != deal.offender or by == deal.offender or by not in deal.active:
                self._depart(
                    "C6", f"{self._told()} stands here", f"an opponent of seat {deal.offender} may call it out"
                )
        deal.answer(by == deal.seat)

    def _refill(self) -> None:
        event = self._next
        if event is None or event[0] != "reshuffle":
            self._depart("C4", f"{self._told()} stands here", "the discards should be reshuffled")
        try:
            self.deal.refill([self.family.ids_by_name[name] for name in event[1]])
        except ValueError:
            self._depart("C4", "the new stock is not the discards, each card once")
        self.at += 1


def _written(event: Event) -> Event:
    """An event of ours with its cards as the log writes them."""
    return tuple([tuple(map(str, part)) if type(part) is tuple else part for part in event])


def _singly(event: Event) -> list[Event]:
    """A draw as one draw a card: how a log divides them means nothing; anything else as it is."""
    return [("draw", event[1], (card,), event[3]) for card in event[2]] if event[0] == "draw" else [event]


def _told(event: Event) -> str:
    parts = [" ".join(part) if isinstance(part, tuple) else "nobody" if part is None else str(part) for part in event]
    return " ".join(parts)

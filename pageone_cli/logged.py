"""What a deal line of a log says, read with every type checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pageone_cli.events import Event
from pageone_cli.games import Deal, Family
from pageone_cli.match import Points
from pageone_cli.strategy import Setting


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


@dataclass
class Logged:
    """What a deal line says, the pack as ids, cards in events as they are written; `Logged.of` reads it."""

    table: tuple[int, ...]
    active: tuple[int, ...]
    dealer: int
    pack: list[int]
    outcome: str
    points: list[Points | None]
    totals: list[Points]
    reader: _Reader

    @cached_property
    def events(self) -> list[Event]:
        """The events, each with its types checked. Raises `Departure`."""
        return self.reader.events()

    @property
    def raw_events(self) -> object:
        """The events as they stand in the line, whatever they are."""
        return self.reader.line.get("events")

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
        return cls(table, active, dealer, pack, outcome, points, totals, read)

    def setting(self, family: Family, scores: Sequence[Points], number: int) -> Setting:
        """What everybody knows of the deal; `scores` are the match totals before it, `number` counts deals from 1."""
        rules, seats = family.rules, len(self.table)
        return Setting(rules.game, family.sealed, seats, self.active, self.dealer, tuple(scores), number, family.cards)

    def begin(self, family: Family, scores: Sequence[Points], number: int) -> Deal:
        """The deal as it began, see `setting`. Raises `Departure` where this pack cannot be dealt."""
        try:
            return family.deal(self.setting(family, scores, number), self.pack)
        except ValueError as error:
            raise Departure(0, family.rule_of(("deck",)), str(error)) from None


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

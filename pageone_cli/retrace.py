"""Plays a logged deal again: drives a deal with the choices of the log, and sees where the log departs from the rules.

The log is not trusted. Nothing but its choices (what was played, whether a call was made, who called out, the new
stocks) goes into the deal; everything else must come out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from pageone_cli.events import Chain, Event, encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, Deal, Family, IllegalMove
from pageone_cli.log import dumps
from pageone_cli.logged import FAULTS, Departure


def follows(family: Family, deal: Deal, events: Any) -> bool:
    """Whether `events`, as they stand in a log, are just what this program would have written: the quick way.

    Drives `deal` to its end. False means only that one has to look closely: draws may be divided otherwise, a strategy
    may have failed, or something is wrong.
    """
    at, head = 0, None
    try:
        while deal.waits is not OVER:
            chain: Any = deal.public
            while chain is not head:
                at += 1
                chain = chain[1]
            head = deal.public
            event = events[at]
            if deal.waits is CHOOSE:
                if event[0] == "play":
                    deal.play(
                        family.move(event[2], event[3] if len(event) > 3 else None, events[at + 1][0] != "missed")
                    )
                else:
                    deal.play(family.move((), None, True))
            elif deal.waits is CALL_OUT:
                deal.answer(event[0] == "caught" and event[2] == deal.seat)
            else:
                deal.refill([family.ids_by_name[name] for name in event[1]])
        return encode(deal.events()) == dumps(events)
    except (IllegalMove, LookupError, TypeError, ValueError, RecursionError):
        return False


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
        self.failed: set[int] = set()
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
            if event[1] in self.failed or event[1] not in self.deal.active:
                self._depart("faults", f"seat {event[1]} cannot fail (again) in this deal")
            self.failed.add(event[1])
            self.deal.announce(event)
            self.at += 1

    def _choose(self) -> None:
        deal, family = self.deal, self.family
        seat = deal.seat
        self._faults(seat)
        event = self._next
        reshuffled = event is not None and event[0] == "reshuffle"  # who draws from an empty stock
        if event is None or not (reshuffled or (event[0] in ("play", "draw", "pass") and event[1] == seat)):
            self._depart(family.rule_of(("turn",)), f"{self._told()} stands here", f"seat {seat} should act")
        cards: tuple[str, ...] = event[2] if event[0] == "play" else ()
        following = self.events[self.at + 1][1] if self.at + 1 < len(self.events) else ("",)
        colour = event[3] if event[0] == "play" and len(event) > 3 else None
        try:
            deal.play(family.move(cards, colour, following[0] != "missed"))
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
    return tuple([tuple(map(str, part)) if type(part) is tuple else _plain(part) for part in event])


def _plain(part: Any) -> Any:
    """A card as the log writes it; anything else as it is."""
    return str(part) if isinstance(part, tuple) else part


def _singly(event: Event) -> list[Event]:
    """A draw as one draw a card: how a log divides them means nothing; anything else as it is."""
    return [("draw", event[1], (card,), event[3]) for card in event[2]] if event[0] == "draw" else [event]


def _told(event: Event) -> str:
    parts = [" ".join(part) if isinstance(part, tuple) else "nobody" if part is None else str(part) for part in event]
    return " ".join(parts)

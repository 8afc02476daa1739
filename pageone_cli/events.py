"""What happens in a deal: the events of the log, as tuples, and what each seat may know of them (C9).

An event is a tuple that begins with its kind, e.g. ``("play", 2, (card,))``, ``("draw", 0, (card, card), "follow")``
or ``("end", "out", 2)``; the log's page lists them all. Seats count from 0.

A deal keeps its events as *chains*: nested pairs ``(last, (the one before, …))``. A chain never changes, it only
gets a new head, so a view of any moment costs nothing and cannot be used to alter anything. What is public and
what is not is a matter of structure: the public chain holds counts where cards are hidden (others' draws,
reshuffles), and each seat has a chain of its own with the cards that it drew. Whoever holds a chain can unfold
just that much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Event: TypeAlias = tuple[Any, ...]
Chain: TypeAlias = "tuple[Any, Chain] | None"


def unfold(
    public: Chain,
    drawn: Mapping[int, Chain],
    cards: Sequence[object],
    reshuffled: Chain = None,
    since: Chain = None,
) -> list[Event]:
    """The events of a deal in order, as somebody may know them.

    Args:
        public: the public chain.
        drawn: for each seat whose draws may be known the chain of what it drew, ids in the order of drawing, one
            entry per public ``draw`` of that seat.
        cards: the card of each id.
        reshuffled: the chain of new stocks, ids with the top first, for those who may know them.
        since: a former head of `public`: only what came after it is told.
    """
    told: list[Event] = []
    known = dict(drawn)
    while public is not since and public is not None:
        event, public = public
        kind = event[0]
        if kind == "draw":
            pair = known.get(event[1])
            if pair is not None:
                ids, known[event[1]] = pair
                event = ("draw", event[1], tuple([cards[i] for i in ids]), event[3])
        elif kind == "reshuffle" and reshuffled is not None:
            ids, reshuffled = reshuffled
            event = ("reshuffle", tuple([cards[i] for i in ids]))
        told.append(event)
    told.reverse()
    return told


def _quoted(cards: Sequence[object]) -> str:
    return '["' + '","'.join([str(card) for card in cards]) + '"]'


def _number(value: int | None) -> str:
    return "null" if value is None else str(value)


def _play(event: Event) -> str:
    colour = f',"{event[3]}"' if len(event) > 3 else ""
    return f'["play",{event[1]},{_quoted(event[2])}{colour}]'


# One entry a kind; json.dumps is right as well and takes eight times as long.
_ENCODERS: dict[str, Callable[[Event], str]] = {
    "play": _play,
    "draw": lambda e: f'["draw",{e[1]},{_quoted(e[2])},"{e[3]}"]',
    "reshuffle": lambda e: f'["reshuffle",{_quoted(e[1])}]',
    "starter": lambda e: f'["starter","{e[1]}"]',
    "caught": lambda e: f'["caught",{e[1]},{_number(e[2])}]',
    "end": lambda e: f'["end","{e[1]}",{_number(e[2])}]',
    "fault": lambda e: f'["fault",{e[1]},"{e[2]}"]',
    "call": lambda e: f'["call",{e[1]}]',
    "missed": lambda e: f'["missed",{e[1]}]',
    "pass": lambda e: f'["pass",{e[1]}]',
    "skip": lambda e: f'["skip",{e[1]}]',
    "trick": lambda e: f'["trick",{e[1]}]',
    "out": lambda e: f'["out",{e[1]},{e[2]}]',
    "bust": lambda e: f'["bust",{e[1]},{e[2]}]',
}


def encode(events: Sequence[Event]) -> str:
    """`events` (all cards known) as the JSON array of a log line."""
    encoders = _ENCODERS
    return "[" + ",".join([encoders[event[0]](event) for event in events]) + "]"

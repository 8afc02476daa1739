"""The families of games, and what the rest of the program may ask of them.

Nothing outside a family's own package knows what a trick (or a colour) is. A `Family` makes deals; a `Deal` is a step
machine: it says what it waits for, and is told one thing at a time. It uses no random numbers, clock or I/O: the pack
and each reshuffle are handed in.

    deal = family.deal(setting, pack)
    while (waits := deal.waits) is not OVER:
        if waits is CHOOSE:     deal.play(move of deal.seat, chosen from deal.view())
        elif waits is CALL_OUT: deal.answer(whether deal.seat calls out deal.offender)
        else:                   deal.refill(deal.discards in a new order)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from pageone_cli.cards import Card
from pageone_cli.events import Chain, Event
from pageone_cli.match import Points
from pageone_cli.rules import Rules
from pageone_cli.soundness import Doubt
from pageone_cli.strategy import Move, Setting, View


class Waits(Enum):
    """What a deal waits for."""

    CHOOSE = "choose"
    CALL_OUT = "call out"
    SHUFFLE = "shuffle"
    OVER = "over"


CHOOSE: Final = Waits.CHOOSE
CALL_OUT: Final = Waits.CALL_OUT
SHUFFLE: Final = Waits.SHUFFLE
OVER: Final = Waits.OVER


class IllegalMove(Exception):
    """A move that the rules do not allow: `rule` is its number (empty: not a move at all), the text says why."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})" if rule else why)
        self.rule = rule
        self.why = why


Painter: TypeAlias = Callable[[str, str], str]


class Question(NamedTuple):
    """A dispute at the table: what may be played with `hand`?

    Cards are as people write them. ``table`` has what is known of the table, by the family's own words
    (`Family.questions`); ``after`` are cards that are to be played now.
    """

    hand: Sequence[str]
    players: int
    table: Mapping[str, Any]
    after: Sequence[str] = ()


class Verdict(NamedTuple):
    """One answer to a `Question`.

    ``about`` is ``card``, ``draw``, ``trick`` or ``call``; ``what`` the card or the matter; ``allowed`` is None where
    nothing is asked for; ``rule`` the number of the rule and ``why`` the reason in words.
    """

    about: str
    what: str
    allowed: bool | None
    rule: str
    why: str


class Deal(Protocol):
    """One deal as a step machine; cards are ids, seats count from 0.

    ``public`` is the chain of public events. ``turns`` counts turns (C8). ``missed`` has the seat of each lapse,
    ``caught`` of each called out.
    ``outcome`` (``out``, ``stuck`` …) and ``winner`` are those of the ``end`` event.
    """

    active: tuple[int, ...]
    waits: Waits
    seat: int
    offender: int
    discards: list[int]
    public: Chain
    outcome: str
    winner: int | None
    turns: int
    missed: list[int]
    caught: list[int]

    def view(self, seat: int | None = None) -> View:
        """What `seat` (default: the seat asked) knows now."""

    def play(self, move: Move) -> None:
        """Make `move` for the seat asked. Raises `IllegalMove` and changes nothing where it is not allowed."""

    def answer(self, calls_out: bool) -> None:
        """The seat asked does or does not call out the offender (C6)."""

    def refill(self, stock: list[int]) -> None:
        """Lay down the new stock, top card first (C4). Raises ValueError unless it is the discards in some order."""

    def announce(self, event: Event) -> None:
        """Put an event of the table's own (a fault) into the record; when the deal is over, before its ``end``."""

    def events(self, since: Chain = None) -> list[Event]:
        """The whole truth: all events after the head `since` of the public chain, with all cards."""

    def events_for(self, seat: int, since: Chain = None) -> list[Event]:
        """The same as `seat` may know it (C9)."""

    def points(self) -> list[Points | None]:
        """The points of a deal that is over, per seat; None for seats not in the match."""

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, in pack order."""

    def copy(self) -> Deal:
        """An independent copy of this moment."""


class Family(Protocol):
    """One game under one configuration.

    ``cards`` has the card of each id, ``pack`` the ids of the whole pack in pack order, ``ids_by_name`` the id of
    each card as the log writes it, ``sealed`` the rules as strategies get them. ``references`` are two bundled
    strategies: one that just plays, and one that plays better. ``questions`` are the words for what is known of the
    table in a `Question`. ``examples`` are four bundled strategies for who names none.
    """

    @property
    def references(self) -> tuple[str, str]: ...  # noqa: D102
    @property
    def questions(self) -> frozenset[str]: ...  # noqa: D102
    @property
    def examples(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def cards(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def pack(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def ids_by_name(self) -> Mapping[str, int]: ...  # noqa: D102

    def deal(self, setting: Setting, pack: Sequence[int]) -> Deal:
        """Deal the shuffled `pack` (ids, in the order in which they are dealt, then drawn) to the active seats (C1)."""

    @property
    def sealed(self) -> Rules: ...  # noqa: D102

    def move(self, cards: Sequence[str], colour: str | None, call: bool) -> Move:
        """The move that plays `cards`, as the log writes them (none: draws). Raises LookupError for unknown cards."""

    def position(
        self, setting: Setting, seat: int, hand: Sequence[str], counts: Sequence[int], table: Mapping[str, Any]
    ) -> Deal:
        """A deal put together by hand in which `seat` is to act; `table` is the family's. Raises ValueError."""

    def ruling(self, question: Question) -> list[Verdict]:
        """Settle a dispute by the rules. Raises ValueError for a hand or a table that cannot be."""

    def rule_of(self, event: Event) -> str:
        """The number of the rule that an event follows; ``turn``, ``deck`` and ``points`` are asked for too."""

    def doubts(self) -> Iterator[Doubt]:
        """What does not go together in the configuration, or is hardly meant, as far as this family alone knows."""

    def tell(
        self,
        setting: Setting,
        pack: Sequence[int],
        events: Sequence[Event],
        names: Sequence[str],
        seat: int | None,
        paint: Painter,
    ) -> Iterator[str]:
        """Tell a deal from its pack and the events of its log: a paragraph at a time, to `seat` or (None) to all.

        `names` are per seat; the cards in `events` are text. `paint` puts a text in a colour, where there are colours.
        """

    def forfeit(self, points: Sequence[Points | None], active: Sequence[int]) -> int:
        """What a seat scores that forfeits a deal with these `points`."""


@lru_cache(maxsize=64)
def family(rules: Rules) -> Family:
    """The family of `rules`, with everything prepared that depends on the rules alone."""
    from pageone_cli.games.matching import MatchingFamily
    from pageone_cli.games.trick import TrickFamily

    families: dict[str, Callable[[Any], Any]] = {"trick": TrickFamily, "matching": MatchingFamily}
    made: Family = families[rules.game](rules)
    return made

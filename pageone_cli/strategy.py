"""What the author of a strategy works with: `Strategy`, `View` and `Move`.

Nothing here leads to the engine: a view holds what its seat may know (C9), in values that cannot be altered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, overload

if TYPE_CHECKING:
    from pageone_cli.cards import Card
    from pageone_cli.events import Event
    from pageone_cli.rules import Rules

T = TypeVar("T")


class Move(NamedTuple):
    """One thing to do in a turn: cards to play, or a draw (no cards).

    ``colour`` is the colour named with a wild, else None. ``call`` says whether "Page One!" is said with the play
    if a call is due (C5).
    """

    cards: tuple[Any, ...]  # of the family played
    colour: str | None = None
    call: bool = True

    @property
    def is_draw(self) -> bool:
        """Whether this is a draw."""
        return not self.cards

    def silent(self) -> Move:
        """The same move without saying "Page One!"."""
        return Move(self.cards, self.colour, False)

    def __str__(self) -> str:
        return "draw" if self.is_draw else " ".join(map(str, self.cards)) + (f" ({self.colour})" if self.colour else "")


class lazy(Generic[T]):  # noqa: N801 - used like `property`
    """An attribute computed when first read; unlike `property` it may be set, on this one object."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value: T = self.compute(instance)
        instance.__dict__[self.name] = value
        return value


class Setting(NamedTuple):
    """What stays the same for a whole deal and is known to all."""

    game: str
    rules: Rules
    seats: int
    active: tuple[int, ...]
    dealer: int
    scores: tuple[Any, ...]
    deal: int
    cards: tuple[Card, ...]


class View:
    """What one seat knows at one moment; a fresh object for each decision.

    Each family adds its own attributes (`pageone_cli.games.trick.view.TrickView`). Everything is a plain value
    that cannot be altered; attributes that a strategy sets stay on that one view.

    ``moves`` holds every legal move once, in pack order with the draw at the end. It is empty where there is
    nothing to choose (`Strategy.start`, `Strategy.call_out`).
    """

    __slots__ = ("__dict__", "_state", "moves")

    moves: Sequence[Move]
    _state: tuple[Any, ...]  # made and read by the family alone

    if TYPE_CHECKING:
        hand: tuple[Any, ...]  # cards of the family
        counts: tuple[int, ...]
        stock: int
        discards: int
        seen: tuple[Any, ...]
        events: tuple[Event, ...]

    @property
    def _setting(self) -> Setting:
        raise NotImplementedError

    @lazy
    def seat(self) -> int:
        """The own seat, from 0."""
        raise NotImplementedError

    @lazy
    def game(self) -> str:
        """The family: ``trick`` or ``matching``."""
        return self._setting.game

    @lazy
    def rules(self) -> Rules:
        """The configuration played."""
        return self._setting.rules

    @lazy
    def active(self) -> tuple[int, ...]:
        """The seats still in the deal, ascending (C0)."""
        return self._setting.active

    @lazy
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._setting.dealer

    @lazy
    def scores(self) -> tuple[Any, ...]:
        """The match totals before this deal, in points per seat."""
        return self._setting.scores

    @lazy
    def deal(self) -> int:
        """The number of this deal in its match, from 1."""
        return self._setting.deal

    def __copy__(self) -> View:
        twin = type(self)()
        twin.moves = self.moves
        twin._state = self._state
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> View:
        return self.__copy__()  # all values are immutable; and chains of events are deeper than recursion goes

    def __reduce__(self) -> Any:
        raise TypeError("a view cannot be pickled; take the values that are needed from it")


class Strategy:
    """A way to play: subclass it and write `choose`.

    The docstring's first line is what ``pageone strategies`` shows. Parameters of the constructor can be given on
    the command line (``name,key=value``) and are typed by their annotations.
    """

    games: AbstractSet[str] = frozenset({"trick", "matching"})  # families that it can play
    remembers: ClassVar[bool] = False

    seat: int
    rules: Rules
    _stream: int  # the seed of the own random numbers; tells nothing about any other

    @lazy
    def rng(self) -> Random:
        """Random numbers of one's own, the same for the same seed, block, deal and seat.

        Only `random()` gives the same sequence in every version of Python.
        """
        return Random(self._stream)

    def sit(self, seat: int, rules: Rules, stream: int) -> None:
        """Is called by the table before each deal (before `start`); sets ``seat``, ``rules`` and ``rng``.

        A strategy that wraps another one passes it on. `stream` is the seed of the own random numbers.
        """
        self.seat = seat
        self.rules = rules
        self._stream = stream
        self.__dict__.pop("rng", None)

    def choose(self, view: Any) -> Move:
        """The move to make: one of ``view.moves``, or its `Move.silent` twin."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, view)")

    def call_out(self, view: Any, offender: int) -> bool:
        """Whether to call out seat `offender`, who has just missed a call (C6)."""
        return True

    def observe(self, event: Event) -> None:
        """Is told every event of the deal, as this seat may know it."""

    def start(self, view: Any) -> None:
        """Is called once before the first decision of each deal."""

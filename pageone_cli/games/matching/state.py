"""What there is in a deal of the matching game, and what each seat knows of it (C9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from pageone_cli.events import Chain, Event, unfold
from pageone_cli.games import CHOOSE, Waits
from pageone_cli.games.matching.hands import COLOUR_OF, FACE_OF, cards_in, hand_of, is_number
from pageone_cli.games.matching.moves import CARDS, moves_for
from pageone_cli.games.matching.view import MatchingView
from pageone_cli.match import Points, exact

if TYPE_CHECKING:
    from pageone_cli.games.matching.family import MatchingFamily
    from pageone_cli.strategy import Setting


class MatchingState:
    """Everything of a deal in progress, and what each seat knows of it.

    ``hands`` are numbers, see `hands`. ``stock`` has its top card last, ``top`` are the cards of the topmost play.
    ``playing`` are the seats still in, ``places`` what the others have got; ``best`` and ``worst`` are the places still
    open. ``colour``, ``face``, ``pending`` and ``direction`` are what is in force, ``line`` is the seat that acts next
    after each. ``actor`` is the seat whose turn it is and ``skips`` are those of its play; ``owed`` are cards that
    ``drawer`` still has to draw, ``why`` as in the log; ``idle`` counts turns in a row without a card moved (M13).
    """

    __slots__ = (
        "active",
        "actor",
        "best",
        "caught",
        "colour",
        "counts",
        "direction",
        "discards",
        "drawer",
        "drawn",
        "drew",
        "face",
        "family",
        "hands",
        "idle",
        "legal",
        "line",
        "missed",
        "offender",
        "outcome",
        "owed",
        "pending",
        "places",
        "playing",
        "public",
        "reshuffled",
        "seat",
        "setting",
        "skips",
        "stock",
        "top",
        "turns",
        "waits",
        "why",
        "winner",
        "worst",
    )

    def __init__(self, family: MatchingFamily, setting: Setting, pack: Sequence[int]) -> None:
        """Deal and turn up the starter (C1, M2, M3). Raises ValueError where there is no number card for it."""
        self.family = family
        self.setting = setting
        self.active = self.playing = setting.active
        seats, size = setting.seats, family.rules.hand_size
        order = family.order(setting.active, setting.dealer + 1)
        around = len(order)
        dealt = size * around
        self.hands = [0] * seats
        self.counts = [0] * seats
        for place, seat in enumerate(order):
            self.hands[seat] = hand_of(pack[place:dealt:around])
            self.counts[seat] = size
        self.stock = list(pack[dealt:])
        self.stock.reverse()
        self.discards: list[int] = []
        self.places: tuple[int | None, ...] = (None,) * seats
        self.best, self.worst = 1, around
        self.pending = self.skips = self.idle = self.turns = 0
        self.direction = 1
        self.line = family.line(self.playing, 1, seats)
        self.actor = setting.dealer
        self.legal = 0
        self.offender = self.drawer = self.seat = -1
        self.owed = 0
        self.why = ""
        self.drew = False
        self.missed: list[int] = []
        self.caught: list[int] = []
        self.drawn: list[Chain] = [None] * seats
        self.reshuffled: Chain = None
        self.outcome = ""
        self.winner: int | None = None
        self.waits: Waits = CHOOSE
        starter = self._starter()
        self.top: tuple[int, ...] = (starter,)
        self.colour, self.face = COLOUR_OF[starter], FACE_OF[starter]
        self.public: Chain = (("starter", CARDS[starter]), None)

    def _starter(self) -> int:
        """Take the topmost number card out of the stock (M3)."""
        for place in range(len(self.stock) - 1, -1, -1):
            if is_number(self.stock[place]):
                return self.stock.pop(place)
        raise ValueError("there is no number card left for the starter (M3)")

    # What is known

    def view(self, seat: int | None = None) -> MatchingView:
        """What `seat` (default: the seat asked) knows now (C9)."""
        view = MatchingView()
        asked = self.seat
        if seat is None or seat == asked:
            seat = asked
            hand, legal = self.hands[seat], self.legal
            if legal:
                view.moves = moves_for(hand, legal, self.colour, self.face, self.pending, self.family.set_faces)
            else:
                view.moves = ()
        else:
            hand = self.hands[seat]
            view.moves = ()
        view._state = (
            seat,
            hand,
            tuple(self.counts),
            len(self.stock),
            self.public,
            self.drawn[seat],
            self.setting,
            self.colour,
            self.face,
            self.pending,
            self.direction,
            self.places,
            self.playing,
            self.top[-1],
            len(self.discards),
        )
        return view

    def events(self, since: Chain = None) -> list[Event]:
        """The whole truth: all events after the head `since` of the public chain, with all cards."""
        return unfold(self.public, dict(enumerate(self.drawn)), CARDS, self.reshuffled, since)

    def events_for(self, seat: int, since: Chain = None) -> list[Event]:
        """The same as `seat` may know it (C9)."""
        return unfold(self.public, {seat: self.drawn[seat]}, CARDS, None, since)

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, in pack order."""
        return cards_in(self.hands[seat])

    def points(self) -> list[Points | None]:
        """Places minus one of a deal that is over, open places shared (M13, M15); None for seats not in the match."""
        shared = exact((self.best + self.worst) / 2 - 1)
        points: list[Points | None] = [None] * self.setting.seats
        for seat in self.active:
            place = self.places[seat]
            points[seat] = shared if place is None else place - 1
        return points

    def copy(self) -> Self:
        """An independent copy of this moment."""
        twin = object.__new__(type(self))
        for name in MatchingState.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list) else value)
        return twin

"""What a seat knows in the matching game (C9)."""

from __future__ import annotations

from pageone_cli.cards import COLOURS, FACES, MatchingCard
from pageone_cli.events import Event, unfold
from pageone_cli.games.matching.hands import NO_FACE, cards_in
from pageone_cli.strategy import Setting, View, lazy


class MatchingView(View):
    """A view of a deal of the matching game; see `View` for what both families have.

    Its state is the tuple (seat, own hand, hand sizes, size of the stock, public chain, chain of own draws, setting,
    colour, face, pending, direction, places, seats still in, top card, number of discards): all immutable, nothing of
    it hidden from the seat.
    """

    __slots__ = ()

    @property
    def _setting(self) -> Setting:
        setting: Setting = self._state[6]
        return setting

    def _card(self, kind: int) -> MatchingCard:
        card = self._setting.cards[kind]
        assert isinstance(card, MatchingCard)
        return card

    @lazy
    def seat(self) -> int:
        """The own seat, from 0."""
        seat: int = self._state[0]
        return seat

    @lazy
    def hand(self) -> tuple[MatchingCard, ...]:
        """The own cards, in pack order."""
        return tuple([self._card(kind) for kind in cards_in(self._state[1])])

    @lazy
    def counts(self) -> tuple[int, ...]:
        """Everybody's number of cards, per seat; 0 for who is out or bust."""
        counts: tuple[int, ...] = self._state[2]
        return counts

    @lazy
    def active(self) -> tuple[int, ...]:
        """The seats still in the deal, ascending: neither out nor bust (C0)."""
        playing: tuple[int, ...] = self._state[12]
        return playing

    @lazy
    def colour(self) -> str:
        """The colour in force: ``b``, ``r``, ``y`` or ``g`` (M5)."""
        return COLOURS[self._state[7]]

    @lazy
    def face(self) -> str | None:
        """The face in force, that of the top card; None while a wild is on top (M5)."""
        face: int = self._state[8]
        return None if face == NO_FACE else FACES[face]

    @lazy
    def top(self) -> MatchingCard:
        """The card on top."""
        return self._card(self._state[13])

    @lazy
    def pending(self) -> int:
        """Cards that the next player has to draw or pass on (M7), 0 for none."""
        pending: int = self._state[9]
        return pending

    @lazy
    def direction(self) -> int:
        """1 while play goes by ascending seats, -1 the other way round (M9)."""
        direction: int = self._state[10]
        return direction

    @lazy
    def places(self) -> tuple[int | None, ...]:
        """The place of each seat, from 1; None while it is in (and for seats not in the match)."""
        places: tuple[int | None, ...] = self._state[11]
        return places

    @lazy
    def stock(self) -> int:
        """The number of cards in the stock."""
        stock: int = self._state[3]
        return stock

    @lazy
    def discards(self) -> int:
        """The number of cards below the topmost play, hands of who went bust included (M8)."""
        discards: int = self._state[14]
        return discards

    @lazy
    def seen(self) -> tuple[MatchingCard, ...]:
        """The cards laid open in this deal, in order: the starter, then everything played."""
        found: list[MatchingCard] = []
        chain = self._state[4]
        while chain is not None:
            event, chain = chain
            if event[0] == "play":
                found += reversed(event[2])
            elif event[0] == "starter":
                found.append(event[1])
        return tuple(reversed(found))

    @lazy
    def events(self) -> tuple[Event, ...]:
        """This deal's events as this seat may know them, as in `Strategy.observe`."""
        seat, setting = self._state[0], self._setting
        return tuple(unfold(self._state[4], {seat: self._state[5]}, setting.cards))

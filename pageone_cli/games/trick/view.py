"""What a seat knows in the trick game (C9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pageone_cli.cards import TrickCard
from pageone_cli.events import Chain, Event, unfold
from pageone_cli.strategy import Setting, View, lazy


def trick_so_far(public: Chain) -> tuple[tuple[int, TrickCard], ...]:
    """The plays since the last complete trick as ``((seat, card), …)``, from the public chain."""
    plays: list[tuple[int, TrickCard]] = []
    while public is not None:
        event, public = public
        if event[0] == "trick":
            break
        if event[0] == "play":
            plays.append((event[1], event[2][0]))
    return tuple(reversed(plays))


class TrickView(View):
    """A view of a deal of the trick game; see `View` for what both families have.

    Its state is the tuple (seat, own hand as a mask, hand sizes, size of the stock, public chain, chain of own
    draws, setting, seat whose turn it is): all immutable, nothing of it hidden from the seat.
    """

    __slots__ = ()

    @property
    def _setting(self) -> Setting:
        setting: Setting = self._state[6]
        return setting

    @lazy
    def seat(self) -> int:
        """The own seat, from 0."""
        seat: int = self._state[0]
        return seat

    @lazy
    def hand(self) -> tuple[TrickCard, ...]:
        """The own cards, in pack order."""
        mask: int = self._state[1]
        cards: Sequence[Any] = self._setting.cards
        return tuple([card for i, card in enumerate(cards) if mask >> i & 1])

    @lazy
    def counts(self) -> tuple[int, ...]:
        """Everybody's number of cards, per seat."""
        counts: tuple[int, ...] = self._state[2]
        return counts

    @lazy
    def trick(self) -> tuple[tuple[int, TrickCard], ...]:
        """The trick so far: ``((seat, card), …)`` in the order of play."""
        return trick_so_far(self._state[4])

    @lazy
    def led(self) -> str | None:
        """The suit to follow, None while there is none (T3)."""
        return next((card.suit for _, card in self.trick if not card.is_joker), None)

    @lazy
    def leader(self) -> int:
        """The seat that led this trick; while there is no card, the seat that leads next."""
        leader: int = self.trick[0][0] if self.trick else self._state[7]
        return leader

    @lazy
    def stock(self) -> int:
        """The number of cards in the stock."""
        stock: int = self._state[3]
        return stock

    @lazy
    def discards(self) -> int:
        """The number of cards in collected tricks (T8)."""
        return len(self._setting.cards) - self.stock - sum(self.counts) - len(self.trick)

    @lazy
    def seen(self) -> tuple[TrickCard, ...]:
        """The cards laid open in this deal, in order."""
        found = []
        chain = self._state[4]
        while chain is not None:
            event, chain = chain
            if event[0] == "play":
                found.append(event[2][0])
        return tuple(reversed(found))

    @lazy
    def events(self) -> tuple[Event, ...]:
        """This deal's events as this seat may know them, as in `Strategy.observe`."""
        seat, setting = self._state[0], self._setting
        return tuple(unfold(self._state[4], {seat: self._state[5]}, setting.cards))

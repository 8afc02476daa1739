"""A moment of the trick game put together by hand, for tests of strategies and for rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pageone_cli.cards import FIRST_JOKER, SUITS
from pageone_cli.games.trick.deal import TrickDeal
from pageone_cli.games.trick.masks import BITS, JOKERS, SUIT_OF
from pageone_cli.strategy import Setting

if TYPE_CHECKING:
    from pageone_cli.games.trick.family import TrickFamily


def position(
    family: TrickFamily,
    setting: Setting,
    seat: int,
    hand: Sequence[str],
    counts: Sequence[int],
    table: Mapping[str, Any],
) -> TrickDeal:
    """A deal in which `seat` is to act with `hand`, see `placed`.

    Where the seat must draw first (T5), it has drawn: the deal waits at the choice that follows.
    """
    deal = placed(family, setting, seat, hand, counts, table)
    deal.begin()
    return deal


def placed(
    family: TrickFamily,
    setting: Setting,
    seat: int,
    hand: Sequence[str],
    counts: Sequence[int],
    table: Mapping[str, Any],
) -> TrickDeal:
    """A deal just before the turn of `seat`, which has `hand`, begins.

    `table` has ``trick`` (cards in the order played) or ``led`` (a suit), ``seen`` (collected cards), ``stock`` (a
    number of cards, None for all that are left) and ``discards`` (how many of the cards left are collected, None for
    all; the others hold the rest). What nobody knows is dealt in pack order. Raises ValueError for what cannot be.
    """
    place = _Placing(family)
    own = place.cards(hand)
    trick = place.cards(table["trick"]) if table.get("trick") else place.led(table.get("led"))
    seen = place.cards(table.get("seen", ()))
    hands = [own if other == seat else place.any(count) for other, count in enumerate(counts)]
    number, collected = table.get("stock"), table.get("discards")
    stock = place.any(len(place.left) if number is None else number)
    seen += place.any(len(place.left) if collected is None else collected)
    hands[(seat + 1) % len(hands)] += place.left
    if not own:
        raise ValueError("a hand without cards has nothing to choose")
    return _made(family, setting, seat, hands, trick, stock, seen)


def _made(
    family: TrickFamily,
    setting: Setting,
    seat: int,
    hands: Sequence[list[int]],
    trick: Sequence[int],
    stock: list[int],
    discards: list[int],
) -> TrickDeal:
    dealt = [card for cards in hands for card in cards]
    deal = TrickDeal(family, setting, [*dealt, *trick, *stock, *discards])
    acted, turn = _acted(family, trick, len(setting.active))
    leader = (seat - turn) % setting.seats
    deal.order = family.order(setting.active, leader)
    deal.hands = [sum(BITS[card] for card in cards) for cards in hands]
    deal.counts = [len(cards) for cards in hands]
    deal.stock = stock[::-1]
    deal.discards = list(discards)
    deal.public = None
    deal.drawn = [None] * setting.seats
    for card in discards:
        deal.public = (family.played[leader][card], deal.public)
    if discards:
        deal.public = (("trick", leader), deal.public)
    for place, card in zip(acted, trick, strict=True):
        _lay(deal, card, deal.order[place])
    deal.turn = turn - 1
    deal.seat = seat
    return deal


def _acted(family: TrickFamily, trick: Sequence[int], players: int) -> tuple[list[int], int]:
    """The place in the order of who played each card, and the place of who is to act; stop cards skip (T10)."""
    places, turn = [], 0
    for card in trick:
        places.append(turn)
        turn += 1
        if BITS[card] & family.stop and turn < players:
            turn += 1
    if turn >= players:
        cards = " ".join(str(family.cards[card]) for card in trick)
        raise ValueError(f"with {players} players the trick {cards} is complete")
    return places, turn


def _lay(deal: TrickDeal, card: int, seat: int) -> None:
    """Put a card on the table as if `seat` had played it (T3, T7)."""
    deal.table.append(card)
    deal.public = (deal.played[seat][card], deal.public)
    follows = not deal.led or BITS[card] & (deal.led | JOKERS)  # a card that could not be played does not win
    if follows and deal.best < card and deal.best < FIRST_JOKER:
        deal.best, deal.taker = card, seat
    deal.led = deal.led or SUIT_OF[card]


class _Placing:
    """Gives out the cards of a pack, each once."""

    def __init__(self, family: TrickFamily) -> None:
        self.family = family
        self.left = list(family.pack)

    def cards(self, names: Sequence[str]) -> list[int]:
        found = []
        for name in names:
            card = self.family.ids_by_name.get(name)
            if card is None:
                raise ValueError(f"{name!r} is not a card of this game")
            if card not in self.left:
                raise ValueError(f"{name} is there twice")
            self.left.remove(card)
            found.append(card)
        return found

    def led(self, suit: str | None) -> list[int]:
        """A card of `suit` that nobody holds, the lowest; nothing for None."""
        if suit is None:
            return []
        if suit not in SUITS or len(suit) != 1:
            raise ValueError(f"led must be one of {' '.join(SUITS)}, not {suit!r}")
        for card in self.left:
            if self.family.cards[card].suit == suit:
                self.left.remove(card)
                return [card]
        raise ValueError(f"all cards of {suit} are in the hand")

    def any(self, count: int) -> list[int]:
        if count > len(self.left) or count < 0:
            raise ValueError(f"{count} cards are asked for, {len(self.left)} are left of the pack")
        taken, self.left = self.left[:count], self.left[count:]
        return taken

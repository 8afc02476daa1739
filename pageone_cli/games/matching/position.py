"""A moment of the matching game put together by hand, for tests of strategies and for rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pageone_cli.cards import COLOURS, FACE_TABLE, named
from pageone_cli.events import Chain, Event
from pageone_cli.games.matching.deal import MatchingDeal
from pageone_cli.games.matching.hands import COLOUR_OF, FACE_OF, NO_FACE, WILD, hand_of, is_number
from pageone_cli.games.matching.moves import CARDS
from pageone_cli.strategy import Setting

if TYPE_CHECKING:
    from pageone_cli.games.matching.family import MatchingFamily


def position(
    family: MatchingFamily,
    setting: Setting,
    seat: int,
    hand: Sequence[str],
    counts: Sequence[int],
    table: Mapping[str, Any],
) -> MatchingDeal:
    """A deal in which `seat` is to choose with `hand`, see `placed`. Raises ValueError where it can only draw, too."""
    deal = placed(family, setting, seat, hand, counts, table)
    held = deal.hands[seat]
    deal.begin()
    if not deal.legal or deal.seat != seat or deal.hands[seat] != held:
        raise ValueError("with this hand there is nothing to choose: it has to draw (M4, M7)")
    return deal


def placed(
    family: MatchingFamily,
    setting: Setting,
    seat: int,
    hand: Sequence[str],
    counts: Sequence[int],
    table: Mapping[str, Any],
) -> MatchingDeal:
    """A deal just before the turn of `seat`, which has `hand`, begins.

    `table` has ``top`` (the cards of the topmost play, the last one on top; standard: a card that nobody holds),
    ``colour`` (in force; needed with a wild on top), ``pending`` (cards to be drawn), ``direction`` (1 or -1),
    ``seen`` (cards played before), ``stock`` (a number of cards, None for all that are left) and ``discards`` (how many
    of the cards left are below the topmost play, None for all; the others hold the rest). What nobody knows is dealt in
    pack order. Raises ValueError for what cannot be.
    """
    place = _Placing(family)
    own = place.cards(hand)
    top = place.cards(table.get("top") or ()) or [place.number_card(table.get("colour"))]
    seen = place.cards(table.get("seen") or ())
    if not own:
        raise ValueError("a hand without cards has nothing to choose")
    hands = [own if other == seat else place.any(count) for other, count in enumerate(counts)]
    number, collected = table.get("stock"), table.get("discards")
    stock = place.any(len(place.left) if number is None else number)
    seen += place.any(len(place.left) if collected is None else collected)
    hands[(seat + 1) % len(hands)] += place.left
    deal = _begun(family, setting)
    deal.hands = [hand_of(cards) for cards in hands]
    deal.counts = [len(cards) for cards in hands]
    deal.stock, deal.discards, deal.top = stock[::-1], seen, tuple(top)
    _in_force(deal, top, table)
    shown = [*seen[: len(table.get("seen") or ())], *top]
    deal.public = _laid_open(shown, (seat - 1) % setting.seats, COLOURS[deal.colour])
    deal.drawn = [None] * setting.seats
    deal.actor = deal.family.after(deal.playing, seat, -deal.direction)[0]
    return deal


def _begun(family: MatchingFamily, setting: Setting) -> MatchingDeal:
    """Any deal of this setting: everything that matters is put in its place afterwards."""
    deal = family.deal(setting, family.pack)
    deal.legal = deal.turns = deal.idle = 0
    return deal


def _laid_open(cards: Sequence[int], seat: int, colour: str) -> Chain:
    """The public chain of these cards laid down one by one; a number card that comes first is the starter."""
    chain: Chain = None
    for kind in cards:
        event: Event = ("play", seat, (CARDS[kind],))
        if chain is None and is_number(kind):
            event = ("starter", CARDS[kind])
        elif kind == WILD:
            event = (*event, colour)
        chain = (event, chain)
    return chain


def _in_force(deal: MatchingDeal, top: Sequence[int], table: Mapping[str, Any]) -> None:
    """Colour, face, pending draw and direction (M5, M7, M9)."""
    last, colour = top[-1], table.get("colour")
    if any(kind == WILD for kind in top) and len(top) > 1:
        raise ValueError("wilds are played one at a time (M6)")
    if last != WILD and len({FACE_OF[kind] for kind in top}) > 1:
        raise ValueError("the cards of the topmost play have one face (M6)")
    if colour is not None and (len(colour) != 1 or colour not in COLOURS):
        raise ValueError(f"colour must be one of {' '.join(COLOURS)}, not {colour!r}")
    if last == WILD:
        if colour is None:
            raise ValueError("with a wild on top the colour named is needed (--colour)")
        deal.colour, deal.face = COLOURS.index(colour), NO_FACE
    else:
        deal.colour, deal.face = COLOUR_OF[last], FACE_OF[last]
        if colour not in (None, COLOURS[deal.colour]):
            raise ValueError(f"{CARDS[last]} on top is not of the colour {colour}")
    deal.pending = table.get("pending") or 0
    worth = 0 if deal.face == NO_FACE else FACE_TABLE[deal.face].draws
    if deal.pending and (not worth or deal.pending % worth or deal.pending < worth * len(top)):
        raise ValueError(
            f"{deal.pending} cards cannot be pending with {' '.join(str(CARDS[kind]) for kind in top)} on top"
        )
    direction = table.get("direction") or 1
    if direction not in (1, -1):
        raise ValueError(f"direction must be 1 or -1, not {direction}")
    deal.direction = direction
    deal.line = deal.family.line(deal.playing, direction, deal.setting.seats)


class _Placing:
    """Gives out the cards of a pack, each once."""

    def __init__(self, family: MatchingFamily) -> None:
        self.family = family
        self.left: list[int] = list(family.pack)

    def cards(self, names: Sequence[str]) -> list[int]:
        found = []
        for name in names:
            card = self.family.ids_by_name[named(name, self.family.ids_by_name)]
            if card not in self.left:
                times = self.family.pack.count(card)
                raise ValueError(f"{CARDS[card]} is there more than {times} time{'s' * (times != 1)}")
            self.left.remove(card)
            found.append(card)
        return found

    def number_card(self, colour: str | None) -> int:
        """A number card that nobody holds, of `colour` if given."""
        for card in self.left:
            if is_number(card) and colour in (None, COLOURS[COLOUR_OF[card]]):
                self.left.remove(card)
                return card
        raise ValueError(f"no number card is left for the top{f' in {colour}' if colour else ''}")

    def any(self, count: int) -> list[int]:
        if count > len(self.left) or count < 0:
            raise ValueError(f"{count} cards are asked for, {len(self.left)} are left of the pack")
        taken, self.left = self.left[:count], self.left[count:]
        return taken

"""Why a play is not allowed in the matching game: the rule and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageone_cli.cards import COLOURS, FACES
from pageone_cli.games import IllegalMove
from pageone_cli.games.matching.hands import DRAW_BIT, FACE_OF, NO_FACE, ONE, WILD, WILD_BIT, how_many
from pageone_cli.games.matching.moves import CARDS, KINDS
from pageone_cli.strategy import Move

if TYPE_CHECKING:
    from pageone_cli.games.matching.deal import MatchingDeal

WORDS = {"b": "blue", "r": "red", "y": "yellow", "g": "green"}
Kinds = tuple[int, ...]


def kinds_of(move: object) -> tuple[Kinds, str | None, bool]:
    """The cards of `move` (ids), the colour that it names and whether the call is said. Raises `IllegalMove`."""
    try:
        if isinstance(move, Move) and type(move.cards) is tuple:
            colour = move.colour
            if colour is None or (type(colour) is str and move.cards):
                return tuple([KINDS[card] for card in move.cards]), colour, bool(move.call)
    except Exception:  # not a card of this game, not hashable, or made to fail
        raise IllegalMove("", f"{_short(move)} is not one of view.moves") from None
    raise IllegalMove("", f"{_short(move)} is not one of view.moves")


def refusal(deal: MatchingDeal, kinds: Kinds, colour: str | None) -> tuple[str, str] | None:
    """The rule and the reason why the seat asked may not play `kinds` (none: draw) now; None where it may."""
    if not deal.legal:
        return "M4", "it is nobody's turn to play"
    if not kinds:
        return None if deal.legal & DRAW_BIT else ("M4", "there is nothing to draw for")
    return _no_wild(kinds, colour) or _not_held(deal, kinds) or _no_set(deal, kinds) or _no_fit(deal, kinds[0])


def _no_wild(kinds: Kinds, colour: str | None) -> tuple[str, str] | None:
    """Wilds are played one at a time and name a colour; nothing else does (M5, M6)."""
    if WILD in kinds and len(kinds) > 1:
        return "M6", "wilds are played one at a time"
    if kinds[0] != WILD:
        return None if colour is None else ("M5", "a colour is named with a wild only")
    if colour is None or len(colour) != 1 or colour not in COLOURS:
        return "M5", f"who plays a wild names a colour, one of {', '.join(COLOURS)}"
    return None


def _not_held(deal: MatchingDeal, kinds: Kinds) -> tuple[str, str] | None:
    hand = deal.hands[deal.seat]
    for kind in kinds:
        held = how_many(hand, kind)
        if kinds.count(kind) > held:
            return "C9", f"{CARDS[kind]} is not in the hand" + (" so often" if held else "")
    return None


def _no_set(deal: MatchingDeal, kinds: Kinds) -> tuple[str, str] | None:
    """Whether several cards may be played together at all (M6)."""
    if len(kinds) == 1:
        return None
    face = FACE_OF[kinds[0]]
    if any(FACE_OF[kind] != face for kind in kinds):
        return "M6", "the cards of a set have one face"
    if not deal.family.set_faces >> face & 1:
        mode = deal.family.rules.sets
        return "M6", "one card is played at a time" if mode == "single" else "only numbers are played together"
    return None


def _no_fit(deal: MatchingDeal, kind: int) -> tuple[str, str] | None:
    """Whether the first card fits (M5, M7)."""
    if deal.legal & (WILD_BIT if kind == WILD else ONE[kind]):
        return None
    name = str(CARDS[kind])
    if deal.pending:
        face = FACES[deal.face]
        return "M7", f"{name} is not a {face}: {deal.pending} cards are pending, only a {face} passes them on"
    colour = WORDS[COLOURS[deal.colour]]
    if deal.face == NO_FACE:
        return "M5", f"{name} does not fit: the colour named is {colour}"
    return "M5", f"{name} does not fit: it is neither {colour} nor a {FACES[deal.face]}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."

"""Hands of the matching game as whole numbers.

Bits 0 to 51 say which coloured cards are held, bits 52 to 103 of which of them both copies are; from bit 104 on the
wilds are counted. Some *kinds* of cards (what fits, what is legal) are a mask of the low bits alone, with one bit for a
wild and one for drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pageone_cli.cards import COLOURS, FACE_TABLE

COLOUR_COUNT: Final = len(COLOURS)
FACE_COUNT: Final = len(FACE_TABLE)
WILD: Final = COLOUR_COUNT * FACE_COUNT  # the id of a wild
NO_FACE: Final = FACE_COUNT  # the face in force while a wild is on top
NUMBERS: Final = sum(1 << place for place, face in enumerate(FACE_TABLE) if face.is_number)  # a mask of faces

ONE: Final = [1 << kind for kind in range(WILD)]
BOTH: Final = [1 << (kind + WILD) for kind in range(WILD)]
WILDS: Final = 2 * WILD  # from this bit on wilds are counted
ONE_WILD: Final = 1 << WILDS
COLOURED: Final = (1 << WILD) - 1
FACE_BITS: Final = (1 << FACE_COUNT) - 1
WILD_BIT: Final = 1 << WILD
DRAW_BIT: Final = 1 << (WILD + 1)

COLOUR_OF: Final = [kind // FACE_COUNT for kind in range(WILD)]
FACE_OF: Final = [kind % FACE_COUNT for kind in range(WILD)]
SHIFTS: Final = [FACE_COUNT * colour for colour in range(COLOUR_COUNT)]
OF_COLOUR: Final = [FACE_BITS << shift for shift in SHIFTS]
OF_FACE: Final = [*[sum(1 << (shift + face) for shift in SHIFTS) for face in range(FACE_COUNT)], 0]
FITS: Final = [[colour | face for face in OF_FACE] for colour in OF_COLOUR]  # by colour and face in force (M5)


def is_number(kind: int) -> bool:
    """Whether a card (its id) is a number card."""
    return kind != WILD and FACE_TABLE[FACE_OF[kind]].is_number


def hand_of(kinds: Iterable[int]) -> int:
    """The hand that holds these cards (ids)."""
    hand = 0
    for kind in kinds:
        hand = with_card(hand, kind)
    return hand


def with_card(hand: int, kind: int) -> int:
    """`hand` and one more card. Raises ValueError for a third copy."""
    if kind == WILD:
        return hand + ONE_WILD
    if not hand & ONE[kind]:
        return hand | ONE[kind]
    if hand & BOTH[kind]:
        raise ValueError("a third card of one kind")
    return hand | BOTH[kind]


def cards_in(hand: int) -> list[int]:
    """The cards of a hand (ids) in pack order, both copies."""
    found = []
    for kind in range(WILD):
        if hand & ONE[kind]:
            found += [kind] * (2 if hand & BOTH[kind] else 1)
    return found + [WILD] * (hand >> WILDS)


def how_many(hand: int, kind: int) -> int:
    """How many cards of a kind a hand holds."""
    if kind == WILD:
        return hand >> WILDS
    return (hand >> kind & 1) + (hand >> (kind + WILD) & 1)

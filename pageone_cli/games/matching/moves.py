"""The moves on offer in the matching game (M4 to M7), in the documented order: single cards, wilds, sets, the draw.

Sets are not made before somebody looks at them. Of one face a hand holds none to two cards in each colour: 81 patterns,
and which sets a pattern allows depends on nothing but whether all its cards fit or only those of one colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final, overload

from pageone_cli.cards import COLOURS, Card, matching_cards
from pageone_cli.games.matching.hands import (
    COLOUR_COUNT,
    DRAW_BIT,
    FACE_COUNT,
    OF_COLOUR,
    SHIFTS,
    WILD,
    WILD_BIT,
)
from pageone_cli.strategy import Move

CARDS: Final = matching_cards()
FIRST_WILD: Final = WILD  # codes: coloured cards by id, then a wild for each colour, then the draw
DRAW: Final = FIRST_WILD + COLOUR_COUNT
ALL: Final = COLOUR_COUNT  # every card fits, not those of one colour only
PLAYS: Final = (
    *[Move((card,)) for card in CARDS[:WILD]],
    *[Move((CARDS[WILD],), colour) for colour in COLOURS],
    Move(()),
)
SILENT: Final = tuple([move.silent() for move in PLAYS])
CODES: Final = {id(move): code for code, move in enumerate(PLAYS)}
KINDS: Final[dict[Card, int]] = {card: kind for kind, card in enumerate(CARDS)}

Laid = tuple[int, ...]  # the colours of a set, in the order laid

_SPREAD: Final = sum(1 << shift | 1 << (WILD + shift) for shift in SHIFTS)  # the cards of face 0
_FACE: Final = [*[1 << face for face in range(FACE_COUNT)], 0]
_CARDS_OF: Final = [*[_SPREAD << face for face in range(FACE_COUNT)], 0]
# How far the cards of a colour are from bit 0; then the second copies of it, and the other colours.
_OTHERS: Final = [(shift, WILD + shift, *[other for other in SHIFTS if other != shift]) for shift in SHIFTS]


@cache
def sets_of(spread: int, fitting: int) -> tuple[Laid, ...]:
    """All sets of one face (M6), each once per choice of cards and last card: by size, cards, last card.

    `spread` are the cards of that face in a hand as if it were face 0; `fitting` is the colour of which a card must
    come first, or `ALL`.
    """
    pattern = [(spread >> shift & 1) + (spread >> WILD + shift & 1) for shift in SHIFTS]
    found = []
    for size in range(2, sum(pattern) + 1):
        for chosen in combinations_with_replacement(range(COLOUR_COUNT), size):
            if any(chosen.count(colour) > pattern[colour] for colour in chosen):
                continue
            for last in sorted(set(chosen)):
                rest = list(chosen)
                rest.remove(last)
                first = rest[0] if fitting == ALL else fitting
                if first in rest:
                    rest.remove(first)
                    found.append((first, *rest, last))
    return tuple(found)


@cache
def set_move(face: int, laid: Laid) -> Move:
    """The move that lays the cards of `face` with these colours."""
    return Move(tuple([CARDS[SHIFTS[colour] + face] for colour in laid]))


@lru_cache(maxsize=1 << 14)
def _of_colour(colour: int, kinds: int) -> tuple[Move, ...]:
    shift = SHIFTS[colour]
    return tuple([PLAYS[shift + face] for face in range(FACE_COUNT) if kinds >> shift + face & 1])


@lru_cache(maxsize=1 << 14)
def single_moves(legal: int) -> tuple[Move, ...]:
    """The moves of single cards, wilds and the draw that are in the mask `legal`."""
    moves: tuple[Move, ...] = ()
    for colour, mask in enumerate(OF_COLOUR):
        if legal & mask:
            moves += _of_colour(colour, legal & mask)
    if legal & WILD_BIT:
        moves += PLAYS[FIRST_WILD:DRAW]
    return moves + PLAYS[DRAW:] if legal & DRAW_BIT else moves


def moves_for(hand: int, legal: int, colour: int, face: int, pending: int, faces: int) -> Sequence[Move]:
    """What `hand` may do: the kinds in `legal`, and sets of `faces` (a mask), by what is in force."""
    single = single_moves(legal)
    held = 0
    if not pending:  # a card of the colour first, and another of its face
        own, twin, one, two, three = _OTHERS[colour]
        held = hand >> own & (hand >> twin | hand >> one | hand >> two | hand >> three) & faces
    if faces & _FACE[face] and (hand & _CARDS_OF[face]).bit_count() > 1:
        held |= _FACE[face]
    if not held:
        return single
    groups = []
    while held:
        each = (held & -held).bit_length() - 1
        held &= held - 1
        groups.append((each, sets_of(hand >> each & _SPREAD, ALL if each == face else colour)))
    return Moves(single, groups)


class Moves(Sequence[Move]):
    """Single moves with sets put in before the draw; a set is made when it is looked at."""

    __slots__ = ("_groups", "_length", "_single")

    def __init__(self, single: tuple[Move, ...], groups: Sequence[tuple[int, tuple[Laid, ...]]]) -> None:
        self._single = single
        self._groups = groups
        length = len(single)
        for _, laid in groups:
            length += len(laid)
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple([self[each] for each in range(*index.indices(self._length))])
        if index < 0:
            index += self._length
        last = len(self._single) - 1  # the draw
        if 0 <= index < last:
            return self._single[index]
        if index == self._length - 1:
            return self._single[last]
        if not 0 <= index < self._length:
            raise IndexError("no such move")
        index -= last
        for face, laid in self._groups:
            if index < len(laid):
                return set_move(face, laid[index])
            index -= len(laid)
        raise AssertionError("the groups are shorter than they say")

    def __iter__(self) -> Iterator[Move]:
        yield from self._single[:-1]
        for face, every in self._groups:
            for laid in every:
                yield set_move(face, laid)
        yield self._single[-1]

    def __repr__(self) -> str:
        return f"<{', '.join(map(str, self))}>"

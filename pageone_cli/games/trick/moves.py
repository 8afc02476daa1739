"""The moves on offer, from what is legal as a mask: pack order, the draw last."""

from __future__ import annotations

from collections.abc import Sequence

from pageone_cli.games.trick.masks import PARTS
from pageone_cli.strategy import Move

SPADES, HEARTS, DIAMONDS, CLUBS, REST = PARTS


class Moves(dict[int, tuple[Move, ...]]):
    """The moves of each mask within one suit, or of jokers and the draw; made when first asked for.

    At most 4 * 2^13 + 2^5 of them, however many deals are played.
    """

    def __init__(self, moves: Sequence[Move]) -> None:
        """`moves` has the move of each card id, and that of drawing."""
        super().__init__()
        self._all = moves

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        made = tuple([move for i, move in enumerate(self._all) if mask >> i & 1])
        self[mask] = made
        return made


def moves_of(moves: Moves, legal: int) -> tuple[Move, ...]:
    """The moves of any mask, put together from its parts."""
    return (
        moves[legal & SPADES]
        + moves[legal & HEARTS]
        + moves[legal & DIAMONDS]
        + moves[legal & CLUBS]
        + moves[legal & REST]
    )

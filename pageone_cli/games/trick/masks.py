"""Sets of cards of the trick game as whole numbers, see `family`."""

from __future__ import annotations

from typing import Final

from pageone_cli.cards import FIRST_JOKER, RANKS, SUITS

MOST_JOKERS: Final = 4
DRAW: Final = FIRST_JOKER + MOST_JOKERS  # the id that stands for drawing
BITS: Final = [1 << i for i in range(DRAW + 1)]
DRAW_BIT: Final = BITS[DRAW]
JOKERS: Final = sum(BITS[FIRST_JOKER:DRAW])

_SUIT_MASKS: Final = [((1 << len(RANKS)) - 1) << len(RANKS) * suit for suit in range(len(SUITS))]
PARTS: Final = (*_SUIT_MASKS, JOKERS | DRAW_BIT)  # pack order
SUIT_OF: Final = [_SUIT_MASKS[i // len(RANKS)] if i < FIRST_JOKER else 0 for i in range(DRAW)]  # 0: sets no suit

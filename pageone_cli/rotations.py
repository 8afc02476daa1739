"""Whether the matches of a log make up blocks: every rotation of one table, with the same packs and first dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Astray(Exception):
    """A match is not where it should be in its block: ``what`` it says and what is ``wanted``."""

    def __init__(self, what: str, wanted: str) -> None:
        super().__init__(what)
        self.what = what
        self.wanted = wanted


class Rotations:
    """Follows the matches of a log in order; `size` players a table, which rotate or not."""

    def __init__(self, size: int, rotate: bool) -> None:
        self._size = size
        self._rotate = rotate
        self._table: list[int] = []  # that of rotation 0
        self._packs: dict[int, tuple[int, int]] = {}  # deal -> hash of the pack and dealer, in rotation 0

    def _place(self, match: int) -> tuple[int, int]:
        """Block and rotation that match number `match` should have."""
        block, rotation = divmod(match - 1, self._size if self._rotate else 1)
        return block + 1, rotation

    def deal(self, match: int, deal: int, dealer: int, pack: Sequence[int]) -> None:
        """A deal: packs and dealers are those of rotation 0. Raises `Astray`."""
        _, rotation = self._place(match)
        if not rotation:
            if deal == 1:
                self._packs.clear()
            self._packs[deal] = hash(tuple(pack)), dealer
            return
        known = self._packs.get(deal)
        if known is not None and known[0] != hash(tuple(pack)):
            raise Astray(f"the pack of deal {deal} is not that of the block's first match", "equal packs in a block")
        if deal == 1 and known is not None and known[1] != dealer:
            raise Astray(f"seat {dealer} deals first", f"seat {known[1]}, as in the block's first match")

    def ended(self, line: dict[str, Any]) -> None:
        """A match line: its block, rotation and table. Raises `Astray`."""
        block, rotation = self._place(line["match"])
        if (line["block"], line["rotation"]) != (block, rotation):
            raise Astray(f"block {line['block']}, rotation {line['rotation']}", f"block {block}, rotation {rotation}")
        table = line["table"]
        if len(table) != self._size:
            raise Astray(f"a table of {len(table)}", f"tables of {self._size}")
        if not rotation:
            self._table = table
        elif table != self._table[-rotation:] + self._table[:-rotation]:
            raise Astray(
                f"table {table} is not rotation {rotation} of {self._table}", "everybody sits one seat further"
            )

"""Rounds of a round robin; after each the worst leave."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar

from pageone_cli.contests.entries import MOST
from pageone_cli.contests.rounds import Round, Rounds, Table, all_lineups
from pageone_cli.contests.stages import Plan, Unplayable


@dataclass(kw_only=True)
class DropWorst(Rounds):
    """After each round the ``drop`` worst leave, until one is left or fewer than a table: then the best wins."""

    kind: ClassVar[str] = "drop-worst"

    drop: int = 1

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        super().__post_init__()
        self.whole("drop", self.drop, 1, MOST)
        if self.drop >= len(self.players):
            raise Unplayable(f"{self.drop} of {len(self.players)} entries cannot leave after a round", "drop")

    @property
    def options(self) -> dict[str, Any]:
        """As in the header of a log."""
        return self.told({"blocks": self.blocks, "drop": self.drop})

    def _sizes(self) -> list[int]:
        """How many play in each round."""
        sizes, left = [], len(self.players)
        while left >= max(2, self.size):
            sizes.append(left)
            left -= min(self.drop, left - 1)
        return sizes

    def shape(self) -> list[tuple[str, str]]:
        """How many rounds, and who plays in them."""
        return [("rounds", ", ".join(f"{size} entries" for size in self._sizes()))]

    @property
    def most_blocks(self) -> int:
        """All blocks but those of play-offs."""
        return self.blocks * sum(comb(size, self.size) for size in self._sizes())

    def plan(self) -> Plan:
        """A round robin, the cut, and again."""
        members = self.by_name()
        for size in self._sizes():
            table = Table(list(members), size - min(self.drop, size - 1))
            now = self.begin([table], [])
            yield self.stage(now.number, all_lineups(members, self.size))
            yield from self.cut(now, table)
            yield self.ended(now)
            members = self.by_name(table.advance)
        last = self.rounds[-1]
        best = min(last.mean(player) or 0 for player in members)
        self.winners = (
            [player for player in members if (last.mean(player) or 0) == best] if len(members) > 1 else members
        )

    def seated(self, now: Round) -> list[list[int]]:
        """Every line-up of the round."""
        return [list(lineup) for lineup in all_lineups(self.by_name(now.tables[0].members), self.size)]

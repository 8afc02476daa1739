"""Everybody meets everybody: all line-ups, or a balanced choice of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, ClassVar

from pageone_cli.blocks import Block
from pageone_cli.contests.entries import MOST, Entries, Numbers
from pageone_cli.contests.stages import Plan, Stage, Unplayable
from pageone_cli.lineups import Plan as Lineups
from pageone_cli.ranking import Ranking
from pageone_cli.streams import derived


@dataclass(kw_only=True)
class RoundRobin(Entries):
    """A round robin; ``blocks`` for each line-up, or with ``matches_total`` so many matches, a balanced choice."""

    kind: ClassVar[str] = "round-robin"

    blocks: int | None = 1
    matches_total: int | None = None

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        self.check()
        if self.matches_total is None:
            self.whole("blocks", self.blocks, 1, MOST)
        else:
            self.whole("matches_total", self.matches_total, 1, MOST)
        if self.most_blocks < 1:
            raise Unplayable(
                f"{self.matches_total} matches are less than one block of {self.matches_a_block}", "matches_total"
            )
        self.ranking = Ranking(len(self.players))
        self.members: list[int] | None = None  # who is shown in the tables, None for all

    @property
    def lineups(self) -> int:
        """How many line-ups there are."""
        return comb(len(self.players), self.size)

    def shape(self) -> list[tuple[str, str]]:
        """How many line-ups."""
        return [("line-ups", str(self.lineups))]

    @property
    def most_blocks(self) -> int:
        """All blocks."""
        if self.matches_total is not None:
            return self.matches_total // self.matches_a_block
        return self.lineups * (self.blocks or 1)

    @cached_property
    def options(self) -> dict[str, Any]:
        """As in the header of a log."""
        blocks = self.blocks if self.matches_total is None else None
        return self.told({"blocks": blocks, "matches_total": self.matches_total})

    def plan(self) -> Plan:
        """One stage: its blocks do not depend on each other."""
        lineups = Lineups(len(self.players), self.size, self.most_blocks, derived(f"lineups/{self.seed}"))
        by_name = self.by_name()
        seated = (
            (tuple([by_name[each] for each in lineups.lineup(number)]),) for number in range(1, self.most_blocks + 1)
        )
        yield Stage(Numbers(self.rotate).tasks(seated), self.most_blocks)

    def add(self, block: Block) -> None:
        """A block has been played."""
        self.ranking.add(block)

    def places(self) -> list[int | None]:
        """The rank of each player."""
        self.ranking.rank()
        return [one.rank for one in self.ranking.standings]

    def text(self, form: str) -> str:
        """The standings."""
        from pageone_cli.render.tournament import TournamentReport

        return TournamentReport(self, self.ranking, self.members).text(form)

"""What contests in rounds have in common: tables, the cut and who is above it, play-offs, the order at the end."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, Final

from pageone_cli.blocks import Block
from pageone_cli.contests.entries import MOST, Entries, Numbers
from pageone_cli.contests.stages import Plan, Stage
from pageone_cli.match import ranked
from pageone_cli.ranking import Ranking
from pageone_cli.streams import derived

PLAY_OFF: Final = 20  # deals, unless a single block has more
Steps = Generator[Stage, None, None]


@dataclass
class Table:
    """A table of a round: who sat there (by points, once it is played), who goes on, and how a tie was broken."""

    members: list[int]
    keep: int
    advance: list[int] = field(default_factory=list)
    decided: str = "points"

    @property
    def drop(self) -> list[int]:
        """Who does not go on."""
        return [player for player in self.members if player not in self.advance]


@dataclass
class Round:
    """A round: its tables, who had none to play, and the points of all who played."""

    number: int
    tables: list[Table]
    byes: list[int]
    ranking: Ranking
    played: bool = False

    def mean(self, player: int) -> Fraction | None:
        """The points per deal of a player in this round, exactly."""
        sums = self.ranking.standings[player].sums
        return Fraction(sums.points) / sums.deals if sums.deals else None


@dataclass(kw_only=True)
class Rounds(Entries):
    """A contest in rounds; ``blocks`` for each table (or line-up) of a round."""

    blocks: int = 1

    def __post_init__(self) -> None:
        """Raises `Unplayable`."""
        self.check()
        self.whole("blocks", self.blocks, 1, MOST)
        self.ranking = Ranking(len(self.players))
        self.rounds: list[Round] = []
        self.winners: list[int] = []
        self._numbers = Numbers(self.rotate)
        self._extra: Ranking | None = None  # of a play-off

    def add(self, block: Block) -> None:
        """A block has been played, of a round or of a play-off."""
        self.ranking.add(block)
        (self._extra or self.rounds[-1].ranking).add(block)

    @property
    def options(self) -> dict[str, Any]:
        """As in the header of a log."""
        return self.told({"blocks": self.blocks})

    def shape(self) -> list[tuple[str, str]]:
        """How many rounds are planned."""
        return []

    def begin(self, tables: Sequence[Table], byes: Sequence[int]) -> Round:
        """A new round."""
        number = len(self.rounds) + 1
        self.rounds.append(Round(number, list(tables), list(byes), Ranking(len(self.players))))
        return self.rounds[-1]

    def stage(self, number: int, lineups: Sequence[tuple[int, ...]]) -> Stage:
        """All blocks of a round."""
        seated = ((lineup,) for _ in range(self.blocks) for lineup in lineups)
        return Stage(self._numbers.tasks(seated, number), self.blocks * len(lineups))

    def cut(self, now: Round, table: Table) -> Steps:
        """Decide who of a table goes on: by points per deal, ties at the cut by a play-off, at last by lot."""
        means = {player: now.mean(player) or Fraction() for player in table.members}
        table.members.sort(key=lambda player: (means[player], self._by_name(player)))
        edge = means[table.members[table.keep - 1]]
        sure = [player for player in table.members if means[player] < edge]
        tied = [player for player in table.members if means[player] == edge]
        for _ in range(self._play_offs(tied)):
            if len(sure) + len(tied) <= table.keep:
                break
            table.decided = "play-off"
            sure, tied = yield from self._play_off(now.number, sure, tied, table.keep)
        if len(sure) + len(tied) > table.keep:
            table.decided = "lot"
            draw = Random(derived(f"lot/{now.number}/{min(map(self._by_name, tied))}/{self.seed}"))
            lots = {player: draw.random() for player in sorted(tied, key=self._by_name)}
            tied.sort(key=lots.__getitem__)
        table.advance = [*sure, *tied][: table.keep]

    def _tied_lineups(self, tied: Sequence[int]) -> list[tuple[int, ...]]:
        """The tables of a play-off: one, or all line-ups where more are tied than sit at a table."""
        size = min(len(tied), self.size)
        return [] if size < self.rules.players.min else all_lineups(self.by_name(tied), size)

    def _play_offs(self, tied: Sequence[int]) -> int:
        """How many play-offs there may be between these."""
        lineups = self._tied_lineups(tied)
        deals = sum(self.matches_in(len(lineup)) for lineup in lineups) * self.rules.match.most
        return max(1, PLAY_OFF // deals) if deals else 0

    def _play_off(
        self, number: int, sure: list[int], tied: list[int], keep: int
    ) -> Generator[Stage, None, tuple[list[int], list[int]]]:
        """Those who are tied play a block at each table; who is sure now, and who still ties."""
        self._extra = Ranking(len(self.players))
        lineups = self._tied_lineups(tied)
        yield Stage(self._numbers.tasks(iter([(lineup,) for lineup in lineups]), number), len(lineups))
        extra, self._extra = self._extra, None
        sums = {player: extra.standings[player].sums for player in tied}
        means = {player: Fraction(sums[player].points) / sums[player].deals for player in tied}
        order = sorted(tied, key=lambda player: means[player])
        edge = means[order[keep - len(sure) - 1]]
        return (
            [*sure, *[player for player in order if means[player] < edge]],
            [player for player in order if means[player] == edge],
        )

    def _by_name(self, player: int) -> str:
        name: str = self.players[player].name
        return name

    def ended(self, now: Round) -> dict[str, Any]:
        """The line for the log after a round."""
        now.played = True
        return {
            "type": "round",
            "round": now.number,
            "kind": self.kind,
            "tables": self.seated(now),
            "byes": now.byes,
            "advance": [player for table in now.tables for player in table.advance],
            "drop": [player for table in now.tables for player in table.drop],
        }

    def seated(self, now: Round) -> list[list[int]]:
        """Who sat together in a round."""
        return [sorted(table.members) for table in now.tables if len(table.members) > 1]

    def places(self) -> list[int | None]:
        """The place of each player so far: later out is better, then points per deal in the last round played."""
        keys: dict[int, tuple[int, Fraction]] = {}
        for now in self.rounds:
            for table in now.tables:
                for player in table.members:
                    mean = now.mean(player)
                    if mean is not None:
                        keys[player] = (-now.number, mean)
        for player in self.winners:
            keys[player] = (-len(self.rounds) - 1, Fraction())
        players = list(keys)
        places: list[int | None] = [None] * len(self.players)
        for player, place in zip(players, ranked([keys[player] for player in players]), strict=True):
            places[player] = place
        return places

    def plan(self) -> Plan:
        """The rounds."""
        raise NotImplementedError

    def text(self, form: str) -> str:
        """The bracket and the standings."""
        from pageone_cli.render.bracket import bracket_text

        return bracket_text(self, form)


def all_lineups(members: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Every line-up of `size` among `members`, in their order."""
    return list(combinations(members, size))

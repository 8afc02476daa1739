"""A run of many blocks: all that its result depends on, and how one block of it is played.

A block is played the same way wherever it is played; what comes back is compact: sums, faults, the lines of the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pageone_cli.blocks import Block
from pageone_cli.faults import Aborted, Fault
from pageone_cli.games import Family, family
from pageone_cli.guard import Limiter
from pageone_cli.loading import Player, bundled_player
from pageone_cli.log import MatchLog
from pageone_cli.playing import SUBSTITUTE, play_match
from pageone_cli.results import DealRecord
from pageone_cli.rules import Rules
from pageone_cli.schedule import block
from pageone_cli.shipping import Shipment, packed, unpacked
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult

TOLD = 3  # faults of a player told in full, per block

Watched = Callable[[tuple[int, int, int], Callable[..., Any]], Callable[..., Any]]


class Task(NamedTuple):
    """A block to be played: its number and round, who plays (indexes), the number of its first match."""

    block: int
    round: int
    lineup: tuple[int, ...]
    first_match: int


@dataclass
class Done:
    """What came of a block: sums, the lines of the log (empty without one), faults told and counted by player."""

    task: Task
    block: Block
    lines: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    aborted: Fault | None = None


@dataclass(frozen=True)
class Terms:
    """How blocks are played: everything but who plays when. ``log_deals`` is ``all``, ``none`` or (no log) empty."""

    rules: Rules
    seed: str
    rotate: bool
    on_fault: str
    time_limit: float | None
    log_deals: str


@dataclass(frozen=True)
class Parcel:
    """The terms and the players as text: what goes to a worker."""

    terms: Terms
    shipments: tuple[Shipment, ...]

    @classmethod
    def of(cls, terms: Terms, players: Sequence[Player]) -> Parcel:
        """Pack `players`."""
        return cls(terms, tuple(packed(player) for player in players))

    def opened(self) -> Blocks:
        """The same, ready to play."""
        return Blocks(self.terms, [unpacked(shipment) for shipment in self.shipments])


class _Lines:
    """Takes the place of a log file."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.write = self.lines.append

    def flush(self) -> None:
        """Nothing is held back."""


class Blocks:
    """Plays the blocks of a contest, one at a time."""

    def __init__(self, terms: Terms, players: Sequence[Player]) -> None:
        self.terms = terms
        self.players = players
        self._family: Family = family(terms.rules)
        self._names = [str(card) for card in self._family.cards]
        self._streams = Streams(terms.seed)

    def matches(self, lineup: Sequence[int]) -> int:
        """The number of matches in a block of `lineup`: one for each rotation."""
        return len(lineup) if self.terms.rotate else 1

    def play(self, task: Task, watched: Watched | None = None) -> Done:
        """Play a block; a fault that ends the run is in `Done.aborted`."""
        terms = self.terms
        done = Done(task, Block(task.block))
        lines = _Lines()
        log = MatchLog(lines, self._names, terms.log_deals == "all") if terms.log_deals else None
        conduct = Conduct(terms.on_fault, bundled_player(SUBSTITUTE).make, _reporter(done), watched=watched)
        if terms.time_limit is not None:
            conduct = replace(conduct, limited=Limiter(terms.time_limit))

        def on_deal(result: DealResult, record: DealRecord) -> None:
            done.block.add_deal(record)
            if log is not None:
                log.add_deal(result, record)

        fixtures = block(self._streams, task.block, task.lineup, terms.rotate, task.first_match)
        try:
            for fixture in fixtures:
                fixture = fixture._replace(round=task.round)
                record = play_match(self._family, self.players, self._streams, fixture, conduct, on_deal)
                done.block.add_match(record)
                if log is not None:
                    log.add_match(record)
        except Aborted as aborted:
            done.aborted = aborted.fault
        done.lines = lines.lines
        return done


def _reporter(done: Done) -> Callable[[Fault], None]:
    def report(fault: Fault) -> None:
        done.failures[fault.player] += 1
        if done.failures[fault.player] <= TOLD:
            done.faults.append(fault)

    return report


def tasks(lineups: Iterator[tuple[int, ...]], first_block: int, first_match: int, rotate: bool) -> Iterator[Task]:
    """The blocks of these line-ups in order, numbered on."""
    for lineup in lineups:
        yield Task(first_block, 1, lineup, first_match)
        first_block += 1
        first_match += len(lineup) if rotate else 1

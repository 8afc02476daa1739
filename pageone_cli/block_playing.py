"""How one block of a run of many is played.

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
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.rules import Rules
from pageone_cli.schedule import Fixture, block
from pageone_cli.shipping import Shipment, packed, unpacked
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult

TOLD = 3  # faults of a player told in full, per block

Watched = Callable[[tuple[int, int, int], Callable[..., Any]], Callable[..., Any]]


class Task(NamedTuple):
    """A block to be played: its number and round, who plays (indexes), the number of its first match.

    Most blocks have one line-up; with several all of them play with the same packs, one after the other.
    """

    block: int
    round: int
    lineups: tuple[tuple[int, ...], ...]
    first_match: int

    def matches(self, rotate: bool) -> int:
        """The matches of the block: one for each line-up, or for each of its rotations."""
        return sum(len(lineup) if rotate else 1 for lineup in self.lineups)


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

    def play(self, task: Task, watched: Watched | None = None) -> Done:
        """Play a block; a fault that ends the run is in `Done.aborted`."""
        terms = self.terms
        done = Done(task, Block(task.block))
        lines = _Lines()
        log = MatchLog(lines, self._names, terms.log_deals == "all") if terms.log_deals else None
        substitute = bundled_player(SUBSTITUTE).make
        conduct = self._limited(Conduct(terms.on_fault, substitute, _reporter(done), watched=watched))

        def on_deal(result: DealResult, record: DealRecord) -> None:
            done.block.add_deal(record)
            if log is not None:
                log.add_deal(result, record)

        try:
            for fixture in self._fixtures(task):
                record = play_match(self._family, self.players, self._streams, fixture, conduct, on_deal)
                done.block.add_match(record)
                if log is not None:
                    log.add_match(record)
        except Aborted as aborted:
            done.aborted = aborted.fault
        done.lines = lines.lines
        return done

    def play_one(
        self,
        task: Task,
        match: int,
        deal: int,
        on_deal: Callable[[DealResult, DealRecord], None],
        report: Callable[[Fault], None],
    ) -> MatchRecord:
        """Play match number `match` of a block up to its deal `deal`; a fault never ends it."""
        policy = "substitute" if self.terms.on_fault == "abort" else self.terms.on_fault
        conduct = self._limited(Conduct(policy, bundled_player(SUBSTITUTE).make, report))
        fixture = next(each for each in self._fixtures(task) if each.match == match)
        return play_match(self._family, self.players, self._streams, fixture, conduct, on_deal, deal)

    def _limited(self, conduct: Conduct) -> Conduct:
        limit = self.terms.time_limit
        return conduct if limit is None else replace(conduct, limited=Limiter(limit))

    def _fixtures(self, task: Task) -> Iterator[Fixture]:
        """The matches of a block; rotations are counted on from line-up to line-up."""
        match, turns = task.first_match, 0
        for lineup in task.lineups:
            for fixture in block(self._streams, task.block, lineup, self.terms.rotate, match):
                yield fixture._replace(round=task.round, rotation=turns + fixture.rotation)
            count = len(lineup) if self.terms.rotate else 1
            match, turns = match + count, turns + count


def _reporter(done: Done) -> Callable[[Fault], None]:
    def report(fault: Fault) -> None:
        done.failures[fault.player] += 1
        if done.failures[fault.player] <= TOLD:
            done.faults.append(fault)

    return report

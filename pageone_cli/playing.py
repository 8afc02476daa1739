"""Plays matches: a table for each, deals until the match is over, results to whoever takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pageone_cli.faults import Fault
from pageone_cli.games import Family, family
from pageone_cli.guard import Limiter
from pageone_cli.loading import Player, bundled_player
from pageone_cli.match import MatchState
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.rules import Rules
from pageone_cli.schedule import Fixture, block
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult, Table

OnDeal = Callable[[DealResult, DealRecord], None]
SUBSTITUTE = "random"  # plays on for a strategy that has failed


@dataclass(frozen=True)
class Run:
    """All that the result of a `match` command depends on."""

    rules: Rules
    players: Sequence[Player]
    seed: str
    rotate: bool = False
    on_fault: str = "substitute"
    time_limit: float | None = None
    log_deals: str = "all"

    @property
    def options(self) -> dict[str, Any]:
        """What influences the result beside rules, seed and players, as in the header of a log."""
        options = {
            "kind": "match",
            "rotate": self.rotate,
            "on_fault": self.on_fault,
            "time_limit": self.time_limit,
        }
        return options | ({"log_deals": self.log_deals} if self.log_deals == "none" else {})

    @property
    def most_deals(self) -> int:
        """The most deals that the run can have."""
        return self.rules.match.most * len(self.fixtures())

    def fixtures(self) -> list[Fixture]:
        """The matches of the run, in order."""
        return block(Streams(self.seed), 1, tuple(range(len(self.players))), self.rotate)

    def play(self, on_deal: OnDeal, report: Callable[[Fault], None]) -> Iterator[MatchRecord]:
        """Play all matches; each is given out when it has ended. Raises `Aborted` where a fault ends the run."""
        for fixture in self.fixtures():
            yield self.play_match(fixture, on_deal, report)

    def play_match(
        self, fixture: Fixture, on_deal: OnDeal, report: Callable[[Fault], None], last: int | None = None
    ) -> MatchRecord:
        """Play one of the matches, see `play_match`."""
        conduct = Conduct(self.on_fault, bundled_player(SUBSTITUTE).make, report)
        if self.time_limit is not None:
            conduct = replace(conduct, limited=Limiter(self.time_limit))
        return play_match(family(self.rules), self.players, Streams(self.seed), fixture, conduct, on_deal, last)


def play_match(
    family: Family,
    players: Sequence[Player],
    streams: Streams,
    fixture: Fixture,
    conduct: Conduct,
    on_deal: OnDeal,
    last: int | None = None,
) -> MatchRecord:
    """Play one match; `on_deal` gets each deal as it ends, in full and as a record.

    Args:
        last: stop after this deal (from 1), although the match may not be over.

    Raises `Aborted` where a fault ends the run.
    """
    seated = [players[index] for index in fixture.table]
    seats = len(seated)
    table = Table(family, seated, streams, fixture.block, fixture.match, conduct)
    state = MatchState(family.rules.match, seats, fixture.first_dealer)
    missed, caught, faults = [0] * seats, [0] * seats, [0] * seats
    while not state.over and (last is None or state.deals < last):
        result = table.play(state.deals + 1, state.active, state.dealer, state.totals)
        state.add(result.points, result.deal.winner)
        for seat in result.deal.missed:
            missed[seat] += 1
        for seat in result.deal.caught:
            caught[seat] += 1
        for fault in result.faults:
            faults[fault.seat] += 1
        outcome, totals = result.deal.outcome, tuple(state.totals)
        on_deal(
            result,
            DealRecord(
                fixture.match,
                state.deals,
                fixture.table,
                result.dealer,
                outcome,
                result.points,
                totals,
                result.deal.winner is None,
            ),
        )
    return MatchRecord(
        fixture.match,
        fixture.block,
        fixture.rotation,
        fixture.round,
        fixture.table,
        state.deals,
        state.ranks(),
        state.totals,
        state.won,
        state.void,
        state.out_after,
        missed,
        caught,
        faults,
    )

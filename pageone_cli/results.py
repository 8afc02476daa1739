"""What comes out of deals and matches: plain records, the same whether just played or read from a log.

Lists per seat are indexed by seat; ``table[seat]`` is the index of the player who sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from pageone_cli.match import MatchState, Points
from pageone_cli.rules import Match


class DealRecord(NamedTuple):
    """How a deal ended: match and deal count from 1, ``points`` per seat (None: no longer in the match).

    ``void`` says that nobody won it alone (X3).
    """

    match: int
    deal: int
    table: tuple[int, ...]
    dealer: int
    outcome: str
    points: Sequence[Points | None]
    totals: Sequence[Points]
    void: bool


class MatchRecord(NamedTuple):
    """How a match ended; the fields are those of a match line of the log."""

    match: int
    block: int
    rotation: int
    round: int
    table: tuple[int, ...]
    deals: int
    ranks: Sequence[int]
    totals: Sequence[Points]
    won: Sequence[int]
    void: int
    out_after: Sequence[int | None]
    missed: Sequence[int]
    caught: Sequence[int]
    faults: Sequence[int]


class Sink(Protocol):
    """Something that takes results as they come: all deals of a match, then the match."""

    def add_deal(self, record: DealRecord) -> None:
        """A deal has ended."""

    def add_match(self, record: MatchRecord) -> None:
        """The match of the deals before has ended."""


def records_of(
    mode: Match,
    match: int,
    table: tuple[int, ...],
    first_dealer: int,
    deal_points: Sequence[Sequence[Points | None]],
    outcomes: Sequence[str],
    void: int,
) -> Iterator[DealRecord]:
    """The deals of a match that a log tells without deal lines; `void` is how many of them nobody won."""
    state = MatchState(mode, len(table), first_dealer)
    # Void are deals that were cut off; but in some the first place was taken before, and so somebody has 0 points.
    cut_off = [number for number, outcome in enumerate(outcomes) if outcome != "out"]
    likely = sorted(cut_off, key=lambda number: 0 in deal_points[number])[:void]
    voids = [number in likely for number in range(len(outcomes))]
    for number, (points, outcome) in enumerate(zip(deal_points, outcomes, strict=True), start=1):
        dealer = state.dealer
        state.add(points, None)
        yield DealRecord(match, number, table, dealer, outcome, points, tuple(state.totals), voids[number - 1])

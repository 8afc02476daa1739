"""When a match ends and who wins it (rules X1 to X3, C2): the same for both families, and for playing and reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pageone_cli.rules import EliminationMatch, LeadMatch, Match

Points: TypeAlias = int | float
"""Points are whole numbers or halves (M15); both are exact, and whole ones are ints."""


def exact(points: Points) -> Points:
    """`points` as an int where it is whole."""
    return int(points) if points == int(points) else points


class MatchState:
    """A match between `seats` seats, deal after deal.

    ``totals`` are points per seat, ``out_after`` the number of the deal after which a seat was eliminated (X2) or
    None, ``won`` the deals won, ``void`` the deals without a winner, ``dealer`` the seat that deals next.
    """

    def __init__(self, mode: Match, seats: int, first_dealer: int) -> None:
        self.mode = mode
        self.dealer = self.first_dealer = first_dealer
        self.active = tuple(range(seats))
        self.totals: list[Points] = [0] * seats
        self.out_after: list[int | None] = [None] * seats
        self.won = [0] * seats
        self.void = 0
        self.deals = 0

    def add(self, points: Sequence[Points | None], winner: int | None) -> None:
        """Count a deal: its points per seat, None for seats that are out, and the seat that won it, if any."""
        self.deals += 1
        for seat in self.active:
            earned = points[seat]
            if earned is None:
                raise ValueError(f"no points for seat {seat}, which is in the match")
            self.totals[seat] = exact(self.totals[seat] + earned)
        if winner is None:
            self.void += 1
        else:
            self.won[winner] += 1
        if isinstance(self.mode, EliminationMatch):
            self._eliminate(self.mode.over)
        self.dealer = self._next_dealer()

    def _eliminate(self, over: int) -> None:
        for seat in self.active:
            if self.totals[seat] > over:  # X2: exactly `over` stays in
                self.out_after[seat] = self.deals
        self.active = tuple([seat for seat in self.active if self.out_after[seat] is None])

    def _next_dealer(self) -> int:
        """The next seat clockwise that is still in the match (C2)."""
        later = [seat for seat in self.active if seat > self.dealer]
        return later[0] if later else (self.active or (self.dealer,))[0]

    @property
    def over(self) -> bool:
        """Whether the match has ended (X1, X2)."""
        if self.deals >= self.mode.most:
            return True
        if isinstance(self.mode, EliminationMatch):
            return len(self.active) <= 1
        if isinstance(self.mode, LeadMatch) and self.deals:
            first, second = sorted(self.totals)[:2]
            return second - first >= self.mode.by
        return False

    def ranks(self) -> list[int]:
        """The rank of each seat, from 1; equal is equal (X3)."""
        return ranked([self._standing(seat) for seat in range(len(self.totals))])

    def _standing(self, seat: int) -> tuple[int, Points]:
        out = self.out_after[seat]
        return (0 if out is None else 1 + self.mode.most - out, self.totals[seat])


def ranked(standings: Sequence[object]) -> list[int]:
    """The rank of each of `standings`, the least first; equals share a rank: 1, 2, 2, 4 (X3)."""
    order = sorted(standings)  # type: ignore[type-var]
    return [order.index(each) + 1 for each in standings]

"""How the deals of a configuration go: played many times, with plain strategies and with one that plays better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pageone_cli.faults import Fault
from pageone_cli.games import Deal, Family, family
from pageone_cli.intervals import Tally
from pageone_cli.loading import Player, bundled_player
from pageone_cli.playing import play_match
from pageone_cli.results import DealRecord
from pageone_cli.rules import Rules
from pageone_cli.schedule import block
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, DealResult


class Step(NamedTuple):
    """Deals to be played by so many players: `blocks` packs, rotated through the seats if one plays better."""

    players: int
    skilled: bool
    blocks: int

    @property
    def deals(self) -> int:
        """The number of deals, one for each rotation of each block."""
        return self.blocks * (self.players if self.skilled else 1)


@dataclass
class Played:
    """What came of one step; the tallies have the mean of each block, ``lengths`` and ``outcomes`` each deal.

    ``leader`` has by how many points who
    acted first did better than the mean of the others, ``leader_won`` the share of the win (a deal without a winner
    is shared by all). ``skill`` has the share of deals in which the skilled one did better than the mean
    of the others; a draw counts half.
    """

    step: Step
    strategies: str
    deals: int = 0
    turns: Tally = field(default_factory=Tally)
    lengths: Counter[int] = field(default_factory=Counter)
    draws: Tally = field(default_factory=Tally)
    reshuffles: Tally = field(default_factory=Tally)
    outcomes: Counter[str] = field(default_factory=Counter)
    leader: Tally = field(default_factory=Tally)
    leader_won: Tally = field(default_factory=Tally)
    skill: Tally = field(default_factory=Tally)

    def quantile(self, share: float) -> int:
        """The number of turns that this share of the deals does not exceed."""
        left = share * self.deals
        for length in sorted(self.lengths):
            left -= self.lengths[length]
            if left <= 0:
                return length
        return max(self.lengths, default=0)

    def add(self, results: Sequence[DealResult]) -> None:
        """Count the deals of a block: its means, since deals that share a pack are not independent."""
        counts = [_counts(result.deal) for result in results]
        self.turns.add(_mean(result.deal.turns for result in results))
        self.draws.add(_mean(each["draw"] for each in counts))
        self.reshuffles.add(_mean(each["reshuffle"] for each in counts))
        self.deals += len(results)
        for result in results:
            self.lengths[result.deal.turns] += 1
            self.outcomes[result.deal.outcome] += 1
        first = [_first(result) for result in results]
        self.leader.add(_mean(better_by(one.points, seat) for one, seat in zip(results, first, strict=True)))
        self.leader_won.add(_mean(_won(one, seat) for one, seat in zip(results, first, strict=True)))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _counts(deal: Deal) -> Counter[str]:
    """How many cards were drawn, how often was reshuffled."""
    counts: Counter[str] = Counter()
    for event in deal.events():
        counts[event[0]] += len(event[2]) if event[0] == "draw" else 1
    return counts


def _first(result: DealResult) -> int:
    """Who acts first (C3)."""
    return next((seat for seat in result.active if seat > result.dealer), result.active[0])


def _won(result: DealResult, seat: int) -> float:
    """The share of the win: all of it, none, or that of everybody (X3)."""
    winner = result.deal.winner
    return 1 / len(result.active) if winner is None else float(winner == seat)


def better_by(points: Sequence[float | None], seat: int) -> float:
    """By how many points `seat` did better (has fewer) than the mean of the others."""
    others = [each for other, each in enumerate(points) if other != seat and each is not None]
    return sum(others) / len(others) - (points[seat] or 0)


def plan(rules: Rules, deals: int) -> list[Step]:
    """At least `deals` deals for each number of players, without and with one skilled player."""
    numbers = range(rules.players.min, rules.players.max + 1)
    steps = [(Step(players, False, deals), Step(players, True, -(-deals // players))) for players in numbers]
    return [step for pair in steps for step in pair]


def simulate(rules: Rules, steps: Sequence[Step], seed: str, done: Callable[[], None]) -> Iterator[Played]:
    """Play the steps one after the other; `done` is called after each deal. The same seed gives the same results."""
    from pageone_cli.config import with_deals

    game = family(with_deals(rules, 1))
    plain, skilled = (bundled_player(name) for name in game.references)
    for step in steps:
        others = [plain] * (step.players - 1)
        played = Played(step, _title(step, game))
        _play(game, [skilled if step.skilled else plain, *others], played, Streams(f"{seed}/{step.players}"), done)
        yield played


def _title(step: Step, game: Family) -> str:
    plain, skilled = game.references
    return f"{skilled}, {step.players - 1} {plain}" if step.skilled else plain


def _play(game: Family, players: Sequence[Player], played: Played, streams: Streams, done: Callable[[], None]) -> None:
    step = played.step
    conduct = Conduct("abort", players[-1].make, _no_fault)
    scores: list[float] = []
    results: list[DealResult] = []

    def on_deal(result: DealResult, record: DealRecord) -> None:
        results.append(result)
        better = better_by(result.points, record.table.index(0))
        scores.append(0.5 if better == 0 else float(better > 0))
        done()

    for number in range(1, step.blocks + 1):
        scores.clear()
        results.clear()
        for fixture in block(streams, number, tuple(range(step.players)), step.skilled):
            play_match(game, players, streams, fixture, conduct, on_deal)
        played.add(results)
        if step.skilled:
            played.skill.add(sum(scores) / len(scores))


def _no_fault(fault: Fault) -> None:
    raise AssertionError(fault)

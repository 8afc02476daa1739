"""How the deals of a configuration go: played many times, with plain strategies and with one that plays better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pageone_cli.faults import Fault
from pageone_cli.games import Family, family
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
    """What came of one step.

    ``turns``, ``draws`` and ``reshuffles`` are counted per deal. ``leader`` has, per deal, by how many points who
    acted first did better than the mean of the others, ``leader_won`` the share of the win (a deal without a winner
    is shared by all). ``skill`` has, per block, the share of deals in which the skilled one did better than the mean
    of the others; a draw counts half.
    """

    step: Step
    strategies: str
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
        left = share * self.turns.count
        for length in sorted(self.lengths):
            left -= self.lengths[length]
            if left <= 0:
                return length
        return max(self.lengths, default=0)

    def add(self, result: DealResult) -> None:
        """Count a deal."""
        deal, points = result.deal, result.points
        self.turns.add(deal.turns)
        self.lengths[deal.turns] += 1
        kinds: Counter[str] = Counter()
        for event in deal.events():
            kinds[event[0]] += len(event[2]) if event[0] == "draw" else 1
        self.draws.add(kinds["draw"])
        self.reshuffles.add(kinds["reshuffle"])
        self.outcomes[deal.outcome] += 1
        first = next((seat for seat in result.active if seat > result.dealer), result.active[0])
        self.leader.add(better_by(points, first))
        self.leader_won.add(1 / len(result.active) if deal.winner is None else float(deal.winner == first))


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

    def on_deal(result: DealResult, record: DealRecord) -> None:
        played.add(result)
        better = better_by(result.points, record.table.index(0))
        scores.append(0.5 if better == 0 else float(better > 0))
        done()

    for number in range(1, step.blocks + 1):
        scores.clear()
        for fixture in block(streams, number, tuple(range(step.players)), step.skilled):
            play_match(game, players, streams, fixture, conduct, on_deal)
        if step.skilled:
            played.skill.add(sum(scores) / len(scores))


def _no_fault(fault: Fault) -> None:
    raise AssertionError(fault)

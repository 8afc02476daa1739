"""How strong strategies are: `python tests/bench/strength.py longest-suit attack --against random`.

Each strategy alone sits down with the same opponents, in blocks: one pack, played once in each rotation of the seats,
so that everybody has every hand and every lead once. The figures are means over blocks, and a block is what the
95 % intervals (Student's t) count: its deals share their cards.

A deal without a winner is a win of one nth for each. `diff` is the own points per deal less the mean of the others'.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from statistics import fmean, stdev

from pageone_cli.config import load, with_deals
from pageone_cli.faults import Fault
from pageone_cli.games import family
from pageone_cli.loading import bundled_player, load_players
from pageone_cli.playing import play_match
from pageone_cli.results import MatchRecord
from pageone_cli.rules import Rules
from pageone_cli.schedule import block
from pageone_cli.streams import Streams
from pageone_cli.student import t_quantile
from pageone_cli.table import Conduct


@dataclass(frozen=True)
class Mean:
    """A mean over blocks with half its 95 % interval."""

    value: float
    interval: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.interval:.2f}"


@dataclass(frozen=True)
class Strength:
    """How one strategy did; ``wins`` and ``void`` are shares of the deals."""

    name: str
    points: Mean
    wins: float
    diff: Mean
    deals: int
    void: float


def measured(strategy: str, against: str, rules: Rules, players: int, blocks: int, seed: str) -> Strength:
    """How one `strategy` does with `players` - 1 of the strategy `against`."""
    points, wins, diffs, voids = [], [], [], []
    for records in played(strategy, against, rules, players, blocks, seed):
        own = [record.totals[record.table.index(0)] for record in records]
        rest = [(sum(record.totals) - mine) / (players - 1) for record, mine in zip(records, own, strict=True)]
        points.append(fmean(own))
        diffs.append(fmean(own) - fmean(rest))
        wins.append(fmean(record.won[record.table.index(0)] + record.void / players for record in records))
        voids.append(fmean(record.void for record in records))
    return Strength(strategy, mean(points), fmean(wins), mean(diffs), blocks * players, fmean(voids))


def played(
    strategy: str, against: str, rules: Rules, players: int, blocks: int, seed: str
) -> Iterator[list[MatchRecord]]:
    """The matches of each block: one deal each, the strategy is player 0. A fault ends it all."""
    game = family(with_deals(rules, 1))
    seated = load_players([strategy, *[against] * (players - 1)])
    streams = Streams(seed)
    conduct = Conduct("abort", bundled_player("random").make, _no_fault)
    for number in range(1, blocks + 1):
        fixtures = block(streams, number, tuple(range(players)), rotate=True)
        yield [play_match(game, seated, streams, fixture, conduct, lambda *_: None) for fixture in fixtures]


def mean(values: Sequence[float]) -> Mean:
    """The mean of the blocks' `values`, two at least."""
    count = len(values)
    return Mean(fmean(values), t_quantile(count - 1) * stdev(values) / math.sqrt(count))


def _no_fault(fault: Fault) -> None:
    raise AssertionError(fault)


def main() -> None:
    """Print the table, a row as soon as it is known."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("strategies", nargs="+", metavar="STRATEGY", help="like those of `pageone match`")
    parser.add_argument("--against", default="random", metavar="STRATEGY", help="who sits in the other seats")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=2000)
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--jobs", type=int, default=1, help="processes; each takes one strategy at a time")
    arguments = parser.parse_args()
    work = partial(
        measured,
        against=arguments.against,
        rules=load(arguments.rules),
        players=arguments.players,
        blocks=arguments.blocks,
        seed=arguments.seed,
    )
    print("| strategy | points per deal | win share | diff | deals | void |")
    print("|---|---|---|---|---|---|")
    if arguments.jobs == 1:
        _show(map(work, arguments.strategies))
    else:
        with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
            _show(pool.map(work, arguments.strategies))


def _show(rows: Iterator[Strength]) -> None:
    for row in rows:
        cells = (row.name, row.points, f"{row.wins:.3f}", row.diff, row.deals, f"{row.void:.1%}")
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()

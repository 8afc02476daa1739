"""How fast the engine is, as a ratio to the floor: `python tests/bench/engine.py [--deals N] [--rounds N]`.

The engine: `Table.play` as `match` uses it, with views and validation as strategies get them, for two, four and six
`random`, in both games; of the matching game a tenth of the deals, since they are longer. The floor: the same calls of
the same strategies on views already made, and shuffling the same numbers of cards. In both a strategy makes its random
numbers when it first uses them, once a deal; `bare` is a floor in which they are there already. What only the engine
does: seeding the cards, seating, dealing, moves, views, validating, rules, events, scoring.

All alternate in one run, and each figure is the median of the rounds. Never assert on these figures in a test.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from pageone_cli.games import CALL_OUT, CHOOSE, OVER, family
from pageone_cli.loading import Player, load_players
from pageone_cli.rules import MatchingRules, Rules, TrickRules, sealed
from pageone_cli.strategy import Setting
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, Table

Recorded = tuple[list[tuple[Callable[[Any], Any], Any]], list[int]]


def main() -> None:
    """Print one line a number of players."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    print(f"{arguments.deals} deals a round, {arguments.rounds} rounds, medians")
    print("rules    players  decisions/deal  µs/decision  floor   bare  ÷ floor  ÷ bare  deals/s")
    for rules, deals in ((TrickRules(), arguments.deals), (MatchingRules(), max(1, arguments.deals // 10))):
        for players in (2, 4, 6):
            print(measured(rules, players, deals, arguments.rounds))


def measured(rules: Rules, players: int, deals: int, rounds: int) -> str:
    """One line of figures for a table of `players`."""
    game = family(rules)
    seated = load_players(["random"] * players)
    streams = Streams("bench")
    conduct = Conduct("abort", seated[0].make, lambda _: None)
    record = [recorded(rules, seated, streams, number) for number in range(1, deals + 1)]
    decisions = sum(len(calls) for calls, _ in record)
    active, scores = tuple(range(players)), [0] * players

    def engine() -> None:
        table = Table(game, seated, streams, 1, 1, conduct)
        for number in range(1, deals + 1):
            table.play(number, active, 0, scores)

    def floor() -> None:
        random = Random(1).random
        for calls, shuffles in record:
            for choose, view in calls:
                choose(view)
            for size in shuffles:
                sorted(range(size), key=[random() for _ in range(size)].__getitem__)

    def forget() -> None:
        for calls, _ in record:
            for choose, _view in calls:
                choose.__self__.__dict__.pop("rng", None)  # type: ignore[attr-defined]

    times: dict[str, list[float]] = {"engine": [], "floor": [], "bare": []}
    engine()
    for _ in range(rounds):
        times["engine"].append(timed(engine))
        forget()
        times["floor"].append(timed(floor))
        times["bare"].append(timed(floor))
    ours, least, bare = (median(times[name]) for name in ("engine", "floor", "bare"))
    ratios = [median(a / b for a, b in zip(times["engine"], times[name], strict=True)) for name in ("floor", "bare")]
    each = 1e6 / decisions
    return (
        f"{rules.game:8s} {players:7d}  {decisions / deals:14.1f}  "
        f"{ours * each:11.2f}  {least * each:5.2f}  {bare * each:5.2f}"
        f"  {ratios[0]:7.2f}  {ratios[1]:6.2f}  {deals / ours:7.0f}"
    )


def timed(work: Callable[[], None]) -> float:
    """Seconds that `work` takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def recorded(rules: Rules, players: Sequence[Player], streams: Streams, number: int) -> Recorded:
    """The calls of strategies in a deal, with their views, and the sizes of its shuffles."""
    game = family(rules)
    shuffler = streams.cards(1, number, game.pack)
    seats = len(players)
    own = sealed(rules)
    active = tuple(range(seats))
    deal = game.deal(Setting(rules.game, own, seats, active, 0, (0,) * seats, number, game.cards), shuffler.pack())
    strategies = [player.make() for player in players]
    for seat, strategy in enumerate(strategies):
        strategy.sit(seat, own, streams.strategies(1, number, seats)[seat])
    calls: list[tuple[Callable[[Any], Any], Any]] = []
    shuffles = [len(game.cards)]
    while deal.waits is not OVER:
        if deal.waits is CHOOSE:
            calls.append((strategies[deal.seat].choose, deal.view()))
            deal.play(calls[-1][0](calls[-1][1]))
        elif deal.waits is CALL_OUT:
            deal.answer(True)
        else:
            shuffles.append(len(deal.discards))
            deal.refill(shuffler.shuffle(deal.discards))
    return calls, shuffles


if __name__ == "__main__":
    main()

"""Ratings by Plackett and Luce, an extra (`pip install 'pageone[ratings]'`): one number for each player.

The model says that of some players each is first with a chance in proportion to its strength, and so on for the places
after. It is fitted by `choix` to the rankings of all deals, broken into pairs; equal points count half for either. A
little regularisation keeps the rating of who has never been beaten finite. Ratings are on the scale of Elo: 400 more is
ten times as strong, and the mean is 1500. Intervals are by bootstrap over blocks (over batches of them beyond 200).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

FEWEST: Final = 10  # blocks; below, there is no interval
BATCHES: Final = 200
RESAMPLES: Final = 200
ALPHA: Final = 0.01
SCALE: Final = 400 / math.log(10)
MEAN: Final = 1500
HINT: Final = "for a column of ratings: pip install 'pageone[ratings]'"

Pairs = Mapping[tuple[int, int], int]  # (better, worse) -> half deals


class Rating(NamedTuple):
    """A rating with its 95 % interval; there is none below `FEWEST` blocks."""

    value: float
    low: float | None
    high: float | None


def available() -> bool:
    """Whether the extra is installed."""
    from importlib.util import find_spec

    return find_spec("choix") is not None


def rated(batches: Sequence[Pairs], players: Sequence[int], stream: int) -> dict[int, Rating]:
    """The rating of each of `players` from the pairs of each batch of blocks; `stream` seeds the bootstrap.

    Raises ImportError without the extra.
    """
    import numpy as np

    place = {player: number for number, player in enumerate(players)}
    beaten = np.zeros((len(batches), len(players), len(players)))
    for number, pairs in enumerate(batches):
        for (one, other), count in pairs.items():
            if one in place and other in place:
                beaten[number, place[one], place[other]] += count / 2
    draw = Random(stream)
    samples = []
    for _ in range(RESAMPLES):
        chosen = [int(draw.random() * len(batches)) for _ in batches]
        samples.append(_fitted(beaten[chosen].sum(axis=0)))
    best = _fitted(beaten.sum(axis=0))
    if len(batches) < FEWEST:
        return {player: Rating(round(best[number], 1), None, None) for player, number in place.items()}
    found = {}
    for player, number in place.items():
        values = sorted(sample[number] for sample in samples)
        low, high = values[round(0.025 * (RESAMPLES - 1))], values[round(0.975 * (RESAMPLES - 1))]
        found[player] = Rating(*[round(value, 1) for value in (best[number], low, high)])
    return found


def _fitted(beaten: Any) -> list[float]:
    """Ratings from how often the row did better than the column."""
    import choix

    strengths = [float(each) for each in choix.ilsr_pairwise_dense(beaten, alpha=ALPHA)]
    mean = sum(strengths) / len(strengths)
    return [MEAN + SCALE * (each - mean) for each in strengths]

"""Which line-ups a round robin consists of: all of them in turn, or a balanced choice.

Players are numbers from 0; who is who, and in which order the entries were named, makes no difference here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

Lineup = tuple[int, ...]

PROPOSALS = 5000  # rounds of exchanges that are tried for an even choice
LOOKS = 50  # exchanges in a round
UPHILL, SELDOM = 2, 0.05  # so much worse an exchange may make it, so often, to get out of a dead end


def lineup(players: int, size: int, rank: int) -> Lineup:
    """The line-up number `rank` (from 0) of `size` among `players`, in lexicographic order."""
    found: list[int] = []
    first = 0
    while len(found) < size:
        behind = comb(players - first - 1, size - len(found) - 1)
        if rank < behind:
            found.append(first)
        else:
            rank -= behind
        first += 1
    return tuple(found)


class Plan:
    """The line-up of each block of a round robin; every line-up once, then every line-up again.

    With `blocks` not a multiple of their number the last round is a balanced choice: everybody plays equally often, or
    one block more or less, and who meets whom is spread as evenly as can be found.
    """

    def __init__(self, players: int, size: int, blocks: int, stream: int) -> None:
        """`stream` seeds the choice. Raises ValueError where the players do not fill a table."""
        if not 2 <= size <= players:
            raise ValueError(f"{players} players do not fill a table of {size}")
        self.players, self.size, self.blocks = players, size, blocks
        self.lineups = comb(players, size)
        self._whole = blocks - blocks % self.lineups
        self._rest = balanced(players, size, blocks - self._whole, Random(stream))

    def lineup(self, block: int) -> Lineup:
        """Who plays in block `block` (from 1)."""
        if block <= self._whole:
            return lineup(self.players, self.size, (block - 1) % self.lineups)
        return self._rest[block - self._whole - 1]


def balanced(players: int, size: int, blocks: int, random: Random) -> list[Lineup]:
    """`blocks` line-ups, fewer than there are, in which everybody plays and meets everybody about equally often."""
    chosen = _seated(players, size, blocks, random)
    met = [[0] * players for _ in range(players)]
    for each in chosen:
        _count(each, met, 1)
    for number in range(PROPOSALS if blocks > 1 else 0):
        if _spread(met) <= (1 if number < PROPOSALS // 50 else 2):
            break
        for _ in range(LOOKS):
            _exchange(chosen, met, random)
    return [tuple(sorted(each)) for each in chosen]


def _seated(players: int, size: int, blocks: int, random: Random) -> list[list[int]]:
    """Line-ups in which everybody plays equally often, or one block more or less: those behind sit down first."""
    chosen: list[list[int]] = []
    waiting: list[int] = []
    for _ in range(blocks):
        table = waiting[:size]
        waiting = waiting[size:]
        if len(table) < size:
            shuffled = sorted(range(players), key=[random.random() for _ in range(players)].__getitem__)
            fresh = [player for player in shuffled if player not in table][: size - len(table)]
            waiting = [player for player in shuffled if player not in fresh]
            table += fresh
        chosen.append(table)
    return chosen


def _count(table: Sequence[int], met: list[list[int]], by: int) -> None:
    for one, other in combinations(table, 2):
        met[one][other] += by
        met[other][one] += by


def _spread(met: Sequence[Sequence[int]]) -> int:
    """How much oftener the two meet who meet most than those who meet least."""
    counts = [met[one][other] for one, other in combinations(range(len(met)), 2)]
    return max(counts) - min(counts)


def _exchange(chosen: Sequence[list[int]], met: list[list[int]], random: Random) -> None:
    """Let two players of two line-ups change places, unless the meetings get more uneven by it (seldom even then)."""
    first, second = (chosen[int(random.random() * len(chosen))] for _ in range(2))
    one, other = (table[int(random.random() * len(table))] for table in (first, second))
    if one in second or other in first:
        return
    # Whoever sits at both tables meets the two as often as before.
    stay = [each for each in first if each != one and each not in second]
    remain = [each for each in second if each != other and each not in first]
    # Of the squares of meetings: leaving takes 2c - 1 away, joining adds 2c + 1, and both happen equally often.
    change = sum(met[other][each] - met[one][each] + 1 for each in stay)
    change += sum(met[one][each] - met[other][each] + 1 for each in remain)
    if change > 0 and (change > UPHILL or random.random() > SELDOM):
        return
    for table, out, into in ((first, one, other), (second, other, one)):
        _count(table, met, -1)
        table[table.index(out)] = into
        _count(table, met, 1)

"""Where all chance comes from: streams of random numbers derived from the seed.

Each stream has its own key and is derived with a hash, so none can be told from another, and a strategy's use of
its numbers never changes the cards. Only `random.Random.random` is used: Python promises that sequence for good.

- cards: (seed, block, deal, which shuffle). Shuffle k of a deal (0 is the pack, then each reshuffle) gives each card
  of the pack one number, the next ones of the deal's stream, and sorts by them; so it depends on nothing else.
- block: (seed, block): the circular order of the players and the first dealer.
- strategies: (seed, block, deal, seat).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import starmap
from random import Random
from secrets import token_hex


def new_seed() -> str:
    """A seed for somebody who did not name one."""
    return token_hex(4)


def derived(key: str) -> int:
    """A 64-bit number for a key, unrelated to that of any other key."""
    return int.from_bytes(sha256(key.encode("utf-8", "surrogateescape")).digest()[:8], "big")


class Shuffler:
    """The shuffles of one deal, one after the other. `pack` has the ids of all cards in pack order."""

    def __init__(self, pack: Sequence[int], stream: int) -> None:
        self._pack = pack
        self._alike = pack[-1] + 1 != len(pack)
        self._calls = [()] * len(pack)  # the arguments of a run of calls: none, for each card
        self._random = Random(stream).random

    def shuffle(self, cards: Iterable[int]) -> list[int]:
        """The next shuffle: `cards`, some of the pack, in a new order that does not depend on the one given."""
        numbers = list(starmap(self._random, self._calls)).__getitem__
        if not self._alike:
            return sorted(cards, key=numbers)
        return [self._pack[place] for place in sorted(self._places(cards), key=numbers)]

    def _places(self, cards: Iterable[int]) -> Iterator[int]:
        """The places in the pack of `cards`, of alike ones the first."""
        last = -1
        for card in sorted(cards):
            last = max(last + 1, bisect_left(self._pack, card))
            yield last

    def pack(self) -> list[int]:
        """The next shuffle, of the whole pack."""
        numbers = list(starmap(self._random, self._calls)).__getitem__
        return [self._pack[place] for place in sorted(range(len(self._pack)), key=numbers)]


class Streams:
    """The streams of one seed (any text)."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def cards(self, block: int, deal: int, pack: Sequence[int]) -> Shuffler:
        """The shuffles of deal `deal` (from 1) of block `block` (from 1), for a pack of these ids, ascending."""
        return Shuffler(pack, derived(f"cards/{block}/{deal}/{self.seed}"))

    def strategies(self, block: int, deal: int, seats: int) -> list[int]:
        """The seeds of the strategies' random numbers in that deal, one per seat: one hash, eight bytes of it each."""
        key = f"strategies/{block}/{deal}/{self.seed}".encode("utf-8", "surrogateescape")
        digest = shake_256(key).digest(8 * seats)
        return [int.from_bytes(digest[8 * seat : 8 * seat + 8], "big") for seat in range(seats)]

    def seating(self, block: int, players: int) -> tuple[list[int], int]:
        """The circular order of a block's players (indexes, by seat) and the seat of the first dealer (C2)."""
        numbers = Random(derived(f"block/{block}/{self.seed}"))
        keys = [numbers.random() for _ in range(players)]
        return sorted(range(players), key=keys.__getitem__), int(numbers.random() * players)

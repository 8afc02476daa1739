"""The cards of each family: what a player sees printed on them (rules T1; M1 comes with its family).

Inside the engine a card is a small whole number, its *id*: its place in pack order (suits S H D C,
ranks ascending, jokers last). Strategies, logs and people get the objects made here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
FIRST_JOKER: Final = len(SUITS) * len(RANKS)


class TrickCard(NamedTuple):
    """One card of the trick game; ``str(card)`` is the notation of the log (``7S``, ``TH``, ``*1``).

    A tuple, so that nobody can alter it. ``suit`` and ``rank`` are ``None`` for a joker; ``points`` is
    what the card costs its holder at the end of a deal (T13), in points.
    """

    name: str
    suit: str | None
    rank: str | None
    points: int
    is_joker: bool

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


Card = TrickCard


def trick_pack(jokers: int, ace: int, face: int, joker: int) -> tuple[TrickCard, ...]:
    """The pack of the trick game in pack order, 52 cards and `jokers` jokers (T1), each worth its points (T13)."""
    worth = {rank: int(rank) for rank in "23456789"} | {"T": 10, "J": face, "Q": face, "K": face, "A": ace}
    plain = [TrickCard(rank + suit, suit, rank, worth[rank], False) for suit in SUITS for rank in RANKS]
    extra = [TrickCard(f"*{number}", None, None, joker, True) for number in range(1, jokers + 1)]
    return (*plain, *extra)


def named(word: str, known: Iterable[str]) -> str:
    """The name among `known` that somebody means who writes `word`: ``10h`` is ``TH``. Raises ValueError."""
    names = {name.casefold(): name for name in known}
    found = names.get(word.casefold()) or names.get(word.casefold().replace("10", "t"))
    if found is None:
        examples = [*names.values()][:: max(1, len(names) // 4)]
        raise ValueError(f"{word!r} is not a card of this game; cards are written {', '.join(examples)}")
    return found

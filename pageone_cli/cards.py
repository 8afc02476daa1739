"""The cards of each family: what a player sees printed on them (rules T1, M1).

Inside the engine a card is a small whole number, its *id*: its place in pack order (suits S H D C, ranks ascending,
jokers last; colours b r y g, faces 1 to 9, +2, +3, R, S, wilds last). Cards that look alike have one id. Strategies,
logs and people get the objects made here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
FIRST_JOKER: Final = len(SUITS) * len(RANKS)
_HEIGHTS: Final[dict[str | None, int]] = {rank: height for height, rank in enumerate(RANKS)} | {None: -1}
COLOURS: Final = "bryg"
COPIES: Final = 2  # of each coloured card (M1)


class Face(NamedTuple):
    """A face of the matching game and what each card of it does: nothing for a number.

    ``draws`` cards are added to the pending draw (M7); ``turns`` the direction, ``skips`` an opponent (M9).
    """

    name: str
    draws: int = 0
    turns: bool = False
    skips: bool = False

    @property
    def is_number(self) -> bool:
        """Whether the face does nothing."""
        return not (self.draws or self.turns or self.skips)


FACE_TABLE: Final = (
    *[Face(number) for number in "123456789"],
    Face("+2", draws=2),
    Face("+3", draws=3),
    Face("R", turns=True),
    Face("S", skips=True),
)
FACES: Final = tuple([face.name for face in FACE_TABLE])


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

    @property
    def height(self) -> int:
        """How high the card is among those of its suit: 0 for a two to 12 for an ace; -1 for a joker."""
        return _HEIGHTS[self.rank]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


class MatchingCard(NamedTuple):
    """One card of the matching game; ``str(card)`` is the notation of the log (``b7``, ``r+2``, ``gR``, ``W``).

    ``colour`` (``b``, ``r``, ``y``, ``g``) and ``face`` (``1`` to ``9``, ``+2``, ``+3``, ``R``, ``S``) are ``None`` for
    a wild. Cards that look alike are equal.
    """

    name: str
    colour: str | None
    face: str | None
    is_wild: bool

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


Card = TrickCard | MatchingCard


def trick_pack(jokers: int, ace: int, face: int, joker: int) -> tuple[TrickCard, ...]:
    """The pack of the trick game in pack order, 52 cards and `jokers` jokers (T1), each worth its points (T13)."""
    worth = {rank: int(rank) for rank in "23456789"} | {"T": 10, "J": face, "Q": face, "K": face, "A": ace}
    plain = [TrickCard(rank + suit, suit, rank, worth[rank], False) for suit in SUITS for rank in RANKS]
    extra = [TrickCard(f"*{number}", None, None, joker, True) for number in range(1, jokers + 1)]
    return (*plain, *extra)


def matching_cards() -> tuple[MatchingCard, ...]:
    """Every kind of card of the matching game in pack order, the wild last (M1)."""
    plain = [MatchingCard(colour + face, colour, face, False) for colour in COLOURS for face in FACES]
    return (*plain, MatchingCard("W", None, None, True))


def named(word: str, known: Iterable[str]) -> str:
    """The name among `known` that somebody means who writes `word`: ``10h`` is ``TH``. Raises ValueError."""
    names = {name.casefold(): name for name in known}
    found = names.get(word.casefold()) or names.get(word.casefold().replace("10", "t"))
    if found is None:
        examples = [*names.values()][:: max(1, len(names) // 4)]
        raise ValueError(f"{word!r} is not a card of this game; cards are written {', '.join(examples)}")
    return found

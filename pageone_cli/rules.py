"""The options of a rule configuration: the one place where an option's type, range, default and help live.

Plain frozen dataclasses without a dependency on what reads YAML: the engine uses them, `config` validates
into them, and the header of a log, the rule sheet and the README's table follow from them.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from annotated_types import Interval

from pageone_cli.cards import COLOURS, COPIES, FACES

T = TypeVar("T")

MODES = {
    "deals": "the lowest total after a number of deals wins",
    "lead": "a match ends when the lowest total is clearly ahead",
    "elimination": "whose total is too high is out, and the last one left wins",
}

Rank = Literal["none", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def option(default: T, text: str, words: Mapping[str, str] | None = None) -> T:
    """A field of a rules class with its default and its help, which begins with the rule that it belongs to.

    `words` says what each of its words means, in a sentence of its own.
    """
    return field(default=default, metadata={"help": text, "words": words or {}})


@dataclass(frozen=True, slots=True)
class Players:
    """How many may sit at a table."""

    min: Annotated[int, Interval(ge=2, le=10)] = option(2, "the fewest players at the start of a match (X2)")
    max: Annotated[int, Interval(ge=2, le=10)] = option(6, "the most players; the pack must suffice for them")


@dataclass(frozen=True, slots=True)
class Call:
    """ "Page One!": C5 and C6."""

    at: Annotated[int, Interval(ge=1, le=10)] = option(2, "C5: a play that leaves this many cards has to be called")
    enforced_by: Literal["opponents", "referee", "nobody"] = option(
        "opponents",
        "C6: who notices a missed call; with nobody there is no call",
        {
            "opponents": "a missed call costs the penalty if an opponent calls it out",
            "referee": "a missed call always costs the penalty",
            "nobody": "there is no call",
        },
    )
    penalty: Annotated[int, Interval(ge=1, le=20)] = option(5, "C6: cards drawn for a missed call")


@dataclass(frozen=True, slots=True)
class DealsMatch:
    """X1: a fixed number of deals."""

    mode: Literal["deals"] = option("deals", "X1: the lowest total after a number of deals", MODES)
    deals: Annotated[int, Interval(ge=1, le=10_000_000)] = option(10, "X1: deals in a match")

    @property
    def most(self) -> int:
        """The most deals that a match can have."""
        return self.deals


@dataclass(frozen=True, slots=True)
class LeadMatch:
    """X1: until one player is clearly ahead."""

    mode: Literal["lead"] = option("lead", "X1: until the lowest total is clearly ahead", MODES)
    by: Annotated[int, Interval(ge=1, le=1_000_000)] = option(50, "X1: points between the lowest total and the next")
    max_deals: Annotated[int, Interval(ge=1, le=10_000_000)] = option(100, "X1: the most deals in a match")

    @property
    def most(self) -> int:
        """The most deals that a match can have."""
        return self.max_deals


@dataclass(frozen=True, slots=True)
class EliminationMatch:
    """X2: the last one left wins."""

    mode: Literal["elimination"] = option(
        "elimination", "X2: whose total is too high is out; the last one left wins", MODES
    )
    over: Annotated[int, Interval(ge=1, le=1_000_000)] = option(100, "X2: a total greater than this is out")
    max_deals: Annotated[int, Interval(ge=1, le=10_000_000)] = option(1000, "X2: the most deals in a match")

    @property
    def most(self) -> int:
        """The most deals that a match can have."""
        return self.max_deals


Match = DealsMatch | EliminationMatch | LeadMatch
MATCHES: dict[str, type[Match]] = {"deals": DealsMatch, "elimination": EliminationMatch, "lead": LeadMatch}


@dataclass(frozen=True, slots=True)
class TrickDeck:
    """T1."""

    jokers: Annotated[int, Interval(ge=0, le=4)] = option(1, "T1: jokers beside the 52 cards")


@dataclass(frozen=True, slots=True)
class TrickPoints:
    """T13: what a card costs its holder."""

    ace: Annotated[int, Interval(ge=0, le=1000)] = option(15, "T13: points of an ace")
    face: Annotated[int, Interval(ge=0, le=1000)] = option(10, "T13: points of a king, queen or jack")
    joker: Annotated[int, Interval(ge=0, le=1000)] = option(20, "T13: points of a joker, 20 or 50 by agreement")


@dataclass(frozen=True, slots=True)
class TrickRules:
    """A configuration of the trick-and-draw game; the defaults are `classic`."""

    PACK: ClassVar[tuple[str, ...]] = ("deck.jokers",)  # the options on which the size of the pack depends

    name: str = option("Page One", "what the variant is called in tables and headings")
    game: Literal["trick"] = option("trick", "the family")
    players: Players = option(Players(), "how many may play")
    hand_size: Annotated[int, Interval(ge=1, le=20)] = option(4, "T2: cards dealt to each player")
    deck: TrickDeck = option(TrickDeck(), "T1: the pack")
    call: Call = option(Call(), "C5, C6: the call")
    max_turns: Annotated[int, Interval(ge=1, le=1_000_000)] = option(10_000, "C8: plays after which a deal is over")
    match: Match = option(DealsMatch(), "X1, X2: when a match ends")
    lead_next: Literal["winner", "loser"] = option(
        "winner",
        "T9: who leads the next trick",
        {
            "winner": "the winner of a trick leads the next one",
            "loser": "the loser of a trick leads the next one",
        },
    )
    stop_rank: Rank = option(
        "none", "T10: a card of this rank skips the next player of the trick", {"none": "no card skips anybody"}
    )
    joker_out: Literal["allowed", "forbidden"] = option(
        "allowed",
        "T12: whether a joker may be the last card",
        {"allowed": "a joker may be the last card", "forbidden": "a joker may not be the last card"},
    )
    on_stuck: Literal["void", "score", "pass"] = option(
        "void",
        "T6: when someone must draw and nothing is left",
        {
            "void": "when someone must draw and nothing is left, the deal is void",
            "score": "when someone must draw and nothing is left, the deal ends and everyone scores the own hand",
            "pass": "who must draw when nothing is left passes",
        },
    )
    score: Literal["cards", "wins"] = option(
        "cards",
        "T13: points for the cards held, or 1 for each who did not win",
        {
            "cards": "who did not win scores the cards held",
            "wins": "everybody but the winner scores 1",
        },
    )
    points: TrickPoints = option(TrickPoints(), "T13: what cards cost")

    @property
    def pack_size(self) -> int:
        """Cards in the pack (T1)."""
        return 52 + self.deck.jokers

    def stock_for(self, players: int) -> int:
        """Cards left as stock when `players` have been dealt in (C1); below 0 if the pack does not suffice."""
        return self.pack_size - self.hand_size * players


@dataclass(frozen=True, slots=True)
class MatchingDeck:
    """M1."""

    wilds: Annotated[int, Interval(ge=0, le=20)] = option(4, "M1: wild cards beside the 104 coloured ones")


@dataclass(frozen=True, slots=True)
class MatchingCall(Call):
    """C5 and C6, with the standard of the matching game."""

    at: Annotated[int, Interval(ge=1, le=10)] = option(1, "C5: a play that leaves this many cards has to be called")


@dataclass(frozen=True, slots=True)
class MatchingRules:
    """A configuration of the matching game; the defaults are `colour`."""

    PACK: ClassVar[tuple[str, ...]] = ("deck.wilds",)

    name: str = option("Page One in Colour", "what the variant is called in tables and headings")
    game: Literal["matching"] = option("matching", "the family")
    players: Players = option(Players(), "how many may play")
    hand_size: Annotated[int, Interval(ge=1, le=20)] = option(7, "M2: cards dealt to each player")
    deck: MatchingDeck = option(MatchingDeck(), "M1: the pack")
    call: MatchingCall = option(MatchingCall(), "C5, C6: the call")
    max_turns: Annotated[int, Interval(ge=1, le=1_000_000)] = option(10_000, "C8: turns after which a deal is over")
    match: Match = option(DealsMatch(), "X1, X2: when a match ends")
    hand_limit: Annotated[int, Interval(ge=1, le=1_000)] | Literal["none"] = option(
        15, "M10: who holds more cards than this is out of the deal", {"none": "no number of cards is too many"}
    )
    sets: Literal["faces", "numbers", "single"] = option(
        "faces",
        "M6: what may be played together",
        {
            "faces": "any number of cards of one face may be played together",
            "numbers": "any number of cards of one number may be played together, action cards singly",
            "single": "one card is played at a time",
        },
    )
    stacking: bool = option(
        True,
        "M7: whether a pending draw may be passed on with the same face",
        {
            "true": "a pending draw may be passed on with a card of the same face",
            "false": "a pending draw must be taken",
        },
    )

    @property
    def pack_size(self) -> int:
        """Cards in the pack (M1)."""
        return COPIES * len(COLOURS) * len(FACES) + self.deck.wilds

    def stock_for(self, players: int) -> int:
        """Cards left as stock when `players` have been dealt in and the starter is turned up (C1, M3)."""
        return self.pack_size - self.hand_size * players - 1


Rules = TrickRules | MatchingRules
FAMILIES: dict[str, type[Rules]] = {"trick": TrickRules, "matching": MatchingRules}


def word(value: object) -> str:
    """A value as it is written in a configuration."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def plain(rules: Any) -> Any:
    """`rules` as nested dicts, keys in the order of the configuration, words as in YAML (the header of a log)."""
    if not is_dataclass(rules):
        return rules
    return {one.name: plain(getattr(rules, one.name)) for one in fields(rules)}


def flat(rules: Any, prefix: str = "") -> dict[str, Any]:
    """Every option of `rules` with its value, nested ones with dots, in the order of the configuration."""
    found: dict[str, Any] = {}
    for one in fields(rules):
        value = getattr(rules, one.name)
        found |= flat(value, f"{prefix}{one.name}.") if is_dataclass(value) else {prefix + one.name: value}
    return found


@cache
def _sealed_type(kind: type[Any]) -> Any:
    return namedtuple(kind.__name__, [one.name for one in fields(kind)])  # noqa: PYI024 - the fields are the class's own


def sealed(rules: Any) -> Any:
    """`rules` as strategies get them: the same attributes, made of tuples, so that nobody can alter them."""
    if not is_dataclass(rules):
        return rules
    values = [sealed(getattr(rules, one.name)) for one in fields(rules)]
    kind: Any = type(rules)
    return _sealed_type(kind)(*values)


class Meaning(NamedTuple):
    """What an option means: its default, its help, and a sentence for each of its words (none for numbers)."""

    default: Any
    help: str
    words: Mapping[str, str]


def options(rules: type[Any], prefix: str = "") -> Mapping[str, Meaning]:
    """Every option of a rules class as ``{"call.at": meaning}``, nested ones with dots."""
    found: dict[str, Meaning] = {}
    for one in fields(rules):
        if is_dataclass(one.default):
            found |= options(type(one.default), f"{prefix}{one.name}.")
        else:
            found[prefix + one.name] = Meaning(one.default, one.metadata["help"], one.metadata["words"])
    return found

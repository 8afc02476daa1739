"""Everything of the matching game that depends on the configuration alone, prepared once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pageone_cli.cards import COLOURS, MatchingCard
from pageone_cli.events import Event
from pageone_cli.games import Painter, Question, Verdict
from pageone_cli.games.matching.deal import MatchingDeal
from pageone_cli.games.matching.hands import FACE_BITS, NUMBERS, WILD
from pageone_cli.games.matching.moves import CARDS, DRAW, FIRST_WILD, PLAYS, SILENT
from pageone_cli.games.matching.soundness import doubts
from pageone_cli.match import Points
from pageone_cli.rules import MatchingRules, sealed
from pageone_cli.soundness import Doubt
from pageone_cli.strategy import Move, Setting

MOST_SEATS: Final = 10
NO_LIMIT: Final = 10**9
SETS: Final = {"faces": FACE_BITS, "numbers": NUMBERS, "single": 0}
RULE_OF: Final = {
    "deck": "M1",
    "points": "M15",
    "turn": "M4",
    "starter": "M3",
    "call": "C5",
    "missed": "C5",
    "caught": "C6",
    "skip": "M9",
    "pass": "M12",
    "out": "M11",
    "bust": "M10",
    "standstill": "M13",
    "cap": "C8",
}
DRAWS: Final = {"turn": "M4", "pending": "M7", "penalty": "C7"}


class MatchingFamily:
    """The matching game under one configuration: what a play looks up, as plain values."""

    references = ("steady", "save-sets")
    questions = frozenset({"top", "colour", "pending", "stock", "discards"})
    examples: tuple[str, ...] = ("steady", "stacker", "save-sets", "random")

    def __init__(self, rules: MatchingRules) -> None:
        self.rules = rules
        self.sealed: MatchingRules = sealed(rules)
        self.cards: tuple[MatchingCard, ...] = CARDS if rules.deck.wilds else CARDS[:WILD]
        self.pack = tuple(sorted([*range(WILD), *range(WILD), *[WILD] * rules.deck.wilds]))
        self.ids_by_name = {str(card): kind for kind, card in enumerate(self.cards)}
        self.played: list[list[Event]] = [
            [
                ("play", seat, move.cards) if move.colour is None else ("play", seat, move.cards, move.colour)
                for move in PLAYS[:DRAW]
            ]
            for seat in range(MOST_SEATS)
        ]
        self.set_faces = SETS[rules.sets]
        self.limit = NO_LIMIT if rules.hand_limit == "none" else rules.hand_limit
        self.cap = rules.max_turns
        self.stacking = rules.stacking
        self.call_at = rules.call.at if rules.call.enforced_by != "nobody" else 0
        self._orders: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        self._lines: dict[tuple[tuple[int, ...], int, int], tuple[int, ...]] = {}
        self._after: dict[tuple[tuple[int, ...], int, int], tuple[int, ...]] = {}

    def deal(self, setting: Setting, pack: Sequence[int]) -> MatchingDeal:
        """Deal `pack` to the active seats (C1, M2, M3). Raises ValueError where it is not the pack of these rules."""
        if tuple(sorted(pack)) != self.pack:
            raise ValueError("not a pack of these rules")
        return MatchingDeal(self, setting, pack)

    def dealt(self, setting: Setting, pack: Sequence[int]) -> dict[int, list[int]]:
        """The hand that each active seat is dealt (C1), as ids."""
        order = self.order(setting.active, setting.dealer + 1)
        dealt = self.rules.hand_size * len(order)
        return {seat: list(pack[order.index(seat) : dealt : len(order)]) for seat in setting.active}

    def move(self, cards: Sequence[str], colour: str | None, call: bool) -> Move:
        """The move that plays `cards`, as the log writes them (none: draws). Raises LookupError for unknown cards."""
        if not cards:
            return PLAYS[DRAW]
        kinds = [self.ids_by_name[name] for name in cards]
        if len(kinds) == 1:
            code = kinds[0] if colour is None else FIRST_WILD + COLOURS.find(colour)
            if (colour is None) == (kinds[0] != WILD) and (colour is None or (len(colour) == 1 and colour in COLOURS)):
                return (PLAYS if call else SILENT)[code]
        return Move(tuple([CARDS[kind] for kind in kinds]), colour, call)

    def order(self, playing: tuple[int, ...], first: int) -> tuple[int, ...]:
        """The seats still in clockwise from `first`, or from the next one if `first` is not in (C1)."""
        found = self._orders.get((playing, first))
        if found is None:
            later = tuple(seat for seat in playing if seat >= first)
            found = self._orders[playing, first] = later + tuple(seat for seat in playing if seat < first)
        return found

    def after(self, playing: tuple[int, ...], seat: int, direction: int) -> tuple[int, ...]:
        """The opponents of `seat` who are still in, in the order in which they act after it (M9, M14)."""
        key = playing, seat, direction
        found = self._after.get(key)
        if found is None:
            clockwise = [other for other in self.order(playing, seat) if other != seat]
            found = self._after[key] = tuple(clockwise[::direction])
        return found

    def line(self, playing: tuple[int, ...], direction: int, seats: int) -> tuple[int, ...]:
        """For each seat the one that acts next after it (M14)."""
        key = playing, direction, seats
        found = self._lines.get(key)
        if found is None:
            after = [self.after(playing, seat, direction) for seat in range(seats)]
            found = self._lines[key] = tuple([others[0] if others else -1 for others in after])
        return found

    def rule_of(self, event: Event) -> str:
        """The number of the rule that an event follows."""
        if event[0] == "draw":
            return DRAWS.get(event[3], "format")
        if event[0] == "end" and event[1] == "out":
            return "M11"
        return RULE_OF.get(event[1] if event[0] == "end" else event[0], "format")

    def doubts(self) -> Iterator[Doubt]:
        """What does not go together in the configuration, or is hardly meant."""
        return doubts(self.rules)

    def forfeit(self, points: Sequence[Points | None], active: Sequence[int]) -> int:
        """The worst score of a deal: the number of players in the match minus one (M15)."""
        return len(active) - 1

    def tell(
        self,
        setting: Setting,
        pack: Sequence[int],
        events: Sequence[Event],
        names: Sequence[str],
        seat: int | None,
        paint: Painter,
    ) -> Iterator[str]:
        """Tell a deal from its pack and the events of its log: a paragraph at a time, to `seat` or (None) to all."""
        from pageone_cli.games.matching.telling import Teller

        return Teller(self, self.dealt(setting, pack), names, seat, paint).tell(events)

    def position(
        self, setting: Setting, seat: int, hand: Sequence[str], counts: Sequence[int], table: Mapping[str, Any]
    ) -> MatchingDeal:
        """A deal put together by hand in which `seat` is to act, see `position`. Raises ValueError."""
        from pageone_cli.games.matching.position import position

        return position(self, setting, seat, hand, counts, table)

    def ruling(self, question: Question) -> list[Verdict]:
        """Settle a dispute, see `ruling`. Raises ValueError for a hand or a table that cannot be."""
        from pageone_cli.games.matching.ruling import ruling

        return ruling(self, question)

"""Everything of the trick game that depends on the configuration alone, prepared once.

A set of cards is a *mask*: a whole number with bit ``i`` set for the card with id ``i``. One bit above all cards
stands for drawing, so that what is legal is a single mask too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pageone_cli.cards import TrickCard, trick_pack
from pageone_cli.events import Event
from pageone_cli.games import IllegalMove, Painter, Question, Verdict
from pageone_cli.games.trick.deal import TrickDeal
from pageone_cli.games.trick.masks import BITS, DRAW
from pageone_cli.games.trick.moves import Moves
from pageone_cli.games.trick.soundness import doubts
from pageone_cli.match import Points
from pageone_cli.rules import TrickRules, sealed
from pageone_cli.soundness import Doubt
from pageone_cli.strategy import Move, Setting

MOST_SEATS: Final = 10
LEAST_FORFEIT: Final = 50
RULE_OF: Final = {
    "deck": "T1",
    "points": "T13",
    "turn": "C3",
    "call": "C5",
    "missed": "C5",
    "caught": "C6",
    "skip": "T10",
    "trick": "T7",
    "pass": "T6",
    "out": "T11",
    "stuck": "T6",
    "cap": "C8",
}


def ids(mask: int) -> Iterator[int]:
    """The ids in `mask`, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class TrickFamily:
    """The trick game under one configuration: its cards, moves and events, each made once and shared."""

    references = ("random", "highest")
    examples: tuple[str, ...] = ("random", "highest", "lowest", "forgetful")
    questions = frozenset({"led", "trick", "stock", "discards"})

    def __init__(self, rules: TrickRules) -> None:
        self.rules = rules
        points = rules.points
        self.cards: tuple[TrickCard, ...] = trick_pack(rules.deck.jokers, points.ace, points.face, points.joker)
        self.sealed: TrickRules = sealed(rules)
        self.pack = tuple(range(len(self.cards)))
        self.ids_by_name = {str(card): i for i, card in enumerate(self.cards)}
        self._pack = frozenset(self.pack)
        self.plays: list[Move] = [Move((card,)) for card in self.cards]
        self.draw = Move(())
        self.silent = [move.silent() for move in self.plays]
        self.ids = {id(move): card for card, move in enumerate(self.plays)} | {id(self.draw): DRAW}
        self._values = {move: card for card, move in enumerate(self.plays)} | {self.draw: DRAW}
        self.moves = Moves([*self.plays, *[self.draw] * (DRAW + 1 - len(self.plays))])
        self.played: list[list[Event]] = [
            [("play", seat, (card,)) for card in self.cards] for seat in range(MOST_SEATS)
        ]
        self.orders: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        # What a play looks up, as plain values: a call is due at 0 cards (never) where nobody enforces it.
        self.call_at = rules.call.at if rules.call.enforced_by != "nobody" else 0
        self.joker_last = rules.joker_out == "allowed"
        self.stop = sum(
            BITS[i]
            for i, card in enumerate(self.cards)
            if card.rank == {"10": "T"}.get(rules.stop_rank, rules.stop_rank)
        )

    def deal(self, setting: Setting, pack: Sequence[int]) -> TrickDeal:
        """Deal `pack` to the active seats (C1, T2). Raises ValueError where it is not the pack of these rules."""
        if len(pack) != len(self.cards) or set(pack) != self._pack:
            raise ValueError("not a pack of these rules")
        return TrickDeal(self, setting, pack)

    def find(self, move: object) -> tuple[int, bool]:
        """The card that `move` plays (or DRAW), and whether the call is said; for moves equal to ours."""
        try:
            if isinstance(move, Move):
                card = self._values.get(Move(move.cards, move.colour, True))
                if card is not None:
                    return card, bool(move.call)
        except Exception:  # not hashable, or made to fail
            raise IllegalMove("", f"{_short(move)} is not one of view.moves") from None
        raise IllegalMove("", f"{_short(move)} is not one of view.moves")

    def dealt(self, setting: Setting, pack: Sequence[int]) -> dict[int, list[int]]:
        """The hand that each active seat is dealt (C1), as ids."""
        order = self.order(setting.active, setting.dealer + 1)
        dealt = self.rules.hand_size * len(order)
        return {seat: list(pack[order.index(seat) : dealt : len(order)]) for seat in setting.active}

    def move(self, cards: Sequence[str], colour: str | None, call: bool) -> Move:
        """The move that plays `cards`, as the log writes them (none: draws). Raises LookupError for unknown cards."""
        if len(cards) == 1 and colour is None:
            return (self.plays if call else self.silent)[self.ids_by_name[cards[0]]]
        return Move(tuple([self.cards[self.ids_by_name[name]] for name in cards]), colour, call) if cards else self.draw

    def rule_of(self, event: Event) -> str:
        """The number of the rule that an event follows."""
        if event[0] == "draw":
            return "C7" if event[3] == "penalty" else "T5"
        return RULE_OF.get(event[1] if event[0] == "end" else event[0], "format")

    def doubts(self) -> Iterator[Doubt]:
        """What is hardly meant in the configuration."""
        return doubts(self.rules)

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
        from pageone_cli.games.trick.telling import Teller

        return Teller(self, self.dealt(setting, pack), names, seat, paint).tell(events)

    def position(
        self, setting: Setting, seat: int, hand: Sequence[str], counts: Sequence[int], table: Mapping[str, Any]
    ) -> TrickDeal:
        """A deal put together by hand in which `seat` is to act, see `position`. Raises ValueError."""
        from pageone_cli.games.trick.position import position

        return position(self, setting, seat, hand, counts, table)

    def ruling(self, question: Question) -> list[Verdict]:
        """Settle a dispute, see `ruling`. Raises ValueError for a hand or a table that cannot be."""
        from pageone_cli.games.trick.ruling import ruling

        return ruling(self, question)

    def order(self, active: tuple[int, ...], leader: int) -> tuple[int, ...]:
        """The active seats clockwise from `leader`, or from the next active one if `leader` is not (C1)."""
        found = self.orders.get((active, leader))
        if found is None:
            later = tuple(seat for seat in active if seat >= leader)
            found = self.orders[active, leader] = later + tuple(seat for seat in active if seat < leader)
        return found

    def score(self, hand: int) -> int:
        """What the cards of `hand` cost (T13)."""
        return sum([self.cards[i].points for i in ids(hand)])

    def forfeit(self, points: Sequence[Points | None], active: Sequence[int]) -> int:
        """The worst score of a deal: the highest at the table, at least 50; 1 where only wins count."""
        if self.rules.score == "wins":
            return 1
        return max(LEAST_FORFEIT, *[int(each) for each in points if each is not None])


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."

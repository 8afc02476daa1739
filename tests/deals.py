"""Deals put together for tests: hands and stock by name, moves by name, events as the log writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, IllegalMove, Waits, family
from pageone_cli.games.trick import TrickDeal
from pageone_cli.retrace import _written
from pageone_cli.rules import Call, Players, TrickDeck, TrickPoints, TrickRules, sealed
from pageone_cli.strategy import Move, Setting

PARTS = {"at": "call", "enforced_by": "call", "penalty": "call", "jokers": "deck", "ace": "points", "face": "points"}


def rules(**options: Any) -> TrickRules:
    """The standard rules with some options, those of parts too: ``at``, ``enforced_by``, ``penalty``, ``jokers``."""
    parts: dict[str, dict[str, Any]] = {"call": {}, "deck": {}, "points": {}}
    own = {}
    for name, value in options.items():
        if name in PARTS:
            parts[PARTS[name]][name] = value
        elif name == "joker":
            parts["points"]["joker"] = value
        else:
            own[name] = value
    own.setdefault("players", Players(2, 10))
    return TrickRules(
        call=Call(**parts["call"]), deck=TrickDeck(**parts["deck"]), points=TrickPoints(**parts["points"]), **own
    )


class Played:
    """A deal in which seat 0 leads; `hands` and `stock` (top first) by name, the rest of the pack below the stock."""

    def __init__(self, *hands: str, stock: str = "", only: bool = False, dealer: int | None = None, **options: Any):
        """`only`: the stock is just what is named, and the rest of the pack is nowhere."""
        cards = [hand.split() for hand in hands]
        self.rules = rules(hand_size=len(cards[0]), **options)
        self.family = family(self.rules)
        ids = self.family.ids_by_name
        dealt = [cards[seat][turn] for turn in range(len(cards[0])) for seat in range(len(cards))]
        named = [ids[name] for name in [*dealt, *stock.split()]]
        rest = [card for card in self.family.pack if card not in named]
        setting = Setting(
            "trick",
            sealed(self.rules),
            len(hands),
            tuple(range(len(hands))),
            len(hands) - 1 if dealer is None else dealer,
            (0,) * len(hands),
            1,
            self.family.cards,
        )
        self.deal: TrickDeal = self.family.deal(setting, [*named, *rest])  # type: ignore[assignment]
        if only:
            self.deal.stock = self.deal.stock[len(rest) :]

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.deal.seat

    def options(self) -> str:
        """The moves on offer, by name."""
        return " ".join(map(str, self.deal.view().moves))

    def play(self, *names: str) -> Played:
        """Make moves for whoever's turn it is: a card's name, with ``!`` to keep silent, or ``draw``."""
        for name in names:
            assert self.deal.waits is CHOOSE
            card = name.rstrip("!")
            cards = () if card == "draw" else (self.family.cards[self.family.ids_by_name[card]],)
            self.deal.play(Move(cards, None, not name.endswith("!")))
            waits: Waits = self.deal.waits
            if waits is SHUFFLE:
                self.deal.refill(list(self.deal.discards))
        return self

    def refused(self, name: str) -> tuple[str, str]:
        """The rule and the reason why a move is not allowed; the deal has not changed by trying."""
        before = state(self.deal)
        try:
            self.play(name)
        except IllegalMove as error:
            assert state(self.deal) == before
            return error.rule, error.why
        raise AssertionError(f"{name} was allowed")

    def events(self, since: int = 0) -> list[list[Any]]:
        """The events so far as the log writes them, without the first `since`."""
        told = [_written(event) for event in self.deal.events()][since:]
        return [[list(part) if isinstance(part, tuple) else part for part in event] for event in told]

    def hand(self, seat: int) -> str:
        """A seat's hand, by name, in pack order."""
        return " ".join(str(self.family.cards[card]) for card in self.deal.hand(seat))

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.deal.waits is OVER

    @property
    def asks(self) -> bool:
        """Whether somebody is asked to call out."""
        return self.deal.waits is CALL_OUT


def state(deal: TrickDeal) -> dict[str, Any]:
    """Everything of a deal, for comparison."""
    return {
        name: list(value) if isinstance(value := getattr(deal, name), list) else value
        for name in TrickDeal.__slots__
        if name not in ("family", "ids", "moves", "played")
    }


def cards_of(deal: TrickDeal) -> Iterator[int]:
    """Every card of a deal, wherever it lies."""
    for seat in deal.active:
        yield from deal.hand(seat)
    yield from deal.stock
    yield from deal.discards
    yield from deal.table

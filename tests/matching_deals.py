"""Deals of the matching game put together for tests: hands, starter and stock by name, moves by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pageone_cli.events import encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, IllegalMove, Waits, family
from pageone_cli.games.matching import MatchingDeal, MatchingFamily
from pageone_cli.rules import MatchingCall, MatchingDeck, MatchingRules, Players, sealed
from pageone_cli.strategy import Move, Setting

CALL = ("at", "enforced_by", "penalty")


def rules(**options: Any) -> MatchingRules:
    """The standard rules with some options, those of parts too: ``at``, ``enforced_by``, ``penalty``, ``wilds``."""
    call = {name: options.pop(name) for name in CALL if name in options}
    deck = {"wilds": options.pop("wilds")} if "wilds" in options else {}
    options.setdefault("players", Players(2, 10))
    return MatchingRules(call=MatchingCall(**call), deck=MatchingDeck(**deck), **options)


def game_of(own: MatchingRules) -> MatchingFamily:
    """The family of `own`, as what it is."""
    game = family(own)
    assert isinstance(game, MatchingFamily)
    return game


def begin(own: MatchingRules, seats: int, active: Sequence[int], dealer: int, pack: Sequence[int]) -> MatchingDeal:
    """A deal of this pack (ids)."""
    game = game_of(own)
    setting = Setting("matching", sealed(own), seats, tuple(active), dealer, (0,) * seats, 1, game.cards)
    return game.deal(setting, pack)


class Played:
    """A deal in which seat 0 begins; `hands`, `starter` and `stock` (top first) by name, the rest of the pack below.

    Moves are written ``b7``, a set ``b7,r7`` (the last on top), a wild ``W:r``, the draw ``draw``; with ``!`` at the
    end the player keeps silent. There are 20 wilds, so that a test can give one to everybody who is to be asked: who
    has nothing that fits draws unasked.
    """

    def __init__(
        self,
        *hands: str,
        starter: str = "b1",
        stock: str = "",
        only: bool = False,
        seats: int | None = None,
        active: Sequence[int] | None = None,
        dealer: int | None = None,
        **options: Any,
    ) -> None:
        """`only`: the stock is just what is named, and the rest of the pack is nowhere.

        `hands` are those of the `active` seats, ascending; without `dealer` the last of them deals.
        """
        cards = [hand.split() for hand in hands]
        seated = tuple(range(len(cards))) if active is None else tuple(active)
        first = seated[-1] if dealer is None else dealer
        order = [*[seat for seat in seated if seat > first], *[seat for seat in seated if seat <= first]]
        by_seat = dict(zip(seated, cards, strict=True))
        options.setdefault("wilds", 20)
        self.rules = rules(hand_size=len(cards[0]), **options)
        self.family = game_of(self.rules)
        ids = self.family.ids_by_name
        dealt = [by_seat[seat][turn] for turn in range(len(cards[0])) for seat in order]
        named = [ids[name] for name in [*dealt, starter, *stock.split()]]
        left = Counter(self.family.pack)
        left.subtract(named)
        assert min(left.values()) >= 0, "more cards of one kind than there are"
        rest = sorted(left.elements())
        self.deal = begin(self.rules, seats or max(seated) + 1, seated, first, [*named, *rest])
        if only:
            assert self.events() == [["starter", starter]], "somebody has drawn before the stock could be cut"
            self.deal.stock = self.deal.stock[len(rest) :]

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.deal.seat

    def options(self) -> list[str]:
        """The moves on offer, by name."""
        return list(map(str, self.deal.view().moves))

    def move(self, name: str) -> Move:
        """The move of this name."""
        said = not name.endswith("!")
        if (text := name.rstrip("!")) == "draw":
            return Move((), None, said)
        laid, _, colour = text.partition(":")
        ids = self.family.ids_by_name
        return Move(tuple([self.family.cards[ids[card]] for card in laid.split(",")]), colour or None, said)

    def play(self, *names: str) -> Played:
        """Make moves for whoever's turn it is; the discards are turned over unshuffled."""
        for name in names:
            assert self.deal.waits is CHOOSE, self.deal.waits
            self.deal.play(self.move(name))
            self._settle()
        return self

    def answer(self, *answers: bool) -> Played:
        """What those say who are asked whether they call somebody out."""
        for each in answers:
            assert self.deal.waits is CALL_OUT, self.deal.waits
            self.deal.answer(each)
            self._settle()
        return self

    def _settle(self) -> None:
        waits: Waits = self.deal.waits
        while waits is SHUFFLE:
            self.deal.refill(list(self.deal.discards))
            waits = self.deal.waits

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
        told: list[list[Any]] = json.loads(encode(self.deal.events()))
        return told[since:]

    def kinds(self, since: int = 0) -> list[str]:
        """The kinds of the events so far."""
        return [event[0] for event in self.events(since)]

    def hand(self, seat: int) -> str:
        """A seat's hand, by name, in pack order."""
        return " ".join(str(self.family.cards[card]) for card in self.deal.hand(seat))

    def named(self, ids: Sequence[int]) -> list[str]:
        """Cards by name."""
        return [str(self.family.cards[card]) for card in ids]

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.deal.waits is OVER

    @property
    def asks(self) -> bool:
        """Whether somebody is asked to call out."""
        return self.deal.waits is CALL_OUT


def state(deal: MatchingDeal) -> dict[str, Any]:
    """Everything of a deal, for comparison."""
    names: tuple[str, ...] = MatchingDeal.__slots__
    values = {name: getattr(deal, name) for name in names if name != "family"}
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


def cards_of(deal: MatchingDeal) -> Iterator[int]:
    """Every card of a deal, wherever it lies."""
    for seat in deal.active:
        yield from deal.hand(seat)
    yield from deal.stock
    yield from deal.discards
    yield from deal.top

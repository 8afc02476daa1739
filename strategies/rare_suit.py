"""The tip to lead a rare suit, and so to send the others to the stock."""

from math import fsum, prod
from typing import Any

from pageone_cli import Move, Strategy


class RareSuit(Strategy):
    """Counts the cards and leads the suit that the others are least able to follow; always plays high.

    Who cannot follow draws until they can, and the rarer the suit, the longer that takes. Which suits are rare is no
    secret: what lies in the collected tricks or in the own hand is nowhere else, until the tricks are shuffled into a
    new stock. And who has just drawn for a suit has none of it. The joker is kept for when only drawing would be left.
    """

    games = {"trick"}

    def __init__(self) -> None:
        self._table: list[Any] = []
        self._collected: list[Any] = []
        self._void: dict[int, str | None] = {}  # the suit that a seat drew for and has got nothing since

    def observe(self, event: Any) -> None:
        kind = event[0]
        if kind == "play":
            self._table.append(event[2][0])
        elif kind == "trick":
            self._collected += self._table
            self._table = []
        elif kind == "reshuffle":
            self._collected = []
        elif kind == "draw":
            led = next((card.suit for card in self._table if not card.is_joker), None)
            self._void[event[1]] = led if event[3] == "follow" else None

    def choose(self, view: Any) -> Move:
        plays: list[Move] = [move for move in view.moves if not move.is_draw]
        plain = [move for move in plays if not move.cards[0].is_joker]
        if not plain:
            return plays[0]  # a joker, rather than drawing
        void = {suit: self._expected_void(view, suit) for suit in "SHDC"}
        return max(plain, key=lambda move: (void[move.cards[0].suit], move.cards[0].height))

    def _expected_void(self, view: Any, suit: str) -> float:
        """How many of the others have to draw if `suit` is led."""
        known = [card.suit for cards in (view.hand, self._table, self._collected) for card in cards]
        unseen = 52 + view.rules.deck.jokers - len(known)
        others = 1 - (13 - known.count(suit)) / unseen  # the chance that a card that is not known is of another suit
        return fsum(
            1.0 if self._void.get(seat) == suit else prod([others] * view.counts[seat])
            for seat in view.active
            if seat != view.seat
        )

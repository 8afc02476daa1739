"""The best way to play that is known: make the others draw, without losing the lead or the hand's long suits."""

from math import fsum, prod
from typing import Any, NamedTuple

from pageone_cli import Move, Strategy

RANKS = "23456789TJQKA"
DANGER = {1: 1.0, 2: 0.35}  # of a player with so many cards who can follow


class Weights(NamedTuple):
    """What counts in a lead, beside the chance to win: cards that others draw, length of the suit, height."""

    draws: float
    length: float
    height: float


def weights(players: int) -> Weights:
    """The best weights found for so many players in the deal."""
    if players == 2:
        return Weights(2.0, 0.0, 0.0)
    return Weights(0.25, 0.5, 0.0) if players == 3 else Weights(0.25, 1.0, 0.3)


class Attack(Strategy):
    """Leads what makes the others draw most, with cards that win, and denies a suit to who is nearly out.

    It counts the cards as rare-suit does, and weighs for each card that it could lead how many cards the others will
    have to draw, the chance to win the trick (who wins leads again), the length of the suit in the own hand (so that it
    seldom draws itself), and the danger that somebody goes out on it. The more players, the less one lead can do to all
    of them, and the more the own hand counts. Following, it beats the table if it can, the last to act as cheaply as
    possible; among four or more the chance to win is small, and getting rid of dear cards counts too. The joker is kept
    for when it follows with its last two cards, or for when only drawing would be left.
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
        follows_with_two = bool(view.trick) and len(view.hand) == 2
        if not plain or (follows_with_two and len(plain) < len(plays)):
            return plays[len(plain)]  # the first joker
        if len(plain) == 1:
            return plain[0]
        return self._follow(view, plain) if view.trick else self._lead(view, plain)

    def _lead(self, view: Any, plain: list[Move]) -> Move:
        players = len(view.active)
        weight = weights(players)
        unseen, total = self._unseen(view)
        suits = [card.suit for card in view.hand]
        worth = {}
        for suit, ranks in unseen.items():
            void = {seat: self._void_chance(view, seat, suit, len(ranks) / total) for seat in _others(view)}
            draws = fsum(void.values()) * (total + 1) / (len(ranks) + 1)
            danger = fsum((1 - void[seat]) * DANGER.get(view.counts[seat], 0.0) for seat in void)
            worth[suit] = weight.length * suits.count(suit) + weight.draws * draws - 4 * danger

        def score(move: Move) -> tuple[float, int]:
            suit, height = move.cards[0].suit, move.cards[0].height
            chance = _win_chance(unseen[suit], height, players - 1)
            return worth[suit] + chance + weight.height * height / 12, -height

        return max(plain, key=score)

    def _follow(self, view: Any, plain: list[Move]) -> Move:
        table = [card for _, card in view.trick]
        best = 99 if any(card.is_joker for card in table) else max(card.height for card in table)
        seats = view.active
        still_to_act = (seats.index(view.leader) - seats.index(view.seat) - 1) % len(seats)
        if len(seats) >= 4:
            unseen, _ = self._unseen(view)

            def score(move: Move) -> tuple[float, int]:
                card, height = move.cards[0], move.cards[0].height
                chance = _win_chance(unseen[card.suit], height, still_to_act) if height > best else 0.0
                return 0.5 * chance + card.points / 15 - 0.4 * height / 12, -height

            return max(plain, key=score)
        winning = [move for move in plain if move.cards[0].height > best]
        if winning and still_to_act:
            return max(winning, key=lambda move: move.cards[0].height)
        return min(winning or plain, key=lambda move: move.cards[0].height)

    def _unseen(self, view: Any) -> tuple[dict[str, list[int]], int]:
        """The cards that are in the stock or in other hands: the heights of each suit, and how many with jokers."""
        known = {str(card) for cards in (view.hand, self._table, self._collected) for card in cards}
        unseen = {suit: [i for i, rank in enumerate(RANKS) if rank + suit not in known] for suit in "SHDC"}
        return unseen, 52 + view.rules.deck.jokers - len(known)

    def _void_chance(self, view: Any, seat: int, suit: str, share: float) -> float:
        """The chance that `seat` has none of `suit`, of which there is that `share` among the unseen cards."""
        return 1.0 if self._void.get(seat) == suit else prod([1 - share] * view.counts[seat])


def _others(view: Any) -> list[int]:
    return [seat for seat in view.active if seat != view.seat]


def _win_chance(unseen: list[int], height: int, others: int) -> float:
    """The chance that none of so many `others` plays one of the higher cards of the suit."""
    higher = sum(each > height for each in unseen)
    return prod([1 - higher / len(unseen)] * others) if higher else 1.0

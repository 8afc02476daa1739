"""The reference for the trick-and-draw family: one deal, played as the rules are read out at a table.

Cards are strings ("7S", "TH", "*1"), hands are lists of them. Nothing here is fast, and nothing is taken from
the engine; the letters and numbers in the comments are those of the rules text.
"""

from typing import Any, Protocol

SUITS = "SHDC"
RANKS = "23456789TJQKA"  # T1: 2 low, A high
DRAW = "draw"

Event = list[Any]


class Oracle(Protocol):
    """Answers everything that the rules leave to the players or to chance."""

    def pick(self, seat: int, options: list[str]) -> int:
        """Return the index of the card to play, or of "draw"."""
        ...

    def say(self, seat: int, card: str) -> bool:
        """Return whether the call that is due for this card is made (C5)."""
        ...

    def accuse(self, seat: int, offender: int) -> bool:
        """Return whether this seat calls the lapse out (C6)."""
        ...

    def shuffle(self, cards: list[str]) -> list[str]:
        """Return the discards (given in pack order) as the new stock, top first (C4)."""
        ...


class Ended(Exception):
    """The deal is over, at this instant: whatever would follow is left out (T11)."""

    def __init__(self, outcome: str, winner: int | None) -> None:
        super().__init__(outcome)
        self.outcome = outcome
        self.winner = winner


def is_joker(card: str) -> bool:
    """Tell a joker from a card with rank and suit."""
    return card.startswith("*")


def rank_of(card: str) -> str:
    """Return the rank of a card that is not a joker."""
    return card[0]


def suit_of(card: str) -> str:
    """Return the suit of a card; a joker's is of no suit, written "*"."""
    return "*" if is_joker(card) else card[1]


def pack_order(card: str) -> tuple[int, int]:
    """Sort key: spades, hearts, diamonds, clubs, in each 2 to A; then the jokers."""
    if is_joker(card):
        return len(SUITS), int(card[1:])
    return SUITS.index(suit_of(card)), RANKS.index(rank_of(card))


def clockwise(active: list[int], first: int) -> list[int]:
    """Return the active seats in clockwise order, from `first` on (C1: ascending, wrapping round)."""
    return sorted(s for s in active if s >= first) + sorted(s for s in active if s < first)


class Deal:
    """The table during one deal."""

    def __init__(
        self, rules: dict[str, Any], seats: int, active: list[int], dealer: int, deck: list[str], oracle: Oracle
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.active = active
        self.dealer = dealer
        self.oracle = oracle
        self.events: list[Event] = []
        self.hands: dict[int, list[str]] = {seat: [] for seat in sorted(active)}
        self.stock: list[str] = list(deck)  # the top is the first
        self.discards: list[str] = []
        self.table: list[tuple[int, str]] = []  # the trick: who played what, in this order
        self.to_act: list[int] = []  # who still has to act in this trick, in this order
        self.drawing: list[str] | None = None  # the cards of the draw event that is still open
        self.plays = 0

    # --- the deal -----------------------------------------------------------------------------------------

    def play(self) -> dict[str, Any]:
        """Deal, play until the deal is over, and score."""
        self.deal_out()
        try:
            leader = clockwise(self.active, self.dealer + 1)[0]  # C3: left of the dealer
            while True:
                leader = self.play_trick(leader)
        except Ended as end:
            self.events.append(["end", end.outcome, end.winner])
            return {
                "events": self.events,
                "outcome": end.outcome,
                "winner": end.winner,
                "points": self.score(end.outcome, end.winner),
                "hands": {seat: sorted(hand, key=pack_order) for seat, hand in self.hands.items()},
                "stock": self.stock,
                "discards": sorted(self.discards, key=pack_order),
                "table": [card for _, card in self.table],
                "plays": self.plays,
            }

    def deal_out(self) -> None:
        """C1, T2: one card at a time, clockwise, beginning left of the dealer; the rest is the stock."""
        for _ in range(self.rules["hand_size"]):
            for seat in clockwise(self.active, self.dealer + 1):
                self.hands[seat].append(self.stock.pop(0))

    def play_trick(self, leader: int) -> int:
        """Play one trick and return who leads the next one."""
        self.table = []
        self.to_act = clockwise(self.active, leader)
        while self.to_act:
            seat = self.to_act.pop(0)
            card = self.choose(seat)
            if card is None:
                self.events.append(["pass", seat])  # T6: no part in this trick; the next one goes on, or leads
                continue
            self.lay(seat, card)
            if self.to_act:  # a trick that is complete now is part of the turn (C8)
                self.look_at_cap()
        # A trick needs a card. All could pass only if all hands were single jokers and all else were gone (T12).
        assert self.table, "nobody can ever play again: not with a pack that has 52 cards with a suit"
        winner, loser = self.trick_winner(), self.trick_loser()
        self.events.append(["trick", winner])
        self.discards += [card for _, card in self.table]  # T8
        self.table = []
        self.look_at_cap()
        return loser if self.rules["lead_next"] == "loser" else winner  # T9

    def look_at_cap(self) -> None:
        """C8: a turn is one play; looked at when all that follows from it is done."""
        if self.plays >= self.rules["max_turns"]:
            raise Ended("cap", None)

    # --- which card ---------------------------------------------------------------------------------------

    def suit_led(self) -> str | None:
        """T3: the first card that is not a joker sets the suit; until then there is none."""
        for _, card in self.table:
            if not is_joker(card):
                return suit_of(card)
        return None

    def choose(self, seat: int) -> str | None:
        """Let a player draw and decide; the card to play, or None for a pass."""
        self.drawing = None
        led = self.suit_led()
        if led is None:
            return self.choose_any(seat)
        if any(suit_of(card) == led for card in self.hands[seat]):
            # T4: a card of the suit, or a joker instead; no drawing. (T12 cannot matter: a suit card is held too.)
            return self.pick(seat, [card for card in self.hands[seat] if suit_of(card) == led or is_joker(card)])
        return self.choose_drawing(seat, led)

    def choose_any(self, seat: int) -> str | None:
        """T3: no suit is led (leading, or only jokers so far): any card."""
        if self.is_bare_joker(seat):  # T12: draw one card, then play either of the two
            if not self.can_draw():
                return self.stuck()
            self.draw_card(seat, "follow")
        return self.pick(seat, self.hands[seat])

    def choose_drawing(self, seat: int, led: str) -> str | None:
        """T5: draw one by one until the suit led comes; at each step before that a joker may be played."""
        while True:
            jokers = [] if self.is_bare_joker(seat) else [card for card in self.hands[seat] if is_joker(card)]
            if not self.can_draw():
                return self.pick(seat, jokers) if jokers else self.stuck()  # T6
            if jokers:
                choice = self.pick(seat, [*jokers, DRAW])  # a free choice
                if choice != DRAW:
                    return choice
            card = self.draw_card(seat, "follow")
            if suit_of(card) == led:
                return self.pick(seat, [card])  # at once; a joker is no longer an option

    def is_bare_joker(self, seat: int) -> bool:
        """T12: the hand is nothing but one joker, and that may not be the last card."""
        hand = self.hands[seat]
        return self.rules["joker_out"] == "forbidden" and len(hand) == 1 and is_joker(hand[0])

    def stuck(self) -> str | None:
        """T6: must draw and cannot. Returns (no card) only if that means a pass."""
        if self.rules["on_stuck"] != "pass":
            raise Ended("stuck", None)
        return None

    def pick(self, seat: int, options: list[str]) -> str:
        """Ask for a decision, in pack order, "draw" last."""
        self.drawing = None  # what is drawn after a decision is another event
        cards = sorted((card for card in options if card != DRAW), key=pack_order)
        ordered = [*cards, DRAW] if DRAW in options else cards
        answer = self.oracle.pick(seat, list(ordered))
        if not 0 <= answer < len(ordered):
            raise ValueError(f"seat {seat} answered {answer} to {ordered}")
        return ordered[answer]

    # --- drawing ------------------------------------------------------------------------------------------

    def can_draw(self) -> bool:
        """C4: there is a stock, or something to make one of."""
        return bool(self.stock or self.discards)

    def draw_card(self, seat: int, why: str) -> str:
        """Take the top card of the stock; reshuffle first if, and only if, the stock is empty (C4)."""
        if not self.stock:
            new_stock = list(self.oracle.shuffle(sorted(self.discards, key=pack_order)))
            if sorted(new_stock) != sorted(self.discards):
                raise ValueError("the shuffle changed the cards")
            self.stock, self.discards = new_stock, []
            self.events.append(["reshuffle", list(new_stock)])
            self.drawing = None
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        if self.drawing is None:
            self.drawing = []
            self.events.append(["draw", seat, self.drawing, why])
        self.drawing.append(card)
        return card

    # --- a card is played ---------------------------------------------------------------------------------

    def lay(self, seat: int, card: str) -> None:
        """Play a card and settle what follows from it: end, call, lapse, skip."""
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        self.events.append(["play", seat, [card]])
        self.plays += 1
        if not self.hands[seat]:
            raise Ended("out", seat)  # T11, in mid-trick too
        self.settle_call(seat, card)  # C6: before anybody plays or draws and before the trick is collected
        self.settle_stop(card)  # C7: stays in force, whatever the penalty was

    def settle_call(self, seat: int, card: str) -> None:
        """C5, C6: the call, if it is due, and the lapse, if it is missed."""
        call = self.rules["call"]
        if call["enforced_by"] == "nobody" or len(self.hands[seat]) != call["at"]:
            return
        if self.oracle.say(seat, card):
            self.events.append(["call", seat])
            return
        self.events.append(["missed", seat])
        if call["enforced_by"] == "referee":
            self.events.append(["caught", seat, None])
            self.draw_penalty(seat)
            return
        for other in clockwise(self.active, seat + 1):  # one by one; in this trick or not
            if other != seat and self.oracle.accuse(other, seat):
                self.events.append(["caught", seat, other])
                self.draw_penalty(seat)
                return  # the first who does ends the asking

    def draw_penalty(self, seat: int) -> None:
        """C7: the penalty, or what there is when there is less."""
        self.drawing = None
        for _ in range(self.rules["call"]["penalty"]):
            if self.can_draw():
                self.draw_card(seat, "penalty")

    def settle_stop(self, card: str) -> None:
        """T10: a stop card skips the next player who would still have to act in this trick, if there is one."""
        stop = {"10": "T"}.get(self.rules["stop_rank"], self.rules["stop_rank"])  # "none" is no card's rank
        if not is_joker(card) and rank_of(card) == stop and self.to_act:
            self.events.append(["skip", self.to_act.pop(0)])

    # --- who wins -----------------------------------------------------------------------------------------

    def trick_winner(self) -> int:
        """T7: the first joker, otherwise the highest card. (All cards but jokers are of the suit led.)"""
        for seat, card in self.table:
            if is_joker(card):
                return seat
        return max(self.table, key=lambda laid: RANKS.index(rank_of(laid[1])))[0]

    def trick_loser(self) -> int:
        """T7: the lowest card of the suit led; if there are only jokers, the last one."""
        suited = [(seat, card) for seat, card in self.table if not is_joker(card)]
        if not suited:
            return self.table[-1][0]
        return min(suited, key=lambda laid: RANKS.index(rank_of(laid[1])))[0]

    def card_points(self, card: str) -> int:
        """T13: what one card held costs."""
        points: dict[str, int] = self.rules["points"]
        if is_joker(card):
            return points["joker"]
        if rank_of(card) == "A":
            return points["ace"]
        if rank_of(card) in "JQK":
            return points["face"]
        return 10 if rank_of(card) == "T" else int(rank_of(card))  # numbers their face value; a ten is a number

    def score(self, outcome: str, winner: int | None) -> list[int | None]:
        """T13, T6, C8: one entry a seat; null for who is not in the match any more."""
        points: list[int | None] = [None] * self.seats
        void = outcome == "cap" or (outcome == "stuck" and self.rules["on_stuck"] == "void")
        for seat in self.active:
            if void or seat == winner:
                points[seat] = 0
            elif self.rules["score"] == "wins":
                points[seat] = 1
            else:
                points[seat] = sum(self.card_points(card) for card in self.hands[seat])
        return points


def play_deal(
    rules: dict[str, Any], seats: int, active: list[int], dealer: int, deck: list[str], oracle: Oracle
) -> dict[str, Any]:
    """Play one deal; its events as in the log, the outcome, winner, points, and what lies where at the end."""
    return Deal(rules, seats, active, dealer, deck, oracle).play()

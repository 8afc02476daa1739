"""The reference for the matching family: one deal, played as the rules are read out at a table.

Cards are strings ("b7", "r+2", "gR", "yS", "W"), hands are lists of them; the two copies of a card are written
alike. Nothing here is fast, and nothing is taken from the engine; the letters and numbers in the comments are
those of the rules text.

The order of the moves that a player is offered:

1. single cards that fit, each look once, in pack order: colours b r y g, in each the faces 1..9, +2, +3, R, S;
   wilds last, "W (b)", "W (r)", "W (y)", "W (g)";
2. sets (M6), once per choice of cards (a multiset of looks) and look of the last card. They are sorted by
   (place of the face in the face order, size, pack-order numbers of ALL the cards of the set ascending,
   pack-order number of the last card). The cards are written: the first one, in pack order, of those that are
   not the last and fit; the others in pack order; the last;
3. "draw".

Where "draw" is the only move, nobody is asked.
"""

from itertools import combinations
from typing import Any, NamedTuple, Protocol

COLOURS = "bryg"
NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
FACES = [*NUMBERS, "+2", "+3", "R", "S"]
WILD = "W"
DRAW = "draw"

Event = list[Any]


class Oracle(Protocol):
    """Answers everything that the rules leave to the players or to chance."""

    def pick(self, seat: int, options: list[str]) -> int:
        """Return the index of the move to make; never asked when there is only one."""
        ...

    def say(self, seat: int, move: str) -> bool:
        """Return whether the call that is due for this move is made (C5)."""
        ...

    def accuse(self, seat: int, offender: int) -> bool:
        """Return whether this seat calls the lapse out (C6)."""
        ...

    def shuffle(self, cards: list[str]) -> list[str]:
        """Return the discards (given in pack order) as the new stock, top first (C4)."""
        ...


class Ended(Exception):
    """The deal is over, at this instant: whatever would follow is left out (M11, M13, C8)."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Move(NamedTuple):
    """One play: the cards in the order laid, the last on top; for a wild the colour named."""

    cards: tuple[str, ...]
    named: str | None = None

    def text(self) -> str:
        """Return the move as it is offered."""
        cards = " ".join(self.cards)
        return cards if self.named is None else f"{cards} ({self.named})"


def face_of(card: str) -> str:
    """Return the face of a card; that of a wild is "W", which no coloured card has."""
    return WILD if card == WILD else card[1:]


def pack_number(card: str) -> int:
    """Return the place of a card's look in the pack: colours b r y g, the faces in each, wilds last."""
    if card == WILD:
        return len(COLOURS) * len(FACES)
    return COLOURS.index(card[0]) * len(FACES) + FACES.index(face_of(card))


def in_pack_order(cards: list[str]) -> list[str]:
    """Sort cards; copies stand side by side."""
    return sorted(cards, key=pack_number)


def clockwise(players: list[int], first: int) -> list[int]:
    """Return the seats in clockwise order, from `first` on (C1: ascending, wrapping round)."""
    return sorted(s for s in players if s >= first) + sorted(s for s in players if s < first)


class Deal:
    """The table during one deal."""

    def __init__(
        self, rules: dict[str, Any], seats: int, active: list[int], dealer: int, deck: list[str], oracle: Oracle
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.active = list(active)  # in the match
        self.dealer = dealer
        self.oracle = oracle
        self.events: list[Event] = []
        self.hands: dict[int, list[str]] = {seat: [] for seat in sorted(active)}
        self.stock: list[str] = list(deck)  # the top is the first
        self.discards: list[str] = []
        self.top_play: list[str] = []  # the topmost play, a whole set; its last card is the top card
        self.colour = ""  # in force
        self.direction = 1  # clockwise
        self.pending = 0  # M7: cards that the next player has to draw
        self.still_in = list(active)  # C0: neither out nor bust
        self.places: dict[int, float] = {}
        self.best_open = 1
        self.worst_open = len(active)
        self.passed: set[int] = set()  # M13: who ended the turn with nothing, since somebody last did something
        self.drawing: list[str] | None = None  # the cards of the draw event that is still open
        self.turns = 0

    # --- the deal -----------------------------------------------------------------------------------------

    def play(self) -> dict[str, Any]:
        """Deal, play until the deal is over, and score."""
        self.deal_out()
        self.turn_up_starter()
        seat = clockwise(self.still_in, self.dealer + 1)[0]  # C3: left of the dealer
        try:
            while True:
                seat = self.play_turn(seat)
        except Ended as end:
            self.share_open_places()
            winner = self.first_place()
            self.events.append(["end", end.outcome, winner])
            return {
                "events": self.events,
                "outcome": end.outcome,
                "winner": winner,
                "points": self.score(),
                "hands": {seat: in_pack_order(hand) for seat, hand in self.hands.items()},
                "stock": self.stock,
                "discards": in_pack_order(self.discards),
                "table": list(self.top_play),
                "turns": self.turns,
            }

    def deal_out(self) -> None:
        """C1, M2: one card at a time, clockwise, beginning left of the dealer; the rest is the stock."""
        for _ in range(self.rules["hand_size"]):
            for seat in clockwise(self.active, self.dealer + 1):
                self.hands[seat].append(self.stock.pop(0))

    def turn_up_starter(self) -> None:
        """M3: the topmost number card of the stock; the cards above it keep their order."""
        for place, card in enumerate(self.stock):
            if face_of(card) in NUMBERS:
                self.lay_on_top([self.stock.pop(place)])
                self.events.append(["starter", card])
                return
        raise ValueError("no number card left for the starter: not with a sound configuration")

    def play_turn(self, seat: int) -> int:
        """Play one turn (C8: a play, a draw or a pass) with all that follows, and return who acts next."""
        move = self.choose(seat)
        following = self.draw_instead(seat) if move is None else self.lay(seat, move)
        self.turns += 1
        # C8: the cap is for a deal "without an end", so a standstill reached by the same turn comes first.
        if all(player in self.passed for player in self.still_in):  # M13
            raise Ended("standstill")
        if self.turns >= self.rules["max_turns"]:
            raise Ended("cap")
        return following

    def next_player(self, seat: int) -> int:
        """M14: who is next in the direction of play; the seat itself need not be in the deal any more."""
        assert self.still_in
        while True:
            seat = (seat + self.direction) % self.seats
            if seat in self.still_in:
                return seat

    # --- which move ---------------------------------------------------------------------------------------

    def choose(self, seat: int) -> Move | None:
        """Let a player decide; the play, or None for a draw (which nobody is asked about when it is forced)."""
        plays = self.legal_plays(seat)
        if not plays:
            return None
        texts = [play.text() for play in plays]
        answer = self.oracle.pick(seat, [*texts, DRAW])  # M4: drawing is always allowed
        if not 0 <= answer <= len(plays):
            raise ValueError(f"seat {seat} answered {answer} to {texts}")
        return None if answer == len(plays) else plays[answer]

    def legal_plays(self, seat: int) -> list[Move]:
        """List what may be played: single cards, then sets."""
        if self.pending and not self.rules["stacking"]:
            return []  # M7: there is no passing on
        hand = in_pack_order(self.hands[seat])
        return self.single_cards(hand) + self.sets(hand)

    def fits(self, card: str) -> bool:
        """M5: the colour in force, the face of the top card, or a wild. M7: under a pending draw only its face."""
        same_face = face_of(card) == face_of(self.top_play[-1])
        if self.pending:
            return same_face  # the top card is the draw card that the sum is due to
        return card == WILD or card[0] == self.colour or same_face

    def single_cards(self, hand: list[str]) -> list[Move]:
        """List every look that fits once; a wild with each colour that may be named."""
        plays: list[Move] = []
        for card in dict.fromkeys(hand):
            if not self.fits(card):
                continue
            if card == WILD:
                plays += [Move((WILD,), colour) for colour in COLOURS]
            else:
                plays.append(Move((card,)))
        return plays

    def sets(self, hand: list[str]) -> list[Move]:
        """M6: several cards of one face; one that is not the last must fit, for it is laid first."""
        faces = {"faces": FACES, "numbers": NUMBERS, "single": []}[self.rules["sets"]]
        plays: list[Move] = []
        for face in faces:
            of_face = [card for card in hand if face_of(card) == face]
            for size in range(2, len(of_face) + 1):
                # of_face is sorted, so each choice is too; copies look alike, so each is taken once
                for chosen in sorted(set(combinations(of_face, size)), key=lambda cards: list(map(pack_number, cards))):
                    for last in dict.fromkeys(chosen):
                        others = list(chosen)
                        others.remove(last)
                        fitting = [card for card in others if self.fits(card)]
                        if fitting:
                            first = fitting[0]
                            others.remove(first)
                            plays.append(Move((first, *others, last)))
        return plays

    # --- a turn without a play ----------------------------------------------------------------------------

    def draw_instead(self, seat: int) -> int:
        """M4: draw one card; M7: or take the whole sum. Either ends the turn."""
        number, why = (self.pending, "pending") if self.pending else (1, "turn")
        self.pending = 0  # settled, whether all of it is drawn (M7), the rest is cancelled (M10) or missing (M12)
        if self.draw_cards(seat, number, why):
            self.passed.clear()
        else:
            self.events.append(["pass", seat])  # M12: nothing could be drawn
            self.passed.add(seat)
        return self.next_player(seat)

    # --- drawing ------------------------------------------------------------------------------------------

    def draw_cards(self, seat: int, number: int, why: str) -> int:
        """Draw this many cards, or what there is (M12, C7), until bust (M10); the number that came."""
        self.drawing = None
        for drawn in range(number):
            if not self.stock and not self.discards:
                return drawn
            self.draw_card(seat, why)
            limit = self.rules["hand_limit"]
            if limit != "none" and len(self.hands[seat]) > limit:
                self.bust(seat)
                return drawn + 1  # M10: the rest of that draw is cancelled
        return number

    def draw_card(self, seat: int, why: str) -> None:
        """Take the top card of the stock; reshuffle first if, and only if, the stock is empty (C4)."""
        if not self.stock:
            new_stock = list(self.oracle.shuffle(in_pack_order(self.discards)))
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

    # --- a play -------------------------------------------------------------------------------------------

    def lay(self, seat: int, move: Move) -> int:
        """Play cards and settle what follows: place, call, lapse, skips. Return who acts next."""
        for card in move.cards:
            self.hands[seat].remove(card)
        self.lay_on_top(list(move.cards))
        event: Event = ["play", seat, list(move.cards)]
        if move.named is not None:
            self.colour = move.named  # M5
            event.append(move.named)
        self.events.append(event)
        self.passed.clear()
        # The effects first: they stay in force whatever happens to the player now (C7, M11).
        face = face_of(self.top_play[-1])
        if face in ("+2", "+3"):
            self.pending += int(face) * len(move.cards)  # M7
        if face == "R" and len(move.cards) % 2 == 1:
            self.direction = -self.direction  # M9
        skips = len(move.cards) if face == "S" else 0
        if not self.hands[seat]:
            self.out(seat)
        else:
            self.settle_call(seat, move.text())
        return self.settle_skips(seat, skips)

    def lay_on_top(self, cards: list[str]) -> None:
        """M8: the topmost play stays, what was it until now is discarded. M6: the last card's colour is in force."""
        self.discards += self.top_play
        self.top_play = cards
        self.colour = cards[-1][0]  # a wild's is named by who plays it

    def settle_call(self, seat: int, move: str) -> None:
        """C5, C6: the call, if it is due, and the lapse, if it is missed."""
        call = self.rules["call"]
        if call["enforced_by"] == "nobody" or len(self.hands[seat]) != call["at"]:
            return
        if self.oracle.say(seat, move):
            self.events.append(["call", seat])
            return
        self.events.append(["missed", seat])
        if call["enforced_by"] == "referee":
            self.events.append(["caught", seat, None])
            self.draw_cards(seat, call["penalty"], "penalty")
            return
        for other in clockwise(self.still_in, seat + 1):  # one by one, clockwise whatever the direction of play is
            if other != seat and self.oracle.accuse(other, seat):
                self.events.append(["caught", seat, other])
                self.draw_cards(seat, call["penalty"], "penalty")
                return  # the first who does ends the asking

    def settle_skips(self, seat: int, skips: int) -> int:
        """M9: each skip passes over one more opponent, each at most once. Return who acts next."""
        opponents = [player for player in self.still_in if player != seat]
        last = seat
        for _ in range(min(skips, len(opponents))):
            last = self.next_player(last)
            self.events.append(["skip", last])
        # All skipped: that is the player again, or, if they have left the deal, the one after the last one skipped.
        return self.next_player(last)

    # --- places -------------------------------------------------------------------------------------------

    def out(self, seat: int) -> None:
        """M11: who empties the hand takes the best open place."""
        self.events.append(["out", seat, self.best_open])
        self.places[seat] = self.best_open
        self.best_open += 1
        self.leave(seat)

    def bust(self, seat: int) -> None:
        """M10: the hand goes under the discards, the player takes the worst open place."""
        self.discards += self.hands[seat]
        self.hands[seat] = []
        self.events.append(["bust", seat, self.worst_open])
        self.places[seat] = self.worst_open
        self.worst_open -= 1
        self.leave(seat)

    def leave(self, seat: int) -> None:
        """M11: when one player is left, they take the last open place and the deal ends."""
        self.still_in.remove(seat)
        if len(self.still_in) == 1:
            self.turns += 1  # the turn that brought this about; it is not completed any more
            raise Ended("out")

    def share_open_places(self) -> None:
        """M13, C8: those still in share the open places; one player alone (M11) has the last one."""
        for seat in self.still_in:
            self.places[seat] = (self.best_open + self.worst_open) / 2

    def first_place(self) -> int | None:
        """Return who has the first place alone: a shared one has a mean above 1."""
        for seat, place in self.places.items():
            if place == 1:
                return seat
        return None

    def score(self) -> list[int | float | None]:
        """M15: place minus one; null for who is not in the match any more."""
        points: list[int | float | None] = [None] * self.seats
        for seat, place in self.places.items():
            points[seat] = int(place - 1) if place == int(place) else place - 1
        return points


def play_deal(
    rules: dict[str, Any], seats: int, active: list[int], dealer: int, deck: list[str], oracle: Oracle
) -> dict[str, Any]:
    """Play one deal; its events as in the log, the outcome, winner, points, and what lies where at the end."""
    return Deal(rules, seats, active, dealer, deck, oracle).play()

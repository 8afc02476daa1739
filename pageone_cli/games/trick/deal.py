"""One deal of the trick game as a step machine (rules T1 to T13, C1 to C8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pageone_cli.cards import FIRST_JOKER
from pageone_cli.events import Chain, Event, unfold
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, IllegalMove, Waits
from pageone_cli.games.trick.masks import BITS, DRAW, DRAW_BIT, JOKERS, SUIT_OF
from pageone_cli.games.trick.moves import moves_of
from pageone_cli.games.trick.reasons import why_not
from pageone_cli.games.trick.view import TrickView, trick_so_far
from pageone_cli.match import Points

if TYPE_CHECKING:
    from pageone_cli.games.trick.family import TrickFamily
    from pageone_cli.strategy import Move, Setting

NO_CARD: Final = -1


class TrickDeal:
    """A deal in progress; `pageone_cli.games.Deal` says how it is driven.

    ``hands`` are masks. ``stock`` has its top card last. ``order`` are the seats of this trick from the leader on
    and ``turn`` is the place in it of the seat whose turn it is. ``led`` is the mask of the suit to follow (T3),
    ``best`` the card that wins the trick so far, played by ``taker`` (T7). ``owed`` are cards of a penalty that are
    still to be drawn (C7).
    """

    __slots__ = (
        "active",
        "best",
        "call_at",
        "cap",
        "caught",
        "counts",
        "discards",
        "drawn",
        "family",
        "hands",
        "ids",
        "led",
        "legal",
        "missed",
        "moves",
        "offender",
        "order",
        "outcome",
        "owed",
        "played",
        "public",
        "reshuffled",
        "seat",
        "setting",
        "stock",
        "stop",
        "table",
        "taker",
        "turn",
        "turns",
        "waits",
        "winner",
    )

    def __init__(self, family: TrickFamily, setting: Setting, pack: Sequence[int]) -> None:
        self.family = family
        self.setting = setting
        self.active = setting.active
        seats = setting.seats
        order = self.order = family.order(setting.active, setting.dealer + 1)  # C3
        around = len(order)
        dealt = family.rules.hand_size * around
        self.hands = [0] * seats
        self.counts = [0] * seats
        for place, seat in enumerate(order):  # C1: one at a time, clockwise
            self.hands[seat] = sum([BITS[card] for card in pack[place:dealt:around]])
            self.counts[seat] = family.rules.hand_size
        self.stock = list(pack[dealt:])
        self.stock.reverse()
        self.discards: list[int] = []
        self.table: list[int] = []
        self.ids = family.ids
        self.played = family.played
        self.moves = family.moves
        self.cap = family.rules.max_turns
        self.call_at = family.call_at
        self.stop = family.stop
        self.turns = 0
        self.turn = -1
        self.led = 0
        self.best = NO_CARD
        self.taker = -1
        self.legal = 0
        self.offender = -1
        self.owed = 0
        self.missed: list[int] = []
        self.caught: list[int] = []
        self.public: Chain = None
        self.drawn: list[Chain] = [None] * seats
        self.reshuffled: Chain = None
        self.outcome = ""
        self.winner: int | None = None
        self.waits: Waits = CHOOSE
        self.seat = -1
        self.begin()

    def begin(self) -> None:
        """Begin the turn of the seat after the one in place ``turn`` of the order."""
        self._end_turn()

    # What is known

    def view(self, seat: int | None = None) -> TrickView:
        """What `seat` (default: the seat asked) knows now (C9)."""
        view = TrickView()
        if seat is None or seat == self.seat:
            seat = self.seat
            view.moves = self.moves.get(self.legal) or moves_of(self.moves, self.legal)
        else:
            view.moves = ()
        view._state = (
            seat,
            self.hands[seat],
            tuple(self.counts),
            len(self.stock),
            self.public,
            self.drawn[seat],
            self.setting,
            self.order[self.turn],
        )
        return view

    def events(self, since: Chain = None) -> list[Event]:
        """The whole truth: all events after the head `since` of the public chain, with all cards."""
        known = dict(enumerate(self.drawn))
        return unfold(self.public, known, self.family.cards, self.reshuffled, since)

    def events_for(self, seat: int, since: Chain = None) -> list[Event]:
        """The same as `seat` may know it (C9)."""
        return unfold(self.public, {seat: self.drawn[seat]}, self.family.cards, None, since)

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, in pack order."""
        mask = self.hands[seat]
        return [i for i in range(len(self.family.cards)) if mask >> i & 1]

    def points(self) -> list[Points | None]:
        """The points of a deal that is over (T6, T13, C8), per seat; None for seats not in the match."""
        rules, active = self.family.rules, self.active
        points: list[Points | None] = [0 if seat in active else None for seat in range(self.setting.seats)]
        if self.outcome == "out" or (self.outcome == "stuck" and rules.on_stuck == "score"):
            for seat in active:
                if seat != self.winner:
                    points[seat] = 1 if rules.score == "wins" else self.family.score(self.hands[seat])
        return points

    def copy(self) -> TrickDeal:
        """An independent copy of this moment."""
        twin = object.__new__(TrickDeal)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list) and name != "played" else value)
        return twin

    # What happens

    def play(self, move: Move) -> None:
        """Make `move` for the seat asked (T3, T4, T5). Raises `IllegalMove` and changes nothing if not allowed."""
        card, said = self.ids.get(id(move)), True
        if card is None:  # a silent twin, an equal copy, or nothing of ours
            card, said = self.family.find(move)
        bit = BITS[card]
        if not bit & self.legal:
            raise IllegalMove(*why_not(self, card))
        seat = self.seat
        if card == DRAW:
            self._draw_to_follow()
            return
        self.hands[seat] ^= bit
        self.table.append(card)
        self.public = (self.played[seat][card], self.public)
        self.turns += 1
        if self.best < card and self.best < FIRST_JOKER:  # T7; who follows plays the suit led or a joker
            self.best = card
            self.taker = seat
        if not self.led:
            self.led = SUIT_OF[card]
        left = self.counts[seat] = self.counts[seat] - 1
        if not left:
            self.winner = seat  # T11
            self._end("out")
        elif left == self.call_at:
            self._call(seat, said)
        else:
            self._end_turn(self.stop)

    def answer(self, calls_out: bool) -> None:
        """The seat asked does or does not call out the offender (C6)."""
        if self.waits is not CALL_OUT:
            raise ValueError("nobody is asked to call out anybody")
        offender = self.offender
        if calls_out:
            self._caught(offender, self.seat)
            return
        asked = self.family.order(self.active, self.seat + 1)[0]
        if asked == offender:  # C6: forgiven for good
            self._settled()
        else:
            self.seat = asked

    def refill(self, stock: list[int]) -> None:
        """Lay down the new stock, top card first (C4). Raises ValueError unless it is the discards in some order."""
        if self.waits is not SHUFFLE:
            raise ValueError("no reshuffle is due")
        if len(stock) != len(self.discards) or set(stock) != set(self.discards):
            raise ValueError("the new stock is not the discards")
        self.discards = []
        self.reshuffled = (tuple(stock), self.reshuffled)
        self.public = (("reshuffle", len(stock)), self.public)
        self.stock = stock[::-1]
        self.waits = CHOOSE
        if self.owed:
            self._pay()
        else:
            self._draw_to_follow()

    def announce(self, event: Event) -> None:
        """Put an event of the table's own (a fault) into the record; when the deal is over, before its ``end``."""
        if self.waits is OVER and self.public:
            end, before = self.public
            self.public = (end, (event, before))
        else:
            self.public = (event, self.public)

    # Turns

    def _end_turn(self, stop: int = 0) -> None:
        """The turn is over and settled: a skip if its card is in the mask `stop` (T10), the cap (C8), the next turn."""
        turn = self.turn + 1
        if stop and BITS[self.table[-1]] & stop and turn < len(self.order):
            self.public = (("skip", self.order[turn]), self.public)
            turn += 1
        if turn == len(self.order):
            turn = 0
            self._collect()
        self.turn = turn
        if self.turns >= self.cap:
            self._end("cap")
            return
        seat = self.seat = self.order[turn]
        hand = self.hands[seat]
        if self.led:
            own = hand & self.led
            if own:
                self.legal = own | hand & JOKERS  # T4
            else:
                self._draw_to_follow(False)
        elif hand & JOKERS and not self._joker_may(hand):
            self._draw_to_follow()  # T12: one card, then either of the two
        else:
            self.legal = hand  # T3

    def _joker_may(self, hand: int) -> bool:
        """Whether a joker of `hand` may be played as far as T12 is concerned."""
        return self.family.joker_last or hand & (hand - 1) != 0

    def _draw_to_follow(self, chosen: bool = True) -> None:
        """Draw for the seat whose turn it is until there is something to choose (T5, T12), at least once if `chosen`.

        Leaves the deal with a choice, waiting for a reshuffle, or stuck (T6).
        """
        seat, led, stock = self.seat, self.led, self.stock
        hand = self.hands[seat]
        ids: list[int] = []
        legal = 0
        while True:
            if hand & JOKERS and not chosen and self._joker_may(hand):
                legal = hand & JOKERS
                if stock or self.discards:
                    legal |= DRAW_BIT
                break
            if not stock:
                break
            chosen = False
            card = stock.pop()
            ids.append(card)
            bit = BITS[card]
            hand |= bit
            if bit & led or not led:
                legal = bit if led else hand  # T5; T12
                break
        self.legal = legal
        if ids:
            self._drew(seat, ids, hand, "follow")
        if not legal:
            if self.discards:
                self.waits = SHUFFLE
            else:
                self._stuck(seat)

    def _drew(self, seat: int, ids: list[int], hand: int, why: str) -> None:
        self.hands[seat] = hand
        self.counts[seat] += len(ids)
        self.drawn[seat] = (tuple(ids), self.drawn[seat])
        self.public = (("draw", seat, len(ids), why), self.public)

    def _stuck(self, seat: int) -> None:
        if self.family.rules.on_stuck != "pass":
            self._end("stuck")
            return
        self.public = (("pass", seat), self.public)
        self._end_turn()

    def _collect(self) -> None:
        """The trick is complete (T7, T8, T9)."""
        leader = self.taker if self.family.rules.lead_next == "winner" else self._loser()
        self.public = (("trick", self.taker), self.public)
        self.order = self.family.order(self.active, leader)
        self.discards += self.table
        self.table.clear()
        self.led = 0
        self.best = NO_CARD

    def _loser(self) -> int:
        """Who loses the trick: the lowest card of the suit led; of jokers alone the last one played (T7)."""
        followed = [card for card in self.table if card < FIRST_JOKER]
        place = self.table.index(min(followed)) if followed else len(self.table) - 1
        return trick_so_far(self.public)[place][0]

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self.legal = 0
        self.waits = OVER
        self.public = (("end", outcome, self.winner), self.public)

    # The call

    def _call(self, seat: int, said: bool) -> None:
        """A call is due (C5); a lapse is settled at once (C6)."""
        if said:
            self.public = (("call", seat), self.public)
            self._end_turn(self.stop)
            return
        self.public = (("missed", seat), self.public)
        self.missed.append(seat)
        self.legal = 0
        if self.family.rules.call.enforced_by == "referee":
            self._caught(seat, None)
        else:
            self.offender = seat
            self.seat = self.family.order(self.active, seat + 1)[0]
            self.waits = CALL_OUT

    def _caught(self, seat: int, by: int | None) -> None:
        self.public = (("caught", seat, by), self.public)
        self.caught.append(seat)
        self.offender = seat
        self.owed = self.family.rules.call.penalty
        self.waits = CHOOSE
        self._pay()

    def _pay(self) -> None:
        """Draw what is owed of a penalty, as far as there are cards (C7)."""
        stock = self.stock
        ids = [stock.pop() for _ in range(min(self.owed, len(stock)))]
        if ids:
            hand = self.hands[self.offender] | sum([BITS[card] for card in ids])
            self._drew(self.offender, ids, hand, "penalty")
        self.owed -= len(ids)
        if self.owed and self.discards:
            self.waits = SHUFFLE
        else:
            self._settled()

    def _settled(self) -> None:
        self.owed = 0
        self.offender = -1
        self.waits = CHOOSE
        self._end_turn(self.stop)

"""One deal of the matching game as a step machine (rules M1 to M15, C1 to C8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pageone_cli.cards import COLOURS, FACE_TABLE, Face
from pageone_cli.events import Event
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, IllegalMove
from pageone_cli.games.matching.hands import (
    BOTH,
    COLOUR_OF,
    DRAW_BIT,
    FACE_OF,
    FITS,
    NO_FACE,
    NUMBERS,
    OF_FACE,
    ONE,
    ONE_WILD,
    WILD,
    WILD_BIT,
    WILDS,
    cards_in,
    with_card,
)
from pageone_cli.games.matching.moves import CARDS, CODES, DRAW, FIRST_WILD
from pageone_cli.games.matching.reasons import kinds_of, refusal
from pageone_cli.games.matching.state import MatchingState

if TYPE_CHECKING:
    from pageone_cli.games.matching.family import MatchingFamily
    from pageone_cli.strategy import Move, Setting


class MatchingDeal(MatchingState):
    """A deal in progress; `pageone_cli.games.Deal` says how it is driven, `MatchingState` what it is made of."""

    __slots__ = ()

    def __init__(self, family: MatchingFamily, setting: Setting, pack: Sequence[int]) -> None:
        """Deal, turn up the starter and begin. Raises ValueError where there is no number card for it."""
        super().__init__(family, setting, pack)
        self.begin()

    def begin(self) -> None:
        """Begin the turn after that of ``actor``."""
        self._end_turn()

    # What happens

    def play(self, move: Move) -> None:
        """Make `move` for the seat asked (M4 to M7). Raises `IllegalMove` and changes nothing if not allowed."""
        code = CODES.get(id(move))
        if code is None:  # a set, a silent twin, an equal copy, or nothing of ours
            self._play_other(move)
        elif code < FIRST_WILD:
            if not ONE[code] & self.legal:
                self._refuse((code,), None)
            self._lay((code,), COLOUR_OF[code], self.family.played[self.seat][code], True)
        elif code < DRAW:
            if not WILD_BIT & self.legal:
                self._refuse((WILD,), move.colour)
            self._lay((WILD,), code - FIRST_WILD, self.family.played[self.seat][code], True)
        else:
            self._draw()

    def _play_other(self, move: object) -> None:
        kinds, colour, said = kinds_of(move)
        if not kinds:
            self._draw()
            return
        self._refuse(kinds, colour)
        event: Event = ("play", self.seat, tuple([CARDS[kind] for kind in kinds]))
        if colour is None:
            self._lay(kinds, COLOUR_OF[kinds[-1]], event, said)
        else:
            self._lay(kinds, COLOURS.index(colour), (*event, colour), said)

    def _refuse(self, kinds: tuple[int, ...], colour: str | None) -> None:
        """Raises `IllegalMove` with rule and reason unless the seat asked may play these cards."""
        why = refusal(self, kinds, colour)
        if why is not None:
            raise IllegalMove(*why)

    def _draw(self) -> None:
        """The seat asked draws by choice (M4), or takes the pending draw that it might pass on (M7)."""
        if not self.legal & DRAW_BIT:
            self._refuse((), None)
        self.legal = 0
        if self._drawn_turn():
            self._end_turn()

    def _lay(self, kinds: tuple[int, ...], colour: int, event: Event, said: bool) -> None:
        """Cards that fit are laid down: what they do (M7, M8, M9), whether the hand is empty (M11), the call (C5)."""
        seat = self.seat
        hand = self.hands[seat]
        for kind in kinds:
            if kind == WILD:
                hand -= ONE_WILD
            elif hand & BOTH[kind]:
                hand ^= BOTH[kind]
            else:
                hand ^= ONE[kind]
        self.hands[seat] = hand
        self.legal = 0
        self.discards += self.top
        self.top = kinds
        self.public = (event, self.public)
        self.turns += 1
        self.idle = self.skips = 0
        self.actor = seat
        self.colour = colour
        face = self.face = FACE_OF[kinds[-1]] if kinds[-1] != WILD else NO_FACE
        if not NUMBERS >> face & 1 and face != NO_FACE:
            self._act(FACE_TABLE[face], len(kinds))
        left = self.counts[seat] = self.counts[seat] - len(kinds)
        if not left:
            self._out(seat)
            if self.waits is not OVER:
                self._end_turn()
        elif left == self.family.call_at:
            self._call(seat, said)
        else:
            self._end_turn()

    def _act(self, face: Face, number: int) -> None:
        """What so many cards of an action face do (M7, M9)."""
        self.pending += number * face.draws
        self.skips = number if face.skips else 0
        if face.turns and number % 2:
            self.direction = -self.direction
            self.line = self.family.line(self.playing, self.direction, len(self.hands))

    def answer(self, calls_out: bool) -> None:
        """The seat asked does or does not call out the offender (C6)."""
        if self.waits is not CALL_OUT:
            raise ValueError("nobody is asked to call out anybody")
        if calls_out:
            self._caught(self.offender, self.seat)
            return
        asked = self.family.order(self.playing, self.seat + 1)[0]
        if asked == self.offender:  # C6: forgiven for good
            self._settled()
        else:
            self.seat = asked

    def refill(self, stock: list[int]) -> None:
        """Lay down the new stock, top card first (C4). Raises ValueError unless it is the discards in some order."""
        if self.waits is not SHUFFLE:
            raise ValueError("no reshuffle is due")
        if sorted(stock) != sorted(self.discards):
            raise ValueError("the new stock is not the discards")
        self.discards = []
        self.reshuffled = (tuple(stock), self.reshuffled)
        self.public = (("reshuffle", len(stock)), self.public)
        self.stock = stock[::-1]
        self.waits = CHOOSE
        if self.why == "penalty":
            self._pay()
        elif self._take() and self._turn_drawn():
            self._end_turn()

    def announce(self, event: Event) -> None:
        """Put an event of the table's own (a fault) into the record; when the deal is over, before its ``end``."""
        if self.waits is OVER and self.public:
            end, before = self.public
            self.public = (end, (event, before))
        else:
            self.public = (event, self.public)

    # Turns

    def _end_turn(self) -> None:
        """The turn is over and settled: skips (M9), the cap (C8), and turns in which there is nothing to choose."""
        while True:
            if self.idle >= len(self.playing):  # M13
                self._end("standstill")
                return
            seat = self._next() if self.skips else self.line[self.actor]  # skips belong to the turn that is over
            if self.turns >= self.family.cap:
                self._end("cap")
                return
            self.seat = self.actor = seat
            hand = self.hands[seat]
            if self.pending:
                legal = hand & OF_FACE[self.face] if self.family.stacking else 0
            else:
                legal = hand & FITS[self.colour][self.face]
                if hand >> WILDS:
                    legal |= WILD_BIT
            if legal:
                self.legal = legal | DRAW_BIT
                return
            if not self._drawn_turn():
                return

    def _next(self) -> int:
        """Who acts after ``actor`` and a skip; who is skipped is put on record (M9, M14)."""
        others = self.family.after(self.playing, self.actor, self.direction)
        skips, self.skips = self.skips, 0
        for seat in others[:skips]:
            self.public = (("skip", seat), self.public)
        if skips < len(others):
            return others[skips]
        return self.actor if self.actor in self.playing else others[0]

    def _drawn_turn(self) -> bool:
        """Draw what the seat asked has to (M4, M7); whether the turn is over and the deal goes on."""
        self.drawer = self.seat
        self.owed, self.why = (self.pending, "pending") if self.pending else (1, "turn")
        self.drew = False
        return self._take() and self._turn_drawn()

    def _turn_drawn(self) -> bool:
        """The draw of a turn is settled (M12); whether the deal goes on."""
        self.pending = 0
        self.turns += 1
        self.idle = 0 if self.drew else self.idle + 1
        if not self.drew:
            self.public = (("pass", self.drawer), self.public)
        return self.waits is not OVER

    def _take(self) -> bool:
        """Draw what is owed, as far as there are cards; whether no reshuffle is waited for."""
        seat, stock = self.drawer, self.stock
        room = self.family.limit - self.counts[seat]
        drawn = min(self.owed, len(stock), room + 1)  # M10: the card too many is the last one
        if drawn:
            ids = tuple(stock[: -drawn - 1 : -1])
            del stock[-drawn:]
            hand = self.hands[seat]
            for kind in ids:
                hand = with_card(hand, kind)
            self.drew = True
            self.owed -= drawn
            self.hands[seat] = hand
            self.counts[seat] += drawn
            self.drawn[seat] = (ids, self.drawn[seat])
            self.public = (("draw", seat, drawn, self.why), self.public)
        if drawn > room:
            self._bust(seat)
        elif self.owed and self.discards:
            self.waits = SHUFFLE
            return False
        self.owed = 0
        return True

    # Places

    def _out(self, seat: int) -> None:
        """The hand is empty: the best open place (M11)."""
        self._place(seat, self.best)
        self.public = (("out", seat, self.best), self.public)
        if self.best == 1:
            self.winner = seat
        self.best += 1
        self._leave(seat)

    def _bust(self, seat: int) -> None:
        """Too many cards: the worst open place, and the hand goes under the discards (M10, M8)."""
        self._place(seat, self.worst)
        self.public = (("bust", seat, self.worst), self.public)
        self.worst -= 1
        self.discards += cards_in(self.hands[seat])
        self.hands[seat] = self.counts[seat] = 0
        self._leave(seat)

    def _place(self, seat: int, place: int) -> None:
        self.places = (*self.places[:seat], place, *self.places[seat + 1 :])

    def _leave(self, seat: int) -> None:
        self.playing = tuple([other for other in self.playing if other != seat])
        self.line = self.family.line(self.playing, self.direction, len(self.hands))
        if len(self.playing) == 1:  # M11: the last one takes the last open place
            last = self.playing[0]
            self._place(last, self.best)
            if self.best == 1:
                self.winner = last
            self._end("out")

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
            self._end_turn()
            return
        self.public = (("missed", seat), self.public)
        self.missed.append(seat)
        if self.family.rules.call.enforced_by == "referee":
            self._caught(seat, None)
        else:
            self.offender = seat
            self.seat = self.family.order(self.playing, seat + 1)[0]
            self.waits = CALL_OUT

    def _caught(self, seat: int, by: int | None) -> None:
        self.public = (("caught", seat, by), self.public)
        self.caught.append(seat)
        self.drawer, self.owed, self.why = seat, self.family.rules.call.penalty, "penalty"
        self.waits = CHOOSE
        self._pay()

    def _pay(self) -> None:
        """Draw the penalty, as far as there are cards (C7); what the play before did stays in force."""
        if self._take() and self.waits is not OVER:
            self._settled()

    def _settled(self) -> None:
        self.offender = -1
        self.waits = CHOOSE
        self._end_turn()

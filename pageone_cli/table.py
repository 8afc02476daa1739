"""One table: seats strategies, plays deals, and deals with strategies that fail.

The one loop that calls strategies. It knows nothing of any family but the protocol in `pageone_cli.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pageone_cli.events import Chain
from pageone_cli.faults import Aborted, Fault, explained, kind_of
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, Deal, Family, IllegalMove
from pageone_cli.match import Points
from pageone_cli.strategy import Setting, Strategy

if TYPE_CHECKING:
    from pageone_cli.loading import Player
    from pageone_cli.streams import Streams


class DealResult(NamedTuple):
    """A deal that was played: its number in the match, who was in, the pack (ids), the deal itself, points per seat."""

    number: int
    active: tuple[int, ...]
    dealer: int
    pack: list[int]
    deal: Deal
    points: list[Points | None]
    faults: list[Fault]


@dataclass(frozen=True)
class Conduct:
    """How strategies are treated.

    ``on_fault`` is ``substitute``, ``forfeit`` or ``abort``; ``substitute`` makes the strategy that plays for who
    has failed; ``report`` is told each fault; ``limited`` puts a call under the time limit, if there is one;
    ``watched`` is told (match, deal, seat) of a call as well, and may keep account of it.
    """

    on_fault: str
    substitute: Callable[[], Strategy]
    report: Callable[[Fault], None]
    limited: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda call: call
    watched: Callable[[tuple[int, int, int], Callable[..., Any]], Callable[..., Any]] | None = None


class Table:
    """`players` at one table, ``players[seat]``, for one match of block `block`."""

    def __init__(
        self, family: Family, players: Sequence[Player], streams: Streams, block: int, match: int, conduct: Conduct
    ) -> None:
        self.family = family
        self.players = players
        self.streams = streams
        self.block = block
        self.match = match
        self.conduct = conduct
        self.rules = family.sealed
        seats = len(players)
        self._kept: list[Strategy | None] = [None] * seats
        self._choose: list[Callable[[Any], Any]] = [_nobody] * seats
        self._call_out: list[Callable[[Any, int], Any]] = [_nobody] * seats
        self._observers: dict[int, Callable[[Any], Any]] = {}
        self._told: Chain = None  # the head of the public chain up to which observers have been told
        self._unsaid: dict[int, str] = {}  # faults that are not yet on record
        self._faults: list[Fault] = []
        self._number = 0
        self._streams: list[int] = []  # the seed of each seat's random numbers in this deal

    def play(self, number: int, active: tuple[int, ...], dealer: int, scores: Sequence[Points]) -> DealResult:
        """Play deal `number` (from 1). Raises `Aborted` where a fault ends the run."""
        family = self.family
        cards = self.streams.cards(self.block, number, family.pack)
        pack = cards.pack()
        seats = len(self.players)
        rules = family.rules
        setting = Setting(rules.game, self.rules, seats, active, dealer, tuple(scores), number, family.cards)
        deal = family.deal(setting, pack)
        self._number = number
        self._streams = self.streams.strategies(self.block, number, seats)
        self._faults = []
        self._sit_down(deal, active)
        self._run(deal, cards.shuffle)
        return DealResult(number, active, dealer, pack, deal, self._points(deal, active), self._faults)

    def _run(self, deal: Deal, shuffle: Callable[[list[int]], list[int]]) -> None:
        choose, observers = self._choose, self._observers
        if observers:
            self._tell(deal)  # what happened before the first decision
        while True:
            waits = deal.waits
            if waits is CHOOSE:
                seat = deal.seat
                view = deal.view()
                try:
                    move = choose[seat](view)
                except BaseException as error:
                    self._fail(deal, seat, "choose", error)
                    continue
                try:
                    deal.play(move)
                except IllegalMove as error:
                    self._fail(deal, seat, "choose", error)
            elif waits is CALL_OUT:
                self._ask(deal)
            elif waits is SHUFFLE:
                deal.refill(shuffle(deal.discards))
            else:
                break
            if observers and deal.waits is not OVER:
                self._tell(deal)
        self._say_all(deal)  # before the end, so that those who listen are told
        self._tell(deal)
        self._say_all(deal)

    def _ask(self, deal: Deal) -> None:
        seat, offender = deal.seat, deal.offender
        view = deal.view()
        try:
            answer = bool(self._call_out[seat](view, offender))
        except BaseException as error:
            self._fail(deal, seat, "call_out", error)
            return
        deal.answer(answer)

    def _sit_down(self, deal: Deal, active: Sequence[int]) -> None:
        """Seat a strategy everywhere, fresh ones unless they remember, and let them start."""
        self._observers.clear()
        self._unsaid.clear()
        self._told = None
        starters = []
        for seat in active:
            try:
                kept = self._kept[seat]
                strategy = self._guarded(seat, self.players[seat].make)() if kept is None else kept
                if strategy.remembers:
                    self._kept[seat] = strategy
                self._take_seat(seat, strategy)
            except BaseException as error:
                self._fail(deal, seat, "construction", error)
                continue
            kind = type(strategy)
            if kind.observe is not Strategy.observe:
                self._observers[seat] = self._guarded(seat, strategy.observe)
            if kind.start is not Strategy.start:
                starters.append((seat, self._guarded(seat, strategy.start)))
        for seat, start in starters:
            view = deal.view(seat)
            view.moves = ()  # nothing is to be chosen yet
            try:
                start(view)
            except BaseException as error:
                self._fail(deal, seat, "start", error)

    def _guarded(self, seat: int, call: Callable[..., Any]) -> Callable[..., Any]:
        """A call of the strategy at `seat` under the time limit, and watched."""
        limited, watched = self.conduct.limited(call), self.conduct.watched
        return limited if watched is None else watched((self.match, self._number, seat), limited)

    def _take_seat(self, seat: int, strategy: Strategy) -> None:
        self._guarded(seat, strategy.sit)(seat, self.rules, self._streams[seat])
        self._choose[seat] = self._guarded(seat, strategy.choose)
        self._call_out[seat] = self._guarded(seat, strategy.call_out)

    def _tell(self, deal: Deal) -> None:
        """Tell those who listen what has happened since they were told last."""
        since, self._told = self._told, deal.public
        for seat, observe in list(self._observers.items()):
            try:
                for event in deal.events_for(seat, since):
                    observe(event)
            except BaseException as error:
                self._fail(deal, seat, "observe", error)

    # Faults

    def _fail(self, deal: Deal, seat: int, where: str, error: BaseException) -> None:
        """The strategy at `seat` has failed: the substitute takes over for the rest of the deal."""
        kind = kind_of(error)
        player = self.players[seat]
        fault = Fault(self.match, self._number, seat, player.name, kind, where, explained(error, player.path))
        if self.conduct.on_fault == "abort":
            raise Aborted(fault) from None
        self._faults.append(fault)
        self.conduct.report(fault)
        self._observers.pop(seat, None)
        self._take_seat(seat, self.conduct.substitute())
        if where in ("choose", "call_out"):
            deal.announce(("fault", seat, kind))
        else:
            self._say_later(deal, seat, kind)

    def _say_later(self, deal: Deal, seat: int, kind: str) -> None:
        """No decision failed: the fault is put on record before the seat's next one, or before the end."""
        self._unsaid[seat] = kind
        choose, call_out = self._choose[seat], self._call_out[seat]

        def choose_then(view: Any) -> Any:
            self._say(deal, seat)
            return choose(view)

        def call_out_then(view: Any, offender: int) -> Any:
            self._say(deal, seat)
            return call_out(view, offender)

        self._choose[seat], self._call_out[seat] = choose_then, call_out_then

    def _say_all(self, deal: Deal) -> None:
        for seat in list(self._unsaid):
            self._say(deal, seat)

    def _say(self, deal: Deal, seat: int) -> None:
        kind = self._unsaid.pop(seat, None)
        if kind is not None:
            deal.announce(("fault", seat, kind))

    def _points(self, deal: Deal, active: Sequence[int]) -> list[Points | None]:
        points = deal.points()
        if self._faults and self.conduct.on_fault == "forfeit":
            worst = self.family.forfeit(points, active)
            for fault in self._faults:
                points[fault.seat] = worst
        return points


def _nobody(*_: Any) -> Any:
    raise AssertionError("nobody sits here")

"""Tells a deal of the matching game so that a person can follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pageone_cli.cards import COLOURS, FACE_TABLE, FACES
from pageone_cli.events import Event
from pageone_cli.games import Painter
from pageone_cli.games.matching.reasons import WORDS
from pageone_cli.render.text import padded

if TYPE_CHECKING:
    from pageone_cli.games.matching.family import MatchingFamily

ENDINGS: Final = {
    "out": "All places are taken (M11).",
    "standstill": "Nobody can play or draw (M13): those still in share the open places.",
    "cap": "The deal has reached its last turn (C8): those still in share the open places.",
}
WHY: Final = {"penalty": " as a penalty", "pending": ", the pending draw (M7)", "turn": ""}


def pack_order(card: str) -> tuple[bool, int, int]:
    """A key that sorts cards as the log writes them into pack order."""
    return card == "W", COLOURS.find(card[0]), FACES.index(card[1:]) if card[1:] in FACES else 0


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


class Teller:
    """Folds the events of a deal into lines; `seat` sees the own cards only, None sees everything (C9)."""

    def __init__(
        self,
        family: MatchingFamily,
        dealt: Mapping[int, Sequence[int]],
        names: Sequence[str],
        seat: int | None,
        paint: Painter,
    ) -> None:
        self.names = [padded(name, max(len(padded(each)) for each in names)) for name in names]
        self.seat = seat
        self.paint = paint
        self.hands = {each: [str(family.cards[kind]) for kind in hand] for each, hand in dealt.items()}
        self.stock = len(family.pack) - sum(map(len, self.hands.values())) - 1
        self.discards = 0
        self.top: Sequence[str] = ()
        self.colour = ""
        self.pending = 0
        self.direction = 1
        self.turn = 0
        self.actor = -1
        self.last: Event = ("",)
        self.broken_off: Event = ("",)  # the draw that a reshuffle comes in between
        self.parts: list[str] = []
        self.rounds = len(self.hands)

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """The deal, a paragraph at a time."""
        for event in events:
            yield from getattr(self, f"_{event[0]}")(*event[1:])
            self.last = event
        yield from self._flush()

    def _card(self, card: str) -> str:
        return self.paint(card, WORDS[card[0]]) if card[0] in WORDS else card

    def _shown(self, cards: Sequence[str]) -> str:
        return " ".join(self._card(card) for card in cards)

    def _heading(self) -> str:
        """What lies where."""
        force = f"{self._shown(self.top)} on top, {self.paint(WORDS[self.colour], WORDS[self.colour])} in force"
        parts = [f"Turn {self.turn + 1}", force, f"stock {self.stock}, discards {self.discards}"]
        parts += [f"{self.pending} pending"] * bool(self.pending) + ["counter-clockwise"] * (self.direction < 0)
        lines = [" · ".join(parts)]
        for seat, hand in self.hands.items():
            if hand:
                seen = self._shown(sorted(hand, key=pack_order)) if self.seat in (None, seat) else _cards(len(hand))
                lines.append(f"    {self.names[seat]}  {seen}")
        return "\n".join(lines)

    def _flush(self) -> Iterator[str]:
        if self.parts:
            left = len(self.hands[self.actor])
            yield f"  {self.names[self.actor]}  {', '.join(self.parts)} · {left} left"
        self.parts = []

    def _say(self, seat: int, part: str) -> Iterator[str]:
        if seat != self.actor:
            yield from self._flush()
        self.actor = seat
        self.parts.append(part)

    def _begin(self) -> Iterator[str]:
        """A turn begins; every round of turns there is a heading."""
        yield from self._flush()
        if self.turn and self.turn % self.rounds == 0:
            yield self._heading()
        self.turn += 1

    def _starter(self, card: str) -> Iterator[str]:
        self.top, self.colour = (card,), card[0]
        yield self._heading()

    def _play(self, seat: int, cards: Sequence[str], colour: str = "") -> Iterator[str]:
        yield from self._begin()
        for card in cards:
            self.hands[seat].remove(card)
        self.discards += len(self.top)
        self.top, self.colour = cards, colour or cards[-1][0]
        named = f" and names {self.paint(WORDS[colour], WORDS[colour])}" if colour in WORDS else ""
        yield from self._say(seat, f"plays {self._shown(cards)}{named}{self._effect(cards)}")

    def _effect(self, cards: Sequence[str]) -> str:
        """What action cards do (M7, M9), said with the play."""
        face = next((face for face in FACE_TABLE if face.name == cards[-1][1:]), FACE_TABLE[0])
        if face.draws:
            self.pending += len(cards) * face.draws
            return f" ({self.pending} pending)"
        if face.turns and len(cards) % 2:
            self.direction = -self.direction
            return " (the direction turns)"
        return ""

    def _draw(self, seat: int, cards: Sequence[str], why: str) -> Iterator[str]:
        goes_on = self.last[0] == "reshuffle" and (seat, why) == (self.broken_off[1:2] + self.broken_off[3:])
        if why != "penalty" and not goes_on:
            yield from self._begin()
        self.hands[seat] += cards
        self.stock -= len(cards)
        self.pending = 0 if why == "pending" else self.pending
        shown = self._shown(cards) if self.seat in (None, seat) else _cards(len(cards))
        yield from self._say(seat, f"draws {shown}{WHY.get(why, '')}")

    def _call(self, seat: int) -> Iterator[str]:
        yield from self._say(seat, 'calls "Page One!"')

    def _missed(self, seat: int) -> Iterator[str]:
        yield from self._say(seat, "says nothing: a missed call (C5)")

    def _caught(self, seat: int, by: int | None) -> Iterator[str]:
        yield from self._flush()
        who = "the referee" if by is None else self.names[by].strip()
        yield f"  {who} calls {self.names[seat].strip()} out (C6)"

    def _reshuffle(self, cards: Sequence[str]) -> Iterator[str]:
        yield from self._flush()
        self.stock, self.discards = len(cards), 0
        self.broken_off = self.last if self.last[0] == "draw" else ("",)
        yield f"  The stock is empty: the {len(cards)} discards are shuffled into a new one (C4)."

    def _pass(self, seat: int) -> Iterator[str]:
        yield from self._begin()
        self.pending = 0
        yield from self._say(seat, "finds nothing to draw and passes (M12)")

    def _skip(self, seat: int) -> Iterator[str]:
        yield from self._flush()
        yield f"  {self.names[seat]}  is skipped (M9)"

    def _fault(self, seat: int, kind: str) -> Iterator[str]:
        yield from self._flush()
        yield f"  {self.names[seat]}  fails ({kind}); a substitute plays on"

    def _out(self, seat: int, place: int) -> Iterator[str]:
        yield from self._flush()
        yield f"  {self.names[seat].strip()} has played the last card and takes place {place} (M11)."

    def _bust(self, seat: int, place: int) -> Iterator[str]:
        held = len(self.hands[seat])
        yield from self._flush()
        self.discards += held
        self.hands[seat] = []
        yield f"  {self.names[seat].strip()} has {held} cards, too many: out, with place {place} (M10)."

    def _end(self, outcome: str, winner: int | None) -> Iterator[str]:
        yield from self._flush()
        first = f" {self.names[winner].strip()} is first." if winner is not None else " Nobody is first alone."
        yield ENDINGS.get(outcome, f"The deal ends: {outcome}.") + first

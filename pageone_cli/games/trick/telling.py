"""Tells a deal of the trick game so that a person can follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pageone_cli.cards import RANKS, SUITS
from pageone_cli.events import Event
from pageone_cli.games import Painter
from pageone_cli.render.text import padded

if TYPE_CHECKING:
    from pageone_cli.games.trick.family import TrickFamily

WORDS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
ENDINGS = {
    "stuck": "Someone must draw and there is nothing left to draw (T6): the deal ends without a winner.",
    "cap": "The deal has reached its last turn (C8): it ends without a winner.",
}


def pack_order(card: str) -> tuple[bool, int, int]:
    """A key that sorts cards as the log writes them into pack order."""
    return card[0] == "*", SUITS.find(card[-1]), RANKS.find(card[0])


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


class Teller:
    """Folds the events of a deal into lines; `seat` sees the own cards only, None sees everything (C9)."""

    def __init__(
        self,
        family: TrickFamily,
        dealt: Mapping[int, Sequence[int]],
        names: Sequence[str],
        seat: int | None,
        paint: Painter,
    ) -> None:
        self.names = [padded(name, max(len(padded(each)) for each in names)) for name in names]
        self.seat = seat
        self.paint = paint
        self.hands = {each: [str(family.cards[i]) for i in hand] for each, hand in dealt.items()}
        self.stock = len(family.cards) - sum(map(len, self.hands.values()))
        self.collected = 0
        self.trick: list[tuple[int, str]] = []
        self.tricks = 0
        self.actor = -1
        self.parts: list[str] = []

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """The deal, a paragraph at a time."""
        yield self._heading()
        for event in events:
            yield from getattr(self, f"_{event[0]}")(*event[1:])
        yield from self._flush()

    def _shown(self, cards: Sequence[str]) -> str:
        """Cards as they are shown: hearts and diamonds are red."""
        return " ".join(self.paint(card, "red") if card[-1] in "HD" else card for card in cards)

    def _heading(self) -> str:
        """What lies where before a trick is led."""
        self.tricks += 1
        lines = [f"Trick {self.tricks} · stock {self.stock}, discards {self.collected}"]
        for seat, hand in self.hands.items():
            cards = self._shown(sorted(hand, key=pack_order)) if self.seat in (None, seat) else _cards(len(hand))
            lines.append(f"    {self.names[seat]}  {cards}")
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

    def _draw(self, seat: int, cards: Sequence[str], why: str) -> Iterator[str]:
        self.hands[seat] += cards
        self.stock -= len(cards)
        shown = self._shown(cards) if self.seat in (None, seat) else _cards(len(cards))
        yield from self._say(seat, f"draws {shown}" + (" as a penalty" if why == "penalty" else ""))

    def _play(self, seat: int, cards: Sequence[str]) -> Iterator[str]:
        self.hands[seat].remove(cards[0])
        yield from self._say(seat, f"{'plays' if self.trick else 'leads'} {self._shown(cards)}")
        self.trick.append((seat, cards[0]))

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
        self.stock, self.collected = len(cards), 0
        yield f"  The stock is empty: the {len(cards)} discards are shuffled into a new one (C4)."

    def _pass(self, seat: int) -> Iterator[str]:
        yield from self._say(seat, "cannot draw and passes (T6)")

    def _skip(self, seat: int) -> Iterator[str]:
        yield from self._flush()
        yield f"  {self.names[seat]}  is skipped by the stop card (T10)"

    def _fault(self, seat: int, kind: str) -> Iterator[str]:
        yield from self._flush()
        yield f"  {self.names[seat]}  fails ({kind}); a substitute plays on"

    def _trick(self, seat: int) -> Iterator[str]:
        yield from self._flush()
        cards = self._shown([card for _, card in self.trick])
        yield f"  → {cards}: {self.names[seat].strip()} takes the trick, {self._why()}"
        self.collected += len(self.trick)
        self.trick = []
        if all(self.hands.values()):
            yield self._heading()

    def _why(self) -> str:
        """Why the trick goes to who takes it (T7)."""
        cards = [card for _, card in self.trick]
        jokers = [card for card in cards if card[0] == "*"]
        if jokers:
            return "the first joker beats everything" if len(jokers) > 1 else "the joker beats everything"
        followed = [card for card in cards if card[1] == cards[0][1]]
        best = max(followed, key=pack_order)
        return f"{best} is the only card" if len(cards) == 1 else f"{best} is the highest {WORDS[best[1]]}"

    def _end(self, outcome: str, winner: int | None) -> Iterator[str]:
        yield from self._flush()
        if winner is None:
            yield ENDINGS.get(outcome, f"The deal ends: {outcome}.")
        else:
            yield f"{self.names[winner].strip()} has played the last card and wins the deal (T11)."

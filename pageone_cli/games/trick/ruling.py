"""Settles a dispute in the trick game: asks the engine what may be played, and says by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pageone_cli.cards import FIRST_JOKER, named
from pageone_cli.games import CHOOSE, OVER, IllegalMove, Question, Verdict
from pageone_cli.games.trick.deal import TrickDeal
from pageone_cli.games.trick.masks import BITS, DRAW, DRAW_BIT, JOKERS
from pageone_cli.games.trick.position import placed
from pageone_cli.games.trick.reasons import WORDS, why_not
from pageone_cli.strategy import Setting

if TYPE_CHECKING:
    from pageone_cli.games.trick.family import TrickFamily

ASKED = 0  # the seat of who asks
STUCK = {
    "void": "the deal is void",
    "score": "the deal ends and everyone scores the own hand",
    "pass": "who must draw takes no part in this trick",
}


def ruling(family: TrickFamily, question: Question) -> list[Verdict]:
    """What may be done with the hand in `question`. Raises ValueError for what cannot be."""
    return list(_Ruling(family, question).verdicts())


class _Ruling:
    """One question; `before` is the deal before the turn begins, `deal` when its first choice is made."""

    def __init__(self, family: TrickFamily, question: Question) -> None:
        self.family = family
        names = family.ids_by_name
        self.hand = [named(word, names) for word in question.hand]
        self.after = [named(word, names) for word in question.after]
        self.trick = [named(word, names) for word in question.table.get("trick", ())]
        led = question.table.get("led")
        self.stock, self.discards = question.table.get("stock"), question.table.get("discards")
        table = {"trick": self.trick, "led": led.upper() if led else None}
        table |= {"stock": self.stock, "discards": self.discards}
        self.before = self._placed(question.players, table)
        if self.trick and led is not None and led.upper() != self._suit(self.before):
            raise ValueError(f"the trick {' '.join(self.trick)} does not ask for {led.upper()}")
        self.empty = self._placed(question.players, {**table, "stock": 0, "discards": 0})
        self.deal = self.before.copy()
        self.deal.begin()
        # Who draws at once had no choice.
        self.forced = (
            self.deal.hands[ASKED] != self.before.hands[ASKED]
            or self.deal.waits is not CHOOSE
            or self.deal.seat != ASKED  # it has passed (T6)
        )
        if self.forced:
            self.before.legal = DRAW_BIT
            self.deal = self.before

    def _placed(self, players: int, table: dict[str, Any]) -> TrickDeal:
        family, counts = self.family, [1] * players
        counts[ASKED] = len(self.hand)
        seats = tuple(range(players))
        setting = Setting(
            family.rules.game, family.sealed, players, seats, players - 1, (0,) * players, 1, family.cards
        )
        return placed(family, setting, ASKED, self.hand, counts, table)

    def _suit(self, deal: TrickDeal) -> str | None:
        return self.family.cards[deal.led.bit_length() - 1].suit if deal.led else None

    def verdicts(self) -> Iterator[Verdict]:
        """All answers: each card of the hand, drawing, the trick so far, what follows from a play."""
        for name in dict.fromkeys(self.hand):
            yield self._card(name)
        yield self._draw()
        if self.trick:
            yield from self._misplayed()
            yield self._wins(self.before)
        if len(self.after) > 1:
            raise ValueError("one card is played at a time")
        for name in self.after:
            if name not in self.hand:
                raise ValueError(f"{name} is not in the hand")
            yield from self._play(name)

    def _card(self, name: str) -> Verdict:
        card = self.family.ids_by_name[name]
        if not self.deal.legal & BITS[card]:
            return Verdict("card", name, False, *why_not(self.deal, card))
        return Verdict("card", name, True, *self._why(card))

    def _why(self, card: int) -> tuple[str, str]:
        """Why a card may be played."""
        suit = self._suit(self.deal)
        if suit is None:
            return "T3", "no suit is led yet: any card may be played" if self.trick else "the leader plays any card"
        if card < FIRST_JOKER:
            return "T4", f"follows the {WORDS[suit]} led"
        if self.deal.hands[ASKED] & self.deal.led:
            return "T4", "a joker may be played instead of following"
        return "T5", "a joker may be played instead of drawing"

    # Drawing

    def _draw(self) -> Verdict:
        if not self.forced and not self.deal.legal & DRAW_BIT:
            return Verdict("draw", "drawing", False, *why_not(self.deal, DRAW))
        if self.forced and self.stock == 0 and self.discards == 0:
            return Verdict("draw", "drawing", False, "T6", f"nothing is left to draw: {self._stuck()}")
        suit = self._suit(self.before)
        if suit is None:
            rule, what = "T12", "draw one card, then play either of the two"
        else:
            rule, what = "T5", f"draw one card at a time; the first {WORDS[suit]} must be played at once"
        if not self.forced:
            what = f"instead of playing the joker, {what}"
        return Verdict("draw", "drawing", True, rule, f"{'must ' if self.forced else 'may '}{what}{self._supply()}")

    def _supply(self) -> str:
        """What happens with an empty stock, as far as it is one: the engine says what, with nothing left to draw."""
        if self.stock != 0:
            return ""
        refill = ". The stock is empty: the collected tricks are shuffled into a new one (C4)"
        return refill + ("" if self.discards else f"; without any, {self._stuck()}")

    def _stuck(self) -> str:
        """What the rules say when nothing is left to draw (T6)."""
        deal = self.empty.copy()
        deal.begin()
        if deal.waits is CHOOSE and deal.hands[ASKED] & JOKERS and not self.forced:
            return "the joker must be played (T6)"
        ended = deal.waits is OVER
        assert ended or ("pass", ASKED) in deal.events()
        return f"{STUCK[self.family.rules.on_stuck]} (T6)"

    # The trick and the call

    def _misplayed(self) -> Iterator[Verdict]:
        """Cards of the trick that could not be played: who cannot follow draws until they can (T4, T5)."""
        led: str | None = None
        for name in self.trick:
            card = self.family.cards[self.family.ids_by_name[name]]
            if led and not card.is_joker and card.suit != led:
                why = f"could not be played: neither the {WORDS[led]} led nor a joker; it counts for nothing"
                yield Verdict("card", name, False, "T5", why)
            led = led or card.suit

    def _wins(self, deal: TrickDeal) -> Verdict:
        """Who wins the trick so far (T7)."""
        card = str(self.family.cards[deal.best])
        if deal.best >= FIRST_JOKER:
            return Verdict("trick", card, None, "T7", "wins so far: the first joker played beats everything")
        suit = WORDS[self.family.cards[deal.best].suit or "S"]
        return Verdict("trick", card, None, "T7", f"wins so far: the highest {suit}")

    def _play(self, name: str) -> Iterator[Verdict]:
        """What follows when a card is played: the engine plays it, and says the call."""
        deal = self.deal.copy()
        since = deal.public
        try:
            deal.play(self.family.move([name], None, True))
        except IllegalMove as error:
            yield Verdict("call", f"after {name}", False, error.rule, error.why)
            return
        told = deal.events(since)
        left = len(self.hand) - 1
        yield Verdict("call", f"after {name}", *_call(self.family, told, left))
        for event in told:
            if event[0] == "skip":
                yield Verdict("trick", f"after {name}", None, "T10", "the next player is skipped")
            if event[0] == "trick":
                who = "this card wins" if event[1] == ASKED else "another card wins"
                yield Verdict("trick", f"after {name}", None, "T7", f"the trick is complete: {who}")


def _call(family: TrickFamily, told: Sequence[Any], left: int) -> tuple[bool | None, str, str]:
    """Whether a call is due: the engine records one only where it is."""
    call = family.rules.call
    if told[-1][0] == "end" and not left:
        return None, "T11", "the hand is empty: the deal is won, and no call is due"
    cards = f"{left} card{'s' * (left != 1)}"
    if any(event[0] == "call" for event in told):
        cost = f"costs {call.penalty} cards" + (
            " if an opponent calls it out" if call.enforced_by == "opponents" else ""
        )
        return True, "C5", f'"Page One!" is due: {cards} left; a missed call {cost} (C6)'
    if call.enforced_by == "nobody":
        return False, "C6", "no call is due: nobody enforces it"
    return False, "C5", f"no call is due: {cards} left, it is due with {call.at}"

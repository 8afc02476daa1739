"""Settles a dispute in the matching game: asks the engine what may be played, and says by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pageone_cli.cards import COLOURS, FACE_TABLE, FACES, named
from pageone_cli.games import IllegalMove, Question, Verdict
from pageone_cli.games.matching.hands import DRAW_BIT, FACE_OF, WILD, cards_in
from pageone_cli.games.matching.moves import CARDS
from pageone_cli.games.matching.position import placed
from pageone_cli.games.matching.reasons import WORDS, refusal
from pageone_cli.strategy import Setting

if TYPE_CHECKING:
    from pageone_cli.games.matching.family import MatchingFamily

ASKED = 0  # the seat of who asks


def ruling(family: MatchingFamily, question: Question) -> list[Verdict]:
    """What may be done with the hand in `question`. Raises ValueError for what cannot be."""
    return list(_Ruling(family, question).verdicts())


class _Ruling:
    """One question; ``deal`` waits for the choice, or (``forced``) would draw at once."""

    def __init__(self, family: MatchingFamily, question: Question) -> None:
        self.family = family
        known = family.ids_by_name
        self.hand = [named(word, known) for word in question.hand]
        self.after = [named(word, known) for word in question.after]
        self.stock, self.discards = question.table.get("stock"), question.table.get("discards")
        table = dict(question.table)
        table["colour"] = table["colour"].lower() if table.get("colour") else None
        table["top"] = [named(word, known) for word in table.get("top") or ()]
        if not table["top"]:
            raise ValueError("what lies on top is needed: --top b3, or --top W --colour r")
        if len(self.hand) > family.limit:
            raise ValueError(f"nobody holds {len(self.hand)} cards: the hand limit is {family.limit} (M10)")
        counts = [1] * question.players
        counts[ASKED] = len(self.hand)
        seats = tuple(range(question.players))
        setting = Setting(
            "matching", family.sealed, question.players, seats, question.players - 1, (0,) * len(seats), 1, family.cards
        )
        self.deal = placed(family, setting, ASKED, self.hand, counts, table)
        began = self.deal.copy()
        began.begin()
        held = self.deal.hands[ASKED]
        self.forced = not began.legal or began.seat != ASKED or began.hands[ASKED] != held
        if self.forced:  # nothing may be played: the draw is the only thing to do
            self.deal.seat, self.deal.legal = ASKED, DRAW_BIT
        else:
            self.deal = began

    def verdicts(self) -> Iterator[Verdict]:
        """All answers: each card of the hand, sets, drawing, what follows from a play."""
        for kind in dict.fromkeys(cards_in(self.deal.hands[ASKED])):
            yield self._card(kind)
        yield from self._sets()
        yield self._draw()
        for name in self.after:
            if self.after.count(name) > self.hand.count(name):
                raise ValueError(f"{name} is not in the hand{' so often' if name in self.hand else ''}")
        if self.after:
            yield from self._play()

    def _card(self, kind: int) -> Verdict:
        name = str(CARDS[kind])
        why = refusal(self.deal, (kind,), COLOURS[0] if kind == WILD else None)
        if why is not None:
            return Verdict("card", name, False, *why)
        if kind == WILD:
            return Verdict("card", name, True, "M5", "a wild fits on everything; a colour is named with it")
        deal = self.deal
        if deal.pending:
            return Verdict("card", name, True, "M7", f"passes the pending draw of {deal.pending} cards on")
        if CARDS[kind].colour == COLOURS[deal.colour]:
            return Verdict("card", name, True, "M5", f"has the colour in force, {WORDS[COLOURS[deal.colour]]}")
        return Verdict("card", name, True, "M5", f"has the face of the top card, {FACES[deal.face]}")

    def _sets(self) -> Iterator[Verdict]:
        """For each face that is held several times: whether the cards may go together."""
        held = [kind for kind in cards_in(self.deal.hands[ASKED]) if kind != WILD]
        for face in dict.fromkeys(FACE_OF[kind] for kind in held):
            kinds = [kind for kind in held if FACE_OF[kind] == face]
            if len(kinds) < 2:
                continue
            fitting = [kind for kind in kinds if refusal(self.deal, (kind,), None) is None]
            first = fitting[0] if fitting else kinds[0]
            laid = (first, *[kind for place, kind in enumerate(kinds) if place != kinds.index(first)])
            names = " ".join(str(CARDS[kind]) for kind in laid)
            why = refusal(self.deal, laid, None)
            if why is not None:
                yield Verdict("card", names, False, *why)
            else:
                what = f"{CARDS[first]} fits and comes first; the last card lies on top and its colour counts"
                yield Verdict("card", names, True, "M6", what)

    def _draw(self) -> Verdict:
        pending = self.deal.pending
        if pending:
            rule, what = "M7", f"draw {pending} cards and lose the turn"
        elif self.forced:
            rule, what = "M4", "draw one card, which ends the turn: nothing fits"
        else:
            rule, what = "M4", "draw one card instead, which ends the turn: it may not be played at once"
        how = "must" if self.forced else "may"
        return Verdict("draw", "drawing", True, rule, f"{how} {what}{self._supply(pending)}")

    def _supply(self, pending: int) -> str:
        """What happens where the stock does not suffice (C4, M10, M12)."""
        wanted = max(1, pending)
        limit = self.family.limit - len(self.hand)
        if wanted > limit:
            return f". Card number {limit + 1} is one too many: out of the deal with the worst open place (M10)"
        if self.stock is None or self.stock >= wanted:
            return ""
        nothing = "what is missing is not drawn, and the turn ends (M12)"
        if self.discards == 0:
            return f". {self.stock} cards are left: {nothing}"
        refill = ". The stock does not suffice: what was played before is shuffled into a new one (C4)"
        return refill + ("" if self.discards else f"; without any, {nothing}")

    def _play(self) -> Iterator[Verdict]:
        """What follows when these cards are played: the engine plays them, and says the call."""
        what = f"after {' '.join(self.after)}"
        deal = self.deal.copy()
        since = deal.public
        try:
            colour = COLOURS[0] if self.after == ["W"] else None
            deal.play(self.family.move(self.after, colour, True))
        except IllegalMove as error:
            yield Verdict("call", what, False, error.rule, error.why)
            return
        told = deal.events(since)
        yield Verdict("call", what, *self._call(told, len(self.hand) - len(self.after)))
        skipped = sum(event[0] == "skip" for event in told)
        if skipped:
            many = "the next player is" if skipped == 1 else f"the next {skipped} players are"
            yield Verdict("trick", what, None, "M9", f"{many} skipped")
        kind = self.family.ids_by_name[self.after[-1]]
        face = None if kind == WILD else FACE_TABLE[FACE_OF[kind]]
        if face and face.turns:
            turns = "turns" if len(self.after) % 2 else "stays: an even number of reverses does nothing"
            yield Verdict("trick", what, None, "M9", f"the direction {turns}")
        if face and face.draws:
            sum_now = self.deal.pending + len(self.after) * face.draws
            yield Verdict("trick", what, None, "M7", f"{sum_now} cards are pending for the next player")

    def _call(self, told: Sequence[Any], left: int) -> tuple[bool | None, str, str]:
        """Whether a call is due: the engine records one only where it is."""
        call = self.family.rules.call
        if not left:
            return None, "M11", "the hand is empty: the best open place, and no call is due"
        cards = f"{left} card{'s' * (left != 1)}"
        if any(event[0] == "call" for event in told):
            who = " if an opponent calls it out" if call.enforced_by == "opponents" else ""
            return True, "C5", f'"Page One!" is due: {cards} left; a missed call costs {call.penalty} cards{who} (C6)'
        if call.enforced_by == "nobody":
            return False, "C6", "no call is due: nobody enforces it"
        return False, "C5", f"no call is due: {cards} left, it is due with {call.at}"

"""The best way to play the matching game that is known: single cards first; sets, draw cards and wilds are saved."""

from collections.abc import Iterable
from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"
DRAW_CARDS = ("+2", "+3")


class SaveSets(Strategy):
    """Plays its single cards first and saves whole sets, draw cards and wilds for later.

    What counts is not how many cards are left, but in how many turns they can go and how often one of them fits. A set
    goes in one turn and fits on its face and on each of its colours, so it stays together until the single cards are
    gone. A wild fits always, so it is kept longest of all. A draw card is the only answer to a pending draw, and hurts
    most when the next player holds two cards or fewer: then it is played before anything else. Beyond that the colour
    left in force is the one that makes up most of the rest of the hand. It never draws when something fits, and passes
    every pending draw on that it can.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        plays = whole_sets(view.moves)
        if len(plays) == 1:
            return plays[0]
        held = [card.colour for card in view.hand]
        count = {colour: held.count(colour) for colour in COLOURS}
        seats = view.active
        after = seats[(seats.index(view.seat) + view.direction) % len(seats)]
        draw_card = 140 if view.counts[after] <= 2 else -60
        best, equals = float("-inf"), plays
        for move in plays:
            size, colour = len(move.cards), move.colour or move.cards[-1].colour
            kept = count[colour] - sum(card.colour == colour for card in move.cards)
            worth = 12 * kept / max(1, len(held) - size) - 30 * size
            if move.colour:
                worth -= 500
            elif move.cards[0].face in DRAW_CARDS:
                worth += draw_card * size
            if worth > best:
                best, equals = worth, [move]
            elif worth == best:
                equals.append(move)
        return equals[int(self.rng.random() * len(equals))]


def whole_sets(moves: Iterable[Move]) -> list[Move]:
    """Of each face the plays with all the cards that may go together, and the wilds; the draw if that is all."""
    biggest: dict[str | None, list[Move]] = {}
    for move in moves:
        if not move.cards:
            return [each for plays in biggest.values() for each in plays] or [move]
        plays = biggest.setdefault(move.cards[0].face, [])
        if plays and len(plays[0].cards) < len(move.cards):
            plays.clear()
        if not plays or len(plays[0].cards) == len(move.cards):
            plays.append(move)
    raise AssertionError("the draw is always among the moves")

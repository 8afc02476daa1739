"""Keeps what always fits."""

from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"


class WildsLast(Strategy):
    """Keeps its wilds until nothing else fits; otherwise most cards at once.

    A wild saves a draw in a turn in which nothing else fits, and nothing in any other. As the last card it fits at
    once, but on a pending draw. It names the colour of which the hand has most.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        plays: list[Move] = [move for move in view.moves if move.cards and not move.colour]
        if not plays:
            held = [card.colour for card in view.hand]
            return _wild(view, max(COLOURS, key=held.count))
        most = max(len(move.cards) for move in plays)
        biggest = [move for move in plays if len(move.cards) == most]
        return biggest[int(self.rng.random() * len(biggest))]


def _wild(view: Any, colour: str) -> Move:
    """The wild that names this colour; the draw if there is none."""
    wild: Move = next(move for move in view.moves if move.colour in (colour, None))
    return wild

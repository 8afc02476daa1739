"""The tip of the longest suit, taken over from the trick game."""

from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"


class LongestColour(Strategy):
    """Stays with its longest colour: leaves the one in force of which it keeps most cards.

    If the others let the colour stand, the next turn has much to choose from; three others seldom do, and the fewer
    there are, the more it is worth. Of plays alike in that the biggest, and of those any. Wilds are kept for when
    nothing else fits, since they could always name the longest colour.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        held = [card.colour for card in view.hand]
        count = {colour: held.count(colour) for colour in COLOURS}
        plays: list[Move] = [move for move in view.moves if move.cards and not move.colour]
        if not plays:
            return _wild(view, max(COLOURS, key=held.count))
        best, equals = (-1, 0), plays
        for move in plays:
            colour = move.cards[-1].colour
            worth = count[colour] - sum(card.colour == colour for card in move.cards), len(move.cards)
            if worth > best:
                best, equals = worth, [move]
            elif worth == best:
                equals.append(move)
        return equals[int(self.rng.random() * len(equals))]


def _wild(view: Any, colour: str) -> Move:
    """The wild that names this colour; the draw if there is none."""
    wild: Move = next(move for move in view.moves if move.colour in (colour, None))
    return wild

"""The sensible baseline of the matching game: it plays whenever it can."""

from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"  # in the order of the moves


class Steady(Strategy):
    """Any play on offer, each as likely as the others; draws only when nothing fits.

    Cards in hand are what loses, so who plays whenever anything fits is far ahead of who draws now and then without
    need. There is no other plan in it, but that a wild names the colour of which the hand has most: the others are
    measured against it.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        moves = view.moves
        place = int(self.rng.random() * max(1, len(moves) - 1))  # the draw is the last
        move: Move = moves[place]
        if move.colour:  # a wild is on offer four times, once for each colour
            held = [card.colour for card in view.hand]
            longest = max(COLOURS, key=held.count)
            move = moves[place + COLOURS.index(longest) - COLOURS.index(move.colour)]
        return move

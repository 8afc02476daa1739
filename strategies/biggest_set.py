"""The obvious plan of the matching game: get rid of as many cards at once as possible."""

from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"  # in the order of the moves


class BiggestSet(Strategy):
    """Most cards at once; of plays as big any. Looks right, and is worth little.

    Who empties the hand first wins, so the play that takes most cards out of it looks best. But a set goes in one turn
    whenever it goes, and while it is kept it fits on its face and on several colours; who lays it first is left with
    single cards that fit on little. `save-sets` does the opposite. A wild, if it comes to that, names the colour of
    which the hand has most.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        moves: list[Move] = list(view.moves)
        most = max(len(move.cards) for move in moves)
        biggest = [move for move in moves if len(move.cards) == most]
        place = int(self.rng.random() * len(biggest))
        move = biggest[place]
        if move.colour:  # a wild is on offer four times, once for each colour
            held = [card.colour for card in view.hand]
            longest = max(COLOURS, key=held.count)
            move = biggest[place + COLOURS.index(longest) - COLOURS.index(move.colour)]
        return move

"""Keeps draw cards for the day when somebody plays one."""

from typing import Any

from pageone_cli import Move, Strategy

COLOURS = "bryg"
DRAW_CARDS = ("+2", "+3")


class Stacker(Strategy):
    """Hoards draw cards against a pending draw; otherwise most cards at once.

    A pending draw costs two cards or more, and nothing helps against it but draw cards of the same face: with them it
    goes to the next player, grown. All of them that may be laid together are laid then. Without need they are played
    only when nothing else fits. A wild names the colour of which the hand has most.
    """

    games = {"matching"}

    def choose(self, view: Any) -> Move:
        held = [card.colour for card in view.hand]
        longest = max(COLOURS, key=held.count)
        moves: list[Move] = [move for move in view.moves if move.colour in (None, longest)]
        other = [move for move in moves if move.cards and move.cards[0].face not in DRAW_CARDS]
        plays = other or moves
        most = max(len(move.cards) for move in plays)
        biggest = [move for move in plays if len(move.cards) == most]
        return biggest[int(self.rng.random() * len(biggest))]

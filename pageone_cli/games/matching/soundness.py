"""What does not go together, or is hardly meant, in a configuration of the matching game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pageone_cli.cards import COLOURS, COPIES, FACE_TABLE
from pageone_cli.rules import MatchingRules
from pageone_cli.soundness import Doubt, without_effect

NUMBER_CARDS: Final = COPIES * len(COLOURS) * sum(face.is_number for face in FACE_TABLE)


def doubts(rules: MatchingRules) -> Iterator[Doubt]:
    """Starter (M3), hand limit (M10), options without effect."""
    hand, limit, most = rules.hand_size, rules.hand_limit, rules.players.max
    if hand * most >= NUMBER_CARDS:
        message = (
            f"{hand} cards for {most} players could be all {NUMBER_CARDS} number cards, and none is left to start (M3)"
        )
        help_text = f"at most {(NUMBER_CARDS - 1) // most} cards or {(NUMBER_CARDS - 1) // hand} players"
        yield Doubt("no-starter", "error", ("hand_size", "players.max"), message, help_text)
    if limit == "none":
        return
    if hand > limit:
        message = f"{hand} cards are above the hand limit of {limit}: everybody would be out at once (M10)"
        yield Doubt("hand-limit", "error", ("hand_size", "hand_limit"), message, f"at most {limit} cards")
    elif hand == limit:
        message = f"nobody can draw a card without going bust: the hand limit is the hand size, {limit} (M10)"
        yield Doubt("tight-limit", "warning", ("hand_limit", "hand_size"), message, "a higher hand limit")
    if limit >= rules.pack_size:
        yield without_effect("hand_limit", f"the pack has {rules.pack_size} cards", "write none")

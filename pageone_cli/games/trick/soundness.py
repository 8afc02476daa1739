"""What is hardly meant in a configuration of the trick game."""

from __future__ import annotations

from collections.abc import Iterator

from pageone_cli.rules import TrickRules
from pageone_cli.soundness import Doubt, without_effect


def doubts(rules: TrickRules) -> Iterator[Doubt]:
    """Options without effect (T12, T13)."""
    if not rules.deck.jokers:
        if rules.joker_out == "forbidden":
            yield without_effect("joker_out", "there is no joker in the pack")
        yield without_effect("points.joker", "there is no joker in the pack")
    if rules.score == "wins":
        for card in ("ace", "face", *["joker"] * bool(rules.deck.jokers)):
            yield without_effect(f"points.{card}", "with score: wins nobody counts cards")

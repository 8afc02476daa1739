"""The bundled configurations are what the table of standard configurations says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pageone_cli import bundled
from pageone_cli.config import bundled_names, load
from pageone_cli.rules import (
    Call,
    DealsMatch,
    EliminationMatch,
    TrickDeck,
    TrickPoints,
    TrickRules,
    plain,
)

CLASSIC = TrickRules()
VARIANTS = {
    "classic": CLASSIC,
    "last-card": replace(CLASSIC, call=Call(1, "referee", 5), on_stuck="void", score="wins"),
    "five-card": replace(CLASSIC, hand_size=5),
    "two-joker": replace(CLASSIC, deck=TrickDeck(2)),
    "no-penalty": replace(CLASSIC, call=Call(2, "nobody", 5)),
    "reverse-lead": replace(CLASSIC, lead_next="loser"),
    "stop-card": replace(CLASSIC, stop_rank="8"),
    "joker-50": replace(CLASSIC, points=TrickPoints(joker=50)),
    "elimination": replace(CLASSIC, match=EliminationMatch(over=100, max_deals=1000)),
}
KEYS = [
    *("name", "game", "players", "hand_size", "deck", "call", "max_turns", "match"),
    *("lead_next", "stop_rank", "joker_out", "on_stuck", "score", "points"),
]


def test_all_are_listed_in_their_order() -> None:
    names = [name for name in bundled_names() if not name.startswith("colour")]
    assert names == list(VARIANTS)
    assert bundled_names()[: len(names)] == names


@pytest.mark.parametrize("name", VARIANTS)
def test_is_what_the_table_says(name: str) -> None:
    assert replace(load(name), name="Page One") == VARIANTS[name]


def test_classic_in_words() -> None:
    rules: Any = load("classic")
    assert (rules.call.at, rules.call.enforced_by, rules.call.penalty) == (2, "opponents", 5)
    assert (rules.points.joker, rules.match) == (20, DealsMatch(deals=10))


@pytest.mark.parametrize("name", bundled_names())
def test_has_a_name_of_its_own_and_a_comment(name: str) -> None:
    text = (bundled.configs() / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "\nname: " in text
    assert len({load(one).name for one in bundled_names()}) == len(bundled_names())


@pytest.mark.parametrize("name", VARIANTS)
def test_keys_are_in_the_order_of_a_configuration(name: str) -> None:
    values = plain(load(name))
    assert list(values) == KEYS
    assert list(values["players"]) == ["min", "max"]
    assert list(values["call"]) == ["at", "enforced_by", "penalty"]
    assert list(values["points"]) == ["ace", "face", "joker"]

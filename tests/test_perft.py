"""Number of sequences of decisions to a depth, from fixed packs: the engine's, against numbers kept here.

The numbers came from the literal reference alone (`python -m tests.reference.perft`), which shares no code with the
engine. Everybody says the call, everybody accuses, and a reshuffle reverses the discards' pack order.
"""

from __future__ import annotations

from typing import Any

import pytest

from pageone_cli.games import CALL_OUT, CHOOSE, OVER, Deal, family
from pageone_cli.rules import Call, Players, TrickDeck, TrickRules, sealed
from pageone_cli.strategy import Setting
from tests.reference.perft import CASES, STANDARD, full_pack, mixed_pack
from tests.reference.perft import perft as reference

KEPT = {
    "standard, 2 players": [4, 5, 18, 19, 60],
    "standard, 4 players": [4, 4, 5, 6, 20],
    "standard, 10 players, two jokers": [4, 5, 8, 12, 18],
    "jokers first, hand of 3": [3, 9, 27, 54, 113],
    "jokers first, hand of 2, none as the last card, the loser leads": [2, 4, 8, 12, 20],
    "a single joker each, none as the last card, stop card ace": [2, 3, 5, 6, 7],
    "stop card 10, the loser leads": [4, 6, 8, 20, 22],
    "no stock, stuck passes": [7, 17, 28, 70, 168],
    "no stock, stuck is void": [7, 17, 28, 70, 168],
    "cap after 3 plays": [4, 4, 20, 20, 20],
}


def ready(deal: Deal) -> Deal:
    """Settle everything that is no decision of this count."""
    while deal.waits not in (CHOOSE, OVER):
        if deal.waits is CALL_OUT:
            deal.answer(True)
        else:
            deal.refill(sorted(deal.discards, reverse=True))
    return deal


def perft(deal: Deal, depth: int) -> int:
    """Count the sequences of `depth` choices; one that ends the deal earlier counts once."""
    if depth == 0 or deal.waits is OVER:
        return 1
    total = 0
    for move in deal.view().moves:
        twin = deal.copy()
        twin.play(move)
        total += perft(ready(twin), depth - 1)
    return total


def begin(changes: dict[str, Any], seats: int, dealer: int, deck: list[str]) -> Deal:
    options = {**changes, "players": Players(2, 10), "deck": TrickDeck(**changes.get("deck", {}))}
    rules = TrickRules(**options | {"call": Call(**changes.get("call", {}))})
    game = family(rules)
    active = tuple(range(seats))
    setting = Setting("trick", sealed(rules), seats, active, dealer, (0,) * seats, 1, game.cards)
    return ready(game.deal(setting, [game.ids_by_name[name] for name in deck]))


def test_every_case_has_its_numbers() -> None:
    assert list(KEPT) == [case[0] for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_the_engine_has_the_kept_counts(case: tuple[str, dict[str, Any], int, int, list[str]]) -> None:
    name, changes, seats, dealer, deck = case
    deal = begin(changes, seats, dealer, deck)
    assert [perft(deal, depth) for depth in range(1, 6)] == KEPT[name]


DEEP = [
    ({}, 2, 1, mixed_pack(1, 10), 9),
    ({"deck": {"jokers": 4}}, 4, 2, mixed_pack(4, 9), 7),
    ({"hand_size": 9, "on_stuck": "pass"}, 5, 0, mixed_pack(1, 22), 6),
    ({"hand_size": 3, "call": {"at": 1, "enforced_by": "referee", "penalty": 5}}, 2, 0, full_pack(1)[::-1], 9),
    ({"stop_rank": "8", "lead_next": "loser", "hand_size": 6}, 3, 1, mixed_pack(1, 8), 7),
]


@pytest.mark.parametrize(("changes", "seats", "dealer", "deck", "depth"), DEEP)
def test_deeper_the_engine_counts_what_the_reference_counts(
    changes: dict[str, Any], seats: int, dealer: int, deck: list[str], depth: int
) -> None:
    counted = perft(begin(changes, seats, dealer, deck), depth)
    assert counted == reference({**STANDARD, **changes}, seats, dealer, deck, depth)
    assert counted > 20


def test_counting_changes_nothing() -> None:
    deal = begin({}, 2, 0, full_pack(1))
    before = deal.events(), deal.hand(0), deal.hand(1)
    perft(deal, 4)
    assert (deal.events(), deal.hand(0), deal.hand(1)) == before

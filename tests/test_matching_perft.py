"""Counts of all sequences of choices in deals of the matching game: kept numbers, and the same from the reference.

The numbers came from the reference alone (``python -m tests.reference.matching_perft``), not from the engine.
"""

from __future__ import annotations

import pytest

from pageone_cli.games import CALL_OUT, CHOOSE, OVER
from pageone_cli.games.matching import MatchingDeal
from pageone_cli.rules import MatchingCall, MatchingDeck, MatchingRules, Players
from tests.matching_deals import begin, game_of, state
from tests.reference.matching_perft import CASES, LATE_CASES, STANDARD, Case
from tests.reference.matching_perft import perft as reference

ALL: list[tuple[Case, list[int]]] = [*[(case, []) for case in CASES], *LATE_CASES]
KEPT = {
    "standard, 2 players": [4, 14, 54, 250],
    "standard, 3 players": [10, 42, 170, 737],
    "standard, 4 players": [5, 13, 50, 180],
    "6 players, hand of 5": [2, 4, 12, 33],
    "no wilds": [3, 16, 48, 204],
    "no wilds, no call": [2, 4, 9, 28],
    "wilds first, hand of 2": [5, 20, 80, 304],
    "action cards first, hand of 4": [2, 9, 28, 94],
    "draw cards, hand of 4": [7, 22, 111, 488],
    "draw cards, no stacking": [7, 49, 248, 1168],
    "skips, 2 players, hand of 3": [13, 29, 96, 301],
    "skips, 3 players, hand of 2": [3, 16, 69, 260],
    "reverses, 3 players, hand of 3": [2, 11, 56, 229],
    "two faces, sets of faces": [7, 32, 141, 621],
    "two faces, sets of numbers": [3, 18, 45, 142],
    "two faces, single cards": [3, 8, 21, 58],
    "+2 only, sets of numbers": [2, 6, 19, 64],
    "hand of 3, limit 4, draw cards": [2, 6, 25, 84],
    "hand of 3, limit 3": [2, 6, 9, 14],
    "single cards, hand of 1": [2, 10, 20, 53],
    "cap after 3 turns": [3, 7, 7, 7],
    "late: the stock runs out, nothing to reshuffle": [3, 15, 42, 135],
    "late: standstill": [4, 10, 52, 144],
    "late: reshuffle": [6, 24, 79, 322],
    "late: reshuffle with busted hands": [2, 12, 54, 240],
    "late: busts to the end": [4, 14, 63, 231],
}


def ready(deal: MatchingDeal) -> MatchingDeal:
    """Settle everything that is no decision of this count."""
    while deal.waits not in (CHOOSE, OVER):
        if deal.waits is CALL_OUT:
            deal.answer(True)
        else:
            deal.refill(sorted(deal.discards, reverse=True))
    return deal


def perft(deal: MatchingDeal, depth: int) -> int:
    """Count the sequences of `depth` choices; one that ends the deal earlier counts once."""
    if depth == 0 or deal.waits is OVER:
        return 1
    total = 0
    for move in deal.view().moves:
        twin = deal.copy()
        twin.play(move)
        total += perft(ready(twin), depth - 1)
    return total


def begun(case: Case, prelude: list[int]) -> MatchingDeal:
    """The deal of a case after the choices of its prelude."""
    _, changes, seats, dealer, deck = case
    parts = {
        "players": Players(2, 10),
        "deck": MatchingDeck(**changes.get("deck", {})),
        "call": MatchingCall(**changes.get("call", {})),
    }
    rules = MatchingRules(**changes | parts)
    ids = game_of(rules).ids_by_name
    deal = ready(begin(rules, seats, range(seats), dealer, [ids[name] for name in deck]))
    for answer in prelude:
        deal.play(deal.view().moves[answer])
        ready(deal)
    return deal


def test_every_case_has_its_numbers() -> None:
    assert list(KEPT) == [case[0] for case, _ in ALL]


@pytest.mark.parametrize(("case", "prelude"), ALL, ids=[case[0] for case, _ in ALL])
def test_the_engine_has_the_kept_counts(case: Case, prelude: list[int]) -> None:
    deal = begun(case, prelude)
    assert [perft(deal, depth) for depth in range(1, 5)] == KEPT[case[0]]


DEEP = [
    ("standard, 2 players", 6),
    ("standard, 4 players", 6),
    ("skips, 3 players, hand of 2", 6),
    ("draw cards, hand of 4", 5),
    ("two faces, sets of faces", 5),
    ("hand of 3, limit 3", 12),
    ("single cards, hand of 1", 8),
    ("late: the stock runs out, nothing to reshuffle", 6),
    ("late: reshuffle with busted hands", 5),
    ("late: busts to the end", 5),
]


@pytest.mark.parametrize(("name", "depth"), DEEP)
def test_deeper_the_engine_counts_what_the_reference_counts(name: str, depth: int) -> None:
    case, prelude = next(one for one in ALL if one[0][0] == name)
    _, changes, seats, dealer, deck = case
    counted = perft(begun(case, prelude), depth)
    assert counted == reference({**STANDARD, **changes}, seats, dealer, deck, depth, prelude)
    assert counted > 20


def test_counting_changes_nothing() -> None:
    deal = begun(CASES[0], [])
    before = state(deal)
    perft(deal, 3)
    assert state(deal) == before

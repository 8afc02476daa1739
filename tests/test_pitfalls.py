"""Faults that comparable programs had, each as a test that it cannot happen here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pageone_cli.games import OVER
from pageone_cli.loading import load_players
from pageone_cli.playing import Run
from pageone_cli.results import DealRecord
from pageone_cli.rules import DealsMatch, EliminationMatch, TrickRules
from pageone_cli.streams import Streams
from tests.deals import Played, cards_of

ROOT = Path(__file__).parents[1]


def test_stock_and_discards_empty_has_an_outcome_and_never_waits() -> None:
    for on_stuck in ("void", "score", "pass"):
        deal = Played("2S 3S 4S", "5H 6H 7H", only=True, enforced_by="nobody", on_stuck=on_stuck).play("2S")
        assert deal.over or deal.options()


def test_a_refill_contains_the_discards_only_and_happens_when_a_card_is_needed() -> None:
    deal = Played("2S 3H 4S", "5S 6H 7D", "8S 9C TD", stock="2C", only=True, enforced_by="nobody")
    deal.play("2S", "5S", "8S", "9C")  # seat 0 has no club: the last card of the stock is one
    assert deal.events()[-1] == ["draw", 0, ["2C"], "follow"]
    assert deal.deal.stock == []  # empty, and still no reshuffle
    deal.play("2C")
    reshuffles = [event for event in deal.events() if event[0] == "reshuffle"]
    assert reshuffles == [["reshuffle", ["2S", "5S", "8S"]]]  # neither hands nor the table, where 9C and 2C lie


def test_cards_are_conserved_in_a_thousand_deals_of_bots() -> None:
    run = Run(TrickRules(match=DealsMatch(deals=250)), load_players(["random", "highest", "lowest", "forgetful"]), "1")

    def check(result: Any, _: DealRecord) -> None:
        assert result.deal.waits is OVER
        assert sorted(cards_of(result.deal)) == list(result.deal.family.pack)

    for _ in run.play(check, lambda _: None):
        pass


def test_one_call_out_a_lapse_and_an_emptied_hand_wins_lapse_or_not() -> None:
    run = Run(TrickRules(match=DealsMatch(deals=200)), load_players(["forgetful,miss=1"] * 4), "2")

    def check(result: Any, _: DealRecord) -> None:
        kinds = Counter(event[0] for event in result.deal.events())
        assert kinds["caught"] <= kinds["missed"]
        assert kinds["call"] == 0
        if result.deal.outcome == "out":
            assert result.points[result.deal.winner] == 0

    for _ in run.play(check, lambda _: None):
        pass


def test_hashes_and_global_random_numbers_change_nothing() -> None:
    code = (
        "import random; random.seed({0}); from pageone_cli.cli import cli;"
        "cli(['match', '--seed', 'x', '--deals', '30', '--format', 'csv', '-q'])"
    )
    found = set()
    for seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code.format(repr(seed))]
        found.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(found) == 1


def test_related_seeds_give_unrelated_packs() -> None:
    packs = [
        Streams(f"{seed}").cards(block, deal, range(53)).pack()
        for seed in range(12)
        for block in (1, 2)
        for deal in (1, 2)
    ]
    same = [
        sum(a == b for a, b in zip(one, other, strict=True)) for one in packs for other in packs if one is not other
    ]
    assert max(same) < 10  # unrelated packs agree in one place on average
    assert 0.9 < sum(same) / len(same) < 1.1


def test_a_fresh_object_for_each_seat_in_self_play() -> None:
    first, second = load_players(["forgetful", "forgetful"])
    assert (first.name, second.name) == ("forgetful", "forgetful#2")
    assert first.make() is not second.make()


def test_wins_are_counted_once_and_rates_are_of_own_deals() -> None:
    run = Run(TrickRules(match=EliminationMatch(over=80, max_deals=60)), load_players(["random"] * 5), "3")
    deals: list[DealRecord] = []
    (record,) = run.play(lambda _, one: deals.append(one), lambda _: None)
    assert sum(record.won) + record.void == record.deals == len(deals)
    for seat, out in enumerate(record.out_after):
        own = [deal.points[seat] for deal in deals if deal.points[seat] is not None]
        assert len(own) == (record.deals if out is None else out)
        assert sum(filter(None, own)) == record.totals[seat]

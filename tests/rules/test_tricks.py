"""T7 to T10, C4: who takes a trick, who leads next, stop cards, collected tricks and the reshuffle."""

from __future__ import annotations

import pytest

from tests.deals import Played


@pytest.mark.parametrize(
    ("plays", "taker"),
    [
        ("2S 3S 4S", 2),
        ("9S 3S 4S", 0),
        ("TS JS 9S", 1),
        ("KS AS QS", 1),
        ("9S *1 AS", 1),
        ("*1 9S AS", 0),
        ("*1 *2 9S", 0),
        ("9S *2 *1", 1),
        ("*2 *1 *3", 0),
    ],
)
def test_t7_a_joker_beats_all_the_first_joker_later_ones_otherwise_the_highest(plays: str, taker: int) -> None:
    hands = [f"{card} {rest}" for card, rest in zip(plays.split(), ("2D 3D", "4D 5D", "6D 7D"), strict=True)]
    deal = Played(*hands, jokers=3, at=1).play(*plays.split())
    assert deal.events()[-1] == ["trick", taker]
    assert deal.seat == taker


@pytest.mark.parametrize(
    ("plays", "loser"),
    [("2S 3S 4S", 0), ("9S 3S 4S", 1), ("9S *1 AS", 0), ("*1 9S 3S", 2), ("*2 *1 *3", 2), ("*1 *2 9S", 2)],
)
def test_t7_t9_the_loser_leads_in_the_reverse_lead_variant(plays: str, loser: int) -> None:
    hands = [f"{card} {rest}" for card, rest in zip(plays.split(), ("2D 3D", "4D 5D", "6D 7D"), strict=True)]
    deal = Played(*hands, jokers=3, at=1, lead_next="loser").play(*plays.split())
    assert deal.events()[-1][0] == "trick"
    assert deal.seat == loser


def test_t8_c4_collected_tricks_are_reshuffled_only_when_a_card_is_needed() -> None:
    deal = Played("2S 3S 4S", "5S 6H KD", stock="2D", only=True, enforced_by="nobody").play("2S", "5S", "6H")
    # seat 0 holds no heart: the last card of the stock goes first, and only then the trick comes back
    assert deal.events()[4:] == [
        ["draw", 0, ["2D"], "follow"],
        ["reshuffle", ["2S", "5S"]],
        ["draw", 0, ["2S", "5S"], "follow"],
        ["end", "stuck", None],
    ]


def test_c4_the_stock_may_be_empty_as_long_as_nobody_needs_it() -> None:
    deal = Played("2S 3S 4S", "5S 6S KD", stock="2D", only=True, enforced_by="nobody")
    deal.deal.stock = []
    deal.play("2S", "5S", "6S", "3S")
    assert [event[0] for event in deal.events()] == ["play", "play", "trick"] * 2
    assert len(deal.deal.discards) == 4


def test_c4_the_table_takes_no_part_in_a_reshuffle() -> None:
    deal = Played("2S 3S 4H", "5S 6S TD", "7S 9S JD", stock="2C", only=True, enforced_by="nobody")
    deal.play("2S", "5S", "7S", "JD")
    assert deal.events()[5:] == [
        ["draw", 0, ["2C"], "follow"],
        ["reshuffle", ["2S", "5S", "7S"]],
        ["draw", 0, ["2S", "5S", "7S"], "follow"],
        ["end", "stuck", None],
    ]
    assert deal.deal.table == [deal.family.ids_by_name["JD"]]


def test_t10_a_stop_card_skips_the_next_player_of_the_trick() -> None:
    deal = Played("8S 2D 3D", "5S KH 6H", "6S 7H 9H", at=1, stop_rank="8")
    deal.play("8S")
    assert deal.events()[-1] == ["skip", 1]
    assert deal.seat == 2
    deal.play("6S")
    assert deal.events()[-1] == ["trick", 0]
    assert deal.deal.counts == [2, 3, 2]


def test_t10_a_stop_card_with_nobody_left_to_act_has_no_effect() -> None:
    deal = Played("5S 2D 3D", "6S KH 6H", "8S 7H 9H", at=1, stop_rank="8").play("5S", "6S", "8S")
    assert deal.events()[-1] == ["trick", 2]
    assert deal.seat == 2


def test_t10_with_two_players_a_stop_led_is_a_trick_of_one_card() -> None:
    deal = Played("8S 2D 3D", "6S KH 6H", at=1, stop_rank="8").play("8S")
    assert deal.events() == [["play", 0, ["8S"]], ["skip", 1], ["trick", 0]]
    assert deal.seat == 0


def test_t10_no_skip_after_the_card_that_ends_the_deal() -> None:
    deal = Played("8S", "6S", "7S", enforced_by="nobody", stop_rank="8").play("8S")
    assert deal.events() == [["play", 0, ["8S"]], ["end", "out", 0]]


@pytest.mark.parametrize(("rank", "card"), [("10", "TS"), ("J", "JS"), ("A", "AS"), ("2", "2S")])
def test_t10_any_rank_may_stop(rank: str, card: str) -> None:
    deal = Played(f"{card} 2D 3D", "5S KH 6H", "6S 7H 9H", at=1, stop_rank=rank).play(card)
    assert deal.events()[-1] == ["skip", 1]


def test_t9_who_was_skipped_is_in_no_trick_and_cannot_lose_it() -> None:
    deal = Played("8S 2D 3D", "2S KH 6H", "9S 7H 9H", at=1, stop_rank="8", lead_next="loser").play("8S", "9S")
    assert deal.seat == 0

"""C5 to C7: the call, lapses and penalties."""

from __future__ import annotations

from tests.deals import Played


def test_c5_a_play_that_leaves_the_call_number_is_called() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S").play("2S")
    assert deal.events() == [["play", 0, ["2S"]], ["call", 0]]


def test_c5_every_such_play_is_called_also_when_the_hand_came_back() -> None:
    deal = Played("2S 3H 4H", "5S 6D TD", stock="7D").play("2S", "5S", "6D")
    assert deal.events()[-1] == ["draw", 0, ["7D"], "follow"]
    deal.play("7D")
    assert [event[:2] for event in deal.events() if event[0] == "call"] == [["call", 0], ["call", 1], ["call", 0]]


def test_c5_silence_where_no_call_is_due_has_no_effect() -> None:
    deal = Played("2S 3S 4S 5D", "5S 6S 7S 8S").play("2S!")
    assert deal.events() == [["play", 0, ["2S"]]]
    assert deal.seat == 1


def test_c5_no_call_for_a_play_that_empties_the_hand_t11_a_lapse_does_not_spoil_it() -> None:
    deal = Played("2S 3S", "5S 6S", at=1).play("2S!")
    deal.deal.answer(False)
    deal.play("5S", "6S!")
    assert deal.events()[-1] == ["end", "out", 1]


def test_c6_opponents_are_asked_clockwise_from_the_offender_and_the_first_ends_it() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S", "8S 9S TS", dealer=0, stock="2D 3D 4D 5D 6D 7D")
    assert deal.seat == 1
    deal.play("2S!")
    assert deal.asks
    assert (deal.seat, deal.deal.offender) == (2, 1)
    deal.deal.answer(False)
    assert (deal.seat, deal.deal.offender) == (0, 1)
    deal.deal.answer(True)
    assert deal.events()[1:] == [
        ["missed", 1],
        ["caught", 1, 0],
        ["draw", 1, ["2D", "3D", "4D", "5D", "6D"], "penalty"],
    ]
    assert deal.seat == 2
    assert deal.deal.counts == [3, 7, 3]


def test_c6_a_lapse_that_nobody_calls_out_is_forgiven() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S", "8S 9S TS").play("2S!")
    deal.deal.answer(False)
    deal.deal.answer(False)
    assert deal.events() == [["play", 0, ["2S"]], ["missed", 0]]
    assert deal.seat == 1


def test_c6_with_two_players_the_other_one_is_asked() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S").play("2S!")
    assert deal.seat == 1
    deal.deal.answer(True)
    assert deal.events()[2] == ["caught", 0, 1]


def test_c6_the_referee_always_notices() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S", enforced_by="referee", penalty=2, stock="2D 3D").play("2S!")
    assert deal.events()[1:] == [["missed", 0], ["caught", 0, None], ["draw", 0, ["2D", "3D"], "penalty"]]


def test_c6_with_nobody_to_enforce_there_is_no_call() -> None:
    deal = Played("2S 3S 4S", "5S 6S 7S", enforced_by="nobody").play("2S!", "5S")
    assert deal.events() == [["play", 0, ["2S"]], ["play", 1, ["5S"]], ["trick", 1]]


def test_c6_the_lapse_is_settled_before_a_complete_trick_is_collected() -> None:
    deal = Played("2S 3S 4D", "5S 6S 7S", stock="2D", only=True, enforced_by="referee").play("2S", "5S!")
    assert deal.events()[2:] == [
        ["play", 1, ["5S"]],
        ["missed", 1],
        ["caught", 1, None],
        ["draw", 1, ["2D"], "penalty"],
        ["trick", 1],
    ]


def test_c7_a_penalty_that_finds_no_card_is_caught_without_a_draw() -> None:
    deal = Played("2S 3S 4D", "5S 6S 7S", only=True, enforced_by="referee").play("2S!")
    assert deal.events() == [["play", 0, ["2S"]], ["missed", 0], ["caught", 0, None]]
    assert not deal.over


def test_c7_a_penalty_reshuffles_where_needed() -> None:
    deal = Played("2S 3S 4S 5S", "6S 7S 8S 9S", stock="2D", only=True, enforced_by="referee").play("2S", "6S", "7S!")
    assert deal.events()[-5:] == [
        ["missed", 1],
        ["caught", 1, None],
        ["draw", 1, ["2D"], "penalty"],
        ["reshuffle", ["2S", "6S"]],
        ["draw", 1, ["2S", "6S"], "penalty"],
    ]


def test_c7_the_effect_of_the_play_stays_in_force() -> None:
    deal = Played("8S 3S 4S", "5S 6S 7S", "2S 9S TS", enforced_by="referee", penalty=1, stop_rank="8").play("8S!")
    assert [event[0] for event in deal.events()] == ["play", "missed", "caught", "draw", "skip"]
    assert deal.seat == 2

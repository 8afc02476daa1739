"""M12 to M15 and C8: an empty stock, standstill, the cap, points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.matching_deals import Played

# M12 and C4


def test_m12_an_empty_stock_is_refilled_at_the_moment_when_a_card_must_be_drawn() -> None:
    deal = Played("b5 b6 W", "b7 r7 W", stock="g3", only=True).play("b5", "draw")
    assert deal.events(2) == [["draw", 1, ["g3"], "turn"]]
    assert deal.deal.stock == []  # empty, and still no reshuffle
    assert deal.named(deal.deal.discards) == ["b1"]
    deal.play("b6!").answer(False)
    deal.play("draw")
    assert deal.events(5) == [["reshuffle", ["b1", "b5"]], ["draw", 1, ["b1"], "turn"]]
    assert deal.named(deal.deal.top) == ["b6"]  # the topmost play stays


def test_m12_a_topmost_set_stays_out_of_the_reshuffle() -> None:
    deal = Played("b5 r5 y5 W", "W b7 r7 W", only=True).play("b5,r5,y5", "draw")
    assert deal.events()[-2:] == [["reshuffle", ["b1"]], ["draw", 1, ["b1"], "turn"]]
    assert deal.named(deal.deal.top) == ["b5", "r5", "y5"]


def test_m12_with_nothing_to_reshuffle_the_turn_ends_as_a_pass() -> None:
    deal = Played("b5 b6 W", "b7 r7 W", only=True).play("draw")
    assert deal.events(1) == [["pass", 0]]
    assert deal.seat == 1


def test_m12_a_reshuffle_in_the_middle_of_a_pending_draw() -> None:
    deal = Played("b5 b6 W", "b+3 r+3 W", "W W W", stock="g3 g4", only=True, at=2, enforced_by="nobody")
    deal.play("b5", "b+3")
    assert deal.events(3) == [
        ["draw", 2, ["g3", "g4"], "pending"],
        ["reshuffle", ["b1", "b5"]],
        ["draw", 2, ["b1"], "pending"],
    ]
    assert deal.named(deal.deal.stock) == ["b5"]
    assert (deal.seat, deal.deal.pending) == (0, 0)


def test_m12_a_pending_draw_gets_what_there_is_and_is_settled() -> None:
    deal = Played("b+3 W W", "b7 r7 W", stock="g3", only=True).play("b+3")
    assert deal.events(1) == [
        ["play", 0, ["b+3"]],
        ["draw", 1, ["g3"], "pending"],
        ["reshuffle", ["b1"]],
        ["draw", 1, ["b1"], "pending"],
    ]
    assert (deal.seat, deal.deal.pending) == (0, 0)


def test_m12_a_pending_draw_that_finds_nothing_is_a_pass_and_settled() -> None:
    """It cannot happen in a deal, for the play has just made a discard; so it is made to."""
    deal = Played("b+2 W W", "r+2 W W", "W W W", only=True).play("b+2")
    deal.deal.discards.clear()
    deal.play("draw")
    assert deal.events(2) == [["pass", 1]]
    assert (deal.seat, deal.deal.pending) == (2, 0)
    deal.play("draw")
    assert not deal.over  # the play was no pass


def test_m12_the_topmost_play_is_nothing_to_draw() -> None:
    deal = Played("b+2 W W", "b7 W W", "W W W", only=True).play("b+2")
    assert deal.events(2) == [["reshuffle", ["b1"]], ["draw", 1, ["b1"], "pending"]]
    deal.play("draw")
    assert deal.events()[-1] == ["pass", 2]
    assert deal.deal.pending == 0


def test_m12_a_bust_by_the_last_card_of_a_reshuffle() -> None:
    deal = Played("b+3 W W", "b7 W W", "W W W", stock="g3", only=True, hand_limit=4).play("b+3")
    assert deal.events(2) == [
        ["draw", 1, ["g3"], "pending"],
        ["reshuffle", ["b1"]],
        ["draw", 1, ["b1"], "pending"],
        ["bust", 1, 3],
    ]
    assert len(deal.deal.discards) == 5
    assert (deal.seat, deal.deal.pending) == (2, 0)


def test_c4_no_reshuffle_when_the_last_card_owed_is_the_last_of_the_stock() -> None:
    deal = Played("b+2 W W", "b7 W W", "W W W", stock="g3 g4", only=True).play("b+2")
    assert deal.kinds(2) == ["draw"]
    assert deal.deal.stock == []
    assert deal.named(deal.deal.discards) == ["b1"]


# M13


def test_m13_when_every_active_player_in_a_row_has_passed_the_deal_ends() -> None:
    deal = Played("W W", "W W", "W W", only=True).play("draw", "draw")
    assert not deal.over
    deal.play("draw")
    assert deal.events(1) == [["pass", 0], ["pass", 1], ["pass", 2], ["end", "standstill", None]]
    assert deal.deal.outcome == "standstill"
    assert deal.deal.winner is None
    assert deal.deal.points() == [1, 1, 1]


def test_m13_two_share_halves_exactly() -> None:
    deal = Played("W W", "W W", only=True).play("draw", "draw")
    points = deal.deal.points()
    assert points == [0.5, 0.5]
    assert [type(each) for each in points] == [float, float]


def test_m13_a_play_or_a_card_drawn_begins_the_count_again() -> None:
    deal = Played("W W W", "W W W", "W W W", only=True).play("draw", "draw", "W:r", "draw")
    # seat 2 has played, so there is the starter to draw for seat 0
    assert deal.events(4)[:2] == [["reshuffle", ["b1"]], ["draw", 0, ["b1"], "turn"]]
    deal.play("draw", "draw")
    assert not deal.over
    deal.play("draw")
    assert deal.over
    assert [event[1] for event in deal.events() if event[0] == "pass"] == [0, 1, 1, 2, 0]


def test_m13_those_still_in_share_the_open_places_and_the_others_keep_theirs() -> None:
    deal = Played("b5", "W", "W", "W", only=True, stock="g1", hand_limit=1).play("b5")
    assert deal.events(1) == [["play", 0, ["b5"]], ["out", 0, 1]]
    deal.play("draw")  # bust: the fourth place, and its cards are discards
    assert deal.events(3) == [["draw", 1, ["g1"], "turn"], ["bust", 1, 4]]
    deal.deal.discards = []  # nothing is left to draw
    deal.play("draw", "draw")
    assert deal.events()[-3:] == [["pass", 2], ["pass", 3], ["end", "standstill", 0]]
    assert deal.deal.points() == [0, 3, 1.5, 1.5]
    assert [type(each) for each in deal.deal.points()] == [int, int, float, float]
    assert deal.deal.winner == 0


def test_m13_three_who_share_an_even_number_of_places_have_whole_points() -> None:
    deal = Played("b5", "W", "W", "W", only=True).play("b5")
    deal.deal.discards = []
    deal.play("draw", "draw", "draw")
    points: Any = deal.deal.points()
    assert points == [0, 2, 2, 2]
    assert [type(each) for each in points] == [int] * 4


def test_m13_forced_passes_count_too() -> None:
    """Nobody can play, nothing is left to draw: it ends without a question."""
    deal = Played("b5 b6", "r7 r8", "r9 y9", only=True, enforced_by="nobody")
    deal.deal.discards = []
    deal.play("draw")
    assert deal.events(1) == [["pass", 0], ["pass", 1], ["pass", 2], ["end", "standstill", None]]


def test_m13_with_a_pending_draw_open_it_is_settled_first() -> None:
    deal = Played("b+2 W", "b+2 W", only=True, enforced_by="nobody", stacking=True).play("b+2", "draw")
    assert deal.events(2) == [["reshuffle", ["b1"]], ["draw", 1, ["b1"], "pending"]]
    deal.play("draw", "draw")
    assert deal.events(4) == [["pass", 0], ["pass", 1], ["end", "standstill", None]]


# M14


def test_m14_next_is_always_somebody_still_in_the_deal_in_both_directions() -> None:
    deal = Played("W", "W", "W", "bR", "W", hand_limit=1, seats=9, active=(0, 2, 3, 5, 8), dealer=8)
    deal.play("draw")  # 0 is bust
    assert deal.seat == 2
    deal.play("W:b")  # 2 is out
    assert deal.seat == 3
    deal.play("draw")  # 3 is bust
    assert deal.seat == 5
    assert deal.deal.view().active == (5, 8)
    deal.play("draw")
    assert deal.over
    assert deal.deal.points() == [4, None, 0, 3, None, 2, None, None, 1]


def test_m14_against_the_clock_after_an_out_the_one_before_is_next() -> None:
    deal = Played("bR W", "W W", "W W", "W rR", "W W").play("bR!").answer(False, False, False, False)
    assert deal.seat == 4
    deal.play("draw", "W:r!").answer(False, False, False, False)
    assert deal.seat == 2
    deal.play("draw", "draw", "W:r")
    assert deal.events()[-1] == ["out", 0, 1]
    assert deal.seat == 4


# M15


def test_m15_place_minus_one_and_none_for_who_is_not_in_the_match() -> None:
    deal = Played("W", "W", "W", seats=5, active=(1, 2, 4), dealer=4).play("W:r", "W:r")
    assert deal.events()[-1] == ["end", "out", 1]
    assert deal.deal.points() == [None, 0, 1, None, 2]


# C8


@pytest.mark.parametrize("most", [1, 2, 3])
def test_c8_plays_draws_and_passes_are_turns(most: int) -> None:
    deal = Played("b5 b6 W", "W W W", only=True, max_turns=most)
    deal.play(*["draw", "W:b", "draw"][:most])
    assert deal.over
    assert deal.events()[-1] == ["end", "cap", None]
    assert deal.kinds(1)[0] == "pass"
    assert deal.deal.turns == most
    assert deal.deal.points() == [0.5, 0.5]


def test_c8_is_scored_like_a_standstill() -> None:
    deal = Played("b5", "W", "W", "W", max_turns=1).play("b5")
    assert deal.events()[-2:] == [["out", 0, 1], ["end", "cap", 0]]
    assert deal.deal.points() == [0, 2, 2, 2]


def test_c8_is_looked_at_when_everything_that_follows_is_done() -> None:
    deal = Played("bS W", "W W", "W W", max_turns=1, stock="g2 g3 g4 g5 g6").play("bS!").answer(False, True)
    assert deal.events(1) == [
        ["play", 0, ["bS"]],
        ["missed", 0],
        ["caught", 0, 2],
        ["draw", 0, ["g2", "g3", "g4", "g5", "g6"], "penalty"],
        ["skip", 1],
        ["end", "cap", None],
    ]


def test_c8_forced_draws_count() -> None:
    deal = Played("b5 W", "r7 r8", "W W", max_turns=2).play("b5")
    assert deal.kinds(1) == ["play", "call", "draw", "end"]
    assert deal.deal.outcome == "cap"


def test_c8_a_pending_draw_of_several_cards_is_one_turn_with_a_reshuffle_or_without() -> None:
    deal = Played("b+3 W", "r7 r8", "W W", stock="g1", only=True, max_turns=2).play("b+3")
    assert deal.kinds(1) == ["play", "call", "draw", "reshuffle", "draw", "end"]


def test_c8_the_deal_that_ends_with_its_last_turn_has_ended_by_itself() -> None:
    deal = Played("W", "W", max_turns=1).play("W:r")
    assert deal.events()[-1] == ["end", "out", 0]
    deal = Played("W W", "W W", only=True, max_turns=2).play("draw", "draw")
    assert deal.events()[-1] == ["end", "standstill", None]


def test_m13_a_play_between_passes_ends_the_row_also_when_somebody_goes_out_with_it() -> None:
    deal = Played("W", "W", "W", only=True).play("draw", "draw", "W:r")
    assert deal.events(1) == [["pass", 0], ["pass", 1], ["play", 2, ["W"], "r"], ["out", 2, 1]]
    assert not deal.over  # two have passed and two are in, but not in a row
    assert deal.seat == 0

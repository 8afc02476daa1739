"""C5 to C7 in the matching game: the call, lapses and penalties."""

from __future__ import annotations

import pytest

from pageone_cli.games import IllegalMove
from tests.matching_deals import Played

PENALTY = "g1 g2 g3 g4 g5"


def test_c5_a_play_that_leaves_the_call_number_is_called() -> None:
    assert Played("b5 W", "W W").play("b5").events(1) == [["play", 0, ["b5"]], ["call", 0]]
    assert Played("b5 W W", "W W W").play("b5").events(1) == [["play", 0, ["b5"]]]
    assert Played("b5 W W", "W W W", at=2).play("b5").events(1) == [["play", 0, ["b5"]], ["call", 0]]


def test_c5_a_set_from_three_cards_to_one_is_called_and_a_lapse_is_a_lapse() -> None:
    assert Played("b5 r5 W", "W W W").play("b5,r5").kinds(1) == ["play", "call"]
    deal = Played("b5 r5 W", "W W W", stock=PENALTY).play("b5,r5!")
    assert deal.kinds(1) == ["play", "missed"]
    deal.answer(True)
    assert deal.events(3) == [["caught", 0, 1], ["draw", 0, PENALTY.split(), "penalty"]]


def test_c5_a_set_past_the_call_number_is_not_called() -> None:
    deal = Played("b5 r5 W W", "W W W W", at=3).play("b5,r5")
    assert deal.kinds(1) == ["play"]


def test_c5_a_set_that_empties_the_hand_is_not_called() -> None:
    deal = Played("b5 r5", "W W", "W W").play("b5,r5!")
    assert deal.kinds(1) == ["play", "out"]


def test_c5_every_such_play_is_called_also_when_the_hand_came_back() -> None:
    deal = Played("b5 W", "W W", stock="b7").play("b5", "draw", "draw", "draw")
    deal.play("W:b")
    assert deal.events()[-1] == ["call", 0]
    assert [event for event in deal.events() if event[0] == "call"] == [["call", 0], ["call", 0]]


def test_c5_coming_to_the_number_by_drawing_is_no_call() -> None:
    deal = Played("W", "W", at=2, hand_limit="none").play("draw")
    assert deal.kinds(1) == ["draw"]


def test_c5_a_call_that_was_not_due_has_no_effect() -> None:
    one = Played("b5 b6 W", "W W W").play("b5")
    other = Played("b5 b6 W", "W W W").play("b5!")
    assert one.events() == other.events()
    assert not other.asks


def test_c5_a_draw_is_never_called() -> None:
    assert Played("W W", "W W").play("draw!").kinds(1) == ["draw"]


def test_c6_opponents_are_asked_clockwise_from_the_offender_whatever_the_direction() -> None:
    deal = Played("bR W W", "W W W", "W W W", "rS W W", "W W W", at=2, stock=PENALTY).play("bR", "draw")
    assert (deal.seat, deal.deal.direction) == (3, -1)
    deal.play("W:r!")
    asked = []
    for _ in range(3):
        asked.append(deal.seat)
        deal.answer(False)
    asked.append(deal.seat)
    assert asked == [4, 0, 1, 2]
    assert deal.deal.offender == 3
    deal.answer(True)
    assert deal.events()[-2] == ["caught", 3, 2]


def test_c6_who_is_out_or_bust_is_not_asked() -> None:
    deal = Played("b5 r5", "W W", "W W", "W W", hand_limit=2, stock="g1 b8 b9")
    deal.play("b5,r5", "draw", "W:b!")  # 0 is out, 1 is bust, 2 has a lapse
    assert deal.deal.offender == 2
    assert deal.seat == 3
    deal.answer(False)
    assert (deal.asks, deal.seat) == (False, 3)


def test_c6_who_is_not_in_the_match_is_not_asked() -> None:
    deal = Played("b5 W", "W W", "W W", seats=6, active=(1, 3, 4), dealer=1)
    assert deal.seat == 3
    deal.play("W:b!")
    assert deal.seat == 4
    deal.answer(False)
    assert deal.seat == 1
    deal.answer(True)
    assert deal.events()[-2] == ["caught", 3, 1]


def test_c6_the_first_who_calls_out_ends_the_asking() -> None:
    deal = Played("b5 W", "W W", "W W", "W W", stock=PENALTY).play("b5!").answer(True)
    assert deal.kinds(1) == ["play", "missed", "caught", "draw"]
    assert (deal.asks, deal.seat) == (False, 1)
    assert deal.deal.caught == [0]
    assert deal.deal.missed == [0]


def test_c6_a_lapse_that_nobody_calls_out_is_forgiven_for_good() -> None:
    deal = Played("b5 W", "W W", "W W").play("b5!").answer(False, False)
    assert deal.kinds(1) == ["play", "missed"]
    assert (deal.asks, deal.seat, deal.hand(0)) == (False, 1, "W")
    deal.play("draw", "draw", "W:r")  # and the hand goes out
    assert deal.events()[-1] == ["out", 0, 1]


def test_c6_the_referee_always_notices_and_nobody_is_asked() -> None:
    deal = Played("b5 W", "W W", enforced_by="referee", penalty=2, stock=PENALTY).play("b5!")
    assert deal.events(2) == [["missed", 0], ["caught", 0, None], ["draw", 0, ["g1", "g2"], "penalty"]]
    assert not deal.asks


def test_c6_with_nobody_to_enforce_there_is_no_call() -> None:
    for move in ("b5", "b5!"):
        assert Played("b5 W", "W W", enforced_by="nobody").play(move).events(1) == [["play", 0, ["b5"]]]


def test_c6_the_penalty_comes_before_skips_and_the_pending_draw() -> None:
    deal = Played("b+2 W", "r7 r8", "W W", stock=f"{PENALTY} y1 y2").play("b+2!").answer(False, True)
    assert deal.events(1) == [
        ["play", 0, ["b+2"]],
        ["missed", 0],
        ["caught", 0, 2],
        ["draw", 0, PENALTY.split(), "penalty"],
        ["draw", 1, ["y1", "y2"], "pending"],
    ]


def test_c7_the_penalty_does_not_settle_the_pending_draw_which_may_be_passed_on() -> None:
    deal = Played("b+2 W", "r+2 r8", "W W", stock=PENALTY).play("b+2!").answer(True)
    assert deal.options() == ["r+2", "draw"]
    assert deal.deal.pending == 2


def test_c7_a_penalty_reshuffles_where_needed_and_takes_what_there_is() -> None:
    deal = Played("b5 b6 W", "b7 W W", stock="g1", only=True, enforced_by="referee").play("b5", "b7", "b6!")
    assert deal.events(3) == [
        ["play", 0, ["b6"]],
        ["missed", 0],
        ["caught", 0, None],
        ["draw", 0, ["g1"], "penalty"],
        ["reshuffle", ["b1", "b5", "b7"]],
        ["draw", 0, ["b1", "b5", "b7"], "penalty"],
    ]
    assert not deal.over
    assert deal.seat == 1


def test_c7_a_penalty_never_finds_the_topmost_play() -> None:
    deal = Played("b5 r5 W", "b7 W W", only=True, enforced_by="referee").play("b5,r5!")
    assert deal.events(2) == [["missed", 0], ["caught", 0, None], ["reshuffle", ["b1"]], ["draw", 0, ["b1"], "penalty"]]
    assert deal.named(deal.deal.top) == ["b5", "r5"]
    assert (deal.over, deal.seat) == (False, 1)


def test_c7_a_penalty_that_finds_no_card_is_caught_without_a_draw() -> None:
    """It cannot happen in a deal, for the play has just made a discard; so it is made to."""
    deal = Played("b5 W", "b7 W", only=True, enforced_by="opponents").play("b5!")
    deal.deal.discards.clear()
    deal.answer(True)
    assert deal.events(1) == [["play", 0, ["b5"]], ["missed", 0], ["caught", 0, 1]]
    assert (deal.over, deal.asks, deal.seat) == (False, False, 1)


def test_c7_a_penalty_is_no_turn_and_no_pass() -> None:
    deal = Played("W W", "W W", only=True, enforced_by="referee").play("draw", "W:r!")
    assert deal.kinds(1) == ["pass", "play", "missed", "caught", "reshuffle", "draw"]
    assert deal.deal.turns == 2
    assert not deal.over


@pytest.mark.parametrize("move", ["bS!", "bR!", "b+2!", "W:r!"])
def test_c7_the_effects_of_the_play_stay_in_force(move: str) -> None:
    silent = Played("bS bR b+2 W", "W W W r+2", "W W W g4", at=3, stock=PENALTY).play(move).answer(True)
    aloud = Played("bS bR b+2 W", "W W W r+2", "W W W g4", at=3, stock=PENALTY).play(move[:-1])
    for name in ("seat", "direction", "pending", "colour", "face"):
        assert getattr(silent.deal, name) == getattr(aloud.deal, name)
    assert len(silent.deal.hand(0)) == 8


def test_c6_a_lapse_cannot_be_called_out_twice_or_by_who_is_not_asked() -> None:
    deal = Played("b5 W", "W W", "W W", stock=PENALTY).play("b5!").answer(True)
    with pytest.raises(ValueError, match="nobody is asked"):
        deal.deal.answer(True)


def test_c6_while_somebody_is_asked_nobody_can_play() -> None:
    deal = Played("b5 W", "W W", "W W", stock=PENALTY).play("b5!")
    assert deal.asks
    assert list(deal.deal.view().moves) == []
    for move in ("W:r", "draw"):
        with pytest.raises(IllegalMove):
            deal.deal.play(deal.move(move))

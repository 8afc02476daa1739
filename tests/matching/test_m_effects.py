"""M8 to M11: discards, reverse and skip, the hand limit, places."""

from __future__ import annotations

from typing import Any

import pytest

from tests.matching_deals import Played

HAND = "W W W"  # a hand that is always asked, unless cards are pending

# M8


def test_m8_everything_but_the_topmost_play_is_discarded_and_a_set_stays_whole() -> None:
    deal = Played("b2 r2 y2 W", "y3 g3 W W").play("b2,r2,y2")
    assert deal.named(deal.deal.discards) == ["b1"]
    assert deal.named(deal.deal.top) == ["b2", "r2", "y2"]
    assert deal.deal.view().discards == 1
    deal.play("y3,g3")
    assert deal.named(deal.deal.discards) == ["b1", "b2", "r2", "y2"]
    assert deal.named(deal.deal.top) == ["y3", "g3"]


def test_m8_the_hands_of_who_went_bust_are_discarded() -> None:
    deal = Played("b+2 b2", "W b2", "W b3", stock="r5 r6 y7 y8", hand_limit=3).play("b+2")
    assert deal.events(1) == [
        ["play", 0, ["b+2"]],
        ["call", 0],
        ["draw", 1, ["r5", "r6"], "pending"],
        ["bust", 1, 3],
    ]
    assert sorted(deal.named(deal.deal.discards)) == sorted(["b1", "W", "b2", "r5", "r6"])
    assert deal.hand(1) == ""


# M9: reverse


def test_m9_an_odd_number_of_reverses_turns_the_direction() -> None:
    deal = Played("bR W W", HAND, HAND, HAND).play("bR")
    assert deal.deal.view().direction == -1
    order = [deal.seat]
    for _ in range(4):
        deal.play("draw")
        order.append(deal.seat)
    assert order == [3, 2, 1, 0, 3]


def test_m9_an_even_number_does_nothing() -> None:
    deal = Played("bR rR b2", HAND, HAND).play("bR,rR")
    assert (deal.deal.view().direction, deal.seat) == (1, 1)


def test_m9_three_reverses_turn_it() -> None:
    deal = Played("bR rR yR b2", "W W W W", "W W W W").play("bR,rR,yR")
    assert (deal.deal.view().direction, deal.seat) == (-1, 2)


def test_m9_a_reverse_on_a_reverse_turns_it_back() -> None:
    deal = Played("bR W W", HAND, "rR W W").play("bR", "rR")
    assert (deal.deal.view().direction, deal.seat) == (1, 0)
    deal.play("draw")
    assert deal.seat == 1


def test_m9_with_two_players_only_the_direction_changes_and_the_opponent_is_next() -> None:
    deal = Played("bR W W", HAND).play("bR")
    assert (deal.deal.view().direction, deal.seat) == (-1, 1)
    deal.play("draw")
    assert deal.seat == 0
    deal = Played("bR rR W W", "W W W W").play("bR,rR")
    assert (deal.deal.view().direction, deal.seat) == (1, 1)


def test_m9_two_left_of_many_are_two_players() -> None:
    deal = Played("W", "rR", "r5", stock="r3 W").play("W:r")  # seat 0 is out
    assert deal.deal.view().active == (1, 2)
    deal.play("draw", "draw", "rR!")
    assert (deal.deal.view().direction, deal.seat) == (-1, 2)  # asked whether to call it out, and then to play
    deal.answer(False)
    assert (deal.asks, deal.seat) == (False, 2)
    deal.play("draw")
    assert deal.seat == 1


def test_m9_the_direction_holds_for_draws_and_wilds_too() -> None:
    deal = Played("bR W W", HAND, HAND, HAND).play("bR", "W:g")
    assert deal.seat == 2


# M9: skip


def test_m9_a_skip_passes_over_the_next_opponent() -> None:
    deal = Played("bS W W", HAND, HAND).play("bS")
    assert deal.events(1) == [["play", 0, ["bS"]], ["skip", 1]]
    assert deal.seat == 2


def test_m9_each_skip_passes_over_one_more() -> None:
    deal = Played("bS rS b2", HAND, HAND, HAND).play("bS,rS")
    assert deal.kinds(1) == ["play", "call", "skip", "skip"]
    assert [event[1] for event in deal.events() if event[0] == "skip"] == [1, 2]
    assert deal.seat == 3


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 6])
def test_m9_so_many_skips_among_six(many: int) -> None:
    skips = ["bS", "bS", "rS", "rS", "yS", "yS"][:many]
    deal = Played(" ".join([*skips, "W", "W"]), *[" ".join(["W"] * (many + 2))] * 5, wilds=60).play(",".join(skips))
    passed = [event[1] for event in deal.events() if event[0] == "skip"]
    assert passed == [1, 2, 3, 4, 5][:many]
    assert deal.seat == (many + 1 if many < 5 else 0)


def test_m9_a_skipped_player_may_skip_later_and_a_skip_is_not_passed_on() -> None:
    deal = Played("bS W W", "rS W W", "yS W W", "W W W").play("bS", "yS")
    assert [event[1] for event in deal.events() if event[0] == "skip"] == [1, 3]
    assert deal.seat == 0


def test_m9_with_two_players_a_skip_gives_another_turn() -> None:
    deal = Played("bS W W", HAND).play("bS")
    assert deal.events(1) == [["play", 0, ["bS"]], ["skip", 1]]
    assert deal.seat == 0


def test_m9_each_opponent_at_most_once_and_when_all_are_skipped_the_player_acts_again() -> None:
    deal = Played("bS bS rS rS W", *["W W W b2 b3"] * 2).play("bS,bS,rS,rS")
    assert [event[1] for event in deal.events() if event[0] == "skip"] == [1, 2]
    assert deal.seat == 0


def test_m9_skips_go_in_the_direction_of_play() -> None:
    deal = Played("bR W W", HAND, HAND, "W rS bS", HAND).play("bR", "draw")
    assert deal.seat == 3
    deal.play("bS")
    assert deal.events()[-1] == ["skip", 2]
    assert deal.seat == 1


def test_m9_who_is_out_or_not_in_the_match_is_not_skipped() -> None:
    deal = Played("b5 W", "W W", "bS W", "W W", seats=7, active=(1, 2, 4, 6), dealer=2, starter="b1", hand_limit=2)
    assert deal.seat == 4
    deal.play("bS")
    assert deal.events()[-1] == ["skip", 6]
    assert deal.seat == 1
    deal.play("draw")  # bust
    assert (deal.seat, deal.deal.view().active) == (2, (2, 4, 6))


def test_m9_skips_of_who_has_just_gone_out_stay_in_force() -> None:
    deal = Played("bS", "W", "W", "W").play("bS")
    assert deal.events(1) == [["play", 0, ["bS"]], ["out", 0, 1], ["skip", 1]]
    assert deal.seat == 2


def test_m9_all_skipped_by_who_has_gone_out_the_one_after_the_last_skipped_is_next() -> None:
    deal = Played("bS rS", "W W", "W W").play("bS,rS")
    assert deal.events(1) == [["play", 0, ["bS", "rS"]], ["out", 0, 1], ["skip", 1], ["skip", 2]]
    assert deal.seat == 1


def test_m9_more_skips_than_opponents_by_who_has_gone_out() -> None:
    deal = Played("bS rS yS gS", *["W W W W"] * 3).play("bS,rS,yS,gS")
    assert [event[1] for event in deal.events() if event[0] == "skip"] == [1, 2, 3]
    assert deal.seat == 1


def test_m9_all_skipped_by_who_has_gone_out_against_the_clock() -> None:
    deal = Played("bR W", "W W", "b2 W", "rS bS", dealer=3).play("bR", "bS,rS")
    assert deal.events()[-3:] == [["out", 3, 1], ["skip", 2], ["skip", 1]]
    assert deal.seat == 0
    deal = Played("bR W", "W W", "rS bS", dealer=2).play("bR", "bS,rS")
    assert deal.events()[-3:] == [["out", 2, 1], ["skip", 1], ["skip", 0]]
    assert deal.seat == 1


def test_m9_when_two_are_left_and_one_goes_out_with_a_skip_there_is_no_skip() -> None:
    deal = Played("bS", "W").play("bS")
    assert deal.events(1) == [["play", 0, ["bS"]], ["out", 0, 1], ["end", "out", 0]]


# M10


def test_m10_who_holds_more_than_the_limit_is_out_with_the_worst_open_place() -> None:
    deal = Played("W b2", "W r2", "W y2", stock="g5 g6", hand_limit=2).play("draw")
    assert deal.events(1) == [["draw", 0, ["g5"], "turn"], ["bust", 0, 3]]
    assert deal.deal.view().places == (3, None, None)
    assert deal.seat == 1
    deal.play("draw")
    assert deal.events(3) == [["draw", 1, ["g6"], "turn"], ["bust", 1, 2], ["end", "out", 2]]
    assert deal.deal.points() == [2, 1, 0]


def test_m10_exactly_the_limit_is_allowed() -> None:
    deal = Played("W b2", "W r2", "W y2", stock="g5 g6", hand_limit=3).play("draw")
    assert deal.kinds(1) == ["draw"]
    assert len(deal.deal.hand(0)) == 3


def test_m10_in_the_middle_of_a_pending_draw_the_rest_is_cancelled_and_it_is_settled() -> None:
    deal = Played("b+3 r+3 b2", "W W b4", "W y2 y3", stock="g5 g6 g7 g8 g9", hand_limit=4).play("b+3,r+3")
    assert deal.events(1) == [
        ["play", 0, ["b+3", "r+3"]],
        ["call", 0],
        ["draw", 1, ["g5", "g6"], "pending"],
        ["bust", 1, 3],
    ]
    assert deal.seat == 2
    assert deal.deal.view().pending == 0
    assert deal.deal.view().stock == deal.deal.family.rules.pack_size - 9 - 1 - 2
    assert "W (b)" in deal.options()


def test_m10_by_a_penalty_and_the_effects_of_the_play_stay_in_force() -> None:
    deal = Played("bS rS b3", "W W b4", "W y2 y3", "W r2 r3", stock="g5 g6 g7 g8 g9", hand_limit=3)
    deal.play("bS,rS!").answer(True)
    assert deal.events(1) == [
        ["play", 0, ["bS", "rS"]],
        ["missed", 0],
        ["caught", 0, 1],
        ["draw", 0, ["g5", "g6", "g7"], "penalty"],
        ["bust", 0, 4],
        ["skip", 1],
        ["skip", 2],
    ]
    assert deal.seat == 3
    assert deal.deal.view().active == (1, 2, 3)


def test_m10_bust_by_a_penalty_with_all_opponents_skipped() -> None:
    deal = Played("bS rS b3", "W W b4", "W y2 y3", stock="g5 g6 g7 g8 g9", hand_limit=3, enforced_by="referee")
    deal.play("bS,rS!")
    assert deal.events()[-3:] == [["bust", 0, 3], ["skip", 1], ["skip", 2]]
    assert deal.seat == 1


def test_m10_bust_by_a_penalty_leaves_the_pending_draw_to_the_next() -> None:
    deal = Played("b+3 b3", "W W", "W y2", stock="g5 g6 g7 g8 g9 g1 g2", hand_limit=5, enforced_by="referee")
    deal.play("b+3!")
    assert deal.events(1) == [
        ["play", 0, ["b+3"]],
        ["missed", 0],
        ["caught", 0, None],
        ["draw", 0, ["g5", "g6", "g7", "g8", "g9"], "penalty"],
        ["bust", 0, 3],
        ["draw", 1, ["g1", "g2", "b1"], "pending"],
    ]
    assert deal.seat == 2


def test_m10_bust_by_a_penalty_after_a_reverse() -> None:
    deal = Played("bR b3", "W W", "W y2", "W r2", hand_limit=2, enforced_by="referee").play("bR!")
    assert deal.events()[-1] == ["bust", 0, 4]
    assert (deal.seat, deal.deal.view().direction) == (3, -1)


def test_m10_the_last_but_one_goes_bust_by_a_penalty_and_the_deal_ends() -> None:
    deal = Played("b2 b3", "W W", hand_limit=2, penalty=3, stock="g5 g6 g7").play("b2!").answer(True)
    assert deal.events()[-3:] == [["draw", 0, ["g5", "g6"], "penalty"], ["bust", 0, 2], ["end", "out", 1]]
    assert deal.deal.points() == [1, 0]


def test_m10_the_limit_may_be_off() -> None:
    deal = Played("W b2", "W r2", "W y2", hand_limit="none")
    for _ in range(90):
        deal.play("draw")
    assert "bust" not in deal.kinds()
    assert max(deal.deal.view().counts) == 32


def test_m10_nobody_sees_the_cards_that_go_under_the_discards() -> None:
    deal = Played("W b2", "W r2", "W y2", stock="g5 g6", hand_limit=2).play("draw")
    for seat in (1, 2):
        assert deal.deal.events_for(seat) == [
            ("starter", deal.family.cards[deal.family.ids_by_name["b1"]]), ("draw", 0, 1, "turn"), ("bust", 0, 3),
        ]  # fmt: skip
        assert [str(card) for card in deal.deal.view(seat).seen] == ["b1"]
    assert deal.deal.view().discards == 3


def test_m10_a_bust_hand_is_reshuffled() -> None:
    deal = Played("W b2", "W r2", "W y2", stock="g5", only=True, hand_limit=2).play("draw", "draw")
    assert deal.events(3)[:2] == [["reshuffle", ["b2", "g5", "W"]], ["draw", 1, ["b2"], "turn"]]


# M11


@pytest.mark.parametrize(
    ("hand", "cards", "told"),
    [
        ("b5", ["b5"], ["draw", 1, ["g5"], "turn"]),
        ("b+2", ["b+2"], ["draw", 1, ["g5", "g6"], "pending"]),
        ("b+3", ["b+3"], ["draw", 1, ["g5", "g6", "g7"], "pending"]),
        ("bR", ["bR"], ["draw", 2, ["g5"], "turn"]),
        ("bS", ["bS"], ["skip", 1]),
        ("W", ["W"], ["draw", 1, ["g5"], "turn"]),
        ("b5 r5", ["b5", "r5"], ["draw", 1, ["g5"], "turn"]),
        ("b+2 r+2", ["b+2", "r+2"], ["draw", 1, ["g5", "g6", "g7", "g8"], "pending"]),
        ("bR rR", ["bR", "rR"], ["draw", 1, ["g5"], "turn"]),
        ("bS rS", ["bS", "rS"], ["skip", 1]),
    ],
)
def test_m11_the_effects_of_a_last_play_of_any_kind_stay_in_force(hand: str, cards: list[str], told: list[Any]) -> None:
    others = ["g1 y8", "g2 y9"] if " " in hand else ["g1", "g2"]
    colour = ":r" if hand == "W" else ""
    deal = Played(hand, *others, stock="g5 g6 g7 g8 W W W", starter="b2").play(",".join(cards) + colour)
    assert deal.events(1)[:3] == [["play", 0, cards, "r"] if colour else ["play", 0, cards], ["out", 0, 1], told]
    assert deal.deal.view().places == (1, None, None)
    assert deal.deal.view().active == (1, 2)
    assert not deal.over


def test_m11_places_are_given_in_order_and_the_last_one_left_has_the_last() -> None:
    deal = Played("b5 b6", "b7 r7", "b8 W", "b9 r9", enforced_by="nobody").play("b5", "b7", "b8", "b9", "b6")
    assert deal.events(5) == [["play", 0, ["b6"]], ["out", 0, 1], ["draw", 1, ["b1"], "turn"]]
    deal.play("W:r", "r9")
    assert deal.events(8) == [
        ["play", 2, ["W"], "r"],
        ["out", 2, 2],
        ["play", 3, ["r9"]],
        ["out", 3, 3],
        ["end", "out", 0],  # the last place has no event of its own
    ]
    assert deal.deal.points() == [0, 3, 1, 2]
    assert deal.deal.view(0).places == (1, 4, 2, 3)


def test_m11_out_and_bust_take_places_from_both_ends() -> None:
    deal = Played("b5", "b7", "b8", "b9", stock="r1 r2", hand_limit=1).play("draw")
    assert deal.events(1)[:2] == [["draw", 0, ["r1"], "turn"], ["bust", 0, 4]]
    deal.play("b7")
    assert deal.events(3) == [["play", 1, ["b7"]], ["out", 1, 1]]
    deal.play("draw")
    assert deal.events(5) == [["draw", 2, ["r2"], "turn"], ["bust", 2, 3], ["end", "out", 1]]
    assert deal.deal.points() == [3, 0, 2, 1]


def test_m11_the_best_open_place_may_be_that_of_the_last_one_left() -> None:
    deal = Played("b5", "b7", hand_limit=1).play("draw")
    assert deal.events()[-2:] == [["bust", 0, 2], ["end", "out", 1]]
    assert deal.deal.points() == [1, 0]
    assert deal.deal.winner == 1


def test_m11_who_is_out_is_passed_over_and_not_asked() -> None:
    deal = Played("b5", "b7", "b8", "b9", enforced_by="nobody").play("b5", "draw")
    assert deal.seat == 2
    deal.play("draw", "draw")
    assert deal.seat == 1


def test_m11_no_call_is_due_for_a_play_that_empties_the_hand() -> None:
    deal = Played("b5", "b7", "b8").play("b5!")
    assert deal.kinds(1)[:2] == ["play", "out"]
    assert deal.deal.missed == []

"""M4 to M7: a turn, what fits, sets, and draw cards."""

from __future__ import annotations

import pytest

from pageone_cli.games import IllegalMove
from pageone_cli.strategy import Move
from tests.matching_deals import Played, state

WILDS = ["W (b)", "W (r)", "W (y)", "W (g)"]


def asked(deal: Played) -> list[str]:
    """The moves on offer without those of wilds."""
    return [move for move in deal.options() if move not in WILDS]


# M4


def test_m4_drawing_is_always_allowed_ends_the_turn_and_the_card_cannot_be_played_in_it() -> None:
    deal = Played("b2 b3", "b4 r4", stock="b5").play("draw")
    assert deal.events(1) == [["draw", 0, ["b5"], "turn"]]
    assert deal.seat == 1
    assert deal.hand(0) == "b2 b3 b5"


def test_m4_who_has_nothing_that_fits_is_not_asked() -> None:
    deal = Played("b2 b3", "r4 y4", "b6 b7", stock="b5").play("b3")
    assert deal.events(1) == [["play", 0, ["b3"]], ["call", 0], ["draw", 1, ["b5"], "turn"]]
    assert deal.seat == 2


def test_m4_drawn_cards_may_be_played_in_the_next_turn() -> None:
    deal = Played("b2 b3", "b4 b5", stock="r4").play("draw", "b4")
    assert deal.options() == ["b2", "b3", "r4", "draw"]


def test_m4_draw_is_the_last_move_also_when_silent() -> None:
    deal = Played("b2 b3", "b4 r4", stock="b5").play("draw!")
    assert deal.events(1) == [["draw", 0, ["b5"], "turn"]]


# M5


def test_m5_a_card_fits_by_colour_or_by_face() -> None:
    deal = Played("b2 r1 y3 gR bR b+2 W", "b8 b9 r8 r9 y8 y9 g9", starter="b1")
    assert deal.options() == ["b2", "b+2", "bR", "r1", *WILDS, "bR gR", "draw"]
    assert deal.refused("y3") == ("M5", "y3 does not fit: it is neither blue nor a 1")
    assert deal.refused("gR")[0] == "M5"


@pytest.mark.parametrize("face", ["1", "9", "R", "S"])
def test_m5_the_face_of_the_top_card_fits_in_every_colour_actions_too(face: str) -> None:
    deal = Played(f"b{face} b2 b3", f"r{face} y{face} g8", f"r{face} y{face} g7", starter="b4")
    deal.play(f"b{face}")
    assert deal.deal.view().face == face
    assert {f"r{face}", f"y{face}"} <= set(deal.options())
    assert deal.refused("g8" if deal.seat == 1 else "g7")[0] == "M5"


def test_m5_a_face_that_was_drawn_for_still_fits_when_nothing_is_pending() -> None:
    deal = Played("b+2 b2 b3", "r9 y9 g9", "r+2 y+3 g8", starter="b4").play("b+2")
    assert deal.kinds()[-1] == "draw"
    assert deal.seat == 2
    assert deal.options() == ["r+2", "draw"]  # the face of the top card, no longer pending
    assert deal.refused("y+3")[0] == "M5"


def test_m5_a_wild_fits_on_everything_but_a_pending_draw_and_its_colour_is_in_force() -> None:
    deal = Played("W b2 b3", "b4 r5 y6").play("W:y")
    assert deal.events(1) == [["play", 0, ["W"], "y"]]
    view = deal.deal.view()
    assert (view.colour, view.face, str(view.top)) == ("y", None, "W")
    assert deal.options() == ["y6", "draw"]
    assert deal.refused("b4") == ("M5", "b4 does not fit: the colour named is yellow")


def test_m5_a_wild_on_a_wild_and_what_follows_is_judged_by_the_second_colour() -> None:
    deal = Played("W b2 b3", "W r4 y4", "y5 r6 b9").play("W:y", "W:r")
    assert deal.options() == ["r6", "draw"]
    assert deal.refused("y5")[0] == "M5"
    assert deal.deal.discards == [deal.family.ids_by_name[name] for name in ("b1", "W")]


def test_m5_the_colour_already_in_force_may_be_named() -> None:
    assert Played("W b2 b3", "b4 r5 y6").play("W:b").options() == ["b4", "draw"]


def test_m5_no_face_fits_on_a_wild() -> None:
    deal = Played("W b2 b3", "r1 y3 y4").play("W:y")  # the starter below is a 1
    assert deal.options() == ["y3", "y4", "draw"]


@pytest.mark.parametrize("colour", ["b", "r", "y", "g"])
def test_m5_the_last_wild_names_a_colour_too(colour: str) -> None:
    deal = Played("W", "b4", "r4", "y4", "g4").play(f"W:{colour}")
    assert deal.events(1)[:2] == [["play", 0, ["W"], colour], ["out", 0, 1]]
    assert deal.deal.view().colour == colour
    assert deal.options() == [f"{colour}4", "draw"]  # the others have drawn


def test_m5_the_last_wild_of_the_deal_names_one_and_nobody_is_asked_afterwards() -> None:
    deal = Played("W", "r4").play("W:y")
    assert deal.events(1) == [["play", 0, ["W"], "y"], ["out", 0, 1], ["end", "out", 0]]
    assert deal.over
    assert Played("W", "r4").refused("W")[0] == "M5"


def test_m5_a_wild_without_a_colour_and_a_colour_without_a_wild_are_refused() -> None:
    deal = Played("W b2 b3", "b4 r4 y4")
    assert deal.refused("W")[0] == "M5"
    assert deal.refused("W:x")[0] == "M5"
    assert deal.refused("W:br")[0] == "M5"
    assert deal.refused("b2:b")[0] == "M5"
    assert deal.refused("b2:r")[0] == "M5"


def test_c9_a_card_that_is_not_held_is_refused() -> None:
    deal = Played("b2 b3 r2", "b4 r4 y4")
    assert deal.refused("b9") == ("C9", "b9 is not in the hand")
    assert deal.refused("b2,b2") == ("C9", "b2 is not in the hand so often")
    assert deal.refused("W:r")[0] == "C9"


@pytest.mark.parametrize("junk", [None, "b2", ("b2",), Move("b2"), Move(("b2",)), Move([], None), Move((), "b"), 7])  # type: ignore[arg-type]
def test_what_is_no_move_is_refused_without_a_rule(junk: object) -> None:
    deal = Played("b2 b3 r2", "b4 r4 y4")
    before = state(deal.deal)
    with pytest.raises(IllegalMove) as refused:
        deal.deal.play(junk)  # type: ignore[arg-type]
    assert refused.value.rule == ""
    assert state(deal.deal) == before


# M6


def test_m6_any_number_of_cards_of_one_face_the_last_on_top() -> None:
    deal = Played("b2 r2 y2 g2 b7", "g4 b3 b5 b6 b8").play("b2,r2,y2,g2")
    assert deal.events(1)[0] == ["play", 0, ["b2", "r2", "y2", "g2"]]
    view = deal.deal.view()
    assert (view.colour, view.face, str(view.top)) == ("g", "2", "g2")
    assert deal.options() == ["g4", "draw"]


def test_m6_the_first_must_fit_the_last_need_not() -> None:
    deal = Played("b2 r2 y2 b7 b8", "g4 b4 b5 b6 b9")
    assert deal.refused("r2,b2")[0] == "M5"
    assert deal.refused("y2,b2,r2")[0] == "M5"
    assert [move for move in deal.options() if " " in move] == [
        "b2 r2", "b2 y2", "b2 y2 r2", "b2 r2 y2",
    ]  # fmt: skip
    deal.play("b2,y2,r2")
    assert deal.deal.view().colour == "r"


def test_m6_by_face_every_card_of_the_set_may_come_first() -> None:
    deal = Played("r1 y1 g8", "b4 b5 b6", starter="b1")
    assert deal.options() == ["r1", "y1", "y1 r1", "r1 y1", "draw"]


def test_m6_the_order_of_those_between_means_nothing() -> None:
    one = Played("b2 r2 y2 g2 b7", "g4 b4 b5 b6 b8")
    other = Played("b2 r2 y2 g2 b7", "g4 b4 b5 b6 b8")
    one.play("b2,r2,y2,g2")
    other.play("b2,y2,r2,g2")
    assert one.options() == other.options()
    assert other.events(1)[0] == ["play", 0, ["b2", "y2", "r2", "g2"]]  # as it was laid


def test_m6_cards_that_look_alike_count_as_two() -> None:
    deal = Played("b2 b2 r2 g8", "b4 b5 b6 W")
    assert deal.options() == ["b2", "b2 b2", "b2 r2", "b2 r2 b2", "b2 b2 r2", "draw"]
    deal.play("b2,b2,r2")
    assert deal.hand(0) == "g8"
    assert deal.kinds(1)[:2] == ["play", "call"]


def test_m6_the_cards_of_a_set_have_one_face_and_no_wild() -> None:
    deal = Played("b2 b3 W W", "b4 b5 b6 b7")
    assert deal.refused("b2,b3")[0] == "M6"
    assert deal.refused("b2,W:r")[0] == "M6"
    assert deal.refused("W,W:r") == ("M6", "wilds are played one at a time")
    assert deal.refused("b2,W")[0] == "M6"


@pytest.mark.parametrize(
    ("sets", "offered"),
    [
        ("faces", ["b2", "bS", "b2 r2", "bS rS", "draw"]),
        ("numbers", ["b2", "bS", "b2 r2", "draw"]),
        ("single", ["b2", "bS", "draw"]),
    ],
)
def test_m6_what_may_be_played_together_is_an_option(sets: str, offered: list[str]) -> None:
    deal = Played("b2 r2 bS rS", "b4 b5 b6 b7", sets=sets)
    assert deal.options() == offered
    for move in ("b2,r2", "bS,rS"):
        if move.replace(",", " ") not in offered:
            assert deal.refused(move)[0] == "M6"


def test_m6_eight_of_a_face_may_be_laid_at_once() -> None:
    deal = Played("b2 b2 r2 r2 y2 y2 g2 g2 b7", "W b5 b6 b7 b8 b9 r9 y9 r8").play("b2,b2,r2,r2,y2,y2,g2,g2")
    assert deal.hand(0) == "b7"
    assert deal.deal.top == tuple(deal.family.ids_by_name[f"{colour}2"] for colour in "bbrryygg")


# M7


@pytest.mark.parametrize(("card", "number"), [("b+2", 2), ("b+3", 3)])
def test_m7_the_next_player_takes_the_sum_and_loses_the_turn(card: str, number: int) -> None:
    deal = Played(f"{card} b2 b3", "b4 b5 b6", "b7 b8 b9", stock="r5 r6 r7 r8").play(card)
    assert deal.events(1) == [["play", 0, [card]], ["draw", 1, ["r5", "r6", "r7"][:number], "pending"]]
    assert deal.seat == 2
    assert deal.deal.view().pending == 0


def test_m7_it_may_be_passed_on_by_the_same_face_of_any_colour_and_adds_up() -> None:
    deal = Played("b+2 b2 W", "g+2 b5 b6", "r+2 b8 b9", "b7 r7 y7", starter="b1", stock="r4 r5 r6 r7 r8 r9 y8").play(
        "b+2"
    )
    assert deal.deal.view().pending == 2
    assert deal.options() == ["g+2", "draw"]
    deal.play("g+2", "r+2")
    assert deal.events(1) == [
        ["play", 0, ["b+2"]],
        ["play", 1, ["g+2"]],
        ["play", 2, ["r+2"]],
        ["draw", 3, ["r4", "r5", "r6", "r7", "r8", "r9"], "pending"],
    ]
    assert deal.seat == 0
    assert deal.deal.view().colour == "r"


def test_m7_who_could_pass_it_on_may_take_it() -> None:
    deal = Played("b+2 b2 b3", "g+2 b5 b6", "b7 b8 b9", stock="r5 r6 r7").play("b+2", "draw")
    assert deal.events(2) == [["draw", 1, ["r5", "r6"], "pending"]]
    assert deal.seat == 2


def test_m7_nothing_else_no_three_on_a_two_no_wild_no_colour() -> None:
    deal = Played("b+2 b2 b3 b4", "g+2 W b+3 b5", "b7 b8 b9 r9").play("b+2")
    for move in ("W:b", "b+3", "b5"):
        rule, why = deal.refused(move)
        assert rule == "M7"
        assert "2 cards are pending" in why
    assert deal.options() == ["g+2", "draw"]


def test_m7_without_the_face_the_draw_is_not_asked_for_wild_or_not() -> None:
    deal = Played("b+2 b2 b3", "W b+3 b5", "b7 b8 b9", stock="r5 r6").play("b+2")
    assert deal.events(2) == [["draw", 1, ["r5", "r6"], "pending"]]


def test_m7_several_draw_cards_in_one_play_add_up_and_a_set_passes_on() -> None:
    deal = Played(
        "b+3 r+3 b3 W", "g+3 y+3 y+3 b5", "b7 b8 b9 b6", stock="r1 r2 r3 r4 r5 r1 r2 r3 r4 r5 r6 r7", hand_limit=20
    )
    deal.play("b+3,r+3")
    assert deal.deal.view().pending == 6
    assert [move for move in deal.options() if " " in move] == [
        "y+3 y+3", "g+3 y+3", "y+3 g+3", "y+3 g+3 y+3", "y+3 y+3 g+3",
    ]  # fmt: skip
    deal.play("g+3,y+3")
    assert deal.events()[-1] == ["draw", 2, ["r1", "r2", "r3", "r4", "r5"] * 2 + ["r6", "r7"], "pending"]
    assert deal.seat == 0


def test_m7_under_sets_numbers_and_single_a_pending_draw_is_passed_on_by_one_card() -> None:
    for sets in ("numbers", "single"):
        deal = Played("b+3 r+3 b3", "g+3 y+3 y+3", "b7 b8 b9", sets=sets).play("b+3")
        assert deal.options() == ["y+3", "g+3", "draw"]
        assert deal.refused("g+3,y+3")[0] == "M6"


def test_m7_without_stacking_there_is_no_passing_on_but_sets_stay_possible() -> None:
    deal = Played("b+2 r+2 b3", "g+2 b5 b6", "r7 b8 b9", stock="r4 r5 r6 r7", stacking=False).play("b+2,r+2")
    assert deal.events(1) == [
        ["play", 0, ["b+2", "r+2"]],
        ["call", 0],
        ["draw", 1, ["r4", "r5", "r6", "r7"], "pending"],
    ]
    assert deal.seat == 2
    assert deal.options() == ["r7", "draw"]


def test_m7_a_settled_draw_leaves_a_card_of_the_same_face_an_ordinary_one() -> None:
    deal = Played("b+2 b2 W", "y5 r5 r6", "g+2 b7 b8", "b4 b5 r7", stock="r8 r9 y8 y9 g3 g4").play("b+2")
    assert deal.seat == 2
    deal.play("g+2")
    assert deal.events()[-1] == ["draw", 3, ["y8", "y9"], "pending"]  # two, not four

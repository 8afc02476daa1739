"""T6, T11 to T13, C8: being stuck, the end, a joker as the last card, points, the cap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deals import Played


def stuck(on_stuck: str, **options: Any) -> Played:
    """Seat 0 leads a spade that seat 1 can neither follow nor draw."""
    return Played("2S 3H 4D", "5H KD 6C", "7S AS 8C", only=True, at=1, on_stuck=on_stuck, **options).play("2S")


def test_t6_void_ends_the_deal_without_a_winner_and_without_points() -> None:
    deal = stuck("void")
    assert deal.events()[-1] == ["end", "stuck", None]
    assert deal.deal.points() == [0, 0, 0]


def test_t6_score_ends_the_deal_and_everyone_scores() -> None:
    deal = stuck("score")
    assert deal.events()[-1] == ["end", "stuck", None]
    assert deal.deal.points() == [7, 21, 30]
    assert stuck("score", score="wins").deal.points() == [1, 1, 1]


def test_t6_pass_takes_no_part_in_the_trick_and_play_goes_on() -> None:
    deal = stuck("pass")
    assert deal.events()[-1] == ["pass", 1]
    assert deal.seat == 2
    deal.play("7S")
    assert deal.events()[-1] == ["trick", 2]


def test_t6_t9_who_passed_cannot_lose_the_trick() -> None:
    assert stuck("pass", lead_next="loser").play("7S").seat == 0


def test_t6_stuck_in_the_last_place_of_a_trick() -> None:
    deal = Played("2S 3H 4D", "7S AS 8C", "5H KD 6C", only=True, at=1, on_stuck="pass").play("2S", "7S")
    assert deal.events()[-2:] == [["pass", 2], ["trick", 1]]


def test_t6_discards_are_reshuffled_before_anybody_is_stuck() -> None:
    deal = Played("2S 3D 4D", "5S KD KC", only=True, enforced_by="nobody").play("2S", "5S", "KC")
    assert deal.events()[4:] == [
        ["reshuffle", ["2S", "5S"]],
        ["draw", 0, ["2S", "5S"], "follow"],
        ["end", "stuck", None],
    ]


def test_t11_the_deal_ends_the_instant_a_hand_is_empty() -> None:
    deal = Played("2S", "AS", "KH", enforced_by="nobody").play("2S")
    assert deal.events() == [["play", 0, ["2S"]], ["end", "out", 0]]
    assert deal.deal.points() == [0, 15, 10]


@pytest.mark.parametrize(
    ("hand", "points"),
    [("AS", 15), ("KS", 10), ("QS", 10), ("JS", 10), ("TS", 10), ("9S", 9), ("2S", 2), ("*1", 20)],
)
def test_t13_what_a_card_costs(hand: str, points: int) -> None:
    assert Played("2D", hand, enforced_by="nobody").play("2D").deal.points() == [0, points]


def test_t13_points_by_agreement() -> None:
    options: dict[str, Any] = {"enforced_by": "nobody", "ace": 1, "face": 0, "joker": 50}
    assert Played("2D 2H", "*1 AS", only=True, **options).play("2D", "*1").deal.points() == [0, 0]
    deal = Played("2D", "*1", **options).play("2D")
    assert deal.deal.points() == [0, 50]
    assert Played("2D", "AS", **options).play("2D").deal.points() == [0, 1]
    assert Played("2D", "KS", **options).play("2D").deal.points() == [0, 0]


def test_t13_wins() -> None:
    assert Played("2D", "AS", "KS", enforced_by="nobody", score="wins").play("2D").deal.points() == [0, 1, 1]


def test_t12_a_joker_may_be_the_last_card_unless_forbidden() -> None:
    assert Played("*1", "AS", enforced_by="nobody").options() == "*1"
    assert Played("*1", "AS", enforced_by="nobody").play("*1").over


def test_t12_forbidden_who_leads_with_one_joker_draws_one_card_and_plays_either() -> None:
    deal = Played("*1", "AS", enforced_by="nobody", joker_out="forbidden", stock="7D 8D")
    assert deal.events() == [["draw", 0, ["7D"], "follow"]]
    assert deal.options() == "7D *1"
    deal.play("*1")
    assert deal.hand(0) == "7D"


def test_t12_forbidden_a_joker_beside_another_card_may_be_played() -> None:
    assert Played("*1 2S", "AS 3S", enforced_by="nobody", joker_out="forbidden").options() == "2S *1"


def single(joker: str, led: str, on_stuck: str = "void", stock: str = "", **options: Any) -> Played:
    """Seat 0 leads `led`, and seat 1 holds nothing but `joker`, which may not be the last card."""
    rest: dict[str, Any] = {"enforced_by": "nobody", "joker_out": "forbidden", "on_stuck": on_stuck, **options}
    deal = Played(f"{led} 3S 4S", f"{joker} 4H 5H", "TS JH QH", jokers=2, stock=stock, only=True, **rest)
    deal.deal.hands[1] = 1 << deal.family.ids_by_name[joker]
    deal.deal.counts[1] = 1
    return deal.play(led)


def test_t12_forbidden_a_single_joker_draws_where_a_suit_is_led() -> None:
    deal = single("*1", "2S", stock="8S 7D")
    assert deal.events()[-1] == ["draw", 1, ["8S"], "follow"]
    assert deal.options() == "8S"
    assert deal.refused("*1") == ("T5", "the spade just drawn must be played at once, a joker is no longer an option")


def test_t12_t6_forbidden_a_single_joker_with_nothing_to_draw_is_stuck() -> None:
    assert single("*1", "2S").events()[-1] == ["end", "stuck", None]
    assert single("*1", "2S", "pass").events()[-1] == ["pass", 1]
    assert single("*1", "*2", "pass").events()[-1] == ["pass", 1]
    assert single("*1", "*2", "score").deal.points() == [7, 20, 30]


def test_t12_forbidden_after_the_first_card_the_joker_is_free_to_play_again() -> None:
    deal = single("*1", "2S", stock="7D 9S 8D")
    assert deal.events()[-1] == ["draw", 1, ["7D"], "follow"]
    assert deal.options() == "*1 draw"
    deal.play("draw")
    assert deal.options() == "9S"


def test_t12_forbidden_a_single_joker_after_a_led_joker_draws_one_card() -> None:
    deal = single("*2", "*1", stock="7D 9S")
    assert deal.events()[-1] == ["draw", 1, ["7D"], "follow"]
    assert deal.options() == "7D *2"


def test_t12_t6_who_is_stuck_when_leading_lets_the_next_player_lead() -> None:
    deal = Played("8S 3S 4S", "TH JH QH", only=True, enforced_by="nobody", joker_out="forbidden", on_stuck="pass")
    deal.deal.stop = 1 << deal.family.ids_by_name["8S"]
    deal.deal.hands[0] |= 1 << deal.family.ids_by_name["*1"]
    deal.deal.counts[0] += 1
    deal.play("8S")
    deal.deal.hands[0] = 1 << deal.family.ids_by_name["*1"]
    deal.deal.counts[0] = 1
    deal.deal.discards.clear()
    deal.deal.turn = -1
    deal.deal.begin()
    assert deal.events()[-1] == ["pass", 0]
    assert deal.seat == 1
    assert deal.options() == "TH JH QH"


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_c8_the_cap_ends_the_deal_after_the_complete_turn(cap: int) -> None:
    deal = Played("2S 3S 4S 5S", "6S 7S 8S 9S", max_turns=cap, at=3)
    deal.play(*["2S", "6S", "7S"][:cap])
    tail = [["trick", 1], ["end", "cap", None]] if cap == 2 else [["end", "cap", None]]
    assert deal.events()[-len(tail) :] == tail
    assert deal.deal.points() == [0, 0]


def test_c8_a_play_that_empties_the_hand_wins_at_the_cap_too() -> None:
    assert Played("2S", "6S", max_turns=1, enforced_by="nobody").play("2S").events()[-1] == ["end", "out", 0]

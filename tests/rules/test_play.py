"""C1, C3, T1 to T5: dealing, leading, following, drawing until one can follow."""

from __future__ import annotations

import pytest

from pageone_cli.games import IllegalMove, family
from tests.deals import Played, rules


def test_t1_the_pack_has_52_cards_and_the_jokers() -> None:
    for jokers in range(5):
        cards = [str(card) for card in family(rules(jokers=jokers)).cards]
        assert len(cards) == len(set(cards)) == 52 + jokers
        assert cards[:3] == ["2S", "3S", "4S"]
        assert cards[8:13] == ["TS", "JS", "QS", "KS", "AS"]
        assert [card[0] for card in cards[52:]] == ["*"] * jokers


def test_c1_cards_are_dealt_singly_from_the_left_of_the_dealer() -> None:
    deal = Played("2S 3S", "4S 5S", "6S 7S", at=1, dealer=2)
    assert [deal.hand(seat) for seat in range(3)] == ["2S 3S", "4S 5S", "6S 7S"]
    moved = Played("2S 3S", "4S 5S", "6S 7S", at=1, dealer=0)
    assert [moved.hand(seat) for seat in range(3)] == ["6S 7S", "2S 3S", "4S 5S"]


def test_c3_left_of_the_dealer_leads() -> None:
    assert Played("2S 3S", "4S 5S", "6S 7S", at=1, dealer=0).seat == 1
    assert Played("2S 3S", "4S 5S", "6S 7S", at=1, dealer=2).seat == 0


def test_t3_the_leader_may_play_anything() -> None:
    deal = Played("2S KH 3D *1", "4S 5S 6S 7S")
    assert deal.options() == "2S KH 3D *1"
    assert deal.refused("draw") == ("T5", "nobody draws while no suit is led")


def test_t3_a_joker_led_sets_no_suit_and_the_next_other_card_does() -> None:
    deal = Played("*1 2S 3S", "4D 5H 6H", "7H 8S 9S", "8H TD JD")
    deal.play("*1")
    assert deal.options() == "5H 6H 4D"
    assert deal.refused("draw")[0] == "T5"
    deal.play("5H")
    assert deal.options() == "7H"
    deal.play("7H")
    assert deal.options() == "8H"


def test_t3_a_joker_played_later_leaves_the_suit_in_force() -> None:
    deal = Played("2S 3S 4S", "*1 5H 6H", "7S 8H 9H", at=1)
    deal.play("2S")
    assert deal.options() == "*1 draw"
    deal.play("*1")
    assert deal.options() == "7S"


def test_t4_who_holds_the_suit_follows_or_plays_a_joker() -> None:
    deal = Played("2S 3S 4S", "5S KH *1", at=1)
    deal.play("2S")
    assert deal.options() == "5S *1"
    assert deal.refused("KH") == ("T4", "KH does not follow the spade led")
    assert deal.refused("draw") == ("T4", "who holds the suit led may not draw")
    assert deal.refused("AS") == ("C9", "AS is not in the hand")


def test_t5_who_cannot_follow_draws_until_the_suit_comes() -> None:
    deal = Played("2S 3S 4S", "5H KH 6H", stock="7D 8C 9S TS", at=1)
    deal.play("2S")
    assert deal.events()[1:] == [["draw", 1, ["7D", "8C", "9S"], "follow"]]
    assert deal.options() == "9S"
    assert deal.refused("KH") == ("T4", "KH does not follow the spade led")
    deal.play("9S")
    assert deal.hand(1) == "5H 6H KH 7D 8C"


def test_t5_a_joker_may_be_played_before_and_after_each_draw() -> None:
    deal = Played("2S 3S 4S", "5H KH *1", stock="7D 8C 9S", at=1)
    deal.play("2S")
    for _ in range(2):
        assert deal.options() == "*1 draw"
        assert deal.refused("5H") == ("T5", "5H does not follow the spade led: draw, or play a joker")
        deal.play("draw")
    assert deal.options() == "*1 draw"
    deal.play("draw")
    assert deal.options() == "9S"
    assert deal.refused("*1")[0] == "T5"


def test_t5_a_joker_drawn_may_be_played() -> None:
    deal = Played("2S 3S 4S", "5H KH 6H", stock="7D *1 9S", at=1)
    deal.play("2S")
    assert deal.events()[1:] == [["draw", 1, ["7D", "*1"], "follow"]]
    assert deal.options() == "*1 draw"


def test_t5_there_is_no_draw_on_offer_when_there_is_no_card_to_draw() -> None:
    deal = Played("2S 3S 4S", "5H KH *1", only=True, at=1)
    deal.play("2S")
    assert deal.options() == "*1"
    assert deal.refused("draw") == ("T6", "there is no card to draw")


def test_a_move_that_is_not_one_is_refused() -> None:
    deal = Played("2S 3S 4S", "5S KH *1", at=1)
    for nonsense in (None, 7, "2S", [], object()):
        with pytest.raises(IllegalMove):
            deal.deal.play(nonsense)  # type: ignore[arg-type]
    assert deal.events() == []

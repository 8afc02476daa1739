"""M1 to M3 and C1 to C3: the pack, the hands, the starter, who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from pageone_cli.games import family
from pageone_cli.rules import MatchingRules
from tests.matching_deals import Played, begin, cards_of, game_of, rules


def test_m1_the_pack_has_26_cards_a_colour_and_four_wilds() -> None:
    game = family(MatchingRules())
    names = [str(game.cards[card]) for card in game.pack]
    assert len(names) == 108
    faces = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "+3", "R", "S"]
    wanted = [colour + face for colour in "bryg" for face in faces for _ in range(2)]
    assert names == [*wanted, "W", "W", "W", "W"]  # in pack order
    assert Counter(name[0] for name in names) == {"b": 26, "r": 26, "y": 26, "g": 26, "W": 4}


@pytest.mark.parametrize("wilds", [0, 1, 20])
def test_m1_wilds_are_an_option(wilds: int) -> None:
    game = family(rules(wilds=wilds))
    assert [str(game.cards[card]) for card in game.pack].count("W") == wilds
    assert len(game.pack) == 104 + wilds
    assert ("W" in game.ids_by_name) == (wilds > 0)


def test_m1_a_card_knows_its_colour_and_face() -> None:
    cards = {str(card): card for card in family(MatchingRules()).cards}
    assert (cards["b+2"].colour, cards["b+2"].face, cards["b+2"].is_wild) == ("b", "+2", False)  # type: ignore[union-attr]
    assert (cards["W"].colour, cards["W"].face, cards["W"].is_wild) == (None, None, True)  # type: ignore[union-attr]


def test_m2_c1_cards_are_dealt_one_at_a_time_clockwise_from_the_left_of_the_dealer() -> None:
    game = game_of(rules(hand_size=3))
    ids = game.ids_by_name
    pack = [*game.pack]
    front = [ids[name] for name in ("b1", "r1", "y1", "b2", "r2", "y2", "b3", "r3", "y3", "b4")]
    for card in front:
        pack.remove(card)
    deal = begin(game.rules, 3, (0, 1, 2), 1, [*front, *pack])
    hands = {seat: [str(game.cards[card]) for card in deal.hand(seat)] for seat in range(3)}
    assert hands == {2: ["b1", "b2", "b3"], 0: ["r1", "r2", "r3"], 1: ["y1", "y2", "y3"]}
    assert deal.seat == 2  # C3: left of the dealer
    assert deal.top == (ids["b4"],)
    assert len(deal.stock) == 108 - 9 - 1


def test_c1_only_active_seats_are_dealt_in_and_c3_begins_at_the_next_one() -> None:
    deal = Played("b1 b2", "r1 r2", "y1 y2", seats=6, active=(1, 3, 4), dealer=4, starter="b3")
    assert deal.seat == 1
    assert [deal.hand(seat) for seat in range(6)] == ["", "b1 b2", "", "r1 r2", "y1 y2", ""]
    assert deal.deal.view().active == (1, 3, 4)
    assert deal.deal.view().places == (None,) * 6


def test_m3_the_starter_is_the_topmost_number_and_the_cards_above_keep_their_order() -> None:
    game = game_of(rules(hand_size=1))
    ids = game.ids_by_name
    pack = [*game.pack]
    front = [ids[name] for name in ("b1", "b2", "W", "r+2", "gS", "yR", "b+3", "b5", "r5")]
    for card in front:
        pack.remove(card)
    deal = begin(game.rules, 2, (0, 1), 1, [*front, *pack])
    assert deal.events()[0] == ("starter", game.cards[ids["b5"]])
    assert [str(game.cards[card]) for card in reversed(deal.stock[-6:])] == ["W", "r+2", "gS", "yR", "b+3", "r5"]
    assert sorted(cards_of(deal)) == list(game.pack)


def test_m3_the_starter_has_no_effect_and_the_first_player_plays_on_it() -> None:
    deal = Played("r9 b9 W", "b1 b2 b3", starter="b9")
    assert (deal.seat, deal.deal.direction, deal.deal.pending) == (0, 1, 0)
    assert deal.deal.view().colour == "b"
    assert deal.deal.view().face == "9"
    assert deal.options() == ["b9", "r9", "W (b)", "W (r)", "W (y)", "W (g)", "r9 b9", "b9 r9", "draw"]


def test_m3_without_a_number_card_there_is_no_deal() -> None:
    own = rules(hand_size=9)
    game = game_of(own)
    numbers = [card for card in game.pack if str(game.cards[card])[1:].isdigit()]
    others = [card for card in game.pack if card not in numbers]
    with pytest.raises(ValueError, match="M3"):
        begin(own, 8, range(8), 7, [*numbers, *others])
    begin(own, 7, range(7), 6, [*numbers, *others])  # nine numbers are left


def test_m3_a_pack_of_other_rules_is_no_pack() -> None:
    game = game_of(rules(wilds=0))
    with pytest.raises(ValueError, match="pack"):
        begin(rules(), 2, (0, 1), 1, game.pack)


def test_m3_forced_draws_at_the_start_are_made_at_once() -> None:
    """Nobody is asked where the draw is the only thing to do (M4)."""
    deal = Played("r1 r2", "y1 y2", "b1 b2", starter="g9", stock="b3 b4 b5")
    assert deal.events(1)[:2] == [["draw", 0, ["b3"], "turn"], ["draw", 1, ["b4"], "turn"]]

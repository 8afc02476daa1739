"""X1 to X3 and C2: when a match ends, who wins it, who deals next."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from pageone_cli.match import MatchState, exact, ranked
from pageone_cli.rules import DealsMatch, EliminationMatch, LeadMatch, Match


def played(mode: Match, *deals: Sequence[int | float | None], first_dealer: int = 0) -> MatchState:
    """A match after those deals; the lowest points win the deal."""
    state = MatchState(mode, len(deals[0]), first_dealer)
    for points in deals:
        assert not state.over, f"over after {state.deals} deals"
        earned = [value for value in points if value is not None]
        best = [seat for seat, value in enumerate(points) if value == min(earned)]
        state.add(points, best[0] if len(best) == 1 else None)
    return state


# X1, deals


def test_x1_ends_after_n_deals_and_the_lowest_total_wins() -> None:
    state = played(DealsMatch(deals=3), (0, 10, 20), (30, 0, 5), (0, 5, 5))
    assert state.over
    assert state.totals == [30, 15, 30]
    assert state.ranks() == [2, 1, 2]


@pytest.mark.parametrize("deals", [1, 2, 10])
def test_x1_not_before_n_deals(deals: int) -> None:
    state = MatchState(DealsMatch(deals=deals), 2, 0)
    for _ in range(deals):
        assert not state.over
        state.add((0, 1000), 0)
    assert state.over
    assert state.deals == deals


def test_x1_the_standard_is_ten_deals() -> None:
    assert DealsMatch().deals == 10


def test_x1_void_deals_count_as_deals_and_are_won_by_nobody() -> None:
    state = MatchState(DealsMatch(deals=2), 3, 0)
    state.add((0, 0, 0), None)
    state.add((5, 0, 7), 1)
    assert state.over
    assert (state.won, state.void) == ([0, 1, 0], 1)


# X1, lead


def test_x1_lead_ends_after_the_deal_in_which_the_lowest_is_that_far_below_the_next() -> None:
    state = MatchState(LeadMatch(by=50), 3, 0)
    state.add((0, 49, 80), 0)
    assert not state.over
    state.add((0, 1, 0), None)
    assert state.totals == [0, 50, 80]
    assert state.over
    assert state.ranks() == [1, 2, 3]


def test_x1_lead_looks_at_the_next_not_at_the_last() -> None:
    state = MatchState(LeadMatch(by=50), 3, 0)
    state.add((0, 10, 500), 0)
    assert not state.over
    state.add((0, 39, 0), None)
    assert not state.over


def test_x1_lead_two_lowest_alike_go_on() -> None:
    state = MatchState(LeadMatch(by=1), 3, 0)
    state.add((0, 0, 70), None)
    assert not state.over


def test_x1_lead_is_not_over_before_the_first_deal_whatever_by_is() -> None:
    assert not MatchState(LeadMatch(by=1), 2, 0).over


def test_x1_lead_ends_at_max_deals_at_the_latest() -> None:
    state = played(LeadMatch(by=50, max_deals=3), (0, 10), (10, 0), (4, 4))
    assert state.over
    assert state.ranks() == [1, 1]
    assert LeadMatch().max_deals == 100


# X2


def test_x2_exactly_over_stays_in_and_one_more_is_out() -> None:
    state = MatchState(EliminationMatch(over=100), 3, 0)
    state.add((0, 100, 101), 0)
    assert state.out_after == [None, None, 1]
    assert state.active == (0, 1)
    assert not state.over
    state.add((0, 1, None), 0)
    assert state.out_after == [None, 2, 1]
    assert state.over


def test_x2_the_last_one_left_wins_whatever_the_totals_are() -> None:
    state = played(EliminationMatch(over=100), (99, 50, 101), (1, 51, None))
    assert state.totals == [100, 101, 101]
    assert state.over
    assert state.ranks() == [1, 2, 3]


def test_x2_later_eliminated_before_earlier_also_with_the_higher_total() -> None:
    state = played(EliminationMatch(over=100), (101, 0, 60, 0), (None, 0, 140, 50), (None, 0, None, 51))
    assert state.out_after == [1, None, 2, 3]
    assert state.totals == [101, 0, 200, 101]
    assert state.ranks() == [4, 1, 3, 2]


def test_x2_if_nobody_is_left_those_of_the_last_deal_are_ranked_by_total() -> None:
    state = played(EliminationMatch(over=100), (60, 70, 60, 101), (50, 60, 50, None))
    assert state.active == ()
    assert state.over
    assert state.ranks() == [1, 3, 1, 4]


def test_x2_out_in_one_deal_the_lower_total_is_before() -> None:
    state = played(EliminationMatch(over=100), (0, 130, 120, 130))
    assert state.over
    assert state.ranks() == [1, 3, 2, 3]


def test_x2_totals_of_who_is_out_stay() -> None:
    state = played(EliminationMatch(over=10), (11, 0, 0), (None, 3, 4))
    assert state.totals == [11, 3, 4]


def test_x2_at_max_deals_the_survivors_are_ranked_by_total_before_the_eliminated() -> None:
    state = played(EliminationMatch(over=100, max_deals=2), (101, 20, 20, 0), (None, 0, 0, 30))
    assert state.over
    assert state.active == (1, 2, 3)
    assert state.ranks() == [4, 1, 1, 3]


def test_x2_one_seat_each_needs_points_and_the_eliminated_none() -> None:
    state = MatchState(EliminationMatch(over=10), 3, 0)
    with pytest.raises(ValueError, match="no points for seat 1, which is in the match"):
        state.add((0, None, 5), 0)


# X3


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((3, 7, 7, 9), [1, 2, 2, 4]),
        ((9, 7, 7, 3), [4, 2, 2, 1]),
        ((5, 5, 5), [1, 1, 1]),
        ((5, 5, 1), [2, 2, 1]),
        ((0.5, 0, 1), [2, 1, 3]),
    ],
)
def test_x3_equal_is_equal(totals: tuple[float, ...], ranks: list[int]) -> None:
    assert ranked(totals) == ranks


def test_x3_no_seat_breaks_a_tie_ranks_move_with_the_points() -> None:
    points = (3, 7, 7, 9, 3)
    wanted = dict(zip(points, ranked(points), strict=True))
    for order in itertools.permutations(points):
        state = played(DealsMatch(deals=1), order)
        assert state.ranks() == [wanted[value] for value in order]


def test_x3_halves_are_exact_and_whole_numbers_stay_whole() -> None:
    state = played(DealsMatch(deals=3), (0.5, 0.5), (0.5, 1), (1.5, 1))
    assert state.totals == [2.5, 2.5]
    assert state.ranks() == [1, 1]
    assert repr(exact(2.0)) == "2"
    assert repr(exact(2.5)) == "2.5"
    state = played(DealsMatch(deals=2), (0.5, 1), (0.5, 0))
    assert repr(state.totals) == "[1, 1]"


# C2


def test_c2_the_deal_passes_clockwise_after_a_void_one_too() -> None:
    state = MatchState(DealsMatch(deals=5), 3, 1)
    dealers = []
    for winner in (0, None, None, 2, 1):
        dealers.append(state.dealer)
        state.add((1, 1, 1), winner)
    assert dealers == [1, 2, 0, 1, 2]


def test_c2_the_dealer_passes_over_eliminated_seats() -> None:
    state = MatchState(EliminationMatch(over=10), 5, 0)
    state.add((0, 11, 11, 0, 0), None)  # 1 and 2, the next dealers, are out
    assert state.dealer == 3
    state.add((0, None, None, 0, 11), None)  # 4, the next dealer, is out
    assert state.dealer == 0
    state.add((0, None, None, 0, None), None)
    assert state.dealer == 3


def test_c2_the_dealer_who_goes_out_passes_on_too() -> None:
    state = MatchState(EliminationMatch(over=10), 4, 2)
    state.add((0, 0, 11, 0), None)
    assert state.dealer == 3
    state.add((11, 0, None, 0), None)
    assert state.dealer == 1


def test_c2_first_dealers_are_drawn_all_seats_alike() -> None:
    from collections import Counter

    from pageone_cli.streams import Streams

    drawn = Counter(Streams(str(seed)).seating(1, 4)[1] for seed in range(4000))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert all(850 < count < 1150 for count in drawn.values())

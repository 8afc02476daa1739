"""What holds at every moment of every deal, whatever the options: hypothesis chooses rules, packs and moves."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageone_cli.events import Event, encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, SHUFFLE, IllegalMove, family
from pageone_cli.games.trick import TrickDeal
from pageone_cli.games.trick.masks import DRAW_BIT, JOKERS
from pageone_cli.logged import Logged
from pageone_cli.retrace import Retrace
from pageone_cli.rules import Call, Players, Rules, TrickDeck, TrickRules, sealed
from pageone_cli.strategy import Setting
from tests.deals import cards_of, state

RANKS = ("none", "2", "8", "10", "J", "A")


@st.composite
def configurations(draw: st.DrawFn) -> tuple[TrickRules, int]:
    """Rules of any kind, and a number of players that fits."""
    players = draw(st.integers(2, 10))
    jokers = draw(st.integers(0, 4))
    return (
        TrickRules(
            players=Players(2, players),
            hand_size=draw(st.integers(1, min(20, (52 + jokers) // players))),
            deck=TrickDeck(jokers),
            call=Call(
                draw(st.integers(1, 10)),
                draw(st.sampled_from(("opponents", "referee", "nobody"))),
                draw(st.integers(1, 20)),
            ),
            max_turns=draw(st.sampled_from((1, 7, 150))),
            lead_next=draw(st.sampled_from(("winner", "loser"))),
            stop_rank=draw(st.sampled_from(RANKS)),
            joker_out=draw(st.sampled_from(("allowed", "forbidden"))),
            on_stuck=draw(st.sampled_from(("void", "score", "pass"))),
            score=draw(st.sampled_from(("cards", "wins"))),
        ),
        players,
    )


@st.composite
def deals(draw: st.DrawFn) -> TrickDeal:
    """The beginning of a deal, some seats perhaps out of the match."""
    rules, players = draw(configurations())
    seats = draw(st.permutations(range(players)))
    active = tuple(sorted(seats[: draw(st.integers(2, players))]))
    game = family(rules)
    scores = (0,) * players
    setting = Setting("trick", sealed(rules), players, active, draw(st.sampled_from(active)), scores, 1, game.cards)
    deal = game.deal(setting, draw(st.permutations(game.pack)))
    assert isinstance(deal, TrickDeal)
    return deal


def step(deal: TrickDeal, data: st.DataObject) -> None:
    """Do something that the deal waits for."""
    if deal.waits is CHOOSE:
        move = data.draw(st.sampled_from(deal.view().moves))
        deal.play(move.silent() if data.draw(st.booleans()) else move)
    elif deal.waits is CALL_OUT:
        deal.answer(data.draw(st.booleans()))
    else:
        deal.refill(data.draw(st.permutations(deal.discards)))


def legal_by_the_rules(deal: TrickDeal) -> set[str]:
    """T3 to T6 and T12 once more, from the cards on the table and in the hand, without the engine's own masks."""
    view = deal.view()
    hand = list(map(str, view.hand))
    jokers = [card for card in hand if card[0] == "*"]
    drawn_now = _drew_last(deal)
    barred = len(hand) == 1 and jokers and deal.family.rules.joker_out == "forbidden"
    if view.led is None:
        return set(hand) - set(jokers if barred else [])
    own = [card for card in hand if card[-1] == view.led and card[0] != "*"]
    if own:
        return set(own) if drawn_now else {*own, *jokers}
    return {*jokers, "draw"} if view.stock + view.discards else set(jokers)


def _drew_last(deal: TrickDeal) -> bool:
    """Whether the seat asked has just drawn (T5)."""
    if deal.public is None:
        return False
    event = deal.public[0]
    return bool(event[0] == "draw" and event[1] == deal.seat and event[3] == "follow")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_moment_of_a_deal(data: st.DataObject) -> None:
    deal = data.draw(deals())
    pack = sorted(deal.family.pack)
    for _ in range(60):
        assert sorted(cards_of(deal)) == pack  # conserved after every event
        assert deal.counts == [len(deal.hand(seat)) for seat in range(deal.setting.seats)]
        if deal.waits is OVER:
            break
        if deal.waits is CHOOSE:
            offered = {str(move) for move in deal.view().moves}
            assert len(offered) == len(deal.view().moves) > 0
            assert offered == legal_by_the_rules(deal)
        before, twin = state(deal), deal.copy()
        step(twin, data)
        assert state(deal) == before  # a copy is independent
        step(deal, data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_not_on_offer_is_refused_and_changes_nothing(data: st.DataObject) -> None:
    deal = data.draw(deals())
    for _ in range(data.draw(st.integers(0, 25))):
        if deal.waits is OVER:
            return
        step(deal, data)
    if deal.waits is not CHOOSE:
        return
    offered, before = set(deal.view().moves), state(deal)
    for move in [*deal.family.plays, deal.family.draw]:
        if move not in offered:
            with pytest.raises(IllegalMove) as refused:
                deal.play(move)
            assert re.fullmatch(r"[CT]\d+", refused.value.rule)
            assert refused.value.why
            assert state(deal) == before


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_retracing_a_log_gives_the_log(data: st.DataObject) -> None:
    deal = data.draw(deals())
    first = deal.copy()
    pack = _pack_of(first)
    while deal.waits is not OVER:
        step(deal, data) if deal.turns < 40 else _hurry(deal)
    line = {
        "table": list(range(deal.setting.seats)),
        "active": list(deal.active),
        "dealer": deal.setting.dealer,
        "deck": [str(deal.family.cards[card]) for card in pack],
        "events": json.loads(encode(deal.events())),
        "outcome": deal.outcome,
        "points": deal.points(),
        "totals": [0] * deal.setting.seats,
    }
    logged = Logged.of(deal.family, line)
    retrace = Retrace(deal.family, logged.begin(deal.family, [0] * deal.setting.seats, 1), logged.events)
    retrace.run()
    assert retrace.deal.events() == deal.events()
    assert retrace.deal.points() == deal.points()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_seat_knows_its_own_draws_and_counts_of_others(data: st.DataObject) -> None:
    deal = data.draw(deals())
    while deal.waits is not OVER:
        step(deal, data) if deal.turns < 40 else _hurry(deal)
    truth = deal.events()
    for seat in deal.active:
        known = deal.events_for(seat)
        assert [_as_known(event, seat) for event in truth] == known
        assert list(deal.view(seat).events) == known


def _as_known(event: Event, seat: int) -> Event:
    if event[0] == "draw" and event[1] != seat:
        return ("draw", event[1], len(event[2]), event[3])
    return ("reshuffle", len(event[1])) if event[0] == "reshuffle" else event


def _hurry(deal: TrickDeal) -> None:
    if deal.waits is CHOOSE:
        deal.play(deal.view().moves[0])
    elif deal.waits is CALL_OUT:
        deal.answer(False)
    else:
        assert deal.waits is SHUFFLE
        deal.refill(deal.discards[::-1])


def _pack_of(deal: TrickDeal) -> list[int]:
    """The pack that a deal was dealt from, if nothing has happened but drawing by its first seat."""
    order, size = deal.order, deal.family.rules.hand_size
    drawn = [card for event in deal.events() for card in event[2]]
    hands = {seat: [card for card in deal.hand(seat) if deal.family.cards[card] not in drawn] for seat in order}
    ids = [deal.family.ids_by_name[str(card)] for card in drawn]
    return [hands[seat][turn] for turn in range(size) for seat in order] + ids + deal.stock[::-1]


def test_masks_do_not_overlap() -> None:
    rules: Rules = TrickRules()
    assert not DRAW_BIT & JOKERS
    assert len(family(rules).cards) == 53

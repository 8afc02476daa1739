"""What holds at every moment of every deal of the matching game: hypothesis chooses rules, packs and moves."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageone_cli.events import Event, encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, IllegalMove
from pageone_cli.games.matching import MatchingDeal, MatchingFamily, moves
from pageone_cli.games.matching.hands import hand_of
from pageone_cli.loading import Player, bundled_player
from pageone_cli.logged import Logged
from pageone_cli.playing import play_match
from pageone_cli.retrace import Retrace, follows
from pageone_cli.rules import DealsMatch, MatchingCall, MatchingDeck, MatchingRules, Players
from pageone_cli.schedule import Fixture
from pageone_cli.strategy import Move, Strategy, View
from pageone_cli.streams import Streams
from pageone_cli.table import Conduct, Table
from pageone_cli.testing import view as view_of
from tests.matching_deals import Played, begin, cards_of, game_of, state
from tests.test_table import reachable, vandalise

NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


@st.composite
def configurations(draw: st.DrawFn) -> tuple[MatchingRules, int]:
    """Rules of any kind, and a number of players that fits."""
    players = draw(st.sampled_from((4, 2, 3, 5, 6, 10)))
    hand = min(71 // players, draw(st.sampled_from((7, 5, 3, 2, 1, 20))))
    return (
        MatchingRules(
            players=Players(2, players),
            hand_size=hand,
            deck=MatchingDeck(draw(st.sampled_from((0, 1, 4, 20)))),
            call=MatchingCall(
                draw(st.sampled_from((1, 2, 4))),
                draw(st.sampled_from(("opponents", "referee", "nobody"))),
                draw(st.integers(1, 20)),
            ),
            max_turns=draw(st.sampled_from((300, 300, 300, 9, 1))),
            hand_limit=draw(st.sampled_from((hand + 8, "none", hand + 2, hand))),
            sets=draw(st.sampled_from(("faces", "faces", "numbers", "single"))),
            stacking=draw(st.booleans()),
        ),
        players,
    )


@st.composite
def deals(draw: st.DrawFn) -> tuple[MatchingDeal, list[int]]:
    """The beginning of a deal, some seats perhaps out of the match, and its pack.

    The pack often has cards of a few faces on top, so that there are sets, and often little more than the hands.
    """
    rules, players = draw(configurations())
    game = game_of(rules)
    random = Random(draw(st.integers(0, 2**32)))
    active = sorted(random.sample(range(players), random.choice((players, players, random.randint(2, players)))))
    pack = [*game.pack]
    random.shuffle(pack)
    if draw(st.booleans()):
        faces = random.sample([*NUMBERS, "+2", "+3", "R", "S"], 3)
        pack.sort(key=lambda card: str(game.cards[card])[1:] not in faces)
    deal = begin(rules, players, active, draw(st.sampled_from(active)), pack)
    return deal, pack


def step(deal: MatchingDeal, data: st.DataObject) -> None:
    """Do something that the deal waits for."""
    if deal.waits is CHOOSE:
        offered = deal.view().moves
        move = offered[data.draw(st.integers(0, min(len(offered), 40) - 1)) * 7 % len(offered)]
        deal.play(move.silent() if data.draw(st.booleans()) else move)
    elif deal.waits is CALL_OUT:
        deal.answer(data.draw(st.booleans()))
    else:
        deal.refill(shuffled(deal.discards, data.draw(st.integers(0, 999))))


def shuffled(cards: Sequence[int], seed: int) -> list[int]:
    random = Random(seed)
    return sorted(cards, key=lambda _: random.random())


def walk(deal: MatchingDeal, seed: int, turns: int = 10_000) -> None:
    """Play on by a seed, to the end or for so many turns."""
    random = Random(seed)
    while deal.waits is not OVER and deal.turns < turns:
        if deal.waits is CHOOSE:
            offered = deal.view().moves
            move = offered[int(random.random() * len(offered))]
            deal.play(move.silent() if random.random() < 0.5 else move)
        elif deal.waits is CALL_OUT:
            deal.answer(random.random() < 0.5)
        else:
            deal.refill(shuffled(deal.discards, random.randrange(999)))
    if deal.waits not in (CHOOSE, OVER):
        walk(deal, seed + 1, turns + 1)


# What is legal, once more from the text of the rules


def fits(card: str, view: Any) -> bool:
    """M5 and M7: whether a card may be laid on what is in force."""
    if view.pending:
        return bool(view.rules.stacking and card[1:] == view.face)
    return card == "W" or card[0] == view.colour or card[1:] == view.face


def allowed(cards: Sequence[str], colour: str | None, view: Any) -> bool:
    """M5 to M7: whether cards of the hand may be laid in this order."""
    if "W" in cards:
        return len(cards) == 1 and colour is not None and colour in "bryg" and fits("W", view)
    if colour is not None or not fits(cards[0], view):
        return False
    if len(cards) > 1:
        if view.rules.sets == "single" or len({card[1:] for card in cards}) > 1:
            return False
        return bool(view.rules.sets == "faces" or cards[0][1:] in NUMBERS)
    return True


def every_order(hand: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Every way to lay down some of the cards of a hand, with every colour and with none.

    Of a hand of more than five cards only single cards, pairs and cards of one face.
    """
    chosen: set[tuple[str, ...]] = set()
    for size in range(1, min(len(hand), 5 if len(hand) <= 5 else 2) + 1):
        chosen |= set(permutations(hand, size))
    for face in {card[1:] for card in hand}:
        alike = [card for card in hand if card[1:] == face]
        for size in range(3, min(len(alike), 6) + 1):
            chosen |= set(permutations(alike, size))
        for size in range(7, len(alike) + 1):  # too many orders: one for each first and last card
            for some in set(combinations(sorted(alike), size)):
                for first, last in set(permutations(some, 2)):
                    rest = Counter(some) - Counter((first, last))
                    chosen.add((first, *sorted(rest.elements()), last))
    for cards in sorted(chosen):
        for colour in (None, "b", "r", "y", "g") if "W" in cards else (None, "r"):
            yield cards, colour


def look(cards: Sequence[str], colour: str | None) -> tuple[Any, ...]:
    """What a play is, whatever the order of its middle cards: M6."""
    return tuple(sorted(cards)), cards[-1], colour


def move_of(deal: MatchingDeal, cards: Sequence[str], colour: str | None) -> Move:
    ids = deal.family.ids_by_name
    return Move(tuple([deal.family.cards[ids[card]] for card in cards]), colour)


def check_moves(deal: MatchingDeal) -> None:
    """The moves on offer are exactly the legal ones, each once; everything else is refused and changes nothing."""
    view = deal.view()
    hand = list(map(str, view.hand))
    legal = set()
    before = state(deal)
    for cards, colour in every_order(hand):
        move = move_of(deal, cards, colour)
        if allowed(cards, colour, view):
            legal.add(look(cards, colour))
            deal.copy().play(move)
        else:
            with pytest.raises(IllegalMove) as refused:
                deal.play(move)
            assert re.fullmatch(r"[CM]\d+", refused.value.rule), (move, refused.value)
            assert refused.value.why
    assert state(deal) == before
    offered = list(view.moves)
    assert offered[-1] == Move(())
    assert {look(list(map(str, move.cards)), move.colour) for move in offered[:-1]} == legal
    assert len(offered) == len(legal) + 1  # each once
    assert legal  # who can only draw is not asked
    for move in offered:
        assert move.call
        assert not move.cards or allowed(list(map(str, move.cards)), move.colour, view)
        deal.copy().play(move)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_moves_on_offer_are_exactly_the_legal_ones(data: st.DataObject) -> None:
    deal, _ = data.draw(deals())
    walk(deal, data.draw(st.integers(0, 2**32)), data.draw(st.sampled_from((0, 3, 10, 25, 60))))
    if deal.waits is CHOOSE:
        check_moves(deal)


@pytest.mark.parametrize(
    ("hand", "starter"),
    [
        ("b2 b2 r2 r2 y2 y2 g2 g2 W", "b1"),
        ("b2 b2 r2 r2 y2 y2 g2 g2 W", "y2"),
        ("r+2 r+2 y+2 b+2 g3 b3 W W", "b1"),
        ("bR rR yR gR bS bS W W", "g1"),
        ("r1 r1 y1 y1 g1 g1 b9 r9", "b1"),
    ],
)
@pytest.mark.parametrize("sets", ["faces", "numbers", "single"])
def test_the_moves_of_hands_with_many_alike_are_exactly_the_legal_ones(hand: str, starter: str, sets: str) -> None:
    hand = " ".join(card for card in hand.split() if card != starter or starter != "y2")
    size = len(hand.split())
    deal = Played(hand, " ".join(["W"] * size), starter=starter, sets=sets, hand_limit=20)
    if deal.seat == 0:
        check_moves(deal.deal)


def test_the_moves_of_many_moments_with_sets_and_pending_draws_are_exactly_the_legal_ones() -> None:
    random, seen = Random(5), Counter[str]()
    for number in range(60):
        own = MatchingRules(
            hand_size=5,
            deck=MatchingDeck(random.choice((4, 20))),
            call=MatchingCall(enforced_by="nobody"),
            sets=random.choice(("faces", "faces", "numbers", "single")),
            stacking=random.random() < 0.8,
        )
        game = game_of(own)
        faces = random.sample(["+2", "+3", "R", "S", *NUMBERS], 4) + ["+2", ""] * (number % 2)
        pack = sorted(game.pack, key=lambda _: random.random())
        pack.sort(key=lambda card: str(game.cards[card])[1:] not in faces)
        deal = begin(own, 3, (0, 1, 2), 2, pack)
        for _ in range(12):
            if deal.waits is not CHOOSE or deal.counts[deal.seat] > 9:
                break
            offered = list(deal.view().moves)
            seen["pending"] += deal.pending > 0
            seen["sets"] += len(offered[-2].cards) > 1
            seen["wild on top"] += deal.view().face is None
            check_moves(deal)
            deal.play(offered[int(random.random() * len(offered))])
    assert min(seen["pending"], seen["sets"], seen["wild on top"]) > 10, seen


def test_every_moment_with_a_pending_draw_too() -> None:
    for stacking in (True, False):
        deal = Played("b+2 r+2 W W W", "y+2 y+2 g+2 b+3 W", "W W W W W", stacking=stacking).play("b+2")
        check_moves(deal.deal)
        deal = Played("b+2 r+2 W W W", "y+2 y+2 g+2 b+3 W", "W W W W W", stacking=stacking, sets="single").play("b+2")
        check_moves(deal.deal)


# How moves are looked at


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_all_ways_to_look_at_the_moves_agree(data: st.DataObject) -> None:
    deal, _ = data.draw(deals())
    walk(deal, data.draw(st.integers(0, 2**32)), data.draw(st.sampled_from((0, 3, 10, 25, 60))))
    if deal.waits is not CHOOSE:
        return
    offered = deal.view().moves
    listed = list(offered)
    many = len(listed)
    assert len(offered) == many > 1
    assert [offered[place] for place in range(many)] == listed
    assert [offered[place - many] for place in range(many)] == listed
    assert list(reversed(offered)) == listed[::-1]
    for place in (many, many + 5, -many - 1, 10**9):
        with pytest.raises(IndexError):
            offered[place]
    part = data.draw(st.slices(many))
    assert list(offered[part]) == listed[part]
    assert list(offered[:]) == listed
    assert list(offered[-3:]) == listed[-3:]
    for place in {0, many // 2, many - 1}:
        assert listed[place] in offered
        assert offered.index(listed[place]) == place
        assert offered.count(listed[place]) == 1
        assert listed[place].silent() not in offered
    assert Move((), "b") not in offered
    assert list(deal.view().moves) == listed
    keys = [order_of(move) for move in listed]
    assert keys == sorted(keys)


def order_of(move: Move) -> tuple[Any, ...]:
    """Pack order, wilds last, sets after single cards, the draw at the end, as the contract for strategies says."""
    faces = [*NUMBERS, "+2", "+3", "R", "S", ""]
    if move.is_draw:
        return (3,)
    if move.colour is not None:
        return 1, "bryg".index(move.colour)
    places = [("bryg".index(str(card)[0]), faces.index(str(card)[1:])) for card in move.cards]
    if len(places) == 1:
        return 0, *places
    return 2, places[0][1], len(places), sorted(places), places[-1]


def test_eight_alike_are_not_enumerated_for_a_length_and_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    original = moves.set_move

    def counted(face: int, laid: tuple[int, ...]) -> Move:
        made.append(laid)
        return original(face, laid)

    monkeypatch.setattr(moves, "set_move", counted)
    hand = " ".join(f"{colour}{face}" for face in "23" for colour in "bbrryygg")
    deal = Played(hand, " ".join(["W"] * 16), hand_limit="none")
    offered = deal.deal.view().moves
    assert len(offered) > 250
    assert made == []
    assert len(offered[len(offered) // 2].cards) > 1
    assert offered[-1].is_draw
    assert len(offered[-2].cards) > 1
    assert offered[0].cards
    assert len(made) == 2
    deal.deal.play(offered[len(offered) // 2])
    assert len(made) <= 4


# Every moment


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_moment_of_a_deal(data: st.DataObject) -> None:
    deal, pack = data.draw(deals())
    whole = sorted(pack)
    for _ in range(50):
        assert sorted(cards_of(deal)) == whole  # conserved after every event
        assert deal.counts == [len(deal.hand(seat)) for seat in range(deal.setting.seats)]
        limit = deal.family.limit
        assert all(count <= limit for count in deal.counts)
        assert all(deal.counts[seat] or deal.outcome for seat in deal.playing)
        assert {seat for seat in deal.active if deal.places[seat] is None} <= set(deal.playing)
        if deal.waits is OVER:
            break
        assert len(deal.playing) > 1
        if deal.waits is CHOOSE:
            assert deal.seat in deal.playing
        elif deal.waits is CALL_OUT:
            assert deal.seat in deal.playing
            assert deal.seat != deal.offender
        else:
            assert deal.stock == []
            assert deal.discards
        before, twin = state(deal), deal.copy()
        step(twin, data)
        assert state(deal) == before  # a copy is independent
        step(deal, data)


GRAMMAR = re.compile(r"s(P(O|C|M(X(d|Rd)*B?)?)?K*|(D|RD)+B?|p)*E")
LETTERS = {
    "starter": "s", "play": "P", "out": "O", "call": "C", "missed": "M", "caught": "X", "reshuffle": "R", "bust": "B",
    "skip": "K", "pass": "p", "end": "E",
}  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(deals(), st.integers(0, 2**32))
def test_the_events_of_a_deal_follow_the_grammar_of_the_log(begun: tuple[MatchingDeal, list[int]], seed: int) -> None:
    deal, _ = begun
    walk(deal, seed)
    told = deal.events()
    letters = [("d" if event[3] == "penalty" else "D") if event[0] == "draw" else LETTERS[event[0]] for event in told]
    assert GRAMMAR.fullmatch("".join(letters)), letters
    for before, event in pairwise(told):
        if event[0] in ("out", "call", "missed"):
            assert before[:2] == ("play", event[1])
        if event[0] == "caught":
            assert before == ("missed", event[1])
            assert event[2] != event[1]
        if event[0] == "bust":
            assert before[:2] == ("draw", event[1])
        if event[0] == "draw" and before[0] == "caught":
            assert event[1::2] == (before[1], "penalty")
    assert told[-1] == ("end", deal.outcome, deal.winner)
    skips = "".join(letter for letter in letters if letter in "PKD")
    for play, run in zip(
        (event for event in told if event[0] == "play"), re.findall(r"P(K*)", skips), strict=True
    ):  # no more skips than skip cards
        assert len(run) <= (len(play[2]) if str(play[2][0])[1:] == "S" else 0)
    assert deal.turns <= deal.family.cap


@settings(max_examples=400, deadline=None)
@given(deals(), st.integers(0, 2**32))
def test_places_and_points_add_up(begun: tuple[MatchingDeal, list[int]], seed: int) -> None:
    deal, _ = begun
    walk(deal, seed)
    many = len(deal.active)
    points = deal.points()
    own = [each for each in points if each is not None]
    assert [seat for seat, each in enumerate(points) if each is not None] == list(deal.active)
    assert sum(own) == many * (many - 1) / 2
    assert all(type(each) is (int if each == int(each) else float) for each in own)
    assert all(each * 2 == int(each * 2) for each in own)
    assert deal.winner == (points.index(0) if 0 in own else None)
    assert deal.outcome in ("out", "cap", "standstill")
    if deal.outcome == "out":
        assert sorted(own) == list(range(many))
    taken = {event[1]: event[2] - 1 for event in deal.events() if event[0] in ("out", "bust")}
    assert all(points[seat] == place for seat, place in taken.items())
    assert len(taken) == (many - 1 if deal.outcome == "out" else many - len(deal.playing))


# Hidden information (C9)


def as_known(event: Event, seat: int) -> Event:
    if event[0] == "draw" and event[1] != seat:
        return ("draw", event[1], len(event[2]), event[3])
    return ("reshuffle", len(event[1])) if event[0] == "reshuffle" else event


NAMES = (
    *("game", "rules", "seat", "active", "dealer", "hand", "counts", "stock", "discards", "seen", "events", "scores"),
    *("deal", "colour", "face", "top", "pending", "direction", "places"),
)


def looked_at(view: View) -> dict[str, Any]:
    """Everything of a view."""
    return {name: getattr(view, name) for name in NAMES} | {"moves": list(view.moves)}


@settings(max_examples=250, deadline=None)
@given(deals(), st.integers(0, 2**32), st.sampled_from((0, 5, 20, 60)))
def test_a_seat_knows_the_truth_but_for_what_is_hidden(
    begun: tuple[MatchingDeal, list[int]], seed: int, turns: int
) -> None:
    deal, _ = begun
    walk(deal, seed, turns)
    truth = deal.events()
    cards = deal.family.cards
    for seat in deal.active:
        known = [as_known(event, seat) for event in truth]
        view: Any = deal.view(seat)
        assert deal.events_for(seat) == known
        assert list(view.events) == known
        assert view.hand == tuple(cards[card] for card in deal.hand(seat))
        assert view.counts == tuple(len(deal.hand(other)) for other in range(deal.setting.seats))
        assert (view.stock, view.discards) == (len(deal.stock), len(deal.discards))
        laid = [truth[0][1], *[card for event in truth if event[0] == "play" for card in event[2]]]
        assert list(view.seen) == laid
        assert view.top == laid[-1]
        out = {event[1]: event[2] for event in truth if event[0] in ("out", "bust")}
        if deal.outcome != "out":
            assert view.places == tuple(out.get(other) for other in range(deal.setting.seats))
            assert view.active == tuple(other for other in deal.active if other not in out)
        plays = [event for event in truth if event[0] == "play"]
        turned = sum(len(event[2]) for event in plays if str(event[2][0])[1:] == "R")
        assert view.direction == (-1 if turned % 2 else 1)
        colour = plays[-1][3] if plays and len(plays[-1]) > 3 else view.top.colour
        assert view.colour == colour
        assert view.face == view.top.face


@settings(max_examples=250, deadline=None)
@given(deals(), st.integers(0, 2**32), st.sampled_from((0, 5, 20, 60)))
def test_nothing_that_is_hidden_changes_a_view(begun: tuple[MatchingDeal, list[int]], seed: int, turns: int) -> None:
    """Deal what `seat` does not see (other hands, the stock) out again: its view is the same."""
    deal, _ = begun
    walk(deal, seed, turns)
    for seat in deal.active:
        twin = deal.copy()
        others = [other for other in deal.active if other != seat]
        hidden = shuffled([card for other in others for card in deal.hand(other)] + deal.stock, seed % 997)
        for other in others:
            many = deal.counts[other]
            twin.hands[other] = hand_of(hidden[:many])
            hidden = hidden[many:]
        twin.stock = hidden
        twin.drawn = [chain if other == seat else None for other, chain in enumerate(deal.drawn)]
        twin.reshuffled = None
        assert looked_at(twin.view(seat)) == looked_at(deal.view(seat))
        assert twin.events_for(seat) == deal.events_for(seat)


def test_a_former_view_does_not_change_when_the_deal_goes_on() -> None:
    deal = Played("b5 r5 b6 W", "W W W W", "W W W W")
    view = deal.deal.view()
    twin = deal.deal.copy().view()
    deal.play("b5,r5", "W:g", "draw")
    assert looked_at(view) == looked_at(twin)
    assert looked_at(view)["colour"] == "b"


SECRET = 10**6  # masks of hands are above it, counts and seats below


TRUTH = SimpleNamespace(deal=None)


class Snoops(Strategy):
    """Looks at everything that a view leads to, for what it should not lead to."""

    looked: ClassVar[int] = 0

    def look(self, view: Any, *more: Any) -> None:
        deal = TRUTH.deal
        type(self).looked += 1
        cards = deal.family.cards
        hidden = [deal.hand(seat) for seat in deal.playing if seat != self.seat] + [deal.stock, deal.stock[::-1]]
        secrets = [secret for secret in hidden if len(secret) > 3]
        secrets += [[cards[card] for card in secret] for secret in secrets]
        masks = {deal.hands[seat] for seat in deal.playing if seat != self.seat} - {deal.hands[self.seat]}
        for value in reachable(view, self, *more):
            assert not isinstance(value, MatchingDeal | MatchingFamily | Table | Player | Streams), type(value)
            assert not isinstance(value, Strategy) or value is self
            if isinstance(value, tuple | list | set | frozenset) and len(value) > 3:
                assert list(value) not in secrets
            if type(value) is int and value > SECRET:
                assert value not in masks
            if type(value) is tuple and len(value) == 4 and value[0] == "draw" and value[1] != self.seat:
                assert type(value[2]) is int
            if type(value) is tuple and len(value) == 2 and value[0] == "reshuffle":
                assert type(value[1]) is int

    def start(self, view: Any) -> None:
        self.look(view)

    def choose(self, view: Any) -> Move:
        move: Move = view.moves[int(self.rng.random() * len(view.moves))]
        if self.rng.random() < 0.25:
            self.look(view, move, move.silent(), list(view.moves)[:40])
        return move.silent()

    def call_out(self, view: Any, offender: int) -> bool:
        self.look(view)
        return self.rng.random() < 0.5

    def observe(self, event: Event) -> None:
        if event[0] == "draw" and event[1] != self.seat:
            assert type(event[2]) is int


class Vandal(Strategy):
    """Breaks all that it gets."""

    seen: ClassVar[list[Any]] = []

    def note(self, view: Any) -> None:
        self.seen.append(str(looked_at(view)))

    def spoil(self, *values: Any) -> None:
        for value in values:
            vandalise(value, 3)

    def choose(self, view: Any) -> Move:
        self.note(view)
        move: Move = view.moves[len(view.moves) // 2]
        self.spoil(move, view.hand, view.events, view.places, view.moves, view.rules, self.rules, view)
        return move.silent()

    def call_out(self, view: Any, offender: int) -> bool:
        self.note(view)
        self.spoil(view)
        return True

    def observe(self, event: Event) -> None:
        self.seen.append(str(event))
        self.spoil(event)


class Polite(Vandal):
    """What Vandal is without the breaking."""

    seen: ClassVar[list[Any]] = []

    def spoil(self, *values: Any) -> None:
        pass


class Strange(Polite):
    """Polite, with a list of its own."""

    seen: ClassVar[list[Any]] = []


def matched(rules: MatchingRules, *kinds: type[Strategy]) -> tuple[list[str], list[Any]]:
    """The events of each deal of a match, and the faults."""
    told: list[str] = []
    faults: list[Any] = []
    conduct = Conduct("substitute", bundled_player("random").make, faults.append)
    fixture = Fixture(1, 1, 0, 1, tuple(range(len(kinds))), 0)
    players = [Player(kind.__name__, kind.__name__, kind) for kind in kinds]
    play_match(
        game_of(rules),
        players,
        Streams("7"),
        fixture,
        conduct,
        lambda result, _: told.append(encode(result.deal.events())),
    )
    return told, faults


def test_attributes_and_containers_lead_to_no_hidden_card_and_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    original = MatchingFamily.deal

    def spied(self: MatchingFamily, setting: Any, pack: Any) -> MatchingDeal:
        TRUTH.deal = deal = original(self, setting, pack)
        return deal

    monkeypatch.setattr(MatchingFamily, "deal", spied)
    _, faults = matched(MatchingRules(match=DealsMatch(deals=2), max_turns=120), Snoops, Snoops, Snoops)
    assert not faults, faults[0].detail
    assert Snoops.looked > 20


def test_a_vandal_changes_nothing_for_others_nor_for_its_own_next_view() -> None:
    rules = MatchingRules(match=DealsMatch(deals=2), max_turns=25, call=MatchingCall(at=6))
    Vandal.seen.clear()
    vandal, faults = matched(rules, Vandal, Polite, Vandal)
    seen = list(Vandal.seen)
    Polite.seen.clear()
    polite, more = matched(rules, Polite, Strange, Polite)
    assert not faults
    assert not more
    assert vandal == polite
    assert seen == Polite.seen
    assert len(seen) > 40


# Views made by hand


@pytest.mark.parametrize(
    "table",
    [
        {"hand": "r7 y8", "top": "b3"},
        {"hand": "r7 W", "top": "b+2", "pending": 2},
        {"hand": "r7", "top": "b3", "counts": [1, 1], "stock": 0},
    ],
)
def test_a_view_made_by_hand_is_never_that_of_another_seat(table: dict[str, Any]) -> None:
    """Where the hand could only draw nobody is asked: that cannot be, or it is still the own view."""
    try:
        made = view_of("matching", **table)
    except ValueError:
        return
    assert made.seat == 0
    assert set(map(str, made.hand)) >= set(table["hand"].split())
    assert made.moves


def test_a_view_made_by_hand_tells_a_wild_with_its_colour() -> None:
    made = view_of("matching", hand="r7 W", top="W", colour="r")
    wild = next(event for event in made.events if event[0] == "play" and str(event[2][0]) == "W")
    assert wild[3:] == ("r",)


# Retracing


@settings(max_examples=400, deadline=None)
@given(deals(), st.integers(0, 2**32))
def test_retracing_a_log_gives_the_log(begun: tuple[MatchingDeal, list[int]], seed: int) -> None:
    deal, pack = begun
    walk(deal, seed)
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
    nil = [0] * deal.setting.seats
    logged = Logged.of(deal.family, line)
    retrace = Retrace(deal.family, logged.begin(deal.family, nil, 1), logged.events)
    retrace.run()
    assert retrace.deal.events() == deal.events()
    assert retrace.deal.points() == deal.points()
    quick = logged.begin(deal.family, nil, 1)
    assert follows(deal.family, quick, line["events"])  # the quick way sees it too
    assert quick.points() == deal.points()
    assert (quick.missed, quick.caught) == (deal.missed, deal.caught)


def test_encoding_is_that_of_json() -> None:
    deal = Played("b5 r5 b6 W", "W W W W", "W W W W")
    walk(deal.deal, 5)
    told = deal.deal.events()
    plain = json.dumps(json.loads(encode(told)), separators=(",", ":"))
    assert encode(told) == plain

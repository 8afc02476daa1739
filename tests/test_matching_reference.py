"""The matching engine against the literal reference: from the same pack and the same answers to the same events."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from pageone_cli.events import encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER
from pageone_cli.games.matching import MatchingFamily
from pageone_cli.rules import MatchingCall, MatchingDeck, MatchingRules, Players, plain
from tests.matching_deals import begin, cards_of, game_of
from tests.reference.matching import play_deal

DEALS = 240  # for each number of players
NUMBERS = 72


class Answers:
    """Answers drawn from a seed; both sides ask in the same order and so get the same ones.

    ``asked`` has what was offered, to whom, so that the two can be compared move by move.
    """

    def __init__(self, seed: int, silent: float, lenient: float, idle: float = 0.0) -> None:
        self.random = Random(seed)
        self.silent = silent
        self.lenient = lenient
        self.idle = idle  # how often a player draws, although something fits
        self.asked: list[Any] = []

    def pick(self, seat: int, options: list[str]) -> int:
        self.asked.append((seat, tuple(options)))
        if self.random.random() < self.idle:
            return len(options) - 1
        return int(self.random.random() * len(options))

    def say(self, seat: int, move: str) -> bool:
        self.asked.append((seat, move))
        return self.random.random() >= self.silent

    def accuse(self, seat: int, offender: int) -> bool:
        self.asked.append((seat, offender))
        return self.random.random() >= self.lenient

    def shuffle(self, cards: list[str]) -> list[str]:
        self.asked.append(tuple(cards))
        return sorted(cards, key=lambda _: self.random.random())


def configuration(random: Random, players: int) -> MatchingRules:
    """Rules with every option drawn."""
    most = min(20, (NUMBERS - 1) // players)
    hand = random.choice((random.randint(1, most), min(7, most), min(3, most), most))
    limits: list[Any] = ["none", *[limit for limit in (15, hand, hand + 1, hand + 4, 40) if limit >= hand]]
    return MatchingRules(
        players=Players(2, players),
        hand_size=hand,
        deck=MatchingDeck(random.choice((0, 4, 4, random.randrange(21)))),
        call=MatchingCall(
            random.choice((1, 1, 2, 3, 7)),
            random.choice(("opponents", "opponents", "referee", "nobody")),
            random.choice((1, 2, 5, 20)),
        ),
        max_turns=random.choice((1, 2, 17, 120, 800, 800)),
        hand_limit=random.choice(limits),
        sets=random.choice(("faces", "faces", "numbers", "single")),
        stacking=random.random() < 0.7,
    )


def run_dry(random: Random, players: int) -> MatchingRules:
    """Rules under which the pack ends up in the hands: nobody goes bust, and nobody has to."""
    hand = min(20, (NUMBERS - 1) // players)
    return MatchingRules(
        players=Players(2, players),
        hand_size=hand,
        deck=MatchingDeck(random.choice((0, 2))),
        call=MatchingCall(random.choice((1, 3)), random.choice(("opponents", "referee")), 20),
        max_turns=random.choice((100, 800)),
        hand_limit=random.choice(("none", "none", 60)),
        sets=random.choice(("faces", "single")),
        stacking=random.random() < 0.7,
    )


def engine(
    rules: MatchingRules, seats: int, active: list[int], dealer: int, pack: list[int], answers: Answers
) -> dict[str, Any]:
    """The deal as the engine plays it with those answers."""
    game: MatchingFamily = game_of(rules)
    deal = begin(rules, seats, active, dealer, pack)
    while deal.waits is not OVER:
        if deal.waits is CHOOSE:
            moves = deal.view().moves
            move = moves[answers.pick(deal.seat, list(map(str, moves)))]
            due = not move.is_draw and deal.counts[deal.seat] - len(move.cards) == game.call_at > 0
            deal.play(move if not due or answers.say(deal.seat, str(move)) else move.silent())
        elif deal.waits is CALL_OUT:
            deal.answer(answers.accuse(deal.seat, deal.offender))
        else:
            names = answers.shuffle([str(game.cards[card]) for card in sorted(deal.discards)])
            deal.refill([game.ids_by_name[name] for name in names])
    assert sorted(cards_of(deal)) == list(game.pack)
    told = json.loads(encode(deal.events()))
    return {
        "events": told,
        "outcome": deal.outcome,
        "winner": deal.winner,
        "points": deal.points(),
        "hands": {seat: [str(game.cards[card]) for card in deal.hand(seat)] for seat in active},
        "stock": [str(game.cards[card]) for card in reversed(deal.stock)],
        "discards": [str(game.cards[card]) for card in sorted(deal.discards)],
        "table": [str(game.cards[card]) for card in deal.top],
        "turns": deal.turns,
        "missed": Counter(event[1] for event in told if event[0] == "missed") == Counter(deal.missed),
        "caught": Counter(event[1] for event in told if event[0] == "caught") == Counter(deal.caught),
    }


def things_in(end: dict[str, Any], players: int) -> set[str]:
    """What happened in a deal, in words."""
    events = end["events"]
    found = {end["outcome"]}
    dried = False  # in this turn a reshuffle
    for before, event in zip([["none"], *events], events, strict=False):
        kind = event[0]
        found.add(f"draw {event[3]}" if kind == "draw" else kind)
        if kind == "play":
            dried = False
            found.add("wild" if len(event) > 3 else "set" if len(event[2]) > 1 else "single")
            face = event[2][-1][1:]
            if len(event[2]) > 1 and face in ("+2", "+3", "R", "S"):
                found.add(f"set of {face}")
        if kind == "reshuffle":
            dried = True
        if kind in ("bust", "skip", "out", "pass", "reshuffle") and before[0] in ("play", "draw", "out", "bust"):
            why = f" {before[3]}" if before[0] == "draw" else ""
            found.add(f"{before[0]}{why} then {kind}")
        if kind == "draw" and dried and before[0] == "reshuffle":
            found.add(f"reshuffle then draw {event[3]}")
        if kind == "caught":
            found.add("caught by the referee" if event[2] is None else "caught by an opponent")
    if any(type(each) is float for each in end["points"]):
        found.add("halves")
    if end["winner"] is None:
        found.add("nobody first")
    if len([point for point in end["points"] if point is not None]) < players:
        found.add("seats out of the match")
    return found


SEEN: dict[int, set[str]] = {}


def played(players: int) -> set[str]:
    """Play all deals of one number of players in both ways; everything that happened. Asserts that they agree."""
    if players in SEEN:
        return SEEN[players]
    random, seen = Random(players), set()
    for number in range(DEALS):
        dry = number % 6 == 0
        rules = (run_dry if dry else configuration)(random, players)
        seats = players
        active = sorted(random.sample(range(seats), seats if dry else random.randint(2, seats)))
        pack = sorted(game_of(rules).pack, key=lambda _: random.random())
        how = random.choice((0, 0.5, 1)), random.choice((0, 0.5, 1)), random.choice((0, 0, 0.3, 0.9 if dry else 0.6))
        seed, dealer = random.randrange(2**32), random.choice(active)
        mine, other = Answers(seed, *how), Answers(seed, *how)
        ours = engine(rules, seats, active, dealer, pack, mine)
        names = [str(game_of(rules).cards[card]) for card in pack]
        theirs = play_deal(plain(rules), seats, active, dealer, names, other)
        what = players, number, rules
        for one, two in zip(mine.asked, other.asked, strict=False):
            assert one == two, what
        assert len(mine.asked) == len(other.asked), what
        theirs |= {"missed": True, "caught": True}
        assert set(ours) == set(theirs)
        for key in ours:
            assert ours[key] == theirs[key], (key, what)
        assert [type(each) for each in ours["points"]] == [type(each) for each in theirs["points"]]
        seen |= things_in(ours, players)
    SEEN[players] = seen
    return seen


@pytest.mark.parametrize("players", range(2, 11))
def test_engine_and_reference_agree(players: int) -> None:
    seen = played(players)
    assert seen >= {"out", "cap", "starter", "play", "draw turn", "draw pending", "reshuffle", "end", "missed", "call"}


def test_everything_that_can_happen_has_happened() -> None:
    seen = set().union(*[played(players) for players in range(2, 11)])
    assert seen >= {
        "out", "cap", "standstill", "starter", "play", "call", "missed", "caught", "caught by the referee",
        "caught by an opponent", "draw turn", "draw pending", "draw penalty", "reshuffle", "pass", "skip", "bust",
        "end", "single", "set", "wild", "set of +2", "set of +3", "set of R", "set of S", "draw turn then bust",
        "draw pending then bust", "draw penalty then bust", "draw pending then reshuffle",
        "draw penalty then reshuffle", "reshuffle then draw turn", "reshuffle then draw pending",
        "reshuffle then draw penalty", "play then out", "out then skip", "bust then skip", "play then skip", "halves",
        "nobody first", "seats out of the match",
    }  # fmt: skip

"""The engine against the literal reference: two ways from the same pack and the same answers to the same events."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from pageone_cli.events import encode
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, family
from pageone_cli.rules import Call, Players, TrickDeck, TrickPoints, TrickRules, plain, sealed
from pageone_cli.strategy import Setting
from tests.reference.trick import play_deal

DEALS = 300  # for each number of players


class Answers:
    """Answers drawn from a seed; both sides ask in the same order and so get the same ones."""

    def __init__(self, seed: int, silent: float, lenient: float) -> None:
        self.random = Random(seed)
        self.silent = silent
        self.lenient = lenient

    def pick(self, seat: int, options: list[str]) -> int:
        return int(self.random.random() * len(options))

    def say(self, seat: int, card: str) -> bool:
        return self.random.random() >= self.silent

    def accuse(self, seat: int, offender: int) -> bool:
        return self.random.random() >= self.lenient

    def shuffle(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=lambda _: self.random.random())


def configuration(random: Random, players: int) -> TrickRules:
    """Rules with every option drawn."""
    jokers = random.randrange(5)
    return TrickRules(
        players=Players(2, players),
        hand_size=random.choice((random.randint(1, min(20, (52 + jokers) // players)), 4, 4, 5)),
        deck=TrickDeck(jokers),
        call=Call(
            random.choice((1, 2, 2, 3, 7)),
            random.choice(("opponents", "opponents", "referee", "nobody")),
            random.choice((1, 5, 20)),
        ),
        max_turns=random.choice((1, 2, 17, 10_000, 10_000)),
        lead_next=random.choice(("winner", "loser")),
        stop_rank=random.choice(("none", "8", "10", "A", "2")),
        joker_out=random.choice(("allowed", "forbidden")),
        on_stuck=random.choice(("void", "score", "pass")),
        score=random.choice(("cards", "wins")),
        points=TrickPoints(random.choice((15, 1)), random.choice((10, 0)), random.choice((20, 50))),
    )


def engine(
    rules: TrickRules, seats: int, active: list[int], dealer: int, pack: list[int], answers: Answers
) -> dict[str, Any]:
    """The deal as the engine plays it with those answers."""
    game = family(rules)
    setting = Setting("trick", sealed(rules), seats, tuple(active), dealer, (0,) * seats, 1, game.cards)
    deal: Any = game.deal(setting, pack)
    while deal.waits is not OVER:
        if deal.waits is CHOOSE:
            moves = deal.view().moves
            move = moves[answers.pick(deal.seat, list(map(str, moves)))]
            due = not move.is_draw and deal.counts[deal.seat] - 1 == game.call_at > 0  # type: ignore[attr-defined]
            deal.play(move if not due or answers.say(deal.seat, str(move)) else move.silent())
        elif deal.waits is CALL_OUT:
            deal.answer(answers.accuse(deal.seat, deal.offender))
        else:
            names = answers.shuffle([str(game.cards[card]) for card in sorted(deal.discards)])
            deal.refill([game.ids_by_name[name] for name in names])
    return {
        "events": json.loads(encode(deal.events())),
        "outcome": deal.outcome,
        "winner": deal.winner,
        "points": deal.points(),
        "hands": {seat: sorted(str(game.cards[card]) for card in deal.hand(seat)) for seat in active},
    }


@pytest.mark.parametrize("players", range(2, 11))
def test_engine_and_reference_agree(players: int) -> None:
    random = Random(players)
    for number in range(DEALS):
        rules = configuration(random, players)
        seats = players
        active = sorted(random.sample(range(seats), random.randint(2, seats)))
        pack = sorted(range(rules.pack_size), key=lambda _: random.random())
        seed, silent, lenient = random.randrange(2**32), random.choice((0, 0.5, 1)), random.choice((0, 0.5, 1))
        dealer = random.choice(active)
        ours = engine(rules, seats, active, dealer, pack, Answers(seed, silent, lenient))
        names = [str(family(rules).cards[card]) for card in pack]
        theirs = play_deal(plain(rules), seats, active, dealer, names, Answers(seed, silent, lenient))
        theirs["hands"] = {int(seat): sorted(cards) for seat, cards in theirs["hands"].items() if seat in active}
        assert ours == {key: theirs[key] for key in ours}, (players, number, rules)

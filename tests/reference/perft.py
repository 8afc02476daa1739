"""Counts the sequences of decisions of a deal with the reference alone; `python -m tests.reference.perft`."""

from typing import Any

from .trick import RANKS, SUITS, play_deal

STANDARD: dict[str, Any] = {
    "name": "perft",
    "game": "trick",
    "players": {"min": 2, "max": 10},
    "hand_size": 4,
    "deck": {"jokers": 1},
    "call": {"at": 2, "enforced_by": "opponents", "penalty": 5},
    "max_turns": 10000,
    "match": {"mode": "deals", "deals": 10},
    "lead_next": "winner",
    "stop_rank": "none",
    "joker_out": "allowed",
    "on_stuck": "void",
    "score": "cards",
    "points": {"ace": 15, "face": 10, "joker": 20},
}


class Undecided(Exception):
    """The decisions are used up and another one is asked for."""

    def __init__(self, options: int) -> None:
        super().__init__(options)
        self.options = options


class Script:
    """An oracle that gives the answers of a list; everybody calls and accuses, the shuffle reverses."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = list(answers)

    def pick(self, seat: int, options: list[str]) -> int:
        """Give the next answer of the list."""
        if not self.answers:
            raise Undecided(len(options))
        return self.answers.pop(0)

    def say(self, seat: int, card: str) -> bool:
        """Always call."""
        return True

    def accuse(self, seat: int, offender: int) -> bool:
        """Always accuse."""
        return True

    def shuffle(self, cards: list[str]) -> list[str]:
        """Reverse the order."""
        return cards[::-1]


def perft(rules: dict[str, Any], seats: int, dealer: int, deck: list[str], depth: int) -> int:
    """Count the sequences of `depth` picks; one that ends the deal earlier counts once."""

    def count(answers: list[int], left: int) -> int:
        if left == 0:
            return 1
        try:
            play_deal(rules, seats, list(range(seats)), dealer, deck, Script(answers))
        except Undecided as more:
            return sum(count([*answers, answer], left - 1) for answer in range(more.options))
        return 1  # the deal is over

    return count([], depth)


def full_pack(jokers: int) -> list[str]:
    """Return the pack in pack order: spades, hearts, diamonds, clubs, each 2 to A, then the jokers."""
    return [rank + suit for suit in SUITS for rank in RANKS] + [f"*{n}" for n in range(1, jokers + 1)]


def mixed_pack(jokers: int, step: int) -> list[str]:
    """Return every `step`-th card of the pack, round and round; `step` and the pack's size share no factor."""
    pack = full_pack(jokers)
    mixed = [pack[i * step % len(pack)] for i in range(len(pack))]
    assert sorted(mixed) == sorted(pack)
    return mixed


# name, what differs from STANDARD, seats, dealer, the pack
Case = tuple[str, dict[str, Any], int, int, list[str]]
CASES: list[Case] = [
    ("standard, 2 players", {}, 2, 0, mixed_pack(1, 17)),
    ("standard, 4 players", {}, 4, 3, mixed_pack(1, 17)),
    ("standard, 10 players, two jokers", {"deck": {"jokers": 2}}, 10, 6, mixed_pack(2, 25)),
    ("jokers first, hand of 3", {"deck": {"jokers": 4}, "hand_size": 3}, 3, 1, full_pack(4)[::-1]),
    (
        "jokers first, hand of 2, none as the last card, the loser leads",
        {"deck": {"jokers": 4}, "hand_size": 2, "joker_out": "forbidden", "lead_next": "loser"},
        2,
        1,
        full_pack(4)[::-1],
    ),
    (
        "a single joker each, none as the last card, stop card ace",
        {"deck": {"jokers": 3}, "hand_size": 1, "joker_out": "forbidden", "stop_rank": "A"},
        3,
        2,
        full_pack(3)[::-1],
    ),
    (
        "stop card 10, the loser leads",
        {"stop_rank": "10", "lead_next": "loser"},
        3,
        0,
        full_pack(1)[::3] + full_pack(1)[1::3] + full_pack(1)[2::3],
    ),
    ("no stock, stuck passes", {"hand_size": 7, "deck": {"jokers": 4}, "on_stuck": "pass"}, 8, 7, mixed_pack(4, 13)),
    ("no stock, stuck is void", {"hand_size": 7, "deck": {"jokers": 4}}, 8, 7, mixed_pack(4, 13)),
    ("cap after 3 plays", {"max_turns": 3}, 2, 1, mixed_pack(1, 30)),
]


def main() -> None:
    """Print the counts of the fixed cases, depth 1 to 5."""
    for name, changes, seats, dealer, deck in CASES:
        counts = [perft({**STANDARD, **changes}, seats, dealer, deck, depth) for depth in range(1, 6)]
        print(f"{name}: {counts}")


if __name__ == "__main__":
    main()

"""Counts the sequences of decisions of a deal with the reference alone; `python -m tests.reference.matching_perft`.

A depth counts what is asked: a draw that is forced is no decision (nobody is asked), and everybody calls.
"""

from typing import Any

from .matching import COLOURS, FACES, WILD, face_of, play_deal

STANDARD: dict[str, Any] = {
    "name": "perft",
    "game": "matching",
    "players": {"min": 2, "max": 6},
    "hand_size": 7,
    "deck": {"wilds": 4},
    "call": {"at": 1, "enforced_by": "opponents", "penalty": 5},
    "max_turns": 10000,
    "match": {"mode": "deals", "deals": 10},
    "hand_limit": 15,
    "sets": "faces",
    "stacking": True,
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
        """Give the next answer of the list; -1 is the last option, which is the draw."""
        if not self.answers:
            raise Undecided(len(options))
        answer = self.answers.pop(0)
        return len(options) - 1 if answer == -1 else answer

    def say(self, seat: int, move: str) -> bool:
        """Always call."""
        return True

    def accuse(self, seat: int, offender: int) -> bool:
        """Always accuse."""
        return True

    def shuffle(self, cards: list[str]) -> list[str]:
        """Reverse the order."""
        return cards[::-1]


def perft(
    rules: dict[str, Any], seats: int, dealer: int, deck: list[str], depth: int, prelude: list[int] | None = None
) -> int:
    """Count the sequences of `depth` picks after those of the prelude; one that ends the deal earlier counts once."""

    def count(answers: list[int], left: int) -> int:
        if left == 0:
            return 1
        try:
            play_deal(rules, seats, list(range(seats)), dealer, deck, Script(answers))
        except Undecided as more:
            return sum(count([*answers, answer], left - 1) for answer in range(more.options))
        return 1  # the deal is over

    return count(prelude or [], depth)


def full_pack(wilds: int) -> list[str]:
    """Return the pack in pack order: colours b r y g, each 1..9, +2, +3, R, S, both copies, then the wilds."""
    return [colour + face for colour in COLOURS for face in FACES for _ in range(2)] + [WILD] * wilds


def mixed_pack(wilds: int, step: int) -> list[str]:
    """Return every `step`-th card of the pack, round and round; `step` and the pack's size share no factor."""
    pack = full_pack(wilds)
    mixed = [pack[i * step % len(pack)] for i in range(len(pack))]
    assert sorted(mixed) == sorted(pack)
    return mixed


def faces_first(pack: list[str], faces: list[str]) -> list[str]:
    """Return the pack with the cards of these faces on top; the order is kept among them and among the others."""
    return [card for card in pack if face_of(card) in faces] + [card for card in pack if face_of(card) not in faces]


# name, what differs from STANDARD, seats, dealer, the pack
Case = tuple[str, dict[str, Any], int, int, list[str]]
CASES: list[Case] = [
    ("standard, 2 players", {}, 2, 0, mixed_pack(4, 47)),
    ("standard, 3 players", {}, 3, 1, mixed_pack(4, 35)),
    ("standard, 4 players", {}, 4, 3, mixed_pack(4, 25)),
    ("6 players, hand of 5", {"hand_size": 5}, 6, 2, mixed_pack(4, 61)),
    ("no wilds", {"deck": {"wilds": 0}}, 3, 2, mixed_pack(0, 33)),
    (
        "no wilds, no call",
        {"deck": {"wilds": 0}, "call": {"at": 1, "enforced_by": "nobody", "penalty": 5}},
        4,
        0,
        mixed_pack(0, 21),
    ),
    (
        "wilds first, hand of 2",
        {"hand_size": 2, "deck": {"wilds": 8}},
        2,
        1,
        faces_first(mixed_pack(8, 33), [WILD, "5"]),
    ),
    ("action cards first, hand of 4", {"hand_size": 4}, 3, 0, faces_first(mixed_pack(4, 29), FACES[9:])),
    ("draw cards, hand of 4", {"hand_size": 4}, 4, 1, faces_first(mixed_pack(4, 29), ["+2", "+3"])),
    (
        "draw cards, no stacking",
        {"hand_size": 4, "stacking": False},
        4,
        1,
        faces_first(mixed_pack(4, 29), ["+2", "+3"]),
    ),
    ("skips, 2 players, hand of 3", {"hand_size": 3}, 2, 0, faces_first(mixed_pack(4, 31), ["S", "3"])),
    ("skips, 3 players, hand of 2", {"hand_size": 2}, 3, 0, faces_first(mixed_pack(4, 23), ["S"])),
    ("reverses, 3 players, hand of 3", {"hand_size": 3}, 3, 1, faces_first(mixed_pack(4, 41), ["R", "9"])),
    ("two faces, sets of faces", {"hand_size": 4}, 2, 1, faces_first(mixed_pack(4, 25), ["7", "R"])),
    (
        "two faces, sets of numbers",
        {"hand_size": 4, "sets": "numbers"},
        2,
        1,
        faces_first(mixed_pack(4, 25), ["7", "R"]),
    ),
    ("two faces, single cards", {"hand_size": 4, "sets": "single"}, 2, 1, faces_first(mixed_pack(4, 25), ["7", "R"])),
    ("+2 only, sets of numbers", {"hand_size": 3, "sets": "numbers"}, 2, 1, faces_first(mixed_pack(4, 25), ["+2"])),
    (
        "hand of 3, limit 4, draw cards",
        {"hand_size": 3, "hand_limit": 4},
        4,
        2,
        faces_first(mixed_pack(4, 37), ["+2", "+3", "1"]),
    ),
    ("hand of 3, limit 3", {"hand_size": 3, "hand_limit": 3}, 3, 2, mixed_pack(4, 43)),
    ("single cards, hand of 1", {"hand_size": 1}, 4, 0, mixed_pack(4, 71)),
    ("cap after 3 turns", {"hand_size": 4, "max_turns": 3}, 2, 1, mixed_pack(4, 47)),
]

TEN: dict[str, Any] = {"players": {"min": 2, "max": 10}, "deck": {"wilds": 0}, "hand_limit": "none"}
SEVEN: dict[str, Any] = {
    "players": {"min": 2, "max": 7},
    "deck": {"wilds": 0},
    "hand_size": 10,
    "hand_limit": "none",
    "sets": "single",
}
SPARING = [0, -1, -1] * 15  # the first move, then two draws

# A case, and what is answered before the counting begins (-1 is the draw): it makes the stock run out.
LATE_CASES: list[tuple[Case, list[int]]] = [
    (("late: the stock runs out, nothing to reshuffle", TEN, 10, 0, mixed_pack(0, 33)), [-1] * 31),
    (("late: standstill", TEN, 10, 0, mixed_pack(0, 33)), [-1] * 40),
    (("late: reshuffle", SEVEN, 7, 3, mixed_pack(0, 21)), SPARING[:42]),
    (("late: reshuffle with busted hands", {**SEVEN, "hand_limit": 13}, 7, 3, mixed_pack(0, 21)), SPARING[:40]),
    (("late: busts to the end", {**SEVEN, "hand_limit": 13}, 7, 3, mixed_pack(0, 21)), SPARING[:44]),
]


def main() -> None:
    """Print the counts of the fixed cases, depth 1 to 4."""
    for (name, changes, seats, dealer, deck), prelude in [(case, []) for case in CASES] + LATE_CASES:
        counts = [perft({**STANDARD, **changes}, seats, dealer, deck, depth, prelude) for depth in range(1, 5)]
        print(f"{name}: {counts}")


if __name__ == "__main__":
    main()

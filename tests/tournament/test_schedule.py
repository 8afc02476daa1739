"""What a tournament's blocks are, what its order of entry changes, and what is refused before anything is played."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run

FIVE = ("random", "highest", "lowest", "longest-suit", "rare-suit")


def logged(log: Path, *words: str) -> list[dict[str, Any]]:
    """The lines of the log of a tournament."""
    result = run("tournament", *words, "--log", str(log), "--jobs", "1", "--force", "-q")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in log.read_text().splitlines()]


def blocks_of(lines: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """The matches of each block, each with its deals."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    deals: list[dict[str, Any]] = []
    for line in lines[1:]:
        if line["type"] == "deal":
            deals.append(line)
        else:
            assert all(deal["match"] == line["match"] for deal in deals)
            found[line["block"]].append({**line, "told": deals})
            deals = []
    assert not deals
    return found


RUNS: dict[str, list[str]] = {
    "default": [*FIVE, "--deals", "4"],
    "two": [*FIVE[:3], "--table-size", "2", "--deals", "4", "--blocks", "2"],
    "three": [*FIVE, "--table-size", "3", "--deals", "3"],
    "five": [*FIVE, "--table-size", "5", "--deals", "5", "--blocks", "3"],
    "six": [*FIVE, "attack", "--table-size", "6", "--deals", "6", "--blocks", "2"],
    "colour": [
        "a=random",
        "b=random",
        "c=random",
        "d=random",
        "--table-size",
        "3",
        "--rules",
        "colour",
        "--deals",
        "3",
    ],
}


@pytest.mark.parametrize("name", RUNS)
def test_in_a_block_everybody_gets_every_hand_every_seat_and_every_lead_once(name: str, tmp_path: Path) -> None:
    lines = logged(tmp_path / "x.log", *RUNS[name], "--seed", "s")
    size = lines[0]["options"]["table_size"]
    everything = blocks_of(lines)
    assert list(everything) == list(range(1, len(everything) + 1))
    number = 0
    for matches in everything.values():
        assert [match["rotation"] for match in matches] == list(range(size))
        lineup = set(matches[0]["table"])
        seats: Counter[tuple[int, int]] = Counter()
        hands: Counter[tuple[int, int, int]] = Counter()
        leads: Counter[tuple[int, int]] = Counter()
        packs = set()
        for match in matches:
            number += 1
            assert match["match"] == number
            assert set(match["table"]) == lineup
            assert match["round"] == 1
            seats.update(enumerate(match["table"]))
            packs.add(tuple(tuple(deal["deck"]) for deal in match["told"]))
            for deal in match["told"]:
                assert deal["table"] == match["table"]
                for seat, player in enumerate(deal["table"]):
                    hands[(deal["deal"], (seat - deal["dealer"]) % size, player)] += 1
                leader = (deal["dealer"] + 1) % size
                first = next(event for event in deal["events"] if event[0] in ("play", "draw", "pass"))
                assert first[1] == leader
                leads[(deal["deal"], deal["table"][leader])] += 1
        assert len(packs) == 1
        assert len(seats) == size * size
        assert set(seats.values()) == {1}
        assert set(hands.values()) == {1}
        assert set(leads.values()) == {1}
        neighbours = {
            frozenset((table[seat], table[(seat + 1) % size]) for seat in range(size))
            for table in (match["table"] for match in matches)
        }
        assert len(neighbours) == 1  # one circular order


def test_blocks_are_independent_of_each_other(tmp_path: Path) -> None:
    lines = logged(tmp_path / "x.log", *FIVE[:4], "--blocks", "40", "--deals", "1", "--seed", "s")
    everything = blocks_of(lines)
    packs = {tuple(matches[0]["told"][0]["deck"]) for matches in everything.values()}
    assert len(packs) == 40
    orders = Counter()  # type: ignore[var-annotated]
    dealers = Counter()  # type: ignore[var-annotated]
    for matches in everything.values():
        table = matches[0]["table"]
        turn = table.index(0)
        orders[tuple(table[turn:] + table[:turn])] += 1
        dealers[table[matches[0]["told"][0]["dealer"]]] += 1
    assert len(orders) == 6
    assert len(dealers) == 4


def test_a_longer_run_begins_like_a_shorter_one(tmp_path: Path) -> None:
    few = logged(tmp_path / "a.log", *FIVE[:4], "--blocks", "2", "--deals", "2", "--seed", "s")
    many = logged(tmp_path / "b.log", *FIVE[:4], "--blocks", "5", "--deals", "2", "--seed", "s")
    assert many[1 : len(few)] == few[1:]


def test_the_seed_changes_packs_and_seats(tmp_path: Path) -> None:
    one = logged(tmp_path / "a.log", *FIVE, "--blocks", "2", "--deals", "1", "--seed", "s")
    other = logged(tmp_path / "b.log", *FIVE, "--blocks", "2", "--deals", "1", "--seed", "t")
    assert one[1]["deck"] != other[1]["deck"]
    tables = [[line["table"] for line in lines if line["type"] == "match"] for lines in (one, other)]
    assert tables[0] != tables[1]


def test_all_line_ups_are_played_each_as_often(tmp_path: Path) -> None:
    everything = blocks_of(logged(tmp_path / "x.log", *FIVE, "--table-size", "3", "--blocks", "3", "--deals", "1"))
    lineups = Counter(tuple(sorted(matches[0]["table"])) for matches in everything.values())
    assert len(lineups) == 10
    assert set(lineups.values()) == {3}


def test_without_rotation_a_block_is_one_match(tmp_path: Path) -> None:
    lines = logged(tmp_path / "x.log", *FIVE[:3], "--no-rotate", "--blocks", "7", "--deals", "2", "--seed", "s")
    everything = blocks_of(lines)
    assert [len(matches) for matches in everything.values()] == [1] * 7
    rotated = blocks_of(logged(tmp_path / "y.log", *FIVE[:3], "--blocks", "7", "--deals", "2", "--seed", "s"))
    assert [matches[0]["told"][0]["deck"] for matches in everything.values()] == [
        matches[0]["told"][0]["deck"] for matches in rotated.values()
    ]


# The order of entry


def by_name(text: str) -> dict[str, Any]:
    """The JSON of a tournament with names for numbers, so that the order of entry does not show."""
    found = json.loads(text)
    names = [player["name"] for player in found["players"]]
    pairs = {}
    for pair in found["pairs"]:
        one, other = (names[player] for player in pair["players"])
        for first, second, sign in ((one, other, 1), (other, one, -1)):
            pairs[(first, second)] = (pair["blocks"], sign * pair["total"], sign * pair["mean"], pair["interval"])
    players: Mapping[str, Any] = {player["name"]: player for player in found["players"]}
    return {**found, "players": players, "pairs": pairs}


@pytest.mark.parametrize(
    "words",
    [
        ["--table-size", "3", "--deals", "3"],
        ["--matches-total", "21", "--table-size", "3", "--deals", "2"],
        ["--rules", "elimination", "--table-size", "2", "--blocks", "12"],
        ["--blocks", "12", "--deals", "1"],
    ],
)
def test_the_order_of_entry_changes_nothing_but_the_order(words: list[str]) -> None:
    entries = ("random", "zebra=lowest", "highest", "Ångström=random")
    expected: dict[str, Any] | None = None
    for turn, order in enumerate(permutations(entries)):
        if turn % 5:
            continue
        result = run("tournament", *order, *words, "--seed", "p", "--jobs", "1", "--format", "json", "-q")
        found = by_name(result.stdout)
        expected = expected or found
        assert found == expected


def test_the_printed_standings_are_in_one_order_whatever_the_order_of_entry() -> None:
    """Unless two share a rank, who are in the order of entry."""
    texts = set()
    for order in (FIVE, FIVE[::-1], FIVE[2:] + FIVE[:2]):
        texts.add(run("tournament", *order, "--blocks", "3", "--deals", "3", "--seed", "p", "--jobs", "1", "-q").stdout)
    assert len(texts) == 1


def test_the_same_again_becomes_x_2() -> None:
    result = run("tournament", "random", "random", "lowest", "random", "--seed", "1", "--format", "json", "-q")
    names = [player["name"] for player in json.loads(result.stdout)["players"]]
    assert names == ["random", "random#2", "lowest", "random#3"]
    labels = run("tournament", "a=random", "a=lowest", "a#2=highest", "--seed", "1", "--format", "json", "-q")
    found = [player["name"] for player in json.loads(labels.stdout)["players"]]
    assert len(set(found)) == 3
    assert found[:2] == ["a", "a#2"]


# What is refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["random"], "two"),
        ([], "two"),
        (["random", "lowest", "--table-size", "3"], "table of 3"),
        ([*FIVE, "--table-size", "6"], "table of 6"),
        ([*FIVE, "--table-size", "7"], "7"),
        ([*FIVE, "--table-size", "1"], "1"),
        (["a=random", "b=random", "--rules", "colour", "--matches-total", "1"], "1 match"),
        ([*FIVE, "--matches-total", "3"], "3 matches"),
        ([*FIVE, "--matches-total", "0"], "0"),
        ([*FIVE, "--blocks", "0"], "0"),
        (["random", "save-sets", "attack", "--rules", "colour"], "attack"),
        (["random", "nobody-knows"], "nobody-knows"),
        ([*FIVE, "--kind", "swiss-cheese"], "swiss-cheese"),
        ([*FIVE, "--jobs", "0"], "0"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is_played(words: list[str], said: str, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    result = run("tournament", *words, "--log", str(log))
    assert result.exit_code == 2
    assert not result.stdout
    assert said in result.stderr
    assert not log.exists()


def test_a_table_outside_the_rules_is_refused(tmp_path: Path) -> None:
    rules = tmp_path / "three.yaml"
    rules.write_text("extends: classic\nname: Trio\nplayers: {min: 3, max: 3}\n")
    log = tmp_path / "x.log"
    for size in ("2", "4"):
        result = run("tournament", *FIVE, "--rules", str(rules), "--table-size", size, "--log", str(log))
        assert result.exit_code == 2
        assert "Trio" in result.stderr
        assert not log.exists()
    fine = run("tournament", *FIVE, "--rules", str(rules), "--seed", "1", "--deals", "1")
    assert "tables of 3" in fine.stdout


def test_an_existing_log_is_left_alone(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text("mine\n")
    result = run("tournament", *FIVE, "--log", str(log))
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert log.read_text() == "mine\n"


# The plan


def plan(*words: str) -> dict[str, str]:
    result = run("tournament", *words, "--dry-run")
    assert result.exit_code == 0, result.output
    return {line[:18].strip(): line[18:].strip() for line in result.stdout.splitlines()}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_dry_run_tells_the_plan(size: int, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    words = [*FIVE, "--table-size", str(size), "--blocks", "3", "--deals", "7", "--log", str(log)]
    told = plan(*words)
    blocks = 3 * comb(5, size)
    assert told["entries"] == "5"
    assert told["table size"] == str(size)
    assert told["line-ups"] == str(comb(5, size))
    assert told["blocks"] == str(blocks)
    assert told["matches"] == str(blocks * size)
    assert told["deals"] == str(blocks * size * 7)
    assert any("time" in key for key in told)
    assert not log.exists()
    run("tournament", *words)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert len([line for line in lines if line["type"] == "match"]) == blocks * size
    assert len([line for line in lines if line["type"] == "deal"]) == blocks * size * 7


def test_a_dry_run_of_many_blocks_is_short() -> None:
    told = plan(*FIVE, "--blocks", "1000000", "--deals", "1")
    assert told["blocks"] == "5000000"
    assert told["deals"] == "20000000"


def test_a_dry_run_of_elimination_says_at_most() -> None:
    assert plan(*FIVE, "--rules", "elimination")["deals"].startswith("at most ")


@pytest.mark.parametrize(
    ("total", "rotate", "blocks"), [("4", True, 1), ("23", True, 5), ("100", True, 25), ("7", False, 7)]
)
def test_so_many_matches(total: str, rotate: bool, blocks: int, tmp_path: Path) -> None:
    words = [*FIVE, "--matches-total", total, "--deals", "1", "--seed", "1", *([] if rotate else ["--no-rotate"])]
    assert plan(*words)["blocks"] == str(blocks)
    everything = blocks_of(logged(tmp_path / "x.log", *words))
    assert len(everything) == blocks
    played = Counter(dict.fromkeys(range(5), 0))
    for matches in everything.values():
        played.update(matches[0]["table"])
    assert max(played.values()) - min(played.values()) <= 1


def test_the_selection_is_drawn_from_the_seed(tmp_path: Path) -> None:
    words = [*FIVE, "--table-size", "2", "--matches-total", "6", "--deals", "1", "--seed"]
    chosen = []
    for seed in ("1", "1", "2", "3"):
        everything = blocks_of(logged(tmp_path / "x.log", *words, seed))
        chosen.append([frozenset(matches[0]["table"]) for matches in everything.values()])
    assert chosen[0] == chosen[1]
    assert len({tuple(one) for one in chosen}) > 1


def test_a_seed_is_drawn_printed_and_stored(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    result = run("tournament", *FIVE[:2], "--deals", "1", "--log", str(log))
    seed = json.loads(log.read_text().splitlines()[0])["seed"]
    assert f"seed: {seed}" in result.stderr

"""``pageone compare``: blocks with seats exchanged, the verdict, the log, going on with it."""

from __future__ import annotations

import csv
import io
import json
import math
import statistics
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from pageone_cli.sequential import LEAST, Sequential
from tests.commands import run

FORMATS = ("table", "markdown", "csv", "json")
VERDICTS = {"less": "better", "more": "worse", "no difference": "no difference", None: "undecided"}

# Words of the command line: what they show, and how many players sit at a table, with how many in the field.
CASES = {
    "pairs": (["highest", "lowest", "--table-size", "2", "--seed", "p"], 2, 0),
    "threes": (["lowest", "attack", "--table-size", "3", "--seed", "t", "--deals", "2"], 3, 0),
    "fours": (["rare-suit", "random", "--seed", "f"], 4, 0),
    "field": (["attack", "random", "--field", "highest", "--field", "random", "--seed", "g"], 4, 2),
    "one": (["attack", "lowest", "--field", "random", "--seed", "h", "--log-deals", "none"], 3, 1),
    "elimination": (["attack", "lowest", "--table-size", "3", "--rules", "elimination", "--deals", "5", "--seed", "e"],
                    3, 0),
    "matching": (["stacker", "random", "--table-size", "3", "--rules", "colour", "--seed", "m"], 3, 0),
}  # fmt: skip


@dataclass(frozen=True)
class Played:
    """A comparison that was played once for all tests: its log and what was printed as JSON."""

    log: Path
    json: str
    size: int
    field: int

    @property
    def value(self) -> Any:
        return json.loads(self.json)

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    @cached_property
    def matches(self) -> list[list[dict[str, Any]]]:
        """The match lines, by block, in their order; each with its ``deal lines``."""
        blocks: dict[int, list[dict[str, Any]]] = defaultdict(list)
        deals: list[Any] = []
        for line in self.lines[1:]:
            if line["type"] == "deal":
                deals.append(line)
            else:
                assert line["type"] == "match"
                blocks[line["block"]].append({**line, "deal lines": deals})
                deals = []
        assert not deals
        assert list(blocks) == list(range(1, len(blocks) + 1))
        return list(blocks.values())

    def is_a(self, player: int) -> bool:
        return player == 0 if self.field else player < self.size

    def is_b(self, player: int) -> bool:
        return player == 1 if self.field else player >= self.size

    def difference(self, block: list[dict[str, Any]]) -> Fraction:
        """Mean points a deal of A less those of B; without a field at each of the two tables, then their mean."""
        halves = [block] if self.field else [block[: self.size], block[self.size :]]
        differences = []
        for half in halves:
            own: list[Fraction] = []
            other: list[Fraction] = []
            for match in half:
                told = [deal["points"] for deal in match["deal lines"]] or match["deal_points"]
                for points in told:
                    for player, earned in zip(match["table"], points, strict=True):
                        if earned is not None and self.is_a(player):
                            own.append(Fraction(earned))
                        if earned is not None and self.is_b(player):
                            other.append(Fraction(earned))
            differences.append(sum(own) / Fraction(len(own)) - sum(other) / Fraction(len(other)))
        return sum(differences, Fraction()) / len(differences)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compare")


PLAYED: dict[str, Played] = {}


def words(name: str) -> list[str]:
    return ["compare", *CASES[name][0], "--max-blocks", "400", "-q"]


@pytest.fixture(params=CASES)
def played(request: pytest.FixtureRequest, folder: Path) -> Played:
    name: str = request.param
    return of(name, folder)


def of(name: str, folder: Path) -> Played:
    if name not in PLAYED:
        log = folder / f"{name}.jsonl"
        result = run(*words(name), "--jobs", "1", "--log", str(log), "--format", "json")
        assert result.exit_code == 0, result.output
        PLAYED[name] = Played(log, result.stdout, *CASES[name][1:])
    return PLAYED[name]


# The block


def test_every_block_has_both_line_ups_in_all_rotations(played: Played) -> None:
    size = played.size
    for number, block in enumerate(played.matches, start=1):
        assert [match["rotation"] for match in block] == list(range(2 * size))
        assert {match["block"] for match in block} == {number}
        for half in (block[:size], block[size:]):
            table = half[0]["table"]
            assert len(set(table)) == size
            for turn, match in enumerate(half):
                assert match["table"] == table[size - turn :] + table[: size - turn]
    numbers = [match["match"] for block in played.matches for match in block]
    assert numbers == list(range(1, len(numbers) + 1))


def test_one_a_among_bs_and_one_b_among_as_or_with_the_field_a_and_b_exchanged(played: Played) -> None:
    size = played.size
    for block in played.matches:
        one, other = block[0]["table"], block[size]["table"]
        if played.field:
            assert sorted(one) == sorted(other) == list(range(size))
            assert [{0: 1, 1: 0}.get(player, player) for player in one] == other
            continue
        assert sum(map(played.is_a, one)) == 1
        assert sum(map(played.is_b, one)) == size - 1
        assert sum(map(played.is_b, other)) == 1
        assert sum(map(played.is_a, other)) == size - 1
        alone = [next(seat for seat in range(size) if played.is_a(one[seat]))]
        assert [seat for seat in range(size) if played.is_b(other[seat])] == alone, "the same seat in both halves"


def test_all_matches_of_a_block_have_the_same_packs_and_the_first_dealer(played: Played) -> None:
    seen: set[str] = set()
    for block in played.matches:
        if "first_dealer" in block[0]:
            assert len({match["first_dealer"] for match in block}) == 1
            continue
        packs: dict[int, set[str]] = defaultdict(set)
        for match in block:
            for deal in match["deal lines"]:
                packs[deal["deal"]].add(" ".join(deal["deck"]))
        assert all(len(each) == 1 for each in packs.values())
        assert len({match["deal lines"][0]["dealer"] for match in block}) == 1
        assert not seen & packs[1], "another block has other packs"
        seen |= packs[1]


def test_seats_and_dealers_differ_from_block_to_block(played: Played) -> None:
    tables = {tuple(block[0]["table"]) for block in played.matches}
    assert len(tables) > 1
    first = [
        block[0].get("first_dealer", (block[0]["deal lines"] or [{}])[0].get("dealer")) for block in played.matches
    ]
    assert set(first) == set(range(played.size))


def test_the_players_are_named_and_have_their_strategies(played: Played) -> None:
    players = played.lines[0]["players"]
    names = [player["name"] for player in players]
    assert len(set(names)) == len(names) == (2 + played.field if played.field else 2 * played.size)
    specs = [player["strategy"] for player in players]
    assert {specs[each] for each in range(len(players)) if played.is_a(each)} == {specs[0]}
    assert len({specs[each] for each in range(len(players)) if played.is_b(each)}) == 1


# The verdict


def followed(played: Played, given: float | None = None) -> Sequential:
    """The verdict again from the log; it must not have come before the last block."""
    test = Sequential(given)
    for number, block in enumerate(played.matches, start=1):
        over = test.add(played.difference(block))
        assert over == (number == len(played.matches) and test.verdict is not None)
    return test


def test_the_verdict_follows_from_the_log(played: Played) -> None:
    test, value = followed(played), played.value
    differences = [played.difference(block) for block in played.matches]
    assert len(differences) >= LEAST
    assert value["verdict"] == VERDICTS[test.verdict]
    assert value["blocks"] == len(differences)
    assert value["mean"] == float(sum(differences, Fraction()) / len(differences))
    assert value["difference"] == pytest.approx(statistics.stdev(map(float, differences[:50])) / 5, rel=1e-12)
    assert value["interval"] == pytest.approx(test.interval if test.interval is not None else math.nan, rel=1e-12)
    assert [value["ratio_less"], value["ratio_more"]] == list(test.ratios() or (None, None))
    assert value["matches"] == 2 * played.size * len(differences)


def test_the_sums_follow_from_the_log(played: Played) -> None:
    value = played.value
    for side, belongs in (("a", played.is_a), ("b", played.is_b)):
        points, deals, won = Fraction(), 0, 0
        for match in (match for block in played.matches for match in block):
            told = [deal["points"] for deal in match["deal lines"]] or match["deal_points"]
            for seat, player in enumerate(match["table"]):
                if belongs(player):
                    earned = [each[seat] for each in told if each[seat] is not None]
                    points += sum(map(Fraction, earned))
                    deals += len(earned)
                    won += match["won"][seat]
        assert (value[f"{side}_points"], value[f"{side}_deals"], value[f"{side}_won"]) == (points, deals, won)
        assert 0 <= value[f"{side}_win_share"] <= 1
    assert value["deals"] == sum(match["deals"] for block in played.matches for match in block)


def test_strongly_different_strategies_decide_quickly_and_the_right_way(folder: Path) -> None:
    for name, word in (("pairs", "better"), ("threes", "worse"), ("fours", "better"), ("field", "better")):
        value = of(name, folder).value
        assert value["verdict"] == word, name
        assert value["blocks"] <= 200
        assert (value["mean"] < 0) == (word == "better")


def test_the_verdict_is_told_in_words(folder: Path) -> None:
    text = run("table", str(of("pairs", folder).log)).stdout
    value = of("pairs", folder).value
    assert f"highest is better than lowest: by {-value['mean']:.2f} ± {value['interval']:.2f} points a deal" in text
    assert f"{value['blocks']} blocks" in text
    assert f"{value['deals']} deals" in text
    text = run("table", str(of("threes", folder).log)).stdout
    assert "lowest is worse than attack" in text


def test_json_and_csv_have_the_documented_keys(played: Played) -> None:
    keys = ["rules", "seed", "options", "a", "b", "verdict", "mean", "interval", "difference", "ratio_less"]
    keys += ["ratio_more", "blocks", "matches", "deals"]
    keys += [f"{side}_{what}" for side in "ab" for what in ("points", "deals", "won", "win_share")]
    assert list(played.value) == keys
    assert "NaN" not in played.json
    assert "Infinity" not in played.json
    rows = list(csv.reader(io.StringIO(run("table", str(played.log), "--format", "csv").stdout)))
    assert rows[0] == keys[3:]
    assert [str(played.value[key]) for key in keys[3:]] == rows[1]


# The log


@pytest.mark.parametrize("form", FORMATS)
def test_table_prints_the_same_from_the_log(folder: Path, form: str) -> None:
    for name in ("pairs", "one", "matching"):
        log = of(name, folder).log
        again = folder / f"{name}.{form}.jsonl"
        direct = run(*words(name), "--jobs", "1", "--log", str(again), "--format", form, "--force")
        assert again.read_bytes() == log.read_bytes()
        assert run("table", str(log), "--format", form).stdout_bytes == direct.stdout_bytes


def test_table_prints_the_same_json(played: Played) -> None:
    assert run("table", str(played.log), "--format", "json").stdout == played.json


def test_verify_accepts_the_log(folder: Path) -> None:
    for name in ("pairs", "one", "matching"):
        result = run("verify", str(of(name, folder).log))
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", ["pairs", "matching"])
def test_two_workers_write_the_same_bytes(folder: Path, name: str) -> None:
    log = folder / f"{name}.two.jsonl"
    result = run(*words(name), "--jobs", "2", "--log", str(log), "--format", "json")
    assert result.exit_code == 0, result.output
    assert result.stdout == of(name, folder).json
    assert log.read_bytes() == of(name, folder).log.read_bytes()


@pytest.mark.parametrize("name", ["pairs", "field", "one"])
def test_resume_after_a_cut_writes_the_same_bytes(folder: Path, name: str) -> None:
    whole = of(name, folder).log.read_bytes()
    ends = [place for place, byte in enumerate(whole) if byte == 10]
    header = ends[0] + 1
    half = len(whole) // 2
    middle = min(end for end in ends if end >= half) + 1
    log = folder / f"{name}.cut.jsonl"
    for cut in (header, header + 100, half, middle, ends[-2] + 1, len(whole) - 1, len(whole)):
        log.write_bytes(whole[:cut])
        result = run("resume", str(log), "--jobs", "1", "--format", "json", "-q")
        assert result.exit_code == 0, result.output
        assert log.read_bytes() == whole, f"cut at {cut} of {len(whole)}"
        assert result.stdout == of(name, folder).json


def test_resume_with_two_workers(folder: Path) -> None:
    whole = of("threes", folder).log.read_bytes()
    log = folder / "threes.cut.jsonl"
    log.write_bytes(whole[: len(whole) // 3])
    assert run("resume", str(log), "--jobs", "2", "-q").exit_code == 0
    assert log.read_bytes() == whole


def test_a_cut_log_is_undecided_and_says_that_it_was_interrupted(folder: Path) -> None:
    whole = of("pairs", folder).log.read_bytes()
    log = folder / "short.jsonl"
    log.write_bytes(whole[: len(whole) // 10])
    result = run("table", str(log))
    assert result.exit_code == 0
    assert "interrupted" in result.stderr
    assert "Undecided after" in result.stdout
    assert "never below 50 blocks" in result.stdout
    value = json.loads(run("table", str(log), "--format", "json").stdout)
    assert value["verdict"] == "undecided"
    assert 0 < value["blocks"] < LEAST
    log.write_bytes(whole[: whole.index(b"\n") + 1])
    for form in FORMATS:
        assert run("table", str(log), "--format", form).exit_code == 0
    assert json.loads(run("table", str(log), "--format", "json").stdout)["mean"] is None


# Special cases


@pytest.mark.parametrize(
    "more",
    [
        ["random", "random", "--table-size", "2"],
        ["attack", "attack", "--table-size", "3"],
        ["forgetful", "forgetful", "--table-size", "4", "--deals", "2"],
        ["random", "random", "--field", "attack"],
        ["lowest", "lowest", "--table-size", "3", "--rules", "elimination", "--deals", "3"],
        ["random", "random", "--field", "lowest", "--rules", "elimination", "--deals", "3"],
        ["random", "random", "--table-size", "2", "--rules", "colour"],
    ],
)
def test_the_same_strategy_twice_gives_a_plain_answer_and_exactly_zero(more: list[str]) -> None:
    result = run("compare", *more, "--seed", "same", "--jobs", "1", "-q", "--max-blocks", "50", "--format", "json")
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert (value["verdict"], value["mean"], value["interval"], value["blocks"]) == ("no difference", 0, 0, 50)
    assert (value["ratio_less"], value["ratio_more"]) == (None, None)
    assert value["a_points"] == value["b_points"]
    assert value["a_won"] == value["b_won"]


def test_the_same_strategy_twice_in_words() -> None:
    result = run("compare", "random", "random", "--table-size", "2", "--seed", "1", "--jobs", "1", "-q")
    assert "No difference: in all 50 blocks random and random#2 did exactly alike." in result.stdout


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No run may go on beyond sixty blocks."""
    add = Sequential.add

    def counted(test: Sequential, each: Fraction) -> bool:
        assert test.count < 60, "more blocks are played than were asked for"
        return add(test, each)

    monkeypatch.setattr(Sequential, "add", counted)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("most", [50, 53])
@pytest.mark.usefixtures("bounded")
def test_no_more_than_max_blocks_are_played(folder: Path, most: int, jobs: str) -> None:
    """Two strategies that hardly differ, and a D far smaller than fifty blocks can decide."""
    log = folder / f"most.{most}.{jobs}.jsonl"
    words = ["rare-suit", "longest-suit", "--difference", "0.01", "--table-size", "2", "--seed", "1", "-q"]
    words += ["--max-blocks", str(most), "--jobs", jobs, "--log", str(log), "--format", "json"]
    first = run("compare", *words)
    assert first.exit_code == 0
    value = json.loads(first.stdout)
    assert (value["verdict"], value["blocks"], value["difference"]) == ("undecided", most, 0.01)
    whole = log.read_bytes()
    assert run("table", str(log), "--format", "json").stdout == first.stdout
    assert f"Undecided after {most} blocks" in run("table", str(log)).stdout
    for cut in (len(whole), len(whole) - 1, len(whole) // 2):
        log.write_bytes(whole[:cut])
        assert run("resume", str(log), "--jobs", jobs, "--format", "json", "-q").stdout == first.stdout
        assert log.read_bytes() == whole


def test_a_difference_that_is_given_is_used(folder: Path) -> None:
    log = folder / "given.jsonl"
    more = ["highest", "lowest", "--table-size", "2", "--seed", "p", "--difference", "6.5", "--max-blocks", "400"]
    result = run("compare", *more, "--jobs", "1", "-q", "--log", str(log), "--format", "json")
    value = json.loads(result.stdout)
    assert value["difference"] == value["options"]["difference"] == 6.5
    given = Played(log, result.stdout, 2, 0)
    assert VERDICTS[followed(given, 6.5).verdict] == value["verdict"]
    assert "6.50 points a deal" in run("table", str(log)).stdout


@pytest.mark.parametrize("difference", ["0.5", None])
def test_the_blocks_expected_are_told_before_it_starts(difference: str | None) -> None:
    more = [] if difference is None else ["--difference", difference]
    result = run("compare", "highest", "lowest", "--table-size", "2", "--seed", "p", "--jobs", "1", *more)
    assert "expected" in result.stderr


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["highest", "nobody"], "nobody"),
        (["nobody", "highest"], "nobody"),
        (["highest", "lowest", "--field", "nobody"], "nobody"),
        (["highest"], "Missing argument"),
        (["highest", "lowest", "random"], "unexpected"),
        (["highest", "lowest", "--table-size", "7"], "7"),
        (["highest", "lowest", "--table-size", "1"], "1"),
        (["highest", "lowest", "--rules", "{rules}", "--table-size", "4"], "2 to 3 players"),
        (["highest", "lowest", "--rules", "{rules}", "--field", "random", "--field", "random"], "2 to 3 players"),
        (["highest", "lowest", "--field", "random", "--table-size", "4"], "3 players"),
        (["highest", "lowest", "--rules", "colour"], "plays trick only"),
        (["stacker", "random"], "plays matching only"),
        (["random", "random", "--field", "stacker"], "plays matching only"),
        (["highest", "lowest", "--max-blocks", "49"], "49"),
        (["highest", "lowest", "--difference", "0"], "0"),
        (["highest", "lowest", "--difference", "-1"], "-1"),
        (["highest", "lowest", "--difference", "nan"], "nan"),
        (["highest", "lowest", "--difference", "inf"], "inf"),
        (["highest", "lowest", "--deals", "0"], "0"),
        (["highest", "lowest", "--jobs", "0"], "0"),
        (["highest", "lowest", "--rules", "nowhere"], "nowhere"),
    ],
)
@pytest.mark.usefixtures("bounded")
def test_errors(folder: Path, more: list[str], what: str) -> None:
    rules = folder / "three.yaml"
    rules.write_text("name: Three\ngame: trick\nplayers: {min: 2, max: 3}\n")
    result = run("compare", *[each.format(rules=rules) for each in more])
    assert result.exit_code == 2, result.output
    assert what in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("difference", ["1e-300", "1e9", "1e160", "1e200"])
@pytest.mark.usefixtures("bounded")
def test_differences_beyond_all_measure_are_refused_or_give_finite_numbers(difference: str) -> None:
    words = ["highest", "lowest", "--table-size", "2", "--seed", "1", "--jobs", "1", "--max-blocks", "50", "-q"]
    result = run("compare", *words, "--difference", difference, "--format", "json")
    assert result.exit_code in (0, 2)
    if result.exit_code == 0:
        value = json.loads(result.stdout)
        assert all(math.isfinite(each) for each in value.values() if isinstance(each, float))


def test_an_existing_log_is_not_overwritten(folder: Path) -> None:
    log = folder / "kept.jsonl"
    log.write_text("mine\n")
    result = run("compare", "highest", "lowest", "--log", str(log), "--table-size", "2")
    assert result.exit_code == 2
    assert log.read_text() == "mine\n"


def test_rules_for_three_have_tables_of_three_as_the_standard(folder: Path) -> None:
    rules = folder / "three.yaml"
    rules.write_text("name: Three\ngame: trick\nplayers: {min: 2, max: 3}\n")
    result = run(
        "compare", "highest", "lowest", "--rules", str(rules), "--seed", "1", "--jobs", "1", "--format", "json"
    )
    assert json.loads(result.stdout)["options"]["table_size"] == 3


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("difference", "1"),
        ("difference", [1]),
        ("difference", 1e200),
        ("difference", -1),
        ("max_blocks", None),
        ("max_blocks", "50"),
        ("time_limit", "zzz"),
        ("field", "1"),
        ("table_size", 2.0),
    ],
)
def test_options_that_no_run_has_are_refused(folder: Path, option: str, value: object) -> None:
    lines = of("pairs", folder).log.read_text().splitlines()
    head = json.loads(lines[0])
    head["options"][option] = value
    log = folder / "hostile.jsonl"
    text = "\n".join([json.dumps(head), *lines[1:], ""])
    for command in ("table", "resume"):
        log.write_text(text)
        assert run(command, str(log)).exit_code == 2
        assert log.read_text() == text


@pytest.mark.parametrize("change", ["table", "block", "gone"])
def test_verify_finds_blocks_that_are_not_those_of_a_comparison(folder: Path, change: str) -> None:
    lines = [json.loads(line) for line in of("one", folder).log.read_text().splitlines()]
    if change == "table":
        lines[1]["table"] = lines[1]["table"][::-1]
    elif change == "block":
        lines[1]["block"] = 2
    else:  # the first half of the first block
        del lines[1:4]
        for number, line in enumerate(lines[1:], start=1):
            line["match"] = number
    log = folder / "forged.jsonl"
    log.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))
    assert run("verify", str(log)).exit_code == 1

"""What is legal but hardly meant: a warning with its place, and no error; what is expected stands in the files."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pageone_cli.config import bundled_names, examine, load
from pageone_cli.findings import CODES, Finding

HERE = Path(__file__).parent
WARN = sorted((HERE / "warn").glob("*.yaml"))
EXPECTED = re.compile(r"# expect (?:(\S+):)?(\d+):(\d+) ([a-z-]+)")
WARNINGS = {code for code, text in CODES.items() if "(warning)" in text and not text.startswith("simulated")}


def expected(file: Path) -> list[tuple[str, int, int, str]]:
    """The warnings that a file announces in its comments."""
    found = EXPECTED.findall(file.read_text(encoding="utf-8"))
    names = {other: os.path.normpath(file.parent / other) if other else str(file) for other, *_ in found}
    return sorted((names[other], int(line), int(column), code) for other, line, column, code in found)


def found_in(text: str, folder: Path) -> list[Finding]:
    """Everything that is found in a configuration with this text."""
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    return examine("own.yaml", directory=folder).findings


def told(text: str, folder: Path) -> list[tuple[int, int, str]]:
    return [(one.line, one.column, one.code) for one in found_in(text, folder)]


@pytest.mark.parametrize("file", WARN, ids=lambda file: file.stem)
def test_file_has_exactly_the_warnings_that_it_announces(file: Path) -> None:
    found = examine(str(file)).findings
    assert sorted((os.path.normpath(one.file), one.line, one.column, one.code) for one in found) == expected(file)
    assert {one.severity for one in found} == {"warning"}
    assert found == sorted(found)


@pytest.mark.parametrize("file", WARN, ids=lambda file: file.stem)
def test_file_loads_all_the_same(file: Path) -> None:
    assert load(str(file)) == examine(str(file)).rules
    assert load(str(file)).name


@pytest.mark.parametrize("file", WARN, ids=lambda file: file.stem)
def test_each_warning_is_one_line_with_place_and_severity(file: Path) -> None:
    for one in examine(str(file)).findings:
        assert str(one).startswith(f"{one.file}:{one.line}:{one.column}: warning: {one.path}: ")
        assert len(str(one).splitlines()) == 1


def test_every_code_of_a_warning_has_a_file() -> None:
    assert {code for file in WARN for *_, code in expected(file)} == WARNINGS
    assert {"thin-stock", "large-penalty", "low-cap", "no-effect", "yaml-trap"} <= WARNINGS


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_configuration_has_no_finding_at_all(name: str) -> None:
    assert examine(name).findings == []


# Just inside and just outside


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # 10 players of 4 cards leave 13 of 53, 12 of 52, 14 of 54 …: a quarter are 13.25, 13, 13.5
        ("hand_size: 6\n", []),  # 17 of 53
        ("hand_size: 6\ndeck: {jokers: 0}\n", []),  # 16 of 52
        ("players: {max: 10}\ndeck: {jokers: 2}\n", []),  # 14 of 54
        ("players: {max: 10}\ndeck: {jokers: 1}\n", ["thin-stock"]),
        ("players: {max: 10}\ndeck: {jokers: 0}\n", ["thin-stock"]),  # 12 of 52
        ("hand_size: 13\nplayers: {max: 3}\ndeck: {jokers: 0}\n", []),  # exactly a quarter
        ("hand_size: 20\nplayers: {max: 2}\n", ["thin-stock"]),  # 13 of 53
        ("hand_size: 9\ndeck: {jokers: 2}\ncall: {penalty: 1}\n", ["thin-stock", "large-penalty"]),  # nothing left
        ("hand_size: 8\n", ["thin-stock"]),  # five are left, and five are the penalty
        ("hand_size: 8\ndeck: {jokers: 0}\n", ["thin-stock", "large-penalty"]),
        ("hand_size: 8\ndeck: {jokers: 0}\ncall: {enforced_by: nobody}\n", ["thin-stock"]),
        ("call: {penalty: 20}\n", []),  # 29 are left
        ("max_turns: 400\n", []),
        ("max_turns: 1\n", ["low-cap"]),
        ("deck: {jokers: 0}\njoker_out: allowed\npoints: {ace: 1}\n", []),
        ("deck: {jokers: 1}\njoker_out: forbidden\npoints: {joker: 50}\n", []),
        ("score: wins\n", []),
        ("score: cards\npoints: {ace: 1, face: 1, joker: 1}\n", []),
        ("call: {enforced_by: nobody}\n", []),
        ("call: {enforced_by: referee, at: 1, penalty: 1}\n", []),
        ("name: 'no'\n", []),
        ('name: "1:30"\n', []),
        ("name: now\n", []),
        ("name: off: no\n", ["yaml-syntax"]),
    ],
)
def test_borders(text: str, codes: list[str], tmp_path: Path) -> None:
    assert sorted(one.code for one in found_in(text, tmp_path)) == sorted(codes)


def test_the_numbers_stand_in_the_warning(tmp_path: Path) -> None:
    (thin,) = found_in("hand_size: 7\n", tmp_path)
    assert {"6", "11", "53"} <= set(re.findall(r"\d+", thin.message))
    (low,) = found_in("max_turns: 77\n", tmp_path)
    assert "77" in low.message


def test_an_option_without_effect_is_no_finding_where_it_was_taken_over(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text(
        "call: {at: 3, penalty: 9}\npoints: {ace: 11, joker: 50}\njoker_out: forbidden\n"
    )
    child = "extends: parent.yaml\ncall: {enforced_by: nobody}\nscore: wins\ndeck: {jokers: 0}\n"
    assert told(child, tmp_path) == []
    assert told("extends: classic\ncall: {enforced_by: nobody}\nscore: wins\n", tmp_path) == []
    assert told(f"{child}points: {{face: 12}}\n", tmp_path) == [(5, 16, "no-effect")]


def test_a_warning_is_not_given_for_what_is_wrong_itself(tmp_path: Path) -> None:
    assert told("hand_size: 77\nplayers: {max: 10}\n", tmp_path) == [(1, 12, "out-of-range")]
    assert told("call: {enforced_by: nobody, at: 99}\n", tmp_path) == [(1, 33, "out-of-range")]
    assert told("max_turns: no\n", tmp_path) == [(1, 12, "wrong-type")]


# Everything at once


def test_independent_errors_are_all_told_in_one_go(tmp_path: Path) -> None:
    text = """\
extends: nosuch
game: poker
players: {min: 7, max: 3}
hand_size: "4"
deck: {jokers: 9}
call: {at: 1, enforced_by: teacher, penalty: 3}
max_turns: 12
match: {mode: lead, over: 5}
lead_nxt: winner
stop_rank: 11
joker_out: [no]
on_stuck: void
on_stuck: pass
points: {ace: 1.5}
name: off
"""
    assert told(text, tmp_path) == [
        (1, 10, "extends-missing"),
        (2, 7, "not-one-of"),
        (3, 16, "players-order"),
        (4, 12, "wrong-type"),
        (5, 16, "out-of-range"),
        (6, 28, "not-one-of"),
        (7, 12, "low-cap"),
        (8, 21, "other-mode"),
        (9, 1, "unknown-key"),
        (10, 12, "not-one-of"),
        (11, 12, "wrong-type"),
        (13, 1, "duplicate-key"),
        (14, 15, "wrong-type"),
        (15, 7, "yaml-trap"),
    ]


def test_what_does_not_go_together_is_found_beside_other_errors(tmp_path: Path) -> None:
    text = "hand_size: 20\ncall: {at: 10, enforced_by: x}\nplayers: {max: 3}\nzebra: 1\n"
    assert told(text, tmp_path) == [
        (1, 12, "pack-too-small"),
        (2, 29, "not-one-of"),
        (4, 1, "unknown-key"),
    ]
    assert told("hand_size: 5\ncall: {at: 5}\nplayers: {min: 9, max: 8}\n", tmp_path) == [
        (2, 12, "call-at"),
        (3, 16, "players-order"),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("match: {mode: eliminate, over: 50, max_deals: 9}\n", (1, 15)),
        ("match: {mode: off}\n", (1, 15)),
        ("game: no\n", (1, 7)),
        ("extends: classic\ngame: trik\n", (2, 7)),
    ],
)
def test_one_mistake_is_one_finding(text: str, place: tuple[int, int], tmp_path: Path) -> None:
    assert told(text, tmp_path) == [(*place, "not-one-of")]


def test_errors_of_a_parent_and_of_the_file_itself_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("hand_size: 21\nmax_turns: 9\n")
    found = found_in("extends: parent.yaml\nscore: none\n", tmp_path)
    assert [(Path(one.file).name, one.line, one.column, one.code) for one in found] == [
        ("own.yaml", 1, 10, "extends-broken"),
        ("own.yaml", 2, 8, "not-one-of"),
        ("parent.yaml", 1, 12, "out-of-range"),
        ("parent.yaml", 2, 12, "low-cap"),
    ]


# Words that older YAML reads as something else


@pytest.mark.parametrize(
    ("word", "old"),
    [
        ("off", "false"),
        ("No", "false"),
        ("yes", "true"),
        ("ON", "true"),
        ("010", "8"),
        ("1:30", "90"),
        ("1_000", "1000"),
    ],
)
def test_keys_and_values_say_what_older_yaml_makes_of_them(word: str, old: str, tmp_path: Path) -> None:
    reading = f"older YAML reads {word} as {old}"
    key, value, name = found_in(f"{word}: 1\nhand_size: {word}\nname: {word}\n", tmp_path)
    assert (key.line, key.column, key.code, key.severity) == (1, 1, "unknown-key", "error")
    assert (value.line, value.column, value.code, value.severity) == (2, 12, "wrong-type", "error")
    assert (name.line, name.column, name.code, name.severity) == (3, 7, "yaml-trap", "warning")
    for one in (key, value, name):
        assert reading in str(one)
    (inner,) = found_in(f"call:\n  {word}: 1\n", tmp_path)
    assert (inner.line, inner.column, inner.code) == (2, 3, "unknown-key")
    assert reading in str(inner)


@pytest.mark.parametrize("word", ["'off'", '"010"'])
def test_what_stands_in_quotes_is_no_trap(word: str, tmp_path: Path) -> None:
    (found,) = found_in(f"hand_size: {word}\nname: {word}\n", tmp_path)
    assert (found.line, found.code) == (1, "wrong-type")
    assert "older YAML" not in str(found)


def test_a_quoted_key_is_no_trap(tmp_path: Path) -> None:
    (found,) = found_in('"off": 1\n', tmp_path)
    assert found.code == "unknown-key"
    assert "older YAML" not in str(found)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("hand_sise: 4", "hand_size"),
        ("handsize: 4", "hand_size"),
        ("Hand_size: 4", "hand_size"),
        ("max_turn: 4", "max_turns"),
        ("player: {max: 3}", "players"),
        ("stop-rank: 8", "stop_rank"),
        ("call: {enforced-by: nobody}", "enforced_by"),
        ("call: {penalties: 3}", "penalty"),
        ("deck: {joker: 3}", "jokers"),
        ("points: {aces: 3}", "ace"),
        ("match: {deal: 3}", "deals"),
        ("match: {mode: elimination, max_deal: 3}", "max_deals"),
        ("on_stuck: vod", "void"),
        ("call: {enforced_by: opponent}", "opponents"),
        ("match: {mode: eliminate}", "elimination"),
        ("lead_next: loosers", "loser"),
    ],
)
def test_the_nearest_known_word_is_suggested(text: str, nearest: str, tmp_path: Path) -> None:
    (found,) = found_in(text, tmp_path)
    assert found.code in ("unknown-key", "not-one-of")
    assert found.help == f"did you mean {nearest}?"

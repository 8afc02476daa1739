"""Where a configuration is found, what errors say, and the helpers around it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pageone_cli.config import (
    ConfigError,
    ConfigUnreadable,
    bundled_names,
    describe_difference,
    from_plain,
    load,
    with_deals,
)
from pageone_cli.findings import Finding
from pageone_cli.rules import DealsMatch, EliminationMatch, LeadMatch, MatchingRules, Rules, TrickRules, plain


def lines(text: str, folder: Path) -> list[str]:
    """The findings about `text`, without the file's name."""
    file = folder / "my.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(str(file))
    return [str(one).removeprefix(f"{file}:") for one in caught.value.findings]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hand_sise: 4", "1:1: error: hand_sise: no such option; did you mean hand_size?"),
        ("hand_size: 21", "1:12: error: hand_size: must be a whole number from 1 to 20, not 21"),
        ("lead_next: first", "1:12: error: lead_next: must be one of winner, loser, not first"),
        (
            "hand_size: 4\nhand_size: 5",
            "2:1: error: hand_size: stands here a second time, first in line 1; keep one of them",
        ),
    ],
)
def test_texts(text: str, line: str, tmp_path: Path) -> None:
    assert lines(text, tmp_path) == [line]


@pytest.mark.parametrize(
    ("word", "old"),
    [("010", "8"), ("1:30", "90"), ("1_000", "1000"), ("no", "false"), ("off", "false"), ("0x10", "16")],
)
def test_what_older_yaml_makes_of_a_word_is_said(word: str, old: str, tmp_path: Path) -> None:
    (found,) = lines(f"hand_size: {word}", tmp_path)
    assert f"older YAML reads {word} as {old}" in found


def test_null_says_to_write_none(tmp_path: Path) -> None:
    for null in ("", "~", "null"):
        (found,) = lines(f"stop_rank: {null}", tmp_path)
        assert found.endswith("; write none")


def test_a_bundled_name_wins_over_a_file_unless_it_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("classic", "classic.yaml", "own"):
        Path(name).write_text("hand_size: 7\n", encoding="utf-8")
    assert load("classic").hand_size == 4
    assert [load(one).hand_size for one in ("./classic", "classic.yaml", "own")] == [7, 7, 7]


def test_a_path_is_relative_to_the_directory_given(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("hand_size: 7\n", encoding="utf-8")
    assert load("own.yaml", directory=tmp_path).hand_size == 7
    assert load(str(tmp_path / "own.yaml"), directory="/nowhere").hand_size == 7
    assert load("classic", directory=tmp_path).hand_size == 4


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfextends: five-card\r\nscore: wins\r\n")))
    rules: Any = load("-")
    assert (rules.hand_size, rules.score) == (5, "wins")


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ConfigUnreadable, match="no standard input"):
        load("-")


def test_an_unknown_name_names_the_nearest() -> None:
    with pytest.raises(ConfigUnreadable, match=r"clasic: no bundled configuration .* did you mean classic\?"):
        load("clasic")


@pytest.mark.parametrize(
    "reference", ["", ".", "..", "\0", "a" * 5000, "./\ud800", "no/such.yaml", "/dev/zero", "/dev/null"]
)
def test_what_is_no_file(reference: str) -> None:
    with pytest.raises(ConfigUnreadable):
        load(reference)


@pytest.mark.parametrize(
    "data",
    [
        "hand_size: 5\n".encode("utf-16"),
        "hand_size: 5\n".encode("utf-16-le"),
        b"\x89PNG\r\n\x1a\n\0\0",
        b"name: \xe9\n",
    ],
)
def test_what_is_no_utf8_text(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_bytes(data)
    with pytest.raises(ConfigUnreadable, match="UTF-8"):
        load(str(tmp_path / "own.yaml"))


def test_a_long_chain_of_parents_ends(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number}.yaml").write_text(f"extends: {number + 1}.yaml\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="in a row"):
        load(str(tmp_path / "0.yaml"))


# The header of a log


@pytest.mark.parametrize("name", bundled_names())
def test_a_resolved_configuration_comes_back(name: str) -> None:
    rules = load(name)
    assert from_plain(json.loads(json.dumps(plain(rules))), "my.log") == rules


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        [],
        {"hand_size": "4"},
        {"hand_size": True},
        {"extends": "classic"},
        {"zebra": 1},
        {"players": {"min": 5, "max": 4}},
        {"name": "\ud800"},
        {"hand_size": 10**5000},
        {"name": {1, 2}},
        {(1, 2): 3},
        {"call": {1: {2: object()}}},
    ],
)
def test_a_header_that_is_not_sound(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"my\.log:1:1: error"):
        from_plain(value, "my.log")


def test_a_header_without_an_option_has_the_standard() -> None:
    assert from_plain({}, "my.log") == TrickRules()


# Helpers


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (DealsMatch(), DealsMatch(deals=7)),
        (EliminationMatch(over=3), EliminationMatch(over=3, max_deals=7)),
        (LeadMatch(by=3), LeadMatch(by=3, max_deals=7)),
    ],
)
def test_with_deals_sets_the_most_deals_of_each_mode(match: Any, expected: Any) -> None:
    rules = replace(TrickRules(), match=match)
    assert with_deals(rules, 7) == replace(rules, match=expected)
    assert with_deals(rules, 10_000_000).match.most == 10_000_000


@pytest.mark.parametrize("deals", [0, -1, 10_000_001, True, 1.0, "3"])
def test_with_deals_refuses_what_is_out_of_range(deals: Any) -> None:
    with pytest.raises(ValueError, match="must be from 1 to 10000000"):
        with_deals(TrickRules(), deals)


def test_difference() -> None:
    assert describe_difference(load("classic"), load("classic")) == []
    assert describe_difference(load("classic"), load("elimination")) == [
        ("name", "Page One", "Elimination Page One"),
        ("match.mode", "deals", "elimination"),
        ("match.deals", 10, None),
        ("match.over", None, 100),
        ("match.max_deals", None, 1000),
    ]


def test_help_imports_neither_yaml_nor_pydantic() -> None:
    program = "import sys, pageone_cli.cli; print(sorted({'yaml', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.strip() == "[]"


# Whatever it is, it is rules or errors


KEYS = st.sampled_from([*plain(TrickRules()), "extends", "mode", "deals", "over", "by", "at", "min", "ace"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["trick", "8", "deals"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
)


def outcome(call: Callable[[], Rules]) -> list[Finding] | None:
    """The findings, None for sound rules or for what cannot be read; anything else is raised."""
    try:
        rules = call()
    except ConfigError as error:
        return error.findings
    except ConfigUnreadable:
        return None
    assert isinstance(rules, TrickRules | MatchingRules)
    return None


@settings(deadline=None, max_examples=300)
@given(VALUES)
def test_any_value_gives_rules_or_findings(value: Any) -> None:
    found = outcome(lambda: from_plain(value, "x"))
    assert found is None or found


PIECES = st.sampled_from(
    [
        *("hand_size", "call", "match", "mode", ": ", ":\n  ", "{", "}", "[", "]", ", ", "\n", "- ", "? ", "&a ", "*a"),
        *("<<: ", "!!x ", "|\n", ">\n", '"', "'", "\\", "#", "---\n", "...\n", "%YAML 1.1\n", "\t", "\r", "4", "010"),
        *("no", "~", "\ufeff", "\u2028", "é"),
    ]
)
BYTES = (
    st.binary(max_size=60)
    | st.text(max_size=60).map(str.encode)
    | st.lists(PIECES, max_size=30).map(lambda pieces: "".join(pieces).encode())
    | VALUES.map(lambda value: json.dumps(value).encode())
)


@settings(deadline=None, max_examples=400)
@example(b"? hand_size")
@given(BYTES)
def test_any_bytes_give_rules_or_findings(data: bytes) -> None:
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(data))):
        found = outcome(lambda: load("-"))
    lines = len(re.split(rb"\r\n|\r|\n", data))
    assert all(1 <= one.line <= lines and one.column >= 1 for one in found or ())

"""Configurations that are sound and such that are not, as files; what is expected stands in the files themselves."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from pageone_cli.config import ConfigError, load
from pageone_cli.findings import CODES
from pageone_cli.rules import DealsMatch, EliminationMatch, LeadMatch, Players, TrickRules

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.yaml"))
BAD = sorted((HERE / "bad").glob("*.yaml"))
EXPECTED = re.compile(r"# expect (?:(\S+):)?(\d+):(\d+) ([a-z-]+)")


def expected(file: Path) -> list[tuple[str, int, int, str]]:
    """The findings that a bad file announces in its comments."""
    found = EXPECTED.findall(file.read_text(encoding="utf-8"))
    return sorted((_name(file, other), int(line), int(column), code) for other, line, column, code in found)


def _name(file: Path, other: str) -> str:
    return os.path.normpath(file.parent / other) if other else str(file)


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.stem)
def test_good_file_loads(file: Path) -> None:
    assert load(str(file)).name


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_bad_file_has_exactly_the_findings_that_it_announces(file: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(str(file))
    found = [(os.path.normpath(one.file), one.line, one.column, one.code) for one in caught.value.findings]
    assert sorted(found) == expected(file), str(caught.value)
    assert expected(file)


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_each_finding_is_one_line_with_place_and_severity(file: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(str(file))
    for one in caught.value.findings:
        assert str(one).startswith(f"{one.file}:{one.line}:{one.column}: error: ")
        assert len(str(one).splitlines()) == 1
        assert str(one) in str(caught.value).splitlines()
    assert caught.value.findings == sorted(caught.value.findings)


def test_every_code_has_a_bad_file_and_an_explanation() -> None:
    codes = {code for file in BAD for *_, code in expected(file)}
    assert codes <= set(CODES)
    ours = {code for code, text in CODES.items() if not code.startswith("log") and "(warning)" not in text}
    ours = {code for code in ours if "tournament" not in CODES[code]}
    assert ours - codes == set()  # the others are what `verify` finds, and warnings


def good(name: str) -> Any:
    return load(str(HERE / "good" / f"{name}.yaml"))


def test_an_empty_file_is_the_standard() -> None:
    assert good("empty") == good("comment-only") == TrickRules()


def test_every_option_is_taken_over() -> None:
    rules = good("everything")
    assert rules.players == Players(3, 5)
    assert (rules.hand_size, rules.deck.jokers, rules.max_turns) == (5, 4, 1)
    assert (rules.call.at, rules.call.enforced_by, rules.call.penalty) == (1, "referee", 20)
    assert rules.match == LeadMatch(by=1, max_deals=10_000_000)
    assert (rules.lead_next, rules.stop_rank, rules.joker_out) == ("loser", "Q", "forbidden")
    assert (rules.on_stuck, rules.score) == ("pass", "wins")
    assert (rules.points.ace, rules.points.face, rules.points.joker) == (0, 1000, 50)


def test_a_rank_is_text_however_it_is_written() -> None:
    assert [good(f"rank-{name}").stop_rank for name in ("in-quotes", "as-number", "none")] == ["10", "2", "none"]


def test_bom_and_crlf_are_ordinary() -> None:
    assert (good("bom").name, good("bom").hand_size) == ("BOM", 6)
    assert (good("crlf").name, good("crlf").hand_size) == ("Windows", 6)


def test_values_are_merged_key_by_key_over_two_parents() -> None:
    assert good("child-of-file").match == EliminationMatch(over=50, max_deals=20)
    assert good("child-of-file").name == "Elimination at 50"


def test_another_mode_drops_the_parents_match_keys() -> None:
    assert good("child-changes-mode").match == LeadMatch(by=30, max_deals=100)


def test_without_a_mode_a_match_is_of_deals() -> None:
    assert good("empty").match == DealsMatch(deals=10)

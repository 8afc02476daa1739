"""`pageone rules`: list, show, diff."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from pageone_cli.config import bundled_names, load
from pageone_cli.rules import plain
from tests.commands import run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


TRICK = [
    *("classic", "last-card", "five-card", "two-joker", "no-penalty", "reverse-lead", "stop-card", "joker-50"),
    "elimination",
]


def test_list_has_every_bundled_configuration_and_its_difference() -> None:
    told = json.loads(run("rules", "list", "--format", "json").stdout)
    assert [row["rules"] for row in told][: len(TRICK)] == TRICK
    assert all(list(row) == ["rules", "name", "game", "differences"] for row in told)
    found = {row["rules"]: row["differences"] for row in told}
    assert {name: found[name] for name in TRICK} == {
        "classic": "the standard",
        "last-card": "call.at: 1, call.enforced_by: referee, score: wins",
        "five-card": "hand_size: 5",
        "two-joker": "deck.jokers: 2",
        "no-penalty": "call.enforced_by: nobody",
        "reverse-lead": "lead_next: loser",
        "stop-card": "stop_rank: 8",
        "joker-50": "points.joker: 50",
        "elimination": "match.mode: elimination, match.over: 100, match.max_deals: 1000",
    }
    rows = list(csv.reader(io.StringIO(run("rules", "list", "--format", "csv").stdout)))
    assert rows[0] == ["rules", "name", "game", "differences"]
    assert rows[1:] == [list(row.values()) for row in told]


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_list_for_people_has_a_row_each(form: str) -> None:
    result = run("rules", "list", "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 2 + len(bundled_names())
    assert "differs from the standard in" in result.stdout.splitlines()[0]


@pytest.mark.parametrize("name", bundled_names())
def test_show_gives_yaml_that_loads_to_the_same_configuration(name: str) -> None:
    text = run("rules", "show", name).stdout
    Path("again.yaml").write_text(text, encoding="utf-8")
    assert load("again.yaml") == load(name)
    for line in text.splitlines():
        assert "#" in line or line.rstrip().endswith(":")


@pytest.mark.parametrize("name", bundled_names())
def test_show_for_programs(name: str) -> None:
    assert json.loads(run("rules", "show", name, "--format", "json").stdout) == plain(load(name))
    rows = list(csv.reader(io.StringIO(run("rules", "show", name, "--format", "csv").stdout)))
    assert rows[0] == ["option", "value", "default", "meaning"]
    assert all(len(row) == 4 and row[3] for row in rows[1:])
    assert len({row[0] for row in rows[1:]}) == len(rows) - 1


def test_show_of_a_file_and_of_standard_input() -> None:
    text = 'extends: classic\nname: "007"\nstop_rank: 10\nhand_size: 6\n'
    Path("mine.yaml").write_text(text, encoding="utf-8")
    told = json.loads(run("rules", "show", "mine.yaml", "--format", "json").stdout)
    assert (told["name"], told["stop_rank"], told["hand_size"]) == ("007", "10", 6)
    assert run("rules", "show", "-", stdin=text).stdout == run("rules", "show", "mine.yaml").stdout
    assert 'name: "007"' in run("rules", "show", "mine.yaml").stdout


def test_diff_says_in_words_what_differs() -> None:
    assert run("rules", "diff", "classic", "last-card").stdout == (
        "How last-card differs from classic:\n"
        "- a play that leaves this many cards has to be called: 1; in classic: 2 (C5, call.at)\n"
        "- a missed call always costs the penalty; in classic: a missed call costs the penalty if an opponent calls "
        "it out (C6, call.enforced_by)\n"
        "- everybody but the winner scores 1; in classic: who did not win scores the cards held (T13, score)\n"
    )
    assert run("rules", "diff", "classic", "elimination").stdout == (
        "How elimination differs from classic:\n"
        "- whose total is too high is out, and the last one left wins; in classic: the lowest total after a number of "
        "deals wins (X2, match.mode)\n"
        "- deals in a match: 10, only in classic (X1, match.deals)\n"
        "- a total greater than this is out: 100, only in elimination (X2, match.over)\n"
        "- the most deals in a match: 1000, only in elimination (X2, match.max_deals)\n"
    )


def test_diff_names_the_options_that_differ() -> None:
    result = run("rules", "diff", "classic", "last-card", "--format", "markdown")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in result.stdout.splitlines()]
    assert [rows[0], *rows[2:]] == [
        ["option", "classic", "last-card", "meaning"],
        ["call.at", "2", "1", "C5: a play that leaves this many cards has to be called"],
        ["call.enforced_by", "opponents", "referee", "C6: who notices a missed call; with nobody there is no call"],
        ["score", "cards", "wins", "T13: points for the cards held, or 1 for each who did not win"],
    ]


def test_diff_of_match_modes_shows_what_only_one_of_them_has() -> None:
    told = json.loads(run("rules", "diff", "classic", "elimination", "--format", "json").stdout)
    assert [list(row) for row in told] == [["option", "first", "second", "meaning"]] * len(told)
    assert [(row["option"], row["first"], row["second"]) for row in told] == [
        ("match.mode", "deals", "elimination"),
        ("match.deals", "10", "–"),
        ("match.over", "–", "100"),
        ("match.max_deals", "–", "1000"),
    ]


def test_diff_of_the_same_game() -> None:
    Path("same.yaml").write_text("extends: classic\nname: Another name\n", encoding="utf-8")
    assert run("rules", "diff", "classic", "same.yaml").stdout == "classic and same.yaml are the same game.\n"
    assert run("rules", "diff", "classic", "classic", "--format", "json").stdout == "[]\n"
    assert run("rules", "diff", "classic", "classic", "--format", "csv").stdout == "option,first,second,meaning\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "nosuch"],
         ("nosuch: no bundled configuration and no file of this name; bundled are classic, last-card, five-card, "
         "two-joker, no-penalty, reverse-lead, stop-card, joker-50, elimination, colour, colour-mild, "
         "colour-quiet, colour-no-wilds")),
        (["show"], "Missing argument 'NAME|FILE'."),
        (["diff", "classic"], "Missing argument 'NAME|FILE'."),
        (["show", "classic", "--format", "yaml"],
         "Invalid value for '--format': 'yaml' is not one of 'table', 'markdown', 'csv', 'json'."),
        (["nosuch"], "No such command 'nosuch'."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_exit_2(words: list[str], message: str) -> None:
    result = run("rules", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"Error: {message}"


def test_a_configuration_that_is_not_sound_is_exit_2_with_everything_that_is_wrong() -> None:
    Path("bad.yaml").write_text("hand_size: 99\ncall: {at: 0}\nnosuch: 1\n", encoding="utf-8")
    result = run("rules", "show", "bad.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.split(": ")[0] for line in result.stderr.splitlines()[1:]] == [
        "bad.yaml:1:12",
        "bad.yaml:2:12",
        "bad.yaml:3:1",
    ]

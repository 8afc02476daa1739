"""`pageone table`: byte for byte what `match` printed."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import run

ROOT = Path(__file__).parents[2]
LEAD = "extends: classic\nname: Ahead\nmatch: {mode: lead, by: 30, max_deals: 40}\n"
RUNS = {
    "small": ["random", "highest", "--deals", "5"],
    "twenty": ["random", "highest", "--deals", "20"],
    "many": ["random", "highest", "--deals", "35"],
    "rotated": ["random", "highest", "lowest", "--deals", "4", "--rotate"],
    "rotated, many": ["random", "highest", "lowest", "--deals", "15", "--rotate"],
    "elimination": ["--rules", "elimination"],
    "elimination, rotated": ["--rules", "elimination", "--rotate"],
    "lead": ["random", "highest", "lowest", "--rules", "lead.yaml"],
    "wins": ["random", "forgetful", "--rules", "last-card"],
    "names": ["007=random", "さくら=random", "علی‌رضا=random", "a|b=random", "c\x1b[1m\u202e\n=random"],
}


HINT = "is it a rule configuration? `pageone check lead.yaml` checks it"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lead.yaml").write_text(LEAD, encoding="utf-8")


@pytest.mark.parametrize("deals", ["all", "none"])
@pytest.mark.parametrize("name", RUNS)
def test_byte_for_byte_what_match_printed(name: str, deals: str) -> None:
    for form in ("table", "markdown", "csv", "json"):
        words = ["match", *RUNS[name], "--seed", "kept", "--log", f"{form}.jsonl", "--log-deals", deals]
        printed = run(*words, "--format", form)
        assert printed.exit_code == 0
        again = run("table", f"{form}.jsonl", "--format", form)
        assert (again.exit_code, again.stderr) == (0, "")
        assert again.stdout_bytes == printed.stdout_bytes
        assert run("table", "-", "--format", form, stdin=Path(f"{form}.jsonl").read_bytes()).stdout == again.stdout


@pytest.mark.parametrize("name", ["small", "twenty", "rotated", "elimination", "lead"])
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_by_deal_is_the_same_where_match_printed_the_sheet(name: str, form: str) -> None:
    printed = run("match", *RUNS[name], "--seed", "kept", "--log", "m.jsonl", "--format", form)
    assert "dealer" in printed.stdout
    assert run("table", "m.jsonl", "--by-deal", "--format", form).stdout == printed.stdout


def test_by_deal_has_the_sheet_of_any_number_of_deals() -> None:
    printed = run("match", *RUNS["many"], "--seed", "kept", "--log", "m.jsonl")
    assert "dealer" not in printed.stdout
    told = run("table", "m.jsonl", "--by-deal").stdout
    sheet = told.split("\n\n")[1].splitlines()
    assert [row.split()[0] for row in sheet[2:]] == [str(deal) for deal in range(1, 36)]
    assert told.split("\n\n")[::2] == printed.stdout.split("\n\n")


def test_by_deal_for_programs() -> None:
    run("match", *RUNS["rotated"], "--seed", "kept", "--log", "m.jsonl", "-q")
    deals = [json.loads(line) for line in Path("m.jsonl").read_text(encoding="utf-8").splitlines()]
    deals = [deal for deal in deals if deal["type"] == "deal"]
    told = json.loads(run("table", "m.jsonl", "--by-deal", "--format", "json").stdout)
    assert list(told) == ["rules", "seed", "matches", "deals", "players", "sheet"]
    rows = list(csv.DictReader(io.StringIO(run("table", "m.jsonl", "--by-deal", "--format", "csv").stdout)))
    assert len(told["sheet"]) == len(rows) == len(deals) == 12
    names = ["random", "highest", "lowest"]
    for deal, entry, row in zip(deals, told["sheet"], rows, strict=True):
        seats = [deal["table"].index(player) for player in range(3)]
        assert entry == {
            "match": deal["match"],
            "deal": deal["deal"],
            "dealer": deal["table"][deal["dealer"]],
            "outcome": deal["outcome"],
            "points": [deal["points"][seat] for seat in seats],
            "totals": [deal["totals"][seat] for seat in seats],
        }
        assert (row["match"], row["deal"], row["dealer"], row["outcome"]) == (
            str(deal["match"]),
            str(deal["deal"]),
            names[entry["dealer"]],
            deal["outcome"],
        )
        assert [row[f"{name} points"] for name in names] == [str(points) for points in entry["points"]]
        assert [row[f"{name} total"] for name in names] == [str(total) for total in entry["totals"]]


def test_csv_leaves_the_points_of_who_is_out_empty() -> None:
    run("match", "--rules", "elimination", "--seed", "kept", "--log", "m.jsonl", "-q")
    rows = list(csv.DictReader(io.StringIO(run("table", "m.jsonl", "--by-deal", "--format", "csv").stdout)))
    points = [value for key, value in rows[-1].items() if key.endswith(" points")]
    assert "" in points
    assert sum(value != "" for value in points) >= 2


# Logs as they come


def test_a_log_with_bom_and_crlf() -> None:
    printed = run("match", *RUNS["names"], "--seed", "kept", "--log", "m.jsonl")
    raw = Path("m.jsonl").read_bytes()
    for again in (b"\xef\xbb\xbf" + raw, raw.replace(b"\n", b"\r\n")):
        Path("again.jsonl").write_bytes(again)
        assert run("table", "again.jsonl").stdout == printed.stdout


WARNING = "warning: {} was interrupted; its last match is not counted\n"


def test_a_log_cut_in_the_middle_of_a_line_counts_the_matches_that_are_whole() -> None:
    run("match", *RUNS["rotated"], "--seed", "kept", "--log", "m.jsonl", "-q")
    raw = Path("m.jsonl").read_bytes()
    lines = raw.split(b"\n")
    assert b'"type":"match"' in lines[5]
    whole = b"\n".join(lines[:6]) + b"\n"
    Path("one.jsonl").write_bytes(whole)
    expected = run("table", "one.jsonl")
    assert expected.stderr == "warning: one.jsonl was interrupted; the run is not complete\n"
    for cut in (whole + lines[6][:50], whole + lines[6], whole + lines[6] + b"\n", whole + lines[6] + b"\n" + b"{"):
        Path("cut.jsonl").write_bytes(cut)
        result = run("table", "cut.jsonl")
        assert (result.exit_code, result.stderr) == (0, WARNING.format("cut.jsonl"))
        assert result.stdout == expected.stdout
        assert run("table", "cut.jsonl", "-q").stderr == ""


def test_deals_without_their_match_line_do_not_count_however_many() -> None:
    run("match", *RUNS["many"], "--seed", "kept", "--log", "m.jsonl", "-q")
    lines = Path("m.jsonl").read_bytes().split(b"\n")
    for many in (2, 30):
        Path("cut.jsonl").write_bytes(b"\n".join(lines[:many]) + b"\n")
        result = run("table", "cut.jsonl")
        assert (result.exit_code, result.stderr) == (0, WARNING.format("cut.jsonl"))
        assert result.stdout.startswith("Page One · 2 players · 0 matches · 0 deals, 0 without a winner\n")
        told = json.loads(run("table", "cut.jsonl", "--format", "json").stdout)
        assert (told["matches"], told["deals"]) == (0, 0)
        assert [player["mean"] for player in told["players"]] == [None, None]


def test_deals_that_do_not_count_do_not_hide_the_sheet_of_those_that_do() -> None:
    run("match", *RUNS["rotated, many"], "--seed", "kept", "--log", "m.jsonl", "-q")
    lines = Path("m.jsonl").read_bytes().split(b"\n")
    Path("one.jsonl").write_bytes(b"\n".join(lines[:17]) + b"\n")  # header, 15 deals, their match
    expected = run("table", "one.jsonl").stdout
    assert "dealer" in expected
    Path("cut.jsonl").write_bytes(b"\n".join(lines[:27]) + b"\n")
    result = run("table", "cut.jsonl")
    assert (result.stdout, result.stderr) == (expected, WARNING.format("cut.jsonl"))


def test_a_log_cut_at_any_place_is_no_traceback() -> None:
    run("match", *RUNS["small"], "--seed", "kept", "--log", "m.jsonl", "-q")
    raw = Path("m.jsonl").read_bytes()
    for end in range(0, len(raw), 97):
        result = run("table", "-", stdin=raw[:end])
        assert result.exit_code == (2 if b"\n" not in raw[:end] else 0)


def test_a_newer_log_is_refused_clearly() -> None:
    run("match", *RUNS["small"], "--seed", "kept", "--log", "m.jsonl", "-q")
    text = Path("m.jsonl").read_text(encoding="utf-8").replace('"version":1', '"version":2', 1)
    Path("new.jsonl").write_text(text, encoding="utf-8")
    result = run("table", "new.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: new.jsonl:1: a log of version 2; this program knows version 1 and before\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuch.jsonl"], "nosuch.jsonl: No such file or directory"),
        (["."], ".: Is a directory"),
        ([], "Missing argument 'LOG'."),
        (
            ["lead.yaml"],
            f"lead.yaml:1: not JSON; not a log of pageone; {HINT}",
        ),
    ],
)
def test_what_is_wrong_is_said_with_exit_2(words: list[str], message: str) -> None:
    result = run("table", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"Error: {message}"


def test_a_match_line_that_does_not_fit_its_deals_is_refused() -> None:
    run("match", *RUNS["small"], "--seed", "kept", "--log", "m.jsonl", "-q")
    lines = Path("m.jsonl").read_text(encoding="utf-8").splitlines()
    Path("short.jsonl").write_text("\n".join([*lines[:3], lines[-1]]) + "\n", encoding="utf-8")
    result = run("table", "short.jsonl")
    assert result.exit_code == 2
    assert result.stderr == "Error: short.jsonl:4: match 1 has 5 deals, and 2 are told\n"


def test_through_a_pipe_from_another_folder(tmp_path: Path) -> None:
    import os

    printed = run("match", *RUNS["names"], "--seed", "kept", "--log", "m.jsonl")
    done = subprocess.run(
        [sys.executable, "-m", "pageone_cli", "table", "-"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        input=Path("m.jsonl").read_bytes(),
        capture_output=True,
    )
    assert done.returncode == 0
    assert done.stdout.decode("utf-8").replace("\r\n", "\n") == printed.stdout
    assert done.stderr == b""

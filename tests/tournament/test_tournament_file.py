"""Tournaments described in YAML files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run

ROOT = Path(__file__).parents[2]
BOT = """
from pageone_cli import Strategy

class Bot(Strategy):
    '''Plays a move by its number.'''

    def __init__(self, which: int = 0, word: str = "x"):
        self.which = which

    def choose(self, view):
        return view.moves[min(self.which, len(view.moves) - 1)]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, text: str, name: str = "league.yaml") -> str:
    file = folder / name
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(text, encoding="utf-8")
    return name


def played(*words: str) -> dict[str, Any]:
    result = run("tournament", *words, "--format", "json", "-q")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for found in (one, other):
        for player in found["players"]:
            del player["strategy"]  # a path may be written differently
    assert one == other


def test_a_file_is_the_same_as_the_command_line(folder: Path) -> None:
    text = """\
    rules: elimination
    seed: league
    kind: round-robin
    table_size: 2
    blocks: 3
    rotate: false
    on_fault: substitute
    time_limit: 2.5
    log_deals: none
    jobs: 1
    entries:
      - random
      - L=lowest
      - {label: Forgetful, spec: forgetful, parameters: {miss: 0.2, base: highest}}
      - spec: random
    """
    words = ["random", "L=lowest", "Forgetful=forgetful,miss=0.2,base=highest", "random", "--rules", "elimination"]
    words += ["--seed", "league", "--table-size", "2", "--blocks", "3", "--no-rotate", "--on-fault", "substitute"]
    words += ["--time-limit", "2.5", "--log-deals", "none"]
    file = written(folder, re.sub("^    ", "", text, flags=re.MULTILINE))
    assert played(file) == played(*words)
    assert run("tournament", file, "-q", "--log", "a.log").exit_code == 0
    assert run("tournament", *words, "-q", "--log", "b.log").exit_code == 0
    assert (folder / "a.log").read_bytes() == (folder / "b.log").read_bytes()
    assert run("check", file).exit_code == 0


OPTIONS = [
    ("rules: last-card", ["--rules", "last-card"]),
    ("table_size: 2", ["--table-size", "2"]),
    ("blocks: 4", ["--blocks", "4"]),
    ("matches_total: 5", ["--matches-total", "5"]),
    ("deals: 2", ["--deals", "2"]),
    ("rotate: false", ["--no-rotate"]),
    ("on_fault: abort", ["--on-fault", "abort"]),
    ("time_limit: 0", ["--time-limit", "0"]),
    ("log_deals: none", ["--log-deals", "none"]),
    ("seed: 7", ["--seed", "7"]),
    ("seed: a word or two", ["--seed", "a word or two"]),
    ("seed: 007", ["--seed", "007"]),
    ("seed: 0x10", ["--seed", "0x10"]),
    ("seed: '12'", ["--seed", "12"]),
    ("seed: 1_000", ["--seed", "1_000"]),
    ("seed: -5", ["--seed", "-5"]),
    ("seed: 12345678901234567890123", ["--seed", "12345678901234567890123"]),
]


@pytest.mark.parametrize(("line", "words"), OPTIONS)
def test_every_option_is_that_of_the_command_line(line: str, words: list[str], folder: Path) -> None:
    seed = [] if "seed" in line else ["--seed", "s"]
    file = written(folder, f"entries: [random, lowest, highest]\n{line}\n")
    assert played(file, *seed) == played("random", "lowest", "highest", *seed, *words)


@pytest.mark.parametrize(("line", "words"), OPTIONS)
def test_options_on_the_command_line_win(line: str, words: list[str], folder: Path) -> None:
    other = {
        "--rules": ["--rules", "classic"],
        "--table-size": ["--table-size", "3"],
        "--blocks": ["--blocks", "1"],
        "--matches-total": ["--matches-total", "9"],
        "--deals": ["--deals", "10"],
        "--no-rotate": ["--rotate"],
        "--on-fault": ["--on-fault", "forfeit"],
        "--time-limit": ["--time-limit", "10"],
        "--log-deals": ["--log-deals", "all"],
        "--seed": ["--seed", "t"],
    }[words[0]]
    seed = [] if "seed" in line else ["--seed", "s"]
    file = written(folder, f"entries: [random, lowest, highest]\n{line}\n")
    assert played(file, *seed, *other) == played("random", "lowest", "highest", *seed, *other)


def test_blocks_on_the_command_line_win_over_a_total_in_the_file(folder: Path) -> None:
    file = written(folder, "entries: [random, lowest, highest]\nmatches_total: 9\nseed: s\n")
    assert played(file, "--blocks", "1")["blocks"] == 1


def test_files_are_relative_to_the_one_that_names_them(folder: Path) -> None:
    (folder / "deep" / "bots").mkdir(parents=True)
    (folder / "deep" / "bots" / "bot.py").write_text(BOT)
    (folder / "deep" / "mine.yaml").write_text("extends: classic\nname: Mine\nmatch: {mode: deals, deals: 2}\n")
    entries = """\
rules: ./mine.yaml
log: out.log
seed: s
entries:
  - bots/bot.py
  - ./bots/bot.py:Bot,which=1
  - A=bots/bot.py:Bot,which=1
  - {label: B, spec: ./bots/bot.py, parameters: {which: 2, word: a b}}
  - random
"""
    file = written(folder, entries, "deep/league.yaml")
    assert run("check", file).exit_code == 0, run("check", file).output
    found = played(file)
    assert found["rules"]["name"] == "Mine"
    assert [player["name"] for player in found["players"]][2:4] == ["A", "B"]
    assert (folder / "deep" / "out.log").exists()
    assert run("verify", "deep/out.log").exit_code == 0
    content = (folder / "deep" / "out.log").read_bytes()
    (folder / "deep" / "out.log").write_bytes(content[: len(content) // 2])
    assert run("resume", "deep/out.log").exit_code == 0
    assert (folder / "deep" / "out.log").read_bytes() == content


def test_the_log_of_the_command_line_is_relative_to_the_current_folder(folder: Path) -> None:
    file = written(folder, "entries: [random, lowest]\nlog: inner.log\nseed: s\n", "deep/league.yaml")
    assert run("tournament", file, "--log", "outer.log").exit_code == 0
    assert (folder / "outer.log").exists()
    assert not (folder / "deep" / "inner.log").exists()


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ("{label: 007, spec: random}", "007"),
        ("{label: 1e3, spec: random}", "1e3"),
        ("{label: yes, spec: random}", "yes"),
        ("{label: null, spec: random}", "random"),
        ("{label: 日本語, spec: random}", "日本語"),
        ("{label: 'a b', spec: random}", "a b"),
        ("{label: 'a=b', spec: random}", "a=b"),
        ("{label: 'a,b', spec: random}", "a,b"),
        ("{label: 'v1.py', spec: random}", "v1.py"),
        ("{label: 'a/b', spec: random}", "a/b"),
        ("007=random", "007"),
    ],
)
def test_labels_are_shown_as_they_are(entry: str, name: str, folder: Path) -> None:
    file = written(folder, f"entries:\n  - {entry}\n  - lowest\nseed: s\n")
    checked = run("check", file)
    if checked.exit_code == 1:  # a label that cannot be is said with its place
        assert f"{file}:2:" in checked.stdout
        return
    assert [player["name"] for player in played(file)["players"]] == [name, "lowest"]


@pytest.mark.parametrize(
    ("value", "text"), [("'1,5'", "1,5"), ("'a=b'", "a=b"), ("yes", "yes"), ("007", "007"), ("' x '", " x ")]
)
def test_parameters_are_given_as_they_stand(value: str, text: str, folder: Path) -> None:
    (folder / "bot.py").write_text(BOT)
    file = written(folder, f"entries:\n  - {{spec: ./bot.py, parameters: {{word: {value}}}}}\n  - random\nseed: s\n")
    checked = run("check", file)
    if checked.exit_code == 1:
        assert f"{file}:2:" in checked.stdout
        return
    result = run("tournament", file, "--log", "x.log", "-q")
    assert result.exit_code == 0, result.output
    header = json.loads((folder / "x.log").read_text().splitlines()[0])
    assert header["players"][0]["params"] == {"word": text}


WRONG = [
    ("entries: [random, lowest]\ntable_sise: 3\n", 2, 1, "unknown-key"),
    ("entries: [random, lowest]\ntable_size: 7\n", 2, 13, None),
    ("entries: [random, lowest]\ntable_size: two\n", 2, 13, None),
    ("entries: [random, lowest]\nkind: swiss-cheese\n", 2, 7, None),
    ("entries: [random, lowest]\nblocks: 0\n", 2, 9, None),
    ("entries: [random, lowest]\nblocks: 1.5\n", 2, 9, None),
    ("entries: [random, lowest]\nrotate: maybe\n", 2, 9, None),
    ("entries: [random, lowest]\non_fault: ignore\n", 2, 11, None),
    ("entries: [random, lowest]\ntime_limit: -1\n", 2, 13, None),
    ("entries: [random, lowest]\ntime_limit: .nan\n", 2, 13, None),
    ("entries: [random, lowest]\nlog: 7\n", 2, 6, None),
    ("entries: [random, lowest]\njobs: 0\n", 2, 7, None),
    ("entries: [random, lowest]\nseed: [1]\n", 2, 7, None),
    ("entries: [random, lowest]\nrules: ./nowhere.yaml\n", 2, 8, "rules-missing"),
    ("entries: [random, lowest]\nrules: clasic\n", 2, 8, "rules-missing"),
    ("entries: [random, lowest]\nrules: ./bad.yaml\n", 2, 8, None),
    ("entries: [random, lowest]\ndeals: 2\ndeals: 3\n", 3, 1, "duplicate-key"),
    ("entries: []\n", 1, 10, None),
    ("entries: random\n", 1, 10, None),
    ("entries:\n", 1, None, None),
    ("entries:\n  - random\n  - 7\n", 3, 5, None),
    ("entries:\n  - random\n  - [lowest]\n", 3, 5, None),
    ("entries:\n  - random\n  - {label: x}\n", 3, 5, None),
    ("entries:\n  - random\n  - {spec: lowest, lable: x}\n", 3, 20, "unknown-key"),
    ("entries:\n  - random\n  - {spec: lowest, parameters: 7}\n", 3, 32, None),
    ("entries:\n  - random\n  - {spec: lowest, parameters: {a: [1]}}\n", 3, None, None),
    ("entries:\n  - random\n  - {spec: 7}\n", 3, 12, None),
    ("entries:\n  - random\n  - {spec: lowest, label: [1]}\n", 3, 27, None),
]


@pytest.mark.parametrize(("text", "line", "column", "code"), WRONG)
def test_check_finds_what_is_wrong_and_where(
    text: str, line: int, column: int | None, code: str | None, folder: Path
) -> None:
    (folder / "bad.yaml").write_text("extends: classic\nhand_size: 99\n")
    file = written(folder, text)
    result = run("check", file, "--format", "json")
    assert result.exit_code == 1, result.output
    records = [record for record in json.loads(result.stdout) if record["file"] == file]
    assert [(record["line"], record["severity"]) for record in records] == [(line, "error")], records
    assert column is None or records[0]["column"] == column, records
    assert code is None or records[0]["code"] == code, records
    refused = run("tournament", file, "--log", "x.log")
    assert refused.exit_code == 2
    assert not refused.stdout
    assert f"{file}:{line}" in refused.stderr
    assert not (folder / "x.log").exists()


SEMANTIC = [
    ("entries:\n  - random\n  - nobody-knows\n", 3, "nobody-knows"),
    ("entries:\n  - random\n  - ./nowhere.py\n", 3, "nowhere.py"),
    ("entries:\n  - random\n  - {spec: forgetful, parameters: {mist: 1}}\n", 3, "mist"),
    ("entries:\n  - random\n  - {spec: forgetful, parameters: {miss: often}}\n", 3, "miss"),
    ("entries:\n  - random\n  - attack\nrules: colour\n", 3, "attack"),
    ("entries: [random]\n", 1, ""),
    ("entries: [random, lowest]\ntable_size: 3\n", 2, ""),
    ("entries: [random, lowest, highest]\nmatches_total: 2\n", 2, ""),
    ("entries: [random, lowest]\nrules: elimination\ndeals: 0\n", 3, ""),
]


@pytest.mark.parametrize(("text", "line", "said"), SEMANTIC)
def test_check_finds_what_the_tournament_would_refuse(text: str, line: int, said: str, folder: Path) -> None:
    """`check` knows a tournament's file (issue E): what ends with exit status 2 when played is found by it."""
    file = written(folder, text)
    assert run("tournament", file).exit_code == 2
    result = run("check", file, "--format", "concise")
    assert result.exit_code == 1, result.output
    assert f"{file}:{line}:" in result.stdout
    assert said in result.stdout


def test_everything_that_is_wrong_is_found_at_once_and_sorted(folder: Path) -> None:
    text = "kind: x\nentries:\n  - random\n  - 7\n  - {label: y}\nblocks: -1\nrules: nope\nfoo: 1\n"
    file = written(folder, text)
    result = run("check", file, "--format", "json")
    lines = [record["line"] for record in json.loads(result.stdout)]
    assert lines == [1, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("text", ["entries: [random, lowest\n", "entries:\n\t- random\n", "entries: *nowhere\n"])
def test_yaml_that_does_not_parse_is_a_finding_of_check_and_2_elsewhere(text: str, folder: Path) -> None:
    file = written(folder, text)
    assert run("check", file).exit_code == 1
    refused = run("tournament", file)
    assert refused.exit_code == 2
    assert f"{file}:" in refused.stderr


def test_a_file_without_entries_is_said(folder: Path) -> None:
    file = written(folder, "rules: classic\n")
    refused = run("tournament", file)
    assert refused.exit_code == 2
    assert "entries" in refused.stderr
    missing = run("tournament", "nowhere.yaml")
    assert missing.exit_code == 2
    assert "nowhere.yaml" in missing.stderr


def test_check_reads_standard_input(folder: Path) -> None:
    assert run("check", "-", stdin="entries: [random, lowest]\n").exit_code == 0
    assert run("check", "-", stdin="entries: [random, 5]\n").exit_code == 1


@pytest.mark.parametrize("start", ["\ufeff", "# a comment\n---\n", "%YAML 1.2\n---\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_marks_and_line_ends_are_ordinary(start: str, end: str, folder: Path) -> None:
    text = f"{start}entries:\n  - random\n  - lowest\nseed: s\ndeals: 1\n".replace("\n", end)
    (folder / "league.yaml").write_bytes(text.encode())
    assert run("check", "league.yaml").exit_code == 0
    assert played("league.yaml") == played("random", "lowest", "--seed", "s", "--deals", "1")


def test_the_example_of_the_readme_works(folder: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```yaml\n(.*?entries:.*?)```", text, re.DOTALL)
    assert found is not None
    (folder / "my_bot.py").write_text(BOT)
    file = written(folder, found[1])
    assert run("check", file).exit_code == 0
    result = run("tournament", file, "--blocks", "2", "--deals", "1", "--log", "league.log")
    assert result.exit_code == 0, result.output
    assert "Forgetful" in result.stdout
    assert run("check", file, "--strict").exit_code == 0


def test_a_configuration_is_told_from_a_tournament(folder: Path) -> None:
    rules = written(folder, "extends: classic\nname: Mine\n", "mine.yaml")
    refused = run("tournament", rules)
    assert refused.exit_code == 2
    league = written(folder, "entries: [random, lowest]\n")
    refused = run("match", "--rules", league)
    assert refused.exit_code == 2
    assert "entries" in refused.stderr

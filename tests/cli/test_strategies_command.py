"""`pageone strategies`: list, show."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path

import pytest

from pageone_cli import bundled
from pageone_cli.loading import bundled_names
from tests.commands import run

MINE = '''from pageone_cli import Strategy


class Mine(Strategy):
    """Plays the first move.

    Nothing else.
    """

    remembers = True
    games = {"trick"}

    def __init__(self, count: int, share: float = 0.5):
        raise ValueError("is never made to be shown")

    def choose(self, view):
        return view.moves[0]
'''


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_list_has_every_bundled_strategy() -> None:
    told = json.loads(run("strategies", "list", "--format", "json").stdout)
    assert [row["strategy"] for row in told] == bundled_names()
    assert all(list(row) == ["strategy", "games", "parameters", "does"] for row in told)
    rows = {row["strategy"]: row for row in told}
    assert rows["forgetful"]["parameters"] == "miss=0.3,base=random"
    assert rows["random"] == {
        "strategy": "random",
        "games": "trick, matching",
        "parameters": "",
        "does": "Any move on offer, each as likely as the others.",
    }
    assert rows["highest"]["games"] == "trick"
    table = list(csv.reader(io.StringIO(run("strategies", "list", "--format", "csv").stdout)))
    assert table == [["strategy", "games", "parameters", "does"], *[list(row.values()) for row in told]]


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_list_for_people_has_a_row_each(form: str) -> None:
    result = run("strategies", "list", "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 2 + len(bundled_names())
    assert [line.replace("|", " ").split()[0] for line in lines[2:]] == bundled_names()


@pytest.mark.parametrize("name", bundled_names())
def test_show_every_bundled_strategy(name: str) -> None:
    file = bundled.strategies() / f"{name.replace('-', '_')}.py"
    told = json.loads(run("strategies", "show", name, "--format", "json").stdout)
    assert list(told) == ["strategy", "games", "remembers", "parameters", "file", "source", "does"]
    assert (told["strategy"], told["file"]) == (name, str(file))
    assert told["source"] == "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest()
    assert run("strategies", "show", name).stdout.startswith(told["does"] + "\n\n")


def test_show_a_file_without_making_the_strategy() -> None:
    Path("mine.py").write_text(MINE, encoding="utf-8")
    told = json.loads(run("strategies", "show", "./mine.py", "--format", "json").stdout)
    assert told["remembers"] == "yes"
    assert told["parameters"] == "count,share=0.5"
    assert told["games"] == "trick"
    assert told["does"] == "Plays the first move.\n\nNothing else."
    assert told["file"] == str(Path("mine.py").resolve())


def test_a_strategy_without_a_docstring() -> None:
    text = MINE.replace('"""Plays the first move.\n\n    Nothing else.\n    """', "")
    Path("mute.py").write_text(text, encoding="utf-8")
    assert run("strategies", "show", "./mute.py").stdout.startswith("No description.\n\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "hihgest"],
         ("hihgest: no such strategy (did you mean highest?); tried a bundled strategy, an installed plug-in "
         "(pageone.strategies). A file is written ./hihgest.py")),
        (["show", "./nosuch.py"], "./nosuch.py: there is no file nosuch.py"),
        (["show"], "Missing argument 'SPEC'."),
        (["nosuch"], "No such command 'nosuch'."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_exit_2(words: list[str], message: str) -> None:
    result = run("strategies", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"Error: {message}"


def test_a_file_that_does_not_load() -> None:
    Path("broken.py").write_text("import nosuch_module_of_mine\n", encoding="utf-8")
    result = run("strategies", "show", "./broken.py")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0] == "Error: ./broken.py: found, but it does not load:"
    assert result.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'nosuch_module_of_mine'"

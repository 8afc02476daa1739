"""Logs that were tampered with: a message and an exit status, never a traceback, whatever stands in them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from pageone_cli.cli import cli

HOSTILE: list[Any] = [
    *(None, True, -1, 99, 10**30, 10**400, 0.5, 1e300, float("inf"), "", "x", "\x1b[31m\u202e", [], [None], {}),
    *([0, 0, 0], [[]], ["7S"], [-1, 0, 1], [0, 1, 99], [10**400, 0, 0], {"a": 1}),
]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The lines of a small log with deals, and of one without."""
    found = {}
    for deals in ("all", "none"):
        file = tmp_path_factory.mktemp("log") / f"{deals}.jsonl"
        command = ["match", "random", "forgetful", "highest", "--seed", "7", "--deals", "2", "--log", str(file)]
        assert CliRunner().invoke(cli, [*command, "--log-deals", deals]).exit_code == 0
        found[deals] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return found


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in nested data, of long lists the first four."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value[:4]):
            yield from places(each, (*path, number))


def changed(line: Any, path: tuple[Any, ...], value: Any) -> Any:
    new = copy.deepcopy(line)
    at = new
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return new


def without(line: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != key}


def text(lines: list[Any]) -> str:
    return "".join(json.dumps(line).replace("Infinity", "1e999") + "\n" for line in lines)


def check(command: list[str], log: str, what: object) -> None:
    result = CliRunner().invoke(cli, command, input=log)
    assert result.exception is None or isinstance(result.exception, SystemExit), (what, result.exception)
    assert result.exit_code in (0, 1, 2), what
    assert "Traceback" not in result.output, what
    assert not set(result.output) & set("\x1b\u202e\x07"), what
    if result.exit_code == 2:
        assert result.stderr, what


COMMANDS = [["table", "-"], ["table", "-", "--format", "json"], ["table", "-", "--by-deal", "--format", "csv"]]


@pytest.mark.parametrize("deals", ["all", "none"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_table_of_a_log_with_any_value_exchanged(lines: dict[str, list[Any]], deals: str, number: int) -> None:
    log = lines[deals]
    if number >= len(log):
        pytest.skip("a log without deals is shorter")
    turn = 0
    for path in places({key: value for key, value in log[number].items() if key not in ("deck", "events")}):
        for value in HOSTILE:
            turn += 1
            if number == 0 and turn % 7:  # validating a header takes longer
                continue
            new = [*log[:number], changed(log[number], path, value), *log[number + 1 :]]
            check(COMMANDS[turn % 3], text(new), (path, value))


def test_replay_of_a_log_with_any_value_exchanged(lines: dict[str, list[Any]]) -> None:
    log = lines["all"]
    turn = 0
    for path in places(log[1]):
        for value in HOSTILE:
            turn += 1
            if turn % 2:
                continue
            new = [log[0], changed(log[1], path, value), *log[2:]]
            check(["replay", "-", *(["--seat", "1"] if turn % 4 else [])], text(new), (path, value))


@pytest.mark.parametrize("command", [["table", "-"], ["replay", "-"]])
def test_a_log_with_any_key_missing_or_line_missing_or_twice(lines: dict[str, list[Any]], command: list[str]) -> None:
    for log in lines.values():
        for number, line in enumerate(log):
            for key in line:
                check(command, text([*log[:number], without(line, key), *log[number + 1 :]]), (number, key))
            check(command, text(log[:number] + log[number + 1 :]), number)
            check(command, text([*log[: number + 1], *log[number:]]), number)
        check(command, text(log[::-1]), "reversed")


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("", "<stdin>:0: empty, not a log"),
        ("{}", "<stdin>:1: the first line is not complete: an interrupted write"),
        ("{}\n", "<stdin>:1: not a log of pageone (its first line has no type pageone-log)"),
        ("[]\n", "<stdin>:1: not a JSON object"),
        (
            "name: x\n",
            "<stdin>:1: not JSON; not a log of pageone; is it a rule configuration? `pageone check -` checks it",
        ),
        ("[" * 100_000 + "\n", "<stdin>:1: not JSON; not a log of pageone"),
        (b"\xff\xfe\n", "<stdin>:1: not UTF-8 text; not a log of pageone"),
        (
            '{"type":"pageone-log","version":2}\n',
            "<stdin>:1: a log of version 2; this program knows version 1 and before",
        ),
        ('{"type":"pageone-log","version":true}\n', "<stdin>:1: version must be 1, not true"),
        (
            '{"type":"pageone-log","version":1,"players":[]}\n',
            "<stdin>:1: players must be a list of at least two objects with a name and a strategy",
        ),
    ],
)
def test_what_is_no_log(log: str | bytes, message: str) -> None:
    for command in ("table", "replay"):
        result = CliRunner().invoke(cli, [command, "-"], input=log)
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {message}\n")

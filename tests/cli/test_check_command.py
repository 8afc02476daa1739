"""`pageone check`: findings in every format, exit statuses, hostile input, and how deals go when they are simulated."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from pageone_cli.config import bundled_names
from pageone_cli.findings import CODES
from tests.commands import run

ROOT = Path(__file__).parents[2]
KEYS = ["file", "line", "column", "code", "severity", "path", "message", "help"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str | bytes, name: str = "own.yaml") -> str:
    """A file with this text; its name."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def records(*words: str) -> list[dict[str, Any]]:
    """What is found, as JSON."""
    told: list[dict[str, Any]] = json.loads(run("check", *words, "--format", "json").stdout)
    assert all(list(one) == KEYS for one in told)
    return told


# Exit statuses and the summary


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_configuration_is_sound(name: str) -> None:
    result = run("check", name, "--strict")
    assert (result.exit_code, result.stdout) == (0, "")


def test_all_bundled_configurations_at_once() -> None:
    result = run("check", *bundled_names())
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "nothing found\n")
    assert run("check", *bundled_names(), "-q").stderr == ""


@pytest.mark.parametrize(
    ("text", "status", "strict"),
    [("hand_size: 5\n", 0, 0), ("", 0, 0), ("hand_size: 7\n", 0, 1), ("hand_size: 77\n", 1, 1), ("a: b: c\n", 1, 1)],
)
def test_exit_status_of_what_is_sound_hardly_meant_and_wrong(text: str, status: int, strict: int) -> None:
    own = write(text)
    assert run("check", own).exit_code == status
    assert run("check", own, "--strict").exit_code == strict


def test_the_summary_counts_and_goes_to_stderr() -> None:
    result = run("check", write("hand_size: 7\nmax_turns: 3\nzebra: 1\n"))
    assert result.stderr == "1 error, 2 warnings\n"
    assert "1 error, 2 warnings" not in result.stdout
    assert run("check", "own.yaml", "-q").stderr == ""
    assert run("check", write("zebra: 1\nlion: 2\n")).stderr == "2 errors, 0 warnings\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuch"], "nosuch: no bundled configuration and no file of this name"),
        (["clasic"], "did you mean classic?"),
        (["no/such.yaml"], "no/such.yaml: No such file or directory"),
        (["."], ".: a folder"),
        (["-x.yaml"], "No such option"),
        (["classic", "--format", "table"], "'table' is not one of"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_read_is_exit_2(words: list[str], message: str) -> None:
    result = run("check", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_nothing_is_no_folder() -> None:
    result = run("check", "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "folder" not in result.stderr


def test_a_file_whose_name_begins_with_a_dash() -> None:
    write("hand_size: 99\n", "-x.yaml")
    result = run("check", "--", "-x.yaml")
    assert result.exit_code == 1
    assert result.stdout.startswith("-x.yaml:1:12: error: ")


def test_the_others_are_checked_where_one_cannot_be_read() -> None:
    write("hand_size: 99\n", "first.yaml")
    write("zebra: 1\n", "last.yaml")
    for unread in ("nosuch", "."):
        result = run("check", "first.yaml", unread, "classic", "last.yaml", "--format", "concise")
        assert result.exit_code == 2
        assert [line.split(": ")[0] for line in result.stdout.splitlines()] == ["first.yaml:1:12", "last.yaml:1:1"]
        assert result.stderr.splitlines()[0].startswith(f"Error: {unread}: ")
        assert result.stderr.splitlines()[-1] == "2 errors, 0 warnings, 1 not read"
    assert [one["file"] for one in records("first.yaml", "nosuch", "last.yaml")] == ["first.yaml", "last.yaml"]
    assert run("check", "nosuch", "classic").exit_code == 2


def test_findings_are_sorted_by_place() -> None:
    text = "zebra: 1\nhand_size: 99\ncall: {lion: 2, at: 99, penalty: 99}\nname: no\nmax_turns: 1\n"
    places = [(one["line"], one["column"]) for one in records(write(text))]
    assert places == sorted(places)
    assert [line for line, _ in places] == [1, 2, 3, 3, 3, 4, 5]


# Standard input, other commands


def test_standard_input() -> None:
    for text in ("hand_size: 99\n", "\ufeffhand_size: 99\r\n"):
        result = run("check", "-", stdin=text.encode())
        assert result.exit_code == 1
        assert result.stdout.startswith("<stdin>:1:12: error: hand_size: ")
        assert result.stdout.splitlines()[1:] == ["    hand_size: 99", "    " + " " * 11 + "^"]
    assert run("check", "-", stdin="extends: classic\n").exit_code == 0
    assert run("check", "-", "classic", stdin="extends: classic\n").exit_code == 0


def test_standard_input_is_there_once() -> None:
    result = run("check", "-", "-", "--format", "concise", stdin="hand_size: 99\n")
    assert result.exit_code in (1, 2)
    assert len(result.stdout.splitlines()) == 2 or result.exit_code == 2


def test_check_of_a_log_names_verify_and_verify_of_a_configuration_names_check() -> None:
    assert run("match", "random", "random", "--seed", "1", "--deals", "1", "--log", "m.log").exit_code == 0
    for name in ("m.log", "renamed.yaml", "renamed"):
        write(Path("m.log").read_bytes(), name)
        result = run("check", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"pageone verify {name}" in result.stderr
    result = run("check", "-", stdin=Path("m.log").read_bytes())
    assert result.exit_code == 2
    assert "pageone verify -" in result.stderr
    write("# mine\nhand_size: 5\n", "mine.yaml")
    for name in ("classic", "mine.yaml"):
        result = run("verify", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"pageone check {name}" in result.stderr
    result = run("verify", "-", stdin="hand_size: 5\n")
    assert result.exit_code == 2
    assert "pageone check -" in result.stderr


# Formats


def test_text_shows_the_line_with_a_caret_below_the_place() -> None:
    result = run("check", write("# mine\nhand_size: 5\ncall: {at: 1, penalty: 99}  # much\nzebra: 1\n"))
    assert result.stdout == (
        "own.yaml:3:24: error: call.penalty: must be a whole number from 1 to 20, not 99\n"
        "    call: {at: 1, penalty: 99}  # much\n"
        "                           ^\n"
        "own.yaml:4:1: error: zebra: no such option; known are name, game, players, hand_size, deck, call, max_turns, "
        "match, lead_next, stop_rank, joker_out, on_stuck, score, points\n"
        "    zebra: 1\n"
        "    ^\n"
    )


def columns(text: str) -> int:
    """The columns that a text takes on a terminal, a tab one."""
    found = wcswidth(text.replace("\t", " "))
    assert found >= 0
    return found


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("players: {min: 3, max: 99}", "99"),
        ("players: {日本語: 1, min: 99}", "99"),
        ('players: {"ページ": 1, min: 99}', "99"),
        ("players: {صفحه: 1, min: 99}", "99"),
        ('players: {"صفحه\u200cدوم": 1, min: 99}', "99"),
        ("players:\t{min:\t99}", "99"),
        ("players:\t{日本: 1,\tmin:\t99}\t# 日\t本", "99"),
        ('players: {"e\u0301e\u0301": 1, min: 99}', "99"),
        ('players: {"🃏": 1, min: 99}', "99"),
        ('players: {"\uff21\uff22": 1, min: 99} # 日本', "99"),
        (f"players: {{{' ' * 300}min: 99,{' ' * 300}max: 3}}", "99"),
        (f"players: {{{'日: 1, ' * 1}{' ' * 200}min: 99}}", "99"),
        (f'players: {{"{"日" * 90}": 1, min: 99}}', "99"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_the_caret_is_below_the_right_column(line: str, at: str, ending: str, begin: str) -> None:
    own = write(f"{begin}# a line before{ending}{line}{ending}hand_size: 5{ending}")
    (found,) = [one for one in records(own) if one["code"] == "out-of-range"]
    assert (found["line"], found["column"]) == (2, line.index(at) + 1)
    told = run("check", own).stdout.splitlines()
    place = next(number for number, text in enumerate(told) if text.startswith("own.yaml:2:") and "out-of" not in text
                 and "must be a whole number" in text)  # fmt: skip
    shown, caret = told[place + 1], told[place + 2]
    assert caret.strip() == "^"
    assert shown.strip() in line.replace("\t", " ")
    before = shown[: shown.index(at)]
    assert len(caret) - 1 == columns(before)
    assert columns(shown) <= 340
    assert "\r" not in run("check", own).stdout


def test_nothing_of_a_file_steers_the_terminal() -> None:
    own = write('"\x1b[31m": 1\n')
    for form in ("text", "concise", "json", "github"):
        result = run("check", own, "--format", form)
        assert result.exit_code == 1
        assert "\x1b" not in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
@pytest.mark.parametrize("form", ["text", "concise", "json", "github"])
def test_nothing_of_a_name_steers_the_terminal(form: str) -> None:
    own = write("hand_size: 99\nname: no\n", "\x1b[31m\u202e\r\nx.yaml")
    result = run("check", own, "./nosuch\x1b[31m.yaml", "--format", form)
    assert result.exit_code == 2
    for unsafe in ("\x1b", "\u202e", "\r"):
        assert unsafe not in result.stdout
        assert unsafe not in result.stderr


def test_concise_is_a_line_each() -> None:
    own = write("hand_sise: 5\ncall: {at: 11}\nname: 1:30\n")
    assert run("check", own, "--format", "concise").stdout == (
        "own.yaml:1:1: error: hand_sise: no such option; did you mean hand_size?\n"
        "own.yaml:2:12: error: call.at: must be a whole number from 1 to 10, not 11\n"
        "own.yaml:3:7: warning: name: is taken as text; older YAML reads 1:30 as 90; put it in quotes\n"
    )


def test_json_has_the_same_findings_as_records() -> None:
    own = write("hand_sise: 5\ncall: {at: 11}\nname: 1:30\n")
    found = records(own)
    assert [(one["file"], one["line"], one["column"], one["code"], one["severity"], one["path"]) for one in found] == [
        ("own.yaml", 1, 1, "unknown-key", "error", "hand_sise"),
        ("own.yaml", 2, 12, "out-of-range", "error", "call.at"),
        ("own.yaml", 3, 7, "yaml-trap", "warning", "name"),
    ]
    assert all(one["code"] in CODES for one in found)
    assert found[0]["help"] == "did you mean hand_size?"
    lines = [
        f"{one['file']}:{one['line']}:{one['column']}: {one['severity']}: {one['path']}: {one['message']}"
        + (f"; {one['help']}" if one["help"] else "")
        for one in found
    ]
    assert lines == run("check", own, "--format", "concise").stdout.splitlines()
    assert records("classic") == []


def test_github_has_an_annotation_each() -> None:
    name = "a,b 100%.yaml"
    own = write("hand_sise: 5\ncall: {at: 11}\nname: 1:30\n", name)
    place = "file=a%2Cb 100%25.yaml"
    assert run("check", own, "--format", "github").stdout == (
        f"::error {place},line=1,col=1::hand_sise: no such option; did you mean hand_size?\n"
        f"::error {place},line=2,col=12::call.at: must be a whole number from 1 to 10, not 11\n"
        f"::warning {place},line=3,col=7::name: is taken as text; older YAML reads 1:30 as 90; put it in quotes\n"
    )


def test_the_line_of_a_parent_is_shown_too() -> None:
    write("# parent\nhand_size: 99\n", "parent.yaml")
    result = run("check", write("name: mine\nextends: parent.yaml\n"))
    assert result.stdout.splitlines() == [
        "own.yaml:2:10: error: extends: parent.yaml is not sound itself",
        "    extends: parent.yaml",
        "             ^",
        "parent.yaml:2:12: error: hand_size: must be a whole number from 1 to 20, not 99",
        "    hand_size: 99",
        "               ^",
    ]


def test_files_of_windows_are_ordinary() -> None:
    plain = "# mine\nname: 日本\nhand_size: 99\n"
    told = run("check", write(plain)).stdout
    for text in (f"\ufeff{plain}", plain.replace("\n", "\r\n"), f"\ufeff{plain}".replace("\n", "\r\n")):
        assert run("check", write(text)).stdout == told


def test_help_has_an_example_that_works() -> None:
    help_text = run("check", "--help").stdout
    examples = re.findall(r"^\s+(pageone check .*)$", help_text, re.MULTILINE)
    assert examples
    write("hand_size: 5\n", "kitchen.yaml")
    for example in examples:
        words = example.replace("500", "1").split()[1:]
        assert run(*words).exit_code == 0, example


# Hostile input: a process of its own, limited

SECONDS = 2.0  # of computing
PATIENCE = 20.0  # on a busy machine
MEGABYTES = 200
LIMIT = 2 << 30  # of addresses: only a backstop

PROGRAM = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({LIMIT}, {LIMIT}))
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
if sys.argv.pop(1) == "python":
    import yaml
    del yaml.CSafeLoader
import atexit
def used():
    times = resource.getrusage(resource.RUSAGE_SELF)
    peak = times.ru_maxrss
    try:
        with open("/proc/self/status") as status:  # ru_maxrss is never less than that of the process that started it
            peak = int(next(line for line in status if line.startswith("VmHWM")).split()[1])
    except OSError:
        pass
    print("used", times.ru_utime + times.ru_stime, peak, file=sys.stderr)
atexit.register(used)
from pageone_cli.cli import main
main()
"""


def told(loader: str, *words: str, given: bytes | None = None) -> tuple[int, list[str], list[str]]:
    """Exit status and lines of ``check``, which must be quick, small and without a traceback."""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, loader, "check", *words],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        input=given,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    *errors, used = done.stderr.decode().splitlines()
    _, seconds, peak = used.split()
    assert float(seconds) < SECONDS
    assert int(peak) < MEGABYTES << 10
    assert not any("Traceback" in line for line in errors)
    return done.returncode, done.stdout.decode().splitlines(), errors


BOMB = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [{', '.join(['*a'] * 9)}]\n" for n in range(200))
LAUGHS = "a0: &a0 lol\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 20))
TEXTS: dict[str, tuple[bytes, int, int]] = {  # with the exit status and the most messages
    "alias bomb": (BOMB.encode(), 1, 1),
    "a billion laughs": (LAUGHS.encode(), 1, 20),
    "nested": (b"[" * 10_000, 1, 1),
    "nested and closed": (b"name: " + b"[" * 10_000 + b"]" * 10_000, 1, 1),
    "nested mappings": (b"{a: " * 10_000, 1, 1),
    "indented": ("".join(" " * n + "a:\n" for n in range(600)).encode(), 1, 1),
    "recursion": (b"match: &a {mode: *a}\n", 1, 2),
    "recursion of all": (b"&a [*a]\n", 1, 2),
    "objects": (b"name: !!python/object/apply:os.mkdir [pwned]\n", 1, 1),
    "an object": (b"!!python/object/new:os.mkdir [pwned]\n", 1, 1),
    "50 MB": (b"a" * 50, 2, 1),
    "50 MB of lines": (b"hand_size: 4\n" * 4, 2, 1),
    "binary": (bytes(range(256)) * 20, 2, 1),
    "UTF-16": ("hand_size: 4\n".encode("utf-16"), 2, 1),
    "UTF-16 without a mark": ("hand_size: 4\n".encode("utf-16-le"), 2, 1),
    "Latin-1": ("name: é\n".encode("latin-1"), 2, 1),
    "long line": (b"name: '" + b"x" * 200_000 + b"'\nhand_size: 99\n", 1, 1),
    "escape": (b"name: \x1b[31m\n", 1, 1),
}


@pytest.mark.parametrize("loader", ["c", "python"])
@pytest.mark.parametrize("kind", TEXTS)
def test_hostile_text(kind: str, loader: str) -> None:
    data, status, most = TEXTS[kind]
    own = write(data)
    if kind.startswith("50 MB"):
        with Path(own).open("wb") as file:  # piece by piece: what this process needs is counted in other tests' limits
            for _ in range(1 << 10):
                file.write(data * (1 << 10))
    code, found, errors = told(loader, own, "--format", "concise")
    assert code == status
    messages = found if status == 1 else errors[:-1]
    assert 1 <= len(messages) <= most
    assert all(own in line and len(line) < 400 for line in messages)
    assert not Path("pwned").exists()
    if status == 2:
        assert found == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_file() -> None:
    os.mkfifo("pipe.yaml")
    Path("folder.yaml").mkdir()
    Path("loop.yaml").symlink_to("loop.yaml")
    Path("zero.yaml").symlink_to("/dev/zero")
    names = ["pipe.yaml", "folder.yaml", "loop.yaml", "zero.yaml", "/dev/zero", "/dev/urandom", "/", "/proc/self/mem"]
    names = [name for name in names if Path(name).exists() or Path(name).is_symlink()]
    code, found, errors = told("c", *names)
    assert (code, found) == (2, [])
    assert [line.split(": ")[1] for line in errors[:-1]] == names
    assert errors[-1] == f"nothing found, {len(names)} not read"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
@pytest.mark.parametrize("words", [["own.yaml"], ["own.yaml", "--format", "json"], ["classic", "--simulate", "1"]])
def test_a_full_disk_gives_a_clear_message(words: list[str]) -> None:
    write("hand_size: 99\n")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pageone_cli", "check", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    said = done.stderr.decode()
    assert done.returncode == 1
    assert "Traceback" not in said
    assert "No space left" in said


def test_endless_standard_input() -> None:
    code, found, errors = told("c", "-", given=b"a: 1\n" * (1 << 20))
    assert (code, found) == (2, [])
    assert "<stdin>" in errors[0]


# Simulation


def simulated(*words: str) -> dict[str, Any]:
    """What ``--simulate`` tells programs."""
    both: dict[str, Any] = json.loads(run("check", *words, "--format", "json").stdout)
    assert list(both) == ["findings", "simulated"]
    assert all(list(one) == KEYS for one in both["findings"])
    return both


def test_simulation_is_a_table_on_stdout() -> None:
    result = run("check", "classic", "--simulate", "12")
    assert result.exit_code == 0
    head = next(line for line in result.stdout.splitlines() if line.lstrip().startswith("players"))
    for column in ("strategies", "deals", "turns", "drawn", "reshuffles", "stuck", "capped", "first leader", "skill"):
        assert column in head
    rows = [line.split() for line in result.stdout.splitlines() if re.match(r" +[2-6]  (random|highest)", line)]
    assert [row[0] for row in rows] == ["2", "2", "3", "3", "4", "4", "5", "5", "6", "6"]
    assert "players" not in result.stderr
    assert run("check", "classic", "--simulate", "12", "--format", "concise").stdout == result.stdout


@pytest.mark.parametrize("number", ["1", "2", "9"])
def test_simulation_of_few_deals(number: str) -> None:
    for form in ("text", "concise", "json", "github"):
        result = run("check", "classic", "last-card", "--simulate", number, "--format", form)
        assert result.exit_code == 0
        assert "nan" not in result.stdout
    plays = simulated("classic", "--simulate", number)["simulated"][0]["rows"]
    assert all(int(number) <= row["deals"] < int(number) + row["players"] for row in plays)


def test_simulation_for_programs() -> None:
    own = write("players: {min: 3, max: 4}\nmax_turns: 500\n")
    both = simulated(own, "five-card", "--simulate", "25")
    assert [one["rules"] for one in both["simulated"]] == [own, "five-card"]
    assert [(row["players"], row["skilled"]) for row in both["simulated"][0]["rows"]] == [
        (3, False),
        (3, True),
        (4, False),
        (4, True),
    ]
    for row in both["simulated"][0]["rows"]:
        assert {"players", "strategies", "skilled", "deals", "turns", "draws", "reshuffles", "outcomes"} <= row.keys()
        assert row["deals"] >= 25
        assert sum(row["outcomes"].values()) == row["deals"]
        assert row["outcomes"].keys() <= {"out", "stuck", "cap"}
        for name in ("turns", "draws", "reshuffles", "leader", "leader_won"):
            tally = row[name]
            assert list(tally) == ["count", "total", "mean", "interval"]
            assert tally["count"] == row["blocks"]
            assert tally["mean"] == pytest.approx(tally["total"] / tally["count"])
        assert row["median"] <= row["quantile_99"] <= 500
        assert (row["skill"]["count"] > 0) == row["skilled"]
        assert "random" in row["strategies"]
        assert ("highest" in row["strategies"]) == row["skilled"]
    skilled = both["simulated"][0]["rows"][1]
    assert skilled["skill"]["count"] * 3 == skilled["deals"]


def test_simulation_is_repeatable_and_the_seed_matters() -> None:
    first = run("check", "classic", "--simulate", "20").stdout
    assert run("check", "classic", "--simulate", "20").stdout == first
    assert run("check", "classic", "--simulate", "20", "--seed", "check").stdout == first
    other = run("check", "classic", "--simulate", "20", "--seed", "other").stdout
    assert other != first
    assert run("check", "classic", "--simulate", "20", "--seed", "other").stdout == other
    # what else is checked makes no difference
    assert first in run("check", "five-card", "classic", "--simulate", "20").stdout


def test_more_deals_begin_with_the_same_ones() -> None:
    few, many = (simulated("classic", "--simulate", number)["simulated"][0]["rows"] for number in ("20", "40"))
    for one, other in zip(few, many, strict=True):
        for outcome, count in one["outcomes"].items():
            assert count <= other["outcomes"][outcome]
        assert one["turns"]["total"] < other["turns"]["total"]


STUCK = "hand_size: 8\nplayers: {min: 6, max: 6}\n"
CAPPED = "max_turns: 3\nplayers: {min: 3, max: 3}\n"


@pytest.mark.parametrize(("text", "code"), [(STUCK, "often-stuck"), (CAPPED, "often-capped")])
def test_a_high_share_is_warned_of(text: str, code: str) -> None:
    own = write(text)
    plain = {one["code"] for one in records(own)}
    assert code not in plain
    found = [one for one in simulated(own, "--simulate", "40")["findings"] if one["code"] == code]
    assert found
    for one in found:
        assert (one["file"], one["severity"]) == (own, "warning")
        assert re.search(r"\d+\.\d %", one["message"])
    for form in ("text", "concise", "github"):
        result = run("check", own, "--simulate", "40", "--format", form)
        assert result.exit_code == 0
        assert run("check", own, "--simulate", "40", "--format", form, "--strict").exit_code == 1
        for one in found:
            assert one["message"].replace("%", "%25" if form == "github" else "%") in result.stdout


def test_a_share_is_not_warned_of_where_chance_may_have_made_it() -> None:
    found = simulated(write("players: {min: 2, max: 2}\n"), "--simulate", "1")
    assert found["findings"] == []


def test_of_classic_nothing_is_warned_of_but_that_six_get_stuck() -> None:
    codes = [(one["code"], one["path"]) for one in simulated("classic", "--simulate", "400")["findings"]]
    assert {code for code, _ in codes} <= {"often-stuck"}
    assert all(path.startswith("6 players") for _, path in codes)


@pytest.mark.parametrize("text", ["hand_size: 1\ncall: {enforced_by: nobody}\n", "hand_size: 17\nplayers: {max: 3}\n"])
@pytest.mark.parametrize("on_stuck", ["void", "score", "pass"])
def test_strange_configurations_are_simulated_all_the_same(text: str, on_stuck: str) -> None:
    own = write(
        f"{text}on_stuck: {on_stuck}\njoker_out: forbidden\nmax_turns: 300\nmatch: {{mode: elimination, over: 1}}\n"
    )
    result = run("check", own, "--simulate", "3", "--format", "json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)["simulated"][0]["rows"]
    assert all(sum(row["outcomes"].values()) == row["deals"] for row in rows)


def test_what_is_not_sound_is_not_simulated() -> None:
    own = write("hand_size: 99\n")
    both = simulated(own, "--simulate", "3")
    assert (both["simulated"], [one["code"] for one in both["findings"]]) == ([], ["out-of-range"])
    result = run("check", own, "classic", "--simulate", "3")
    assert result.exit_code == 1
    assert "random" in result.stdout


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "10000001", ""])
def test_a_number_of_deals_that_cannot_be(number: str) -> None:
    result = run("check", "classic", "--simulate", number)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--simulate" in result.stderr

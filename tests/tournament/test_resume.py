"""Interrupted runs, however they were interrupted, and `resume`."""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 40  # seconds until something hangs

SLOW = """
import time
from pageone_cli import Strategy

class Slow(Strategy):
    '''Takes its time.'''

    def choose(self, view):
        time.sleep({seconds})
        return view.moves[0]
"""


@dataclass
class Ran:
    status: int
    out: bytes
    err: str
    seconds: float = 0.0


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def start(*words: str, cwd: Path, limit: int | None = None) -> subprocess.Popen[bytes]:
    """The program in a process group of its own, which may write files of `limit` bytes only."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [sys.executable, "-m", "pageone_cli", *words],
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limited,
    )


def ended(process: subprocess.Popen[bytes], patience: float = PATIENCE) -> Ran:
    began = time.monotonic()
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        pytest.fail(f"hangs: {process.args!r}\n{err.decode()}")
    return Ran(process.returncode, out, err.decode(), time.monotonic() - began)


def pageone(*words: str, cwd: Path, limit: int | None = None) -> Ran:
    return ended(start(*words, cwd=cwd, limit=limit))


def in_group(group: int) -> list[int]:
    """The processes of a group (session) that are alive."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if group in (int(status[2]), int(status[3])) and status[0] != "Z":
            found.append(int(folder.name))
    return found


def nobody_left(group: int) -> None:
    """Fails where a process of the group is still alive some seconds later."""
    end = time.monotonic() + 10
    while left := in_group(group):
        if time.monotonic() > end:
            what = [(Path("/proc") / str(one) / "cmdline").read_bytes().replace(b"\0", b" ") for one in left]
            os.killpg(group, signal.SIGKILL)
            pytest.fail(f"left behind: {what}")
        time.sleep(0.05)


def killed(process: subprocess.Popen[bytes]) -> None:
    """Kill the program alone, without a warning; its workers are to follow."""
    process.kill()
    process.wait()
    nobody_left(process.pid)
    process.communicate()


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()[1].decode()
        if time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            pytest.fail("nothing happens")
        time.sleep(0.01)


def lines_in(log: Path) -> int:
    return log.read_bytes().count(b"\n") if log.exists() else 0


# Cut logs

RUNS: dict[str, list[str]] = {
    "tournament": ["tournament", "random", "highest", "lowest", "--table-size", "2", "--blocks", "3", "--deals", "2"],
    "three": ["tournament", "random", "highest", "lowest", "attack", "--table-size", "3", "--deals", "1"],
    "none": ["tournament", "random", "highest", "lowest", "--blocks", "4", "--deals", "2", "--log-deals", "none"],
    "unrotated": ["tournament", "random", "highest", "lowest", "--blocks", "5", "--deals", "2", "--no-rotate"],
    "elimination": ["tournament", "random", "highest", "lowest", "--blocks", "2", "--rules", "elimination"],
    "colour": ["tournament", "random", "two=random", "--rules", "colour", "--blocks", "3", "--deals", "1"],
    "match": ["match", "random", "highest", "lowest", "--deals", "3"],
    "rotated match": ["match", "random", "highest", "lowest", "--deals", "2", "--rotate"],
    "match none": ["match", "random", "highest", "lowest", "--deals", "3", "--rotate", "--log-deals", "none"],
    "total": [
        "tournament",
        "random",
        "highest",
        "lowest",
        "attack",
        "rare-suit",
        "--matches-total",
        "33",
        "--deals",
        "1",
    ],
}


def in_process(*words: str) -> tuple[int, str, str]:
    from click.testing import CliRunner

    from pageone_cli.cli import cli

    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def places(content: bytes, random: Random) -> list[int]:
    """Every kind of place at which a log can be cut: at, before and behind line ends, in the middle of lines."""
    header = content.index(b"\n") + 1
    ends = [place + 1 for place, byte in enumerate(content) if byte == 10]
    chosen = {header, header + 1, len(content), len(content) - 1}
    for end in random.sample(ends, min(len(ends), 6)):
        chosen |= {end, end - 1, min(end + 1, len(content)), random.randrange(header, len(content))}
    return sorted(place for place in chosen if place >= header)


@pytest.mark.parametrize("name", RUNS)
def test_a_log_cut_anywhere_is_finished_to_the_same_bytes(name: str, tmp_path: Path) -> None:
    whole = tmp_path / "whole.log"
    status, expected, _ = in_process(*RUNS[name], "--seed", "cut", "--log", str(whole))
    assert status == 0
    content = whole.read_bytes()
    log = tmp_path / "cut.log"
    for place in places(content, Random(name)):
        log.write_bytes(content[:place])
        status, out, err = in_process("resume", str(log), "--jobs", "1")
        assert status == 0, err
        assert out == expected, place
        assert log.read_bytes() == content, place


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json"])
@pytest.mark.parametrize("name", ["three", "match"])
def test_resume_prints_what_the_run_would_have_printed(name: str, form: str, tmp_path: Path) -> None:
    whole = tmp_path / "whole.log"
    _, expected, _ = in_process(*RUNS[name], "--seed", "cut", "--log", str(whole), "--format", form)
    content = whole.read_bytes()
    for place in (len(content) // 2, len(content)):
        whole.write_bytes(content[:place])
        status, out, _ = in_process("resume", str(whole), "--format", form, "--jobs", "1")
        assert (status, out) == (0, expected)
        assert in_process("table", str(whole), "--format", form)[1] == expected


def test_resume_with_several_jobs(tmp_path: Path) -> None:
    whole = tmp_path / "whole.log"
    words = ["random", "highest", "lowest", "attack", "--table-size", "3", "--blocks", "10", "--seed", "1"]
    expected = pageone("tournament", *words, "--log", str(whole), "--jobs", "1", cwd=tmp_path)
    content = whole.read_bytes()
    for jobs, place in (("2", len(content) // 3), ("3", len(content) // 2)):
        whole.write_bytes(content[:place])
        ran = pageone("resume", str(whole), "--jobs", jobs, cwd=tmp_path)
        assert (ran.status, ran.out) == (0, expected.out)
        assert whole.read_bytes() == content


@pytest.mark.parametrize("place", [0, 1, 20, -1])
def test_a_log_without_a_whole_header_cannot_be_resumed(place: int, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    in_process(*RUNS["three"], "--seed", "1", "--log", str(log))
    content = log.read_bytes()[: log.read_bytes().index(b"\n") + 1][: place or None] if place else b""
    log.write_bytes(content)
    status, _, err = in_process("resume", str(log))
    assert status == 2
    assert "x.log" in err
    assert log.read_bytes() == content


@pytest.mark.parametrize("what", ["line", "number", "type"])
def test_a_log_broken_in_the_middle_is_left_alone(what: str, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    in_process(*RUNS["three"], "--seed", "1", "--log", str(log))
    lines = log.read_bytes().splitlines(keepends=True)
    lines[3] = {"line": b"{]\n", "number": lines[3].replace(b'"match":', b'"match":"x'), "type": b'{"type":"a"}\n'}[
        what
    ]
    content = b"".join(lines[:-2])
    log.write_bytes(content)
    status, _, err = in_process("resume", str(log))
    assert status == 2, err
    assert "x.log:4" in err
    assert log.read_bytes() == content


# kill -9

KILLED = {
    "all": ["tournament", "random", "highest", "lowest", "--blocks", "90", "--seed", "k"],
    "none": [
        "tournament",
        "random",
        "highest",
        "lowest",
        "attack",
        "--blocks",
        "60",
        "--log-deals",
        "none",
        "--seed",
        "k",
    ],
    "match": ["match", "random", "highest", "lowest", "--deals", "900", "--rotate", "--seed", "k"],
}


@pytest.mark.parametrize("name", KILLED)
def test_kill_at_any_moment_then_resume(name: str, tmp_path: Path) -> None:
    words = KILLED[name]
    jobs = [] if name == "match" else ["--jobs", "1"]
    began = time.monotonic()
    expected = pageone(*words, *jobs, "--log", "whole.log", cwd=tmp_path)
    took = time.monotonic() - began
    assert expected.status == 0, expected.err
    content = (tmp_path / "whole.log").read_bytes()
    random = Random(name)
    for turn in range(4):
        log = tmp_path / f"{turn}.log"
        more = [] if name == "match" else ["--jobs", str(1 + turn % 2)]
        process = start(*words, *more, "--log", log.name, cwd=tmp_path)
        until(lambda log=log: lines_in(log) > 0, process)  # type: ignore[misc]
        time.sleep(random.random() * took * 0.7)
        killed(process)
        assert content.startswith(log.read_bytes())
        resuming = start("resume", log.name, *([] if name == "match" else ["--jobs", str(2 - turn % 2)]), cwd=tmp_path)
        if turn == 2:  # and killed again
            time.sleep(random.random() * took / 2)
            killed(resuming)
            resuming = start("resume", log.name, cwd=tmp_path)
        ran = ended(resuming)
        assert ran.status == 0, ran.err
        assert ran.out == expected.out
        assert log.read_bytes() == content


# What has changed


def test_another_version_is_refused_without_force(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    in_process(*RUNS["three"], "--seed", "1", "--log", str(log))
    whole = log.read_bytes()
    content = whole[: len(whole) // 2].replace(b'"software":"pageone ', b'"software":"pageone 99')
    log.write_bytes(content)
    status, out, err = in_process("resume", str(log))
    assert (status, out) == (2, "")
    assert "--force" in err
    assert "pageone 99" in err
    assert log.read_bytes() == content
    assert in_process("resume", str(log), "--force", "--jobs", "1")[0] == 0
    assert log.read_bytes().split(b"\n")[1:] == whole.split(b"\n")[1:]


@pytest.mark.parametrize("command", ["tournament", "match"])
def test_a_changed_strategy_file_is_refused_without_force(command: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(SLOW.format(seconds=0))
    log = tmp_path / "x.log"
    in_process(command, str(bot), "random", "--seed", "1", "--log", str(log))
    content = log.read_bytes()[: len(log.read_bytes()) // 2]
    log.write_bytes(content)
    bot.write_text(SLOW.format(seconds=0).replace("[0]", "[-1]"))
    status, out, err = in_process("resume", str(log))
    assert (status, out) == (2, "")
    assert "changed" in err
    assert "--force" in err
    assert "bot.py" in err
    assert log.read_bytes() == content
    assert in_process("resume", str(log), "--force")[0] == 0
    kept = content.rfind(b'{"type":"match"')
    assert kept < 0 or log.read_bytes()[:kept] == content[:kept]


def test_a_changed_module_beside_a_strategy_is_noticed_too(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("WHICH = 0\n")
    bot = tmp_path / "bot.py"
    text = SLOW.format(seconds=0).replace("import time", "import time, beside_it").replace("[0]", "[beside_it.WHICH]")
    bot.write_text(text)
    log = tmp_path / "x.log"
    in_process("tournament", str(bot), "random", "--seed", "1", "--blocks", "4", "--log", str(log))
    log.write_bytes(log.read_bytes()[: len(log.read_bytes()) // 2])
    (tmp_path / "beside_it.py").write_text("WHICH = -1\n")
    status, _, err = in_process("resume", str(log))
    assert status == 2
    assert "--force" in err


@pytest.mark.parametrize("gone", ["file", "folder"])
def test_a_strategy_file_that_is_gone_is_said(gone: str, tmp_path: Path) -> None:
    bot = tmp_path / "bots" / "bot.py"
    bot.parent.mkdir()
    bot.write_text(SLOW.format(seconds=0))
    log = tmp_path / "x.log"
    in_process("tournament", str(bot), "random", "--seed", "1", "--log", str(log))
    content = log.read_bytes()[: len(log.read_bytes()) // 2]
    log.write_bytes(content)
    bot.unlink()
    if gone == "folder":
        bot.parent.rmdir()
    for force in ([], ["--force"]):
        status, _, err = in_process("resume", str(log), *force)
        assert status == 2
        assert "bot.py" in err
        assert log.read_bytes() == content


@pytest.mark.parametrize("key", ["kind", "table_size", "rotate", "on_fault", "time_limit", "matches_total"])
@pytest.mark.parametrize("value", [None, "x", -1, [], 10**9])
def test_a_header_with_strange_options_is_no_traceback(key: str, value: object, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    in_process(*RUNS["three"], "--seed", "1", "--log", str(log))
    lines = log.read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    if header["options"][key] == value or (key == "time_limit" and value in (None, 10**9)):
        return
    header["options"][key] = value
    content = json.dumps(header) + "\n"
    log.write_text(content)
    if (key, value) == ("matches_total", 10**9):
        return
    status, _, err = in_process("resume", str(log), "--jobs", "1")
    assert status in (0, 2)
    assert (status == 0) or "x.log" in err or "entries" in err or "tables" in err or "matches" in err


# A log in use


def test_a_log_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(seconds=0.01))
    words = ["tournament", "./slow.py", "random", "--seed", "1", "--blocks", "5", "--deals", "1", "--log", "x.log"]
    process = start(*words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 0, process)
    for other in (["resume", "x.log"], [*words, "--force"], ["match", "--log", "x.log", "--force"]):
        refused = pageone(*other, cwd=tmp_path)
        assert refused.status == 2, (refused.err, other)
        assert "x.log" in refused.err
        assert "another run" in refused.err
        assert not refused.out
    ran = ended(process)
    assert ran.status == 0, ran.err
    log = (tmp_path / "x.log").read_bytes()
    pageone(*words[:-1], "y.log", cwd=tmp_path)
    assert log == (tmp_path / "y.log").read_bytes()


# Ctrl-C


def interrupt(process: subprocess.Popen[bytes], group: bool) -> Ran:
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    ran = ended(process)
    assert ran.status == 130, ran.err
    assert not ran.out
    assert "Traceback" not in ran.err
    assert ran.seconds < 10
    nobody_left(process.pid)
    return ran


@pytest.mark.parametrize("jobs", ["1", "2", None])
@pytest.mark.parametrize("group", [True, False], ids=["group", "parent"])
def test_ctrl_c_says_how_to_go_on(group: bool, jobs: str | None, tmp_path: Path) -> None:
    name = 'it\'s a "log" of $HOME.log'
    words = ["tournament", "random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--deals", "3"]
    process = start(*words, "--log", name, *(["--jobs", jobs] if jobs else []), cwd=tmp_path)
    until(lambda: lines_in(tmp_path / name) > (400 if jobs is None else 5), process)
    if jobs is None:
        time.sleep(0.5)  # past the trial
    ran = interrupt(process, group)
    told = [line for line in ran.err.splitlines() if "pageone" in line]
    assert len(told) == 1, ran.err
    assert len(ran.err.strip().splitlines()) == 2, ran.err  # the seed, and this
    command = shlex.split(told[0][told[0].index("pageone") :])
    assert command[:2] == ["pageone", "resume"]
    # The command works: here with a run that is shorter.
    log = tmp_path / name
    content = log.read_bytes().replace(b'"blocks":100000', b'"blocks":3', 1)
    lines = content.split(b"\n")
    log.write_bytes(b"\n".join(lines[:20]))
    resumed = pageone(*command[1:], cwd=tmp_path)
    assert resumed.status == 0, resumed.err
    pageone(*words[:5], "3", *words[6:], "--log", "whole.log", cwd=tmp_path)
    assert (tmp_path / "whole.log").read_bytes() == log.read_bytes()


def test_the_command_works_for_a_name_that_begins_with_a_dash(tmp_path: Path) -> None:
    words = ["random", "highest", "--blocks", "100000", "--seed", "c", "--deals", "3", "--log=-x.log", "--jobs", "1"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "-x.log") > 5, process)
    ran = interrupt(process, True)
    command = shlex.split(ran.err[ran.err.index("pageone resume") :])
    resuming = start(*command[1:], cwd=tmp_path)
    time.sleep(1.5)
    if resuming.poll() is None:
        resuming.send_signal(signal.SIGINT)
    assert ended(resuming).status == 130


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_strategies_think_for_long(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(seconds=1000))
    words = ["./slow.py", "random", "highest", "--seed", "c", "--jobs", jobs, "--time-limit", "0", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 0, process)
    time.sleep(1)
    ran = interrupt(process, True)
    assert "pageone resume x.log" in ran.err


@pytest.mark.parametrize("delay", [0.05, 0.15, 0.25, 0.4, 0.6, 0.9])
def test_ctrl_c_at_any_moment_is_no_traceback(delay: float, tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "2", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 0, process)
    time.sleep(delay)
    assert "pageone resume x.log" in interrupt(process, True).err


def test_ctrl_c_without_a_log_says_that_it_cannot(tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "2"]
    process = start("tournament", *words, cwd=tmp_path)
    time.sleep(1.5)
    assert "cannot be resumed" in interrupt(process, True).err


def test_ctrl_c_twice(tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "2", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 5, process)
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.03)
    assert "pageone resume x.log" in interrupt(process, True).err


def test_ctrl_c_while_resuming(tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "1", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 5, process)
    interrupt(process, False)
    before = lines_in(tmp_path / "x.log")
    process = start("resume", "x.log", "--jobs", "2", cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > before + 50, process)
    assert "pageone resume x.log" in interrupt(process, True).err


def test_ctrl_c_of_a_forced_resume_says_so(tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "1", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 5, process)
    interrupt(process, False)
    log = tmp_path / "x.log"
    log.write_bytes(log.read_bytes().replace(b'"software":"pageone ', b'"software":"pageone 99', 1))
    before = lines_in(log)
    process = start("resume", "x.log", "--force", "--jobs", "1", cwd=tmp_path)
    until(lambda: lines_in(log) > before + 50, process)
    assert "--force" in interrupt(process, True).err


def test_ctrl_c_of_a_match(tmp_path: Path) -> None:
    process = start("match", "--deals", "1000000", "--seed", "1", "--log", "x.log", cwd=tmp_path)
    until(lambda: lines_in(tmp_path / "x.log") > 50, process)
    assert "pageone resume x.log" in interrupt(process, True).err


# Processes


def test_no_workers_are_left_behind_after_a_normal_end(tmp_path: Path) -> None:
    process = start("tournament", "random", "highest", "--blocks", "20", "--jobs", "3", cwd=tmp_path)
    assert ended(process).status == 0
    nobody_left(process.pid)


@pytest.mark.parametrize("delay", [0.0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 1.0])
def test_no_workers_are_left_behind_after_kill(delay: float, tmp_path: Path) -> None:
    words = ["random", "highest", "lowest", "--blocks", "100000", "--seed", "c", "--jobs", "3", "--log", "x.log"]
    process = start("tournament", *words, cwd=tmp_path)
    until(lambda: len(in_group(process.pid)) > 2, process)
    time.sleep(delay)
    killed(process)


# A full disk


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("limit", [20_000, 65_537, 100_001])
def test_a_full_disk_keeps_what_was_written(limit: int, jobs: str, tmp_path: Path) -> None:
    words = ["tournament", "random", "highest", "lowest", "--blocks", "30", "--seed", "f", "--jobs", jobs]
    process = start(*words, "--log", "x.log", cwd=tmp_path, limit=limit)
    ran = ended(process)
    assert ran.status == 1, ran.err
    assert "x.log" in ran.err
    assert not ran.out
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 2, ran.err
    nobody_left(process.pid)
    log = tmp_path / "x.log"
    assert limit // 2 < log.stat().st_size <= limit
    assert pageone("verify", "x.log", cwd=tmp_path).status == 0
    expected = pageone(*words, "--log", "whole.log", cwd=tmp_path)
    resumed = pageone("resume", "x.log", cwd=tmp_path)
    assert (resumed.status, resumed.out) == (0, expected.out)
    assert log.read_bytes() == (tmp_path / "whole.log").read_bytes()


def test_a_full_disk_does_not_wait_for_what_is_being_played(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(seconds=60))
    words = ["tournament", "a=random", "b=highest", "z=./slow.py", "--table-size", "2", "--blocks", "9", "--seed", "f"]
    words += ["--time-limit", "0", "--jobs", "2", "--deals", "2", "--log", "x.log"]
    ran = ended(start(*words, cwd=tmp_path, limit=1200), 20)
    assert ran.status == 1, ran.err
    assert "x.log" in ran.err


def test_a_full_disk_while_resuming(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    words = ["tournament", "random", "highest", "lowest", "--blocks", "30", "--seed", "f", "--log"]
    expected = pageone(*words, "whole.log", cwd=tmp_path)
    pageone(*words, "x.log", cwd=tmp_path, limit=50_000)
    assert pageone("resume", "x.log", cwd=tmp_path, limit=90_000).status == 1
    assert 50_000 < log.stat().st_size <= 90_000
    assert pageone("resume", "x.log", cwd=tmp_path).out == expected.out
    assert log.read_bytes() == (tmp_path / "whole.log").read_bytes()

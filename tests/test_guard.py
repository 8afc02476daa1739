"""Strategies that misbehave: too slow, talkative, or deaf to Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from pageone_cli.guard import Limiter, TimeLimit, kept_apart

ROOT = Path(__file__).parents[1]
posix = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX signals")

BOTS = """
import time
from pageone_cli import Strategy

class Loop(Strategy):
    def choose(self, view):
        while view.deal == 2:
            pass
        return view.moves[0]

class Talker(Strategy):
    def __init__(self):
        print("made")
    def choose(self, view):
        print("my move, at\\x1b[31m seat", self.seat)
        return view.moves[0]

class Stubborn(Strategy):
    def choose(self, view):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

class Sleeper(Strategy):
    def choose(self, view):
        try:
            time.sleep(60)
        except BaseException:
            pass
        return view.moves[0]

class Polite(Strategy):
    def choose(self, view):
        time.sleep(60)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """`pageone` running in `folder`."""
    command = [sys.executable, "-m", "pageone_cli", *words]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "", "SYSTEMROOT": "", "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of a run."""
    process = started(folder, *words)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@posix
@pytest.mark.parametrize("policy", ["substitute", "forfeit"])
def test_a_loop_ends_as_a_fault(bots: Path, policy: str) -> None:
    words = ("match", "bots.py:Loop", "random", "--deals", "3", "--seed", "1", "--time-limit", "0.1", "--log", "x.log")
    status, out, err = run(bots, *words, "--on-fault", policy)
    assert status == 0
    assert "timeout in choose (match 1, deal 2" in err
    assert "no answer within 0.1 s" in err
    assert '"timeout"]' in (bots / "x.log").read_text(encoding="utf-8")
    assert '"time_limit":0.1' in (bots / "x.log").read_text(encoding="utf-8")
    assert out.count("\n") > 8
    assert run(bots, "verify", "x.log")[0] == 0


@posix
def test_a_loop_aborts_with_the_command_that_plays_the_deal_again(bots: Path) -> None:
    words = ("bots.py:Loop", "random", "--seed", "1", "--time-limit", "0.1", "--on-fault", "abort")
    status, out, err = run(bots, "match", *words)
    assert (status, out) == (1, "")
    command = err.split("again: pageone ")[1].strip().split()
    assert command[-2:] == ["--deal", "2"]
    status, out, _ = run(bots, *command)
    assert status == 0
    assert "fails (timeout); a substitute plays on" in out


@posix
def test_within_the_limit_nothing_changes(bots: Path) -> None:
    words = ("match", "random", "highest", "--deals", "5", "--seed", "1")
    assert run(bots, *words)[1] == run(bots, *words, "--time-limit", "20")[1]


@posix
def test_the_limiter_lets_pass_what_is_quick_and_stops_what_is_not() -> None:
    limiter = Limiter(0.05)
    assert limiter(lambda one, other: one + other)(1, 2) == 3
    with pytest.raises(TimeLimit, match=r"no answer within 0\.05 s"):
        limiter(time.sleep)(5)
    time.sleep(0.15)  # nothing rings later


def test_what_a_strategy_prints_does_not_reach_stdout(bots: Path) -> None:
    words = ("match", "bots.py:Talker", "random", "--deals", "1", "--seed", "1", "--format", "csv")
    status, out, err = run(bots, *words)
    assert status == 0
    assert out.startswith("name,strategy,")
    assert "my move" not in out + err
    shown = run(bots, *words, "--show-output")
    assert shown[1] == out
    assert "Talker: made" in shown[2]
    assert "Talker (seat " in shown[2]
    assert "my move" in shown[2]
    assert "\x1b" not in shown[2]


@posix
@pytest.mark.parametrize("name", ["Stubborn", "Sleeper", "Polite"])
@pytest.mark.parametrize("log", [False, True])
def test_ctrl_c_ends_the_program_within_a_second(bots: Path, name: str, log: bool) -> None:
    words = ["match", f"bots.py:{name}", "random", "--seed", "1", *(["--log", "x.log"] if log else [])]
    process = started(bots, *words)
    _wait_for(process.stderr, "seed: 1")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - start < 5  # a second on a machine with nothing else to do
    assert process.returncode == 130
    assert out == ""
    assert "interrupted" in err
    assert "Traceback" not in err
    if name == "Polite":
        kept = "go on with: pageone resume x.log" if log else "without --log it cannot be resumed"
        assert err.strip() == f"Error: interrupted; {kept}"


def _wait_for(stream: IO[str] | None, text: str) -> None:
    assert stream is not None
    assert stream.readline().strip() == text


def test_stdout_is_back_afterwards() -> None:
    before = sys.stdout
    with kept_apart():
        during = sys.stdout
    assert during is not before
    assert sys.stdout is before
    with pytest.raises(ZeroDivisionError), kept_apart():
        raise ZeroDivisionError
    assert sys.stdout is before

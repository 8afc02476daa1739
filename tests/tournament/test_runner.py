"""Blocks on many cores: the same bytes however they are played; workers that die, hang, or leave something behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli.block_playing import Done, Task
from pageone_cli.blocks import Block
from pageone_cli.config import load, with_deals
from pageone_cli.contests.round_robin import RoundRobin
from pageone_cli.contests.stages import Recorded, parcel
from pageone_cli.loading import load_players
from pageone_cli.runner import Runner

ROOT = Path(__file__).parents[2]
PATIENCE = 40  # seconds until something hangs

BOT = """
from pageone_cli import Strategy

class Bot(Strategy):
    '''Plays the first move, unless something is the matter.'''

    def choose(self, view):
        return view.moves[0]
"""

ODD = """
import multiprocessing, os, signal, sys, threading, time
from pageone_cli import Strategy

class Bot(Strategy):
    '''Goes wrong now and then.'''

    def start(self, view):
        self.odd = view.deal == {deal} and str(view.hand[0]) == {card!r}

    def choose(self, view):
        if self.odd:
            {what}
        return view.moves[0]
"""


@dataclass
class Ran:
    status: int
    out: bytes
    err: str


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}


def pageone(*words: str, cwd: Path, **more: str) -> Ran:
    """The program as a process (group) of its own; fails where it hangs."""
    process = started(*words, cwd=cwd, **more)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        pytest.fail(f"hangs: pageone {' '.join(words)}\n{err.decode()}")
    return Ran(process.returncode, out, err.decode())


def started(*words: str, cwd: Path, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "pageone_cli", *words],
        cwd=cwd,
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def workers(parent: int) -> list[int]:
    """The worker processes of `parent`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(status[1]) == parent and b"spawn_main" in command and status[0] != "Z":
            found.append(int(folder.name))
    return found


def odd(path: Path, what: str, deal: int = 2, card: str = "2S") -> Path:
    path.write_text(ODD.format(what=what, deal=deal, card=card))
    return path


def verified(log: Path) -> None:
    ran = pageone("verify", log.name, cwd=log.parent)
    assert ran.status == 0, ran.out.decode()


def faults_of(log: Path) -> list[list[Any]]:
    """All fault events of a log, with the name of the player."""
    found = []
    names: list[str] = []
    for text in log.read_text().splitlines():
        line = json.loads(text)
        if line["type"] == "pageone-log":
            names = [player["name"] for player in line["players"]]
        if line["type"] == "deal":
            found += [[names[line["table"][one[1]]], one[2]] for one in line["events"] if one[0] == "fault"]
    return found


# The same bytes

RUNS = {
    "classic": ["random", "highest", "lowest", "longest-suit", "rare-suit", "--blocks", "6", "--deals", "3"],
    "elimination": ["random", "highest", "lowest", "--rules", "elimination", "--blocks", "8", "--log-deals", "none"],
    "colour": ["random", "first=random", "second=random", "--rules", "colour", "--deals", "1", "--blocks", "4"],
    "pairs": ["attack", "random", "lowest", "--table-size", "2", "--matches-total", "50", "--deals", "2"],
}


@pytest.mark.parametrize("name", RUNS)
def test_any_number_of_jobs_and_any_hash_seed_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    results = []
    for jobs, hash_seed in (("1", "0"), ("2", "1"), ("3", "4242")):
        words = ["tournament", *RUNS[name], "--seed", "same", "--jobs", jobs, "--log", f"{jobs}.log"]
        ran = pageone(*words, cwd=tmp_path, PYTHONHASHSEED=hash_seed)
        assert ran.status == 0, ran.err
        assert ran.err.strip() == "seed: same"
        results.append((ran.out, (tmp_path / f"{jobs}.log").read_bytes()))
    assert results[0] == results[1] == results[2]
    verified(tmp_path / "2.log")


def tournament(log_deals: str = "all", seed: str = "x", blocks: int = 6) -> RoundRobin:
    rules = with_deals(load("classic"), 2)
    players = load_players(["random", "highest", "lowest", "longest-suit"])
    return RoundRobin(
        rules=rules, players=players, seed=seed, table_size=3, blocks=blocks, time_limit=None, log_deals=log_deals
    )


def tasks_of(planned: RoundRobin) -> Iterator[Task]:
    stage = Recorded(planned).stage()
    assert stage is not None
    return stage.tasks


def results_of(runner: Runner, planned: RoundRobin) -> list[tuple[Block, list[str]]]:
    return [(done.block, done.lines) for done in runner.run(tasks_of(planned), planned.most_blocks)]


class Later(Future[Any]):
    """Is done when somebody waits for it, after some others perhaps."""

    def __init__(self, executor: AnyOrder) -> None:
        super().__init__()
        self._executor = executor

    def result(self, timeout: float | None = None) -> Any:
        while not self.done():
            self._executor.finish_one()
        return super().result(0)


class AnyOrder(Executor):
    """Plays in this process, in an order drawn from a seed; counts what is under way."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._waiting: list[Callable[[], None]] = []
        self.most = 0
        self.order: list[int] = []

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future = Later(self)

        def play() -> None:
            self.order.append(arguments[1][0].block)
            future.set_result(function(*arguments, **options))

        self._waiting.append(play)
        self.most = max(self.most, len(self._waiting))
        return future

    def finish_one(self) -> None:
        self._waiting.pop(self._random.randrange(len(self._waiting)))()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._waiting.clear()


@pytest.mark.parametrize("log_deals", ["all", "none"])
def test_the_order_of_completion_makes_no_difference(log_deals: str) -> None:
    planned = tournament(log_deals)
    packed = parcel(planned, logged=True)
    expected = results_of(Runner(packed, 1), planned)
    for seed in range(6):
        executor = AnyOrder(seed)

        def make(_jobs: int, executor: AnyOrder = executor) -> Executor:
            return executor

        assert results_of(Runner(packed, 2 + seed % 3, executor=make), planned) == expected
        assert seed == 0 or executor.order != sorted(executor.order)


def test_threads_are_an_executor_too() -> None:
    planned = tournament()
    packed = parcel(planned, logged=True)
    expected = results_of(Runner(packed, 1), planned)
    stdout, leave = sys.stdout, os._exit
    try:
        assert results_of(Runner(packed, 3, executor=ThreadPoolExecutor), planned) == expected
        assert sys.stdout is stdout
        assert os._exit is leave
    finally:
        sys.stdout, os._exit = stdout, leave


class Pretended(Executor):
    """Pretends that each block takes `each` seconds; no block is played."""

    def __init__(self, each: float) -> None:
        self._each = each
        self.chunks: list[int] = []

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        tasks = arguments[1]
        self.chunks.append(len(tasks))
        future: Future[Any] = Future()
        future.set_result(([Done(task, Block(task.block)) for task in tasks], self._each * len(tasks)))
        return future


def endless(drawn: list[int]) -> Iterator[Task]:
    for number in count(1):
        drawn[0] = number
        yield Task(number, 1, ((0, 1, 2),), 3 * number - 2)


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_memory_is_bounded_however_many_small_blocks_there_are(jobs: int) -> None:
    executor = Pretended(1e-7)
    runner = Runner(parcel(tournament(), logged=False), jobs, executor=lambda _jobs: executor)
    drawn = [0]
    for number, done in enumerate(islice(runner.run(endless(drawn), 10**9), 100_000), start=1):
        assert done.task.block == number
        assert drawn[0] - number <= 4 * jobs * 10_000
    assert max(executor.chunks) <= 10_000


@pytest.mark.parametrize("each", [0.001, 0.02, 0.3])
def test_chunks_take_at_least_half_a_second(each: float) -> None:
    executor = Pretended(each)
    runner = Runner(parcel(tournament(), logged=False), 2, executor=lambda _jobs: executor)
    list(islice(runner.run(endless([0]), 10**9), 20_000))
    late = executor.chunks[10:-7]
    assert late
    assert min(late) * each >= 0.5


def test_few_chunks_are_under_way(tmp_path: Path) -> None:
    executor = AnyOrder(0)
    planned = tournament(blocks=30)
    list(Runner(parcel(planned, logged=False), 2, executor=lambda _jobs: executor).run(tasks_of(planned), 120))
    assert executor.most <= 4 * 2


# Strategies in workers


def test_a_package_beside_a_strategy_comes_along(tmp_path: Path) -> None:
    (tmp_path / "bots" / "mind").mkdir(parents=True)
    (tmp_path / "bots" / "mind" / "__init__.py").write_text("from .deep import pick\n")
    (tmp_path / "bots" / "mind" / "deep.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\nimport bisect\n"
        "@dataclass\nclass Last:\n    of: list\n    def __call__(self):\n        return self.of[-1]\n"
        "def pick(moves):\n    return Last(moves)()\n"
    )
    (tmp_path / "bots" / "beside.py").write_text("from mind import pick\n")
    (tmp_path / "bots" / "bot.py").write_text(
        BOT.replace("import Strategy", "import Strategy\nimport beside", 1).replace(
            "view.moves[0]", "beside.pick(view.moves)"
        )
    )
    logs = []
    for jobs in ("1", "2"):
        words = ["bots/bot.py", "random", "highest", "--blocks", "20", "--seed", "1", "--jobs", jobs, "--deals", "2"]
        ran = pageone("tournament", *words, "--log", f"{jobs}.log", cwd=tmp_path)
        assert ran.status == 0, ran.err
        logs.append((tmp_path / f"{jobs}.log").read_bytes())
        assert not faults_of(tmp_path / f"{jobs}.log")
    assert logs[0] == logs[1]


def test_what_lies_beside_is_imported_at_the_top_only(tmp_path: Path) -> None:
    """From within a method it is not found, and that is the same in workers (docs/strategies.md says so)."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "late_helper.py").write_text("def pick(moves):\n    return moves[-1]\n")
    (tmp_path / "bots" / "bot.py").write_text(
        BOT.replace("return view.moves[0]", "from late_helper import pick; return pick(view.moves)")
    )
    logs = []
    for jobs in ("1", "2"):
        words = ["bots/bot.py", "random", "--blocks", "5", "--seed", "1", "--jobs", jobs, "--deals", "2"]
        ran = pageone("tournament", *words, "--log", f"{jobs}.log", cwd=tmp_path)
        assert ran.status == 0
        assert "No module named 'late_helper'" in ran.err
        logs.append((tmp_path / f"{jobs}.log").read_bytes())
    assert logs[0] == logs[1]
    assert {tuple(one) for one in faults_of(tmp_path / "1.log")} == {("bots/bot.py", "error")}


def test_two_files_of_one_name_stay_apart_with_what_lies_beside_them(tmp_path: Path) -> None:
    for folder, where in (("a", 0), ("b", -1)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helper.py").write_text(f"WHICH = {where}\n")
        (tmp_path / folder / "bot.py").write_text(
            BOT.replace("import Strategy", "import Strategy\nimport helper", 1).replace("[0]", "[helper.WHICH]")
        )
    (tmp_path / "first.py").write_text(BOT)
    (tmp_path / "last.py").write_text(BOT.replace("[0]", "[-1]"))
    means = []
    for one, other in (("a/bot.py", "b/bot.py"), ("./first.py", "./last.py")):
        for jobs in ("1", "2"):
            words = [f"one={one}", f"other={other}", "random", "--blocks", "20", "--seed", "1", "--deals", "2"]
            ran = pageone("tournament", *words, "--jobs", jobs, "--format", "json", "-q", cwd=tmp_path)
            assert ran.status == 0, ran.err
            means.append([player["points"] for player in json.loads(ran.out)["players"]])
    assert means[0] == means[1] == means[2] == means[3]
    assert means[0][0] != means[0][1]


def test_a_strategy_class_made_by_a_function_can_be_sent(tmp_path: Path) -> None:
    body = "\n".join("    " + line for line in BOT.split("class Bot")[1].splitlines()[1:])
    (tmp_path / "bot.py").write_text(
        f"from pageone_cli import Strategy\n"
        f"def make():\n    class Bot(Strategy):\n{body}\n    return Bot\nBot = make()\n"
    )
    assert pageone("match", "./bot.py", "random", "--seed", "1", cwd=tmp_path).status == 0
    for jobs in ("1", "2"):
        ran = pageone("tournament", "./bot.py", "random", "--seed", "1", "--jobs", jobs, cwd=tmp_path)
        assert "Traceback" not in ran.err
        assert ran.status == 0


@pytest.mark.parametrize(
    "code",
    [
        "if multiprocessing.parent_process() is not None: raise RuntimeError('not here')",
        "if multiprocessing.parent_process() is not None: os.kill(os.getpid(), 9)",
        "if multiprocessing.parent_process() is not None: sys.exit(3)",
    ],
)
def test_a_strategy_that_cannot_be_loaded_in_a_worker_is_no_traceback_of_the_program(code: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"import multiprocessing, os, sys\n{code}\n{BOT}")
    ran = pageone("tournament", "./bot.py", "random", "--seed", "1", "--jobs", "2", "--blocks", "3", cwd=tmp_path)
    assert "pageone_cli/runner.py" not in ran.err
    assert "concurrent/futures" not in ran.err
    assert ran.status in (0, 1, 2)
    assert ran.err.strip()


# Strategies that end, hang or leave something behind

ODD_RUN = ["highest", "random", "lowest", "--table-size", "3", "--deals", "3", "--blocks", "5", "--seed", "4"]


def odd_run(tmp_path: Path, what: str, jobs: str, *more: str, **environ: str) -> tuple[Ran, Path]:
    """Play a tournament of a strategy that does `what` now and then."""
    odd(tmp_path / "odd.py", what)
    log = tmp_path / f"{jobs}.log"
    words = ["tournament", "./odd.py", *ODD_RUN, "--jobs", jobs, "--log", log.name, "--force", *more]
    ran = pageone(*words, cwd=tmp_path, **environ)
    assert 'Traceback (most recent call last):\n  File "/usr' not in ran.err
    return ran, log


@pytest.mark.parametrize("what", ["os._exit(7)", "sys.exit(0)", "sys.exit('no')", "raise SystemExit", "exit()"])
def test_an_exit_is_a_fault_in_workers_too(what: str, tmp_path: Path) -> None:
    logs = []
    for jobs in ("1", "2"):
        ran, log = odd_run(tmp_path, what, jobs)
        assert ran.status == 0, ran.err
        logs.append((ran.out, log.read_bytes()))
    assert logs[0] == logs[1]
    faults = faults_of(log)
    assert faults
    assert {tuple(one) for one in faults} == {("./odd.py", "exit")}
    verified(log)


DYING = "os.kill(os.getpid(), signal.SIGKILL) if os.environ.get('DIE') else sys.exit('dead')"


def test_only_the_strategy_that_kills_its_worker_is_at_fault(tmp_path: Path) -> None:
    expected, log = odd_run(tmp_path, DYING, "1")
    wanted = (expected.out, log.read_bytes())
    faults = faults_of(log)
    assert 1 <= len(faults) <= 8
    ran, log = odd_run(tmp_path, DYING, "2", DIE="yes")
    assert ran.status == 0, ran.err
    assert (ran.out, log.read_bytes()) == wanted
    assert {tuple(one) for one in faults_of(log)} == {("./odd.py", "exit")}
    assert "./odd.py: exit in choose" in ran.err
    verified(log)


def test_an_abort_by_a_dead_worker_is_an_abort(tmp_path: Path) -> None:
    ran, _ = odd_run(tmp_path, DYING, "2", "--on-fault", "abort", DIE="yes")
    assert ran.status == 1
    assert "./odd.py: exit in choose" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_abort_says_how_to_play_the_deal_again(jobs: str, tmp_path: Path) -> None:
    ran, _log = odd_run(tmp_path, "1 / 0", jobs, "--on-fault", "abort")
    assert ran.status == 1
    assert not ran.out
    assert "ZeroDivisionError" in ran.err
    assert "again: pageone replay" in ran.err


def test_an_abort_is_the_same_for_any_jobs_and_loses_nothing_played_before(tmp_path: Path) -> None:
    """No fault loses what was played before (strategies.md)."""
    logs = []
    for jobs in ("1", "2"):
        ran, log = odd_run(tmp_path, "1 / 0", jobs, "--on-fault", "abort")
        logs.append(log.read_bytes())
    assert logs[0] == logs[1]
    match = int(ran.err.split("(match ")[1].split(",")[0])
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["match"] for line in lines if line["type"] == "match"] == list(range(1, match))


SIZES = {"few": ["--blocks", "300"], "many small": ["--table-size", "2", "--deals", "1", "--blocks", "2500"]}


@pytest.mark.parametrize("size", SIZES)
def test_a_worker_killed_from_outside_changes_nothing(size: str, tmp_path: Path) -> None:
    """And costs little: undisturbed these runs take some seconds."""
    words = ["tournament", "random", "highest", "lowest", *SIZES[size], "--seed", "4"]
    expected = pageone(*words, "--jobs", "1", "--log", "1.log", cwd=tmp_path)
    assert expected.status == 0
    process = started(*words, "--jobs", "2", "--log", "2.log", cwd=tmp_path)
    end = time.monotonic() + PATIENCE
    least = (tmp_path / "1.log").stat().st_size // 5
    while not (tmp_path / "2.log").exists() or (tmp_path / "2.log").stat().st_size < least:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.01)
    found = workers(process.pid)
    if not found:
        process.communicate(timeout=PATIENCE)
        pytest.skip("the run was over before a worker could be killed")
    os.kill(found[0], signal.SIGKILL)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        pytest.fail("hangs after a worker was killed")
    assert process.returncode == 0, err.decode()
    assert out == expected.out
    assert b"Traceback" not in err
    assert (tmp_path / "2.log").read_bytes() == (tmp_path / "1.log").read_bytes()


@pytest.mark.parametrize("loop", ["while True: pass", "time.sleep(10**6)", "threading.Event().wait()"])
def test_time_limits_hold_in_workers(loop: str, tmp_path: Path) -> None:
    results = []
    for jobs in ("1", "2"):
        ran, log = odd_run(tmp_path, loop, jobs, "--time-limit", "0.25")
        assert ran.status == 0, ran.err
        results.append((ran.out, log.read_bytes()))
    assert {tuple(one) for one in faults_of(log)} == {("./odd.py", "timeout")}
    assert results[0] == results[1]


THREAD = "threading.Thread(target=time.sleep, args=(10**6,)).start()"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "thread", [THREAD, "threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()"], ids=["asleep", "busy"]
)
def test_a_thread_left_behind_does_not_keep_the_program_from_ending(jobs: str, thread: str, tmp_path: Path) -> None:
    without, log = odd_run(tmp_path, "pass", "1")
    points = list(log.read_bytes().split(b"\n")[1:])
    began = time.monotonic()
    ran, log = odd_run(tmp_path, f"if not threading.active_count() > 2: {thread}", jobs)
    assert time.monotonic() - began < 60
    assert ran.status == 0, ran.err
    assert ran.out == without.out
    assert log.read_bytes().split(b"\n")[1:] == points


def test_a_thread_left_behind_while_loading_does_not_keep_the_program_from_ending(tmp_path: Path) -> None:
    text = f"import threading, time\n{THREAD}\n{BOT}"
    (tmp_path / "bot.py").write_text(text)
    for jobs in ("1", "2"):
        ran = pageone("tournament", "./bot.py", "random", "--seed", "1", "--jobs", jobs, cwd=tmp_path)
        assert ran.status == 0, ran.err
    assert pageone("match", "./bot.py", "random", "--seed", "1", cwd=tmp_path).status == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_strategies_print_stays_off_standard_output(jobs: str, tmp_path: Path) -> None:
    without, _ = odd_run(tmp_path, "pass", "1")
    ran, _ = odd_run(tmp_path, "print('loud', flush=True)", jobs)
    assert ran.out == without.out
    ran, _ = odd_run(tmp_path, "print('loud', flush=True)", jobs, "--show-output")
    assert ran.out == without.out
    assert "Bot (seat " in ran.err
    assert "loud" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_thread_left_behind_does_not_print_on_standard_output(jobs: str, tmp_path: Path) -> None:
    loud = "def loud():\n    while True:\n        print('loud', flush=True); time.sleep(0.001)\n"
    start = "threading.Thread(target=loud, daemon=True).start()"
    (tmp_path / "bot.py").write_text(f"import threading, time\n{loud}{start}\n{BOT}")
    words = ["tournament", "./bot.py", "random", "--blocks", "200", "--seed", "1", "--deals", "2", "--jobs", jobs]
    assert b"loud" not in pageone(*words, cwd=tmp_path).out


def test_nothing_is_left_on_stderr_by_workers(tmp_path: Path) -> None:
    words = ["tournament", "random", "highest", "--blocks", "60", "--seed", "4", "--jobs", "3", "-q"]
    assert pageone(*words, cwd=tmp_path).err == ""

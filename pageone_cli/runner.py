"""Plays the blocks of a contest on one core or many; what comes back is in the order of the schedule, always.

Any `concurrent.futures.Executor` will do. Chunks of whole blocks go out as text and come back as sums; as many are
under way as keep the workers busy, so memory stays bounded. When a worker dies, the chunks that were being played are
repeated block by block (`careful`).
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any

from pageone_cli.contest import Blocks, Done, Parcel, Task
from pageone_cli.guard import kept_apart, leave

CHUNK = 0.7  # seconds that a chunk should take, at least half a second
MOST_BLOCKS = 10_000  # in a chunk
PAYS = 3.0  # seconds from which more than one process pays
TRIAL = 0.3  # seconds played in this process before that is decided
LOOK = 0.1  # seconds between two looks at the keyboard

_OPENED: dict[str, Blocks] = {}  # a worker's own


@dataclass
class Sent:
    """Blocks that are played together, and the results that are awaited, with the seconds that they took."""

    tasks: list[Task]
    future: Future[tuple[list[Done], float]]


def play_chunk(parcel: bytes, tasks: Sequence[Task], show_output: bool) -> tuple[list[Done], float]:
    """Play blocks, in a worker; the results and the seconds that it took."""
    start = time.perf_counter()
    with kept_apart(show_output):
        blocks = opened(parcel)
        done = []
        for task in tasks:
            done.append(blocks.play(task))
            if done[-1].aborted is not None:
                break
    return done, time.perf_counter() - start


def opened(parcel: bytes) -> Blocks:
    """The contest in `parcel`, opened once for each process."""
    key = sha256(parcel).hexdigest()
    if key not in _OPENED:
        if not _OPENED and parent_process() is not None:
            threading.Thread(target=_end_with_parent, daemon=True).start()
        found: Parcel = pickle.loads(parcel)  # noqa: S301 - made by this program
        _OPENED[key] = found.opened()
    return _OPENED[key]


def _end_with_parent() -> None:
    """A worker whose parent has been killed has nothing left to do."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        leave(1)


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Pool(ProcessPoolExecutor):
    """Worker processes that neither hear Ctrl-C nor are waited for."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, mp_context=get_context("spawn"))

    def submit(self, *arguments: Any, **options: Any) -> Future[Any]:
        """As the executor does; processes that this starts do not hear Ctrl-C."""
        with _undisturbed():
            return super().submit(*arguments, **options)

    def kill(self) -> None:
        """End all workers at once, whatever they are doing."""
        processes = list((getattr(self, "_processes", None) or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals that come meanwhile are delivered afterwards; processes started meanwhile never hear Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGALRM, signal.SIGVTALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Runner:
    """Plays `tasks` and gives out the results in their order.

    Args:
        parcel: the terms and players.
        jobs: worker processes; 1 plays in this process, None uses all cores when it pays.
        show_output: whether what strategies print is told on stderr.
        executor: makes another kind of executor than a pool of processes.
    """

    def __init__(
        self,
        parcel: Parcel,
        jobs: int | None = None,
        show_output: bool = False,
        executor: Callable[[int], Executor] = Pool,
    ) -> None:
        self._parcel = parcel
        self._jobs = jobs
        self._show = show_output
        self._make = executor
        self._bytes = pickle.dumps(parcel)

    def run(self, tasks: Iterator[Task], most: int) -> Iterator[Done]:
        """Play all `tasks`, `most` of them; ends after a block that was aborted."""
        start = time.perf_counter()
        played = 0
        if self._jobs in (None, 1):
            blocks = self._parcel.opened()
            for task in tasks:
                yield blocks.play(task)
                played += 1
                spent = time.perf_counter() - start
                if self._jobs is None and spent > TRIAL and self._pays(spent / played, most - played):
                    break
            else:
                return
        yield from self._parallel(tasks, max(2, self._jobs or cores()))

    def _pays(self, each: float, left: int) -> bool:
        return cores() > 1 and each * left > PAYS

    def _parallel(self, tasks: Iterator[Task], jobs: int) -> Iterator[Done]:
        self._executor = self._make(jobs)
        queue: deque[Sent] = deque()
        size, ended = 1, False
        try:
            while True:
                while len(queue) < 3 * jobs and not ended:
                    chunk = list(islice(tasks, size))
                    ended = not chunk
                    if chunk:
                        queue.append(self._sent(chunk))
                if not queue:
                    return
                try:
                    done, seconds = _result(queue[0].future)
                except BrokenExecutor:
                    self._mend(queue, jobs)
                    done, seconds = self._carefully(queue[0].tasks), CHUNK
                queue.popleft()
                size = max(1, min(MOST_BLOCKS, round(CHUNK * len(done) / max(seconds, 1e-6))))
                yield from done
                if done and done[-1].aborted is not None:
                    return
        finally:
            with _undisturbed():
                _end(self._executor)

    def _sent(self, chunk: list[Task]) -> Sent:
        """A chunk on its way; where the workers are dead its future says so."""
        try:
            return Sent(chunk, self._executor.submit(play_chunk, self._bytes, chunk, self._show))
        except BrokenExecutor as error:
            future: Future[tuple[list[Done], float]] = Future()
            future.set_exception(error)
            return Sent(chunk, future)

    def _mend(self, queue: deque[Sent], jobs: int) -> None:
        """A worker has died: make new ones, and send again what was only waiting.

        The chunks that were being played, the first ones, keep their broken futures: each is repeated carefully when
        its turn comes.
        """
        with _undisturbed():
            _end(self._executor)
        self._executor = self._make(jobs)
        unfinished = [number for number, sent in enumerate(queue) if not _finished(sent.future)]
        for number in unfinished[jobs + 1 :]:
            queue[number] = self._sent(queue[number].tasks)

    def _carefully(self, chunk: list[Task]) -> list[Done]:
        from pageone_cli.careful import careful

        return list(careful(self._bytes, chunk, self._show))


def _result(future: Future[tuple[list[Done], float]]) -> tuple[list[Done], float]:
    """The result, with looks at the keyboard between."""
    while True:
        try:
            return future.result(timeout=LOOK)
        except Late:
            if future.done():
                raise


def _finished(future: Future[tuple[list[Done], float]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _end(executor: Executor) -> None:
    if isinstance(executor, Pool):
        executor.kill()
    else:
        executor.shutdown(wait=False, cancel_futures=True)

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
from types import TracebackType
from typing import Any, Self

from pageone_cli.block_playing import Blocks, Done, Parcel, Task
from pageone_cli.errors import UserError
from pageone_cli.faults import explained
from pageone_cli.guard import kept_apart, leave, silence

CHUNK = 0.7  # seconds that a chunk should take, at least half a second
MOST_BLOCKS = 10_000  # in a chunk
PAYS = 3.0  # seconds from which more than one process pays
TRIAL = 0.3  # seconds played in this process before that is decided
PATIENCE = 2.0  # seconds for the executor's own thread to end
LOOK = 0.1  # seconds between two looks at the keyboard

_OPENED: dict[str, Blocks] = {}  # a worker's own


@dataclass
class Sent:
    """Blocks that are played together, the results that are awaited, with the seconds that they took, and by whom."""

    tasks: list[Task]
    future: Future[tuple[list[Done], float]]
    executor: Executor


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
        found: Parcel = pickle.loads(parcel)  # noqa: S301 - made by this program
        try:
            _OPENED[key] = found.opened()
        except (KeyboardInterrupt, UserError):
            raise
        except BaseException as error:
            raise Unloadable(f"a strategy cannot be loaded again in a worker:\n{explained(error)}") from None
    return _OPENED[key]


class Unloadable(UserError):
    """A strategy loads here, and not in a worker."""


def begin_worker() -> None:
    """What a worker does first: it ends with its parent, and what is printed in it between chunks goes nowhere."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    silence()


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
        super().__init__(jobs, mp_context=get_context("spawn"), initializer=begin_worker)

    def submit(self, *arguments: Any, **options: Any) -> Future[Any]:
        """As the executor does; processes that this starts do not hear Ctrl-C."""
        with undisturbed(signal.SIGINT):
            return super().submit(*arguments, **options)

    def kill(self) -> None:
        """End all workers at once, whatever they are doing."""
        processes = list((getattr(self, "_processes", None) or {}).values())
        manager = getattr(self, "_executor_manager_thread", None)
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        if manager is not None:
            manager.join(PATIENCE)  # it puts the queues away, which ends quickly now


@contextmanager
def undisturbed(*signals: int) -> Iterator[None]:
    """These signals (standard: all by which a run is ended) are delivered afterwards; children never get them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ending = signals or (signal.SIGINT, signal.SIGALRM, signal.SIGVTALRM)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Runner:
    """Plays tasks and gives out the results in their order; used with ``with``.

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
        self._alone = jobs == 1
        self._decided = jobs is not None
        self._jobs = jobs or max(2, cores())
        self._show = show_output
        self._make = executor
        self._bytes = pickle.dumps(parcel)
        self._executor: Executor | None = None
        self._blocks: Blocks | None = None
        self._seconds = 0.0  # spent in this process
        self._played = 0
        self._chunk = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._executor is not None:
            with undisturbed():
                _end(self._executor)

    def run(self, tasks: Iterator[Task], most: int, likely: int | None = None) -> Iterator[Done]:
        """Play at most `most` of `tasks`, `likely` so many (standard: as many); ends after a block that was aborted."""
        tasks = islice(tasks, most)
        if self._alone or not self._decided:
            if self._blocks is None:
                self._blocks = self._parcel.opened()
            left = most if likely is None else likely
            for task in tasks:
                start = time.perf_counter()
                done = self._blocks.play(task)
                self._seconds += time.perf_counter() - start
                self._played += 1
                left -= 1
                yield done
                if not self._decided and self._seconds > TRIAL and self._pays(left):
                    self._decided = True
                    break
            else:
                return
        yield from self._parallel(tasks)

    def _pays(self, left: int) -> bool:
        """Whether so many more blocks take long enough for more processes."""
        return cores() > 1 and self._seconds / self._played * left > PAYS

    def _parallel(self, tasks: Iterator[Task]) -> Iterator[Done]:
        queue: deque[Sent] = deque()
        ended = False
        try:
            while True:
                while len(queue) < 3 * self._jobs and not ended:
                    chunk = list(islice(tasks, self._chunk))
                    ended = not chunk
                    if chunk:
                        queue.append(self._sent(chunk))
                if not queue:
                    return
                try:
                    done, seconds = _result(queue[0].future)
                except BrokenExecutor:
                    self._mend(queue)
                    done, seconds = self._carefully(queue[0].tasks), CHUNK
                queue.popleft()
                self._chunk = max(1, min(MOST_BLOCKS, round(CHUNK * len(done) / max(seconds, 1e-6))))
                yield from done
                if done and done[-1].aborted is not None:
                    return
        finally:
            for sent in queue:
                sent.future.cancel()

    def _sent(self, chunk: list[Task]) -> Sent:
        """A chunk on its way; where the workers are dead its future says so."""
        if self._executor is None:
            self._executor = self._make(self._jobs)
        try:
            future = self._executor.submit(play_chunk, self._bytes, chunk, self._show)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        return Sent(chunk, future, self._executor)

    def _mend(self, queue: deque[Sent]) -> None:
        """A worker has died: make new ones, and send again what was only waiting.

        The chunks that were being played, the first ones, keep their broken futures: each is repeated carefully when
        its turn comes.
        """
        if queue[0].executor is not self._executor:  # it was those before
            return
        if self._executor is not None:
            with undisturbed():
                _end(self._executor)
        self._executor = None
        unfinished = [number for number, sent in enumerate(queue) if not _finished(sent.future)]
        for number in unfinished[self._jobs + 1 :]:
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

"""Repeats blocks after a worker has died, one by one, and finds out which strategy it was that killed it.

Each block is played in a process of its own that writes down, before every call of a strategy, whose call it is. When
the process dies twice at the same call, that call becomes a fault (``exit``), and the block is played again.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

from pageone_cli.block_playing import Done, Task
from pageone_cli.errors import UserError
from pageone_cli.guard import kept_apart

Call = tuple[int, int, int, int]  # match, deal, seat, which call of this seat in this deal

CHANCES = 2  # so often a worker may die at one call before the strategy is at fault
ATTEMPTS = 5  # deaths of workers with no strategy to blame before the run is given up


class WorkersDie(UserError):
    """Workers die outside of the calls of strategies: while these are loaded, or for want of memory."""

    exit_status = 1

    def __init__(self) -> None:
        super().__init__(
            "worker processes die before a strategy is asked anything: while it is loaded, or for want of memory"
        )


class Diary:
    """Writes down each call of a strategy before it is made; calls in `doomed` fail instead."""

    def __init__(self, path: str, doomed: Sequence[Call]) -> None:
        self._file = os.open(path, os.O_WRONLY)
        self._doomed = frozenset(doomed)
        self._calls: Counter[tuple[int, int, int]] = Counter()

    def watched(self, where: tuple[int, int, int], call: Callable[..., Any]) -> Callable[..., Any]:
        """`call`, which is put down before it is made."""

        def made(*arguments: Any) -> Any:
            self._calls[where] += 1
            entry = (*where, self._calls[where])
            if entry in self._doomed:
                raise SystemExit("the strategy ended its process, twice")
            os.pwrite(self._file, json.dumps(entry).encode().ljust(100), 0)
            return call(*arguments)

        return made

    def close(self) -> None:
        """Nobody is acting any more."""
        os.pwrite(self._file, b"null".ljust(100), 0)
        os.close(self._file)


def play_watched(parcel: bytes, task: Task, show_output: bool, diary: str, doomed: Sequence[Call]) -> Done:
    """Play one block, in a worker, and keep a diary."""
    from pageone_cli.runner import opened

    with kept_apart(show_output):
        kept = Diary(diary, doomed)
        done = opened(parcel).play(task, kept.watched)
        kept.close()
    return done


def careful(parcel: bytes, tasks: Sequence[Task], show_output: bool) -> Iterator[Done]:
    """Play blocks one by one, in one process as long as it lives. Raises `WorkersDie` where that cannot be done."""
    from pageone_cli.runner import Pool

    with tempfile.TemporaryDirectory() as folder:
        one = _One(Pool, parcel, show_output, Path(folder) / "diary")
        try:
            for task in tasks:
                done = one.play(task)
                yield done
                if done.aborted is not None:
                    return
        finally:
            one.end()


class _One:
    """A single worker that keeps a diary, and is replaced when it dies."""

    def __init__(self, pool: Callable[[int], Any], parcel: bytes, show_output: bool, diary: Path) -> None:
        self._make = pool
        self._parcel = parcel
        self._show = show_output
        self._diary = diary
        self._pool: Any = None

    def play(self, task: Task) -> Done:
        """Play one block, however often the worker dies."""
        from pageone_cli.runner import _result

        deaths: Counter[Call | None] = Counter()
        while True:
            self._diary.write_bytes(b"null".ljust(100))
            doomed = [call for call, count in deaths.items() if call is not None and count >= CHANCES]
            self._pool = self._pool or self._make(1)
            try:
                future = self._pool.submit(play_watched, self._parcel, task, self._show, str(self._diary), doomed)
                done: Any = _result(future)
            except BrokenExecutor:
                self.end()
                call = json.loads(self._diary.read_bytes())
                last: Call | None = None if call is None else tuple(call)
                deaths[last] += 1
                if deaths[None] >= ATTEMPTS:
                    raise WorkersDie from None
            else:
                return done  # type: ignore[no-any-return]

    def end(self) -> None:
        """The worker is not needed any more."""
        from pageone_cli.runner import undisturbed

        if self._pool is not None:
            with undisturbed():
                self._pool.kill()
        self._pool = None

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

from pageone_cli.contest import Done, Task
from pageone_cli.guard import kept_apart

Call = tuple[int, int, int, int]  # match, deal, seat, which call of this seat in this deal

CHANCES = 2  # so often a worker may die at one call before the strategy is at fault
ATTEMPTS = 5  # deaths of workers with no strategy to blame before the run is given up


class WorkersDie(Exception):
    """Workers die, and no strategy is to blame."""


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
    """Play blocks one by one. Raises `WorkersDie` where that cannot be done."""
    with tempfile.TemporaryDirectory() as folder:
        diary = Path(folder) / "diary"
        for task in tasks:
            done = _one(parcel, task, show_output, diary)
            yield done
            if done.aborted is not None:
                return


def _one(parcel: bytes, task: Task, show_output: bool, diary: Path) -> Done:
    from pageone_cli.runner import Pool, _result, _undisturbed

    deaths: Counter[Call | None] = Counter()
    while True:
        diary.write_bytes(b"null".ljust(100))
        doomed = [call for call, count in deaths.items() if call is not None and count >= CHANCES]
        pool = Pool(1)
        try:
            future: Any = pool.submit(play_watched, parcel, task, show_output, str(diary), doomed)
            done: Any = _result(future)
        except BrokenExecutor:
            call = json.loads(diary.read_bytes())
            last: Call | None = None if call is None else tuple(call)
            deaths[last] += 1
            if deaths[None] >= ATTEMPTS:
                raise WorkersDie("worker processes die, and it is no strategy's doing; out of memory?") from None
        else:
            return done  # type: ignore[no-any-return]
        finally:
            with _undisturbed():
                pool.kill()

"""Progress on stderr: only on a terminal, and only when a run takes longer than a second."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import Any, Self

import click

PATIENCE = 1.0  # seconds before a bar appears
PAUSE = 0.1  # seconds between two updates of it
EVERY = 64  # deals between two looks at the clock


class Progress:
    """Counts `what` up to `most`."""

    def __init__(self, most: int, quiet: bool, what: str = "deals") -> None:
        self._most = most
        self._what = what
        self._status = ""
        self._last = 0.0
        self._shown = 0
        self._on = not quiet and sys.stderr.isatty()
        self._start = monotonic()
        self._done = 0
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def step(self, status: str = "") -> None:
        """One more is done; `status` is shown beside what is counted."""
        self._done += 1
        self._status = status
        if self._on and (self._done % EVERY == 0 or self._what != "deals"):
            self._show()

    def _show(self) -> None:
        if self._bar is None:
            if monotonic() - self._start < PATIENCE:
                return
            self._bar = click.progressbar(length=self._most, label=self._what, show_pos=True, file=sys.stderr)
            self._bar.__enter__()
        elif monotonic() - self._last < PAUSE and self._done < self._most:
            return
        self._last = monotonic()
        self._bar.label = self._what + self._status
        self._bar.update(self._done - self._shown)
        self._shown = self._done

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, at)

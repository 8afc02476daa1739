"""Keeps strategies from holding up the program: time limits, what they print, and Ctrl-C.

The limits work on code in Python, by signals: on POSIX and in the main thread. Elsewhere a time limit is refused, and
nothing here helps against native code that never returns.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TypeVar

from pageone_cli.strategy import Strategy

T = TypeVar("T")

AGAIN = 0.05  # seconds until somebody who swallowed an interruption is interrupted again
PATIENCE = 15  # interruptions swallowed before the process ends without asking
INTERRUPTED = 130

leave = os._exit  # the real one
_POSIX = hasattr(signal, "setitimer")


class TimeLimit(BaseException):
    """A strategy did not answer in time; no `Exception`, so that ``except Exception`` does not swallow it."""


def can_limit() -> bool:
    """Whether time limits work here."""
    return _POSIX and threading.current_thread() is threading.main_thread()


class Limiter:
    """Makes calls end with `TimeLimit` after `seconds` (wall time a call)."""

    def __init__(self, seconds: float) -> None:
        """Raises ValueError where time limits do not work."""
        if not can_limit():
            raise ValueError("time limits need POSIX signals and the main thread")
        self.seconds = seconds
        self._armed = False
        signal.signal(signal.SIGALRM, self._late)

    def _late(self, _number: int, _frame: FrameType | None) -> None:
        if self._armed:
            raise TimeLimit(f"no answer within {self.seconds:g} s")

    def __call__(self, function: Callable[..., T]) -> Callable[..., T]:
        """`function` under the limit."""

        def limited(*arguments: Any) -> T:
            self._armed = True
            signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)
            try:
                try:
                    return function(*arguments)
                finally:
                    self._armed = False
            finally:  # also where the limit struck in the finally above
                signal.setitimer(signal.ITIMER_REAL, 0)

        return limited


class _Heard(io.TextIOBase):
    """Stands in for standard output while strategies run: drops what they print, or tells it on stderr."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._shown and text.strip():
            from pageone_cli.render.text import safe

            name = _speaker()
            for line in text.splitlines():
                sys.stderr.write(f"{name}: {safe(line)}\n")
        return len(text)


def _speaker() -> str:
    """The class of the strategy that is running, from the stack."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        own = frame.f_locals.get("self")
        if isinstance(own, Strategy):
            return f"{type(own).__name__} (seat {own.seat})" if hasattr(own, "seat") else type(own).__name__
        frame = frame.f_back
    return "a strategy"


_LOCK = threading.Lock()
_within = 0  # how many threads are within `kept_apart`, and what was there before the first of them
_before: tuple[Any, Any] = (None, None)


@contextmanager
def kept_apart(show_output: bool = False) -> Iterator[None]:
    """While strategies run: what they print stays off stdout, and none ends the program or keeps Ctrl-C from it."""
    global _within, _before
    with _LOCK:
        _within += 1
        if _within == 1:
            _before = sys.stdout, os._exit
            sys.stdout, os._exit = _Heard(show_output), _failing(os.getpid())  # type: ignore[assignment]
    try:
        with _interruptible():
            yield
    finally:
        with _LOCK:
            _within -= 1
            if not _within:
                stdout, os._exit = _before
                sys.stdout = stdout if _alone() or isinstance(stdout, _Main) else _Main(stdout)


def _alone() -> bool:
    """Whether no strategy has left a thread behind that might print, as far as can be told here."""
    return threading.current_thread() is not threading.main_thread() or threading.active_count() == 1


def _failing(process: int) -> Callable[[int], NoReturn]:
    """What takes the place of `os._exit` in this process: SystemExit, which is a fault of the strategy."""

    def fail(status: int) -> NoReturn:
        if os.getpid() != process:  # a child that a strategy has forked
            leave(status)
        raise SystemExit(status)

    return fail


def silence() -> None:
    """What is printed in this process from now on goes nowhere."""
    sys.stdout = _Heard(False)


class _Main(io.TextIOBase):
    """Standard output for the main thread alone: threads that strategies left behind print nothing."""

    def __init__(self, stdout: Any) -> None:
        self._stdout = stdout

    def write(self, text: str) -> int:
        if threading.current_thread() is threading.main_thread():
            self._stdout.write(text)
        return len(text)

    def flush(self) -> None:
        self._stdout.flush()

    def isatty(self) -> bool:
        return bool(self._stdout.isatty())

    def fileno(self) -> int:
        return int(self._stdout.fileno())


@contextmanager
def _interruptible() -> Iterator[None]:
    """On Ctrl-C raise KeyboardInterrupt, again and again until it has got through, and at last end the process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    swallowed = 0

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal swallowed
        swallowed += 1
        if swallowed > PATIENCE:
            sys.stderr.write("Error: interrupted; a strategy would not stop\n")
            sys.stderr.flush()
            leave(INTERRUPTED)
        if _POSIX:
            signal.signal(signal.SIGVTALRM, interrupt)
            signal.signal(signal.SIGALRM, interrupt)
            signal.setitimer(signal.ITIMER_VIRTUAL, AGAIN, AGAIN)
            signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
        if swallowed:  # the run was over before the next interruption got through
            raise KeyboardInterrupt
    finally:
        signal.signal(signal.SIGINT, before)
        if _POSIX:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)

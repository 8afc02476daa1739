"""What it is when a strategy fails, and how its author is told."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path
from typing import NamedTuple

from pageone_cli.errors import UserError
from pageone_cli.games import IllegalMove
from pageone_cli.guard import TimeLimit

PACKAGE = Path(__file__).resolve().parent
IMPORTLIB = Path(importlib.__file__).parent


class Fault(NamedTuple):
    """One fault: in which match and deal (from 1), at which seat (from 0), of which player.

    ``kind`` is that of the log's event: ``error``, ``illegal``, ``timeout`` or ``exit``. ``where`` is the method that
    failed. ``detail`` says what happened, for the author: the own lines of the traceback.
    """

    match: int
    deal: int
    seat: int
    player: str
    kind: str
    where: str
    detail: str

    def __str__(self) -> str:
        place = f"match {self.match}, deal {self.deal}, seat {self.seat}"
        return f"{self.player}: {self.kind} in {self.where} ({place})\n{self.detail}"


class Aborted(UserError):
    """A fault ends the run, as ``--on-fault abort`` asks."""

    exit_status = 1

    def __init__(self, fault: Fault, again: str = "") -> None:
        super().__init__(f"{fault}{again}")
        self.fault = fault


def kind_of(error: BaseException) -> str:
    """The kind of fault that `error` is. A `KeyboardInterrupt` is none: it is raised again."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    if isinstance(error, IllegalMove):
        return "illegal"
    if isinstance(error, TimeLimit):
        return "timeout"
    return "exit" if isinstance(error, SystemExit) else "error"


def explained(error: BaseException, path: str | None = None) -> str:
    """What `error` tells the author of the strategy in the file `path`: without lines of this program."""
    if isinstance(error, IllegalMove):
        return f"  {error}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _ours(frame.filename, path)]
    lines = traceback.format_list(frames[-12:])
    lines += traceback.format_exception_only(type(error), error)
    return "".join(lines).rstrip()


def _ours(filename: str, path: str | None) -> bool:
    if path is not None and filename == path:
        return False
    file = Path(filename)
    if filename.startswith("<frozen importlib.") or IMPORTLIB in file.parents:
        return True
    return PACKAGE in file.parents and PACKAGE / "strategies" not in file.parents

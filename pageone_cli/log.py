"""Writing the log: JSON Lines, whole lines only, the same bytes for the same run."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pageone_cli import __version__
from pageone_cli.events import encode
from pageone_cli.games import family
from pageone_cli.loading import Player
from pageone_cli.playing import Run
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.rules import Rules, plain
from pageone_cli.table import DealResult

VERSION = 1
_BLOCK = 1 << 16


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def dumps(value: Any) -> str:
    """JSON as the log writes it: no spaces, letters as they are."""
    return _ENCODER.encode(value)


class Headed(Protocol):
    """What the header of a log tells."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def players(self) -> Sequence[Player]: ...  # noqa: D102
    @property
    def seed(self) -> str: ...  # noqa: D102
    @property
    def options(self) -> Mapping[str, Any]: ...  # noqa: D102


def header(command: str, run: Headed) -> str:
    """The header line of a run of `command`."""
    return dumps(
        {
            "type": "pageone-log",
            "version": VERSION,
            "software": f"pageone {__version__}",
            "command": command,
            "rules": plain(run.rules),
            "seed": run.seed,
            "players": [
                {"name": one.name, "strategy": one.spec, "params": dict(one.params), "source": one.source}
                for one in run.players
            ],
            "options": {**run.options, **_beside(run.players)},
        }
    )


def _beside(players: Sequence[Player]) -> dict[str, Any]:
    """What strategy files import from their own folders influences the result, too: a hash for each that does."""
    found = [player.beside or None for player in players]
    return {"beside": found} if any(found) else {}


def deal_line(result: DealResult, record: DealRecord, names: Sequence[str]) -> str:
    """The line of one deal; `names` has the notation of each card id."""
    deck = '","'.join([names[card] for card in result.pack])
    return (
        f'{{"type":"deal","match":{record.match},"deal":{record.deal},"table":{_plain(record.table)}'
        f',"active":{_plain(result.active)},"dealer":{record.dealer},"deck":["{deck}"]'
        f',"events":{encode(result.deal.events())},"outcome":"{record.outcome}"'
        f',"points":{dumps(record.points)},"totals":{dumps(record.totals)}}}'
    )


def match_line(record: MatchRecord, extra: Mapping[str, Any] | None = None) -> str:
    """The line of one match; `extra` are the keys of a log without deals."""
    return dumps({"type": "match", **record._asdict(), **(extra or {})})


def _plain(numbers: Sequence[int]) -> str:
    return "[" + ",".join(map(str, numbers)) + "]"


class LogInUse(OSError):
    """Another run is writing the log."""

    def __init__(self) -> None:
        super().__init__("another run is writing this log")
        self.strerror = "another run is writing this log"


class Lines(Protocol):
    """Takes the lines of a log: a file, or a worker's list."""

    def write(self, line: str) -> object:
        """Take a line, without its newline."""

    def flush(self) -> object:
        """Hand on what is held back."""


class LogFile:
    """A log being written. Lines reach the file whole, and at the latest when `flush` is called."""

    def __init__(self, path: Path, force: bool = False, keep: int | None = None) -> None:
        """Create the file, or go on writing an existing one after its first `keep` bytes.

        Raises FileExistsError unless `force` or `keep`, `LogInUse`, and OSError where it cannot be written.
        """
        how = os.O_EXCL if not force and keep is None else 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | how | getattr(os, "O_BINARY", 0), 0o666)
        try:
            _lock(self._file)
            if stat.S_ISREG(os.fstat(self._file).st_mode):
                os.ftruncate(self._file, keep or 0)
                os.lseek(self._file, keep or 0, os.SEEK_SET)
        except OSError:
            os.close(self._file)
            raise
        self.path = path
        self._lines: list[str] = []
        self._size = 0

    def write(self, line: str) -> None:
        """Add a line (without its newline). Raises OSError where the disk is full."""
        self._lines.append(line)
        self._size += len(line)
        if self._size >= _BLOCK:
            self.flush()

    def flush(self) -> None:
        """Hand all lines to the operating system."""
        if not self._lines:
            return
        # A name that is not text (a lone surrogate) is written as JSON's escape.
        data = memoryview(("\n".join(self._lines) + "\n").encode(errors="backslashreplace"))
        self._lines.clear()
        self._size = 0
        while data:
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        """Write what is left and close the file."""
        try:
            self.flush()
        finally:
            os.close(self._file)


def _lock(file: int) -> None:
    """Claim an open file for this process, where the system can. Raises `LogInUse`."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LogInUse from None
    except OSError:  # not a kind of file that can be locked
        return


class MatchLog:
    """Writes deals and matches into a `LogFile`, with deal lines or without (``--log-deals none``)."""

    def __init__(self, file: Lines, names: Sequence[str], deals: bool = True) -> None:
        self._file = file
        self._names = names
        self._deals = deals
        self._points: list[Sequence[Any]] = []
        self._outcomes: list[str] = []
        self._first_dealer = 0

    @classmethod
    def of(cls, run: Run, file: LogFile, deals: bool = True, begun: bool = False) -> MatchLog:
        """The log of a `match`; its header is written unless it is `begun`."""
        if not begun:
            file.write(header("match", run))
            file.flush()
        return cls(file, [str(card) for card in family(run.rules).cards], deals)

    def add_deal(self, result: DealResult, record: DealRecord) -> None:
        """A deal has ended."""
        if self._deals:
            self._file.write(deal_line(result, record, self._names))
            return
        if record.deal == 1:
            self._first_dealer = record.dealer
        self._points.append(record.points)
        self._outcomes.append(record.outcome)

    def add_match(self, record: MatchRecord) -> None:
        """The match of the deals before has ended; it is safe on disk when this returns."""
        extra = {"first_dealer": self._first_dealer, "deal_points": self._points, "outcomes": self._outcomes}
        self._file.write(match_line(record, None if self._deals else extra))
        self._file.flush()
        self._points = []
        self._outcomes = []

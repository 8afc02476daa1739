"""Reading logs back: line by line, in constant memory, with errors for people.

This reader takes a log's word for what happened; `verify` is the one that does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, NoReturn

from pageone_cli.errors import UserError
from pageone_cli.log import VERSION
from pageone_cli.match import Points
from pageone_cli.results import DealRecord, MatchRecord, Sink, records_of
from pageone_cli.rules import Rules

MOST_BYTES_A_LINE = 1 << 28
MOST = 10**12  # more than any number of a log


class LogError(UserError):
    """The log cannot be read; the text has its name and the line."""


@dataclass(frozen=True)
class Header:
    """The first line of a log: ``players`` as there, ``rules`` validated."""

    command: str
    rules: Rules
    seed: str
    players: list[dict[str, Any]]
    options: dict[str, Any]
    software: str

    @property
    def entries(self) -> list[tuple[str, str]]:
        """The players' names and strategies."""
        return [(player["name"], player["strategy"]) for player in self.players]

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player["name"] for player in self.players]


class LogReader:
    """The lines of one open log; `name` is what errors call it.

    ``unfinished`` tells after reading whether the last line has no newline: an interrupted write.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self.name = name
        self.number = 0
        self.position = 0  # bytes up to the end of the line read last
        self.unfinished = False
        self.header = self._header()

    def lines(self) -> Iterator[dict[str, Any]]:
        """All lines after the header as objects. Raises `LogError`; an unterminated last line ends the log."""
        while True:
            line = self._line()
            if line is None:
                return
            value = self._parse(line)
            if value.get("type") == "pageone-log":
                self.fail("a second header: two logs in one file?")
            yield value

    def _line(self) -> bytes | None:
        try:
            line = self._file.readline(MOST_BYTES_A_LINE)
        except OSError as error:
            raise LogError(f"{self.name}: {error.strerror or error}") from None
        if not line:
            return None
        self.number += 1
        self.position += len(line)
        if not line.endswith(b"\n"):
            if len(line) >= MOST_BYTES_A_LINE:
                self.fail(f"a line of more than {MOST_BYTES_A_LINE >> 20} MB is not of a log")
            self.unfinished = True
            return None
        return line

    def _parse(self, line: bytes) -> dict[str, Any]:
        try:
            value = json.loads(line.decode("utf-8-sig" if self.number == 1 else "utf-8"), parse_constant=_no_constant)
        except UnicodeDecodeError:
            self.fail("not UTF-8 text; not a log of pageone")
        except (ValueError, RecursionError):
            self.fail("not JSON" + (f"; not a log of pageone{self._other(line)}" if self.number == 1 else ""))
        if not isinstance(value, dict):
            self.fail("not a JSON object")
        return value

    def _other(self, line: bytes) -> str:
        """A hint where the first line looks like one of a rule configuration."""
        yaml = self.name.endswith((".yaml", ".yml")) or re.match(rb"\s*(#|[a-z_]+:(\s|$))", line)
        name = "-" if self.name == "<stdin>" else self.name
        return f"; is it a rule configuration? `pageone check {name}` checks it" if yaml else ""

    def _header(self) -> Header:
        from pageone_cli.config import ConfigError, from_plain

        line = self._line()
        if line is None:
            self.fail("the first line is not complete: an interrupted write" if self.unfinished else "empty, not a log")
        value = self._parse(line)
        if value.get("type") != "pageone-log":
            self.fail("not a log of pageone (its first line has no type pageone-log)")
        version = value.get("version")
        if type(version) is int and version > VERSION:
            self.fail(f"a log of version {version}; this program knows version {VERSION} and before")
        if version != VERSION or type(version) is not int:
            self.fail(f"version must be {VERSION}, not {json.dumps(version)}")
        players = value.get("players")
        if not isinstance(players, list) or not all(_is_player(one) for one in players) or len(players) < 2:
            self.fail("players must be a list of at least two objects with a name and a strategy")
        if not isinstance(value.get("seed"), str) or not isinstance(value.get("options"), dict):
            self.fail("the header needs a seed (text) and options (an object)")
        try:
            rules = from_plain(value.get("rules"), self.name)
        except ConfigError as error:
            self.fail(f"the header's rules are not sound: {error}")
        command, software = str(value.get("command")), str(value.get("software"))
        return Header(command, rules, value["seed"], players, value["options"], software)

    def fail(self, what: str) -> NoReturn:
        """Raise a `LogError` at the line read last."""
        raise LogError(f"{self.name}:{self.number}: {what}")


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _is_player(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("strategy"), str)


@contextmanager
def opened(path: str) -> Iterator[LogReader]:
    """The log at `path` (``-``: standard input). Raises `LogError` where it cannot be opened or is no log."""
    import sys

    if path == "-":
        yield LogReader(sys.stdin.buffer, "<stdin>")
        return
    try:
        file = open(path, "rb")  # noqa: SIM115, PTH123 - closed below, whatever the reader raises
    except OSError as error:
        from pageone_cli.config import bundled_names

        name = path in bundled_names()
        hint = f"; for the rule configuration of this name there is `pageone check {path}`" if name else ""
        raise LogError(f"{path}: {error.strerror or error}{hint}") from None
    with file:
        yield LogReader(file, path)


def feed(reader: LogReader, *sinks: Sink) -> None:
    """Give every deal and match of a log to `sinks`, in order. Raises `LogError`."""
    told = 0  # deals of the match being read
    players = range(len(reader.header.players))
    for line in reader.lines():
        kind = line.get("type")
        try:
            if kind == "deal":
                told += 1
                deal = deal_record(line)
                _check_table(deal.table, players)
                _give_deal(deal, sinks)
            elif kind == "match":
                match = match_record(line)
                _check_table(match.table, players)
                if "deal_points" in line:
                    for record in deals_of(reader.header, line, match):
                        _give_deal(record, sinks)
                elif told != match.deals:
                    reader.fail(f"match {match.match} has {match.deals} deals, and {told} are told")
                told = 0
                for sink in sinks:
                    sink.add_match(match)
            elif kind != "round":
                reader.fail(f"a line of unknown type {json.dumps(kind)}")
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            reader.fail(f"this {kind} line is not as the log's format says; verify tells more")


def deals_of(header: Header, line: dict[str, Any], match: MatchRecord) -> Iterator[DealRecord]:
    """The deals that a match line has with it (``--log-deals none``), otherwise none.

    Raises IndexError, KeyError, TypeError or ValueError where they are not as they should be.
    """
    if "deal_points" in line:
        first, points, outcomes = line["first_dealer"], line["deal_points"], line["outcomes"]
        _check_deals(match, first, points, outcomes)
        yield from records_of(header.rules.match, match.match, match.table, first, points, outcomes, match.void)


def _check_table(table: tuple[int, ...], players: range) -> None:
    if not all(index in players for index in table):
        raise ValueError(table)


def _check_deals(match: MatchRecord, first_dealer: Any, points: Any, outcomes: Any) -> None:
    """Raises IndexError, TypeError or ValueError where the deals of a match line are not as they should be."""
    match.table[_count(first_dealer)]
    if len(points) != match.deals or not all(isinstance(outcome, str) for outcome in outcomes):
        raise ValueError(match.deals)
    for deal in points:
        for earned in _per_seat(deal, match.table):
            if earned is not None:
                _points(earned)


def _give_deal(record: DealRecord, sinks: tuple[Sink, ...]) -> None:
    for sink in sinks:
        sink.add_deal(record)


def deal_record(line: dict[str, Any]) -> DealRecord:
    """A deal line as a record. Raises KeyError, TypeError or ValueError where it is not one."""
    table = _seats(line["table"])
    points = [None if each is None else _points(each) for each in _per_seat(line["points"], table)]
    totals = [_points(each) for each in _per_seat(line["totals"], table)]
    dealer = _count(line["dealer"])
    table[dealer]
    if not isinstance(line["outcome"], str):
        raise TypeError(line["outcome"])
    void = _winner(line.get("events")) is None
    return DealRecord(_count(line["match"]), _count(line["deal"]), table, dealer, line["outcome"], points, totals, void)


def _winner(events: Any) -> int | None:
    """The winner in the ``end`` event of a deal line, as far as there is one."""
    last = events[-1] if isinstance(events, list) and events else None
    is_end = isinstance(last, list) and len(last) == 3 and last[0] == "end" and type(last[2]) is int
    return last[2] if is_end and last is not None else None


def match_record(line: dict[str, Any]) -> MatchRecord:
    """A match line as a record. Raises KeyError, TypeError or ValueError where it is not one."""
    record = MatchRecord(**{name: line[name] for name in MatchRecord._fields})._replace(table=_seats(line["table"]))
    for name in ("ranks", "won", "missed", "caught", "faults"):
        for number in _per_seat(line[name], record.table):
            _count(number)
    for total in _per_seat(line["totals"], record.table):
        _points(total)
    for out in _per_seat(line["out_after"], record.table):
        if out is not None:
            _count(out)
    for name in ("match", "block", "rotation", "round", "deals", "void"):
        _count(line[name])
    return record


def _seats(value: Any) -> tuple[int, ...]:
    table = tuple([_count(index) for index in value])
    if len(set(table)) != len(table):
        raise ValueError(value)
    return table


def _per_seat(value: Any, table: tuple[int, ...]) -> list[Any]:
    if not isinstance(value, list) or len(value) != len(table):
        raise ValueError(value)
    return value


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(value)
    return value


def _points(value: Any) -> Points:
    if type(value) not in (int, float) or not 0 <= value <= MOST:
        raise ValueError(value)
    points: Points = value
    return points

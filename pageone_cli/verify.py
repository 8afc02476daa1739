"""Checks a log against the rules and its own numbers, trusting nothing in it.

Line by line and in constant memory. Each deal is driven through the rules again (`retrace`); each match is counted
again from its deals. What does not hold becomes a finding that names the line, match, deal, event and rule; checking
goes on with the next deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pageone_cli.errors import UserError
from pageone_cli.findings import Finding
from pageone_cli.games import Deal, Family, family
from pageone_cli.logged import Departure, Logged
from pageone_cli.match import MatchState, Points, exact
from pageone_cli.reading import Header, LogReader
from pageone_cli.retrace import Retrace, follows
from pageone_cli.rotations import Astray, Rotations
from pageone_cli.verify_contest import ContestLog

MATCH_KEYS = ("table", "deals", "ranks", "totals", "won", "void", "out_after", "missed", "caught", "faults")


class Wrong(Exception):
    """Something that does not hold: ``where`` beside the line, ``what``, and ``wanted``, what should be there."""

    def __init__(self, where: str, what: str, wanted: str = "") -> None:
        super().__init__(what)
        self.where = where
        self.what = what
        self.wanted = wanted


class Counts(NamedTuple):
    """How much of a log was checked."""

    lines: int
    matches: int
    deals: int


class _Match:
    """A match being counted again from its deals."""

    def __init__(self, header: Header, number: int, table: tuple[int, ...], first_dealer: int) -> None:
        self.number = number
        self.table = table
        self.state = MatchState(header.rules.match, len(table), first_dealer)
        self.missed, self.caught, self.faults = ([0] * len(table) for _ in range(3))

    def line(self) -> dict[str, Any]:
        """What the match line must say."""
        state = self.state
        return {
            "table": list(self.table),
            "deals": state.deals,
            "ranks": state.ranks(),
            "totals": state.totals,
            "won": state.won,
            "void": state.void,
            "out_after": state.out_after,
            "missed": self.missed,
            "caught": self.caught,
            "faults": self.faults,
        }


class Verifier:
    """Checks one log; iterate over `findings`, then look at `counts`."""

    def __init__(self, reader: LogReader) -> None:
        self.reader = reader
        self.header = reader.header
        self.family: Family = family(reader.header.rules)
        self.finished = 0
        self.deals = 0
        self._match: _Match | None = None
        self._told = 0  # deal lines since the last match line
        self._doubtful = False  # a deal of this match did not hold, so its sums mean nothing
        self._rotations = _rotations(reader.header)
        self._contest: ContestLog | None = None

    @property
    def counts(self) -> Counts:
        """How much was checked so far."""
        return Counts(self.reader.number, self.finished, self.deals)

    def findings(self) -> Iterator[Finding]:
        """What does not hold, in the order of the log. Raises `LogError` where the log cannot be read further."""
        yield from self._players()
        yield from self._begin_contest()
        for line in self.reader.lines():
            try:
                self._line(line)
                self._follow(line)
            except Wrong as wrong:
                self._contest = None  # what does not hold decides nothing
                yield self._finding("error", wrong)
            except Departure as departure:
                self._contest = None
                yield self._finding("error", self._of(line, departure))
        if self.reader.unfinished:
            yield self._warning("log-interrupted", "the last line is not complete: an interrupted write")
        elif self._match is not None:
            what = f"match {self._match.number} has no match line: an interrupted run"
            yield self._warning("log-interrupted", what)
        elif (self._contest is not None and not self._contest.is_over) or self.finished < self._least():
            yield self._warning("log-interrupted", f"the run is not complete: {self.finished} matches are there")

    def _least(self) -> int:
        """How many matches a complete run of `match` has."""
        if self.header.command != "match":
            return 0
        return len(self.header.players) if self.header.options.get("rotate") is True else 1

    def _finding(self, severity: str, wrong: Wrong) -> Finding:
        number = self.reader.number
        return Finding(self.reader.name, number, 1, "log", severity, wrong.where, wrong.what, wrong.wanted)

    def _warning(self, code: str, what: str) -> Finding:
        return Finding(self.reader.name, self.reader.number, 1, code, "warning", "", what)

    def _players(self) -> Iterator[Finding]:
        players, count = self.header.rules.players, len(self.header.players)
        if self.header.command == "match" and not players.min <= count <= players.max:
            wanted = f"{players.min} to {players.max} may play"
            yield self._finding("error", Wrong("header", f"{count} players", wanted))

    def _begin_contest(self) -> Iterator[Finding]:
        """Follow the contest that the header tells, if it is one."""
        if self.header.command == "match":
            return
        try:
            self._contest = ContestLog(self.header, self.reader.name)
        except UserError as error:
            yield self._finding("error", Wrong("header", str(error).removeprefix(f"{self.reader.name}: ")))

    def _follow(self, line: dict[str, Any]) -> None:
        if self._contest is None:
            return
        where = _where(line) if line.get("type") == "deal" else f"{line['type']} {_shown(line.get(line['type']))}"
        try:
            self._contest.line(line)
        except Astray as astray:
            raise Wrong(f"{where}: contest", astray.what, astray.wanted) from None
        except UserError as error:
            raise Wrong(f"{where}: contest", str(error)) from None
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise Wrong(f"{where}: format", "this line is not as the log's format says") from None

    def _line(self, line: dict[str, Any]) -> None:
        kind = line.get("type")
        if kind == "deal":
            self._deal(line)
        elif kind == "match":
            self._ended(line)
        elif kind != "round":
            raise Wrong("line", f"type {_shown(kind)} is unknown", "deal, match or round")

    # Deals

    def _deal(self, line: dict[str, Any]) -> None:
        self.deals += 1
        self._told += 1
        where = _where(line)
        logged = Logged.of(self.family, line)
        match = self._begun(line, logged, where)
        state = match.state
        if line.get("deal") != state.deals + 1:
            self._doubtful = True
            raise Wrong(where, f"deal {_shown(line.get('deal'))} follows deal {state.deals}", f"deal {state.deals + 1}")
        _same(where, "table", list(logged.table), list(match.table), "log")
        if state.over:
            self._doubtful = True
            raise Wrong(where, "a deal after the end of the match", "a match line (X1, X2)")
        before = list(state.totals)
        failed: set[int] = set()
        try:
            _same(where, "active", list(logged.active), list(state.active), "C0, X2")
            _same(where, "dealer", logged.dealer, state.dealer, "C2")
            deal = logged.begin(self.family, before, state.deals + 1)
            if not follows(self.family, deal, logged.raw_events):
                begun = logged.begin(self.family, before, state.deals + 1)
                retrace = Retrace(self.family, begun, logged.events)
                retrace.run()
                deal, failed = retrace.deal, retrace.failed
            points = self._points(where, logged, deal, failed)
            if self._rotations is not None:
                self._rotations.deal(match.number, state.deals + 1, logged.dealer, logged.pack)
        except Astray as astray:
            self._doubtful = True
            self._go_on(match, logged)
            raise Wrong(f"{where}: blocks", astray.what, astray.wanted) from None
        except (Wrong, Departure):
            self._doubtful = True
            self._go_on(match, logged)
            raise
        for seats, counter in ((deal.missed, match.missed), (deal.caught, match.caught), (failed, match.faults)):
            for seat in seats:
                counter[seat] += 1
        state.add(points, deal.winner)
        _same(where, "totals", logged.totals, list(state.totals), "X1")

    def _begun(self, line: dict[str, Any], logged: Logged, where: str) -> _Match:
        """The match that this deal belongs to, begun by its first deal."""
        number = line.get("match")
        match = self._match
        if match is not None and number == match.number:
            return match
        if match is not None:
            self._match = None
            raise Wrong(
                where, f"match {_shown(number)} begins before match {match.number} has its line", "a match line"
            )
        if number != self.finished + 1:
            raise Wrong(where, f"match {_shown(number)} follows match {self.finished}", f"match {self.finished + 1}")
        self._seats(where, logged.table)
        self._match = match = _Match(self.header, self.finished + 1, logged.table, logged.dealer)
        self._doubtful = False
        return match

    def _seats(self, where: str, table: Sequence[int]) -> None:
        players = len(self.header.players)
        if len(set(table)) != len(table) or not all(type(each) is int and 0 <= each < players for each in table):
            raise Wrong(where, f"table {list(table)} does not seat different players of the header")

    def _points(self, where: str, logged: Logged, deal: Deal, failed: set[int]) -> list[Points | None]:
        """The points that the deal must have; the forfeits of faults are those that the header's policy asks for."""
        _same(where, "outcome", logged.outcome, deal.outcome, self.family.rule_of(("end", deal.outcome)))
        points = deal.points()
        if self.header.options.get("on_fault") == "forfeit" and failed:
            worst = self.family.forfeit(points, deal.active)
            for seat in failed:
                points[seat] = worst
        _same(where, "points", logged.points, points, self.family.rule_of(("points",)))
        return points

    def _go_on(self, match: _Match, logged: Logged) -> None:
        """A deal that does not hold: take its own numbers, so that the next one is judged by itself."""
        if len(logged.points) == len(match.table) and all(
            logged.points[seat] is not None for seat in match.state.active
        ):
            winner = _winner(logged.raw_events)
            winner = winner if winner in match.state.active else None
            match.state.add(logged.points, winner)
            match.state.totals = [exact(each) for each in logged.totals]

    # Matches

    def _ended(self, line: dict[str, Any]) -> None:
        match, self._match = self._match, None
        where = f"match {_shown(line.get('match'))}"
        self.finished += 1
        if line.get("match") != self.finished:
            wanted = f"match {self.finished}"
            if type(line.get("match")) is int and line["match"] > 0:
                self.finished = line["match"]
            raise Wrong(where, "matches are numbered from 1 without gaps", wanted)
        for key, least in (("block", 1), ("rotation", 0), ("round", 1)):
            if type(line.get(key)) is not int or line[key] < least:
                raise Wrong(where, f"{key} {_shown(line.get(key))} is not a whole number from {least}")
        if self._rotations is not None:
            try:
                self._rotations.ended(line)
            except Astray as astray:
                raise Wrong(f"{where}: blocks", astray.what, astray.wanted) from None
        told, self._told = self._told, 0
        if match is None and told:  # none of its deals could be read, which has been said
            return
        if match is None:
            match = self._told_without_deals(where, line)
        if self._doubtful:
            return
        if not match.state.over:
            raise Wrong(
                where, f"ends after deal {match.state.deals}, which does not end the match", "more deals (X1, X2)"
            )
        for key, value in match.line().items():
            _same(where, key, line.get(key), value, "X3" if key == "ranks" else "X1, X2")

    def _told_without_deals(self, where: str, line: dict[str, Any]) -> _Match:
        """A match of a log without deal lines: its sums are checked from the points of its deals."""
        points, outcomes, first = (line.get(key) for key in ("deal_points", "outcomes", "first_dealer"))
        table = line.get("table")
        if not isinstance(points, list) or not isinstance(outcomes, list) or not isinstance(table, list):
            raise Wrong(where, "has no deals before it", "deal lines, or first_dealer, deal_points and outcomes")
        self._seats(where, table)
        if type(first) is not int or not 0 <= first < len(table):
            raise Wrong(where, f"first_dealer {_shown(first)} is not a seat")
        if len(points) != len(outcomes):
            raise Wrong(where, f"{len(points)} deal_points and {len(outcomes)} outcomes", "one of each for a deal")
        match = _Match(self.header, self.finished, tuple(table), first)
        self._doubtful = False
        for number, (row, outcome) in enumerate(zip(points, outcomes, strict=True), start=1):
            self._told_deal(f"{where}, deal {number}", match, row, outcome)
        for key in ("won", "void", "missed", "caught", "faults"):  # nothing else tells them in such a log
            self._plausible(where, key, line.get(key), len(table))
        match.state.won = line["won"]
        match.state.void = line["void"]
        if sum(line["won"]) + line["void"] != len(points):
            raise Wrong(where, f"won {line['won']} and void {line['void']} are not {len(points)} deals together")
        if any(caught > missed for caught, missed in zip(line["caught"], line["missed"], strict=True)):
            raise Wrong(where, "more lapses caught than missed (C6)")
        match.missed, match.caught, match.faults = line["missed"], line["caught"], line["faults"]
        return match

    def _told_deal(self, where: str, match: _Match, row: object, outcome: object) -> None:
        state = match.state
        if not isinstance(row, list) or len(row) != len(match.table):
            raise Wrong(where, f"points {_shown(row)} are not one a seat")
        if state.over:
            raise Wrong(where, "a deal after the end of the match")
        for seat, each in enumerate(row):
            active = seat in state.active
            if (each is None) == active or not (each is None or (type(each) in (int, float) and each >= 0)):
                wanted = "points" if active else "null"
                raise Wrong(where, f"points {_shown(each)} of seat {seat}", f"{wanted} (X2)")
        if outcome not in ("out", "stuck", "cap", "standstill"):
            raise Wrong(where, f"outcome {_shown(outcome)} is unknown")
        state.add(row, None)

    def _plausible(self, where: str, key: str, value: object, seats: int) -> None:
        values = [value] if key == "void" else value
        if not isinstance(values, list) or (key != "void" and len(values) != seats):
            raise Wrong(where, f"{key} {_shown(value)} is not one number a seat")
        if not all(type(each) is int and each >= 0 for each in values):
            raise Wrong(where, f"{key} {_shown(value)} are not whole numbers from 0")

    def _of(self, line: dict[str, Any], departure: Departure) -> Wrong:
        place = f", event {departure.event}" if departure.event else ""
        self._doubtful = True
        return Wrong(f"{_where(line)}{place}: {departure.rule}", departure.what, departure.wanted)


def _rotations(header: Header) -> Rotations | None:
    """What says where each match of the log belongs; None where the options do not tell."""
    options = header.options
    size = options.get("table_size", len(header.players))
    if options.get("kind") not in ("match", "round-robin") or type(options.get("rotate")) is not bool:
        return None
    if header.command == "match" and not options["rotate"]:
        return None  # one match
    return Rotations(size, options["rotate"]) if type(size) is int and size >= 2 else None


def _winner(events: object) -> int | None:
    """Who won by the word of a log that is not trusted."""
    end = events[-1] if isinstance(events, list) and events else None
    fits = isinstance(end, list) and len(end) == 3 and end[0] == "end" and type(end[2]) is int
    return end[2] if isinstance(end, list) and fits else None


def _where(line: dict[str, Any]) -> str:
    return f"match {_shown(line.get('match'))}, deal {_shown(line.get('deal'))}"


def _same(where: str, key: str, value: object, wanted: object, rule: str) -> None:
    """Numbers compare by value and type: 3 is not true, nor "3"."""
    if value != wanted or _types(value) != _types(wanted):
        raise Wrong(f"{where}: {rule}", f"{key} {_shown(value)}", f"it should be {_shown(wanted)}")


def _types(value: object) -> object:
    return [_types(each) for each in value] if isinstance(value, list) else type(value)


def _shown(value: object) -> str:
    import json

    text = json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= 80 else text[:77] + "..."

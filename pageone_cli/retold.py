"""Finds one deal, in a log or by playing it, and tells it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pageone_cli.errors import UserError
from pageone_cli.faults import Fault
from pageone_cli.games import Painter, family
from pageone_cli.log import deal_line
from pageone_cli.logged import Departure, Logged
from pageone_cli.match import Points, exact
from pageone_cli.playing import Run
from pageone_cli.reading import LogError, deal_record, opened
from pageone_cli.render.text import number, padded
from pageone_cli.results import DealRecord
from pageone_cli.retrace import Retrace
from pageone_cli.rules import Rules
from pageone_cli.table import DealResult


class NoSuchDeal(UserError):
    """The deal that is asked for is not there."""


def _unpainted(text: str, _colour: str) -> str:
    return text


@dataclass
class Told:
    """A deal to be told. ``names`` are per seat; ``departure`` is where its log departs from the rules, if it does."""

    rules: Rules
    seed: str
    match: int
    deal: int
    names: list[str]
    logged: Logged
    steps: Sequence[Any]
    departure: Departure | None

    def paragraphs(self, seat: int | None, paint: Painter = _unpainted) -> Iterator[str]:
        """The deal told to `seat`, or to somebody who sees all cards (None); `paint` puts a text in a colour."""
        game = family(self.rules)
        setting = self.logged.setting(game, [0] * len(self.names), self.deal)
        yield self._title(seat)
        yield from game.tell(setting, self.logged.pack, self.steps, self.names, seat, paint)
        if self.departure is None:
            yield self._points()
        else:
            place = f"event {self.departure.event}" if self.departure.event else "the deal"
            yield f"Here the log departs from the rules, at {place}: {self.departure}"

    def _title(self, seat: int | None) -> str:
        who = " · everything face up" if seat is None else f" · as {padded(self.names[seat])} (seat {seat}) sees it"
        dealer = padded(self.names[self.logged.dealer])
        title = f"{padded(self.rules.name)} · seed {padded(self.seed)} · match {self.match}, deal {self.deal}{who}"
        return f"{title}\n{dealer} (seat {self.logged.dealer}) deals.\n"

    def _points(self) -> str:
        parts = []
        for name, points, total in zip(self.names, self.logged.points, self.logged.totals, strict=True):
            parts.append(f"{padded(name)} {'out' if points is None else number(points, 1)} ({number(total, 1)})")
        return f"Points (totals): {', '.join(parts)}"


def from_log(path: str, match: int, deal: int) -> Told:
    """Deal `deal` of match `match` of the log at `path`. Raises `LogError` or `NoSuchDeal`."""
    with opened(path) as reader:
        header = reader.header
        held = 0
        for line in reader.lines():
            held += line.get("type") == "deal"
            if line.get("type") == "match" and "deal_points" in line:
                raise NoSuchDeal(f"{path}: this log has no deals (it was written with --log-deals none)")
            if line.get("type") == "deal" and (line.get("match"), line.get("deal")) == (match, deal):
                try:
                    return told_line(header.rules, header.seed, header.names, line)
                except (KeyError, TypeError, ValueError, IndexError):
                    reader.fail("this deal line is not as the log's format says")
        raise NoSuchDeal(f"{path}: there is no deal {deal} of match {match} among its {held} deals")


def from_run(run: Run, match: int, deal: int, report: Callable[[Fault], None]) -> Told:
    """Play deal `deal` of match `match` of a run; those before it silently. Raises `NoSuchDeal` or `Aborted`."""
    fixtures = run.fixtures()
    if match > len(fixtures):
        raise NoSuchDeal(f"there is no match {match}; matches played: {len(fixtures)} (see --rotate)")
    fixture = fixtures[match - 1]
    found: list[str] = []
    names = [str(card) for card in family(run.rules).cards]

    def on_deal(result: DealResult, record: DealRecord) -> None:
        if record.deal == deal:
            found.append(deal_line(result, record, names))

    ended = run.play_match(fixture, on_deal, report, last=deal)
    if not found:
        raise NoSuchDeal(f"there is no deal {deal}: match {match} ends after deal {ended.deals}")
    return told_line(run.rules, run.seed, [player.name for player in run.players], json.loads(found[0]))


def told_line(rules: Rules, seed: str, players: Sequence[str], line: dict[str, Any]) -> Told:
    """The deal that a line of a log tells. Raises `LogError` where the line is not as the format says."""
    record = deal_record(line)
    game = family(rules)
    try:
        logged = Logged.of(game, line)
        events = logged.events
        begun = logged.begin(game, _before(logged), record.deal)
    except Departure as departure:
        raise LogError(f"match {record.match}, deal {record.deal}: {departure}") from None
    names = [players[index] for index in logged.table]
    retrace = Retrace(game, begun, events)
    broken: Departure | None = None
    try:
        retrace.run()
    except Departure as departure:
        broken = departure
    steps = [event for _, event in retrace.events[: retrace.at]]
    return Told(rules, seed, record.match, record.deal, names, logged, _joined(steps), broken)


def _before(logged: Logged) -> list[Points]:
    """The totals before the deal."""
    return [exact(total - (points or 0)) for points, total in zip(logged.points, logged.totals, strict=True)]


def _joined(steps: Sequence[Any]) -> list[Any]:
    """Draws of single cards in a row as one, for the telling."""
    told: list[Any] = []
    for event in steps:
        last: Any = told[-1] if told else ("",)
        if event[0] == last[0] == "draw" and (event[1], event[3]) == (last[1], last[3]):
            told[-1] = ("draw", event[1], last[2] + event[2], event[3])
        else:
            told.append(event)
    return told

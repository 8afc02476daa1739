"""The score sheet and the table of a match, in every format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pageone_cli.match import Points
from pageone_cli.playing import Run
from pageone_cli.render.text import as_json, comma_separated, grid, number, safe
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.rules import EliminationMatch, Rules, plain
from pageone_cli.standings import Score, Standings, by_rank

SHEET_DEALS = 20  # a score sheet is printed up to this many deals

COLUMNS = ("name", "strategy", "rank", "total", "deals", "mean", "interval", "won", "missed", "caught", "faults")


class Sheet:
    """Collects the rows of a score sheet, at most `most` deals (None: all)."""

    def __init__(self, most: int | None = SHEET_DEALS) -> None:
        self.most = most
        self.rows: list[DealRecord] = []
        self.deals = 0
        self._open: list[DealRecord] = []
        self._unfinished = 0

    def add_deal(self, record: DealRecord) -> None:
        """A deal has ended; it counts when its match does."""
        self._unfinished += 1
        if self.most is None or self.deals + self._unfinished <= self.most:
            self._open.append(record)

    def add_match(self, record: MatchRecord) -> None:
        """The match of the deals before has ended."""
        self.deals += self._unfinished
        self.rows += self._open
        self._open = []
        self._unfinished = 0

    @property
    def pending(self) -> bool:
        """Whether deals were added whose match has not ended."""
        return bool(self._unfinished)

    @property
    def shown(self) -> bool:
        """Whether there are few enough deals for a sheet."""
        return bool(self.rows) and (self.most is None or self.deals <= self.most)


class Report:
    """What `match` prints, and `table` again: from the rules, the seed, the players and the results."""

    def __init__(self, rules: Rules, seed: str, players: Sequence[tuple[str, str]], most: int | None = SHEET_DEALS):
        """`players` are (name, strategy) in the order of the command line; `most` deals make a sheet (None: any)."""
        self.rules = rules
        self.seed = seed
        self.players = players
        self.standings = Standings(len(players))
        self.sheet = Sheet(most)

    @classmethod
    def of(cls, run: Run) -> Report:
        """The report of a run that is about to be played."""
        return cls(run.rules, run.seed, [(player.name, player.spec) for player in run.players])

    def add_deal(self, record: DealRecord) -> None:
        """A deal has ended."""
        self.standings.add_deal(record)
        self.sheet.add_deal(record)

    def add_match(self, record: MatchRecord) -> None:
        """The match of the deals before has ended."""
        self.standings.add_match(record)
        self.sheet.add_match(record)

    @property
    def pending(self) -> bool:
        """Whether deals were added whose match has not ended."""
        return self.sheet.pending

    def text(self, form: str) -> str:
        """The whole report as `form` (``table``, ``markdown``, ``csv`` or ``json``)."""
        by_deal = self.sheet.most is None
        if form == "json":
            return as_json(
                self._object() | ({"sheet": [self._deal(row) for row in self.sheet.rows]} if by_deal else {})
            )
        if form == "csv":
            return self._sheet_csv() if by_deal else comma_separated(*self._csv())
        parts = [self._title(form)]
        if self.sheet.shown:
            parts.append(self._sheet(form))
        parts.append(self._table(form))
        return "\n\n".join(parts)

    def _title(self, form: str) -> str:
        standings = self.standings
        parts = [safe(self.rules.name), f"{len(self.players)} players"]
        if standings.matches != 1:
            parts.append(f"{standings.matches} matches")
        parts.append(f"{standings.deals} deal{'s' * (standings.deals != 1)}, {standings.void} without a winner")
        title = " · ".join(parts)
        return title.replace("|", "\\|") if form == "markdown" else title

    # The table

    def _table(self, form: str) -> str:
        elimination = isinstance(self.rules.match, EliminationMatch) and self.standings.matches == 1
        headers = ["rank", "name", "total", "mean/deal ± 95 %", "won", "missed", "faults"]
        rows = []
        for index in by_rank(self.standings.scores):
            score = self.standings.scores[index]
            row = [number(score.rank or None), self.players[index][0], number(score.total, 1), _mean(score)]
            row += [str(score.won), str(score.missed), str(score.faults)]
            rows.append(row + ([number(score.out_after)] if elimination else []))
        return grid(rows, headers + ["out after"] * elimination, form, left=(1,))

    def _object(self) -> dict[str, Any]:
        return {
            "rules": plain(self.rules),
            "seed": self.seed,
            "matches": self.standings.matches,
            "deals": self.standings.deals,
            "players": [
                dict(zip((*COLUMNS, "out_after"), self._values(index), strict=True))
                for index in range(len(self.players))
            ],
        }

    def _csv(self) -> tuple[list[list[Any]], Sequence[str]]:
        return [self._values(index) for index in range(len(self.players))], (*COLUMNS, "out_after")

    def _values(self, index: int) -> list[Any]:
        score = self.standings.scores[index]
        sums = [score.rank, score.total, score.deals, score.mean, score.interval]
        return [*self.players[index], *sums, score.won, score.missed, score.caught, score.faults, score.out_after]

    # The sheet

    def _sheet(self, form: str) -> str:
        several = self.standings.matches > 1
        names = [name for name, _ in self.players]
        headers = ["match"] * several + ["deal", "dealer", *names, "ended"]
        rows = []
        for row in self.sheet.rows:
            cells = [str(row.match)] * several + [str(row.deal), names[row.table[row.dealer]]]
            for seat in _seats(row):
                cells.append(_earned(row.points[seat], row.totals[seat]))
            rows.append([*cells, row.outcome])
        text = (several + 1, len(headers) - 1)
        return grid(rows, headers, form, left=text)

    def _sheet_csv(self) -> str:
        names = [name for name, _ in self.players]
        headers = ["match", "deal", "dealer", "outcome"]
        headers += [f"{name} {what}" for name in names for what in ("points", "total")]
        rows: list[list[Any]] = []
        for row in self.sheet.rows:
            cells: list[Any] = [row.match, row.deal, names[row.table[row.dealer]], row.outcome]
            for seat in _seats(row):
                cells += [row.points[seat], row.totals[seat]]
            rows.append(cells)
        return comma_separated(rows, headers)

    def _deal(self, row: DealRecord) -> dict[str, Any]:
        seats = _seats(row)
        return {
            "match": row.match,
            "deal": row.deal,
            "dealer": row.table[row.dealer],
            "outcome": row.outcome,
            "points": [row.points[seat] for seat in seats],
            "totals": [row.totals[seat] for seat in seats],
        }


def _seats(row: DealRecord) -> list[int]:
    """The seat of each player of the table, in the order of the command line."""
    return sorted(range(len(row.table)), key=row.table.__getitem__)


def _earned(points: Points | None, total: Points) -> str:
    """``23 (46)``: the points of a deal and the running total; ``– (112)`` for who is out."""
    return f"{number(points, 1)} ({number(total, 1)})"


def _mean(score: Score) -> str:
    interval = score.interval
    return f"{number(score.mean)} ± {number(interval) if interval is not None else '–'}"

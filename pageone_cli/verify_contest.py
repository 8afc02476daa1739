"""Whether the blocks and rounds of a contest's log are those that follow from its header and from each other."""

from __future__ import annotations

from typing import Any

from pageone_cli.block_playing import Task
from pageone_cli.blocks import Block, BlockSink
from pageone_cli.contests import Contest, Named
from pageone_cli.contests.stages import Recorded
from pageone_cli.reading import Header, deal_record, deals_of, match_record
from pageone_cli.resuming import contest_of, matches_in
from pageone_cli.rotations import Astray


class ContestLog:
    """Follows the lines of a contest's log; everything in them that is about one deal or match alone holds already."""

    def __init__(self, header: Header, name: str) -> None:
        """Raises `NotResumable` where the header does not tell a contest."""
        self._header = header
        self._contest: Contest = contest_of(header, [Named(*entry) for entry in header.entries], name)
        self._recorded = Recorded(self._contest)
        self._sink = BlockSink(matches_in(header), self._ended)
        self._task: Task | None = None
        self._turn = 0  # matches of the block so far
        self._table: list[int] = []  # the last one
        self._rounds: list[dict[str, Any]] | None = None  # lines that are due

    def line(self, line: dict[str, Any]) -> None:
        """The next line. Raises `Astray` where it is not what follows."""
        if line.get("type") == "round":
            self._round(line)
            return
        due = self._due()
        if due:
            raise Astray("a round has no line", f"the line of round {due[0]['round']}")
        if line.get("type") == "deal":
            self._sink.add_deal(deal_record(line))
        else:
            self._match(line)

    @property
    def is_over(self) -> bool:
        """Whether the contest has come to its end, its last round line included."""
        return self._task is None and not self._due() and self._recorded.stage() is None

    def _due(self) -> list[dict[str, Any]]:
        """The lines that must stand here before the next block begins."""
        if self._task is None and self._rounds is None:
            self._recorded.stage()
            self._rounds = list(self._recorded.lines)
        return self._rounds or []

    def _round(self, line: dict[str, Any]) -> None:
        due = self._due() if self._task is None else []
        if not due:
            raise Astray("a round line where no round ends", "")
        wanted = due.pop(0)
        for key, value in wanted.items():
            if line.get(key) != value:
                raise Astray(f"{key} {line.get(key)!r} of a round", f"{value!r} follows from its matches")

    def _match(self, line: dict[str, Any]) -> None:
        record = match_record(line)
        if self._task is None:
            self._task, self._turn = self._recorded.task(), 0
            if self._task is None:
                raise Astray(f"match {record.match} after the end of the contest", "")
        task = self._task
        wanted = {"block": task.block, "rotation": self._turn, "round": task.round}
        for key, value in wanted.items():
            if line[key] != value:
                raise Astray(f"{key} {line[key]}", f"{key} {value}")
        lineup = self._lineup(task)
        if sorted(record.table) != sorted(lineup):
            raise Astray(f"table {list(record.table)}", f"the players {sorted(lineup)} sit here")
        if self._rotates(task) and list(record.table) != [self._table[-1], *self._table[:-1]]:
            raise Astray(f"table {list(record.table)} after {self._table}", "everybody sits one seat further")
        self._table = list(record.table)
        self._turn += 1
        for deal in deals_of(self._header, line, record):
            self._sink.add_deal(deal)
        self._sink.add_match(record)

    def _rotates(self, task: Task) -> bool:
        """Whether this turn of a block is a rotation of the one before."""
        starts = [0]
        for lineup in task.lineups:
            starts.append(starts[-1] + (len(lineup) if self._contest.rotate else 1))
        return self._turn not in starts

    def _lineup(self, task: Task) -> tuple[int, ...]:
        """Who plays in this turn of a block."""
        turn = self._turn
        for lineup in task.lineups:
            count = len(lineup) if self._contest.rotate else 1
            if turn < count:
                return lineup
            turn -= count
        raise Astray(f"{self._turn + 1} matches in block {task.block}", "")

    def _ended(self, block: Block) -> None:
        self._recorded.played(block)
        self._task = self._rounds = None

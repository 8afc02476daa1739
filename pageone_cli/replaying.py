"""A deal of a contest that its log does not tell: played again from the log's header."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from pageone_cli.block_playing import Task
from pageone_cli.contests.stages import Recorded, parcel
from pageone_cli.faults import Fault
from pageone_cli.games import family
from pageone_cli.log import deal_line
from pageone_cli.results import DealRecord
from pageone_cli.resuming import Interrupted, contest_of, interrupted, players_of
from pageone_cli.retold import NoSuchDeal, Told, told_line
from pageone_cli.table import DealResult


def from_contest(path: str, match: int, deal: int, report: Callable[[Fault], None]) -> Told:
    """Deal `deal` of match `match` of the contest whose log is at `path`, played again.

    Where a fault ended the run, a substitute plays on. Raises `NoSuchDeal`, `NotResumable` where a strategy has
    changed, or what loading it raises.
    """
    found = interrupted(Path(path))
    contest = contest_of(found.header, players_of(found.header, force=False), path)
    task = _task(found, Recorded(contest), match, contest.rotate)
    if task is None:
        raise NoSuchDeal(f"{path}: there is no match {match} among those that are decided")
    blocks = parcel(contest, logged=False).opened()
    names = [str(card) for card in family(contest.rules).cards]
    lines: list[str] = []

    def on_deal(result: DealResult, record: DealRecord) -> None:
        if record.deal == deal:
            lines.append(deal_line(result, record, names))

    ended = blocks.play_one(task, match, deal, on_deal, report)
    if not lines:
        raise NoSuchDeal(f"{path}: match {match} ends after deal {ended.deals}")
    return told_line(contest.rules, contest.seed, [player.name for player in contest.players], json.loads(lines[0]))


def _task(found: Interrupted, recorded: Recorded, match: int, rotate: bool) -> Task | None:
    """The task that match number `match` belongs to, as far as the log decides who plays it."""
    for block in found.blocks:
        task = recorded.task()
        if task is None or match < task.first_match + task.matches(rotate):
            return task
        recorded.played(block)
    stage = recorded.stage()
    tasks = stage.tasks if stage is not None else ()
    return next((task for task in tasks if match < task.first_match + task.matches(rotate)), None)

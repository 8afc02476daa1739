"""What commands that play many blocks have in common: playing, logging, progress, faults."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pageone_cli.commands.faults import ContestNotes
from pageone_cli.commands.progress import Progress
from pageone_cli.faults import Aborted
from pageone_cli.render.tournament import TournamentReport
from pageone_cli.runner import Runner

if TYPE_CHECKING:
    from pageone_cli.log import LogFile
    from pageone_cli.tournament import Tournament

CALIBRATION = 0.5  # seconds


def play(
    planned: Tournament,
    file: LogFile | None,
    jobs: int | None,
    show_output: bool,
    quiet: bool,
    report: TournamentReport | None = None,
) -> TournamentReport:
    """Play what is left of a tournament: `report` has the blocks that have been played already."""
    report = report or new_report(planned)
    first = report.ranking.blocks + 1
    left = planned.total_blocks - first + 1
    runner = Runner(planned.parcel(file is not None), jobs, show_output)
    with (
        Progress(left, quiet, "blocks") as progress,
        ContestNotes(planned.log_deals == "all" and file is not None) as notes,
    ):
        for done in runner.run(planned.tasks(first), left):
            notes.tell(done)
            if done.aborted is not None:
                raise Aborted(done.aborted)
            report.add(done.block)
            if file is not None:
                for line in done.lines:
                    file.write(line)
                file.flush()
            progress.step()
    return report


def new_report(planned: Tournament) -> TournamentReport:
    """The report of a tournament of which nothing has been played."""
    players = [(player.name, player.spec) for player in planned.players]
    return TournamentReport(planned.rules, planned.seed, players, planned.options)


def seconds_a_block(planned: Tournament) -> float:
    """How long a block takes here, from a short calibration."""
    blocks = planned.parcel(logged=False).opened()
    start, played = time.perf_counter(), 0
    for task in planned.tasks():
        blocks.play(task)
        played += 1
        if time.perf_counter() - start > CALIBRATION:
            break
    return (time.perf_counter() - start) / max(1, played)

"""What commands that play many blocks have in common: playing, logging, progress, faults."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pageone_cli.commands.faults import ContestNotes
from pageone_cli.commands.progress import Progress
from pageone_cli.contests.stages import drive, parcel
from pageone_cli.faults import Aborted
from pageone_cli.log import dumps, header
from pageone_cli.runner import Runner

if TYPE_CHECKING:
    from pageone_cli.blocks import Block
    from pageone_cli.contests import Contest
    from pageone_cli.log import LogFile

CALIBRATION = 0.5  # seconds


def begin(contest: Contest, file: LogFile | None) -> None:
    """Write the header of the log."""
    if file is not None:
        file.write(header(contest.command, contest))
        file.flush()


def play(
    contest: Contest,
    file: LogFile | None,
    jobs: int | None,
    show_output: bool,
    quiet: bool,
    recorded: Sequence[Block] = (),
) -> None:
    """Play a contest, or what is left of it after the blocks `recorded`. Raises `Aborted`."""

    def on_line(line: dict[str, Any]) -> None:
        if file is not None:
            file.write(dumps(line))
            file.flush()

    notes = ContestNotes(file.path if file is not None else None)
    progress = Progress(contest.most_blocks - len(recorded), quiet, "blocks")
    with Runner(parcel(contest, file is not None), jobs, show_output) as runner, progress, notes:
        for done in drive(contest, recorded, runner.run, on_line):
            notes.tell(done)
            if file is not None:
                for line in done.lines:
                    file.write(line)
                file.flush()
            if done.aborted is not None:
                raise Aborted(done.aborted, notes.again(done.aborted))
            progress.step(contest.status())


def seconds_a_block(contest: Contest) -> float:
    """How long a block takes here, from a short calibration."""
    from pageone_cli.contests.stages import Recorded

    blocks = parcel(contest, logged=False).opened()
    stage = Recorded(contest).stage()
    start, played = time.perf_counter(), 0
    if stage is None:
        return 0.0
    for task in stage.tasks:
        blocks.play(task)
        played += 1
        if time.perf_counter() - start > CALIBRATION or played == stage.most:
            break
    return (time.perf_counter() - start) / max(1, played)

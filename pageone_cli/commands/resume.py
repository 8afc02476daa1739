"""``pageone resume``: finishes an interrupted run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import (
    check_time_limit,
    emit,
    format_option,
    interruption,
    jobs_option,
    kept_log,
    note,
    quiet_option,
    show_output_option,
)

if TYPE_CHECKING:
    from pageone_cli.loading import Player
    from pageone_cli.resuming import Interrupted


@click.command(short_help="Finishes an interrupted run.")
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@jobs_option
@click.option("--force", is_flag=True, help="Go on although the program or a strategy has changed.")
@show_output_option
@format_option
@quiet_option
def resume(log: Path, jobs: int | None, force: bool, show_output: bool, form: str, quiet: bool) -> None:
    """Finish the run of an interrupted log: it becomes byte for byte that of an uninterrupted one.

    First it is cut back to the last complete block (a match without rotation is one block). With --force a changed
    program or strategy goes on as it is now; then the log is not what an uninterrupted run would have written.

    \b
    Example:
      pageone resume t.log --jobs 2
    """
    from pageone_cli.guard import kept_apart
    from pageone_cli.resuming import interrupted, players_of

    if str(log) == "-":
        raise click.UsageError("a log on standard input cannot be gone on with; name its file")
    with interruption(log, *["--force"] * force), kept_apart(show_output):
        found = interrupted(log)
        players = players_of(found.header, force)
        if found.header.command == "match":
            text = _match(log, found, players, form, quiet)
        else:
            text = _contest(log, found, players, jobs, show_output, form, quiet)
    emit(text)


def _contest(
    log: Path, found: Interrupted, players: list[Player], jobs: int | None, show_output: bool, form: str, quiet: bool
) -> str:
    from pageone_cli.commands.contest import play
    from pageone_cli.resuming import contest_of

    contest = contest_of(found.header, players, str(log))
    check_time_limit(contest.time_limit)
    note(f"{log}: {len(found.blocks)} blocks are there", quiet)
    with kept_log(log, found.keep) as file:
        play(contest, file, jobs, show_output, quiet, found.blocks)
    return contest.text(form)


def _match(log: Path, found: Interrupted, players: list[Player], form: str, quiet: bool) -> str:
    from pageone_cli.commands.match import play_run
    from pageone_cli.log import MatchLog
    from pageone_cli.playing import Run
    from pageone_cli.render.scores import Report
    from pageone_cli.resuming import NotResumable

    header, options = found.header, found.header.options
    try:
        run = Run(header.rules, players, header.seed, options["rotate"], options["on_fault"], options["time_limit"])
        check_time_limit(run.time_limit)
    except (KeyError, TypeError) as error:
        raise NotResumable(f"{log}: the header's options are not those of a match ({error})") from None
    if found.blocks:
        from pageone_cli.reading import feed, opened

        note(f"{log}: the match is complete", quiet)
        report = Report.of(run)
        with opened(str(log)) as reader:
            feed(reader, report)
        return report.text(form)
    with kept_log(log, found.keep) as file:
        written = MatchLog.of(run, file, options.get("log_deals", "all") == "all", begun=True)
        return play_run(run, written, "RULES", quiet).text(form)

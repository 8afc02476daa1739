"""``pageone match``: one table, a seeded match, its score table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import (
    check_time_limit,
    conduct_options,
    emit,
    format_option,
    interruption,
    load_rules,
    logged,
    note,
    quiet_option,
    rules_option,
    seat_players,
    seed_option,
)

if TYPE_CHECKING:
    from pageone_cli.log import MatchLog
    from pageone_cli.playing import Run
    from pageone_cli.render.scores import Report
    from pageone_cli.results import DealRecord
    from pageone_cli.table import DealResult


@click.command(short_help="One table: a seeded match, its score table.")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@rules_option
@seed_option
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help="Deals, instead of the configuration's.")
@click.option("--rotate/--no-rotate", default=False, show_default=True, help="Once for each rotation of the seats.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a log.")
@click.option(
    "--log-deals", type=click.Choice(("all", "none")), default="all", show_default=True, help="Deals in the log."
)
@click.option("--force", is_flag=True, help="Overwrite an existing log.")
@conduct_options
@format_option
@quiet_option
def match(
    specs: tuple[str, ...],
    rules: str,
    seed: str | None,
    deals: int | None,
    rotate: bool,
    log: Path | None,
    log_deals: str,
    force: bool,
    on_fault: str,
    time_limit: float | None,
    show_output: bool,
    form: str,
    quiet: bool,
) -> None:
    """Play a match of the strategies named and print its table.

    A SPEC is [NAME=]STRATEGY[,key=value]...: a bundled strategy, a file such as ./my_bot.py, or module:Class.
    Without any, four bundled strategies play. Seats and the first dealer are drawn from the seed.

    \b
    Examples:
      pageone match
      pageone match random highest lowest --deals 100 --seed 7
      pageone match Ann=highest Bob=forgetful,miss=0.5 --rules elimination --log evening.log
    """
    from pageone_cli.guard import kept_apart
    from pageone_cli.log import MatchLog
    from pageone_cli.playing import Run
    from pageone_cli.streams import new_seed

    check_time_limit(time_limit)
    configuration = load_rules(rules, deals)
    with interruption(log), kept_apart(show_output):
        players = seat_players(specs, configuration)
        seed_used = new_seed() if seed is None else seed
        run = Run(configuration, players, seed_used, rotate, on_fault, time_limit, log_deals)
        with logged(log, force) as file:
            note(f"seed: {run.seed}", quiet and seed is not None)
            written = MatchLog.of(run, file, log_deals == "all") if file else None
            report = play_run(run, written, rules, quiet)
    emit(report.text(form))


def play_run(run: Run, log: MatchLog | None, reference: str, quiet: bool) -> Report:
    """Play the whole run; the results. `reference` is what ``--rules`` was."""
    from pageone_cli.commands.faults import FaultNotes
    from pageone_cli.commands.progress import Progress
    from pageone_cli.render.scores import Report

    progress, notes = Progress(run.most_deals, quiet), FaultNotes(run, reference)
    report = Report.of(run)

    def on_deal(result: DealResult, record: DealRecord) -> None:
        report.add_deal(record)
        if log is not None:
            log.add_deal(result, record)
        progress.step()

    with progress, notes:
        for record in run.play(on_deal, notes.report):
            report.add_match(record)
            if log is not None:
                log.add_match(record)
    return report

"""``pageone replay``: a deal told move by move."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import (
    check_time_limit,
    conduct_options,
    emit,
    has_colours,
    load_rules,
    note,
    painted,
    rules_option,
    seat_players,
)

if TYPE_CHECKING:
    from pageone_cli.retold import Told


@click.command(short_help="A deal told move by move.")
@click.argument("arguments", nargs=-1, metavar="[LOG | SPEC...]")
@click.option("--match", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Which match.")
@click.option("--deal", type=click.IntRange(min=1), default=1, show_default=True, help="Which deal of the match.")
@click.option("--seat", type=click.IntRange(min=0), metavar="N", help="As this seat (from 0) sees it.")
@click.option("--step", is_flag=True, help="Wait for Enter after each step; q ends.")
@rules_option
@click.option("--seed", metavar="TEXT", help="The seed of the run to be played again; without it a log is told.")
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help="As it was for `match`.")
@click.option("--rotate/--no-rotate", default=False, help="As it was for `match`.")
@conduct_options
@click.pass_context
def replay(
    ctx: click.Context,
    arguments: tuple[str, ...],
    number: int,
    deal: int,
    seat: int | None,
    step: bool,
    rules: str,
    seed: str | None,
    deals: int | None,
    rotate: bool,
    on_fault: str,
    time_limit: float | None,
    show_output: bool,
) -> None:
    """Tell one deal: hands, table, draws, calls and lapses, why a trick goes to whom, the points.

    A deal of a tournament that its log does not have, after an abort or with --log-deals none, is played again.

    With --seed the deal is played again from rules, seed and strategies (the arguments are SPECs, as for `match`).
    Without it the argument is a log, or - for standard input.

    \b
    Examples:
      pageone replay --seed 7 --deal 3
      pageone replay random highest --rules two-joker --seed 7 --seat 0
      pageone replay evening.log --match 1 --deal 2 --step
    """
    from pageone_cli.retold import from_run

    if seed is None:
        told = _from_log(_log_of(ctx, arguments, step), number, deal)
    else:
        from pageone_cli.commands.faults import FaultNotes
        from pageone_cli.guard import kept_apart
        from pageone_cli.playing import Run

        check_time_limit(time_limit)
        configuration = load_rules(rules, deals)
        with kept_apart(show_output):
            players = seat_players(arguments, configuration)
            run = Run(configuration, players, seed, rotate, on_fault, time_limit)
            with FaultNotes(run, rules) as notes:
                told = from_run(run, number, deal, notes.report)
    if seat is not None and seat >= len(told.names):
        raise click.BadParameter(f"there are seats 0 to {len(told.names) - 1}", param_hint="'--seat'")
    _print(told, seat, step)
    if told.departure is not None:
        ctx.exit(1)


def _from_log(log: str, number: int, deal: int) -> Told:
    """A deal as the log tells it; one of a contest that it does not tell is played again."""
    from pageone_cli.guard import kept_apart
    from pageone_cli.reading import opened
    from pageone_cli.retold import NoSuchDeal, from_log

    try:
        return from_log(log, number, deal)
    except NoSuchDeal:
        if log == "-":
            raise
        with opened(log) as reader:
            if reader.header.command == "match":
                raise
    from pageone_cli.replaying import from_contest

    with kept_apart():
        return from_contest(log, number, deal, lambda fault: note(f"fault: {fault}"))


def _log_of(ctx: click.Context, arguments: tuple[str, ...], step: bool) -> str:
    """The log that is meant, where no seed is given. Raises UsageError."""
    if len(arguments) != 1:
        raise click.UsageError("give one log, or --seed and the strategies that played")
    for name in ("rules", "deals", "rotate", "on_fault", "time_limit", "show_output"):
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise click.UsageError(f"--{name.replace('_', '-')} goes with --seed; a log says it itself")
    if step and arguments[0] == "-":
        raise click.UsageError("--step reads the keyboard, so the log cannot come from standard input")
    return arguments[0]


def _print(told: Told, seat: int | None, step: bool) -> None:
    for paragraph in told.paragraphs(seat, painted) if has_colours() else told.paragraphs(seat):
        emit(paragraph)
        if step and not _go_on():
            return


def _go_on() -> bool:
    """Wait for Enter; whether to go on."""
    if sys.stdin.isatty():
        click.echo("-- Enter: next, q: end -- ", nl=False, err=True)
    line = sys.stdin.readline()
    return bool(line) and line.strip().lower() not in ("q", "quit")

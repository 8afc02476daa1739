"""``pageone check``: is a rule configuration sound, and how do its deals go?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import emit, findings_options, note, once, quiet_option

if TYPE_CHECKING:
    from pageone_cli.config import Examined
    from pageone_cli.render.findings import Printer
    from pageone_cli.rules import Rules
    from pageone_cli.simulation import Played


@click.command(short_help="Is a rule configuration sound? And how do its deals go?")
@click.argument("configurations", nargs=-1, required=True, metavar="CONFIG...")
@click.option(
    "--simulate",
    type=click.IntRange(min=1, max=10_000_000),
    metavar="N",
    help="Play N deals for each number of players and kind of strategies, and report how they go.",
)
@click.option("--seed", default="check", show_default=True, metavar="TEXT", help="The seed of --simulate.")
@findings_options
@quiet_option
@click.pass_context
def check(
    ctx: click.Context,
    configurations: tuple[str, ...],
    simulate: int | None,
    seed: str,
    strict: bool,
    form: str,
    quiet: bool,
) -> None:
    """Find everything that is wrong with rule configurations: bundled names, YAML files, or - for standard input.

    A file with entries is that of a tournament, and is checked as such.

    Findings go to standard output, sorted by place: FILE:LINE:COL: error: WHERE: WHAT; HELP. Warnings are for what is
    legal but hardly meant. Exit status 0: sound; 1: an error was found (with --strict also a warning); 2: not a
    configuration at all. An empty file is sound: it changes nothing of the standard.

    \b
    Examples:
      pageone check kitchen.yaml
      pageone check classic five-card --strict
      pageone check classic --simulate 500
    """
    from pageone_cli.errors import UserError
    from pageone_cli.render.findings import Printer
    from pageone_cli.render.simulated import simulated_plain

    once(configurations)
    unread = 0
    simulated: list[tuple[str, list[Played]]] = []
    with Printer(form, emit) as printer:
        for name in configurations:
            try:
                found = _examined(name)
            except UserError as error:  # the others are checked all the same
                unread += 1
                note(f"Error: {error}")
                continue
            printer.lines = found.lines
            for finding in found.findings:
                printer.add(finding)
            if simulate is not None and found.rules is not None:
                simulated.append((name, _simulate(found.rules, simulate, seed, quiet)))
                _report(found.name, simulated[-1][1], printer, form)
        if simulate is not None:
            printer.simulated = [{"rules": name, "rows": simulated_plain(rows)} for name, rows in simulated]
    note(printer.summary(unread), quiet)
    ctx.exit(2 if unread else printer.status(strict))


def _examined(name: str) -> Examined:
    """What there is to say of a configuration, or of a tournament. Raises `ConfigUnreadable`."""
    from pageone_cli.config import examine_text, read_text
    from pageone_cli.tournament_file import examine_tournament, is_tournament

    file, text = read_text(name)
    if not is_tournament(text):
        return examine_text(file, text)
    from pageone_cli.guard import kept_apart

    with kept_apart():  # its strategies are loaded
        return examine_tournament(file, text)


def _simulate(rules: Rules, deals: int, seed: str, quiet: bool) -> list[Played]:
    """Play as many deals as asked for, in all numbers of players."""
    from pageone_cli.commands.progress import Progress
    from pageone_cli.simulation import plan, simulate

    steps = plan(rules, deals)
    with Progress(sum(step.deals for step in steps), quiet) as progress:
        return list(simulate(rules, steps, seed, progress.step))


def _report(file: str, rows: list[Played], printer: Printer, form: str) -> None:
    """Print what came of it, and the warnings that follow."""
    from pageone_cli.render.simulated import simulated_findings, simulated_text
    from pageone_cli.render.text import safe_lines

    if form in ("text", "concise"):
        emit(safe_lines(simulated_text(file, rows)))
    printer.lines = {}
    for finding in simulated_findings(file, rows):
        printer.add(finding)

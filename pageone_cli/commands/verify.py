"""``pageone verify``: is a log what the rules allow, and do its numbers add up?"""

from __future__ import annotations

import click

from pageone_cli.commands.options import emit, note, quiet_option


@click.command(short_help="Is a log what the rules allow, and do its numbers add up?")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "concise", "json", "github")),
    default="text",
    show_default=True,
    help="text and concise for people, json and github for programs.",
)
@quiet_option
@click.pass_context
def verify(ctx: click.Context, logs: tuple[str, ...], strict: bool, form: str, quiet: bool) -> None:
    """Check every line of the logs (files, or - for standard input), trusting nothing in them.

    Findings go to standard output, one a line: FILE:LINE:1: error: WHERE: WHAT; HELP. Exit status 0: the logs hold; 1:
    something was found; 2: not a log at all.

    \b
    Examples:
      pageone verify evening.log
      pageone verify --format json a.log b.log
    """
    from pageone_cli.reading import opened
    from pageone_cli.render.findings import Printer
    from pageone_cli.verify import Verifier

    with Printer(form, emit) as printer:
        for log in logs:
            with opened(log) as reader:
                verifier = Verifier(reader)
                for finding in verifier.findings():
                    printer.add(finding)
                counts = verifier.counts
            note(f"{log}: {counts.matches} matches, {counts.deals} deals checked", quiet)
    note(printer.summary(), quiet)
    if printer.errors or (strict and printer.warnings):
        ctx.exit(1)

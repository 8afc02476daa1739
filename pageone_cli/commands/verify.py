"""``pageone verify``: is a log what the rules allow, and do its numbers add up?"""

from __future__ import annotations

import click

from pageone_cli.commands.options import emit, findings_options, note, once, quiet_option


@click.command(short_help="Is a log what the rules allow, and do its numbers add up?")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@findings_options
@quiet_option
@click.pass_context
def verify(ctx: click.Context, logs: tuple[str, ...], strict: bool, form: str, quiet: bool) -> None:
    """Check every line of the logs (files, or - for standard input), trusting nothing in them.

    Findings go to standard output, one a line: FILE:LINE:1: error: WHERE: WHAT; HELP. Exit status 0: the logs hold; 1:
    an error was found (with --strict also a warning); 2: not a log at all.

    \b
    Examples:
      pageone verify evening.log
      pageone verify --format json a.log b.log
    """
    from pageone_cli.errors import UserError
    from pageone_cli.reading import opened
    from pageone_cli.render.findings import Printer
    from pageone_cli.verify import Verifier

    once(logs)
    unread = 0
    with Printer(form, emit) as printer:
        for log in logs:
            try:
                with opened(log) as reader:
                    verifier = Verifier(reader)
                    for finding in verifier.findings():
                        printer.add(finding)
                    counts = verifier.counts
            except UserError as error:  # the others are checked all the same
                unread += 1
                note(f"Error: {error}")
                continue
            note(f"{log}: {counts.matches} matches, {counts.deals} deals checked", quiet)
    note(printer.summary(unread), quiet)
    ctx.exit(2 if unread else printer.status(strict))

"""``pageone table``: the tables again, from a log."""

from __future__ import annotations

import click

from pageone_cli.commands.options import emit, format_option, note, quiet_option


@click.command(short_help="The tables again, from a log.")
@click.argument("log", metavar="LOG")
@click.option("--by-deal", is_flag=True, help="The score sheet too, however many deals there are.")
@format_option
@quiet_option
def table(log: str, by_deal: bool, form: str, quiet: bool) -> None:
    """Print what `match` printed, from its log (a file, or - for standard input).

    \b
    Examples:
      pageone table evening.log
      pageone table evening.log --by-deal --format csv
    """
    from pageone_cli.reading import feed, opened
    from pageone_cli.render.scores import SHEET_DEALS, Report

    with opened(log) as reader:
        header = reader.header
        players = [(player["name"], player["strategy"]) for player in header.players]
        report = Report(header.rules, header.seed, players, None if by_deal else SHEET_DEALS)
        feed(reader, report)
        if reader.unfinished or report.pending:
            note(f"warning: {log} was interrupted; its last match is not counted", quiet)
    emit(report.text(form))

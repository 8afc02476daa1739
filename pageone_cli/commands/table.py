"""``pageone table``: the tables again, from a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import emit, format_option, note, quiet_option

if TYPE_CHECKING:
    from pageone_cli.reading import LogReader


@click.command(short_help="The tables again, from a log.")
@click.argument("log", metavar="LOG")
@click.option("--by-deal", is_flag=True, help="The score sheet too, however many deals there are.")
@format_option
@quiet_option
def table(log: str, by_deal: bool, form: str, quiet: bool) -> None:
    """Print what `match` or `tournament` printed, from its log (a file, or - for standard input).

    \b
    Examples:
      pageone table evening.log
      pageone table evening.log --by-deal --format csv
    """
    from pageone_cli.reading import opened

    with opened(log) as reader:
        if reader.header.command == "tournament":
            if by_deal:
                raise click.UsageError("--by-deal is for the log of a match")
            text, interrupted = _tournament(reader, form)
        else:
            text, interrupted = _match(reader, form, by_deal)
        if reader.unfinished or interrupted:
            note(f"warning: {log} was interrupted; {interrupted or 'its last match'} is not counted", quiet)
    emit(text)


def _match(reader: LogReader, form: str, by_deal: bool) -> tuple[str, str]:
    """The table of a match, and what was interrupted."""
    from pageone_cli.reading import feed
    from pageone_cli.render.scores import SHEET_DEALS, Report

    header = reader.header
    report = Report(header.rules, header.seed, header.entries, None if by_deal else SHEET_DEALS)
    feed(reader, report)
    return report.text(form), "its last match" * report.pending


def _tournament(reader: LogReader, form: str) -> tuple[str, str]:
    """The tables of a tournament, and what was interrupted."""
    from pageone_cli.blocks import BlockSink
    from pageone_cli.reading import feed
    from pageone_cli.render.tournament import TournamentReport

    header = reader.header
    report = TournamentReport(header.rules, header.seed, header.entries, header.options)
    sink = BlockSink(bool(header.options.get("rotate")), report.add)
    feed(reader, sink)
    return report.text(form), "its last block" * sink.pending

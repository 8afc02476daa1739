"""``pageone table``: the tables again, from a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pageone_cli.commands.options import emit, format_option, note, quiet_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from pageone_cli.blocks import Block
    from pageone_cli.contests import Contest
    from pageone_cli.reading import LogReader

SHORT = "the run is not complete"


@click.command(short_help="The tables again, from a log.")
@click.argument("log", metavar="LOG")
@click.option(
    "--include", multiple=True, metavar="NAME", help="Of a round robin: the blocks among these only; repeatable."
)
@click.option(
    "--exclude", multiple=True, metavar="NAME", help="Of a round robin: without the blocks of these; repeatable."
)
@click.option("--by-deal", is_flag=True, help="Of a match: the score sheet too, however many deals there are.")
@format_option
@quiet_option
def table(log: str, include: tuple[str, ...], exclude: tuple[str, ...], by_deal: bool, form: str, quiet: bool) -> None:
    """Print what `match`, `tournament` or `compare` printed, from its log (a file, or - for standard input).

    \b
    Examples:
      pageone table evening.log
      pageone table evening.log --by-deal --format csv
    """
    from pageone_cli.reading import opened

    with opened(log) as reader:
        if reader.header.command != "match":
            if by_deal:
                raise click.UsageError("--by-deal is for the log of a match")
            text, interrupted = _contest(reader, form, include, exclude)
        else:
            if include or exclude:
                raise click.UsageError("--include and --exclude are for the log of a round robin")
            text, interrupted = _match(reader, form, by_deal)
        if reader.unfinished and interrupted == SHORT:
            interrupted = "what follows is not counted" if reader.header.command != "match" else ""
        if reader.unfinished or interrupted:
            note(f"warning: {log} was interrupted; {interrupted or 'its last match is not counted'}", quiet)
    emit(text)


def _match(reader: LogReader, form: str, by_deal: bool) -> tuple[str, str]:
    """The table of a match, and what is missing."""
    from pageone_cli.reading import feed
    from pageone_cli.render.scores import SHEET_DEALS, Report

    header = reader.header
    report = Report(header.rules, header.seed, header.entries, None if by_deal else SHEET_DEALS)
    feed(reader, report)
    wanted = len(header.players) if header.options.get("rotate") is True else 1
    short = SHORT * (report.standings.matches < wanted)
    return report.text(form), "its last match is not counted" if report.pending else short


def _contest(reader: LogReader, form: str, include: tuple[str, ...], exclude: tuple[str, ...]) -> tuple[str, str]:
    """The tables of a contest of many blocks, and what was interrupted."""
    from pageone_cli.blocks import BlockSink
    from pageone_cli.contests import Named
    from pageone_cli.contests.stages import Recorded
    from pageone_cli.reading import feed
    from pageone_cli.resuming import contest_of, matches_in

    header = reader.header
    contest = contest_of(header, [Named(*entry) for entry in header.entries], reader.name)
    recorded = Recorded(contest)
    sink = BlockSink(matches_in(header), recorded.add)
    if include or exclude:
        sink = BlockSink(matches_in(header), _some(contest, include, exclude))
    feed(reader, sink)
    unfinished = False
    if not include and not exclude:
        unfinished = recorded.stage() is not None  # what the blocks decide
    short = SHORT * unfinished
    return contest.text(form), "its last block is not counted" if sink.pending else short


def _some(contest: Contest, include: tuple[str, ...], exclude: tuple[str, ...]) -> Callable[[Block], None]:
    """Takes the blocks in which nobody sits but those who are wanted. Raises UsageError."""
    from pageone_cli.contests.round_robin import RoundRobin
    from pageone_cli.findings import nearest

    if not isinstance(contest, RoundRobin):
        raise click.UsageError("--include and --exclude are for the log of a round robin")
    names = [player.name for player in contest.players]
    for name in (*include, *exclude):
        if name not in names:
            raise click.UsageError(f"{name} is not in this log; {nearest(name, names) or ', '.join(names)}")
    members = [number for number, name in enumerate(names) if name in (include or names) and name not in exclude]
    if len(members) < contest.size:
        raise click.UsageError(f"{len(members)} players are left, and a table had {contest.size}")
    contest.members = members

    def add(block: Block) -> None:
        if all(player in members for player in block.players):
            contest.add(block)

    return add

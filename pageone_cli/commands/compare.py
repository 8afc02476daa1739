"""``pageone compare``: is A better than B?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pageone_cli.commands.options import (
    check_time_limit,
    contest_options,
    emit,
    format_option,
    interruption,
    load_rules,
    logged,
    note,
    of_family,
    quiet_option,
    rules_option,
    seed_option,
)

if TYPE_CHECKING:
    from pageone_cli.loading import Player


@click.command(short_help="Is A better than B? Blocks with seats exchanged, until a stated test decides.")
@click.argument("a")
@click.argument("b")
@click.option("--field", "others", multiple=True, metavar="SPEC", help="Who sits with them; may be given again.")
@click.option(
    "--difference", type=click.FloatRange(min=0, min_open=True), metavar="D", help="Points a deal that matter."
)
@click.option("--max-blocks", type=click.IntRange(min=50), default=10_000, show_default=True, help="The most blocks.")
@click.option("--table-size", type=click.IntRange(2, 6), metavar="K", help="Players at a table. [default: 4]")
@rules_option
@seed_option
@click.option("--deals", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Deals a match.")
@contest_options
@format_option
@quiet_option
def compare(a: str, b: str, others: tuple[str, ...], form: str, quiet: bool, **options: Any) -> None:
    """Play A against B until a sequential test decides between "no difference" and "better by D points a deal".

    Without --field a block is one A among B's and one B among A's, in all rotations and with the same packs; with it A
    and B sit at one table with the field, and then exchanged. D is a fifth of the standard deviation that the first 50
    blocks show, unless --difference gives it. Either error has a chance of 5 %.

    \b
    Examples:
      pageone compare attack rare-suit
      pageone compare ./my_bot.py attack --difference 0.5 --jobs 2
      pageone compare highest longest-suit --field random --field random --seed 7
    """
    from pageone_cli.commands.contest import begin, play
    from pageone_cli.contests import made
    from pageone_cli.contests.comparison import Comparison
    from pageone_cli.guard import kept_apart
    from pageone_cli.loading import load_players
    from pageone_cli.sequential import expected
    from pageone_cli.streams import new_seed

    log: Path | None = options["log"]
    limit = options["time_limit"] or None
    check_time_limit(limit)
    configuration = load_rules(options["rules"], options["deals"])
    size = options["table_size"] or min(4, configuration.players.max)
    if others and options["table_size"] not in (None, 2 + len(others)):
        raise click.UsageError(f"with {len(others)} in the field a table has {2 + len(others)} players")
    with interruption(log), kept_apart(options["show_output"]):
        players = of_family(load_players([a, b, *others]), configuration)
        if not others:
            players = [copy for player in players for copy in _copies(player, size)]
        own = {"table_size": 2 + len(others) if others else size, "field": len(others), "time_limit": limit}
        own |= {name: options[name] for name in ("difference", "max_blocks", "on_fault")}
        seed = options["seed"] if options["seed"] is not None else new_seed()
        contest = made("compare", configuration, players, seed, own, options["log_deals"])
        with logged(log, options["force"]) as file:
            note(f"seed: {seed}", quiet and options["seed"] is not None)
            more = "more where the difference is about D / 2"
            if options["difference"] is None:
                note(f"expected: about {expected()} blocks, {more}", quiet)
            elif isinstance(contest, Comparison):  # that depends on the spread, which the calibration shows
                contest.on_calibrated = lambda blocks: note(f"expected: about {blocks} blocks, {more}", quiet)
            begin(contest, file)
            play(contest, file, options["jobs"], options["show_output"], quiet)
    emit(contest.text(form))


def _copies(player: Player, number: int) -> list[Player]:
    """`player` and others alike, told apart by a number."""
    return [player, *[replace(player, name=f"{player.name} ({each})") for each in range(2, number + 1)]]

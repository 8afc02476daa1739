"""``pageone tournament``: many tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pageone_cli.commands.options import (
    check_time_limit,
    emit,
    format_option,
    interruption,
    load_rules,
    logged,
    note,
    quiet_option,
    rules_option,
    seed_option,
)

if TYPE_CHECKING:
    from pageone_cli.tournament import Tournament

FILES = (".yaml", ".yml")


@click.command(short_help="Many tables: line-ups, seats rotated, standings.")
@click.argument("specs", nargs=-1, metavar="[SPEC... | FILE.yaml]")
@rules_option
@seed_option
@click.option(
    "--kind", type=click.Choice(("round-robin",)), default="round-robin", show_default=True, help="Who meets."
)
@click.option(
    "--table-size",
    type=click.IntRange(2, 6),
    metavar="K",
    help="Players at a table. [default: 4, or the field if smaller]",
)
@click.option(
    "--blocks", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Blocks of each line-up."
)
@click.option("--matches-total", type=click.IntRange(min=1), metavar="M", help="So many matches, a balanced choice.")
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help="Deals a match, instead of the configuration's.")
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="A block has a match for each rotation.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes. [default: all cores if it pays]"
)
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a log.")
@click.option("--log-deals", type=click.Choice(("all", "none")), default="all", show_default=True, help="Deals in it.")
@click.option("--force", is_flag=True, help="Overwrite an existing log.")
@click.option("--show-output", is_flag=True, help="What strategies print, on stderr with their name.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="A call of a strategy that takes longer is a fault; 0 for no limit.",
)
@click.option(
    "--on-fault",
    type=click.Choice(("substitute", "forfeit", "abort")),
    default="forfeit",
    show_default=True,
    help="When a strategy fails: `random` plays on for it, also with the worst score, or stop.",
)
@click.option("--dry-run", is_flag=True, help="Print the plan and the time that it may take, and play nothing.")
@format_option
@quiet_option
@click.pass_context
def tournament(ctx: click.Context, /, specs: tuple[str, ...], form: str, quiet: bool, **options: Any) -> None:
    """Play a tournament of the strategies named, or the one that a YAML file describes, and print its standings.

    A block is one line-up with one set of packs, played once in each rotation of the seats: everybody gets every hand,
    every seat and every lead. The result does not depend on --jobs.

    \b
    Examples:
      pageone tournament random highest lowest longest-suit rare-suit --blocks 20 --seed 7
      pageone tournament attack rare-suit random --table-size 2 --deals 20 --log t.log
      pageone tournament league.yaml --jobs 2
    """
    from pageone_cli.guard import kept_apart

    entries: list[str] = list(specs)
    if len(specs) == 1 and specs[0].endswith(FILES):
        from pageone_cli.tournament_file import load

        described = load(specs[0])
        entries = described.entries
        options |= {
            name: value
            for name, value in described.options.items()
            if ctx.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE
        }
    options["time_limit"] = options["time_limit"] or None
    check_time_limit(options["time_limit"])
    with interruption(options["log"]), kept_apart(options["show_output"]):
        planned = _planned(entries, options)
        if options["dry_run"]:
            _dry_run(planned)
            return
        with logged(options["log"], options["force"]) as file:
            note(f"seed: {planned.seed}", quiet and options["seed"] is not None)
            from pageone_cli.commands.contest import play

            if file is not None:
                from pageone_cli.log import header

                file.write(header("tournament", planned))
                file.flush()
            report = play(planned, file, options["jobs"], options["show_output"], quiet)
    emit(report.text(form))


def _planned(entries: list[str], options: dict[str, Any]) -> Tournament:
    """The tournament that is asked for. Raises UserError."""
    from pageone_cli.commands.options import of_family
    from pageone_cli.loading import load_players
    from pageone_cli.streams import new_seed
    from pageone_cli.tournament import Tournament

    configuration = load_rules(options["rules"], options["deals"])
    players = of_family(load_players(entries), configuration)
    seed = options["seed"] if options["seed"] is not None else new_seed()
    names = ("kind", "table_size", "blocks", "matches_total", "rotate", "on_fault", "time_limit", "log_deals")
    return Tournament(configuration, players, seed, *[options[name] for name in names])


def _dry_run(planned: Tournament) -> None:
    """Print the plan."""
    from pageone_cli.commands.contest import seconds_a_block

    blocks, matches = planned.total_blocks, planned.total_blocks * planned.matches_a_block
    seconds = seconds_a_block(planned) * blocks
    most = "" if planned.rules.match.mode == "deals" else "at most "
    rows = [
        ("entries", str(len(planned.players))),
        ("table size", str(planned.size)),
        ("line-ups", str(planned.lineups)),
        ("blocks", str(blocks)),
        ("matches", str(matches)),
        ("deals", f"{most}{matches * planned.rules.match.most}"),
        ("time on one core", f"about {seconds:.0f} s" if seconds >= 1 else "less than a second"),
    ]
    emit("\n".join(f"{name:<18}{value}" for name, value in rows))

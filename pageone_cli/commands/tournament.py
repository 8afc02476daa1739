"""``pageone tournament``: many tables."""

from __future__ import annotations

from collections.abc import Collection
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
    quiet_option,
    rules_option,
    seed_option,
)

if TYPE_CHECKING:
    from pageone_cli.contests import Contest
    from pageone_cli.loading import Entry

COMMANDLINE = click.core.ParameterSource.COMMANDLINE
FILES = (".yaml", ".yml")


@click.command(short_help="Many tables: line-ups, seats rotated, standings.")
@click.argument("specs", nargs=-1, metavar="[SPEC... | FILE.yaml]")
@rules_option
@seed_option
@click.option(
    "--kind",
    type=click.Choice(("round-robin", "knockout", "drop-worst")),
    default="round-robin",
    show_default=True,
    help="All line-ups; the best of each table go on; the worst leave after each round.",
)
@click.option(
    "--table-size",
    type=click.IntRange(2, 6),
    metavar="K",
    help="Players at a table. [default: 4, or the field if smaller]",
)
@click.option(
    "--blocks",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Blocks of each line-up or table.",
)
@click.option("--matches-total", type=click.IntRange(min=1), metavar="M", help="So many matches, a balanced choice.")
@click.option("--advance", type=click.IntRange(1, 5), metavar="M", help="knockout: how many go on. [default: half]")
@click.option(
    "--seeding", default="entry", show_default=True, metavar="entry|lot|LOG", help="knockout: who is seeded how."
)
@click.option("--drop", type=click.IntRange(min=1), default=1, show_default=True, help="drop-worst: how many leave.")
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help="Deals a match, instead of the configuration's.")
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="A block has a match for each rotation.")
@contest_options
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
    from pageone_cli.commands.contest import begin, play, seconds_a_block
    from pageone_cli.guard import kept_apart
    from pageone_cli.rating import HINT, available

    entries: list[Entry] = [*specs]
    said = {name for name in options if ctx.get_parameter_source(name) is COMMANDLINE}
    if len(specs) == 1 and specs[0].endswith(FILES):
        from pageone_cli.tournament_file import load

        described = load(specs[0])
        entries = list(described.entries)
        # Of these one takes the place of the other.
        kept = said | ({"blocks", "matches_total"} if said & {"blocks", "matches_total"} else set())
        given = {name: value for name, value in described.options.items() if name not in kept}
        options |= given
    if options["matches_total"] is not None and ctx.get_parameter_source("blocks") is COMMANDLINE:
        raise click.UsageError("--blocks and --matches-total exclude each other")
    options["time_limit"] = options["time_limit"] or None
    check_time_limit(options["time_limit"])
    with interruption(options["log"]), kept_apart(options["show_output"]):
        contest = _contest(entries, options, said)
        if options["dry_run"]:
            seconds = seconds_a_block(contest)
    if options["dry_run"]:
        _dry_run(contest, seconds)
        return
    log = options["log"]
    with interruption(log), kept_apart(options["show_output"]), logged(log, options["force"]) as file:
        note(f"seed: {contest.seed}", quiet and options["seed"] is not None)
        begin(contest, file)
        play(contest, file, options["jobs"], options["show_output"], quiet)
    emit(contest.text(form))
    if contest.kind == "round-robin" and not available():
        note(HINT, quiet)


def _contest(entries: list[Entry], options: dict[str, Any], said: Collection[str]) -> Contest:
    """The tournament that is asked for. Raises UserError."""
    from pageone_cli.commands.options import of_family
    from pageone_cli.contests import KIND_OPTIONS, made
    from pageone_cli.loading import load_players
    from pageone_cli.streams import new_seed

    configuration = load_rules(options["rules"], options["deals"])
    players = of_family(load_players(entries), configuration)
    seed = options["seed"] if options["seed"] is not None else new_seed()
    if options["kind"] == "knockout" and options["seeding"] not in ("entry", "lot"):
        options["seeding"] = _seeds(options["seeding"], [player.name for player in players])
    _of_kind(options["kind"], said)
    own = {
        name: options[name]
        for name in ("table_size", "rotate", "on_fault", "time_limit", *KIND_OPTIONS[options["kind"]])
    }
    return made(options["kind"], configuration, players, seed, own, options["log_deals"])


def _of_kind(kind: str, said: Collection[str]) -> None:
    """Raises UsageError where an option is said that belongs to another kind of tournament."""
    from pageone_cli.contests import KIND_OPTIONS

    for other, names in KIND_OPTIONS.items():
        for name in names:
            if name in said and name not in KIND_OPTIONS[kind]:
                raise click.UsageError(f"--{name.replace('_', '-')} is for --kind {other}, this is a {kind}")


def _seeds(log: str, names: list[str]) -> list[int]:
    """The players in the order of an earlier log's standings; who is not in it comes last, in the order of entry."""
    from pageone_cli.contests import Named
    from pageone_cli.contests.stages import Recorded
    from pageone_cli.reading import feed, opened
    from pageone_cli.resuming import contest_of, matches_in

    with opened(log) as reader:
        if reader.header.command == "match":
            raise click.UsageError(f"{log} is the log of a match; seeds go by the log of a tournament")
        from pageone_cli.blocks import BlockSink

        earlier = [Named(*entry) for entry in reader.header.entries]
        contest = contest_of(reader.header, earlier, log)
        recorded = Recorded(contest)
        feed(reader, BlockSink(matches_in(reader.header), recorded.add))
        recorded.stage()
    places = {one.name: place for one, place in zip(earlier, contest.places(), strict=True) if place is not None}
    last = len(places) + 1
    return sorted(range(len(names)), key=lambda player: places.get(names[player], last))


def _dry_run(contest: Contest, each: float) -> None:
    """Print the plan; a block takes `each` seconds here."""
    blocks, rules = contest.most_blocks, contest.rules
    size = contest.options["table_size"]
    matches = blocks * contest.matches_in(size)
    seconds = each * blocks
    most = "" if rules.match.mode == "deals" else "at most "
    rows = [
        ("kind", contest.options["kind"]),
        ("entries", str(len(contest.players))),
        ("table size", str(size)),
        *contest.shape(),
        ("blocks", str(blocks)),
        ("matches", str(matches)),
        ("deals", f"{most}{matches * rules.match.most}"),
        ("time on one core", f"about {seconds:.0f} s" if seconds >= 1 else "less than a second"),
    ]
    emit("\n".join(f"{name:<18}{value}" for name, value in rows))

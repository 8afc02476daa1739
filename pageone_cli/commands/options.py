"""Options that several commands have, and what they make of them."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pageone_cli.errors import UserError

if TYPE_CHECKING:
    from pageone_cli.loading import Player
    from pageone_cli.log import LogFile
    from pageone_cli.rules import Rules


MOST_SECONDS = 1_000_000


class OutputFailed(UserError):
    """The result cannot be written, a full disk perhaps."""

    exit_status = 1


class LogFailed(UserError):
    """The log cannot be written any further."""

    exit_status = 1


F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("table", "markdown", "csv", "json")


def rules_option(function: F) -> F:
    """``--rules``: a bundled configuration or a file."""
    text = "A bundled configuration or a YAML file (see `pageone rules list`)."
    return click.option("--rules", default="classic", show_default=True, metavar="NAME|FILE", help=text)(function)


def seed_option(function: F) -> F:
    """``--seed``: any text."""
    text = "Any text; the same seed gives the same run. Drawn if left out."
    return click.option("--seed", metavar="TEXT", help=text)(function)


def on_fault_option(default: str) -> Callable[[F], F]:
    """``--on-fault``: what happens when a strategy fails."""
    return click.option(
        "--on-fault",
        type=click.Choice(("substitute", "forfeit", "abort")),
        default=default,
        show_default=True,
        help="When a strategy fails: `random` plays on for it, also with the worst score, or stop.",
    )


def show_output_option(function: F) -> F:
    """``--show-output``: what strategies print."""
    text = "What strategies print, on stderr with their class."
    return click.option("--show-output", is_flag=True, help=text)(function)


def jobs_option(function: F) -> F:
    """``--jobs``: how many processes play."""
    text = "Processes. [default: all cores if it pays]"
    return click.option("--jobs", type=click.IntRange(min=1), metavar="N", help=text)(function)


def conduct_options(function: F) -> F:
    """``--on-fault``, ``--time-limit`` and ``--show-output``: how strategies are treated."""
    limit = click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="A call of a strategy that takes longer is a fault. Without it a strategy may take its time.",
    )
    return on_fault_option("substitute")(limit(show_output_option(function)))


def check_time_limit(seconds: float | None) -> None:
    """Raises UsageError where there is a time limit and it cannot be kept."""
    from pageone_cli.guard import can_limit

    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise click.UsageError(f"a time limit is more than 0 and at most {MOST_SECONDS:,} seconds, not {seconds:g}")
    if seconds is not None and not can_limit():
        raise click.UsageError("--time-limit works on POSIX systems only")


def format_option(function: F) -> F:
    """``--format``: for people or for programs."""
    text = "table and markdown for people, csv and json for programs."
    kind = click.Choice(FORMATS)
    return click.option("--format", "form", type=kind, default="table", show_default=True, help=text)(function)


def contest_options(function: F) -> F:
    """What all commands have that play many blocks: processes, log, how strategies are treated."""
    for option in (
        on_fault_option("forfeit"),
        click.option(
            "--time-limit",
            type=click.FloatRange(min=0),
            default=10.0,
            show_default=True,
            metavar="SECONDS",
            help="A call of a strategy that takes longer is a fault; 0 for no limit.",
        ),
        show_output_option,
        click.option("--force", is_flag=True, help="Overwrite an existing log."),
        click.option(
            "--log-deals", type=click.Choice(("all", "none")), default="all", show_default=True, help="Deals in it."
        ),
        click.option("--log", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a log."),
        jobs_option,
    ):
        function = option(function)
    return function


def findings_options(function: F) -> F:
    """``--strict`` and ``--format`` of what checks."""
    kind = click.Choice(("text", "concise", "json", "github"))
    text = "text (check: with the line in question) and concise for people, json and github for programs."
    form = click.option("--format", "form", type=kind, default="text", show_default=True, help=text)
    return click.option("--strict", is_flag=True, help="Warnings count as errors.")(form(function))


def quiet_option(function: F) -> F:
    """``-q``: no notes on stderr."""
    return click.option("-q", "--quiet", is_flag=True, help="No notes and no progress on stderr.")(function)


def load_rules(reference: str, deals: int | None = None) -> Rules:
    """The configuration that ``--rules`` names, with ``--deals`` if given. Raises UserError."""
    from pageone_cli.config import load, with_deals

    rules = load(reference)
    if deals is None:
        return rules
    try:
        return with_deals(rules, deals)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--deals'") from None


def seat_players(specs: tuple[str, ...], rules: Rules) -> list[Player]:
    """Load the strategies named and make sure that they may sit at one table under `rules`. Raises UserError.

    Without any it is four bundled ones of the family, as many as the rules seat.
    """
    from pageone_cli.games import family
    from pageone_cli.loading import load_players

    specs = specs or family(rules).examples[: rules.players.max]
    least, most = rules.players.min, rules.players.max
    if not least <= len(specs) <= most:
        raise click.UsageError(f"{rules.name} is for {least} to {most} players, not {len(specs)}")
    return of_family(load_players(specs), rules)


def of_family(players: list[Player], rules: Rules) -> list[Player]:
    """`players`, who all play the game of `rules`. Raises UsageError."""
    for player in players:
        if rules.game not in player.games:
            families = " and ".join(sorted(player.games))
            raise click.UsageError(f"{player.name} plays {families} only; {rules.name} is a {rules.game} game")
    return players


@contextmanager
def logged(path: Path | None, force: bool) -> Iterator[LogFile | None]:
    """The log file of ``--log``, or None. Raises UsageError where it cannot be made; says what Ctrl-C leaves."""
    if path is None:
        yield None
        return
    from pageone_cli.log import LogFile

    try:
        file = LogFile(path, force)
    except FileExistsError:
        raise click.UsageError(f"{path} exists; --force overwrites it") from None
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    with _closing(file, path):
        yield file


@contextmanager
def kept_log(path: Path, keep: int) -> Iterator[LogFile]:
    """The log at `path`, to be written on after its first `keep` bytes. Raises UsageError where it cannot be."""
    from pageone_cli.log import LogFile

    try:
        file = LogFile(path, keep=keep)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    with _closing(file, path):
        yield file


@contextmanager
def _closing(file: LogFile, path: Path) -> Iterator[None]:
    """Close a log at the end, and say so where it cannot be written any further."""
    try:
        yield
    except OSError as error:
        raise LogFailed(f"{path}: {error.strerror}; what was written before stays") from None
    finally:
        file.close()


class InterruptedRun(UserError):
    """The user has stopped the run."""

    exit_status = 130


@contextmanager
def interruption(log: Path | None, *more: str) -> Iterator[None]:
    """Ctrl-C ends the run, and says how to go on; `more` are words of that command."""
    try:
        yield
    except KeyboardInterrupt:
        name = f"./{log}" if str(log).startswith("-") else str(log)
        again = f"go on with: {shlex.join(['pageone', 'resume', name, *more])}"
        raise InterruptedRun(f"interrupted; {again if log else 'without --log it cannot be resumed'}") from None


def has_colours() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody has asked for none (NO_COLOR)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, colour: str) -> str:
    """`text` in a colour, by its name in English."""
    return click.style(text, fg=colour)


def note(text: str, quiet: bool = False) -> None:
    """A line on stderr, unless `quiet`."""
    if not quiet:
        from pageone_cli.render.text import safe_lines

        click.echo(safe_lines(text), err=True)


def emit(text: str) -> None:
    """The result, on stdout. Raises `OutputFailed` where it cannot be written; a broken pipe is for click."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still held goes nowhere
        raise OutputFailed(f"the result cannot be written: {error.strerror}") from None


def once(names: tuple[str, ...]) -> None:
    """Raises UsageError where standard input is to be read twice."""
    if names.count("-") > 1:
        raise click.UsageError("- stands for standard input, which can be read once")

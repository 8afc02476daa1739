"""The program ``pageone``: its commands, grouped, and how errors end it.

Only click is imported here; what a command needs it imports when it runs.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from pageone_cli import __version__
from pageone_cli.commands.check import check
from pageone_cli.commands.compare import compare
from pageone_cli.commands.match import match
from pageone_cli.commands.replay import replay
from pageone_cli.commands.resume import resume
from pageone_cli.commands.rules import rules
from pageone_cli.commands.ruling import ruling
from pageone_cli.commands.strategies import strategies
from pageone_cli.commands.table import table
from pageone_cli.commands.tournament import tournament
from pageone_cli.commands.verify import verify
from pageone_cli.errors import UserError

INTERRUPTED = 130


class Failure(click.ClickException):
    """Ends the program with a text for people and an exit status of its own."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The exit status."""
        return self.status


class Program(click.Group):
    """The group of all commands: lists them by what they are for, and turns errors into messages."""

    sections: dict[str, list[click.Command]]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under the headings of `sections`."""
        for section, commands in self.sections.items():
            with formatter.section(section):
                formatter.write_dl([(one.name or "", one.get_short_help_str(70)) for one in commands])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what the user did wrong becomes a message and an exit status, never a traceback."""
        for stream in (sys.stdout, sys.stderr):
            reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")  # a terminal that lacks a letter shows `?`
        try:
            return super().invoke(ctx)
        except UserError as error:
            from pageone_cli.render.text import safe_lines

            raise Failure(safe_lines(str(error)), error.exit_status) from None
        except KeyboardInterrupt:
            raise Failure("interrupted", INTERRUPTED) from None


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", prog_name="pageone", message="%(prog)s %(version)s")
def cli() -> None:
    """Tournament runner and rule checker for the card games called Page One.

    \b
    Try: pageone match
         pageone rules list
         pageone match random highest --rules elimination --seed 7 --log m.log
    """


cli.sections = {
    "Play": [match, tournament, compare, resume],
    "Look": [replay, table],
    "Check": [check, verify, ruling],
    "Write": [rules, strategies],
}
for _commands in cli.sections.values():
    for _command in _commands:
        cli.add_command(_command)


def main() -> None:
    """Run the program on the command line's arguments; a thread that a strategy left behind does not keep it."""
    try:
        cli(prog_name="pageone")
    except SystemExit as leaving:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the second Ctrl-C of a hasty user: this is the end already
        others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
        if all(thread.daemon for thread in others):
            raise
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))

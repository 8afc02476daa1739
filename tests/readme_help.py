"""The help of every command as it stands in the README: `python -m tests.readme_help` writes it there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pageone_cli.cli import cli

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- help: begin -->", "<!-- help: end -->"


def commands(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command and all below it, with the words that call it."""
    yield words, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from commands(command.commands[name], (*words, name))


def section() -> str:
    """The README's section of all help texts."""
    parts = []
    for words, command in commands(cli, ("pageone",)):
        context = click.Context(command, info_name=" ".join(words), max_content_width=100, terminal_width=100)
        context.help_option_names = ["-h", "--help"]
        parts.append(f"### `{' '.join(words)}`\n\n```text\n{command.get_help(context)}\n```")
    return "\n\n".join(parts)


def main() -> None:
    """Write the section into the README."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n\n{section()}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

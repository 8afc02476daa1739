"""Commands run as a user would, in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from pageone_cli.cli import cli


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    """The result of ``pageone WORDS``; whatever the user did, it is no traceback."""
    result = CliRunner().invoke(cli, list(words), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result

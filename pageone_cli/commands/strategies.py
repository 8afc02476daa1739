"""``pageone strategies``: the bundled strategies and one's own."""

from __future__ import annotations

import click

from pageone_cli.commands.options import emit, format_option


@click.group(short_help="The strategies: list, show.")
def strategies() -> None:
    """List and show strategies.

    \b
    Examples:
      pageone strategies list
      pageone strategies show ./my_bot.py
    """


@strategies.command("list", short_help="The bundled strategies.")
@format_option
def list_strategies(form: str) -> None:
    """List the bundled strategies.

    \b
    Example:
      pageone strategies list
    """
    from pageone_cli.guard import kept_apart
    from pageone_cli.loading import bundled_names, described
    from pageone_cli.render.text import as_json, comma_separated, grid

    with kept_apart():
        rows = [described(name) for name in bundled_names()]
    keys = ("strategy", "games", "parameters", "does")
    cells = [[row.spec, ", ".join(row.games), row.signature, row.summary] for row in rows]
    if form == "json":
        emit(as_json([dict(zip(keys, row, strict=True)) for row in cells]))
    elif form == "csv":
        emit(comma_separated(cells, keys))
    else:
        emit(grid(cells, keys, form, left=(0, 1, 2, 3)))


@strategies.command("show", short_help="One strategy: what it does, what it takes.")
@click.argument("spec", metavar="SPEC")
@format_option
def show_strategy(spec: str, form: str) -> None:
    """Show a strategy: what it does, which games it plays, its parameters and where it stands.

    \b
    Example:
      pageone strategies show forgetful
    """
    from pageone_cli.guard import kept_apart
    from pageone_cli.loading import described
    from pageone_cli.render.text import as_json, comma_separated, padded

    with kept_apart():
        found = described(spec)
    rows = [
        ["strategy", found.spec],
        ["games", ", ".join(found.games)],
        ["remembers", "yes" if found.remembers else "no"],
        ["parameters", found.signature or "none"],
        ["file", found.path or "unknown"],
        ["source", found.source],
    ]
    if form == "json":
        emit(as_json({**dict(rows), "does": found.text}))
    elif form == "csv":
        emit(comma_separated([*rows, ["does", found.text]], ("key", "value")))
    else:
        emit("\n".join([found.text, "", *[f"{padded(key, 12)}{padded(value)}" for key, value in rows]]))

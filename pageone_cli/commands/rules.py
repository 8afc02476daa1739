"""``pageone rules``: the bundled configurations and one's own."""

from __future__ import annotations

import click

from pageone_cli.commands.options import emit, format_option


@click.group(short_help="The configurations: list, show, diff, schema.")
def rules() -> None:
    """List, show and compare rule configurations: bundled ones and YAML files.

    \b
    Examples:
      pageone rules list
      pageone rules show stop-card
      pageone rules diff classic last-card
    """


@rules.command("list", short_help="The bundled configurations.")
@format_option
def list_rules(form: str) -> None:
    """List the bundled configurations and how each differs from the family's standard.

    \b
    Example:
      pageone rules list --format json
    """
    from pageone_cli.config import bundled_names, load
    from pageone_cli.render.ruletext import differences
    from pageone_cli.render.text import as_json, comma_separated, grid
    from pageone_cli.rules import FAMILIES

    rows = []
    for name in bundled_names():
        own = load(name)
        rows.append([name, own.name, own.game, differences(FAMILIES[own.game](), own) or "the standard"])
    keys = ("rules", "name", "game", "differences")
    if form == "json":
        emit(as_json([dict(zip(keys, row, strict=True)) for row in rows]))
    elif form == "csv":
        emit(comma_separated(rows, keys))
    else:
        emit(grid(rows, ["rules", "name", "game", "differs from the standard in"], form, left=(0, 1, 2, 3)))


@rules.command("show", short_help="One configuration, every option with its meaning.")
@click.argument("reference", metavar="NAME|FILE")
@format_option
def show_rules(reference: str, form: str) -> None:
    """Show a whole configuration: every option, its value and what it means. The default format is YAML.

    \b
    Example:
      pageone rules show classic
    """
    from pageone_cli.config import load
    from pageone_cli.render.ruletext import option_rows, yaml_text
    from pageone_cli.render.text import as_json, comma_separated, grid
    from pageone_cli.rules import plain

    own = load(reference)
    headers = ("option", "value", "default", "meaning")
    if form == "json":
        emit(as_json(plain(own)))
    elif form == "csv":
        emit(comma_separated(option_rows(own), headers))
    elif form == "markdown":
        emit(grid(option_rows(own), headers, form, left=(0, 1, 2, 3)))
    else:
        emit(yaml_text(own))


@rules.command("diff", short_help="What differs between two configurations.")
@click.argument("first", metavar="NAME|FILE")
@click.argument("second", metavar="NAME|FILE")
@format_option
def diff_rules(first: str, second: str, form: str) -> None:
    """Say in words what the second configuration does otherwise than the first.

    The other formats list options and values.

    \b
    Example:
      pageone rules diff classic five-card
    """
    from pageone_cli.config import load
    from pageone_cli.render.ruletext import difference_rows, difference_sentences
    from pageone_cli.render.text import as_json, comma_separated, grid, safe_lines

    one, other = load(first), load(second)
    rows = difference_rows(one, other)
    keys = ("option", "first", "second", "meaning")
    if form == "json":
        emit(as_json([dict(zip(keys, row, strict=True)) for row in rows]))
    elif form == "csv":
        emit(comma_separated(rows, keys))
    elif not rows:
        emit(safe_lines(f"{first} and {second} are the same game."))
    elif form == "markdown":
        emit(grid(rows, ["option", first, second, "meaning"], form, left=(0, 1, 2, 3)))
    else:
        told = difference_sentences(one, other, (first, second))
        emit(safe_lines("\n".join([f"How {second} differs from {first}:", *[f"- {line}" for line in told]])))


@rules.command("schema", short_help="The JSON Schema of a configuration, for editors.")
def show_schema() -> None:
    """Print the JSON Schema of a configuration: every option with its help, range and default.

    Editors use it for completion. A file says where it is in its first line:
    # yaml-language-server: $schema=pageone.schema.json

    \b
    Example:
      pageone rules schema > pageone.schema.json
    """
    from pageone_cli.render.text import as_json
    from pageone_cli.schema import schema

    emit(as_json(schema()))

"""The README is true: every command's help, every option of the rules, every bundled name stands in it."""

from __future__ import annotations

from pageone_cli.config import bundled_names, load
from pageone_cli.findings import CODES
from pageone_cli.loading import bundled_names as bundled_strategies
from pageone_cli.render.ruletext import meanings
from pageone_cli.rules import FAMILIES, MATCHES, options, word
from tests.readme_help import BEGIN, END, README, section

TEXT = README.read_text(encoding="utf-8")


def test_every_commands_help_stands_in_the_readme() -> None:
    assert TEXT.split(BEGIN)[1].split(END)[0].strip() == section(), "run: python -m tests.readme_help"


def test_every_option_stands_in_the_readmes_table_with_its_default() -> None:
    for kind in FAMILIES.values():
        known = {**options(kind)}
        for mode in MATCHES.values():
            known |= options(mode, "match.")
            for name, (default, help_text, _) in known.items():
                assert f"| `{name}` | {word(default)} | {help_text} |" in TEXT


def test_every_code_of_a_finding_is_documented() -> None:
    text = (README.parent / "docs" / "checks.md").read_text(encoding="utf-8")
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in text


def test_every_bundled_configuration_and_strategy_is_named() -> None:
    for name in [*bundled_names(), *bundled_strategies()]:
        assert f"`{name}`" in TEXT
    assert meanings(load("classic"))

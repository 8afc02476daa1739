"""Rule configurations as text: sheets, differences, YAML. Everything follows from the fields of the rules' classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageone_cli.config import describe_difference
from pageone_cli.rules import Rules, flat, options, plain


def meanings(rules: Rules) -> dict[str, tuple[Any, str]]:
    """Default and help of every option that `rules` has."""
    return {**options(type(rules)), **options(type(rules.match), "match.")}


def option_rows(rules: Rules) -> list[list[str]]:
    """(option, value, default, meaning) of every option."""
    known = meanings(rules)
    return [[key, str(value), str(known[key][0]), known[key][1]] for key, value in flat(rules).items()]


def difference_rows(first: Rules, second: Rules) -> list[list[str]]:
    """(option, value in first, value in second, meaning) of every option but the name that differs; ``–`` for none."""
    known = {**meanings(first), **meanings(second)}
    return [
        [key, *["–" if value is None else str(value) for value in pair], known[key][1]]
        for key, *pair in describe_difference(first, second)
        if key != "name"
    ]


def differences(standard: Rules, rules: Rules) -> str:
    """How `rules` differ from `standard`, in one line."""
    rows = difference_rows(standard, rules)
    return ", ".join(f"{key}: {value}" for key, _, value, _ in rows if value != "–")


def yaml_text(rules: Rules) -> str:
    """`rules` as YAML that loads to the same configuration, each option with its meaning as a comment."""
    known = meanings(rules)
    lines: list[tuple[str, str]] = []

    def write(node: Mapping[str, Any], prefix: str, indent: str) -> None:
        for key, value in node.items():
            if isinstance(value, Mapping):
                lines.append((f"{indent}{key}:", ""))
                write(value, f"{prefix}{key}.", indent + "  ")
            else:
                lines.append((f"{indent}{key}: {_scalar(value)}", known[prefix + key][1]))

    write(plain(rules), "", "")
    width = max(len(text) for text, meaning in lines if meaning)
    return "\n".join(f"{text:<{width}}  # {meaning}" if meaning else text for text, meaning in lines)


def _scalar(value: Any) -> str:
    import json

    if isinstance(value, str) and not (value.isascii() and value.isalpha()):
        return json.dumps(value, ensure_ascii=False)
    return str(value)

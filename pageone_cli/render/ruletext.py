"""Rule configurations as text: sheets, differences, YAML. Everything follows from the fields of the rules' classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageone_cli.config import describe_difference
from pageone_cli.rules import Meaning, Rules, flat, options, plain, word


def meanings(rules: Rules) -> dict[str, Meaning]:
    """What every option that `rules` has means."""
    return {**options(type(rules)), **options(type(rules.match), "match.")}


def option_rows(rules: Rules) -> list[list[str]]:
    """(option, value, default, meaning) of every option."""
    known = meanings(rules)
    return [[key, word(value), word(known[key].default), known[key].help] for key, value in flat(rules).items()]


def difference_rows(first: Rules, second: Rules) -> list[list[str]]:
    """(option, value in first, value in second, meaning) of every option but the name that differs; ``–`` for none."""
    known = {**meanings(first), **meanings(second)}
    return [
        [key, *["–" if value is None else word(value) for value in pair], known[key].help]
        for key, *pair in describe_difference(first, second)
        if key != "name"
    ]


def differences(standard: Rules, rules: Rules) -> str:
    """How `rules` differ from `standard`, in one line."""
    rows = difference_rows(standard, rules)
    return ", ".join(f"{key}: {value}" for key, _, value, _ in rows if value != "–")


def difference_sentences(first: Rules, second: Rules, names: tuple[str, str]) -> list[str]:
    """What differs between `first` and `second`, called `names`, in words: a sentence an option."""
    known = {**meanings(first), **meanings(second)}
    told = []
    for key, was, now in describe_difference(first, second):
        if key == "name":
            continue
        if was is None or now is None:
            only = names[0] if now is None else names[1]
            told.append(f"{_sentence(known[key], was if now is None else now)}, only in {only} ({_source(known, key)})")
        else:
            old = _sentence(known[key], was) if known[key].words else word(was)
            told.append(f"{_sentence(known[key], now)}; in {names[0]}: {old} ({_source(known, key)})")
    return told


def _sentence(meaning: Meaning, value: object) -> str:
    """What an option says with this value: ``cards dealt to each player: 5``."""
    text = meaning.help.partition(": ")[2] or meaning.help
    return meaning.words.get(word(value)) or f"{text}: {word(value)}"


def _source(known: Mapping[str, Meaning], key: str) -> str:
    """The rule and the option: ``T2, hand_size``."""
    rule, colon, _ = known[key].help.partition(": ")
    return f"{rule}, {key}" if colon else key


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
                lines.append((f"{indent}{key}: {_scalar(value)}", known[prefix + key].help))

    write(plain(rules), "", "")
    width = max(len(text) for text, meaning in lines if meaning)
    return "\n".join(f"{text:<{width}}  # {meaning}" if meaning else text for text, meaning in lines)


def _scalar(value: Any) -> str:
    import json

    if isinstance(value, str) and not (value.isascii() and value.isalpha()):
        return json.dumps(value, ensure_ascii=False)
    return word(value)

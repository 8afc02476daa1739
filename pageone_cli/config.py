"""From YAML to a rule configuration: `extends`, and everything that is wrong at once, each with its place.

The only module that imports YAML and pydantic.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pageone_cli import bundled
from pageone_cli.errors import UserError
from pageone_cli.findings import Finding
from pageone_cli.rules import Rules
from pageone_cli.validation import validated
from pageone_cli.yaml_source import MOST_BYTES, Source, parse

FIRST = "classic"  # of the bundled ones
ORDER = ("classic", "last-card", "five-card", "two-joker", "no-penalty", "reverse-lead", "stop-card", "joker-50")


class ConfigError(UserError):
    """The configuration is not sound; `findings` has everything that is wrong, sorted by place."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("this configuration is not sound:\n" + "\n".join(map(str, sorted(findings))))
        self.findings = sorted(findings)


class ConfigUnreadable(UserError):
    """There is no such configuration, or it cannot be read as text."""


def bundled_names() -> list[str]:
    """The names of the bundled configurations, `classic` first."""
    names = [file.stem for file in bundled.configs().glob("*.yaml")]
    return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def load(reference: str) -> Rules:
    """The configuration named by `reference`: a bundled name, a file, or ``-`` for standard input.

    Raises `ConfigError` with all findings, or `ConfigUnreadable`.
    """
    name, text = _read(reference, Path())
    findings: list[Finding] = []
    chain = _chain(name, text, findings, ())
    if findings:
        raise ConfigError(findings)
    rules = validated(chain, findings)
    if rules is None:
        raise ConfigError(findings)
    return rules


def from_plain(value: object, name: str) -> Rules:
    """A resolved configuration from plain data, such as the header of a log; `name` is what errors call it.

    Raises `ConfigError`.
    """
    findings: list[Finding] = []
    rules = validated([Source(name, value)], findings)
    if rules is None:
        raise ConfigError(findings)
    return rules


def with_deals(rules: Rules, deals: int) -> Rules:
    """`rules` with that many deals a match, or at most so many where the mode ends a match otherwise (X1, X2).

    Raises ValueError where `deals` is out of range.
    """
    key = "deals" if rules.match.mode == "deals" else "max_deals"
    if not 1 <= deals <= 10_000_000:
        raise ValueError(f"must be from 1 to 10000000, not {deals}")
    return replace(rules, match=replace(rules.match, **{key: deals}))


def _chain(name: str, text: str, findings: list[Finding], above: tuple[str, ...]) -> list[Source]:
    """The sources of a configuration, those that it extends first."""
    source = parse(text, name)
    findings += source.findings
    if not isinstance(source.value, Mapping):
        if not source.findings:
            source.find("wrong-type", (1, 1), (), "a configuration is a mapping of options to values")
            findings += source.findings
        return [source]
    parent = source.value.get("extends")
    if parent is None and "extends" not in source.value:
        return [source]
    return [*_parent(source, parent, findings, (*above, name)), source]


def _parent(source: Source, reference: object, findings: list[Finding], above: tuple[str, ...]) -> list[Source]:
    at = source.place(("extends",))

    def wrong(code: str, what: str, help_text: str = "") -> list[Source]:
        findings.append(Finding(source.name, *at, code, "error", "extends", what, help_text))
        return []

    if not isinstance(reference, str) or not reference:
        return wrong("wrong-type", "must be a bundled name or a file", f"one of {', '.join(bundled_names())}")
    try:
        name, text = _read(reference, Path(above[-1]).parent)
    except ConfigUnreadable as error:
        return wrong("extends-missing", str(error))
    if any(_same(name, other) for other in above):
        return wrong("extends-cycle", f"{' extends '.join([*above, name])}: a circle", "leave one of them out")
    before = len(findings)
    chain = _chain(name, text, findings, above)
    if len(findings) > before:
        wrong("extends-broken", f"{name} is not sound itself")
    return chain


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _read(reference: str, folder: Path) -> tuple[str, str]:
    """The name for messages and the text of a configuration. Raises `ConfigUnreadable`."""
    if reference == "-":
        return "<stdin>", _text(sys.stdin.buffer.read(MOST_BYTES + 1), "<stdin>")
    names = bundled_names()
    if reference in names:
        path = bundled.configs() / f"{reference}.yaml"
    elif not reference.endswith((".yaml", ".yml")) and "/" not in reference and "\\" not in reference:
        near = _nearest(reference, names)
        if not (folder / reference).exists():
            raise ConfigUnreadable(f"{reference}: no bundled configuration and no file of this name{near}")
        path = folder / reference
    else:
        path = folder / reference
    return str(path), _text(_bytes(path), str(path))


def _nearest(word: str, known: list[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {close[0]}?" if close else f"; bundled are {', '.join(known)}"


def _bytes(path: Path) -> bytes:
    """At most `MOST_BYTES` and one; devices and pipes only where somebody has opened them already."""
    try:
        mode = path.stat().st_mode
        inherited = str(path).startswith(("/dev/fd/", "/dev/stdin", "/proc/self/fd/"))
        if stat.S_ISDIR(mode):
            raise ConfigUnreadable(f"{path}: a folder, not a file")
        if not (stat.S_ISREG(mode) or inherited):
            raise ConfigUnreadable(f"{path}: not an ordinary file")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ConfigUnreadable(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _text(data: bytes, name: str) -> str:
    if len(data) > MOST_BYTES:
        raise ConfigUnreadable(f"{name}: larger than {MOST_BYTES >> 20} MiB, no rule configuration")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
        raise ConfigUnreadable(f"{name}: not UTF-8 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigUnreadable(f"{name}: not UTF-8 text (byte {error.start + 1}); save it as UTF-8") from None

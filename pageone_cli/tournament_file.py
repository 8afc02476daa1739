"""A tournament described in YAML: entries, rules, seed, kind and every other option; checked like a configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal

from annotated_types import Interval

from pageone_cli.config import ConfigError, ConfigUnreadable, Examined, examine, read_text, rules_named
from pageone_cli.findings import Finding
from pageone_cli.rules import option
from pageone_cli.validation import checked_options
from pageone_cli.yaml_source import Source, parse

ENTRIES = "entries"
ENTRY_KEYS = ("label", "spec", "parameters")


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What a file may say beside its entries; names and values are those of the command line."""

    rules: str = option("classic", "a bundled configuration or a file, relative to this one")
    seed: str | int = option("", "any text; drawn if left out")
    kind: Literal["round-robin"] = option("round-robin", "the form of the tournament")
    table_size: Annotated[int, Interval(ge=2, le=6)] | None = option(None, "players at a table")
    blocks: Annotated[int, Interval(ge=1, le=10_000_000)] = option(1, "blocks of each line-up")
    matches_total: Annotated[int, Interval(ge=1, le=100_000_000)] | None = option(None, "so many matches instead")
    deals: Annotated[int, Interval(ge=1, le=10_000_000)] | None = option(None, "deals a match")
    rotate: bool = option(True, "a match for each rotation of the seats")
    on_fault: Literal["substitute", "forfeit", "abort"] = option("forfeit", "when a strategy fails")
    time_limit: Annotated[int, Interval(ge=0, le=1_000_000)] | float = option(10, "seconds for a call, 0 for no limit")
    log: str | None = option(None, "the log, relative to this file")
    log_deals: Literal["all", "none"] = option("all", "deals in the log")
    jobs: Annotated[int, Interval(ge=1, le=1_000)] | None = option(None, "worker processes")


@dataclass(frozen=True)
class Described:
    """A tournament from a file: what stands for each entry on the command line, and the options that it gives."""

    entries: list[str]
    options: dict[str, Any]


def load(reference: str) -> Described:
    """The tournament that a file describes. Raises `ConfigError` with all errors, or `ConfigUnreadable`."""
    name, text = read_text(reference)
    found, described = _examined(name, text)
    errors = [one for one in found.findings if one.severity == "error"]
    if errors or described is None:
        raise ConfigError(errors, "this tournament is not sound")
    return described


def is_tournament(text: str) -> bool:
    """Whether YAML text is that of a tournament: it has entries."""
    return re.search(rf"^(['\"]?){ENTRIES}\1\s*:", text, re.MULTILINE) is not None


def examine_tournament(name: str, text: str) -> Examined:
    """Everything that is wrong with the text of a tournament."""
    return _examined(name, text)[0]


def _examined(name: str, text: str) -> tuple[Examined, Described | None]:
    source = parse(text, name)
    findings: list[Finding] = source.findings
    lines: dict[str, Sequence[str]] = {name: source.lines}
    described = None
    if isinstance(source.value, Mapping) and not any(one.code == "yaml-syntax" for one in findings):
        own = {key: value for key, value in source.value.items() if key != ENTRIES}
        options = checked_options(source, own, TournamentOptions, findings)
        entries = _entries(source, findings)
        given = {one.name: getattr(options, one.name) for one in fields(TournamentOptions) if one.name in own}
        _check_rules(source, given, findings, lines)
        described = Described(entries, _placed(name, given))
    elif not findings:
        source.find("wrong-type", (1, 1), (), "a tournament is a mapping of options to values")
    return Examined(name, sorted(set(findings)), None, lines), described


def _placed(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Options as the command line has them, files relative to the one that names them."""
    folder = Path(name).parent
    if "rules" in given:
        given["rules"] = rules_named(given["rules"], folder)
    if given.get("log"):
        given["log"] = folder / given["log"]
    if "seed" in given:
        given["seed"] = str(given["seed"])
    return {key: value for key, value in given.items() if value is not None}


def _check_rules(source: Source, given: Mapping[str, Any], findings: list[Finding], lines: dict[str, Any]) -> None:
    """What is wrong with the rules that are named is reported there, and where they are named."""
    reference = given.get("rules", "classic")
    at = source.place(("rules",))
    try:
        found = examine(rules_named(reference, Path(source.name).parent))
    except ConfigUnreadable as error:
        findings.append(Finding(source.name, *at, "rules-missing", "error", "rules", str(error)))
        return
    errors = [one for one in found.findings if one.severity == "error"]
    if errors:
        what = f"{found.name} is not sound itself"
        findings.append(Finding(source.name, *at, "extends-broken", "error", "rules", what))
        findings += errors
        lines.update(found.lines)


def _entries(source: Source, findings: list[Finding]) -> list[str]:
    """Each entry as it would stand on the command line; an error for what is none."""
    value = source.value.get(ENTRIES)
    if not isinstance(value, list) or not value:
        source.find("wrong-type", source.place((ENTRIES,)), (ENTRIES,), "must be a list of strategies", "- attack")
        return []
    return [_entry(source, entry, number) for number, entry in enumerate(value)]


def _entry(source: Source, entry: object, number: int) -> str:
    path = (ENTRIES, str(number))

    def wrong(what: str, help_text: str = "", code: str = "wrong-type", where: tuple[str, ...] = path) -> str:
        source.find(code, source.place(where, of_key=code == "unknown-key"), where, what, help_text)
        return ""

    if isinstance(entry, str):
        return _relative(entry, source.name)
    if not isinstance(entry, Mapping):
        return wrong("must be a strategy, or a mapping of label, spec and parameters", "write {spec: attack}")
    for key in entry:
        if key not in ENTRY_KEYS:
            wrong("no such key", f"known are {', '.join(ENTRY_KEYS)}", "unknown-key", (*path, str(key)))
    spec, label, parameters = entry.get("spec"), entry.get("label"), entry.get("parameters") or {}
    if not isinstance(spec, str):
        return wrong("needs a spec", "a strategy as on the command line", where=(*path, "spec"))
    if not isinstance(parameters, Mapping) or any(isinstance(each, Mapping | list) for each in parameters.values()):
        return wrong("must be a mapping of names to values", where=(*path, "parameters"))
    if label is not None and not isinstance(label, str | int | float):
        return wrong("must be text", where=(*path, "label"))
    text = _relative(spec, source.name)
    text = text if label is None else f"{source.words.get((*path, 'label'), label)}={text}"
    pairs = [f"{key}={source.words.get((*path, 'parameters', key), value)}" for key, value in parameters.items()]
    return ",".join([text, *pairs])


def _relative(spec: str, name: str) -> str:
    """A strategy file is looked up from the folder of the file that names it."""
    folder = os.path.dirname(name)  # noqa: PTH120 - a name such as <stdin> is no path
    label, equals, rest = spec.partition("=")
    head, rest = (f"{label}=", rest) if equals and "," not in label else ("", spec)
    is_file = "/" in rest.split(",")[0] or re.search(r"\.py(:|,|$)", rest.split(",")[0])
    if not folder or not is_file or Path(rest).is_absolute():
        return spec
    return f"{head}{os.path.join(folder, rest)}"  # noqa: PTH118 - keeps a trailing :Class

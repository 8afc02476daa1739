"""A tournament described in YAML: entries, rules, seed, kind and every other option; checked like a configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal

from annotated_types import Interval

from pageone_cli.config import TOURNAMENT, ConfigError, ConfigUnreadable, Examined, examine, read_text, rules_named
from pageone_cli.contests import KIND_OPTIONS, Unplayable, made
from pageone_cli.errors import UserError
from pageone_cli.findings import Finding
from pageone_cli.loading import Described as Named
from pageone_cli.loading import Entry, Player
from pageone_cli.loading import load as load_entry_of
from pageone_cli.rules import Rules, option
from pageone_cli.validation import checked_options
from pageone_cli.yaml_source import Source, parse

ENTRIES = "entries"
ENTRY_KEYS = ("label", "spec", "parameters")


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What a file may say beside its entries; names and values are those of the command line."""

    rules: str = option("classic", "a bundled configuration or a file, relative to this one")
    seed: str | int = option("", "any text; drawn if left out")
    kind: Literal["round-robin", "knockout", "drop-worst"] = option("round-robin", "the form of the tournament")
    table_size: Annotated[int, Interval(ge=2, le=6)] | None = option(None, "players at a table")
    blocks: Annotated[int, Interval(ge=1, le=10_000_000)] = option(1, "blocks of each line-up")
    matches_total: Annotated[int, Interval(ge=1, le=100_000_000)] | None = option(None, "so many matches instead")
    advance: Annotated[int, Interval(ge=1, le=5)] | None = option(None, "knockout: how many go on from a table")
    seeding: str = option("entry", "knockout: entry, lot, or an earlier log, relative to this file")
    drop: Annotated[int, Interval(ge=1, le=1000)] = option(1, "drop-worst: how many leave after a round")
    deals: Annotated[int, Interval(ge=1, le=10_000_000)] | None = option(None, "deals a match")
    rotate: bool = option(True, "a match for each rotation of the seats")
    on_fault: Literal["substitute", "forfeit", "abort"] = option("forfeit", "when a strategy fails")
    time_limit: Annotated[float, Interval(ge=0, le=1_000_000)] = option(10, "seconds for a call, 0 for no limit")
    log: str | None = option(None, "the log, relative to this file")
    log_deals: Literal["all", "none"] = option("all", "deals in the log")
    jobs: Annotated[int, Interval(ge=1, le=1_000)] | None = option(None, "worker processes")


@dataclass(frozen=True)
class Described:
    """A tournament from a file: its entries, and the options that it gives, as on the command line."""

    entries: list[Entry]
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
    return TOURNAMENT.search(text) is not None


def examine_tournament(name: str, text: str) -> Examined:
    """Everything that is wrong with the text of a tournament."""
    return _examined(name, text)[0]


def _examined(name: str, text: str) -> tuple[Examined, Described | None]:
    source = parse(text, name)
    findings: list[Finding] = source.findings
    lines: dict[str, Sequence[str]] = {name: source.lines}
    described = None
    if isinstance(source.value, Mapping) and not any(one.code == "yaml-syntax" for one in findings):
        if ENTRIES not in source.value:
            what = "a tournament needs entries; is it a rule configuration? Then name it with --rules"
            source.find("wrong-type", (1, 1), (ENTRIES,), what)
            return Examined(name, sorted(set(findings)), None, lines), None
        own = {key: value for key, value in source.value.items() if key != ENTRIES}
        options = checked_options(source, own, TournamentOptions, findings)
        entries = _entries(source, findings)
        given = {one.name: getattr(options, one.name) for one in fields(TournamentOptions) if one.name in own}
        rules = _rules(source, given, findings, lines)
        players = [_player(source, entry, number) for number, entry in enumerate(entries)]
        seated = [player for player in players if player is not None]
        if rules is not None and len(seated) == len(entries) and not any(one.severity == "error" for one in findings):
            _playable(source, given, rules, seated)
        described = Described(entries, _placed(name, given))
    elif not findings:
        source.find("wrong-type", (1, 1), (), "a tournament is a mapping of options to values")
    return Examined(name, sorted(set(findings)), None, lines), described


def _player(source: Source, entry: Entry, number: int) -> Player | None:
    """The player that an entry names; an error where it cannot be loaded. It is loaded as it would be to play."""
    path = (ENTRIES, str(number))
    if not entry:  # it is an error already
        return None
    try:
        return load_entry_of(entry)
    except UserError as error:
        first, _, rest = str(error).partition("\n")
        last = rest.rsplit("\n", 1)[-1].strip()
        source.find("entry", source.place(path), path, first.rstrip(":"), last)
        return None


def _playable(source: Source, given: Mapping[str, Any], rules: Rules, players: Sequence[Player]) -> None:
    """Whether these players can play this tournament; an error where not."""
    for number, player in enumerate(players):
        if rules.game not in player.games:
            path = (ENTRIES, str(number))
            what = f"{player.name} plays {' and '.join(sorted(player.games))} only; {rules.name} is a {rules.game} game"
            source.find("entry", source.place(path), path, what)
            return
    kind = given.get("kind", "round-robin")
    for other, names in KIND_OPTIONS.items():
        for name in names:
            if name in given and name not in KIND_OPTIONS[kind]:
                source.find("other-mode", source.place((name,), of_key=True), (name,), f"belongs to the kind {other}")
    own = {key: given[key] for key in ("table_size", "rotate", *KIND_OPTIONS[kind]) if given.get(key) is not None}
    own.pop("seeding", None)
    try:
        made(kind, rules, players, "check", own)
    except Unplayable as error:
        where = (error.option,) if error.option in given else (ENTRIES,)
        source.find("unplayable", source.place(where), where, str(error))


def _placed(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Options as the command line has them, files relative to the one that names them."""
    folder = Path(name).parent
    if "rules" in given:
        given["rules"] = rules_named(given["rules"], folder)
    if given.get("seeding", "entry") not in ("entry", "lot"):
        given["seeding"] = str(folder / given["seeding"])
    if given.get("log"):
        given["log"] = folder / given["log"]
    if "seed" in given:
        given["seed"] = str(given["seed"])
    return {key: value for key, value in given.items() if value is not None}


def _rules(source: Source, given: Mapping[str, Any], findings: list[Finding], lines: dict[str, Any]) -> Rules | None:
    """The rules that are named; what is wrong with them is reported there, and where they are named."""
    reference = given.get("rules", "classic")
    at = source.place(("rules",))
    try:
        found = examine(rules_named(reference, Path(source.name).parent))
    except ConfigUnreadable as error:
        findings.append(Finding(source.name, *at, "rules-missing", "error", "rules", str(error)))
        return None
    errors = [one for one in found.findings if one.severity == "error"]
    if errors:
        what = f"{found.name} is not sound itself"
        findings.append(Finding(source.name, *at, "extends-broken", "error", "rules", what))
        findings += errors
        lines.update(found.lines)
    return found.rules


def _entries(source: Source, findings: list[Finding]) -> list[Entry]:
    """The entries; an error for what is none, and an empty text in its place."""
    value = source.value.get(ENTRIES)
    if not isinstance(value, list) or not value:
        source.find("wrong-type", source.place((ENTRIES,)), (ENTRIES,), "must be a list of strategies", "- attack")
        return []
    return [_entry(source, entry, number) for number, entry in enumerate(value)]


def _entry(source: Source, entry: object, number: int) -> Entry:
    path = (ENTRIES, str(number))

    def wrong(what: str, help_text: str = "", code: str = "wrong-type", where: tuple[str, ...] = path) -> str:
        source.find(code, source.place(where, of_key=code == "unknown-key"), where, what, help_text)
        return ""

    if isinstance(entry, str) and entry:
        return _relative(entry, source.name)
    if not isinstance(entry, Mapping):
        return wrong("must be a strategy, or a mapping of label, spec and parameters", "write {spec: attack}")
    for key in entry:
        if key not in ENTRY_KEYS:
            return wrong("no such key", f"known are {', '.join(ENTRY_KEYS)}", "unknown-key", (*path, str(key)))
    spec, label, parameters = entry.get("spec"), entry.get("label"), entry.get("parameters") or {}
    if not isinstance(spec, str) or not spec:
        return wrong("needs a spec", "a strategy as on the command line", where=(*path, "spec"))
    if not isinstance(parameters, Mapping) or any(isinstance(each, Mapping | list) for each in parameters.values()):
        return wrong("must be a mapping of names to values", where=(*path, "parameters"))
    if isinstance(label, Mapping | list):
        return wrong("must be text", where=(*path, "label"))
    written = {key: str(source.words.get((*path, "parameters", key), value)) for key, value in parameters.items()}
    name = None if label is None else str(source.words.get((*path, "label"), label))
    return Named(name, _relative(spec, source.name), written)


def _relative(spec: str, name: str) -> str:
    """A strategy file is looked up from the folder of the file that names it."""
    folder = os.path.dirname(name)  # noqa: PTH120 - a name such as <stdin> is no path
    label, equals, rest = spec.partition("=")
    head, rest = (f"{label}=", rest) if equals and "," not in label else ("", spec)
    is_file = "/" in rest.split(",")[0] or re.search(r"\.py(:|,|$)", rest.split(",")[0])
    if not folder or not is_file or Path(rest).is_absolute():
        return spec
    return f"{head}{os.path.join(folder, rest)}"  # noqa: PTH118 - keeps a trailing :Class

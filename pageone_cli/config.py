"""From YAML to a rule configuration: `extends`, and everything that is wrong at once, each with its place.

The only module that imports YAML and pydantic.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_type_hints

from pageone_cli import bundled
from pageone_cli.errors import UserError
from pageone_cli.findings import Finding, nearest
from pageone_cli.rules import FAMILIES, DealsMatch, Rules, flat
from pageone_cli.validation import validated
from pageone_cli.yaml_source import BEYOND, LONGEST_KEY, MOST_BYTES, UNSHOWABLE, Source, parse

ORDER = (
    *("classic", "last-card", "five-card", "two-joker", "no-penalty", "reverse-lead", "stop-card", "joker-50"),
    *("elimination", "colour", "colour-mild", "colour-quiet", "colour-no-wilds"),
)
LOG = b'{"type":"pageone-log"'  # how a log begins
TOURNAMENT = re.compile(r"^(['\"]?)entries\1\s*:", re.MULTILINE)  # what only a tournament has
MOST_PARENTS = 20
MOST_DEPTH = 50  # of plain data
_PIPE = re.compile(r"/dev/stdin|(/dev|/proc/self)/fd/\d+")


class ConfigError(UserError):
    """The configuration is not sound; `findings` has everything that is wrong, sorted by place."""

    def __init__(self, findings: list[Finding], what: str = "this configuration is not sound") -> None:
        self.findings = sorted(set(findings))
        super().__init__(f"{what}:\n" + "\n".join(map(str, self.findings)))


class ConfigUnreadable(UserError):
    """There is no such configuration, or it cannot be read as text."""


def bundled_names() -> list[str]:
    """The names of the bundled configurations, `classic` first."""
    names = [file.stem for file in bundled.configs().glob("*.yaml")]
    return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


@dataclass(frozen=True)
class Examined:
    """What there is to say of one configuration: all findings sorted by place, and its rules if there is no error.

    ``name`` is what findings call it; ``lines`` has the lines of every file that was read.
    """

    name: str
    findings: list[Finding]
    rules: Rules | None
    lines: Mapping[str, Sequence[str]]


def examine(reference: str, *, directory: Path | str | None = None) -> Examined:
    """Everything that is wrong, or hardly meant, with the configuration named by `reference`, see `load`.

    Raises `ConfigUnreadable` where it cannot be read as text.
    """
    return examine_text(*_read(reference, Path(directory or "")))


def read_text(reference: str) -> tuple[str, str]:
    """The name for messages and the text of a configuration or another YAML file. Raises `ConfigUnreadable`."""
    return _read(reference, Path())


def rules_named(reference: str, folder: Path) -> str:
    """`reference` as somebody says it in a file in `folder`: a bundled name stays, a file is looked up from there."""
    return reference if reference in bundled_names() or reference == "-" else str(folder / reference)


def examine_text(name: str, text: str) -> Examined:
    """The same for text that has been read."""
    if TOURNAMENT.search(text):
        what = "a tournament (it has entries), not a rule configuration"
        raise ConfigUnreadable(f"{name}: {what}; `pageone tournament {name}` plays it")
    findings: list[Finding] = []
    read: dict[str, Sequence[str]] = {}
    chain = _chain(name, text, findings, (), read)
    rules = None if _incomplete(chain[-1], findings) else validated(chain, findings)
    return Examined(name, sorted(set(findings)), None if _errors(findings) else rules, read)


def load(reference: str, *, directory: Path | str | None = None) -> Rules:
    """The configuration named by `reference`: a bundled name, a file, or ``-`` for standard input.

    A relative path is looked up in `directory`, standard: the working directory. A bundled name wins over a file of
    that name, unless it is written as a path. Raises `ConfigError` with all errors, or `ConfigUnreadable`.
    """
    found = examine(reference, directory=directory)
    if found.rules is None:
        raise ConfigError(_errors(found.findings))
    return found.rules


def _errors(findings: Sequence[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity == "error"]


def _incomplete(source: Source, findings: list[Finding]) -> bool:
    """Whether what `source` says is not known: it does not parse, or is no mapping."""
    broken = any(one.code == "yaml-syntax" and one.file == source.name for one in findings)
    return broken or not isinstance(source.value, Mapping)


def from_plain(value: object, name: str) -> Rules:
    """A resolved configuration from plain data, such as the header of a log; `name` is what errors call it.

    Raises `ConfigError`.
    """
    findings: list[Finding] = []
    source = Source(name, _harmless(value))
    if isinstance(source.value, Mapping) and "extends" in source.value:
        source.find("unknown-key", (1, 1), ("extends",), "a resolved configuration extends nothing")
        findings += source.findings
    rules = validated([source], findings)
    if rules is None:
        raise ConfigError(_errors(findings))
    return rules


def _harmless(value: object, depth: int = 0) -> Any:
    """`value` with what is no plain data as a text that no option takes, and mappings with words as keys."""
    if isinstance(value, Mapping) and depth < MOST_DEPTH:
        return {_shown(str(key)): _harmless(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list) and depth < MOST_DEPTH:
        return [_harmless(one, depth + 1) for one in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-BEYOND, min(value, BEYOND))
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, str):
        return [] if UNSHOWABLE.search(value) else value
    return []


def _shown(key: str) -> str:
    return UNSHOWABLE.sub("\ufffd", key[:LONGEST_KEY])


def with_deals(rules: Rules, deals: int) -> Rules:
    """`rules` with that many deals a match, or at most so many where the mode ends a match otherwise (X1, X2).

    Raises ValueError where `deals` is out of range.
    """
    match = rules.match
    key = "deals" if isinstance(match, DealsMatch) else "max_deals"
    least, most = _range(type(match), key)
    if type(deals) is not int or not least <= deals <= most:
        raise ValueError(f"must be from {least} to {most}, not {deals}")
    changed: dict[str, Any] = {key: deals}
    return replace(rules, match=replace(match, **changed))


def _range(kind: type[Any], key: str) -> tuple[int, int]:
    """The least and the greatest value of the number `key` of a rules class."""
    interval = get_type_hints(kind, include_extras=True)[key].__metadata__[0]
    return interval.ge, interval.le


def describe_difference(one: Rules, other: Rules) -> list[tuple[str, Any, Any]]:
    """The options that differ, ``(path, value in one, value in other)``, in the order of a configuration.

    None stands for an option that the one or the other does not have (another match mode, another game).
    """
    first, second = flat(one), flat(other)
    paths = list(dict.fromkeys([*first, *second]))
    return [(path, first.get(path), second.get(path)) for path in paths if first.get(path) != second.get(path)]


def _chain(
    name: str, text: str, findings: list[Finding], above: tuple[str, ...], read: dict[str, Sequence[str]]
) -> list[Source]:
    """The sources of a configuration, those that it extends first; their lines go to `read`."""
    source = parse(text, name)
    read[name] = source.lines
    findings += source.findings
    if not isinstance(source.value, Mapping):
        if not source.findings:
            source.find("wrong-type", (1, 1), (), "a configuration is a mapping of options to values")
            findings += source.findings
        return [source]
    parent = source.value.get("extends")
    if parent is None and "extends" not in source.value:
        return [source]
    chain = _parent(source, parent, findings, (*above, name), read)
    own, others = source.value.get("game"), _game(chain)
    if chain and isinstance(own, str) and own in FAMILIES and own != others:
        what = f"a configuration cannot change the family of the one that it extends, {others}"
        findings.append(Finding(name, *source.place(("game",)), "other-family", "error", "game", what))
        return [source]
    return [*chain, source]


def _game(chain: list[Source]) -> str:
    """The family that a chain of sources comes to."""
    games = [source.value.get("game") for source in chain if isinstance(source.value, Mapping)]
    return next((game for game in reversed(games) if isinstance(game, str)), "trick")


def _parent(
    source: Source,
    reference: object,
    findings: list[Finding],
    above: tuple[str, ...],
    read: dict[str, Sequence[str]],
) -> list[Source]:
    at = source.place(("extends",))

    def wrong(code: str, what: str, help_text: str = "") -> list[Source]:
        findings.append(Finding(source.name, *at, code, "error", "extends", what, help_text))
        return []

    if not isinstance(reference, str) or not reference:
        return wrong("wrong-type", "must be a bundled name or a file", f"one of {', '.join(bundled_names())}")
    if reference == "-":
        return wrong("extends-missing", "only a bundled configuration or a file can be extended")
    try:
        name, text = _read(reference, _folder(above[-1]))
    except ConfigUnreadable as error:
        return wrong("extends-missing", str(error))
    if any(_same(name, other) for other in above):
        return wrong("extends-cycle", f"{' extends '.join([*above, name])}: a circle", "leave one of them out")
    if len(above) > MOST_PARENTS:
        return wrong("extends-cycle", f"more than {MOST_PARENTS} configurations extend each other in a row")
    before = len(_errors(findings))
    chain = _chain(name, text, findings, above, read)
    if chain and not _incomplete(chain[-1], findings):
        own: list[Finding] = []
        validated(chain, own)  # by itself too: what is wrong there may be hidden by what the child says
        findings += _errors(own)
    if len(_errors(findings)) > before:
        wrong("extends-broken", f"{name} is not sound itself")
    return chain


def _folder(name: str) -> Path:
    """Where the files that the configuration `name` extends are looked up."""
    return Path() if _PIPE.fullmatch(name) else Path(name).parent


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _read(reference: str, folder: Path) -> tuple[str, str]:
    """The name for messages and the text of a configuration. Raises `ConfigUnreadable`."""
    if reference == "-":
        return "<stdin>", _text(_standard_input(), "<stdin>")
    names = bundled_names()
    if not reference:
        raise ConfigUnreadable(f"an empty name is no configuration; bundled are {', '.join(names)}")
    if reference in names:
        path = bundled.configs() / f"{reference}.yaml"
    elif not reference.endswith((".yaml", ".yml")) and "/" not in reference and "\\" not in reference:
        if not os.path.lexists(folder / reference):
            near = nearest(reference, names) or f"bundled are {', '.join(names)}"
            raise ConfigUnreadable(f"{reference}: no bundled configuration and no file of this name; {near}")
        path = folder / reference
    else:
        path = folder / reference
    return str(path), _text(_bytes(path), str(path))


def _standard_input() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise ConfigUnreadable("<stdin>: there is no standard input")
    try:
        return bytes(stream.read(MOST_BYTES + 1))
    except (OSError, ValueError) as error:
        raise ConfigUnreadable(f"<stdin>: {getattr(error, 'strerror', None) or error}") from None


def _bytes(path: Path) -> bytes:
    """At most `MOST_BYTES` and one; devices and pipes only where somebody has opened them already."""
    try:
        mode = path.stat().st_mode
        inherited = _PIPE.fullmatch(str(path)) is not None
        if stat.S_ISDIR(mode):
            raise ConfigUnreadable(f"{path}: a folder, not a file")
        if not (stat.S_ISREG(mode) or inherited):
            raise ConfigUnreadable(f"{path}: not an ordinary file")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ConfigUnreadable(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _text(data: bytes, name: str) -> str:
    file = "-" if name == "<stdin>" else name
    if data[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(LOG):
        raise ConfigUnreadable(f"{name}: this is a log, not a rule configuration; `pageone verify {file}` checks it")
    if len(data) > MOST_BYTES:
        raise ConfigUnreadable(f"{name}: larger than {MOST_BYTES >> 10} KiB, no rule configuration")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
        raise ConfigUnreadable(f"{name}: not UTF-8 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigUnreadable(f"{name}: not UTF-8 text (byte {error.start + 1}); save it as UTF-8") from None

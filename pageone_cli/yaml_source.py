"""From YAML text to plain values of which each knows its line and column.

What makes YAML surprising is not read but reported: the same key twice, anchors, tags, merge keys, several documents.
Words and numbers are those of YAML 1.2's core schema, so ``no``, ``010``, ``1:30`` and ``1_000`` stay text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import yaml

from pageone_cli.findings import Finding

MOST_BYTES = 256 * 1024  # what the loader written in Python still reads within a second
MOST_DEPTH = 50
MOST_VALUES = 2_000
MOST_REFUSED = 20  # anchors and the like that are listed; a bomb has thousands
LONGEST_KEY = 100
BEYOND = 10**30  # stands for every whole number that is too long to be read: no option takes it either

Path = tuple[str, ...]
Position = tuple[int, int]

# Control characters, halves of characters, what breaks or reorders lines; joiners stay, Persian needs them.
UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_CORE = "tag:yaml.org,2002:"  # what !! stands for
_REFUSED = object()


@dataclass
class Source:
    """What one file says: nested dicts in `value`, where each path stands, what is wrong with the YAML.

    Without positions, as for the header of a log, everything stands in line 1, column 1.
    """

    name: str
    value: Any
    findings: list[Finding] = field(default_factory=list)
    keys: dict[Path, Position] = field(default_factory=dict)
    values: dict[Path, Position] = field(default_factory=dict)
    words: dict[Path, str] = field(default_factory=dict)  # unquoted text, as written
    quoted: set[Path] = field(default_factory=set)  # keys in quotes
    lines: tuple[str, ...] = ()

    def find(self, code: str, at: Position, path: Path, message: str, help_text: str = "") -> None:
        """Add an error at a line and column."""
        self.findings.append(Finding(self.name, *at, code, "error", dotted(path), message, help_text))

    def place(self, path: Path, of_key: bool = False) -> Position:
        """Line and column of the value at `path` or of its key; of what it would be in where it is not written."""
        if of_key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (1, 1))

    def trap(self, path: Path) -> str:
        """What YAML 1.1 makes of the unquoted word at `path`; empty where it is text there too."""
        return old_reading(self.words.get(path, ""))


def old_reading(word: str) -> str:
    """What YAML 1.1 makes of an unquoted word, in words; empty where it is text there too."""
    old = _old_value(word) if word else None
    if old is None:
        return ""
    return f"older YAML reads {word} as {'a date' if isinstance(old, date) else json.dumps(old, default=str)}"


def dotted(path: Path) -> str:
    """A path as people write it, ``call.at``; strange keys are quoted, long ones cut."""
    return ".".join(_cut(key) if re.fullmatch(r"[\w-]+", key) else json.dumps(_cut(key)) for key in path)


def parse(text: str, name: str) -> Source:
    """The one YAML document in `text`; whatever is wrong with it is in ``findings``, nothing is raised.

    An empty document is an empty mapping. ``value`` has nothing of a text that does not parse.
    """
    source = Source(name, {}, lines=tuple(_LINE_END.split(text)))
    for number, line in enumerate(source.lines, 1):
        strange = UNSHOWABLE.search(line.replace("\t", " "))
        if strange is not None:
            what = f"{_character(strange[0])} cannot stand in a configuration"
            source.find("yaml-syntax", (number, strange.start() + 1), (), what, "remove it")
            return source
    try:
        _Reader(source, yaml.parse(text, Loader=_LOADER)).read()
    except _OverLimit:
        source.value = {}
    except yaml.YAMLError as error:
        source.value = {}
        source.find("yaml-syntax", _position(error, source.lines), (), f"this is not YAML: {_problem(error)}")
    return source


def _position(error: yaml.YAMLError, lines: tuple[str, ...]) -> Position:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return 1, 1
    if mark.line >= len(lines):  # the end of the file
        return len(lines), len(lines[-1]) + 1
    return mark.line + 1, mark.column + 1


def _problem(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    context = getattr(error, "context", None)
    return _cut(f"{problem} ({context})" if context else problem, 160)


def _core_value(text: str) -> Any:
    """An unquoted scalar by YAML 1.2's core schema; octal and hexadecimal numbers stay text."""
    word = text.lower()
    if word in _WORDS and text in (word, word.capitalize(), word.upper()):
        return _WORDS[word]
    if _INT.fullmatch(text):
        return int(text) if len(text) <= 30 else -BEYOND if text.startswith("-") else BEYOND
    if _FLOAT.fullmatch(text):
        return float(text)
    return float(text.replace(".", "", 1)) if _NO_NUMBER.fullmatch(text) else text


def _old_value(word: str) -> Any:
    """What YAML 1.1 makes of an unquoted word, if neither text nor what YAML 1.2 makes of it; otherwise None."""
    if len(word) > 40 or not isinstance(_core_value(word), str):
        return None
    try:
        value = yaml.safe_load(word)
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    return None if isinstance(value, str | list | dict | set) else value


class _OverLimit(Exception):
    """The text is nested too deeply or has too many values; the finding has been made."""


class _Reader:
    """Builds the values from the parser's events; recursion ends at `MOST_DEPTH`."""

    def __init__(self, source: Source, events: Iterator[Any]) -> None:
        self._source = source
        self._events = events
        self._count = 0
        self._refused = 0

    def read(self) -> None:
        """Read the one document. Raises yaml.YAMLError and `_OverLimit`."""
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse(event, (), "a second document begins here", "keep one of them")
                    return
            elif isinstance(event, yaml.NodeEvent):
                value = self._value(event, (), 1)
                empty = isinstance(event, yaml.ScalarEvent) and event.implicit[0] and event.value == ""
                self._source.value = {} if empty or value is _REFUSED else value

    def _value(self, event: Any, path: Path, depth: int) -> Any:
        """The value that begins with `event`, or `_REFUSED` with a finding."""
        self._limit(event, depth)
        if isinstance(event, yaml.AliasEvent):
            return self._refuse(event, path, "an alias is not allowed", "write the value out")
        value: Any
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, path)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = self._sequence(path, depth)
        else:
            value = self._mapping(path, depth)
        if event.anchor is not None:
            value = self._refuse(event, path, "an anchor is not allowed", f"remove &{_cut(event.anchor)}")
        if event.tag is not None:
            value = self._refuse(event, path, "a tag is not allowed", f"remove {_cut(event.tag.replace(_CORE, '!!'))}")
        return value

    def _limit(self, event: Any, depth: int) -> None:
        self._count += 1
        if depth > MOST_DEPTH:
            what = f"nested more than {MOST_DEPTH} deep: no rule configuration"
        elif self._count > MOST_VALUES:
            what = f"more than {MOST_VALUES} values: no rule configuration"
        else:
            return
        self._source.findings.clear()  # one message is enough for what is no configuration at all
        self._source.find("yaml-syntax", _start(event), (), what)
        raise _OverLimit

    def _refuse(self, event: Any, path: Path, what: str, help_text: str, code: str = "yaml-feature") -> object:
        self._refused += code == "yaml-feature"
        if code != "yaml-feature" or self._refused <= MOST_REFUSED:
            self._source.find(code, _start(event), path, what, help_text)
        return _REFUSED

    def _scalar(self, event: Any, path: Path) -> Any:
        strange = UNSHOWABLE.search(event.value)
        if strange is not None:
            what = f"{_character(strange[0])} cannot stand in a value"
            return self._refuse(event, path, what, "write it as plain text on one line", "wrong-type")
        if not event.implicit[0]:
            return event.value
        self._source.words[path] = event.value
        return _core_value(event.value)

    def _sequence(self, path: Path, depth: int) -> list[Any]:
        """No option takes a list; its values are read for the messages about it."""
        found: list[Any] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            self._source.values[(*path, str(len(found)))] = _start(event)
            value = self._value(event, (*path, str(len(found))), depth + 1)
            found.append(None if value is _REFUSED else value)
        return found

    def _mapping(self, path: Path, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        seen: dict[str, int] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, path, depth)
            value = next(self._events)
            if key is None:
                self._aside(value, path, depth)
            elif key in seen:
                what = f"stands here a second time, first in line {seen[key]}"
                self._refuse(event, (*path, key), what, "keep one of them", "duplicate-key")
                self._aside(value, (*path, key), depth)
            else:
                seen[key] = _start(event)[0]
                self._entry(found, (*path, key), event, value, depth)
        return found

    def _entry(self, into: dict[str, Any], path: Path, key: Any, event: Any, depth: int) -> None:
        self._source.keys[path] = _start(key)
        if not key.implicit[0]:
            self._source.quoted.add(path)
        # An empty value may be said to stand below its key, even below the last line.
        empty = event.start_mark.index == event.end_mark.index and event.start_mark.line > key.end_mark.line
        self._source.values[path] = _start(key) if empty else _start(event)
        value = self._value(event, path, depth + 1)
        if value is not _REFUSED:
            into[path[-1]] = value

    def _aside(self, event: Any, path: Path, depth: int) -> None:
        """Read a value that is not used: only what is wrong in it counts."""
        used = self._source.keys, self._source.values, self._source.words
        self._source.keys, self._source.values, self._source.words = {}, {}, {}
        self._value(event, path, depth + 1)
        self._source.keys, self._source.values, self._source.words = used

    def _key(self, event: Any, path: Path, depth: int) -> str | None:
        """The text of a key; None, with a finding, where it is none that can be used."""
        if not isinstance(event, yaml.ScalarEvent):
            self._refuse(event, path, "a key must be a word", "write KEY: VALUE", "wrong-type")
            self._aside(event, path, depth)
            return None
        if event.value == "<<" and event.implicit[0]:
            self._refuse(event, path, "a merge key (<<) is not allowed", "write the values out, or use extends")
            return None
        if len(event.value) > LONGEST_KEY:
            self._refuse(event, path, "no option has so long a name", "", "unknown-key")
            return None
        words = self._source.words.get(path)
        value = self._value(event, path, depth + 1)
        if words is None:
            self._source.words.pop(path, None)
        return None if value is _REFUSED else str(event.value)


def _start(event: Any) -> Position:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _character(one: str) -> str:
    return {"\n": "a line break", "\t": "a tab"}.get(one, f"the character U+{ord(one):04X}")


def _cut(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"

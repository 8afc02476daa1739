"""From YAML text to plain values of which each knows its line and column.

What makes YAML surprising is not read but reported: YAML 1.1's words and numbers (``no``, ``010``, ``1:30``), the same
key twice, anchors, tags, merge keys, several documents. The values are those of YAML 1.2's core schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from pageone_cli.findings import UNSHOWABLE, Finding, showable
from pageone_cli.text_source import Source, Unreadable

MOST_DEPTH = 50
MOST_VALUES = 2_000
BEYOND = 10**30  # stands for every whole number that is too long to be read: no option takes it either

Path = tuple[str, ...]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NOT_IN_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_MISSING = object()


class Place(NamedTuple):
    """Where a key and its value stand (from 1), and how the value is written; `written` is None for a collection."""

    file: str
    key: tuple[int, int]
    value: tuple[int, int]
    written: str | None = None
    quoted: bool = False


@dataclass
class Document:
    """What a file says: nested dicts in `values`, a place for each of their paths, what is wrong with the YAML.

    A value that cannot be taken (an alias, a tag) is in `places` only.
    """

    file: str
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[Path, Place] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def add(self, at: tuple[int, int], code: str, message: str, help: str = "", path: Path = ()) -> None:  # noqa: A002
        """Note an error at a line and column."""
        self.findings.append(Finding(self.file, *at, code, "error", dotted(path), message, help))


def dotted(path: Path) -> str:
    """A path as people write it: ``call.at``; long and strange keys are made short and harmless."""
    return ".".join(shortened(key) if re.fullmatch(r"[\w-]+", key) else quoted(key) for key in path)


def shortened(text: str, most: int = 40) -> str:
    """`text`, cut where it is longer than `most`."""
    return text if len(text) <= most else text[: most - 1] + "…"


def quoted(text: str) -> str:
    """`text` in double quotes on one line."""
    return showable(json.dumps(shortened(text), ensure_ascii=False))


def parse_yaml(source: Source) -> Document:
    """The document in `source`. Findings instead of exceptions, but `Unreadable` where it is over the limits."""
    document = Document(source.name)
    strange = _NOT_IN_TEXT.search(source.text)
    if strange is not None:
        before = re.split(r"\r\n|\r|\n", source.text[: strange.start()])
        what = f"the character U+{ord(strange[0]):04X} cannot stand in a configuration"
        document.add((len(before), len(before[-1]) + 1), "unshowable-character", what, "remove it")
        return document
    try:
        _Reader(document, yaml.parse(source.text, Loader=_LOADER)).read()
    except yaml.YAMLError as error:
        document.add(_place_of(error, source), "syntax", f"this is not YAML: {_problem(error)}")
        document.values.clear()
    return document


def _place_of(error: yaml.YAMLError, source: Source) -> tuple[int, int]:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return 1, 1
    line = min(mark.line, len(source.lines) - 1)  # the end of the file can be one line further
    return line + 1, mark.column + 1 if line == mark.line else len(source.lines[line]) + 1


def _problem(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    context = getattr(error, "context", None)
    return shortened(f"{problem} ({context})" if context else problem, 160)


def core_value(text: str) -> Any:
    """A plain scalar by YAML 1.2's core schema, without octal and hexadecimal numbers: these stay text."""
    word = text if text in ("", "~") else text.lower()
    if word in _WORDS and text in (word, word.capitalize(), word.upper()):
        return _WORDS[word]
    if _INT.fullmatch(text):
        return int(text) if len(text) <= 30 else (-BEYOND if text[0] == "-" else BEYOND)
    if _FLOAT.fullmatch(text):
        return float(text.replace(".inf", "inf").replace(".nan", "nan")) if text[-1].isdigit() else float("nan")
    return text


def old_value(text: str) -> Any:
    """What YAML 1.1 makes of the plain scalar `text`, if it is not text there; otherwise None."""
    if len(text) > 40:
        return None
    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    return None if isinstance(value, str | list | dict | set) else value


class _Reader:
    """Builds a document from the parser's events; recursion ends at `MOST_DEPTH`."""

    def __init__(self, document: Document, events: Iterator[Any]) -> None:
        self._document = document
        self._events = events
        self._count = 0

    def read(self) -> None:
        """Read the one document. Raises yaml.YAMLError and `Unreadable`."""
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    help_ = "keep one, and remove the line ---"
                    self._document.add(_start(event), "syntax", "a second document begins here", help_)
                    return
            elif isinstance(event, yaml.NodeEvent):
                self._root(event)

    def _root(self, event: Any) -> None:
        value = self._value(event, (), 1)
        if isinstance(value, dict):
            self._document.values = value
        elif not (value is None and event.value == "") and value is not _MISSING:
            help_ = "write one option a line, such as hand_size: 5"
            self._document.add(_start(event), "not-a-mapping", "a configuration is a list of options", help_)

    def _value(self, event: Any, path: Path, depth: int) -> Any:
        self._count += 1
        at = _start(event)
        if self._count > MOST_VALUES or depth > MOST_DEPTH:
            limit = f"more than {MOST_VALUES} values" if depth <= MOST_DEPTH else f"nested more than {MOST_DEPTH} deep"
            raise Unreadable(f"{showable(self._document.file)}:{at[0]}:{at[1]}: {limit}; this is no rule configuration")
        if isinstance(event, yaml.AliasEvent):
            return self._refuse(at, "anchor", "an alias is not allowed here", "write the value out", path)
        sound = self._plain_node(event, at, path)
        value: Any = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, at, path)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._sequence(path, depth)
        else:
            self._mapping(value, path, depth)
        return value if sound else _MISSING

    def _plain_node(self, event: Any, at: tuple[int, int], path: Path) -> bool:
        """Whether a node has neither anchor nor tag; findings where it has."""
        if event.anchor is not None:
            self._refuse(at, "anchor", "an anchor is not allowed here", f"remove &{shortened(event.anchor)}", path)
        if event.tag is not None:
            self._refuse(at, "tag", "a tag is not allowed here", f"remove {shortened(event.tag)}", path)
        return event.anchor is None and event.tag is None

    def _refuse(self, at: tuple[int, int], code: str, message: str, help_: str, path: Path) -> object:
        self._document.add(at, code, message, help_, path)
        return _MISSING

    def _scalar(self, event: Any, at: tuple[int, int], path: Path) -> Any:
        text = event.value
        found = UNSHOWABLE.search(text)
        if found is not None:
            what = "a line break" if found[0] == "\n" else f"the character U+{ord(found[0]):04X}"
            return self._refuse(at, "unshowable-character", f"{what} cannot stand here", "write it on one line", path)
        return core_value(text) if event.implicit[0] else text

    def _sequence(self, path: Path, depth: int) -> None:
        """Pass over a list: no option takes one, so only its limits and its findings count."""
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                return
            self._value(event, path, depth + 1)

    def _mapping(self, into: dict[str, Any], path: Path, depth: int) -> None:
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                return
            key = self._key(event, path, depth)
            value_event = next(self._events)
            if key is None:
                self._value(value_event, path, depth + 1)
                continue
            self._entry(into, (*path, key), _start(event), value_event, depth)

    def _entry(self, into: dict[str, Any], path: Path, key_at: tuple[int, int], event: Any, depth: int) -> None:
        first = self._document.places.get(path)
        if first is not None and first.file:
            message = f"this key is here a second time; the first is in line {first.key[0]}"
            self._document.add(key_at, "duplicate-key", message, "keep one of them", path)
            path = (*path[:-1], f"{path[-1]} (again)")  # its own content is looked at, and not used
            into = {}
        scalar = isinstance(event, yaml.ScalarEvent)
        written = event.value if scalar else None
        place = Place(self._document.file, key_at, _start(event), written, scalar and not event.implicit[0])
        self._document.places[path] = place
        value = self._value(event, path, depth + 1)
        if value is not _MISSING:
            into[path[-1]] = value

    def _key(self, event: Any, path: Path, depth: int) -> str | None:
        """The text of a key; None, with a finding, where it cannot be used."""
        at = _start(event)
        if not isinstance(event, yaml.ScalarEvent):
            self._document.add(at, "bad-key", "a key must be a word", "write KEY: VALUE", path)
            self._value(event, path, depth + 1)
            return None
        if event.value == "<<" and event.implicit[0]:
            self._document.add(at, "merge-key", "a merge key (<<) is not allowed", "use extends", path)
            return None
        value = self._value(event, path, depth + 1)
        return None if value is _MISSING else str(event.value)


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1

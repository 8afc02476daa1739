"""Prints findings of `check` and `verify`, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from pageone_cli.findings import Finding
from pageone_cli.render.text import as_json, padded, safe, width

LONGEST = 160  # columns of a source line that are shown


class Printer:
    """Prints findings as they come (``json``: all together at the end) and counts them.

    ``lines`` has the lines of each file; where they are known, ``text`` shows the one a finding is about.
    """

    def __init__(self, form: str, emit: Callable[[str], None]) -> None:
        self._form = form
        self._emit = emit
        self._records: list[dict[str, Any]] = []
        self.lines: Mapping[str, Sequence[str]] = {}
        self.simulated: list[dict[str, Any]] | None = None  # beside the findings, in JSON
        self.errors = 0
        self.warnings = 0

    def __enter__(self) -> Self:
        return self

    def add(self, finding: Finding) -> None:
        """Print one finding."""
        if finding.severity == "error":
            self.errors += 1
        else:
            self.warnings += 1
        if self._form == "json":
            self._records.append(asdict(finding))
        elif self._form == "github":
            self._emit(_annotation(finding))
        else:
            self._emit(safe(str(finding)))
            if self._form == "text":
                self._show(finding)

    def _show(self, finding: Finding) -> None:
        """The line of the file with a caret below the place."""
        lines = self.lines.get(finding.file, ())
        if finding.line > len(lines) or not lines[finding.line - 1].strip():
            return
        line, before = lines[finding.line - 1], lines[finding.line - 1][: finding.column - 1]
        start = max(0, len(before) - LONGEST // 2)
        before = padded(before[start:].replace("\t", " "))
        line = padded(line[start : start + LONGEST].replace("\t", " "))
        self._emit(f"    {line.rstrip()}")
        self._emit(f"    {' ' * width(before)}^")

    def summary(self, unread: int = 0) -> str:
        """The closing line; `unread` files could not be read."""
        found = self.errors or self.warnings
        parts = [f"{_many(self.errors, 'error')}, {_many(self.warnings, 'warning')}"] if found else ["nothing found"]
        return ", ".join(parts + [f"{unread} not read"] * bool(unread))

    def status(self, strict: bool) -> int:
        """The exit status: 1 where something is wrong; with `strict` warnings are."""
        return 1 if self.errors or (strict and self.warnings) else 0

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._form == "json" and error is None:
            both = {"findings": self._records, "simulated": self.simulated}
            self._emit(as_json(self._records if self.simulated is None else both))


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _annotation(finding: Finding) -> str:
    """A GitHub annotation; its parts are escaped as GitHub asks."""

    def escaped(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def part(text: str) -> str:
        return escaped(text).replace(":", "%3A").replace(",", "%2C")

    place = f"file={part(finding.file)},line={finding.line},col={finding.column}"
    what = f"{finding.path}: {finding.message}" if finding.path else finding.message
    return safe(f"::{finding.severity} {place}::{escaped(what + (f'; {finding.help}' if finding.help else ''))}")

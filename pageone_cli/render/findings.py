"""Prints findings of `check` and `verify`, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from pageone_cli.findings import Finding
from pageone_cli.render.text import as_json, safe


class Printer:
    """Prints findings as they come (``json``: all together at the end) and counts them."""

    def __init__(self, form: str, emit: Callable[[str], None]) -> None:
        self._form = form
        self._emit = emit
        self._records: list[dict[str, Any]] = []
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

    def summary(self) -> str:
        """The closing line."""
        if not self.errors and not self.warnings:
            return "nothing found"
        return f"{_many(self.errors, 'error')}, {_many(self.warnings, 'warning')}"

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._form == "json" and error is None:
            self._emit(as_json(self._records))


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
    return f"::{finding.severity} {place}::{escaped(what + (f'; {finding.help}' if finding.help else ''))}"

"""Text that is safe to print, and tables in every format."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

FORMATS = ("table", "markdown", "csv", "json")

# Beside control characters those that reorder or break lines; joiners stay, Persian needs them.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> str:
    """`text` without what would steer a terminal or break a line."""
    return _UNSAFE.sub("\ufffd", text)


def safe_lines(text: str) -> str:
    """`text` of several lines without what would steer a terminal."""
    return "\n".join([safe(line.expandtabs()) for line in text.split("\n")])


def width(text: str) -> int:
    """The columns that `text`, safe to print, takes on a terminal."""
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def padded(text: str, columns: int = 0) -> str:
    """`text`, safe to print, filled with spaces to so many columns of a terminal."""
    clean = safe(text)
    return clean + " " * (columns - width(clean))


def number(value: object, digits: int = 2) -> str:
    """A number for a table: whole ones as they are, others rounded, ``–`` for none."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and digits == 1 else f"{value:.{digits}f}"
    return str(value)


def grid(rows: Sequence[Sequence[str]], headers: Sequence[str], form: str, left: Sequence[int] = ()) -> str:
    """A table for people, ``table`` or ``markdown``; the columns in `left` are text, the others numbers."""
    from tabulate import tabulate

    cells = [[_cell(value, form) for value in row] for row in rows]
    heads = [_cell(value, form) for value in headers]
    align = ["left" if column in left else "right" for column in range(len(headers))]
    style = "pipe" if form == "markdown" else "simple"
    table = tabulate(cells, heads, tablefmt=style, disable_numparse=True, colalign=align, preserve_whitespace=True)
    return "\n".join(line.rstrip() for line in table.splitlines())


def _cell(value: str, form: str) -> str:
    text = unicodedata.normalize("NFC", safe(value))
    return text.replace("\\", "\\\\").replace("|", "\\|") if form == "markdown" else text


def comma_separated(rows: Sequence[Sequence[Any]], headers: Sequence[str]) -> str:
    """CSV with a header row; None is an empty field, numbers are not rounded."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headers)
    for row in rows:
        writer.writerow([safe(value) if isinstance(value, str) else value for value in row])
    return out.getvalue().rstrip("\n")


def as_json(value: Any) -> str:
    """JSON for programs, letters as they are, but control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"

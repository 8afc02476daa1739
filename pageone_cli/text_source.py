"""Reading a small text file that may be anything: wrong encoding, a folder, a device, much too large."""

from __future__ import annotations

import os
import re
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pageone_cli.errors import UserError
from pageone_cli.findings import showable

STDIN = "-"
MOST_BYTES = 256 * 1024
_PIPE = re.compile(r"/dev/stdin|(/dev|/proc/self)/fd/\d+")
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


class Unreadable(UserError):
    """The input cannot be read as text: missing, a folder, binary, too large …; the text says which and why."""


class Missing(Unreadable):
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and where it came from.

    `name` is what messages call it, `folder` is where the files that it names are looked up, `identity` is the same
    for the same file however it is written (empty for standard input and pipes).
    """

    name: str
    text: str
    folder: Path
    identity: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as findings count them, without their ends."""
        return tuple(re.split(r"\r\n|\r|\n", self.text))


def read_source(path: Path | str, name: str | None = None) -> Source:
    """Read the file `path`, ``-`` for standard input; `name` is what messages call it, standard: as given.

    Only regular files are opened, and pipes where a shell hands them over (``/dev/stdin``, ``/dev/fd/N``): nothing
    else could make the program wait for ever. Raises `Missing` or `Unreadable`.
    """
    if path == STDIN:
        return Source("<stdin>", _decode(_read_stdin(), "<stdin>"), Path())
    name = str(path) if name is None else name
    try:
        if _PIPE.fullmatch(str(path)):
            with Path(path).open("rb") as pipe:
                return Source(name, _decode(_read(pipe, name), name), Path())
        _refuse_special(Path(path), name)
        with Path(path).open("rb") as file:
            text = _decode(_read(file, name), name)
        return Source(name, text, Path(path).parent, os.path.realpath(path))
    except FileNotFoundError:
        raise Missing(f"{showable(name)}: there is no such file") from None
    except NotADirectoryError:
        raise Missing(f"{showable(name)}: there is no such file (its folder is a file)") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{showable(name)}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    """Why the system refuses, in few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "this cannot be the name of a file"


def _refuse_special(path: Path, name: str) -> None:
    """Raise `Unreadable` for what is no regular file, and for a file that is too large."""
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise Unreadable(f"{showable(name)}: this is a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise Unreadable(f"{showable(name)}: this is a device or a pipe, not a file; to read a pipe, write -")
    if found.st_size > MOST_BYTES:
        raise _too_large(name)


def _too_large(name: str) -> Unreadable:
    return Unreadable(f"{showable(name)}: more than {MOST_BYTES // 1024} KiB; no rule configuration is that long")


def _read_stdin() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise Unreadable("<stdin>: there is no standard input")
    try:
        return _read(stream, "<stdin>")
    except (OSError, ValueError) as error:
        raise Unreadable(f"<stdin>: {_reason(error)}") from None


def _read(file: IO[bytes], name: str) -> bytes:
    """All of `file`. Raises `Unreadable` where it has more than `MOST_BYTES`."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    return data


def _decode(data: bytes, name: str) -> str:
    """UTF-8 with or without BOM as text. Raises `Unreadable` with the line where it is not."""
    if data.startswith(_WIDE_BOMS):
        raise Unreadable(f"{showable(name)}: the text is in UTF-16 or UTF-32; save it as UTF-8")
    binary = data.find(b"\0")
    if binary >= 0:
        raise Unreadable(f"{showable(name)}:{_line(data, binary)}: this is not a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = f"{showable(name)}:{_line(data, error.start)}"
        raise Unreadable(f"{at}: this is not UTF-8 text; save the file as UTF-8") from None


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1

"""Hostile inputs end with a message, soon and in little memory, with the C loader and without it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SECONDS = 10.0  # two are promised on a quiet machine; the tests run on busy ones too
MEGABYTES = 200
SIZE = 200 * 1024

PROGRAM = """
import sys
if sys.argv[2] == "python":
    import yaml
    del yaml.CSafeLoader
from pageone_cli.config import load
from pageone_cli.errors import UserError
try:
    load(sys.argv[1])
except UserError as error:
    print(type(error).__name__, error)
try:
    lines = open("/proc/self/status").read().splitlines()  # the own peak; rusage would have that of the parent
except OSError:
    sys.exit()
print(next(int(line.split()[1]) >> 10 for line in lines if line.startswith("VmHWM")))
"""

BOMB = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [{', '.join(['*a'] * 9)}]\n" for n in range(200))

HOSTILE = {
    "nested lists": ("[" * 10_000, "ConfigError"),
    "nested mappings": ("{a: " * 10_000, "ConfigError"),
    "nested braces": ("{" * SIZE, "ConfigError"),
    "nested dashes": ("- " * (SIZE // 2), "ConfigError"),
    "nested keys": ("? " * (SIZE // 2), "ConfigError"),
    "indented": ("".join(" " * n + "a:\n" for n in range(600)), "ConfigError"),
    "aliases": (BOMB, "ConfigError"),
    "recursion": ("match: &a {mode: *a}\n", "ConfigError"),
    "objects": ("name: !!python/object/apply:os.system ['echo pwned']\n", "ConfigError"),
    "many keys": ("".join(f"hand_siz{n}: 1\n" for n in range(15_000)), "ConfigError"),
    "long number": ("hand_size: " + "9" * SIZE, "ConfigError"),
    "long key": ("? " + "hand_size" * 20_000 + "\n: 1\n", "ConfigError"),
    "long text": ("lead_next: '" + "x\n" * (SIZE // 2) + "'", "ConfigError"),
    "never closed": ('name: "' + "x" * SIZE, "ConfigError"),
    "documents": ("---\n" * (SIZE // 4), "ConfigError"),
    "50 MB": ("a" * (50 << 20), "ConfigUnreadable"),
}


def told(reference: str, loader: str = "c", given: bytes | None = None, fds: tuple[int, ...] = ()) -> str:
    """What a process says that loads `reference`; it must be quick, small, and without a traceback."""
    begin = time.monotonic()
    command = [sys.executable, "-c", PROGRAM, reference, loader]
    done = subprocess.run(command, capture_output=True, timeout=3 * SECONDS, check=False, input=given, pass_fds=fds)
    assert time.monotonic() - begin < SECONDS
    assert done.stderr == b""
    *text, memory = done.stdout.decode().splitlines() or ["0"]
    assert int(memory) < MEGABYTES
    return "\n".join(text)


@pytest.mark.parametrize("loader", ["c", "python"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text(kind: str, loader: str, tmp_path: Path) -> None:
    text, error = HOSTILE[kind]
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    said = told(str(tmp_path / "x.yaml"), loader)
    assert said.startswith(f"{error} ")
    assert max(map(len, said.splitlines())) < 500 + len(str(tmp_path))
    if kind.startswith("nested lists"):
        assert "deep" in said or "nesting" in said


@pytest.mark.parametrize("loader", ["c", "python"])
def test_both_loaders_find_the_same_places(loader: str, tmp_path: Path) -> None:
    text = "call: {at: 11}\nzebra: é\nscore: ü # é\npoints: {ace: 1:30}\nname: a: b\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    assert f"{tmp_path / 'x.yaml'}:5:8: error: this is not YAML" in told(str(tmp_path / "x.yaml"), loader)
    (tmp_path / "x.yaml").write_text(text.replace("a: b", "a"), encoding="utf-8")
    said = told(str(tmp_path / "x.yaml"), loader)
    assert [line.split(": ")[0].rpartition("x.yaml:")[2] for line in said.splitlines()[1:]] == [
        "1:12",
        "2:1",
        "3:8",
        "4:15",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_without_a_writer_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert told(str(tmp_path / "pipe")).startswith("ConfigUnreadable")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")
def test_a_pipe_of_the_shell_is_ordinary() -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, b"hand_size: 5\n")
        os.close(writing)
        assert told(f"/dev/fd/{reading}", fds=(reading,)) == ""
    finally:
        os.close(reading)
    assert told("/dev/stdin", given=b"extends: five-card\n") == ""


@pytest.mark.parametrize("reference", ["/dev/zero", "/dev/urandom", "/", "/proc/self/mem"])
def test_devices_and_folders(reference: str) -> None:
    if not Path(reference).exists():
        pytest.skip("not on this system")
    assert told(reference).startswith("ConfigUnreadable")


def test_endless_standard_input() -> None:
    assert told("-", given=b"a" * (5 << 20)).startswith("ConfigUnreadable <stdin>: larger than")

"""Where the bundled configurations and strategies are: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def configs() -> Path:
    """The folder of the bundled configurations."""
    return _folder("configs")


def strategies() -> Path:
    """The folder of the bundled strategies."""
    return _folder("strategies")

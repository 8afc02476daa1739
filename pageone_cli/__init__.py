"""pageone: a tournament runner and rule checker for the card games called Page One.

What the author of a strategy needs is here: `Strategy`, `View`, `Move`. They are imported when they are first used, so
that the program's help does not wait for them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pageone_cli.strategy import Move as Move
    from pageone_cli.strategy import Strategy as Strategy
    from pageone_cli.strategy import View as View

__version__ = "0.1.0"
__all__ = ["Move", "Strategy", "View", "__version__"]


def __getattr__(name: str) -> Any:
    if name in ("Move", "Strategy", "View"):
        from pageone_cli import strategy

        return getattr(strategy, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

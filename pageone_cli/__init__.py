"""pageone: a tournament runner and rule checker for the card games called Page One.

What the author of a strategy needs is here: `Strategy`, `View`, `Move`.
"""

from pageone_cli.strategy import Move, Strategy, View

__version__ = "0.1.0"
__all__ = ["Move", "Strategy", "View", "__version__"]

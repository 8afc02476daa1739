"""The trick-and-draw game (rules T1 to T13): who cannot follow draws until they can."""

from pageone_cli.games.trick.deal import TrickDeal
from pageone_cli.games.trick.family import TrickFamily

__all__ = ["TrickDeal", "TrickFamily"]

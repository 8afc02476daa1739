"""The matching game (rules M1 to M15): play what has the colour or the face, or draw."""

from pageone_cli.games.matching.deal import MatchingDeal
from pageone_cli.games.matching.family import MatchingFamily

__all__ = ["MatchingDeal", "MatchingFamily"]

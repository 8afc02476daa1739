"""What a check finds: records that `check`, `verify` and the loading of a configuration print alike."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

# Stable codes, each with what it stands for.
CODES = {
    "yaml-syntax": "the file does not parse as YAML",
    "yaml-feature": "anchors, aliases, merge keys, tags or several documents: a configuration needs none of them",
    "duplicate-key": "a key stands twice in one mapping",
    "unknown-key": "no option of this name",
    "other-family": "an option of the other family of games",
    "other-mode": "a match option of another mode",
    "wrong-type": "a value of the wrong type, or one that YAML reads as something else",
    "out-of-range": "a number outside the range of its option",
    "not-one-of": "a word that the option does not know",
    "extends-missing": "the configuration named by `extends` cannot be read",
    "extends-cycle": "configurations that extend each other in a circle",
    "extends-broken": "the configuration named by `extends` has errors itself",
    "rules-missing": "the configuration that a tournament names cannot be read",
    "entry": "an entry of a tournament that cannot be loaded, or does not play its game",
    "unplayable": "a tournament whose entries and tables do not fit together",
    "players-order": "players.min is above players.max",
    "pack-too-small": "more cards to deal than there are",
    "call-at": "call.at is not below the hand size",
    "yaml-trap": "a word that older YAML reads as something else (warning)",
    "thin-stock": "less than a quarter of the pack is left as stock (warning)",
    "large-penalty": "a penalty larger than the stock (warning)",
    "low-cap": "max_turns is so low that ordinary deals reach it (warning)",
    "no-effect": "an option that changes nothing (warning)",
    "often-stuck": "simulated: many deals end because nothing is left to draw (warning)",
    "often-capped": "simulated: many deals reach max_turns (warning)",
    "first-leader": "simulated: who acts first has a great advantage or disadvantage (warning)",
    "luck": "simulated: who plays well does not do better (warning)",
    "no-starter": "all number cards could be dealt out (M3)",
    "hand-limit": "the hand size is above the hand limit (M10)",
    "tight-limit": "the hand limit is the hand size: whoever draws is out (warning)",
    "log": "a line of a log is not what the rules or its own numbers ask for; the path names the rule",
    "log-interrupted": "a log ends in the middle of a line or of a match",
}


@dataclass(frozen=True, order=True)
class Finding:
    """One thing found: where (line and column from 1, ``path`` of the key), what, and what would be right."""

    file: str
    line: int
    column: int
    code: str
    severity: str
    path: str
    message: str
    help: str = ""

    def __str__(self) -> str:
        what = f"{self.path}: {self.message}" if self.path else self.message
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {what}{f'; {self.help}' if self.help else ''}"


def nearest(word: str, known: Iterable[str]) -> str:
    """``did you mean WORD?``, or nothing where no known word is near."""
    close = difflib.get_close_matches(word[:100], list(known), 1)
    return f"did you mean {close[0]}?" if close else ""

"""Contests of many blocks: round robins, knockouts, dropping the worst, and whether one player is better than another.

Each kind is a file; `made` is the one place that knows them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pageone_cli.contests.stages import Contest, Named, Unplayable
from pageone_cli.rules import Rules

# The kinds of `tournament`, each with the options that belong to it alone.
KIND_OPTIONS = {
    "round-robin": ("blocks", "matches_total"),
    "knockout": ("blocks", "advance", "seeding"),
    "drop-worst": ("blocks", "drop"),
}


def made(
    kind: str, rules: Rules, players: Sequence[Any], seed: str, options: Mapping[str, Any], log_deals: str = "all"
) -> Contest:
    """The contest of that kind; `options` are those of the header of a log, all or those that differ from the standard.

    Raises `Unplayable`, or TypeError for options that the kind does not have.
    """
    from pageone_cli.contests.comparison import Comparison
    from pageone_cli.contests.drop_worst import DropWorst
    from pageone_cli.contests.knockout import Knockout
    from pageone_cli.contests.round_robin import RoundRobin

    kinds: dict[str, Any] = {
        "round-robin": RoundRobin,
        "knockout": Knockout,
        "drop-worst": DropWorst,
        "compare": Comparison,
    }
    if kind not in kinds:
        raise Unplayable(f"{kind} is no kind of contest that this version knows")
    own = {key: value for key, value in options.items() if key not in ("kind", "log_deals", "beside")}
    contest: Contest = kinds[kind](rules=rules, players=players, seed=seed, log_deals=log_deals, **own)
    return contest


__all__ = ["KIND_OPTIONS", "Contest", "Named", "Unplayable", "made"]

"""The verdict of a comparison, in words and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pageone_cli.blocks import WHOLE
from pageone_cli.render.text import as_json, comma_separated, grid, number, safe
from pageone_cli.rules import plain
from pageone_cli.sequential import EQUAL, LEAST, LESS, MORE

if TYPE_CHECKING:
    from pageone_cli.contests.comparison import Comparison

COLUMNS: Final = (
    *("a", "b", "verdict", "mean", "interval", "difference", "ratio_less", "ratio_more", "blocks", "matches", "deals"),
    *("a_points", "a_deals", "a_won", "a_win_share", "b_points", "b_deals", "b_won", "b_win_share"),
)
VERDICTS: Final = {LESS: "better", MORE: "worse", EQUAL: "no difference", None: "undecided"}


def comparison_text(contest: Comparison, form: str) -> str:
    """What `compare` prints as `form` (``table``, ``markdown``, ``csv`` or ``json``)."""
    values = _values(contest)
    if form == "json":
        head = {"rules": plain(contest.rules), "seed": contest.seed, "options": dict(contest.options)}
        return as_json(head | values)
    if form == "csv":
        return comma_separated([[values[key] for key in COLUMNS]], COLUMNS)
    parts = [_title(contest, form), _verdict(contest), _sides(values, form)]
    if contest.test.verdict is not None and contest.test.difference:
        parts.append("A test that stops as soon as it can decide finds differences a little too large on average.")
    return "\n\n".join(parts)


def _values(contest: Comparison) -> dict[str, Any]:
    a, b = contest.sides()
    test, ratios = contest.test, contest.test.ratios() or (None, None)
    own, other = contest.side(a), contest.side(b)
    values = [*_names(contest), VERDICTS[test.verdict], test.mean, test.interval, test.difference, *ratios]
    values += [test.count, contest.ranking.matches, contest.ranking.deals]
    for sums in (own, other):
        values += [sums.points, sums.deals, sums.won, sums.share / WHOLE / sums.deals if sums.deals else None]
    return dict(zip(COLUMNS, values, strict=True))


def _names(contest: Comparison) -> tuple[str, str]:
    a, b = contest.sides()
    return contest.players[a[0]].name, contest.players[b[0]].name


def _title(contest: Comparison, form: str) -> str:
    one, other = (safe(name) for name in _names(contest))
    others = [safe(player.name) for player in contest.players[2:]] if contest.field else []
    among = f" among {', '.join(others)}" if others else f" at tables of {contest.size}"
    title = f"{safe(contest.rules.name)} · {one} against {other}{among} · {_played(contest)}"
    return title.replace("|", "\\|") if form == "markdown" else title


def _played(contest: Comparison) -> str:
    count = contest.test.count
    return f"{count} block{'s' * (count != 1)}, {contest.ranking.matches} matches, {contest.ranking.deals} deals"


def _verdict(contest: Comparison) -> str:
    """The verdict in words."""
    test = contest.test
    one, other = (safe(name) for name in _names(contest))
    if test.mean is None:
        return "Nothing has been played."
    by = f"{abs(test.mean):.2f} ± {number(test.interval)} points a deal (95 %)"
    if test.verdict is None:
        few = f" (never below {LEAST} blocks)" if test.count < LEAST else ""
        seen = f"{one} less {other} is {test.mean:+.2f} ± {number(test.interval)}"
        return f"Undecided after {test.count} blocks{few}: {seen}."
    if not test.variance:
        if test.verdict == EQUAL:
            return f"No difference: in all {test.count} blocks {one} and {other} did exactly alike."
        word = VERDICTS[test.verdict]
        return f"{one} is {word} than {other}: by {abs(test.mean):.2f} points a deal in each of {test.count} blocks."
    asked = f"{test.difference:.2f} points a deal"
    if test.verdict == EQUAL:
        seen = f"the difference seen is {test.mean:+.2f} ± {number(test.interval)}"
        return f"No difference of {asked} between {one} and {other}: {seen}."
    return f"{one} is {VERDICTS[test.verdict]} than {other}: by {by}. Asked was {asked} or none."


def _sides(values: dict[str, Any], form: str) -> str:
    rows = []
    for side in "ab":
        points, deals = values[f"{side}_points"], values[f"{side}_deals"]
        mean = points / deals if deals else None
        rows.append([values[side], number(mean), number(values[f"{side}_win_share"], 3), str(deals)])
    return grid(rows, ["name", "points/deal", "win share", "deals, all seats"], form, left=(0,))

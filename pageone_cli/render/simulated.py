"""What `check --simulate` prints: how the deals went, with intervals, and warnings where a share is high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pageone_cli.findings import Finding
from pageone_cli.intervals import Tally, wilson
from pageone_cli.render.text import grid, number
from pageone_cli.simulation import Played

OFTEN_STUCK: Final = 0.2  # more of the deals than this end stuck: a warning
OFTEN_CAPPED: Final = 0.01
LEADS: Final = 1.5  # who acts first wins so many times as often as even: a warning; so is the inverse

HEADERS = (
    *("players", "strategies", "deals", "turns ± 95 %", "median", "99 %", "drawn", "reshuffles"),
    *("stuck", "capped", "first leader", "skill beats luck"),
)


def simulated_text(name: str, rows: Sequence[Played], form: str = "table") -> str:
    """The table for people."""
    cells = []
    for played in rows:
        step = played.step
        row = [str(step.players), played.strategies, str(played.deals), _mean(played.turns, 1)]
        row += [str(played.quantile(0.5)), str(played.quantile(0.99)), _mean(played.draws, 1)]
        row += [_mean(played.reshuffles), _share(played, "stuck"), _share(played, "cap")]
        row += ["", _percent(played.skill)] if step.skilled else [_mean(played.leader, signed=True), ""]
        cells.append(row)
    notes = (
        "drawn: cards a deal. first leader: points a deal better than the mean of the others. skill beats luck: the "
        "share\nof deals in which the first-named strategy has fewer points than the mean of the others. ± and ranges "
        "are 95 % intervals."
    )
    return f"{name}, simulated\n\n{grid(cells, HEADERS, form, left=(1,))}\n\n{notes}"


def simulated_plain(rows: Sequence[Played]) -> list[dict[str, Any]]:
    """The same for programs: counts and sums beside means and half intervals."""
    found = []
    for played in rows:
        step = played.step
        row: dict[str, Any] = {
            "players": step.players,
            "strategies": played.strategies,
            "skilled": step.skilled,
            "deals": played.deals,
            "blocks": played.turns.count,
            "median": played.quantile(0.5),
            "quantile_99": played.quantile(0.99),
        }
        for name in ("turns", "draws", "reshuffles", "leader", "leader_won", "skill"):
            tally: Tally = getattr(played, name)
            row[name] = {"count": tally.count, "total": tally.total, "mean": tally.mean, "interval": tally.interval}
        row["outcomes"] = dict(sorted(played.outcomes.items()))
        found.append(row)
    return found


def simulated_findings(name: str, rows: Sequence[Played]) -> Iterator[Finding]:
    """A warning for each share that is high beyond doubt: its interval says so."""
    for played in rows:
        for code, what, help_text in _warnings(played):
            yield Finding(
                name, 1, 1, code, "warning", f"{played.step.players} players, {played.strategies}", what, help_text
            )


def _warnings(played: Played) -> Iterator[tuple[str, str, str]]:
    even = 1 / played.step.players
    if _range(played, "stuck")[0] > OFTEN_STUCK:
        what = f"{_share(played, 'stuck')} of the deals end because nothing is left to draw"
        yield "often-stuck", what, "fewer players or cards"
    if _range(played, "cap")[0] > OFTEN_CAPPED:
        yield "often-capped", f"{_share(played, 'cap')} of the deals reach max_turns", "a higher max_turns"
    won = played.leader_won
    if not played.step.skilled and won.mean is not None and won.interval is not None:
        low, high = won.mean - won.interval, won.mean + won.interval
        what = f"who acts first wins {_percent(won)} of the deals, even would be {even:.0%}"
        yield from [("first-leader", what, "play rotated matches")] * (low > even * LEADS or high < even / LEADS)
    skill = played.skill
    if skill.mean is not None and skill.interval is not None and skill.mean + skill.interval <= 0.5:
        yield "luck", f"who plays well does better in {_percent(skill)} of the deals only", ""


def _mean(tally: Tally, digits: int = 2, signed: bool = False) -> str:
    if tally.mean is None:
        return "–"
    mean = f"{tally.mean:+.{digits}f}" if signed else f"{tally.mean:.{digits}f}"
    return f"{mean} ± {number(tally.interval, 2)}"


def _percent(tally: Tally) -> str:
    if tally.mean is None:
        return "–"
    half = "–" if tally.interval is None else f"{100 * tally.interval:.1f}"
    return f"{100 * tally.mean:.1f} ± {half} %"


def _range(played: Played, outcome: str) -> tuple[float, float]:
    """The 95 % interval of the share of deals that ended so; a block counts as one, which is on the safe side."""
    blocks = played.turns.count
    return wilson(played.outcomes[outcome] * blocks / played.deals, blocks)


def _share(played: Played, outcome: str) -> str:
    low, high = _range(played, outcome)
    return f"{100 * played.outcomes[outcome] / played.deals:.1f} % ({100 * low:.1f}–{100 * high:.1f})"

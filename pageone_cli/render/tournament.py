"""The tables of a tournament, in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from pageone_cli.ranking import FEW, FEWEST, Ranking, Standing
from pageone_cli.rating import Rating
from pageone_cli.render.text import as_json, comma_separated, grid, number, safe
from pageone_cli.rules import Rules, plain
from pageone_cli.streams import derived

MOST_PAIRS: Final = 12  # players up to which the table of pairs is printed
COLUMNS: Final = (
    *("name", "strategy", "rank", "points", "deals", "mean", "interval", "blocks", "matches", "won", "void"),
    *("win_share", "mean_rank", "missed", "caught", "faults", "rating", "rating_low", "rating_high"),
)


class Told(Protocol):
    """What a report tells of a contest."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def seed(self) -> str: ...  # noqa: D102
    @property
    def players(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def options(self) -> Mapping[str, Any]: ...  # noqa: D102


class TournamentReport:
    """What a round robin prints: `ranking` has its blocks."""

    def __init__(self, contest: Told, ranking: Ranking, members: Sequence[int] | None = None) -> None:
        """`members` are the players that are shown, None for all."""
        self.rules = contest.rules
        self.seed = contest.seed
        self.players = [(player.name, player.spec) for player in contest.players]
        self.options = contest.options
        self.ranking = ranking
        self.members = range(len(self.players)) if members is None else members
        self.ratings = ranking.ratings(derived(f"ratings/{contest.seed}"))

    def text(self, form: str) -> str:
        """The whole report as `form` (``table``, ``markdown``, ``csv`` or ``json``)."""
        self.ranking.rank()
        if form == "json":
            return as_json(self._object())
        if form == "csv":
            return comma_separated([self._values(index) for index in self.members], COLUMNS)
        parts = [self._title(form), self._standings(form), self._seats(form)]
        if len(self.members) <= MOST_PAIRS:
            parts.append(self._pairs(form))
        return "\n\n".join([*parts, *self._notes()])

    def _title(self, form: str) -> str:
        ranking, kind = self.ranking, str(self.options.get("kind", "round-robin")).replace("-", " ")
        parts = [safe(self.rules.name), f"{kind}, {len(self.members)} entries, tables of {self.options['table_size']}"]
        parts.append(f"{_many(ranking.blocks, 'block')}, {ranking.matches} matches")
        parts.append(f"{ranking.deals} deals, {ranking.void} without a winner")
        title = " · ".join(parts)
        return title.replace("|", "\\|") if form == "markdown" else title

    def _standings(self, form: str) -> str:
        headers = ["rank", "name", "points/deal ± 95 %", "win share", "mean rank", "deals", "void", "missed", "faults"]
        headers += ["rating (95 %)"] * bool(self.ratings)
        rows = []
        for index in self._order():
            one = self.ranking.standings[index]
            cells = [number(one.rank), self.players[index][0], _with_interval(one.mean, one.interval)]
            cells += [number(one.win_share, 3), number(one.mean_rank), str(one.sums.deals)]
            cells += [str(one.sums.void), str(one.sums.missed), str(one.sums.faults)]
            rating = self.ratings.get(index)
            if self.ratings:
                cells.append(_rating(rating))
            rows.append(cells)
        return grid(rows, headers, form, left=(1,))

    def _order(self) -> list[int]:
        return [index for index in self.ranking.by_rank() if index in self.members]

    def _seats(self, form: str) -> str:
        places = self.ranking.positions
        cells = [number(points / deals if deals else None) for deals, points in places]
        headers = ["acts", *["first", "second", "third", "fourth", "fifth", "sixth"], "7th", "8th", "9th", "10th"]
        return grid([["points/deal", *cells]], headers[: len(places) + 1], form, left=(0,))

    def _pairs(self, form: str) -> str:
        """Mean differences of points per deal, the row less the column: negative is better."""
        order = self._order()
        rows = []
        for one in order:
            cells = []
            for other in order:
                tally = self.ranking.difference(one, other) if one != other else None
                cells.append("" if tally is None else _with_interval(tally.mean, tally.interval, signed=True))
            rows.append([self.players[one][0], *cells])
        return grid(rows, ["less than", *[self.players[index][0] for index in order]], form, left=(0,))

    def _notes(self) -> list[str]:
        """What a sceptic should know."""
        least = min((self.ranking.standings[index].blocks for index in self.members), default=0)
        if least < FEWEST:
            return [f"No intervals: they need {FEWEST} blocks for each entry, and some have {least}."]
        if least < FEW:
            return [f"Some entries have {least} blocks only; below {FEW} intervals are rough."]
        return []

    # For programs

    def _object(self) -> dict[str, Any]:
        ranking = self.ranking
        players = [dict(zip(COLUMNS, self._values(index), strict=True)) for index in self.members]
        return {
            "rules": plain(self.rules),
            "seed": self.seed,
            "options": dict(self.options),
            "blocks": ranking.blocks,
            "matches": ranking.matches,
            "deals": ranking.deals,
            "void": ranking.void,
            "players": players,
            "seats": [
                {"position": place, "deals": deals, "points": points, "mean": points / deals if deals else None}
                for place, (deals, points) in enumerate(ranking.positions)
            ],
            "pairs": [
                {
                    "players": [one, other],
                    "blocks": tally.count,
                    "total": tally.total,
                    "mean": tally.mean,
                    "interval": tally.interval,
                }
                for (one, other), tally in sorted(ranking.pairs.items())
            ],
        }

    def _values(self, index: int) -> list[Any]:
        one: Standing = self.ranking.standings[index]
        sums, rating = one.sums, self.ratings.get(index) or (None, None, None)
        means = [
            one.rank,
            sums.points,
            sums.deals,
            one.mean,
            one.interval,
            one.blocks,
            sums.matches,
            sums.won,
            sums.void,
        ]
        return [
            *self.players[index],
            *means,
            one.win_share,
            one.mean_rank,
            sums.missed,
            sums.caught,
            sums.faults,
            *rating,
        ]


def _rating(rating: Rating | None) -> str:
    if rating is None:
        return "–"
    if rating.low is None or rating.high is None:
        return f"{rating.value:.0f} (–)"
    return f"{rating.value:.0f} ({rating.low:.0f}–{rating.high:.0f})"


def _with_interval(mean: float | None, interval: float | None, signed: bool = False) -> str:
    if mean is None:
        return "–"
    return f"{mean:+.2f} ± {number(interval)}" if signed else f"{mean:.2f} ± {number(interval)}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"

"""The bracket of a contest in rounds as a tree, and its standings, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pageone_cli.render.text import as_json, comma_separated, grid, number, safe
from pageone_cli.rules import plain

if TYPE_CHECKING:
    from pageone_cli.contests.rounds import Round, Rounds, Table

COLUMNS: Final = (
    "name",
    "strategy",
    "place",
    "rounds",
    "points",
    "deals",
    "mean",
    "won",
    "void",
    "missed",
    "caught",
    "faults",
)
DECIDED: Final = {"points": "", "play-off": " (play-off)", "lot": " (by lot)"}


def bracket_text(contest: Rounds, form: str) -> str:
    """What a tournament in rounds prints as `form` (``table``, ``markdown``, ``csv`` or ``json``)."""
    if form == "json":
        return as_json(_object(contest))
    if form == "csv":
        return comma_separated([_values(contest, player) for player in range(len(contest.players))], COLUMNS)
    tree = "\n".join(_tree(contest))
    tree = f"```text\n{tree}\n```" if form == "markdown" else tree
    return "\n\n".join([_title(contest, form), tree, _standings(contest, form)])


def _title(contest: Rounds, form: str) -> str:
    ranking = contest.ranking
    parts = [safe(contest.rules.name), f"{contest.kind}, {len(contest.players)} entries, tables of {contest.size}"]
    parts.append(f"{ranking.blocks} blocks, {ranking.matches} matches, {ranking.deals} deals")
    title = " · ".join(parts)
    return title.replace("|", "\\|") if form == "markdown" else title


def _tree(contest: Rounds) -> list[str]:
    """The rounds from the last to the first, each table below the one that its best player went on to."""
    if not contest.rounds:
        return ["Nothing has been played."]
    last = contest.rounds[-1]
    lines = []
    for table in last.tables:
        lines += _branch(contest, len(contest.rounds) - 1, table, "", "")
    return lines


def _branch(contest: Rounds, number: int, table: Table, first: str, rest: str) -> list[str]:
    now = contest.rounds[number]
    lines = [f"{first}{_label(contest, now, table)}"]
    below = _feeders(contest, number, table)
    for place, feeder in enumerate(below):
        end = place == len(below) - 1
        lines += _branch(
            contest, number - 1, feeder, f"{rest}{'└─ ' if end else '├─ '}", f"{rest}{'   ' if end else '│  '}"
        )
    return lines


def _label(contest: Rounds, now: Round, table: Table) -> str:
    """One table: who sat there with what, who goes on (bold would not do on every terminal: an arrow does)."""
    if len(table.members) == 1:
        return f"{safe(contest.players[table.members[0]].name)} has a bye"
    parts = []
    for player in table.members:
        mean = now.mean(player)
        shown = "" if mean is None else f" {float(mean):.2f}"
        parts.append(f"{'→ ' if player in table.advance else ''}{safe(contest.players[player].name)}{shown}")
    return f"Round {now.number}: {' · '.join(parts)}{DECIDED[table.decided]}"


def _feeders(contest: Rounds, number: int, table: Table) -> list[Table]:
    """The tables of the round before whose best player sits at this one; byes are tables of one."""
    from pageone_cli.contests.rounds import Table as Bye

    if number == 0:
        return []
    before = contest.rounds[number - 1]
    byes = [Bye([player], 1, [player]) for player in before.byes]
    return [each for each in [*before.tables, *byes] if each.advance and each.advance[0] in table.members]


def _standings(contest: Rounds, form: str) -> str:
    places = contest.places()
    last = len(places) + 1
    order = sorted(range(len(places)), key=lambda player: places[player] or last)
    rows = []
    for player in order:
        sums = contest.ranking.standings[player]
        rounds = sum(now.mean(player) is not None for now in contest.rounds)
        cells = [number(places[player]), contest.players[player].name, str(rounds), number(sums.mean)]
        rows.append([*cells, str(sums.sums.deals), str(sums.sums.missed), str(sums.sums.faults)])
    return grid(rows, ["place", "name", "rounds", "points/deal", "deals", "missed", "faults"], form, left=(1,))


def _values(contest: Rounds, player: int) -> list[Any]:
    entry, standing = contest.players[player], contest.ranking.standings[player]
    sums = standing.sums
    rounds = sum(now.mean(player) is not None for now in contest.rounds)
    head = [entry.name, entry.spec, contest.places()[player], rounds, sums.points, sums.deals, standing.mean]
    return [*head, sums.won, sums.void, sums.missed, sums.caught, sums.faults]


def _object(contest: Rounds) -> dict[str, Any]:
    rounds = []
    for now in contest.rounds:
        tables = []
        for table in now.tables:
            sums = [now.ranking.standings[player].sums for player in table.members]
            tables.append(
                {
                    "players": table.members,
                    "points": [each.points for each in sums],
                    "deals": [each.deals for each in sums],
                    "advance": table.advance,
                    "decided": table.decided,
                }
            )
        rounds.append({"round": now.number, "played": now.played, "tables": tables, "byes": now.byes})
    players = [dict(zip(COLUMNS, _values(contest, player), strict=True)) for player in range(len(contest.players))]
    head = {"rules": plain(contest.rules), "seed": contest.seed, "options": dict(contest.options)}
    return {**head, "winners": contest.winners, "rounds": rounds, "players": players}

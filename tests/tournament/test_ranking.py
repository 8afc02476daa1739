"""Standings computed again, independently, from the lines of logs; and `table`, which gives the same bytes."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pageone_cli.student import t_quantile
from tests.commands import run

FIVE = ["random", "highest", "lowest", "longest-suit", "rare-suit"]
LEAD = "extends: classic\nname: Ahead\nmatch: {mode: lead, by: 40, max_deals: 6}\n"
SHORT = "extends: colour\nname: Short\nmax_turns: 60\nmatch: {mode: deals, deals: 3}\n"
HARD = "extends: classic\nname: Hard\nmatch: {mode: elimination, over: 30, max_deals: 8}\non_stuck: score\n"
LOST = """
from pageone_cli import Strategy

class Bot(Strategy):
    '''Fails now and then, also after it has won.'''

    def choose(self, view):
        if self.rng.random() < {chance}:
            raise ValueError("oh")
        return view.moves[int(self.rng.random() * len(view.moves))].silent()

    def observe(self, event):
        if event[0] == "out" and event[1] == self.seat and self.rng.random() < {after}:
            raise ValueError("won and lost")
"""

RUNS: dict[str, list[str]] = {
    "deals": [*FIVE, "--deals", "3", "--blocks", "4"],
    "two": [*FIVE[:3], "--deals", "5", "--table-size", "2", "--blocks", "12"],
    "faults": ["./lost.py", "random", "lowest", "--deals", "3", "--blocks", "11"],
    "substitute": ["./lost.py", "random", "lowest", "--deals", "3", "--blocks", "11", "--on-fault", "substitute"],
    "lead": [*FIVE[:4], "--rules", "lead.yaml", "--table-size", "3", "--blocks", "5"],
    "elimination": [*FIVE[:4], "--rules", "elimination", "--blocks", "10"],
    "hard": [*FIVE[:3], "--rules", "hard.yaml", "--blocks", "12"],
    "wins": [*FIVE[:3], "--rules", "last-card", "--blocks", "10", "--deals", "2"],
    "colour": ["random", "steady", "./lost.py", "--rules", "colour", "--deals", "2", "--blocks", "10"],
    "short colour": ["random", "steady", "./lost.py", "--rules", "short.yaml", "--blocks", "10"],
    "unrotated": [*FIVE[:3], "--no-rotate", "--blocks", "30", "--deals", "3"],
    "selection": [*FIVE, "--matches-total", "50", "--table-size", "2", "--deals", "2"],
    "few": [*FIVE[:3], "--blocks", "9", "--deals", "2"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("lead.yaml", LEAD), ("short.yaml", SHORT), ("hard.yaml", HARD)):
        (tmp_path / name).write_text(text)
    (tmp_path / "lost.py").write_text(LOST.format(chance=0.02, after=0.6))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(name: str, *more: str, form: str = "json") -> str:
    result = run("tournament", *RUNS[name], "--seed", "r", "--jobs", "1", "-q", "--format", form, *more)
    assert result.exit_code == 0, result.output
    return result.stdout


class Recount:
    """Everything that the standings tell, from the deal and match lines alone."""

    def __init__(self, log: Path) -> None:
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        self.names = [player["name"] for player in lines[0]["players"]]
        deals = [line for line in lines if line["type"] == "deal"]
        matches = [line for line in lines if line["type"] == "match"]
        block_of = {line["match"]: line["block"] for line in matches}
        self.points: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))  # block, player
        self.deals: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.share: dict[int, Fraction] = defaultdict(Fraction)
        self.sums: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.seats: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(), Fraction()])
        self.totals = [len(set(block_of.values())), len(matches), len(deals), 0]
        for deal in deals:
            self.add_deal(deal, block_of[deal["match"]])
        for match in matches:
            for seat, player in enumerate(match["table"]):
                self.sums["ranks"][player] += match["ranks"][seat]
                self.sums["matches"][player] += 1

    def add_deal(self, deal: dict[str, Any], block: int) -> None:
        seats = [seat for seat, points in enumerate(deal["points"]) if points is not None]
        assert seats == deal["active"]
        winner = deal["events"][-1][2]
        ordered = sorted(seats, key=lambda seat: (seat - deal["dealer"] - 1) % len(deal["table"]))
        self.totals[3] += winner is None
        for seat in seats:
            player = deal["table"][seat]
            points = Fraction(deal["points"][seat])
            self.points[block][player] += points
            self.deals[block][player] += 1
            self.seats[ordered.index(seat)][0] += 1
            self.seats[ordered.index(seat)][1] += points
            if winner is None:
                self.sums["void"][player] += 1
                self.share[player] += Fraction(1, len(seats))
        if winner is not None:
            self.share[deal["table"][winner]] += 1
            self.sums["won"][deal["table"][winner]] += 1
        for event in deal["events"]:
            if event[0] == "missed":
                self.sums["missed"][deal["table"][event[1]]] += 1
            if event[0] == "fault":
                self.sums["faults"][deal["table"][event[1]]] += 1

    def blocks(self, player: int) -> list[int]:
        return [block for block in self.points if self.deals[block][player]]

    def mean(self, player: int) -> Fraction:
        blocks = self.blocks(player)
        return Fraction(
            sum(self.points[block][player] for block in blocks), sum(self.deals[block][player] for block in blocks)
        )

    def interval(self, player: int) -> float | None:
        """Student's, over the residuals of the ratio of points by deals."""
        blocks, mean = self.blocks(player), self.mean(player)
        count = len(blocks)
        if count < 10:
            return None
        residuals = [self.points[block][player] - mean * self.deals[block][player] for block in blocks]
        variance = sum(each * each for each in residuals) / Fraction(count - 1)
        deals = sum(self.deals[block][player] for block in blocks)
        return t_quantile(count - 1) * math.sqrt(float(variance * count)) / deals

    def plain_interval(self, player: int) -> float:
        """Student's, over the means of blocks, as in every textbook."""
        means = [self.points[block][player] / self.deals[block][player] for block in self.blocks(player)]
        return student(means)

    def pair(self, one: int, other: int) -> list[Fraction]:
        both = [block for block in self.points if self.deals[block][one] and self.deals[block][other]]
        return [
            self.points[block][one] / self.deals[block][one] - self.points[block][other] / self.deals[block][other]
            for block in both
        ]


def student(values: list[Fraction]) -> float:
    mean = sum(values, Fraction()) / len(values)
    variance = sum(((each - mean) ** 2 for each in values), Fraction()) / (len(values) - 1)
    return t_quantile(len(values) - 1) * math.sqrt(float(variance / len(values)))


@pytest.mark.parametrize("name", RUNS)
def test_standings_are_those_of_the_deals_in_the_log(name: str, folder: Path) -> None:
    found = json.loads(played(name, "--log", "x.log"))
    own = Recount(folder / "x.log")
    players = found["players"]
    assert [found[key] for key in ("blocks", "matches", "deals", "void")] == own.totals
    assert [player["name"] for player in players] == own.names
    means = [own.mean(index) for index in range(len(players))]
    for index, player in enumerate(players):
        blocks = own.blocks(index)
        deals = sum(own.deals[block][index] for block in blocks)
        assert player["blocks"] == len(blocks)
        assert player["deals"] == deals
        assert Fraction(player["points"]) == sum(own.points[block][index] for block in blocks)
        assert player["mean"] == pytest.approx(float(means[index]), rel=1e-12)
        wanted = own.interval(index)
        assert player["interval"] == (None if wanted is None else pytest.approx(wanted, rel=1e-9))
        assert player["rank"] == 1 + sum(mean < means[index] for mean in means)
        assert player["win_share"] == pytest.approx(float(own.share[index] / deals), rel=1e-12)
        for key in ("matches", "won", "void", "missed", "faults"):
            assert player[key] == own.sums[key][index], key
        assert player["mean_rank"] == pytest.approx(own.sums["ranks"][index] / own.sums["matches"][index])
        if name in ("deals", "two", "faults", "colour") and player["interval"] is not None:
            assert player["interval"] == pytest.approx(own.plain_interval(index), rel=1e-9)
    assert [seat["position"] for seat in found["seats"]] == sorted(own.seats)
    for seat in found["seats"]:
        assert [seat["deals"], Fraction(seat["points"])] == own.seats[seat["position"]]
    pairs = {tuple(pair["players"]): pair for pair in found["pairs"]}
    for one, other in combinations(range(len(players)), 2):
        values = own.pair(one, other)
        pair = pairs.pop((one, other), None)
        if pair is None:
            assert not values
            continue
        assert pair["blocks"] == len(values)
        assert pair["mean"] == pytest.approx(float(sum(values) / len(values)), rel=1e-9, abs=1e-12)
        if len(values) < 10:
            assert pair["interval"] is None
        else:
            assert pair["interval"] == pytest.approx(student(values), rel=1e-9)
    assert not pairs


def test_the_runs_have_what_is_to_be_counted(folder: Path) -> None:
    """Otherwise the tests here would show little."""
    for name, key in (("deals", "void"), ("faults", "faults"), ("faults", "missed"), ("short colour", "void")):
        played(name, "--log", f"{key}.log", "--force")
        assert sum(player[key] for player in json.loads(played(name))["players"])


@pytest.mark.parametrize("log_deals", ["all", "none"])
@pytest.mark.parametrize("name", RUNS)
def test_table_gives_the_same_bytes(name: str, log_deals: str, folder: Path) -> None:
    expected = played(name, "--log", "x.log", "--log-deals", log_deals, form="json")
    assert run("table", "x.log", "--format", "json").stdout == expected
    for form in ("table", "markdown", "csv"):
        printed = played(name, "--log-deals", log_deals, form=form)
        assert run("table", "x.log", "--format", form).stdout == printed
    options = json.loads(expected)["options"]
    assert options.get("log_deals", "all") == log_deals
    assert run("verify", "x.log").exit_code == 0


@pytest.mark.parametrize("name", ["deals", "elimination", "short colour"])
def test_a_log_without_deals_has_the_same_standings(name: str, folder: Path) -> None:
    expected = json.loads(played(name))
    found = json.loads(played(name, "--log-deals", "none"))
    assert {**found, "options": None} == {**expected, "options": None}


@pytest.mark.parametrize("after", [0.5, 1.0])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_winners_that_forfeit_are_told_from_void_deals(players: int, after: float, folder: Path) -> None:
    """A log without deals tells only how many of a match's deals were void; the winner may have forfeited."""
    (folder / "lost.py").write_text(LOST.format(chance=0, after=after))
    words = ["./lost.py", "random", "steady", "b=steady"][:players]
    words += ["--rules", "short.yaml", "--seed", "v", "--jobs", "1", "--blocks", "20", "-q", "--format", "csv"]
    printed = run("tournament", *words, "--log", "x.log", "--log-deals", "none").stdout
    assert run("table", "x.log", "--format", "csv").stdout == printed


def test_equals_share_a_rank(folder: Path) -> None:
    """In self-play of a strategy without chance all have the same points: everybody gets every hand."""
    words = ["a=highest", "b=highest", "c=highest", "d=random"]
    found = json.loads(run("tournament", *words, "--seed", "1", "--format", "json", "--table-size", "2").stdout)
    own = {player["name"]: player for player in found["players"]}
    ranks = sorted(player["rank"] for player in own.values())
    assert all(1 + sum(one["mean"] < each["mean"] for one in own.values()) == each["rank"] for each in own.values())
    alike = run("tournament", *words[:3], "--seed", "1", "--format", "json")
    assert [player["rank"] for player in json.loads(alike.stdout)["players"]] == [1, 1, 1]
    assert ranks[0] == 1


def test_the_table_shows_all_that_is_asked_for(folder: Path) -> None:
    text = played("faults", form="table")
    for word in ("rank", "points", "95 %", "win share", "mean rank", "deals", "void", "missed", "faults"):
        assert word in text
    assert "first" in text  # the seats
    assert text.count("./lost.py") >= 3  # standings, pairs twice


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json"])
def test_strange_names_are_shown_as_they_are(form: str, folder: Path) -> None:
    words = ["007=random", "日本語=lowest", "a|b=highest", "\x1b[31mred=random"]
    result = run("tournament", *words, "--deals", "1", "--seed", "1", "--format", form, "-q")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "007" in result.stdout
    assert "日本語" in result.stdout


def test_an_interrupted_log_says_so(folder: Path) -> None:
    played("deals", "--log", "x.log")
    log = folder / "x.log"
    content = log.read_bytes()
    log.write_bytes(content[: content.rindex(b'{"type":"deal"')])
    result = run("table", "x.log")
    assert result.exit_code == 0
    assert "interrupted" in result.stderr
    assert "19 blocks" in result.stdout

"""Logs that were written once: they stay readable for good, and are written again byte for byte.

The logs and the tables printed from them are in `tests/logs`, with the strategies that played.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pageone_cli.cli import cli
from pageone_cli.games import family
from pageone_cli.log import dumps
from pageone_cli.logged import Logged
from pageone_cli.match import MatchState
from pageone_cli.reading import opened
from pageone_cli.retrace import Retrace

FOLDER = Path(__file__).parent / "logs"
COMMANDS = {
    "classic": ["Ann=./kept.py:Any1", "علی=./kept.py:Last", "--rotate", "--deals", "4", "--seed", "kept-1"],
    "elimination": ["./kept.py:Any1", "./kept.py:Last", "./kept.py:Any1", "./kept.py:Absent,miss=0.25",
                    "--rules", "elimination", "--log-deals", "none", "--seed", "kept-2"],
    "last-card": ["./kept.py:Absent", "./kept.py:Fails", "./kept.py:Any1", "--rules", "last-card", "--seed", "kept 3"],
    "colour": ["Ann=./kept.py:Any1", "美咲=./kept.py:Absent,miss=1", "./kept.py:Absent", "./kept.py:Fails",
               "--rules", "colour", "--deals", "3", "--seed", "kept-9"],
    "colour-short": ["./kept.py:Any1", "Last=./kept.py:Last", "./kept.py:Absent,miss=0.75", "./kept.py:Any1",
                     "./kept.py:Absent,miss=1", "--rules", "./colour-short.yaml", "--seed", "kept f"],
}  # fmt: skip
HEADER = ["type", "version", "software", "command", "rules", "seed", "players", "options"]
DEAL = ["type", "match", "deal", "table", "active", "dealer", "deck", "events", "outcome", "points", "totals"]
MATCH = [
    *("type", "match", "block", "rotation", "round", "table", "deals", "ranks", "totals", "won", "void", "out_after"),
    *("missed", "caught", "faults"),
]
WITHOUT_DEALS = ["first_dealer", "deal_points", "outcomes"]


def lines(name: str) -> list[str]:
    return (FOLDER / f"{name}.jsonl").read_bytes().decode("utf-8").split("\n")[:-1]


def objects(name: str, kind: str) -> list[dict[str, Any]]:
    return [value for line in lines(name) if (value := json.loads(line))["type"] == kind]


def written_again(name: str, folder: Path) -> bytes:
    """The log as this version writes it."""
    log = folder / f"{name}.jsonl"
    result = CliRunner().invoke(cli, ["match", *COMMANDS[name], "--log", str(log), "-q"])
    assert result.exit_code == 0, result.output
    return log.read_bytes()


def without_software(log: bytes) -> bytes:
    """The log without its software, and without the option that tells `resume` that it has no deals, which is newer."""
    log = log.replace(b',"log_deals":"none"}', b"}", 1)
    return re.sub(rb'"software":"pageone [^"]*"', b'"software":""', log, count=1)


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("name", COMMANDS)
def test_written_again_they_are_the_same_bytes_but_for_the_software(name: str, tmp_path: Path) -> None:
    kept = (FOLDER / f"{name}.jsonl").read_bytes()
    assert without_software(written_again(name, tmp_path)) == without_software(kept)
    assert b"\r" not in kept
    assert kept.endswith(b"\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_they_stay_readable(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    result = CliRunner().invoke(cli, ["table", str(FOLDER / f"{name}.jsonl")])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == kept


@pytest.mark.parametrize("name", COMMANDS)
def test_every_line_encoded_again_is_the_same_bytes(name: str) -> None:
    for line in lines(name):
        assert json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) == line
        assert dumps(json.loads(line)) == line


@pytest.mark.parametrize("name", COMMANDS)
def test_keys_stand_in_the_order_of_the_format(name: str) -> None:
    values = [json.loads(line) for line in lines(name)]
    assert list(values[0]) == HEADER
    assert values[0]["type"] == "pageone-log"
    assert all(list(player) == ["name", "strategy", "params", "source"] for player in values[0]["players"])
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", player["source"]) for player in values[0]["players"])
    for value in values[1:]:
        if value["type"] == "deal":
            assert list(value) == DEAL
        else:
            assert value["type"] == "match"
            assert list(value) == MATCH + (WITHOUT_DEALS if name == "elimination" else [])


def test_the_header_has_the_whole_configuration_as_played() -> None:
    rules = objects("last-card", "pageone-log")[0]["rules"]
    assert list(rules) == [
        *("name", "game", "players", "hand_size", "deck", "call", "max_turns", "match", "lead_next", "stop_rank"),
        *("joker_out", "on_stuck", "score", "points"),
    ]
    assert rules["stop_rank"] == "none"
    assert rules["call"] == {"at": 1, "enforced_by": "referee", "penalty": 5}
    assert objects("classic", "pageone-log")[0]["rules"]["match"] == {"mode": "deals", "deals": 4}
    assert objects("elimination", "pageone-log")[0]["rules"]["match"] == {
        "mode": "elimination", "over": 100, "max_deals": 1000,
    }  # fmt: skip


def test_letters_stand_as_they_are() -> None:
    assert '"name":"علی"' in lines("classic")[0]


def test_the_header_of_the_matching_game_has_its_own_keys_only() -> None:
    rules = objects("colour", "pageone-log")[0]["rules"]
    assert list(rules) == [
        *("name", "game", "players", "hand_size", "deck", "call", "max_turns", "match", "hand_limit", "sets"),
        "stacking",
    ]
    assert (rules["game"], rules["deck"], rules["hand_limit"]) == ("matching", {"wilds": 4}, 15)
    assert rules["call"] == {"at": 1, "enforced_by": "opponents", "penalty": 5}
    short = objects("colour-short", "pageone-log")[0]["rules"]
    assert short["match"] == {"mode": "elimination", "over": 8, "max_deals": 50}
    assert "extends" not in short


def test_halves_stand_as_such_and_whole_points_without_decimals() -> None:
    deals = objects("colour-short", "deal")
    assert any(".5" in json.dumps(deal["points"]) for deal in deals)
    assert ".0" not in json.dumps([[deal["points"], deal["totals"]] for deal in deals])
    assert len({len(deal["active"]) for deal in deals}) > 2
    assert {deal["outcome"] for deal in deals} == {"cap", "out"}


@pytest.mark.parametrize("name", ["classic", "last-card", "colour", "colour-short"])
def test_every_deal_retraces_and_the_totals_add_up(name: str) -> None:
    with opened(str(FOLDER / f"{name}.jsonl")) as reader:
        rules = reader.header.rules
    game = family(rules)
    state: MatchState | None = None
    seen = set()
    for value in [json.loads(line) for line in lines(name)[1:]]:
        if value["type"] == "match":
            assert state is not None
            assert state.over
            assert (value["totals"], value["ranks"], value["won"], value["void"], value["out_after"]) == (
                state.totals, state.ranks(), state.won, state.void, state.out_after,
            )  # fmt: skip
            state = None
            continue
        if state is None:
            state = MatchState(rules.match, len(value["table"]), value["dealer"])
        assert value["dealer"] == state.dealer
        assert value["active"] == list(state.active)
        logged = Logged.of(game, value)
        retrace = Retrace(game, logged.begin(game, state.totals, value["deal"]), logged.events)
        retrace.run()
        assert retrace.deal.outcome == value["outcome"]
        assert retrace.deal.points() == value["points"]
        state.add(value["points"], retrace.deal.winner)
        assert state.totals == value["totals"]
        seen |= {event[0] for event in value["events"]}
    assert seen >= {"play", "draw", "call", "end"}
    assert (
        seen
        >= {
            "classic": {"trick"},
            "last-card": {"trick", "missed", "caught", "fault"},
            "colour": {"starter", "out", "bust", "skip", "missed", "caught", "reshuffle", "fault"},
            "colour-short": {"starter", "out", "bust", "skip", "missed", "caught"},
        }[name]
    )


def test_matches_are_numbered_without_gaps_and_rotations_count() -> None:
    matches = objects("classic", "match")
    assert [(one["match"], one["block"], one["rotation"], one["round"]) for one in matches] == [
        (1, 1, 0, 1),
        (2, 1, 1, 1),
    ]
    assert matches[0]["table"] == matches[1]["table"][::-1]
    assert [(deal["match"], deal["deal"]) for deal in objects("classic", "deal")] == [
        (match, deal) for match in (1, 2) for deal in (1, 2, 3, 4)
    ]
    assert [deal["deck"] for deal in objects("classic", "deal")[:4]] == [
        deal["deck"] for deal in objects("classic", "deal")[4:]
    ]


def test_a_log_without_deals_adds_up_too() -> None:
    (match,) = objects("elimination", "match")
    with opened(str(FOLDER / "elimination.jsonl")) as reader:
        state = MatchState(reader.header.rules.match, 4, match["first_dealer"])
    assert len(match["deal_points"]) == len(match["outcomes"]) == match["deals"]
    for points in match["deal_points"]:
        assert [seat for seat in range(4) if points[seat] is not None] == list(state.active)
        state.add(points, None)
    assert state.over
    assert (state.totals, state.ranks(), state.out_after) == (match["totals"], match["ranks"], match["out_after"])
    assert set(match["outcomes"]) <= {"out", "stuck", "cap"}
    assert not objects("elimination", "deal")


def test_deals_with_and_without_their_lines_give_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    log = tmp_path / "all.jsonl"
    command = [word for word in COMMANDS["elimination"] if word not in ("--log-deals", "none")]
    CliRunner().invoke(cli, ["match", *command, "--log", str(log)])
    for options in ([], ["--by-deal"], ["--format", "json", "--by-deal"], ["--format", "csv"]):
        one = CliRunner().invoke(cli, ["table", str(log), *options])
        other = CliRunner().invoke(cli, ["table", "elimination.jsonl", *options])
        assert one.stdout == other.stdout
        assert one.exit_code == 0

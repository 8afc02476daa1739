"""`pageone replay`: a deal told so that a person can follow it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run

SPECS = ["random", "forgetful", "lowest"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def log(*words: str) -> list[Any]:
    """Play and log a match to ``m.jsonl``; its lines."""
    result = run("match", *words, "--log", "m.jsonl", "--force", "-q")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in Path("m.jsonl").read_text(encoding="utf-8").splitlines()]


def rewritten(lines: list[Any], name: str = "m.jsonl") -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    Path(name).write_text(text, encoding="utf-8")


def test_a_deal_told_to_the_end() -> None:
    result = run("replay", "random", "highest", "--seed", "7", "--deal", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:17] == [
        "Page One · seed 7 · match 1, deal 1 · everything face up",
        "random (seat 1) deals.",
        "",
        "Trick 1 · stock 45, discards 0",
        "    highest  2H AH 4D 8D",
        "    random   3S 6S 9D QD",
        "  highest  leads AH · 3 left",
        "  random   draws AC 8H, plays 8H · 5 left",
        "  → AH 8H: highest takes the trick, AH is the highest heart",
        "Trick 2 · stock 43, discards 2",
        "    highest  2H 4D 8D",
        "    random   3S 6S 9D QD AC",
        '  highest  leads 8D, calls "Page One!" · 2 left',
        "  random   plays 9D · 4 left",
        "  → 8D 9D: random takes the trick, 9D is the highest diamond",
        "Trick 3 · stock 43, discards 4",
        "    highest  2H 4D",
    ]
    assert lines[-3:] == [
        "  random   leads 7D · 0 left",
        "random has played the last card and wins the deal (T11).",
        "Points (totals): highest 10 (10), random 0 (0)",
    ]


def test_one_seat_sees_its_own_cards_only() -> None:
    result = run("replay", "random", "highest", "--seed", "7", "--seat", "0")
    lines = result.stdout.splitlines()
    assert lines[0] == "Page One · seed 7 · match 1, deal 1 · as highest (seat 0) sees it"
    assert lines[4:8] == [
        "    highest  2H AH 4D 8D",
        "    random   4 cards",
        "  highest  leads AH · 3 left",
        "  random   draws 2 cards, plays 8H · 5 left",
    ]
    assert "    random   1 card" in lines


def shown_by(text: str) -> list[str]:
    return re.findall(r"(?<![\w*])(?:[2-9TJQKA][SHDC]|\*\d)(?!\w)", text)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_card_is_shown_that_the_seat_does_not_know(seat: int) -> None:
    lines = log(*SPECS, "--rules", "last-card", "--seed", "5", "--deals", "12")
    hidden = 0
    for line in lines[1:-1]:
        told = run("replay", "m.jsonl", "--deal", str(line["deal"]), "--seat", str(seat)).stdout
        order = [other for other in range(3) if other > line["dealer"]] + list(range(line["dealer"] + 1))
        own = {line["deck"][turn * 3 + order.index(seat)] for turn in range(4)}
        for event in line["events"]:
            if event[0] == "play" or (event[0] == "draw" and event[1] == seat):
                own |= set(event[2])
        assert set(shown_by(told)) <= own
        everything = run("replay", "m.jsonl", "--deal", str(line["deal"])).stdout
        assert set(shown_by(everything)) >= own
        hidden += len(set(shown_by(everything)) - own)
    assert hidden > 20


def deals(lines: list[Any]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line["type"] == "deal":
            yield str(line["match"]), str(line["deal"])


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ("classic", []),
        ("last-card", ["--rotate"]),
        ("stop-card", ["--deals", "12"]),
        ("reverse-lead", ["--on-fault", "forfeit"]),
        ("elimination", []),
    ],
)
def test_every_deal_of_a_log_is_told_like_the_deal_played_again(rules: str, more: list[str]) -> None:
    lines = log(*SPECS, "--rules", rules, "--seed", "kept", *more)
    found = list(deals(lines))
    assert len(found) >= 4
    for match, deal in found:
        place = ["--match", match, "--deal", deal]
        from_log = run("replay", "m.jsonl", *place)
        from_seed = run("replay", *SPECS, "--rules", rules, "--seed", "kept", *more, *place)
        assert from_log.exit_code == from_seed.exit_code == 0
        assert from_log.stdout == from_seed.stdout
        assert f"match {match}, deal {deal}" in from_log.stdout
    seen = run("replay", "m.jsonl", "--seat", "2").stdout
    assert seen == run("replay", *SPECS, "--rules", rules, "--seed", "kept", *more, "--seat", "2").stdout


def test_calls_lapses_penalties_skips_jokers_and_reshuffles_are_told() -> None:
    lines = log("forgetful,miss=0.9", "random", "forgetful", "--rules", "stop-card", "--seed", "7", "--deals", "60")
    told = "".join(run("replay", "m.jsonl", "--deal", str(line["deal"])).stdout for line in lines[1:-1])
    for text in (
        'calls "Page One!"',
        "says nothing: a missed call (C5)",
        "out (C6)",
        "as a penalty",
        "is skipped by the stop card (T10)",
        "the joker beats everything",
    ):
        assert text in told
    lines = log("random", "random", "--rules", "stop-card", "--seed", "7", "--deals", "60")
    row = next(line for line in lines if ["skip", 0] in line.get("events", []))
    told = run("replay", "m.jsonl", "--deal", str(row["deal"])).stdout
    assert re.search(r"  → 8([SHDC]): (\S+) takes the trick, 8\1 is the only card\n", told)
    log("forgetful", "random", "forgetful", "random", "random", "random", "--seed", "7", "--deals", "60")
    rows = [json.loads(line) for line in Path("m.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]]
    row = next(row for row in rows if any(event[0] == "reshuffle" for event in row["events"]))
    number = len(next(event for event in row["events"] if event[0] == "reshuffle")[1])
    told = run("replay", "m.jsonl", "--deal", str(row["deal"])).stdout
    assert f"The stock is empty: the {number} discards are shuffled into a new one (C4)." in told


def test_who_is_out_of_the_match_is_told_so() -> None:
    lines = log("random", "lowest", "highest", "random", "--rules", "elimination", "--seed", "7")
    last = lines[-2]
    told = run("replay", "m.jsonl", "--deal", str(last["deal"])).stdout.splitlines()
    points = told[-1]
    assert points.startswith("Points (totals): ")
    assert points.count(" out (") == last["points"].count(None) > 0
    for seat, total in enumerate(last["totals"]):
        assert f"({total})" in points.split(", ")[seat]


# Step


def test_step_waits_for_enter_and_q_ends() -> None:
    log("random", "random", "--seed", "7")
    whole = run("replay", "m.jsonl").stdout
    stepped = run("replay", "m.jsonl", "--step", stdin="\n" * 500)
    assert stepped.stdout == whole
    ended = run("replay", "m.jsonl", "--step", stdin="\n\nq\n")
    assert ended.exit_code == 0
    assert whole.startswith(ended.stdout)
    assert 0 < len(ended.stdout) < len(whole)
    nothing = run("replay", "m.jsonl", "--step", stdin="")
    assert nothing.exit_code == 0
    assert whole.startswith(nothing.stdout)


# Logs as they come


def test_a_log_from_standard_input_with_bom_and_crlf() -> None:
    log("random", "random", "--seed", "7")
    raw = Path("m.jsonl").read_bytes()
    whole = run("replay", "m.jsonl").stdout
    assert run("replay", "-", stdin=raw).stdout == whole
    assert run("replay", "-", stdin=b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n")).stdout == whole


def test_an_interrupted_log_still_tells_the_deals_that_are_whole() -> None:
    log("random", "random", "--seed", "7")
    raw = Path("m.jsonl").read_bytes()
    whole = run("replay", "m.jsonl", "--deal", "2").stdout
    parts = raw.split(b"\n")
    Path("cut.jsonl").write_bytes(b"\n".join(parts[:3]) + b"\n" + parts[3][:100])
    assert run("replay", "cut.jsonl", "--deal", "2").stdout == whole
    missing = run("replay", "cut.jsonl", "--deal", "3")
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert missing.stderr == "Error: cut.jsonl: there is no deal 3 of match 1 among its 2 deals\n"


def test_a_log_that_departs_from_the_rules_is_told_as_far_as_it_holds_and_exits_1() -> None:
    lines = log("random", "random", "--seed", "7")
    whole = run("replay", "m.jsonl").stdout
    events = lines[1]["events"]
    place = next(number for number, event in enumerate(events) if event[0] == "trick" and number > 8)
    wrong = 1 - events[place][1]
    events[place] = ["trick", wrong]
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert told[-1] == (
        f"Here the log departs from the rules, at event {place + 1}: "
        f"trick {wrong} stands here; it should be trick {1 - wrong} (T7)"
    )
    assert whole.startswith("\n".join(told[:-1]) + "\n")
    assert len(told) > 8


def test_a_card_that_nobody_holds_is_told_with_its_rule() -> None:
    lines = log("random", "random", "--seed", "7")
    events = lines[1]["events"]
    card = next(card for card in lines[1]["deck"][20:] if card not in str(events))
    events[0] = ["play", events[0][1], [card]]
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == (
        f"Here the log departs from the rules, at event 1: play {events[0][1]} {card}: {card} is not in the hand (C9)"
    )


@pytest.mark.parametrize("cut", [1, 2, 5, 9])
def test_events_that_end_too_early_or_go_on(cut: int) -> None:
    lines = log("random", "random", "--seed", "7")
    full = lines[1]["events"]
    lines[1]["events"] = full[:-cut]
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code == 1
    assert "Here the log departs from the rules, at event " in result.stdout
    lines[1]["events"] = [*full, ["play", 0, ["7S"]]]
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == (
        f"Here the log departs from the rules, at event {len(full) + 1}: the deal is over, and play 0 7S follows (C8)"
    )


def test_hostile_names_of_a_log_do_not_reach_the_terminal() -> None:
    lines = log("random", "random", "--seed", "7")
    lines[0]["players"][0]["name"] = "a\x1b[31m\u202eb\nc"
    lines[0]["players"][1]["name"] = "さくら"
    lines[0]["seed"] = "s\x07"
    lines[0]["rules"]["name"] = "r\u2066"
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code in (0, 2)
    assert not set(result.output) & set("\x1b\u202e\x07\u2066")
    lines[0]["rules"]["name"] = "r"
    rewritten(lines)
    result = run("replay", "m.jsonl")
    assert result.exit_code == 0
    assert "a\ufffd[31m\ufffdb\ufffdc" in result.stdout
    assert not set(result.output) & set("\x1b\u202e\x07\u2066")


# What is wrong


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give one log, or --seed and the strategies that played"),
        (["a", "b"], "give one log, or --seed and the strategies that played"),
        (["nosuch.jsonl"], "nosuch.jsonl: No such file or directory"),
        (["."], ".: Is a directory"),
        (["m.jsonl", "--seat", "2"], "Invalid value for '--seat': there are seats 0 to 1"),
        (["m.jsonl", "--deal", "11"], "m.jsonl: there is no deal 11 of match 1 among its 10 deals"),
        (["m.jsonl", "--match", "2"], "m.jsonl: there is no deal 1 of match 2 among its 10 deals"),
        (["m.jsonl", "--rules", "classic"], "--rules goes with --seed; a log says it itself"),
        (["m.jsonl", "--deals", "3"], "--deals goes with --seed; a log says it itself"),
        (["m.jsonl", "--rotate"], "--rotate goes with --seed; a log says it itself"),
        (["m.jsonl", "--on-fault", "abort"], "--on-fault goes with --seed; a log says it itself"),
        (["-", "--step"], "--step reads the keyboard, so the log cannot come from standard input"),
        (["--seed", "7", "--deal", "11"], "there is no deal 11: match 1 ends after deal 10"),
        (["--seed", "7", "random"], "Page One is for 2 to 6 players, not 1"),
        (["--seed", "7", "nosuch.x", "random"], "nosuch.x: there is no module nosuch; tried it as a module"),
        (["m.jsonl", "--deal", "0"], "Invalid value for '--deal': 0 is not in the range x>=1."),
    ],
)
def test_what_is_wrong_is_said_with_exit_2(words: list[str], message: str) -> None:
    log("random", "random", "--seed", "7")
    result = run("replay", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"Error: {message}"


def test_a_log_without_deals_says_so() -> None:
    log("random", "random", "--seed", "7", "--log-deals", "none")
    result = run("replay", "m.jsonl")
    assert result.exit_code == 2
    assert result.stderr == "Error: m.jsonl: this log has no deals (it was written with --log-deals none)\n"


def test_without_strategies_a_seed_plays_the_four_of_match() -> None:
    log("--seed", "7")
    assert run("replay", "--seed", "7").stdout == run("replay", "m.jsonl").stdout

"""The commands with the matching game: match, table, verify, replay, ruling, check, rules."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli.games import CALL_OUT, CHOOSE, OVER, Question, family
from pageone_cli.rules import MatchingCall, MatchingDeck, MatchingRules
from tests.commands import run
from tests.matching_deals import begin, game_of

ROOT = Path(__file__).parents[1]
COLOURED = ["colour", "colour-mild", "colour-quiet", "colour-no-wilds"]
THREE = ["random", "forgetful,miss=0.5", "Zoë=random"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def own(text: str, extends: str = "colour") -> str:
    """A configuration of one's own, to be named after ``--rules``."""
    Path("own.yaml").write_text(f"extends: {extends}\n{text}", encoding="utf-8")
    return "own.yaml"


def lines(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]


def match(*words: str, log: str = "x.jsonl") -> list[dict[str, Any]]:
    """Play a match; the lines of its log, which `verify` accepts."""
    result = run("match", *words, "--log", log, "--force", "-q")
    assert result.exit_code == 0, result.output
    checked = run("verify", log)
    assert (checked.exit_code, checked.stdout) == (0, ""), checked.stdout
    return lines(log)


def kinds(log: list[dict[str, Any]]) -> set[str]:
    return {event[0] for line in log if line["type"] == "deal" for event in line["events"]}


# match, table, verify


@pytest.mark.parametrize("rules", COLOURED)
def test_a_match_its_table_and_its_log(rules: str) -> None:
    words = ["match", *THREE, "--rules", rules, "--seed", "5", "--deals", "3"]
    first = run(*words, "--log", "a.jsonl")
    assert (first.exit_code, first.stderr) == (0, "seed: 5\n")
    assert " · 3 players · 3 deals" in first.stdout
    again = run(*words, "--log", "b.jsonl")
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    assert again.stdout == first.stdout
    assert run("table", "a.jsonl").stdout == first.stdout
    assert run("verify", "a.jsonl").exit_code == 0
    log = lines("a.jsonl")
    assert [line["type"] for line in log] == ["pageone-log", "deal", "deal", "deal", "match"]
    assert log[0]["rules"]["game"] == "matching"
    assert kinds(log) >= {"starter", "play", "draw", "skip", "end"}
    for form in ("json", "csv", "markdown"):
        assert run(*words, "--format", form, "-q").stdout == run("table", "a.jsonl", "--format", form).stdout


def test_what_the_bundled_variants_change() -> None:
    seen: dict[str, list[dict[str, Any]]] = {}
    for rules in COLOURED:
        seen[rules] = match("forgetful,miss=1", "forgetful,miss=1", "--rules", rules, "--seed", "5", "--deals", "4")
    assert kinds(seen["colour"]) >= {"missed", "caught"}
    assert not kinds(seen["colour-quiet"]) & {"call", "missed", "caught"}
    cards = {card for line in seen["colour-no-wilds"][1:-1] for card in line["deck"]}
    assert len(cards) == 52
    assert "W" not in cards
    for rules, most in (("colour", 5), ("colour-mild", 2)):
        penalties = [
            len(event[2])
            for line in seen[rules][1:-1]
            for event in line["events"]
            if event[0] == "draw" and event[3] == "penalty"
        ]
        assert max(penalties) == most


def test_match_line_counts_lapses() -> None:
    log = match("forgetful,miss=1", "random", "--rules", "colour", "--seed", "2", "--deals", "5")
    events = [event for line in log if line["type"] == "deal" for event in line["events"]]
    for kind in ("missed", "caught"):
        counted = [sum(event[0] == kind and event[1] == seat for event in events) for seat in (0, 1)]
        assert log[-1][kind] == counted
    assert sum(log[-1]["missed"]) > 0


@pytest.mark.parametrize(
    "mode",
    [
        "{mode: deals, deals: 4}",
        "{mode: lead, by: 3, max_deals: 40}",
        "{mode: elimination, over: 4, max_deals: 40}",
        "{mode: elimination, over: 1, max_deals: 2}",
    ],
)
def test_all_modes_of_a_match(mode: str) -> None:
    rules = own(f"match: {mode}\nmax_turns: 60\nhand_limit: 9\n")
    log = match("random", "random", "random", "random", "--rules", rules, "--seed", "3")
    end = log[-1]
    deals = [line for line in log if line["type"] == "deal"]
    assert end["deals"] == len(deals)
    for line in deals:
        active = line["active"]
        points = [each for each in line["points"] if each is not None]
        assert sum(points) == len(active) * (len(active) - 1) / 2
        assert [seat for seat, each in enumerate(line["points"]) if each is not None] == active
    if "lead" in mode:
        low, second = sorted(end["totals"])[:2]
        assert second - low >= 3
    if "over: 4" in mode:
        assert end["out_after"].count(None) <= 1
        assert all((total > 4) == (out is not None) for total, out in zip(end["totals"], end["out_after"], strict=True))
    table = run("table", "x.jsonl")
    assert table.exit_code == 0
    assert ("out after" in table.stdout) == ("elimination" in mode)


def test_no_deal_lines_and_rotation() -> None:
    words = [*THREE, "--rules", "colour", "--seed", "9", "--deals", "2", "--rotate"]
    full = match(*words)
    short = match(*words, "--log-deals", "none", log="short.jsonl")
    assert [line["type"] for line in short] == ["pageone-log", "match", "match", "match"]
    assert run("table", "short.jsonl").stdout == run("table", "x.jsonl").stdout
    assert [line["totals"] for line in short[1:]] == [line["totals"] for line in full if line["type"] == "match"]
    decks = [line["deck"] for line in full if line["type"] == "deal"]
    assert decks[:2] == decks[2:4] == decks[4:]


def halves() -> list[dict[str, Any]]:
    """A match with many shared places."""
    rules = own("max_turns: 25\nmatch: {mode: deals, deals: 7}\n")
    return match("random", "random", "random", "random", "--rules", rules, "--seed", "1")


def test_halves_are_exact_everywhere() -> None:
    log = halves()
    totals = log[-1]["totals"]
    assert any(type(total) is float for total in totals) or any(1.5 in line["points"] for line in log[1:-1])
    raw = Path("x.jsonl").read_text(encoding="utf-8")
    numbers = re.findall(r"\d+\.\d+", raw.partition("\n")[2])
    assert numbers
    assert set(numbers) <= {f"{whole}.5" for whole in range(100)}
    sheet = run("table", "x.jsonl").stdout
    assert "1.5 (1.5)" in sheet
    assert not re.search(r"\d\.\d{3,}", sheet)
    told = json.loads(run("table", "x.jsonl", "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(run("table", "x.jsonl", "--format", "csv").stdout)))
    for one, row, total in zip(
        told["players"], rows, [totals[log[-1]["table"].index(i)] for i in range(4)], strict=True
    ):
        assert one["total"] == total
        assert type(one["total"]) is type(total)  # 3, not 3.0
        assert row["total"] == str(total)
        assert one["mean"] == float(Fraction(total) / 7)
        assert float(row["mean"]) == one["mean"]


def test_halves_by_deal_are_exact() -> None:
    log = halves()
    running = [0.0] * 4
    for line in log[1:-1]:
        running = [total + each for total, each in zip(running, line["points"], strict=True)]
        assert line["totals"] == running
        assert all(type(total) is (int if total == int(total) else float) for total in line["totals"])
    for form in ("json", "csv"):
        text = run("table", "x.jsonl", "--by-deal", "--format", form).stdout
        assert not re.search(r"\d\.\d*0000\d", text)
        assert "1.5" in text


def test_a_deal_shared_by_all_is_won_by_nobody() -> None:
    log = match("random", "random", "--rules", own("max_turns: 1\n"), "--seed", "1", "--deals", "3")
    assert (log[-1]["won"], log[-1]["void"], log[-1]["ranks"]) == ([0, 0], 3, [1, 1])
    assert log[-1]["totals"] == [1.5, 1.5]
    assert "3 without a winner" in run("table", "x.jsonl").stdout


FAILS = '''from pageone_cli import Strategy


class Fails(Strategy):
    """Fails at once."""

    def choose(self, view):
        raise ValueError("no idea")
'''


def test_a_forfeit_costs_the_number_of_active_players_minus_one() -> None:
    Path("fails.py").write_text(FAILS, encoding="utf-8")
    words = ["./fails.py", "random", "random", "random", "--rules", "colour", "--seed", "4", "--deals", "4"]
    log = match(*words, "--on-fault", "forfeit")
    seat = log[-1]["table"].index(0)
    faults = 0
    for line in log[1:-1]:
        if any(event[0] == "fault" for event in line["events"]):
            faults += 1
            assert line["points"][seat] == 3
            assert type(line["points"][seat]) is int
    assert faults == log[-1]["faults"][seat] > 0
    substituted = match(*words, "--on-fault", "substitute")
    assert [line["events"] for line in substituted[1:-1]] == [line["events"] for line in log[1:-1]]
    assert any(line["points"][seat] != 3 for line in substituted[1:-1])
    wins = [line["events"][-1][2] for line in log[1:-1]]
    assert log[-1]["won"] == [wins.count(each) for each in range(4)]


def test_a_forfeit_in_an_elimination_counts_those_still_in_the_match() -> None:
    Path("fails.py").write_text(FAILS, encoding="utf-8")
    rules = own("match: {mode: elimination, over: 8, max_deals: 40}\nhand_limit: 9\n")
    log = match("./fails.py", "random", "random", "random", "--rules", rules, "--seed", "6", "--on-fault", "forfeit")
    seat = log[-1]["table"].index(0)
    forfeits = [
        (line["points"][seat], len(line["active"]))
        for line in log[1:-1]
        if any(event[:2] == ["fault", seat] for event in line["events"])
    ]
    assert forfeits
    assert all(points == active - 1 for points, active in forfeits)


def test_forfeited_points_that_are_not_the_worst_are_found_by_verify() -> None:
    Path("fails.py").write_text(FAILS, encoding="utf-8")
    log = match(
        "./fails.py", "random", "random", "--rules", "colour", "--seed", "4", "--deals", "1", "--on-fault", "forfeit"
    )
    seat = log[-1]["table"].index(0)
    assert log[1]["points"][seat] == 2
    log[1]["points"][seat] = 1
    Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
    found = run("verify", "bad.jsonl")
    assert found.exit_code == 1
    assert "M15: points" in found.stdout


def test_abort_says_how_to_play_it_again() -> None:
    Path("fails.py").write_text(FAILS, encoding="utf-8")
    result = run("match", "./fails.py", "random", "--rules", "colour", "--seed", "4", "--on-fault", "abort")
    assert result.exit_code == 1
    assert "--rules colour --seed 4" in result.stderr
    assert "--deal 1" in result.stderr


def test_too_many_players_and_strategies_of_the_other_game() -> None:
    result = run("match", *["random"] * 7, "--rules", "colour")
    assert result.exit_code == 2
    assert "2 to 6" in result.stderr
    result = run("match", "highest", "random", "--rules", "colour")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "Error: highest plays trick only; Page One in Colour is a matching game"


@pytest.mark.parametrize("players", [2, 5, 10])
def test_many_players(players: int) -> None:
    rules = own("players: {max: 10}\nmax_turns: 300\n")
    log = match(*["forgetful"] * players, "--rules", rules, "--seed", "1", "--deals", "2")
    assert len(log[1]["points"]) == players


def test_hashes_and_global_random_numbers_change_nothing() -> None:
    code = (
        "import random; random.seed({0}); from pageone_cli.cli import cli;"
        "cli(['match', 'random', 'forgetful', 'random', '--rules', 'colour', '--seed', 'x', '--deals', '4',"
        " '--format', 'csv', '-q', '--log', 'h{0}.jsonl'])"
    )
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", code.format(seed)], env=environment, capture_output=True, check=True)
    assert Path("h0.jsonl").read_bytes() == Path("h1.jsonl").read_bytes()


# replay


def test_replay_from_a_seed_tells_what_the_log_tells() -> None:
    words = [*THREE, "--rules", "colour-mild", "--seed", "5", "--deals", "3"]
    match(*words)
    for deal in ("1", "3"):
        by_log = run("replay", "x.jsonl", "--deal", deal)
        by_seed = run("replay", *words, "--deal", deal)
        assert by_seed.exit_code == by_log.exit_code == 0
        assert by_seed.stdout == by_log.stdout
        for seat in ("0", "2"):
            one = run("replay", "x.jsonl", "--deal", deal, "--seat", seat)
            assert one.stdout == run("replay", *words, "--deal", deal, "--seat", seat).stdout
            assert one.stdout != by_log.stdout


def test_replay_tells_halves_and_a_broken_log_as_far_as_it_goes() -> None:
    log = halves()
    assert "1.5 (1.5)" in run("replay", "x.jsonl").stdout
    log[1]["events"][1][1] = (log[1]["events"][1][1] + 1) % 4
    Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
    result = run("replay", "bad.jsonl")
    assert result.exit_code == 1
    assert re.search(r"\(M4\)|M4:", result.output)


# ruling


def ask(hand: str, *words: str, rules: str = "colour") -> list[dict[str, Any]]:
    """The verdicts on a hand."""
    result = run("ruling", "--rules", rules, "--hand", hand, *words, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    told: list[dict[str, Any]] = json.loads(result.stdout)
    return told


def short(hand: str, *words: str, rules: str = "colour") -> dict[str, tuple[bool | None, str]]:
    """What is asked about, each with whether it is allowed and by which rule."""
    return {one["what"]: (one["allowed"], one["rule"]) for one in ask(hand, *words, rules=rules)}


def test_ruling_m5() -> None:
    assert short("b7 r7 g3 W", "--top", "r3") == {
        "b7": (False, "M5"),
        "r7": (True, "M5"),
        "g3": (True, "M5"),
        "W": (True, "M5"),
        "r7 b7": (True, "M6"),
        "drawing": (True, "M4"),
    }


def test_ruling_after_a_wild_the_colour_counts_and_no_face() -> None:
    assert short("b7 r7 W", "--top", "W", "--colour", "r")["r7"] == (True, "M5")
    assert short("b7 r8 W", "--top", "W", "--colour", "b") == {
        "b7": (True, "M5"),
        "r8": (False, "M5"),
        "W": (True, "M5"),
        "drawing": (True, "M4"),
    }


def test_ruling_m7() -> None:
    verdicts = short("g+2 y+3 W y5", "--top", "y+2", "--pending", "4")
    assert verdicts == {
        "y5": (False, "M7"),
        "y+3": (False, "M7"),
        "g+2": (True, "M7"),
        "W": (False, "M7"),
        "drawing": (True, "M7"),
    }
    rules = own("stacking: false\n")
    assert short("g+2 W", "--top", "y+2", "--pending", "2", rules=rules)["g+2"] == (False, "M7")
    (draw,) = [one for one in ask("y5 W", "--top", "y+2", "--pending", "6") if one["about"] == "draw"]
    assert draw["why"].startswith("must draw 6 cards")


def test_ruling_m6_under_each_kind_of_sets() -> None:
    for sets, numbers, actions in (("faces", True, True), ("numbers", True, False), ("single", False, False)):
        rules = own(f"sets: {sets}\n")
        verdicts = short("b7 r7 bS rS", "--top", "b3", rules=rules)
        assert verdicts["b7 r7"] == (numbers, "M6")
        assert verdicts["bS rS"] == (actions, "M6")


def test_ruling_what_follows() -> None:
    assert short("b7 r7 W", "--top", "b3", "--after", "b7 r7")["after b7 r7"] == (True, "C5")
    assert short("b7 r7 W", "--top", "b3", "--after", "b7")["after b7"] == (False, "C5")
    assert short("b7 r7", "--top", "b3", "--after", "b7 r7")["after b7 r7"] == (None, "M11")
    assert short("b7 r8 W", "--top", "b3", "--after", "r8")["after r8"] == (False, "M5")
    assert short("b7 W", "--top", "b3", "--after", "b7", rules="colour-quiet")["after b7"] == (False, "C6")
    told = [one["why"] for one in ask("bS rS yS W", "--top", "b3", "--after", "bS rS yS", "--players", "3")]
    assert "the next 2 players are skipped" in told
    told = [one["why"] for one in ask("b+3 r+3 W W", "--top", "b3", "--after", "b+3 r+3")]
    assert "6 cards are pending for the next player" in told
    told = [one["why"] for one in ask("r+2 W W", "--top", "b+2", "--pending", "4", "--after", "r+2")]
    assert "6 cards are pending for the next player" in told
    told = [one["why"] for one in ask("bR rR W W", "--top", "b3", "--after", "bR")]
    assert "the direction turns" in told


def test_ruling_the_supply() -> None:
    def why(*words: str, hand: str = "y5 W") -> str:
        (draw,) = [one["why"] for one in ask(hand, *words) if one["about"] == "draw"]
        return str(draw)

    assert "(C4)" in why("--top", "b3", "--stock", "0", "--discards", "9")
    assert "(M12)" in why("--top", "b3", "--stock", "0", "--discards", "0")
    assert "(M" not in why("--top", "b3", "--stock", "5")
    fifteen = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g4 g5 g6"
    assert "Card number 1 is one too many" in why("--top", "b9", hand=fifteen)
    assert "Card number 3 is one too many" in why("--top", "b+2", "--pending", "4", hand=fifteen.rsplit(" ", 2)[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hand", "b7 b7 b7", "--top", "b3"], "b7 is there more than 2 times"),
        (["--hand", "b3 b3", "--top", "b3"], "b3 is there more than 2 times"),
        (["--hand", "b7 7S", "--top", "b3"], "'7S' is not a card of this game"),
        (["--hand", "W W W W W", "--top", "b3"], "W is there more than 4 times"),
        (["--hand", "b7", "--top", "W"], "the colour named is needed"),
        (["--hand", "b7", "--top", "W", "--colour", "x"], "colour must be one of b r y g"),
        (["--hand", "b7", "--top", "b3", "--colour", "r"], "is not of the colour r"),
        (["--hand", "b7", "--top", "b+2", "--pending", "3"], "cannot be pending"),
        (["--hand", "b7", "--top", "b3", "--pending", "2"], "cannot be pending"),
        (["--hand", "b7", "--top", "b+3 r+3", "--pending", "3"], "cannot be pending"),
        (["--hand", "b7", "--top", "b2 r3"], "one face (M6)"),
        (["--hand", "b7", "--top", "W b3"], "one at a time (M6)"),
        (["--hand", "b7", "--top", "b3", "--after", "b8"], "b8 is not in the hand"),
        (["--hand", "b7", "--led", "S"], "--led is not for a matching game"),
        (["--hand", "b7", "--trick", "b3"], "--trick is not for a matching game"),
        (["--hand", "", "--top", "b3"], "hand"),
        (["--hand", "b7", "--top", "b3", "--stock", "200"], "200 cards are asked for"),
    ],
)
def test_ruling_says_what_cannot_be(words: list[str], said: str) -> None:
    result = run("ruling", "--rules", "colour", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr.splitlines()[-1]


def test_ruling_needs_to_know_what_is_in_force() -> None:
    """Without a top card nobody can say what fits; an answer would be about a card that nobody has named."""
    result = run("ruling", "--rules", "colour", "--hand", "b7 r7")
    assert (result.exit_code, result.stdout) == (2, "")


def test_ruling_by_the_colour_alone_does_not_make_up_a_face() -> None:
    for hand, card in (("b1 r5", "b1"), ("b2 r1 r1", "b2")):
        result = run("ruling", "--rules", "colour", "--hand", hand, "--colour", "r", "--format", "json")
        if result.exit_code == 0:  # it may as well ask for the top card
            verdicts = {one["what"]: one["allowed"] for one in json.loads(result.stdout)}
            assert verdicts[card] is False


def test_ruling_a_hand_above_the_limit_cannot_be() -> None:
    hand = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g4 g5 g6 g7"
    result = run("ruling", "--rules", "colour", "--hand", hand, "--top", "b9")
    assert result.exit_code == 2, result.stdout


def test_ruling_allows_what_the_engine_allows_in_any_moment() -> None:
    random, asked, forced = Random(11), 0, 0
    for number in range(120):
        rules = MatchingRules(
            hand_size=random.choice((3, 7)),
            deck=MatchingDeck(random.choice((0, 4, 20))),
            call=MatchingCall(random.choice((1, 2)), "opponents", 2),
            sets=random.choice(("faces", "numbers", "single")),
            stacking=random.random() < 0.7,
            hand_limit=random.choice((15, "none")),
        )
        game = game_of(rules)
        pack = sorted(game.pack, key=lambda _: random.random())
        if number % 2:
            pack.sort(key=lambda card: str(game.cards[card])[1:] not in ("+2", "+3", "", "5"))
        deal = begin(rules, 4, range(4), 3, pack)
        for _ in range(25):
            if deal.waits is OVER:
                break
            if deal.waits is CHOOSE:
                view = deal.view()
                offered = [tuple(map(str, move.cards)) for move in view.moves]
                top = [str(game.cards[card]) for card in deal.top]
                table = {"top": top, "stock": view.stock, "discards": view.discards}
                table |= {"colour": view.colour} if top == ["W"] else {}
                table |= {"pending": view.pending} if view.pending else {}
                hand = list(map(str, view.hand))
                verdicts = game.ruling(Question(hand, len(view.active), table))
                cards = {one.what: one for one in verdicts if one.about == "card"}
                assert {what for what in cards if " " not in what} == set(hand)
                for what, one in cards.items():
                    laid = tuple(what.split())
                    alike = {tuple(order) for order in permutations(laid)} if len(laid) < 6 else {laid}
                    assert (
                        one.allowed == bool(alike & set(offered)) if len(laid) > 1 else one.allowed == (laid in offered)
                    )
                    assert re.fullmatch(r"M[567]", one.rule)
                (draw,) = [one for one in verdicts if one.about == "draw"]
                assert draw.allowed
                assert draw.why.startswith("may ")  # the engine asks, so there is a choice
                move = view.moves[int(random.random() * len(view.moves))]
                if not move.is_draw:
                    after = list(map(str, move.cards))
                    told = game.ruling(Question(hand, len(view.active), table, after))
                    (call,) = [one for one in told if one.about == "call"]
                    left = len(hand) - len(after)
                    assert call.allowed == (None if left == 0 else left == rules.call.at)
                asked += 1
                deal.play(move)
            elif deal.waits is CALL_OUT:
                deal.answer(random.random() < 0.5)
            else:
                deal.refill(list(deal.discards))
        forced += sum(event[0] == "draw" for event in deal.events())
    assert asked > 800
    assert forced > 100


def test_ruling_says_so_where_the_engine_would_not_ask() -> None:
    for hand, top, more in (("r7 y8", "b3", []), ("r7 W", "b+2", ["--pending", "2"])):
        verdicts = ask(hand, "--top", top, *more)
        assert not any(one["allowed"] for one in verdicts if one["about"] == "card")
        assert verdicts[-1]["why"].startswith("must draw")


# check, rules


def checked(text: str) -> list[tuple[str, str, str]]:
    """What `check` finds: code, severity and option."""
    Path("own.yaml").write_text(text, encoding="utf-8")
    result = run("check", "own.yaml", "--format", "json")
    told = json.loads(result.stdout)
    found = told["findings"] if isinstance(told, dict) else told
    assert result.exit_code == (1 if any(one["severity"] == "error" for one in found) else 0)
    return [(one["code"], one["severity"], one["path"]) for one in found]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("hand_size: 7\nhand_limit: 6\n", ["hand-limit"]),
        ("hand_limit: 7\n", ["tight-limit"]),
        ("hand_limit: 8\n", []),
        ("hand_limit: none\n", []),
        ("hand_size: 12\nplayers: {max: 6}\n", ["no-starter", "thin-stock"]),
        ("hand_size: 9\nplayers: {max: 8}\n", ["no-starter", "thin-stock"]),
        ("hand_size: 7\nplayers: {max: 10}\n", []),  # 70 of 72: 37 of 108 are left
        ("hand_size: 20\nplayers: {max: 3}\nhand_limit: 30\n", []),
        ("hand_size: 14\nplayers: {max: 5}\ndeck: {wilds: 0}\n", []),  # 33 of 104
        ("hand_size: 20\nplayers: {max: 6}\nhand_limit: none\n", ["no-starter", "pack-too-small"]),
        ("hand_limit: 108\n", ["no-effect"]),
        ("hand_limit: 107\n", []),
        ("hand_limit: 104\ndeck: {wilds: 0}\n", ["no-effect"]),
        ("call: {enforced_by: nobody, penalty: 3}\n", ["no-effect"]),
        ("call: {enforced_by: nobody, at: 2, penalty: 3}\n", ["no-effect", "no-effect"]),
        ("call: {at: 7}\n", ["call-at"]),
        ("max_turns: 100\n", ["low-cap"]),
        ("hand_size: 7\nplayers: {max: 10}\ncall: {penalty: 20}\ndeck: {wilds: 0}\n", []),
    ],
)
def test_check_finds_what_is_hardly_meant(text: str, codes: list[str]) -> None:
    found = checked(f"game: matching\n{text}")
    errors = {"hand-limit", "no-starter", "pack-too-small", "call-at"}
    if any(code == "no-starter" for code, *_ in found):  # how thin the stock is may be said or not
        codes = [code for code in codes if code != "thin-stock"]
        found = [one for one in found if one[0] != "thin-stock"]
    assert sorted(code for code, *_ in found) == sorted(codes)
    assert all((severity == "error") == (code in errors) for code, severity, _ in found)


def test_check_hand_limit_needs_no_starter_too() -> None:
    found = checked("game: matching\nhand_size: 16\nplayers: {max: 5}\n")
    assert {code for code, *_ in found} >= {"hand-limit", "no-starter"}


def test_check_help_for_a_limit_without_effect_does_not_change_the_game() -> None:
    """To leave it out would mean the standard, which is 15."""
    Path("own.yaml").write_text("game: matching\nhand_limit: 200\n", encoding="utf-8")
    (found,) = json.loads(run("check", "own.yaml", "--format", "json").stdout)
    assert "leave it out" not in found["help"]


@pytest.mark.parametrize("rules", COLOURED)
def test_check_the_bundled_ones_are_sound(rules: str) -> None:
    result = run("check", rules, "--strict")
    assert (result.exit_code, result.stdout) == (0, "")


def test_check_a_key_of_the_other_game() -> None:
    assert checked("game: matching\nlead_next: loser\n") == [("other-family", "error", "lead_next")]
    assert checked("game: matching\ndeck: {jokers: 1}\n")[0][1] == "error"
    assert checked("extends: classic\nhand_limit: 10\n") == [("other-family", "error", "hand_limit")]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hand_limit", "0"),
        ("hand_limit", "1001"),
        ("hand_limit", "no"),
        ("hand_limit", "fifteen"),
        ("sets", "all"),
        ("sets", "true"),
        ("stacking", "1"),
        ("stacking", "maybe"),
        ("deck", "{wilds: 21}"),
        ("deck", "{wilds: -1}"),
        ("hand_size", "21"),
    ],
)
def test_check_values_out_of_range(key: str, value: str) -> None:
    found = checked(f"game: matching\n{key}: {value}\n")
    assert found
    assert found[0][1] == "error"
    assert found[0][2].startswith(key)


@pytest.mark.parametrize("rules", COLOURED)
def test_rules_show_is_a_configuration_that_is_the_same(rules: str) -> None:
    shown = run("rules", "show", rules)
    assert shown.exit_code == 0
    Path("again.yaml").write_text(shown.stdout, encoding="utf-8")
    same = run("rules", "diff", rules, "again.yaml")
    assert (same.exit_code, "differs" in same.stdout) == (0, False), same.stdout
    assert run("rules", "show", "again.yaml").stdout == shown.stdout
    assert all(key in shown.stdout for key in ("hand_limit:", "sets:", "stacking:", "wilds:"))
    assert "stop_rank" not in shown.stdout


def test_rules_list_and_diff() -> None:
    listed = run("rules", "list").stdout
    assert all(re.search(rf"^{rules}\s.*\bmatching\b", listed, re.MULTILINE) for rules in COLOURED)
    assert "M1, deck.wilds" in run("rules", "diff", "colour-no-wilds", "colour").stdout
    assert "C6, call.penalty" in run("rules", "diff", "colour-mild", "colour").stdout


def test_the_standard_is_colour() -> None:
    assert family(MatchingRules()).rules == MatchingRules()
    assert run("rules", "diff", own("", "colour"), "colour").exit_code == 0

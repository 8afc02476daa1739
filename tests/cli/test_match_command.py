"""`pageone match` through its command line; and what holds for the whole program."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pageone_cli import __version__
from tests.commands import run

ROOT = Path(__file__).parents[2]
FIVE = ["match", "random", "highest", "--seed", "7", "--deals", "5"]
PLAYER_KEYS = [
    *("name", "strategy", "rank", "total", "deals", "mean", "interval", "won", "missed", "caught", "faults"),
    "out_after",
]
FAILING = '''from pageone_cli import Strategy


class Fails(Strategy):
    """Fails in deal 3."""

    def choose(self, view):
        if view.deal == 3:
            raise ValueError("no idea")
        return view.moves[0]
'''


def program(*words: str, folder: Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "pageone_cli", *words], cwd=folder, env=env, capture_output=True, **more
    )


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# What is printed


def test_the_score_sheet_and_the_table() -> None:
    result = run("match", "random", "highest", "--seed", "7", "--deals", "2")
    assert result.exit_code == 0
    assert result.stderr == "seed: 7\n"
    assert result.stdout == (
        "Page One · 2 players · 2 deals, 0 without a winner\n"
        "\n"
        "  deal  dealer      random    highest  ended\n"
        "------  --------  --------  ---------  -------\n"
        "     1  random       0 (0)    10 (10)  out\n"
        "     2  highest    10 (10)     0 (10)  out\n"
        "\n"
        "  rank  name       total    mean/deal ± 95 %    won    missed    faults\n"
        "------  -------  -------  ------------------  -----  --------  --------\n"
        "     1  random        10            5.00 ± –      1         0         0\n"
        "     1  highest       10            5.00 ± –      1         0         0\n"
    )


def test_markdown() -> None:
    result = run("match", "random", "highest", "--seed", "7", "--deals", "2", "--format", "markdown")
    lines = result.stdout.splitlines()
    assert lines[0] == "Page One · 2 players · 2 deals, 0 without a winner"
    assert lines[2:5] == [
        "|   deal | dealer   |   random |   highest | ended   |",
        "|-------:|:---------|---------:|----------:|:--------|",
        "|      1 | random   |    0 (0) |   10 (10) | out     |",
    ]
    assert lines[-1] == "|      1 | highest |      10 |           5.00 ± – |     1 |        0 |        0 |"


def test_csv_is_exact_and_has_the_players_in_the_order_of_the_command_line() -> None:
    result = run("match", "random", "highest", "--seed", "7", "--deals", "2", "--format", "csv")
    assert result.stdout == (
        "name,strategy,rank,total,deals,mean,interval,won,missed,caught,faults,out_after\n"
        "random,random,1,10,2,5.0,,1,0,0,0,\n"
        "highest,highest,1,10,2,5.0,,1,0,0,0,\n"
    )


def test_json_keys_and_order() -> None:
    specs = ["Zoe=random", "Ann=highest", "forgetful", "Ann=lowest"]
    told = json.loads(run("match", *specs, "--seed", "7", "--deals", "40", "--format", "json").stdout)
    assert list(told) == ["rules", "seed", "matches", "deals", "players"]
    assert (told["seed"], told["matches"], told["deals"]) == ("7", 1, 40)
    assert list(told["rules"])[:3] == ["name", "game", "players"]
    assert told["rules"]["match"] == {"mode": "deals", "deals": 40}
    assert [list(player) for player in told["players"]] == [PLAYER_KEYS] * 4
    assert [(player["name"], player["strategy"]) for player in told["players"]] == [
        ("Zoe", "random"),
        ("Ann", "highest"),
        ("forgetful", "forgetful"),
        ("Ann#2", "lowest"),
    ]
    for player in told["players"]:
        assert player["mean"] == player["total"] / 40
        assert player["interval"] > 0
        assert player["out_after"] is None
        assert player["caught"] <= player["missed"]
    totals = [player["total"] for player in told["players"]]
    assert [player["rank"] for player in told["players"]] == [sorted(totals).index(total) + 1 for total in totals]


def test_json_over_rotations_has_sums_and_ranks_the_totals() -> None:
    specs = ["random", "highest", "lowest"]
    log = Path("rotated.jsonl")
    told = json.loads(
        run("match", *specs, "--seed", "7", "--deals", "3", "--rotate", "--format", "json", "--log", str(log)).stdout
    )
    assert (told["matches"], told["deals"]) == (3, 9)
    assert [player["deals"] for player in told["players"]] == [9, 9, 9]
    matches = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if '"type":"match"' in line]
    for index, player in enumerate(told["players"]):
        for key, name in (("totals", "total"), ("won", "won"), ("missed", "missed")):
            assert player[name] == sum(match[key][match["table"].index(index)] for match in matches)
    totals = [player["total"] for player in told["players"]]
    assert [player["rank"] for player in told["players"]] == [sorted(totals).index(total) + 1 for total in totals]


def test_without_arguments_four_different_bundled_strategies_play_the_classic_rules() -> None:
    told = json.loads(run("match", "--format", "json").stdout)
    assert told["rules"]["name"] == "Page One"
    assert len({player["strategy"] for player in told["players"]}) == 4
    assert told["deals"] == 10


def test_a_drawn_seed_is_said_and_gives_the_same_again() -> None:
    first = run("match", "random", "random")
    seed = first.stderr.removeprefix("seed: ").strip()
    assert first.stderr == f"seed: {seed}\n"
    assert run("match", "random", "random", "--seed", seed).stdout == first.stdout
    assert run("match", "random", "random").stderr != first.stderr


def test_quiet_keeps_the_seed_only_where_it_was_drawn() -> None:
    assert run(*FIVE, "-q").stderr == ""
    assert run("match", "random", "random", "-q").stderr.startswith("seed: ")
    assert run(*FIVE, "--quiet").stdout == run(*FIVE).stdout


@pytest.mark.parametrize(("deals", "sheet"), [("20", True), ("21", False)])
def test_a_score_sheet_up_to_twenty_deals(deals: str, sheet: bool) -> None:
    assert ("dealer" in run("match", "random", "random", "--seed", "1", "--deals", deals).stdout) == sheet


def test_elimination_says_after_which_deal_a_player_went_out() -> None:
    result = run("match", "--rules", "elimination", "--seed", "7", "--format", "json")
    told = json.loads(result.stdout)
    out = [player["out_after"] for player in told["players"]]
    assert out.count(None) == 1
    assert max(each for each in out if each) == told["deals"]
    for player in told["players"]:
        assert (player["total"] > 100) == (player["out_after"] is not None)
        assert player["deals"] == (player["out_after"] or told["deals"])
    table = run("match", "--rules", "elimination", "--seed", "7").stdout.split("\n\n")[-1]
    assert table.splitlines()[0].endswith("out after")
    for row in table.splitlines()[2:]:
        name, last = row.split()[1], row.split()[-1]
        player = next(one for one in told["players"] if one["name"] == name)
        assert last == str(player["out_after"] or "–")


def test_lead_mode_ends_when_somebody_is_clearly_ahead() -> None:
    Path("lead.yaml").write_text("extends: classic\nmatch: {mode: lead, by: 40, max_deals: 50}\n", encoding="utf-8")
    told = json.loads(
        run("match", "random", "highest", "--rules", "lead.yaml", "--seed", "3", "--format", "json").stdout
    )
    totals = sorted(player["total"] for player in told["players"])
    assert told["deals"] < 50
    assert totals[1] - totals[0] >= 40


def test_deals_overrides_deals_and_max_deals() -> None:
    assert json.loads(run(*FIVE, "--format", "json").stdout)["rules"]["match"] == {"mode": "deals", "deals": 5}
    told = json.loads(run("match", "--rules", "elimination", "--deals", "2", "--seed", "7", "--format", "json").stdout)
    assert told["rules"]["match"] == {"mode": "elimination", "over": 100, "max_deals": 2}
    assert told["deals"] == 2


# Names


def test_names_are_shown_as_they_are_and_columns_stay_straight() -> None:
    specs = ["007=random", "さくら=random", "علی‌رضا=random", "1e5=random"]
    result = run("match", *specs, "--seed", "7", "--deals", "30")
    lines = result.stdout.rstrip("\n").split("\n\n")[-1].splitlines()
    names = {line.split()[1] for line in lines[2:]}
    assert names == {"007", "さくら", "علی‌رضا", "1e5"}
    from wcwidth import wcswidth

    assert len({wcswidth(line) for line in lines[2:]}) == 1
    told = json.loads(run("match", *specs, "--seed", "7", "--format", "json").stdout)
    assert [player["name"] for player in told["players"]] == ["007", "さくら", "علی‌رضا", "1e5"]
    rows = list(csv.DictReader(io.StringIO(run("match", *specs, "--seed", "7", "--format", "csv").stdout)))
    assert [row["name"] for row in rows] == ["007", "さくら", "علی‌رضا", "1e5"]


HOSTILE = ["a\x1b[31mred", "b\x07bell", "c\u202eright", "d\nline", "e\x9b5m", "f\u2066x", "g\ttab"]


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json"])
@pytest.mark.parametrize("name", HOSTILE)
def test_control_characters_in_names_never_reach_the_terminal(name: str, form: str) -> None:
    result = run("match", f"{name}=random", "random", "--seed", name, "--deals", "2", "--format", form)
    assert result.exit_code == 0
    assert not set(result.stdout) & set("\x1b\x07\x9b\u202e\u2066\t")
    assert not set(result.stderr) & set("\x1b\x07\x9b\u202e\u2066\t")
    if form == "json":
        assert json.loads(result.stdout)["players"][0]["name"] == name
    else:
        assert name.replace(name[1], "\ufffd", 1) in result.stdout


@pytest.mark.parametrize("name", HOSTILE)
def test_nor_where_a_strategy_fails(name: str) -> None:
    Path("fails.py").write_text(FAILING.replace("no idea", "\\x07\\x1b[31m\\u202e"), encoding="utf-8")
    for policy in ("substitute", "abort"):
        result = run("match", f"{name}=./fails.py", "random", "--seed", "7", "--on-fault", policy)
        assert "ValueError" in result.stderr
        assert not set(result.output) & set("\x1b\x07\x9b\u202e\u2066\t")


def test_pipes_in_names_do_not_break_markdown() -> None:
    result = run("match", "a|b=random", "c||d=random", "--seed", "7", "--deals", "2", "--format", "markdown")
    rows = [line for line in result.stdout.splitlines() if line.startswith("|")]
    assert any("a\\|b" in row for row in rows)
    assert any("c\\|\\|d" in row for row in rows)
    for row in rows:
        assert row.replace("\\|", "").count("|") in (6, 8)


def test_a_name_that_is_not_text_is_kept_in_the_log() -> None:
    name = "x\udcff"
    result = run("match", f"{name}=random", "random", "--seed", name, "--deals", "2", "--log", "a.jsonl")
    assert result.exit_code == 0
    header = json.loads(Path("a.jsonl").read_bytes().split(b"\n")[0].decode("utf-8"))
    assert header["players"][0]["name"] == header["seed"] == name
    assert run("table", "a.jsonl").stdout == result.stdout


# The log


def test_an_existing_log_is_not_overwritten_without_force() -> None:
    log = Path("a.jsonl")
    log.write_text("mine", encoding="utf-8")
    result = run(*FIVE, "--log", "a.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("Error: a.jsonl exists; --force overwrites it\n")
    assert log.read_text(encoding="utf-8") == "mine"
    assert run(*FIVE, "--log", "a.jsonl", "--force").exit_code == 0
    assert log.read_text(encoding="utf-8").startswith('{"type":"pageone-log","version":1,')


@pytest.mark.parametrize("words", [["nosuch"], ["random,x=1"], ["--rules", "nosuch"], ["--deals", "0"]])
def test_a_wrong_command_line_leaves_an_existing_log_alone_even_with_force(words: list[str]) -> None:
    log = Path("a.jsonl")
    log.write_text("mine", encoding="utf-8")
    assert run("match", *words, "random", "--log", "a.jsonl", "--force").exit_code == 2
    assert log.read_text(encoding="utf-8") == "mine"


def test_log_deals_none_leaves_out_the_deals() -> None:
    run(*FIVE, "--log", "all.jsonl")
    run(*FIVE, "--log", "none.jsonl", "--log-deals", "none")
    full, short = (Path(name).read_text(encoding="utf-8").splitlines() for name in ("all.jsonl", "none.jsonl"))
    assert short[0].replace(',"log_deals":"none"', "") == full[0]
    assert [json.loads(line)["type"] for line in full] == ["pageone-log", *["deal"] * 5, "match"]
    assert [json.loads(line)["type"] for line in short] == ["pageone-log", "match"]
    extra = json.loads(short[1])
    deals = [json.loads(line) for line in full[1:-1]]
    assert extra["first_dealer"] == deals[0]["dealer"]
    assert extra["deal_points"] == [deal["points"] for deal in deals]
    assert extra["outcomes"] == [deal["outcome"] for deal in deals]
    assert {**json.loads(full[-1]), **{key: extra[key] for key in list(extra)[-3:]}} == extra


def test_the_same_run_gives_the_same_bytes() -> None:
    run(*FIVE, "--log", "a.jsonl")
    run(*FIVE, "--log", "b.jsonl", "--format", "json", "-q")
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_gives_a_clear_message() -> None:
    result = run(*FIVE, "--log", "/dev/full", "--force")
    assert result.exit_code == 1
    assert result.stderr.endswith("Error: /dev/full: No space left on device; what was written before stays\n")


# Faults


@pytest.fixture
def fails() -> str:
    Path("fails.py").write_text(FAILING, encoding="utf-8")
    return "./fails.py"


def test_a_fault_is_told_with_the_authors_lines_and_the_command_that_plays_the_deal_again(fails: str) -> None:
    result = run("match", f"F={fails}", "random", "--seed", "a b", "--deals", "12", "--log", "f.jsonl")
    assert result.exit_code == 0
    lines = [line for line in result.stderr.splitlines() if set(line) - set(" ^~")]
    seat = json.loads(Path("f.jsonl").read_text(encoding="utf-8").splitlines()[-1])["table"].index(0)
    assert lines == [
        "seed: a b",
        f"fault: F: error in choose (match 1, deal 3, seat {seat})",
        f'  File "{Path("fails.py").resolve()}", line 9, in choose',
        '    raise ValueError("no idea")',
        "ValueError: no idea",
        "  again: pageone replay F=./fails.py random --rules classic --seed 'a b' --deals 12 --match 1 --deal 3",
    ]
    again = lines[-1].removeprefix("  again: pageone ")
    import shlex

    told = run(*shlex.split(again))
    assert told.exit_code == 0
    assert told.stdout == run("replay", "f.jsonl", "--deal", "3").stdout
    assert "fails (error); a substitute plays on" in told.stdout


def test_the_command_finds_a_deal_beyond_the_configurations_deals_too() -> None:
    import shlex

    Path("late.py").write_text(FAILING.replace("== 3", "== 50"), encoding="utf-8")
    result = run("match", "./late.py", "random", "--seed", "7", "--deals", "60")
    again = result.stderr.splitlines()[-1].removeprefix("  again: pageone ")
    told = run(*shlex.split(again))
    assert told.exit_code == 0
    assert "match 1, deal 50" in told.stdout


def test_abort_ends_the_run_with_1_and_says_how_to_see_the_deal(fails: str) -> None:
    import shlex

    result = run("match", fails, "random", "--seed", "7", "--on-fault", "abort", "--log", "a.jsonl")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Error: ./fails.py: error in choose (match 1, deal 3, seat " in result.stderr
    assert "ValueError: no idea" in result.stderr
    again = result.stderr.splitlines()[-1].removeprefix("  again: pageone ")
    told = run(*shlex.split(again))
    assert told.exit_code == 0
    assert "match 1, deal 3" in told.stdout
    log = [json.loads(line) for line in Path("a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in log] == ["pageone-log", "deal", "deal"]  # the deal aborted has no line


def test_the_first_three_faults_are_told_and_the_others_counted() -> None:
    Path("always.py").write_text(FAILING.replace("== 3", "> 0"), encoding="utf-8")
    result = run("match", "./always.py", "random", "--seed", "7", "--deals", "9")
    assert result.stderr.count("ValueError: no idea") == 3
    assert result.stderr.endswith("fault: ./always.py: 6 more\n")
    assert "         9\n" in result.stdout


def test_forfeit_scores_fifty_at_least(fails: str) -> None:
    arguments = ["match", fails, "random", "--seed", "7", "--deals", "3", "--format", "json"]
    plain, forfeit = (
        json.loads(run(*arguments, "--on-fault", policy).stdout)["players"] for policy in ("substitute", "forfeit")
    )
    assert forfeit[0]["total"] >= 50
    assert forfeit[0]["total"] >= plain[0]["total"]
    assert forfeit[1] | {"rank": 0} == plain[1] | {"rank": 0}
    assert [forfeit[0]["faults"], plain[0]["faults"]] == [1, 1]


# What is wrong


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuch", "random"],
         ("nosuch: no such strategy; tried a bundled strategy, an installed plug-in (pageone.strategies). "
         "A file is written ./nosuch.py")),
        (["random"], "Page One is for 2 to 6 players, not 1"),
        (["random"] * 7, "Page One is for 2 to 6 players, not 7"),
        (["--rules", "nosuch"],
         ("nosuch: no bundled configuration and no file of this name; bundled are classic, last-card, five-card, "
         "two-joker, no-penalty, reverse-lead, stop-card, joker-50, elimination, colour, colour-mild, "
         "colour-quiet, colour-no-wilds")),
        (["--rules", "./nosuch.yaml"], "nosuch.yaml: No such file or directory"),
        (["--nosuch"], "No such option '--nosuch'."),
        (["--format", "x"],
         "Invalid value for '--format': 'x' is not one of 'table', 'markdown', 'csv', 'json'."),
        (["--deals", "0"], "Invalid value for '--deals': 0 is not in the range x>=1."),
        (["--deals", "99999999999"],
         "Invalid value for '--deals': must be from 1 to 10000000, not 99999999999"),
        (["--log", "nosuch/a.jsonl"], "nosuch/a.jsonl: No such file or directory"),
        (["forgetful,miss=2", "random"], "forgetful: miss must be from 0 to 1, not 2"),
        (["random,x=1", "random"], "random: no parameter x; it takes none"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_exit_2(words: list[str], message: str) -> None:
    result = run("match", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"Error: {message}"


def test_a_strategy_of_another_game_is_refused_before_anything_is_played() -> None:
    text = FAILING.replace('deal 3."""', 'deal 3."""\n\n    games = {"matching"}')
    Path("other.py").write_text(text, encoding="utf-8")
    result = run("match", "./other.py", "random")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "Error: ./other.py plays matching only; Page One is a trick game"


def test_a_strategy_that_fails_to_load_is_exit_2() -> None:
    Path("broken.py").write_text("1 / 0\n", encoding="utf-8")
    result = run("match", "./broken.py", "random", "--log", "a.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[0] == "Error: ./broken.py: found, but it does not load:"
    assert result.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"
    assert not Path("a.jsonl").exists()


# The program


def test_version_and_help() -> None:
    assert run("--version").stdout == f"pageone {__version__}\n"
    assert run("-h").stdout == run("--help").stdout
    for command in ("match", "replay", "table", "rules", "strategies"):
        told = run(command, "-h")
        assert told.exit_code == 0
        assert "Example" in told.stdout
    assert run().exit_code == 2
    assert "\nPlay:\n  match " in run().output


def test_an_unknown_command_is_exit_2() -> None:
    result = run("nosuch")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "Error: No such command 'nosuch'."


def test_no_option_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = run(*FIVE).stdout
    for name in ("SEED", "MATCH_SEED", "FORMAT", "MATCH_FORMAT", "RULES", "MATCH_RULES", "MATCH_DEALS"):
        monkeypatch.setenv(f"PAGEONE_{name}", "json")
    assert run(*FIVE).stdout == wanted


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pageone_cli.cli import cli\n"
        "try:\n    cli(['--help'], prog_name='pageone')\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'yaml', 'pydantic', 'tabulate', 'multiprocessing'} & set(sys.modules)\n"
        "sys.exit(f'{heavy} were imported' if heavy else 0)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert b"Usage: pageone" in done.stdout


def test_from_another_folder_results_go_to_stdout_and_notes_to_stderr(tmp_path: Path) -> None:
    done = program(*FIVE, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.decode("utf-8").replace("\r\n", "\n") == run(*FIVE).stdout
    assert done.stderr.decode("utf-8").split() == ["seed:", "7"]


def test_a_broken_pipe_is_silent(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pageone_cli", *FIVE, "--format", "json", "-q"]
    process = subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # nobody reads
    said = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert said == b""


def test_a_terminal_that_lacks_letters_shows_what_it_can(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "pageone_cli", "match", "علی=random", "random", "--seed", "7", "--deals", "2"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"random" in done.stdout

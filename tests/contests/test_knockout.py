"""Knockouts and dropping the worst: who plays whom and who goes on, with blocks made by hand; then real runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli.block_playing import Task
from pageone_cli.blocks import Block, Sums
from pageone_cli.config import load, with_deals
from pageone_cli.contests.drop_worst import DropWorst
from pageone_cli.contests.knockout import Knockout
from pageone_cli.contests.stages import Named, Stage, Unplayable
from pageone_cli.rules import Rules
from tests.commands import run

FORMATS = ("table", "markdown", "csv", "json")
SIZES = range(2, 7)
FIELDS = range(2, 65)
Points = Callable[[Task, int], int]  # of a player in a block, per deal


@cache
def rules(deals: int = 1) -> Rules:
    return with_deals(load("classic"), deals)


def names(count: int) -> list[Named]:
    """Entries whose names are in another order than they are."""
    return [Named(f"p{(7 * number + 3) % 67:02}", "random") for number in range(count)]


@dataclass
class Step:
    """A round as it was driven: the blocks of its tables, those of each play-off, and its line."""

    tasks: list[Task]
    play_offs: list[list[Task]] = field(default_factory=list)
    line: dict[str, Any] = field(default_factory=dict)
    points: Counter[int] = field(default_factory=Counter)
    deals: Counter[int] = field(default_factory=Counter)

    def mean(self, player: int) -> Fraction:
        return Fraction(self.points[player], self.deals[player])

    @property
    def seated(self) -> list[int]:
        return [player for table in self.line["tables"] for player in table]


def fake(contest: Knockout | DropWorst, task: Task, points: Points) -> Block:
    """A block as if it had been played: so many points in each deal for each player."""
    block = Block(task.block, matches=task.matches(contest.rotate))
    block.deals = block.matches * contest.rules.match.most
    assert len(task.lineups) == 1
    for player in task.lineups[0]:
        block.players[player] = Sums(block.matches, block.deals, points(task, player) * block.deals)
    return block


def driven(contest: Knockout | DropWorst, points: Points) -> list[Step]:
    """All rounds of a contest; `points` says how each block ends."""
    steps: list[Step] = []
    begun = False
    number = match = 1
    for each in contest.plan():
        if isinstance(each, dict):
            assert begun
            steps[-1].line, begun = each, False
            continue
        assert isinstance(each, Stage)
        assert each.enough is None
        tasks = list(islice(each.tasks, each.most))
        assert len(tasks) == each.most
        assert next(each.tasks, None) is None, "a stage has just as many blocks as it says"
        if begun:
            steps[-1].play_offs.append(tasks)
        else:
            steps.append(Step(tasks))
        for task in tasks:
            assert (task.block, task.first_match, task.round) == (number, match, len(steps))
            number, match = number + 1, match + task.matches(contest.rotate)
            block = fake(contest, task, points)
            contest.add(block)
            if not begun:
                for player, sums in block.players.items():
                    steps[-1].points[player] += int(sums.points)
                    steps[-1].deals[player] += sums.deals
        begun = True
    assert not begun
    return steps


def knockout(field_size: int, size: int, advance: int | None, seed: str = "s", **options: Any) -> Knockout:
    options.setdefault("rules", rules())
    options.setdefault("players", names(field_size))
    return Knockout(seed=seed, table_size=size, advance=advance, **options)


# How blocks end


def favourites(task: Task, player: int) -> int:
    return player


def outsiders(task: Task, player: int) -> int:
    return 100 - player


def anyhow(seed: int, values: int) -> Points:
    """Points drawn from so many values; with few there are ties."""
    return lambda task, player: int(Random(f"{seed}/{task.block}/{player}").random() * values)


def level(task: Task, player: int) -> int:
    return 7


ENDS: dict[str, Points] = {
    "favourites": favourites,
    "outsiders": outsiders,
    "anyhow": anyhow(1, 1000),
    "ties": anyhow(2, 3),
    "level": level,
}
BRACKETS = [(size, advance) for size in SIZES for advance in (None, *range(1, size))]


def check_round(step: Step, size: int, keep: int, final: bool) -> None:
    """A round by itself: its line follows from its blocks."""
    line = step.line
    assert list(line) == ["type", "round", "kind", "tables", "byes", "advance", "drop"]
    assert (line["type"], line["kind"]) == ("round", "knockout")
    everybody = [*step.seated, *line["byes"]]
    assert len(set(everybody)) == len(everybody), "nobody plays twice in a round"
    assert sorted(tuple(sorted(task.lineups[0])) for task in step.tasks) == sorted(map(tuple, line["tables"]))
    assert all(table == sorted(table) and 2 <= len(table) <= size for table in line["tables"])
    assert sorted([*line["advance"], *line["drop"]]) == sorted(step.seated)
    place = 0
    for table in line["tables"]:
        go_on = 1 if final else min(keep, len(table) - 1)
        gone = line["advance"][place : place + go_on]
        place += go_on
        assert set(gone) <= set(table)
        left = [player for player in table if player not in gone]
        assert max(map(step.mean, gone)) <= min(map(step.mean, left)), "nobody better stays behind"
    assert place == len(line["advance"])


def check_play_offs(contest: Knockout | DropWorst, step: Step, tables: Sequence[Sequence[int]]) -> None:
    """Only those play off who tie at the cut; at most 20 deals, or one block at each table."""
    deals: dict[int, int] = {}
    for play_off in step.play_offs:
        number = -1
        for task in play_off:
            lineup = task.lineups[0]
            assert 2 <= len(lineup) <= contest.size
            (number,) = [number for number, table in enumerate(tables) if set(lineup) <= set(table)]
            assert len({step.mean(player) for player in lineup}) == 1
            edge = step.mean(lineup[0])
            go_on = [player for player in tables[number] if player in step.line["advance"]]
            assert sum(step.mean(player) < edge for player in tables[number]) < len(go_on)
            assert sum(step.mean(player) <= edge for player in tables[number]) > len(go_on)
        before = deals.get(number, 0)
        deals[number] = before + sum(task.matches(contest.rotate) for task in play_off) * contest.rules.match.most
        assert deals[number] <= 20 or not before


def check(contest: Knockout, steps: Sequence[Step]) -> None:
    """What holds for every knockout."""
    field_size, size = len(contest.players), contest.size
    half = (size + 1) // 2
    keep = contest.advance or half
    waiting = set(range(field_size))
    dropped: list[int] = []
    for number, step in enumerate(steps, start=1):
        line, final = step.line, number == len(steps)
        assert line["round"] == number
        assert set(step.seated) | set(line["byes"]) == waiting, "who went on plays"
        assert not line["byes"] or number == 1, "byes only in the first round"
        assert (len(line["tables"]) == 1 and not line["byes"]) == final
        sizes = [*map(len, line["tables"])]
        assert max(sizes) - min(sizes) <= 1
        if size > 2:
            assert len(sizes) == -(-len(waiting) // size), "as few tables as will do"
        check_round(step, size, keep, final)
        check_play_offs(contest, step, line["tables"])
        waiting = {*line["advance"], *line["byes"]}
        dropped += line["drop"]
    assert contest.winners == steps[-1].line["advance"]
    assert len(contest.winners) == 1
    assert sorted([*dropped, *contest.winners]) == list(range(field_size)), "everybody but the winner leaves once"
    blocks = sum(len(step.tasks) for step in steps)
    assert blocks == contest.most_blocks
    places = contest.places()
    assert places[contest.winners[0]] == 1
    assert places.count(1) == 1
    left_in = {player: number for number, step in enumerate(steps) for player in step.line["drop"]}
    for one, other in combinations(left_in, 2):
        if left_in[one] > left_in[other]:
            assert (places[one] or 0) < (places[other] or 0), "who leaves later is placed better"


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize(("size", "advance"), BRACKETS)
def test_every_bracket(size: int, advance: int | None, ends: str) -> None:
    for field_size in FIELDS:
        try:
            contest = knockout(field_size, size, advance)
        except Unplayable:
            assert advance is not None
            assert advance >= field_size, "a single table from which more than sit there would go on"
            continue
        assert contest.size == min(size, field_size), "a smaller field is one table"
        check(contest, driven(contest, ENDS[ends]))


@pytest.mark.parametrize(("size", "advance"), BRACKETS)
def test_the_first_seeds_meet_as_late_as_the_bracket_allows(size: int, advance: int | None) -> None:
    """Where favourites win, those left of the first seeds, as many as there are tables, sit apart in every round."""
    for field_size in range(size, 65):
        steps = driven(knockout(field_size, size, advance), favourites)
        for step in steps[:-1]:
            tables = step.line["tables"]
            assert not any({0, 1} <= set(table) for table in tables), "the two best meet in the final only"
            first = sorted([*step.seated, *step.line["byes"]])[: len(tables) + len(step.line["byes"])]
            assert all(len(set(table) & set(first)) <= 1 for table in tables)
        assert {0} <= set(steps[-1].seated)
        if len(steps) > 1 or field_size == 2:
            assert {0, 1} <= set(steps[-1].seated)
        assert steps[-1].line["advance"] == [0]


@pytest.mark.parametrize("field_size", FIELDS)
def test_tables_of_two_are_the_usual_bracket(field_size: int) -> None:
    steps = driven(knockout(field_size, 2, None), favourites)
    rounds = (field_size - 1).bit_length()
    assert len(steps) == rounds
    byes = 2**rounds - field_size
    assert sorted(steps[0].line["byes"]) == list(range(byes)), "the first seeds have the byes"
    for number, step in enumerate(steps):
        left = 2 ** (rounds - number)
        places = [*map(tuple, step.line["tables"])]
        wanted = [(seed, left - 1 - seed) for seed in range(left // 2) if left - 1 - seed < field_size]
        assert sorted(places) == wanted, "the best against the worst"
    for step in steps[:-2]:
        assert not any(len(set(table) & {0, 1, 2, 3}) > 1 for table in step.line["tables"])


@pytest.mark.parametrize("field_size", [3, 5, 8, 13, 33, 64])
def test_the_winners_of_neighbours_meet_whoever_wins(field_size: int) -> None:
    """In a bracket of two, who can meet in a round is fixed before the first: neighbours of neighbours."""
    met: list[set[frozenset[int]]] = []
    for seed in range(40):
        steps = driven(knockout(field_size, 2, None), anyhow(seed, 10**6))
        reached = {player: frozenset([player]) for player in range(field_size)}
        for number, step in enumerate(steps):
            if number == len(met):
                met.append(set())
            for one, other in step.line["tables"]:
                both = reached[one] | reached[other]
                met[number].add(both)
                for player in both:
                    reached[player] = both
    for groups in met:
        assert all(one == other or not one & other for one in groups for other in groups)


def test_half_rounded_up_goes_on_as_the_standard() -> None:
    for size, keep in ((2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        contest = knockout(size * 4, size, None)
        assert contest.options["advance"] == contest.going_on == keep
        steps = driven(contest, favourites)
        assert len(steps[0].line["advance"]) == 4 * keep


@pytest.mark.parametrize(("size", "advance"), [(2, 2), (2, 5), (3, 3), (4, 4), (4, 5), (6, 6)])
def test_not_everybody_can_go_on(size: int, advance: int) -> None:
    with pytest.raises(Unplayable):
        knockout(12, size, advance)


def test_a_round_is_planned_only_when_its_feeders_are_done() -> None:
    contest = knockout(16, 2, None)
    plan = contest.plan()
    stage = next(plan)
    assert isinstance(stage, Stage)
    tasks = list(stage.tasks)
    assert {task.round for task in tasks} == {1}
    for task in tasks:
        contest.add(fake(contest, task, favourites))
    assert isinstance(next(plan), dict)
    after = next(plan)
    assert isinstance(after, Stage)
    assert sorted(player for task in after.tasks for player in task.lineups[0]) == list(range(8))


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_every_table_plays_so_many_blocks_and_their_sums_decide(blocks: int) -> None:
    for seed in range(10):
        for step in driven(knockout(13, 3, None, blocks=blocks), anyhow(seed, 5)):
            seen = Counter(tuple(sorted(task.lineups[0])) for task in step.tasks)
            assert set(seen.values()) == {blocks}
            for table in step.line["tables"]:
                gone = [player for player in table if player in step.line["advance"]]
                left = [player for player in table if player not in gone]
                assert max(map(step.mean, gone)) <= min(map(step.mean, left))


# Ties at the cut


@pytest.mark.parametrize(("deals", "rotate"), [(1, True), (1, False), (3, True), (7, False), (10, True), (50, True)])
@pytest.mark.parametrize("size", SIZES)
def test_who_still_ties_after_twenty_deals_is_chosen_by_lot(size: int, deals: int, rotate: bool) -> None:
    contest = knockout(2 * size, size, 1, rules=rules(deals), rotate=rotate)
    steps = driven(contest, level)
    a_block = deals * (size if rotate else 1)
    for number, step in enumerate(steps):
        seats = len(step.line["tables"][0])
        a_block = deals * (seats if rotate else 1)
        assert len(step.play_offs) == len(step.line["tables"]) * max(1, 20 // a_block)
        assert {table.decided for table in contest.rounds[number].tables} == {"lot"}
    for form in ("table", "markdown"):
        assert contest.text(form).count("(by lot)") == sum(len(step.line["tables"]) for step in steps)
    told = json.loads(contest.text("json"))
    assert {table["decided"] for each in told["rounds"] for table in each["tables"]} == {"lot"}


def test_a_play_off_that_decides_is_the_last_and_is_told() -> None:
    """Of four at a table the first is sure, three tie for the second place, the play-off leaves two, the next one."""
    rounds = {1: {0: 1, 1: 5, 2: 5, 3: 5}, 2: {1: 4, 2: 3, 3: 3}, 3: {2: 9, 3: 8}}
    players = [Named(f"p{number}", "random") for number in range(4)]
    whole = DropWorst(rules=rules(), players=players, seed="s", table_size=4, drop=2)
    steps = driven(whole, lambda task, player: rounds[task.block][player])
    assert [task.lineups[0] for play_off in steps[0].play_offs for task in play_off] == [(1, 2, 3), (2, 3)]
    assert steps[0].line["advance"] == [0, 3]
    assert sorted(steps[0].line["drop"]) == [1, 2]
    assert whole.rounds[0].tables[0].decided == "play-off"
    assert "(play-off)" in whole.text("table")
    assert whole.winners == [0]


def test_a_play_off_among_better_ones_lets_several_through() -> None:
    """Three tie for two places: the best of the play-off is sure, the other two tie again."""
    rounds = {1: {0: 5, 1: 5, 2: 5, 3: 9}, 2: {0: 4, 1: 4, 2: 3}, 3: {0: 2, 1: 1}}
    players = [Named(f"p{number}", "random") for number in range(4)]
    contest = DropWorst(rules=rules(), players=players, seed="s", table_size=4, drop=2)
    steps = driven(contest, lambda task, player: rounds[task.block][player])
    assert [task.lineups[0] for play_off in steps[0].play_offs for task in play_off] == [(0, 1, 2), (0, 1)]
    assert sorted(steps[0].line["advance"]) == [1, 2]


def test_a_tie_that_is_not_at_the_cut_is_left_alone() -> None:
    rounds = {1: {0: 5, 1: 5, 2: 7, 3: 7}}
    players = [Named(f"p{number}", "random") for number in range(4)]
    contest = DropWorst(rules=rules(), players=players, seed="s", table_size=4, drop=2)
    (step,) = driven(contest, lambda task, player: rounds[task.block][player])
    assert not step.play_offs
    assert sorted(step.line["advance"]) == [0, 1]


def test_the_lot_is_seeded_and_does_not_ask_who_was_entered_first() -> None:
    players = names(2)
    winners: list[str] = []
    for number in range(40):
        results = set()
        for order in (players, players[::-1]):
            contest = knockout(2, 2, None, seed=str(number), players=order)
            driven(contest, level)
            results.add(order[contest.winners[0]].name)
        assert len(results) == 1
        winners += results
    assert 8 <= winners.count(players[0].name) <= 32


# Seeds


def test_seeds_by_entry_by_lot_and_as_they_are_given() -> None:
    assert knockout(9, 2, None, seeding="entry").seeds() == list(range(9))
    assert knockout(4, 2, None, seeding=[2, 0, 3, 1]).seeds() == [2, 0, 3, 1]
    drawn = [tuple(knockout(9, 2, None, seed=str(seed), seeding="lot").seeds()) for seed in range(200)]
    assert all(sorted(each) == list(range(9)) for each in drawn)
    assert len(set(drawn)) > 190
    first = Counter(each[0] for each in drawn)
    assert all(8 <= first[player] <= 42 for player in range(9))
    assert drawn[3] == tuple(knockout(9, 2, None, seed="3", seeding="lot").seeds())


@pytest.mark.parametrize("size", [2, 3, 4])
def test_with_seeds_by_lot_the_order_of_entry_changes_nothing(size: int) -> None:
    def told(order: Sequence[Named]) -> list[Any]:
        contest = knockout(11, size, None, players=order, seeding="lot")
        steps = driven(contest, lambda task, player: len(order[player].name) + int(order[player].name[1:]) % 5)
        return [
            [
                [[task.block, [order[player].name for player in task.lineups[0]]] for task in step.tasks],
                [[order[player].name for player in task.lineups[0]] for off in step.play_offs for task in off],
                sorted(order[player].name for player in step.line["advance"]),
            ]
            for step in steps
        ]

    entries = names(11)
    shuffled = sorted(entries, key=lambda entry: Random(entry.name).random())
    assert told(entries) == told(shuffled)


def test_given_seeds_make_the_bracket() -> None:
    seeds = [4, 2, 0, 1, 3]
    steps = driven(knockout(5, 2, None, seeding=seeds), lambda task, player: seeds.index(player))
    assert sorted(steps[0].line["byes"]) == [0, 2, 4]
    assert steps[0].line["tables"] == [[1, 3]]
    assert sorted(map(sorted, steps[1].line["tables"])) == [[0, 2], [1, 4]]
    assert steps[2].line["tables"] == [[2, 4]]


# Dropping the worst


def worst(field_size: int, size: int, drop: int, **options: Any) -> DropWorst:
    options.setdefault("rules", rules())
    return DropWorst(players=names(field_size), seed="s", table_size=size, drop=drop, **options)


DROPS = [(field_size, size) for field_size in range(2, 10) for size in SIZES if size <= field_size]


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize(("field_size", "size"), DROPS)
def test_every_drop(field_size: int, size: int, ends: str) -> None:
    for drop in range(1, field_size):
        contest = worst(field_size, size, drop)
        steps = driven(contest, ENDS[ends])
        waiting = set(range(field_size))
        for step in steps:
            line = step.line
            assert line["kind"] == "drop-worst"
            assert not line["byes"]
            assert len(waiting) >= size
            lineups = sorted(tuple(sorted(each)) for each in combinations(waiting, size))
            assert sorted(tuple(sorted(task.lineups[0])) for task in step.tasks) == lineups, "a round robin"
            assert sorted(tuple(sorted(table)) for table in line["tables"]) == lineups
            assert len(line["drop"]) == min(drop, len(waiting) - 1)
            assert sorted([*line["drop"], *line["advance"]]) == sorted(waiting)
            assert max(map(step.mean, line["advance"])) <= min(map(step.mean, line["drop"]))
            waiting = set(line["advance"])
        assert len(waiting) == 1 or len(waiting) < size, "until one is left or fewer than a table"
        last = steps[-1]
        best = min(map(last.mean, waiting))
        assert set(contest.winners) == {player for player in waiting if last.mean(player) == best}
        assert all(place == 1 for player, place in enumerate(contest.places()) if player in contest.winners)
        assert sum(len(step.tasks) for step in steps) == contest.most_blocks


@pytest.mark.parametrize("size", SIZES)
def test_who_ties_at_the_drop_plays_off_at_tables_no_larger_than_the_others(size: int) -> None:
    for field_size in range(size, 8):
        for ends in ("ties", "level"):
            contest = worst(field_size, size, 1)
            for step in driven(contest, ENDS[ends]):
                check_play_offs(contest, step, [[*step.line["advance"], *step.line["drop"]]])


def test_more_ties_than_the_rules_let_sit_at_a_table_are_played_off_all_the_same() -> None:
    """Seven tie and six may sit at a table: a lot without one further deal is not what was promised."""
    contest = worst(7, 2, 1)
    (step, *_) = driven(contest, level)
    assert step.play_offs


def test_not_everybody_can_be_dropped() -> None:
    with pytest.raises(Unplayable):
        worst(4, 2, 4)


# Real runs

REAL = {
    "byes": ["attack", "lowest", "random", "highest", "rare-suit", "--table-size", "2", "--deals", "2"],
    "threes": ["attack", "lowest", "random", "highest", "rare-suit", "forgetful", "random", "--table-size", "3",
               "--advance", "1", "--blocks", "2", "--deals", "1", "--seeding", "lot"],
    "none": ["attack", "lowest", "random", "highest", "rare-suit", "forgetful", "--table-size", "4", "--deals", "3",
             "--log-deals", "none", "--no-rotate"],
    "lots": ["random", "random", "random", "random", "--table-size", "2", "--deals", "5"],
    "matching": ["stacker", "random", "random", "steady", "wilds-last", "--table-size", "3", "--rules", "colour",
                 "--deals", "1"],
    "elimination": ["attack", "lowest", "random", "highest", "--table-size", "3", "--rules", "elimination",
                    "--deals", "4"],
    "worst": ["attack", "lowest", "random", "highest", "rare-suit", "--table-size", "3", "--kind", "drop-worst",
              "--drop", "2", "--deals", "1"],
    "worst-lots": ["random", "random", "random", "random", "--table-size", "2", "--kind", "drop-worst", "--deals", "1"],
    "worst-none": ["attack", "lowest", "random", "highest", "rare-suit", "--kind", "drop-worst", "--deals", "2",
                   "--log-deals", "none"],
}  # fmt: skip


@dataclass(frozen=True)
class Played:
    """A tournament that was played once for all tests."""

    words: list[str]
    log: Path
    text: dict[str, str]

    @property
    def value(self) -> Any:
        return json.loads(self.text["json"])

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    @property
    def rounds(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["type"] == "round"]


PLAYED: dict[str, Played] = {}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rounds")


def tournament(*words: str) -> Any:
    kind = [] if "--kind" in words else ["--kind", "knockout"]
    return run("tournament", *words, *kind)


def of(name: str, folder: Path) -> Played:
    if name not in PLAYED:
        words = [*REAL[name], "--seed", name, "-q"]
        text = {}
        for form in FORMATS:
            log = folder / f"{name}.{form}.jsonl"
            result = tournament(*words, "--jobs", "1", "--log", str(log), "--format", form)
            assert result.exit_code == 0, result.output
            text[form] = result.stdout
        logs = {(folder / f"{name}.{form}.jsonl").read_bytes() for form in FORMATS}
        assert len(logs) == 1, "the log does not depend on the output"
        PLAYED[name] = Played(words, log, text)
    return PLAYED[name]


@pytest.fixture(params=REAL)
def played(request: pytest.FixtureRequest, folder: Path) -> Played:
    return of(request.param, folder)


def test_rounds_follow_each_other_in_the_log(played: Played) -> None:
    now, decided = 1, 0
    for line in played.lines[1:]:
        if line["type"] == "match":
            assert line["round"] == now == decided + 1
        elif line["type"] == "round":
            assert line["round"] == now
            decided, now = now, now + 1
    assert played.lines[-1]["type"] == "round"
    numbers = [line["match"] for line in played.lines if line["type"] == "match"]
    assert numbers == list(range(1, len(numbers) + 1))


def test_round_lines_follow_from_the_matches_before_them(played: Played) -> None:
    """The points are counted again from the log; a play-off's blocks come after those of the round's tables."""
    knock = "drop-worst" not in played.words
    blocks = played.value["options"]["blocks"]
    for line in played.rounds:
        tables = {tuple(table) for table in line["tables"]}
        matches = [each for each in played.lines if each["type"] == "match" and each["round"] == line["round"]]
        numbers = sorted({match["block"] for match in matches})[: len(tables) * blocks]
        points: Counter[int] = Counter()
        deals: Counter[int] = Counter()
        for match in matches:
            if match["block"] not in numbers:
                continue
            assert tuple(sorted(match["table"])) in {tuple(sorted(table)) for table in tables}
            for seat, player in enumerate(match["table"]):
                points[player] += match["totals"][seat] * 2
                deals[player] += match["out_after"][seat] or match["deals"]
        means = {player: Fraction(int(points[player]), 2 * deals[player]) for player in points}
        groups = line["tables"] if knock else [sorted(points)]
        for group in groups:
            gone = [means[player] for player in group if player in line["advance"]]
            left = [means[player] for player in group if player in line["drop"]]
            assert len(gone) + len(left) == len(group)
            assert max(gone) <= min(left)


def test_the_tree_has_every_table_once(played: Played) -> None:
    value = played.value
    tree = played.text["table"].split("\n\n")[1].split("\n")
    name = [player["name"] for player in value["players"]]
    for each in value["rounds"]:
        rows = [row for row in tree if f"Round {each['round']}: " in row]
        assert len(rows) == len(each["tables"])
        for table in each["tables"]:
            (row,) = [
                row
                for row in rows
                if {part.removeprefix("→ ").split(" ")[0] for part in row.split(": ", 1)[1].split(" · ")}
                == {name[player] for player in table["players"]}
            ]
            assert row.count("→ ") == len(table["advance"])
            assert ("(by lot)" in row) == (table["decided"] == "lot")
            assert ("(play-off)" in row) == (table["decided"] == "play-off")
    assert sum(row.endswith(" has a bye") for row in tree) == sum(len(each["byes"]) for each in value["rounds"])
    assert f"→ {name[value['winners'][0]]} " in tree[0]
    assert played.text["markdown"].count("```") == 2
    assert all(row in played.text["markdown"].split("\n") for row in tree)


def test_below_each_table_are_its_feeders(folder: Path) -> None:
    tree = of("byes", folder).text["table"].split("\n\n")[1].split("\n")
    depth = [len(row) - len(row.lstrip("│├└─ ")) for row in tree]
    assert depth == sorted(depth[:1]) + depth[1:]
    rounds = [int(row.split("Round ")[1].split(":")[0]) for row in tree if "Round " in row]
    assert rounds[0] == 3
    assert sorted(rounds) == [1, 2, 2, 3]
    for number, row in enumerate(tree):
        if number:
            assert depth[number] % 3 == 0
            assert depth[number] <= depth[number - 1] + 3, row


def test_json_has_the_bracket(played: Played) -> None:
    value = played.value
    assert list(value) == ["rules", "seed", "options", "winners", "rounds", "players"]
    assert len(value["rounds"]) == len(played.rounds)
    for each, line in zip(value["rounds"], played.rounds, strict=True):
        assert list(each) == ["round", "played", "tables", "byes"]
        assert each["played"] is True
        assert each["byes"] == line["byes"]
        assert [player for table in each["tables"] for player in table["advance"]] == line["advance"]
        for table in each["tables"]:
            assert list(table) == ["players", "points", "deals", "advance", "decided"]
            means = [Fraction(p) / d for p, d in zip(table["points"], table["deals"], strict=True)]
            assert means == sorted(means)
    assert value["winners"] == played.rounds[-1]["advance"][:1] or len(played.rounds[-1]["advance"]) > 1
    deals = sum(line["deals"] for line in played.lines if line["type"] == "match")
    assert sum(player["deals"] for player in value["players"]) >= 2 * deals or "elimination" in played.words
    assert [player["place"] for player in value["players"]].count(1) == len(value["winners"])


@pytest.mark.parametrize("form", FORMATS)
def test_table_prints_the_same_from_the_log(played: Played, form: str) -> None:
    assert run("table", str(played.log), "--format", form).stdout == played.text[form]


def test_verify_accepts_the_log(played: Played) -> None:
    result = run("verify", str(played.log), "--strict")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", ["threes", "lots", "worst"])
def test_two_workers_write_the_same_bytes(folder: Path, name: str) -> None:
    log = folder / f"{name}.two.jsonl"
    one = of(name, folder)
    result = tournament(*one.words, "--jobs", "2", "--log", str(log))
    assert result.exit_code == 0, result.output
    assert log.read_bytes() == one.log.read_bytes()
    assert result.stdout == one.text["table"]


def cuts(whole: bytes) -> Iterator[int]:
    """After each line of a log that is near a round line, in the middle of those, and some others."""
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    yield ends[0]
    for number, end in enumerate(ends[1:], start=1):
        is_round = whole[ends[number - 1] :].startswith(b'{"type":"round"')
        if is_round:
            yield from (ends[number - 1], ends[number - 1] + 20, end - 1, end)
            if number + 1 < len(ends):
                yield from (end + 30, ends[number + 1])
        elif number % 11 == 0:
            yield from (end, end - 5)


@pytest.mark.parametrize("name", ["byes", "none", "lots", "worst", "worst-lots", "worst-none", "elimination"])
def test_resume_after_a_cut_writes_the_same_bytes(folder: Path, name: str) -> None:
    one = of(name, folder)
    whole = one.log.read_bytes()
    log = folder / f"{name}.cut.jsonl"
    for cut in cuts(whole):
        log.write_bytes(whole[:cut])
        shown = run("table", str(log))
        assert shown.exit_code == 0, shown.output
        result = run("resume", str(log), "--jobs", "1", "-q")
        assert result.exit_code == 0, result.output
        assert log.read_bytes() == whole, f"cut at {cut} of {len(whole)}"
        assert result.stdout == one.text["table"]


def test_resume_with_two_workers(folder: Path) -> None:
    one = of("threes", folder)
    whole = one.log.read_bytes()
    log = folder / "threes.cut.jsonl"
    log.write_bytes(whole[: whole.index(b'{"type":"round"') + 10])
    assert run("resume", str(log), "--jobs", "2", "-q").stdout == one.text["table"]
    assert log.read_bytes() == whole


@pytest.mark.parametrize("kind", ["knockout", "drop-worst"])
def test_a_tie_of_cards_is_played_off(folder: Path, kind: str) -> None:
    """Seeds are tried until a real tie at the cut was decided by further deals; then its log is gone on with."""
    words = ["random", "random", "random", "--table-size", "3", "--deals", "1", "--no-rotate", "--kind", kind, "-q"]
    for seed in range(300):
        log = folder / f"{kind}.tie.jsonl"
        result = run("tournament", *words, "--seed", str(seed), "--jobs", "1", "--log", str(log), "--force")
        assert result.exit_code == 0
        if "(play-off)" in result.stdout:
            break
    else:
        pytest.fail("no seed has a tie")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    blocks = [line["table"] for line in lines if line["type"] == "match"]
    assert len(blocks) > 1
    whole = log.read_bytes()
    assert run("table", str(log)).stdout == result.stdout
    assert run("verify", str(log)).exit_code == 0
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for end in ends:
        for cut in (end, end - 3)[: 1 if end == ends[0] else 2]:
            log.write_bytes(whole[:cut])
            assert run("resume", str(log), "--jobs", "1", "-q").stdout == result.stdout
            assert log.read_bytes() == whole


@pytest.mark.parametrize("change", ["advance", "byes", "tables", "gone", "twice"])
def test_verify_finds_a_round_line_that_does_not_follow(folder: Path, change: str) -> None:
    """ "It must follow from the matches before it" (the log's format)."""
    lines = of("byes", folder).log.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if '"type":"round"' in line)
    told = json.loads(lines[at])
    if change == "advance":
        told["advance"], told["drop"] = told["drop"], told["advance"]
    elif change == "byes":
        told["byes"] = []
    elif change == "tables":
        told["tables"] = [[0, 1]]
    if change == "gone":
        del lines[at]
    elif change == "twice":
        lines.insert(at, lines[at])
    else:
        lines[at] = json.dumps(told, separators=(",", ":"))
    log = folder / f"forged.{change}.jsonl"
    log.write_text("\n".join([*lines, ""]))
    assert run("verify", str(log)).exit_code == 1


# Seeds from an earlier log


def test_seeding_by_an_earlier_log(folder: Path) -> None:
    earlier = folder / "league.jsonl"
    first = run("tournament", "lowest", "attack", "highest", "random", "--table-size", "2", "--deals", "2", "--blocks",
                "5", "--seed", "1", "--jobs", "1", "--log", str(earlier), "--format", "json")  # fmt: skip
    ranks = {player["name"]: player["rank"] for player in json.loads(first.stdout)["players"]}
    entries = ["rare-suit", "random", "lowest", "attack", "forgetful", "highest"]
    words = [*entries, "--table-size", "2", "--seeding", str(earlier), "--deals", "1", "--seed", "2", "--jobs", "1"]
    log = folder / "seeded.jsonl"
    result = tournament(*words, "--log", str(log), "--format", "json")
    assert result.exit_code == 0
    seeds = [entries[player] for player in json.loads(result.stdout)["options"]["seeding"]]
    assert seeds == [*sorted(ranks, key=lambda name: ranks[name]), "rare-suit", "forgetful"]
    byes = json.loads(result.stdout)["rounds"][0]["byes"]
    assert {entries[player] for player in byes} == set(seeds[:2])
    whole = log.read_bytes()
    earlier.unlink()
    log.write_bytes(whole[: len(whole) // 2])
    assert run("resume", str(log), "--jobs", "1", "--format", "json", "-q").stdout == result.stdout
    assert log.read_bytes() == whole


def test_seeding_by_the_log_of_a_knockout(folder: Path) -> None:
    earlier = of("byes", folder)
    place = {player["name"]: player["place"] for player in earlier.value["players"]}
    result = tournament(*sorted(place), "--table-size", "2", "--seeding", str(earlier.log), "--deals", "1", "--seed",
                        "2", "--jobs", "1", "--format", "json")  # fmt: skip
    seeds = [sorted(place)[player] for player in json.loads(result.stdout)["options"]["seeding"]]
    assert [place[name] for name in seeds] == sorted(place.values())


@pytest.mark.parametrize("content", [None, "", "{}\n", "name: x\n", "match"])
def test_a_log_that_gives_no_seeds_is_an_error(folder: Path, content: str | None) -> None:
    log = folder / f"no-seeds.{content is None}.{len(content or '')}.jsonl"
    if content == "match":
        assert run("match", "--log", str(log), "--deals", "1", "--force").exit_code == 0
    elif content is not None:
        log.write_text(content)
    result = tournament("attack", "random", "--seeding", str(log), "--deals", "1")
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["attack"], "two entries"),
        (["attack", "nobody"], "nobody"),
        (["attack", "random", "--table-size", "3", "--kind", "drop-worst"], "do not fill"),
        (["attack", "random", "lowest", "--advance", "3"], "3"),
        (["attack", "random", "lowest", "--table-size", "2", "--advance", "2"], "2"),
        (["attack", "random", "lowest", "--advance", "0"], "0"),
        (["attack", "random", "--kind", "drop-worst", "--drop", "2"], "2"),
        (["attack", "random", "--kind", "drop-worst", "--drop", "0"], "0"),
        (["attack", "random", "--matches-total", "10"], "matches-total"),
        (["attack", "random", "--drop", "1"], "drop"),
        (["attack", "random", "--kind", "drop-worst", "--advance", "1"], "advance"),
        (["attack", "random", "--kind", "drop-worst", "--seeding", "lot"], "seeding"),
        (["attack", "random", "--kind", "round-robin", "--advance", "1"], "advance"),
        (["attack", "random", "--kind", "king-of-the-hill"], "king-of-the-hill"),
    ],
)
def test_errors(words: list[str], what: str) -> None:
    result = tournament(*words, "--deals", "1", "--jobs", "1")
    assert result.exit_code == 2, result.output
    assert what in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("kind", ["knockout", "drop-worst"])
def test_a_dry_run_tells_the_rounds_and_plays_nothing(folder: Path, kind: str) -> None:
    log = folder / f"{kind}.dry.jsonl"
    result = run("tournament", *["random"] * 7, "--kind", kind, "--table-size", "3", "--dry-run", "--log", str(log))
    assert result.exit_code == 0
    assert kind in result.stdout
    assert not log.exists()


# Headers that were written by somebody else


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("byes", "blocks", None),
        ("byes", "blocks", "2"),
        ("byes", "blocks", 1.5),
        ("byes", "seeding", "foo"),
        ("byes", "seeding", None),
        ("byes", "seeding", [9, 8, 7, 6, 5]),
        ("byes", "seeding", [-1, -2, -3, -4, -5]),
        ("byes", "time_limit", "zzz"),
        ("byes", "rotate", 1.5),
        ("worst", "blocks", 0),
        ("worst", "blocks", [1]),
        ("worst", "table_size", 3.0),
        ("worst", "drop", 1.5),
    ],
)
def test_options_that_no_run_has_are_refused(folder: Path, name: str, option: str, value: object, cut: bool) -> None:
    lines = of(name, folder).log.read_text().splitlines()
    head = json.loads(lines[0])
    head["options"][option] = value
    log = folder / "hostile.jsonl"
    text = "\n".join([json.dumps(head), *lines[1 : 8 if cut else None], ""])
    for command in ("table", "resume"):
        log.write_text(text)
        result = run(command, str(log))
        assert result.exit_code == 2, result.output
        assert log.read_text() == text


def test_blocks_of_players_who_do_not_meet_are_no_blocks_of_the_bracket(folder: Path) -> None:
    """Everything told of a log must fit its own plan: here others play in the first round than the seeds say."""
    lines = [json.loads(line) for line in of("lots", folder).log.read_text().splitlines()]
    for line in lines[1:]:
        if "table" in line and line.get("round", 1) == 1:
            line["table"] = [{0: 1, 1: 0, 2: 2, 3: 3}[player] for player in line["table"]]
    log = folder / "others.jsonl"
    log.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    assert run("table", str(log)).exit_code == 2
    assert run("verify", str(log)).exit_code == 1

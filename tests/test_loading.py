"""From what is written on the command line to a strategy; and every bundled strategy on every bundled configuration."""

from __future__ import annotations

import copy
import hashlib
import importlib.metadata
import json
import sys
import textwrap
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from pageone_cli import Strategy, bundled
from pageone_cli.config import bundled_names as configurations
from pageone_cli.config import load as load_rules
from pageone_cli.config import with_deals
from pageone_cli.faults import Fault
from pageone_cli.loading import BadParameter, Broken, NotFound, Player, bundled_names, find, load, load_players, parse
from pageone_cli.playing import Run
from pageone_cli.results import DealRecord, MatchRecord
from pageone_cli.table import DealResult

SIMPLE = '''
from pageone_cli import Strategy


class {name}(Strategy):
    """{name} plays the first move."""

    def choose(self, view):
        return view.moves[0]
'''
TYPED = '''
from typing import Literal

from pageone_cli import Strategy


class Typed(Strategy):
    """Keeps what it is given."""

    def __init__(self, count: int = 1, share: float = 0.5, loud: bool = False, word="x", most: int | None = 3,
                 mood: Literal["calm", "wild"] = "calm"):
        self.given = (count, share, loud, word, most, mood)

    def choose(self, view):
        return view.moves[0]
'''


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Write a strategy's file; the working directory is where it is."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, text: str) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return file

    return written


Write = Callable[[str, str], Path]


# [NAME=]SPEC[,key=value]...


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("random", (None, "random", {})),
        ("Ann=random", ("Ann", "random", {})),
        ("forgetful,miss=0.5,base=highest", (None, "forgetful", {"miss": "0.5", "base": "highest"})),
        ("Bob=forgetful,miss=0.5", ("Bob", "forgetful", {"miss": "0.5"})),
        ("./a.py:Bot", (None, "./a.py:Bot", {})),
        ("A=./a.py:Bot,x=a=b", ("A", "./a.py:Bot", {"x": "a=b"})),
        ("./x=1/a.py", (None, "./x=1/a.py", {})),
        ("007=random", ("007", "random", {})),
        ("علی=random", ("علی", "random", {})),
        ("x,empty=", (None, "x", {"empty": ""})),
    ],
)
def test_a_spec_is_name_strategy_and_parameters(text: str, parts: tuple[Any, ...]) -> None:
    assert parse(text) == parts


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("forgetful,miss", BadParameter, "forgetful,miss: 'miss' is not key=value"),
        ("forgetful,", BadParameter, "forgetful,: '' is not key=value"),
        ("forgetful,miss=1,miss=0", BadParameter, "forgetful,miss=1,miss=0: miss is given twice"),
        ("", NotFound, "'': a strategy is written [NAME=]SPEC[,key=value]..."),
        ("=random", NotFound, "'=random': a strategy is written [NAME=]SPEC[,key=value]..."),
        ("Ann=", NotFound, "'Ann=': a strategy is written [NAME=]SPEC[,key=value]..."),
    ],
)
def test_what_is_no_spec(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        load(text)
    assert str(raised.value) == message


def test_the_same_name_again_becomes_x_2_and_so_on() -> None:
    players = load_players(["random", "random", "Ann=highest", "random", "Ann=random"])
    assert [player.name for player in players] == ["random", "random#2", "Ann", "random#3", "Ann#2"]


def test_a_name_that_is_already_like_a_numbered_one_stays_unique() -> None:
    players = load_players(["a#2=random", "a=random", "a=random"])
    assert [player.name for player in players] == ["a#2", "a", "a#3"]


# Parameters


def test_parameters_are_typed_by_the_annotations(write: Write) -> None:
    write("typed.py", TYPED)
    player = load("./typed.py,count=7,share=0.25,loud=yes,word=7,most=none,mood=wild")
    assert dict(player.params) == {
        "count": 7,
        "share": 0.25,
        "loud": True,
        "word": "7",
        "most": None,
        "mood": "wild",
    }
    assert vars(player.make())["given"] == (7, 0.25, True, "7", None, "wild")
    assert load("./typed.py").params == {}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("count=x", "./typed.py: count must be a whole number, not 'x'"),
        ("count=1.5", "./typed.py: count must be a whole number, not '1.5'"),
        ("share=much", "./typed.py: share must be a number, not 'much'"),
        ("share=nan", "./typed.py: share must be a number, not 'nan'"),
        ("share=inf", "./typed.py: share must be a number, not 'inf'"),
        ("loud=1", "./typed.py: loud must be true or false, not '1'"),
        ("most=some", "./typed.py: most must be a whole number or none, not 'some'"),
        ("mood=sad", "./typed.py: mood must be one of calm, wild, not 'sad'"),
        ("speed=3", "./typed.py: no parameter speed; it takes count, share, loud, word, most, mood"),
    ],
)
def test_unknown_and_unfit_parameters(write: Write, given: str, message: str) -> None:
    write("typed.py", TYPED)
    with pytest.raises(BadParameter) as raised:
        load(f"./typed.py,{given}")
    assert str(raised.value) == message


def test_a_strategy_without_parameters_takes_none() -> None:
    with pytest.raises(BadParameter, match=r"^random: no parameter x; it takes none$"):
        load("random,x=1")


def test_a_parameter_without_default_must_be_given(write: Write) -> None:
    write("must.py", SIMPLE.format(name="Must") + "\n    def __init__(self, size: int):\n        self.size = size\n")
    with pytest.raises(BadParameter, match=r"^\./must\.py: the parameter size must be given, size=…$"):
        load("./must.py")
    assert load("./must.py,size=3").params == {"size": 3}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("forgetful,miss=2", "forgetful: miss must be from 0 to 1, not 2"),
        ("forgetful,miss=-0.1", "forgetful: miss must be from 0 to 1, not -0.1"),
        ("forgetful,miss=x", "forgetful: miss must be a number, not 'x'"),
        ("forgetful,base=forgetful", "forgetful: base must be another strategy"),
        ("forgetful,bass=random", "forgetful: no parameter bass; it takes miss, base"),
    ],
)
def test_parameters_of_forgetful_that_do_not_fit(spec: str, message: str) -> None:
    with pytest.raises(BadParameter) as raised:
        load(spec)
    assert str(raised.value) == message


def test_a_base_that_is_not_found_is_not_found() -> None:
    with pytest.raises(NotFound, match=r"^nosuch: no such strategy; tried a bundled strategy, "):
        load("forgetful,base=nosuch")


# What is not there, and what is broken


def test_not_found_lists_what_was_tried() -> None:
    with pytest.raises(NotFound) as raised:
        load("higest")
    assert str(raised.value) == (
        "higest: no such strategy (did you mean highest?); tried a bundled strategy, "
        "an installed plug-in (pageone.strategies). A file is written ./higest.py"
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("./nosuch.py", "./nosuch.py: there is no file nosuch.py"),
        ("bots/random.py", "bots/random.py: there is no file bots/random.py (did you mean random?)"),
        ("./nosuch.py:Bot", "./nosuch.py:Bot: there is no file nosuch.py"),
        ("nosuch.module:Bot", "nosuch.module:Bot: there is no module nosuch; tried it as a module"),
        ("json.nosuch", "json.nosuch: there is no module json.nosuch; tried it as a module"),
        ("json:Bot", "json:Bot: no strategy Bot in it; it has none"),
        ("json:", "json:: there is no subclass of Strategy in it"),
        ("..", "..: '..' cannot be a module; tried it as a module"),
        (":Bot", ":Bot: '' cannot be a module; tried it as a module"),
        ("exec:./bot", "exec:./bot: other programs (exec:) cannot be seated by this version"),
        (
            "RANDOM",
            (
                "RANDOM: no such strategy; tried a bundled strategy, an installed plug-in (pageone.strategies). "
                "A file is written ./RANDOM.py"
            ),
        ),
    ],
)
def test_not_found(write: Write, spec: str, message: str) -> None:
    with pytest.raises(NotFound) as raised:
        load(spec)
    assert str(raised.value) == message


@pytest.mark.parametrize("spec", ["a" * 5000, f"./{'a' * 5000}.py", "a\0b/c.py"])
def test_names_that_no_file_can_have_are_not_found(spec: str) -> None:
    with pytest.raises(NotFound):
        load(spec)


def test_found_but_it_does_not_load_shows_the_authors_own_lines_only(write: Write) -> None:
    file = write("broken.py", "from pageone_cli import Strategy\n\n\ndef half():\n    return 1 / 0\n\n\nhalf()\n")
    with pytest.raises(Broken) as raised:
        load("./broken.py")
    told = [line for line in str(raised.value).splitlines() if set(line) - set(" ^~")]
    assert told == [
        "./broken.py: found, but it does not load:",
        f'  File "{file}", line 8, in <module>',
        "    half()",
        f'  File "{file}", line 5, in half',
        "    return 1 / 0",
        "ZeroDivisionError: division by zero",
    ]


def test_found_but_it_imports_what_is_not_there_is_broken_not_missing(write: Write) -> None:
    file = write("needs.py", "import nosuch_module_of_mine\n")
    with pytest.raises(Broken) as raised:
        load("./needs.py")
    assert str(raised.value) == (
        "./needs.py: found, but it does not load:\n"
        f'  File "{file}", line 1, in <module>\n'
        "    import nosuch_module_of_mine\n"
        "ModuleNotFoundError: No module named 'nosuch_module_of_mine'"
    )


def test_a_module_that_imports_what_is_not_there_is_broken_not_missing(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("mybots_needs.py", "import nosuch_module_of_mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Broken) as raised:
        load("mybots_needs:Bot")
    assert str(raised.value) == (
        "mybots_needs:Bot: found, but it does not load:\n"
        f'  File "{file}", line 1, in <module>\n'
        "    import nosuch_module_of_mine\n"
        "ModuleNotFoundError: No module named 'nosuch_module_of_mine'"
    )


def test_a_syntax_error_is_told_with_its_place(write: Write) -> None:
    file = write("syntax.py", "def (\n")
    with pytest.raises(Broken) as raised:
        load("./syntax.py")
    lines = str(raised.value).splitlines()
    assert lines[:2] == ["./syntax.py: found, but it does not load:", f'  File "{file}", line 1']
    assert lines[-1].startswith("SyntaxError: ")


def test_after_mending_it_a_broken_file_loads(write: Write) -> None:
    write("mended.py", "1 / 0\n")
    with pytest.raises(Broken):
        load("./mended.py")
    write("mended.py", SIMPLE.format(name="Mended"))
    assert load("./mended.py").kind.__name__ == "Mended"


@pytest.mark.parametrize(
    ("body", "last"),
    [
        ("raise ValueError('no luck')", "ValueError: no luck"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("self.nothing", "AttributeError: 'Bot' object has no attribute 'nothing'"),
    ],
)
def test_found_but_it_cannot_be_constructed(write: Write, body: str, last: str) -> None:
    write("bot.py", SIMPLE.format(name="Bot") + f"\n    def __init__(self):\n        {body}\n")
    with pytest.raises(Broken) as raised:
        load("./bot.py")
    lines = str(raised.value).splitlines()
    assert lines[0] == "./bot.py: found, but it cannot be constructed:"
    assert lines[-1] == last
    assert not any("loading.py" in line for line in lines)


def test_a_file_that_exits_is_broken(write: Write) -> None:
    write("exits.py", "import sys\nsys.exit(0)\n")
    with pytest.raises(Broken, match=r"^\./exits\.py: found, but it does not load:\n"):
        load("./exits.py")


def test_annotations_that_cannot_be_read_are_told(write: Write) -> None:
    write(
        "hints.py",
        "from __future__ import annotations\n"
        + SIMPLE.format(name="Hints")
        + "\n    def __init__(self, x: Fraction = None):\n        self.x = x\n",
    )
    with pytest.raises(Broken) as raised:
        load("./hints.py")
    assert str(raised.value) == (
        "Hints: found, but the annotations of Hints.__init__ cannot be read: name 'Fraction' is not defined"
    )


# Files


def test_a_file_with_several_strategies_asks_which(write: Write) -> None:
    write("two.py", SIMPLE.format(name="One") + SIMPLE.format(name="Two") + SIMPLE.format(name="_Hidden"))
    with pytest.raises(NotFound) as raised:
        load("./two.py")
    assert str(raised.value) == "./two.py: several strategies in it, say which: ./two.py:One, ./two.py:Two"
    assert load("./two.py:Two").kind.__name__ == "Two"
    assert load("./two.py:_Hidden").kind.__name__ == "_Hidden"
    with pytest.raises(NotFound, match=r"^\./two\.py:Three: no strategy Three in it; it has One, Two, _Hidden$"):
        load("./two.py:Three")


def test_a_file_with_one_strategy_beside_imported_ones(write: Write) -> None:
    write("base.py", SIMPLE.format(name="Base"))
    write("one.py", "from pageone_cli.testing import Strategy as Imported\n" + SIMPLE.format(name="One"))
    assert load("./one.py").kind.__name__ == "One"
    assert load("one.py").name == "one.py"


def test_a_file_without_a_strategy(write: Write) -> None:
    write("none.py", "x = 1\n")
    with pytest.raises(NotFound, match=r"^\./none\.py: there is no subclass of Strategy in it$"):
        load("./none.py")


def test_two_files_of_one_name_stay_apart(write: Write) -> None:
    one = write("a/bot.py", SIMPLE.format(name="Bot"))
    other = write("b/bot.py", SIMPLE.format(name="Bot").replace("moves[0]", "moves[-1]"))
    first, second = load("a/bot.py"), load("b/bot.py")
    assert first.kind is not second.kind
    assert first.kind.__module__ != second.kind.__module__
    assert (first.path, second.path) == (str(one), str(other))
    assert first.source == "sha256:" + hashlib.sha256(one.read_bytes()).hexdigest() != second.source
    assert load("./a/../a/bot.py").kind is first.kind


def test_a_bundled_name_wins_over_a_file_in_the_folder(write: Write) -> None:
    write("random.py", SIMPLE.format(name="Mine"))
    assert load("random").path == str(bundled.strategies() / "random.py")
    assert load("./random.py").kind.__name__ == "Mine"


def test_a_dotted_module(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("mybots_pkg/__init__.py", "")
    file = write("mybots_pkg/cautious.py", SIMPLE.format(name="Cautious"))
    monkeypatch.syspath_prepend(tmp_path)
    for spec in ("mybots_pkg.cautious:Cautious", "mybots_pkg.cautious"):
        player = load(spec)
        assert (player.kind.__name__, player.path, player.name) == ("Cautious", str(file), spec)


def test_an_installed_plug_in(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("plugged_bot.py", SIMPLE.format(name="Plugged") + "\n\nNOTHING = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    points = [
        EntryPoint("plugged-bot", "plugged_bot:Plugged", "pageone.strategies"),
        EntryPoint("no-bot", "plugged_bot:NOTHING", "pageone.strategies"),
        EntryPoint("gone-bot", "plugged_bot:Gone", "pageone.strategies"),
        EntryPoint("highest", "plugged_bot:Plugged", "pageone.strategies"),
        EntryPoint("other", "plugged_bot:Plugged", "another.group"),
    ]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **kind: EntryPoints(points).select(**kind))
    player = load("P=plugged-bot")
    assert (player.name, player.kind.__name__, player.path) == ("P", "Plugged", str(file))
    assert load("highest").kind.__name__ == "Highest"  # bundled first
    with pytest.raises(Broken, match=r"^no-bot: the plug-in plugged_bot:NOTHING is no Strategy$"):
        load("no-bot")
    with pytest.raises(Broken) as raised:
        load("gone-bot")
    assert str(raised.value) == (
        "gone-bot: the plug-in plugged_bot:Gone does not load:\n"
        "AttributeError: module 'plugged_bot' has no attribute 'Gone'"
    )
    with pytest.raises(NotFound):
        load("other")


def test_loading_constructs_once_and_asks_nothing_more_of_it(write: Write) -> None:
    write(
        "once.py",
        SIMPLE.format(name="Once")
        + "\n    made = 0\n\n    def __init__(self):\n        Once.made += 1\n        self.games = {'trick'}\n",
    )
    player = load("./once.py")
    assert player.games == {"trick"}
    assert vars(player.kind)["made"] == 1


# forgetful


def run(specs: list[str], rules: str = "classic", deals: int = 200, seed: str = "7") -> tuple[list[Any], list[Fault]]:
    """A match; its deals as (events, record), then the match, and the faults."""
    told: list[Any] = []
    faults: list[Fault] = []

    def on_deal(result: DealResult, record: DealRecord) -> None:
        told.append((result.deal.events(), record))

    players = load_players(specs)
    told += Run(with_deals(load_rules(rules), deals), players, seed).play(on_deal, faults.append)
    return told, faults


def calls(told: list[Any]) -> dict[int, list[str]]:
    """For each player whether it called or missed, in order."""
    found: dict[int, list[str]] = {}
    for events, record in told[:-1]:
        for event in events:
            if event[0] in ("call", "missed"):
                found.setdefault(record.table[event[1]], []).append(event[0])
    return found


@pytest.mark.parametrize("miss", [0.1, 0.3, 0.8])
def test_forgetful_misses_its_share_of_the_calls_that_are_due(miss: float) -> None:
    told, _ = run([f"forgetful,miss={miss}", "random"], deals=1500)
    made = calls(told)
    share = made[0].count("missed") / len(made[0])
    assert len(made[0]) > 900
    assert abs(share - miss) < 4.5 * (miss * (1 - miss) / len(made[0])) ** 0.5
    assert made[1].count("missed") == 0


@pytest.mark.parametrize(("miss", "missed"), [(0, "call"), (1, "missed")])
def test_forgetful_never_and_always(miss: float, missed: str) -> None:
    told, _ = run([f"forgetful,miss={miss}", "random"], deals=60)
    assert set(calls(told)[0]) == {missed}


def test_forgetful_that_misses_nothing_plays_like_its_base() -> None:
    for base in ("highest", "lowest"):
        one, _ = run([f"forgetful,miss=0,base={base}", "random", "random"], deals=60)
        other, _ = run([base, "random", "random"], deals=60)
        assert [deal[0] for deal in one[:-1]] == [deal[0] for deal in other[:-1]]


def test_forgetful_passes_everything_on_to_its_base(write: Write) -> None:
    write(
        "base.py",
        SIMPLE.format(name="Base")
        + textwrap.indent(
            textwrap.dedent(
                """
                told = []

                def start(self, view):
                    Base.told.append(("start", self.seat, self.rules.hand_size, view.deal))

                def observe(self, event):
                    Base.told.append(("observe", event[0]))

                def call_out(self, view, offender):
                    Base.told.append(("call_out", self.seat, offender))
                    return False
                """
            ),
            "    ",
        ),
    )
    told, faults = run(["forgetful,base=./base.py", "forgetful,miss=1"], deals=3)
    assert faults == []
    seen = vars(find("./base.py")[0])["told"]
    seat = told[0][1].table.index(0)
    assert [entry for entry in seen if entry[0] == "start"] == [("start", seat, 4, deal) for deal in (1, 2, 3)]
    assert [entry[1] for entry in seen if entry[0] == "observe"] == [
        event[0] for events, _ in told[:-1] for event in events
    ]
    assert [entry for entry in seen if entry[0] == "call_out"] == [("call_out", seat, 1 - seat)] * told[-1].missed[
        1 - seat
    ]
    assert told[-1].caught[1 - seat] == 0


# Every bundled strategy


def test_the_bundled_strategies_are_those_of_the_contract() -> None:
    assert set(bundled_names()) >= {"random", "highest", "lowest", "forgetful"}


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_strategy_says_what_it_does(name: str) -> None:
    kind, path = find(name)
    assert path == str(bundled.strategies() / f"{name.replace('-', '_')}.py")
    assert kind.__doc__
    first = kind.__doc__.splitlines()[0]
    assert len(first) <= 100
    assert first.endswith(".")
    assert sys.modules[kind.__module__].__doc__


@pytest.mark.parametrize("rules", configurations())
@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_strategy_is_legal_and_reproducible(name: str, rules: str) -> None:
    if load_rules(rules).game not in load(name).games:
        pytest.skip(f"{name} does not play {rules}")
    specs = [name, "random", "forgetful", name]
    told, faults = run(specs, rules, deals=30)
    assert faults == []
    assert sum(told[-1].faults) == 0
    assert run(specs, rules, deals=10)[0][:10] == told[:10]
    assert run(specs, rules, deals=3, seed="8")[0][:3] != told[:3]


@pytest.mark.parametrize("name", bundled_names())
def test_every_object_is_fresh_and_can_be_copied(name: str) -> None:
    player = load(name)
    one, other = player.make(), player.make()
    assert one is not other
    twin = copy.deepcopy(one)
    assert type(twin) is type(one)
    assert twin is not one


def made_by(kind: type[Strategy], deals: int = 5) -> MatchRecord:
    players = [Player("one", "one", kind), Player("two", "two", kind)]
    rules = with_deals(load_rules("classic"), deals)
    return next(iter(Run(rules, players, "7").play(lambda result, record: None, lambda fault: None)))


@pytest.mark.parametrize(("remembers", "objects"), [(False, 10), (True, 2)])
def test_a_fresh_object_for_each_seat_and_deal_or_for_each_match(remembers: bool, objects: int) -> None:
    made: list[Strategy] = []
    seats: dict[int, set[int]] = {}

    class Counting(Strategy):
        def __init__(self) -> None:
            made.append(self)

        def __bool__(self) -> bool:
            return False  # kept all the same

        def start(self, view: Any) -> None:
            seats.setdefault(id(self), set()).add(self.seat)

        def choose(self, view: Any) -> Any:
            return view.moves[0]

    Counting.remembers = remembers
    made_by(Counting)
    assert len(made) == objects
    assert all(len(own) == 1 for own in seats.values())


def test_parameters_reach_the_log_as_they_were_typed() -> None:
    from pageone_cli.log import header

    players = load_players(["Ann=forgetful,miss=0.5", "random"])
    told = json.loads(header("match", Run(load_rules("classic"), players, "7")))
    source = "sha256:" + hashlib.sha256((bundled.strategies() / "forgetful.py").read_bytes()).hexdigest()
    assert told["players"][0] == {
        "name": "Ann",
        "strategy": "forgetful",
        "params": {"miss": 0.5},
        "source": source,
    }

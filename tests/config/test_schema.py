"""The JSON Schema of a configuration and the checker hold together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from annotated_types import Interval
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from pageone_cli import bundled
from pageone_cli.config import bundled_names, examine
from pageone_cli.rules import FAMILIES, MATCHES, flat, plain
from pageone_cli.schema import schema
from pageone_cli.yaml_source import parse
from tests.commands import run

HERE = Path(__file__).parent
# What a schema can tell of a single value; what only follows from several options it cannot.
KINDS = {"wrong-type", "out-of-range", "not-one-of", "unknown-key", "duplicate-key", "yaml-syntax", "yaml-feature"}
MODELINE = "# yaml-language-server: $schema=pageone.schema.json"


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def accepted(value: object) -> bool:
    return bool(validator().is_valid(value))


def value_of(file: Path) -> Any:
    return parse(file.read_bytes().decode("utf-8-sig"), file.name).value


def nested(path: str, value: object) -> dict[str, Any]:
    """A configuration in which the option `path`, with dots, has `value`: of the family and the mode that it needs."""
    outer, _, inner = path.partition(".")
    found: dict[str, Any] = {} if path in OF_FAMILY["trick"] else {"game": OWNER.get(path, "trick")}
    if not inner:
        found[outer] = value
    elif outer != "match" or inner == "mode":
        found[outer] = {inner: value}
    else:
        mode = next((mode for mode, kind in MATCHES.items() if inner in [one.name for one in fields(kind)]), "deals")
        found[outer] = {"mode": mode, inner: value}
    return found


def checked(value: object, folder: Path) -> set[str]:
    """The kinds of what the checker finds wrong with one value; JSON is YAML."""
    (folder / "own.yaml").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return {one.code for one in examine("own.yaml", directory=folder).findings if one.severity == "error"} & KINDS


def options(family: type[Any]) -> dict[str, Any]:
    """The annotation of every option of a family, in every mode, with dots."""

    def inner(kind: type[Any], prefix: str) -> Iterator[tuple[str, Any]]:
        hints = get_type_hints(kind, include_extras=True)
        for one in fields(kind):
            if one.name == "match" and not prefix:
                for mode in MATCHES.values():
                    yield from inner(mode, "match.")
            elif is_dataclass(one.default):
                yield from inner(type(one.default), f"{prefix}{one.name}.")
            else:
                yield prefix + one.name, hints[one.name]

    return dict(inner(family, ""))


OF_FAMILY = {game: options(kind) for game, kind in FAMILIES.items()}
OPTIONS = {path: hint for known in OF_FAMILY.values() for path, hint in known.items()}
OWNER = {path: game for game, known in OF_FAMILY.items() for path in known}
OUTER = {path.partition(".")[0] for path in OPTIONS if "." in path}
RANGES = {
    "players.min": (2, 10),
    "players.max": (2, 10),
    "hand_size": (1, 20),
    "deck.jokers": (0, 4),
    "deck.wilds": (0, 20),
    "call.at": (1, 10),
    "call.penalty": (1, 20),
    "max_turns": (1, 1_000_000),
    "match.deals": (1, 10_000_000),
    "match.max_deals": (1, 10_000_000),
    "match.over": (1, 1_000_000),
    "match.by": (1, 1_000_000),
    "points.ace": (0, 1000),
    "points.face": (0, 1000),
    "points.joker": (0, 1000),
}
WORDS: dict[str, tuple[object, ...]] = {
    "call.enforced_by": ("opponents", "referee", "nobody"),
    "match.mode": ("deals", "elimination", "lead"),
    "lead_next": ("winner", "loser"),
    "stop_rank": ("none", *range(2, 11), *map(str, range(2, 11)), "J", "Q", "K", "A"),
    "joker_out": ("allowed", "forbidden"),
    "on_stuck": ("void", "score", "pass"),
    "score": ("cards", "wins"),
    "sets": ("faces", "numbers", "single"),
}
RANGES = {path: interval for path, interval in RANGES.items() if path in OPTIONS}  # without a family that is to come
WORDS = {path: words for path, words in WORDS.items() if path in OPTIONS}
# Options that take a number or a word, and switches: what they take of `STRANGE`.
OTHERS: dict[str, tuple[object, ...]] = {"hand_limit": (), "stacking": (True, False)}
# Of any option; 4.0 is not among them: for JSON it is the whole number 4, for the checker it is not.
STRANGE: tuple[object, ...] = (
    None,
    True,
    False,
    4.5,
    -0.5,
    "4",
    "",
    "x",
    "No",
    [],
    [4],
    {},
    {"x": 1},
    {"min": {}},
    1e300,
)


def test_the_schema_is_one_of_draft_2020_12() -> None:
    own = schema()
    assert own["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(own)
    assert json.loads(json.dumps(own)) == own


def test_the_bundled_file_is_what_the_command_prints() -> None:
    printed = run("rules", "schema")
    assert (printed.exit_code, printed.stderr) == (0, "")
    assert json.loads(printed.stdout) == schema()
    assert (bundled.configs() / "pageone.schema.json").read_text(encoding="utf-8") == printed.stdout


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_file_says_where_the_schema_is_and_follows_it(name: str) -> None:
    file = bundled.configs() / f"{name}.yaml"
    assert file.read_text(encoding="utf-8").splitlines()[0] == MODELINE
    assert (file.parent / MODELINE.partition("=")[2]).is_file()
    assert list(validator().iter_errors(value_of(file))) == []


@pytest.mark.parametrize(
    "file",
    [file for folder in ("good", "warn") for file in sorted((HERE / folder).glob("*.yaml"))],
    ids=lambda file: f"{file.parent.name}-{file.stem}",
)
def test_a_sound_file_follows_the_schema(file: Path) -> None:
    assert list(validator().iter_errors(value_of(file))) == []


# What the schema refuses too, of the files that are not sound; the others are wrong as a whole, or as YAML.
REFUSED = ("more-words", "one-word", "list", "ranges", "ranges-lead", "rank-null", "unknown-key", "words", "wrong-type",
           "yaml-traps", "extends-type", "other-mode")  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_not_sound_does_not(name: str) -> None:
    assert not accepted(value_of(HERE / "bad" / f"{name}.yaml"))


def test_every_option_has_its_range_or_its_words_in_this_test() -> None:
    assert OPTIONS.keys() == RANGES.keys() | WORDS.keys() | {"name", "game"} | (OTHERS.keys() & OPTIONS.keys())


@pytest.mark.parametrize("mode", MATCHES)
@pytest.mark.parametrize("game", FAMILIES)
def test_the_whole_configuration_written_out_follows_the_schema(game: str, mode: str) -> None:
    whole = {**plain(FAMILIES[game]()), "match": plain(MATCHES[mode]())}
    assert list(validator().iter_errors(whole)) == []


# One value at a time


def same(path: str, value: object, folder: Path) -> bool:
    """Whether the schema takes the value; the checker is of the same mind."""
    own = nested(path, value)
    codes = checked(own, folder)
    assert accepted(own) == (not codes), (own, codes)
    return not codes


@pytest.mark.parametrize("path", RANGES)
def test_a_number_in_range_and_one_outside(path: str, tmp_path: Path) -> None:
    least, most = RANGES[path]
    for value in (least, least + 1, (least + most) // 2, most - 1, most):
        assert same(path, value, tmp_path), value
    for value in (least - 1, most + 1, -(10**40), 10**40, -1):
        assert not same(path, value, tmp_path), value


@pytest.mark.parametrize("path", WORDS)
def test_a_word_that_an_option_knows_and_one_that_it_does_not(path: str, tmp_path: Path) -> None:
    for word in WORDS[path]:
        assert same(path, word, tmp_path), word
    for word in ("", "x", "None", "NONE", "Winner", "1", 1, "11", 11, 0, -2, "T", "j", " none", "none ", "joker"):
        assert not same(path, word, tmp_path), word


@pytest.mark.parametrize("path", OPTIONS)
def test_a_value_of_a_wrong_type(path: str, tmp_path: Path) -> None:
    for value in STRANGE:
        known = OTHERS.get(path, WORDS.get(path, ()))
        right = isinstance(value, str) if path == "name" else any(value is one or value == one != 1 for one in known)
        assert same(path, value, tmp_path) == right, value


@pytest.mark.parametrize("path", sorted(OUTER))
def test_a_value_in_place_of_a_mapping(path: str, tmp_path: Path) -> None:
    wrong: tuple[object, ...] = (None, True, 4, 4.5, "", "x", [], [{}], [4], "none", "deals")
    for value in wrong:
        assert not same(path, value, tmp_path), value
    assert same(path, {}, tmp_path)


def test_the_family(tmp_path: Path) -> None:
    for game in FAMILIES:
        assert same("game", game, tmp_path)
    wrong: tuple[object, ...] = ("", "poker", "Trick", None, 1, [], {}, ["trick"])
    for value in wrong:
        assert not same("game", value, tmp_path), value


def test_any_text_is_a_name(tmp_path: Path) -> None:
    for name in ("", "x", "007", "no", "ページワン", "\u0635\u0641\u062d\u0647\u200c", "🃏", " " * 5, "a: b # c"):
        assert same("name", name, tmp_path), name


def test_extends(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("hand_size: 5\n")
    for value in ("classic", "parent.yaml", "./parent.yaml"):
        assert same("extends", value, tmp_path), value
    wrong: tuple[object, ...] = (None, "", 1, True, [], ["classic"], {}, {"name": "classic"})
    for other in wrong:
        assert not same("extends", other, tmp_path), other


@pytest.mark.parametrize("key", ["hand_sise", "Name", "", " ", "off", "010", "call.at", "$schema", "x-note", "日本"])
def test_an_unknown_key(key: str, tmp_path: Path) -> None:
    whole = [{key: 1}, *[{outer: {key: 1}} for outer in sorted(OUTER)]]
    for value in whole:
        assert not accepted(value)
        assert checked(value, tmp_path), value


def test_a_key_that_is_known_elsewhere_only(tmp_path: Path) -> None:
    for path in OPTIONS:
        outer, _, inner = path.partition(".")
        if not inner:
            continue
        if inner not in OPTIONS:
            assert not same(inner, 3, tmp_path), inner
        for other in sorted(OUTER - {outer, "match"}):
            if f"{other}.{inner}" not in OPTIONS:
                assert not same(f"{other}.{inner}", 3, tmp_path), (other, inner)


SCALARS = st.none() | st.booleans() | st.integers(-3, 25) | st.sampled_from(["none", "no", "J", "void", "x", "", "10"])
LEAVES = SCALARS | st.integers() | st.sampled_from([9_999_999, 10_000_001, 1_000_000, 1_000_001, 999, 1001, 0.5])
VALUES = (
    LEAVES | st.lists(SCALARS, max_size=2) | st.dictionaries(st.sampled_from(["at", "max", "x"]), SCALARS, max_size=2)
)
KEYS = st.sampled_from([*OPTIONS, "extra", "call.extra", "players.jokers", "match.extra"])


@settings(max_examples=400, deadline=None)
@given(path=KEYS, value=VALUES)
def test_the_schema_accepts_exactly_what_the_checker_does(
    path: str, value: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    same(path, value, tmp_path_factory.getbasetemp())


@settings(max_examples=100, deadline=None)
@given(
    values=st.dictionaries(
        st.sampled_from([path for path in OF_FAMILY["trick"] if path[:5] != "match"]), LEAVES, max_size=4
    )
)
def test_several_options_too(values: Mapping[str, object], tmp_path_factory: pytest.TempPathFactory) -> None:
    whole: dict[str, Any] = {}
    for path, value in values.items():
        outer, _, inner = path.partition(".")
        if inner:
            whole.setdefault(outer, {})[inner] = value
        else:
            whole[outer] = value
    codes = checked(whole, tmp_path_factory.getbasetemp())
    assert accepted(whole) == (not codes), (whole, codes)


# What editors show


def described(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every option in the schema, with dots."""
    for name, each in node.get("properties", {}).items():
        yield path + name, each
        for inner in (each, *each.get("anyOf", ())):
            yield from described(inner, f"{path}{name}.")


def test_every_option_has_a_description() -> None:
    found = dict(described(schema(), ""))
    assert found.keys() == {*OPTIONS, *OUTER, "extends"}
    for path, each in described(schema(), ""):
        assert each.get("description"), path


def test_every_option_that_is_a_value_has_its_default() -> None:
    for path, each in described(schema(), ""):
        if path == "extends" or "properties" in each or path == "match":
            continue
        if path.startswith("match."):
            standards = [flat(kind(), "match.").get(path) for kind in MATCHES.values()]
            assert each["default"] in [one for one in standards if one is not None], path
        else:
            standards = [flat(FAMILIES[game]())[path] for game, known in OF_FAMILY.items() if path in known]
            if len(set(standards)) == 1:
                assert each["default"] == standards[0], path
            else:  # a standard for each family: no default, and both are told
                assert "default" not in each, path
                assert all(str(one) in each["description"] for one in standards), path
        if "default" in each:
            assert Draft202012Validator(each).is_valid(each["default"]), path


def test_the_schema_of_each_mode_has_its_own_standard() -> None:
    for kind, each in zip(MATCHES.values(), schema()["properties"]["match"]["anyOf"], strict=True):
        assert {name: one["default"] for name, one in each["properties"].items()} == plain(kind())


def test_ranges_and_words_stand_in_the_schema() -> None:
    for path, each in described(schema(), ""):
        if path in RANGES:
            assert (each["type"], each["minimum"], each["maximum"]) == ("integer", *RANGES[path]), path


def test_the_ranges_of_this_test_are_those_of_the_rules() -> None:
    for path, (least, most) in RANGES.items():
        interval = next(one for one in get_args(OPTIONS[path]) if isinstance(one, Interval))
        assert (interval.ge, interval.le) == (least, most), path
    for path, words in WORDS.items():
        if path != "match.mode":
            assert {str(word) for word in words} == set(get_args(OPTIONS[path])), path

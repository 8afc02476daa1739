"""The JSON Schema of a configuration, for editors: it follows from the fields of the rules' classes.

A file says less than a configuration, since it may extend another one: what depends on the family or the match mode of
the one extended is left to `pageone check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from pageone_cli.rules import FAMILIES, MATCHES, plain

DIALECT = "https://json-schema.org/draft/2020-12/schema"
EXTENDS = "a bundled configuration or a file (relative to this one) whose values are taken over first"


def schema() -> dict[str, Any]:
    """The JSON Schema of a rule configuration, all families together."""
    properties: dict[str, Any] = {"extends": {"type": "string", "minLength": 1, "description": EXTENDS}}
    for kind in FAMILIES.values():
        for name, each in _properties(kind).items():
            properties[name] = _united(properties[name], each) if name in properties else each
    return {
        "$schema": DIALECT,
        "title": "A rule configuration of pageone",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "allOf": [_of_family(game) for game in FAMILIES],
    }


def _of_family(game: str) -> dict[str, Any]:
    """What a file that names the family `game` may not say: the other families' own options."""
    own = _properties(FAMILIES[game])
    refused: dict[str, Any] = {}
    for other in FAMILIES.values():
        for name, each in _properties(other).items():
            if name not in own:
                refused[name] = False
            elif name in own and "properties" in each:
                inner = {key: False for key in each["properties"] if key not in own[name]["properties"]}
                if inner:
                    refused[name] = {"properties": inner}
    named = {"properties": {"game": {"const": game}}, "required": ["game"]}
    return {"if": named, "then": {"properties": refused}}


def _properties(kind: type[Any]) -> dict[str, dict[str, Any]]:
    """The schema of each option of a class of options."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for one in fields(kind):
        if one.name == "match":
            found["match"] = {
                "description": one.metadata["help"],
                "anyOf": [_mapping(each) for each in MATCHES.values()],
            }
        elif is_dataclass(one.default):
            found[one.name] = {**_mapping(type(one.default)), "description": one.metadata["help"]}
        else:
            leaf = TypeAdapter(hints[one.name]).json_schema()
            found[one.name] = {**_numbered(leaf), "description": one.metadata["help"], "default": plain(one.default)}
    return found


def _mapping(kind: type[Any]) -> dict[str, Any]:
    return {"type": "object", "properties": _properties(kind), "additionalProperties": False}


def _numbered(leaf: Mapping[str, Any]) -> dict[str, Any]:
    """Words that are numbers (``stop_rank: 8``) may be written as such."""
    numbers = [int(word) for word in leaf.get("enum", ()) if isinstance(word, str) and word.isdigit()]
    if leaf.get("const") is not None:
        return {"enum": [leaf["const"]]}
    return {"enum": [*leaf["enum"], *numbers]} if numbers else dict(leaf)


def _united(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """An option that two families have: what either takes, both helps and defaults where they differ."""
    if "anyOf" in one or one == other:
        return one
    if "properties" in one:
        inner = dict(one["properties"])
        for name, each in other["properties"].items():
            inner[name] = _united(inner[name], each) if name in inner else each
        return {**one, "properties": inner, "description": _either(one["description"], other["description"])}
    united = {**one, "description": _either(one["description"], other["description"])}
    if "enum" in one:
        united["enum"] = _once([*one["enum"], *other["enum"]])
    if one["default"] != other["default"]:
        del united["default"]
        united["description"] += f" (default {one['default']}, or {other['default']} in the other family)"
    return united


def _either(one: str, other: str) -> str:
    return one if one == other else f"{one}; {other}"


def _once(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))

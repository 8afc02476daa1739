"""From plain data to rules: unknown keys, types and ranges, and what does not go together."""

from __future__ import annotations

import difflib
import json
import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Interval
from pydantic import TypeAdapter, ValidationError

from pageone_cli.findings import Finding
from pageone_cli.rules import FAMILIES, MATCHES, Rules
from pageone_cli.yaml_source import Path, Source

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


class _Merged:
    """The values of a chain of sources, each over the one before, and which source each comes from."""

    def __init__(self, chain: Sequence[Source], findings: list[Finding]) -> None:
        self.findings = findings
        self.sources = chain
        self.origin: dict[Path, Source] = {}
        self.value: dict[str, Any] = {}
        for source in chain:
            if isinstance(source.value, Mapping):
                own = {key: value for key, value in source.value.items() if key != "extends"}
                self._forget_other_mode(own)
                self._merge(self.value, own, (), source)

    def _forget_other_mode(self, own: Mapping[str, Any]) -> None:
        """A new match mode takes no keys over from that of the parent."""
        new, old = own.get("match"), self.value.get("match")
        if isinstance(new, Mapping) and isinstance(old, Mapping) and "mode" in new and new["mode"] != old.get("mode"):
            self.value["match"] = {}

    def _merge(self, into: dict[str, Any], own: Mapping[str, Any], path: Path, source: Source) -> None:
        for key, value in own.items():
            here = (*path, str(key))
            self.origin[here] = source
            if isinstance(value, Mapping):
                if not isinstance(into.get(key), dict):
                    into[key] = {}
                self._merge(into[key], value, here, source)
            else:
                into[key] = value

    def find(self, code: str, path: Path, message: str, help_text: str = "", of_key: bool = False) -> None:
        """Add an error where `path` was given its value, and where that was extended."""
        at = path
        while at and at not in self.origin:
            at = at[:-1]
        source = self.origin.get(at, self.sources[-1])
        where = source.place(path, of_key)
        self.findings.append(Finding(source.name, *where, code, "error", ".".join(path), message, help_text))
        for child in self.sources[self.sources.index(source) + 1 :]:
            what = f"{source.name} is not sound itself"
            self.findings.append(
                Finding(child.name, *child.place(("extends",)), "extends-broken", "error", "extends", what)
            )

    def trap(self, path: Path) -> str:
        """What YAML would make of the word at `path`, where that is a trap."""
        source = self.origin.get(path)
        return source.trap(path) if source is not None else ""


def validated(chain: Sequence[Source], findings: list[Finding]) -> Rules | None:
    """The rules that a chain of sources (parents first) comes to; None with something added to `findings`."""
    merged = _Merged(chain, findings)
    if not isinstance(chain[-1].value, Mapping):
        merged.find("wrong-type", (), "a configuration is a mapping of options to values")
        return None
    game = merged.value.get("game", "trick")
    kind = FAMILIES.get(game) if isinstance(game, str) else None
    if kind is None:
        merged.find("not-one-of", ("game",), f"must be {_list(FAMILIES)}, not {_shown(game)}")
        return None
    _one_family(chain, merged)
    mode = _mode(merged)
    rules = _typed(merged, kind, MATCHES[mode])
    if rules is None or findings:
        return None
    _together(rules, merged)
    return None if findings else rules


def _one_family(chain: Sequence[Source], merged: _Merged) -> None:
    games = [source.value.get("game") for source in chain if isinstance(source.value, Mapping)]
    named = [game for game in games if game is not None]
    if len(set(map(str, named))) > 1:
        merged.find("other-family", ("game",), "a configuration cannot change the family of the one that it extends")


def _mode(merged: _Merged) -> str:
    """The match mode; where it is none, an error and the standard one."""
    match = merged.value.get("match")
    mode = match.get("mode", "deals") if isinstance(match, Mapping) else "deals"
    if isinstance(mode, str) and mode in MATCHES:
        return mode
    merged.find("not-one-of", ("match", "mode"), f"must be {_list(MATCHES)}, not {_shown(mode)}")
    if isinstance(match, dict):
        match["mode"] = "deals"
    return "deals"


def _typed(merged: _Merged, kind: type[Rules], match: type[Any]) -> Rules | None:
    """Types and ranges of every value, by pydantic."""
    value = _known(merged, kind, match, merged.value, ())
    own_match = value.pop("match", {})
    rules = _check(merged, kind, value, ())
    ending = _check(merged, match, own_match, ("match",))
    return None if rules is None or ending is None else replace(rules, match=ending)


def _known(merged: _Merged, kind: type[Any], match: type[Any], value: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """`value` with only those keys that `kind` has; the others are errors."""
    nested = {one.name: type(one.default) for one in fields(kind) if is_dataclass(one.default)}
    if not path:
        nested["match"] = match
    names = [one.name for one in fields(kind)]
    found: dict[str, Any] = {}
    for key, each in value.items():
        here = (*path, str(key))
        if key not in names:
            _unknown(merged, here, names)
        elif key in nested and isinstance(each, Mapping):
            found[key] = _known(merged, nested[key], match, each, here)
        elif key == "stop_rank" and type(each) is int:
            found[key] = str(each)
        else:
            found[key] = each
    return found


def _unknown(merged: _Merged, path: Path, names: Sequence[str]) -> None:
    key = path[-1]
    if path[0] == "match" and len(path) == 2:
        modes = [mode for mode, kind in MATCHES.items() if key in [one.name for one in fields(kind)]]
        if modes:
            help_text = f"this mode has {_list(names)}"
            merged.find("other-mode", path, f"belongs to the mode {' and '.join(modes)}", help_text, of_key=True)
            return
    if len(path) == 1:
        others = [name for name, kind in FAMILIES.items() if key in [one.name for one in fields(kind)]]
        if others:
            merged.find("other-family", path, f"belongs to games of the family {others[0]}", of_key=True)
            return
    close = difflib.get_close_matches(key, names, 1)
    help_text = f"did you mean {close[0]}?" if close else f"known are {_list(names)}"
    merged.find("unknown-key", path, "no such option", help_text, of_key=True)


def _check(merged: _Merged, kind: type[Any], value: object, path: Path) -> Any:
    adapter = _ADAPTERS.get(kind)
    if adapter is None:
        adapter = _ADAPTERS[kind] = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(_finite(value), ensure_ascii=True), strict=True)
    except ValidationError as error:
        seen: set[Path] = set()
        for one in error.errors(include_url=False, include_context=False):
            here = (*path, *[str(step) for step in one["loc"]])
            if here not in seen:
                seen.add(here)
                _wrong(merged, kind, here, len(path))
        return None


def _finite(value: Any) -> Any:
    """`value` for JSON: infinities and the like become words, which no option takes."""
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _wrong(merged: _Merged, kind: type[Any], path: Path, skip: int) -> None:
    """An error for the value at `path`: what it must be, what it is."""
    annotation, value = _at(kind, path[skip:]), _get(merged.value, path)
    trap = merged.trap(path)
    help_text = f"{trap}, write it out" if trap else "write none" if value is None and "none" in str(annotation) else ""
    must, code = _must(annotation, value)
    merged.find(code, path, f"must be {must}, not {_shown(value)}", help_text)


def _must(annotation: Any, value: object) -> tuple[str, str]:
    """What a value of `annotation` must be, in words, and the code of the error that `value` is."""
    base, interval = annotation, None
    if get_origin(annotation) is Annotated:
        base, *extra = get_args(annotation)
        interval = next((one for one in extra if isinstance(one, Interval)), None)
    if is_dataclass(base):
        return f"a mapping with {_list([one.name for one in fields(base)])}", "wrong-type"
    if get_origin(base) is Literal:
        code = "not-one-of" if isinstance(value, str | int) and not isinstance(value, bool) else "wrong-type"
        return _list(map(str, get_args(base))), code
    if base is int and interval is not None:
        code = "out-of-range" if type(value) is int else "wrong-type"
        return f"a whole number from {interval.ge} to {interval.le}", code
    if get_origin(base) in (Union, types.UnionType):
        return " or ".join(_must(each, value)[0] for each in get_args(base)), _must(get_args(base)[0], value)[1]
    return {int: "a whole number", str: "text (in quotes, if it looks like a number)"}.get(
        base, str(base)
    ), "wrong-type"


def _at(kind: type[Any], path: Path) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    if not path:
        return kind
    if len(path) == 1 or not is_dataclass(hints[path[0]]):
        return hints.get(path[0], kind)
    return _at(hints[path[0]], path[1:])


def _get(value: Any, path: Path) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _together(rules: Rules, merged: _Merged) -> None:
    """What does not go together although each value is in range."""
    players, hand, call = rules.players, rules.hand_size, rules.call
    if players.min > players.max:
        message = f"{players.min} is above players.max, which is {players.max}"
        merged.find("players-order", _given(merged, ("players", "min"), ("players", "max")), message)
    elif hand * players.max > rules.pack_size:
        message = f"{hand} cards for {players.max} players are {hand * players.max}, the pack has {rules.pack_size}"
        most = rules.pack_size // hand
        help_text = f"at most {most} players or {rules.pack_size // players.max} cards"
        merged.find("pack-too-small", _given(merged, ("hand_size",), ("players", "max")), message, help_text)
    if call.enforced_by != "nobody" and call.at >= hand:
        message = f"{call.at} is not below the hand size, which is {hand}"
        merged.find("call-at", _given(merged, ("call", "at"), ("hand_size",)), message, "a call is due on the way down")


def _given(merged: _Merged, *paths: Path) -> Path:
    """The one of `paths` that was given a value last, by the source nearest to the end of the chain."""
    order = list(merged.sources)
    given = [path for path in paths if path in merged.origin]
    return max(given, key=lambda path: order.index(merged.origin[path]), default=paths[0])


def _list(words: Any) -> str:
    known = list(words)
    return known[0] if len(known) == 1 else f"one of {', '.join(known)}"


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    text = json.dumps(value, ensure_ascii=False, default=str) if not isinstance(value, str) else value
    return text if len(text) <= 40 else text[:37] + "..."

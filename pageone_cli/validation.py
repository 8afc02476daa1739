"""From plain data to rules: unknown keys, types and ranges, and what does not go together."""

from __future__ import annotations

import json
import math
import types
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Interval
from pydantic import TypeAdapter, ValidationError

from pageone_cli.findings import Finding, nearest
from pageone_cli.games import family
from pageone_cli.rules import FAMILIES, MATCHES, Rules
from pageone_cli.soundness import Doubt, common
from pageone_cli.yaml_source import Path, Source, dotted, old_reading

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


class _Merged:
    """The values of a chain of sources, each over the one before, and which source each comes from."""

    def __init__(self, chain: Sequence[Source], findings: list[Finding]) -> None:
        self.findings = findings
        self.sources = chain
        self.origin: dict[Path, Source] = {}
        self.broken: set[str] = set()  # options whose value is wrong, with dots
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

    def find(
        self, code: str, path: Path, message: str, help_text: str = "", of_key: bool = False, severity: str = "error"
    ) -> None:
        """Add a finding where `path` was given its value; an error stands where that was extended, too."""
        at = path
        while at and at not in self.origin:
            at = at[:-1]
        source = self.origin.get(at, self.sources[-1])
        where = source.place(path, of_key)
        self.findings.append(Finding(source.name, *where, code, severity, dotted(path), message, help_text))
        if severity != "error":
            return
        after = self.sources[self.sources.index(source) :]
        for parent, child in pairwise(after):
            what = f"{parent.name} is not sound itself"
            self.findings.append(
                Finding(child.name, *child.place(("extends",)), "extends-broken", "error", "extends", what)
            )

    def wrong_word(self, path: Path, known: Iterable[str], value: object) -> None:
        """The value at `path` is none of the words `known`."""
        help_text = self.trap(path) or (nearest(value, known) if isinstance(value, str) else "")
        self.find("not-one-of", path, f"must be {_list(known)}, not {self.shown(path, value)}", help_text)
        self.broken.add(".".join(path))

    def shown(self, path: Path, value: object) -> str:
        """A value as it was written, or as it was understood."""
        source = self.origin.get(path)
        return _shown((source.words.get(path) if source is not None else None) or value)

    def doubt(self, doubt: Doubt) -> None:
        """Add what follows from several options, unless one of them is wrong itself."""
        paths = [tuple(option.split(".")) for option in doubt.options]
        if any(self.doubtful(path) for path in paths):
            return
        if doubt.given and self.origin.get(paths[0]) is not self.sources[-1]:
            return
        self.find(doubt.code, self._given(paths), doubt.message, doubt.help, severity=doubt.severity)

    def doubtful(self, path: Path) -> bool:
        """Whether the value at `path`, or what it is in, is wrong."""
        return any(".".join(path[:length]) in self.broken for length in range(1, len(path) + 1))

    def _given(self, paths: Sequence[Path]) -> Path:
        """The one of `paths` that was given a value last, by the source nearest to the end of the chain."""
        order = list(self.sources)
        given = [path for path in paths if path in self.origin]
        return max(given, key=lambda path: order.index(self.origin[path]), default=paths[0])

    def quoted(self, path: Path) -> bool:
        """Whether the key at `path` is written in quotes."""
        source = self.origin.get(path)
        return source is not None and path in source.quoted

    def trap(self, path: Path) -> str:
        """What YAML would make of the word at `path`, where that is a trap."""
        source = self.origin.get(path)
        return source.trap(path) if source is not None else ""


def validated(chain: Sequence[Source], findings: list[Finding]) -> Rules | None:
    """The rules that a chain of sources (parents first) comes to; what is found is added to `findings`.

    None where an error was found, here or before. Values that are wrong are left out, and what else does not go
    together is found all the same.
    """
    merged = _Merged(chain, findings)
    if not isinstance(chain[-1].value, Mapping):
        merged.find("wrong-type", (), "a configuration is a mapping of options to values")
        return None
    kind = _family(merged)
    _one_family(chain, merged)
    mode = _mode(merged)
    rules = _typed(merged, kind, MATCHES[mode])
    _words(merged)
    for doubt in (*common(rules), *family(rules).doubts()):
        merged.doubt(doubt)
    return None if any(one.severity == "error" for one in findings) else rules


def checked_options(source: Source, own: Mapping[str, Any], kind: type[Any], findings: list[Finding]) -> Any:
    """The options `own` of another kind of file as an object of `kind`; the standard in place of what is wrong."""
    merged = _Merged([Source(source.name, dict(own), [], source.keys, source.values, source.words)], findings)
    value = _known(merged, kind, kind, own, ())
    found = _check(merged, kind, value, ())
    _words(merged)
    return found


def _family(merged: _Merged) -> type[Rules]:
    """The family; where it is not one, an error and the one that has most of the options."""
    game = merged.value.get("game", "trick")
    if isinstance(game, str) and game in FAMILIES:
        return FAMILIES[game]
    merged.wrong_word(("game",), FAMILIES, game)
    merged.value.pop("game", None)
    return max(FAMILIES.values(), key=lambda kind: sum(one.name in merged.value for one in fields(kind)))


def _one_family(chain: Sequence[Source], merged: _Merged) -> None:
    games = [source.value.get("game") for source in chain if isinstance(source.value, Mapping)]
    named = {game for game in games if isinstance(game, str) and game in FAMILIES}
    if len(named) > 1:
        merged.find("other-family", ("game",), "a configuration cannot change the family of the one that it extends")


def _mode(merged: _Merged) -> str:
    """The match mode; where it is none, an error and the standard one."""
    match = merged.value.get("match")
    mode = match.get("mode", "deals") if isinstance(match, Mapping) else "deals"
    if isinstance(mode, str) and mode in MATCHES:
        return mode
    merged.wrong_word(("match", "mode"), MATCHES, mode)
    own = match if isinstance(match, dict) else {}
    best = max(MATCHES, key=lambda each: sum(one.name in own for one in fields(MATCHES[each])))
    own["mode"] = best
    return best


def _typed(merged: _Merged, kind: type[Rules], match: type[Any]) -> Rules:
    """Types and ranges of every value, by pydantic; the standard in place of what is wrong."""
    value = _known(merged, kind, match, merged.value, ())
    own_match = value.pop("match", {})
    rules: Rules = _check(merged, kind, value, ())
    return replace(rules, match=_check(merged, match, own_match, ("match",)))


def _words(merged: _Merged) -> None:
    """Text that older YAML reads as something else: sound here, and yet not what everybody reads."""
    for path in merged.origin:
        trap = merged.trap(path)
        if trap and not merged.doubtful(path) and path != ("extends",):
            merged.find("yaml-trap", path, f"is taken as text; {trap}", "put it in quotes", severity="warning")


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
            merged.broken.add(".".join(here))
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
            help_text = f"this mode has {', '.join(names)}"
            merged.find("other-mode", path, f"belongs to the mode {' and '.join(modes)}", help_text, of_key=True)
            return
    if len(path) == 1:
        others = [name for name, kind in FAMILIES.items() if key in [one.name for one in fields(kind)]]
        if others:
            merged.find("other-family", path, f"belongs to games of the family {others[0]}", of_key=True)
            return
    trap = "" if merged.quoted(path) else old_reading(key)
    message = f"no such option; {trap}" if trap else "no such option"
    help_text = nearest(key, names) or f"known are {', '.join(names)}"
    merged.find("unknown-key", path, message, help_text, of_key=True)


def _check(merged: _Merged, kind: type[Any], value: Any, path: Path) -> Any:
    """`value` as a `kind`; what is wrong in it is an error and left out."""
    adapter = _ADAPTERS.get(kind)
    if adapter is None:
        adapter = _ADAPTERS[kind] = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(_finite(value), ensure_ascii=True), strict=True)
    except ValidationError as error:
        wrong = {_place_in(value, one["loc"]) for one in error.errors(include_url=False)}
    if () in wrong:  # no mapping at all
        wrong, value = {()}, {}
    for steps in sorted(wrong):
        here = (*path, *steps)
        if ".".join(here) not in merged.broken:
            merged.broken.add(".".join(here))
            _wrong(merged, kind, here, len(path))
    return _check(merged, kind, _without(value, wrong), path)


def _place_in(value: Any, steps: Sequence[object]) -> Path:
    """The path of pydantic's `steps` as far as it is one in `value`: for unions they go on with names of types."""
    path: list[str] = []
    for step in steps:
        if not isinstance(value, Mapping) or step not in value:
            break
        path.append(str(step))
        value = value[step]
    return tuple(path)


def _without(value: Any, paths: AbstractSet[Path], here: Path = ()) -> Any:
    """`value` without what stands at `paths`, or below values that are no mappings there."""
    if not isinstance(value, Mapping):
        return value
    kept = {key: each for key, each in value.items() if (*here, str(key)) not in paths}
    return {key: _without(each, paths, (*here, str(key))) for key, each in kept.items()}


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
    if not help_text and code == "not-one-of":
        help_text = nearest(str(value), [str(word) for word in get_args(annotation)])
    merged.find(code, path, f"must be {must}, not {merged.shown(path, value)}", help_text)


def _must(annotation: Any, value: object) -> tuple[str, str]:
    """What a value of `annotation` must be, in words, and the code of the error that `value` is."""
    base, interval = annotation, None
    if get_origin(annotation) is Annotated:
        base, *extra = get_args(annotation)
        interval = next((one for one in extra if isinstance(one, Interval)), None)
    if is_dataclass(base):
        return f"a mapping, {{{', '.join(f'{one.name}: …' for one in fields(base))}}}", "wrong-type"
    if get_origin(base) is Literal:
        code = "not-one-of" if isinstance(value, str | int) and not isinstance(value, bool) else "wrong-type"
        return _list(map(str, get_args(base))), code
    if base in (int, float) and interval is not None:
        code = "out-of-range" if type(value) in (int, base) else "wrong-type"
        return f"a {'whole ' if base is int else ''}number from {interval.ge} to {interval.le}", code
    if get_origin(base) in (Union, types.UnionType):
        kinds = [each for each in get_args(base) if each is not type(None)]
        return " or ".join(_must(each, value)[0] for each in kinds), _must(kinds[0], value)[1]
    words = {int: "a whole number", float: "a number", bool: "true or false"}
    return words.get(base, "text (in quotes, if it looks like a number)"), "wrong-type"


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


def _list(words: Any) -> str:
    known = list(words)
    return known[0] if len(known) == 1 else f"one of {', '.join(known)}"


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    text = json.dumps(value, ensure_ascii=False, default=str) if not isinstance(value, str) else value
    return text if len(text) <= 40 else text[:37] + "..."

"""From what is written on the command line to a strategy: ``[NAME=]SPEC[,key=value]...``.

A strategy's class is looked up in this order: bundled, file, dotted module, installed plug-in.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pageone_cli import bundled
from pageone_cli.errors import UserError
from pageone_cli.faults import explained
from pageone_cli.modules import beside_hash, load_file
from pageone_cli.strategy import Strategy

PLUGINS = "pageone.strategies"


class NotFound(UserError):
    """No strategy of that name; the text lists what was tried."""


class Broken(UserError):
    """The strategy was found, but does not load; the text has the author's own traceback lines."""


class BadParameter(UserError):
    """A parameter that the strategy does not take; the text lists those that it takes."""


@dataclass(frozen=True)
class Player:
    """A strategy with a name and parameters, ready to be seated.

    ``source`` is the hash of its source file, ``beside`` that of what the file imports from its own folder, if any;
    ``text`` is what was written on the command line.
    """

    name: str
    spec: str
    kind: type[Strategy]
    games: AbstractSet[str] = frozenset()  # the families that it can play
    params: Mapping[str, Any] = field(default_factory=dict)
    path: str | None = None
    source: str = ""
    text: str = ""
    beside: str = ""

    def make(self) -> Strategy:
        """A fresh object. Raises whatever the constructor raises."""
        return self.kind(**self.params)


class Described(NamedTuple):
    """An entry in parts, as from a file; parameters as they are written."""

    name: str | None
    spec: str
    params: Mapping[str, str]


Entry = str | Described


def load_players(specs: Sequence[Entry]) -> list[Player]:
    """The players of a command line, in order; the same name again becomes ``x#2``, ``x#3``.

    Each is constructed once. Raises `NotFound`, `Broken` or `BadParameter`.
    """
    players: list[Player] = []
    taken: set[str] = set()
    for spec in specs:
        player = load(spec)
        name, number = player.name, 1
        while name in taken:
            number += 1
            name = f"{player.name}#{number}"
        taken.add(name)
        players.append(replace(player, name=name))
    return players


def load(text: Entry) -> Player:
    """One player from ``[NAME=]SPEC[,key=value]...``. Raises `NotFound`, `Broken` or `BadParameter`."""
    name: str | None
    given: Mapping[str, str]
    if isinstance(text, str) and text.endswith((".yaml", ".yml", ".log", ".jsonl")):
        raise NotFound(f"{text}: not a strategy; rules are named with --rules, and a tournament's file stands alone")
    name, spec, given = parse(text) if isinstance(text, str) else text
    if not isinstance(text, str):
        text = ",".join([f"{name or spec}={spec}", *[f"{key}={value}" for key, value in given.items()]])
    kind, path = find(spec)
    params = typed_parameters(kind, given, spec)
    return _constructed(
        Player(name or spec, spec, kind, params=params, path=path, source=_source_hash(path), text=text)
    )


def load_entry(name: str, spec: str, params: Mapping[str, Any]) -> Player:
    """A player as the header of a log tells it. Raises as `load` does."""
    return load(Described(name, spec, {key: _written(value) for key, value in params.items()}))


def _written(value: object) -> str:
    """A parameter as it is written on the command line."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _constructed(player: Player) -> Player:
    """`player` with the games that it plays, as an object of it says. Raises `Broken`."""
    spec, path = player.spec, player.path
    try:
        made = player.make()
    except (UserError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise Broken(f"{spec}: found, but it cannot be constructed:\n{explained(error, path)}") from None
    if not isinstance(made, Strategy):
        raise Broken(f"{spec}: constructing it gives no Strategy")
    return replace(player, games=made.games, beside=beside_hash(player.kind.__module__))


def parse(text: str) -> tuple[str | None, str, dict[str, str]]:
    """``[NAME=]SPEC[,key=value]...`` as (name or None, spec, parameters as text). Raises `BadParameter`."""
    head, *rest = text.split(",")
    name, equals, spec = head.partition("=")
    if not equals or re.search(r"[/\\]|\.py\b", name):
        name, spec = "", head
    params: dict[str, str] = {}
    for pair in rest:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key.isidentifier():
            raise BadParameter(f"{text}: {pair!r} is not key=value")
        if key in params:
            raise BadParameter(f"{text}: {key} is given twice")
        params[key] = value
    if head.startswith("=") or not spec.strip():
        raise NotFound(f"{text!r}: a strategy is written [NAME=]SPEC[,key=value]...")
    return name or None, spec.strip(), params


def find(spec: str) -> tuple[type[Strategy], str | None]:
    """The class that `spec` names, and the file it stands in. Raises `NotFound` or `Broken`."""
    if spec.startswith("exec:"):
        raise NotFound(f"{spec}: other programs (exec:) cannot be seated by this version")
    file = bundled_file(spec)
    if file is not None:
        return _from_file(file, None, spec), str(file)
    if "/" in spec or "\\" in spec or re.search(r"\.py(:|$)", spec):
        file, wanted = split_file(spec)
        if not _is_file(file):
            raise NotFound(f"{spec}: there is no file {file}{nearest(spec)}")
        return _from_file(file.resolve(), wanted, spec), str(file.resolve())
    if "." in spec.split(":")[0] or ":" in spec:
        return _from_module(spec)
    plugin = _from_plugin(spec)
    if plugin is not None:
        return plugin
    tried = f"a bundled strategy, an installed plug-in ({PLUGINS})"
    raise NotFound(f"{spec}: no such strategy{nearest(spec)}; tried {tried}. A file is written ./{spec}.py")


def bundled_names() -> list[str]:
    """The names of the bundled strategies, sorted."""
    return sorted(file.stem.replace("_", "-") for file in bundled.strategies().glob("*.py") if file.stem[0] != "_")


def bundled_file(name: str) -> Path | None:
    """The file of the bundled strategy `name`, None if there is none."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        return None
    file = bundled.strategies() / f"{name.replace('-', '_')}.py"
    return file if _is_file(file) else None


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except (OSError, ValueError):  # a name that cannot be one
        return False


@cache
def bundled_player(name: str) -> Player:
    """A bundled strategy that the program itself needs."""
    return load(name)


def nearest(spec: str) -> str:
    """``, did you mean …?`` with the bundled name most like `spec`, or nothing."""
    import difflib

    close = difflib.get_close_matches(Path(spec).stem.replace("_", "-"), bundled_names(), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def split_file(spec: str) -> tuple[Path, str | None]:
    """``bots/a.py:Cautious`` as (path, class name or None)."""
    found = re.fullmatch(r"(.+?)(?::([^\W\d]\w*))?", spec, re.DOTALL)
    if found is None or (found[2] and not found[1].endswith(".py")):
        return Path(spec), None
    return Path(found[1]), found[2]


def _from_file(file: Path, wanted: str | None, spec: str) -> type[Strategy]:
    module = _module_of(file, spec)
    return _class_in(module, wanted, spec)


def _module_of(file: Path, spec: str) -> ModuleType:
    """Load a file under a name made of its path and content, so that two of one name stay apart."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise Broken(f"{spec}: {file} cannot be read: {error.strerror}") from None
    if file.suffix != ".py":
        raise NotFound(f"{spec}: {file} is not a Python file")
    try:
        return load_file(file, content)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Broken(f"{spec}: found, but it does not load:\n{explained(error, str(file))}") from None


def _class_in(module: ModuleType, wanted: str | None, spec: str) -> type[Strategy]:
    own = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Strategy) and value.__module__ == module.__name__
    }
    if wanted is not None:
        value = getattr(module, wanted, None)
        if inspect.isclass(value) and issubclass(value, Strategy):
            return value
        raise NotFound(f"{spec}: no strategy {wanted} in it; it has {_list(own)}")
    shown = {name: value for name, value in own.items() if not name.startswith("_")}
    if len(shown) == 1:
        return next(iter(shown.values()))
    if not shown:
        raise NotFound(f"{spec}: there is no subclass of Strategy in it")
    raise NotFound(f"{spec}: several strategies in it, say which: {', '.join(f'{spec}:{name}' for name in shown)}")


def _from_module(spec: str) -> tuple[type[Strategy], str | None]:
    dotted, _, wanted = spec.partition(":")
    if not all(part.isidentifier() for part in dotted.split(".")):
        raise NotFound(f"{spec}: {dotted!r} cannot be a module{nearest(spec)}; tried it as a module")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # as `python -m` has it, so that both ways to call the program find the same
    try:
        module = importlib.import_module(dotted)
    except ModuleNotFoundError as error:
        if error.name is None or not (dotted == error.name or dotted.startswith(f"{error.name}.")):
            raise Broken(f"{spec}: found, but it does not load:\n{explained(error)}") from None
        raise NotFound(f"{spec}: there is no module {error.name}{nearest(spec)}; tried it as a module") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Broken(f"{spec}: found, but it does not load:\n{explained(error)}") from None
    return _class_in(module, wanted or None, spec), getattr(module, "__file__", None)


def _from_plugin(spec: str) -> tuple[type[Strategy], str | None] | None:
    from importlib.metadata import entry_points

    for point in entry_points(group=PLUGINS, name=spec):
        try:
            kind = point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Broken(f"{spec}: the plug-in {point.value} does not load:\n{explained(error)}") from None
        if not (inspect.isclass(kind) and issubclass(kind, Strategy)):
            raise Broken(f"{spec}: the plug-in {point.value} is no Strategy")
        return kind, inspect.getsourcefile(kind)
    return None


def parameters(kind: type[Strategy]) -> dict[str, inspect.Parameter]:
    """The parameters of a strategy's constructor, with resolved annotations."""
    if kind.__init__ is object.__init__:
        return {}
    try:
        hints = get_type_hints(kind.__init__)
    except Exception as error:
        what = f"the annotations of {kind.__name__}.__init__ cannot be read"
        raise Broken(f"{kind.__name__}: found, but {what}: {error}") from None
    found = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return {
        one.name: one.replace(annotation=hints.get(one.name, str))
        for one in found
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }


def typed_parameters(kind: type[Strategy], given: Mapping[str, str], spec: str) -> dict[str, Any]:
    """`given` typed by the constructor's annotations. Raises `BadParameter`, which lists the known ones."""
    known = parameters(kind)
    for key in given:
        if key not in known:
            raise BadParameter(f"{spec}: no parameter {key}; it takes {_list(known)}")
    missing = [key for key, one in known.items() if one.default is one.empty and key not in given]
    if missing:
        raise BadParameter(f"{spec}: the parameter {missing[0]} must be given, {missing[0]}=…")
    return {key: _typed(value, known[key].annotation, f"{spec}: {key}") for key, value in given.items()}


def _typed(text: str, kind: Any, where: str) -> Any:
    if get_origin(kind) is Literal:
        for choice in get_args(kind):
            if str(choice) == text:
                return choice
        raise BadParameter(f"{where} must be one of {_list(map(str, get_args(kind)))}, not {text!r}")
    for choice in get_args(kind) or (kind,):
        if choice is type(None) and text.lower() == "none":
            return None
        if choice is bool and text.lower() in ("true", "false", "yes", "no"):
            return text.lower() in ("true", "yes")
        if choice in (int, float) and choice is not bool:
            try:
                value = choice(text)
            except ValueError:
                continue
            if math.isfinite(value):  # a log has no other numbers
                return value
        if choice in (str, Any):
            return text
    raise BadParameter(f"{where} must be {_words(kind)}, not {text!r}")


def _words(kind: Any) -> str:
    names = {int: "a whole number", float: "a number", bool: "true or false", type(None): "none"}
    return " or ".join(names.get(one, getattr(one, "__name__", str(one))) for one in get_args(kind) or (kind,))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _source_hash(path: str | None) -> str:
    """The hash of a strategy's source file, as in the header of a log."""
    if path is None:
        return "unknown"
    return "sha256:" + hashlib.sha256(Path(path).read_bytes()).hexdigest()


@dataclass(frozen=True)
class Description:
    """What `strategies` tells about a strategy; `signature` are its parameters with their defaults."""

    spec: str
    games: tuple[str, ...]
    remembers: bool
    signature: str
    text: str
    path: str | None
    source: str

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.text.split("\n")[0]


def described(spec: str) -> Description:
    """Describe the strategy that `spec` names, without making one. Raises `NotFound` or `Broken`."""
    kind, path = find(spec)
    shown = [name if one.default is one.empty else f"{name}={one.default}" for name, one in parameters(kind).items()]
    text = inspect.getdoc(kind) if kind.__doc__ else None
    games = tuple(sorted(kind.games, reverse=True))
    return Description(
        spec, games, kind.remembers, ",".join(shown), text or "No description.", path, _source_hash(path)
    )

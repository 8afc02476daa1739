"""Strategy files as modules: under names of their own, together with the modules and packages that lie beside them.

A file's module is named after its path and its content, so two files of one name stay apart. What it imports from its
own folder while it is loaded belongs to it alone: the names do not stay, and the sources are remembered, so that the
strategy can be made again elsewhere from their text.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PREFIX = "_pageone_strategy_"
OURS = frozenset({"pageone_cli"})


class Text(NamedTuple):
    """The source of a module: where it stood, what it says, whether it is a package."""

    path: str
    code: bytes
    is_package: bool = False


class FileModule(NamedTuple):
    """All that makes up the module of a strategy file: its name, its text, and those of what lies beside it."""

    name: str
    text: Text
    beside: Mapping[str, Text]


_LOADED: dict[str, FileModule] = {}


def load_file(file: Path, content: bytes) -> ModuleType:
    """The module of a strategy file. Raises whatever its code raises."""
    digest = hashlib.sha256(str(file).encode("utf-8", "surrogateescape") + b"\0" + content).hexdigest()
    name = f"{PREFIX}{re.sub(r'[^0-9a-zA-Z]', '_', file.stem)}_{digest[:16]}"
    while name in sys.modules:
        if _is_current(name, file.parent):
            return sys.modules[name]
        name += "_"  # what lies beside the file has changed
    found: dict[str, Text] = {}

    def beside(module: str) -> Text | None:
        text = _beside(file.parent, module)
        if text is not None:
            found[module] = text
        return text

    return _execute(FileModule(name, Text(str(file), content), found), beside, _names_in(file.parent))


def _is_current(name: str, folder: Path) -> bool:
    """Whether what a loaded file has imported from its folder is still the same."""
    made = _LOADED.get(name)
    return made is None or all(_beside(folder, module) == text for module, text in made.beside.items())


def loaded(name: str) -> FileModule | None:
    """What makes up the module `name`, if it is that of a strategy file."""
    return _LOADED.get(name)


def beside_hash(name: str) -> str:
    """The hash of what the strategy file of module `name` has imported from its own folder; empty for nothing."""
    made = _LOADED.get(name)
    if made is None or not made.beside:
        return ""
    texts = [f"{module}:{hashlib.sha256(text.code).hexdigest()}" for module, text in sorted(made.beside.items())]
    return "sha256:" + hashlib.sha256("\n".join(texts).encode()).hexdigest()


def rebuild(made: FileModule) -> ModuleType:
    """The module again from its texts, in another process. Raises whatever its code raises."""
    names = {name.partition(".")[0] for name in made.beside}
    return sys.modules.get(made.name) or _execute(made, made.beside.get, names)


def _execute(made: FileModule, beside: Callable[[str], Text | None], names: AbstractSet[str]) -> ModuleType:
    module = ModuleType(made.name)
    module.__file__ = made.text.path
    sys.modules[made.name] = module
    try:
        with _importing(beside, names):
            exec(compile(made.text.code, made.text.path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    except BaseException:
        del sys.modules[made.name]
        raise
    _LOADED[made.name] = made
    return module


def _beside(folder: Path, module: str) -> Text | None:
    """The source of `module` (dotted) in `folder`, None if it is not there."""
    place = folder.joinpath(*module.split("."))
    try:
        for file, is_package in ((place / "__init__.py", True), (place.with_name(f"{place.name}.py"), False)):
            if file.is_file():
                return Text(str(file), file.read_bytes(), is_package)
        if place.is_dir() and any(place.glob("*.py")):
            return Text(str(place / "__init__.py"), b"", is_package=True)
    except (OSError, ValueError):
        pass
    return None


def _names_in(folder: Path) -> set[str]:
    """What could be imported from `folder`."""
    try:
        return {entry.stem for entry in folder.iterdir() if entry.suffix in ("", ".py")}
    except OSError:
        return set()


def _is_taken(name: str) -> bool:
    """Whether a module belongs to the standard library or to this program, whatever lies beside a strategy."""
    top = name.partition(".")[0]
    return top in sys.stdlib_module_names or top in OURS


@contextmanager
def _importing(beside: Callable[[str], Text | None], names: AbstractSet[str]) -> Iterator[None]:
    """While a file is loaded, what lies beside it (`names`) can be imported; nothing of it is left behind."""
    finder = _Finder(beside)
    hidden = {
        name: module for name, module in sys.modules.items() if name.partition(".")[0] in names and not _is_taken(name)
    }
    for name in hidden:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.found:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)


class _Finder(MetaPathFinder, Loader):
    """Finds modules by their text; those of the standard library and of this program are left alone."""

    def __init__(self, beside: Callable[[str], Text | None]) -> None:
        self._beside = beside
        self.found: dict[str, Text] = {}

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if _is_taken(fullname) or (path is not None and fullname.partition(".")[0] not in self.found):
            return None
        text = self._beside(fullname)
        if text is None:
            return None
        self.found[fullname] = text
        return importlib.util.spec_from_loader(fullname, self, origin=text.path, is_package=text.is_package)

    def exec_module(self, module: ModuleType) -> None:
        text = self.found[module.__name__]
        module.__file__ = text.path
        exec(compile(text.code, text.path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102

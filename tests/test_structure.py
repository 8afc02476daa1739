"""How the program is put together: imports point one way, and the games know no chance, clock or I/O."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pageone_cli"
FORBIDDEN_IN_GAMES = {
    "click",
    "yaml",
    "pydantic",
    "time",
    "datetime",
    "os",
    "sys",
    "random",
    "secrets",
    "io",
    "pathlib",
}
# Lower may not import higher.
LEVELS = (
    {"cards", "errors", "findings", "bundled"},
    {"rules", "events", "student", "streams", "modules", "lineups", "rotations", "rating"},
    {"strategy", "match", "soundness", "intervals"},
    {"games", "yaml_source", "guard", "sequential"},
    {"faults", "results", "validation", "logged"},
    {"loading", "config", "schedule", "standings", "blocks"},
    {"table", "testing", "shipping", "ranking"},
    {"playing"},
    {"log", "simulation", "schema"},
    {"reading", "retrace", "block_playing"},
    {"render"},
    {"contests", "runner", "careful"},
    {"resuming", "tournament_file"},
    {"verify_contest"},
    {"retold", "verify"},
    {"replaying"},
    {"commands"},
    {"cli"},
    {"__main__"},
)
# Helpers for printing that lower levels use inside functions.
LATE = {("games", "render"), ("guard", "render"), ("loading", "render"), ("faults", "render"), ("commands", "render")}


def imports(file: Path, everywhere: bool = True) -> set[str]:
    """The modules that a file imports, under `if TYPE_CHECKING` left out."""
    found = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree) if everywhere else tree.body:
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "pageone_cli":
                found |= {f"pageone_cli.{name.name}" for name in node.names}
    return found


def test_the_games_import_no_chance_clock_or_io() -> None:
    for file in (PACKAGE / "games").rglob("*.py"):
        names = {name.split(".")[0] for name in imports(file)}
        assert not names & FORBIDDEN_IN_GAMES, file


def level(module: str) -> int | None:
    """The level of a module of ours."""
    return next((number for number, names in enumerate(LEVELS) if module in names), None)


def test_imports_point_one_way() -> None:
    for file in PACKAGE.rglob("*.py"):
        own = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if own == "__init__":
            continue
        here = level(own)
        assert here is not None, f"{own} has no place in the order"
        for name in imports(file, everywhere=False):
            parts = name.split(".")
            if (
                parts[0] != "pageone_cli"
                or len(parts) < 2
                or parts[1] in (own, "__version__", "Strategy", "Move", "View")
            ):
                continue
            there = level(parts[1])
            assert there is not None, name
            assert there <= here or (own, parts[1]) in LATE, f"{own} imports {parts[1]}"


def test_modules_stay_small() -> None:
    for file in PACKAGE.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, file


def test_nobody_outside_the_family_knows_what_a_trick_is() -> None:
    for file in PACKAGE.rglob("*.py"):
        if "trick" in file.parts:
            continue
        names = imports(file)
        allowed = {"__init__.py"} if file.parent.name == "games" else set()
        assert file.name in allowed or not any(name.startswith("pageone_cli.games.trick") for name in names), file

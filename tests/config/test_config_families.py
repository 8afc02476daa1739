"""A second family is one more entry of FAMILIES; what is of one family is not of the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from pageone_cli.config import ConfigError, load
from pageone_cli.rules import FAMILIES, Call, DealsMatch, Match, Players, option


@dataclass(frozen=True, slots=True)
class OtherDeck:
    wilds: int = option(4, "wild cards")


@dataclass(frozen=True, slots=True)
class OtherRules:
    PACK: ClassVar[tuple[str, ...]] = ("deck.wilds",)

    name: str = option("Colours", "the name")
    game: Literal["matching"] = option("matching", "the family")
    players: Players = option(Players(), "how many")
    hand_size: int = option(7, "cards")
    deck: OtherDeck = option(OtherDeck(), "the pack")
    call: Call = option(Call(), "the call")
    max_turns: int = option(10_000, "plays")
    match: Match = option(DealsMatch(), "the match")
    hand_limit: int | Literal["none"] = option(15, "most cards")
    stacking: bool = option(True, "passing on")

    @property
    def pack_size(self) -> int:
        return 104 + self.deck.wilds

    def stock_for(self, players: int) -> int:
        return self.pack_size - self.hand_size * players


class NoDoubts:
    def doubts(self) -> tuple[()]:
        return ()


@pytest.fixture(autouse=True)
def _two_families(monkeypatch: pytest.MonkeyPatch) -> None:
    families: dict[str, Any] = FAMILIES
    monkeypatch.setitem(families, "matching", OtherRules)
    monkeypatch.setattr("pageone_cli.validation.family", lambda rules: NoDoubts())


def findings(text: str, folder: Path) -> list[tuple[int, int, str]]:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(str(folder / "own.yaml"))
    return [(one.line, one.column, one.code) for one in caught.value.findings]


def test_game_chooses_the_family(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("game: matching\nhand_limit: none\nstacking: false\ndeck: {wilds: 0}\n")
    rules: Any = load(str(tmp_path / "own.yaml"))
    assert isinstance(rules, OtherRules)
    assert (rules.hand_limit, rules.stacking, rules.deck.wilds, rules.hand_size) == ("none", False, 0, 7)


def test_a_key_of_the_other_family(tmp_path: Path) -> None:
    assert findings("stacking: true\n", tmp_path) == [(1, 1, "other-family")]
    assert findings("game: matching\nstop_rank: 8\n", tmp_path) == [(2, 1, "other-family")]


def test_a_child_cannot_change_the_family(tmp_path: Path) -> None:
    assert findings("extends: classic\ngame: matching\n", tmp_path) == [(2, 7, "other-family")]


@pytest.mark.parametrize("word", ["no", "off", "1", '"true"'])
def test_a_switch_takes_true_and_false_only(word: str, tmp_path: Path) -> None:
    assert findings(f"game: matching\nstacking: {word}\n", tmp_path) == [(2, 11, "wrong-type")]

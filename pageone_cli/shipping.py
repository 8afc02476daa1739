"""Players on their way to a worker: as text, never as objects, so that any kind of executor can carry them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from pageone_cli.loading import Player, find
from pageone_cli.modules import FileModule, loaded, rebuild
from pageone_cli.strategy import Strategy


@dataclass(frozen=True)
class Shipment:
    """What a worker needs to seat a player; ``module`` is None for one that it can import itself."""

    name: str
    spec: str
    games: AbstractSet[str]
    params: Mapping[str, Any]
    path: str | None
    source: str
    text: str
    module: FileModule | None
    wanted: str


def packed(player: Player) -> Shipment:
    """`player` as text."""
    module = loaded(player.kind.__module__)
    return Shipment(
        player.name,
        player.spec,
        frozenset(player.games),
        dict(player.params),
        player.path,
        player.source,
        player.text,
        None if module is None else module._replace(beside=dict(module.beside)),
        _name_of(player.kind),
    )


def _name_of(kind: type[Strategy]) -> str:
    """The name by which a class is found in its module; one that a function has made need not know it itself."""
    found = vars(sys.modules.get(kind.__module__, kind))
    return next((name for name, value in found.items() if value is kind), kind.__qualname__)


def unpacked(shipment: Shipment) -> Player:
    """The player again. Raises what its code raises, or `NotFound` where it was to be imported and cannot be."""
    kind: type[Strategy]
    if shipment.module is None:
        kind, _ = find(shipment.spec)
    else:
        kind = getattr(rebuild(shipment.module), shipment.wanted)
    return Player(
        shipment.name,
        shipment.spec,
        kind,
        shipment.games,
        shipment.params,
        shipment.path,
        shipment.source,
        shipment.text,
    )

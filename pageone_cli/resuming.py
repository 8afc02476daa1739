"""Goes on with an interrupted run from its log: what was played, with what, and where to cut."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pageone_cli import __version__
from pageone_cli.blocks import Block, BlockSink
from pageone_cli.errors import UserError
from pageone_cli.loading import BadParameter, Player, load_entry
from pageone_cli.reading import Header, feed, opened


class NotResumable(UserError):
    """The log cannot be gone on with; the text says why, and what would do."""


@dataclass
class Interrupted:
    """A log that is to be gone on with: its header, the complete blocks, and the bytes that are kept."""

    header: Header
    blocks: list[Block]
    keep: int


def interrupted(path: Path) -> Interrupted:
    """Read the log at `path`. Raises `LogError` where it is none, or is broken before its last line."""
    with opened(str(path)) as reader:
        found = Interrupted(reader.header, [], reader.position)

        def on_block(block: Block) -> None:
            found.blocks.append(block)
            found.keep = reader.position

        feed(reader, BlockSink(bool(found.header.options.get("rotate")), on_block))
    return found


def players_of(header: Header, force: bool) -> list[Player]:
    """The players again, as they were. Raises `NotResumable` where the program or a strategy has changed.

    With `force` they are taken as they are now: what comes is not what an uninterrupted run would have given.
    """
    if header.software != f"pageone {__version__}" and not force:
        raise NotResumable(
            f"the log was begun by {header.software}, this is pageone {__version__}; with --force it goes on, "
            "but perhaps not as it would have"
        )
    players = []
    for entry in header.players:
        try:
            player = load_entry(entry["name"], entry["strategy"], entry.get("params") or {})
        except BadParameter as error:
            raise NotResumable(str(error)) from None
        if player.source != entry.get("source") and not force:
            raise NotResumable(
                f"{entry['name']}: the file of {entry['strategy']} has changed since the log was begun; with --force "
                "it goes on with the file as it is now, and the log holds games of both"
            )
        players.append(player)
    return players

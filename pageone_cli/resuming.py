"""Goes on with an interrupted run from its log: what was played, with what, and where to cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pageone_cli import __version__
from pageone_cli.blocks import Block, BlockSink
from pageone_cli.contests import Contest, made
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

        feed(reader, BlockSink(matches_in(found.header), on_block))
    return found


def matches_in(header: Header) -> Callable[[int], int]:
    """How many matches a block of this log has, by the number of seats at its table."""
    rotate, halves = bool(header.options.get("rotate")), 2 if header.command == "compare" else 1
    return lambda seats: halves * (seats if rotate else 1)


def contest_of(header: Header, players: Sequence[Any], name: str) -> Contest:
    """The contest that the log `name` tells. Raises `NotResumable` where its header does not tell it completely."""
    options = header.options
    limit = options.get("time_limit")
    if limit is not None and not (type(limit) in (int, float) and limit > 0):
        raise NotResumable(f"{name}: time_limit {limit!r} in the header's options is no time")
    try:
        return made(options["kind"], header.rules, players, header.seed, options, options.get("log_deals", "all"))
    except UserError as error:
        raise NotResumable(f"{name}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise NotResumable(f"{name}: the header's options are not those of a contest ({error})") from None


def players_of(header: Header, force: bool) -> list[Player]:
    """The players again, as they were. Raises `NotResumable` where the program or a strategy has changed.

    With `force` they are taken as they are now: what comes is not what an uninterrupted run would have given.
    """
    if header.software != f"pageone {__version__}" and not force:
        raise NotResumable(
            f"the log was begun by {header.software}, this is pageone {__version__}; with --force it goes on, "
            "but perhaps not as it would have"
        )
    players: list[Player] = []
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
        if (player.beside or None) != _beside(header, len(players)) and not force:
            raise NotResumable(
                f"{entry['name']}: what the file of {entry['strategy']} imports from its folder has changed since the "
                "log was begun; with --force it goes on with it as it is now, and the log holds games of both"
            )
        players.append(player)
    return players


def _beside(header: Header, number: int) -> object:
    """The hash of what the strategy file of a player imports from its folder, by the header; None for nothing."""
    known = header.options.get("beside")
    return known[number] if isinstance(known, list) and number < len(known) else None

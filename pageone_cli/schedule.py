"""Which matches a run consists of: who sits where, who deals first."""

from __future__ import annotations

from typing import NamedTuple

from pageone_cli.streams import Streams


class Fixture(NamedTuple):
    """A match to be played. ``table[seat]`` is the index of a player; match and block count from 1, rotation from 0."""

    match: int
    block: int
    rotation: int
    round: int
    table: tuple[int, ...]
    first_dealer: int


def block(streams: Streams, number: int, players: tuple[int, ...], rotate: bool, first_match: int = 1) -> list[Fixture]:
    """The matches of block `number`: one, or one for each rotation of the seats.

    The circular order and the first dealer are drawn from (seed, block). In rotation r every player sits r seats
    further, so over all rotations everybody gets every seat, and with it every hand and every lead, once.
    """
    order, dealer = streams.seating(number, len(players))
    seats = len(players)
    return [
        Fixture(
            first_match + turn,
            number,
            turn,
            1,
            tuple(players[order[(seat - turn) % seats]] for seat in range(seats)),
            dealer,
        )
        for turn in range(seats if rotate else 1)
    ]

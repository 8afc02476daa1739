"""What does not go together in a configuration, or is hardly meant, although each value is in range.

`common` has what holds for both families; each family adds its own (`pageone_cli.games.Family.doubts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pageone_cli.rules import Rules

THIN: Final = 4  # a stock of less than one card in so many is thin
ORDINARY: Final = 400  # turns that all but one deal in a hundred stay below, measured for 2 to 6 players


class Doubt(NamedTuple):
    """One thing that is wrong (``error``) or hardly meant (``warning``).

    ``options`` are the options that it follows from, with dots; the finding stands at the one that was given last, and
    there is none where one of them is wrong itself. ``given`` asks for the option to be written in the configuration
    itself: what it only takes over is no reproach to it.
    """

    code: str
    severity: str
    options: tuple[str, ...]
    message: str
    help: str = ""
    given: bool = False


def without_effect(option: str, why: str, help_text: str = "leave it out") -> Doubt:
    """The warning that `option` changes nothing."""
    return Doubt("no-effect", "warning", (option,), f"has no effect: {why}", help_text, given=True)


def common(rules: Rules) -> Iterator[Doubt]:
    """What both families have in common."""
    yield from _seats(rules)
    yield from _call(rules)
    if rules.max_turns < ORDINARY:
        message = f"{rules.max_turns} is low: ordinary deals may take {ORDINARY} turns"
        yield Doubt("low-cap", "warning", ("max_turns",), message, "what is cut off has no winner")


def _seats(rules: Rules) -> Iterator[Doubt]:
    players, hand, pack = rules.players, rules.hand_size, rules.pack_size
    sizes = ("hand_size", "players.max", *rules.PACK)
    if players.min > players.max:
        message = f"{players.min} is above players.max, which is {players.max}"
        yield Doubt("players-order", "error", ("players.min", "players.max"), message)
    elif hand * players.max > pack:
        message = f"{hand} cards for {players.max} players are {hand * players.max}, the pack has {pack}"
        most = f"at most {pack // hand} players or {pack // players.max} cards"
        yield Doubt("pack-too-small", "error", sizes, message, most)
    elif rules.stock_for(players.max) * THIN < pack:
        left = rules.stock_for(players.max)
        message = f"with {players.max} players {left} of {pack} cards are left as stock, less than a quarter"
        yield Doubt("thin-stock", "warning", sizes, message, "fewer players or cards, or many deals get stuck")


def _call(rules: Rules) -> Iterator[Doubt]:
    call, left = rules.call, rules.stock_for(rules.players.max)
    if call.enforced_by == "nobody":
        yield without_effect("call.at", "there is no call where nobody enforces it")
        yield without_effect("call.penalty", "there is no call where nobody enforces it")
        return
    if call.at >= rules.hand_size:
        message = f"{call.at} is not below the hand size, which is {rules.hand_size}"
        options = ("call.at", "hand_size", "call.enforced_by")
        yield Doubt("call-at", "error", options, message, "a call is due on the way down")
    if 0 <= left < call.penalty:
        message = f"a penalty of {call.penalty} cards is larger than the stock after the deal, {left} cards"
        sizes = ("call.penalty", "hand_size", "players.max", *rules.PACK)
        yield Doubt("large-penalty", "warning", sizes, message, "a smaller penalty or fewer players")

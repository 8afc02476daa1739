"""For authors of strategies: views made by hand, to test a strategy without playing a deal.

from pageone_cli.testing import view
assert str(MyBot().choose(view(hand="7S KH *1", led="H"))) == "KH"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pageone_cli.games import family
from pageone_cli.rules import FAMILIES, Rules, sealed
from pageone_cli.strategy import Setting, Strategy, View


def view(
    game: str = "trick",
    hand: str = "",
    led: str | None = None,
    trick: str = "",
    *,
    seat: int = 0,
    counts: Sequence[int] | None = None,
    stock: int | None = None,
    seen: str = "",
    rules: Rules | None = None,
    scores: Sequence[Any] | None = None,
    deal: int = 1,
    top: str = "",
    colour: str | None = None,
    pending: int = 0,
    direction: int = 1,
) -> View:
    """A view as a strategy would get it when it is to choose.

    Args:
        game: the family.
        hand: the own cards in the log's notation, with spaces.
        led: trick game: the suit to follow (``"H"``); a card of it that nobody else holds is put on the table.
        trick: trick game: the cards on the table in the order played, instead of `led`.
        seat: the own seat; the seats before it, counting back clockwise, have played the trick.
        counts: everybody's number of cards, per seat, the own included; standard four seats of four.
        stock: the number of cards in the stock; standard all that are not elsewhere.
        seen: cards that lie in collected tricks, or below the topmost play.
        rules: a configuration; standard the family's defaults.
        scores: the match totals per seat.
        deal: the number of the deal in its match.
        top: matching game: the topmost play, the last card on top; standard a number card that nobody holds.
        colour: matching game: the colour in force, needed with a wild on top.
        pending: matching game: the cards of a pending draw.
        direction: matching game: 1 or -1.

    Raises ValueError for what cannot be: unknown cards, a card twice, more cards than there are.
    """
    if game not in FAMILIES:
        raise ValueError(f"game must be one of {', '.join(FAMILIES)}, not {game!r}")
    own = rules if rules is not None else FAMILIES[game]()
    held = len(hand.split())
    sizes = list(counts) if counts is not None else [own.hand_size if other != seat else held for other in range(4)]
    if not 0 <= seat < len(sizes) or sizes[seat] != held:
        raise ValueError(f"seat {seat} has {held} cards; counts says {sizes}")
    setting = Setting(
        own.game,
        sealed(own),
        len(sizes),
        tuple(range(len(sizes))),
        (seat - 1) % len(sizes),
        tuple(scores) if scores is not None else (0,) * len(sizes),
        deal,
        family(own).cards,
    )
    table: dict[str, Any] = {"seen": seen.split(), "stock": stock}
    own_words = {"led": led, "trick": trick.split(), "top": top.split(), "colour": colour, "pending": pending}
    for word, value in own_words.items():
        if value and word not in family(own).questions:
            raise ValueError(f"{word} is not for a {game} game")
        table[word] = value
    table["direction"] = direction
    return family(own).position(setting, seat, hand.split(), sizes, table).view()


def seated(
    strategy: Strategy, seat: int = 0, rules: Rules | None = None, stream: int = 1, game: str = "trick"
) -> Strategy:
    """`strategy` as the table would seat it, with ``seat``, ``rules`` and ``rng``; `stream` seeds the latter.

    Without `rules` it is the standard of the family `game`.
    """
    strategy.sit(seat, sealed(rules if rules is not None else FAMILIES[game]()), stream)
    return strategy

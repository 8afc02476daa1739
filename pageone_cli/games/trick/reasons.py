"""Why a move is not allowed in the trick game: the rule and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageone_cli.games.trick.masks import BITS, DRAW, DRAW_BIT, JOKERS

if TYPE_CHECKING:
    from pageone_cli.games.trick.deal import TrickDeal

WORDS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def why_not(deal: TrickDeal, card: int) -> tuple[str, str]:
    """The rule number and the reason why the seat asked may not play `card` (an id, or DRAW to draw) now."""
    hand = deal.hands[deal.seat]
    led = deal.led
    if not deal.legal:
        return "C3", "it is nobody's turn to play"
    if card == DRAW:
        return _why_no_draw(deal, hand & led)
    name = str(deal.family.cards[card]) if card < len(deal.family.cards) else "this card"
    if not hand & BITS[card]:
        return "C9", f"{name} is not in the hand"
    suit = WORDS[deal.family.cards[led.bit_length() - 1].suit or "S"] if led else ""
    if BITS[card] & JOKERS:
        if hand & led:
            return "T5", f"the {suit} just drawn must be played at once, a joker is no longer an option"
        return "T12", "a joker may not be the last card"
    if hand & led:
        if deal.legal & JOKERS or not hand & JOKERS:
            return "T4", f"{name} does not follow the {suit} led"
        return "T5", f"the {suit} just drawn must be played at once"
    ways = ["draw"] * bool(deal.legal & DRAW_BIT) + ["play a joker"] * bool(deal.legal & JOKERS)
    return "T5", ": ".join([f"{name} does not follow the {suit} led", *[", or ".join(ways)] * bool(ways)])


def _why_no_draw(deal: TrickDeal, own: int) -> tuple[str, str]:
    if own:
        return "T4", "who holds the suit led may not draw"
    if not deal.led:
        return "T5", "nobody draws while no suit is led"
    return "T6", "there is no card to draw"

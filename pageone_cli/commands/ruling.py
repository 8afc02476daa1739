"""``pageone ruling``: settles a dispute at the table."""

from __future__ import annotations

from typing import Any

import click

from pageone_cli.commands.options import emit, format_option, load_rules, rules_option

# What is known of the table as cards; each is the option of one family.
CARDS = ("trick", "top")


@click.command(short_help="Settles a dispute: what may be played, what not, and by which rule.")
@click.option("--hand", required=True, metavar="CARDS", help="The hand in question: 7S KH *1.")
@click.option("--led", metavar="SUIT", help="Trick game: the suit to follow, S H D or C.")
@click.option("--trick", metavar="CARDS", help="Trick game: the cards on the table, in the order played.")
@click.option("--top", metavar="CARDS", help="Matching game: the topmost play, the last card on top: b3, W.")
@click.option("--colour", metavar="COLOUR", help="Matching game: the colour in force, b r y or g (after a wild).")
@click.option("--pending", type=click.IntRange(min=0), metavar="N", help="Matching game: cards to be drawn.")
@click.option("--stock", type=click.IntRange(min=0), metavar="N", help="Cards in the stock.")
@click.option("--discards", type=click.IntRange(min=0), metavar="N", help="Cards in collected tricks or discards.")
@click.option("--after", metavar="CARDS", help="What follows when these are played: is a call due?")
@click.option("--players", type=click.IntRange(min=2, max=10), metavar="N", help="Players still in. [default: 4]")
@rules_option
@format_option
def ruling(hand: str, after: str | None, players: int | None, rules: str, form: str, **table: Any) -> None:
    """Say which cards of a hand may be played, which not, by which rule; whether to draw; who wins the trick so far.

    Cards are written as in logs, with spaces between them. Trick game: rank and suit (7S, TH, AC), jokers *1 *2;
    without --led and --trick the hand leads. Matching game: colour and face (b7, r+2, yR, gS), wilds W.

    \b
    Examples:
      pageone ruling --hand "7S KH *1" --led H
      pageone ruling --hand "7S 9C" --trick "KH 7H" --stock 0
      pageone ruling --hand "7S 8S KD" --led S --after 7S --rules stop-card
      pageone ruling --rules colour --hand "b7 r7 W g+2" --top r3 --after "r7 b7"
      pageone ruling --rules colour --hand "g+2 W" --top y+2 --pending 4
    """
    from pageone_cli.games import Question, family
    from pageone_cli.render.text import as_json, comma_separated, grid

    own = load_rules(rules)
    game = family(own)
    known = {
        name: value.replace(",", " ").split() if name in CARDS else value for name, value in table.items() if value
    }
    known |= {name: value for name, value in table.items() if value == 0}
    for name in known:
        if name not in game.questions:
            raise click.UsageError(f"--{name} is not for a {own.game} game such as {own.name}")
    if players is not None and players > own.players.max:
        raise click.UsageError(f"{own.name} is for {own.players.min} to {own.players.max} players, not {players}")
    seats = players or max(own.players.min, min(4, own.players.max))
    question = Question(hand.replace(",", " ").split(), seats, known, (after or "").replace(",", " ").split())
    try:
        verdicts = game.ruling(question)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    rows = [[one.what, {True: "yes", False: "no", None: ""}[one.allowed], one.rule, one.why] for one in verdicts]
    if form == "json":
        emit(as_json([one._asdict() for one in verdicts]))
    elif form == "csv":
        emit(comma_separated([[one.about, *row] for one, row in zip(verdicts, rows, strict=True)], verdicts[0]._fields))
    else:
        emit(grid(rows, ["card", "allowed", "rule", "why"], form, left=(0, 1, 2, 3)))

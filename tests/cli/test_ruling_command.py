"""`pageone ruling`: a dispute settled, by rule number; and the engine is of the same mind in any deal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pageone_cli.config import bundled_names, load
from pageone_cli.games import CALL_OUT, CHOOSE, OVER, Question, family
from pageone_cli.rules import Players, TrickRules
from pageone_cli.strategy import Setting
from tests.commands import run
from tests.deals import rules as rules_with

TRICK = [name for name in bundled_names() if load(name).game == "trick"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def own(text: str) -> str:
    """A configuration of one's own, to be named after ``--rules``."""
    Path("own.yaml").write_text(text, encoding="utf-8")
    return "own.yaml"


def ask(hand: str, *words: str) -> list[dict[str, Any]]:
    """The verdicts on a hand."""
    result = run("ruling", "--hand", hand, *words, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    told: list[dict[str, Any]] = json.loads(result.stdout)
    assert all(list(one) == ["about", "what", "allowed", "rule", "why"] for one in told)
    return told


def short(hand: str, *words: str) -> dict[str, tuple[bool | None, str]]:
    """The cards of a hand and drawing, each with whether it is allowed and by which rule."""
    told = [one for one in ask(hand, *words) if one["about"] in ("card", "draw")]
    return {("draw" if one["about"] == "draw" else one["what"]): (one["allowed"], one["rule"]) for one in told}


def of(about: str, hand: str, *words: str) -> list[dict[str, Any]]:
    return [one for one in ask(hand, *words) if one["about"] == about]


def drawing(hand: str, *words: str) -> dict[str, Any]:
    (found,) = of("draw", hand, *words)
    return found


def call(hand: str, after: str, *words: str) -> tuple[bool | None, str]:
    """Whether a call is due after a card, and the rule."""
    (found,) = of("call", hand, "--after", after, *words)
    return found["allowed"], found["rule"]


def refused(*words: str) -> str:
    """The message of what cannot be."""
    result = run("ruling", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    message = result.stderr.splitlines()[-1]
    assert message.startswith("Error: ")
    return message


# T3: the lead


def test_t3_the_leader_plays_any_card_and_does_not_draw() -> None:
    assert short("7S KH *1") == {"7S": (True, "T3"), "KH": (True, "T3"), "*1": (True, "T3"), "draw": (False, "T5")}


def test_t3_a_joker_led_sets_no_suit() -> None:
    table = {"7S": (True, "T3"), "KH": (True, "T3"), "draw": (False, "T5")}
    assert short("7S KH", "--trick", "*1") == table
    assert short("7S KH", "--trick", "*1 *2", "--rules", "two-joker") == table


def test_t3_the_first_card_that_is_no_joker_sets_the_suit() -> None:
    assert short("7S KH", "--trick", "*1 2S") == {"7S": (True, "T4"), "KH": (False, "T4"), "draw": (False, "T4")}


def test_t3_a_joker_played_later_leaves_the_suit_led_in_force() -> None:
    assert short("7S KH", "--trick", "2S *1") == {"7S": (True, "T4"), "KH": (False, "T4"), "draw": (False, "T4")}


# T4: follow


def test_t4_who_holds_the_suit_led_plays_it_or_a_joker_and_does_not_draw() -> None:
    table = {"7S": (False, "T4"), "KH": (True, "T4"), "*1": (True, "T4"), "draw": (False, "T4")}
    assert short("7S KH *1", "--led", "H") == table
    assert short("7S KH *1", "--trick", "2H") == table
    assert short("7S KH *1", "--trick", "2H 9H QH") == table
    assert short("7S KH *1", "--trick", "2H", "--led", "H") == table
    assert short("7S KH *1", "--led", "H", "--stock", "0", "--discards", "0") == table


def test_t4_every_card_of_the_suit_led_will_do() -> None:
    assert short("2C TC AC 3D", "--led", "C") == {
        "2C": (True, "T4"),
        "TC": (True, "T4"),
        "AC": (True, "T4"),
        "3D": (False, "T4"),
        "draw": (False, "T4"),
    }


# T5: draw until you can follow


def test_t5_who_cannot_follow_draws_and_plays_no_other_card() -> None:
    assert short("7S 9C", "--led", "H") == {"7S": (False, "T5"), "9C": (False, "T5"), "draw": (True, "T5")}
    assert "must" in drawing("7S 9C", "--led", "H")["why"]


def test_t5_a_joker_may_be_played_instead_of_drawing() -> None:
    assert short("7S *1", "--led", "H") == {"7S": (False, "T5"), "*1": (True, "T5"), "draw": (True, "T5")}
    assert "must draw" not in drawing("7S *1", "--led", "H")["why"]


def test_t5_a_reason_does_not_offer_a_joker_that_is_not_there() -> None:
    for one in of("card", "7S 9C", "--led", "H"):
        assert "joker" not in one["why"]


# T6: stuck

ON_STUCK = {"void": "void", "score": "scores", "pass": "no part in this trick"}


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_nothing_is_left_to_draw(on_stuck: str) -> None:
    words = ("--led", "H", "--rules", own(f"on_stuck: {on_stuck}\n"), "--stock", "0", "--discards", "0")
    found = short("7S 9C", *words)
    assert (found["7S"], found["9C"]) == ((False, "T5"), (False, "T5"))
    draw = drawing("7S 9C", *words)
    assert ON_STUCK[on_stuck] in draw["why"]
    assert "T6" in draw["why"] or draw["rule"] == "T6"


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_what_cannot_be_drawn_is_not_allowed(on_stuck: str) -> None:
    rules = own(f"on_stuck: {on_stuck}\n")
    for words in (("--led", "H"), ("--trick", "KH"), ("--trick", "KH QH 2H")):
        draw = short("7S 9C", *words, "--rules", rules, "--stock", "0", "--discards", "0")["draw"]
        assert draw == (False, "T6")


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_c4_with_discards_there_is_something_to_draw(on_stuck: str) -> None:
    words = ("--led", "H", "--rules", own(f"on_stuck: {on_stuck}\n"), "--stock", "0", "--discards", "7")
    assert short("7S 9C", *words) == {"7S": (False, "T5"), "9C": (False, "T5"), "draw": (True, "T5")}
    why = drawing("7S 9C", *words)["why"]
    assert "C4" in why
    assert "T6" not in why


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_without_a_word_of_the_discards_both_are_told(on_stuck: str) -> None:
    draw = drawing("7S 9C", "--led", "H", "--rules", own(f"on_stuck: {on_stuck}\n"), "--stock", "0")
    assert "C4" in draw["why"]
    assert "T6" in draw["why"]
    assert ON_STUCK[on_stuck] in draw["why"]


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_who_holds_a_joker_is_not_stuck(on_stuck: str) -> None:
    words = ("--led", "H", "--rules", own(f"on_stuck: {on_stuck}\n"), "--stock", "0")
    assert short("7S *1", *words, "--discards", "0") == {"7S": (False, "T5"), "*1": (True, "T5"), "draw": (False, "T6")}
    assert short("7S *1", *words, "--discards", "7")["draw"] == (True, "T5")


def test_t6_with_a_stock_nothing_is_said_of_it() -> None:
    for number in ("1", "7", "30"):
        why = drawing("7S 9C", "--led", "H", "--stock", number)["why"]
        assert "T6" not in why
        assert "C4" not in why


@pytest.mark.parametrize("on_stuck", ON_STUCK)
def test_t6_t12_the_leader_may_be_stuck_too(on_stuck: str) -> None:
    rules = own(f"joker_out: forbidden\non_stuck: {on_stuck}\n")
    words = ("--rules", rules, "--stock", "0", "--discards", "0")
    assert short("*1", *words)["*1"] == (False, "T12")
    assert "T6" in drawing("*1", *words)["why"] or drawing("*1", *words)["rule"] == "T6"


# T7: who wins so far


@pytest.mark.parametrize(
    ("trick", "wins"),
    [
        ("KH", "KH"),
        ("2H 9H TH", "TH"),
        ("KH QH", "KH"),
        ("AH *1 2H", "*1"),
        ("*1", "*1"),
        ("*1 AS", "*1"),
        ("*1 *2 AS", "*1"),
        ("2S *2 *1", "*2"),
    ],
)
def test_t7_who_wins_the_trick_so_far(trick: str, wins: str) -> None:
    (found,) = of("trick", "7C 9C", "--trick", trick, "--rules", "two-joker")
    assert (found["what"], found["allowed"], found["rule"]) == (wins, None, "T7")


def test_t7_without_cards_on_the_table_nobody_wins() -> None:
    assert of("trick", "7C 9C") == []
    assert of("trick", "7C 9C", "--led", "C") == []


@pytest.mark.parametrize("trick", ["KS AH", "KH 7S", "KS *1 AH", "*1 KS AH", "2S 3S AD"])
def test_t4_t5_a_trick_with_a_card_that_could_not_be_played_cannot_be(trick: str) -> None:
    """Who cannot follow draws until they can: nobody ever discards. At least such a card does not win (T7)."""
    result = run("ruling", "--hand", "7C 9C", "--trick", trick, "--players", "5", "--format", "json")
    if result.exit_code == 0:
        (found,) = [one for one in json.loads(result.stdout) if one["about"] == "trick"]
        assert found["what"] in ("KS", "KH", "*1", "3S")
    else:
        assert result.exit_code == 2


def test_t7_the_trick_is_complete_with_this_card() -> None:
    def told(hand: str, trick: str, after: str) -> list[tuple[str, str]]:
        found = of("trick", hand, "--trick", trick, "--after", after, "--rules", "no-penalty")
        return [(one["rule"], one["why"]) for one in found if one["what"] == f"after {after}"]

    ((rule, why),) = told("AH 2H 3C", "KH QH JH", "AH")
    assert rule == "T7"
    assert "this card wins" in why
    ((rule, why),) = told("AH 2H 3C", "KH QH JH", "2H")
    assert rule == "T7"
    assert "this card wins" not in why
    assert told("AH 2H 3C", "KH QH", "AH") == []


# T10: stop cards


def skips(hand: str, after: str, *words: str) -> bool:
    return any(one["rule"] == "T10" for one in of("trick", hand, "--after", after, "--rules", "stop-card", *words))


def test_t10_a_stop_card_skips_who_would_still_have_to_act() -> None:
    hand = "8S 9S 2D 3D 4D"
    assert skips(hand, "8S")
    assert skips(hand, "8S", "--trick", "KS QS")
    assert not skips(hand, "8S", "--trick", "KS QS JS")  # nobody is left to act
    assert skips(hand, "8S", "--trick", "KS QS JS", "--players", "5")
    assert not skips(hand, "9S")
    assert not any(one["rule"] == "T10" for one in of("trick", hand, "--after", "8S"))  # classic has none


def test_t10_with_two_players_a_stop_led_is_a_trick_of_one_card() -> None:
    found = of("trick", "8S 9S 2D 3D 4D", "--after", "8S", "--rules", "stop-card", "--players", "2")
    assert [one["rule"] for one in found] == ["T10", "T7"]


def test_t10_a_stop_card_skips_also_where_a_call_is_due() -> None:
    assert skips("8S 9S 2D", "8S")


def test_t10_who_was_skipped_is_not_waited_for() -> None:
    # four players: the leader's eight skips the second, the third plays 5C, and the fourth asks
    found = of("trick", "9C 2D 3D 4D", "--trick", "8C 5C", "--after", "9C", "--rules", "stop-card")
    assert [(one["what"], one["rule"]) for one in found] == [("8C", "T7"), ("after 9C", "T7")]


def test_t10_with_two_players_nobody_plays_to_a_stop_that_was_led() -> None:
    assert refused("--hand", "9C 2D", "--trick", "8C", "--players", "2", "--rules", "stop-card")


@pytest.mark.parametrize("enforced_by", ["opponents", "referee", "nobody"])
def test_t7_a_complete_trick_is_told_also_where_a_call_is_due(enforced_by: str) -> None:
    rules = own(f"call: {{enforced_by: {enforced_by}}}\n")
    found = of("trick", "9C 8C 7D", "--trick", "2C 3C 4C", "--after", "8C", "--rules", rules)
    assert [one["what"] for one in found] == ["4C", "after 8C"]


def test_t10_the_card_that_ends_the_deal_skips_nobody() -> None:
    assert not skips("8S", "8S")


# T11: the end


@pytest.mark.parametrize("name", TRICK)
def test_t11_c5_the_last_card_wins_the_deal_and_needs_no_call(name: str) -> None:
    assert call("7S", "7S", "--rules", name) == (None, "T11")
    assert call("*1", "*1", "--led", "H", "--rules", name) == (None, "T11")


# T12: joker last


def test_t12_allowed_a_joker_may_be_the_last_card() -> None:
    assert short("*1") == {"*1": (True, "T3"), "draw": (False, "T5")}
    assert short("*1", "--led", "H") == {"*1": (True, "T5"), "draw": (True, "T5")}


def test_t12_forbidden_a_single_joker_is_unplayable() -> None:
    rules = own("joker_out: forbidden\ndeck: {jokers: 2}\n")
    assert short("*1", "--led", "H", "--rules", rules) == {"*1": (False, "T12"), "draw": (True, "T5")}
    assert short("*1", "--rules", rules) == {"*1": (False, "T12"), "draw": (True, "T12")}
    assert short("*1", "--trick", "*2", "--rules", rules) == {"*1": (False, "T12"), "draw": (True, "T12")}
    assert short("*1", "--trick", "*2 KH", "--rules", rules) == {"*1": (False, "T12"), "draw": (True, "T5")}
    assert call("*1", "*1", "--rules", rules) == (False, "T12")


def test_t12_forbidden_with_another_card_the_joker_may_be_played() -> None:
    rules = own("joker_out: forbidden\ndeck: {jokers: 2}\n")
    assert short("*1 7S", "--rules", rules) == {"*1": (True, "T3"), "7S": (True, "T3"), "draw": (False, "T5")}
    assert short("*1 7S", "--led", "S", "--rules", rules)["*1"] == (True, "T4")
    assert short("*1 7S", "--led", "H", "--rules", rules)["*1"] == (True, "T5")
    assert short("*1 *2", "--led", "H", "--rules", rules)["*1"] == (True, "T5")


# C5, C6: the call


def test_c5_a_call_is_due_with_exactly_so_many_cards() -> None:
    assert call("7S 8S 9S KD", "7S") == (False, "C5")
    assert call("7S 8S 9S", "7S") == (True, "C5")
    assert call("7S 8S", "7S") == (False, "C5")
    assert call("7S 8S 9S", "7S", "--rules", "last-card") == (False, "C5")
    assert call("7S 8S", "7S", "--rules", "last-card") == (True, "C5")
    assert call("7S 8S *1", "*1", "--led", "H") == (True, "C5")
    assert call("7S 8S 9S", "7S", "--trick", "2S 3S 4S") == (True, "C5")


def test_c6_what_a_missed_call_costs() -> None:
    (opponents,) = of("call", "7S 8S 9S", "--after", "7S", "--rules", own("call: {penalty: 3}\n"))
    assert "3 cards" in opponents["why"]
    assert "if an opponent" in opponents["why"]
    (referee,) = of("call", "7S 8S", "--after", "7S", "--rules", "last-card")
    assert "5 cards" in referee["why"]
    assert "opponent" not in referee["why"]


def test_c6_where_nobody_enforces_it_there_is_no_call() -> None:
    for hand in ("7S 8S 9S KD", "7S 8S 9S", "7S 8S"):
        assert call(hand, "7S", "--rules", "no-penalty") == (False, "C6")


def test_c5_after_a_card_that_may_not_be_played_its_rule_is_told() -> None:
    assert call("7S 8S KH", "7S", "--led", "H") == (False, "T4")
    assert call("7S 8S 9C", "7S", "--led", "H") == (False, "T5")


# What is written, and how


def test_cards_may_be_written_as_people_do() -> None:
    table = {"TH": (True, "T4"), "7S": (False, "T4"), "draw": (False, "T4")}
    for hand in ("10h 7s", "TH,7S", " th ,  7S ", "10H\t7S"):
        assert short(hand, "--led", "h") == table
    assert short("9h 7s", "--trick", "10h kh") == short("9H 7S", "--trick", "TH,KH")
    assert call("10h 9h 2c", "th") == (True, "C5")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "7X"), "'7X' is not a card of this game"),
        (("--hand", "1S"), "'1S' is not a card of this game"),
        (("--hand", "*2"), "'*2' is not a card of this game"),  # classic has one joker
        (("--hand", "7S \x1b[31m"), "is not a card of this game"),
        (("--hand", "7S 7S"), "7S"),
        (("--hand", "7S 7s"), "7S"),
        (("--hand", "TH 10h"), "TH"),
        (("--hand", ""), "without cards"),
        (("--hand", " , "), "without cards"),
        (("--hand", "7S", "--trick", "7S"), "7S"),
        (("--hand", "7S", "--trick", "8S 8S"), "8S"),
        (("--hand", "7S", "--trick", "8S XX"), "'XX' is not a card of this game"),
        (("--hand", "7S", "--trick", "2S 3S 4S 5S"), "4 players"),
        (("--hand", "7S", "--trick", "2S 3S", "--players", "2"), "2 players"),
        (("--hand", "7S", "--led", "X"), "'X'"),
        (("--hand", "7S", "--led", "SH"), "'SH'"),
        (("--hand", "7S", "--led", "H", "--trick", "KS"), "KS"),
        (("--hand", "7S", "--led", "H", "--trick", "*1"), "*1"),
        (("--hand", "7S", "--led", "C", "--trick", "*1 KS"), "*1 KS"),
        (("--hand", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "--led", "S"), "S"),
        (("--hand", "7S", "--after", "8S"), "8S is not in the hand"),
        (("--hand", "7S 8S", "--after", "7S 8S"), "one card"),
        (("--hand", "7S", "--after", "XX"), "'XX' is not a card of this game"),
        (("--hand", "7S", "--stock", "53"), "53 cards"),
        (("--hand", "7S", "--stock", "0", "--discards", "999999999999999999999"), "cards"),
        (("--hand", "7S", "--stock", "-1"), "-1"),
        (("--hand", "7S", "--players", "1"), "1"),
        (("--hand", "7S", "--players", "11"), "11"),
        (("--hand", "7S", "--rules", "nosuch"), "nosuch"),
        (("--hand", "7S", "--format", "yaml"), "yaml"),
        ((), "--hand"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_exit_2(words: tuple[str, ...], message: str) -> None:
    assert message in refused(*words)
    assert "\x1b" not in refused(*words)


def test_more_players_than_the_configuration_is_for_cannot_be() -> None:
    message = refused("--hand", "7S 9S", "--players", "9")  # classic is for 2 to 6
    assert "6" in message
    message = refused("--hand", "7S 9S", "--players", "4", "--rules", own("players: {max: 3}\n"))
    assert "3" in message


def test_less_players_than_at_the_start_can_be() -> None:
    rules = own("players: {min: 4}\n")  # X2: players.min binds at the start only
    assert short("7S 9S", "--players", "2", "--rules", rules)["7S"] == (True, "T3")


def test_rules_that_are_not_sound_are_exit_2() -> None:
    result = run("ruling", "--hand", "7S", "--rules", own("hand_size: 99\n"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "own.yaml:1:12: error" in result.stderr


@pytest.mark.parametrize("name", TRICK)
def test_every_bundled_configuration_of_the_trick_game_can_be_asked(name: str) -> None:
    assert short("7S KH *1", "--led", "H", "--rules", name) == {
        "7S": (False, "T4"),
        "KH": (True, "T4"),
        "*1": (True, "T4"),
        "draw": (False, "T4"),
    }
    for form in ("table", "markdown"):
        result = run("ruling", "--hand", "7S KH *1", "--led", "H", "--after", "KH", "--rules", name, "--format", form)
        assert (result.exit_code, result.stderr) == (0, "")
        assert len(result.stdout.splitlines()) >= 7
    rows = list(csv.reader(io.StringIO(run("ruling", "--hand", "7S KH", "--rules", name, "--format", "csv").stdout)))
    assert rows[0] == ["about", "what", "allowed", "rule", "why"]
    assert [row[:4] for row in rows[1:]] == [
        ["card", "7S", "yes", "T3"],
        ["card", "KH", "yes", "T3"],
        ["draw", "drawing", "no", "T5"],
    ]


def test_the_question_of_the_issue() -> None:
    result = run("ruling", "--hand", "7S KH *1", "--led", "H", "--stock", "0", "--after", "KH")
    assert result.exit_code == 0
    lines = {line.split("  ")[0]: line.split() for line in result.stdout.splitlines()[2:]}
    assert {card: words[1:3] for card, words in lines.items() if not card.startswith("after")} == {
        "7S": ["no", "T4"],
        "KH": ["yes", "T4"],
        "*1": ["yes", "T4"],
        "drawing": ["no", "T4"],
    }
    assert '"Page One!" is due' in result.stdout


# Against the engine


def positions(rules: TrickRules, seats: int, seed: int) -> Iterator[tuple[Any, bool]]:
    """The moments of a deal at which somebody chooses, and whether they have drawn for this turn already."""
    rng = Random(seed)
    game: Any = family(rules)
    active = tuple(range(seats))
    setting = Setting(rules.game, game.sealed, seats, active, rng.randrange(seats), (0,) * seats, 1, game.cards)
    pack = list(game.pack)
    rng.shuffle(pack)
    deal = game.deal(setting, pack)
    for _ in range(400):
        if deal.waits is OVER:
            return
        if deal.waits is CHOOSE:
            drawn = False
            for event in reversed(deal.events()):
                if event[0] in ("play", "skip", "trick", "pass"):
                    break
                drawn = drawn or (event[0] == "draw" and event[1] == deal.seat and event[3] == "follow")
            yield deal, drawn
            move = rng.choice(deal.view().moves)
            deal.play(move.silent() if rng.random() < 0.5 else move)
        elif deal.waits is CALL_OUT:
            deal.answer(rng.random() < 0.7)
        else:
            deal.refill(rng.sample(deal.discards, len(deal.discards)))


def as_asked(rules: TrickRules, deal: Any, hand: list[str]) -> dict[str, bool]:
    """What `ruling` allows with this hand at this moment."""
    view = deal.view()
    table = {"trick": [str(card) for _, card in view.trick], "stock": view.stock, "discards": view.discards}
    question = Question(hand, len(deal.active), table)
    verdicts = family(rules).ruling(question)
    assert [one.what for one in verdicts if one.about == "card"] == hand
    assert all(one.rule and one.why for one in verdicts)
    return {
        ("draw" if one.about == "draw" else one.what): bool(one.allowed)
        for one in verdicts
        if one.about in ("card", "draw")
    }


CONFIGURATIONS = [
    rules_with(),
    rules_with(jokers=4, joker_out="forbidden", stop_rank="8", at=1, enforced_by="referee"),
    rules_with(jokers=3, lead_next="loser", on_stuck="pass", hand_size=5, stop_rank="A"),
    rules_with(jokers=4, joker_out="forbidden", on_stuck="pass", hand_size=2, at=1),
    rules_with(jokers=0, on_stuck="score", hand_size=8, penalty=10, players=Players(2, 6)),
]


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_what_a_ruling_allows_is_what_the_engine_does(number: int) -> None:
    rules = CONFIGURATIONS[number]
    asked = 0
    for seed in range(40):
        seats = 2 + seed % 5
        for deal, drawn in positions(rules, seats, seed):
            if drawn:  # the first card of the suit led must be played at once: a ruling is asked before the turn
                continue
            view = deal.view()
            legal = {str(move.cards[0]) if move.cards else "draw" for move in view.moves}
            hand = [str(card) for card in view.hand]
            found = as_asked(rules, deal, hand)
            assert {what for what, allowed in found.items() if allowed} == legal, (seed, hand, view.trick)
            asked += 1
    assert asked > 300


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_who_had_to_draw_is_told_so(number: int) -> None:
    rules = CONFIGURATIONS[number]
    asked = 0
    for seed in range(40):
        for deal, drawn in positions(rules, 2 + seed % 5, seed):
            events = deal.events()
            drew = [event for event in events[-1:] if event[0] == "draw" and event[1] == deal.seat]
            before = events[-2][0] if len(events) > 1 else ""
            if not drawn or not drew or before in ("draw", "reshuffle"):
                continue
            view = deal.view()
            got = {str(card) for card in drew[0][2]}
            hand = [str(card) for card in view.hand if str(card) not in got]
            if not hand or len([card for card in hand if card.startswith("*")]) > (rules.joker_out == "forbidden"):
                continue
            if len(hand) > 1 and any(card.startswith("*") for card in hand):
                continue
            trick = [str(card) for _, card in view.trick]
            table = {"trick": trick, "stock": view.stock + len(got), "discards": view.discards}
            verdicts = family(rules).ruling(Question(hand, len(deal.active), table))
            allowed = [one.what for one in verdicts if one.allowed and one.about in ("card", "draw")]
            assert allowed == ["drawing"], (seed, hand, trick)
            asked += 1
    assert asked > 20

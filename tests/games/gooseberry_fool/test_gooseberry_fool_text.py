"""Gooseberry Fool: the figures, cards and names in what its table says; the log and a scored deal are worked examples."""

from __future__ import annotations

import re
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.record.deal_log import log_of_deal
from goosetable.engine.rules.action import GIVE, parse_action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games.gooseberry_fool.rules import FoolOptions
from tests.games.fools import GAME, after, position

NAMES = ("Ann", "Vesper", "Maud")


def _said(text: str, me: int | None = 0) -> str:
    return with_seats_named(text, NAMES, me)


@pytest.mark.parametrize(
    ("hand", "trick", "begins", "named"),
    [
        ("7H AC 9S", "", "Your lead", ""), ("X 7H AC", "", "Your lead: anything but the Goose", ""),
        ("9H", "", "Your lead", "9♥"), ("X", "", "Your lead", "the Goose"),
        ("JH TH 8H AC", "9H", "Maud led ♥", "J♥ 10♥ 8♥"), ("JH 8H X", "9H", "Maud led ♥", "J♥ 8♥"),
        ("JH", "9H QH", "Vesper led ♥", "J♥"), ("AH KH QH JH", "9H", "Maud led ♥, so you follow: any ♥", ""),
        ("AC KD", "9H", "Maud led ♥ and you have none", ""), ("AC KD X", "9H", "Maud led ♥ and you have none", "the Goose"),
        ("AC", "9H", "Maud led ♥", "A♣"), ("X", "9H", "Maud led ♥", "the Goose"), ("AC", "X", "Maud led the Goose", "A♣"),
    ],
)  # fmt: skip
def test_prompt(hand: str, trick: str, begins: str, named: str) -> None:
    """Who led what, and the cards that may be played, where there are few."""
    leader = -len(trick.split()) % 3
    state = position(hand, "", "", trick=trick, leader=leader)
    assert state.turn == 0
    said = _said(GAME.text.prompt(state))
    assert said.startswith(begins)
    assert " ".join(re.findall("~(.*?)~", said)) == named


def test_nothing_is_asked_when_the_deal_is_over() -> None:
    assert GAME.text.prompt(after((4, 4, 3))) == ""


@pytest.mark.parametrize(
    ("trick", "action", "says"),
    [
        ("", "play 9H", ""), ("9H", "play TH", ""), ("9H QH", "play TH", "Takes the trick: "),
        ("9H QH", "play AC", "Takes the trick: "), ("9H QC", "play AC", "Leaves it to Vesper: 9♥"),
        ("9H QC", "play AS", "Leaves it to Vesper: 9♥"), ("9H QH", "play 8H", "Leaves it to Vesper: 9♥"),
        ("9H QH", "play X", "Takes the trick, and you give it"), ("9H", "play X", "Takes the trick, and you give it"),
        ("", "play X", "Takes the trick, and you give it"), ("X 9H", "play 8H", "Vesper has the Goose"),
        ("9H X", "play 8H", "Maud has the Goose"), ("X", "play 8H", "Maud has the Goose"),
    ],
)  # fmt: skip
def test_foretell(trick: str, action: str, says: str) -> None:
    state = position(action.split()[1], "", "", trick=trick, leader=-len(trick.split()) % 3)
    assert state.turn == 0
    said = _said(GAME.text.preview_effect(state, parse_action(action)))
    assert said.startswith(says) and bool(said) == bool(says)


def test_nothing_is_foretold_of_a_gift() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    assert [GAME.text.preview_effect(state, action) for action in GAME.legal(state)] == ["", "", ""]


def test_choices_say_what_follows_from_each_gift() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    state.won[1], state.won[2] = cards.cards("AS KS QS JS TS 9S"), cards.cards("AH KH QH")
    title, _, choices = GAME.text.choices(state)
    assert title == GAME.text.prompt(state)
    assert [(_said(choice.label), _said(choice.result), _said(choice.verdict)) for choice in choices] == [
        ("Goose Vesper", "You 2, Vesper 3, Maud 7", "Vesper is in the middle"),
        ("Keep it", "You 3, Vesper 4, Maud 5", "Vesper is in the middle"),
        ("Goose Maud", "You 4, Vesper 2, Maud 6", "You are in the middle"),
    ]
    assert [(choice.action, choice.seat) for choice in choices] == [(GIVE + 1, 1), (GIVE, 0), (GIVE + 2, 2)]


def test_choices_say_when_nobody_would_be_in_the_middle() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    state.won[0], state.won[1] = cards.cards("AS KS QS"), cards.cards("AH KH QH")
    assert {choice.verdict for choice in GAME.text.choices(state)[2]} == {"nobody is in the middle"}


def test_nobody_leads_after_the_last_trick() -> None:
    assert "lead" not in GAME.text.choices(position("", "", "", trick="X 9C TC"))[1]
    assert "lead" in GAME.text.choices(position("7H", "8H", "9H", trick="X 9C TC"))[1]


@pytest.mark.parametrize("trick", ["", "9H", "9H X"])
def test_there_is_no_choice_before_the_trick_is_full(trick: str) -> None:
    assert GAME.text.choices(position("7H", "8H", "7D", trick=trick)) == ("", "", ())


def _log(me: int | None) -> list[str]:
    hands = [cards.hand(hand) for hand in ("9H QC TC", "X 8C 7C", "KH 8S 9C")]
    deal = Deal(1, 2, tuple(hands))
    actions = [(0, "9H"), (1, "X"), (2, "KH")]
    told: list[tuple[int, int]] = [(seat, cards.card(face)) for seat, face in actions]
    told += [(1, GIVE + 2), (2, cards.card("9C")), (0, cards.card("TC")), (1, cards.card("8C"))]
    return [
        with_seats_named(text, NAMES, me) for text in log_of_deal(GAME, FoolOptions(), Standing(0, (0, 0, 0)), deal, told).log
    ]


def test_log_with_names_and_with_you() -> None:
    assert _log(None) == [
        "Ann leads 9♥.", "Vesper plays the Goose.", "Maud plays K♥.", "The Goose takes trick 1, and Vesper says whose it is.",
        "Vesper gooses Maud with the trick. Honk.", "Maud leads 9♣.", "Ann plays 10♣.", "Vesper plays 8♣.",
        "Maud takes trick 2: 9♣, the middle of three clubs.",
    ]  # fmt: skip
    assert _log(1)[1:5] == [
        "You play the Goose.", "Maud plays K♥.", "The Goose takes trick 1, and you say whose it is.",
        "You goose Maud with the trick. Honk.",
    ]  # fmt: skip
    assert _log(2)[4:6] == ["Vesper gooses you with the trick. Honk.", "You lead 9♣."]


def test_log_of_keeping_the_trick() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    assert _said(GAME.text.action_log(state, 0, GIVE)) == "You keep the trick."
    assert _said(GAME.text.action_log(state, 0, GIVE), None) == "Ann keeps the trick."


def _rows(taken: tuple[int, ...], me: int = 0, own: str = "7H") -> list[str]:
    tally = GAME.text.tally(after(taken, own), me)
    return [_said(row.why, me) for row in tally.rows] + [_said(tally.sentence, me)]


def test_tally_on_the_way() -> None:
    assert _rows((3, 1, 1), me=1) == [
        "One of your own, and Ann's three on the right, doubled.",
        "One of Maud's own, and your one on the right, doubled.",
        "Three of Ann's own, and Maud's one on the right, doubled.",
        "{Ann is in the middle} and would score 15. The middle score of a deal earns ten more.",
    ]
    assert _rows((1, 0, 0))[3].startswith("{You are in the middle} and would score 11.")


def test_tally_while_two_are_level() -> None:
    for taken, level in (((1, 2, 0), "Two"), ((2, 2, 2), "All"), ((0, 0, 0), "All")):
        said = _rows(taken)[3]
        assert said.startswith(f"{level} are level") and "nobody is in the middle" in said


def test_tally_of_a_finished_deal() -> None:
    tally = GAME.text.tally(after((4, 4, 3)), 0)
    assert (tally.heads, tally.base_head, tally.extra_head) == (("own", "right × 2"), "", "middle")
    assert [row[:6] for row in tally.rows] == [
        (0, ("4", "+ 3 × 2"), "= 10", "", "10", False),
        (1, ("4", "+ 4 × 2"), "= 12", "", "12", False),
        (2, ("3", "+ 4 × 2"), "= 11", "+10", "21", True),
    ]
    assert _rows((4, 4, 3), me=2) == [
        "11 lies between 10 and 12, so you are in the middle: ten more.",
        "Four of Ann's own, and your three on the right, doubled.",
        "Four of Vesper's own, and Ann's four on the right, doubled.",
        "{You are in the middle} with 11, which earns ten more: 21.",
    ]
    assert _rows((5, 3, 3), me=1)[-1] == "{Ann is in the middle} with 11, which earns ten more: 21."
    assert _rows((5, 3, 3))[0] == "11 lies between 9 and 13, so you are in the middle: ten more."


def test_tally_begins_with_whoever_reads_it() -> None:
    assert [[row.seat for row in GAME.text.tally(after((4, 4, 3)), seat).rows] for seat in (0, 1, 2, None)] == [
        [0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("totals", "rules", "good", "says"),
    [
        ((0, 0, 0), {}, (), "level"),
        ((88, 99, 71), {}, (0,), "you would win with 88"),
        ((99, 88, 71), {}, (1,), "Vesper would win with 88"),
        ((73, 73, 99), {}, (2,), "Maud would win with 99"),
        ((82, 104, 72), {}, (0,), "You win with 82"),
        ((104, 72, 82), {}, (2,), "Maud wins with 82"),
        ((0, 0, 0), {"end_rule": "hundred"}, (), "level"),
        ((99, 88, 71), {"end_rule": "hundred"}, (), "Nobody has 100"),
        ((104, 72, 82), {"end_rule": "hundred"}, (0,), "You win with 104"),
        ((101, 103, 54), {"end_rule": "hundred"}, (2,), "Maud wins with 54"),
        ((30, 20, 10), {"end_rule": "hundred", "target": 50}, (), "Nobody has 50"),
    ],
)
def test_race(totals: tuple[int, ...], rules: dict[str, Any], good: tuple[int, ...], says: str) -> None:
    race = GAME.text.race(FoolOptions(**rules), totals, 0)
    assert (race.totals, race.target, race.good) == (totals, rules.get("target", 100), good)
    assert says in _said(race.sentence)


def test_aim() -> None:
    assert GAME.text.end_of_game(FoolOptions()) == "to 100, the middle total wins"
    assert GAME.text.end_of_game(FoolOptions(end_rule="hundred", target=150)) == "to 150, a player there alone wins"


def test_place_and_plate() -> None:
    assert GAME.text.progress(position("7H AC", "8H 8S", "9H 9S", trick="JH")) == "trick 1 of 3"
    state = position("7H", "8H", "9H", trick="X 9C TC")
    assert GAME.text.progress(state) == "trick 1 of 2"
    assert GAME.text.seat_status(state, 0) == "0 tricks"
    assert GAME.text.progress(after((4, 4, 3))) == "trick 11 of 11"
    assert [GAME.text.seat_status(after((4, 6, 1)), seat) for seat in range(3)] == ["4 tricks", "6 tricks", "1 trick"]


def test_a_hand_is_sorted_by_suits_of_alternate_colours_and_the_goose_last() -> None:
    state = position("", "", "")
    hand = sorted(cards.hand("X 7C AD 9S AS 8H TC"), key=lambda card: GAME.text.sort_key(state, card))
    assert cards.write(hand) == "AS 9S 8H TC 7C AD X"


def test_faces() -> None:
    assert [GAME.text.card_name(card) for card in cards.hand("AS TH X")] == ["A♠", "10♥", "the Goose"]

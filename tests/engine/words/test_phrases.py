"""Sentences with seats in them, cards and numbers in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import speak

NAMES = ("Ann", "Ben", "Cyd")


@pytest.mark.parametrize(
    ("text", "named", "told_to_1"),
    [
        ("[1 takes] it.", "Ben takes it.", "You take it."),
        ("[0 gooses] [1] with the trick.", "Ann gooses Ben with the trick.", "Ann gooses you with the trick."),
        ("[1 is] in the middle", "Ben is in the middle", "You are in the middle"),
        ("{[1 is] in the middle} with 5.", "{Ben is in the middle} with 5.", "{You are in the middle} with 5."),
        ("That is [1's] trick.", "That is Ben's trick.", "That is your trick."),
        ("[1's] lead.", "Ben's lead.", "Your lead."),
        ("It is over. [1 wins].", "It is over. Ben wins.", "It is over. You win."),
        ("Whose? [1's] own.", "Whose? Ben's own.", "Whose? Your own."),
        ("[0] and [1] lead.", "Ann and Ben lead.", "Ann and you lead."),
        ("[1] 4, [0] 6", "Ben 4, Ann 6", "You 4, Ann 6"),
        ("takes it from [1]", "Takes it from Ben", "Takes it from you"),
        ("10♥, said [2].", "10♥, said Cyd.", "10♥, said Cyd."),
        ("", "", ""),
        ("[1 has]n't any.", "Ben hasn't any.", "You haven't any."),
    ],
)
def test_speak(text: str, named: str, told_to_1: str) -> None:
    assert speak(text, NAMES) == named
    assert speak(text, NAMES, 1) == told_to_1


def test_a_sentence_begins_with_a_capital_also_where_it_stands_out() -> None:
    assert speak("{[1 is] in the middle} with 5.", ("ann", "ben")) == "{Ben is in the middle} with 5."
    assert [phrases.sentence(text) for text in ("", "{", "a", "{{é}")] == ["", "{", "A", "{{É}"]


def test_seats_of_two_digits() -> None:
    names = [f"N{seat}" for seat in range(12)]
    assert speak("[11 takes] it from [10].", names, 10) == "N11 takes it from you."


def test_a_name_is_never_read_as_a_seat() -> None:
    assert speak("[0 greets] [1].", ("[1]", "[0 takes]")) == "[1] greets [0 takes]."


@pytest.mark.parametrize(
    ("verb", "after_you"),
    [
        ("takes", "take"), ("is", "are"), ("has", "have"), ("was", "were"), ("does", "do"), ("goes", "go"), ("says", "say"),
        ("passes", "pass"), ("misses", "miss"), ("catches", "catch"), ("pushes", "push"), ("gooses", "goose"),
        ("loses", "lose"),
        ("chooses", "choose"), ("denies", "deny"), ("carries", "carry"), ("ties", "tie"), ("lies", "lie"), ("fixes", "fix"),
        ("plays", "play"), ("leads", "lead"), ("bids", "bid"), ("scores", "score"), ("must", "must"), ("led", "led"),
    ],
)  # fmt: skip
def test_verbs_follow_you(verb: str, after_you: str) -> None:
    assert phrases.plural(verb) == after_you


def test_faces() -> None:
    assert [phrases.face(card) for card in cards.hand("AS TH 9D 2C X")] == ["A♠", "10♥", "9♦", "2♣", "the Joker"]
    assert [phrases.face(card, jokers=2) for card in cards.hand("XH XL XH")] == [
        "the High Joker",
        "the Low Joker",
        "the High Joker",
    ]


def test_numbers() -> None:
    assert (phrases.signed(-40), phrases.signed(40), phrases.signed(0)) == ("\u221240", "40", "0")
    assert phrases.signed("-7/2") == "\u22127/2"
    assert [phrases.spelled(n) for n in (0, 1, 11, 12, 13, -1)] == ["none", "one", "eleven", "twelve", "13", "-1"]
    assert (phrases.count(0, "trick"), phrases.count(1, "trick"), phrases.count(2, "trick")) == (
        "0 tricks",
        "1 trick",
        "2 tricks",
    )
    assert (phrases.count(1, "goose", "geese"), phrases.count(3, "goose", "geese")) == ("1 goose", "3 geese")


def test_lists() -> None:
    assert [phrases.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert phrases.listed(["a", "b"], "or") == "a or b"


@given(
    st.lists(st.sampled_from(["[0 takes]", "[1's]", "[2]", "it", "and", "9♥", "."]), max_size=8),
    st.sampled_from([None, 0, 1, 2]),
)
def test_no_placeholder_is_left(parts: list[str], me: int | None) -> None:
    said = speak(" ".join(parts), NAMES, me)
    assert "[" not in said
    assert "]" not in said
    assert not said[:1].islower()

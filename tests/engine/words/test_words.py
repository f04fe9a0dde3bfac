"""Words: texts from outside stand in one line, names from the right are set apart, and sentences have seats in them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import (
    ISOLATE_BEGIN,
    ISOLATE_END,
    MAX_COMBINING_MARKS,
    MAX_LENGTH,
    clean_text,
    cut_between_signs,
    is_joined_to_previous,
    isolate_name,
    split_isolates,
    with_ellipsis,
    without_isolates,
)
from goosetable.engine.words.phrases import with_seats_named

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Mn", "Me", "Mc", "Cf", "Cc", "Zs", "Cs", "Co", "Cn"]),
        st.sampled_from("a  \u200d\u200c\u202e\u2066\ufe0f\u0301\U0001f469\U0001f3fd\u0915\u094d\u200b\ud800\n"),
    ),
    max_size=200,
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ann", "Ann"), ("", ""), ("  Ann \t\r\n of  York\u3000", "Ann of York"), ("Ann\x00\x1b[31m", "Ann [31m"),
        ("\u202eAnn\u202c \u2066Ben\u2069\u200f", "Ann Ben"), ("An\u200bn\ufeff\u00ad\u2060", "Ann"), ("a\ud800b", "a\ufffdb"),
        ("\ue000\U000fffff\u0378", "\ufffd\ufffd\ufffd"), ("\u0301\u0302Ann", "Ann"),
        ("x" + "\u0335" * 500 + "y", "x" + "\u0335" * MAX_COMBINING_MARKS + "y"),
        ("Zoe\u0308", "Zo\u00eb"), ("\u3164\u2800", ""),
        ("A\ufe0f\U000e0100nn\u034f", "Ann"), ("Ann\u200dBen\u200c", "AnnBen"),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f469\u200d\U0001f467"),
        ("\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f469\U0001f3fd\u200d\U0001f680"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308 1\ufe0f\u20e3", "\U0001f3f3\ufe0f\u200d\U0001f308 1\ufe0f\u20e3"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"), ("x" * 1000, "x" * (MAX_LENGTH - 1) + "…"),
    ],
)  # fmt: skip
def test_a_text_has_one_clean_form(written: str, shown: str) -> None:
    assert clean_text(written) == shown


@given(NASTY)
def test_what_is_clean_is_short_visible_and_its_own_clean_form(text: str) -> None:
    found = clean_text(text)
    assert clean_text(found) == found
    assert len(found) <= MAX_LENGTH
    assert found == found.strip()
    assert "  " not in found
    assert all(sign.isprintable() or sign in "\u200c\u200d" for sign in found)
    marks = 0
    for sign in found:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me", "Mc") else 0
        assert marks <= MAX_COMBINING_MARKS
    assert not found[:1] or not is_joined_to_previous(found[0]) or found[0] >= "\U0001f3fb", (
        "a mark needs something to stand on"
    )


@given(NASTY, st.integers(1, 80))
def test_a_cut_never_parts_a_sign_from_what_belongs_to_it(text: str, most: int) -> None:
    kept = cut_between_signs(text, most)
    assert text.startswith(kept)
    assert len(kept) <= most
    assert not kept or kept == text or not is_joined_to_previous(text[len(kept)])
    assert len(with_ellipsis(text, most)) <= max(most, 1)


def test_a_text_of_any_length_is_looked_at_to_a_bound_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def category(char: str) -> str:
        nonlocal looked
        looked += 1
        return "Cf"

    monkeypatch.setattr(unicodedata, "category", category)
    assert clean_text("\u200b" * 10_000_000) == ""
    assert looked < 10_000


ADA = "\u05d0\u05d1"


@pytest.mark.parametrize("name", ["", "Ann 7", "Zoë", "\u4e2d\u6587", "\u0e01\u0e34"])
def test_other_names_are_left_as_they_are(name: str) -> None:
    assert isolate_name(name) == without_isolates(name) == name


@pytest.mark.parametrize("name", [ADA, f"{ADA} 7", f"Ann {ADA}", "\u0645 (7)"])
def test_a_name_from_the_right_is_set_apart(name: str) -> None:
    assert without_isolates(isolate_name(name)) == name
    assert split_isolates(f"x {isolate_name(name)}.") == [("x ", False), (name, True), (".", False)]


@pytest.mark.parametrize(
    "text",
    [
        ISOLATE_BEGIN,
        ISOLATE_END,
        ISOLATE_BEGIN + ISOLATE_END,
        ISOLATE_END + ISOLATE_BEGIN,
        f"{ISOLATE_BEGIN}{ISOLATE_BEGIN}a{ISOLATE_END}{ISOLATE_END}b",
        f"a{ISOLATE_BEGIN}b{ISOLATE_END}c{ISOLATE_END}d",
    ],
)
def test_marks_in_any_order_lose_no_sign(text: str) -> None:
    assert "".join(part for part, _ in split_isolates(text)) == without_isolates(text)


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
    assert with_seats_named(text, NAMES) == named
    assert with_seats_named(text, NAMES, 1) == told_to_1


def test_a_sentence_begins_with_a_capital_also_where_it_stands_out() -> None:
    assert with_seats_named("{[1 is] in the middle} with 5.", ("ann", "ben")) == "{Ben is in the middle} with 5."
    assert [phrases.with_capital(text) for text in ("", "{", "a", "{{é}")] == ["", "{", "A", "{{É}"]


def test_seats_of_two_digits() -> None:
    names = [f"N{seat}" for seat in range(12)]
    assert with_seats_named("[11 takes] it from [10].", names, 10) == "N11 takes it from you."


def test_a_name_is_never_read_as_a_seat() -> None:
    assert with_seats_named("[0 greets] [1].", ("[1]", "[0 takes]")) == "[1] greets [0 takes]."


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
    assert phrases.verb_after_you(verb) == after_you


def test_faces() -> None:
    assert [phrases.card_name(card) for card in cards.hand("AS TH 9D 2C X")] == ["A♠", "10♥", "9♦", "2♣", "the Joker"]
    assert [phrases.card_name(card, jokers=2) for card in cards.hand("XH XL XH")] == [
        "the High Joker",
        "the Low Joker",
        "the High Joker",
    ]


def test_numbers() -> None:
    assert (phrases.with_minus_sign(-40), phrases.with_minus_sign(40), phrases.with_minus_sign(0)) == ("\u221240", "40", "0")
    assert phrases.with_minus_sign("-7/2") == "\u22127/2"
    assert [phrases.number_word(n) for n in (0, 1, 11, 12, 13, -1)] == ["none", "one", "eleven", "twelve", "13", "-1"]
    assert (phrases.count_text(0, "trick"), phrases.count_text(1, "trick"), phrases.count_text(2, "trick")) == (
        "0 tricks",
        "1 trick",
        "2 tricks",
    )


def test_lists() -> None:
    assert [phrases.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert phrases.listed(["a", "b"], "or") == "a or b"


@given(
    st.lists(st.sampled_from(["[0 takes]", "[1's]", "[2]", "it", "and", "9♥", "."]), max_size=8),
    st.sampled_from([None, 0, 1, 2]),
)
def test_no_placeholder_is_left(parts: list[str], me: int | None) -> None:
    said = with_seats_named(" ".join(parts), NAMES, me)
    assert "[" not in said
    assert "]" not in said
    assert not said[:1].islower()

"""Texts from outside stand in one line: nothing turns them around, hides in them, or makes them long or high."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.engine.words.clean import LONGEST, MOST_MARKS, clean, cut, joins, whole

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
        ("Ann", "Ann"),
        ("", ""),
        ("  Ann \t\r\n of  York\u3000", "Ann of York"),
        ("Ann\x00\x1b[31m", "Ann [31m"),
        ("\u202eAnn\u202c \u2066Ben\u2069\u200f", "Ann Ben"),
        ("An\u200bn\ufeff\u00ad\u2060", "Ann"),
        ("a\ud800b", "a\ufffdb"),
        ("\ue000\U000fffff\u0378", "\ufffd\ufffd\ufffd"),
        ("\u0301\u0302Ann", "Ann"),
        ("x" + "\u0335" * 500 + "y", "x" + "\u0335" * MOST_MARKS + "y"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u3164\u2800", ""),
        ("A\ufe0f\U000e0100nn\u034f", "Ann"),
        ("Ann\u200dBen\u200c", "AnnBen"),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f469\u200d\U0001f467"),
        ("\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f469\U0001f3fd\u200d\U0001f680"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308 1\ufe0f\u20e3", "\U0001f3f3\ufe0f\u200d\U0001f308 1\ufe0f\u20e3"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("x" * 1000, "x" * (LONGEST - 1) + "…"),
    ],
)
def test_a_text_has_one_clean_form(written: str, shown: str) -> None:
    assert clean(written) == shown


@given(NASTY)
def test_what_is_clean_is_short_visible_and_its_own_clean_form(text: str) -> None:
    found = clean(text)
    assert clean(found) == found
    assert len(found) <= LONGEST
    assert found == found.strip()
    assert "  " not in found
    assert all(sign.isprintable() or sign in "\u200c\u200d" for sign in found)
    marks = 0
    for sign in found:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me", "Mc") else 0
        assert marks <= MOST_MARKS
    assert not found[:1] or not joins(found[0]) or found[0] >= "\U0001f3fb", "a mark needs something to stand on"


@given(NASTY, st.integers(1, 80))
def test_a_cut_never_parts_a_sign_from_what_belongs_to_it(text: str, most: int) -> None:
    kept = whole(text, most)
    assert text.startswith(kept)
    assert len(kept) <= most
    assert not kept or kept == text or not joins(text[len(kept)])
    assert len(cut(text, most)) <= max(most, 1)


def test_a_text_of_any_length_is_looked_at_to_a_bound_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def category(char: str) -> str:
        nonlocal looked
        looked += 1
        return "Cf"

    monkeypatch.setattr(unicodedata, "category", category)
    assert clean("\u200b" * 10_000_000) == ""
    assert looked < 10_000

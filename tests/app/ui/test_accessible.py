"""Texts of the screen in words, and parts in reading order."""

from __future__ import annotations

import pytest

from goosetable.app.ui.accessible import TreePart, all_parts, as_spoken_sentence, spoken_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Vesper leads K♦.", "Vesper leads king of diamonds."),
        ("You follow: ~10♣~ or ~A♠~", "You follow: 10 of clubs or ace of spades"),
        ("♠♥ and ♦.", "spades, hearts and diamonds."),
        ("−3 × 2 → −6", "minus 3 times 2 to minus 6"),
        ("the {Goose} · K", "the Goose, K"),
        ("AK♠ is no card", "AK spades is no card"),
        ("so you follow: any ♦; keep a ♠ of it", "so you follow: any diamond; keep a spade of it"),
        ("the highest trump (♥), else the highest ♠", "the highest trump (hearts), else the highest spade"),
        ("go to ♥, then ♦ ♠ ♣", "go to hearts, then diamonds, spades, clubs"),
        ("Tops A", "Tops ace"),
        ("total -15, 3-4", "total minus 15, 3-4"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_text_is_said_in_words(text: str, said: str) -> None:
    assert spoken_text(text) == said


def test_a_sentence_begins_and_ends_as_one() -> None:
    assert as_spoken_sentence("to 100, the middle wins") == "To 100, the middle wins."
    assert as_spoken_sentence("Honk!") == "Honk!"
    assert as_spoken_sentence("") == ""


def test_parts_are_walked_in_reading_order() -> None:
    inner = TreePart("b", "option"), TreePart("c", "option")
    parts = TreePart("a", "listbox", parts=inner), TreePart("d", "label")
    assert [part.key for part in all_parts(parts)] == ["a", "b", "c", "d"]

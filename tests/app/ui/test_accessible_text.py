"""Texts of the screen in words, parts in reading order, and paragraphs and rows of what is written."""

from __future__ import annotations

import pytest

from goosetable.app.render.display_list import Word
from goosetable.app.ui import accessible_text
from goosetable.app.ui.accessible import TreePart, sentence, spoken, walk


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
        ("go to ♥, then ♦ ♠ ♣", "go to hearts, then diamonds, spades, clubs"),
        ("Tops A", "Tops ace"),
        ("total -15, 3-4", "total minus 15, 3-4"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_text_is_said_in_words(text: str, said: str) -> None:
    assert spoken(text) == said


def test_a_sentence_begins_and_ends_as_one() -> None:
    assert sentence("to 100, the middle wins") == "To 100, the middle wins."
    assert sentence("Honk!") == "Honk!"
    assert sentence("") == ""


def test_parts_are_walked_in_reading_order() -> None:
    inner = TreePart("b", "option"), TreePart("c", "option")
    parts = TreePart("a", "listbox", parts=inner), TreePart("d", "label")
    assert [part.key for part in walk(parts)] == ["a", "b", "c", "d"]


# ---------------------------------------------------------------------- what is written on a screen is read in paragraphs an


def word(text: str, x: int, y: int, w: int = 100, px: float = 20) -> Word:
    return Word(text, (x, y, w, round(px)), px)


def read(*words: Word) -> list[str]:
    return [part.name for part in accessible_text.labels(words)]


def test_lines_under_each_other_are_one_paragraph() -> None:
    assert read(word("The middle card", 10, 10), word("takes the trick.", 10, 37)) == ["The middle card takes the trick."]


def test_what_lies_further_down_or_is_of_another_size_is_apart() -> None:
    assert read(word("Totals", 10, 10), word("12", 10, 80)) == ["Totals", "12"]
    assert read(word("Totals", 10, 10, px=30), word("12", 10, 40)) == ["Totals", "12"]


def test_a_row_is_read_from_the_left() -> None:
    assert read(word("Vesper", 10, 10), word("4", 130, 12, 20), word("12", 180, 8, 20)) == ["Vesper, 4, 12"]
    assert read(word("1.", 10, 10, 20), word("Vesper", 40, 10), word("Who plays?", 10, 90), word("two", 120, 90)) == [
        "1. Vesper", "Who plays? two",
    ]  # fmt: skip


def test_equal_texts_have_keys_of_their_own() -> None:
    keys = [part.key for part in accessible_text.labels([word("12", 10, 10), word("12", 10, 90)])]
    assert len(set(keys)) == 2


def test_the_title_is_the_largest_text() -> None:
    plain = [word("one", 0, 50), word("two", 0, 90), word("three", 0, 130)]
    assert accessible_text.title([word("Settings", 0, 0, px=40), *plain]) == "Settings"
    assert accessible_text.title(plain) == "one"
    assert accessible_text.title([]) == ""


def test_a_screen_is_introduced_by_its_title_and_by_all_that_is_little() -> None:
    words = [word("Deal 1 is done", 0, 0, px=40), word("You lead", 0, 100), word("Vesper is last", 0, 160)]
    assert accessible_text.heard(words).intro == "Deal 1 is done. You lead. Vesper is last."
    much = [word("Rules", 0, 0, px=40), *(word("a long line of the rules", 0, 100 * at) for at in range(1, 60))]
    assert accessible_text.heard(much).intro == "Rules."

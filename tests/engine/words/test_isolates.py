"""Marks around names that are written from the right: where they go, and that none is left."""

from __future__ import annotations

import pytest

from goosetable.engine.words.clean import BEGIN, END, isolated, parts, plain

ADA = "\u05d0\u05d1"


@pytest.mark.parametrize("name", ["", "Ann 7", "Zoë", "\u4e2d\u6587", "\u0e01\u0e34"])
def test_other_names_are_left_as_they_are(name: str) -> None:
    assert isolated(name) == plain(name) == name


@pytest.mark.parametrize("name", [ADA, f"{ADA} 7", f"Ann {ADA}", "\u0645 (7)"])
def test_a_name_from_the_right_is_set_apart(name: str) -> None:
    assert plain(isolated(name)) == name
    assert parts(f"x {isolated(name)}.") == [("x ", False), (name, True), (".", False)]


@pytest.mark.parametrize(
    "text", [BEGIN, END, BEGIN + END, END + BEGIN, f"{BEGIN}{BEGIN}a{END}{END}b", f"a{BEGIN}b{END}c{END}d"]
)
def test_marks_in_any_order_lose_no_sign(text: str) -> None:
    assert "".join(part for part, _ in parts(text)) == plain(text)

"""The curtain as it is heard: for whom, who plays, what happened, and how it opens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from goosetable.app.scenes.heard import curtain

NAMES = {"[0]": "Ann", "[1]": "Ben"}


def match(*persons: int) -> Any:
    def called(person: int) -> str:
        return NAMES[f"[{person}]"]

    return SimpleNamespace(persons=persons, say=NAMES.__getitem__, called=called, place="Goose, deal 2, trick 3 of 6")


def test_it_names_the_people_what_happened_and_what_to_press() -> None:
    said = curtain.intro(match(0, 1), 1, "Ben, it is your turn", ["Ann plays K♠."], "")
    assert said == (
        "The curtain. Ben, it is your turn. Ben and Ann play at this screen; now only Ben may hear the cards. "
        "Goose, deal 2, trick 3 of 6. Since your last turn: Ann plays king of spades. "
        "To hear the cards of Ben hold Enter, or press it twice, slowly."
    )


def test_before_anything_happened_the_deal_begins() -> None:
    said = curtain.intro(match(0), 0, "Ann, look at your cards", [], "")
    assert "The deal begins." in said and "play at this screen" not in said

"""Clean names: players in games from a file get names that the window can show.

The record and its header stay unchanged. Only the names at the table (`Session.chairs`) are changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from goosetable.app.storage.cast import HUMAN, NAMELESS, YOU
from goosetable.engine.record.format import LONGEST_NAME, Chair
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import MAX_LENGTH, clean_text, cut_between_signs, isolate_name

SENTENCE: Final = 200
"""Largest length of a quotation from a file in a sentence, in characters."""
IN_SENTENCE: Final = 48
"""Largest number of characters of a name from a record that is used in a sentence."""
PLAIN: Final = str.maketrans("{}~", "()-")
"""Replacements for the marks of rich text."""


def without_markup(text: str, maximum: int = IN_SENTENCE) -> str:
    """Cleans a text from a record by `clean`, replaces the marks of rich text, and cuts the text to `maximum` characters.

    >>> without_markup("a\\u202eb\\n{c}"), without_markup("goose" * 9, 13)
    ('ab (c)', 'goosegoosego…')
    """
    return clean_text(text, maximum).translate(PLAIN)


def name_in_sentence(name: str) -> str:
    """Returns a name for use in a sentence on the screen: without marks of rich text, and isolated from the text around it if
    it is written from right to left.
    """
    return isolate_name(name.translate(PLAIN))


@lru_cache(4096)
def clean_name(text: str) -> str:
    """Returns a name in its clean form; "" if the name has no visible character."""
    return clean_text(text)


@lru_cache(1024)
def clean_player_kind(text: str) -> str:
    """Cleans the kind of a chair (the text `Chair.player`). Returns the same text if it is clean; else the cleaned text in
    quotation marks, because without them it could equal a level or the class of an external player.

    >>> clean_player_kind("hard"), clean_player_kind("hu\\u200bman")
    ('hard', '“human”')
    """
    plain = clean_text(text, LONGEST_NAME)
    return plain if plain == text else f"“{plain}”"


def clean_chairs(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Returns the chairs with clean names. An empty name becomes "Seat 2", for example; equal names are distinguished by
    numbers.

    A person with the name "You", as in records of earlier versions, gets the name `NAMELESS`.

    >>> [chair.name for chair in clean_chairs([Chair("Ann", "human"), Chair("", "easy"), Chair("Ann\\n", "hard")])]
    ['Ann', 'Seat 2', 'Ann 2']
    """
    shown = [_clean_chair_name(chair) or f"Seat {seat + 1}" for seat, chair in enumerate(chairs)]
    taken = {chair.name for chair, name in zip(chairs, shown, strict=True) if name == chair.name}
    # In the order of what is written, so that everybody keeps the name wherever they sit in the next game.
    for raw, name in sorted({(chair.name, name) for chair, name in zip(chairs, shown, strict=True) if name != chair.name}):
        free = _unused_name(name, taken)
        taken.add(free)
        shown = [free if (chair.name, now) == (raw, name) else now for chair, now in zip(chairs, shown, strict=True)]
    return tuple(Chair(name, clean_player_kind(chair.player)) for chair, name in zip(chairs, shown, strict=True))


def _clean_chair_name(chair: Chair) -> str:
    name = clean_name(chair.name)
    return NAMELESS if name.casefold() == YOU and chair.player == HUMAN else name


def chairs_of_people(names: Iterable[str]) -> tuple[Chair, ...]:
    """Returns chairs of people with these names, which are cleaned by `clean_chairs`."""
    return clean_chairs([Chair(name, HUMAN) for name in names])


def _unused_name(name: str, taken: set[str]) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{cut_between_signs(name, MAX_LENGTH - 4)} {number}"
    return found


def with_clean_names(sessions: Iterable[Session]) -> list[Session]:
    """Cleans the names in the chairs of games read from a file. Returns the games."""
    found = list(sessions)
    for session in found:
        session.chairs = clean_chairs(session.chairs)
    return found

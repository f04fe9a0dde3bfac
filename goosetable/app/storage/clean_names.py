"""Names as the window shows them: where games read from a file enter the program, those who sit there get clean names.

The record stays as it was written, its header too; only who sits at the table now (`Session.chairs`) is told in clean words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from goosetable.app.storage.cast import HUMAN
from goosetable.engine.record.format import LONGEST_NAME, Chair
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import LONGEST, clean, whole

SENTENCE: Final = 200
"""Characters that are shown of what a sentence quotes from a file."""


@lru_cache(4096)
def person(text: str) -> str:
    """A name in its clean form; nothing where nothing of it can be seen."""
    return clean(text)


@lru_cache(1024)
def player(text: str) -> str:
    """Returns a seat's player: as written if that is clean, else its clean form in quotation marks.

    In quotation marks it is no level and no class of a player from outside, however much alike it looks.

    >>> player("hard"), player("hu\\u200bman")
    ('hard', '“human”')
    """
    plain = clean(text, LONGEST_NAME)
    return plain if plain == text else f"“{plain}”"


def seated(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Returns the chairs with clean names: "Seat 2" for an empty one, and a number where two become alike.

    >>> [chair.name for chair in seated([Chair("Ann", "human"), Chair("", "easy"), Chair("Ann\\n", "hard")])]
    ['Ann', 'Seat 2', 'Ann 2']
    """
    shown = [person(chair.name) or f"Seat {seat + 1}" for seat, chair in enumerate(chairs)]
    taken = {chair.name for chair, name in zip(chairs, shown, strict=True) if name == chair.name}
    # In the order of what is written, so that everybody keeps the name wherever they sit in the next game.
    for raw, name in sorted({(chair.name, name) for chair, name in zip(chairs, shown, strict=True) if name != chair.name}):
        free = _free(name, taken)
        taken.add(free)
        shown = [free if (chair.name, now) == (raw, name) else now for chair, now in zip(chairs, shown, strict=True)]
    return tuple(Chair(name, player(chair.player)) for chair, name in zip(chairs, shown, strict=True))


def people(names: Iterable[str]) -> tuple[Chair, ...]:
    """People of these names at a table, as `seated` has them."""
    return seated([Chair(name, HUMAN) for name in names])


def _free(name: str, taken: set[str]) -> str:
    """The name, or with the first number that makes it another than those taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{whole(name, LONGEST - 4)} {number}"
    return found


def cleaned(sessions: Iterable[Session]) -> list[Session]:
    """Games read from a file, with those who sit there under clean names."""
    found = list(sessions)
    for session in found:
        session.chairs = seated(session.chairs)
    return found

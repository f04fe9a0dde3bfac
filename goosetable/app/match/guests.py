"""Guests: external players, `module:Class`, that may be run at the tables of this program.

A player that a record names is run only if the call of the program named it, or if the person agreed to that very class in
those very files. The agreement holds until the program ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from goosetable.engine.words.clean import clean, isolated
from goosetable.sandbox import finding
from goosetable.sandbox.finding import Found

LONGEST: Final = 48
"""Letters of a name that are shown."""


class Question(NamedTuple):
    """An external player about which the person has to be asked."""

    seat: int
    name: str
    """Of the seat."""
    found: Found


class Guests:
    """The external players that may be run: named by the call, or agreed to by the person."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        """allowed: the players that the call named."""
        self._allowed = frozenset(allowed)
        self._answers: dict[tuple[str, ...], bool] = {}

    def permitted(self, player: str) -> Found | None:
        """The module of a player that may sit here. Raises ValueError, in a sentence, where no such module is found."""
        found = finding.find(player)
        agreed = player in self._allowed or self._answers.get(found.agreed, False)
        return found if agreed else None

    def unasked(self, player: str) -> Found | None:
        """The module of a player about whom the person has to be asked."""
        try:
            found = finding.find(player)
        except ValueError:
            return None
        return None if player in self._allowed or found.agreed in self._answers else found

    def answer(self, found: Found, agreed: bool) -> None:
        """The person has said whether this very class from these very files may be run."""
        self._answers[found.agreed] = agreed


def plain(text: str, most: int = LONGEST) -> str:
    """A text from a record in its clean form (see `clean`), without the signs that mark bold and bright words in texts.

    >>> plain("a\\u202eb\\n{c}"), plain("goose" * 9, 13)
    ('ab (c)', 'goosegoosego…')
    """
    return clean(text, most).translate(PLAIN)


PLAIN: Final = str.maketrans("{}~", "()-")
"""What stands instead of these signs in names, which may hold any."""


def in_sentence(name: str) -> str:
    """A name as it goes into a sentence that is drawn: without marks of its own, and isolated where it runs from the right."""
    return isolated(name.translate(PLAIN))

"""Guests: external players, `module:Class`, that may sit at the tables of this program, because a person said so.

What a record names is a word. It is run only if the call of the program named it, or if the person agreed to that very class
in that very file; and then for as long as the program runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from goosetable.sandbox import finding
from goosetable.sandbox.finding import Found

LONGEST: Final = 48
"""Letters of a name that are shown."""


class Question(NamedTuple):
    """A guest about whom the person has not said anything yet."""

    seat: int
    name: str
    """Of the seat."""
    found: Found


class Guests:
    """Who may sit there, and who may not."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        """allowed: the players that the call named."""
        self._allowed = frozenset(allowed)
        self._answers: dict[tuple[str, str], bool] = {}

    def permitted(self, player: str) -> Found | None:
        """The module of a player that may sit here. Raises ValueError, in a sentence, where no such module is found."""
        found = finding.find(player)
        agreed = player in self._allowed or self._answers.get(_key(found), False)
        return found if agreed else None

    def unasked(self, player: str) -> Found | None:
        """The module of a player about whom the person has to be asked."""
        try:
            found = finding.find(player)
        except ValueError:
            return None
        return None if player in self._allowed or _key(found) in self._answers else found

    def answer(self, found: Found, agreed: bool) -> None:
        """The person has said whether this very class in this very file may be run."""
        self._answers[_key(found)] = agreed


def _key(found: Found) -> tuple[str, str]:
    return found.name, str(found.file)


def plain(text: str, most: int = LONGEST) -> str:
    """A text from a record as part of a question: in one line, of at most `most` characters.

    Signs that are not seen become blanks and are not left out: nothing else may look like what is asked about.

    >>> plain("a\\u202eb\\nc"), plain("goose" * 9, 13)
    ('a b c', 'goosegoosego…')
    """
    shown = "".join(sign if sign.isprintable() else " " for sign in text[: 4 * most]).translate(PLAIN).strip()
    return shown if len(shown) <= most and len(text) <= 4 * most else f"{shown[: most - 1]}…"


PLAIN: Final = str.maketrans("{}~", "()-")
"""Names are anybody's choice, and these signs mark bold and bright words in texts."""

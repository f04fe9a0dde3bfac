"""The company: who may sit in the empty chairs, by name, and whose portrait a name has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from zlib import crc32

HUMAN: Final = "human"
PERSON: Final = "gooseberry"
"""Portrait of the person at this screen."""
USUAL: Final = 0.45
"""Seconds over an easy choice of a player who is none of the characters."""


class Character(NamedTuple):
    """A character: the portrait, the name, one line that says what company to expect, the style and the pace.

    The line tells the style truly, and never how strong the play is: that is the level, and any character may have any.
    """

    who: str
    name: str
    line: str
    style: str = ""
    """As in `players.tastes.STYLES`, or nothing."""
    pace: float = USUAL
    """Seconds before it acts when the choice is easy, at the leisurely pace."""


CAST: Final = (
    Character("fox", "Vesper", "Bold. Bids one more than is wise.", "bold", 0.5),
    Character("hen", "Dorothea", "Thrifty. Counts the spoons twice.", "thrifty", 0.65),
    Character("owl", "Minim", "Exact. Plays to win, and only that.", "", 0.9),
    Character("hedgehog", "Pip", "Cautious. Promises what is safe.", "cautious", 0.55),
    Character("toad", "Lord Mumble", "Reckless. Would rather win big.", "reckless", 0.85),
    Character("cat", "Saffron", "Spoiler. Sits on what leaders need.", "spoiler", 0.45),
    Character("ass", "Barnaby", "In no hurry. Brought hay.", "", 1.3),
    Character("badger", "Humphrey", "Hoarder. Takes what nobody needs.", "hoarder", 0.75),
    Character("goose", "Griselda", "Quarrelsome. Minds who leads.", "rival", 0.4),
    Character("hare", "Quill", "Bold, and quick about it.", "bold", 0.2),
    Character("mole", "Tunnel", "Cautious, slow. Feels the ground.", "cautious", 1.1),
    Character("magpie", "Jet", "Quick hoarder. Likes what shines.", "hoarder", 0.3),
)
_BY_NAME: Final = {character.name.casefold(): character for character in CAST}


def find(name: str) -> Character | None:
    return _BY_NAME.get(name.strip().casefold())


def style(name: str) -> str:
    """The style of the character of this name; nothing for any other name."""
    known = find(name)
    return known.style if known else ""


def pace(name: str) -> float:
    """Seconds that the player of this name takes over an easy choice, at the leisurely pace."""
    known = find(name)
    return known.pace if known else USUAL


def portrait(name: str, player: str = "") -> str:
    """Returns the portrait of a name: the character's, or for an unknown name always the same one.

    A record knows names and levels only, so the name has to be enough. player: who plays the chair, as records have it; every
    person has the gooseberry.
    """
    if player == HUMAN:
        return PERSON
    known = find(name)
    if known is not None:
        return known.who
    return CAST[crc32(name.encode("utf-8", "backslashreplace")) % len(CAST)].who


def after(name: str, taken: Sequence[str]) -> Character:
    """The next character after a name who is not among `taken`, which are names; round at the end."""
    away = {other.strip().casefold() for other in taken}
    names = list(_BY_NAME)
    start = names.index(name.casefold()) + 1 if name.casefold() in names else 0
    order = (*CAST[start:], *CAST[:start])
    return next((character for character in order if character.name.casefold() not in away), CAST[0])

"""The company: who may sit in the empty chairs, by name, and whose portrait a name has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from zlib import crc32

HUMAN: Final = "human"
PERSON: Final = "gooseberry"
"""What stands for the person at this screen."""


class Character(NamedTuple):
    """Somebody to play with: the portrait, the name, and one line that says what company to expect.

    The line never says how well anybody plays: that is the level, and any character may have any.
    """

    who: str
    name: str
    line: str


CAST: Final = (
    Character("fox", "Vesper", "Comes in by the window, and leaves by it."),
    Character("hen", "Dorothea", "Counts the spoons, before and after."),
    Character("owl", "Minim", "Reads rules for pleasure, and aloud."),
    Character("hedgehog", "Pip", "Good company for a first game."),
    Character("toad", "Lord Mumble", "Speaks seldom, and then into a waistcoat."),
    Character("cat", "Saffron", "Sits on whatever has not been dealt yet."),
    Character("ass", "Barnaby", "In no hurry. Brought hay."),
    Character("badger", "Humphrey", "Up long past bedtime, and glad of it."),
    Character("goose", "Griselda", "At home here. Mind the wings."),
    Character("hare", "Quill", "First to sit down, first to stand up."),
    Character("mole", "Tunnel", "Holds the cards close, for good reason."),
    Character("magpie", "Jet", "Likes the shiny ones. Gives them back."),
)
_BY_NAME: Final = {character.name.casefold(): character for character in CAST}


def find(name: str) -> Character | None:
    """The character of that name, or nobody."""
    return _BY_NAME.get(name.strip().casefold())


def portrait(name: str, player: str = "") -> str:
    """The portrait of a name: the character's, or for a name nobody has here always the same one.

    A record knows names and levels only, so the name has to be enough. player: as in a chair; a person is a gooseberry.
    """
    if player == HUMAN:
        return PERSON
    known = find(name)
    if known is not None:
        return known.who
    return CAST[crc32(name.encode("utf-8", "backslashreplace")) % len(CAST)].who


def after(name: str, taken: Sequence[str]) -> Character:
    """The next character after a name who is not among `taken`, which are names; round at the end."""
    return next(_from(name, taken), CAST[0])


def _from(name: str, taken: Sequence[str]) -> Iterator[Character]:
    away = {other.strip().casefold() for other in taken}
    names = [character.name.casefold() for character in CAST]
    start = names.index(name.casefold()) + 1 if name.casefold() in names else 0
    for step in range(len(CAST)):
        character = CAST[(start + step) % len(CAST)]
        if character.name.casefold() not in away:
            yield character

"""The characters of computer players: name, portrait, style and pace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from zlib import crc32

HUMAN: Final = "human"
NAMELESS: Final = "Gooseberry"
"""Name of this computer's person until the person chooses another. The portrait is then a gooseberry."""
FIRST: Final = "Player 1"
"""Name of this computer's person on a score sheet, until the person chooses another."""
YOU: Final = "you"
"""Lower-case name of this computer's person in earlier versions, no longer allowed because texts address people so."""
USUAL: Final = 0.45
"""Seconds that a computer player without a character takes for an easy choice."""


class Character(NamedTuple):
    """A character that a computer player can have. portrait: name of its portrait.

    line: a line about its style of play. The line never mentions strength, because every character can play at every level.
    """

    portrait: str
    name: str
    line: str
    style: str = ""
    """Key of its style of play in `players.search_agent.STYLES`; "" for none."""
    pace: float = USUAL
    """Seconds that it takes for an easy choice, at the leisurely pace."""
    pronoun: str = "they"
    """"he" or "she"; "they" for a computer player without a character."""


CAST: Final = (
    Character("fox", "Vesper", "Bold. Bids one more than is wise.", "bold", 0.5, "he"),
    Character("hen", "Dorothea", "Thrifty. Starts small, keeps aces.", "thrifty", 0.65, "she"),
    Character("owl", "Minim", "Exact. Plays to win, and only that.", "", 0.9, "he"),
    Character("hedgehog", "Pip", "Cautious. Bids little, ducks a lot.", "cautious", 0.55, "he"),
    Character("toad", "Lord Mumble", "Reckless. Bids big, trumps first.", "reckless", 0.85, "he"),
    Character("cat", "Saffron", "Spoiler. Leads the shortest suit.", "spoiler", 0.45, "she"),
    Character("ass", "Barnaby", "Steady. Leads one suit again.", "steady", 1.3, "he"),
    Character("badger", "Humphrey", "Hoarder. Aces are for the winter.", "hoarder", 0.75, "he"),
    Character("goose", "Griselda", "Quarrelsome. Leads your suit back.", "rival", 0.4, "she"),
    Character("hare", "Quill", "Hasty. Plays top cards, and soon.", "hasty", 0.2, "he"),
    Character("mole", "Tunnel", "Wary, slow. Leads small cards.", "wary", 1.1, "he"),
    Character("magpie", "Jet", "Showy. Loves kings and queens.", "showy", 0.3, "she"),
)
NO_CHARACTER: Final = Character("", "", "")
"""The values for a computer player without a character: no style, and the usual pace."""
_BY_NAME: Final = {character.name.casefold(): character for character in CAST}
_BY_PORTRAIT: Final = {character.portrait: character for character in CAST}


def find_character(name: str) -> Character | None:
    return _BY_NAME.get(name.strip().casefold())


def character_with_portrait(portrait: str) -> Character | None:
    """Returns the character with this portrait; None if the portrait is one for people."""
    return _BY_PORTRAIT.get(portrait)


def style_of_character(name: str) -> str:
    """Returns the style of the character with this name; "" if no character has it."""
    return (find_character(name) or NO_CHARACTER).style


def easy_choice_seconds(name: str) -> float:
    """Returns the seconds that a player with this name takes for an easy choice, at the leisurely pace."""
    return (find_character(name) or NO_CHARACTER).pace


def portrait_of_name(name: str) -> str:
    """Returns the portrait of a computer player: that of the character with this name. Any other name gets a portrait that
    depends only on the name.

    Only the name can decide, because a record has nothing but names and levels.
    """
    known = find_character(name)
    if known is not None:
        return known.portrait
    return CAST[crc32(name.encode("utf-8", "backslashreplace")) % len(CAST)].portrait


def first_free_character(taken: Sequence[str]) -> Character:
    """Returns the first character whose name is not in `taken`; the first of all if every name is."""
    away = {other.strip().casefold() for other in taken}
    return next((character for character in CAST if character.name.casefold() not in away), CAST[0])

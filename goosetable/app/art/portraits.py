"""The company: twelve characters and eight things for people, each in a brass-ringed medallion of 200 x 200."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from goosetable.app.art import beasts, birds, garden
from goosetable.app.art.badges import badge, chip, egg
from goosetable.app.art.garden import sprig
from goosetable.app.art.startled import startled
from goosetable.app.art.svg import circle, doc, path, radial

__all__ = ["RING", "TOKENS", "WHO", "badge", "chip", "egg", "medallion", "sprig"]

RING: Final = "#a98a55"
NIGHT: Final = "#1f1411"


class Sitter(NamedTuple):
    """A portrait to draw: the ground behind, from lamplight to shade, and the drawing itself."""

    light: str
    shade: str
    draw: Callable[[], str]


CHARACTERS: Final = {
    "goose": Sitter("#7fa7b5", "#3f6677", birds.goose),
    "fox": Sitter("#d9b36a", "#8f6a2c", beasts.fox),
    "ass": Sitter("#a9bf7a", "#5d7a3c", beasts.ass),
    "hen": Sitter("#c7a0b5", "#7b4a66", birds.hen),
    "owl": Sitter("#8c8fc2", "#464a82", birds.owl),
    "badger": Sitter("#c4ab83", "#7a6142", beasts.badger),
    "hedgehog": Sitter("#b8cfa0", "#6b8a55", garden.hedgehog),
    "cat": Sitter("#8fb8a8", "#44705f", beasts.cat),
    "toad": Sitter("#d3a08a", "#8c523f", garden.toad),
    "hare": Sitter("#e0c98f", "#a08444", beasts.hare),
    "mole": Sitter("#b39a8c", "#6b5347", beasts.mole),
    "magpie": Sitter("#a9b9c9", "#5a6c80", birds.magpie),
}
THINGS: Final = {
    "gooseberry": Sitter("#efe3c4", "#bfa878", garden.gooseberry),
    "teacup": Sitter("#a9bdc9", "#5a7285", garden.teacup),
    "acorn": Sitter("#c9b17a", "#8a6f3a", garden.acorn),
    "feather": Sitter("#b59ab8", "#6d4f74", garden.feather),
    "pear": Sitter("#a8b9a0", "#5f7a5c", garden.pear),
    "thimble": Sitter("#c98f8a", "#7d4a4c", garden.thimble),
    "key": Sitter("#8fa9a8", "#46686a", garden.key),
    "lantern": Sitter("#7a7f9c", "#3c3f5c", garden.lantern),
}
WHO: Final = tuple(CHARACTERS)
TOKENS: Final = tuple(THINGS)


def medallion(who: str, ring: str = RING, taken_aback: bool = False) -> str:
    """A character (one of WHO) or a person's thing (one of TOKENS) in a ring of the given colour.

    taken_aback: with wide eyes. Raises KeyError for any other name.
    """
    sitter = CHARACTERS[who] if who in CHARACTERS else THINGS[who]
    ground = circle(100, 100, 98, NIGHT) + circle(100, 100, 93, "url(#ground)")
    rim = circle(100, 100, 94.5, "none", ring, 7)
    rim += circle(100, 100, 90.5, "none", NIGHT, 1.6) + circle(100, 100, 98.2, "none", NIGHT, 1.6)
    shine = path("M36,31 A94,94 0 0 1 92,6", line="#fff1c9", width=2.4)
    face = sitter.draw() + (startled(who) if taken_aback else "")
    return doc(200, 200, ground + face + rim + shine, radial("ground", 84, 70, 130, sitter.light, sitter.shade))

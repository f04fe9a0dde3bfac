"""Drawings from the files assets/art/*.svg: portraits, geese, icons, and the markers beside a seat.

Any drawing program can open these SVG files. The head of a file declares entities with default values, mostly colours:
`<!ENTITY ring "#a98a55">`, used as `stroke="&ring;"`. A layer that can be hidden has an entity for its `display`. This module
replaces the entities, because SDL_image cannot read them. SDL_image also needs all gradients in user space.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from goosetable.app.art.svg import (
    RANKS,
    SUITS,
    circle,
    document,
    group,
    letter_drawing,
    number_text,
    round_gradient,
    suit_colours,
    suit_sign,
)
from goosetable.app.skins import assets

CHARACTERS: Final = ("goose", "fox", "ass", "hen", "owl", "badger", "hedgehog", "cat", "toad", "hare", "mole", "magpie")
"""The characters."""
TOKENS: Final = ("gooseberry", "teacup", "acorn", "feather", "pear", "thimble", "key", "lantern")
"""Tokens that stand for people, since a portrait of a person would presume their looks."""
RING: Final = "#a98a55"
LINE: Final = "#2a2026"
"""Colour of the outlines of things on the table other than cards."""
CACHED: Final = 256
"""Number of drawings whose SVG text is cached."""


# ---- files


class Drawing(NamedTuple):
    """The content of an SVG file: its entities with their default values, its outermost tag, and the text inside that tag."""

    names: dict[str, str]
    tag: str
    inside: str


@cache
def _read(name: str) -> Drawing:
    """Reads an SVG file, at most once. Raises AssetError, with the file's name, if it is missing or damaged."""
    text = assets.read_text("art", f"{name}.svg")
    whole = re.fullmatch(r'(.*?)(<svg\s[^>]*\bviewBox="[-.\d ]+"[^>]*>)(.*)</svg>\s*', text, re.DOTALL)
    if whole is None or "\0" in text or text.count("<") != text.count(">"):
        raise assets.damaged_error("art", f"{name}.svg", why="it is no whole drawing")
    head, tag, inside = whole.groups()
    names = dict(re.findall(r'<!ENTITY\s+(\w+)\s+"([^"<&]*)"\s*>', head))
    for used in re.findall(r"&(\w*);?", inside):
        if used not in names:
            raise assets.damaged_error("art", f"{name}.svg", why=f"it uses the name {used!r} and does not set it")
    return Drawing(names, tag, inside)


@lru_cache(CACHED)
def _fill_entities(name: str, given: tuple[tuple[str, str], ...]) -> str:
    drawing = _read(name)
    for known, _ in given:
        if known not in drawing.names:
            raise assets.damaged_error("art", f"{name}.svg", why=f"it does not set the name {known!r}")
    values = drawing.names | dict(given)
    return re.sub(r"&(\w+);", lambda used: values[used[1]], drawing.inside)


def drawing_part(name: str, **values: str) -> str:
    """Returns the content of a file's outermost tag, for use inside another drawing.

    values: values of entities, by name; other entities have their defaults. Raises AssetError, with the file's name, if the
    file is missing or damaged, or lacks such an entity.
    """
    return _fill_entities(name, tuple(values.items()))


@lru_cache(CACHED)
def whole_drawing(name: str, **values: str) -> str:
    """Returns the complete drawing of a file. values, errors: as in `drawing_part`."""
    return f"{_read(name).tag}{drawing_part(name, **values)}</svg>"


# ---- portraits and ornaments


Mood = Literal["", "startled", "glad", "rueful"]
"""An expression of the face: "" for the usual one, "startled" with wide eyes, "glad" with laughing eyes, "rueful" with lowered
lids.
"""


@lru_cache(CACHED)
def medallion_svg(portrait: str, ring: str = RING, mood: Mood = "") -> str:
    """Returns a medallion, 200 x 200: the portrait of one of `CHARACTERS`, or one of `TOKENS` for a person, in a ring.

    ring: the colour of the ring.
    """
    face = whole_drawing(f"portraits/{portrait}", **({mood: "inline"} if mood else {}))
    return face.removesuffix("</svg>") + drawing_part("portraits/ring", ring=ring) + "</svg>"


def sprig_svg() -> str:
    """Returns a drawing of a sprig of gooseberries, an ornament of 240 x 224."""
    return whole_drawing("sprig")


def wreath_svg() -> str:
    """Returns a drawing of a wreath, 300 x 300: two leafy sprigs round the lower half of a medallion of 200 x 200."""
    return whole_drawing("wreath")


def icon_svg(name: str, colour: str) -> str:
    """Returns a button's icon in one colour, 24 x 24."""
    return whole_drawing(f"icons/{name}", colour=colour)


# ---- geese


GOOSE_WIDE, GOOSE_TALL = 116, 118
"""The box of a goose with its feet."""
HONK_WIDE, HONK_TALL = 130, 124
"""The box of a goose that walks or honks."""
VOICE: Final = (36, 58)
FEATHER: Final = 200


def goose_svg(
    body: str = "#ffffff",
    wing: str = "#e4e6ea",
    beak: str = "#ef8a24",
    line: str = "#2a2632",
    width: float = 2.2,
    feet: bool = True,
    awake: bool = True,
) -> str:
    """Returns a goose in profile, looking left, GOOSE_WIDE x GOOSE_TALL, for use inside another drawing.

    width: width of its outline. feet: True to draw the feet; without feet the goose swims, and is as high as it is wide. awake:
    True if its eye is open.
    """
    widths = {"outline": number_text(width), "thin": number_text(width * 0.75), "fine": number_text(width * 0.6)}
    shown = {"feet": feet, "awake": awake, "asleep": not awake}
    layers = {layer: "inline" if seen else "none" for layer, seen in shown.items()}
    return drawing_part("geese/standing", body=body, wing=wing, beak=beak, line=line, **widths, **layers)


def golden_goose_svg() -> str:
    """Returns a whole drawing of a golden goose in profile, looking left, GOOSE_WIDE x GOOSE_TALL."""
    return document(GOOSE_WIDE, GOOSE_TALL, goose_svg("#f4c95a", "#d99f2e", "#b4641a", "#5a3a0e", 3.2))


def goose_head_svg(colour: str, eye: str, beak: str, line: str = "none") -> str:
    """Returns a goose's head and neck, looking left, for use inside another drawing. It is about 24 x 24, centred on (0, 0)."""
    return drawing_part("geese/head", colour=colour, eye=eye, beak=beak, line=line)


def walking_goose_svg(right: bool = False) -> str:
    """Returns a drawing of the goose with its beak shut, HONK_WIDE x HONK_TALL. right: True if it looks right,
    False if left.
    """
    return _drawing_facing(group(goose_svg(width=1.8), "translate(6,2)"), HONK_WIDE, HONK_TALL, right)


def honking_goose_svg(right: bool = False) -> str:
    """Returns a drawing of the goose with open beak and stretched neck, HONK_WIDE x HONK_TALL. right: True if it
    looks right.
    """
    return _drawing_facing(drawing_part("geese/honking"), HONK_WIDE, HONK_TALL, right)


def honk_arcs_svg(colour: str, right: bool = False) -> str:
    """Returns a drawing of three arcs, the sign of a honk before a beak, of the size VOICE. right: True for a beak that points
    right.
    """
    return _drawing_facing(drawing_part("geese/voice", colour=colour), *VOICE, right)


def feather_svg(angle: float) -> str:
    """Returns a small feather, FEATHER x FEATHER. angle: its clockwise turn in degrees."""
    return document(FEATHER, FEATHER, group(drawing_part("geese/feather"), f"rotate({angle:g} 100 100)"))


def _drawing_facing(body: str, width: float, tall: float, right: bool) -> str:
    return document(width, tall, group(body, f"translate({width:g},0) scale(-1,1)") if right else body)


# ---- marks


ENAMELS: Final = ("goose", "ass", "redfox", "whitefox")


def badge_svg(kind: str, four_colours: bool = False) -> str:
    """Returns an enamel badge, 100 x 100; for "redfox" a clay chip. Raises ValueError for an unknown kind.

    kind: "goose", "ass", "redfox", "whitefox", a suit ("S") or a rank ("T"). four_colours: True for suits in four colours.
    """
    if kind in ENAMELS:
        return whole_drawing(f"marks/{kind}")
    if kind in SUITS:
        return _enamel_svg(suit_sign(kind, 50, 50, 56, suit_colours(four_colours)[kind]))
    if kind in RANKS:
        return _enamel_svg(letter_drawing(kind, 50, 26, 48, "#2b201c", 15))
    raise ValueError(f"no badge of the kind {kind!r}")


def _enamel_svg(sign: str) -> str:
    disc = circle(50, 50, 48, "url(#enamel)", "#2a1a12", 3) + circle(50, 50, 44.5, "none", "#c9a24a", 1.8)
    return document(100, 100, disc + sign, round_gradient("enamel", 40, 32, 66, (0, "#fffdf6"), (1, "#eadbb9")))


def medal_svg(earned: bool) -> str:
    """Returns a small medal, 100 x 100, with space for a sign in its middle. earned: False for a dashed ring instead."""
    return whole_drawing("marks/medal" if earned else "marks/no-medal")


def egg_svg() -> str:
    """Returns the marker of the dealer: a speckled goose egg with a D, 78 x 100."""
    return whole_drawing("marks/egg")

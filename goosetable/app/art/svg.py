"""SVG text of all drawings: shapes, suits and letters, and the files assets/art/*.svg with portraits, geese, icons and markers.

All SVG text is limited to the elements that nanosvg (the reader in SDL_image) supports: path, rect, circle, ellipse, g with a
transform, and gradients in user space. Nothing is clipped, so every drawing must stay inside its frame. Colours are hex
strings, lengths are in the units of the drawing, angles are degrees, clockwise.

Any drawing program can open the files. Their heads declare entities with default values, mostly colours:
`<!ENTITY ring "#a98a55">`, used as `stroke="&ring;"`. A layer that can be hidden has an entity for its `display`. The entities
are replaced here, because SDL_image cannot read them. SDL_image also needs all gradients in user space.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from goosetable.app.skins import assets

NONE: Final = "none"


def number_text(value: float) -> str:
    """Returns a number as text with at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def document(w: float, h: float, body: str, defs: str = "", x: float = 0, y: float = 0) -> str:
    """Returns a whole SVG document of w x h units. x, y: its upper left corner. defs: its definitions, such as gradients."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {w:g} {h:g}" width="{w:g}" height="{h:g}">'
        f"<defs>{defs}</defs>{body}</svg>"
    )


def path(path_data: str, fill: str = NONE, outline: str = NONE, width: float = 1.0) -> str:
    """Returns a path. outline: the colour of its line, with round ends and joins."""
    stroke = ""
    if outline != NONE:
        stroke = f' stroke="{outline}" stroke-width="{number_text(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path_data}" fill="{fill}"{stroke}/>'


def circle(x: float, y: float, r: float, fill: str, outline: str = NONE, width: float = 1.0) -> str:
    """Returns a circle of radius `r` round (x, y)."""
    line = _outline_attributes(outline, width)
    return f'<circle cx="{number_text(x)}" cy="{number_text(y)}" r="{number_text(r)}" fill="{fill}"{line}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, outline: str = NONE, width: float = 1.0) -> str:
    """Returns a box with corners of radius `r`."""
    place = (
        f'x="{number_text(x)}" y="{number_text(y)}" width="{number_text(w)}" height="{number_text(h)}" rx="{number_text(r)}"'
    )
    return f'<rect {place} fill="{fill}"{_outline_attributes(outline, width)}/>'


def group(body: str, transform: str) -> str:
    """Returns a drawing under an SVG transform."""
    return f'<g transform="{transform}">{body}</g>'


def transform_drawing(body: str, x: float, y: float, scale: float = 1.0, angle: float = 0.0) -> str:
    """Returns a drawing with its origin moved to (x, y), turned by `angle` and enlarged by `scale`."""
    turn = f" rotate({number_text(angle)})" if angle else ""
    size = f" scale({scale:.4g})" if scale != 1 else ""
    return group(body, f"translate({number_text(x)},{number_text(y)}){turn}{size}")


def linear_gradient(name: str, y0: float, y1: float, *stops: tuple[float, str]) -> str:
    """Returns the definition of a vertical gradient from y0 to y1. Use it as the fill `url(#name)`."""
    axis = f'x1="0" y1="{number_text(y0)}" x2="0" y2="{number_text(y1)}"'
    return f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {axis}>{_gradient_stops(stops)}</linearGradient>'


def round_gradient(name: str, x: float, y: float, r: float, *stops: tuple[float, str]) -> str:
    """Returns the definition of a round gradient with its centre at (x, y). Use it as the fill `url(#name)`."""
    axis = f'cx="{number_text(x)}" cy="{number_text(y)}" r="{number_text(r)}"'
    return f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {axis}>{_gradient_stops(stops)}</radialGradient>'


def _gradient_stops(stops: tuple[tuple[float, str], ...]) -> str:
    return "".join(f'<stop offset="{number_text(at)}" stop-color="{colour}"/>' for at, colour in stops)


def _outline_attributes(line: str, width: float) -> str:
    return f' stroke="{line}" stroke-width="{number_text(width)}"' if line != NONE else ""


SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"

TWO: Final = {"S": "#1d222c", "H": "#c9252d", "D": "#c9252d", "C": "#1d222c"}
FOUR: Final = {"S": "#1d222c", "H": "#c9252d", "D": "#1b64b8", "C": "#1c7d43"}
TWO_IN_TEXT: Final = {"S": "#1d222c", "H": "#b92229", "D": "#b92229", "C": "#1d222c"}
FOUR_IN_TEXT: Final = {"S": "#1d222c", "H": "#b92229", "D": "#195ead", "C": "#186c3a"}
TWO_ON_DARK: Final = {"S": "#dfe6f2", "H": "#ff8f8a", "D": "#ff8f8a", "C": "#dfe6f2"}
FOUR_ON_DARK: Final = {"S": "#dfe6f2", "H": "#ff8f8a", "D": "#8fc0ff", "C": "#7fd39b"}

# Each suit fills a box from -50 to 50 both ways.
SHAPE: Final = {
    "H": "M0,47 C-16,24 -50,8 -50,-18 C-50,-36 -37,-46 -24,-46 C-12,-46 -4,-39 0,-28 "
    "C4,-39 12,-46 24,-46 C37,-46 50,-36 50,-18 C50,8 16,24 0,47 Z",
    "S": "M0,-50 C15,-25 47,-10 47,15 C47,31 35,38 25,38 C15,38 7,33 3,25 C4,37 9,45 19,49 "
    "L-19,49 C-9,45 -4,37 -3,25 C-7,33 -15,38 -25,38 C-35,38 -47,31 -47,15 C-47,-10 -15,-25 0,-50 Z",
    "D": "M0,-50 C9,-31 23,-13 39,0 C23,13 9,31 0,50 C-9,31 -23,13 -39,0 C-23,-13 -9,-31 0,-50 Z",
    "C": "M0,-50 C14,-50 24,-40 24,-27 C24,-19 20,-12 14,-7 C18,-9 22,-10 26,-10 C39,-10 49,0 49,13 "
    "C49,27 39,37 26,37 C16,37 8,32 3,24 C4,37 9,45 19,49 L-19,49 C-9,45 -4,37 -3,24 "
    "C-8,32 -16,37 -26,37 C-39,37 -49,27 -49,13 C-49,0 -39,-10 -26,-10 C-22,-10 -18,-9 -14,-7 "
    "C-20,-12 -24,-19 -24,-27 C-24,-40 -14,-50 0,-50 Z",
}

# Stroke skeletons: (width, path) in a box 100 high. "T" is drawn as the figure ten.
LETTER: Final = {
    "A": (60, "M3,100 L30,4 L57,100 M13,68 L47,68"),
    "2": (58, "M7,28 C7,12 16,2 30,2 C44,2 53,12 53,26 C53,40 45,50 34,62 L6,98 L54,98"),
    "3": (58, "M7,4 L50,4 L27,40 C44,38 54,51 54,68 C54,87 43,99 28,99 C15,99 7,92 4,80"),
    "4": (60, "M43,98 L43,4 L3,72 L58,72"),
    "5": (58, "M50,4 L15,4 L11,47 C17,41 23,38 30,38 C45,38 54,50 54,67 C54,87 43,99 27,99 C15,99 8,93 4,83"),
    "6": (58, "M44,3 C24,20 4,44 4,70 C4,87 14,99 29,99 C44,99 54,87 54,70 C54,54 44,43 29,43 C17,43 8,50 5,63"),
    "7": (56, "M4,4 L53,4 C39,34 28,66 24,99"),
    "8": (
        58,
        "M29,47 C17,47 9,38 9,25 C9,11 17,2 29,2 C41,2 49,11 49,25 C49,38 41,47 29,47 "
        "C15,47 4,57 4,73 C4,89 14,99 29,99 C44,99 54,89 54,73 C54,57 43,47 29,47 Z",
    ),
    "9": (58, "M14,99 C34,82 54,58 54,32 C54,15 44,3 29,3 C14,3 4,15 4,32 C4,48 14,59 29,59 C41,59 50,52 53,39"),
    "T": (86, "M2,20 L16,4 L16,99 M59,2 C44,2 36,20 36,50 C36,81 44,99 59,99 C74,99 82,81 82,50 C82,20 74,2 59,2 Z"),
    "J": (50, "M22,4 L46,4 M38,4 L38,72 C38,90 30,99 19,99 C10,99 4,93 2,83"),
    "Q": (68, "M32,2 C14,2 4,20 4,50 C4,81 14,99 32,99 C50,99 60,81 60,50 C60,20 50,2 32,2 Z M36,70 L62,103"),
    "K": (58, "M6,4 L6,99 M52,4 L8,60 M24,42 L55,99"),
    "O": (64, "M32,2 C14,2 4,20 4,50 C4,81 14,99 32,99 C50,99 60,81 60,50 C60,20 50,2 32,2 Z"),
    "E": (50, "M46,4 L6,4 L6,99 L46,99 M6,50 L38,50"),
    "S": (
        58,
        "M52,19 C47,8 40,2 29,2 C14,2 6,12 6,25 C6,40 16,45 29,50 C43,55 53,61 53,76 C53,90 43,99 29,99 C16,99 8,93 4,81",
    ),
    "H": (58, "M5,4 L5,99 M53,4 L53,99 M5,51 L53,51"),
    "I": (12, "M6,4 L6,99"),
    "G": (64, "M56,20 C51,9 43,2 32,2 C14,2 4,20 4,50 C4,81 14,99 32,99 C46,99 58,92 58,74 L58,56 L38,56"),
    "L": (50, "M6,4 L6,99 L47,99"),
    "W": (84, "M3,4 L20,99 L42,24 L64,99 L81,4"),
}


def suit_colours(four_colours: bool = False, dark: bool = False) -> dict[str, str]:
    """Returns the colour of each suit. four_colours: True for four colours instead of two. dark: True on cloth and wood."""
    if dark:
        return FOUR_ON_DARK if four_colours else TWO_ON_DARK
    return FOUR if four_colours else TWO


def suit_colours_in_text(four_colours: bool, dark: bool) -> dict[str, str]:
    """Returns the colour of each suit in a text. On paper it has more contrast than on a card, because paper is darker.

    four_colours: True for four colours, False for two. dark: True for text on cloth.
    """
    if dark:
        return suit_colours(four_colours, dark)
    return FOUR_IN_TEXT if four_colours else TWO_IN_TEXT


def suit_sign(suit: str, x: float, y: float, size: float, colour: str, angle: float = 0) -> str:
    """Returns a drawing of one suit sign, `size` units high, with its middle at (x, y)."""
    return transform_drawing(path(SHAPE[suit], colour), x, y, size / 100, angle)


def letter_drawing(letter: str, x: float, y: float, height: float, colour: str, weight: float = 13) -> str:
    """Returns a rank or capital letter, centred on x, with its top at y. weight: width of the lines in % of `height`."""
    width, skeleton = LETTER[letter]
    scale = height / 100
    return transform_drawing(path(skeleton, outline=colour, width=weight), x - width * scale / 2, y, scale)


def vertical_word(word: str, x: float, y: float, height: float, step: float, colour: str) -> str:
    """Returns a drawing of a word with its letters one below the other. step: distance from one letter to the next."""
    return "".join(letter_drawing(ch, x, y + step * i, height, colour, 15) for i, ch in enumerate(word))


def suit_picture(suit: str, colour: str) -> str:
    """Returns a drawing of one suit sign as a document, 100 x 100, for use in lines of text."""
    return document(100, 100, transform_drawing(path(SHAPE[suit], colour), 50, 50, 0.96))


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
def _read_drawing(name: str) -> Drawing:
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
    drawing = _read_drawing(name)
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
def drawing_svg(name: str, **values: str) -> str:
    """Returns the complete drawing of a file. values: values of entities, by name. Raises AssetError."""
    return f"{_read_drawing(name).tag}{drawing_part(name, **values)}</svg>"


# ---- portraits and ornaments


Mood = Literal["", "startled", "glad", "rueful"]
"""A face: "" for the usual one, "startled" with wide eyes, "glad" with laughing eyes, "rueful" with lowered lids."""


@lru_cache(CACHED)
def medallion_svg(portrait: str, ring: str = RING, mood: Mood = "") -> str:
    """Returns a medallion, 200 x 200: the portrait of one of `CHARACTERS`, or one of `TOKENS` for a person, in a ring.

    ring: the colour of the ring.
    """
    face = drawing_svg(f"portraits/{portrait}", **({mood: "inline"} if mood else {}))
    return face.removesuffix("</svg>") + drawing_part("portraits/ring", ring=ring) + "</svg>"


def sprig_svg() -> str:
    """Returns a drawing of a sprig of gooseberries, an ornament of 240 x 224."""
    return drawing_svg("sprig")


def wreath_svg() -> str:
    """Returns a drawing of a wreath, 300 x 300: two leafy sprigs round the lower half of a medallion of 200 x 200."""
    return drawing_svg("wreath")


def icon_svg(name: str, colour: str) -> str:
    """Returns a button's icon in one colour, 24 x 24."""
    return drawing_svg(f"icons/{name}", colour=colour)


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


def walking_goose_svg(faces_right: bool = False) -> str:
    """Returns a drawing of the goose with its beak shut, HONK_WIDE x HONK_TALL. faces_right: True if it looks right."""
    return _drawing_facing(group(goose_svg(width=1.8), "translate(6,2)"), HONK_WIDE, HONK_TALL, faces_right)


def honking_goose_svg(faces_right: bool = False) -> str:
    """Returns the goose with open beak and stretched neck, HONK_WIDE x HONK_TALL. faces_right: True if it looks right."""
    return _drawing_facing(drawing_part("geese/honking"), HONK_WIDE, HONK_TALL, faces_right)


def honk_arcs_svg(colour: str, faces_right: bool = False) -> str:
    """Returns three arcs, the sign of a honk before a beak, of the size VOICE.

    faces_right: True for a goose that looks right.
    """
    return _drawing_facing(drawing_part("geese/voice", colour=colour), *VOICE, faces_right)


def feather_svg(angle: float) -> str:
    """Returns a small feather, FEATHER x FEATHER. angle: its clockwise turn in degrees."""
    return document(FEATHER, FEATHER, group(drawing_part("geese/feather"), f"rotate({angle:g} 100 100)"))


def _drawing_facing(body: str, width: float, tall: float, faces_right: bool) -> str:
    return document(width, tall, group(body, f"translate({width:g},0) scale(-1,1)") if faces_right else body)


# ---- marks


ENAMELS: Final = ("goose", "ass", "redfox", "whitefox")


def badge_svg(kind: str) -> str:
    """Returns an enamel badge, 100 x 100; for "redfox" a clay chip. Raises ValueError for an unknown kind.

    kind: "goose", "ass", "redfox", "whitefox", a suit ("S") or a rank ("T").
    """
    if kind in ENAMELS:
        return drawing_svg(f"marks/{kind}")
    if kind in SUITS:
        return _enamel_svg(suit_sign(kind, 50, 50, 56, suit_colours()[kind]))
    if kind in RANKS:
        return _enamel_svg(letter_drawing(kind, 50, 26, 48, "#2b201c", 15))
    raise ValueError(f"no badge of the kind {kind!r}")


def _enamel_svg(sign: str) -> str:
    disc = circle(50, 50, 48, "url(#enamel)", "#2a1a12", 3) + circle(50, 50, 44.5, "none", "#c9a24a", 1.8)
    return document(100, 100, disc + sign, round_gradient("enamel", 40, 32, 66, (0, "#fffdf6"), (1, "#eadbb9")))


def medal_svg(earned: bool) -> str:
    """Returns a small medal, 100 x 100, with space for a sign in its middle. earned: False for only a dashed ring."""
    return drawing_svg("marks/medal" if earned else "marks/no-medal")


def egg_svg() -> str:
    """Returns the marker of the dealer: a speckled goose egg with a D, 78 x 100."""
    return drawing_svg("marks/egg")

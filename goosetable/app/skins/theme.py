"""Themes, card faces and card backs. Each is loaded by name from a file of hex colours.

The file of a theme overrides the defaults, which are the theme Lamplight. Faces are in assets/faces, backs in assets/backs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError

NAMES: Final = ("lamplight", "mulberry", "inkwell", "chestnut", "contrast")
FACES: Final = ("two", "four", "large")
BACKS: Final = ("blue", "red", "green", "plum")
_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")


class Theme(NamedTuple):
    """The colours of a theme, as "#rrggbb". The defaults are the theme Lamplight."""

    name: str = "lamplight"
    label: str = "Lamplight"
    grain: bool = True  # the wood's grain and the felt's nap
    night: str = "#17100f"
    walnut: str = "#35221c"
    walnut_hi: str = "#5c3d2e"
    walnut_lo: str = "#1f1411"
    cloth: str = "#1f5a50"
    cloth_hi: str = "#2c6e5c"
    cloth_lo: str = "#0f332f"
    stitch: str = "#7fae8f"
    paper: str = "#f6ecd6"
    paper_lo: str = "#eadbb9"
    paper_edge: str = "#cdb88c"
    rule: str = "#d9c69e"
    ink: str = "#2b201c"
    ink2: str = "#63513f"
    cream: str = "#fdf6e6"
    cream2: str = "#ece4d0"
    brass: str = "#e8b64c"
    brass_hi: str = "#ffe3a0"
    brass_lo: str = "#7a4e08"
    berry: str = "#d8ea86"
    leaf: str = "#47691a"
    russet: str = "#9c3715"
    rose: str = "#ac1f29"
    plum: str = "#6d2f52"
    sky: str = "#2f6f9f"
    focus: str = "#ffe08a"
    # parts of buttons and panels
    prime: str = "#f4cb6c"  # upper edge of the brass button
    plain: str = "#fffaf0"  # buttons, fields and steppers on paper
    plain_lo: str = "#f3e6c8"
    plain_edge: str = "#a98f5c"
    wood_edge: str = "#8f7355"
    off: str = "#e9dcc0"
    off_edge: str = "#c9b78f"
    off_ink: str = "#665740"
    chosen: str = "#f4dc9c"  # ground of the chosen one of several controls on paper
    good: str = "#dfe6a4"  # ground of a result that is good for the person
    good_edge: str = "#8fa03f"
    knob: str = "#fffdf6"
    knob_edge: str = "#4a3a20"
    ring: str = "#a98a55"  # a medallion's resting ring
    velvet: str = "#8a3a5c"  # the curtain, where it catches the light
    velvet_lo: str = "#3f1329"
    over: str = "#c9472a"  # the mark of a trick above the bid, with a white cross


class Face(NamedTuple):
    """A design of the faces. large: True for large print. suits: the colour of each suit, by its letter."""

    label: str
    large: bool
    suits: dict[str, str]


class Back(NamedTuple):
    """A design of the card backs: colours of the ground, its lighter pattern, the frame, and the geese."""

    label: str
    ground: str
    pattern: str
    cream: str


def load(name: str) -> Theme:
    """Loads the theme of that name. Raises AssetError naming the file if it is missing or damaged."""
    file = "themes", f"{name}.json"
    found = assets.read_json_object(*file)
    for key, value in found.items():
        if key not in Theme._fields:
            raise assets.damaged_error(*file, why=f"no theme knows its field {key!r}")
        if not _is_valid(key, value):
            raise assets.damaged_error(*file, why=f"{key} is {value!r}; a colour is # and six hex digits")
    return Theme(**{**found, "name": name})


def preview_theme(name: str) -> Theme:
    """Returns a theme for a preview. If its file is missing or damaged, it has Lamplight's colours under its own name."""
    try:
        return load(name)
    except AssetError:
        return Theme(name=name, label=name)


def _is_valid(key: str, value: object) -> bool:
    if key in ("name", "label"):
        return isinstance(value, str)
    if key == "grain":
        return isinstance(value, bool)
    return is_colour(value)


@cache
def face(name: str) -> Face:
    """Returns the card faces of that name. Raises AssetError naming the file if it is missing or damaged."""
    file = "faces", f"{name}.json"
    found = assets.read_json_object(*file)
    suits = found.get("suits")
    if not isinstance(suits, dict) or set(suits) != set("SHDC") or not all(map(is_colour, suits.values())):
        raise assets.damaged_error(*file, why="suits must be four colours, by S, H, D and C")
    if found.get("print") not in ("usual", "large"):
        raise assets.damaged_error(*file, why='print must be "usual" or "large"')
    return Face(_parse_label(file, found), found["print"] == "large", dict(suits))


@cache
def back(name: str) -> Back:
    """Returns the card back of that name. Raises AssetError naming the file if it is missing or damaged."""
    file = "backs", f"{name}.json"
    found = assets.read_json_object(*file)
    for key in ("ground", "pattern", "cream"):
        if not is_colour(found.get(key)):
            raise assets.damaged_error(*file, why=f"{key} must be a colour, # and six hex digits")
    return Back(_parse_label(file, found), found["ground"], found["pattern"], found["cream"])


def _parse_label(file: tuple[str, str], fields: Mapping[str, object]) -> str:
    label = fields.get("label")
    if not isinstance(label, str) or not label:
        raise assets.damaged_error(*file, why="label must be a word")
    return label


def is_colour(value: object) -> bool:
    """Returns True if a value has the form "#" and six hex digits."""
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


def rgb(colour: str) -> tuple[int, int, int]:
    """Returns red, green and blue of "#rrggbb", each 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: str, b: str, fraction: float) -> str:
    """Returns the colour that lies `fraction` (0..1) of the way from a to b."""
    return "#" + "".join(f"{round(x + (y - x) * fraction):02x}" for x, y in zip(rgb(a), rgb(b), strict=True))


def contrast(a: str, b: str) -> float:
    """Returns the contrast of two colours by the Web Content Accessibility Guidelines, 1..21.

    >>> round(contrast("#ffffff", "#000000"), 1)
    21.0
    """
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [value / 255 for value in rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

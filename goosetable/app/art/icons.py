"""Small line icons for buttons, and the program's own icon."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.art.pen import LINE, shape
from goosetable.app.art.suits import suit
from goosetable.app.art.svg import circle, doc, group, linear, path, place, rect


class Icon(NamedTuple):
    """A path in a box of 24 x 24; with `width` 0 it is filled, otherwise drawn as a line of that width."""

    path: str
    width: float = 0


ICONS: Final = {
    "menu": Icon("M4,7 L20,7 M4,12 L20,12 M4,17 L20,17", 2.2),
    "undo": Icon("M9,5 L4,10 L9,15 M4,10 L14,10 C18,10 20,12.5 20,15 C20,17.5 18,19 15,19", 2.2),
    "redo": Icon("M15,5 L20,10 L15,15 M20,10 L10,10 C6,10 4,12.5 4,15 C4,17.5 6,19 9,19", 2.2),
    "hint": Icon(
        "M12,3 C8,3 5.5,6 5.5,9.2 C5.5,12 7.5,13 8.5,15.5 L15.5,15.5 C16.5,13 18.5,12 18.5,9.2 C18.5,6 16,3 12,3 "
        "M9.5,18.5 L14.5,18.5 M10.5,21 L13.5,21",
        2,
    ),
    "book": Icon("M12,6 C9,4 6,4 3,5 L3,19 C6,18 9,18 12,20 C15,18 18,18 21,19 L21,5 C18,4 15,4 12,6 M12,6 L12,20", 2),
    "eye": Icon("M2,12 C5,7 8.5,5 12,5 C15.5,5 19,7 22,12 C19,17 15.5,19 12,19 C8.5,19 5,17 2,12 M12,9 A3,3 0 1 1 11.9,9", 2),
    "gear": Icon(
        "M10.1,5.1 L10.3,2.2 L13.7,2.2 L13.9,5.1 L15.5,5.7 L17.7,3.9 L20.1,6.3 L18.3,8.5 L18.9,10.1 "
        "L21.8,10.3 L21.8,13.7 L18.9,13.9 L18.3,15.5 L20.1,17.7 L17.7,20.1 L15.5,18.3 L13.9,18.9 L13.7,21.8 "
        "L10.3,21.8 L10.1,18.9 L8.5,18.3 L6.3,20.1 L3.9,17.7 L5.7,15.5 L5.1,13.9 L2.2,13.7 L2.2,10.3 "
        "L5.1,10.1 L5.7,8.5 L3.9,6.3 L6.3,3.9 L8.5,5.7 Z M12,8.8 A3.2,3.2 0 1 1 11.9,8.8",
        1.8,
    ),
    "keys": Icon(
        "M2.5,6.5 L21.5,6.5 L21.5,17.5 L2.5,17.5 Z M6,10 L7,10 M9.6,10 L10.6,10 M13.3,10 L14.3,10 M17,10 L18,10 "
        "M6,14 L7,14 M9.6,14 L14.3,14 M17,14 L18,14",
        2,
    ),
    "play": Icon("M7,4 L20,12 L7,20 Z"),
    "pause": Icon("M6,4 L10,4 L10,20 L6,20 Z M14,4 L18,4 L18,20 L14,20 Z"),
    "right": Icon("M9,5 L16,12 L9,19", 2.4),
    "left": Icon("M15,5 L8,12 L15,19", 2.4),
    "down": Icon("M5,9 L12,16 L19,9", 2.4),
    "up": Icon("M5,15 L12,8 L19,15", 2.4),
    "first": Icon("M17,5 L10,12 L17,19 M6,5 L6,19", 2.4),
    "last": Icon("M7,5 L14,12 L7,19 M18,5 L18,19", 2.4),
    "info": Icon("M12,3 A9,9 0 1 1 11.9,3 M12,11 L12,17 M12,7 L12,7.6", 2),
    "check": Icon("M4,13 L10,19 L20,6", 3),
    "cross": Icon("M5,5 L19,19 M19,5 L5,19", 2.8),
    "plus": Icon("M12,4 L12,20 M4,12 L20,12", 2.6),
    "minus": Icon("M4,12 L20,12", 2.6),
    "people": Icon(
        "M8,11 A3.6,3.6 0 1 1 8.1,11 M2,20 C2,15 4.5,13.5 8,13.5 C11.5,13.5 14,15 14,20 Z "
        "M16.5,11.5 A3,3 0 1 1 16.6,11.5 M15.5,14 C19,13.4 22,15 22,19 L15.6,19 Z"
    ),
    "stats": Icon("M5,20 L5,12 M12,20 L12,4 M19,20 L19,9", 3.4),
    "list": Icon("M9,6 L20,6 M9,12 L20,12 M9,18 L20,18 M4,6 L4.6,6 M4,12 L4.6,12 M4,18 L4.6,18", 2.4),
    "cards": Icon("M4,6 L13,3.4 L17,18 L8,20.6 Z M15.5,5 L20.5,6.3 L17.4,18", 2),
    "speak": Icon(
        "M3,9 L7,9 L12,5 L12,19 L7,15 L3,15 Z M15.5,9 C17,10.8 17,13.2 15.5,15 M18.2,6.5 C21,9.8 21,14.2 18.2,17.5", 2
    ),
    "quiet": Icon("M3,9 L7,9 L12,5 L12,19 L7,15 L3,15 Z M16,9.5 L21,14.5 M21,9.5 L16,14.5", 2),
    "lamp": Icon("M9,3 L15,3 L19,12 L5,12 Z M12,12 L12,20 M8,20 L16,20", 2),
    "hand": Icon(
        "M7,12.5 L7,6.5 C7,4.9 9.4,4.9 9.4,6.5 L9.4,11 M9.4,7 L9.4,4.5 C9.4,2.9 11.9,2.9 11.9,4.5 L11.9,10.5 "
        "M11.9,5 C11.9,3.4 14.3,3.4 14.3,5 L14.3,11 M14.3,7 C14.3,5.4 16.8,5.4 16.8,7 L16.8,15 "
        "C16.8,19 14.6,21 11.6,21 C9,21 7.6,19.8 6.2,17.5 L3.6,13.4 C2.8,11.8 5,10.6 6,12 L7,13.5",
        1.7,
    ),
    "lock": Icon("M7,11 L7,8 C7,4.5 9,3 12,3 C15,3 17,4.5 17,8 L17,11 M5,11 L19,11 L19,21 L5,21 Z", 2.2),
    "struck": Icon("M4,20 L20,4", 1.9),
    "pencil": Icon("M4,20 L5,15.5 L16,4.5 L19.5,8 L8.5,19 Z M13.5,7 L17,10.5", 2),
    "folder": Icon("M3,6 L10,6 L12,8.5 L21,8.5 L21,19 L3,19 Z", 2),
    "import": Icon("M12,3 L12,14 M7,9.5 L12,14.5 L17,9.5 M4,16 L4,20.5 L20,20.5 L20,16", 2.2),
    "export": Icon("M12,15 L12,4 M7,8.5 L12,3.5 L17,8.5 M4,16 L4,20.5 L20,20.5 L20,16", 2.2),
    "bin": Icon("M4,6.5 L20,6.5 M9,6.5 L9,3.5 L15,3.5 L15,6.5 M6,6.5 L7,20.5 L17,20.5 L18,6.5 M10,10 L10,17 M14,10 L14,17", 2),
    "door": Icon("M14,4 L5,4 L5,20 L14,20 M10,12 L21,12 M17,8 L21,12 L17,16", 2.2),
    "full": Icon("M4,9 L4,4 L9,4 M15,4 L20,4 L20,9 M20,15 L20,20 L15,20 M9,20 L4,20 L4,15", 2.2),
}


def icon(name: str, colour: str) -> str:
    """One icon in one colour, 24 x 24. Raises KeyError for a name that is not in ICONS."""
    drawing = ICONS[name]
    if drawing.width:
        return doc(24, 24, path(drawing.path, line=colour, width=drawing.width))
    return doc(24, 24, path(drawing.path, colour))


def icon_app() -> str:
    """The program's icon, 256 x 256: a goose in front of a card, on a tile of cloth with a brass rim."""
    tile = rect(8, 8, 240, 240, "url(#cloth)", 54)
    card = rect(116, 58, 106, 150, "#fdf6e6", 13, LINE, 5) + suit("H", 192, 100, 46, "#c9252d")
    neck = "M78,241 C90,206 88,160 76,130 C60,98 68,48 110,38 C152,30 180,62 176,102 C172,140 158,176 175,241 Z"
    goose = (
        shape(neck, "#fdfcf8", 7)
        + shape("M78,88 C58,86 40,98 26,118 C24,123 28,127 34,127 C50,131 72,131 88,118 Z", "#ef8a24", 6)
        + circle(118, 84, 11, LINE)
        + circle(114, 80, 3.4, "#ffffff")
        + shape("M83,182 C104,202 142,202 167,180 L170,205 C142,224 104,222 82,207 Z", "#8d3b5a", 5)
    )
    rim = rect(8, 8, 240, 240, "none", 54, "#e8b64c", 9)
    body = tile + group(card, "rotate(14 168 150)") + place(goose, 9, 2) + rim
    return doc(256, 256, body, linear("cloth", 0, 256, (0, "#347a68"), (1, "#0f332f")))


def icon_app_small() -> str:
    """The icon for 16 to 32 pixels, 64 x 64: the goose's head alone, no card, thicker lines."""
    tile = rect(1, 1, 62, 62, "#1f5a50", 13)
    head = shape("M20,63 C23,48 22,40 19,33 C14,22 19,9 33,7 C46,6 54,16 53,28 C52,40 46,48 47,63 Z", "#fdfcf8")
    beak = shape("M20,20 C12,20 6,25 2,31 C4,35 14,35 23,31 Z", "#f59a2e", 2.6)
    return doc(64, 64, tile + head + beak + circle(35, 21, 4.4, LINE))

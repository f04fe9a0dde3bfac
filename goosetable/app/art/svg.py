"""Functions that return SVG text, shared by all drawings. Also the shapes of suits and letters, which need no font.

All SVG text is limited to the elements that nanosvg (the reader in SDL_image) supports: path, rect, circle, ellipse, g with a
transform, and gradients in user space. Nothing is clipped, so every drawing must stay inside its frame. Colours are hex
strings, lengths are in the units of the drawing, angles are degrees, clockwise.
"""

from __future__ import annotations

from typing import Final

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
    line = _outline_text(outline, width)
    return f'<circle cx="{number_text(x)}" cy="{number_text(y)}" r="{number_text(r)}" fill="{fill}"{line}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, outline: str = NONE, width: float = 1.0) -> str:
    """Returns a box with corners of radius `r`."""
    place = (
        f'x="{number_text(x)}" y="{number_text(y)}" width="{number_text(w)}" height="{number_text(h)}" rx="{number_text(r)}"'
    )
    return f'<rect {place} fill="{fill}"{_outline_text(outline, width)}/>'


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


def _outline_text(line: str, width: float) -> str:
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
    "T": (
        86,
        "M2,20 L16,4 L16,99 M59,2 C44,2 36,20 36,50 C36,81 44,99 59,99 C74,99 82,81 82,50 C82,20 74,2 59,2 Z",
    ),
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
    """Returns the colour of each suit. four_colours: True for four colours, False for two. dark: True for use on cloth and
    wood, False on paper.
    """
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
    """Returns a drawing of a rank or capital letter, centred on x, with its top at y. weight: width of the lines, in hundredths
    of `height`.
    """
    width, skeleton = LETTER[letter]
    scale = height / 100
    return transform_drawing(path(skeleton, outline=colour, width=weight), x - width * scale / 2, y, scale)


def vertical_word(word: str, x: float, y: float, height: float, step: float, colour: str, weight: float = 15) -> str:
    """Returns a drawing of a word with its letters one below the other. step: distance from one letter to the next."""
    return "".join(letter_drawing(ch, x, y + step * i, height, colour, weight) for i, ch in enumerate(word))


def suit_picture(suit: str, colour: str) -> str:
    """Returns a drawing of one suit sign as a document, 100 x 100, for use in lines of text."""
    return document(100, 100, transform_drawing(path(SHAPE[suit], colour), 50, 50, 0.96))

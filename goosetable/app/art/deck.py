"""Drawings of the cards, as SVG texts of 250 x 350: for each card a face, a small face and a large-print face; and the backs.

Cards are named by code: "AS" to "2C" with "T" for the ten, and the jokers "X", "XH" and "XL". A card is drawn when it is first
requested. The drawings of jokers and courts (king, queen, jack) are files. The file of a court has the upper half of the card,
with x = 0 in the middle. The lower half is the same drawing, turned by 180 degrees. A sash covers the slanting line where the
halves meet.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Final, TypeAlias

from goosetable.app.art.svg import (
    RANKS,
    SHAPE,
    SUITS,
    circle,
    document,
    drawing_part,
    goose_head_svg,
    goose_svg,
    group,
    letter_drawing,
    linear_gradient,
    path,
    rect,
    suit_colours,
    suit_sign,
    transform_drawing,
    vertical_word,
)
from goosetable.app.skins.theme import Back

WIDTH, HEIGHT = 250, 350
JOKERS: Final = ("X", "XH", "XL")
CODES: Final = tuple(rank + which for which in SUITS for rank in RANKS) + JOKERS
COURTS: Final = {"K": "king", "Q": "queen", "J": "jack"}
"""Names of the files of the courts."""

LINE, CREAM = "#2a2632", "#fdfbf5"
RUBY, ROYAL = "#c9252d", "#26355d"
IVORY: Final = "#fbf1d8"  # ground of small courts, which distinguishes them from other cards
EDGE: Final = "#b9b2a3"
LEFT, MIDDLE, RIGHT = 80.0, 125.0, 170.0  # columns of pips
WORDS: Final = {"X": "GOOSE", "XH": "HIGH", "XL": "LOW"}
"""The word on the edge of a joker, also the name of its picture."""
INK: Final = {"X": "#3f6a1c", "XH": "#c9252d", "XL": "#1d222c"}
"""The colour of the word on a joker."""
TOP, BOTTOM = 64.0, 286.0  # outer rows of pips
PANEL_DEFS: Final = linear_gradient("panel", 32, 318, (0, "#fbf1d8"), (0.5, "#f6e3b4"), (1, "#fbf1d8"))
DRESS: Final = {
    suit: dict(zip(("left", "right", "hair", "skin", "shade"), tones, strict=True))
    for suit, tones in (
        ("S", ("#26355d", "#8d2a3a", "#3a2a22", "#f1cfae", "#5a3a2a")),
        ("H", ("#b8232f", "#26355d", "#c98a3a", "#f6d9bf", "#5a3a2a")),
        ("D", ("#c2572a", "#1f5d63", "#7a3b1d", "#c98f62", "#3a2318")),
        ("C", ("#1f6b4a", "#6b2b57", "#2a211e", "#8f5f3f", "#3a2318")),
    )
}
"""Dress of a suit's court: the robe's two halves, hair, skin and the lines of the face."""

Tones: TypeAlias = bool | Mapping[str, str]
"""The colours of the suits: False for two colours, True for four colours, or a mapping from the suits' letters to colours."""


def face_svg(code: str, tones: Tones = False) -> str:
    """Returns the full face of a card. tones: True for suits in four colours. Raises ValueError for an unknown code."""
    if code in JOKERS:
        return _card_svg(_joker_svg(code) + with_turned_copy(_joker_index(code)))
    rank, which, colour = _parse_code(code, tones)
    index = with_turned_copy(letter_drawing(rank, 25.5, 15, 37, colour, 14.5) + suit_sign(which, 25.5, 73, 27, colour))
    if rank in COURTS:
        return document(WIDTH, HEIGHT, _empty_card_svg() + _court_svg(rank, which, colour) + index, PANEL_DEFS)
    if rank == "A":
        return _card_svg(_ace_svg(which, colour) + index)
    pips = (
        suit_sign(which, x, y, 44, colour, 180 if y > HEIGHT / 2 else 0)
        for x, y in _pip_places(10 if rank == "T" else int(rank))
    )
    return _card_svg("".join(pips) + index)


def small_face_svg(code: str, tones: Tones = False) -> str:
    """Returns the face for cards under 110 pixels high: a large index (rank and suit) in the left 45 %, and one pip.

    Raises ValueError for an unknown code.
    """
    if code in JOKERS:
        return _card_svg(_large_joker_index(code) + transform_drawing(_joker_svg(code, "-head"), 98, 222, 2.0), IVORY)
    rank, which, colour = _parse_code(code, tones)
    index = _large_index(rank, 66, colour, 15) + suit_sign(which, 66, 226, 104, colour)
    return _card_svg(index + suit_sign(which, 182, 282, 84, colour, 180), IVORY if rank in COURTS else CREAM)


def large_face_svg(code: str, tones: Tones = False) -> str:
    """Returns the large-print face: index and suit in the left half, headgear or one pip at the lower right.

    Nothing is drawn below the index, not even a joker's head. Raises ValueError for an unknown code.
    """
    if code in JOKERS:
        return small_face_svg(code)
    rank, which, colour = _parse_code(code, tones)
    index = _large_index(rank, 68, colour, 17) + suit_sign(which, 66, 226, 108, colour)
    if rank in COURTS:
        return _card_svg(index + transform_drawing(headgear_svg(rank, colour), 181, 280, 1.1), IVORY)
    return _card_svg(index + suit_sign(which, 184, 280, 88, colour, 180))


def with_goose(card: str, has_large_index: bool = False) -> str:
    """Returns the drawing of a card with a small goose under the index, where it is visible in a fan.

    has_large_index: True if the face has a large index, which leaves less space.
    """
    x, y, r = (42, 308, 32) if has_large_index else (31, 140, 25)
    head = transform_drawing(goose_head_svg("#fffdf6", LINE, "#e0661a", LINE), x + 0.16 * r, y + 0.02 * r, r / 16)
    mark = circle(x, y, r, "#eeb64a", LINE, r / 14) + head
    return card.removesuffix("</svg>") + mark + "</svg>"


def back_svg(back: Back, small: bool = False) -> str:
    """Returns the back of a card: a lattice with goose heads, and in the middle two geese, head to tail.

    small: True for cards under 110 pixels high, with a coarser lattice, a thicker frame and larger geese.
    """
    if small:
        return _card_svg(
            _panel_svg(back, 3) + path(_lattice_svg(STEP * 1.5), outline=back.pattern, width=5) + _medallion_svg(back, 84)
        )
    head = goose_head_svg(back.cream, back.ground, "#f0a23c")
    heads = with_turned_copy("".join(transform_drawing(head, x + 1.4, y, 0.68) for x, y in _goose_head_places()))
    return _card_svg(
        _panel_svg(back) + path(_lattice_svg(STEP), outline=back.pattern, width=2.2) + heads + _medallion_svg(back, 66)
    )


def headgear_svg(rank: str, colour: str) -> str:
    """Returns the crown, coronet or cap of a court without the head, for large print. About 80 x 60, centred on (0, 0)."""
    return drawing_part(f"courts/{COURTS[rank]}-headgear", **({} if rank == "Q" else {"colour": colour}))


def with_turned_copy(half: str) -> str:
    """Returns a drawing together with a copy that is turned by 180 degrees round the middle of the card."""
    return half + group(half, f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")


def _court_svg(rank: str, suit: str, colour: str) -> str:
    """Returns the picture of a court card without its index.

    suit: the letter of its suit. colour: the colour of the suit. The SVG document that contains the drawing needs the gradient
    in PANEL_DEFS.
    """
    red = suit in "HD"
    accent = colour if red else RUBY  # stones have the suit's colour; on black ones a ruby looks better
    if rank == "Q":
        accent = "#e86a7c" if red else "#f2f0f7"  # of the petals of her flower
    figure = drawing_part(f"courts/{COURTS[rank]}", shape=SHAPE[suit], colour=colour, accent=accent, **DRESS[suit])
    # A jack's lance takes the room that the other courts have for the suit.
    sign = suit_sign(suit, 185, 90, 26, colour) if rank == "J" else suit_sign(suit, 65, 54, 26, colour)
    sash = drawing_part("courts/sash", dots=colour if red else ROYAL, colour=colour)
    return (
        rect(46, 32, 158, 286, "url(#panel)", 6)
        + with_turned_copy(transform_drawing(figure, WIDTH / 2, 0))
        + sash
        + with_turned_copy(sign)
    )


def _card_svg(body: str, ground: str = CREAM) -> str:
    return document(WIDTH, HEIGHT, _empty_card_svg(ground) + body)


def _empty_card_svg(ground: str = CREAM) -> str:
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, ground, 17, EDGE, 1.6)


def _parse_code(code: str, tones: Tones) -> tuple[str, str, str]:
    if len(code) != 2 or code[0] not in RANKS or code[1] not in SUITS:
        raise ValueError(f"no card has the code {code!r}")
    return code[0], code[1], (tones if isinstance(tones, Mapping) else suit_colours(tones))[code[1]]


def _pip_places(count: int) -> list[tuple[float, float]]:
    height = BOTTOM - TOP
    in_column = {2: 0, 3: 0, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    rows = [TOP + height * i / (in_column - 1) for i in range(in_column)]
    between = {
        2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6),
    }.get(count, ())  # fmt: skip
    columns = [(x, y) for x in (LEFT, RIGHT) for y in rows]
    return columns + [(MIDDLE, TOP + height * part) for part in between]


def _ace_svg(suit: str, colour: str) -> str:
    if suit != "S":
        return suit_sign(suit, MIDDLE, HEIGHT / 2, 104, colour)
    bird = goose_svg(CREAM, "#dfe3ea", "#e9b53c", colour, 2)
    return suit_sign("S", MIDDLE, HEIGHT / 2, 148, colour) + transform_drawing(bird, 92, 142, 0.58)


def _joker_svg(code: str, variant: str = "") -> str:
    """Returns the picture of a joker without its index: X with a gooseberry, XH standing tall, XL swimming low.

    variant: "-head" for the head alone, in a box of about 75 x 85 whose corner is (-2, -26).
    """
    return drawing_part(f"geese/joker-{WORDS[code].lower()}{variant}")


def _joker_index(code: str) -> str:
    high, step = (19, 25) if code == "X" else (22, 29)
    return vertical_word(WORDS[code], 22, 16, high, step, INK[code])


def _large_index(rank: str, x: float, colour: str, weight: float) -> str:
    top, height = (36, 116) if rank == "T" else (24, 128)
    return letter_drawing(rank, x, top, height, colour, weight)


def _large_joker_index(code: str) -> str:
    step = 318 / len(WORDS[code])
    return vertical_word(WORDS[code], 50, 20, step - 14, step, INK[code])


# ---- the backs


BLUE: Final = Back("Blue", "#1f3f73", "#2d5596", "#f2e7c9")
STEP = 26  # width of a lozenge; it is 1.25 times as high
SLOPE = 1.25
INSET = 20.5


def _panel_svg(back: Back, frame: float = 1.4) -> str:
    ground = rect(11, 11, WIDTH - 22, HEIGHT - 22, back.ground, 9)
    return ground + rect(16.5, 16.5, WIDTH - 33, HEIGHT - 33, "none", 6, back.cream, frame)


def _lattice_svg(step: float) -> str:
    lines = []
    for slope in (SLOPE, -SLOPE):
        for n in range(-12, 13):
            chord = _clipped_line(slope, HEIGHT / 2 + (n + 0.5) * step * SLOPE)
            if chord:
                (ax, ay), (bx, by) = chord
                lines.append(f"M{ax:.2f},{ay:.2f} L{bx:.2f},{by:.2f}")
    return " ".join(lines)


def _clipped_line(slope: float, height: float) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Returns both ends of the part of a slanting line that is inside the frame; None if no part is.

    height: the y at which the line crosses the vertical axis of the card.
    """
    left, right, top, bottom = INSET, WIDTH - INSET, INSET, HEIGHT - INSET
    sides = [(x, slope * (x - WIDTH / 2) + height) for x in (left, right)]
    ends = [((y - height) / slope + WIDTH / 2, y) for y in (top, bottom)]
    points = [p for p in sides if top <= p[1] <= bottom] + [p for p in ends if left < p[0] < right]
    return (points[0], points[1]) if len(points) >= 2 else None


def _goose_head_places() -> list[tuple[float, float]]:
    """Returns the centres of the goose heads, one in each lozenge of the lattice, for the upper half of the card. Lozenges
    under the medallion have none.
    """
    spots = []
    for row in range(-5, 1):
        for across in range(-9, 10):
            x = WIDTH / 2 + across * STEP / 2
            y = HEIGHT / 2 + (row + across % 2 / 2) * STEP * SLOPE
            inside = 30 < x < WIDTH - 30 and 26 < y < HEIGHT / 2 - 2
            if inside and hypot(x - WIDTH / 2, y - HEIGHT / 2) >= 74:
                spots.append((x, y))
    return spots


def _medallion_svg(back: Back, r: float) -> str:
    x, y, k = WIDTH / 2, HEIGHT / 2, r / 66
    ring = circle(x, y, r, back.ground, back.cream, 1.4) + circle(x, y, r - 4.5 * k, back.cream)
    bird = transform_drawing(
        goose_svg(back.cream, "#e2d2a4", "#f0a23c", back.ground, 2.4, feet=False), -37 * k, -54 * k, 0.5 * k
    )
    wave = path("M-58,0 C-30,-15 -16,13 0,0", outline=back.cream, width=1.6)
    pond = transform_drawing(bird + transform_drawing(wave, 0, 0, k), x, y)
    return ring + circle(x, y, r - 7.5 * k, back.pattern) + with_turned_copy(pond)

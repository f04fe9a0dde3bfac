"""The deck: every card's face, small face and large-print face, and the backs, each as one SVG drawing of 250 x 350.

Cards are named by code: "AS" to "2C" with "T" for the ten, the jokers "X", "XH" and "XL", and the backs "back blue"
and "back red". Nothing is drawn before it is asked for. The jokers' pictures are files.

A court's figure is drawn once, as the upper half of the card with x = 0 down the middle, and turned round for the lower
half. The two halves meet in a slanting line, under a sash.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final, NamedTuple, TypeAlias

from goosetable.app.art.pictures import goose, goose_head, part
from goosetable.app.art.suits import RANKS, SUITS, colours, column, letter, suit
from goosetable.app.art.svg import circle, doc, ellipse, group, linear, path, place, rect

LINE: Final = "#2a2632"
GOLD, GOLD_DARK, GOLD_LIGHT = "#e9b53c", "#b07a1e", "#f7dc8b"
CREAM, STEEL, LIPS, PEARL = "#fdfbf5", "#dfe5ec", "#a8403c", "#fff7df"
RUBY, ROYAL = "#c9252d", "#26355d"

PANEL_X, PANEL_Y, PANEL_W, PANEL_H = 46, 32, 158, 286
MIDDLE_X, MIDDLE_Y = 125, 175
RISE = 14  # how far the slanting join is above the middle at the panel's right edge
PANEL_DEFS = linear("panel", 32, 318, (0, "#fbf1d8"), (0.5, "#f6e3b4"), (1, "#fbf1d8"))


class Dress(NamedTuple):
    """Dress of a suit's court: the robe's two halves, hair, skin and the lines of the face."""

    left: str
    right: str
    hair: str
    skin: str
    shade: str


DRESS: Final = {
    "S": Dress("#26355d", "#8d2a3a", "#3a2a22", "#f1cfae", "#5a3a2a"),
    "H": Dress("#b8232f", "#26355d", "#c98a3a", "#f6d9bf", "#5a3a2a"),
    "D": Dress("#c2572a", "#1f5d63", "#7a3b1d", "#c98f62", "#3a2318"),
    "C": Dress("#1f6b4a", "#6b2b57", "#2a211e", "#8f5f3f", "#3a2318"),
}


class CourtFigure(NamedTuple):
    """Differences of king, queen and jack, from back to front."""

    behind: str
    collar: str
    hair: str
    hat: str
    hands: str


def court(rank: str, which: str, colour: str) -> str:
    """The picture of a court card without its index; the drawing needs PANEL_DEFS. `colour` is the suit's colour."""
    dress = DRESS[which]
    figure = {"K": _king, "Q": _queen, "J": _jack}[rank](dress, which, colour)
    half = place(
        figure.behind + _robe(dress) + _neck(dress) + figure.collar + place(_face(dress, rank), 0, 95)
        + figure.hair + figure.hat + figure.hands + _hem(rank, which),
        MIDDLE_X, 0,
    )  # fmt: skip
    # A jack's lance stands where the other courts have room for the suit.
    sign = suit(which, 185, 90, 26, colour) if rank == "J" else suit(which, 65, 54, 26, colour)
    ground = rect(PANEL_X, PANEL_Y, PANEL_W, PANEL_H, "url(#panel)", 6)
    return ground + both_ways(half) + _sash(colour if which in "HD" else ROYAL) + _frame(colour) + both_ways(sign)


def both_ways(half: str) -> str:
    """`half` and the same turned round the middle of the card."""
    return half + group(half, f"rotate(180 {MIDDLE_X} {MIDDLE_Y})")


def headgear(rank: str, colour: str) -> str:
    """Crown, coronet or cap alone, about 80 x 60 round (0, 0): what large-print courts wear."""
    if rank == "K":
        crown = path("M-34,30 L-40,-18 L-20,4 L-12,-30 L0,0 L12,-30 L20,4 L40,-18 L34,30 Z", GOLD, LINE, 3)
        return crown + path("M-35,18 L35,18", line=LINE, width=2.4) + _beads(colour, 5, (40, -20), (12, -33))
    if rank == "Q":
        points = "M-30,24 L-38,-8 L-18,6 L-10,-20 L0,4 L10,-20 L18,6 L38,-8 L30,24 C12,16 -12,16 -30,24 Z"
        return path(points, GOLD, LINE, 3) + _beads(PEARL, 4.6, (38, -10), (10, -23))
    cap = path("M-36,22 C-38,-14 -14,-24 4,-22 C28,-20 38,-2 36,22 C14,14 -14,14 -36,22 Z", colour, LINE, 3)
    band = path("M-36,24 C-14,14 14,14 36,24 L37,12 C14,2 -14,2 -37,12 Z", GOLD, LINE, 2.6)
    feather = path("M14,0 C20,-24 34,-36 48,-34 C48,-22 38,-12 30,-10 C30,-4 22,0 14,0 Z", CREAM, LINE, 2.4)
    return cap + band + feather


# ---- the parts all courts share


def _robe(dress: Dress) -> str:
    left = "M0,126 C-14,127 -20,132 -34,135 C-61,139 -73,148 -79,160 L-79,189 L0,175 Z"
    right = "M0,126 C14,127 20,132 34,135 C61,139 73,148 79,160 L79,161 L0,175 Z"
    return path(left, dress.left, LINE, 1.4) + path(right, dress.right, LINE, 1.4)


def _neck(dress: Dress) -> str:
    return path("M-8,112 L-9,130 C-4,135 4,135 9,130 L8,112 Z", dress.skin, LINE, 1.2)


def _face(dress: Dress, rank: str) -> str:
    face = ellipse(0, 0, 19, 23.5, dress.skin, LINE, 1.5)
    for s in (-1, 1):
        face += path(f"M{s * 4.5},-5.5 C{s * 6.5},-8.5 {s * 11},-8.5 {s * 13},-5.5", line=dress.shade, width=1.7)
        face += ellipse(s * 8.6, -1.2, 2.1, 2.3, LINE)
    face += path("M0,-2 C-1,3 -3,6 -3,7.5 C-1.5,9 1,8.8 2,8", line=dress.shade, width=1.4)
    if rank == "K":  # the beard brings its own mouth
        return face
    face += path("M-5,13.5 C-2,12 2,12 5,13.5 C2,17 -2,17 -5,13.5 Z", LIPS)
    return face + "".join(ellipse(side * 11.5, 6.5, 3.4, 2.4, "#e0574f", opacity=0.28) for side in (-1, 1))


def _hem(rank: str, which: str) -> str:
    """Small suit signs along the join, left out where a hand holds something."""
    angle = -degrees(atan2(RISE, PANEL_W / 2))
    taken = {"J": -0.72, "Q": 0.72, "K": 0.72}[rank]
    spots = [at for at in (-0.72, -0.36, 0.36, 0.72) if at != taken]
    return "".join(suit(which, at * PANEL_W / 2, MIDDLE_Y - 17 - at * RISE, 9.5, GOLD_LIGHT, angle) for at in spots)


def _sash(dots: str) -> str:
    left, right = PANEL_X, PANEL_X + PANEL_W
    low, high = MIDDLE_Y + RISE, MIDDLE_Y - RISE
    sash = path(f"M{left},{low - 6} L{right},{high - 6} L{right},{high + 6} L{left},{low + 6} Z", GOLD, LINE, 1.3)
    spots = [(i + 0.5) / 8 for i in range(8)]
    return sash + "".join(circle(left + PANEL_W * at, low - 2 * RISE * at, 2.4, dots) for at in spots)


def _frame(colour: str) -> str:
    inner = rect(PANEL_X, PANEL_Y, PANEL_W, PANEL_H, "none", 6, colour, 2)
    return inner + rect(PANEL_X - 3.5, PANEL_Y - 3.5, PANEL_W + 7, PANEL_H + 7, "none", 9, GOLD_DARK, 0.8)


def _jewel(which: str, colour: str) -> str:
    """Red suits wear stones of their own colour; on black ones a ruby looks better."""
    return colour if which in "HD" else RUBY


def _beads(colour: str, r: float, *spots: tuple[float, float]) -> str:
    """A bead at each spot and at its mirror image."""
    return "".join(circle(side * x, y, r, colour, LINE, r * 0.38) for x, y in spots for side in (-1, 1))


# ---- the three figures


def _king(dress: Dress, which: str, colour: str) -> CourtFigure:
    locks = "M-21,88 C-32,100 -30,116 -36,128 C-20,136 20,136 36,128 C30,116 32,100 21,88 Z"
    ermine = (
        "M-38,134 C-22,128 -14,126 -9,124 C-6,133 6,133 9,124 C14,126 22,128 38,134 "
        "C34,146 14,152 0,152 C-14,152 -34,146 -38,134 Z"
    )
    tails = "".join(
        path(f"M{x},{y - 3.2} L{x + 2},{y + 3.2} L{x - 2},{y + 3.2} Z", LINE)
        for x, y in ((-27, 138), (-15, 143), (0, 146), (15, 143), (27, 138))
    )
    crown = "M-25,78 L-29,50 L-16,62 L-11,44 L0,59 L11,44 L16,62 L29,50 L25,78 C10,73 -10,73 -25,78 Z"
    band = path("M-25,78 C-10,73 10,73 25,78 L26,71 C10,66 -10,66 -26,71 Z", GOLD_LIGHT, LINE, 1.1)
    return CourtFigure(
        behind=_sword() + path(locks, dress.hair, LINE, 1.4),
        collar=path(ermine, CREAM, LINE, 1.3) + tails,
        hair=_beard(dress),
        hat=path(crown, GOLD, LINE, 1.5)
        + band
        + _beads(_jewel(which, colour), 3, (29, 49), (11, 43))
        + suit(which, 0, 63.5, 9, colour),
        hands=ellipse(64.5, 141, 7.4, 7, dress.skin, LINE, 1.3)
        + path("M60,148 L69,148 L68,152 L61,152 Z", GOLD, LINE)
        + path("M55,146 C59,151 70,151 74,146 L78,152 C71,159 58,159 51,153 Z", CREAM, LINE, 1.1),
    )


def _sword() -> str:
    blade = path("M60,52 L64.5,44 L69,52 L69,128 L60,128 Z", STEEL, LINE, 1.3)
    groove = path("M64.5,52 L64.5,126", line="#9aa6b5", width=1.2)
    return blade + groove + path("M51,128 L78,128 L78,134 L51,134 Z", GOLD, LINE, 1.3)


def _beard(dress: Dress) -> str:
    beard = "M-19,96 C-20,112 -13,130 0,133 C13,130 20,112 19,96 C15,104 9,105.5 0,104.8 C-9,105.5 -15,104 -19,96 Z"
    mouth = path("M-6,111.5 C-2,110 2,110 6,111.5 C2,115 -2,115 -6,111.5 Z", LIPS)
    curls = "M-8,118 C-7,123 -4,127 -2,128.5 M8,118 C7,123 4,127 2,128.5"
    return path(beard, dress.hair, LINE, 1.3) + mouth + path(curls, line=dress.shade, width=1.1)


def _queen(dress: Dress, which: str, colour: str) -> CourtFigure:
    tresses = "M-22,84 C-34,100 -30,124 -42,140 C-26,148 26,148 42,140 C30,124 34,100 22,84 Z"
    neckline = path("M-20,131 C-12,144 12,144 20,131 L10,126 L-10,126 Z", dress.skin, LINE, 1.2)
    angles = [pi * (i + 0.5) / 7 for i in range(7)]
    pearls = "".join(circle(-14 * cos(a), 127.5 + 9.5 * sin(a), 2, PEARL, LINE, 0.7) for a in angles)
    parting = "M-20,98 C-24,78 -14,69 0,69 C14,69 24,78 20,98 C19,86 12,80 0,78.5 C-12,80 -19,86 -20,98 Z"
    coronet = "M-20,74 L-24,57 L-12,65 L-8,51 L0,62 L8,51 L12,65 L24,57 L20,74 C8,69.5 -8,69.5 -20,74 Z"
    return CourtFigure(
        behind=path(tresses, dress.hair, LINE, 1.4),
        collar=neckline + pearls + suit(which, 0, 144, 9, GOLD),
        hair=path(parting, dress.hair, LINE, 1.3) + _beads(GOLD, 2.3, (20.5, 104)),
        hat=path(coronet, GOLD, LINE, 1.4) + _beads(PEARL, 2.6, (24, 56), (8, 50)) + suit(which, 0, 66.4, 7, colour),
        hands=_flower("#e86a7c" if which in "HD" else "#f2f0f7")
        + ellipse(46, 148, 7, 6, dress.skin, LINE, 1.2)
        + path("M40,152 C44,157 52,157 56,150 L60,157 C52,164 42,163 37,159 Z", CREAM, LINE, 1.1),
    )


def _flower(petals: str) -> str:
    stem = path("M46,150 C50,130 54,116 52,98", line="#2e7d4a", width=2.6)
    leaf = path("M51,118 C60,112 66,114 68,118 C62,123 55,122 51,118 Z", "#2e7d4a", LINE, 0.9)
    ring = [radians(a) for a in range(0, 360, 72)]
    return (
        stem
        + leaf
        + "".join(circle(52 + 8 * sin(a), 90 - 8 * cos(a), 6.2, petals, LINE) for a in ring)
        + circle(52, 90, 4.2, GOLD, LINE, 0.9)
    )


def _jack(dress: Dress, which: str, colour: str) -> CourtFigure:
    bob = "M-20,84 C-31,96 -26,114 -37,122 C-28,130 -16,124 -14,116 L14,116 C16,124 28,130 37,122 C26,114 31,96 20,84 Z"
    fringe = "M-20,96 C-23,78 -12,70 0,70 C12,70 23,78 20,96 C17,88 14,84 8,83 C2,86 -12,86 -15,84 C-18,88 -19,92 -20,96 Z"
    ruff = "".join(ellipse(i * 7.6, 130 - abs(i) * 0.9, 5.4, 6.6, CREAM, LINE, 1.1) for i in range(-3, 4))
    return CourtFigure(
        behind=_lance(which, colour) + path(bob, dress.hair, LINE, 1.4),
        collar=ruff,
        hair=path(fringe, dress.hair, LINE, 1.3),
        hat=_cap(dress.left, _jewel(which, colour)),
        hands=ellipse(-63, 140, 7.2, 6.6, dress.skin, LINE, 1.3)
        + path("M-72,145 C-68,150 -58,150 -54,145 L-50,152 C-58,158 -68,158 -76,152 Z", CREAM, LINE, 1.1),
    )


def _lance(which: str, colour: str) -> str:
    shaft = path("M-63,40 L-63,170", line="#6b4a2c", width=4.4)
    point = path("M-63,38 L-68,48 L-63,46 L-58,48 Z", STEEL, LINE, 1.2)
    pennant = path("M-60.5,52 L-25,58 L-35,66 L-25,76 L-60.5,80 Z", colour, LINE, 1.3)
    return shaft + point + pennant + suit(which, -48, 66.5, 15, CREAM)


def _cap(cloth: str, jewel: str) -> str:
    cap = path("M-27,80 C-30,60 -14,52 4,53 C22,54 30,64 27,80 C10,75 -10,75 -27,80 Z", cloth, LINE, 1.4)
    band = path("M-28,81 C-10,75 10,75 28,81 L28,74.5 C10,68.5 -10,68.5 -28,74.5 Z", GOLD, LINE, 1.2)
    feather = "M14,70 C22,50 40,42 58,46 C56,56 44,60 36,61 C40,63 44,63 46,63 C38,70 24,70 14,70 Z"
    quill = path("M16,69 C28,58 42,51 54,48", line="#8c8678", width=1.1)
    return cap + band + path(feather, CREAM, LINE, 1.2) + quill + circle(14, 70, 3.2, jewel, LINE)


WIDTH, HEIGHT = 250, 350
JOKERS: Final = ("X", "XH", "XL")
CODES: Final = tuple(rank + which for which in SUITS for rank in RANKS) + JOKERS
BACKS: Final = ("back blue", "back red")
COURTS: Final = "JQK"

IVORY: Final = "#fbf1d8"  # the ground of small courts, so that they are told apart at a glance
EDGE: Final = "#b9b2a3"
LEFT, MIDDLE, RIGHT = 80.0, 125.0, 170.0  # columns of pips
WORDS: Final = {"X": "GOOSE", "XH": "HIGH", "XL": "LOW"}
"""The word down the edge of a joker, which is the name of its picture as well."""
INK: Final = {"X": "#3f6a1c", "XH": "#c9252d", "XL": "#1d222c"}
"""The colour of that word."""
TOP, BOTTOM = 64.0, 286.0  # outer rows of pips


Tones: TypeAlias = bool | Mapping[str, str]
"""The colours of the suits: two (False), four (True), or those given by their letters."""


def face(code: str, four: Tones = False) -> str:
    """The full face of `code`, with suits in two or four colours. Raises ValueError for a card there is not."""
    if code in BACKS:
        return back(code.removeprefix("back "))
    if code in JOKERS:
        return _card(_joker(code) + both_ways(_joker_index(code)))
    rank, which, colour = _read(code, four)
    index = both_ways(letter(rank, 25.5, 15, 37, colour, 14.5) + suit(which, 25.5, 73, 27, colour))
    if rank in COURTS:
        return doc(WIDTH, HEIGHT, _blank() + court(rank, which, colour) + index, PANEL_DEFS)
    if rank == "A":
        return _card(_ace(which, colour) + index)
    pips = (suit(which, x, y, 44, colour, 180 if y > HEIGHT / 2 else 0) for x, y in _spots(_count(rank)))
    return _card("".join(pips) + index)


def small(code: str, four: Tones = False) -> str:
    """The face for cards under 110 pixels high: one large index in the left 45 % and one pip. Raises ValueError."""
    if code in BACKS:
        return cover(LIVERY[code.removeprefix("back ")], True)
    if code in JOKERS:
        return _card(_joker_sign(code) + place(_joker(code, "-head"), 98, 222, 2.0), IVORY)
    rank, which, colour = _read(code, four)
    index = _tall(rank, 66, colour, 15) + suit(which, 66, 226, 104, colour)
    return _card(index + suit(which, 182, 282, 84, colour, 180), IVORY if rank in COURTS else CREAM)


def large(code: str, four: Tones = False) -> str:
    """The large-print face: index and suit in the left half, headgear or one pip at the lower right. Raises ValueError.

    Nothing reaches under the index: pips and headgear lie right of it, and so does a joker's head.
    """
    if code in BACKS:
        return back(code.removeprefix("back "))
    if code in JOKERS:
        return _card(_joker_sign(code) + place(_joker(code, "-head"), 98, 222, 2.0), IVORY)
    rank, which, colour = _read(code, four)
    index = _tall(rank, 68, colour, 17) + suit(which, 66, 226, 108, colour)
    if rank in COURTS:
        return _card(index + place(headgear(rank, colour), 181, 280, 1.1), IVORY)
    return _card(index + suit(which, 184, 280, 88, colour, 180))


def with_goose(card: str, crammed: bool = False) -> str:
    """A card's drawing with a small goose under the index, where it is seen in a fan; crammed: the index is a large one."""
    x, y, r = (42, 308, 32) if crammed else (31, 140, 25)
    head = place(goose_head("#fffdf6", LINE, "#e0661a", LINE), x + 0.16 * r, y + 0.02 * r, r / 16)
    mark = circle(x, y, r, "#eeb64a", LINE, r / 14) + head
    return card.removesuffix("</svg>") + mark + "</svg>"


def back(colour: str) -> str:
    """The back of a card, "blue" or "red". Raises ValueError for any other colour."""
    if colour not in LIVERY:
        raise ValueError(f"no back of the colour {colour!r}")
    return cover(LIVERY[colour])


def cover(livery: Livery, small: bool = False) -> str:
    """The back of a card in colours of one's own; small: for cards under 110 pixels high."""
    return _card(_small_back(livery) if small else _lattice_back(livery))


def _card(body: str, ground: str = CREAM) -> str:
    return doc(WIDTH, HEIGHT, _blank(ground) + body)


def _blank(ground: str = CREAM) -> str:
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, ground, 17, EDGE, 1.6)


def _read(code: str, four: Tones) -> tuple[str, str, str]:
    """Rank, suit and the suit's colour."""
    if len(code) != 2 or code[0] not in RANKS or code[1] not in SUITS:
        raise ValueError(f"no card has the code {code!r}")
    return code[0], code[1], (four if isinstance(four, Mapping) else colours(four))[code[1]]


def _count(rank: str) -> int:
    return 10 if rank == "T" else int(rank)


def _spots(count: int) -> list[tuple[float, float]]:
    """Places of the pips of a 2 to 10: two columns, and the odd ones in the middle."""
    height = BOTTOM - TOP
    in_column = {2: 0, 3: 0, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    rows = [TOP + height * i / (in_column - 1) for i in range(in_column)]
    between = {
        2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6),
    }.get(count, ())  # fmt: skip
    columns = [(x, y) for x in (LEFT, RIGHT) for y in rows]
    return columns + [(MIDDLE, TOP + height * part) for part in between]


def _ace(which: str, colour: str) -> str:
    """One great pip; the ace of spades carries the house's goose, as the ace of spades always carried the maker."""
    if which != "S":
        return suit(which, MIDDLE, HEIGHT / 2, 104, colour)
    bird = goose(CREAM, "#dfe3ea", "#e9b53c", colour, 2)
    return suit("S", MIDDLE, HEIGHT / 2, 148, colour) + place(bird, 92, 142, 0.58)


def _joker(code: str, which: str = "") -> str:
    """The picture of a joker without its index: X has found a gooseberry, XH stands high, XL swims low.

    which: "-head" for its head alone, in a box of about 75 x 85 from (-2, -26).
    """
    return part(f"geese/joker-{WORDS[code].lower()}{which}")


def _joker_index(code: str) -> str:
    """The word down the edge: the joker that is alone in its pack is the Goose; of two, more than the colour tells which."""
    high, step = (19, 25) if code == "X" else (22, 29)
    return column(WORDS[code], 22, 16, high, step, INK[code])


def _tall(rank: str, x: float, colour: str, weight: float) -> str:
    """The index of small and large-print cards; the ten, the only wide one, is a little lower to keep off the edge."""
    top, height = (36, 116) if rank == "T" else (24, 128)
    return letter(rank, x, top, height, colour, weight)


def _joker_sign(code: str) -> str:
    """The large index of a joker: its word in letters as high as the card allows."""
    step = 318 / len(WORDS[code])
    return column(WORDS[code], 50, 20, step - 14, step, INK[code])


# ---- the backs


class Livery(NamedTuple):
    """A back's colours: ground, its lighter pattern, and the cream of frame and"""

    ground: str
    pattern: str
    cream: str


LIVERY: Final = {
    "blue": Livery("#1f3f73", "#2d5596", "#f2e7c9"),
    "red": Livery("#8c1f2b", "#a83a44", "#f4e6cf"),
}
STEP = 26  # width of a lozenge; it is 1.25 times as high
SLOPE = 1.25
INSET = 20.5


def _lattice_back(livery: Livery) -> str:
    """A back without its blank: goose heads in a lattice round two geese, head to tail."""
    heads = both_ways("".join(_pattern_head(x, y, livery) for x, y in _head_spots()))
    return _panel(livery) + path(_lattice(STEP), line=livery.pattern, width=2.2) + heads + _medallion(livery, 66)


def _small_back(livery: Livery) -> str:
    """The back for small cards: a coarser lattice, thicker frame and larger"""
    return _panel(livery, 3) + path(_lattice(STEP * 1.5), line=livery.pattern, width=5) + _medallion(livery, 84)


def _panel(livery: Livery, frame: float = 1.4) -> str:
    ground = rect(11, 11, WIDTH - 22, HEIGHT - 22, livery.ground, 9)
    return ground + rect(16.5, 16.5, WIDTH - 33, HEIGHT - 33, "none", 6, livery.cream, frame)


def _lattice(step: float) -> str:
    """Slanting lines both ways, cut off at the frame and symmetric about the card's middle."""
    lines = []
    for slope in (SLOPE, -SLOPE):
        for n in range(-12, 13):
            chord = _chord(slope, HEIGHT / 2 + (n + 0.5) * step * SLOPE)
            if chord:
                (ax, ay), (bx, by) = chord
                lines.append(f"M{ax:.2f},{ay:.2f} L{bx:.2f},{by:.2f}")
    return " ".join(lines)


def _chord(slope: float, height: float) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part inside the frame of the line that passes the card's middle at `height`."""
    left, right, top, bottom = INSET, WIDTH - INSET, INSET, HEIGHT - INSET
    sides = [(x, slope * (x - WIDTH / 2) + height) for x in (left, right)]
    ends = [((y - height) / slope + WIDTH / 2, y) for y in (top, bottom)]
    points = [p for p in sides if top <= p[1] <= bottom] + [p for p in ends if left < p[0] < right]
    return (points[0], points[1]) if len(points) >= 2 else None


def _head_spots() -> list[tuple[float, float]]:
    """Middles of the lozenges in the upper half that the medallion leaves free."""
    spots = []
    for row in range(-5, 1):
        for across in range(-9, 10):
            x = WIDTH / 2 + across * STEP / 2
            y = HEIGHT / 2 + (row + across % 2 / 2) * STEP * SLOPE
            inside = 30 < x < WIDTH - 30 and 26 < y < HEIGHT / 2 - 2
            if inside and hypot(x - WIDTH / 2, y - HEIGHT / 2) >= 74:
                spots.append((x, y))
    return spots


def _pattern_head(x: float, y: float, livery: Livery) -> str:
    return place(goose_head(livery.cream, livery.ground, "#f0a23c"), x + 1.4, y, 0.68)


def _medallion(livery: Livery, r: float) -> str:
    """Two geese swimming past each other in a ring of radius `r`."""
    x, y, k = WIDTH / 2, HEIGHT / 2, r / 66
    ring = circle(x, y, r, livery.ground, livery.cream, 1.4) + circle(x, y, r - 4.5 * k, livery.cream)
    bird = place(goose(livery.cream, "#e2d2a4", "#f0a23c", livery.ground, 2.4, feet=False), -37 * k, -54 * k, 0.5 * k)
    wave = path("M-58,0 C-30,-15 -16,13 0,0", line=livery.cream, width=1.6)
    pond = place(bird + place(wave, 0, 0, k), x, y)
    return ring + circle(x, y, r - 7.5 * k, livery.pattern) + both_ways(pond)

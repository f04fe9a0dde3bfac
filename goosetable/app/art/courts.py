"""The court cards: three double-headed figures, each dressed and coloured by its suit.

A figure is drawn once, as the upper half of the card with x = 0 down the middle, and turned round for the lower half.
The two halves meet in a slanting line, under a sash.
"""

from __future__ import annotations

from math import atan2, cos, degrees, pi, radians, sin
from typing import Final, NamedTuple

from goosetable.app.art.suits import suit
from goosetable.app.art.svg import circle, ellipse, group, linear, path, place, rect

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

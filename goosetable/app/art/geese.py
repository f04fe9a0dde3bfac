"""The geese of the deck: the standing goose, the three jokers, and the two backs."""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from goosetable.app.art.courts import GOLD, LINE, both_ways
from goosetable.app.art.suits import FOUR, SUITS, TWO, suit
from goosetable.app.art.svg import circle, ellipse, path, place, rect

BEAK: Final = "#ef8a24"
WIDTH, HEIGHT = 250, 350


# ---- the goose


WIDE, TALL = 116, 118
"""The box of a goose with its feet."""


def goose(
    body: str = "#ffffff",
    wing: str = "#e4e6ea",
    beak: str = BEAK,
    line: str = LINE,
    width: float = 2.2,
    feet: bool = True,
    awake: bool = True,
) -> str:
    """A goose in profile, looking left, in a box of WIDE x TALL; without `feet` it swims, and the box is as high as wide.

    awake: whether its eye is open.
    """
    outline = (
        "M31,33 C30,20 20,12 14,20 C9,13 17,3 28,4 C40,5 44,16 43,28 C42,42 37,50 39,58 "
        "C48,54 62,53 76,57 C90,60 102,56 115,47 C113,60 110,68 104,76 C98,90 84,99 66,99 "
        "C44,99 28,88 26,69 C25,56 32,46 31,33 Z"
    )
    bill = "M13.5,20.5 C8,20 3,23 0,27 C6,28 13,27.5 18,25.5 C20,22 18,18 15,17.5 C14,18.5 13.5,19.5 13.5,20.5 Z"
    folded = "M52,70 C62,62 78,63 88,68 C97,71 104,69 109,65 C104,80 92,88 78,89 C65,89 55,82 52,70 Z"
    plumes = "M66,76 C76,80 86,79 95,75 M71,83 C79,85 85,84 90,82"
    legs = "".join(_foot(x, beak) for x in (58, 75)) if feet else ""
    eye = circle(25.5, 14, 2.3, line) if awake else path("M22.6,13.4 C24,15.6 27,15.6 28.6,13.4", line=line, width=1.7)
    return (
        legs + path(outline, body, line, width) + path(bill, beak, line, width * 0.75)
        + path(folded, wing, line, width * 0.75) + path(plumes, line=line, width=width * 0.6)
        + eye
    )  # fmt: skip


def _foot(x: float, colour: str) -> str:
    toes = "".join(f" M{x},110 L{x + dx},{y}" for dx, y in ((-10, 115), (2, 116), (8, 114)))
    return path(f"M{x},96 L{x},110{toes}", line=colour, width=3.4)


def goose_head(colour: str, eye: str, beak: str = BEAK, line: str = "none", width: float = 1.2) -> str:
    """A head and neck looking left, in a box of about 24 x 24 round (0, 0)."""
    neck = "M6,12 C7,4 4,1 3,-3 C2,-9 -5,-11 -9,-6 C-10,-4 -9.5,-2 -9,-1 C-6,1 -4,2 -3.5,5 C-3,8 -4,10 -5,12 Z"
    bill = "M-8.6,-5.5 C-12,-5 -14,-3 -15,-1 C-12.5,-.2 -10.5,-.6 -8.8,-1.6 Z"
    return path(neck, colour, line, width) + path(bill, beak, line, width * 0.75) + circle(-4.6, -5.4, 1.1, eye)


# ---- the jokers


class Motley(NamedTuple):
    """A joker's colours: the index, the cap's two halves, its bells, the beak, and the signs at the foot."""

    ink: str
    left: str
    right: str
    bells: str
    beak: str
    signs: dict[str, str]


BRIGHT: Final = Motley("#c9252d", "#c9252d", "#26355d", GOLD, BEAK, FOUR)
SOBER: Final = Motley("#1d222c", "#3a3f4a", "#8a8f98", "#cfd2d8", "#8a8f98", dict.fromkeys(SUITS, TWO["S"]))
GREEN: Final = Motley("#3f6a1c", "#5f8233", "#8d3b5a", GOLD, BEAK, FOUR)
MOTLEY: Final = {"X": GREEN, "XH": BRIGHT, "XL": SOBER}


def joker(code: str) -> str:
    """The picture of a joker without its index: X has found a gooseberry, XH stands high, XL swims low."""
    motley = MOTLEY[code]
    bird = goose(beak=motley.beak, width=1.6, feet=code != "XL") + _ruff(motley) + cap_and_bells(motley)
    if code == "X":
        scene = _ground() + bird + gooseberry(11, 101, 11)
    elif code == "XH":
        scene = _plinth() + bird
    else:
        scene = bird + _water()
    x, y = (47, 88) if code == "XH" else (52, 98)
    signs = "".join(suit(which, 80 + i * 30, 300, 17, motley.signs[which]) for i, which in enumerate(SUITS))
    return place(scene, x, y, 1.36) + signs


def joker_bust(code: str) -> str:
    """A joker's head alone, for small and large-print cards, in a box of about 75 x 85 from (-2, -26)."""
    motley = MOTLEY[code]
    neck = "M31,33 C30,20 20,12 14,20 C9,13 17,3 28,4 C40,5 44,16 43,28 C42,42 39,48 41,58 L27,58 C28,48 32,42 31,33 Z"
    bill = "M13.5,20.5 C8,20 3,23 0,27 C6,28 13,27.5 18,25.5 C20,22 18,18 15,17.5 C14,18.5 13.5,19.5 13.5,20.5 Z"
    head = path(neck, "#ffffff", LINE, 1.8) + path(bill, motley.beak, LINE, 1.5) + circle(25.5, 14, 2.5, LINE)
    return head + _ruff(motley) + cap_and_bells(motley)


def cap_and_bells(motley: Motley) -> str:
    """The jester's cap, to fit the goose's head."""
    left = "M15,10 C8,2 8,-10 16,-20 C20,-14 24,-10 28,-8 C30,-2 29,0 28,2 C23,3 18,6 15,10 Z"
    right = "M41,12 C52,10 58,0 58,-12 C50,-12 40,-10 34,-8 C30,-4 29,0 28,2 C33,3 38,7 41,12 Z"
    brim = "M15,10 C22,2 34,2 42,12 L40,6 C34,-1 22,-1 15,5 Z"
    cap = path(left, motley.left, LINE, 1.3) + path(right, motley.right, LINE, 1.3)
    bells = circle(16, -22, 3.4, motley.bells, LINE, 1.1) + circle(59, -14, 3.4, motley.bells, LINE, 1.1)
    return cap + path(brim, motley.bells, LINE, 1.1) + bells


def gooseberry(x: float, y: float, r: float) -> str:
    """A ripe gooseberry of radius `r` with its veins and dry flower."""
    skin = "M0,-60 C40,-60 58,-30 58,0 C58,36 32,60 0,60 C-32,60 -58,36 -58,0 C-58,-30 -40,-60 0,-60 Z"
    veins = "M0,-58 C-18,-34 -18,36 0,58 M0,-58 C18,-34 18,36 0,58 M0,-58 C-38,-30 -42,20 -20,54 M0,-58 C38,-30 42,20 20,54"
    stalk = path("M0,-60 C-2,-74 -8,-82 -16,-88", line="#5d7a3c", width=7)
    berry = stalk + path(skin, "#b4cc52", LINE, 6) + path(veins, line="#e2efa0", width=4)
    return place(berry + path("M-9,60 L0,74 L9,60", line="#6b5030", width=6), x, y, r / 58)


def _ruff(motley: Motley) -> str:
    drops = (0, 1.6, 2.2, 1.6, 0)
    return "".join(
        ellipse(27.5 + i * 3.9, 47.5 + drop, 3, 4.4, motley.left if i % 2 else motley.bells, LINE, 0.9)
        for i, drop in enumerate(drops)
    )


def _ground() -> str:
    return ellipse(68, 115.5, 52, 5, "#e7dcc0")


def _plinth() -> str:
    top = rect(22, 114.5, 92, 7, GOLD, 2, LINE, 1.2)
    return ellipse(68, 138, 50, 4.5, "#e7dcc0") + rect(30, 121, 76, 17, "#f7dc8b", 1.5, LINE, 1.2) + top


def _water() -> str:
    pond = "M10,92 C30,86 48,95 68,90 C88,85 106,94 126,88 C124,104 98,110 68,110 C38,110 14,104 10,92 Z"
    waves = "M10,92 C30,86 48,95 68,90 C88,85 106,94 126,88 M26,100 C38,96 50,103 62,99 M76,102 C88,98 100,104 110,100"
    return path(pond, "#d3dae0") + path(waves, line="#8a95a1", width=1.8)


# ---- the backs


class Livery(NamedTuple):
    """A back's colours: ground, its lighter pattern, and the cream of frame and geese."""

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


def back(livery: Livery) -> str:
    """The back of a card without its blank: goose heads in a lattice round two geese, head to tail."""
    heads = both_ways("".join(_pattern_head(x, y, livery) for x, y in _head_spots()))
    return _panel(livery) + path(_lattice(STEP), line=livery.pattern, width=2.2) + heads + _medallion(livery, 66)


def back_small(livery: Livery) -> str:
    """The back for small cards: a coarser lattice, thicker frame and larger geese."""
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
        for column in range(-9, 10):
            x = WIDTH / 2 + column * STEP / 2
            y = HEIGHT / 2 + (row + column % 2 / 2) * STEP * SLOPE
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

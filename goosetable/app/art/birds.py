"""The birds at the table: goose, hen, owl and magpie, each drawn for a medallion of 200 x 200."""

from __future__ import annotations

from math import cos, pi, sin

from goosetable.app.art.pen import LINE, both, bust, disc, eye, lid, patch, pupil, shape, stroke
from goosetable.app.art.svg import circle


def goose() -> str:
    """In bonnet, shawl and spectacles: she taught half the parish to count."""
    plum, ribbon = "#8d3b5a", "#c9839e"
    shoulders = bust("C34,132 62,128 80,124 C92,121 112,121 124,125 C142,130 166,134", "#f7f5f0")
    shawl = bust("C36,136 58,134 76,140 C92,152 112,152 126,140 C144,133 166,138", plum, 152)
    folds = stroke(
        "M30,166 C52,156 70,156 86,166 M170,166 C150,154 132,156 118,166 "
        "M44,180 C60,172 78,174 92,184 M158,178 C142,172 124,174 110,184",
        ribbon,
        2.6,
    )
    neck = shape(
        "M82,136 C84,112 80,98 74,86 C66,70 70,42 94,34 C120,26 138,46 136,70 C135,92 124,106 124,136 C112,148 94,148 82,136 Z",
        "#fdfcf8",
    ) + stroke("M125,84 C122,98 117,108 118,134", "#d6d2c6")
    beak = (
        shape("M76,60 C62,60 44,68 30,82 C28,85 30,88 34,88 C48,92 66,92 80,84 Z", "#ef8a24")
        + stroke("M33,84 C48,82 62,80 77,74", "#a8560d", 2.4)
        + circle(64, 69, 1.8, "#a8560d")
    )
    bonnet = (
        shape("M93,40 C96,28 108,20 122,24 C140,28 148,48 142,68 C136,54 118,42 93,40 Z", plum)
        + stroke("M93,40 C118,42 136,54 142,68", "#f3dfe6", 4)
        + stroke("M138,70 C136,88 128,104 116,118", plum, 5)
    )
    return shoulders + shawl + folds + neck + beak + bonnet + _bow(plum) + _spectacled_eye()


def _bow(colour: str) -> str:
    loops = (
        "M104,128 C92,120 82,122 80,130 C84,138 96,136 104,128 Z M108,128 C120,120 130,122 132,130 C128,138 116,136 108,128 Z"
    )
    return disc(106, 126, 8, colour, 2.4) + shape(loops, colour, 2.4)


def _spectacled_eye() -> str:
    brass, glass = "#8a6a1c", "#dff1f4"
    brow = stroke("M88,50 C94,45 102,45 108,49", "#9a9384", 2.6)
    near = shape("M92,68 L116,68 C116,82 109,86 103,86 C97,86 92,79 92,68 Z", glass, 2.6, brass, 0.45)
    far = shape("M70,68 L90,68 C90,80 84,84 79,84 C74,84 70,78 70,68 Z", glass, 2.6, brass, 0.55)
    return pupil(98, 60, 5.6) + brow + far + near + stroke("M116,68 L134,64", brass, 2.6)


def hen() -> str:
    """A string of pearls and an anxious look: she keeps her low cards warm."""
    shoulders = bust("C38,130 60,122 72,112 L128,112 C140,122 164,130", "#b5562f")
    feathers = both(
        stroke("M40,150 C50,144 60,146 66,154 M54,166 C62,160 72,162 78,170 M30,164 C36,160 42,160 46,166", "#7f3314")
    )
    comb = shape("M74,48 C62,36 66,18 80,22 C82,8 102,6 104,20 C116,8 132,18 126,32 C140,32 142,46 128,54 Z", "#cf2f2f")
    head = shape("M100,40 C126,40 140,58 140,80 C140,108 126,132 100,132 C74,132 60,108 60,80 C60,58 74,40 100,40 Z", "#cf7040")
    throat = patch(
        "M62,96 C72,118 86,130 100,132 C114,130 128,118 138,96 C136,122 128,140 100,142 C72,140 64,122 62,96 Z",
        "#e59a64",
    )
    eyes = eye(78, 78, 11, 6, (2, 1)) + eye(122, 78, 11, 6, (-2, 1))
    brows = stroke("M64,64 C70,58 82,58 88,62 M112,62 C118,58 130,58 136,64", "#7f3314")
    beak = shape(
        "M100,82 C110,84 118,92 120,98 C112,104 106,112 100,118 C94,112 88,104 80,98 C82,92 90,84 100,82 Z", "#f0a93a"
    ) + stroke("M82,98 C94,102 106,102 118,98", "#9a6412", 2.4)
    wattles = shape(
        "M92,114 C82,120 84,138 93,138 C100,138 100,126 97,117 Z M108,114 C118,120 116,138 107,138 C100,138 100,126 103,117 Z",
        "#cf2f2f",
        2.6,
    )
    angles = [pi * (i + 0.5) / 9 for i in range(9)]
    pearls = "".join(disc(100 - 46 * cos(a), 136 + 26 * sin(a), 5.6, "#fff6e6", 2) for a in angles)
    return shoulders + feathers + comb + head + throat + eyes + brows + beak + wattles + pearls


def owl() -> str:
    """In a doctor's cap: remembers every card, and says so."""
    dark = "#4e3420"
    shoulders = bust("C36,128 52,120 62,112 L138,112 C148,120 166,128", "#7a5636")
    spots = ((62, 146), (84, 146), (50, 160), (73, 162), (62, 176), (86, 178))
    feathers = both("".join(stroke(f"M{x},{y} C{x + 4},{y + 8} {x + 12},{y + 8} {x + 16},{y}", dark, 2.6) for x, y in spots))
    head = shape(
        "M44,46 C52,52 64,54 74,52 L126,52 C136,54 148,52 156,46 C158,66 154,76 152,88 C150,118 128,134 100,134 "
        "C72,134 50,118 48,88 C46,76 42,66 44,46 Z",
        "#8d6742",
    )
    mask = shape(
        "M100,64 C84,50 58,58 56,84 C56,108 76,122 94,116 L100,124 L106,116 C124,122 144,108 144,84 C142,58 116,50 100,64 Z",
        "#e5cfa4",
        2.4,
    )
    eyes = both(disc(76, 86, 19, "#fffdf4", 4.4) + circle(76, 86, 15, "#f1b83f")) + "".join(
        circle(x, 86, 8.4, LINE) + circle(x - 3, 83, 2.6, "#ffffff") for x in (78, 122)
    )
    bridge = stroke("M95,86 C98,82 102,82 105,86", width=4)
    beak = shape(
        "M100,98 C106,100 108,106 106,112 C104,118 102,120 100,124 C98,120 96,118 94,112 C92,106 94,100 100,98 Z",
        "#d9932c",
    )
    brows = stroke("M62,60 L72,58 M138,60 L128,58", dark, 4)
    return shoulders + feathers + head + mask + eyes + bridge + beak + brows + _doctors_cap()


def _doctors_cap() -> str:
    gold = "#e8b64c"
    band = shape("M66,40 C80,34 120,34 134,40 L134,54 C120,48 80,48 66,54 Z", "#39304c")
    board = shape("M100,12 L162,32 L100,50 L38,32 Z", "#4a3f63") + circle(100, 31, 3.4, gold)
    return band + board + stroke("M100,31 L148,40 L150,62", gold) + shape("M145,62 L155,62 L156,76 L144,76 Z", gold, 2)


def magpie() -> str:
    """With another's coin in the beak: collects sets, and spoons."""
    night = "#232936"
    shoulders = bust("C36,130 58,124 70,112 L130,112 C144,122 164,130", "#1f2430")
    shirt = shape("M70,132 C84,150 116,150 130,132 C134,156 122,182 100,186 C78,182 66,156 70,132 Z", "#fbfaf4", 2.4)
    wings = stroke("M22,150 C34,150 44,158 48,172 M178,150 C166,150 156,158 152,172", "#3f6fae", 6)
    head = shape(
        "M106,30 C138,30 152,54 148,80 C146,100 142,118 132,136 C116,150 88,150 72,132 C72,116 70,104 68,92 "
        "C62,60 78,30 106,30 Z",
        night,
    )
    gleam = stroke("M84,58 C90,44 104,38 118,40", "#4c6aa3", 5) + stroke("M138,72 C140,92 134,112 124,128", "#3c7a72", 4)
    beak = shape("M74,66 C58,66 42,74 26,90 C44,96 62,96 76,88 Z", "#343a46")
    beak += stroke("M28,89 C46,86 60,84 75,79", "#1a1d26", 2.4)
    look = eye(94, 66, 9.5, 6, (-2, 0)) + lid(94, 66, 9.5, 0.2, night)
    brow = stroke("M82,54 C90,49 100,51 106,56", "#5a6478")
    return shoulders + shirt + wings + head + gleam + beak + _coin() + look + brow + disc(136, 96, 6, "#dfe7ee", 2.4)


def _coin() -> str:
    brown = "#a87414"
    rim = circle(30, 101, 9.5, "none", brown, 2)
    mark = stroke("M30,95 L30,107 M26,98 C28,95 33,95 34,98 M26,104 C28,107 33,107 34,104", brown, 1.8)
    return disc(30, 101, 14, "#e8b64c") + rim + mark

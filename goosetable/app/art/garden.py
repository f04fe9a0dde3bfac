"""What lives in the garden: hedgehog, toad, and the things that stand for people, from gooseberry to lantern.

People have a thing instead of a face, so that nobody is told what they look like.
"""

from __future__ import annotations

from math import cos, radians, sin

from goosetable.app.art.pen import LINE, both, bust, disc, eye, lid, pupil, shape, snout, stroke, tilted
from goosetable.app.art.svg import circle, doc, ellipse, path, place


def hedgehog() -> str:
    """A gooseberry on one spine: new to cards, lucky with gooseberries."""
    coat = bust("C38,140 62,140 78,134 L122,134 C138,140 162,140", "#a98a5f")
    ears = both(disc(54, 84, 13, "#c99b72") + circle(54, 85, 6.5, "#8a5f42"))
    head = shape(
        "M100,62 C128,62 146,80 146,102 C146,128 124,146 100,146 C76,146 54,128 54,102 C54,80 72,62 100,62 Z", "#f3dcb8"
    )
    fringe = shape(
        "M66,78 C76,64 88,72 100,62 C112,72 124,64 134,78 C124,76 112,80 100,74 C88,80 76,76 66,78 Z", "#6b4a35", 2.4
    )
    cheeks = both(ellipse(68, 116, 8, 5, "#e58b74", opacity=0.5))
    nose = ellipse(100, 114, 9, 7, LINE) + snout(97, 111)
    mouth = stroke("M100,121 L100,126 M88,128 C94,134 106,134 112,128", width=2.8)
    face = head + fringe + pupil(80, 98, 7.6) + pupil(120, 98, 7.6) + cheeks + nose + mouth
    return coat + _spines() + ears + face + _carried_berry()


def _spines() -> str:
    brown = "#6b4a35"
    points = []
    for i in range(31):
        a, r = radians(168 + i * 6.8), 80 if i % 2 else 60
        points.append(f"{100 + r * cos(a):.1f},{98 + r * sin(a):.1f}")
    fur = shape(f"M{' L'.join(points)} C150,140 120,150 100,150 C80,150 50,140 {points[0]} Z", brown)
    tips = ""
    for i in range(11):
        a = radians(190 + i * 16)
        x, y = cos(a), sin(a)
        tips += f"M{100 + 58 * x:.1f},{98 + 58 * y:.1f} L{100 + 68 * x:.1f},{98 + 68 * y:.1f} "
    return fur + stroke(tips, "#b08a68")


def _carried_berry() -> str:
    stalk = stroke("M140,24 C148,14 158,12 166,16 M142,24 C144,14 142,8 136,4", "#5d7a3c")
    veins = (
        "M142,22 C134,28 133,46 140,54 M142,22 C150,28 151,46 144,54 "
        "M130,28 C126,36 127,42 132,50 M154,28 C158,36 157,42 152,50"
    )
    berry = disc(142, 38, 17, "#b9cf5a") + stroke(veins, "#e4efa6", 2) + stroke("M138,54 L142,60 L146,54", width=2.4)
    return place(stalk + berry, 38, 26, 0.74)


def toad() -> str:
    """Top hat and monocle: rash, and enjoys it."""
    coat = bust("C36,140 58,138 70,132 L130,132 C142,138 164,140", "#4a3558")
    shirt = shape("M76,134 L100,190 L124,134 Z", "#f3ead6")
    shirt += shape("M100,150 L90,158 L100,184 L110,158 Z", "#c99a2c")
    head = shape(
        "M46,66 C40,44 66,34 78,50 C90,58 110,58 122,50 C134,34 160,44 154,66 C172,82 174,104 164,118 "
        "C150,138 124,144 100,144 C76,144 50,138 36,118 C26,104 28,82 46,66 Z",
        "#7f9a45",
    )
    chin = shape("M36,112 C56,134 144,134 164,112 C160,134 130,146 100,146 C70,146 40,134 36,112 Z", "#cfd48a", 2.4)
    mouth = stroke("M34,108 C56,124 144,124 166,104 C168,100 166,98 164,100", width=3.4)
    warts = ((58, 86, 4), (70, 94, 3), (142, 86, 3.4), (132, 96, 4), (100, 74, 3.4), (110, 66, 2.6), (46, 96, 3))
    spots = "".join(circle(x, y, r, "#5d7430") for x, y, r in warts)
    nostrils = both(stroke("M94,92 L92,95", "#46591f", 3.4))
    eyes = eye(62, 58, 14, 6.4, (2, 2)) + lid(62, 58, 14, 0.28, "#6b853a") + eye(138, 58, 14, 6.4, (-1, 2))
    monocle = circle(138, 58, 19, "none", "#e8b64c", 4) + stroke("M152,72 C162,92 162,118 156,146", "#e8b64c", 2.4)
    return coat + shirt + head + chin + mouth + spots + nostrils + eyes + monocle + _top_hat()


def _top_hat() -> str:
    crown = shape("M74,42 L78,8 C92,4 112,4 124,8 L126,42 C112,36 88,36 74,42 Z", "#2c2434")
    band = shape("M74,42 L75.5,30 C90,25 110,25 125,30 L126,42 C112,36 88,36 74,42 Z", "#8c2f3d", 2.4)
    brim = shape("M56,46 C70,34 130,34 144,46 C130,42 118,42 100,42 C82,42 70,42 56,46 Z", "#3a3046")
    return crown + band + brim


# ---- things for people


def gooseberry() -> str:
    """One ripe gooseberry: the usual mark of the person at the keyboard."""
    stalk = stroke("M100,44 C96,30 88,22 76,20 M100,44 C108,30 120,26 132,30", "#5d7a3c", 5)
    skin = "M100,44 C140,44 158,74 158,104 C158,140 132,164 100,164 C68,164 42,140 42,104 C42,74 60,44 100,44 Z"
    veins = (
        "M100,46 C82,70 82,140 100,162 M100,46 C118,70 118,140 100,162 "
        "M100,46 C62,74 58,124 80,158 M100,46 C138,74 142,124 120,158"
    )
    flower = shape("M88,164 L100,182 L112,164 L100,170 Z", "#8a6a3c")
    shine = tilted(ellipse(74, 82, 9, 14, "#f4fad2", opacity=0.7), 24, 74, 82)
    return stalk + shape(skin, "#b4cc52", 4) + stroke(veins, "#e2efa0", 4) + flower + shine


def teacup() -> str:
    china, handle = "#f8f4ea", "M140,86 C172,80 174,124 136,124"
    cup = shape("M44,76 L148,76 C148,120 132,146 96,146 C60,146 44,120 44,76 Z", china, 4)
    tea = ellipse(96, 76, 52, 11, "#b5763a", LINE, 4)
    band = stroke("M48,96 C72,106 120,106 145,96", "#2f6f9f", 5)
    saucer = stroke("M36,156 C70,168 124,168 158,156", china, 9)
    steam = stroke("M80,56 C72,46 86,40 80,28 M108,56 C100,46 114,40 108,28", china, 5)
    return stroke(handle, LINE, 16) + stroke(handle, china, 9) + cup + tea + band + saucer + steam


def acorn() -> str:
    nut = shape("M100,170 C72,160 58,132 58,96 L142,96 C142,132 128,160 100,170 Z", "#c98f45", 4)
    cup = shape("M50,96 C44,70 66,54 100,54 C134,54 156,70 150,96 C130,104 70,104 50,96 Z", "#7a5230", 4)
    scales = stroke("M60,82 L72,94 M72,68 L92,94 M92,60 L114,94 M114,60 L134,90 M132,68 L144,82", "#a87f52")
    return (
        nut
        + cup
        + stroke("M100,54 C98,44 102,36 110,30", width=7)
        + scales
        + stroke("M78,112 C78,130 84,144 92,152", "#efc98c", 5)
    )


def feather() -> str:
    vane = shape("M52,160 C60,100 92,50 150,36 C158,88 130,128 78,140 Z", "#f8f4ea", 4)
    barbs = "M84,118 L72,104 M98,100 L88,84 M114,82 L108,64 M90,112 L112,118 M106,94 L130,98 M122,76 L146,76"
    return vane + stroke("M40,176 C64,130 100,86 148,40", "#8a7a5c", 4) + stroke(barbs, "#c9bda4")


def pear() -> str:
    fruit = "M100,56 C116,56 120,72 126,92 C134,108 152,116 152,138 C152,160 128,172 100,172 C72,172 48,160 48,138 "
    fruit += "C48,116 66,108 74,92 C80,72 84,56 100,56 Z"
    leaf = shape("M104,46 C112,26 138,22 156,30 C150,50 126,58 104,46 Z", "#6f8f3a")
    shine = tilted(ellipse(74, 128, 9, 16, "#fbf0b4", opacity=0.75), 18, 74, 128)
    blush = ellipse(124, 140, 18, 22, "#d98a3a", opacity=0.35)
    return stroke("M100,58 C98,46 100,36 106,28", "#5d4326", 6) + leaf + shape(fruit, "#d9b93c", 4) + blush + shine


def thimble() -> str:
    cap = shape("M60,150 L68,66 C72,46 128,46 132,66 L140,150 C128,160 72,160 60,150 Z", "#c8ced6", 4)
    rim = shape("M54,146 C72,160 128,160 146,146 L148,162 C128,176 72,176 52,162 Z", "#e6eaee", 4)
    rows = [(72, 74, 5), (92, 71, 6), (112, 69, 6), (132, 67, 7)]
    pits = "".join(
        circle(left + (200 - 2 * left) * i / (count - 1), y, 3.4, "#7d8794") for y, left, count in rows for i in range(count)
    )
    return cap + pits + rim + stroke("M72,68 C78,56 92,53 100,53", "#f6f8fa", 4)


def key() -> str:
    brass = "#d9a63a"
    bow = circle(76, 66, 30, "none", LINE, 20) + circle(76, 66, 30, "none", brass, 13)
    shank = stroke("M98,88 L152,142", LINE, 17) + stroke("M98,88 L152,142", brass, 10)
    bits = "M140,130 L122,148 M154,144 L136,162"
    return shank + stroke(bits, LINE, 15) + stroke(bits, brass, 8) + bow + stroke("M60,54 C64,46 72,42 80,42", "#fbe3a4", 4)


def lantern() -> str:
    glass = shape("M66,74 L134,74 L142,150 L58,150 Z", "#ffe9a8", 4)
    flame = shape("M100,90 C112,106 116,118 112,128 C110,140 90,140 88,128 C84,116 96,106 100,90 Z", "#e8903c", 2.4)
    roof = shape("M58,76 L74,52 L126,52 L142,76 Z", "#4a4a5c", 4)
    foot = shape("M52,150 L148,150 L152,168 L48,168 Z", "#4a4a5c", 4)
    bars = stroke("M82,76 L78,150 M118,76 L122,150", "#4a4a5c", 4)
    return stroke("M78,52 C78,20 122,20 122,52", width=6) + glass + flame + bars + roof + foot


# ---- an ornament


def sprig() -> str:
    """A sprig of gooseberries for quiet corners: a whole drawing, 240 x 224."""
    twig = path("M6,20 C50,18 110,26 176,50", line="#6b4a2c", width=5)
    leaves = _leaf(46, 20, -24, 0.95, "#5f8233") + _leaf(110, 30, 20, 0.8) + _leaf(172, 50, 74, 0.9, "#7fa044")
    stalks = stroke("M62,22 C60,36 58,46 58,54 M110,30 C112,48 114,58 114,66 M146,40 C148,50 150,56 152,62", "#5d7a3c")
    berries = _berry(57, 84, 30, "#b4cc52") + _berry(115, 104, 37, "#bfd35e") + _berry(154, 84, 22, "#a8c04a")
    return doc(240, 224, twig + leaves + stalks + berries, top=-44)


def _berry(x: float, y: float, r: float, colour: str) -> str:
    skin = "M0,-60 C40,-60 58,-30 58,0 C58,36 32,60 0,60 C-32,60 -58,36 -58,0 C-58,-30 -40,-60 0,-60 Z"
    veins = "M0,-58 C-18,-34 -18,36 0,58 M0,-58 C18,-34 18,36 0,58 M0,-58 C-38,-30 -42,20 -20,54 M0,-58 C38,-30 42,20 20,54"
    shine = tilted(ellipse(-26, -22, 9, 14, "#f4fad2", opacity=0.7), 24, -26, -22)
    berry = shape(skin, colour, 4) + stroke(veins, "#e2efa0", 4) + stroke("M-8,60 L0,74 L8,60", "#6b5030", 6) + shine
    return place(berry, x, y, r / 58)


def _leaf(x: float, y: float, angle: float, scale: float, colour: str = "#6f8f3a") -> str:
    blade = (
        "M0,0 C-8,-10 -24,-10 -26,-22 C-18,-24 -20,-34 -26,-40 C-14,-42 -8,-50 0,-58 "
        "C8,-50 14,-42 26,-40 C20,-34 18,-24 26,-22 C24,-10 8,-10 0,0 Z"
    )
    veins = "M0,-2 L0,-46 M0,-14 L-14,-24 M0,-14 L14,-24 M0,-30 L-10,-38 M0,-30 L10,-38"
    return place(shape(blade, colour, 2.4) + stroke(veins, "#a9c46a", 1.8), x, y, scale, angle)

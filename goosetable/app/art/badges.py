"""The marks that lie at a seat: badges, the Red Fox's chip, trump and rank marks, and the dealer's egg.

Badges are whole drawings of 100 x 100; the egg is 78 x 100.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from goosetable.app.art.geese import goose_head
from goosetable.app.art.pen import LINE, patch, shape, stroke
from goosetable.app.art.suits import RANKS, SUITS, colours, letter, suit
from goosetable.app.art.svg import circle, doc, mirrored, path, place, radial

BADGES: Final = ("goose", "ass", "redfox", "whitefox", *SUITS, *RANKS)


def badge(kind: str, four: bool = False) -> str:
    """An enamel badge: "goose", "ass", "redfox", "whitefox", a suit ("S") or a rank ("T").

    The Red Fox is the chip itself. `four` colours suits in four colours. Raises ValueError for any other kind.
    """
    if kind == "redfox":
        return chip()
    if kind == "goose":
        return _enamel("#ffe3a0", "#d99a24", place(goose_head("#fffdf6", LINE, "#e0661a", LINE), 56, 50, 2.55))
    if kind == "ass":
        return _enamel("#b9c7d6", "#5f7388", _ass_face())
    if kind == "whitefox":
        return _enamel("#56707c", "#2c4450", place(_fox_face("#f4f3ef", "#ffffff"), 14, 14, 0.72))
    if kind in SUITS:
        return _enamel("#fffdf6", "#eadbb9", suit(kind, 50, 50, 56, colours(four)[kind]), rim="#c9a24a")
    if kind in RANKS:
        return _enamel("#fffdf6", "#eadbb9", letter(kind, 50, 26, 48, "#2b201c", 15), rim="#c9a24a")
    raise ValueError(f"no badge of the kind {kind!r}")


def chip() -> str:
    """The Red Fox's chip: a clay chip with eight cream spots and the fox in the middle, 100 x 100."""
    clay = circle(50, 50, 48, "#7c1a18", "#2a1a12", 2) + circle(50, 47, 46, "#b4302a")
    spots = "".join(_spot(pi / 4 * i) for i in range(8))
    field = circle(50, 47, 35, "#8c2a22", "#fdf6e6", 2)
    return doc(100, 100, clay + spots + field + place(_fox_face("#e2722a", "#fdf1df"), 21, 17, 0.58))


def medal(given: bool) -> str:
    """A small medal for one sign in its middle, or the dashed ring where it may come to lie; 100 x 100."""
    if given:
        return doc(100, 100, circle(50, 50, 47, "#a87d2c", "#5c4526", 3) + circle(50, 50, 36, "#fffaf0", "#7d5c22", 2))
    ends = [(50 + 44 * cos(pi * i / 12), 50 + 44 * sin(pi * i / 12)) for i in range(24)]
    dashes = [f"M{x:.1f},{y:.1f} L{u:.1f},{v:.1f}" for (x, y), (u, v) in zip(ends[::2], ends[1::2], strict=True)]
    return doc(100, 100, path(" ".join(dashes), line="#a99a78", width=4))


def egg() -> str:
    """The dealer's mark: a speckled goose egg with a D."""
    shell = shape("M39,3 C58,3 75,36 75,60 C75,82 60,97 39,97 C18,97 3,82 3,60 C3,36 20,3 39,3 Z", "url(#shell)", 4, "#5c4526")
    capital = path("M30,40 L30,76 L38,76 C50,76 56,68 56,58 C56,48 50,40 38,40 Z", line="#5c3a1c", width=6.5)
    speckles = "".join(circle(x, y, 1.8, "#b59a66") for x, y in ((22, 28), (52, 24), (16, 66), (62, 78), (34, 88)))
    return doc(78, 100, shell + capital + speckles, radial("shell", 30, 36, 62, "#fffdf4", "#dcc9a0"))


def _enamel(inner: str, outer: str, picture: str, rim: str = "#fff3cf") -> str:
    disc = circle(50, 50, 48, "url(#enamel)", "#2a1a12", 3) + circle(50, 50, 44.5, "none", rim, 1.8)
    return doc(100, 100, disc + picture, radial("enamel", 40, 32, 66, inner, outer))


def _spot(angle: float) -> str:
    corners = ((38, -0.16), (46, -0.16), (46, 0.16), (38, 0.16))
    points = [f"{50 + r * cos(angle + turn):.1f},{47 + r * sin(angle + turn):.1f}" for r, turn in corners]
    return patch(f"M{' L'.join(points)} Z", "#fdf6e6")


def _fox_face(fur: str, cheek: str) -> str:
    """A fox's face in a box of 100 x 100."""
    ears = mirrored(shape("M34,46 L28,8 L58,28 Z", fur), 100)
    head = (
        "M50,22 C70,22 84,34 86,50 C88,56 92,60 96,62 C86,70 74,72 66,78 C58,90 54,92 50,92 C46,92 42,90 34,78 "
        "C26,72 14,70 4,62 C8,60 12,56 14,50 C16,34 30,22 50,22 Z"
    )
    cheeks = (
        "M4,62 C16,58 34,58 42,68 C46,76 49,82 50,92 C51,82 54,76 58,68 C66,58 84,58 96,62 C86,70 74,72 66,78 "
        "C58,90 54,92 50,92 C46,92 42,90 34,78 C26,72 14,70 4,62 Z"
    )
    return (
        ears
        + shape(head, fur)
        + patch(cheeks, cheek)
        + stroke("M26,50 L40,54 M74,50 L60,54", width=6)
        + circle(50, 84, 6.5, LINE)
    )


def _ass_face() -> str:
    hide = "#efe9e0"
    ears = mirrored(shape("M36,46 C26,36 22,22 24,8 C36,14 44,28 46,40 Z", hide), 100)
    head = shape(
        "M50,32 C64,32 70,42 68,54 C66,64 66,70 64,78 C62,88 56,91 50,91 C44,91 38,88 36,78 C34,70 34,64 32,54 "
        "C30,42 36,32 50,32 Z",
        hide,
    )
    muzzle = patch("M36,72 C40,66 60,66 64,72 C64,86 58,91 50,91 C42,91 36,86 36,72 Z", "#b39a94")
    eyes = circle(42, 50, 3.4, LINE) + circle(58, 50, 3.4, LINE)
    return ears + head + muzzle + eyes + circle(44, 80, 2.4, LINE) + circle(56, 80, 2.4, LINE)

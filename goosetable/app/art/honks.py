"""The goose in full voice, and what flies about then: lines of the honk, and a feather."""

from __future__ import annotations

from typing import Final

from goosetable.app.art.courts import LINE
from goosetable.app.art.geese import BEAK, goose
from goosetable.app.art.svg import circle, doc, group, path

WIDE, TALL = 130, 124
"""The box of either goose."""
LINES: Final = (36, 58)
FEATHER: Final = 200


def walking(right: bool = False) -> str:
    """The goose with its beak shut, looking left or right: a whole drawing of WIDE x TALL."""
    return doc(WIDE, TALL, _facing(group(goose(width=1.8), "translate(6,2)"), WIDE, right))


def honking(right: bool = False) -> str:
    """The same with its beak open and its neck stretched."""
    legs = "".join(
        path(f"M{x},96 L{x},110 M{x},110 L{x - 10},115 M{x},110 L{x + 2},116 M{x},110 L{x + 8},114", line=BEAK, width=3.4)
        for x in (58, 75)
    )
    body = (
        "M31,33 C30,20 20,12 14,20 C9,13 17,3 28,4 C40,5 44,16 43,28 C42,42 37,50 39,58 C48,54 62,53 76,57 "
        "C90,60 102,56 115,47 C113,60 110,68 104,76 C98,90 84,99 66,99 C44,99 28,88 26,69 C25,56 32,46 31,33 Z"
    )
    upper = "M15,13 C9,8 3,7 -4,9 C0,14 7,17 13.5,18.5 Z"
    lower = "M14.5,20.5 C9,21 3,24 -1,29 C7,31 14,29 19,25 C18,22.5 16.5,21 14.5,20.5 Z"
    throat = "M14,18.6 L14.6,20.6 C10,20.4 5,21 2,22.6 C5,19 9,18 14,18.6 Z"
    wing = "M52,70 C62,62 78,63 88,68 C97,71 104,69 109,65 C104,80 92,88 78,89 C65,89 55,82 52,70 Z"
    plumes = path("M66,76 C76,80 86,79 95,75 M71,83 C79,85 85,84 90,82", line=LINE, width=1.2)
    brow = path("M22,7.4 C24,6.2 27,6.2 29,7.6", line=LINE, width=1.5)
    drawn = legs + path(body, "#ffffff", LINE, 1.8) + path(upper, BEAK, LINE, 1.4) + path(lower, BEAK, LINE, 1.4)
    drawn += path(throat, "#8c2f3d") + path(wing, "#e4e6ea", LINE, 1.4) + plumes + circle(25.5, 13, 2.6, LINE) + brow
    return doc(WIDE, TALL, _facing(group(drawn, "translate(6,2)"), WIDE, right))


def lines(colour: str, right: bool = False) -> str:
    """Three arcs that go out to the left or right: a whole drawing of LINES."""
    arcs = "M34,16 C27,22 27,36 34,42 M24,9 C13,19 13,39 24,49 M14,3 C0,17 0,41 14,55"
    return doc(*LINES, _facing(path(arcs, line=colour, width=3), LINES[0], right))


def _facing(body: str, wide: float, right: bool) -> str:
    return group(body, f"translate({wide:g},0) scale(-1,1)") if right else body


def feather(angle: float) -> str:
    """A small feather, turned clockwise: a whole drawing of FEATHER x FEATHER."""
    vane = path("M52,160 C60,100 92,50 150,36 C158,88 130,128 78,140 Z", "#fbf7ee", LINE, 5)
    quill = path("M40,176 C64,130 100,86 148,40", line="#8a7a5c", width=6)
    barbs = path("M84,118 L72,104 M98,100 L88,84 M90,112 L112,118 M106,94 L130,98", line="#c9bda4", width=4)
    return doc(FEATHER, FEATHER, group(vane + quill + barbs, f"rotate({angle:g} 100 100)"))

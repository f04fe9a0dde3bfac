"""The face of one who has just been given a trick: wide eyes, raised brows, a small round mouth; drawn over a portrait."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.art.pen import LINE, eye, stroke
from goosetable.app.art.svg import ellipse


class Features(NamedTuple):
    """Where a face has them, in a medallion of 200 x 200. eyes: middle and radius of each. mouth: its middle, if it shows."""

    eyes: tuple[tuple[float, float, float], ...]
    mouth: tuple[float, float] | None = None
    brow: str = LINE


FACES: Final = {
    "goose": Features(((98, 58, 11),)),
    "fox": Features(((70, 90, 14), (130, 90, 14)), (100, 149), "#8f3c10"),
    "ass": Features(((81, 100, 13), (119, 100, 13)), (100, 161)),
    "hen": Features(((78, 77, 14), (122, 77, 14)), None, "#7f3314"),
    "owl": Features(((76, 86, 20), (124, 86, 20)), None, "#4e3420"),
    "badger": Features(((76, 88, 12), (124, 88, 12)), (100, 153), "#f8f4ea"),
    "hedgehog": Features(((80, 97, 13), (120, 97, 13)), (100, 131)),
    "cat": Features(((74, 92, 15), (126, 92, 15)), (100, 130), "#a8621b"),
    "toad": Features(((62, 58, 16), (138, 58, 16)), (100, 119)),
    "hare": Features(((78, 93, 14), (122, 93, 14)), None, "#7d5226"),
    "mole": Features(((74, 84, 14), (126, 84, 14)), (100, 136)),
    "magpie": Features(((94, 65, 13),), None, "#5a6478"),
    "gooseberry": Features(((78, 98, 16), (122, 98, 16)), (100, 134)),
    "teacup": Features(((76, 108, 12), (116, 108, 12)), (96, 131)),
    "acorn": Features(((82, 116, 13), (118, 116, 13)), (100, 144)),
    "feather": Features(
        ((96, 98, 11), (122, 80, 11)),
    ),
    "pear": Features(((80, 122, 14), (120, 122, 14)), (100, 152)),
    "thimble": Features(((82, 102, 14), (118, 102, 14)), (100, 133)),
    "key": Features(
        ((62, 66, 12), (90, 66, 12)),
    ),
    "lantern": Features(((84, 104, 13), (116, 104, 13)), (100, 134)),
}


def startled(who: str) -> str:
    """What is drawn over the portrait of a character or a thing. Raises KeyError for any other name."""
    features = FACES[who]
    drawn = ""
    for x, y, r in features.eyes:
        top = y - r - 7
        drawn += eye(x, y, r, 0.34 * r, (0, 0))
        drawn += stroke(
            f"M{x - r},{top + 3} C{x - r / 2},{top - 4} {x + r / 2},{top - 4} {x + r},{top + 3}", features.brow, 3.8
        )
    if features.mouth is not None:
        drawn += ellipse(*features.mouth, 7, 6, LINE)
    return drawn

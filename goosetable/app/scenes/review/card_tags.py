"""The tags of cards on the table of a review: beside their card, where they cover no index, no seat and no other tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import SMALL_UNDER
from goosetable.app.render.geometry import Area
from goosetable.app.table import captions

SMALLEST: Final = 10.5
"""Pixels of the letters to which a tag shrinks before it covers anything."""
GAP: Final = 3.0
"""Pixels between a tag and its card."""


class Tag(NamedTuple):
    """Words about a card, its box, the colour of their edge, and whether they stand over it where they can, or under it."""

    words: str
    card: Area
    tone: str
    over: bool


def index(card: Area) -> Area:
    """About where rank and suit of a card stand; those of a small card fill its left side."""
    wide, high = (0.55, 0.62) if card.h < SMALL_UNDER else (0.26, 0.3)
    return Area(card.x, card.y, wide * card.w, high * card.h)


def draw(canvas: Canvas, tags: Sequence[Tag], cloth: Area, lying: Sequence[Area], px: float) -> None:
    """Draws tags within the cloth, where nothing lies; one for which there is no room is left out, since its card has a ring.

    px: the size of their letters at most.
    """
    covered = list(lying)
    for tag in tags:
        area, small = _place(canvas, tag, cloth, covered, px)
        if area is not None:
            captions.tag(canvas, tag.words, area.centre.x, area.y + 0.875 * small, small, cloth.x, cloth.right, tag.tone)
            covered.append(area)


def _place(canvas: Canvas, tag: Tag, cloth: Area, lying: Sequence[Area], px: float) -> tuple[Area | None, float]:
    """The first free place, if there is one, and the size of the letters there."""
    for small in (px, *[px - step for step in range(1, int(px - SMALLEST) + 1)], SMALLEST):
        for area in _beside(tag, canvas.width(tag.words, small) + 1.4 * small, 1.75 * small, cloth):
            if not any(area.meets(other) for other in (*lying, index(tag.card))):
                return area, small
    return None, SMALLEST


def _beside(tag: Tag, w: float, h: float, cloth: Area) -> Iterator[Area]:
    """Where it may stand: over or under its card, in the middle or to one side, left and right of it, and at its corners."""
    card = tag.card
    over, under = card.y - GAP - h, card.bottom + GAP
    places = [(x, y) for y in ((over, under) if tag.over else (under, over))
              for x in (card.centre.x - w / 2, card.right - w, card.x)]  # fmt: skip
    levels = (card.centre.y - h / 2, card.bottom - h, card.y, card.y - h / 2, card.bottom - h / 2)
    places += [(x, y) for y in levels for x in (card.right + GAP, card.x - GAP - w)]
    for x, y in places:
        yield Area(max(cloth.x, min(x, cloth.right - w)), max(cloth.y, min(y, cloth.bottom - h)), w, h)

"""A remark in a cream bubble beside its speaker, covering nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Point
from goosetable.app.table.company.free_places import FreePlace, free_place, place_apart
from goosetable.app.table.stage import Stage

WIDTHS: Final = (110, 150, 240, 84)
"""Line widths that are tried for the words, in units of text."""
LEAD: Final = 1.25
EVEN: Final = (1.1, 1.25, 1.4)
"""Widths that are tried for even lines, in equal shares of the text: no word is left alone in the last one."""


SMALLER: Final = (0.84, 0.7, 0.58, 0.48)
"""Parts of the usual size of the words that are tried apart from the seat."""
LEAST: Final = 10.0  # pixels of text
FACE: Final = 2.2
"""Width of the speaker's portrait in a bubble apart from the seat, with the gap beside it, in sizes of the words."""


class Bubble(NamedTuple):
    """A bubble that has found its place: its lines, and the size of the words."""

    place: FreePlace
    lines: list[str]
    px: float


def bubble_place(canvas: Canvas, stage: Stage, seat: int, words: str) -> Bubble | None:
    """Returns a free place for the words of a seat, with their lines, or None. Apart from the seat they may be smaller."""
    px = bubble_px(stage)
    for w, h, lines in _tried(canvas, words, px):
        if found := free_place(stage, seat, [(w, h)], 0.7 * px):
            return Bubble(found, lines, px)
    for small in (px, *(part * px for part in SMALLER if part * px > LEAST)):
        for w, h, lines in _tried(canvas, words, small):
            if found := place_apart(stage, w + FACE * small, max(h, FACE * small)):
                return Bubble(found, lines, small)
    return None


def _tried(canvas: Canvas, words: str, px: float) -> Iterator[tuple[float, float, list[str]]]:
    """Yields width and height of the bubble for each way of breaking the words into lines."""
    for wide in WIDTHS:
        lines = canvas.wrap(words, wide * px / 15, px, "sans")
        evened = (canvas.wrap(words, part * canvas.width(words, px, "sans") / len(lines), px, "sans") for part in EVEN)
        lines = next((even for even in evened if len(even) == len(lines)), lines)
        w = max(canvas.width(line, px, "sans") for line in lines) + 1.5 * px
        yield w, len(lines) * LEAD * px + 0.9 * px, lines


def bubble_px(stage: Stage) -> float:
    """Returns the size of the words."""
    return max(11.0, min(15 * stage.layout.t, 0.034 * stage.layout.h))


def draw_bubble(canvas: Canvas, stage: Stage, seat: int, who: str, bubble: Bubble) -> None:
    """Draws the bubble, its tail towards the seat's medallion; apart from the seat, with the portrait `who` in it."""
    found, lines, px = bubble
    t, area, at = canvas.theme, found.area, stage.seat_place(seat)
    assert at is not None
    r = min(area.h / 2, 0.8 * px)
    canvas.shadow(area.x, area.y, area.w, area.h, r, 5, 3, 120)
    canvas.box(area.x, area.y, area.w, area.h, r, t.cream)
    x, y = area.x + 0.75 * px, area.centre.y - len(lines) * LEAD * px / 2 - 0.05 * px
    if found.side == "apart":
        canvas.portrait(who, area.x + 0.25 * px + FACE * px / 2, area.centre.y, (FACE - 0.2) * px)
        x += FACE * px
    else:
        canvas.polygon(t.cream, _tail(area, found.side, Point(at.x, at.y), px, r))
    canvas.lines(lines, x, y, px, t.ink, "sans", LEAD)


def _tail(area: Area, side: str, at: Point, px: float, r: float) -> list[tuple[float, float]]:
    """Returns a small triangle on the edge nearest to the medallion."""
    out, half = 0.6 * px, 0.42 * px
    if side in ("left", "right"):
        y = min(max(at.y, area.y + r + half), area.bottom - r - half) if area.h > 2 * (r + half) else area.centre.y
        edge, tip = (area.right - 1, area.right + out) if side == "left" else (area.x + 1, area.x - out)
        return [(edge, y - half), (tip, y), (edge, y + half)]
    x = min(max(at.x, area.x + r + half), area.right - r - half)
    edge, tip = (area.bottom - 1, area.bottom + out) if side == "above" else (area.y + 1, area.y - out)
    return [(x - half, edge), (x, tip), (x + half, edge)]

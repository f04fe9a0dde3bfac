"""A remark in a cream bubble beside the one who says it, where nothing else lies."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Point
from goosetable.app.table.company.free_places import FreePlace, spot
from goosetable.app.table.stage import Stage

WIDTHS: Final = (110, 150, 240, 84)
"""Units of text, at which the words are tried."""
LEAD: Final = 1.25
EVEN: Final = (1.1, 1.25, 1.4)
"""How much wider than their even part lines are tried, so that no word stands alone in the last one."""


def place(canvas: Canvas, stage: Stage, seat: int, words: str) -> tuple[FreePlace, list[str]] | None:
    """Where the words of a seat find room, and in which lines; or nothing."""
    px = size(stage)
    for wide in WIDTHS:
        lines = canvas.wrap(words, wide * px / 15, px, "sans")
        evened = (canvas.wrap(words, part * canvas.width(words, px, "sans") / len(lines), px, "sans") for part in EVEN)
        lines = next((tried for tried in evened if len(tried) == len(lines)), lines)
        w = max(canvas.width(line, px, "sans") for line in lines) + 1.5 * px
        h = len(lines) * LEAD * px + 0.9 * px
        found = spot(stage, seat, [(w, h)], 0.7 * px)
        if found is not None:
            return found, lines
    return None


def size(stage: Stage) -> float:
    """The size of the words."""
    return max(11.0, min(15 * stage.layout.t, 0.034 * stage.layout.h))


def draw(canvas: Canvas, stage: Stage, seat: int, found: FreePlace, lines: list[str]) -> None:
    """The bubble, its tail towards the medallion of the seat."""
    t, px, area, at = canvas.theme, size(stage), found.area, stage.seat_place(seat)
    assert at is not None
    r = min(area.h / 2, 0.8 * px)
    canvas.shadow(area.x, area.y, area.w, area.h, r, 5, 3, 120)
    canvas.box(area.x, area.y, area.w, area.h, r, t.cream)
    pygame.draw.polygon(canvas.dst, t.cream, _tail(area, found.side, Point(at.x, at.y), px, r))
    y = area.y + 0.4 * px
    canvas.lines(lines, area.x + 0.75 * px, y, px, t.ink, "sans", LEAD)


def _tail(area: Area, side: str, at: Point, px: float, r: float) -> list[tuple[float, float]]:
    """A small triangle on the edge that is nearest to the medallion."""
    out, half = 0.6 * px, 0.42 * px
    if side in ("left", "right"):
        y = min(max(at.y, area.y + r + half), area.bottom - r - half) if area.h > 2 * (r + half) else area.centre.y
        edge, tip = (area.right - 1, area.right + out) if side == "left" else (area.x + 1, area.x - out)
        return [(edge, y - half), (tip, y), (edge, y + half)]
    x = min(max(at.x, area.x + r + half), area.right - r - half)
    edge, tip = (area.bottom - 1, area.bottom + out) if side == "above" else (area.y + 1, area.y - out)
    return [(x - half, edge), (x, tip), (x + half, edge)]

"""What stands beside the name at the title: the sprig, and the shelf with a goose for each game won."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.engine.words import phrases

GOLDEN: Final = ("#f2b93b", "#d99a24")
"""Body and wing of a Golden Goose."""
TEN: Final = 1.75
"""How much larger the goose is that stands for ten."""
STEP: Final = 0.86
"""How far apart they stand, of their width."""
MOST: Final = 12
"""Large geese on the shelf at most; the line under it tells all."""


def draw(
    canvas: Canvas, area: pygame.Rect, top: float, u: float, taken: float, tile_top: float, tagged: bool, won: int
) -> None:
    """Draws them to the left and right of the name, where there is room.

    top: the y of what scrolls. taken: the width of name and line, in pixels. tile_top: where the games begin, in units under
    `top`. tagged: whether there is a line under the name, and so one under the shelf. won: games, by the person here.
    """
    from goosetable.app.art import portraits  # drawings are not needed for the first frame

    side = (area.w - taken) / 2 - 12 * u
    if side < 90 * u:
        return
    w = min(side, 218 * u, (tile_top + 20) * u)
    canvas.svg(portraits.sprig(), area.x + 26 * u, top - 2 * u, w, w * 224 / 240)
    if won:
        below, above = (40 * u, 24 * u) if tagged else (19 * u, 8 * u)
        y, right, wide = top + tile_top * u - below, area.right - 20 * u, side - 28 * u
        _shelf(canvas, right, y, wide, tile_top * u - above - below, u, won)
        if tagged:
            said = f"{phrases.spelled(won)} {'game' if won == 1 else 'games'} won"
            canvas.put(said, right - wide / 2, y + 12 * u, max(10.5, 14 * u), canvas.theme.cream2, "sans", "midtop")


def _shelf(canvas: Canvas, right: float, y: float, w: float, high: float, u: float, won: int) -> None:
    """A board of width w that ends at `right`, its upper edge at y, and on it geese of at most that height."""
    from goosetable.app.art import geese, svg  # as above

    t, x = canvas.theme, right - w
    large, small = min(MOST, won // 10), won % 10
    per = geese.WIDE / geese.TALL * STEP
    s = min(high / TEN if large else high * 0.72, (w - 20 * u) / max(1.0, per * (small + TEN * large) + 0.2), 58 * u)
    ten = s * TEN
    canvas.shadow(x, y, w, 11 * u, 3 * u, 6 * u, 5 * u, 130)
    for at in (0.12, 0.88) if u > 0.9 else ():
        canvas.box(x + w * at - 4 * u, y + 6 * u, 8 * u, 16 * u, 3 * u, fill=t.walnut_lo, edge=t.walnut_hi, sw=1)
    canvas.box(x, y, w, 11 * u, 3 * u, edge=t.walnut_hi, sw=1.2, grad=(t.walnut_hi, t.walnut_lo))
    wide = per * (small * s + large * ten)
    left = x + (w - wide) / 2
    for i in range(small + large):
        h = s if i < small else ten
        look = geese.goose(*GOLDEN, width=2.6) if i < small else geese.goose(width=1.8)
        body = svg.doc(geese.WIDE, geese.TALL, look)
        canvas.svg(body, left, y - h * 0.97, h * geese.WIDE / geese.TALL, h)
        left += h * per

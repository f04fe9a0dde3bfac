"""What stands beside the name at the title: the sprig, and the shelf with the goose and a Golden Goose for each game won."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.engine.words import phrases

GOLDEN: Final = ("#f2b93b", "#d99a24")
"""Body and wing of a Golden Goose."""
TEN: Final = 1.45
"""How much larger the Golden Goose is that stands for ten."""
MOTHER: Final = 2.1
"""How much larger the white goose is, which always stands there."""
FEWEST: Final = 6
"""Small geese for which there is room at the least, so that the white one does not shrink with the first of them."""
STEP: Final = 0.86
"""How far apart they stand, of their width."""
MOST: Final = 12
"""Large geese on the shelf at most; the line under it tells all."""
AWAKE: Final = (3.7, 5.2, 0.22, 4.6, 6.1)
"""For how many seconds the goose keeps its eye open, one time after another."""
SHUT: Final = 0.13
"""For how many seconds it is shut in between."""


class Blinking:
    """The goose's eye: now and then it is shut for a moment."""

    def __init__(self) -> None:
        self.awake = True
        self._times, self._left = 0, AWAKE[0]

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether the eye looks different now."""
        self._left -= dt
        if self._left > 0:
            return False
        self.awake = not self.awake
        self._times += self.awake
        self._left = AWAKE[self._times % len(AWAKE)] if self.awake else SHUT
        return True


def draw(
    canvas: Canvas, area: pygame.Rect, top: float, u: float, taken: float, tile_top: float, tagged: bool, won: int, awake: bool
) -> None:
    """Draws them to the left and right of the name, where there is room.

    top: the y of what scrolls. taken: the width of name and line, in pixels. tile_top: where the games begin, in units under
    `top`. tagged: whether there is a line under the name, and so one under the shelf. won: games, by the person here.
    awake: whether the goose has its eye open.
    """
    from goosetable.app.art import pictures  # drawings are not needed for the first frame

    side = (area.w - taken) / 2 - 12 * u
    if side < 90 * u:
        return
    w = min(side, 218 * u, (tile_top + 20) * u)
    canvas.svg(pictures.sprig(), area.x + 26 * u, top - 2 * u, w, w * 224 / 240)
    below, above = (40 * u, 16 * u) if tagged else (19 * u, 8 * u)
    y, right, wide = top + tile_top * u - below, area.right - 20 * u, side - 28 * u
    _shelf(canvas, right, y, wide, tile_top * u - above - below, u, won, awake)
    if tagged:
        said = f"{phrases.spelled(won)} {'game' if won == 1 else 'games'} won" if won else "a Golden Goose for each game won"
        px = canvas.snug(said, max(10.5, 14 * u), "sans", wide)
        canvas.put(said, right - wide / 2, y + 12 * u, px, canvas.theme.cream2, "sans", "midtop")


def _shelf(canvas: Canvas, right: float, y: float, w: float, high: float, u: float, won: int, awake: bool) -> None:
    """A board of width w that ends at `right`, its upper edge at y, and on it geese of at most that height."""
    from goosetable.app.art import pictures, svg  # as above

    t, x = canvas.theme, right - w
    large, small = min(MOST, won // 10), won % 10
    per = pictures.GOOSE_WIDE / pictures.GOOSE_TALL * STEP
    places = max(FEWEST, small + TEN * large) + MOTHER
    s = min(high / MOTHER, (w - 20 * u) / (per * places + 0.2), 58 * u)
    canvas.shadow(x, y, w, 11 * u, 3 * u, 6 * u, 5 * u, 130)
    for at in (0.12, 0.88) if u > 0.9 else ():
        canvas.box(x + w * at - 4 * u, y + 6 * u, 8 * u, 16 * u, 3 * u, fill=t.walnut_lo, edge=t.walnut_hi, sw=1)
    canvas.box(x, y, w, 11 * u, 3 * u, edge=t.walnut_hi, sw=1.2, grad=(t.walnut_hi, t.walnut_lo))
    golden = svg.document(pictures.GOOSE_WIDE, pictures.GOOSE_TALL, pictures.goose(*GOLDEN, width=2.6))
    mother = svg.document(pictures.GOOSE_WIDE, pictures.GOOSE_TALL, pictures.goose(width=1.8, awake=awake))
    row = [(golden, s)] * small + [(golden, s * TEN)] * large + [(mother, s * MOTHER)]
    left = x + (w - per * sum(h for _, h in row)) / 2
    for body, h in row:
        canvas.svg(body, left, y - h * 0.97, h * pictures.GOOSE_WIDE / pictures.GOOSE_TALL, h)
        left += h * per

"""Where the buttons of a review stand: in rows at the foot of the paper, or in one row under the bar of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.render.geometry import Area
from goosetable.app.ui.focus import Button

WHO: Final = 110.0
"""Width of the button that says whose decisions are shown, at 1280 x 720."""


def rows_at_foot(steps: Sequence[Button], on: Button, ways: Sequence[Button], large: bool) -> Sequence[Sequence[Button]]:
    """A row for the steps, one to play on, and one for the ways out.

    large: the words above need the room, so the way on is a sign among the ways out.
    """
    on.bare = large
    return (steps, (on, *ways)) if large else (steps, (on,), ways)


def on_paper(rows: Sequence[Sequence[Button]], area: Area, s: float, px: float) -> float:
    """Rows from the bottom of the paper up, the last one lowest; gives the top of the first. s: the scale of the paper."""
    high, gap, top = max(28.0, 44 * s), 8 * s, area.bottom - 6 * s
    for row in reversed(rows):
        top -= high + gap
        in_row(row, area.x + 18 * s, top, area.w - 36 * s, high, gap, px)
    return top


def beside_title(who: Button, area: Area, s: float, px: float) -> float:
    """At the right of the title; gives how much of its line that takes."""
    wide = min(0.4 * area.w, WHO * s)
    who.rect.update(round(area.right - 14 * s - wide), round(area.y + 10 * s), round(wide), round(30 * s))
    who.px = px
    return wide + 6 * s


def in_row(row: Sequence[Button], x: float, y: float, w: float, h: float, gap: float, px: float) -> None:
    """Those that are shown, equally wide."""
    shown = [one for one in row if one.shown]
    each = (w - gap * (len(shown) - 1)) / len(shown)
    for i, one in enumerate(shown):
        one.rect.update(round(x + i * (each + gap)), round(y), round(each), round(h))
        one.px = px

"""The foot of the page of all games: its buttons, as words where there is room, and what was done or can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button

LEAST: Final = 470
"""Units of the foot under which every button is an icon."""
WIDTHS: Final = (108, 104, 156, 108, 108, 138)
"""Units of the buttons with their words."""
FIRST: Final = 104
"""Units of the first button, which keeps its word longest."""
ICON: Final = 46
LEAST_ROOM: Final = 60
"""Units under which nothing is said."""


def lay(page: Page, buttons: Sequence[Button], close: Button, area: tuple[float, float, float, float], wide: bool) -> None:
    """Places the buttons from the left, and the way back at the right. area: in units. wide: whether all have words."""
    x, y, w, h = area
    close.bare = w < LEAST
    back = 100 if wide else ICON if close.bare else 84
    page.put(close, x + w - back, y, back, h, 16)
    for place, button in enumerate(buttons):
        button.bare = not wide and (w < LEAST or place > 0)
        size = WIDTHS[place] if wide else ICON if button.bare else FIRST
        page.put(button, x, y, size, h, 16)
        x += size + (10 if wide else 3 if w < LEAST else 6)


def draw(page: Page, canvas: Canvas, told: str, buttons: Sequence[Button], close: Button) -> None:
    """A sentence between the buttons and the way back, in two lines at the most."""
    u, px = page.t, page.px(14.5)
    right = close.rect.x - 16 * u
    room = right - 16 * u - max(button.rect.right for button in buttons if button.shown)
    if room < LEAST_ROOM * u:
        return
    lines = canvas.wrap(told, room, px, "sans")[:2]
    for place, line in enumerate(lines):
        y = close.rect.centery + (place - (len(lines) - 1) / 2) * px * 1.25
        canvas.put(line, right, y, px, canvas.theme.ink2, "sans", "midright")

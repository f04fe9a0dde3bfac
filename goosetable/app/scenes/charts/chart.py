"""A chart: a heading, and figures each of which explains itself under the pointer or the focus."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.storage.history.figures import Charts
from goosetable.app.ui.widget import Widget

ARROWS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ASIDE: Final = 3
"""How much dearer a way aside is than one ahead, where an arrow key looks for the next figure."""


class Explained(NamedTuple):
    """A figure of a chart: where it is drawn, and what it says."""

    area: pygame.Rect
    words: str


class FigureChart(Widget):
    """A control of figures: the arrow keys walk among them, and the pointer shows them.

    data: what the charts of the page show; None before the records are read. about: what its heading explains.
    """

    role = "image"

    def __init__(self, title: str, about: str) -> None:
        super().__init__(title, on_paper=True)
        self.about = about
        self.data: Charts | None = None
        self.figures: list[Explained] = []
        """As they were drawn last; the heading is the first."""
        self.current = 0
        self.pointed: int | None = None

    @property
    def value(self) -> str:
        return self.figures[self.current].words if self.current < len(self.figures) else self.about

    @property
    def aside(self) -> str:
        """What stands at the right of the heading."""
        return ""

    @property
    def empty(self) -> str:
        """What is said where there is nothing to draw; nothing where there is."""
        return ""

    def body(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Draws the figures in an area, and lists them in `figures`."""

    def note(self, focused: bool) -> Explained | None:
        """The figure that is explained now."""
        place = self.pointed if self.hover and self.pointed is not None else self.current if focused else None
        return None if place is None or place >= len(self.figures) else self.figures[place]

    def point(self, pos: tuple[int, int]) -> bool:
        """The pointer is there; whether another figure is explained by that."""
        before = self.pointed
        inside = (place for place, figure in enumerate(self.figures) if figure.area.collidepoint(pos))
        self.pointed = next(inside, None)
        return self.pointed != before

    def down(self, pos: tuple[int, int]) -> None:
        self.point(pos)
        if self.pointed is not None:
            self.current = self.pointed

    def focused(self, now: bool) -> None:
        self.current = self.current if now else 0

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in ARROWS or self.current >= len(self.figures):
            return False
        (dx, dy), (x, y) = ARROWS[event.key], self.figures[self.current].area.center
        ways = []
        for place, figure in enumerate(self.figures):
            right, below = figure.area.centerx - x, figure.area.centery - y
            ahead = right * dx + below * dy
            if ahead > 2:
                ways.append((ahead + ASIDE * abs(right * dy + below * dx), place))
        if not ways:
            return False
        self.current = min(ways)[1]
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, px = canvas.theme, self.px
        x, y, w, h = self.rect
        self.figures = []
        seen = canvas.label(self.label, x, y, px * 1.2, t.ink, "serifb", w * 0.62)
        tell = pygame.Rect(x, y, seen.w + round(px * 1.8), round(px * 1.7))
        canvas.icon("info", seen.right + px, seen.centery, px * 1.05, t.ink2)
        self.figures.append(Explained(tell, self.about))
        room = w - tell.w - px
        if self.aside and canvas.width(self.aside, px * 0.85, "sans") <= room:
            canvas.put(self.aside, x + w, seen.bottom - px * 0.2, px * 0.85, t.ink2, "sans", "bottomright")
        top = y + round(px * 2.1)
        area = pygame.Rect(x, top, w, y + h - top)
        if self.data is None:
            return
        if self.empty:
            canvas.para(self.empty, x, top, w, px * 0.92, t.ink2, "sans", 1.3)
        else:
            self.body(canvas, area)
        told = self.note(focused)
        if told is not None:
            x, y, w, h = told.area.inflate(4, 4)
            canvas.box(x, y, w, h, 6, edge=t.brass_lo, sw=3.4)

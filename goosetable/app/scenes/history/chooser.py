"""The control of a filter: it leads to the list of what can be chosen, and shows what holds."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Pressed


class Chooser(Pressed):
    """A filter: its name, and what it lets through. It is brass while it holds something back, and its cross clears it."""

    role = "combobox"

    def __init__(self, label: str, on: Callable[[], Change], clear: Callable[[], None]) -> None:
        super().__init__(label, on, True)
        self.clear = clear
        self.words = ""
        self.holds = False
        """Whether it holds something back."""

    @property
    def value(self) -> str:
        return self.words

    def click(self, pos: tuple[int, int]) -> None:
        if self.holds and pos[0] > self.rect.right - self.px * 1.8:
            self.clear()
        else:
            self.press()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_DELETE, pygame.K_BACKSPACE) and self.holds:
            self.clear()
            return True
        return super().key(event)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h), px = canvas.theme, self.rect, self.px
        edge = t.brass_lo if self.holds or self.hover else t.plain_edge
        canvas.box(x, y, w, h, 10, fill=t.chosen if self.holds else t.plain, edge=edge, sw=1.8 if self.holds else 1.2)
        room = w - px * 2.6
        canvas.label(self.label, x + px * 0.75, y + h * 0.1, px * 0.76, t.ink2, "sans", room)
        canvas.label(self.words, x + px * 0.75, y + h * 0.44, px, t.ink, "semi", room)
        canvas.icon("cross" if self.holds else "down", x + w - px, y + h / 2, px * (0.8 if self.holds else 1), t.ink2)
        self.draw_ring(canvas, focused, 10)

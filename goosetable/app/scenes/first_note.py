"""The note by which a lesson is offered to a person who is new to a game: it lies on the table, and one click plays on."""

from __future__ import annotations

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToLesson
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change, Replace
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases

WIDE, HIGH = 548.0, 158.0
LOW = 124.0
"""Its height where there is no room for the portrait."""
PICTURED = 460.0
"""Its width from which there is."""
NARROW = (400.0, 320.0)
"""Widths that are tried where the whole would cover what counts."""
STEP = 12
"""Units from one place that is tried to the next."""


class FirstNoteScene(Page):
    """Offers the lesson of a game. Enter, Esc and a click beside the note play on; nothing below it is darkened."""

    covers = False
    shade = 0.0

    def __init__(
        self, context: Context, game: AnyGame, minutes: int, middle: float, bottom: float, clear: tuple[Area, ...] = ()
    ) -> None:
        """minutes: what the lesson takes. middle, bottom: where the note stands, and clear: what it leaves to be seen as far
        as it can, in pixels of the window as it is."""
        super().__init__(context, Scroller(""))
        self._minutes = phrases.count(minutes, "minute").replace(str(minutes), phrases.spelled(minutes))
        self._middle, self._bottom, self._clear = middle, bottom, clear
        self._size: tuple[int, int] | None = None
        self.sheet, self.pictured = pygame.Rect(0, 0, 0, 0), False
        self.lesson = Button("The lesson", lambda: Replace(ToLesson(game)), "plain", "hint", on_paper=True)
        self.play = Button("Just play", self.back, "prime", "play", on_paper=True)
        self.widgets.set([self.scroll, self.lesson, self.play], first=self.play)

    @property
    def sentence(self) -> str:
        """What is offered; in fewer words where they would become small."""
        said = f"A lesson of {self._minutes} with Griselda, or just play."
        if self.context.canvas.width(said, 0.9 * self.px(18), "sans") > self._room:
            said = phrases.sentence(f"{self._minutes} with Griselda, or just play.")
        return said

    @property
    def _room(self) -> float:
        """How wide the sentence may be, in pixels."""
        return self.sheet.w - (176 if self.pictured else 34) * self.t

    def lay(self) -> None:
        if self._size is None:
            self._size = self.w, self.h
        across, down = self.w / self._size[0] / self.t, self.h / self._size[1] / self.t
        x, y = self._middle * across, self._bottom * down
        cloth = min(self.wide, 2 * x)
        clear = [Area(a.x * across, a.y * down, a.w * across, a.h * down) for a in self._clear]
        widest = min(WIDE, self.wide - 16, 2 * x - 24)
        found = []
        for w in (widest, *(narrow for narrow in NARROW if narrow < widest)):
            h = HIGH if w >= PICTURED else LOW
            for left in (x - w / 2, *range(8, int(cloth - w - 8), STEP)):
                for top in (y - h, *range(8, int(y - h), STEP)):
                    place = Area(min(max(8.0, left), self.wide - w - 8), min(max(8.0, top), self.high - h - 8), w, h)
                    covered = sum(_common(place, area) for area in clear)
                    found.append((round(covered), WIDE - w, abs(place.centre.x - x) + abs(place.bottom - y), place))
        left, top, w, h = min(found)[-1]
        self.pictured = w >= PICTURED
        self.sheet = self.box(left, top, w, h)
        inner = left + (156 if self.pictured else 14)
        each = (left + w - 20 - inner - 14) / 2
        for i, button in enumerate((self.lesson, self.play)):
            self.put(button, inner + i * (each + 14), top + h - 64 + 6 * (not self.pictured), each, 48, 18)

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos):
            return self.back()
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        self.under(canvas)
        self.widgets.draw(canvas)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 14, 20 * u, 8 * u)
        x = sheet.x + 14 * u
        if self.pictured:
            canvas.portrait("goose", sheet.x + 78 * u, sheet.centery, 116 * u, ring=t.brass)
            x = sheet.x + 156 * u
        canvas.put(
            "New here?", x, sheet.y + (14 if self.pictured else 6) * u, self.px(26 if self.pictured else 20), t.ink, "serifb"
        )
        px = canvas.snug(self.sentence, self.px(18), "sans", self._room)
        canvas.put(self.sentence, x, sheet.y + (50 if self.pictured else 32) * u, px, t.ink, "sans")


def _common(one: Area, other: Area) -> float:
    """How much two areas have in common."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)

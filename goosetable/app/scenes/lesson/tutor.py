"""The teacher of a lesson: a goose in a medallion, what she says in a bubble, and the arrow to what it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pygame

from goosetable.app.art.svg import document
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Point
from goosetable.app.scenes.lesson.progress import LessonProgress
from goosetable.app.scenes.lesson.targets import Target, around, clear, target
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.table import Table
from goosetable.app.table.captions import Fit, arrow, arrow_svg, speech_place
from goosetable.app.ui.focus import Button, Widgets
from goosetable.app.ui.scene import Change
from goosetable.app.ui.tween import out_cubic

ARROW: Final = 0.45
"""Seconds in which the arrow grows."""
STEPS: Final = 8
"""Pictures of it drawn on the way."""
LEAD: Final = 1.34
GOOSE: Final = 6.2  # sizes of the text: the room for the medallion and the bubble's tip
LOWEST: Final = 4.6
"""How high goose and bubble are at least, in sizes of the text."""
WIDTHS: Final = (430, 540, 350, 640, 290)
"""How wide the bubble may be, in units of text."""


class Teacher:
    """Draws what is said now. `go` is the button by which a lesson goes on; reasons: the table's words, which come first."""

    def __init__(self, table: Table, progress: LessonProgress, reasons: Words, on_go: Callable[[], Change]) -> None:
        self.table, self.progress, self.reasons = table, progress, reasons
        self.go = Button("Go on", on_go, "prime", hint="", on_paper=True)
        self.go.region = "decision"
        self.fit: Fit | None = None
        self._words = ""
        self._grown = 1.0

    @property
    def words(self) -> str:
        """What she says now: why a card may not be played comes before what is taught."""
        return (self.reasons.reason or self._words) if self.progress.talking else ""

    def say(self, words: str) -> None:
        self._words, self._grown = words, 0.0
        self.lay()

    def hush(self) -> None:
        self._words, self.fit, self.go.shown = "", None, False

    def lay(self) -> None:
        """Find the place for what is said, as the table lies now."""
        table, layout = self.table, self.table.stage.layout
        if not self._words:
            self.hush()
            return
        px = 18.5 * layout.t if not layout.compact else 17.5 * layout.t
        cloth = layout.cloth
        inner = Area(cloth.x + 4, cloth.y + 4, cloth.w - 8, cloth.h - 8)
        near = Point(layout.cx - 0.12 * layout.cw, layout.message_y)
        least = min(px, max(11.5, 0.019 * min(layout.w, 1.6 * layout.h)))
        self.fit = speech_place(
            inner, around(table.stage, table.panel, self._target, bool(self.progress.asking)), near, px, least, self._sizes
        )
        self._place_button()

    def _sizes(self, px: float) -> Iterator[tuple[float, float]]:
        """The boxes of goose and bubble in which the words have that size."""
        for wide in WIDTHS:
            w = wide * px / 18.5
            lines = len(self._wrapped(w, px))
            yield w + GOOSE * px, self._high(lines, px)

    def _wrapped(self, w: float, px: float) -> list[str]:
        return self.table.context.canvas.wrap(self._words, w - 2.2 * px, px, "sans")

    def _high(self, lines: int, px: float) -> float:
        return max(LOWEST, 0.7 + LEAD * lines + (2.85 if self.progress.waits_for_go else 1.35)) * px

    @property
    def _target(self) -> Target | None:
        return target(self.progress.aim, self.table.stage, self.table.panel)

    def bubble(self) -> Area:
        assert self.fit is not None
        area, left = self.fit.area, GOOSE * self.fit.px
        return Area(area.x + left, area.y, area.w - left, area.h)

    def _place_button(self) -> None:
        self.go.shown = self.progress.waits_for_go
        if not self.go.shown or self.fit is None:
            return
        px, box = self.fit.px, self.bubble()
        self.go.label = self.progress.go_label
        self.go.px = px * 0.95
        w, h = self.table.context.canvas.width(self.go.label, self.go.px) + 2.6 * px, 1.95 * px
        self.go.rect = pygame.Rect(round(box.right - w - 0.8 * px), round(box.bottom - h - 0.6 * px), round(w), round(h))

    @property
    def busy(self) -> bool:
        """Whether the arrow grows."""
        return self.progress.talking and self._grown < 1

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether anything looks different."""
        if not self.busy:
            return False
        pace = self.table.context.motion
        self._grown = 1.0 if pace <= 0 else min(1.0, self._grown + dt / (ARROW * pace))
        return True

    def draw(self, canvas: Canvas, widgets: Widgets) -> None:
        """Draws bubble, goose and arrow over everything that lies on the cloth. widgets: those of the table."""
        if self.fit is None or not self.words:
            return
        t, px, box, whole = canvas.theme, self.fit.px, self.bubble(), self.fit.area
        self._point(canvas)
        d = min(5.4 * px, whole.h)
        middle = Point(whole.x + d / 2 + 0.1 * px, whole.bottom - d / 2)
        canvas.shadow(box.x, box.y, box.w, box.h, 0.9 * px, 0.8 * px, 0.3 * px, 150)
        canvas.box(box.x, box.y, box.w, box.h, 0.9 * px, fill=t.cream, edge=t.brass, sw=2)
        self._tip(canvas, box, middle, px)
        canvas.portrait("goose", middle.x, middle.y, d, ring=t.brass)
        self._write(canvas, box, px)
        if self.go.shown:
            self.go.draw(canvas, widgets.ring and widgets.focus is self.go)

    def _tip(self, canvas: Canvas, box: Area, goose: Point, px: float) -> None:
        """The bubble's tip, which shows who speaks."""
        t, w, h = canvas.theme, 1.5 * px, 1.2 * px
        y = min(max(goose.y - 0.6 * px, box.y + px), box.bottom - h - px)
        body = (
            f'<path d="M{w},0 L0,{h * 0.75:.1f} L{w},{h:.1f} Z" fill="{t.cream}"/>'
            f'<path d="M{w - 1:.1f},0 L1,{h * 0.75:.1f} L{w - 1:.1f},{h:.1f}" fill="none" stroke="{t.brass}" stroke-width="2"/>'
        )
        canvas.svg(document(w, h, body), box.x - w + 2.5, y, w, h)

    def _write(self, canvas: Canvas, box: Area, px: float) -> None:
        t, refused = canvas.theme, bool(self.reasons.reason)
        y = box.y + 0.7 * px
        size = px
        lines = canvas.wrap(self.words, box.w - 2.2 * px, size, "sans")
        room = box.bottom - y - (2.7 if self.go.shown else 1.3) * px
        while len(lines) * size * LEAD > room + 2 and size > 10.5:
            size -= 0.5
            lines = canvas.wrap(self.words, box.w - 2.2 * px, size, "sans")
        canvas.lines(lines, box.x + 1.1 * px, y, size, t.russet if refused else t.ink, "sans", LEAD)
        where = f"step {self.progress.match.number + 1} of {len(self.progress.lesson.steps)}"
        small = max(10.5, 0.76 * px)
        if self.go.shown:
            canvas.put(where, box.x + 1.1 * px, self.go.rect.centery, small, t.ink2, "sans", "midleft")
        else:
            canvas.put(where, box.right - 0.9 * px, box.bottom - 0.4 * px, small, t.ink2, "sans", "bottomright")

    def _point(self, canvas: Canvas) -> None:
        """The ring round what the words are about, and the arrow to it."""
        found = self._target
        if found is None or self.fit is None or self.reasons.reason:
            return
        t, u = canvas.theme, max(0.7, self.table.stage.layout.u)
        part = out_cubic(self._grown)
        area = found.area
        if found.ringed:
            canvas.box(area.x - 4, area.y - 4, area.w + 8, area.h + 8, 10 * u, edge=t.brass_hi, sw=3, alpha=0)
        above, tag = self.fit.area.bottom < area.y, self.reasons.tag
        if above and tag.w and area.holds((area.centre.x, tag.bottom + 30 * u)):  # over the card stands what it would do
            area = Area(area.x, tag.y, area.w, area.bottom - tag.y)
        curve = arrow(self.fit.area, area, 9 * u, clear(self.table.stage, self.table.panel, found))
        if curve is None or part <= 0:
            return
        if part < 1:
            curve = curve.until(max(0.15, round(part * STEPS) / STEPS))
        body, place = arrow_svg(curve, t.brass_hi, u)
        canvas.svg(body, place.x, place.y, place.w, place.h)

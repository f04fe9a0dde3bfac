"""Scrolling areas: one with controls in it, and a page of text."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import without_marks
from goosetable.app.ui.widget import Widget

SIGN_GROUPS_PREFIX: Final = "| "
"""Prefix of a paragraph that consists of groups of signs, such as a game code."""


class Scroller(Widget):
    """An area that shows a part of higher content. The wheel, the page keys or the scroll bar move the content.

    `inner` is the height of the content, and `offset` the height of its part that is hidden above the area, both in pixels.
    place_inside() places controls in the area. A scene draws everything else in `with scroller.clipped_content(canvas) as
    top:`, where top is the y of the content's upper edge. The area takes the focus only if it can scroll and contains no
    controls.
    """

    role = "scroll area"
    keys: tuple[tuple[str, str], ...] = (("Up Down PgUp PgDn", "Scroll"),)

    def __init__(self, label: str, on_paper: bool = True) -> None:
        super().__init__(label, on_paper)
        self.inner = 0.0
        self.offset = 0.0
        self._held: dict[Widget, pygame.Rect] = {}
        self._grab = 0.0

    @property
    def max_offset(self) -> float:
        return max(0.0, self.inner - self.rect.h)

    @property
    def is_focusable(self) -> bool:
        return self.shown and self.max_offset > 0 and not self._held

    @property
    def accessible_value(self) -> str:
        return f"{round(100 * self.offset / self.max_offset)} %" if self.max_offset else ""

    def place_inside(self, widget: Widget, rect: pygame.Rect) -> None:
        """Places a control inside the area. rect: its box, counted from the upper left corner of the content."""
        widget.scroller = self
        self._held[widget] = rect
        widget.rect = rect.move(self.rect.x, self.rect.y - round(self.offset))

    def remove_controls(self) -> None:
        self._held.clear()

    def scroll_to(self, offset: float) -> None:
        """Scrolls to an offset in pixels, within the bounds."""
        self.offset = min(self.max_offset, max(0.0, offset))
        for widget, rect in self._held.items():
            widget.rect = rect.move(self.rect.x, self.rect.y - round(self.offset))

    def bring_into_view(self, rect: pygame.Rect, margin: int = 12) -> None:
        """Scrolls no more than needed to bring a box of the window into sight."""
        if rect.top < self.rect.top + margin:
            self.scroll_to(self.offset - (self.rect.top + margin - rect.top))
        elif rect.bottom > self.rect.bottom - margin:
            self.scroll_to(self.offset + rect.bottom - (self.rect.bottom - margin))

    @contextlib.contextmanager
    def clipped_content(self, canvas: Canvas) -> Iterator[float]:
        """Context manager: clips drawing to the area. Its value is the y of the content's upper edge."""
        with canvas.clipped_to(self.rect):
            yield self.rect.y - self.offset

    def scroll_handle_rect(self) -> pygame.Rect:
        """Returns the box of the scroll bar's handle; it has no height if there is nothing to scroll."""
        if not self.max_offset:
            return pygame.Rect(self.rect.right - 6, self.rect.y, 6, 0)
        h = max(24, round(self.rect.h * self.rect.h / self.inner))
        y = self.rect.y + round((self.rect.h - h) * self.offset / self.max_offset)
        return pygame.Rect(self.rect.right - 6, y, 6, h)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        self.draw_ring(canvas, focused, 8)
        bar = self.scroll_handle_rect()
        if bar.h:
            rail, tone = (t.rule, t.ring) if self.on_paper else (t.walnut_hi, t.cream2)
            canvas.draw_panel(pygame.Rect(bar.x, self.rect.y, bar.w, self.rect.h), 3, fill=rail, alpha=0.7)
            canvas.draw_panel(bar, 3, fill=t.brass_lo if self.pressed and self.on_paper else tone)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        bar = self.scroll_handle_rect()
        self._grab = pos[1] - bar.y if bar.inflate(14, 0).collidepoint(pos) else -1.0
        if self._grab < 0 and pos[0] > bar.x - 8:  # beside the handle: a page up or down
            self.scroll_to(self.offset + (self.rect.h * 0.9 if pos[1] > bar.y else -self.rect.h * 0.9))

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        free = self.rect.h - self.scroll_handle_rect().h
        if self._grab >= 0 and free > 0:
            self.scroll_to((pos[1] - self._grab - self.rect.y) / free * self.max_offset)

    @property
    def wheel_step(self) -> float:
        """Pixels of a step of the wheel."""
        return self.px * 3

    def handle_wheel(self, steps: float) -> bool:
        before = self.offset
        self.scroll_to(self.offset - steps * self.wheel_step)
        return self.offset != before

    def handle_key(self, event: pygame.event.Event) -> bool:
        page = self.rect.h * 0.9
        move = {
            pygame.K_UP: -self.px * 2, pygame.K_DOWN: self.px * 2, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_SPACE: page, pygame.K_HOME: -self.inner, pygame.K_END: self.inner,
        }.get(event.key)  # fmt: skip
        if move is None:
            return False
        before = self.offset
        self.scroll_to(self.offset + move)
        # At the end of the area an arrow moves the focus instead.
        return self.offset != before or event.key not in (pygame.K_UP, pygame.K_DOWN)


def _spoken_paragraph(paragraph: str) -> str:
    """Returns a paragraph as words for a screen reader: without heading marks, and with groups of signs spelled out.

    >>> _spoken_paragraph("## The seal"), _spoken_paragraph("| bfa4 9cfd")
    ('The seal', 'b f a 4, 9 c f d.')
    """
    if paragraph.startswith(SIGN_GROUPS_PREFIX):
        return ", ".join(" ".join(group) for group in paragraph.removeprefix(SIGN_GROUPS_PREFIX).split()) + "."
    return paragraph.lstrip("#").lstrip() if paragraph.startswith("#") else paragraph


class ScrollText(Scroller):
    """A page of rich text with one paragraph for each line. Lines that begin with "# " or "## " are headings, with "- " items
    of a list, with "| " groups of signs.

    Groups of signs, such as those of a game code, are separated by blanks. Their signs are evenly spaced, and screen readers
    spell them.
    """

    role = "document"

    def __init__(self, label: str, text: str = "", on_paper: bool = True) -> None:
        super().__init__(label, on_paper)
        self.text = text
        self.lead = 1.42
        self._lines: list[tuple[float, float, float, str, str]] = []  # y, x, size, face, words
        self._laid: tuple[object, ...] = ()

    @property
    def accessible_value(self) -> str:
        return without_marks("\n".join(_spoken_paragraph(part) for part in self.text.split("\n")))

    def break_lines(self, canvas: Canvas) -> None:
        """Breaks the text into lines for the present width. Drawing does this too; call it before measuring."""
        now = (self.text, self.rect.w, self.px)
        if now == self._laid:
            return
        self._laid = now
        self._lines = []
        y = 2.0
        for part in self.text.split("\n"):
            y = self._draw_paragraph(canvas, part, y)
        self.inner = y + self.px * 0.5
        self.scroll_to(self.offset)

    def _draw_paragraph(self, canvas: Canvas, part: str, y: float) -> float:
        px, face, indent = self.px, "sans", 0.0
        if not part.strip():
            return y + px * 0.6
        if part.startswith(SIGN_GROUPS_PREFIX):
            return self._draw_groups(canvas, part.removeprefix(SIGN_GROUPS_PREFIX).split(), y)
        if part.startswith("#"):
            deep = len(part) - len(part.lstrip("#"))
            part, px, face = part.lstrip("# "), px * (1.5 if deep == 1 else 1.2), "serifb"
            y += px * 0.3
        elif part.startswith("- "):
            part, indent = part[2:], px * 1.1
            self._lines.append((y, px * 0.3, px, face, "•"))
        w = max(40.0, self.rect.w - 20 - indent)
        for words in canvas.wrap_rich_text(part, w, px, face):
            self._lines.append((y, indent, px, face, words))
            y += px * self.lead
        return y + self.px * 0.25

    def _draw_groups(self, canvas: Canvas, groups: Sequence[str], y: float) -> float:
        face = "sans"
        for px in (self.px * size for size in (1, 0.95, 0.9, 0.85)):
            wide = {sign: canvas.plain_width(sign, px, face) for sign in set("".join(groups))}
            step = max(wide.values(), default=px) * 1.02
            each = (max(map(len, groups), default=0) + 1) * step
            most = max(1, int((self.rect.w - 20 + step) // each))
            per = math.ceil(len(groups) / math.ceil(len(groups) / most)) if groups else 1
            if len(groups) % per == 0:
                break
        for at, group in enumerate(groups):
            left, top = at % per * each, y + at // per * px * self.lead
            for place, sign in enumerate(group):
                self._lines.append((top, left + place * step + (step - wide[sign]) / 2, px, face, sign))
        return y + math.ceil(len(groups) / per) * px * self.lead + px * 0.25

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.break_lines(canvas)
        tone = canvas.theme.ink if self.on_paper else canvas.theme.cream
        with self.clipped_content(canvas) as top:
            for y, x, px, face, words in self._lines:
                if self.rect.top - 2 * px < top + y < self.rect.bottom:
                    canvas.draw_rich_line(words, self.rect.x + x, top + y, px, tone, face, dark=not self.on_paper)
        super().draw(canvas, focused)

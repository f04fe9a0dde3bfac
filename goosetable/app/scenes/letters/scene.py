"""A board of letters over a page: a controller writes with it into a field of that page."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Scroller, TextField
from goosetable.app.ui.scene import Change

ROWS: Final = ("1234567890-", "qwertyuiop'", "asdfghjkl:.", "zxcvbnm,&/_")
WIDE: Final = 760.0
"""Units of the board, where there is room."""
KEY: Final = 50.0
"""Units from one row of letters to the next."""
HEAD: Final = 84.0
"""Units above the letters, where the text stands."""
GOES: Final = {pygame.K_SPACE: " ", pygame.K_BACKSPACE: ""}
"""What two buttons of a controller do at once: a blank, and the last letter away."""


class LettersScene(Page):
    """field: what is written into. A capital comes at the beginning, after a blank, and where it is asked for."""

    covers = False
    leads_back = "Back, with what is written"

    def __init__(self, context: Context, field: TextField) -> None:
        super().__init__(context, Scroller("Letters"))
        self.field = field
        self.rows = [[Button(sign, partial(self._write, sign), "plain", on_paper=True) for sign in row] for row in ROWS]
        self.large = Button("Capitals", self._capitals, "plain", on_paper=True)
        self.blank = Button("Space", partial(self._write, " "), "plain", on_paper=True)
        self.wipe = Button("Delete", self._delete, "plain", on_paper=True)
        self.done = Button("Done", self.back, "prime", on_paper=True)
        self.foot = (self.large, self.blank, self.wipe, self.done)
        for widget in self.foot:
            widget.region = "foot"
        self.widgets.set([*(key for row in self.rows for key in row), *self.foot], first=self.rows[1][0])
        self._raise(self._begins)

    @property
    def _begins(self) -> bool:
        """Whether a word begins here."""
        before = self.field.text[: self.field.cursor]
        return not before or before.endswith(" ")

    def _raise(self, capitals: bool) -> None:
        self.capitals = capitals
        for row in self.rows:
            for key in row:
                key.label = key.label.upper() if capitals else key.label.lower()
        self.large.label = "Small letters" if capitals else "Capitals"
        self.dirty = True

    def _capitals(self) -> Change:
        self._raise(not self.capitals)
        return None

    def _write(self, sign: str) -> Change:
        self.field.insert(sign.upper() if self.capitals else sign)
        self._raise(self._begins)
        return None

    def _delete(self) -> Change:
        first, last = self.field.selected
        first = max(0, first - 1) if first == last else first
        self.field.set(self.field.text[:first] + self.field.text[last:], first)
        self._raise(self._begins)
        return None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key in GOES and getattr(event, "pad", False):
            return self._write(GOES[event.key]) if GOES[event.key] else self._delete()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            return self._delete()
        if event.type == pygame.TEXTINPUT:
            self.field.insert(event.text)
            self._raise(self._begins)
            return None
        return super().handle(event)

    def lay(self) -> None:
        w, most = min(WIDE, self.wide - 2 * self.clearance), self.high - 2 * self.clearance
        each = min(KEY, (most - HEAD - 12) / (len(self.rows) + 1.2))
        h = HEAD + (len(self.rows) + 1.2) * each + 12
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        step = (w - 40) / len(ROWS[0])
        for i, row in enumerate(self.rows):
            for k, key in enumerate(row):
                self.put(key, x + 20 + k * step, y + HEAD + i * each, step - 6, each - 6, 19)
        wide = (w - 40) / 4
        for k, button in enumerate(self.foot):
            self.put(button, x + 20 + k * wide, y + HEAD + (len(self.rows) + 0.2) * each, wide - 6, each - 4, 17)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        canvas.label(self.field.label, sheet.x + 22 * u, sheet.y + 10 * u, self.px(15), t.ink2, "semi", sheet.w - 44 * u)
        x, y, w, h = sheet.x + 20 * u, sheet.y + 34 * u, sheet.w - 46 * u, 38 * u
        canvas.box(x, y, w, h, 8, fill=t.plain, edge=t.plain_edge)
        px, text, at = self.px(20), self.field.text, self.field.cursor
        cursor = canvas.across(text[:at], px, "sans")
        shift = max(0.0, cursor - (w - 28 * u))
        with canvas.within(pygame.Rect(round(x + 6), round(y), round(w - 12), round(h))):
            canvas.put(text, x + 12 * u - shift, y + h / 2, px, t.ink, "sans", "midleft")
            left = x + 12 * u - shift + cursor
            canvas.stroke(t.ink, (left, y + 0.2 * h), (left, y + 0.8 * h), 2)

"""An on-screen keyboard for game controllers, which writes into a text field of the page below."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.elements import Column, Control, Element, PaperSheet, Picture, Row, Spacer, Text
from goosetable.app.ui.focus import Button, TextField
from goosetable.app.ui.scene import Change

ROWS: Final = ("1234567890-", "qwertyuiop'", "asdfghjkl:.", "zxcvbnm,&/_")
WIDE: Final = 760.0
"""Width of the keyboard in units, if there is space."""
KEY: Final = 50.0
"""Distance in units between two rows of letters."""
GOES: Final = {pygame.K_SPACE: " ", pygame.K_BACKSPACE: ""}
"""Keys of two controller buttons, each with the text that it writes: a blank; and "" to delete the last letter."""


class OnScreenKeyboardScene(ElementPage):
    """The on-screen keyboard. It begins each word with a capital letter. field: the text field to write into."""

    covers = False
    effect_of_esc = "Back, with what is written"

    def __init__(self, context: Context, field: TextField) -> None:
        super().__init__(context, "Letters")
        self.field = field
        self.rows = [[Button(sign, partial(self._write_sign, sign), "plain", on_paper=True) for sign in row] for row in ROWS]
        self.large = Button("Capitals", self._toggle_capitals, "plain", on_paper=True)
        self.blank = Button("Space", partial(self._write_sign, " "), "plain", on_paper=True)
        self.wipe = Button("Delete", self._delete_sign, "plain", on_paper=True)
        self.done = Button("Done", self.go_back, "prime", on_paper=True)
        self.foot = (self.large, self.blank, self.wipe, self.done)
        self.first = self.rows[1][0]
        self._set_capitals(self._is_word_start)

    @property
    def _is_word_start(self) -> bool:
        before = self.field.text[: self.field.cursor]
        return not before or before.endswith(" ")

    def _set_capitals(self, capitals: bool) -> None:
        self.capitals = capitals
        for row in self.rows:
            for key in row:
                key.label = key.label.upper() if capitals else key.label.lower()
        self.large.label = "Small letters" if capitals else "Capitals"
        self.rebuild()

    def _toggle_capitals(self) -> None:
        self._set_capitals(not self.capitals)

    def _write_sign(self, sign: str) -> Change:
        self.field.type_text(sign.upper() if self.capitals else sign)
        self._set_capitals(self._is_word_start)
        return None

    def _delete_sign(self) -> Change:
        first, last = self.field.selection
        first = max(0, first - 1) if first == last else first
        self.field.set_text(self.field.text[:first] + self.field.text[last:], first)
        self._set_capitals(self._is_word_start)
        return None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key in GOES and getattr(event, "pad", False):
            return self._write_sign(GOES[event.key]) if GOES[event.key] else self._delete_sign()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            return self._delete_sign()
        if event.type == pygame.TEXTINPUT:
            self.field.type_text(event.text)
            self._set_capitals(self._is_word_start)
            return None
        return super().handle(event)

    def make_page(self) -> Element:
        said = f"{self.field.label}: {self.field.text}"
        written = Picture(self._draw_written_text, height=38, role="status", name=said, key="written")
        head = [Text(self.field.label, 15, "ink2", "semi", max_lines=1, shrink=0.7, spoken=""), written]
        keys = [Row([Control(key, 19, height=KEY - 6, grow=1) for key in row], 6, grow=1, height=KEY - 6) for row in self.rows]
        foot = Row([Control(button, height=KEY - 4, grow=1) for button in self.foot], 6, grow=1, height=KEY, region="foot")
        board = Column([*head, Spacer(height=6), *keys, Spacer(height=4), foot], 6)
        return PaperSheet(board, self.sheet_margin, WIDE, padding=(20, 10, 20, 12))

    def _draw_written_text(self, canvas: Canvas, area: pygame.Rect) -> None:
        t, u = canvas.theme, self.t
        canvas.draw_panel(area, 8, fill=t.plain, edge=t.plain_edge)
        px, text = self.text_px(20), self.field.text
        cursor = canvas.plain_width(text[: self.field.cursor], px, "sans")
        line = area.move(12 * u - max(0.0, cursor - (area.w - 28 * u)), 0)
        with canvas.clipped_to(area.inflate(-12, 0)):
            canvas.draw_plain_text(text, *line.midleft, px, t.ink, "sans", "midleft")
            canvas.draw_cursor(line.x + cursor, area, t.ink)

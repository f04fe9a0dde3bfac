"""A field to type a line of text into."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from goosetable.app.paint import Paint
from goosetable.app.scene import Change
from goosetable.app.widget import Widget

REPEAT = (400, 35)  # milliseconds before and between repeats of a held key, while a field has the focus


class Field(Widget):
    """One line of text. on: told at every change; done: told at Enter; empty: shown while there is nothing in it."""

    role = "textbox"

    def __init__(
        self, label: str, text: str = "", on: Callable[[str], Change] | None = None,
        done: Callable[[str], Change] | None = None, empty: str = "", limit: int = 24, on_paper: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(label, on_paper)
        self.text = text
        self.cursor = len(text)
        self.on = on
        self.done = done
        self.empty = empty
        self.limit = limit
        self._composing = ""  # what an input method shows before it is settled
        self._stops: list[int] = []  # x of each cursor place, from the last drawing

    @property
    def value(self) -> str:
        return self.text

    def set(self, text: str, cursor: int | None = None) -> None:
        """Change the text as typing does."""
        text = "".join(sign for sign in text if sign.isprintable())[: self.limit]
        self.cursor = min(len(text), len(text) if cursor is None else max(0, cursor))
        if text != self.text:
            self.text = text
            if self.on is not None:
                self.asked = self.on(text)

    def insert(self, more: str) -> None:
        """Type `more` at the cursor."""
        room = self.limit - len(self.text)
        more = "".join(sign for sign in more if sign.isprintable())[: max(0, room)]
        self.set(self.text[: self.cursor] + more + self.text[self.cursor :], self.cursor + len(more))

    def focused(self, now: bool) -> None:
        self._composing = ""
        if now:
            pygame.key.set_repeat(*REPEAT)
            pygame.key.set_text_input_rect(self.rect)
        else:
            pygame.key.set_repeat(0)

    def press(self) -> None:
        pass

    def down(self, pos: tuple[int, int]) -> None:
        if self._stops:
            self.cursor = min(range(len(self._stops)), key=lambda i: abs(self._stops[i] - pos[0]))

    def type(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTEDITING:
            self._composing = event.text
        else:
            self._composing = ""
            self.insert(event.text)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        text, at = self.text, self.cursor
        match event.key:
            case pygame.K_BACKSPACE:
                self.set(text[: max(0, at - 1)] + text[at:], at - 1)
            case pygame.K_DELETE:
                self.set(text[:at] + text[at + 1 :], at)
            case pygame.K_LEFT:
                self.cursor = max(0, at - 1)
            case pygame.K_RIGHT:
                self.cursor = min(len(text), at + 1)
            case pygame.K_HOME:
                self.cursor = 0
            case pygame.K_END:
                self.cursor = len(text)
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if self.done is not None:
                    self.asked = self.done(text)
            case pygame.K_v if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META):
                self._paste()
            case _:
                # Letters come again as TEXTINPUT; as keys they must not become anybody's shortcut.
                return bool(getattr(event, "unicode", "").isprintable() and getattr(event, "unicode", ""))
        return True

    def _paste(self) -> None:
        try:
            self.insert(pygame.scrap.get_text())
        except pygame.error:
            return  # no clipboard: nothing to paste

    def draw(self, paint: Paint, focused: bool) -> None:
        t = paint.theme
        x, y, w, h = self.rect
        if self.on_paper:
            edge = t.brass_lo if focused or self.hover else t.plain_edge
            paint.box(x, y, w, h, 8, fill=t.plain, edge=edge, sw=2.4 if focused else 1.2)
        else:
            edge = t.focus if focused else t.brass if self.hover else t.wood_edge
            paint.box(x, y, w, h, 8, fill=t.walnut_lo, edge=edge, sw=2.4 if focused else 1.2, alpha=0.92)
        ink, pale = (t.ink, t.ink2) if self.on_paper else (t.cream, t.cream2)
        font = paint.font("sans", self.px)
        before = self.text[: self.cursor] + self._composing
        shift = max(0, font.size(before)[0] - (w - 28))  # the cursor stays in sight in a narrow field
        self._stops = [x + 14 - shift + font.size(self.text[:i])[0] for i in range(len(self.text) + 1)]
        clip = paint.dst.get_clip()
        paint.dst.set_clip(self.rect.inflate(-8, 0).clip(clip))
        if self.text or self._composing:
            whole = before + self.text[self.cursor :]
            paint.put(whole, x + 14 - shift, y + h / 2, self.px, ink, "sans", "midleft")
            if self._composing:
                left = x + 14 - shift + font.size(self.text[: self.cursor])[0]
                paint.line(left, y + h / 2 + self.px * 0.6, font.size(self._composing)[0], ink)
        else:
            paint.put(self.empty, x + 14, y + h / 2, self.px, pale, "sans", "midleft")
        paint.dst.set_clip(clip)
        if focused:
            cx = x + 14 - shift + font.size(before)[0]
            pygame.draw.line(paint.dst, ink, (cx, y + h * 0.22), (cx, y + h * 0.78), 2)

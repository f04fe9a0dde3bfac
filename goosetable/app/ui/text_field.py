"""A text field of one line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.accessible import Caret
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Widget
from goosetable.engine.words.clean import cut_between_signs

NO_CLIPBOARD = "There is no clipboard here to copy to."
KEY_REPEAT = (400, 35)  # milliseconds before and between repeats of a held key, while a field has the focus


class TextField(Widget):
    """One line of text. on_change: called at every change. on_enter: called at Enter. placeholder: text displayed while the
    field is empty."""

    role = "textbox"
    keys = (("A–Z", "Write, where a field has the focus"), ("Ctrl+C Ctrl+V Ctrl+X", "Copy, paste, and cut"))

    def __init__(
        self, label: str, text: str = "", on_change: Callable[[str], Change] | None = None,
        on_enter: Callable[[str], Change] | None = None, placeholder: str = "", limit: int = 24, on_paper: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(label, on_paper)
        self.text = text
        self.cursor = len(text)
        self.anchor = self.cursor  # one end of the selection; nothing is selected where it equals the cursor
        self.on_change = on_change
        self.done = on_enter
        self.empty = placeholder
        self.limit = limit
        self.cut = False  # True if the last text entered was longer than `limit` and was cut
        self._offered: tuple[str, int, int] | None = None  # text, anchor and cursor after `select_for_replacement`
        self._composing = ""  # text of an input method before it is committed
        self._stops: list[int] = []  # x of each cursor place, from the last drawing

    @property
    def accessible_value(self) -> str:
        return self.text

    def set_text(self, text: str, cursor: int | None = None) -> None:
        """Changes the text as if it were typed: cuts it to `limit`, and calls on_change. cursor: None for the end
        of the text.
        """
        whole = "".join(sign for sign in text if sign.isprintable())
        text = cut_between_signs(whole, self.limit)
        self._set_text_and_cursor(text, len(text) if cursor is None else cursor, text != whole)

    def _set_text_and_cursor(self, text: str, cursor: int, cut: bool) -> None:
        """Changes text and cursor. Calls on_change if the text differs or was cut. cut: True if it was cut to fit `limit`."""
        self.cursor = self.anchor = min(len(text), max(0, cursor))
        changed, self.text, self.cut = text != self.text, text, cut
        if (changed or cut) and self.on_change is not None:
            self.requested_change = self.on_change(text)

    @property
    def caret(self) -> Caret:
        """The caret for screen readers; after the first drawing it includes the x of each sign."""
        stops = tuple(self._stops) if len(self._stops) == len(self.text) + 1 else ()
        offered = (self.text, self.anchor, self.cursor) == self._offered
        return Caret(self.cursor if offered else self.anchor, self.cursor, stops)

    def select_for_replacement(self) -> None:
        """Selects the whole text, so that typed text replaces it. Screen readers get the caret alone until text or caret
        changes, because they would speak the selection in place of the field's label.
        """
        self.anchor, self.cursor = 0, len(self.text)
        self._offered = (self.text, self.anchor, self.cursor)

    def select(self, anchor: int, cursor: int) -> None:
        """Moves the cursor to `cursor`, and selects the text from `anchor` to there. Positions outside the text are moved to
        its ends.
        """
        self.anchor, self.cursor = (min(len(self.text), max(0, place)) for place in (anchor, cursor))

    @property
    def selection(self) -> tuple[int, int]:
        """Beginning and end of the selection; both are the cursor if nothing is selected."""
        return min(self.anchor, self.cursor), max(self.anchor, self.cursor)

    def type_text(self, text: str) -> None:
        """Types `text` at the cursor; replaces the selection if there is one."""
        first, last = self.selection
        room = self.limit - len(self.text) + last - first
        typed = "".join(sign for sign in text if sign.isprintable())
        text = cut_between_signs(typed, max(0, room))
        self._set_text_and_cursor(self.text[:first] + text + self.text[last:], first + len(text), text != typed)

    def focus_changed(self, focused: bool) -> None:
        self._composing = ""
        self.anchor = self.cursor
        if focused:
            pygame.key.set_repeat(*KEY_REPEAT)
            pygame.key.set_text_input_rect(self.rect)
        elif pygame.display.get_init():
            pygame.key.set_repeat(0)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        self.pointer_drag(pos)
        self.anchor = self.cursor

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        """Extends the selection to the pointer."""
        if self._stops:
            self.cursor = min(range(len(self._stops)), key=lambda i: abs(self._stops[i] - pos[0]))

    def handle_text(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTEDITING:
            self._composing = event.text
        else:
            self._composing = ""
            self.type_text(event.text)
        return True

    def handle_key(self, event: pygame.event.Event) -> bool:
        mod = getattr(event, "mod", 0)
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not mod & pygame.KMOD_ALT and self._run_shortcut(event.key):
            return True
        if self._move_cursor(event.key, bool(mod & pygame.KMOD_SHIFT), bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT))):
            return True
        first, last = self.selection
        match event.key:
            case pygame.K_BACKSPACE:
                self._delete_range(max(0, first - 1) if first == last else first, last)
            case pygame.K_DELETE:
                self._delete_range(first, last + 1 if first == last else last)
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if self.done is not None:
                    self.requested_change = self.done(self.text)
            case _:
                # Letters come again as TEXTINPUT; as keys they must not become a shortcut.
                return bool(getattr(event, "unicode", "").isprintable() and getattr(event, "unicode", ""))
        return True

    def _delete_range(self, first: int, last: int) -> None:
        self.set_text(self.text[:first] + self.text[last:], first)

    def _move_cursor(self, key: int, selects: bool, by_word: bool) -> bool:
        """Moves the cursor for a key. Returns False for a key that does not move it. selects: True to extend the selection.
        by_word: True to move by words.
        """
        first, last = self.selection
        there = first != last and not selects
        words = [found.start() for found in re.finditer(r"\S+", self.text)]
        match key:
            case pygame.K_LEFT if by_word:
                self.cursor = max((start for start in words if start < self.cursor), default=0)
            case pygame.K_RIGHT if by_word:
                self.cursor = min((start for start in words if start > self.cursor), default=len(self.text))
            case pygame.K_LEFT:
                self.cursor = first if there else max(0, self.cursor - 1)
            case pygame.K_RIGHT:
                self.cursor = last if there else min(len(self.text), self.cursor + 1)
            case pygame.K_HOME:
                self.cursor = 0
            case pygame.K_END:
                self.cursor = len(self.text)
            case _:
                return False
        self.anchor = self.anchor if selects else self.cursor
        return True

    def _run_shortcut(self, key: int) -> bool:
        """Runs the shortcut of a key that is held with Ctrl: select all, copy, cut or paste. Returns False for other keys."""
        first, last = self.selection
        match key:
            case pygame.K_a:
                self.anchor, self.cursor = 0, len(self.text)
            case pygame.K_c | pygame.K_x:
                if first != last and copy_to_clipboard(self.text[first:last]) and key == pygame.K_x:
                    self._delete_range(first, last)
            case pygame.K_v:
                try:
                    self.type_text(pygame.scrap.get_text())
                except (pygame.error, AttributeError, NotImplementedError):
                    return True  # no clipboard: nothing to paste
            case _:
                return False
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, area = canvas.theme, self.rect
        self.draw_ring(canvas, focused, 8)
        if self.on_paper:
            canvas.draw_panel(area, 8, fill=t.plain, edge=t.brass_lo if self.hover else t.plain_edge)
        else:
            canvas.draw_panel(area, 8, fill=t.walnut_lo, edge=t.brass if self.hover else t.wood_edge, alpha=0.92)
        ink, pale = (t.ink, t.ink2) if self.on_paper else (t.cream, t.cream2)
        # Uncommitted text of an input method is drawn at the cursor; a long one is cut at the box's edge.
        start, end = self.selection if self._composing else (self.cursor, self.cursor)
        before = self.text[:start] + self._composing
        cursor = canvas.plain_width(before, self.px, "sans")
        wide = [canvas.plain_width(self.text[:i], self.px, "sans") for i in range(len(self.text) + 1)]
        line = area.move(14 - max(0, cursor - (area.w - 28)), 0)  # the cursor stays in sight in a narrow field
        self._stops = [line.x + each for each in wide]
        with canvas.clipped_to(area.inflate(-8, 0)):
            first, last = self.selection
            if first != last and focused and not self._composing:
                chosen = pygame.FRect(line.x + wide[first], area.y + area.h * 0.18, wide[last] - wide[first], area.h * 0.64)
                canvas.draw_panel(chosen, 3, fill=t.brass, alpha=0.55)
            if self.text or self._composing:
                canvas.draw_plain_text(before + self.text[end:], *line.midleft, self.px, ink, "sans", "midleft")
                if self._composing:
                    canvas.draw_line(line.x + wide[start], area.centery + self.px * 0.6, cursor - wide[start], ink)
            else:
                canvas.draw_rich_in_area(self.empty, area.inflate(-28, 0), self.px, pale, "sans", 0)
            if focused:
                canvas.draw_cursor(line.x + cursor, area, ink)


def copy_to_clipboard(text: str) -> bool:
    """Puts a text on the clipboard; returns False if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True

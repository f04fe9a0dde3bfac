"""A sheet with lines of keys: each has its chips at the left and what they do beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keys import chips
from goosetable.app.scenes.page import SectionsPage
from goosetable.app.ui.controller import PAUSING, of_keys, spoken
from goosetable.app.ui.pad_buttons import button_of, command_of
from goosetable.app.ui.widget import Widget

LINE: Final = 42.0
"""Units from one line to the next."""
CHIP: Final = 0.86
"""The text of a chip beside that of a line."""
WIDE: Final = 1080.0
"""Units of the sheet, where there is room."""


class KeyGroup(NamedTuple):
    """Lines under a title."""

    title: str
    lines: list[KeyLine]


class KeyLine(Widget):
    """What a key does. chips: the keys as they are drawn; make: the signs of a controller whose buttons they are."""

    role = "note"
    focusable = False

    def __init__(self, label: str, keys: tuple[str, ...], make: str) -> None:
        super().__init__(label, on_paper=True)
        self.chips, self.make = keys, make
        self.column = 0.0
        """How wide the chips of a column may be, in pixels."""

    @property
    def value(self) -> str:
        return spoken(self.chips, self.make) if self.make else ", ".join(self.chips)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 8)
        self.ground(canvas)
        px = self.px * CHIP
        while px > 7 and chips.length(canvas, self.chips, px, self.make) > self.column:
            px -= 0.5
        chips.row(canvas, self.chips, x + 6, y + h / 2, px, self.make)
        left = x + self.column + 14
        self.words(canvas, left, x + w - left - 8)

    def ground(self, canvas: Canvas) -> None:
        """What lies under it."""

    def words(self, canvas: Canvas, x: float, room: float) -> None:
        """What it does, in one line or in two."""
        px, lines = self.px, canvas.wrap(self.label, room, self.px, "sans")
        if len(lines) > 1:
            px = max(10.5, self.px * 0.84)
            lines = canvas.wrap(self.label, room, px, "sans")[:2]
        y = self.rect.centery - len(lines) * px * 0.62
        canvas.lines(lines, x, y, px, canvas.theme.ink, "sans", 1.24)


class KeyPaper(SectionsPage):
    """Groups of lines, in one column or in two."""

    groups: tuple[KeyGroup, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        return tuple(group.title for group in self.groups)

    def lay_lines(self) -> tuple[float, float, float]:
        """Place the lines; the left edge of the sheet, its width and the upper edge of its buttons, in units."""
        w = min(WIDE, self.wide - 2 * self.clearance)
        count, each = (2, (w - 48 + 16) / 2 - 16) if w >= 860 else (1, w - 48)
        self.scroll.release()
        canvas, every = self.context.canvas, [line for group in self.groups for line in group.lines]
        widest = max((chips.length(canvas, line.chips, self.px(16) * CHIP, line.make) for line in every), default=0.0)
        y, self.tops = 0.0, []
        for group in self.groups:
            self.tops.append(y)
            rows = -(-len(group.lines) // count)
            for i, line in enumerate(group.lines):
                column, row = divmod(i, rows)
                self.hold(line, 24 + column * (each + 16), y + 34 + row * LINE, each, LINE - 6, 16)
                line.column = min(0.46 * each * self.t, widest + 1)
            y += 34 + rows * LINE + 10
        left, top = self.finish(w, y)
        return left, w, top


def pad_chips(given: Mapping[str, str], keys: tuple[str, ...], command: str, screen: str) -> tuple[str, ...]:
    """The buttons of a controller in place of keys, or of a command, on a screen; nothing where there is none.

    given: those that commands have in place of the usual ones.
    """
    if command:
        found = button_of(given, command)
        hidden = command == "settings" and screen in PAUSING and command not in given
        return () if not found or hidden else (found,)
    if keys == ("R",):
        return keys
    return tuple(chip for chip in of_keys(keys, screen) if not command_of(given, chip, screen))

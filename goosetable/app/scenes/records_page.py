"""What the pages have in common that say what the records of this computer hold: they are read while one looks."""

from __future__ import annotations

from typing import ClassVar, Final

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.storage import characters, profiles
from goosetable.app.storage.history import History
from goosetable.app.storage.statistics import Book, Who, remade
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.engine.text import phrases

HEAD: Final = 66  # units above what scrolls
FOOT: Final = 70  # units below it
ROW: Final = 62
TITLE: Final = 38


def remark(history: History) -> str:
    """How far the reading is, or what could not be read; nothing where all is well."""
    if not history.done:
        return f"The records are being read: {round(100 * history.part)} %"
    if history.damaged:
        is_are = "is" if history.damaged == 1 else "are"
        return f"{phrases.count(history.damaged, 'record')} cannot be read and {is_are} not counted."
    return ""


def picture(context: Context, who: Who) -> str:
    """The portrait of a player, as `Canvas.portrait` has it."""
    person = profiles.find(context.settings, who.name) if who.person else None
    return person.who if person is not None else characters.portrait(who.name, who.player)


def book_of(context: Context, history: History) -> Book:
    """The accounts as the settings want them counted, as far as the records are read."""
    if history.done and (changes := remade(context.settings, Book(history.roll))):
        context.change(**changes)
    return Book(history.roll, context.settings.counted_from)


class Leading(Widget):
    """A row that leads to another page by a press."""

    role = "button"

    def draw(self, canvas: Canvas, focused: bool) -> None:
        x, y, w, h = self.rect
        if focused:
            self.draw_ring(canvas, 9)
        if self.hover:
            canvas.box(x, y, w, h, 9, fill=canvas.theme.plain, alpha=0.75)
        self.content(canvas)
        canvas.icon("right", x + w - self.px * 0.7, y + h / 2, self.px * 0.85, canvas.theme.ink2)

    def content(self, canvas: Canvas) -> None:
        """What the row shows of what it leads to."""


class RecordsPage(Page):
    """A sheet of sections with rows, and what is to be said of the records at its foot."""

    title: ClassVar[str]

    def __init__(self, context: Context, history: History) -> None:
        super().__init__(context, Scroller(self.title))
        self.history = history
        self.close = Button("Back", self.back, "plain", "left")
        self.tops: list[float] = []
        """Where each section begins, in units from the top of what scrolls."""

    def _gather(self) -> None:
        """All there is to show, as far as is known by now."""

    def work(self) -> bool:
        if self.history.done:
            return False
        before, more = remark(self.history), self.history.work()
        self.dirty |= remark(self.history) != before
        if not more:
            self._gather()
            self.resized(self.w, self.h)
        return True

    # ---------------------------------------------------------------- layout and drawing

    def finish(self, w: float, content: float) -> tuple[float, float]:
        """The sheet around what scrolls, and the way back; its left edge and the upper edge of its buttons, in units."""
        left, top, h = self.place_sheet(w, content, HEAD, FOOT)
        self.put(self.close, left + 24, top + h - 58, 120, 46, 17)
        return left, top + h - 58

    @property
    def sections(self) -> tuple[str, ...]:
        """The titles of the sections."""
        return ()

    @property
    def foot(self) -> tuple[str, int]:
        """What is said at the foot, and how far to the right it may go."""
        return remark(self.history), self.sheet.right

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        px = canvas.snug(self.title, self.px(27), "serifb", sheet.w - 48 * u)
        canvas.put(self.title, sheet.x + 24 * u, sheet.y + 15 * u, px, t.ink, "serifb")
        with self.scroll.window(canvas) as top:
            for title, y in zip(self.sections, self.tops, strict=True):
                title = canvas.fit(title, self.px(16), "semi", sheet.w - 48 * u)
                canvas.put(title, sheet.x + 24 * u, top + (y + 6) * u, self.px(16), t.ink2, "semi")
                canvas.line(sheet.x + 24 * u, top + y * u, sheet.w - 48 * u)
            self.between(canvas, top)
        canvas.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)
        (said, right), left = self.foot, self.close.rect.right + 16 * u
        for i, part in enumerate(canvas.wrap(said, right - 20 * u - left, self.px(15), "sans")[:2] if said else ()):
            canvas.put(part, left, self.close.rect.y + (4 + 19 * i) * u, self.px(15), t.ink2, "sans")

    def between(self, canvas: Canvas, top: float) -> None:
        """What else lies in the scrolling area, whose content begins at `top`."""

"""What the pages have in common that say what the records of this computer hold: they are read while one looks."""

from __future__ import annotations

from typing import ClassVar, Final

from goosetable.app.context import Desk
from goosetable.app.render.canvas import Paint
from goosetable.app.scenes.page import Board
from goosetable.app.storage import characters, profiles
from goosetable.app.storage.history import Annals
from goosetable.app.storage.statistics import Book, Who, remade
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.engine.text import phrases

HEAD: Final = 66  # units above what scrolls
FOOT: Final = 70  # units below it
ROW: Final = 62
TITLE: Final = 38


def remark(annals: Annals) -> str:
    """How far the reading is, or what could not be read; nothing where all is well."""
    if not annals.done:
        return f"The records are being read: {round(100 * annals.part)} %"
    if annals.damaged:
        is_are = "is" if annals.damaged == 1 else "are"
        return f"{phrases.count(annals.damaged, 'record')} cannot be read and {is_are} not counted."
    return ""


def picture(desk: Desk, who: Who) -> str:
    """What somebody looks like, as `Paint.portrait` has it."""
    person = profiles.find(desk.settings, who.name) if who.person else None
    return person.who if person is not None else characters.portrait(who.name, who.player)


def book_of(desk: Desk, annals: Annals) -> Book:
    """The accounts as the settings want them counted, as far as the records are read."""
    if annals.done and (changes := remade(desk.settings, Book(annals.roll))):
        desk.change(**changes)
    return Book(annals.roll, desk.settings.counted_from)


class Leading(Widget):
    """A row that leads to another page by a press."""

    role = "button"

    def draw(self, paint: Paint, focused: bool) -> None:
        x, y, w, h = self.rect
        if focused:
            self.draw_ring(paint, 9)
        if self.hover:
            paint.box(x, y, w, h, 9, fill=paint.theme.plain, alpha=0.75)
        self.content(paint)
        paint.icon("right", x + w - self.px * 0.7, y + h / 2, self.px * 0.85, paint.theme.ink2)

    def content(self, paint: Paint) -> None:
        """What the row shows of what it leads to."""


class RecordsPage(Board):
    """A sheet of sections with rows, and what is to be said of the records at its foot."""

    title: ClassVar[str]

    def __init__(self, desk: Desk, annals: Annals) -> None:
        super().__init__(desk)
        self.annals = annals
        self.scroll = Scroller(self.title)
        self.close = Button("Back", self.back, "plain", "left")
        self.tops: list[float] = []
        """Where each section begins, in units from the top of what scrolls."""

    def _gather(self) -> None:
        """All there is to show, as far as is known by now."""

    def work(self) -> bool:
        if self.annals.done:
            return False
        before, more = remark(self.annals), self.annals.work()
        self.dirty |= remark(self.annals) != before
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
        return remark(self.annals), self.sheet.right

    def under(self, paint: Paint) -> None:
        t, u, sheet = paint.theme, self.t, self.sheet
        paint.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        px = paint.snug(self.title, self.px(27), "serifb", sheet.w - 48 * u)
        paint.put(self.title, sheet.x + 24 * u, sheet.y + 15 * u, px, t.ink, "serifb")
        assert self.scroll is not None
        with self.scroll.window(paint) as top:
            for title, y in zip(self.sections, self.tops, strict=True):
                title = paint.fit(title, self.px(16), "semi", sheet.w - 48 * u)
                paint.put(title, sheet.x + 24 * u, top + (y + 6) * u, self.px(16), t.ink2, "semi")
                paint.line(sheet.x + 24 * u, top + y * u, sheet.w - 48 * u)
            self.between(paint, top)
        paint.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)
        (said, right), left = self.foot, self.close.rect.right + 16 * u
        for i, part in enumerate(paint.wrap(said, right - 20 * u - left, self.px(15), "sans")[:2] if said else ()):
            paint.put(part, left, self.close.rect.y + (4 + 19 * i) * u, self.px(15), t.ink2, "sans")

    def between(self, paint: Paint, top: float) -> None:
        """What else lies in the scrolling area, whose content begins at `top`."""

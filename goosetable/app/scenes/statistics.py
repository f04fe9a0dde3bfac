"""Statistics: everybody who has played here, with a page of figures for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goosetable.app import cast, people
from goosetable.app.annals import Annals
from goosetable.app.paint import Paint
from goosetable.app.scene import Change, Push
from goosetable.app.scenes import parts
from goosetable.app.scenes.board import Board
from goosetable.app.statistics import Book, Who, brief
from goosetable.app.widgets import Button, Scroller, Widget
from goosetable.engine import words

if TYPE_CHECKING:
    from goosetable.app.desk import Desk
    from goosetable.app.tables import Tables

HEAD: Final = 66  # units above what scrolls
FOOT: Final = 70  # units below it
ROW: Final = 62
TITLE: Final = 38


def picture(desk: Desk, who: Who) -> str:
    """What somebody looks like, as `Paint.portrait` has it."""
    person = people.find(desk.settings, who.name) if who.person else None
    return person.who if person is not None else cast.portrait(who.name, who.player)


def remark(annals: Annals) -> str:
    """How far the reading is, or what could not be read; nothing where all is well."""
    if not annals.done:
        return f"The records are being read: {round(100 * annals.part)} %"
    if annals.damaged:
        is_are = "is" if annals.damaged == 1 else "are"
        return f"{words.count(annals.damaged, 'record')} cannot be read and {is_are} not counted."
    return ""


class Entry(Widget):
    """Somebody who has played, or might; a press shows the figures."""

    role = "button"

    def __init__(self, scene: StatisticsScene, who: Who) -> None:
        super().__init__(who.title, on_paper=True)
        self.scene, self.who = scene, who

    @property
    def value(self) -> str:
        """Their games in a few words."""
        return brief(self.scene.book.account(self.who)) if self.scene.annals.done else ""

    def press(self) -> None:
        self.asked = self.scene.open(self.who)

    def draw(self, paint: Paint, focused: bool) -> None:
        x, y, w, h = self.rect
        if focused:
            self.draw_ring(paint, 9)
        if self.hover:
            paint.box(x, y, w, h, 9, fill=paint.theme.plain, alpha=0.75)
        parts.person(paint, self.rect, picture(self.scene.desk, self.who), self.label, self.value, self.px)
        paint.icon("right", x + w - self.px * 0.7, y + h / 2, self.px * 0.85, paint.theme.ink2)


class StatisticsScene(Board):
    """Everybody; the records are read while it is looked at."""

    def __init__(self, desk: Desk, tables: Tables | None = None) -> None:
        """tables: where a game can be opened, or None where there is a table already."""
        super().__init__(desk)
        self.tables = tables
        self.annals = Annals(desk.folders)
        self.book = Book(())
        self.scroll = Scroller("Statistics")
        self.close = Button("Back", self.back, "plain", "left")
        self.games = Button("All games", self._games, "plain", "play")
        self.games.shown = tables is not None
        self.persons: list[Entry] = []
        self.others: list[Entry] = []
        self._gather()

    def _gather(self) -> None:
        """Everybody, as far as is known by now."""
        self.book = Book(self.annals.games, self.desk.settings.counted_from)
        focus = self.widgets.focus
        before = focus.who.key if isinstance(focus, Entry) else ""
        persons, others = self.book.everybody(self.desk.settings)
        self.persons = [Entry(self, who) for who in persons]
        self.others = [Entry(self, who) for who in others]
        entries = self.persons + self.others
        assert self.scroll is not None
        self.widgets.set([self.scroll, *entries, self.games, self.close], first=self.persons[0])
        self.widgets.to(next((entry for entry in entries if entry.who.key == before), self.widgets.focus))

    def open(self, who: Who) -> Change:
        """The page of figures of somebody."""
        from goosetable.app.scenes.figures import FiguresScene

        return Push(FiguresScene(self.desk, who, self.annals))

    def _games(self) -> Change:
        from goosetable.app.scenes.kept import GamesScene

        return Push(GamesScene(self.desk, self.tables, self.annals)) if self.tables is not None else None

    def work(self) -> bool:
        if self.annals.done:
            return False
        before, more = remark(self.annals), self.annals.work()
        self.dirty |= remark(self.annals) != before
        if not more:
            self._gather()
            self.resized(self.w, self.h)
            self.dirty = True
        return True

    def resumed(self, result: object) -> None:
        self._gather()
        self.resized(self.w, self.h)
        self.dirty = True

    # ---------------------------------------------------------------- layout and drawing

    def lay(self) -> None:
        assert self.scroll is not None
        w = min(940.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        inner = w - 48
        columns = 2 if inner >= 620 else 1
        each = (inner + 16) / columns - 16
        y = 0.0
        self.tops: list[float] = []
        for entries in (self.persons, self.others):
            self.tops.append(y)
            y += TITLE
            for i, entry in enumerate(entries):
                self.hold(entry, 24 + i % columns * (each + 16), y + i // columns * ROW, each, ROW - 8, 18)
            y += ((len(entries) - 1) // columns + 1) * ROW + 8
        left, top, h = self.place_sheet(w, y, HEAD, FOOT)
        self.put(self.close, left + 24, top + h - 58, 120, 46, 17)
        self.put(self.games, left + w - 24 - 170, top + h - 58, 170, 46, 17)

    def under(self, paint: Paint) -> None:
        t, u, sheet = paint.theme, self.t, self.sheet
        paint.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        px = paint.snug("Statistics", self.px(27), "serifb", sheet.w - 48 * u)
        paint.put("Statistics", sheet.x + 24 * u, sheet.y + 15 * u, px, t.ink, "serifb")
        assert self.scroll is not None
        with self.scroll.window(paint) as top:
            for title, y in zip(("People", "Computer players"), self.tops, strict=True):
                paint.put(title, sheet.x + 24 * u, top + (y + 6) * u, self.px(16), t.ink2, "semi")
                paint.line(sheet.x + 24 * u, top + y * u, sheet.w - 48 * u)
        paint.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)
        said, left = remark(self.annals), self.close.rect.right + 16 * u
        right = self.games.rect.x if self.games.shown else sheet.right
        for i, part in enumerate(paint.wrap(said, right - 20 * u - left, self.px(15), "sans")[:2] if said else ()):
            paint.put(part, left, self.close.rect.y + (4 + 19 * i) * u, self.px(15), t.ink2, "sans")

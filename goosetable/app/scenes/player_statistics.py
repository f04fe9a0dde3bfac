"""A page of figures: what a player's games come to, of one game or of all, and against whom."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.records_page import book_of, picture, remark
from goosetable.app.storage.accounts import ALL
from goosetable.app.storage.history import History
from goosetable.app.storage.history_index import Who
from goosetable.app.storage.statistics import Figure, begun_again, figures, meetings
from goosetable.app.ui.focus import Button, Scroller, Stepper, Widget
from goosetable.app.ui.scene import Change
from goosetable.engine.game import AnyGame
from goosetable.games import SHELF

FOOT: Final = 70  # units below what scrolls
NARROW: Final = 560  # units of width under which the game stands under the name
AGAIN: Final = "Start the count again"
SURE: Final = "Press once more"


class FigureRow(Widget):
    """A figure with its meaning in words; against a player, their portrait beside it."""

    role = "text"

    def __init__(self, figure: Figure, who: str = "") -> None:
        super().__init__(figure.label, on_paper=True)
        self.figure, self.who = figure, who

    @property
    def value(self) -> str:
        return f"{self.figure.value}. {self.figure.meaning}"

    def meaning(self, canvas: Canvas, width: float) -> list[str]:
        """Its meaning in lines, as they fit."""
        return canvas.wrap(self.figure.meaning, width - self.px * (4.6 if self.who else 1.4), self.px * 0.8, "sans")

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, px = canvas.theme, self.px
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 9)
        canvas.box(x, y, w, h, 9, fill=t.plain, alpha=0.9 if focused or self.hover else 0.45)
        left = x + px * 0.7
        if self.who:
            d = min(h - px * 0.5, px * 2.6)
            canvas.portrait(self.who, left + d / 2, y + h / 2, d)
            left += px * 3.2
        figure = self.figure
        seen = canvas.put(figure.value, x + w - px * 0.7, y + px * 0.4, px * 1.15, t.ink, "serifb", "topright")
        room = seen.x - px * 0.5 - left
        canvas.label(figure.label, left, y + px * 0.45, px, t.ink, "semi", room)
        for i, part in enumerate(self.meaning(canvas, w)):
            canvas.put(part, left, y + px * (1.85 + 1.04 * i), px * 0.8, t.ink2, "sans")


class PlayerStatisticsScene(Page):
    """Lies over what was there; `history` is that of the list it was chosen from, or is read here."""

    covers = False

    def __init__(self, context: Context, who: Who, history: History | None = None) -> None:
        super().__init__(context, Scroller(who.title))
        self.who, self.history = who, history or History(context.folders)
        self.game: AnyGame | None = None
        self.which = Stepper("Game", ["All games", *(game.title for game in SHELF)], self._choose)
        self.again = Button(AGAIN, self._again, "plain", "undo")
        self.close = Button("Back", self.back, "plain", "left")
        self.rows: list[FigureRow] = []
        self.met: list[FigureRow] = []
        self._count()
        self.widgets.to(self.which)

    def _count(self) -> None:
        self.book = book_of(self.context, self.history)
        game = ALL if self.game is None else self.game.id
        account = self.book.account(self.who, game)
        whole = self.book.account(self.who)
        self.rows = [FigureRow(figure) for figure in figures(account, self.game)] if self.history.done else []
        found = meetings(self.book, self.who, game)
        self.more = len(self.book.against(self.who, game)) - len(found)
        self.met = [FigureRow(figure, picture(self.context, other)) for other, figure in found]
        self.again.shown = bool(whole.deals or whole.games)
        self.widgets.set([self.scroll, self.which, *self.rows, *self.met, self.again, self.close], first=self.which)

    def _choose(self, index: int) -> None:
        self.game = SHELF[index - 1] if index else None
        self._count()
        self.scroll.scroll_to(0)
        self.lay()

    def _again(self) -> None:
        """The first press asks, the second one does it; no record is touched."""
        if self.again.label == AGAIN:
            self.again.label = SURE
            return
        self.again.label = AGAIN
        self.context.change(**begun_again(self.context.settings, self.book, self.who))
        self._count()
        self.lay()

    def handle(self, event: pygame.event.Event) -> Change:
        change = super().handle(event)
        if self.widgets.focus is not self.again and self.again.label == SURE:
            self.again.label, self.dirty = AGAIN, True
        return change

    def work(self) -> bool:
        if self.history.done:
            return False
        before = remark(self.history)
        if not self.history.work():
            self._count()
            self.lay()
            self.dirty = True
        self.dirty |= remark(self.history) != before
        return True

    def lay(self) -> None:
        edge = self.clearance
        w, most = min(940.0, self.wide - 2 * edge), self.high - 2 * edge
        left = (self.wide - w) / 2
        self.scroll.release()
        inner, narrow = w - 48, w < NARROW
        head, y = (8.0, 136.0) if narrow else (92.0, 8.0)
        if narrow:  # the head scrolls with the rest where there is little room
            self.hold(self.which, 24, 78, inner, 46, 17)
        columns = 2 if inner >= 620 else 1
        each = (inner + 12) / columns - 12
        y = self._grid(self.rows, y, columns, each)
        self.against = y + 4
        if self.met:
            y = self._grid(self.met, y + 40, columns, each)
        h = min(most, y + head + FOOT + 4)
        top = (self.high - h) / 2
        self.sheet = self.box(left, top, w, h)
        self.narrow = narrow
        self.scroll.rect = self.box(left, top + head, w - 6, h - head - FOOT)
        self.scroll.inner = y * self.t if y > h - head - FOOT + 2 else 0
        self.scroll.scroll_to(self.scroll.offset)
        if not narrow:
            wide = min(300.0, w * 0.36)
            self.put(self.which, left + w - 24 - wide, top + 24, wide, 46, 17)
        self.put(self.close, left + 24, top + h - 58, 120, 46, 17)
        self.put(self.again, left + w - 24 - 190, top + h - 58, 190, 46, 17)

    def _grid(self, rows: list[FigureRow], y: float, columns: int, each: float) -> float:
        """Place rows in columns; how far down they reach."""
        canvas = self.context.canvas
        for first in range(0, len(rows), columns):
            beside = rows[first : first + columns]
            for row in beside:
                row.px = self.px(17)
            count = max(len(row.meaning(canvas, each * self.t)) for row in beside)
            high = max(54.0, (2.3 + 1.04 * count) * self.px(17) / self.t)
            for i, row in enumerate(beside):
                self.hold(row, 24 + i * (each + 12), y, each, high, 17)
            y += high + 8
        return y

    def _name(self, canvas: Canvas, x: float, y: float, room: float) -> None:
        t, u = canvas.theme, self.t
        d = 60 * u
        canvas.portrait(picture(self.context, self.who), x + d / 2, y + d / 2, d)
        left = x + d + 14 * u
        canvas.label(self.who.name, left, y + 34 * u, self.px(26), t.ink, "serifb", room - d - 14 * u, "bottomleft")
        level = f"Level: {self.who.level}" if self.who.player else "Not met at any table yet"
        about = "A person" if self.who.person else level
        said = ". ".join(part for part in (about, remark(self.history)) if part)
        if self.again.label == SURE:
            said = "Only games begun from now on will count; the records stay."
        canvas.label(said, left, y + 37 * u, self.px(15), t.ink2, "sans", room - d - 14 * u)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        if not self.narrow:
            self._name(canvas, sheet.x + 24 * u, sheet.y + 16 * u, self.which.rect.x - 20 * u - sheet.x - 24 * u)
        with self.scroll.window(canvas) as top:
            if self.narrow:
                self._name(canvas, sheet.x + 24 * u, top + 8 * u, sheet.w - 48 * u)
            if self.met:
                y = top + self.against * u
                canvas.line(sheet.x + 24 * u, y, sheet.w - 48 * u)
                most = f": {len(self.met)} of {len(self.met) + self.more:,}, those met most often" if self.more else ""
                against = canvas.fit(f"Against{most}", self.px(16), "semi", sheet.w - 48 * u)
                canvas.put(against, sheet.x + 24 * u, y + 8 * u, self.px(16), t.ink2, "semi")
        canvas.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)

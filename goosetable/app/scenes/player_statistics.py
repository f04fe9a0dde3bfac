"""A page of figures: what a player's games come to, of one game or of all, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.medal_row import FigureRow, MedalRow, row_of, row_of_one
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.records_page import SHRUNK, day, figures_of, halves, picture, remark
from goosetable.app.scenes.routes import ToCharts
from goosetable.app.storage.history.figures import ALL, account_figures, meetings
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.focus import Button, Scroller, Stepper
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.games import SHELF

FOOT: Final = 70  # units below what scrolls
NARROW: Final = 560  # units of width under which the game stands under the name
SIGNS: Final = 530  # units of width under which buttons besides are signs without words
AGAIN: Final = "Start the count again"
SURE: Final = "Press once more"


class PlayerStatisticsScene(Page):
    """Lies over what was there; `history` is that of the list it was chosen from, or is read here."""

    covers = False

    def __init__(self, context: Context, who: PlayerKey, history: History | None = None) -> None:
        super().__init__(context, Scroller(who.title))
        self.who, self.history = who, history or History(context.folders)
        self._own = history is None
        self.game: AnyGame | None = None
        self.which = Stepper("Game", ["All games", *(game.title for game in SHELF)], self._choose)
        self.again = Button(AGAIN, self._again, "plain", "undo")
        self.charts = Button("Charts", lambda: Push(ToCharts(who, self.history)), "plain", "stats")
        self.close = Button("Back", self.back, "plain", "left")
        self.rows: list[FigureRow] = []
        self.medals: list[MedalRow] = []
        self.headings: list[tuple[str, float, float, float]] = []
        """Headings with their left edge, top and width, in units of what scrolls."""
        self.met: list[FigureRow] = []
        self._count()
        self.widgets.to(self.which)

    def _count(self) -> None:
        self.figures = figures_of(self.context, self.history)
        game = ALL if self.game is None else self.game.id
        account = self.figures.account(self.who, game)
        whole = self.figures.account(self.who)
        self.rows = [FigureRow(figure) for figure in account_figures(account, self.game)] if self.history.done else []
        met = self.figures.against(self.who, game)
        found = meetings(self.who, met)
        self.more = len(met) - len(found)
        self.met = [FigureRow(figure, picture(self.context, other)) for other, figure in found]
        self.medals = self._medal_rows() if self.history.done and self.who.person else []
        self.charts.shown = self.again.shown = bool(whole.deals or whole.games)
        self.widgets.set(
            [self.scroll, self.which, *self.rows, *self.medals, *self.met, self.charts, self.again, self.close],
            first=self.which,
        )

    def _medal_rows(self) -> list[MedalRow]:
        """The medals of the game that is chosen, each in a row, or of every game in a row each."""
        if self.game is None:
            return [row_of(game.title, self.figures.medals(self.who, game)) for game in SHELF]
        found = self.figures.medals(self.who, self.game)
        return [row_of_one(place, day(place.started)) for place in found]

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
        self.context.change(**self.figures.begun_again(self.context.settings, self.who))
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

    def closed(self) -> None:
        if self._own:
            self.history.close()

    def lay(self) -> None:
        edge = self.clearance
        w, most = min(1160.0, self.wide - 2 * edge), self.high - 2 * edge
        left = (self.wide - w) / 2
        self.scroll.release()
        inner, narrow = w - 48, w < NARROW
        head, y = (8.0, 136.0) if narrow else (92.0, 8.0)
        if narrow:  # the head scrolls with the rest where there is little room
            self.hold(self.which, 24, 78, inner, 46, 17)
        columns = 2 if inner >= 620 else 1
        each = (inner + 12) / columns - 12
        self.headings = []
        beside = columns == 2 and bool(self.met)  # what they remember stands at the right then
        below = self._grid(self.rows, 24, y, 1 if beside else columns, each)
        if self.medals:
            given = sum(bool(place.mark) for row in self.medals for place in row.places)
            said = f"Medals: {given} of {sum(len(row.places) for row in self.medals)}"
            below = self._section(said, self.medals, 24, below, 1 if beside else columns, each)
        if self.met:
            told = f": {len(self.met)} of {len(self.met) + self.more:,}, those met most often" if self.more else ""
            at = (36 + each, y - 8) if beside else (24.0, below)
            below = max(below, self._section(f"What they remember{told}", self.met, *at, 1 if beside else columns, each))
        y = below
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
        bare = w < SIGNS
        self.close.bare = self.charts.bare = bare
        self.put(self.close, left + 24, top + h - 58, 54 if bare else 120, 46, 17)
        self.put(self.charts, left + (90 if bare else 156), top + h - 58, 54 if bare else 130, 46, 17)
        again = min(215.0, w - (180 if bare else 330))
        self.put(self.again, left + w - 24 - again, top + h - 58, again, 46, 17)

    def _section(self, heading: str, rows: Sequence[FigureRow], x: float, y: float, columns: int, each: float) -> float:
        """Place rows under a heading; how far down they reach."""
        self.headings.append((heading, x, y + 4, columns * (each + 12) - 12))
        return self._grid(rows, x, y + 40, columns, each)

    def _grid(self, rows: Sequence[FigureRow], x: float, y: float, columns: int, each: float) -> float:
        """Place rows in columns from there on; how far down they reach."""
        canvas = self.context.canvas
        for first in range(0, len(rows), columns):
            beside = rows[first : first + columns]
            for row in beside:
                row.px = self.px(17)
            count = max(len(row.meaning(canvas, each * self.t)) for row in beside)
            high = max(54.0, (2.3 + 1.04 * count) * self.px(17) / self.t)
            for i, row in enumerate(beside):
                self.hold(row, x + i * (each + 12), y, each, high, 17)
            y += high + 8
        return y

    def _name(self, canvas: Canvas, x: float, y: float, room: float) -> None:
        t, u = canvas.theme, self.t
        d = 60 * u
        canvas.portrait(picture(self.context, self.who), x + d / 2, y + d / 2, d)
        left = x + d + 14 * u
        name, wide, large, under = self.who.name, room - d - 14 * u, self.px(26), 37
        if canvas.width(name, SHRUNK * large, "serifb") <= wide:
            canvas.label(name, left, y + 34 * u, large, t.ink, "serifb", wide, "bottomleft")
        else:  # in two lines a long name is larger
            under = 41
            for i, part in enumerate(halves(canvas, name, 0.75 * large, wide)):
                canvas.label(part, left, y + (18 + 20 * i) * u, 0.75 * large, t.ink, "serifb", wide, "bottomleft")
        level = f"Level: {self.who.level}" if self.who.player else "Not met at any table yet"
        about = "A person" if self.who.person else level
        said = ". ".join(part for part in (about, remark(self.history)) if part)
        if self.again.label == SURE:
            said = "Only games begun from now on will count; the records stay."
        canvas.label(said, left, y + under * u, self.px(15), t.ink2, "sans", room - d - 14 * u)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        if not self.narrow:
            self._name(canvas, sheet.x + 24 * u, sheet.y + 16 * u, self.which.rect.x - 20 * u - sheet.x - 24 * u)
        with self.scroll.window(canvas) as top:
            if self.narrow:
                self._name(canvas, sheet.x + 24 * u, top + 8 * u, sheet.w - 48 * u)
            for heading, x, y, wide in self.headings:
                left, at = sheet.x + x * u, top + y * u
                canvas.line(left, at, wide * u)
                said = canvas.fit(heading, self.px(16), "semi", wide * u)
                canvas.put(said, left, at + 8 * u, self.px(16), t.ink2, "semi")
        canvas.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)

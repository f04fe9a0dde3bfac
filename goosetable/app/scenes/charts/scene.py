"""The charts of a player's games: places, accuracy, games won, bids and opponents, in the games that filters leave."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.charts.chart import ARROWS, Explained, FigureChart
from goosetable.app.scenes.charts.drawn import AccuracyChart, AgainstChart, BidsChart, GamesChart, PlacesChart
from goosetable.app.scenes.filters import FilterBar
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.records_page import SHRUNK, halves, picture, remark
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.figures import Charts, Figures
from goosetable.app.storage.history.index import Busy
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.table import captions
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change
from goosetable.engine.words import phrases
from goosetable.games import find

FIELDS: Final = {"game": "Game", "who": "Against", "rules": "House rules", "when": "When"}
WIDE: Final = 1040
"""Units of the window from which on all charts stand side by side, where it is also HIGH units high."""
HIGH: Final = 560
HEAD: Final = 92  # units above the charts
FOOT: Final = 68  # units below them
TURNS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""The keys that turn to another chart where there is room for one."""
UPPER: Final = 0.44
"""The part of the height that the upper row of charts has."""
FILTERS: Final = (138, 138, 138, 122)
"""Of the filters, in units."""


class ChartsScene(Page):
    """Lies over the page of figures of the player; `history` is theirs."""

    covers = False

    def __init__(self, context: Context, matches: Matches, who: PlayerKey, history: History) -> None:
        super().__init__(context, Scroller(f"Charts of {who.title}"))
        self.matches, self.who, self.history = matches, who, history
        self.games: list[ListedGame] = []
        self.shown: Charts | None = None
        self.page = 0
        """The chart that is shown where there is room for one."""
        self.wide_enough = True
        self.places, self.accuracy, self.by_game, self.bids = PlacesChart(), AccuracyChart(), GamesChart(), BidsChart()
        self.against = AgainstChart(lambda other: picture(context, other))
        self.charts: tuple[FigureChart, ...] = (self.places, self.accuracy, self.by_game, self.bids, self.against)
        self.filter_bar = FilterBar(lambda: self.games, who.key, self._filter, FIELDS)
        self.close = Button("Back", self.back, "plain", "left")
        self.before = Button("Chart before", lambda: self._turn(-1), "plain", "left", bare=True)
        self.after = Button("Next chart", lambda: self._turn(1), "plain", "right", bare=True)
        bar = [*self.filter_bar.choosers.values(), self.filter_bar.narrow]
        for region, own in (
            ("filters", bar), ("charts", self.charts), ("buttons", (self.close, self.before, self.after))
        ):  # fmt: skip
            for widget in own:
                widget.region = region
        self.widgets.set([*self.charts, *bar, self.close, self.before, self.after], first=self.close)
        self._reading: Generator[None, None, list[ListedGame]] | None = self._read()

    # ------------------------------------------------------------------ what is shown

    def _read(self) -> Generator[None, None, list[ListedGame]]:
        """All games of the player. The index may be written elsewhere, or be made anew: then it is asked once more."""
        while True:
            self.history.keep()
            while self.history.work():
                yield
            found: list[ListedGame] = []
            known = self.history.index
            try:
                if known is not None:
                    yield from listing.reading(known, self.context.folders.data, found)
                yield from self.history.tables.read_deals(self.who.key)
                self.history.release()
                own = self.figures.marks(self.who)
                return [game for game in found if game.mark in own]
            except (sqlite3.Error, Busy) as trouble:
                self.history.fails(trouble, known)
                yield

    @property
    def figures(self) -> Figures:
        return Figures(self.history.tables, self.context.settings.counted_from)

    def closed(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None
            self.history.release()

    def work(self) -> bool:
        if self._reading is None:
            return False
        said = remark(self.history)
        try:
            next(self._reading)
        except StopIteration as done:
            self._reading, self.games = None, done.value
            self.filter_bar.set("words", "")
        self.dirty |= remark(self.history) != said
        return self._reading is not None

    def _filter(self, field: str) -> None:
        """The games that are left have changed."""
        if self._reading is not None:
            return
        asked = self.filter_bar.filters
        self.shown = self.figures.charts(self.who, asked.fitting(self.games, self.who.key, self.matches.today), asked.who)
        for chart in self.charts:
            chart.data = self.shown
        bids = self.shown.bids
        self.bids.label = f"Bids in {find(bids.game).title}" if bids is not None else "Bids"
        self.lay()
        self.dirty = True

    def resumed(self, result: object) -> None:
        self.lay()
        self.dirty = True

    def _turn(self, by: int) -> None:
        self.page = (self.page + by) % len(self.there)
        self.lay()
        if isinstance(self.widgets.focus, FigureChart):
            self.widgets.to(self.there[self.page])
        self.dirty = True

    @property
    def there(self) -> list[FigureChart]:
        """The charts that there are: bids only where a game has them."""
        return [chart for chart in self.charts if chart is not self.bids or (self.shown is not None and self.shown.bids)]

    # ------------------------------------------------------------------ input

    def handle(self, event: pygame.event.Event) -> Change:
        if not self.wide_enough and event.type == pygame.KEYDOWN and event.key in TURNS:
            self._turn_by(event)
            return None
        change = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            for chart in self.charts:
                self.dirty |= chart.shown and chart.point(event.pos)
        return change

    def _turn_by(self, event: pygame.event.Event) -> None:
        """Another chart, but where an arrow key walks among the figures of this one."""
        focus = self.widgets.focus
        if isinstance(focus, FigureChart) and event.key in ARROWS and focus.key(event):
            self.widgets.ring = self.dirty = True
        else:
            self._turn(TURNS[event.key])

    # ------------------------------------------------------------------ places

    def lay(self) -> None:
        edge = self.clearance if self.high >= 480 else self.rim
        w, h = min(1184.0, self.wide - 2 * edge), self.high - 2 * edge
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        self.wide_enough = self.wide >= WIDE and self.high >= HIGH
        self.filter_bar.elements(self.wide_enough)
        self.filter_bar.search.shown = False
        there = self.there
        self.page = min(self.page, len(there) - 1)
        for place, chart in enumerate(there):
            chart.shown = self.wide_enough or place == self.page
        self.bids.shown = self.bids.shown and self.bids in there
        self.before.shown = self.after.shown = not self.wide_enough
        if self.wide_enough:
            self._lay_wide(x, y, w, h)
        else:
            self._lay_narrow(x, y, w, h, there[self.page])

    def _lay_wide(self, x: float, y: float, w: float, h: float) -> None:
        right = x + w - 28
        for chooser, wide in reversed(list(zip(self.filter_bar.choosers.values(), FILTERS, strict=True))):
            self.put(chooser, right - wide, y + 24, wide, 46, 16)
            right -= wide + 10
        top, inner = y + HEAD + 6, w - 56
        high = h - HEAD - FOOT - 12
        upper, lower = UPPER * high, (1 - UPPER) * high
        third = (inner - 64) / 3
        self.put(self.places, x + 28, top, third, upper - 14, 16)
        self.put(self.accuracy, x + 28 + third + 32, top, inner - third - 32, upper - 14, 16)
        row = [chart for chart in (self.by_game, self.bids, self.against) if chart.shown]
        each = (inner - 32 * (len(row) - 1)) / len(row)
        for place, chart in enumerate(row):
            self.put(chart, x + 28 + place * (each + 32), top + upper + 8, each, lower - 14, 16)
        self.put(self.close, x + 24, y + h - 58, 120, 46, 17)

    def _lay_narrow(self, x: float, y: float, w: float, h: float, chart: FigureChart) -> None:
        low = h < 320
        head, button = (58.0, 38.0) if low else (76.0, 44.0)
        wide = min(190.0, w * 0.42)
        self.put(self.filter_bar.narrow, x + w - 16 - wide, y + 12, wide, button, 15)
        self.put(chart, x + 20, y + head + 4, w - 40, h - head - button - 28, 15 if low else 17)
        top = y + h - button - 12
        self.put(self.close, x + 16, top, min(110.0, w * 0.3), button, 16)
        self.put(self.after, x + w - 16 - button, top, button, button, 16)
        self.put(self.before, x + w - 26 - 2 * button, top, button, button, 16)

    # ------------------------------------------------------------------ picture

    @property
    def about(self) -> str:
        """What stands under the name."""
        if self.shown is None:
            return remark(self.history)
        games = self.shown.games
        said = f"{phrases.count(games.of, 'game')}, {games.good:,} of them won" if games.of else "No game to its end"
        since = f"{said}, since {self.shown.since}" if self.shown.since and games.of else said
        return ". ".join(part for part in (since, remark(self.history)) if part)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        first = (
            self.filter_bar.narrow.rect if self.filter_bar.narrow.shown else next(iter(self.filter_bar.choosers.values())).rect
        )
        d = min(60 * u, first.h * (1.3 if self.wide_enough else 1.0))
        large, small = self.px(25 if self.wide_enough else 20), self.px(15 if self.wide_enough else 13)
        mid = first.centery + large * 0.05
        canvas.portrait(picture(self.context, self.who), sheet.x + 24 * u + d / 2, first.centery, d)
        left = sheet.x + 24 * u + d + 14 * u
        room = first.x - 12 * u - left
        if canvas.width(self.who.title, SHRUNK * large, "serifb") > room:  # in two lines a long name is larger
            for i, part in enumerate(halves(canvas, self.who.title, 0.75 * large, room)):
                canvas.label(part, left, mid + (i - 0.5) * 0.9 * large, 0.75 * large, t.ink, "serifb", room, "midleft")
            self._below(canvas)
            return
        canvas.label(self.who.title, left, mid + 2 * u, large, t.ink, "serifb", room, "bottomleft")
        about = self.about
        if canvas.width(about, 0.85 * small, "sans") > room:  # fewer words rather than small ones
            about = about.partition(", ")[0]
        canvas.label(about, left, mid + 2 * u, small, t.ink2, "sans", room)
        self._below(canvas)

    def _below(self, canvas: Canvas) -> None:
        """Which chart it is of how many, or lines between the charts."""
        u, sheet = self.t, self.sheet
        if not self.wide_enough:
            self._count(canvas)
            return
        canvas.line(sheet.x + 28 * u, self.by_game.rect.y - 10 * u, sheet.w - 56 * u)
        canvas.line(sheet.x + 12 * u, self.close.rect.y - 10 * u, sheet.w - 24 * u)

    def _count(self, canvas: Canvas) -> None:
        said = f"{self.page + 1} of {len(self.there)}"
        at = self.before.rect
        canvas.put(said, at.x - self.px(10), at.centery, self.px(15), canvas.theme.ink2, "sans", "midright")

    @property
    def note(self) -> Explained | None:
        """The figure that is explained now: the one under the pointer, or the one with the focus."""
        hovered, focus = self.widgets.hovered, self.widgets.focus
        if isinstance(hovered, FigureChart) and (told := hovered.note(False)) is not None:
            return told
        return focus.note(self.widgets.ring) if isinstance(focus, FigureChart) and focus.shown else None

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if (told := self.note) is not None:
            captions.note(canvas, told.words, Area(*told.area), self.w, self.h, self.t)

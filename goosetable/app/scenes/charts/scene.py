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
from goosetable.app.scenes.charts.drawn import (
    ARROWS,
    AccuracyChart,
    AgainstChart,
    BidsChart,
    Explained,
    FigureChart,
    GamesChart,
    PlacesChart,
)  # fmt: skip
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.filters import FilterBar
from goosetable.app.scenes.records_page import picture, remark
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.figures import Charts, Figures
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.index import Busy
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.table import captions
from goosetable.app.ui.elements import STRETCH, Brief, Column, Control, Element, Heading, Row, Sheet, Text, portrait, rule
from goosetable.app.ui.elements.components import foot_row
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change
from goosetable.engine.words import phrases
from goosetable.games import find

FIELDS: Final = {"game": "Game", "who": "Against", "rules": "House rules", "when": "When"}
WIDE: Final = 1040
"""Least width of the window in units for all charts at once, if it is also `HIGH` units high."""
HIGH: Final = 560
LOW: Final = 320
"""Height of the window in units, under which controls are small."""
TURNS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""Keys that turn to another chart, if there is room for only one."""
UPPER: Final = 0.44
"""Height of the upper row of charts, as a part of both."""


class ChartsScene(ElementPage):
    """The page of charts, over the player's statistics. history: the open records, shared with that page."""

    covers = False

    def __init__(self, context: Context, matches: Matches, who: PlayerKey, history: History) -> None:
        super().__init__(context, f"Charts of {who.title}")
        self.matches, self.who, self.history = matches, who, history
        self.games: list[ListedGame] = []
        self.shown: Charts | None = None
        self.page = 0
        """Index of the chart that is shown if there is room for only one."""
        self.wide_enough = True
        self.places, self.accuracy, self.by_game, self.bids = PlacesChart(), AccuracyChart(), GamesChart(), BidsChart()
        self.against = AgainstChart(lambda other: picture(context, other))
        self.charts: tuple[FigureChart, ...] = (self.places, self.accuracy, self.by_game, self.bids, self.against)
        self.filter_bar = FilterBar(lambda: self.games, who.key, self._filter, FIELDS)
        self.close = Button("Back", self.back, "plain", "left")
        self.before = Button("Chart before", lambda: self._turn(-1), "plain", "left")
        self.after = Button("Next chart", lambda: self._turn(1), "plain", "right")
        self.first = self.close
        self._reading: Generator[None, None, list[ListedGame]] | None = self._read()

    # ------------------------------------------------------------------ what is shown

    def _read(self) -> Generator[None, None, list[ListedGame]]:
        """Generator: reads in short pieces, then returns all games of the player. If the index is busy or damaged it starts
        again."""
        while True:
            self.history.keep()
            while self.history.work():
                yield
            found: list[ListedGame] = []
            known = self.history.index
            try:
                for some in () if known is None else game_list.rows(known, self.context.folders.data):
                    found += some
                    yield
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
        if remark(self.history) != said:
            self.changed()
        return self._reading is not None

    def _filter(self, field: str) -> None:
        """Computes the charts anew after a filter has changed."""
        if self._reading is not None:
            return
        asked = self.filter_bar.filters
        self.shown = self.figures.charts(self.who, asked.fitting(self.games, self.who.key, self.matches.today), asked.who)
        for chart in self.charts:
            chart.data = self.shown
        bids = self.shown.bids
        self.bids.label = f"Bids in {find(bids.game).title}" if bids is not None else "Bids"
        self.changed()

    def resumed(self, result: object) -> None:
        self.changed()

    def _turn(self, by: int) -> None:
        at_chart = isinstance(self.widgets.focus, FigureChart)
        self.page = (self.page + by) % len(self.there)
        self.changed()
        if at_chart:
            self.widgets.to(self.there[self.page])

    @property
    def there(self) -> list[FigureChart]:
        """The charts to show: that of bids only if a game has bids."""
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
        """Turns to another chart, unless an arrow key moves among the figures of this one."""
        focus = self.widgets.focus
        if isinstance(focus, FigureChart) and event.key in ARROWS and focus.key(event):
            self.widgets.ring = self.dirty = True
        else:
            self._turn(TURNS[event.key])

    # ------------------------------------------------------------------ the page

    def build(self) -> Element:
        self.wide_enough = self.wide >= WIDE and self.high >= HIGH
        there = self.there
        self.page = min(self.page, len(there) - 1)
        for chart in self.charts:
            chart.shown = chart in there and (self.wide_enough or chart is there[self.page])
        self.before.shown = self.after.shown = not self.wide_enough
        low = self.high < LOW
        filters = self.filter_bar.elements(self.wide_enough, 40 if low else 46)
        self.filter_bar.search.shown = False
        name = Heading(self.who.title, 25 if self.wide_enough else 20, max_lines=2, shrink=0.7, line_height=1.15)
        ways = [self.about, self.about.partition(", ")[0]]
        about = Brief(ways, 15 if self.wide_enough else 13, "ink2", spoken=self.about, role="status", key="about")
        words = Column([name, about], 2, grow=1)
        face = portrait(picture(self.context, self.who), 40 if low else 60 if self.wide_enough else 46)
        head = Row([face, words, Row(filters, 10, region="filters")], 14, (0, 2, 0, 8))
        body = self._wide_body() if self.wide_enough else Column([self._picture(there[self.page])], grow=1, region="charts")
        said = "" if self.wide_enough else f"{self.page + 1} of {len(there)}"
        turns = [] if self.wide_enough else [Control(one, bare=True) for one in (self.before, self.after)]
        foot = foot_row([self.close, *turns], len(turns), Text(said, 15, "ink2", grow=1, text_align=1))
        page = [head, body, rule(), foot] if self.wide_enough else [head, body, foot]
        margin = self.clearance if self.high >= 480 else self.rim
        side, top = (28, 18) if self.wide_enough else (20, 6)
        return Sheet(Column(page), margin, 1184, height=4000, padding=(side, top, side, 12))

    def _wide_body(self) -> Element:
        """Returns all charts in two rows."""
        upper = Row([self._picture(self.places), self._picture(self.accuracy, 2)], 32, grow=UPPER)
        rest = [self._picture(chart) for chart in (self.by_game, self.bids, self.against) if chart.shown]
        return Column([upper, rule(), Row(rest, 32, grow=1 - UPPER)], 12, grow=1, region="charts")

    def _picture(self, chart: FigureChart, grow: float = 1) -> Element:
        return Control(chart, 16, grow=grow, align=STRETCH, more=chart.summary)

    @property
    def about(self) -> str:
        """The sentence under the name."""
        if self.shown is None:
            return remark(self.history)
        games = self.shown.games
        said = f"{phrases.count(games.of, 'game')}, {games.good:,} of them won" if games.of else "No game to its end"
        since = f"{said}, since {self.shown.since}" if self.shown.since and games.of else said
        return ". ".join(part for part in (since, remark(self.history)) if part)

    @property
    def note(self) -> Explained | None:
        """The figure whose note is open: the one under the pointer, or else the one with the focus."""
        hovered, focus = self.widgets.hovered, self.widgets.focus
        if isinstance(hovered, FigureChart) and (told := hovered.note(False)) is not None:
            return told
        return focus.note(self.widgets.ring) if isinstance(focus, FigureChart) and focus.shown else None

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if (told := self.note) is not None:
            captions.note(canvas, told.words, Area(*told.area), self.w, self.h, self.t)

"""Luck and play: what the hands of a game were worth to equal players, and what each person made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToLookOver, ToReview
from goosetable.app.scenes.score.luck_parts import BESIDE, SUMS, LuckBar, LuckFigures, TotalsChart
from goosetable.app.table import captions
from goosetable.app.table.seats import faces_at
from goosetable.app.ui.accessible import sentences
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    FirstFit,
    Heading,
    OneOf,
    Picture,
    Plate,
    Row,
    Scroll,
    Sheet,
    Spacer,
    Table,
    TableRow,
    Text,
    portrait,
    to_pixels,
)  # fmt: skip
from goosetable.app.ui.elements.components import foot_row
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push
from goosetable.app.ui.widget import USE
from goosetable.engine.words import phrases

REST: Final = 0.4
"""Seconds for which the pointer rests on a figure before its note comes."""
NARROW: Final = 900  # units of width under which, or
LOW: Final = 520  # of height, there is room for the sums alone
LARGE: Final = 300  # and under which text is so large that title, sentence and foot stand closer
CHART: Final = 144
WHO: Final = 182.0
"""Units of the names beside the bars."""
WIDTHS: Final = (120.0, 82.0, 80.0)
"""Units of the columns of the sums."""
ROWS: Final = (72, 64, 56, 48)
"""Units of a row with bars: the first height with which all rows are in sight, or the last one."""
LEGEND: Final = (
    (LuckBar(1, 1, (0, 1.4), True), "what the hand was worth: luck"),
    (LuckBar(1, 1.6, (0, 1.7), True), "more than equal players: play"),
    (LuckBar(1, 0.4, (0, 1.4), False), "less made of it"),
)


class LuckRow(Plate):
    """A person: the deals as bars and the sums. Left and Right choose a figure, which explains itself; Enter opens a deal."""

    def __init__(self, scene: LuckScene, seat: int) -> None:
        super().__init__(scene.match.say(f"[{seat}]"))
        self.scene, self.seat = scene, seat
        self.own = seat == scene.match.me and bool(scene.match.persons)

    @property
    def value(self) -> str:
        figures = self.scene.figures
        worth, play, made = figures.sums(self.seat)
        sums = f"worth {figures.written(worth)}, play {figures.written(play, True)}, made {figures.written(made)}"
        return f"{sums}. {figures.note(self.seat, self.at)}"

    @property
    def opened(self) -> bool:
        """Whether its bars are shown."""
        return not self.scene.compact or self.scene.unfolded == self.seat

    @property
    def choices(self) -> range:
        """Its figures by place: the deals where they are shown, and the sums."""
        return range(0 if self.opened else self.scene.count, self.scene.count + len(SUMS))

    @property
    def at(self) -> int:
        """The figure that is chosen."""
        return max(self.scene.at, self.choices[0])

    def area(self, place: int) -> pygame.Rect:
        """The box of a figure in the window."""
        there = next(one for one in self.content.walk() if one.key == f"figure:{place}")
        return to_pixels(there.box, self.t, self.rect.y - round(self.content.box[1] * self.t))

    def figure_at(self, pos: tuple[int, int]) -> int | None:
        """The figure at a place of the window."""
        return next((place for place in self.choices if self.area(place).collidepoint(pos)), None)

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is not None:
            self.scene.at = min(max(self.at + by, self.choices[0]), self.choices[-1])
        elif event.key in USE:
            self._use(self.at)
        return by is not None or event.key in USE

    def click(self, pos: tuple[int, int]) -> None:
        place = self.figure_at(pos)
        self.scene.at = self.at if place is None else place
        self._use(place)

    def _use(self, place: int | None) -> None:
        if place is not None and place < self.scene.count:
            self.asked = self.scene.open_deal(place)
        elif self.scene.compact:
            self.scene.unfold(self.seat)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        if self.own:
            canvas.box(x, y, w, h, 9, fill=t.good, edge=t.good_edge, sw=1)
        elif self.hover:
            canvas.box(x, y, w, h, 9, fill=t.plain, alpha=0.5)
        self.draw_ring(canvas, focused, 9)
        self.draw_content(canvas)
        if focused:
            grown = 10 * self.t if self.at >= self.scene.count else 0
            x, y, w, h = self.area(self.at).inflate(grown, grown / 2)
            canvas.box(x, y, w, h, 6, edge=t.brass_lo, sw=1.8)


class LuckScene(ElementPage):
    """Lies over the sheet of the whole game."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Luck and play")
        self.match = match
        self.found = GameLuck(match, context.folders.reviews)
        self.figures = LuckFigures(match, self.found)
        self.portraits = faces_at(match.session, context.settings)
        self.at = self.count = len(self.found.deals)
        """The figure that is chosen in every row: a deal by its place, or then a sum."""
        seats = match.session.seats
        self.rows = [LuckRow(self, (match.me + place) % seats) for place in range(seats)]
        self.first = self.close = Button("Back", self.back, "prime", "left", on_paper=True)
        self.look = Button("Look it over", self._look, "plain", "eye")
        self.unfolded: int | None = None
        """The seat whose deals are shown, where there is room for the sums alone."""
        self.compact = False
        self._over: tuple[LuckRow, int] | None = None
        self._rested = 0.0
        self._quiet = False
        """Whether Esc, or the opening of a row, has taken the note away."""

    # ------------------------------------------------------------------ input

    def unfold(self, seat: int) -> None:
        """Show the deals of a seat under its sums, or hide them again."""
        self.unfolded = None if self.unfolded == seat else seat
        self._quiet = True  # a note would lie on the deals that are opened
        self.changed()

    def open_deal(self, place: int) -> Change:
        """The review of a deal; of one that was played for practice, all its tricks."""
        counted = self.found.deals[place]
        if self.match.practice:
            return Push(ToLookOver(self.match, counted, self.portraits))
        return Push(ToReview(self.match, counted))

    def _look(self) -> Change:
        """Every trick of the deal that was chosen last."""
        place = min(self.at, self.count - 1)
        return Push(ToLookOver(self.match, self.found.deals[place], self.portraits))

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.spot is not None:
            self._over, self._quiet, self.dirty = None, True, True
            return None
        if event.type == pygame.KEYDOWN:
            self._quiet = False
        change = super().handle(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE):
            self._point(event.pos if event.type == pygame.MOUSEMOTION else (-1, -1))
        return change

    def _point(self, pos: tuple[int, int]) -> None:
        row = next((row for row in self.rows if row.hover), None)
        place = None if row is None else row.figure_at(pos)
        over = None if row is None or place is None else (row, place)
        if over != self._over:
            self._over, self._rested, self.dirty = over, 0.0, True

    def update(self, dt: float) -> Change:
        if self._over is not None and self._rested < REST:
            self._rested += dt
            self.dirty |= self._rested >= REST
        return super().update(dt)

    @property
    def spot(self) -> tuple[LuckRow, int] | None:
        """The figure whose note is shown: the one that the pointer rests on, or else the one with the focus."""
        if self._over is not None and self._rested >= REST:
            return self._over
        focus = self.widgets.focus
        if isinstance(focus, LuckRow) and self.widgets.ring and not self._quiet:
            return focus, focus.at
        return None

    def work(self) -> bool:
        before = len(self.found.worths)
        more = self.found.work()
        if len(self.found.worths) != before:
            self.changed()
        return more

    # ------------------------------------------------------------------ the page

    @property
    def about(self) -> str:
        return f"{self.match.game.title}, {phrases.count(self.count, 'deal')}"

    @property
    def intro(self) -> str:
        return sentences((self.title_words, self.about, self.figures.sentence(self.match.me, self.found.over)))

    @property
    def line(self) -> str:
        if self.compact and self.unfolded is not None:
            return sentences((f"The deals of {self.match.session.names[self.unfolded]} are shown",))
        return self.figures.sentence(self.match.me, True) if self.found.over else ""

    def build(self) -> Element:
        w, most = min(1160.0, self.wide - 2 * self.clearance), self.high - 2 * self.clearance
        self.compact, low = self.wide < NARROW or most < LOW, self.high < LARGE
        inner = w - 30
        about = Text(self.about, 15.5, "ink2", max_lines=1)
        title = Row([Heading(self.title_words, 25 if self.compact else 33, line_height=1.2, grow=1), about], 20)
        size = 12.5 if low else 15.5 if self.compact else 17.5
        ways = [Text(self.figures.sentence(self.match.me, over), size) for over in (self.found.over, True)]
        head = Column([title, OneOf(ways, 0, key="summary")], 0 if low else 3, (12, 0, 6, 0))
        foot = Row([foot_row([Control(one, height=44) for one in (self.close, self.look)])], 0, (12, 0, 6, 0))
        foot.children[0].grow = 1
        pages = [partial(self._page, head, foot, inner, high) for high in ((44,) if self.compact else ROWS)]
        return Sheet(FirstFit(pages), self.clearance, w, padding=(12, 4 if low else 12, 18, 6 if low else 12))

    def _page(self, head: Element, foot: Element, inner: float, high: float) -> Element:
        """The chart where there is room for it, the heads of the columns, and a row a person. high: units of a row."""
        sums = WIDTHS if not self.compact else (96.0, 82.0, 80.0) if inner > 420 else (66.0, 70.0, 66.0)
        bars = 0 if self.compact else self.count
        each = (inner - WHO - sum(sums) - 14) / self.count
        who = WHO if bars else inner - sum(sums) - 14
        widths = [who, *[each] * bars, *sums]
        numbers = [str(counted.deal.number) for counted in self.found.deals[:bars]]
        heads = [Text(head) for head in ("player", *(f"deal {number}" for number in numbers), *SUMS)]
        rows = [self._row(row, who, each if bars else 0, high) for row in self.rows]
        table = Table(heads, rows, name=self.title_words, headed=False, row_height=high, padding=0, widths=widths)
        scroll = Scroll(table, self.scroll, (8, 14))
        every = max(1, math.ceil(26 / each))
        shown = [number if not place % every else "" for place, number in enumerate(numbers)]
        words = ["deal" if bars else "", *shown, *SUMS]
        labels: list[Element] = [
            Text(word, 13.5, "ink2", text_align=0.5 if 0 < at <= bars else 1, width=wide if at else wide - 8, spoken="")
            for at, (word, wide) in enumerate(zip(words, widths, strict=True))
        ]
        labels.insert(1, Spacer(width=8, height=1))
        line = Row(labels, 0, (0, 0, 0, 2))
        return Column([head, *([] if self.compact else [self._chart(who, each)]), line, scroll, foot], 0)

    def _chart(self, who: float, each: float) -> Element:
        """The lines of the totals over the columns of the deals, and the meanings of the bars."""
        order = [row.seat for row in self.rows]
        chart = TotalsChart(self.figures, order, self.portraits, self.t, who - 12, each)
        totals = Picture(chart.draw, name=chart.name, width=who - 12 + each * self.count + BESIDE, height=CHART)
        bars = [
            Row([Picture(bar.draw, width=24, height=34), Text(words, 14, "ink2", line_height=1.15, grow=1)], 12)
            for bar, words in LEGEND
        ]
        legend = Column(
            [Text("A deal", 15.5, face="semi", spoken=""), Column(bars, 8, role="list", name="A deal")], 6, grow=1, align=0
        )
        return Row([totals, legend], 14, (12, 6, 0, 6))

    def _row(self, row: LuckRow, who: float, each: float, high: float) -> TableRow:
        """A person's figures; in narrow windows the bars of an opened row stand under its sums."""
        seat, figures = row.seat, self.figures
        bars = [
            Picture(
                bar.draw, name=figures.deal(place, bar, bool(each)), width=each or None, height=high - 10 if each else 66,
                grow=not each, key=f"figure:{place}",
            )
            for place, bar in enumerate(figures.bars(seat)) if row.opened
        ]  # fmt: skip
        name = Text(row.label, 18, face="serif", max_lines=1, shrink=0.6, grow=1)
        person = Row([portrait(self.portraits[seat], 38), name], 10, (10, 0, 6, 0), width=who)
        cells = [person, *(bars if each else ()), *self._sums(seat)]
        note = None if each or not row.opened else Row(bars, 0, (16, 6, 16, 6), role="list", name="Deals")
        return TableRow(cells, note=note, plate=row, key=f"seat:{seat}")

    def _sums(self, seat: int) -> Sequence[Element]:
        """Worth + play = made."""
        figures = self.figures
        if self.found.worths:
            worth, play, made = figures.sums(seat)
            spaced = figures.written(play, True).replace("+", "+ ").replace(phrases.MINUS, f"{phrases.MINUS} ")
            words = [figures.written(worth), spaced, f"= {figures.written(made)}"]
            spoken: list[str | None] = [None, figures.written(play, True), figures.written(made)]
            tone = "ink2" if not play else "leaf" if figures.better(play) else "russet"
        else:
            words, spoken, tone = ["\N{HORIZONTAL ELLIPSIS}"] * 3, ["being worked out"] * 3, "ink2"
        looks = (("ink", "sans"), (tone, "semi"), ("ink", "serifb"))
        return [
            Text(said, 20, *look, max_lines=1, shrink=0.6, text_align=1, width=76, spoken=read, key=f"figure:{self.count + at}")
            for at, (said, look, read) in enumerate(zip(words, looks, spoken, strict=True))
        ]

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.spot is not None:
            row, place = self.spot
            captions.note(canvas, self.figures.note(row.seat, place), Area(*row.area(place)), self.w, self.h, self.t)

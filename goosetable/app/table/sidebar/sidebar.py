"""The sidebar: the paper beside the cloth on which the deal is reckoned, the game runs, and what happened is written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.table.sidebar import meters, race_track
from goosetable.app.table.sidebar.hand_rows import HandRows
from goosetable.app.table.sidebar.score_rows import Rows
from goosetable.app.table.sidebar.sidebar_layout import HEAD, Sheet, Spot, sheet
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.focus import Scroller

__all__ = ["Sheet", "Sidebar", "sheet"]


class Kept(NamedTuple):
    """What is written besides the rows where there is not room for everything."""

    legend: bool
    sentence: bool
    meter: bool
    ladder: bool
    """Whether meter and ladder are drawn in full."""
    close: bool = False


class Lying(NamedTuple):
    """Where a sidebar has drawn what can be pointed at, and the part of it that scrolls."""

    spots: tuple[Spot, ...]
    window: pygame.Rect
    px: float
    inner: float


FOLDS: Final = (
    Kept(True, True, True, True),
    Kept(False, True, True, True),
    Kept(False, False, True, True),
    Kept(False, False, False, True),
    Kept(False, False, False, False),
    Kept(False, False, False, False, True),
)
"""What gives way, after what happened: the marks, the sentence, the meter's boxes, the ladder's height, the rows' air."""
SCROLLED: Final = Kept(True, True, True, True, False)


class Sidebar:
    """Draws what is written; the buttons on it are drawn by their owner.

    prizes: the word for what is won over a match. title: the name of the game. scroll: the part under the head, where it
    is too long. looking_up: whether the game's chart is shown. telling: whether what happened is shown and nothing else.
    spots: the figures that can be seen, with their places.
    """

    def __init__(self, title: str, prizes: str, portraits: tuple[str, ...]) -> None:
        self.title, self.prizes, self.portraits = title, prizes, portraits
        self.heads = 0
        """How many buttons stand beside that of the menu in its head."""
        self.scroll = Scroller("Sidebar")
        self.scroll.region = "ledger"
        self.looking_up = self.telling = False
        self.spots: tuple[Spot, ...] = ()
        self._wrapped: dict[tuple[str, float, float], list[str]] = {}

    @property
    def lying(self) -> Lying:
        """Where everything lies, as it was drawn last."""
        return Lying(self.spots, self.scroll.rect.copy(), self.scroll.px, self.scroll.inner)

    @lying.setter
    def lying(self, drawn: Lying) -> None:
        self.spots, scroll = drawn.spots, self.scroll
        scroll.rect.update(drawn.window)
        scroll.px, scroll.inner = drawn.px, drawn.inner

    @contextlib.contextmanager
    def rehearsing(self) -> Iterator[None]:
        """What is drawn meanwhile is not seen: afterwards all lies where it lay."""
        before, offset = self.lying, self.scroll.offset
        try:
            yield
        finally:
            self.lying, self.scroll.offset = before, offset

    @property
    def look(self) -> tuple[object, ...]:
        """What its picture depends on besides the snapshot."""
        return self.looking_up, self.telling, self.scroll.offset, self.scroll.pressed

    def draw(self, canvas: Canvas, layout: Layout, snapshot: Snapshot, rows_of_buttons: int = 2, focused: bool = False) -> None:
        """Write the whole sheet. What does not fit gives way: first what happened, then the sentence; the rest scrolls."""
        page = sheet(layout)
        canvas.paper(*page.area, 12 * page.s)
        self._head(canvas, page, snapshot)
        top, foot = page.area.y + HEAD * page.s, page.foot(rows_of_buttons)
        if self.telling:
            self._tell(canvas, page, snapshot.log, top, foot, focused)
            return
        body = Body(self, canvas, page, snapshot, foot - top)
        self._window(page, top, foot, body.height)
        if not self.scroll.most:
            y = body.draw(top)
            self.spots = tuple(page.spots)
            if not self.looking_up and snapshot.log:
                self._log_under(canvas, page, snapshot.log, y, foot)
            return
        with self.scroll.window(canvas) as upper:
            body.draw(upper)
        self.scroll.draw(canvas, focused)
        seen = self.scroll.rect
        self.spots = tuple(spot for spot in page.spots if seen.top <= spot.area.y and spot.area.bottom <= seen.bottom)

    def _tell(self, canvas: Canvas, page: Sheet, log: tuple[str, ...], top: float, foot: float, focused: bool) -> None:
        """All that happened in the deal, the latest first, in place of everything else."""
        line, self.spots = page.px(14.5) * 1.35, ()
        said = log or ("Nothing has happened in this deal yet.",)
        lines = sum(len(self.wrap(canvas, words, page.w, page.px(14.5))) for words in said)
        head = max(22 * page.s, page.px(14) * 1.5)
        high = head + lines * line + len(said) * page.px(14.5) * 0.1 + 8 * page.s
        self._window(page, top, foot, high)
        with self.scroll.window(canvas) as upper:
            y = upper + 6 * page.s
            self._log(canvas, page, said, y, y + high + line)
        if self.scroll.most:
            self.scroll.draw(canvas, focused)

    def _window(self, page: Sheet, top: float, foot: float, inner: float) -> None:
        scroll = self.scroll
        y = round(top - 6 * page.s)
        scroll.rect.update(round(page.x - 10 * page.s), y, round(page.w + 24 * page.s), round(foot) - y)
        scroll.px = page.px(16)
        scroll.inner = inner + 12 * page.s if inner > foot - top + 0.5 else 0.0
        scroll.scroll_to(scroll.offset)

    def _log_under(self, canvas: Canvas, page: Sheet, log: tuple[str, ...], y: float, foot: float) -> None:
        room = foot - y - 17 * page.s - 2 * page.px(14.5) * 1.35
        if room > 0:
            canvas.line(page.x, y, page.w)
            self._log(canvas, page, log, y + 9 * page.s, foot, headed=room > 22 * page.s)

    def wrap(self, canvas: Canvas, words: str, w: float, px: float) -> list[str]:
        """The lines of a text, remembered, because most of what is written was there before."""
        key = (words, w, px)
        if key not in self._wrapped:
            if len(self._wrapped) > 500:
                self._wrapped.clear()
            self._wrapped[key] = canvas.wrap(words, w, px)
        return self._wrapped[key]

    def _head(self, canvas: Canvas, page: Sheet, snapshot: Snapshot) -> None:
        t, s = canvas.theme, page.s
        room = page.w - (46 + 44 * self.heads) * s
        px = canvas.snug(self.title, 24 * s, "serifb", room)
        canvas.put(self.title, page.x, page.area.y + 12 * s, px, t.ink, "serifb")
        canvas.put(canvas.fit(snapshot.place, page.px(14), "sans", page.w), page.x, page.area.y + 44 * s,
                  page.px(14), t.ink2, "sans")  # fmt: skip
        canvas.line(page.x, page.head_bottom, page.w)

    def _log(self, canvas: Canvas, page: Sheet, log: tuple[str, ...], y: float, bottom: float, headed: bool = True) -> None:
        """What happened, the latest first; where there is little room, without a heading."""
        t, s = canvas.theme, page.s
        if headed:
            canvas.put("What happened", page.x, y, page.px(14), t.ink2, "semi")
            y += max(22 * s, page.px(14) * 1.5)
        px = page.px(14.5)
        for i, said in enumerate(reversed(log)):
            lines = self.wrap(canvas, said, page.w, px)
            if y + len(lines) * px * 1.35 > bottom - 8 * s:
                return
            tone = t.ink if i == 0 else t.ink2
            for j, words in enumerate(lines):
                canvas.rich(words, page.x + (10 * s if j else 0), y, px, tone, "sans")
                y += px * 1.35
            y += px * 0.1


class Body:
    """What stands between the head and what happened, with as much of it as there is room for."""

    def __init__(self, sidebar: Sidebar, canvas: Canvas, page: Sheet, snapshot: Snapshot, room: float) -> None:
        self.sidebar, self.canvas, self.page, self.snapshot, self.room = sidebar, canvas, page, snapshot, room
        strips = snapshot.facts.strips
        rows = Rows(snapshot, sidebar.portraits) if strips is None else HandRows(snapshot, strips, sidebar.portraits)
        self.rows: Rows | HandRows = rows
        self.chart = snapshot.facts.chart if sidebar.looking_up else None
        self.said = self._wrap(snapshot.tally.sentence if snapshot.tally is not None else "")
        self.kept = next((kept for kept in FOLDS if self._needs(kept) <= room), SCROLLED)
        scrolls = self.kept is SCROLLED
        words = len(self.said) * self._line
        left = room - self._over(self.kept) - words - self._under
        self.row = self.rows.high(page, 0.0 if scrolls else left, self.rows.least(self.kept.close))
        self.height = self._needs(self.kept)

    def _wrap(self, words: str) -> list[str]:
        return self.sidebar.wrap(self.canvas, words, self.page.w, self.page.px(14.5)) if words else []

    @property
    def _line(self) -> float:
        return self.page.px(14.5) * 1.35

    @property
    def _meter(self) -> list[str]:
        meter = self.snapshot.facts.meter
        return self._wrap(meter.remark) if meter is not None else []

    def _over(self, kept: Kept) -> float:
        """The height of what stands over the rows."""
        told, page = self.snapshot.facts, self.page
        high = meters.camps_height(told.camps, page) + meters.calls_height(told.standing, page)
        high += meters.ranking_height(page) if told.ranking else 0.0
        if told.ladder is not None:
            high += meters.ladder_height(told.ladder, page, not kept.ladder)
        if told.meter is not None:
            high += meters.meter_height(told.meter, page, self._meter, not kept.meter)
        return high + (26 * page.s if kept.legend and told.legend else 0.0)

    @property
    def _under(self) -> float:
        """The height of what stands under the sentence."""
        if self.chart is not None:
            return meters.chart_height(self.page, self.chart, len(self._wrap(self.chart.remark)))
        return race_track.height(self.page, self.snapshot, self.rows.ranked)

    def _needs(self, kept: Kept) -> float:
        """The height of everything that would be kept."""
        rows = self.rows.height(self.page, self.rows.least(kept.close) * self.page.s)
        words = len(self.said) * self._line if kept.sentence and self.chart is None else 0.0
        return self._over(kept) + rows + words + self._under

    def draw(self, y: float) -> float:
        """Everything, from y; gives the y below it. Where it scrolls, the rows come first."""
        if self.kept is not SCROLLED:
            y = self._gauges(y)
        y = self.rows.draw(self.canvas, self.page, y, self.row)
        if self.kept is SCROLLED:
            y = self._gauges(y)
        if self.kept.sentence and self.chart is None:
            y = self.canvas.lines(self.said, self.page.x, y, self.page.px(14.5), self.canvas.theme.ink, "sans", 1.35)
        return self._end(y)

    def _gauges(self, y: float) -> float:
        """What stands over the rows."""
        canvas, page, told = self.canvas, self.page, self.snapshot.facts
        if told.ranking:
            y = meters.draw_ranking(canvas, page, told.ranking, self.snapshot.lying, y)
        if told.ladder is not None:
            y = meters.draw_ladder(canvas, page, told.ladder, y, not self.kept.ladder)
        if told.meter is not None:
            y = meters.draw_meter(canvas, page, told.meter, self._meter, y, not self.kept.meter)
        if told.standing:
            seen, faces = self.snapshot, self.sidebar.portraits
            y = meters.draw_calls(canvas, page, told.standing, seen.names, faces, seen.lit, y)
        if told.camps:
            meters.draw_camps(canvas, page, told.camps, told.codes, self.sidebar.portraits, y)
            y += meters.camps_height(told.camps, page)
        if self.kept.legend and told.legend:
            meters.draw_legend(canvas, page, told.legend, y)
            y += 26 * page.s
        return y

    def _end(self, y: float) -> float:
        """What stands under the rows: the race, or in its place the chart that is looked up."""
        canvas, page, s, sidebar = self.canvas, self.page, self.page.s, self.sidebar
        over = self.rows.rows or (self.said and self.kept.sentence)
        if over or self.chart is not None:
            y += 10 * s
        if self.chart is not None:
            canvas.line(page.x, y, page.w)
            return meters.draw_chart(canvas, page, self.chart, y + 8 * s, self._wrap_at)
        if over and not (self.rows.ranked and not any(self.snapshot.prizes)):
            canvas.line(page.x, y, page.w)
            y += 10 * s
        return race_track.draw(canvas, page, self.snapshot, sidebar.portraits, sidebar.prizes, self.rows.ranked, y)

    def _wrap_at(self, words: str, w: float, px: float) -> list[str]:
        return self.sidebar.wrap(self.canvas, words, w, px)

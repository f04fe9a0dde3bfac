"""The ledger: the paper beside the cloth on which the deal is reckoned, the game runs, and what happened is written."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.render.canvas import Paint
from goosetable.app.table.sidebar import meters, race_track
from goosetable.app.table.sidebar.score_rows import Rows
from goosetable.app.table.sidebar.sidebar_layout import HEAD, Sheet, sheet
from goosetable.app.table.snapshot import Glance
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.focus import Scroller

__all__ = ["Ledger", "Sheet", "sheet"]


class Kept(NamedTuple):
    """What is written besides the rows where there is not room for everything."""

    legend: bool
    sentence: bool
    meter: bool
    ladder: bool
    """Whether meter and ladder are drawn in full."""
    close: bool = False


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


class Ledger:
    """Draws what is written; the buttons on it are drawn by whoever owns them.

    prize: what a game won is worth, one and many. title: the name of the game. scroll: the part under the head, where it
    is too long. looking_up: whether the game's chart is shown.
    """

    def __init__(self, title: str, prize: tuple[str, str], portraits: tuple[str, ...]) -> None:
        self.title, self.prize, self.portraits = title, prize, portraits
        self.scroll = Scroller("Ledger")
        self.scroll.region = "ledger"
        self.looking_up = False
        self._wrapped: dict[tuple[str, float, float], list[str]] = {}

    @property
    def look(self) -> tuple[object, ...]:
        """What its picture depends on besides the glance."""
        return self.looking_up, self.scroll.offset, self.scroll.pressed

    def draw(self, paint: Paint, layout: Layout, glance: Glance, rows_of_buttons: int = 2, focused: bool = False) -> None:
        """Write the whole sheet. What does not fit gives way: first what happened, then the sentence; the rest scrolls."""
        page = sheet(layout)
        paint.paper(*page.area, 12 * page.s)
        self._head(paint, page, glance)
        top, foot = page.area.y + HEAD * page.s, page.foot(rows_of_buttons)
        body = Body(self, paint, page, glance, foot - top)
        self._window(page, top, foot, body.height)
        if not self.scroll.most:
            y = body.draw(top)
            if not self.looking_up and glance.log:
                self._log_under(paint, page, glance.log, y, foot)
            return
        with self.scroll.window(paint) as upper:
            body.draw(upper)
        self.scroll.draw(paint, focused)

    def _window(self, page: Sheet, top: float, foot: float, inner: float) -> None:
        """Place what scrolls between head and foot."""
        scroll = self.scroll
        y = round(top - 6 * page.s)
        scroll.rect.update(round(page.x - 10 * page.s), y, round(page.w + 24 * page.s), round(foot) - y)
        scroll.px = page.px(16)
        scroll.inner = inner + 12 * page.s if inner > foot - top + 0.5 else 0.0
        scroll.scroll_to(scroll.offset)

    def _log_under(self, paint: Paint, page: Sheet, log: tuple[str, ...], y: float, foot: float) -> None:
        if foot - y > (22 + 17) * page.s + 2 * page.px(14.5) * 1.35:
            paint.line(page.x, y, page.w)
            self._log(paint, page, log, y + 9 * page.s, foot)

    def wrap(self, paint: Paint, words: str, w: float, px: float) -> list[str]:
        """The lines of a text, remembered, because most of what is written was there before."""
        key = (words, w, px)
        if key not in self._wrapped:
            if len(self._wrapped) > 500:
                self._wrapped.clear()
            self._wrapped[key] = paint.wrap(words, w, px)
        return self._wrapped[key]

    def _head(self, paint: Paint, page: Sheet, glance: Glance) -> None:
        t, s = paint.theme, page.s
        room = page.w - (46 if glance.facts.chart is None else 90) * s
        px = paint.snug(self.title, 24 * s, "serifb", room)
        paint.put(self.title, page.x, page.area.y + 12 * s, px, t.ink, "serifb")
        paint.put(paint.fit(glance.place, page.px(14), "sans", page.w), page.x, page.area.y + 44 * s,
                  page.px(14), t.ink2, "sans")  # fmt: skip
        paint.line(page.x, page.head_bottom, page.w)

    # ------------------------------------------------------------------ what happened

    def _log(self, paint: Paint, page: Sheet, log: tuple[str, ...], y: float, bottom: float) -> None:
        t, s = paint.theme, page.s
        paint.put("What happened", page.x, y, page.px(14), t.ink2, "semi")
        y += max(22 * s, page.px(14) * 1.5)
        px = page.px(14.5)
        for i, said in enumerate(reversed(log)):
            lines = self.wrap(paint, said, page.w, px)
            if y + len(lines) * px * 1.35 > bottom - 8 * s:
                return
            tone = t.ink if i == 0 else t.ink2
            for j, words in enumerate(lines):
                paint.rich(words, page.x + (10 * s if j else 0), y, px, tone, "sans")
                y += px * 1.35
            y += px * 0.1


class Body:
    """What stands between the head and what happened, with as much of it as there is room for."""

    def __init__(self, ledger: Ledger, paint: Paint, page: Sheet, glance: Glance, room: float) -> None:
        self.ledger, self.paint, self.page, self.glance, self.room = ledger, paint, page, glance, room
        self.rows = Rows(glance, ledger.portraits)
        self.chart = glance.facts.chart if ledger.looking_up else None
        self.said = self._wrap(glance.tally.sentence if glance.tally is not None else "")
        self.kept = next((kept for kept in FOLDS if self._needs(kept) <= room), SCROLLED)
        scrolls = self.kept is SCROLLED
        words = len(self.said) * self._line
        left = room - self._over(self.kept) - words - self._under
        self.row = self.rows.high(page, 0.0 if scrolls else left, self.rows.least(self.kept.close))
        self.height = self._needs(self.kept)

    def _wrap(self, words: str) -> list[str]:
        return self.ledger.wrap(self.paint, words, self.page.w, self.page.px(14.5)) if words else []

    @property
    def _line(self) -> float:
        return self.page.px(14.5) * 1.35

    @property
    def _meter(self) -> list[str]:
        meter = self.glance.facts.meter
        return self._wrap(meter.remark) if meter is not None else []

    def _over(self, kept: Kept) -> float:
        """The height of what stands over the rows."""
        told, page = self.glance.facts, self.page
        high = meters.camps_height(told.camps, page) + (meters.ranking_height(page) if told.ranking else 0.0)
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
        return race_track.height(self.page, self.glance, self.rows.ranked)

    def _needs(self, kept: Kept) -> float:
        """The height of everything that would be kept."""
        rows = self.rows.height(self.page, self.rows.least(kept.close) * self.page.s)
        words = len(self.said) * self._line if kept.sentence and self.chart is None else 0.0
        return self._over(kept) + rows + words + self._under

    def draw(self, y: float) -> float:
        """Everything, from y; gives the y below it. Where it scrolls, the rows come first."""
        if self.kept is not SCROLLED:
            y = self._gauges(y)
        y = self.rows.draw(self.paint, self.page, y, self.row)
        if self.kept is SCROLLED:
            y = self._gauges(y)
        if self.kept.sentence and self.chart is None:
            for part in self.said:
                self.paint.rich(part, self.page.x, y, self.page.px(14.5), self.paint.theme.ink, "sans")
                y += self._line
        return self._end(y)

    def _gauges(self, y: float) -> float:
        """What stands over the rows."""
        paint, page, told = self.paint, self.page, self.glance.facts
        if told.ranking:
            meters.draw_ranking(paint, page, told.ranking, self.glance.lying, y)
            y += meters.ranking_height(page)
        if told.ladder is not None:
            meters.draw_ladder(paint, page, told.ladder, y, not self.kept.ladder)
            y += meters.ladder_height(told.ladder, page, not self.kept.ladder)
        if told.meter is not None:
            meters.draw_meter(paint, page, told.meter, self._meter, y, not self.kept.meter)
            y += meters.meter_height(told.meter, page, self._meter, not self.kept.meter)
        if told.camps:
            meters.draw_camps(paint, page, told.camps, told.codes, self.ledger.portraits, y)
            y += meters.camps_height(told.camps, page)
        if self.kept.legend and told.legend:
            meters.draw_legend(paint, page, told.legend, y)
            y += 26 * page.s
        return y

    def _end(self, y: float) -> float:
        """What stands under the rows: the race, or in its place the chart that somebody looks up."""
        paint, page, s = self.paint, self.page, self.page.s
        if self.rows.rows or self.chart is not None:
            y += 10 * s
        if self.chart is not None:
            paint.line(page.x, y, page.w)
            return meters.draw_chart(paint, page, self.chart, y + 8 * s, self._wrap_at)
        if self.rows.rows and not (self.rows.ranked and not any(self.glance.prizes)):
            paint.line(page.x, y, page.w)
            y += 10 * s
        return race_track.draw(paint, page, self.glance, self.ledger, self.rows.ranked, y)

    def _wrap_at(self, words: str, w: float, px: float) -> list[str]:
        return self.ledger.wrap(self.paint, words, w, px)

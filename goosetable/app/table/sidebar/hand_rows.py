"""Rows of the sidebar for games of open hands: what each seat has won, what it still holds, and what is still to come."""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table.sidebar.meters import heading, heading_height
from goosetable.app.table.sidebar.score_rows import LINE_HEIGHT, ground, standing_out
from goosetable.app.table.sidebar.sidebar_layout import Sheet
from goosetable.app.table.snapshot import Snapshot
from goosetable.cards import BIT
from goosetable.engine.text.table_facts import FigureKind, RankStrip, RankStrips, Row
from goosetable.engine.words import phrases

LOWEST: Final = (58.0, 50.0)
"""Units that a row needs; and where there is little room."""
HIGHEST: Final = 72.0
BOXES: Final = 22.0
"""Units of height of a strip."""
LEAST: Final = 9.0  # pixels of text


class HandRows:
    """The rows of one snapshot with the strip of the stock under them, see `score_rows.Rows`."""

    ranked = True

    def __init__(self, snapshot: Snapshot, strips: RankStrips, portraits: tuple[str, ...]) -> None:
        self.snapshot, self.strips, self.portraits = snapshot, strips, portraits
        self.rows = standing_out(snapshot.tally.rows if snapshot.tally is not None else ())

    def least(self, close: bool) -> float:
        """The fewest units a row needs; close: where there is too little room for everything."""
        return LOWEST[close]

    def _ends(self, page: Sheet) -> float:
        """The height of the strip of the stock, with its heading and the line over it."""
        return heading_height(page) + (BOXES + 18) * page.s

    def height(self, page: Sheet, high: float) -> float:
        """Of everything, with rows of that many pixels."""
        return heading_height(page) + len(self.rows) * high + self._ends(page)

    def high(self, page: Sheet, room: float, least: float) -> float:
        """The height of a row where there are that many pixels for everything."""
        above = heading_height(page) + self._ends(page)
        return min(HIGHEST * page.s, max(least * page.s, (room - above) / max(1, len(self.rows))))

    def draw(self, canvas: Canvas, page: Sheet, y: float, high: float) -> float:
        """Everything, from y; gives the y below it."""
        several = not self.snapshot.single
        y = heading(canvas, page, self.strips.title, "total" if several else "", y)
        for row in self.rows:
            self._row(canvas, page, row, y, high, several)
            page.mark(FigureKind.ROW, y, high, row.seat)
            y += high
        canvas.line(page.x, y + 1 * page.s, page.w)
        page.mark(FigureKind.STOCK, y + 3 * page.s, self._ends(page) - 10 * page.s)
        y = heading(canvas, page, self.strips.stock_title, self.strips.stock.note, y + 7 * page.s, canvas.theme.ink)
        _boxes(canvas, Area(page.x, y, page.w, BOXES * page.s), self.strips.stock)
        return y + (BOXES + 11) * page.s

    def _row(self, canvas: Canvas, page: Sheet, row: Row, y: float, high: float, several: bool) -> None:
        """Portrait and name, what was won, small, and the points, large; under them what is still held."""
        t, s = canvas.theme, page.s
        box = min(BOXES * s, 0.38 * high)
        upper = high - box - 10 * s
        page = page._replace(t=min(page.t, upper / (22 * LINE_HEIGHT)))
        ground(canvas, page, row, y, high)
        middle, right = y + upper / 2 + 0.5 * s, page.x + page.w
        d = min(32 * s, upper)
        canvas.portrait(self.portraits[row.seat], page.x + 13 * s, middle, d)
        if several:
            total = phrases.amount(self.snapshot.race.totals[row.seat])
            right -= max(canvas.put(total, right, middle, page.px(17), t.ink2, "semi", "midright").w, 26 * s) + 8 * s
        right -= canvas.put(row.points, right, middle, page.px(22), t.ink, "serifb", "midright").w + 10 * s
        x = page.x + 36 * s
        name, px = self.snapshot.names[row.seat], page.px(16.5)
        px = canvas.snug(name, px, "semi", 0.6 * (right - x))
        x = canvas.put(canvas.fit(name, px, "semi", 0.6 * (right - x)), x, middle, px, t.ink, "semi", "midleft").right + 9 * s
        taken = self.strips.taken[row.seat]
        small = canvas.snug(taken, page.px(13.5), "sans", right - x, LEAST)
        if canvas.width(taken, small, "sans") > right - x:
            taken = phrases.count(int(row.figures[0]), row_head(self.snapshot)) if row.figures else ""
            small = canvas.snug(taken, page.px(13.5), "sans", right - x, LEAST)
        if canvas.width(taken, small, "sans") <= right - x:
            canvas.rich(taken, x, middle - canvas.font("sans", small).get_height() / 2, small, t.ink2, "sans")
        _boxes(canvas, Area(page.x, y + high - box - 8.5 * s, page.w, box), self.strips.hands[row.seat])


def row_head(snapshot: Snapshot) -> str:
    """What the first figure of a row counts, one of them."""
    return snapshot.tally.heads[0].removesuffix("s") if snapshot.tally is not None and snapshot.tally.heads else ""


def _boxes(canvas: Canvas, area: Area, strip: RankStrip) -> None:
    """A box for each card: paper with its rank while it is there, brass while it is about it, and empty afterwards."""
    t, step = canvas.theme, area.w / max(1, len(strip.cards))
    gap = min(3.0, step * 0.12)
    for i, card in enumerate(strip.cards):
        rank = phrases.RANKS[cards.rank(card)]
        x, w, r = area.x + i * step + gap / 2, step - gap, min(5.0, step * 0.22)
        if not strip.left & BIT[card]:
            canvas.box(x, area.y, w, area.h, r, t.rule, "none", 0, 0.8)
            continue
        fill, edge = (t.brass, t.brass_lo) if strip.lit & BIT[card] else (t.plain, t.plain_edge)
        canvas.box(x, area.y, w, area.h, r, fill, edge, 1.0)
        px = min(0.64 * area.h, 0.74 * step) * (0.86 if len(rank) > 1 else 1.0)
        canvas.put(rank, x + w / 2, area.y + area.h / 2, px, t.ink, "bold", "center")

"""The rows of the sidebar: what a deal is worth to each seat now, with the sum, and where totals decide, the totals too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.render.text import SUIT_SIGNS
from goosetable.app.table.seats import group
from goosetable.app.table.sidebar.meters import heading, heading_height
from goosetable.app.table.sidebar.sidebar_layout import Sheet
from goosetable.app.table.snapshot import Snapshot
from goosetable.engine.text.table_facts import FigureKind, Part, Row, parties
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolated

LINE_HEIGHT: Final = 1.26  # of the text's size, which a line of it needs
SEATED: Final = 6  # more seats than this have no room on a rail, and their totals stand in the rows
WRITTEN: Final = 52.0  # units that a row needs whose sum is written out under the name
PARTS: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64)
SIGNS, FIGURES, RESULT, BOX = 17.0, 18.0, 19.0, 36.0  # units: sizes of text in a sum, and the width of a box in it
GAP: Final = 5.0  # units between two pieces of a sum


class Column(NamedTuple):
    """Figures under a heading: sizes in units, the colour's name in the theme, and the widest that always has room."""

    head: str
    figures: tuple[str, ...]
    px: float
    face: str
    tones: tuple[str, ...]
    room: str = ""


class Rows:
    """The rows of one snapshot. ranked: whether there is no rail for the totals; totals: whether they stand in the rows."""

    def __init__(self, snapshot: Snapshot, portraits: tuple[str, ...]) -> None:
        self.snapshot, self.portraits = snapshot, portraits
        self.ranked = not snapshot.race.target or len(snapshot.names) > SEATED
        self.totals = self.ranked and not snapshot.single
        told = snapshot.tally.rows if snapshot.tally is not None else ()
        self.rows = standing_out(told or (bare_rows(snapshot) if self.totals else ()))
        if self.totals:
            self.rows.sort(key=lambda row: -snapshot.race.totals[row.seat])
        self.heads = snapshot.tally.heads if snapshot.tally is not None and told else ()
        self.folded = len(self.heads) > 2
        self.written = bool(self.rows) and all(row.sum for row in self.rows) and not self.totals

    @property
    def _headed(self) -> bool:
        return not self.folded and bool(self.rows)

    def least(self, close: bool) -> float:
        """The fewest units a row needs; close: where there is too little room for everything."""
        if self.written and not close:
            return WRITTEN
        if self.folded:
            return 40.0 if close else 44.0
        if len(self.rows) <= 4:
            return 24.0 if close and self.totals else 30.0
        return 20.0 if close else 23.0

    def height(self, page: Sheet, high: float) -> float:
        """Of everything, with rows of that many pixels."""
        if not self.rows:
            return 0.0
        head = heading_height(page) if self.totals else max(26 * page.s, page.px(14) * 1.7)
        heads = max(20 * page.s, page.px(13) * 1.5) if self._headed and not self._writes(page, high) else 0.0
        return head + heads + len(self.rows) * high + 4 * page.s

    def high(self, page: Sheet, room: float, least: float) -> float:
        """The height of a row where there are that many pixels for everything."""
        s, most = page.s, 70.0 if self.written else 50.0 if self.folded else 40.0
        above = (30 if self.folded or self.written else 74) * s
        return min(most * s, max(least * s, (room - above) / max(1, len(self.rows))))

    def _writes(self, page: Sheet, high: float) -> bool:
        """Whether rows of that many pixels have their sums written out."""
        return self.written and high >= WRITTEN * page.s - 0.5

    def draw(self, canvas: Canvas, page: Sheet, y: float, high: float) -> float:
        """Everything, from y; gives the y below it."""
        t, s = canvas.theme, page.s
        if not self.rows:
            return y
        if self.totals:
            y = heading(canvas, page, "Totals", self.snapshot.race.aim, y)
        else:
            canvas.put("This deal, if it stopped now", page.x, y, page.px(14), t.ink2, "semi")
            y += max(26 * s, page.px(14) * 1.7)
        if self.folded or self._writes(page, high):
            drawn = self._folded_row if self.folded else self._written_row
            for row in self.rows:
                drawn(canvas, page, row, y, high)
                page.mark(FigureKind.ROW, y, high, row.seat)
                y += high
            return y + 4 * s
        fitted, columns, edges = self._columns(canvas, page, high)
        for right, column in zip(edges, columns, strict=True):
            _word(canvas, column.head, right, y, fitted.px(13), t.ink2)
            wide = canvas.width(column.head, fitted.px(13), "sans")
            if column.head:
                page.mark(
                    FigureKind.HEAD, y - 3 * s, fitted.px(13) * 1.5, word=column.head, x=right - wide - 4 * s, w=wide + 8 * s
                )
        y += max(20 * s, fitted.px(13) * 1.5)
        for i, row in enumerate(self.rows):
            self._row(canvas, fitted, row, y, high, [(column, right, i) for column, right in zip(columns, edges, strict=True)])
            page.mark(FigureKind.ROW, y, high, row.seat)
            y += high
        return y + 4 * s

    def _columns(self, canvas: Canvas, page: Sheet, high: float) -> tuple[Sheet, list[Column], list[float]]:
        """The columns and their right edges, and the page with its text so small that names and rows have room."""
        columns = self._told()
        spare = [column for column in columns if column.head != "deal"]  # the figures it is made of stand beside it
        tried = [(columns, PARTS[:2]), (spare, PARTS)] if len(spare) < len(columns) else [(columns, PARTS)]
        for columns, parts in tried:
            for part in parts:
                smaller = page._replace(t=page.t * part)
                edges, left = _edges(canvas, smaller, columns)
                low = len(self.rows) > 4 and smaller.t * 18 * LINE_HEIGHT > high
                if not low and self._widest(canvas, smaller, high) <= left - page.x - 32 * page.s:
                    return smaller, columns, edges
        return smaller, columns, edges

    def _widest(self, canvas: Canvas, page: Sheet, high: float) -> float:
        marks = [len(self._marks(row.seat)) * _mark(page, high) * 0.9 for row in self.rows]
        names = [canvas.width(called(self.snapshot.names, row), page.px(16.5)) for row in self.rows]
        return max(name + mark for name, mark in zip(names, marks, strict=True))

    def _marks(self, seat: int) -> tuple[str, ...]:
        """The badges of a seat, unless the sides say who is what."""
        return () if self.snapshot.facts.camps else self.snapshot.facts.marks(seat)

    def _told(self) -> list[Column]:
        """The figures of the tally; then sum and addition, or the points; then the totals."""
        rows, tally, race = self.rows, self.snapshot.tally, self.snapshot.race
        over = tuple(self._over(row) for row in rows)
        found = [
            Column(head, tuple(row.figures[i] for row in rows), 17, "sans", over if i == len(self.heads) - 1 else ())
            for i, head in enumerate(self.heads)
        ]
        if any(row.base for row in rows) and tally is not None:
            found.append(Column(tally.base_head, tuple(row.base for row in rows), 18, "bold", ()))
            found.append(Column("", tuple(row.extra for row in rows), 16, "bold", ("leaf",) * len(rows), "+10"))
        elif any(row.points for row in rows):
            sums = tuple(row.points if self.totals or not row.points else f"= {row.points}" for row in rows)
            found.append(Column("deal" if self.totals else "", sums, 17 if self.totals else 18, "bold", ()))
        if self.totals:
            found.append(Column("total", tuple(phrases.amount(race.totals[row.seat]) for row in rows), 18, "bold", ()))
        return found

    def _over(self, row: Row) -> str:
        """Russet where a seat has more than it said it would take."""
        quotas = self.snapshot.facts.quotas
        quota = quotas[row.seat] if quotas else None
        return "russet" if quota is not None and quota.won > quota.bid else "ink"

    def _ground(self, canvas: Canvas, page: Sheet, row: Row, y: float, high: float) -> float:
        """The panel of the place to be, and the portrait; gives the middle of the row."""
        s = page.s
        ground(canvas, page, row, y, high)
        middle = y + high / 2 - 3 * s
        d = min(29 * s, high - (8 if len(self.rows) <= 4 else 5) * s)
        group(canvas, [self.portraits[seat] for seat in row.seats], page.x + 13 * s, middle, d)
        return middle

    def _row(
        self, canvas: Canvas, page: Sheet, row: Row, y: float, high: float, cells: list[tuple[Column, float, int]]
    ) -> None:
        t, s = canvas.theme, page.s
        middle = self._ground(canvas, page, row, y, high)
        first, right, i = cells[0] if cells else (Column("", ("",), 17, "sans", ()), page.x + page.w, 0)
        room = right - canvas.width(first.figures[i], page.px(17), "sans") - page.x - 40 * s
        self._name(canvas, page, row, page.x + 34 * s, middle, room, _mark(page, high))
        for column, right, i in cells:
            tone = getattr(t, column.tones[i]) if column.tones else t.ink
            _figure(canvas, column.figures[i], right, middle, page.px(column.px), tone, column.face)

    def _name(
        self, canvas: Canvas, page: Sheet, row: Row, x: float, middle: float, room: float, mark: float
    ) -> None:  # fmt: skip
        """The name and, as far as there is room, the marks of the seat after it."""
        name, marks = called(self.snapshot.names, row), self._marks(row.seat)
        if marks and room - len(marks) * mark < 40 * page.s:
            marks = ()
        room -= len(marks) * mark
        px = canvas.snug(name, page.px(16.5), "semi", room)
        at = canvas.put(canvas.fit(name, px, "semi", room), x, middle, px, canvas.theme.ink, "semi", "midleft").right
        for i, kind in enumerate(marks):
            canvas.badge(kind, at + (i + 0.6) * mark, middle, mark * 0.9)

    def _written_row(self, canvas: Canvas, page: Sheet, row: Row, y: float, high: float) -> None:
        s = page.s
        self._ground(canvas, page, row, y, high)
        upper, x = min(20 * s, page.px(16.5) * LINE_HEIGHT), page.x + 38 * s
        small = page._replace(t=min(page.t, upper / (16.5 * LINE_HEIGHT)))
        self._name(canvas, small, row, x, y + 1 * s + upper / 2, page.x + page.w - x, 20 * s)
        _sum(canvas, Area(x, y + upper + 1 * s, page.x + page.w - x, high - upper - 6 * s), row.sum, page.t)

    def _folded_row(self, canvas: Canvas, page: Sheet, row: Row, y: float, high: float) -> None:
        """Name and sum in one line, the figures under their headings' signs in the next, and the points beside both."""
        t, s = canvas.theme, page.s
        page = page._replace(t=min(page.t, (high - 4 * s) / ((16.5 + 14) * LINE_HEIGHT)))
        self._ground(canvas, page, row, y, high)
        upper = y - 1 * s + page.px(16.5) * LINE_HEIGHT / 2
        lower = y + high - 5 * s - page.px(14) * LINE_HEIGHT / 2
        x, right = page.x + 34 * s, page.x + page.w
        points = phrases.amount(self.snapshot.race.totals[row.seat]) if self.totals else row.points
        wide = max(canvas.width(points, page.px(22), "serifb"), 30 * s)
        canvas.put(points, right, y + high / 2 - 3 * s, page.px(22), t.ink, "serifb", "midright")
        sum_ = row.base.removeprefix("= ") + (f" {row.extra}" if row.extra else "")
        px = page.px(13.5)
        used = canvas.put(sum_, right - wide - 10 * s, upper, px, t.ink2, "semi", "midright").w if sum_ else 0.0
        self._name(canvas, page, row, x, upper, right - wide - 20 * s - used - x, 20 * s)
        step = (right - wide - 6 * s - x) / max(1, len(row.figures))
        for i, (head, figure) in enumerate(zip(self.heads, row.figures, strict=False)):
            pair = f"{head} {figure or '–'}"
            small = canvas.snug(pair, page.px(14), "sans", step - 4 * s, 9)
            best = figure and row.figures[i] == _most(row.figures)
            top = lower - canvas.font("sans", small).get_height() / 2
            canvas.rich(pair, x + i * step, top, small, t.ink if best else t.ink2, "semi" if best else "sans")


def bare_rows(snapshot: Snapshot) -> tuple[Row, ...]:
    """Lines without the arithmetic of a deal, for those that have a total of their own."""
    found = parties(snapshot.me, len(snapshot.names), snapshot.race.teams)
    return tuple(Row(who, (), "", "", "", who in snapshot.race.good, "", partners=tuple(rest)) for who, *rest in found)


def called(names: Sequence[str], row: Row) -> str:
    """The name of the seat whose line it is, with its partners' where they score as one."""
    return phrases.listed([isolated(names[seat]) for seat in row.seats])


def standing_out(rows: Sequence[Row]) -> list[Row]:
    """Rows as they are shown: where all are level, nobody's is the place to be."""
    level = all(row.good for row in rows)
    return [row._replace(good=False) for row in rows] if level else list(rows)


def ground(canvas: Canvas, page: Sheet, row: Row, y: float, high: float) -> None:
    """The panel of the place to be."""
    t, s = canvas.theme, page.s
    if row.good:
        canvas.box(page.x - 8 * s, y - 2 * s, page.w + 16 * s, high - 2 * s, 8 * s, t.good, t.good_edge)


def _most(figures: tuple[str, ...]) -> str:
    return max(figures, key=lambda figure: int(figure) if figure.isdigit() else -1)


def _mark(page: Sheet, high: float) -> float:
    return min(22 * page.s, high - 4 * page.s)


def _edges(canvas: Canvas, page: Sheet, columns: list[Column]) -> tuple[list[float], float]:
    """The columns' right edges, and where the first begins."""
    right, edges = page.x + page.w, []
    for column in reversed(columns):
        edges.append(right)
        widths = [canvas.width(figure, page.px(column.px), column.face) for figure in (*column.figures, column.room)]
        right -= max(*widths, canvas.width(column.head, page.px(13), "sans")) + 10 * page.s
    return edges[::-1], right


def _word(canvas: Canvas, s: str, right: float, y: float, px: float, tone: str) -> None:
    """A heading that ends at `right`, with suits as shapes."""
    if any(sign in s for sign in SUIT_SIGNS):
        canvas.rich(s, right, y, px, tone, "sans", "right")
    else:
        canvas.put(s, right, y, px, tone, "sans", "topright")


def _figure(canvas: Canvas, s: str, right: float, middle: float, px: float, tone: str, face: str) -> None:
    if any(sign in s for sign in SUIT_SIGNS):
        canvas.rich_level(s, right, middle, px, tone, face, "right")
    else:
        canvas.put(s, right, middle, px, tone, face, "midright")


def _sum(canvas: Canvas, area: Area, sum_: Sequence[Part], s: float) -> None:
    """A sum written out within an area: signs, and counts in boxes, what is counted now in a brighter one.

    Its last piece stands at the right; s: the scale at which it is drawn if there is room.
    """
    whole = sum(_wide(canvas, part, s, i == len(sum_) - 1) + GAP * s for i, part in enumerate(sum_)) - GAP * s
    s *= min(1.0, area.w / max(1.0, whole), area.h / (BOX * 0.84 * s))
    x, middle, t = area.x, area.y + area.h / 2, canvas.theme
    for i, part in enumerate(sum_):
        last = i == len(sum_) - 1
        wide = _wide(canvas, part, s, last)
        if last:
            canvas.put(part.text, area.right, middle, RESULT * s, t.ink, "serifb", "midright")
        elif part.boxed:
            high = BOX * 0.84 * s
            fill, edge = (t.plain, t.brass_lo) if part.now else (t.paper_lo, t.paper_edge)
            canvas.box(x, middle - high / 2, wide, high, 6 * s, fill, edge, 1.8 if part.now else 1.2)
            canvas.put(part.text, x + wide / 2, middle, FIGURES * s, t.ink, "serifb", "center")
        else:
            canvas.put(part.text, x, middle, SIGNS * s, t.ink2, "semi", "midleft")
        x += wide + GAP * s


def _wide(canvas: Canvas, part: Part, s: float, last: bool) -> float:
    if part.boxed and not last:
        return BOX * s
    return canvas.width(part.text, (RESULT if last else SIGNS) * s, "serifb" if last else "semi")

"""The paper of a review: where the deal stands, what is said of the step, and under it room for the buttons."""

from __future__ import annotations

from typing import Final

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.render.text import bare
from goosetable.app.scenes.review import bid_chart
from goosetable.app.scenes.review.deal_bar import draw_mark
from goosetable.app.scenes.review.told import Average, Told
from goosetable.app.ui.focus import Scroller

LEAD: Final = 1.35
GROWN: Final = 1.35
"""How much larger the text may be than the paper, for those who want large text."""
LEGEND: Final = (
    ("dearest", "dearest", "dearest"), ("cost", "cost something", "costly"), ("good", "as good as any", "as good"),
)  # fmt: skip
"""The marks on the bar, what they mean, and the same where there is little room."""
MARK: Final = 1.1
AFTER: Final = 0.9
"""How much room a mark takes, and what is left free after its words, in heights of them."""


class OpinionPaper(Scroller):
    """The part that scrolls is the widget; the sheet around it is `area`. told: what it says; set it and the title."""

    def __init__(self) -> None:
        super().__init__("Opinion")
        self.region = "ledger"
        self.area = Area(0, 0, 1, 1)
        self.s = self.t = 1.0
        self.title = self.place = ""
        self.told = Told("")
        self.beside = 0.0
        """How much of the title's line something else takes."""
        self.foot = ""
        """A line over the buttons: which decision this is."""
        self.legend = False
        """Whether the marks on the bar are explained under it."""

    @property
    def value(self) -> str:
        told = self.told
        rows = [f"{row.label}: {row.points} points, {row.chance} of games" for row in told.rows]
        parts = (told.said, told.better, told.sure, told.deals, told.why, *rows, told.cost, told.note, told.hidden)
        return bare(" ".join(part for part in parts if part))

    def lay(self, area: Area, s: float, t: float, below: float) -> None:
        """area: the sheet; s, t: the scale of the paper and of its text; below: the height of what stands at its foot."""
        self.area, self.s, self.t = area, s, min(t, GROWN * s) if area.h > 450 else t
        top = area.y + self._head
        self.rect.update(round(area.x + 8 * s), round(top), round(area.w - 14 * s), max(20, round(area.bottom - below - top)))
        self.px = self._px(16)

    def foot_high(self, t: float) -> float:
        """The height of the lines over the buttons, t being the scale of the text."""
        return max(10.5, 13 * t) * (3.2 if self.legend else 1.7)

    @property
    def _head(self) -> float:
        return max(70 * self.s, 43 * self.s + 1.7 * self._px(14))

    def _px(self, size: float) -> float:
        return max(10.5, size * self.t)

    def measure(self, canvas: Canvas) -> None:
        """Finds how high the words are; where they are too high for the paper they scroll."""
        high = self._body(canvas, 0.0, False)
        self.inner = high if high > self.rect.h else 0.0
        self.scroll_to(self.offset)

    def draw_sheet(self, canvas: Canvas) -> None:
        """The sheet alone."""
        canvas.paper(*self.area, 12 * self.s)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, s, area = canvas.theme, self.s, self.area
        self.draw_sheet(canvas)
        x, room = area.x + 18 * s, area.w - 36 * s
        title = canvas.snug(self.title, 24 * s, "serifb", room - self.beside)
        canvas.put(self.title, x, area.y + 12 * s + (24 * s - title) / 2, title, t.ink, "serifb")
        place = canvas.snug(self.place, self._px(14), "sans", room, 9)
        canvas.put(canvas.fit(self.place, place, "sans", room), x, area.y + 43 * s, place, t.ink2, "sans")
        canvas.line(x, area.y + self._head - 4 * s, room)
        self.measure(canvas)
        with self.window(canvas) as top:
            self._body(canvas, top, True)
        y = self.rect.bottom + 3 * s
        if self.foot:
            canvas.label(self.foot, x, y, self._px(13), t.ink2, "semi", room)
        if self.legend:
            self._legend(canvas, x, y + 1.5 * self._px(13), room)
        super().draw(canvas, focused)

    def _legend(self, canvas: Canvas, x: float, y: float, room: float) -> None:
        """What the marks mean, in fewer words where the sheet is narrow."""
        t, px = canvas.theme, self._px(12.5)
        middle, end = y + 0.65 * px, x + room
        wide = sum(canvas.width(full, px, "sans") + (MARK + AFTER) * px for _, full, _ in LEGEND) - AFTER * px
        for mark, full, brief in LEGEND:
            words = full if wide <= room else brief
            draw_mark(canvas, mark, x + 0.4 * px, middle, 0.85 * px, t.ink2)
            x += MARK * px
            x = canvas.label(words, x, middle, px, t.ink2, "sans", max(px, end - x), "midleft").right + AFTER * px

    def _body(self, canvas: Canvas, top: float, seen: bool) -> float:
        """The words from `top` on; seen: drawn, not only measured. Gives their height."""
        t, s, told = canvas.theme, self.s, self.told
        x, room = self.area.x + 18 * s, self.area.w - 40 * s
        y = top + 6 * s

        def words(text: str, size: float, tone: str, face: str, after: float) -> None:
            nonlocal y
            if not text:
                return
            lines = canvas.wrap(text, room, self._px(size), face)
            if seen:
                canvas.lines(lines, x, y, self._px(size), tone, face, LEAD)
            y += len(lines) * self._px(size) * LEAD + after * s

        words(told.said, 21, t.ink, "serifb", 0 if told.better else 6)
        words(told.better, 21, t.leaf, "serifb", 6)
        if told.sure:
            y = self._sureness(canvas, x, y, room, seen)
        words(told.why, 15.5, t.ink, "sans", 8)
        if told.bars:
            words("Points that each brings on average", 13, t.ink2, "semi", 0)
            px = self._px(13)
            if seen:
                bid_chart.draw(canvas, told.bars, Area(x, y, room, bid_chart.high(px)), px)
            y += bid_chart.high(px) + 4 * s
        elif told.rows:
            y = self._rows(canvas, x, y, room, seen)
        words(told.cost, 15, t.ink, "sans", 6)
        words(told.note, 15.5, t.ink2, "sans", 6)
        if told.hidden:
            if seen:
                canvas.line(x, y + 2 * s, room)
            y += 10 * s
            words("What was hidden", 13.5, t.ink2, "semi", 1)
            words(told.hidden, 14, t.ink2, "sans", 4)
        return y - top + 4 * s

    def _sureness(self, canvas: Canvas, x: float, y: float, room: float, seen: bool) -> float:
        """Three lamps, how sure it is, and how many deals were imagined: beside that where there is room, or under it."""
        t, told, px = canvas.theme, self.told, self._px(15)
        d = 0.72 * px
        middle = y + 0.62 * px
        left = x + 3 * (d + 4) + 5
        beside = left + canvas.width(told.sure, px, "semi") + canvas.width(told.deals, self._px(13), "sans") + 8 <= x + room
        if seen:
            for i in range(3):
                lit = i < told.lamps
                fill, edge = (t.leaf, t.leaf) if lit else ("none", t.plain_edge)
                canvas.box(x + i * (d + 4), middle - d / 2, d, d, d / 2, fill=fill, edge=edge)
            canvas.rich_level(told.sure, left, middle, px, t.ink, "semi")
            if beside:
                canvas.put(told.deals, x + room, middle, self._px(13), t.ink2, "sans", "midright")
            else:
                canvas.put(told.deals, x, y + 1.4 * px, self._px(13), t.ink2, "sans")
        return y + px * (1.75 if beside else 3.0)

    def _rows(self, canvas: Canvas, x: float, y: float, room: float, seen: bool) -> float:
        t, s, px = canvas.theme, self.s, self._px(13)
        right, across = x + room - 4 * s, canvas.width("game won", px, "sans") + 14 * s
        broken = room - across - canvas.width("points", px, "sans") < self._px(15) * 7
        if seen:
            label = "" if broken else "On average"
            canvas.put(label, x, y + 0.6 * px, px, t.ink2, "semi", "midleft")
            canvas.put("points", right - across, y + 0.6 * px, px, t.ink2, "sans", "midright")
            canvas.put("game won", right, y + 0.6 * px, px, t.ink2, "sans", "midright")
        y += 1.5 * px
        for row in self.told.rows:
            y = self._row(canvas, row, x, y, (room, right, across), broken, seen)
        return y + 6 * s

    def _row(
        self, canvas: Canvas, row: Average, x: float, y: float, wide: tuple[float, float, float], broken: bool, seen: bool
    ) -> float:  # fmt: skip
        """A row; broken: its figures stand under its words."""
        t, s, px = canvas.theme, self.s, self._px(15)
        room, right, across = wide
        high = px * (3.3 if broken else 2.0)
        if seen:
            if row.kind:
                fill, edge = (t.good, t.good_edge) if row.kind == "best" else (t.paper, t.over)
                canvas.box(x - 7 * s, y, room + 10 * s, high, 6 * s, fill=fill, edge=edge)
            middle = y + high * (0.28 if broken else 0.5)
            under = y + high * (0.74 if broken else 0.5)
            face = "semi" if row.kind else "sans"
            free = room if broken else right - across - canvas.width(row.points, px * 1.1, "bold") - 8 * s - x
            small = canvas.snug(row.label, px, face, free, 9)
            canvas.rich_level(row.label, x, middle, small, t.ink, face)
            canvas.put(row.points, right - across, under, px * 1.1, t.ink, "bold", "midright")
            canvas.put(row.chance, right, under, px, t.ink, face, "midright")
        return y + high + 4 * s

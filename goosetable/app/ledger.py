"""The ledger: the paper beside the cloth on which the deal is reckoned, the game runs, and what happened is written."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.glance import Glance
from goosetable.app.layout import Layout
from goosetable.app.paint import Paint
from goosetable.app.places import Area
from goosetable.app.theme import mix
from goosetable.engine.telling import Race, Row, Tally

SMALLEST: Final = 10.5  # pixels of text
GROWN: Final = 1.3  # how much larger the text may be than the paper, for those who want large text


class Sheet(NamedTuple):
    """How the paper is divided: its area, the scale of everything on it and of its text, inner left edge and width."""

    area: Area
    s: float
    t: float
    x: float
    w: float

    @property
    def head_bottom(self) -> float:
        return self.area.y + 68 * self.s

    def foot(self, rows: int) -> float:
        """The upper edge of so many rows of buttons."""
        return self.area.bottom - rows * (42 + 8) * self.s - 12 * self.s


def sheet(layout: Layout) -> Sheet:
    """The paper of a layout; in compact mode as it is opened over the table."""
    area = layout.ledger_area
    s = layout.ledger / 306 if not layout.compact else min(layout.t, area.h / 400, area.w / 290)
    return Sheet(area, s, min(layout.t, GROWN * s), area.x + 18 * s, area.w - 36 * s)


class Ledger:
    """Draws what is written; the buttons on it are drawn by whoever owns them.

    prize: what a game won is worth, one and many. title: the name of the game.
    """

    def __init__(self, title: str, prize: tuple[str, str], portraits: tuple[str, ...]) -> None:
        self.title, self.prize, self.portraits = title, prize, portraits
        self._wrapped: dict[tuple[str, float, float], list[str]] = {}

    def draw(self, paint: Paint, layout: Layout, glance: Glance, rows_of_buttons: int = 2) -> None:
        """Write the whole sheet. What does not fit gives way: first what happened, then the sentence."""
        page = sheet(layout)
        paint.paper(*page.area, 12 * page.s)
        self._head(paint, page, glance)
        foot = page.foot(rows_of_buttons)
        y = page.area.y + 78 * page.s
        tally = glance.tally
        line = self._px(page, 14.5) * 1.35
        rest = self._race_height(page, glance)
        if tally is not None:
            words = self._wrap(paint, tally.sentence, page.w, self._px(page, 14.5))
            y = self._tally(paint, page, tally, glance.names, y, foot - y - rest - len(words) * line)
            if y + len(words) * line + rest <= foot:
                for part in words:
                    paint.rich(part, page.x, y, self._px(page, 14.5), paint.theme.ink, "sans")
                    y += line
            y += 10 * page.s
            paint.line(page.x, y, page.w)
            y += 10 * page.s
        y = self._race(paint, page, glance, y)
        if glance.log and foot - y > (22 + 17) * page.s + 2 * line:
            paint.line(page.x, y, page.w)
            self._log(paint, page, glance.log, y + 9 * page.s, foot)

    def _wrap(self, paint: Paint, words: str, w: float, px: float) -> list[str]:
        """The lines of a text, remembered, because most of what is written was there before."""
        key = (words, w, px)
        if key not in self._wrapped:
            if len(self._wrapped) > 500:
                self._wrapped.clear()
            self._wrapped[key] = paint.wrap(words, w, px)
        return self._wrapped[key]

    @staticmethod
    def _px(page: Sheet, size: float) -> float:
        return max(SMALLEST, size * page.t)

    def _head(self, paint: Paint, page: Sheet, glance: Glance) -> None:
        t, s = paint.theme, page.s
        room = page.w - 46 * s
        px = paint.snug(self.title, 24 * s, "serifb", room)
        paint.put(self.title, page.x, page.area.y + 12 * s, px, t.ink, "serifb")
        paint.put(paint.fit(glance.place, self._px(page, 14), "sans", page.w), page.x, page.area.y + 44 * s,
                  self._px(page, 14), t.ink2, "sans")  # fmt: skip
        paint.line(page.x, page.head_bottom, page.w)

    # ------------------------------------------------------------------ this deal

    def _tally(
        self, paint: Paint, page: Sheet, tally: Tally, names: tuple[str, ...], y: float, room: float
    ) -> float:  # fmt: skip
        """What the deal is worth now, with the sum; returns the y below. Rows grow closer where there are many."""
        t, s = paint.theme, page.s
        small = self._px(page, 14)
        paint.put("This deal, if it stopped now", page.x, y, small, t.ink2, "semi")
        y += max(26 * s, small * 1.7)
        high = min(40 * s, max(20 * s if len(tally.rows) > 4 else 30 * s, (room - 74 * s) / max(1, len(tally.rows))))
        page, columns = self._columns(paint, page, tally, names)
        for right, head in zip(columns, (*tally.heads, tally.base_head, ""), strict=True):
            paint.put(head, right, y, self._px(page, 13), t.ink2, "sans", "topright")
        y += max(20 * s, self._px(page, 13) * 1.5)
        for row in tally.rows:
            self._row(paint, page, row, names[row.seat], y, high, columns)
            y += high
        return y + 4 * s

    def _columns(
        self, paint: Paint, page: Sheet, tally: Tally, names: tuple[str, ...]
    ) -> tuple[Sheet, list[float]]:  # fmt: skip
        """The right edges of figures, sum and addition, and the page with its text so small that names have room."""
        for part in (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64):
            smaller = page._replace(t=page.t * part)
            edges, left = self._edges(paint, smaller, tally)
            widest = max(paint.width(names[row.seat], self._px(smaller, 16.5)) for row in tally.rows)
            if widest <= left - page.x - 32 * page.s:
                break
        return smaller, edges

    def _edges(self, paint: Paint, page: Sheet, tally: Tally) -> tuple[list[float], float]:
        """The columns' right edges, and where the first begins. There is always room for an addition."""
        gap = 10 * page.s
        texts = [
            [(head, 13.0, "sans"), *((row.figures[i], 17.0, "sans") for row in tally.rows)]
            for i, head in enumerate(tally.heads)
        ]
        texts.append([(tally.base_head, 13.0, "sans"), *((row.base, 18.0, "bold") for row in tally.rows)])
        texts.append([("+10", 16.0, "bold"), *((row.extra, 16.0, "bold") for row in tally.rows)])
        right, edges = page.x + page.w, []
        for column in reversed(texts):
            edges.append(right)
            right -= max(paint.width(words, self._px(page, px), face) for words, px, face in column) + gap
        return edges[::-1], right

    def _row(
        self, paint: Paint, page: Sheet, row: Row, name: str, y: float, high: float, columns: list[float]
    ) -> None:  # fmt: skip
        t, s = paint.theme, page.s
        middle = y + high / 2 - 3 * s
        if row.good:
            paint.box(page.x - 8 * s, y - 2 * s, page.w + 16 * s, high - 2 * s, 8 * s, t.good, t.good_edge)
        d = min(29 * s, high - 8 * s)
        paint.portrait(self.portraits[row.seat], page.x + 13 * s, middle, d)
        first = row.figures[0] if row.figures else row.base
        room = columns[0] - paint.width(first, self._px(page, 17), "sans") - page.x - 40 * s
        px = paint.snug(name, self._px(page, 16.5), "semi", room)
        paint.put(paint.fit(name, px, "semi", room), page.x + 34 * s, middle, px, t.ink, "semi", "midleft")
        for right, figure in zip(columns, row.figures, strict=False):
            paint.put(figure, right, middle, self._px(page, 17), t.ink, "sans", "midright")
        paint.put(row.base, columns[-2], middle, self._px(page, 18), t.ink, "bold", "midright")
        if row.extra:
            paint.put(row.extra, columns[-1], middle, self._px(page, 16), t.leaf, "bold", "midright")

    # ------------------------------------------------------------------ the game

    def _race_height(self, page: Sheet, glance: Glance) -> float:
        prizes = 30 * page.s if any(glance.prizes) else 0.0
        return (26 + 20 + 46 + 6 + 10) * page.s + prizes

    def _race(self, paint: Paint, page: Sheet, glance: Glance, y: float) -> float:
        t, s = paint.theme, page.s
        small = self._px(page, 14)
        used = paint.put("Game so far", page.x, y, small, t.ink2, "semi").w
        px = paint.snug(glance.race.aim, self._px(page, 13), "sans", page.w - used - 10 * s, SMALLEST)
        if paint.width(glance.race.aim, px, "sans") > page.w - used - 10 * s:
            y += small * 1.3
        aim = paint.fit(glance.race.aim, px, "sans", page.w)
        paint.put(aim, page.x + page.w, y + (small - px) * 0.9, px, t.ink2, "sans", "topright")
        y = self.rail(paint, glance.race, page.x, y + 26 * s, page.w, s)
        if any(glance.prizes):
            y = self._prizes(paint, page, glance.prizes, y + 2 * s)
        return y + 6 * s

    def rail(self, paint: Paint, race: Race, x: float, y: float, w: float, s: float) -> float:
        """A line up to the target with everybody's medallion on it: who is where is seen, not read. Returns the y below."""
        t = paint.theme
        y += 20 * s
        low, high = min(0, *race.totals), max(race.target, *race.totals)
        span = max(1, high - low)
        paint.box(x, y - 3 * s, w, 6 * s, 3 * s, fill=t.rule)
        if max(race.totals) > low:
            done = mix(t.brass_lo, t.brass, 0.45)
            paint.box(x, y - 3 * s, max(6 * s, w * (max(race.totals) - low) / span), 6 * s, 3 * s, fill=done)
        d = min(30 * s, w / len(race.totals) * 0.94)
        order = sorted(range(len(race.totals)), key=lambda seat: race.totals[seat])
        at = spread([x + w * (race.totals[seat] - low) / span for seat in order], d * 1.13, x + d / 2, x + w - d / 2)
        if at[-1] < x + w - d * 1.6:
            paint.put(str(race.target), x + w, y + 8 * s, max(10.5, 13 * s), t.ink2, "sans", "topright")
        for seat, cx in zip(order, at, strict=True):
            good = seat in race.good
            paint.portrait(self.portraits[seat], cx, y, d, ring=t.brass if good else "")
            figure = str(race.totals[seat]).replace("-", "−")
            paint.put(figure, cx, y + 17 * s, max(11.0, min(15 * s, d * 0.6)), t.ink, "bold" if good else "semi", "midtop")
        return y + 46 * s

    def _prizes(self, paint: Paint, page: Sheet, prizes: tuple[int, ...], y: float) -> float:
        """What everybody has won over the sitting, in one line."""
        t, s = paint.theme, page.s
        middle = y + 13 * s
        word = self.prize[1][:1].upper() + self.prize[1][1:]
        x = page.x + paint.put(word, page.x, middle, self._px(page, 14), t.ink2, "semi", "midleft").w + 14 * s
        step = (page.x + page.w - x) / len(prizes)
        d = min(22 * s, step * 0.5)
        for i, number in enumerate(prizes):
            paint.portrait(self.portraits[i], x + i * step + d / 2, middle, d)
            paint.put(str(number), x + i * step + d + 5 * s, middle, self._px(page, 15), t.ink, "bold", "midleft")
        return y + 28 * s

    # ------------------------------------------------------------------ what happened

    def _log(self, paint: Paint, page: Sheet, log: tuple[str, ...], y: float, bottom: float) -> None:
        t, s = paint.theme, page.s
        paint.put("What happened", page.x, y, self._px(page, 14), t.ink2, "semi")
        y += max(22 * s, self._px(page, 14) * 1.5)
        px = self._px(page, 14.5)
        for i, said in enumerate(reversed(log)):
            lines = self._wrap(paint, said, page.w, px)
            if y + len(lines) * px * 1.35 > bottom - 8 * s:
                return
            tone = t.ink if i == 0 else t.ink2
            for j, words in enumerate(lines):
                paint.rich(words, page.x + (10 * s if j else 0), y, px, tone, "sans")
                y += px * 1.35
            y += px * 0.1


def spread(at: list[float], apart: float, low: float, high: float) -> list[float]:
    """Places in ascending order, moved as little as need be to lie `apart` from each other and within the ends.

    >>> spread([10.0, 12.0], 6, 0, 100)
    [8.0, 14.0]
    """
    found = [min(max(place, low), high) for place in at]
    for _ in range(40):
        for i in range(len(found) - 1):
            lack = apart - (found[i + 1] - found[i])
            if lack > 0.01:
                found[i] -= lack / 2
                found[i + 1] += lack / 2
        if found[0] < low:
            found[0] = low
        if found[-1] > high:
            found[-1] = high
    return found


def strip(paint: Paint, layout: Layout, glance: Glance, portraits: tuple[str, ...], right: float) -> None:
    """The ledger folded into a strip along the top, up to `right`: the deal, and what it is worth to everybody now."""
    t, h = paint.theme, layout.strip
    paint.box(0, 0, layout.w, h, 0, grad=(t.paper, t.paper_lo))
    paint.line(0, h, layout.w, t.paper_edge, sw=2)
    px = 15 * layout.t * min(1.0, h / (40 * layout.t))
    x = 10.0 + paint.put(glance.place.split(",")[0], 10, h / 2, px, t.ink, "serifb", "midleft").w + 14
    rows = glance.tally.rows if glance.tally is not None else ()
    room = (right - x) / max(1, len(rows))
    d = min(h - 8, room * 0.5)
    for row in rows:
        words = row.base.removeprefix("= ") + (f" ~{row.extra}~" if row.extra else "")
        small = paint.snug(words, px, "bold", room - d - 8, 9)
        high = paint.font("bold", small).get_height()
        paint.portrait(portraits[row.seat], x + d / 2, h / 2, d, ring=t.brass if glance.turn == row.seat else "")
        wide = paint.rich(words, x + d + 6, h / 2 - high / 2, small, t.ink, "bold" if row.good else "semi")
        x += min(room, d + wide + 22)

"""Luck and play: what the hands of a game were worth to equal players, and what each person made of them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import round_step
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToLookOver, ToReview
from goosetable.app.scenes.score.luck_parts import Columns, LuckFigures, LuckRow
from goosetable.app.table import captions
from goosetable.app.table.seats import faces_at
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.words import phrases

REST: Final = 0.4
"""Seconds for which the pointer rests on a figure before its note comes."""
NARROW: Final = 900  # units of width under which, or
LOW: Final = 520  # of height, there is room for the sums alone
LARGE: Final = 300  # and under which text is so large that title, sentence and foot stand closer
WIDE: Final = 1160
CHART: Final = 128
FOOT: Final = 66
SUMS: Final = 290
"""Units at the right that the sums need."""
DASHES: Final = ((), (12, 7), (2, 6), (16, 6, 2, 6), (7, 7), (5, 5, 1, 5))
"""How the lines of a chart are dashed, in units, so that they are told apart without their colours; the first is whole."""


class LuckScene(Page):
    """Lies over the sheet of the whole game."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, Scroller("Luck and play"))
        self.match = match
        self.found = GameLuck(match, context.folders.reviews)
        self.figures = LuckFigures(match, self.found)
        self.portraits = faces_at(match.session, context.settings)
        seats = match.session.seats
        order = [(match.me + place) % seats for place in range(seats)]
        self.rows = [LuckRow(self.figures, seat, self.portraits[seat], self._open) for seat in order]
        self.close = Button("Back", self.back, "prime", "left", on_paper=True)
        self.look = Button("Look it over", self._look, "plain", "eye")
        self.unfolded: int | None = None
        """The seat whose deals are shown, where there is room for the sums alone."""
        self.compact = self.low = False
        self._over: tuple[LuckRow, int] | None = None
        self._rested = 0.0
        self._quiet = False
        """Whether Esc, or the opening of a row, has taken the note away."""
        self.widgets.set([self.scroll, *self.rows, self.look, self.close], first=self.close)

    # ------------------------------------------------------------------ what is done

    def _open(self, place: int) -> Change:
        """The review of a deal; or, for -1 - seat, the deals of a row."""
        if place < 0:
            seat = -1 - place
            self.unfolded = None if self.unfolded == seat else seat
            self._quiet = True  # a note would lie on the deals that are opened
            self.lay()
            self.scroll.reveal(next(row for row in self.rows if row.seat == seat).rect)
            return None
        counted = self.found.deals[place]
        if self.match.practice:
            return Push(ToLookOver(self.match, counted, self.portraits))
        return Push(ToReview(self.match, counted))

    def _look(self) -> Change:
        """Every trick of the deal that was chosen last."""
        chosen = next((row for row in self.rows if row.at < row.count), None)
        place = len(self.found.deals) - 1 if chosen is None else chosen.at
        return Push(ToLookOver(self.match, self.found.deals[place], self.portraits))

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.spot is not None:
            self._over, self._quiet, self.dirty = None, True, True
            return None
        if event.type == pygame.KEYDOWN:
            self._quiet = False
        focus, at = self.widgets.focus, [row.at for row in self.rows]
        change = super().handle(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE):
            self._point(event.pos if event.type == pygame.MOUSEMOTION else (-1, -1))
        if [row.at for row in self.rows] != at and isinstance(focus, LuckRow):
            for row in self.rows:
                row.at = max(focus.at, row.choices[0])  # the same figure in every row
        return change

    def _point(self, pos: tuple[int, int]) -> None:
        row = next((row for row in self.rows if row.hover), None)
        place = None if row is None else row.holds(pos)
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
            self.lay()
            self.dirty = True
        return more

    # ------------------------------------------------------------------ where it stands

    def _range(self) -> None:
        """The points that the bars of all rows reach, the same for all."""
        found = [0.0, 1.0]
        for counted in self.found.deals:
            found += [float(points) for points in counted.points]
        for worth in self.found.worths:
            found += [own.mean for own in worth.seats]
        for row in self.rows:
            row.range = (min(found), max(found))

    @property
    def said_px(self) -> float:
        """Units of the sentence under the title."""
        return 12.5 if self.low else 15.5 if self.compact else 17.5

    def lay(self) -> None:
        w, most = min(float(WIDE), self.wide - 2 * self.clearance), self.high - 2 * self.clearance
        self.compact = compact = self.wide < NARROW or most < LOW
        self.low = self.high < LARGE
        px = self.said_px
        self.said, done = (
            self.context.canvas.wrap(self.figures.sentence(self.match.me, over), (w - 60) * self.t, self.px(px), "sans")
            for over in (self.found.over, True)
        )
        self.top = (38 if self.low else 48 if compact else 62) + max(len(self.said), len(done)) * px * 1.3
        self.chart = 0.0 if compact else float(CHART)
        head = self.top + self.chart + (22 if compact else 48)
        count, axis = len(self.rows), 0 if compact else 24
        foot_high = FOOT - 14 if self.low else FOOT
        each = 48.0 if compact else min(76.0, max(52.0, (most - head - FOOT - axis - 8) / count))
        unfolded = 78.0 if compact and self.unfolded is not None else 0.0
        x, y, h = self.place_sheet(w, each * count + unfolded + 8, head, foot_high + axis, sides=(4, 6))
        left, right = x + 4, x + w - 10
        name = 190.0
        deals = len(self.found.deals)
        bars = (right - SUMS - left - name - 10) / deals
        at = 6.0
        for row in self.rows:
            shown = compact and self.unfolded == row.seat
            self.hold(row, 8, at, w - 30, each - 4 + (unfolded if shown else 0), 16)
            columns = [right - 182, right - 100, right - 22]
            begin, one = (left + 24, (w - 66) / deals) if shown else (left + name, 0.0 if compact else bars)
            row.columns = Columns(*(self.t * unit for unit in (begin, one, *columns)))
            row.t, row.line, row.unfolds = self.t, (each - 4) / 2 * self.t, compact
            row.name_room = (right - 182 - 80 - left - 62 if compact else name - 66) * self.t
            row.bars = ((each + 2) * self.t, 66 * self.t) if shown else (5 * self.t, (each - 14) * self.t)
            row.at = max(row.at, row.choices[0])
            at += each + (unfolded if shown else 0)
        self._range()
        self.scroll.scroll_to(self.scroll.offset)
        foot = y + h - (50 if self.low else 56)
        wide = [self.context.canvas.width(one.label, self.px(17), "semi") / self.t + 58 for one in (self.close, self.look)]
        self.put(self.close, x + 24, foot, wide[0], 44, 17)
        self.put(self.look, x + 36 + wide[0], foot, wide[1], 44, 17)

    # ------------------------------------------------------------------ how it looks

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        spot = self.spot
        if spot is not None:
            row, place = spot
            captions.note(canvas, self.figures.note(row.seat, place), row.area(place), self.w, self.h, self.t)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        size = self.px(25 if self.compact else 33)
        left, right = sheet.x + 24 * u, sheet.right - 24 * u
        title = canvas.put("Luck and play", left, sheet.y + (4 if self.low else 12) * u, size, t.ink, "serifb")
        about = f"{self.match.game.title}, {phrases.count(len(self.found.deals), 'deal')}"
        canvas.label(about, right, title.centery, self.px(15.5), t.ink2, "sans", right - title.right - 20 * u, "midright")
        top = sheet.y + (36 if self.low else 46 if self.compact else 58) * u
        canvas.lines(self.said, left, top, self.px(self.said_px), t.ink, "sans", 1.3)
        if self.chart:
            self._chart(canvas)
        columns, bottom = self.rows[0].columns, self.scroll.rect.top - 3 * u
        for said, at in zip(("worth", "play", "made"), columns[2:], strict=True):
            canvas.put(said, at, bottom, self.px(13.5), t.ink2, "sans", "bottomright")
        if not self.found.over and self.found.worths:
            done = f"the first {phrases.count(len(self.found.worths), 'deal')}"
            canvas.put(done, columns.worth - 60 * u, bottom, self.px(13.5), t.ink2, "sans", "bottomright")
        if not self.compact:
            self._axis(canvas, columns)

    def _axis(self, canvas: Canvas, columns: Columns) -> None:
        """The numbers of the deals, as many as there is room for."""
        t, px, y = canvas.theme, self.px(13.5), self.scroll.rect.bottom + 2 * self.t
        canvas.put("deal", columns.left - 8 * self.t, y, px, t.ink2, "sans", "topright")
        every = max(1, math.ceil(26 * self.t / columns.each))
        for place in range(0, len(self.found.deals), every):
            number = str(self.found.deals[place].deal.number)
            canvas.put(number, columns.left + (place + 0.5) * columns.each, y, px, t.ink2, "sans", "midtop")

    def _chart(self, canvas: Canvas) -> None:
        """The totals after each deal as lines, on the columns of the rows, and what the bars mean."""
        t, u, columns = canvas.theme, self.t, self.rows[0].columns
        top, high = self.sheet.y + (self.top + 14) * u, self.chart * u
        deals, seats = self.found.deals, [row.seat for row in self.rows]
        totals = {seat: [0.0, *(float(counted.totals[seat]) for counted in deals)] for seat in seats}
        low, most = min(map(min, totals.values())), max(map(max, totals.values()))
        step = round_step(most - low)
        low, most = step * math.floor(low / step), step * max(math.ceil(most / step), math.floor(low / step) + 1)
        wide = columns.each * len(deals)

        def at(points: float) -> float:
            return (most - points) / (most - low) * high

        canvas.put("Totals", self.sheet.x + 24 * u, top, self.px(15.5), t.ink, "semi", "midleft")
        for number in range(round((most - low) / step) + 1):
            points = low + number * step
            canvas.line(columns.left, top + at(points), wide, t.plain_edge if points == 0 else t.rule)
            said = phrases.signed(f"{points:g}")
            canvas.put(said, columns.left - 8 * u, top + at(points), self.px(13), t.ink2, "sans", "midright")
        tones = (t.russet, t.plum, t.sky, t.ink2, t.brass_lo, t.rose)
        pad, drawn = 4 * u, []
        for number, seat in reversed(list(enumerate(seats))):
            path = " ".join(
                f"{pad + (0 if not i else (i - 0.5) * columns.each):.1f},{pad + at(points):.1f}"
                for i, points in enumerate(totals[seat])
            )
            own = number == 0
            tone = t.leaf if own else tones[(number - 1) % len(tones)]
            dashes = " ".join(f"{part * u:.1f}" for part in DASHES[number % len(DASHES)])
            dash = f' stroke-dasharray="{dashes}"' if dashes else ""
            drawn.append(
                f'<polyline points="{path}" fill="none" stroke="{tone}" stroke-width="{(4 if own else 2.4) * u:.1f}"'
                f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
            )
        body = document(round(wide + 2 * pad), round(high + 2 * pad), "".join(drawn))
        canvas.svg(body, columns.left - pad, top - pad, round(wide + 2 * pad), round(high + 2 * pad))
        self._ends(canvas, {seat: at(own[-1]) for seat, own in totals.items()}, columns.left + wide, top, high)
        self._legend(canvas, columns.left + wide + 108 * u, top)

    def _ends(self, canvas: Canvas, ends: dict[int, float], left: float, top: float, high: float) -> None:
        """Medallions with the totals at the ends of the lines, none over another."""
        each = min(30 * self.t, high / max(1, len(ends) - 1))
        order = sorted(ends, key=ends.__getitem__)
        places = [ends[seat] for seat in order]
        for i, (one, other) in enumerate(pairwise(places)):
            places[i + 1] = max(other, one + each, places[i] + each)
        over = max(0.0, places[-1] - high)
        for i in range(len(places) - 1, -1, -1):
            places[i] -= over
            if i and places[i] - over - each >= places[i - 1] - over:
                over = max(0.0, places[i - 1] - (places[i] - each))
        for seat, y in zip(order, places, strict=True):
            canvas.portrait(self.portraits[seat], left + 20 * self.t, top + y, each * 0.92)
            total = phrases.amount(self.found.deals[-1].totals[seat])
            size = min(self.px(16.5), each * 0.8)
            canvas.put(total, left + 84 * self.t, top + y, size, canvas.theme.ink, "serifb", "midright")

    def _legend(self, canvas: Canvas, left: float, top: float) -> None:
        """What a bar means, with a small one beside each sentence."""
        t, u = canvas.theme, self.t
        room = self.sheet.right - 24 * u - left - 40 * u
        canvas.put("A deal", left, top, self.px(15.5), t.ink, "semi", "midleft")
        y, px = top + 18 * u, self.px(14)
        told = (
            ("worth", "what the hand was worth: luck"),
            ("more", "more than equal players: play"),
            ("less", "less made of it"),
        )
        for kind, said in told:
            cx, foot = left + 14 * u, y + 26 * u
            canvas.box(cx - 11 * u, foot - 14 * u, 22 * u, 14 * u, 3, fill=t.paper_edge, edge=t.plain_edge, sw=1)
            if kind != "worth":
                begin, tone = (foot - 28 * u, t.leaf) if kind == "more" else (foot - 14 * u, t.russet)
                canvas.box(cx - 4.5 * u, begin, 9 * u, 14 * u, 2.5, fill=tone)
            lines = canvas.wrap(said, room, px, "sans")
            canvas.lines(lines, left + 36 * u, foot - 7 * u - len(lines) * px * 0.6, px, t.ink2, "sans", 1.15)
            y += 38 * u

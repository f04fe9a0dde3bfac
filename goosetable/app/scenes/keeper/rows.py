"""The lines of the two papers: a player's row in the deal being written down, and a deal in the sheet."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keeper.page import KeeperPage
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Pressed, Widget

LOW = 46.0
"""Units of a sheet's column under which a bid has no room beside the points."""


class SeatLine(Pressed):
    """A player's row; a press asks once more for the figure that was written there last."""

    def __init__(self, page: KeeperPage, seat: int, on: Callable[[], Change]) -> None:
        super().__init__(page.names[seat], on, on_paper=True)
        self.page, self.seat = page, seat

    @property
    def value(self) -> str:
        shown, deal = self.page.shown, self.page.shown.deal
        told = [f"{head} {words}" for head, words in zip(shown.columns, deal.cells[self.seat], strict=True) if words]
        told += [f"{deal.points[self.seat]} points"] if deal.points[self.seat] else []
        return ", ".join([*told, f"total {shown.totals[self.seat]}"])

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u, page = canvas.theme, self.page.t, self.page
        shown, seat, (x, y, w, h) = page.shown, self.seat, self.rect
        deal, asked, mid = shown.deal, shown.asked, y + h / 2
        self.draw_ring(canvas, focused, 12 * u)
        hot = asked is not None and asked.seat == seat
        if hot:
            canvas.box(x, y, w, h, 12 * u, fill=t.chosen, edge=t.brass_lo, sw=2)
        elif self.hover and self.enabled:
            canvas.box(x, y, w, h, 12 * u, fill=t.plain, alpha=0.75)
        columns, right, total = page.columns_at
        figure = min(38 * u, h * 0.6)
        self._who(canvas, x + (columns[0] - 40) * u)
        for column, at in enumerate(columns):
            words = deal.cells[seat][column] or (deal.follows[seat] if column == len(columns) - 1 and not hot else "")
            if hot and asked is not None and asked.column == column:
                side = min(50 * u, h - 8)
                canvas.box(
                    x + at * u - side * 0.64, mid - side / 2, side * 1.28, side, 10 * u, fill=t.plain, edge=t.brass_lo, sw=2.4
                )
                words, tone, face, px = words or "?", t.brass_lo, "serifb", figure * 0.84
            elif words and not words[-1].isalpha():
                tone, face, px = t.ink, "serifb", figure
            else:
                tone, face, px = t.ink2, "it", max(page.px(16), figure * 0.47)
            room = (columns[1] - columns[0] if len(columns) > 1 else 110) * u - 8
            canvas.rich_level(words, x + at * u, mid - 1, canvas.snug(words, px, face, room), tone, face, "mid")
        if deal.points[seat]:
            px = figure * 0.9
            tone = t.leaf if deal.tones[seat] > 0 else t.russet if deal.tones[seat] < 0 else t.ink
            seen = canvas.put(deal.points[seat], x + right * u, mid - 1, px, tone, "serifb", "midright")
            room = seen.left - 8 * u - (x + columns[-1] * u + figure * 0.7)
            small = canvas.snug(deal.sums[seat], page.px(16), "sans", room)
            if deal.sums[seat] and canvas.width(deal.sums[seat], small, "sans") <= room:
                canvas.put(deal.sums[seat], seen.left - 8 * u, mid + 2, small, t.ink2, "sans", "midright")
        if total:
            canvas.put(shown.totals[seat], x + total * u, mid - 1, figure * 0.96, t.ink, "serifb", "midright")

    def _who(self, canvas: Canvas, right: float) -> None:
        """Portrait and name, the egg of the dealer and the badges of those who wear one."""
        t, u, page = canvas.theme, self.page.t, self.page
        x, y, _, h = self.rect
        d, mid, left = min(58 * u, h - 12 * u), y + h / 2, x + 12 * u
        dealer = page.shown.deal.dealer == self.seat
        worn = [badge for badge in page.shown.badges if badge.seat == self.seat]
        mark = d * 0.72
        px, least = min(30 * u, h * 0.46), page.px(10, 12)
        room = right - left - (mark + 6 * u) * (dealer + len(worn)) - 8 * u
        if canvas.width(self.label, min(px, least), "serif") <= room - d - 12 * u:  # a name counts more than a face
            canvas.portrait(page.portraits[self.seat], left + d / 2, mid, d)
            left, room = left + d + 12 * u, room - d - 12 * u
        seen = canvas.label(self.label, left, mid - 2, px, t.ink, "serif", room, "midleft", least)
        at = seen.right + 10 * u + mark / 2
        if dealer:
            canvas.egg(at, mid, mark * 0.96)
            at += mark + 4 * u
        for badge in worn:
            canvas.badge(badge.kind, at, mid, mark)
            at += mark + 6 * u


class SheetRow(Widget):
    """A deal of the sheet. Each figure is explained where the pointer is, and by the arrows where the focus is."""

    role = "row"

    def __init__(self, page: KeeperPage, index: int) -> None:
        super().__init__(f"{page.shown.label} {page.shown.deals[index].label}", on_paper=True)
        self.page, self.index = page, index
        self.seat: int | None = None
        """The seat whose figure is looked at."""

    @property
    def value(self) -> str:
        deal = self.page.shown.deals[self.index]
        if self.seat is not None and deal.notes[self.seat]:
            return deal.notes[self.seat]
        return ", ".join(f"{name} {points}" for name, points in zip(self.page.names, deal.points, strict=True) if points)

    def at(self, x: int | None) -> None:
        """The pointer is at this x, or not over this line."""
        left, each = self.page.seat_column(0)
        seat = -1 if x is None else int((x / self.page.t - left) // each)
        self.seat = seat if 0 <= seat < len(self.page.names) else None

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is None:
            return False
        seat = (0 if by > 0 else len(self.page.names) - 1) if self.seat is None else self.seat + by
        self.seat = min(len(self.page.names) - 1, max(0, seat))
        return True

    def focused(self, now: bool) -> None:
        if not now:
            self.seat = None

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u, page = canvas.theme, self.page.t, self.page
        x, y, w, h = self.rect
        deal, mid, now = page.shown.deals[self.index], y + h / 2, page.shown.now
        self.draw_ring(canvas, focused, 8)
        if self.index == now and not page.shown.over:
            canvas.box(x, y, w, h, 8 * u, fill=t.chosen, edge=t.brass_lo, sw=1.4)
        elif self.index % 2 == 0:
            canvas.box(x, y, w, h, 6 * u, fill=t.off, alpha=0.75)
        tone = t.ink if self.index <= now else t.ink2
        canvas.put(deal.label, x + 28 * u, mid - 1, min(24 * u, h * 0.56), tone, "serifb", "center")
        for seat in range(len(page.names)):
            self._figures(canvas, seat, mid, focused or self.hover)

    def _figures(self, canvas: Canvas, seat: int, mid: float, looked_at: bool) -> None:
        t, u, page = canvas.theme, self.page.t, self.page
        deal, h = page.shown.deals[self.index], self.rect.h
        left, each = page.seat_column(seat)
        if looked_at and seat == self.seat and deal.notes[seat]:
            canvas.box(left * u + 2, self.rect.y + 3, each * u - 4, h - 6, 6 * u, edge=t.brass_lo, sw=1.6)
        first = deal.cells[seat][0]
        beside = each >= LOW * 1.5
        if first and beside and (self.index <= page.shown.now):
            px = canvas.snug(first, min(19 * u, h * 0.44), "sans", each * u * 0.36)
            canvas.rich_level(
                canvas.fit(first, px, "sans", each * u * 0.36), (left + each * 0.22) * u, mid, px, t.ink2, "sans", "mid"
            )
        if deal.points[seat]:
            tone = t.russet if deal.tones[seat] < 0 else t.leaf if deal.tones[seat] > 0 else t.ink
            room = each * u * (0.56 if beside else 0.92)
            points = deal.points[seat].removeprefix("+")
            px = canvas.snug(points, min(25 * u, h * 0.56), "bold", room, 9)
            canvas.put(points, (left + each) * u - (12 if beside else 4) * u, mid - 1, px, tone, "bold", "midright")

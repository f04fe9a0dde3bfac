"""The bid strip: every number there is, on wood, and under it a paper tongue that says what the one meant would bring."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.skins.theme import mix
from goosetable.app.table import captions
from goosetable.app.table.panels.choice_panel import ChoiceTile, Panel
from goosetable.app.table.snapshot import Decision
from goosetable.app.table.table_layout import Layout, fitted_span, free_span, under_plate
from goosetable.app.ui.buttons import Button
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action

CELL: Final = 58.0  # units
NARROWEST: Final = 0.66  # of a cell, before there is another row
GAP, PAD = 8.0, 12.0  # units
TONGUE, TIP = 36.0, 6.0  # units: how high the tongue is, and its tip
GROWN: Final = 1.4  # how much higher it becomes where its words are to be larger than the numbers
CLOSE: Final = 26.0  # units of text: where numbers would be lower in a small window, there is no message over them
FLAT: Final = 30.0  # units: lower numbers make room by smaller words
LOW: Final = 26.0  # pixels: rows of lower numbers become one row of narrow ones, if these are hardly narrower than that
WIDE: Final = 560.0  # units, of the tongue
RISE: Final = 6.0  # units by which the number that is meant stands out
ONE_ROW: Final = 13  # as many numbers stand in one row, if they fit


def ceiling(layout: Layout) -> float:
    """The highest that a panel may reach whose hand stays up: under the seats at the top."""
    if layout.k == 2:
        return layout.top + layout.rim + 8 * layout.u
    return under_plate(layout, layout.side) + 8 * layout.u


def floor(layout: Layout) -> float:
    """The lowest that a panel may reach whose hand stays up."""
    return layout.h - (10 if layout.compact else 14) * layout.u - 0.06 * layout.hand_h - layout.rise - 6 * layout.u


class Grid(NamedTuple):
    """How a strip of numbers lies: its area, the scale of its words, how many numbers stand in a row, and their size.

    tongue: the room in which what is said of a number may stand, from the left bound to the right one.
    """

    area: Area
    tongue: Area
    s: float
    each: int
    w: float
    h: float
    message_y: float | None


def grid(layout: Layout, n: int, barred: bool) -> Grid:
    """The strip for n numbers; barred: a reason stands over it, why one of them is forbidden."""
    most = min(layout.message_w, 900 * layout.t)
    found = _grid(layout, n, barred, Area(layout.message_x - most / 2, 0, most, 0))
    for _ in range(3):  # a higher strip may have more at its sides
        x, w = fitted_span(layout, found.area.y, found.tongue.bottom, most)
        if x <= found.tongue.x and found.tongue.right <= x + w:
            break
        found = _grid(layout, n, barred, Area(x, 0, w, 0))
    return found


def _grid(layout: Layout, n: int, barred: bool, span: Area) -> Grid:
    """The strip between the bounds of a span."""
    s = min(layout.t, 1.5 * layout.u if not layout.compact else layout.free / 360)
    found = _scaled(layout, n, barred, span, s)
    if layout.compact and found.h < CLOSE * layout.t:  # then the tongue says what the message would
        found = _scaled(layout, n, barred, span, s, False)
        while found.area.y < ceiling(layout) and s > 0.6:
            s -= 0.05
            found = _scaled(layout, n, barred, span, s, False)
        return found
    least = ceiling(layout) - 7 * layout.u + layout.message_h / 2
    while ((found.message_y or least) < least and s > 0.6) or (found.h < FLAT * s and s > 0.85):  # low windows with large text
        s -= 0.05
        found = _scaled(layout, n, barred, span, s)
    return found


def _scaled(layout: Layout, n: int, barred: bool, span: Area, s: float, pill: bool = True) -> Grid:
    tongue = TONGUE * min(GROWN * s, max(s, layout.t))
    room, gap, pad, under = span.w, GAP * s, PAD * s, tongue + TIP * s
    inner = room - 2 * pad
    most = max(1, int((inner + gap) // (NARROWEST * CELL * s + gap)))
    rows = 1 if n <= most and n <= ONE_ROW else math.ceil(n / min(most, ONE_ROW))
    each = math.ceil(n / rows)
    w = min(CELL * s, (inner - gap * (each - 1)) / each)
    low, over = floor(layout), (layout.message_h + 14 * s if pill else 0) + (30 * s if barred else 0)
    high = low - ceiling(layout) - over - 2 * pad - under
    h = max(20.0, min(CELL * s, (high - gap * (rows - 1)) / rows))
    if rows > 1 and h < LOW and (single := (inner - gap * (n - 1)) / n) >= LOW - 4:  # narrow numbers are read, low ones are not
        rows, each, w, h = 1, n, single, max(20.0, min(CELL * s, high))
    wide = each * w + (each - 1) * gap + 2 * pad
    middle = max(span.x + wide / 2, min(layout.cx, span.right - wide / 2))
    tall = rows * h + (rows - 1) * gap + 2 * pad
    area = Area(middle - wide / 2, low - under - tall, wide, tall)
    over = 34 * s if barred else 8 * s
    lying = Area(span.x, low - tongue, room, tongue)
    message_y = min(layout.message_y, area.y - over - layout.message_h / 2) if pill else None
    return Grid(area, lying, s, each, w, h, message_y)


class Bid(ChoiceTile):
    """A number. meant: it is the one that was last pointed at, or had the focus last."""

    meant = False
    on_focus: Callable[[Bid], None] = staticmethod(lambda tile: None)

    def focused(self, now: bool) -> None:
        if now:
            self.on_focus(self)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, s = canvas.theme, self.px
        x, y, w, h = self.rect
        lit = focused or self.meant
        if lit:
            y -= round(RISE * s)
            canvas.shadow(x, y, w, h, 8, RISE * s, RISE * s / 2, 120)
            canvas.ring(x, y, w, h, 8, self.on_paper)
        px = min(27 * s, 0.62 * h, 0.56 * w)
        if self.barred:
            canvas.box(x, y, w, h, 8, fill=mix(t.walnut_lo, t.walnut_hi, 0.6), edge=t.russet, sw=1.4)
            canvas.put(self.label, x + w / 2, y + h / 2, px, t.cream2, "serifb", "center")
            m = 0.2 * min(w, h)
            line = f'd="M{m:g},{h - m:g} L{w - m:g},{m:g}" stroke="{mix(t.over, t.cream, 0.3)}" stroke-linecap="round"'
            stroke = f'<path {line} stroke-width="{max(3, h / 14):g}"/>'
            canvas.svg(document(w, h, stroke), x, y, w, h)
        else:
            grad = (t.prime, t.brass) if lit else (t.plain, t.plain_lo)
            canvas.box(x, y, w, h, 8, edge=t.brass_lo if lit else t.plain_edge, grad=grad)
            canvas.put(self.label, x + w / 2, y + h / 2, px, t.ink, "serifb", "center")
        if self.hinted:
            d = min(26 * s, 0.5 * h)
            captions.lamp(canvas, x + w - d * 0.25, y + d * 0.2, d)


class BidPanel(Panel):
    """The strip. Numbers of two digits are typed one digit after the other, and then Enter.

    The tongue follows what is meant: what it brings when made, what failing costs, and one button that does it.
    """

    said = True

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None]) -> None:
        super().__init__(decision, portraits, on)
        made = [Bid(choice, "", on) for choice in (*decision.choices, *decision.barred)]
        made.sort(key=lambda tile: tile.choice.action)
        for tile in made:
            tile.barred, tile.on_paper, tile.on_focus = tile.choice in decision.barred, False, self._mean
        self.tiles: list[ChoiceTile] = [*made]
        self.do = Button("", self._do, "prime")
        self.do.focusable, self.do.shown = False, False
        self.buttons = [self.do]
        self.tongue = Area(0, 0, 0, 0)
        self._typed = ""
        self._span = (0.0, 0.0)
        self._tag_y = 0.0
        self._room = self.tongue
        self._meant: Bid | None = None

    def lay(self, layout: Layout) -> None:
        n = len(self.tiles)
        found = grid(layout, n, bool(self.decision.barred))
        self.area, self.scale, self.message_y = found.area, found.s, found.message_y
        self.said = found.message_y is not None
        s, each, middle = found.s, found.each, self.area.centre.x
        gap, wide = GAP * s, each * found.w + (each - 1) * GAP * s
        for row, first in enumerate(range(0, n, each)):
            y = self.area.y + PAD * s + row * (found.h + gap)
            self.place_row(self.tiles[first : first + each], middle - wide / 2, y, found.w, found.h, gap)
        self._tag_y = self.area.y - 17 * s
        self._span = free_span(layout, self._tag_y - 15 * s, self._tag_y + 15 * s)
        self._room = found.tongue
        self._lay_tongue()

    @property
    def words(self) -> list[Area]:
        area, s = self.area, self.scale
        reasons = [Area(area.x, area.y - 32 * s, area.w, 30 * s)] if self.decision.barred else []
        return [*reasons, self._room if self._meant is None else self.tongue]

    def _mean(self, tile: Bid) -> None:
        if self._meant is not None:
            self._meant.meant = False
        self._meant, tile.meant = tile, True
        self._lay_tongue()

    def _lay_tongue(self) -> None:
        """Put the tongue under what is meant, as far as the cloth goes."""
        tile, room, s = self._meant, self._room, self.scale
        self.do.shown = tile is not None and not tile.barred
        if tile is None:
            return
        w = min(room.w, WIDE * s)
        wider = w > self.area.w  # then it keeps its place under the strip, and only its tip follows
        span, middle = (room, self.area.centre.x) if wider else (self.area, tile.rect.centerx)
        x = max(span.x, min(middle - w / 2, span.right - w))
        self.tongue = Area(x, room.y, w, room.h)
        pad, wide = 3 * s, 0.2 * w
        self.do.label, self.do.px = f"Bid {tile.label}", min(18 * s, 0.5 * room.h)
        self.do.rect = pygame.Rect(round(x + w - wide - pad), round(room.y + pad), round(wide), round(room.h - 2 * pad))

    def _do(self) -> None:
        if self._meant is not None:
            self._meant.press()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        two = len(self.tiles) > 10
        does = "To the bid of that number, digit by digit; Enter makes it" if two else "The bid of that number, at once"
        return (("0–9", does),)

    def typed(self, sign: str) -> ChoiceTile | None:
        """A digit: the number is bid at once where all have one digit; else it is meant, and Enter bids it."""
        if not sign.isdecimal():
            return None
        if len(self.tiles) <= 10:
            return self.number(sign)
        self._typed += sign
        if self.number(self._typed) is None:
            self._typed = sign
        return None

    def meant(self) -> ChoiceTile | None:
        return self.number(self._typed) if self._typed else None

    def number(self, digits: str) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if str(action.value_of(tile.choice.action)) == digits), None)

    def draw_sheet(self, canvas: Canvas, focus: Widget | None = None, told: str = "") -> None:
        """The wood, the reasons over what is forbidden, and under the numbers the tongue."""
        s, area = self.scale, self.area
        canvas.wood(area.x, area.y, area.w, area.h, 14 * s)
        for tile in self.tiles:
            if tile.barred:
                px = canvas.snug(f"not {tile.label}: {tile.choice.result}", 15 * s, "semi", self._span[1] - self._span[0] - 30)
                captions.tag(canvas, f"not {tile.label}: {tile.choice.result}", tile.rect.centerx, self._tag_y, px, *self._span)
        if self._meant is not None:
            self._draw_tongue(canvas, self._meant, told)

    def _draw_tongue(self, canvas: Canvas, tile: Bid, told: str) -> None:
        t, s, (x, y, w, h) = canvas.theme, self.scale, self.tongue
        words = h / TONGUE  # the scale of what is said
        canvas.paper(x, y, w, h, 9 * s, 14 * s, 6 * s)
        tip, half = round(TIP * s), round(11 * s)
        middle = max(x + 1.5 * half, min(tile.rect.centerx, x + w - 1.5 * half))
        shape = f'<path d="M0,{tip + 1} L{half},0 L{2 * half},{tip + 1} Z" fill="{t.paper}"/>'
        canvas.svg(document(2 * half, tip + 1, shape), middle - half, y - tip, 2 * half, tip + 1)
        choice, left = tile.choice, x + 14 * s
        room = (self.do.rect.x if self.do.shown else x + w) - 10 * s - left
        said = f"not {tile.label}: {choice.result}" if tile.barred else f"{tile.label} {choice.result}"
        whole = f"{said}; {choice.verdict}" if choice.verdict else said
        if told:
            captions.block(canvas, told, Area(left, y + 2, room, h - 4), 15 * words, t.ink, "semi", 1.16)
            return
        px = canvas.snug(whole, 15 * words, "semi", room, 9)
        if not choice.verdict or px > 13 * words:
            canvas.rich_level(whole, left, y + h / 2, px, t.ink, "semi")
            return
        px = canvas.snug(said, min(17 * words, 0.4 * h), "semi", room, 9)
        if px < min(12.0, 0.4 * h):  # then it is larger in lines of its own
            captions.block(canvas, whole, Area(left, y + 2, room, h - 4), 15 * words, t.ink, "semi", 1.16)
            return
        canvas.rich_level(said, left, y + 0.32 * h, px, t.ink, "semi")
        px = canvas.snug(choice.verdict, min(14.5 * words, 0.35 * h, px), "sans", room, 9)
        canvas.rich_level(choice.verdict, left, y + 0.7 * h, px, t.ink2, "sans")

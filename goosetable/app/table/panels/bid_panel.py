"""The panel for bids: a wooden strip with a tile for each number, and a slip of paper with the consequences of a number."""

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
from goosetable.app.table.panels.choice_panel import AT_ONCE, ChoiceTile, Panel, make_centred_column, make_tile_row
from goosetable.app.table.snapshot import Decision
from goosetable.app.table.table_layout import Layout, bottom_of_card_backs, free_span, left_and_width_between
from goosetable.app.ui.elements import STRETCH, Column, Control, Element, FirstFit, PlacedTree, Row, Text
from goosetable.app.ui.widget import Button, Widget
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action

CELL: Final = 58.0  # width and height of a tile, in units
NARROWEST: Final = 0.66  # least width of a tile, as a part of `CELL`, before the numbers take another row
GAP, PAD = 8.0, 12.0  # units
SLIP, TIP = 36.0, 6.0  # height of the slip and of its tip, in units
GROWN: Final = 1.4  # factor on the slip's height if its text is larger than the numbers
CLOSE: Final = 26.0  # units of text; if tiles in a small window would be lower, the message above them is left out
FLAT: Final = 30.0  # units; if tiles would be lower, the text becomes smaller
LOW: Final = 26.0  # pixels; several rows of lower tiles become one row, unless its tiles are much narrower
WIDE: Final = 560.0  # width of the slip, in units
RISE: Final = 6.0  # units by which the chosen tile is raised
ONE_ROW: Final = 13  # largest number of tiles that are preferably in one row


def panel_ceiling(layout: Layout) -> float:
    """Returns the upper limit of a panel, as y in pixels: just under the seats at the top."""
    if layout.opponent_count == 2:
        return layout.top + layout.rim + 8 * layout.u
    return bottom_of_card_backs(layout, layout.side_seat_count) + 8 * layout.u


def panel_floor(layout: Layout) -> float:
    """Returns the lower limit of a panel, as y in pixels: just above the raised hand."""
    free = (16 if layout.compact else 20) * layout.u
    return layout.h - free - 0.06 * layout.hand_height - layout.visible_hand_height


class BidStripLayout(NamedTuple):
    """The layout of the strip of numbers in the panel for bids. s: scale of its text. tiles_per_row: number of tiles in a row.
    w, h: size of a tile in pixels.

    slip: area of the piece of paper that hangs under a number and shows its consequences.
    """

    area: Area
    slip: Area
    s: float
    tiles_per_row: int
    w: float
    h: float
    message_y: float | None


def bid_strip_layout(layout: Layout, count: int, has_barred: bool) -> BidStripLayout:
    """Returns the layout of a strip of `count` numbers. has_barred: True if a line above the strip gives the reason why a
    number is forbidden.
    """
    most = min(layout.message_w, 900 * layout.t)
    found = _plan_in_span(layout, count, has_barred, Area(layout.message_x - most / 2, 0, most, 0))
    for _ in range(3):  # a higher strip may have more neighbours at its sides
        x, w = left_and_width_between(layout, found.area.y, found.slip.bottom, most)
        if x <= found.slip.x and found.slip.right <= x + w:
            break
        found = _plan_in_span(layout, count, has_barred, Area(x, 0, w, 0))
    return found


def _plan_in_span(layout: Layout, count: int, has_barred: bool, span: Area) -> BidStripLayout:
    s = min(layout.t, 1.5 * layout.u if not layout.compact else layout.table_height / 360)
    found = _plan_at_scale(layout, count, has_barred, span, s)
    if layout.compact and found.h < CLOSE * layout.t:  # then the slip contains the message
        found = _plan_at_scale(layout, count, has_barred, span, s, False)
        while found.area.y < panel_ceiling(layout) and s > 0.6:
            s -= 0.05
            found = _plan_at_scale(layout, count, has_barred, span, s, False)
        return found
    least = panel_ceiling(layout) - 7 * layout.u + layout.message_height / 2
    while ((found.message_y or least) < least and s > 0.6) or (found.h < FLAT * s and s > 0.85):  # low windows with large text
        s -= 0.05
        found = _plan_at_scale(layout, count, has_barred, span, s)
    return found


def _plan_at_scale(
    layout: Layout, count: int, has_barred: bool, span: Area, scale: float, has_pill: bool = True
) -> BidStripLayout:
    slip = SLIP * min(GROWN * scale, max(scale, layout.t))
    room, gap, pad, under = span.w, GAP * scale, PAD * scale, slip + TIP * scale
    inner = room - 2 * pad
    most = max(1, int((inner + gap) // (NARROWEST * CELL * scale + gap)))
    rows = 1 if count <= most and count <= ONE_ROW else math.ceil(count / min(most, ONE_ROW))
    each = math.ceil(count / rows)
    w = min(CELL * scale, (inner - gap * (each - 1)) / each)
    low, over = panel_floor(layout), (layout.message_height + 14 * scale if has_pill else 0) + (30 * scale if has_barred else 0)
    high = low - panel_ceiling(layout) - over - 2 * pad - under
    h = max(20.0, min(CELL * scale, (high - gap * (rows - 1)) / rows))
    if (
        rows > 1 and h < LOW and (single := (inner - gap * (count - 1)) / count) >= LOW - 4
    ):  # narrow numbers are read, low ones are not
        rows, each, w, h = 1, count, single, max(20.0, min(CELL * scale, high))
    wide = each * w + (each - 1) * gap + 2 * pad
    middle = max(span.x + wide / 2, min(layout.middle_x, span.right - wide / 2))
    tall = rows * h + (rows - 1) * gap + 2 * pad
    area = Area(middle - wide / 2, low - under - tall, wide, tall)
    over = 34 * scale if has_barred else 8 * scale
    lying = Area(span.x, low - slip, room, slip)
    message_y = min(layout.message_y, area.y - over - layout.message_height / 2) if has_pill else None
    return BidStripLayout(area, lying, scale, each, w, h, message_y)


class BidTile(ChoiceTile):
    """The tile of a number. is_current: True if it was the last tile that had the focus or the pointer."""

    is_current = False
    on_focus: Callable[[BidTile], None] = staticmethod(lambda tile: None)

    def focus_changed(self, focused: bool) -> None:
        if focused:
            self.on_focus(self)

    def make_number_element(self, w: float, h: float) -> Element:
        """Returns the number as an element for a tile of w x h units."""
        size = min(27.0, 0.62 * h, 0.56 * w)
        colour = "cream2" if self.barred else "ink"
        return make_centred_column([Text(self.label, size, colour, "serifb", text_align=0.5, line_height=1.2, spoken="")])

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, s = canvas.theme, self.t
        x, y, w, h = self.rect
        lit = focused or self.is_current
        if lit:
            y -= round(RISE * s)
            canvas.draw_shadow(x, y, w, h, 8, RISE * s, RISE * s / 2, 120)
            canvas.draw_focus_ring(self.rect, 8, self.on_paper)
        if self.barred:
            canvas.draw_box(x, y, w, h, 8, fill=mix(t.walnut_lo, t.walnut_hi, 0.6), edge=t.russet, line_width=1.4)
        else:
            grad = (t.prime, t.brass) if lit else (t.plain, t.plain_lo)
            canvas.draw_box(x, y, w, h, 8, edge=t.brass_lo if lit else t.plain_edge, gradient=grad)
        self.draw_inside(canvas, pygame.Rect(x, y, w, h), lit)
        if self.barred:  # a line through the number
            m = 0.2 * min(w, h)
            line = f'd="M{m:g},{h - m:g} L{w - m:g},{m:g}" stroke="{mix(t.over, t.cream, 0.3)}" stroke-linecap="round"'
            canvas.draw_svg(document(w, h, f'<path {line} stroke-width="{max(3, h / 14):g}"/>'), x, y, w, h)


class BidPanel(Panel):
    """The panel with the strip of numbers. A number of two digits is typed, followed by Enter.

    A slip of paper hangs under the number that last had the focus. It shows the points for a made and for a missed bid, and
    has a button to bid.
    """

    question_in_message = True

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on_choose: Callable[[Action], None]) -> None:
        super().__init__(decision, portraits, on_choose)
        made = [BidTile(choice, "", on_choose) for choice in (*decision.choices, *decision.barred)]
        made.sort(key=lambda tile: tile.choice.action)
        for tile in made:
            tile.barred, tile.on_paper, tile.on_focus = tile.choice in decision.barred, False, self._set_current_tile
        self.tiles: list[ChoiceTile] = [*made]
        self.do = Button("", self._press_current_tile, "prime")
        self.do.focusable, self.do.shown = False, False
        self.buttons = [self.do]
        self.slip = Area(0, 0, 0, 0)
        self._typed = ""
        self._span = (0.0, 0.0)
        self._tag_y = 0.0
        self._current: BidTile | None = None
        self._result_tree: PlacedTree | None = None

    def lay_out(self, layout: Layout, canvas: Canvas) -> None:
        found = bid_strip_layout(layout, len(self.tiles), bool(self.decision.barred))
        self.area, self.scale, self.message_y = found.area, found.s, found.message_y
        self.question_in_message = found.message_y is not None
        self._grid = found
        self._tag_y = self.area.y - 17 * found.s
        self._span = free_span(layout, self._tag_y - 15 * found.s, self._tag_y + 15 * found.s)
        self.lay_out_elements(canvas)
        self._place_slip()

    def build_elements(self, focused_tile: ChoiceTile | None, replacement: str) -> Element:
        found, s, n = self._grid, self.scale, len(self.tiles)
        w, h = found.w / s, found.h / s
        lines = []
        for first in range(0, n, found.tiles_per_row):
            row = [tile for tile in self.tiles[first : first + found.tiles_per_row] if isinstance(tile, BidTile)]
            lines.append(
                make_tile_row(
                    row, [tile.make_number_element(w, h) for tile in row], GAP, height=h, width=len(row) * (w + GAP) - GAP
                )
            )
        return Column([Row([line], 0) for line in lines], GAP, (PAD, PAD, PAD, PAD))

    @property
    def text_areas(self) -> list[Area]:
        area, s = self.area, self.scale
        reasons = [Area(area.x, area.y - 32 * s, area.w, 30 * s)] if self.decision.barred else []
        return [*reasons, self._grid.slip if self._current is None else self.slip]

    def _set_current_tile(self, tile: BidTile) -> None:
        if self._current is not None:
            self._current.is_current = False
        self._current, tile.is_current = tile, True
        self._place_slip()

    def _place_slip(self) -> None:
        tile, room, s = self._current, self._grid.slip, self.scale
        self.do.shown = tile is not None and not tile.barred
        if tile is None:
            return
        w = min(room.w, WIDE * s)
        wider = w > self.area.w  # then the slip is centred under the strip, and only its tip moves
        span, middle = (room, self.area.centre.x) if wider else (self.area, tile.rect.centerx)
        x = max(span.x, min(middle - w / 2, span.right - w))
        self.slip = Area(x, room.y, w, room.h)
        self.do.label = f"Bid {tile.label}"
        if self.tree is not None:
            self._lay_out_slip(self.tree.run.canvas, tile, "")

    def _lay_out_slip(self, canvas: Canvas, tile: BidTile, replacement: str) -> PlacedTree:
        self._result_tree = PlacedTree(
            self._build_slip_words(tile, replacement), canvas, self.slip.h / SLIP, self.slip, (canvas, tile, replacement)
        )
        self._result_tree.lay_out()
        return self._result_tree

    def _press_current_tile(self) -> None:
        if self._current is not None:
            self._current.press()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        two = len(self.tiles) > 10
        does = "To the bid of that number, digit by digit; Enter makes it" if two else f"The bid of that number{AT_ONCE}"
        return (("0–9", does),)

    def tile_of_typed_sign(self, sign: str) -> ChoiceTile | None:
        """Returns the tile of a typed digit, if all numbers on the tiles have one digit.

        If some have two, stores the digit and returns None; `tile_of_typed_number` returns the tile of the number typed so
        far.
        """
        if not sign.isdecimal():
            return None
        if len(self.tiles) <= 10:
            return self.tile_of_number(sign)
        self._typed += sign
        if self.tile_of_number(self._typed) is None:
            self._typed = sign
        return None

    def tile_of_typed_number(self) -> ChoiceTile | None:
        return self.tile_of_number(self._typed) if self._typed else None

    def tile_of_number(self, digits: str) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if str(action.value_of(tile.choice.action)) == digits), None)

    def draw_without_tiles(self, canvas: Canvas, focus: Widget | None = None, replacement: str = "") -> None:
        """Draws the wood, the reasons above forbidden numbers, and the slip. replacement: text for the slip instead of its
        own, such as a hint.
        """
        s, area = self.scale, self.area
        canvas.draw_wood(area.x, area.y, area.w, area.h, 14 * s)
        for tile in self.tiles:
            if tile.barred:
                said = f"not {tile.label}: {tile.choice.result}"
                px = canvas.fitting_size(said, 15 * s, "semi", self._span[1] - self._span[0] - 30)
                captions.draw_tag(canvas, said, tile.rect.centerx, self._tag_y, px, *self._span)
        if self._current is not None:
            self._draw_slip(canvas, self._current, replacement)

    def _draw_slip(self, canvas: Canvas, tile: BidTile, replacement: str) -> None:
        t, s, (x, y, w, h) = canvas.theme, self.scale, self.slip
        canvas.draw_paper(pygame.FRect(x, y, w, h), 9 * s, 14 * s, 6 * s)
        tip, half = round(TIP * s), round(11 * s)
        middle = max(x + 1.5 * half, min(tile.rect.centerx, x + w - 1.5 * half))
        shape = f'<path d="M0,{tip + 1} L{half},0 L{2 * half},{tip + 1} Z" fill="{t.paper}"/>'
        canvas.draw_svg(document(2 * half, tip + 1, shape), middle - half, y - tip, 2 * half, tip + 1)
        found = self._result_tree
        if found is None or found.key != (canvas, tile, replacement):
            found = self._lay_out_slip(canvas, tile, replacement)
        found.paint(canvas)

    def _build_slip_words(self, tile: BidTile, replacement: str) -> Element:
        """Returns the words on the slip under a number: its consequences. replacement: a text instead of them; "" for none."""
        choice = tile.choice
        said = f"not {tile.label}: {choice.result}" if tile.barred else f"{tile.label} {choice.result}"
        whole = replacement or (f"{said}; {choice.verdict}" if choice.verdict else said)
        lines = [make_centred_column([Text(whole, size, face="semi", max_lines=1, spoken="")]) for size in (15.0, 13.5)]
        smaller = (14.5, 13.0, 11.8, 10.8) if choice.verdict and not replacement else ()
        both = [make_centred_column([_make_two_lines(said, choice.verdict, size)]) for size in smaller]
        sizes = (14.0, 12.5, 11.0, 10.0)
        wrapped = FirstFit(
            [make_centred_column([Text(whole, size, face="semi", line_height=1.16, spoken="")]) for size in sizes]
        )
        words = FirstFit([*lines, *both, wrapped], across=True, grow=1, align=STRETCH)
        button = Control(self.do, 18, height=SLIP - 6, width=0.2 * self.slip.w / (self.slip.h / SLIP))
        return Row([words, button], 10, (14, 0, 3, 0))


def _make_two_lines(hint: str, verdict: str, size: float) -> Column:
    upper = Text(hint, size, face="semi", line_height=1.15, max_lines=1, spoken="")
    return Column([upper, Text(verdict, size - 1.5, "ink2", line_height=1.15, max_lines=1, spoken="")])

"""Places the controls of the score keeper: what is asked with its keys, the rows of the players, and the deals of the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.render.geometry import Area
from goosetable.app.scenes.keeper import layout
from goosetable.app.scenes.keeper.answer_key import AnswerKey
from goosetable.app.scenes.keeper.page import KeeperPage
from goosetable.app.scenes.keeper.rows import SheetRow
from goosetable.app.ui.focus import Button, Scroller

UNDO_WIDE: Final = 110.0
LEAST_KEY: Final = 26.0
"""Pixels under which a key of a table is too narrow."""


class KeeperPlaces(KeeperPage):
    """The scene makes the controls; they are placed here. block: the keys of the last question, whose room stays."""

    keys: list[AnswerKey]
    lines: Sequence[SheetRow]
    leave: Button
    keys_area: Scroller
    showing_sheet = False
    """Whether the sheet is to be seen where there is room for one paper only."""
    block = layout.keys(5, 0, 600, 200)

    def lay(self) -> None:
        self.papers = layout.papers(self.wide, self.high, self.rim, len(self.names), self.showing_sheet)
        beside = self.papers.beside
        self.bar = 0 if beside else round(layout.STRIP * self.t)
        for area in (self.scroll, self.keys_area, self.sheet_area):
            area.release()
        here = [*self.keys, *self.rows, self.undo, self.on]
        for widget in here:
            widget.shown = bool(self.papers.deal.w)
        self.on.shown = bool(self.papers.deal.w) and not self.keys
        self.leave.shown = self.on.shown and self.shown.over
        for line in self.lines:
            line.shown = bool(self.papers.sheet.w)
        self.scroll.shown, self.sheet_area.shown = bool(self.papers.deal.w), bool(self.papers.sheet.w)
        self.keys_area.shown = bool(self.papers.deal.w) and bool(self.keys)
        self._lay_head()
        if self.papers.deal.w:
            self._lay_deal(self.papers.deal)
        if self.papers.sheet.w:
            self._lay_sheet(self.papers.sheet)

    def _lay_head(self) -> None:
        """Menu and Sheet: on the sheet's paper, or in the strip along the top."""
        self.to_sheet.shown = not self.papers.beside
        self.menu.bare = not self.papers.beside
        if self.papers.beside:
            sheet = self.papers.sheet
            self.put(self.menu, sheet.right - 124, sheet.bottom - 56, 106, 42)
            return
        self.to_sheet.label, self.to_sheet.icon = ("This deal", "pencil") if self.showing_sheet else ("Sheet", "book")
        self.put(self.menu, self.wide - 62, 4, 50, 42)
        self.put(self.to_sheet, self.wide - 62 - 10 - 130, 4, 130, 42)

    def _lay_deal(self, paper: Area) -> None:
        """Headings and rows, and under them what is asked with its keys; a smaller paper has its keys on the cloth."""
        beside, seats = self.papers.beside, len(self.names)
        pad, head, said = (28.0, 110.0, 62.0) if beside else (8.0, 20.0, 36.0) if self.low else (8.0, 24.0, 46.0)
        edge = 26.0 if beside else 4.0 if self.low else 14.0  # under the keys
        undo = 46.0 if self.low else min(UNDO_WIDE, 0.26 * paper.w)
        self.undo.bare = self.low
        w = paper.w - 2 * pad - undo - 14
        if self.keys:
            self.block, w = self._block(paper.w - 2 * pad, w, paper.h - head - said - edge)
        sums = [text for deal in self.shown.deals for text in deal.sums if text]
        self.sums_wide = max([self.context.canvas.width(text, 160, "sans") / 10 for text in sums], default=0.0)
        block = self.block
        most = paper.h - head - said - edge - 10
        high = min(block.high, max((layout.LOW_KEYS if self.low else layout.KEYS)[-1][0], most - layout.ROW[0]))
        room = most - high
        self.row_high = min(layout.FEW_ROW if seats <= 3 and beside else layout.ROW[1], max(layout.ROW[0], room / seats))
        rows = min(max(1, int(room / self.row_high + 0.01)), seats) * self.row_high
        if not beside:
            self.papers = self.papers._replace(deal=paper._replace(h=head + rows + 8))
        self.scroll.rect = self.box(paper.x + 4, paper.y + head, paper.w - (8 if beside else 14), rows + 4)
        self.scroll.inner = seats * self.row_high * self.t if seats * self.row_high > rows + 4 else 0
        for seat, row in enumerate(self.rows):
            self.hold(row, 10, seat * self.row_high + 1, self.row_wide, self.row_high - 2)
        asked = self.shown.asked
        self.scroll.scroll_to(self.scroll.offset)
        if asked is not None and asked.seat is not None:
            self.scroll.reveal(self.rows[asked.seat].rect, 2)
        self.asked_at = paper.y + head + rows + (20 if beside else 10 if self.low else 13)
        x, y = paper.x + pad, self.asked_at + said - (20 if beside else 4 if self.low else 10)
        self._lay_keys(x, y, w, high)
        right = paper.right - pad - undo
        tall = min(80.0, high)
        table = bool(self.keys) and block.last > 1  # Undo stands in the row of the last key then
        self.put(self.undo, right, y + (block.high - block.h if table else 0), undo, block.h if table else tall, 19)
        wide = right - 14 - x
        self.put(self.on, x, y, min(240.0, (wide - 14) / 2 if self.leave.shown else wide), tall, 20)
        self.put(self.leave, x + min(240.0, (wide - 14) / 2) + 14, y, min(220.0, (wide - 14) / 2), tall, 18)
        for widget in (*self.keys, self.undo, self.on, self.leave, self.keys_area):
            widget.on_paper = beside

    def _block(self, whole: float, w: float, most: float) -> tuple[layout.KeyBlock, float]:
        """The block of keys and the width it has: all of it for a table that fits, or what Undo leaves."""
        asked, seats = self.shown.asked, len(self.names)
        across = asked.across if asked else 0
        labels = [key.label for key in (self.keys[:-1] if across else self.keys)]
        widest = max(self.context.canvas.width(label, 100, "serifb") for label in labels) / 100
        rows = min(300.0, seats * 50.0) if self.papers.beside else layout.ROW[0] + 8 if self.low else max(48.0, most * 0.36)
        room = max(44.0, most - rows)
        table = layout.keys(len(self.keys), widest, whole, room, across)
        if across and table.high <= most - layout.ROW[0] and table.w * self.t >= LEAST_KEY:
            return table, whole
        return layout.keys(len(self.keys), widest, w, room, low=self.low), w

    def _lay_keys(self, x: float, y: float, w: float, high: float) -> None:
        """The keys, in an area that scrolls where they are too many; the area keeps clear of their rings and shadows."""
        area, block = self.keys_area, self.block
        area.rect = self.box(x - 8, y - 8, w + 16, high + 16)
        area.inner = (block.high + 16) * self.t if block.high > high else 0
        for i, key in enumerate(self.keys):
            place = block.place(i, len(self.keys), 8, 8)
            key.px = self.px(block.h * 0.5)
            area.hold(key, self.box(*place))
        area.scroll_to(0)

    def _lay_sheet(self, paper: Area) -> None:
        beside = self.papers.beside
        head, foot = (172.0, 66.0) if beside else (112.0, 34.0)
        room = paper.h - head - foot
        count = len(self.lines)
        self.line_high = min(layout.LINE[1], max(layout.LINE[0], room / max(1, count)))
        self.sheet_area.rect = self.box(paper.x + 4, paper.y + head, paper.w - 8, room)
        self.sheet_area.inner = count * self.line_high * self.t if count * self.line_high > room + 1 else 0
        for i, line in enumerate(self.lines):
            self.sheet_area.hold(line, self.box(6, i * self.line_high, paper.w - 20, self.line_high))
        self.sheet_area.scroll_to(self.sheet_area.offset)
        self.sheet_area.reveal(self.lines[self.shown.now].rect)

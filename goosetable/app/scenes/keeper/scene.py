"""The score keeper: asks for what happened at a table with real cards, one figure after another, and keeps the sheet."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.keeping import Keeping
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keeper import layout
from goosetable.app.scenes.keeper.answer_key import AnswerKey, key_for
from goosetable.app.scenes.keeper.drawing import draw_papers
from goosetable.app.scenes.keeper.page import KeeperPage
from goosetable.app.scenes.keeper.rows import SeatLine, SheetRow
from goosetable.app.scenes.routes import ToKeeperMenu, ToKeeperSetup, ToTitle
from goosetable.app.table.seats import faces
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.app.ui.scene import Change, Push, Replace, Restart
from goosetable.engine.sheet.view import shown
from goosetable.engine.words import phrases

NUMPAD: Final = {getattr(pygame, f"K_KP{figure}"): str(figure) for figure in range(10)}
UNDO_WIDE: Final = 110.0
LEAST_KEY: Final = 26.0
"""Pixels under which a key of a table is too narrow."""


class KeeperScene(KeeperPage):
    """keeping: the sheet. A deal that is written down stays in sight until that is said."""

    def __init__(self, context: Context, keeping: Keeping) -> None:
        super().__init__(context, Scroller("This deal"))
        self.keeping = keeping
        self.keys_area = Scroller("Answers")
        self.sheet_area = Scroller("The sheet")
        self.closing = ""  # the title of the deal that is over and still shown
        self.showing_sheet = False
        self._typed = ""
        self.undo = Button("Undo", self._undo, "plain", "undo")
        self.undo.shortcut = (pygame.K_z, pygame.KMOD_CTRL)
        self.menu = Button("Menu", self.back, "plain", "menu")
        self.to_sheet = Button("Sheet", self._toggle, "plain", "book")
        self.to_sheet.shortcut = (pygame.K_g, 0)
        self.on = Button("Write it down", self._next, "prime", "check", on_paper=True)
        self.leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        self.keys: list[AnswerKey] = []
        self.block = layout.keys(5, 0, 600, 200)
        self._arrange()

    # ------------------------------------------------------------------ what is shown and asked

    def _arrange(self) -> None:
        """The controls for what is to be answered now."""
        self.names = self.keeping.names
        self.portraits = faces(self.keeping.chairs, self.context.settings)
        self.shown = shown(self.keeping.course)
        if self.closing and not self.shown.over:
            now = len(self.keeping.course.deals) - 1
            self.shown = self.shown._replace(title=self.closing, now=now, asked=None)
        asked = self.shown.asked
        self._typed = ""
        self.keys = [AnswerKey(one.label, one.refused, self._answer, one.text) for one in asked.answers] if asked else []
        self.rows = [SeatLine(self, seat, partial(self._ask_again, seat)) for seat in range(len(self.names))]
        for seat, row in enumerate(self.rows):
            row.enabled = self.keeping.answered(seat, self.shown.now)
        self.lines = [SheetRow(self, index) for index in range(len(self.shown.deals))]
        self.undo.enabled = self.keeping.undoable
        over = self.shown.over
        self.on.shown = not self.keys
        self.on.label, self.on.icon = ("Another game", "play") if over else ("Write it down", "check")
        self.leave.shown = over
        order: list[Widget] = [self.scroll, self.keys_area, *self.keys, self.on, self.undo, self.leave, *self.rows]
        order += [self.sheet_area, *self.lines, self.to_sheet, self.menu]
        for region, group in (("answers", order[1:-2]), ("sheet", [*self.lines, self.to_sheet, self.menu])):
            for widget in group:
                widget.region = region
        first = next((key for key in self.keys if not key.refused), self.on)
        self.widgets.set(order, first=first)
        self.widgets.to(first)

    def _again(self) -> None:
        self._arrange()
        self.resized(self.w, self.h)

    @property
    def words(self) -> str:  # type: ignore[override]  # a plain attribute for those who draw
        if self.shown.asked:
            return self.shown.asked.words
        return self.shown.foot if self.shown.over else "The deal is complete."

    def _looked_at(self) -> Widget | None:
        return self.widgets.hovered or (self.widgets.focus if self.widgets.ring else None)

    @property
    def remark(self) -> str:  # type: ignore[override]  # as above
        at = self._looked_at()
        if isinstance(at, AnswerKey) and at.refused:
            return f"not {at.label}: {at.refused}"
        if self.shown.asked:
            return self.shown.asked.remark
        if self.shown.over:
            return ""
        deal = self.shown.deal
        following = [seat for seat, why in enumerate(deal.follows) if why and deal.cells[seat][-1]]
        last = [f"{self.names[seat]}'s {deal.cells[seat][-1]}" for seat in following]
        return f"{phrases.listed(last)} followed from the others" if last else ""

    @property
    def refused(self) -> bool:  # type: ignore[override]  # as above
        at = self._looked_at()
        return isinstance(at, AnswerKey) and bool(at.refused)

    @property
    def note(self) -> str:  # type: ignore[override]  # as above
        at = self._looked_at()
        return at.value if isinstance(at, SheetRow) and at.seat is not None else ""

    # ------------------------------------------------------------------ what a person does

    def _answer(self, key: AnswerKey) -> Change:
        if key.refused:
            self.context.sound.play("refuse")
            return None
        self.closing = self.shown.title if self.keeping.answer(key.answer) else ""
        self.context.sound.play("pencil")
        self._again()
        return None

    def _undo(self) -> Change:
        self.closing = ""
        self.keeping.undo()
        self._again()
        return None

    def _ask_again(self, seat: int) -> Change:
        self.closing = ""
        self.keeping.ask_again(seat, self.shown.now)
        self._again()
        return None

    def _next(self) -> Change:
        if self.shown.over:
            return Replace(ToKeeperSetup(self.keeping.game))
        self.closing = ""
        self._again()
        return None

    def _toggle(self) -> Change:
        self.showing_sheet = not self.showing_sheet
        self.resized(self.w, self.h)
        return None

    def back(self) -> Change:
        """Esc: the deal again where the sheet is in its place, or else the menu."""
        if self.showing_sheet and not self.papers.beside:
            return self._toggle()
        return Push(ToKeeperMenu(self.keeping))

    def resumed(self, result: object) -> None:
        """Back from the menu, where names may have been changed."""
        self._again()

    def closed(self) -> None:
        self.keeping.close()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and not getattr(event, "mod", 0) & (
            pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
        ):
            sign = NUMPAD.get(event.key) or (chr(event.key).lower() if 32 < event.key < 127 else "")
            if sign.isalnum() and self._type(sign):
                self.dirty = True
                return self.widgets.take()
        if event.type == pygame.MOUSEMOTION:
            over = self.widgets.at(event.pos)
            for line in self.lines:
                line.at(event.pos[0] if line is over else None)
            self.dirty |= over in self.lines
        before = self._looked_at()
        change = super().handle(event)
        self.dirty |= before is not self._looked_at()
        return change

    def _type(self, sign: str) -> bool:
        """A figure or a letter was typed; whether there is an answer that begins so."""
        for text in (self._typed + sign, sign):
            fitting = key_for(self.keys, text)
            if fitting is not None:
                break
        else:
            return False
        key, whole = fitting
        self._typed = "" if whole else text
        for other in self.keys:
            other.typed = other is key and not whole
        self.widgets.ring = True
        self.widgets.to(key)
        if whole:
            self._answer(key)
        return True

    # ------------------------------------------------------------------ where it stands

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

    def _lay_deal(self, paper: layout.Box) -> None:
        """Headings and rows, and under them what is asked with its keys; a smaller paper has its keys on the cloth."""
        beside, seats = self.papers.beside, len(self.names)
        pad, head, said = (28.0, 110.0, 62.0) if beside else (8.0, 24.0, 46.0)
        edge = 26.0 if beside else 14.0  # under the keys
        undo = min(UNDO_WIDE, 0.26 * paper.w)
        w = paper.w - 2 * pad - undo - 14
        if self.keys:
            self.block, w = self._block(paper.w - 2 * pad, w, paper.h - head - said - edge)
        sums = [text for deal in self.shown.deals for text in deal.sums if text]
        self.sums_wide = max([self.context.canvas.width(text, 160, "sans") / 10 for text in sums], default=0.0)
        block = self.block
        most = paper.h - head - said - edge - 10
        high = min(block.high, max(layout.KEYS[-1][0], most - layout.ROW[0]))
        room = most - high
        self.row_high = min(layout.FEW_ROW if seats <= 3 and beside else layout.ROW[1], max(layout.ROW[0], room / seats))
        rows = min(max(1, int(room / self.row_high + 0.01)), seats) * self.row_high
        if not beside:
            self.papers = self.papers._replace(deal=paper._replace(h=head + rows + 8))
        self.scroll.rect = self.box(paper.x + 4, paper.y + head, paper.w - 8, rows + 4)
        self.scroll.inner = seats * self.row_high * self.t if seats * self.row_high > rows + 4 else 0
        for seat, row in enumerate(self.rows):
            self.hold(row, 10, seat * self.row_high + 1, paper.w - 28, self.row_high - 2)
        asked = self.shown.asked
        self.scroll.scroll_to(self.scroll.offset)
        if asked is not None and asked.seat is not None:
            self.scroll.reveal(self.rows[asked.seat].rect, 2)
        self.asked_at = paper.y + head + rows + (20 if beside else 13)
        x, y = paper.x + pad, self.asked_at + said - (20 if beside else 10)
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
        room = max(44.0, most - (min(300.0, seats * 50.0) if self.papers.beside else max(48.0, most * 0.36)))
        table = layout.keys(len(self.keys), widest, whole, room, across)
        if across and table.high <= most - layout.ROW[0] and table.w * self.t >= LEAST_KEY:
            return table, whole
        return layout.keys(len(self.keys), widest, w, room), w

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

    def _lay_sheet(self, paper: layout.Box) -> None:
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

    def under(self, canvas: Canvas) -> None:
        draw_papers(self, canvas)

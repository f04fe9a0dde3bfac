"""The score keeper: asks for what happened at a table with real cards, one figure after another, and keeps the sheet."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.sheet_session import SheetSession
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keeper.answer_key import AnswerKey, key_for
from goosetable.app.scenes.keeper.drawing import draw_papers
from goosetable.app.scenes.keeper.places import KeeperPlaces
from goosetable.app.scenes.keeper.rows import SeatLine, SheetRow
from goosetable.app.scenes.routes import ToKeeperMenu, ToKeeperSetup, ToTitle
from goosetable.app.table.seats import faces
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.app.ui.scene import Change, Push, Replace, Restart
from goosetable.engine.sheet.course import shown, spoken
from goosetable.engine.words import phrases

NUMPAD: Final = {getattr(pygame, f"K_KP{figure}"): str(figure) for figure in range(10)}


class KeeperScene(KeeperPlaces):
    """session: of the sheet. A deal that is written down stays in sight until that is said."""

    screen, leads_back = keymap.KEEPER, "The menu"

    def __init__(self, context: Context, session: SheetSession) -> None:
        super().__init__(context, Scroller("This deal"))
        self.session = session
        self.keys_area = Scroller("Answers")
        self.sheet_area = Scroller("The sheet")
        self.closing = ""  # the title of the deal that is over and still shown
        self._typed = ""
        self.undo = Button("Undo", self._undo, "plain", "undo")
        self.undo.command = "undo"
        self.menu = Button("Menu", self.back, "plain", "menu")
        self.to_sheet = Button("Sheet", self._toggle, "plain", "book")
        self.to_sheet.command = "paper"
        self.on = Button("Write it down", self._next, "prime", "check", on_paper=True)
        self.leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        self.keys: list[AnswerKey] = []
        self._arrange()

    # ------------------------------------------------------------------ what is shown and asked

    def _arrange(self) -> None:
        """The controls for what is to be answered now."""
        self.names = self.session.names
        self.portraits = faces(self.session.chairs, self.context.settings)
        self.shown = shown(self.session.course)
        if self.closing and not self.shown.over:
            now = len(self.session.course.deals) - 1
            self.shown = self.shown._replace(title=self.closing, now=now, asked=None)
        asked = self.shown.asked
        self._typed = ""
        self.keys = [AnswerKey(one.label, one.refused, self._answer, one.text) for one in asked.answers] if asked else []
        self.rows = [SeatLine(self, seat, partial(self._ask_again, seat)) for seat in range(len(self.names))]
        for seat, row in enumerate(self.rows):
            row.enabled = self.session.answered(seat, self.shown.now)
        self.lines = [SheetRow(self, index) for index in range(len(self.shown.deals))]
        self.undo.enabled = self.session.undoable
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
        if self._typed:
            return f"Enter for {self._typed}, or one more figure"
        if self.shown.asked:
            return self.shown.asked.remark
        if self.shown.over:
            return ""
        deal = self.shown.deal
        following = [seat for seat, why in enumerate(deal.follows) if why and deal.cells[seat][-1]]
        last = [f"[{seat}'s] {deal.cells[seat][-1]}" for seat in following]
        return spoken(f"{phrases.listed(last)} followed from the others", tuple(self.names)) if last else ""

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
        self.closing = self.shown.title if self.session.answer(key.answer) else ""
        self.context.sound.play("win" if self.session.course.over else "pencil")
        self._again()
        return None

    def _undo(self) -> Change:
        """One figure is taken back: the one that is being typed, or the last that was written down."""
        if self._typed:
            self._again()
            return None
        self.closing = ""
        self.session.undo()
        self._again()
        return None

    def _ask_again(self, seat: int) -> Change:
        self.closing = ""
        self.session.ask_again(seat, self.shown.now)
        self._again()
        return None

    def _next(self) -> Change:
        if self.shown.over:
            return Replace(ToKeeperSetup(self.session.game))
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
        return Push(ToKeeperMenu(self.session))

    def resumed(self, result: object) -> None:
        """Back from the menu, where names may have been changed."""
        self._again()

    def closed(self) -> None:
        self.session.close()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and not getattr(event, "mod", 0) & (
            pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
        ):
            if event.key == pygame.K_BACKSPACE and self.undo.enabled:
                return self._undo()
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

    def under(self, canvas: Canvas) -> None:
        draw_papers(self, canvas)

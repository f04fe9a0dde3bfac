"""The way of every event at the table: to what lies over it, to the mouse, the keys, or the control with the focus."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.scenes.routes import ToImport
from goosetable.app.scenes.table.acts import Acts
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.input.drag import LIFT
from goosetable.app.scenes.table.input.hit_test import on_sidebar
from goosetable.app.scenes.table.input.keys import TELL, Keys
from goosetable.app.scenes.table.input.mouse import Mouse
from goosetable.app.scenes.table.last_trick import LastTrick
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui import keymap
from goosetable.app.ui.double_click import Presses
from goosetable.app.ui.scene import GONE, Change, Push
from goosetable.app.ui.widget import USE

MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_F11,
)  # fmt: skip
LEFT: Final = (pygame.WINDOWLEAVE, *GONE)
"""The pointer or the person has gone elsewhere."""


class Input:
    """Gives every event to the part it concerns. A press first finishes what moves, and then counts."""

    def __init__(self, table: TableState, commands: TableCommands, words: Words, acts: Acts, controls: Controls) -> None:
        self.table, self.commands, self.words, self.acts, self.controls = table, commands, words, acts, controls
        self.mouse = Mouse(table, commands, acts, controls)
        self.keys = Keys(table, commands, controls)
        self.presses = Presses()

    def handle(self, event: pygame.event.Event) -> Change:
        """Something came from keyboard, mouse or system."""
        table, widgets, kind = self.table, self.controls.widgets, event.type
        button = kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        dragging = self.mouse.drag.lifted
        if dragging and self._ends_drag(event):
            return None
        if kind in GONE:
            return self.commands.hide()
        covers = None if table.guide is None else table.guide.speech
        if table.guide is not None and button and not dragging and covers is not None and covers.holds(event.pos):
            if widgets.at(event.pos) in table.guide.over:
                widgets.handle(event)
            self.commands.redraw()
            return widgets.take()
        press = (kind == pygame.MOUSEBUTTONDOWN and event.button == 1) or (
            kind == pygame.KEYDOWN and event.key not in MODIFIERS
        )
        if table.last_trick is not None:
            return self._over_last_trick(table.last_trick, event, press)
        if press and self._presses(event):
            return None
        if button or kind == pygame.MOUSEMOTION:
            change = self.mouse.handle(event)
        else:
            change = self.keys.handle(event) if kind == pygame.KEYDOWN else self._other(event)
        if widgets.dirty:
            self.commands.redraw()
        return change

    def _presses(self, event: pygame.event.Event) -> bool:
        """Finishes what moves, before a press counts; whether it has no other meaning."""
        table, key = self.table, event.type == pygame.KEYDOWN
        if self._again(event) and table.double:
            self.mouse.swallow = True  # the second half of a double click plays no card and makes no choice that came since
            return True
        uses = key and event.key in USE
        if not (uses and table.just_acted):
            self.commands.finish()
        if uses and table.just_acted and self._on_choice:
            return True
        self.words.reason = ""
        if not key:
            self.controls.notes.close()
        self.commands.redraw()
        return self._goes_on(event)

    def _again(self, event: pygame.event.Event) -> bool:
        """Whether it presses the pointer where that was pressed before, as the second half of a double click does."""
        return event.type == pygame.MOUSEBUTTONDOWN and self.presses.again(
            event.pos, near=LIFT * max(1.0, self.table.stage.layout.u)
        )

    def _ends_drag(self, event: pygame.event.Event) -> bool:
        """Puts the card back that hangs on the pointer where something else is wanted; whether that is all that is wanted."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        if not pressed and not key and event.type not in LEFT:
            return False
        self.mouse.let_go()
        self.commands.redraw()
        return pressed or (key and event.key == pygame.K_ESCAPE)

    @property
    def _on_choice(self) -> bool:
        """Whether the focus is on a choice, which came under it by itself where something was just done."""
        panel = self.table.panel
        return panel is not None and self.controls.widgets.focus in panel.tiles

    def _on_hand(self, event: pygame.event.Event) -> bool:
        """Whether the pointer is on no control besides the hand."""
        return self.controls.widgets.at(event.pos) in (None, self.controls.fan)

    def _goes_on(self, event: pygame.event.Event) -> bool:
        """A click on the cloth or Enter does what allows no choice."""
        if event.type == pygame.KEYDOWN:
            on_table = event.key in USE and self.controls.widgets.focus in (None, self.controls.fan)
        else:
            on_table = self._on_hand(event) and not on_sidebar(self.table, event.pos)
        if not on_table or self.table.just_acted or not self.acts.go_on():
            return False
        self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        return True

    def _is_other(self, event: pygame.event.Event) -> bool:
        """Whether a press over the last trick does more than close it, for those who hear it; else it is said that it did."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in (pygame.K_ESCAPE, *USE) or keymap.means(event, "last"):
            self.table.context.tell(f"The last {self.table.match.game.text.trick_name} is closed.")
            return False
        return True

    def _over_last_trick(self, shown: LastTrick, event: pygame.event.Event, press: bool) -> Change:
        """The last trick lies there until it is let go, or until the next press; cards can be looked at large meanwhile."""
        large = keymap.means(event, "large")
        if large or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            return self.keys.handle(event) if large else self.mouse.handle(event)
        let_go = event.type == pygame.KEYUP and keymap.means(event, "last") and shown.held_long
        if press or let_go:
            self.commands.close_last_trick()
            self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        if press and self.table.context.heard and self._is_other(event):
            return self.handle(event)
        return self.keys.handle(event) if keymap.command(event, keymap.TABLE).startswith(TELL) else None

    def _other(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.DROPFILE:
            return Push(ToImport(path=event.file))  # and the table goes on behind it
        if event.type == pygame.WINDOWLEAVE:
            self.table.stage.hand.mean(None)
            self.controls.notes.point(None)
        self.controls.widgets.handle(event)
        return self.controls.widgets.take()

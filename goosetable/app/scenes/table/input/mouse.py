"""What the mouse does at the table: cards, seats and controls are pressed, and what is under the pointer is meant."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.scenes.table.acts import Acts
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.input.drag import Drag
from goosetable.app.scenes.table.input.hit_test import card_at, on_sidebar, outside_sidebar, seat_at, trick_card_at
from goosetable.app.scenes.table.input.large import show_large
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui.scene import Change
from goosetable.cards import Card

LONG_PRESS: Final = 0.7
"""Seconds for which a finger rests on a card that is to be shown large."""


class Mouse:
    """Takes presses and releases of the left button, and motion. swallow: the next release belongs to a press that is used."""

    def __init__(self, table: TableState, commands: TableCommands, acts: Acts, controls: Controls) -> None:
        self.table, self.commands, self.acts, self.controls = table, commands, acts, controls
        self.swallow = False
        self.drag = Drag(table, acts)
        self._card: Card | None = None
        self._seat: int | None = None
        self._in_trick: Card | None = None
        self._finger: tuple[int, int] | None = None
        """Where a finger rests, which has no second button."""
        self._rested = 0.0

    def rest(self, dt: float) -> Change:
        """dt seconds pass; what becomes of a card on which a finger rests for long."""
        if self._finger is None or self.drag.lifted:
            return None
        self._rested += dt
        return show_large(self.table, self._finger) if self._rested > LONG_PRESS else None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
            return None
        if event.button == 3 and event.type == pygame.MOUSEBUTTONDOWN:
            return show_large(self.table, event.pos)
        if event.button != 1:
            return None
        down = event.type == pygame.MOUSEBUTTONDOWN
        self.table.stage.timeline.held = down
        self._finger = event.pos if down and getattr(event, "touch", False) else None
        self._rested = 0.0
        if self._down(event.pos) if down else self._up(event.pos):
            return None
        self.controls.widgets.handle(event)
        return self.controls.widgets.take()

    def let_go(self) -> None:
        """What is held down is forgotten: a card goes back, and the release does nothing."""
        self._card = self._seat = self._in_trick = self._finger = None
        self.table.stage.timeline.held = False
        self.drag.put_back()

    def _down(self, pos: tuple[int, int]) -> bool:
        """Whether the press is for the table itself, and not for a control."""
        table, widgets = self.table, self.controls.widgets
        if outside_sidebar(table, pos):
            self.swallow = True
            self.commands.open_sidebar(False)
            return True
        self._card, self._seat = card_at(table, pos), seat_at(table, pos)
        if self._card is not None:
            widgets.ring = False
            self.drag.press(self._card, pos, in_trick=False)
            if table.panel is None:
                widgets.to(self.controls.fan)
                table.stage.hand.mean(self._card)
            return True
        self._in_trick = trick_card_at(table, pos)
        if self._in_trick is not None:
            self.drag.press(self._in_trick, pos, in_trick=True)
        elif not self.controls.led and widgets.at(pos) is None and not on_sidebar(table, pos):
            widgets.ring = False
            widgets.to(self.controls.home)
        return self._in_trick is not None

    def _up(self, pos: tuple[int, int]) -> bool:
        """Whether the release is for the table itself. It does something only where the press was."""
        table = self.table
        if self.swallow:
            self.swallow = False
            return True
        if self.drag.lifted:
            self._card = self._in_trick = None
            self.drag.drop(pos)
            self.commands.redraw()
            return True
        self.drag.put_back()
        card, self._card = self._card, None
        if card is not None:
            if card_at(table, pos) == card:
                self.acts.card(card)
            return True
        lying, self._in_trick = self._in_trick, None
        if lying is not None:
            if trick_card_at(table, pos) == lying:
                self.acts.in_trick(lying)
            return True
        seat, self._seat = self._seat, None
        if seat is not None and seat == seat_at(table, pos) and table.panel is not None:
            tile = table.panel.about(seat)
            if tile is not None:
                tile.press()
                return True
        return False

    def _point(self, event: pygame.event.Event) -> None:
        """The pointer moved: what is under it is meant."""
        table, widgets = self.table, self.controls.widgets
        if self.drag.move(event):
            self.commands.redraw()
            return
        before = widgets.hovered
        widgets.handle(event)
        tile = widgets.hovered
        if tile is not before and table.panel is not None and tile in table.panel.tiles and not self.controls.led:
            widgets.to(tile, reveal=False)
        card = card_at(table, event.pos)
        changed = False
        if card is not None and table.panel is None:
            if widgets.focus is not self.controls.fan and not widgets.ring:
                widgets.to(self.controls.fan)
            changed = table.stage.hand.mean(card)
        elif not widgets.ring:
            changed = table.stage.hand.mean(None)
        if changed:
            self.commands.redraw()
        over = widgets.at(event.pos)
        clear = (card is None or self.controls.notes.of_hand) and over in (None, self.controls.fan, table.sidebar.scroll)
        self.controls.notes.point(event.pos if clear else None)

"""Stops of the focus that only the table has: the hand, a question, the folded sidebar, and the chart of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import bare
from goosetable.app.scenes.table import spoken_state
from goosetable.app.scenes.table.acts import Acts
from goosetable.app.scenes.table.figure_notes import FigureNotes
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import MODS, Button
from goosetable.app.ui.widget import USE, Pressed, Widget

CLOSED: Final = "What happened is closed."
STEPS: Final = {pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_LEFT: -1, pygame.K_UP: -1}


class Fan(Widget):
    """The hand as one stop of the focus; within it the arrows go from card to card."""

    role = "listbox"

    def __init__(self, table: TableState, commands: TableCommands, acts: Acts) -> None:
        super().__init__("Your hand")
        self.table, self.commands, self.acts = table, commands, acts
        self.region = "hand"

    @property
    def value(self) -> str:
        focus = self.table.stage.hand.focus
        return "" if focus is None else self.table.match.game.text.face(focus)

    def key(self, event: pygame.event.Event) -> bool:
        hand = self.table.stage.hand
        if keymap.means(event, "suit on") or keymap.means(event, "suit back"):
            hand.step_suit(1 if keymap.means(event, "suit on") else -1)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            hand.step(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key in (pygame.K_HOME, pygame.K_END) and hand.cards:
            hand.mean(hand.cards[0 if event.key == pygame.K_HOME else -1], True)
        elif event.key in USE:
            if hand.focus is None:
                hand.step(1)
            elif self.table.context.heard and not self.table.stage.snapshot.mine:
                self.table.context.tell(spoken_state.told(self.table, "turn"))
            elif not self.table.just_acted:
                self.acts.card(hand.focus)
        else:
            return False
        self.commands.redraw()
        return True

    def focused(self, now: bool) -> None:
        if not now:
            self.table.stage.hand.mean(None)

    def click(self, pos: tuple[int, int]) -> None:
        """Beside the cards nothing happens; the cards themselves are looked at first."""


class Threshold(Widget):
    """Before the choices of a question that came with the curtain: the first key goes to one of them and takes none.

    `standing`: whether the focus is still to come here first, and not to a choice.
    """

    role = "listbox"

    def __init__(self, goes: Callable[[], None]) -> None:
        """goes: gives the focus to a choice."""
        super().__init__("")
        self.goes = goes
        self.standing = self.shown = False
        self.region = "decision"

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in (*STEPS, *USE) or getattr(event, "mod", 0) & MODS:
            return False
        self.goes()
        return True

    def focused(self, now: bool) -> None:
        if not now:
            self.standing = self.shown = False

    def click(self, pos: tuple[int, int]) -> None:
        """Beside the choices nothing happens."""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ring(canvas, focused, 10)


class FigureWalk(Widget):
    """The figures of the table as one stop of the focus; within it the arrows go from one to the next."""

    role = "listbox"

    def __init__(self, notes: FigureNotes) -> None:
        super().__init__("What the figures mean")
        self.notes = notes
        self.region = "figures"

    @property
    def value(self) -> str:
        return bare(self.notes.told)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in STEPS:
            return False
        self.notes.step(STEPS[event.key])
        return True

    def focused(self, now: bool) -> None:
        self.notes.choose(now)


class Strip(Pressed):
    """The folded sidebar: a click opens it over the table."""

    def __init__(self, toggle: Callable[[], None]) -> None:
        super().__init__("Sidebar", toggle, on_paper=True)
        self.region = "ledger"

    def draw(self, canvas: Canvas, focused: bool) -> None:
        if focused:
            x, y, w, h = self.rect
            canvas.box(x + 2, y + 2, w - 4, h - 4, 6, edge=canvas.theme.brass_lo, sw=3)


class Lookup(Button):
    """Shows the game's chart in the sidebar and takes it away again; only for a game that has one."""

    def __init__(self, table: TableState, commands: TableCommands) -> None:
        super().__init__("What counts", self._toggle, icon="cards", bare=True)
        self.table, self.commands = table, commands

    def appears(self, opened: bool) -> bool:
        """Whether it stands in the head of the sidebar; opened: whether a folded sidebar lies open."""
        stage = self.table.stage
        chart = stage.snapshot.facts.chart
        self.shown = chart is not None and (opened or not stage.layout.compact)
        if chart is not None:
            self.label = chart.title
        return self.shown

    def _toggle(self) -> None:
        sidebar = self.table.sidebar
        sidebar.looking_up, sidebar.telling = not sidebar.looking_up, False
        self.commands.redraw()


class Story(Button):
    """Shows what happened in place of the rest of the sidebar, and takes it away again."""

    def __init__(self, table: TableState, commands: TableCommands) -> None:
        super().__init__("What happened", self.tell, icon="list", bare=True)
        self.table, self.commands = table, commands

    def tell(self) -> None:
        """Show it or take it away; where the sidebar is folded it opens over the table, and folds again."""
        sidebar, folds = self.table.sidebar, self.table.stage.layout.compact
        if self.table.guide is not None:
            return
        sidebar.telling, sidebar.looking_up = not sidebar.telling, False
        sidebar.scroll.scroll_to(0)
        if self.table.context.heard:
            self.table.context.tell(spoken_state.told(self.table, "story") if sidebar.telling else CLOSED)
        if folds and sidebar.telling != self.table.sidebar_open:
            self.commands.open_sidebar(sidebar.telling)
        self.commands.redraw()

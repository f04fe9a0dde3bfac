"""The base class of all controls: box, name, value, state, and the action of a press."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, Protocol

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.scene import Change


class ScrollArea(Protocol):
    """Interface of a `Scroller` for the controls inside it."""

    rect: pygame.Rect

    def bring_into_view(self, rect: pygame.Rect) -> None:
        """Scrolls no more than needed to bring a box of the window into sight."""

    def clipped_content(self, canvas: Canvas) -> AbstractContextManager[float]:
        """Context manager: clips drawing to the area."""

    def handle_wheel(self, steps: float) -> bool:
        """Handles a turn of the wheel over the area; returns True if it was used."""


ENTER_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS_KEYS: Final = (*ENTER_KEYS, pygame.K_SPACE)
"""The keys that press the focused control."""


CHOSEN: Final = ("radio", "option", "tab")
"""Roles of controls in a group that has one chosen control."""
BACKGROUNDS: Final = {
    "chosen": ("chosen", "brass_lo"), "selected": ("chosen", "none"), "good": ("good", "good_edge"), "dark": ("off", "none"),
    "framed": ("plain", "brass_lo"), "edged": ("plain", "plain_edge"), "marked": ("", "brass_lo"), "empty": ("", "rule"),
}  # fmt: skip
"""Theme colours of fill and edge, by the kind of background of a row or box on paper."""


def draw_ground(canvas: Canvas, kind: str, area: pygame.Rect, radius: float = 9) -> None:
    """Draws a rounded background. kind: a key of `BACKGROUNDS`. radius: radius of its corners in pixels."""
    fill, edge = BACKGROUNDS[kind]
    canvas.draw_panel(
        area, radius, fill=getattr(canvas.theme, fill, "none"), edge=getattr(canvas.theme, edge, edge), line_width=1.6
    )


class Widget:
    """A control. A scene sets `rect` (in pixels) and `px` (the size of its text) whenever the window changes.

    Screen readers read role, label and value. on_paper: True for a dark focus ring, which is visible on paper. region: name of
    a group of controls; F6 moves from region to region. scroller: the area in which the control scrolls, or None. While the
    control has the focus, each key press goes first to its handle_key(), which returns True if it used the press.
    """

    role = "generic"
    focusable = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys that the control handles, for the list of keys: pairs of keys, separated by blanks, and their effect in words. Enter
    and Space are left out.
    """

    def __init__(self, label: str, on_paper: bool = False) -> None:
        self.label = label
        self.on_paper = on_paper
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.px = 17.0
        self.enabled = True
        self.shown = True
        self.hover = False
        self.pressed = False
        self.region = ""
        self.command = ""  # a command of `keymap`: its key presses the control, wherever the focus is
        self.scroller: ScrollArea | None = None
        self.requested_change: Change = None  # the change that the press asks of the stack of scenes

    @property
    def accessible_value(self) -> str:
        """The state of the control in words; empty if it has none."""
        return ""

    @property
    def is_chosen(self) -> bool:
        """True if the control stands for a choice among several, and this choice is the present one."""
        return self.role in CHOSEN and self.accessible_value.startswith("chosen")

    @property
    def is_focusable(self) -> bool:
        """True if the control can take the focus."""
        return self.focusable and self.enabled and self.shown

    def draw(self, canvas: Canvas, focused: bool) -> None:
        """Draws the control at its rect. focused: True to draw the focus ring."""

    def press(self) -> None:
        """Performs the action of a click, Enter or Space."""

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Handles a press of the pointer on the control."""

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        """Handles pointer motion while the button is held that was pressed on the control."""

    def pointer_up(self) -> None:
        """Handles the release of the button that was pressed on the control. The pointer may be elsewhere now."""

    def handle_click(self, pos: tuple[int, int]) -> None:
        """Handles a press and release of the pointer on the control."""
        self.press()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handles a key while the control has the focus; returns True if the key was used."""
        if event.key in PRESS_KEYS:
            self.press()
            return True
        return False

    def handle_text(self, event: pygame.event.Event) -> bool:
        """Handles TEXTINPUT or TEXTEDITING while the control has the focus; returns True if the event was used."""
        return False

    def handle_wheel(self, steps: float) -> bool:
        """Handles a turn of the wheel over the control; returns True if it was used. steps: positive upwards."""
        return False

    def focus_changed(self, focused: bool) -> None:
        """Called when the control gets or loses the focus. focused: True if it has the focus."""

    def draw_row(self, canvas: Canvas, focused: bool, kind: str = "", radius: float = 9) -> None:
        """Draws the focus ring and the background of a row. kind: a key of `BACKGROUNDS`; "" for a light background while the
        pointer is over the control, else none."""
        self.draw_ring(canvas, focused, radius)
        if kind:
            draw_ground(canvas, kind, self.rect, radius)
        elif self.hover and self.is_focusable:
            canvas.draw_panel(self.rect, radius, fill=canvas.theme.plain, alpha=0.75)

    def draw_ring(self, canvas: Canvas, focused: bool, r: float) -> None:
        """Draws the focus ring if `focused` is True. r: radius of the control's corners in pixels."""
        if focused:
            canvas.draw_focus_ring(self.rect, r, self.on_paper)


class PressControl(Widget):
    """A control with one action. A press runs the action unless the control is disabled."""

    role = "button"
    chosen: bool | None = False
    """True if the control is the chosen one of several."""

    def __init__(self, label: str, on_press: Callable[[], Change] | None, on_paper: bool = False) -> None:
        super().__init__(label, on_paper)
        self.on_press = on_press

    @property
    def accessible_value(self) -> str:
        return "chosen" if self.chosen else ""

    def press(self) -> None:
        if self.enabled and self.on_press is not None:
            self.requested_change = self.on_press()

"""What every control has: a place, a name and value in words, a state, and what it does when it is used."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, Protocol

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.scene import Change


class ScrollArea(Protocol):
    """What a control knows of the `Scroller` that it lies in."""

    rect: pygame.Rect

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll no more than needed to bring a box of the window into sight."""

    def window(self, canvas: Canvas) -> AbstractContextManager[float]:
        """Draw only within the area."""

    def wheel(self, steps: float) -> bool:
        """The wheel turned over it; whether it was used."""


ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
USE: Final = (*ENTER, pygame.K_SPACE)
"""The keys that use what has the focus."""


class Widget:
    """One control. A scene sets `rect` (real pixels) and `px` (the size of its text) whenever the window changes.

    role, label and value are what a screen reader says. on_paper: it stands on paper, so its ring is dark brass.
    region: controls of one region are neighbours for F6. scroller: the area it scrolls in, if any. key() is asked
    first about a key press while it has the focus; it says whether it used it.
    """

    role = "generic"
    focusable = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys that it has besides those that use it, parted by blanks, and what they do."""

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
        self.command = ""  # of `keymap`: its key uses the control, wherever the focus is
        self.scroller: ScrollArea | None = None
        self.asked: Change = None  # what its use asks of the stack of scenes

    @property
    def value(self) -> str:
        """Its state in words; empty if it has none."""
        return ""

    @property
    def reachable(self) -> bool:
        """Whether the focus may come here."""
        return self.focusable and self.enabled and self.shown

    def draw(self, canvas: Canvas, focused: bool) -> None:
        """Draw it at its rect; focused: with the focus ring."""

    def press(self) -> None:
        """It was used: clicked, or Enter or Space."""

    def down(self, pos: tuple[int, int]) -> None:
        """The pointer was pressed on it."""

    def drag(self, pos: tuple[int, int]) -> None:
        """The pointer, pressed on it, moved."""

    def click(self, pos: tuple[int, int]) -> None:
        """The pointer was pressed and released on it."""
        self.press()

    def key(self, event: pygame.event.Event) -> bool:
        """A key while it has the focus; whether it was used."""
        if event.key in USE:
            self.press()
            return True
        return False

    def type(self, event: pygame.event.Event) -> bool:
        """A TEXTINPUT or TEXTEDITING event while it has the focus; whether it was used."""
        return False

    def wheel(self, steps: float) -> bool:
        """The wheel turned over it, positive upwards; whether it was used."""
        return False

    def focused(self, now: bool) -> None:
        """The focus came or went."""

    def draw_ring(self, canvas: Canvas, focused: bool, r: float) -> None:
        """The focus ring, if it has the focus; r: the radius of its own corners."""
        if focused:
            x, y, w, h = self.rect
            canvas.ring(x, y, w, h, r, self.on_paper)


class Pressed(Widget):
    """A control that does one thing when it is used, and nothing while it is not enabled."""

    role = "button"

    def __init__(self, label: str, on: Callable[[], Change] | None, on_paper: bool = False) -> None:
        super().__init__(label, on_paper)
        self.on = on

    def press(self) -> None:
        if self.enabled and self.on is not None:
            self.asked = self.on()

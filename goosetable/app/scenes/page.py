"""The base of all scenes with controls: units, cloth, routing of events, and Esc."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import Bed, bed_for
from goosetable.app.scenes.keys import listing
from goosetable.app.scenes.routes import ToLetters, ToSettings
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Scroller, TextField, Widgets
from goosetable.app.ui.scene import Change, Pop, Push, Route, Scene
from goosetable.app.ui.widget import USE

PAGES = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END)


class Page(Scene):
    """A scene laid out in units that follow window and text size; subclasses place their controls in lay().

    t: pixels of one unit, so that a text of 17 units has the size the person chose. wide, high: the window in units.
    scroll: the area that wheel and page keys move when no control wants them.
    """

    leads_back = "Back"
    """The effect of Esc, as named in the list of keys; empty for none."""
    shade = 0.55
    """Darkening by which a page dims the scene below if it does not cover it, 0..1."""

    def __init__(self, context: Context, scroll: Scroller) -> None:
        self.context, self.scroll = context, scroll
        self.widgets = Widgets()
        self.does: dict[str, Callable[[], Change]] = {}
        """Actions of keys that have no control, by the commands of `keymap`."""
        self.t = 1.0
        self.wide = 1280.0
        self.high = 720.0
        self.bed: Bed = bed_for(1280, 720)

    def resized(self, w: int, h: int) -> None:
        super().resized(w, h)
        self.t = max(0.8, min(w / 1280, h / 720)) * self.context.settings.text_size
        self.wide, self.high = w / self.t, h / self.t
        self.bed = bed_for(w, h)
        self.lay()
        focus = self.widgets.focus
        if focus is not None and focus.scroller is not None:
            focus.scroller.reveal(focus.rect)

    def lay(self) -> None:
        """Places every control for the present window."""

    def px(self, units: float, least: float = 10.5) -> float:
        """Returns the size of a text in pixels; no text on the screen is smaller than 10.5."""
        return max(least, units * self.t)

    @property
    def clearance(self) -> float:
        """Distance of a sheet of paper from the window's edge, in units."""
        return self.rim + (4 if self.high < 480 else 24)

    @property
    def rim(self) -> float:
        """Distance of the cloth's edge from the window's edge, in units."""
        return self.bed.rim / self.t

    @property
    def typing(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return isinstance(self.widgets.focus, TextField)

    def back(self) -> Change:
        """Returns the change that Esc asks for."""
        return Pop()

    def to_settings(self) -> Change:
        """Opens the settings, from any scene but the settings."""
        return Push(ToSettings())

    def rules_here(self) -> Route | None:
        """The route to the rules from the list of keys, or None."""
        return None

    def to_keys(self) -> Change:
        """Opens the list of its keys over it."""
        return Push(listing.of_controls(self.screen, self.widgets, tuple(self.does), self.leads_back, self.rules_here()))

    def dropped(self, path: str) -> Change:
        """Handles a file dropped on the window. Most pages take none."""
        return None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.DROPFILE:
            return self.dropped(event.file)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return self.back()
        if event.type == pygame.KEYDOWN:
            does = {"settings": self.to_settings, "keys": self.to_keys, **self.does}
            for command in keymap.meaning(event):
                if command in does:
                    return does[command]()
            focus = self.widgets.focus
            if isinstance(focus, TextField) and event.key in USE and getattr(event, "pad", False):
                return Push(ToLetters(focus))
        used = self.widgets.handle(event)
        if not used and event.type == pygame.KEYDOWN and event.key in PAGES:
            used = self.scroll.key(event)
        self.dirty |= used or self.widgets.dirty
        return self.widgets.take()

    def draw(self, canvas: Canvas) -> None:
        if self.covers:
            canvas.dst.blit(self.context.cloth.get(self.bed), (0, 0))
        else:
            canvas.veil(canvas.theme.night, self.shade)
        self.under(canvas)
        self.widgets.draw(canvas)

    def under(self, canvas: Canvas) -> None:
        """Draws the ground under the controls."""

"""Keyboard and controllers on their way to the scenes: what a press means, and what is plugged in and pulled out."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.ui import controller
from goosetable.app.ui.scene import Scene
from goosetable.engine.words.clean import clean

LONGEST: Final = 40
"""Characters of a controller's name in a sentence."""
NOBODY: Final = -1
"""In place of the number of a controller where an event has none."""
PULLED: Final = "The controller was pulled out{}."


class Devices:
    """Turns what comes into what scenes know. `pads` are the controllers."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.pads = controller.Controllers()

    def events(self, event: pygame.event.Event, top: Scene | None) -> list[pygame.event.Event]:
        """What an event comes to for the uppermost scene: itself with its meaning, or what a controller does."""
        if event.type in controller.STRAY or (event.type in controller.PARTS and not controller.whole(event)):
            return []
        if event.type not in controller.PARTS:
            self._keyed(event)
            return [self.context.keymap.named(event, top is not None and top.typing)]
        number = getattr(event, "instance_id", NOBODY)
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._plugged(getattr(event, "device_index", NOBODY))
                return []
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._pulled(number, top)
        if number == NOBODY:
            return []
        found = self.pads.presses(event, "" if top is None else top.screen)
        if found:
            self.context.pad = controller.signs_of(self.pads.names.get(number, ""))
        return found

    def _keyed(self, event: pygame.event.Event) -> None:
        """Keyboard and mouse take their turn again when they are used."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and not getattr(event, "pad", False):
            self.context.pad = ""

    def _plugged(self, index: int) -> None:
        number = self.pads.plugged(index)
        if number is not None:
            name = clean(self.pads.names[number], LONGEST) or "A controller"
            self.context.notice(f"{name} can be used; its Back button lists what the others do.")

    def _pulled(self, number: int, top: Scene | None) -> list[pygame.event.Event]:
        """What was held is let go, and a table pauses."""
        if number not in self.pads.names:
            return []
        found = self.pads.pulled(number)
        self.context.pad = ""
        waits = top is not None and top.halts
        self.context.notice(PULLED.format("; the game waits" if waits else ""))
        halt = pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", commands=("halt",), pad=True)
        return [*found, halt, halt] if waits else found  # the first may but end what lies over the table

    def passed(self, dt: float) -> list[pygame.event.Event]:
        """What is held on a controller comes again after dt seconds."""
        return self.pads.passed(dt)

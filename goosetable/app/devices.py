"""Keyboard and controllers on their way to the scenes: the meaning of a press, and devices plugged in or out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.ui.double_click import NEAR, Presses
from goosetable.app.ui.scene import Scene
from goosetable.app.ui.widget import USE
from goosetable.engine.words.clean import clean

if TYPE_CHECKING:
    from goosetable.app.ui.controller import Controllers

LONGEST: Final = 40
"""Characters of a controller's name in a sentence."""
PULLED: Final = "The controller was pulled out{}."


class Devices:
    """Translates events of keyboard, mouse and controllers for scenes."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._presses = Presses()
        self._swallows = False
        """Whether the next release belongs to a press that did nothing."""
        self._held_keys: set[int] = set()
        """The places of Enter and Space that are held down."""

    @cached_property
    def pads(self) -> Controllers:
        """The controllers."""
        from goosetable.app.ui import pad_buttons  # not needed for the first frame
        from goosetable.app.ui.controller import Controllers  # nor this

        return Controllers(lambda button, screen: pad_buttons.press(pad_buttons.own(self.context.keymap), button, screen))

    @property
    def held(self) -> bool:
        """Whether a button that repeats is held down."""
        return "pads" in self.__dict__ and self.pads.held

    def pulls(self, event: pygame.event.Event) -> bool:
        """Whether a controller that is used here was pulled out."""
        return event.type == pygame.CONTROLLERDEVICEREMOVED and event.instance_id in self.pads.names

    def events(self, event: pygame.event.Event, top: Scene | None) -> list[pygame.event.Event]:
        """Translates an event for the uppermost scene: the event with its meaning, or those of a controller."""
        if pygame.JOYAXISMOTION <= event.type < pygame.FINGERDOWN:  # the system's numbers for all that one plays with
            return self._of_pad(event, top)
        if event.type == pygame.AUDIODEVICEREMOVED:
            self.context.sound.removed(event)
        self._keyed(event)
        if self._repeated(event) or self._second(event, top):
            return []
        keymap, screen = self.context.keymap, "" if top is None else top.screen
        return [keymap.named(keymap.placed(event, screen), top is not None and top.typing)]

    def _repeated(self, event: pygame.event.Event) -> bool:
        """Whether it repeats Enter or Space while held; these act once a press."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._held_keys.clear()  # what is let go elsewhere is not told
        place = getattr(event, "scancode", 0)
        if not place or event.type not in (pygame.KEYDOWN, pygame.KEYUP) or event.key not in USE:
            return False
        if event.type == pygame.KEYUP:
            self._held_keys.discard(place)
            return False
        held = place in self._held_keys
        self._held_keys.add(place)
        return held

    def _second(self, event: pygame.event.Event, top: Scene | None) -> bool:
        """Whether it is of the second press of a double click whose first led to another scene, for which it was not meant."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._swallows = self._presses.elsewhere(event.pos, top, NEAR * max(1.0, self.context.screen.size[1] / 720))
            return self._swallows
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            swallowed, self._swallows = self._swallows, False
            return swallowed
        return False

    def _of_pad(self, event: pygame.event.Event, top: Scene | None) -> list[pygame.event.Event]:
        """Translates an event of a controller; to nothing where the library makes it besides, or it is not whole."""
        from goosetable.app.ui import controller  # not needed for the first frame

        if event.type not in controller.PARTS or not controller.whole(event):
            return []
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._plugged(event.device_index)
                return []
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._pulled(event.instance_id, top)
        found = self.pads.presses(event, "" if top is None else top.screen)
        if found:
            self.context.pad = controller.signs_of(self.pads.names.get(event.instance_id, ""))
        return found

    def _keyed(self, event: pygame.event.Event) -> None:
        """Shows the signs of keyboard and mouse again once they are used."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and not getattr(event, "pad", False):
            self.context.pad = ""

    def _plugged(self, index: int) -> None:
        from goosetable.app.ui import controller  # not needed for the first frame
        from goosetable.app.ui.pad_buttons import button_of, own  # nor this

        number = self.pads.plugged(index)
        if number is not None:
            name = clean(self.pads.names[number], LONGEST) or "A controller"
            lists = controller.spoken((button_of(own(self.context.keymap), "keys"),), controller.signs_of(name))
            self.context.notice(f"{name} can be used; its {lists} button lists what the others do.")

    def _pulled(self, number: int, top: Scene | None) -> list[pygame.event.Event]:
        """Releases the buttons of an unplugged controller, and pauses a table."""
        if number not in self.pads.names:
            return []
        found = self.pads.pulled(number)
        self.context.pad = ""
        waits = top is not None and top.halts
        self.context.notice(PULLED.format("; the game waits" if waits else ""))
        halt = pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", commands=("halt",), pad=True)
        return [*found, halt, halt] if waits else found  # the first may but end what lies over the table

    def passed(self, dt: float) -> list[pygame.event.Event]:
        """Repeats the buttons held on a controller after dt seconds."""
        self._presses.passed(dt)
        return self.pads.passed(dt) if "pads" in self.__dict__ else []

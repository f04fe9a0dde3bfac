"""Game controllers: what their buttons and sticks do, as the keys that do the same; and what the buttons are called."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

import pygame

from goosetable.app.ui.keymap import CURTAIN, MENU, REVIEW, TABLE

WHOLE: Final = 32767
"""What an axis says at its end."""
FAR, NEAR = 0.55, 0.35
"""How far a stick or a trigger goes before it counts, and how far back before it does no more."""
DEAD: Final = 0.22
"""How far the stick that scrolls goes before anything moves."""
FIRST, NEXT = 0.42, 0.11
"""Seconds before what is held is repeated, and from then on."""
SCROLLS: Final = 22.0
"""Steps of a wheel a second with the stick at its end."""
HELD: Final = 0.3
"""Of these, what is done at least in one event."""


class Press(NamedTuple):
    """What a button does: a key with what is held, and the commands that it means before that."""

    key: int = 0
    mod: int = 0
    commands: tuple[str, ...] = ()
    repeats: bool = False


UP, DOWN, LEFT, RIGHT = (Press(key, repeats=True) for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT))
BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_A: Press(pygame.K_RETURN),
    pygame.CONTROLLER_BUTTON_B: Press(pygame.K_ESCAPE),
    pygame.CONTROLLER_BUTTON_X: Press(pygame.K_SPACE),
    pygame.CONTROLLER_BUTTON_Y: Press(pygame.K_BACKSPACE),
    pygame.CONTROLLER_BUTTON_BACK: Press(commands=("keys",)),
    pygame.CONTROLLER_BUTTON_START: Press(commands=("settings",)),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: Press(pygame.K_F6),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: Press(pygame.K_TAB),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Press(pygame.K_F6, pygame.KMOD_LSHIFT),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Press(pygame.K_F6),
    pygame.CONTROLLER_BUTTON_DPAD_UP: UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: RIGHT,
}
AT_TABLE: Final = {
    pygame.CONTROLLER_BUTTON_X: Press(commands=("hint",)),
    pygame.CONTROLLER_BUTTON_Y: Press(commands=("last",)),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Press(pygame.K_F6, pygame.KMOD_LSHIFT, ("suit back",)),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Press(pygame.K_F6, 0, ("suit on",)),
}
IN_REVIEW: Final = {
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Press(pygame.K_TAB, pygame.KMOD_LSHIFT),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Press(pygame.K_TAB),
}
"""Where the cross goes from card to card, the shoulders walk the controls."""
PAUSING: Final = (TABLE, MENU, CURTAIN)
"""Screens on which Start is for the menu."""
PAUSES: Final = {pygame.CONTROLLER_BUTTON_START: Press(commands=("pause",))}
AXES: Final = (
    (pygame.CONTROLLER_AXIS_LEFTX, -1, LEFT), (pygame.CONTROLLER_AXIS_LEFTX, 1, RIGHT),
    (pygame.CONTROLLER_AXIS_LEFTY, -1, UP), (pygame.CONTROLLER_AXIS_LEFTY, 1, DOWN),
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1, Press(pygame.K_PAGEUP)),
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1, Press(pygame.K_PAGEDOWN)),
)  # fmt: skip
"""Axis, side and what going there does."""
HINTS: Final = {"SDL_HIDAPI_JOYSTICK_DISABLE_UDEV": "1"}
"""How Linux is asked what is plugged in: by the files of its devices, for the other way opens a socket, if only a local one."""
PARTS: Final = {
    pygame.CONTROLLERBUTTONDOWN: ("instance_id", "button"), pygame.CONTROLLERBUTTONUP: ("instance_id", "button"),
    pygame.CONTROLLERAXISMOTION: ("instance_id", "axis", "value"), pygame.CONTROLLERDEVICEADDED: ("device_index",),
    pygame.CONTROLLERDEVICEREMOVED: ("instance_id",),
}  # fmt: skip
"""The events of controllers, and what each says. The same comes once more as a joystick says it; that may not be blocked, as
the library makes these of it.
"""


def whole(event: pygame.event.Event) -> bool:
    """Whether an event of a controller says all that it has to, in whole numbers."""
    return all(isinstance(getattr(event, part, None), int) for part in PARTS[event.type])


CHIPS: Final[Mapping[int, str]] = {
    pygame.CONTROLLER_BUTTON_A: "A", pygame.CONTROLLER_BUTTON_B: "B", pygame.CONTROLLER_BUTTON_X: "X",
    pygame.CONTROLLER_BUTTON_Y: "Y", pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "LB", pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "RB",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "L3", pygame.CONTROLLER_BUTTON_RIGHTSTICK: "R3",
    pygame.CONTROLLER_BUTTON_START: "Start", pygame.CONTROLLER_BUTTON_BACK: "Back", pygame.CONTROLLER_BUTTON_DPAD_UP: "Pad",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "Pad", pygame.CONTROLLER_BUTTON_DPAD_LEFT: "Pad",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "Pad",
}  # fmt: skip
"""What stands on a button."""


def usual(button: int, screen: str, without: Container[str] = ()) -> Press | None:
    """What a button does on a screen at first; None where it does nothing. without: commands that have another button."""
    here = AT_TABLE if screen == TABLE else IN_REVIEW if screen == REVIEW else {}
    here = here | PAUSES if screen in PAUSING else here
    for found in (here.get(button), BUTTONS.get(button)):
        if found is None:
            continue
        left = tuple(name for name in found.commands if name not in without)
        if found.key or left:
            return found._replace(commands=left)
    return None


class Plugged(Protocol):
    """An open controller, of which only this is wanted."""

    @property
    def name(self) -> str: ...


class Controllers:
    """The controllers that are plugged in. Nothing is loaded before open(), and where there is no support nothing happens."""

    def __init__(self, means: Callable[[int, str], Press | None] = usual) -> None:
        """means: what a button does on a screen."""
        self._means = means
        self.names: dict[int, str] = {}
        """What each is called, by its number; empty where that is not known."""
        self._open: dict[int, Plugged] = {}
        self._down: dict[tuple[int, int], Press] = {}
        """What is held, by controller and button; an axis counts from 100."""
        self._since: dict[tuple[int, int], float] = {}
        self._scroll = 0.0
        self._rolled = 0.0

    def open(self) -> None:
        """Listen to controllers from now on; those that are there already come as events."""
        for name, chosen in HINTS.items() if sys.platform.startswith("linux") else ():
            os.environ.setdefault(name, chosen)
        try:
            import pygame._sdl2.controller as library  # after the first frame, as its events are wanted no sooner

            library.init()
        except (ImportError, pygame.error, AttributeError):
            return

    def plugged(self, index: int) -> int | None:
        """A controller was plugged in, the one at this place; its number, or None if it cannot be used."""
        try:
            import pygame._sdl2.controller as library  # loaded by open()

            one = library.Controller(index)
            number = one.as_joystick().get_instance_id()
        except (ImportError, pygame.error, AttributeError, ValueError):
            return None
        if number in self._open:
            return None
        self._open[number], self.names[number] = one, one.name or ""
        return int(number)

    def pulled(self, number: int) -> list[pygame.event.Event]:
        """A controller is gone: what was held on it is let go."""
        self._open.pop(number, None)
        self.names.pop(number, None)
        self._scroll = 0.0
        held = [key for key in self._down if key[0] == number]
        return [self._release(key) for key in held]

    @property
    def held(self) -> bool:
        """Whether something is held that repeats itself."""
        return bool(self._since) or self._scroll != 0

    # ------------------------------------------------------------------ events

    def presses(self, event: pygame.event.Event, screen: str) -> list[pygame.event.Event]:
        """The key presses that an event of a controller comes to on a screen."""
        self.names.setdefault(event.instance_id, "")
        match event.type:
            case pygame.CONTROLLERBUTTONDOWN:
                press = self._means(event.button, screen)
                if press is None:
                    return []
                return [self._press((event.instance_id, event.button), press, CHIPS.get(event.button, ""))]
            case pygame.CONTROLLERBUTTONUP:
                key = (event.instance_id, event.button)
                return [self._release(key)] if key in self._down else []
            case pygame.CONTROLLERAXISMOTION if event.axis == pygame.CONTROLLER_AXIS_RIGHTY:
                far = event.value / WHOLE
                self._scroll = far if abs(far) > DEAD else 0.0
            case pygame.CONTROLLERAXISMOTION:
                return list(self._tilt(event.instance_id, event.axis, event.value / WHOLE))
        return []

    def _tilt(self, number: int, axis: int, far: float) -> Iterator[pygame.event.Event]:
        """An axis moved: what it leaves is let go, and then where it goes is pressed."""
        for at, (of, side, _) in enumerate(AXES):
            key = (number, 100 + at)
            if of == axis and key in self._down and far * side < NEAR:
                yield self._release(key)
        for at, (of, side, press) in enumerate(AXES):
            key = (number, 100 + at)
            if of == axis and key not in self._down and far * side > FAR:
                yield self._press(key, press)

    def _press(self, key: tuple[int, int], press: Press, chip: str = "") -> pygame.event.Event:
        self._down[key] = press
        if press.repeats:
            self._since[key] = -FIRST
        return _event(pygame.KEYDOWN, press, chip)

    def _release(self, key: tuple[int, int]) -> pygame.event.Event:
        self._since.pop(key, None)
        return _event(pygame.KEYUP, self._down.pop(key))

    def passed(self, dt: float) -> list[pygame.event.Event]:
        """What is held comes again after dt seconds."""
        found = []
        for key, since in self._since.items():
            self._since[key] = since + dt
            if since + dt >= 0:
                self._since[key] = -NEXT
                found.append(_event(pygame.KEYDOWN, self._down[key]))
        self._rolled = self._rolled - self._scroll * abs(self._scroll) * SCROLLS * dt if self._scroll else 0.0
        if abs(self._rolled) >= HELD:
            steps, self._rolled = self._rolled, 0.0
            found.append(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=round(steps), precise_y=steps, pad=True))
        return found


def _event(kind: int, press: Press, chip: str = "") -> pygame.event.Event:
    """chip: what stands on the button that was pressed."""
    return pygame.event.Event(kind, key=press.key, mod=press.mod, unicode="", commands=press.commands, pad=True, chip=chip)


# ---------------------------------------------------------------------- what the buttons are called

SHAPED: Final = ("playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5", "sony")
LETTERED: Final = ("xbox", "x-box", "xinput", "microsoft", "steam", "nintendo", "switch", "joy-con", "logitech", "8bitdo")
BUTTON_OF: Final = {
    "hint": "X", "last": "Y", "suit back": "LB", "suit on": "RB", "pause": "Start", "keys": "Back", "settings": "Start",
}  # fmt: skip
"""The buttons of commands."""
_OF_KEY: Final = {
    "Left": "Pad", "Right": "Pad", "Up": "Pad", "Down": "Pad", "Enter": "A", "Space": "X", "Esc": "B", "Backspace": "Y",
    "PgUp": "LT", "PgDn": "RT", "F6": "RB", "Shift+F6": "LB", "Tab": "R3",
}  # fmt: skip
_PLAIN: Final = {
    "LB": "left shoulder", "RB": "right shoulder", "LT": "left trigger", "RT": "right trigger", "Start": "Start",
    "Back": "Back", "Pad": "the cross of directions", "L3": "the left stick, pressed", "R3": "the right stick, pressed",
    "R": "the right stick",
}  # fmt: skip
_WORDS: Final = {
    "letters": {one: one for one in "ABXY"},
    "shapes": {"A": "Cross", "B": "Circle", "X": "Square", "Y": "Triangle"},
    "places": {"A": "South", "B": "East", "X": "West", "Y": "North"},
}
SIGNS: Final = tuple(_WORDS)
"""What stands on the four buttons: letters, shapes, or nothing that is known, so that their places say which is which."""


def signs_of(name: str) -> str:
    """Which of `SIGNS` a controller has that is called so.

    >>> signs_of("Xbox Wireless Controller"), signs_of("Sony DualSense"), signs_of("Generic USB pad")
    ('letters', 'shapes', 'places')
    """
    small = name.lower()
    if any(word in small for word in SHAPED):
        return "shapes"
    return "letters" if any(word in small for word in LETTERED) else "places"


def of_keys(keys: tuple[str, ...], screen: str) -> tuple[str, ...]:
    """The buttons in place of keys on a screen. Where the shoulders do something else, the left stick walks the parts."""
    if screen in (TABLE, REVIEW) and "F6" in keys:
        return ("L3",)
    if screen == REVIEW and "Tab" in keys:
        return ("LB", "RB")
    found = [_OF_KEY[key] for key in keys if key in _OF_KEY]
    if "A" in found and "X" in found:
        found.remove("X")
    return tuple(dict.fromkeys(found))


def spoken(chips: tuple[str, ...], signs: str) -> str:
    """What buttons are called."""
    return ", ".join(_WORDS[signs].get(chip) or _PLAIN.get(chip, chip) for chip in chips)

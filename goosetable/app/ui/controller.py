"""Game controllers: translates buttons and sticks to key presses, names the buttons, and stores a person's own buttons."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Final, NamedTuple

import pygame

from goosetable.app.ui.keymap import BY_ID, COMMANDS, CURTAIN, MENU, REVIEW, TABLE, Keymap
from goosetable.engine.words import phrases

AXIS_MAXIMUM: Final = 32767
"""The value of an axis at its end."""
PRESS_DEFLECTION, RELEASE_DEFLECTION = 0.55, 0.35
"""Deflection, 0..1, at which a stick or trigger counts as pressed; and the deflection below which it counts as released."""
SCROLL_DEAD_ZONE: Final = 0.22
"""Deflection, 0..1, from which the scrolling stick scrolls."""
FIRST_REPEAT, LATER_REPEATS = 0.42, 0.11
"""Seconds until a held button repeats for the first time, and between later repeats."""
SCROLL_SPEED: Final = 22.0
"""Steps of the mouse wheel per second with the stick at its end."""
SMALLEST_SCROLL: Final = 0.3
"""The smallest turn of the wheel that is sent as an event, in wheel steps."""


class KeyPress(NamedTuple):
    """The key press that a controller button stands for. commands: commands that are tried before the key."""

    key: int = 0
    mod: int = 0
    commands: tuple[str, ...] = ()
    repeats: bool = False


UP, DOWN, LEFT, RIGHT = (KeyPress(key, repeats=True) for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT))
BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_A: KeyPress(pygame.K_RETURN),
    pygame.CONTROLLER_BUTTON_B: KeyPress(pygame.K_ESCAPE),
    pygame.CONTROLLER_BUTTON_X: KeyPress(pygame.K_SPACE),
    pygame.CONTROLLER_BUTTON_Y: KeyPress(pygame.K_BACKSPACE),
    pygame.CONTROLLER_BUTTON_BACK: KeyPress(commands=("keys",)),
    pygame.CONTROLLER_BUTTON_START: KeyPress(commands=("settings",)),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: KeyPress(pygame.K_F6),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: KeyPress(pygame.K_TAB),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: KeyPress(pygame.K_F6, pygame.KMOD_LSHIFT),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: KeyPress(pygame.K_F6),
    pygame.CONTROLLER_BUTTON_DPAD_UP: UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: RIGHT,
}
TABLE_BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_X: KeyPress(commands=("hint",)),
    pygame.CONTROLLER_BUTTON_Y: KeyPress(commands=("last",)),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: KeyPress(pygame.K_F6, pygame.KMOD_LSHIFT, ("suit back",)),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: KeyPress(pygame.K_F6, 0, ("suit on",)),
}
REVIEW_BUTTONS: Final = {
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: KeyPress(pygame.K_TAB, pygame.KMOD_LSHIFT),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: KeyPress(pygame.K_TAB),
}
"""In a review the directional pad steps through the cards, so the shoulder buttons move the focus."""
SCREENS_WITH_MENU: Final = (TABLE, MENU, CURTAIN)
"""Screens on which Start opens the menu."""
MENU_BUTTONS: Final = {pygame.CONTROLLER_BUTTON_START: KeyPress(commands=("pause",))}
AXES: Final = (
    (pygame.CONTROLLER_AXIS_LEFTX, -1, LEFT), (pygame.CONTROLLER_AXIS_LEFTX, 1, RIGHT),
    (pygame.CONTROLLER_AXIS_LEFTY, -1, UP), (pygame.CONTROLLER_AXIS_LEFTY, 1, DOWN),
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1, KeyPress(pygame.K_PAGEUP)),
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1, KeyPress(pygame.K_PAGEDOWN)),
)  # fmt: skip
"""Each direction of an axis (the axis, and -1 or 1), with the key press that it stands for."""
SDL_HINTS: Final = {"SDL_HIDAPI_JOYSTICK_DISABLE_UDEV": "1"}
"""Hints for SDL. With this one SDL finds devices on Linux by their files, because its other way, udev, opens a local socket."""
EVENT_FIELDS: Final = {
    pygame.CONTROLLERBUTTONDOWN: ("instance_id", "button"), pygame.CONTROLLERBUTTONUP: ("instance_id", "button"),
    pygame.CONTROLLERAXISMOTION: ("instance_id", "axis", "value"), pygame.CONTROLLERDEVICEADDED: ("device_index",),
    pygame.CONTROLLERDEVICEREMOVED: ("instance_id",),
}  # fmt: skip
"""Controller events and the fields that they must have. SDL also sends them as joystick events; these must stay enabled, since
SDL makes the controller events from them.
"""


def is_complete_event(event: pygame.event.Event) -> bool:
    """Returns True if an event of a controller has all of its fields, as whole numbers."""
    return all(isinstance(getattr(event, part, None), int) for part in EVENT_FIELDS[event.type])


BUTTON_LABELS: Final[Mapping[int, str]] = {
    pygame.CONTROLLER_BUTTON_A: "A", pygame.CONTROLLER_BUTTON_B: "B", pygame.CONTROLLER_BUTTON_X: "X",
    pygame.CONTROLLER_BUTTON_Y: "Y", pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "LB", pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "RB",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "L3", pygame.CONTROLLER_BUTTON_RIGHTSTICK: "R3",
    pygame.CONTROLLER_BUTTON_START: "Start", pygame.CONTROLLER_BUTTON_BACK: "Back", pygame.CONTROLLER_BUTTON_DPAD_UP: "Pad",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "Pad", pygame.CONTROLLER_BUTTON_DPAD_LEFT: "Pad",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "Pad",
}  # fmt: skip
"""Labels of the buttons, by SDL's number."""


def default_press(button: int, screen: str, without: Container[str] = ()) -> KeyPress | None:
    """Returns the default press of a button on a screen; None if the button has no effect there.

    without: commands that a person has assigned to other buttons.
    """
    here = TABLE_BUTTONS if screen == TABLE else REVIEW_BUTTONS if screen == REVIEW else {}
    here = here | MENU_BUTTONS if screen in SCREENS_WITH_MENU else here
    for found in (here.get(button), BUTTONS.get(button)):
        if found is None:
            continue
        left = tuple(name for name in found.commands if name not in without)
        if found.key or left:
            return found._replace(commands=left)
    return None


class Controllers:
    """The connected controllers. Nothing is loaded before begin_listening(). On a system without support for controllers, no
    method has an effect.
    """

    def __init__(self, press_of_button: Callable[[int, str], KeyPress | None] = default_press) -> None:
        """press_of_button: returns the key press that a button stands for on a screen; None if the button has no
        effect there.
        """
        self._means = press_of_button
        self.names: dict[int, str] = {}
        """Names of the controllers by number; empty where a name is not known."""
        self._open: dict[int, object] = {}
        self._down: dict[tuple[int, int], KeyPress] = {}
        """Presses that are held, by controller and button; axes count from 100."""
        self._since: dict[tuple[int, int], float] = {}
        self._scroll = 0.0
        self._rolled = 0.0

    def begin_listening(self) -> None:
        """Begins to listen to controllers. Controllers already connected arrive as events."""
        for name, chosen in SDL_HINTS.items() if sys.platform.startswith("linux") else ():
            os.environ.setdefault(name, chosen)
        try:
            import pygame._sdl2.controller as library  # after the first frame, as its events are wanted no sooner

            library.init()
        except (ImportError, pygame.error, AttributeError):
            return

    def open_device(self, index: int) -> int | None:
        """Opens the controller at an index of the system; returns its number, or None if it cannot be used."""
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

    def close_device(self, number: int) -> list[pygame.event.Event]:
        """Closes a disconnected controller. Returns a key-up event for each button that was held on it."""
        self._open.pop(number, None)
        self.names.pop(number, None)
        self._scroll = 0.0
        held = [key for key in self._down if key[0] == number]
        return [self._key_up_event(key) for key in held]

    @property
    def changes_with_time(self) -> bool:
        """True if the passing of time matters: a held button repeats, or a stick scrolls."""
        return bool(self._since) or self._scroll != 0

    # ------------------------------------------------------------------ events

    def key_presses(self, event: pygame.event.Event, screen: str) -> list[pygame.event.Event]:
        """Translates a controller event into key presses on a screen."""
        self.names.setdefault(event.instance_id, "")
        match event.type:
            case pygame.CONTROLLERBUTTONDOWN:
                press = self._means(event.button, screen)
                if press is None:
                    return []
                return [self._key_down_event((event.instance_id, event.button), press, BUTTON_LABELS.get(event.button, ""))]
            case pygame.CONTROLLERBUTTONUP:
                key = (event.instance_id, event.button)
                return [self._key_up_event(key)] if key in self._down else []
            case pygame.CONTROLLERAXISMOTION if event.axis == pygame.CONTROLLER_AXIS_RIGHTY:
                far = event.value / AXIS_MAXIMUM
                self._scroll = far if abs(far) > SCROLL_DEAD_ZONE else 0.0
            case pygame.CONTROLLERAXISMOTION:
                return list(self._axis_events(event.instance_id, event.axis, event.value / AXIS_MAXIMUM))
        return []

    def _axis_events(self, number: int, axis: int, deflection: float) -> Iterator[pygame.event.Event]:
        """Yields the key events of a moved stick or trigger, releases before presses. deflection: its deflection, -1..1."""
        for at, (of, side, _) in enumerate(AXES):
            key = (number, 100 + at)
            if of == axis and key in self._down and deflection * side < RELEASE_DEFLECTION:
                yield self._key_up_event(key)
        for at, (of, side, press) in enumerate(AXES):
            key = (number, 100 + at)
            if of == axis and key not in self._down and deflection * side > PRESS_DEFLECTION:
                yield self._key_down_event(key, press)

    def _key_down_event(self, key: tuple[int, int], press: KeyPress, chip: str = "") -> pygame.event.Event:
        self._down[key] = press
        if press.repeats:
            self._since[key] = -FIRST_REPEAT
        return _make_event(pygame.KEYDOWN, press, chip)

    def _key_up_event(self, key: tuple[int, int]) -> pygame.event.Event:
        self._since.pop(key, None)
        return _make_event(pygame.KEYUP, self._down.pop(key))

    def pass_time(self, dt: float) -> list[pygame.event.Event]:
        """Lets dt seconds pass. Returns the events of held presses that repeat, and of a stick that scrolls."""
        found = []
        for key, since in self._since.items():
            self._since[key] = since + dt
            if since + dt >= 0:
                self._since[key] = -LATER_REPEATS
                found.append(_make_event(pygame.KEYDOWN, self._down[key]))
        self._rolled = self._rolled - self._scroll * abs(self._scroll) * SCROLL_SPEED * dt if self._scroll else 0.0
        if abs(self._rolled) >= SMALLEST_SCROLL:
            steps, self._rolled = self._rolled, 0.0
            found.append(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=round(steps), precise_y=steps, pad=True))
        return found


def _make_event(kind: int, press: KeyPress, chip: str = "") -> pygame.event.Event:
    return pygame.event.Event(kind, key=press.key, mod=press.mod, unicode="", commands=press.commands, pad=True, chip=chip)


# ---------------------------------------------------------------------- names of the buttons

SHAPE_MAKERS: Final = ("playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5", "sony")
LETTER_MAKERS: Final = ("xbox", "x-box", "xinput", "microsoft", "steam", "nintendo", "switch", "joy-con", "logitech", "8bitdo")
DEFAULT_BUTTONS: Final = {
    "hint": "X", "last": "Y", "suit back": "LB", "suit on": "RB", "pause": "Start", "keys": "Back", "settings": "Start",
}  # fmt: skip
"""Buttons by command."""
_BUTTON_FOR_KEY: Final = {
    "Left": "Pad", "Right": "Pad", "Up": "Pad", "Down": "Pad", "Enter": "A", "Space": "X", "Esc": "B", "Backspace": "Y",
    "PgUp": "LT", "PgDn": "RT", "F6": "RB", "Shift+F6": "LB", "Tab": "R3",
}  # fmt: skip
_SPOKEN_NAMES: Final = {
    "LB": "left shoulder", "RB": "right shoulder", "LT": "left trigger", "RT": "right trigger", "Start": "Start",
    "Back": "Back", "Pad": "the cross of directions", "L3": "the left stick, pressed", "R3": "the right stick, pressed",
    "R": "the right stick",
}  # fmt: skip
_LABEL_WORDS: Final = {
    "letters": {one: one for one in "ABXY"},
    "shapes": {"A": "Cross", "B": "Circle", "X": "Square", "Y": "Triangle"},
    "places": {"A": "South", "B": "East", "X": "West", "Y": "North"},
}
LABEL_KINDS: Final = tuple(_LABEL_WORDS)
"""Kinds of labels on the four main buttons: letters, shapes, or "places" if the labels are unknown and positions name the
buttons.
"""


def button_label_kind(controller_name: str) -> str:
    """Returns the kind of labels, one of `LABEL_KINDS`, on a controller with a given name.

    >>> button_label_kind("Xbox Wireless Controller"), button_label_kind("Sony DualSense"), button_label_kind("Generic USB pad")
    ('letters', 'shapes', 'places')
    """
    small = controller_name.lower()
    if any(word in small for word in SHAPE_MAKERS):
        return "shapes"
    return "letters" if any(word in small for word in LETTER_MAKERS) else "places"


def buttons_for_keys(keys: tuple[str, ...], screen: str) -> tuple[str, ...]:
    """Returns the labels of the controller buttons that replace keys on a screen."""
    if screen in (TABLE, REVIEW) and "F6" in keys:
        return ("L3",)
    if screen == REVIEW and "Tab" in keys:
        return ("LB", "RB")
    found = [_BUTTON_FOR_KEY[key] for key in keys if key in _BUTTON_FOR_KEY]
    if "A" in found and "X" in found:
        found.remove("X")
    return tuple(dict.fromkeys(found))


def spoken_button_names(labels: tuple[str, ...], label_kind: str) -> str:
    """Returns the names of buttons for a sentence. label_kind: the kind of labels on the controller, one of `LABEL_KINDS`."""
    return ", ".join(_LABEL_WORDS[label_kind].get(chip) or _SPOKEN_NAMES.get(chip, chip) for chip in labels)


# ---------------------------------------------------------------------- buttons that a person has chosen

FIXED_BUTTONS: Final = ("A", "B", "Pad")
"""Buttons whose meaning cannot be changed, because they press, go back and move the focus."""
FOCUS_BUTTONS: Final = ("R3",)
"""Buttons that move the focus, and cannot be assigned to a command."""
MENU_COMMANDS: Final = ("settings",)
"""Commands that lose their button on screens with a menu, because there the button opens the menu."""


def own_buttons(keys: Keymap) -> dict[str, str]:
    """Returns a person's own controller buttons, which replace the defaults, by command. keys: the person's keymap."""
    return valid_buttons(keys.saved_buttons) if keys.saved_buttons else {}


def button_of_command(buttons_by_command: Mapping[str, str], command: str) -> str:
    """Returns the label of a command's button: the one that a person has assigned, or else the default; "" if there is none.

    buttons_by_command: the label of each assigned button, by command.
    """
    return buttons_by_command.get(command, "") or DEFAULT_BUTTONS.get(command, "")


def command_of_button(buttons_by_command: Mapping[str, str], label: str, screen: str) -> str:
    """Returns the command that a person has assigned to a button on a screen; "" if there is none.

    buttons_by_command: the label of each assigned button, by command. label: the label of the button.
    """
    counts = (name for name, own in buttons_by_command.items() if own == label)
    return next((name for name in counts if not BY_ID[name].screens or screen in BY_ID[name].screens), "")


def why_not_button(buttons_by_command: Mapping[str, str], command: str, label: str, label_kind: str) -> str | None:
    """Returns a sentence on the reason why a command cannot have a button; None if it can.

    label: the label of the button. label_kind: the kind of labels on the controller, one of `LABEL_KINDS`.
    """
    called = phrases.with_capital(spoken_button_names((label,), label_kind))
    if label in FIXED_BUTTONS or label in FOCUS_BUTTONS or label not in BUTTON_LABELS.values():
        return f"{called} stays what it is."
    for other in COMMANDS:
        if (
            other.id != command
            and other.shares_screen(BY_ID[command])
            and button_of_command(buttons_by_command, other.id) == label
        ):
            if other.id in MENU_COMMANDS and set(BY_ID[command].screens) <= {*SCREENS_WITH_MENU} and BY_ID[command].screens:
                continue  # on these screens the menu has the button of the settings
            shared = [screen for screen in other.screens if screen in BY_ID[command].screens or not BY_ID[command].screens]
            where = shared[0] if shared else "everywhere"
            return f"{called} is taken {where}: {other.effect[:1].lower()}{other.effect[1:]}."
    return None


def valid_buttons(buttons_by_command: Mapping[str, str]) -> dict[str, str]:
    """Returns the saved button assignments without invalid ones, such as two commands with the same button."""
    found = {name: chip for name, chip in buttons_by_command.items() if name in BY_ID and chip != DEFAULT_BUTTONS.get(name)}
    while wrong := [name for name, chip in found.items() if why_not_button(found, name, chip, "letters") is not None]:
        del found[wrong[-1]]
    return found


def press_of_button(buttons_by_command: Mapping[str, str], button: int, screen: str) -> KeyPress | None:
    """Returns the key press that a controller's button stands for on a screen; None if the button has no effect there.

    buttons_by_command: the label of each assigned button, by command.
    """
    name = command_of_button(buttons_by_command, BUTTON_LABELS.get(button, ""), screen)
    if name:
        return KeyPress(commands=(name,))
    return default_press(button, screen, buttons_by_command)

"""Controller buttons that a person has given to commands in place of the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from goosetable.app.ui.controller import BUTTON_OF, CHIPS, PAUSING, Press, spoken, usual
from goosetable.app.ui.keymap import BY_ID, COMMANDS, Keymap
from goosetable.engine.words import phrases

STAY: Final = ("A", "B", "Pad")
"""Buttons whose meaning cannot be changed: press, back, and moving the focus."""
WALKS: Final = ("R3",)
"""A button that moves the focus unless a command has it."""


GIVES_WAY: Final = ("settings",)
"""Commands that lose their button to the menu on screens that have one."""


def own(keys: Keymap) -> dict[str, str]:
    """The controller buttons that commands have in place of the defaults."""
    return sound(keys.of_pad) if keys.of_pad else {}


def button_of(given: Mapping[str, str], command: str) -> str:
    """The button of a command: its own, or the default; empty where it has none."""
    return given.get(command, "") or BUTTON_OF.get(command, "")


def command_of(given: Mapping[str, str], chip: str, screen: str) -> str:
    """The command that has a button on a screen; empty where none has."""
    counts = (name for name, own in given.items() if own == chip)
    return next((name for name in counts if not BY_ID[name].screens or screen in BY_ID[name].screens), "")


def refusal(given: Mapping[str, str], command: str, chip: str, signs: str) -> str | None:
    """The reason why a command cannot have a button, as a sentence; None if it can. signs: as `controller.SIGNS`."""
    called = phrases.sentence(spoken((chip,), signs))
    if chip in STAY or chip in WALKS or chip not in CHIPS.values():
        return f"{called} stays what it is."
    for other in COMMANDS:
        if other.id != command and other.meets(BY_ID[command]) and button_of(given, other.id) == chip:
            if other.id in GIVES_WAY and set(BY_ID[command].screens) <= {*PAUSING} and BY_ID[command].screens:
                continue  # on these screens the menu has the button of the settings
            shared = [screen for screen in other.screens if screen in BY_ID[command].screens or not BY_ID[command].screens]
            where = shared[0] if shared else "everywhere"
            return f"{called} is taken {where}: {other.does[:1].lower()}{other.does[1:]}."
    return None


def sound(given: Mapping[str, str]) -> dict[str, str]:
    """Returns the saved buttons without impossible ones, such as those that another command has."""
    found = {name: chip for name, chip in given.items() if name in BY_ID and chip != BUTTON_OF.get(name)}
    while wrong := [name for name, chip in found.items() if refusal(found, name, chip, "letters") is not None]:
        del found[wrong[-1]]
    return found


def press(given: Mapping[str, str], button: int, screen: str) -> Press | None:
    """The press of a button on a screen, or None."""
    name = command_of(given, CHIPS.get(button, ""), screen)
    if name:
        return Press(commands=(name,))
    return usual(button, screen, given)

"""Buttons of a controller that a person has changed: what they do, what is refused, and what of a file is left out."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from goosetable.app.ui import keymap
from goosetable.app.ui.controller import BUTTON_OF, CHIPS, Controllers
from goosetable.app.ui.keymap import COMMANDS, PAD, Keymap
from goosetable.app.ui.pad_buttons import button_of, own, press, refusal, sound

NUMBER = {chip: number for number, chip in CHIPS.items()}
SCREENS = ("", *keymap.SCREENS)


def does(given: dict[str, str], chip: str, screen: str) -> Any:
    return press(given, NUMBER[chip], screen)


def test_a_command_has_its_new_button_and_the_old_one_does_what_it_does_elsewhere() -> None:
    given = {"hint": "L3"}
    assert does(given, "L3", keymap.TABLE).commands == ("hint",)
    assert does(given, "X", keymap.TABLE).key == pygame.K_SPACE and not does(given, "X", keymap.TABLE).commands
    assert does(given, "L3", keymap.TITLE).key == pygame.K_F6, "on other screens it is what it was"
    assert does({"suit on": "R3"}, "RB", keymap.TABLE)[:3] == (pygame.K_F6, 0, ())
    assert button_of(given, "hint") == "L3" and button_of(given, "last") == "Y" and not button_of(given, "mute")


def test_without_changes_every_button_does_what_it_did() -> None:
    for screen in SCREENS:
        for number in CHIPS:
            event = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=number)
            (found,) = Controllers().presses(event, screen)
            assert found.chip == CHIPS[number] and (found.key or found.commands)
    assert does({}, "Start", keymap.TABLE).commands == ("pause",) and does({}, "Start", "").commands == ("settings",)


@pytest.mark.parametrize(
    ("command", "chip", "said"),
    [
        ("hint", "A", "Cross stays what it is."), ("hint", "B", "Circle stays what it is."),
        ("hint", "Pad", "The cross of directions stays what it is."),
        ("hint", "R3", "The right stick, pressed stays what it is."),
        ("hint", "", " stays what it is."), ("hint", "nothing", "Nothing stays what it is."),
        ("hint", "Y", "Triangle is taken at the table: the last trick."),
        ("mute", "LB", "Left shoulder is taken at the table: the suit before, in the hand."),
        ("mute", "Back", "Back is taken everywhere: the keys of this screen."),
        ("hint", "L3", None), ("undo", "LB", "Left shoulder is taken at the table: the suit before, in the hand."),
        ("new game", "X", None), ("new game", "Start", "Start is taken everywhere: the settings."), ("pause", "Start", None),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_in_a_sentence(command: str, chip: str, said: str | None) -> None:
    found = refusal({}, command, chip, "shapes")
    assert found == said if chip else found is not None


def test_two_commands_may_change_places_and_wrong_ones_are_left_out() -> None:
    assert sound({"hint": "Y", "last": "X"}) == {"hint": "Y", "last": "X"}
    assert sound({"hint": "L3", "last": "L3"}) == {"hint": "L3"}
    assert sound({"hint": "A", "no such": "X", "last": "Q" * 500, "suit on": "RB"}) == {}
    keys = Keymap({f"{PAD}hint": "L3", "hint": "J", f"{PAD}": "X", f"{PAD}last": ""})
    assert own(keys) == {"hint": "L3"} and keys.name("hint") == "J"
    assert Keymap(keys.changed).changed == keys.changed and own(Keymap(keys.changed)) == own(keys)


def test_no_button_has_two_commands_of_a_screen_at_first() -> None:
    for screen in keymap.SCREENS:
        here = [one.id for one in COMMANDS if one.id in BUTTON_OF and (not one.screens or screen in one.screens)]
        for chip in CHIPS.values():
            assert len([name for name in here if BUTTON_OF[name] == chip and name != "settings"]) <= 1

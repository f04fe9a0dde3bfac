"""What buttons and sticks come to, and what they are called."""

from __future__ import annotations

import pygame
import pytest

from goosetable.app.ui import controller, keymap
from goosetable.app.ui.controller import Controllers


def button(number: int, down: bool = True, of: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP, instance_id=of, button=number)


def axis(number: int, far: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=number, value=round(far * 32767))


def keys(found: list[pygame.event.Event]) -> list[tuple[int, int]]:
    return [(event.type, event.key) for event in found]


def test_a_button_is_a_key_that_goes_down_and_up() -> None:
    pads = Controllers()
    assert keys(pads.presses(button(pygame.CONTROLLER_BUTTON_A), "")) == [(pygame.KEYDOWN, pygame.K_RETURN)]
    assert keys(pads.presses(button(pygame.CONTROLLER_BUTTON_A, False), "")) == [(pygame.KEYUP, pygame.K_RETURN)]
    assert pads.presses(button(pygame.CONTROLLER_BUTTON_A, False), "") == [], "it is up already"
    assert pads.presses(button(77), "") == []


@pytest.mark.parametrize(
    ("number", "screen", "means"),
    [
        (pygame.CONTROLLER_BUTTON_X, keymap.TABLE, "hint"), (pygame.CONTROLLER_BUTTON_Y, keymap.TABLE, "last"),
        (pygame.CONTROLLER_BUTTON_LEFTSHOULDER, keymap.TABLE, "suit back"),
        (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, keymap.TABLE, "suit on"),
        (pygame.CONTROLLER_BUTTON_START, keymap.TABLE, "pause"), (pygame.CONTROLLER_BUTTON_START, keymap.MENU, "pause"),
        (pygame.CONTROLLER_BUTTON_START, "", "settings"), (pygame.CONTROLLER_BUTTON_BACK, "", "keys"),
    ],
)  # fmt: skip
def test_some_buttons_mean_a_command_of_the_screen(number: int, screen: str, means: str) -> None:
    (event,) = Controllers().presses(button(number), screen)
    assert keymap.means(event, means) and event.pad


def test_a_stick_has_a_dead_zone_and_repeats_what_it_does() -> None:
    pads = Controllers()
    assert pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.4), "") == []
    assert keys(pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.8), "")) == [(pygame.KEYDOWN, pygame.K_RIGHT)]
    assert pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.7), "") == [] and pads.held
    assert pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.45), "") == [], "it trembles, and goes no second way"
    assert pads.passed(controller.FIRST - 0.05) == []
    assert keys(pads.passed(0.06)) == [(pygame.KEYDOWN, pygame.K_RIGHT)]
    assert pads.passed(0.05) == [] and len(pads.passed(controller.NEXT)) == 1
    other = keys(pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, -1.0), ""))
    assert other == [(pygame.KEYUP, pygame.K_RIGHT), (pygame.KEYDOWN, pygame.K_LEFT)]
    assert keys(pads.presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.0), "")) == [(pygame.KEYUP, pygame.K_LEFT)]
    assert not pads.held and pads.passed(9.0) == []


def test_triggers_turn_pages_once() -> None:
    pads = Controllers()
    assert keys(pads.presses(axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0), "")) == [(pygame.KEYDOWN, pygame.K_PAGEUP)]
    assert pads.passed(5.0) == []
    assert keys(pads.presses(axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1.0), "")) == [(pygame.KEYDOWN, pygame.K_PAGEDOWN)]


def test_the_right_stick_scrolls_as_long_as_it_is_held() -> None:
    pads = Controllers()
    assert pads.presses(axis(pygame.CONTROLLER_AXIS_RIGHTY, 1.0), "") == [] and pads.held
    rolled = [event for _ in range(10) for event in pads.passed(0.05)]
    assert {event.type for event in rolled} == {pygame.MOUSEWHEEL}
    assert sum(event.precise_y for event in rolled) == pytest.approx(-controller.SCROLLS * 0.5, abs=1)
    pads.presses(axis(pygame.CONTROLLER_AXIS_RIGHTY, 0.1), "")
    assert not pads.held and pads.passed(1.0) == []


def test_what_is_held_is_let_go_where_a_controller_is_pulled_out() -> None:
    pads = Controllers()
    pads.presses(button(pygame.CONTROLLER_BUTTON_A), "")
    pads.presses(button(pygame.CONTROLLER_BUTTON_DPAD_UP), "")
    pads.presses(button(pygame.CONTROLLER_BUTTON_B, of=1), "")
    assert keys(pads.pulled(0)) == [(pygame.KEYUP, pygame.K_RETURN), (pygame.KEYUP, pygame.K_UP)]
    assert not pads.held and list(pads.names) == [1]


def test_every_button_of_a_list_has_a_word_for_every_kind_of_sign() -> None:
    chips = {*controller.BUTTON_OF.values(), *controller.of_keys(tuple(keymap.NAMES.values()), ""), "L3", "R3", "R"}
    for signs in controller.SIGNS:
        assert all(controller.spoken((chip,), signs) not in ("L3", "R3", "R", "Pad") for chip in chips)
    assert controller.spoken(("A", "Y"), "places") == "South, North"
    assert controller.spoken(("A", "LB"), "shapes") == "Cross, left shoulder"
    assert controller.of_keys(("Enter", "Space"), "") == ("A",)
    assert controller.of_keys(("F6", "Shift+F6"), keymap.TABLE) == ("L3",)
    assert controller.of_keys(("Tab", "Shift+Tab"), keymap.REVIEW) == ("LB", "RB")

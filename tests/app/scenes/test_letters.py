"""A name is written with a controller alone."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from goosetable.app.scenes.letters import LettersScene
from goosetable.app.scenes.settings.scene import SettingsScene
from tests.app.conftest import Opens


def walk(one: Any, label: str) -> None:
    """To a letter by the cross alone, and use it."""
    for _ in range(40):
        focus, wanted = one.top.widgets.focus, one.find(label)
        if focus is wanted:
            break
        dx, dy = wanted.rect.centerx - focus.rect.centerx, wanted.rect.centery - focus.rect.centery
        if abs(dy) > 12:
            one.pad(pygame.CONTROLLER_BUTTON_DPAD_DOWN if dy > 0 else pygame.CONTROLLER_BUTTON_DPAD_UP)
        else:
            one.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT if dx > 0 else pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    assert one.top.widgets.focus is one.find(label)
    one.pad(pygame.CONTROLLER_BUTTON_A)


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_a_name_is_written_with_a_controller(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.at(lambda context, _: SettingsScene(context), size)
    one.click(next(tab for tab in scene.tabs if tab.label == "People"))
    scene.widgets.focus_on(scene.name)
    one.pad(pygame.CONTROLLER_BUTTON_A)
    assert isinstance(one.top, LettersScene)
    walk(one, "A")
    for letter in "nna":
        walk(one, letter)
    one.pad(pygame.CONTROLLER_BUTTON_X)
    walk(one, "B")
    walk(one, "x")
    one.pad(pygame.CONTROLLER_BUTTON_Y)
    assert one.context.settings.name == "Anna B"
    walk(one, "Capitals")
    walk(one, "E")
    walk(one, "Delete")
    walk(one, "Done")
    assert one.top is scene and one.context.settings.name == "Anna B"


def test_enter_on_a_keyboard_opens_no_board_and_letters_of_one_are_written(program: Opens) -> None:
    one, scene = program.at(lambda context, _: SettingsScene(context))
    one.click(next(tab for tab in scene.tabs if tab.label == "People"))
    scene.widgets.focus_on(scene.name)
    one.key(pygame.K_RETURN)
    assert one.top is scene
    one.pad(pygame.CONTROLLER_BUTTON_A)
    one.type("Zoë")
    one.key(pygame.K_BACKSPACE)
    assert scene.name.text == "Zo"
    one.key(pygame.K_ESCAPE)
    assert one.top is scene

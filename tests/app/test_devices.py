"""A controller that is plugged in and pulled out, as events and as a real one of the library."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pygame._sdl2.controller
import pytest

from goosetable import games
from goosetable.app.loop import Loop
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.engine.record.format import Chair
from tests.app.scenes.test_all_scenes import SCENES

Opens = Callable[..., Any]


def post(one: Any, kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **fields))
    one.step()


def at_table(one: Any, *people: str) -> TableScene:
    game = games.find("goosed")
    names = [*people, "Vesper", "Dorothea", "Minim", "Mumble"][:4]
    chairs = [Chair(name, "human" if name in people else "random") for name in names]
    one.show(lambda context, matches: TableScene(context, matches.lay(game, game.Options(), chairs)))
    for _ in range(5):
        one.step(0.1)
    found: TableScene = one.loop.scenes._stack[0]
    return found


def said(one: Any) -> str:
    for _ in range(3):
        one.step()
    return one.loop._said or ""


def test_pulled_out_in_mid_deal_the_game_pauses_with_a_sentence(program: Opens) -> None:
    one = program()
    at_table(one, "Anna")
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=3, button=pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert one.context.pad == "places"
    post(one, pygame.CONTROLLERDEVICEREMOVED, instance_id=3)
    assert isinstance(one.top, PauseMenuScene)
    assert said(one) == "The controller was pulled out; the game waits."
    assert one.context.pad == "" and not one.loop.devices.pads.held
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)


def test_behind_a_curtain_nothing_has_to_pause(program: Opens) -> None:
    one = program()
    table = at_table(one, "Anna", "Ben")
    assert isinstance(one.top, HandoverScene)
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_A)
    post(one, pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, HandoverScene), "nothing goes on behind a curtain"
    assert said(one) == "The controller was pulled out."
    for _ in range(20):
        one.step(0.1)
    assert isinstance(one.top, HandoverScene), "the button that was held is let go"
    assert table.match.covered


def test_it_pauses_over_the_last_trick_as_well(program: Opens) -> None:
    one = program()
    table = at_table(one, "Anna")
    while not table.match.chronicle().tricks:
        table.match.act(table.match.session.legal()[0])
    table.show_afresh()
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_Y)
    assert table.last_trick is not None
    post(one, pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, PauseMenuScene) and table.last_trick is None


def test_a_review_is_walked_by_the_shoulders_and_gone_through_by_the_cross(program: Opens) -> None:
    one = program()
    one.show(SCENES["review"])
    scene = one.top
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    post(one, pygame.CONTROLLERBUTTONUP, instance_id=0, button=pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.back_then.at == 1
    met = set()
    for _ in range(len(scene.widgets.all)):
        post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        met.add(scene.widgets.focus)
    assert met == {widget for widget in scene.widgets.all if widget.reachable}
    assert scene.back_then.at == 1
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_BACK)
    assert "The next control, and the one before" in {
        line.label: line.value for group in one.top.groups for line in group.lines
    }


def test_on_other_screens_it_is_only_said(program: Opens) -> None:
    one = program()
    one.show(TitleScene)
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_DPAD_UP)
    post(one, pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, TitleScene) and said(one) == "The controller was pulled out."


def test_one_that_was_never_there_is_not_missed(program: Opens) -> None:
    one = program()
    one.show(TitleScene)
    post(one, pygame.CONTROLLERDEVICEREMOVED, instance_id=9)
    post(one, pygame.CONTROLLERDEVICEADDED, device_index=9)
    assert said(one) == ""


def test_esc_of_a_controller_leaves_no_full_screen_and_its_start_key_the_table(program: Opens) -> None:
    one = program()
    at_table(one, "Anna")
    one.key(pygame.K_F11)
    assert one.screen.fullscreen
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_B)
    assert one.screen.fullscreen and isinstance(one.top, PauseMenuScene)
    post(one, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_START)
    assert isinstance(one.top, TableScene)
    one.key(pygame.K_F11)


# ---------------------------------------------------------------------- a real one


class Virtual:
    """A joystick that the library makes up, with the buttons of a controller."""

    def __init__(self) -> None:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        self.sdl = ctypes.CDLL(next(line.split()[-1] for line in lines if "libSDL2-2" in line))
        self.index = self.sdl.SDL_JoystickAttachVirtual(1, 6, 15, 1)
        if self.index < 0:
            raise OSError("no virtual joystick")
        self.sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
        self.sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]

    def press(self, number: int, button: int, down: bool) -> None:
        stick = self.sdl.SDL_JoystickFromInstanceID(number)
        assert stick and self.sdl.SDL_JoystickSetVirtualButton(stick, button, down) == 0

    def pull(self) -> None:
        self.sdl.SDL_JoystickDetachVirtual(self.index)


@pytest.fixture
def background(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Controllers are heard without a window in front, and not at all afterwards."""
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    yield
    pygame._sdl2.controller.quit()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds the library in the map of its process")
def test_a_real_controller_is_plugged_in_used_and_pulled_out(program: Opens, background: None) -> None:
    one = program()
    one.show(TitleScene)
    loop: Loop = one.loop
    loop.devices.pads.open()
    try:
        stick = Virtual()
    except (OSError, StopIteration, AttributeError):
        pytest.skip("the library has no virtual joysticks")
    assert "can be used" in said(one) and "Virtual" in said(one)
    (number,) = loop.devices.pads.names
    focus = one.top.widgets.focus
    stick.press(number, pygame.CONTROLLER_BUTTON_DPAD_DOWN, True)
    one.step()
    stick.press(number, pygame.CONTROLLER_BUTTON_DPAD_DOWN, False)
    one.step()
    assert one.top.widgets.focus is not focus and one.top.widgets.ring
    loop._said = None
    stick.pull()
    assert said(one) == "The controller was pulled out." and not loop.devices.pads.names

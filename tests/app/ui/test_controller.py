"""Controllers: what buttons and sticks come to, buttons that a person has changed, and one that is pulled out."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
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
from goosetable.app.ui import controller, keymap
from goosetable.app.ui.controller import (
    BUTTON_LABELS,
    DEFAULT_BUTTONS,
    Controllers,
    button_of_command,
    own_buttons,
    press_of_button,
    valid_buttons,
    why_not_button,
)
from goosetable.app.ui.keymap import COMMANDS, PAD_PREFIX, Keymap
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens
from tests.app.scenes.test_all_scenes import SCENES


def button(number: int, down: bool = True, of: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP, instance_id=of, button=number)


def axis(number: int, far: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=number, value=round(far * 32767))


def keys(found: list[pygame.event.Event]) -> list[tuple[int, int]]:
    return [(event.type, event.key) for event in found]


def test_a_button_is_a_key_that_goes_down_and_up() -> None:
    pads = Controllers()
    assert keys(pads.key_presses(button(pygame.CONTROLLER_BUTTON_A), "")) == [(pygame.KEYDOWN, pygame.K_RETURN)]
    assert keys(pads.key_presses(button(pygame.CONTROLLER_BUTTON_A, False), "")) == [(pygame.KEYUP, pygame.K_RETURN)]
    assert pads.key_presses(button(pygame.CONTROLLER_BUTTON_A, False), "") == [], "it is up already"
    assert pads.key_presses(button(77), "") == []


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
    (event,) = Controllers().key_presses(button(number), screen)
    assert keymap.is_command(event, means) and event.pad


def test_a_stick_has_a_dead_zone_and_repeats_what_it_does() -> None:
    pads = Controllers()
    assert pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.4), "") == []
    assert keys(pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.8), "")) == [(pygame.KEYDOWN, pygame.K_RIGHT)]
    assert pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.7), "") == [] and pads.changes_with_time
    assert pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.45), "") == [], "it trembles, and goes no second way"
    assert pads.pass_time(controller.FIRST_REPEAT - 0.05) == []
    assert keys(pads.pass_time(0.06)) == [(pygame.KEYDOWN, pygame.K_RIGHT)]
    assert pads.pass_time(0.05) == [] and len(pads.pass_time(controller.LATER_REPEATS)) == 1
    other = keys(pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, -1.0), ""))
    assert other == [(pygame.KEYUP, pygame.K_RIGHT), (pygame.KEYDOWN, pygame.K_LEFT)]
    assert keys(pads.key_presses(axis(pygame.CONTROLLER_AXIS_LEFTX, 0.0), "")) == [(pygame.KEYUP, pygame.K_LEFT)]
    assert not pads.changes_with_time and pads.pass_time(9.0) == []


def test_triggers_turn_pages_once() -> None:
    pads = Controllers()
    assert keys(pads.key_presses(axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0), "")) == [(pygame.KEYDOWN, pygame.K_PAGEUP)]
    assert pads.pass_time(5.0) == []
    assert keys(pads.key_presses(axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1.0), "")) == [(pygame.KEYDOWN, pygame.K_PAGEDOWN)]


def test_the_right_stick_scrolls_as_long_as_it_is_held() -> None:
    pads = Controllers()
    assert pads.key_presses(axis(pygame.CONTROLLER_AXIS_RIGHTY, 1.0), "") == [] and pads.changes_with_time
    rolled = [event for _ in range(10) for event in pads.pass_time(0.05)]
    assert {event.type for event in rolled} == {pygame.MOUSEWHEEL}
    assert sum(event.precise_y for event in rolled) == pytest.approx(-controller.SCROLL_SPEED * 0.5, abs=1)
    pads.key_presses(axis(pygame.CONTROLLER_AXIS_RIGHTY, 0.1), "")
    assert not pads.changes_with_time and pads.pass_time(1.0) == []


def test_what_is_held_is_let_go_where_a_controller_is_pulled_out() -> None:
    pads = Controllers()
    pads.key_presses(button(pygame.CONTROLLER_BUTTON_A), "")
    pads.key_presses(button(pygame.CONTROLLER_BUTTON_DPAD_UP), "")
    pads.key_presses(button(pygame.CONTROLLER_BUTTON_B, of=1), "")
    assert keys(pads.close_device(0)) == [(pygame.KEYUP, pygame.K_RETURN), (pygame.KEYUP, pygame.K_UP)]
    assert not pads.changes_with_time and list(pads.names) == [1]


def test_every_button_of_a_list_has_a_word_for_every_kind_of_sign() -> None:
    chips = {
        *controller.DEFAULT_BUTTONS.values(),
        *controller.buttons_for_keys(tuple(keymap.KEY_NAMES.values()), ""),
        "L3",
        "R3",
        "R",
    }
    for signs in controller.LABEL_KINDS:
        assert all(controller.spoken_button_names((chip,), signs) not in ("L3", "R3", "R", "Pad") for chip in chips)
    assert controller.spoken_button_names(("A", "Y"), "places") == "South, North"
    assert controller.spoken_button_names(("A", "LB"), "shapes") == "Cross, left shoulder"
    assert controller.buttons_for_keys(("Enter", "Space"), "") == ("A",)
    assert controller.buttons_for_keys(("F6", "Shift+F6"), keymap.TABLE) == ("L3",)
    assert controller.buttons_for_keys(("Tab", "Shift+Tab"), keymap.REVIEW) == ("LB", "RB")


# ---------------------------------------------------------------------- buttons of a controller that a person has changed


NUMBER = {chip: number for number, chip in BUTTON_LABELS.items()}
SCREENS = ("", *keymap.SCREENS)


def does(given: dict[str, str], chip: str, screen: str) -> Any:
    return press_of_button(given, NUMBER[chip], screen)


def test_a_command_has_its_new_button_and_the_old_one_does_what_it_does_elsewhere() -> None:
    given = {"hint": "L3"}
    assert does(given, "L3", keymap.TABLE).commands == ("hint",)
    assert does(given, "X", keymap.TABLE).key == pygame.K_SPACE and not does(given, "X", keymap.TABLE).commands
    assert does(given, "L3", keymap.TITLE).key == pygame.K_F6, "on other screens it is what it was"
    assert does({"suit on": "R3"}, "RB", keymap.TABLE)[:3] == (pygame.K_F6, 0, ())
    assert (
        button_of_command(given, "hint") == "L3"
        and button_of_command(given, "last") == "Y"
        and not button_of_command(given, "mute")
    )


def test_without_changes_every_button_does_what_it_did() -> None:
    for screen in SCREENS:
        for number in BUTTON_LABELS:
            event = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=number)
            (found,) = Controllers().key_presses(event, screen)
            assert found.chip == BUTTON_LABELS[number] and (found.key or found.commands)
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
    found = why_not_button({}, command, chip, "shapes")
    assert found == said if chip else found is not None


def test_two_commands_may_change_places_and_wrong_ones_are_left_out() -> None:
    assert valid_buttons({"hint": "Y", "last": "X"}) == {"hint": "Y", "last": "X"}
    assert valid_buttons({"hint": "L3", "last": "L3"}) == {"hint": "L3"}
    assert valid_buttons({"hint": "A", "no such": "X", "last": "Q" * 500, "suit on": "RB"}) == {}
    keys = Keymap({f"{PAD_PREFIX}hint": "L3", "hint": "J", f"{PAD_PREFIX}": "X", f"{PAD_PREFIX}last": ""})
    assert own_buttons(keys) == {"hint": "L3"} and keys.name_of_key("hint") == "J"
    assert Keymap(keys.changed_keys).changed_keys == keys.changed_keys and own_buttons(
        Keymap(keys.changed_keys)
    ) == own_buttons(keys)


def test_no_button_has_two_commands_of_a_screen_at_first() -> None:
    for screen in keymap.SCREENS:
        here = [one.id for one in COMMANDS if one.id in DEFAULT_BUTTONS and (not one.screens or screen in one.screens)]
        for chip in BUTTON_LABELS.values():
            assert len([name for name in here if DEFAULT_BUTTONS[name] == chip and name != "settings"]) <= 1


# ---------------------------------------------------------------------- a controller that is plugged in and pulled out, as e


def at_table(one: Any, *people: str) -> TableScene:
    game = games.find_game("goosed")
    names = [*people, "Vesper", "Dorothea", "Minim", "Mumble"][:4]
    chairs = [Chair(name, "human" if name in people else "random") for name in names]
    one.show(lambda context, matches: TableScene(context, matches.begin_table(game, game.Options(), chairs)))
    one.wait(0.5)
    found: TableScene = one.loop.scenes._stack[0]
    return found


def said(one: Any) -> str:
    one.wait(0.06, 0.02)
    return one.loop._notice or ""


def test_pulled_out_in_mid_deal_the_game_pauses_with_a_sentence(program: Opens) -> None:
    one, _ = program.into(at_table, "Anna")
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=3, button=pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert one.context.pad == "places"
    one.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=3)
    assert isinstance(one.top, PauseMenuScene)
    assert said(one) == "The controller was pulled out; the game waits."
    assert one.context.pad == "" and not one.loop.devices.controllers.changes_with_time
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)


def test_behind_a_curtain_nothing_has_to_pause(program: Opens) -> None:
    one, table = program.into(at_table, "Anna", "Ben")
    assert isinstance(one.top, HandoverScene)
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_A)
    one.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, HandoverScene), "nothing goes on behind a curtain"
    assert said(one) == "The controller was pulled out."
    one.wait(2.0)
    assert isinstance(one.top, HandoverScene), "the button that was held is let go"
    assert table.match.is_covered


def test_it_pauses_over_the_last_trick_as_well(program: Opens) -> None:
    one, table = program.into(at_table, "Anna")
    while not table.match.deal_log().tricks:
        table.match.act(table.match.session.legal()[0])
    table.show_at_rest()
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_Y)
    assert table.last_trick is not None
    one.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, PauseMenuScene) and table.last_trick is None


def test_a_review_is_walked_by_the_shoulders_and_gone_through_by_the_cross(program: Opens) -> None:
    one, _ = program.at(SCENES["review"])
    scene = one.top
    one.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.replayed.action_index == 1
    met = set()
    for _ in range(len(scene.widgets.all)):
        one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        met.add(scene.widgets.focus)
    assert met == {widget for widget in scene.widgets.all if widget.is_focusable}
    assert scene.replayed.action_index == 1
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_BACK)
    assert "The next control, and the one before" in {
        line.label: line.accessible_value for group in one.top.groups for line in group.lines
    }


def test_on_other_screens_it_is_only_said_and_one_that_was_never_there_is_not_missed(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=9)
    one.post(pygame.CONTROLLERDEVICEADDED, device_index=9)
    assert said(one) == ""
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_DPAD_UP)
    one.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert isinstance(one.top, TitleScene) and said(one) == "The controller was pulled out."


def test_esc_of_a_controller_leaves_no_full_screen_and_its_start_key_the_table(program: Opens) -> None:
    one, _ = program.into(at_table, "Anna")
    one.key(pygame.K_F11)
    assert one.screen.fullscreen
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_B)
    assert one.screen.fullscreen and isinstance(one.top, PauseMenuScene)
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_START)
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
    one, _ = program.at(TitleScene)
    loop: Loop = one.loop
    loop.devices.controllers.begin_listening()
    try:
        stick = Virtual()
    except (OSError, StopIteration, AttributeError):
        pytest.skip("the library has no virtual joysticks")
    assert "can be used" in said(one) and "Virtual" in said(one)
    (number,) = loop.devices.controllers.names
    focus = one.top.widgets.focus
    stick.press(number, pygame.CONTROLLER_BUTTON_DPAD_DOWN, True)
    one.step()
    stick.press(number, pygame.CONTROLLER_BUTTON_DPAD_DOWN, False)
    one.step()
    assert one.top.widgets.focus is not focus and one.top.widgets.ring
    loop._notice = None
    stick.pull()
    assert said(one) == "The controller was pulled out." and not loop.devices.controllers.names

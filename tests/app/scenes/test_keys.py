"""Keys: what each does here, keys and buttons of ones own, and names written with a controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import SETTLED
from goosetable.app.loop import Devices
from goosetable.app.scenes import key_list
from goosetable.app.scenes.keys import TELLS, WAITS, KeyChoiceScene, KeysScene
from goosetable.app.scenes.letters import OnScreenKeyboardScene
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import settings
from goosetable.app.ui import keymap
from goosetable.app.ui.keymap import COMMANDS
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens

GAME = games.find_game("goosed")


def at_table(one: Any) -> Any:
    chairs = [Chair("Anna", "human"), *(Chair(name, "random") for name in ("Ben", "Chloë", "Dov"))]
    one.show(lambda context, matches: TableScene(context, matches.begin_table(GAME, GAME.Options(), chairs)))
    one.wait(0.4)
    return one.top


def said(scene: Any) -> dict[str, str]:
    return {line.label: line.accessible_value for group in scene.groups for line in group.lines}


def test_f1_lists_what_the_keys_do_here_and_goes_again_by_f1_esc_and_click(program: Opens) -> None:
    one, table = program.into(at_table)
    ways: tuple[Callable[[], None], ...] = (
        lambda: one.key(pygame.K_F1),
        lambda: one.key(pygame.K_ESCAPE),
        lambda: one.click((3, 3)),
    )
    for leave in ways:
        one.key(pygame.K_F1)
        assert isinstance(one.top, KeysScene) and one.top.title_words == "Keys at the table"
        leave()
        assert one.top is table
    one.key(pygame.K_F1)
    lines = said(one.top)
    assert lines["The last trick"] == "L" and lines["Take back"] == "Ctrl+Z" and lines["The rules"] == "Shift+F1"
    assert "The score keeper" not in lines
    one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    assert isinstance(one.top, RulesScene)


def test_a_page_lists_the_keys_of_its_controls(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.key(pygame.K_F1)
    lines = said(one.top)
    assert lines["The score keeper"] == "K" and lines["The nearest control on that side"]
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Settings"))
    one.click(next(tab for tab in one.top.tabs if tab.label == "Sound"))
    one.key(pygame.K_F1)
    lines = said(one.top)
    assert "The score keeper" not in lines and "At a slider: less, and more" in lines
    assert not one.top.rules.shown


def test_a_controller_that_was_used_last_shows_its_buttons(program: Opens) -> None:
    one, _ = program.into(at_table)
    one.loop.devices.controllers.names[0] = "Sony DualSense"
    one.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_BACK)
    assert isinstance(one.top, KeysScene)
    lines = said(one.top)
    assert lines["The last trick"] == "Triangle" and lines["Pause, and go on"] == "Start" and "Take back" not in lines
    one.key(pygame.K_TAB)
    assert said(one.top)["The last trick"] == "L", "keys again, once a key was pressed"


def open_choice(one: Any) -> KeyChoiceScene:
    one.show(TitleScene)
    one.key(pygame.K_F10)
    one.click(next(tab for tab in one.top.tabs if tab.label == "Program"))
    one.click(one.find("Keys"))
    assert isinstance(one.top, KeyChoiceScene)
    return one.top


def line(page: KeyChoiceScene, command: str) -> Any:
    return next(line for line in page.lines if line.of.id == command)


def test_a_key_is_changed_by_keys_is_kept_and_counts_at_once(program: Opens) -> None:
    one, page = program.into(open_choice)
    while page.widgets.focus is not line(page, "mute"):
        one.key(pygame.K_TAB)
    one.key(pygame.K_RETURN)
    assert page.message == WAITS
    one.key(pygame.K_LSHIFT, pygame.K_F11)
    assert page.message.startswith("F11 is taken everywhere") and not one.screen.fullscreen
    one.key(pygame.K_RETURN)
    assert page.message == "Enter stays what it is." and page.waiting is not None
    one.key(pygame.K_j)
    one.step(SETTLED)
    assert page.waiting is None and settings.load(one.folders.settings).settings.keys == {"mute": "J"}
    one.key(pygame.K_m)
    assert not one.context.settings.muted
    one.key(pygame.K_j)
    assert one.context.settings.muted
    one.key(pygame.K_BACKSPACE)
    assert one.context.settings.keys == {} and page.message == TELLS
    one.key(pygame.K_m)
    assert not one.context.settings.muted


def test_a_key_is_changed_by_mouse_and_by_controller_and_esc_leaves_it(program: Opens) -> None:
    one, page = program.into(open_choice)
    one.click(line(page, "hint"))
    one.key(pygame.K_ESCAPE)
    assert page.waiting is None and one.top is page and one.context.settings.keys == {}
    page.widgets.focus_on(line(page, "hint"))
    one.pad(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_A)
    assert page.waiting is line(page, "hint"), "its buttons are no keys"
    one.key(pygame.K_b, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert one.context.settings.keys == {"hint": "Ctrl+Shift+B"}
    one.click(page.usual)
    assert one.context.settings.keys == {} and not page.usual.enabled


def test_a_button_is_changed_by_the_controller_with_the_same_refusals(program: Opens) -> None:
    one, page = program.into(open_choice)
    page.widgets.focus_on(line(page, "hint"))
    one.pad(pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    page.widgets.focus_on(line(page, "hint"))
    assert page.message == "Choose a line with South, then press the new button. North gives back the usual one."
    assert line(page, "hint").chips == ("X",) and line(page, "mute").chips == ()
    one.pad(pygame.CONTROLLER_BUTTON_A)
    assert page.message == "Press the new button; East leaves it as it is."
    one.pad(pygame.CONTROLLER_BUTTON_Y)
    assert page.message == "North is taken at the table: the last trick." and page.waiting is not None
    one.pad(pygame.CONTROLLER_BUTTON_DPAD_UP)
    assert page.message == "The cross of directions stays what it is." and page.waiting is not None
    one.pad(pygame.CONTROLLER_BUTTON_B)
    assert page.waiting is None and one.top is page and one.context.settings.keys == {}
    one.pad(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_LEFTSTICK)
    assert page.message.startswith("The left stick, pressed: a hint")
    one.step(SETTLED)
    assert settings.load(one.folders.settings).settings.keys == {"pad hint": "L3"}
    assert line(page, "hint").chips == ("L3",)
    one.key(pygame.K_RIGHT)
    assert line(page, "hint").chips == ("H", "Ctrl+H"), "the key is what it was, and the keyboard was used last"
    page.widgets.focus_on(line(page, "hint"))
    one.pad(pygame.CONTROLLER_BUTTON_Y)
    assert one.context.settings.keys == {} and line(page, "hint").chips == ("X",)


def test_a_changed_button_counts_at_the_table_and_in_the_list_of_its_keys(program: Opens) -> None:
    one = program(keys={"pad hint": "L3"})
    devices = Devices(one.context)
    down = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_LEFTSTICK)
    (found,) = devices.controllers.key_presses(down, keymap.TABLE)
    assert keymap.is_command(found, "hint")
    one.context.pad = "letters"
    page = one.show(lambda context, _: KeysScene(context, *key_list.route_to_keys_of_screen(keymap.TABLE, key_list.AT_TABLE)))
    shown = {each.label: each.chips for group in page.groups for each in group.lines}
    assert shown["A hint, or play it out where the rest is certain"] == ("L3",)
    assert "The next part of the screen, and the one before" not in shown, "that button does it no more"


def test_the_usual_key_does_not_come_back_where_another_has_it(program: Opens) -> None:
    one, page = program.into(open_choice)
    one.context.change_settings(keys={"hint": "J", "last": "H"})
    page.widgets.focus_on(line(page, "hint"))
    one.key(pygame.K_BACKSPACE)
    assert one.context.settings.keys == {"hint": "J", "last": "H"}
    assert page.message == "H is taken at the table: the last trick."


def test_a_changed_key_stands_on_buttons_and_in_the_list(program: Opens) -> None:
    one, title = program.at(TitleScene, keys={"rules": "F5", "last": "Y"})
    one.finish()
    assert title.buttons[1].hint == "F5"
    one.key(pygame.K_F5)
    assert isinstance(one.top, RulesScene)
    one.key(pygame.K_F5)
    table = at_table(one)
    one.key(pygame.K_F1)
    assert said(one.top)["The last trick"] == "Y"
    one.key(pygame.K_ESCAPE)
    assert one.top is table


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (800, 1000)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_every_line_can_be_read(program: Opens, size: tuple[int, int], text: float) -> None:
    one, page = program.into(open_choice, size=size, text_size=text)
    one.finish()
    assert len(page.lines) == len(COMMANDS)
    for row in page.lines:
        words = next(text for text in page.visible_texts(row.content) if text.words == row.label)
        assert not any("…" in line for line in words.lines), row.label


def test_keys_of_a_file_that_cannot_be_are_left_out(program: Opens) -> None:
    kept = settings.parse('{"keys": {"hint": "L", "mute": "J", "dance": "X", "last": 3, "story": ["W"]}}').keys
    assert kept == {"hint": "L", "mute": "J", "dance": "X"}
    one, _ = program.at(TitleScene, keys=kept)
    one.key(pygame.K_j)
    assert one.context.settings.muted and one.context.keymap.changed_keys == {"mute": "J"}


def test_f2_begins_a_game_and_ctrl_q_leaves_it_kept(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.key(pygame.K_F2)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    one.step(0.1)
    one.key(pygame.K_q)
    assert isinstance(one.top, TableScene), "not without Ctrl"
    one.key(pygame.K_q, mod=pygame.KMOD_LCTRL)
    assert one.loop.is_over
    _, title = program.at(TitleScene)
    assert title.running is not None


def test_the_hold_at_the_curtain_is_told_for_the_device_in_hand(program: Opens) -> None:
    one = program(name="Anna", people=({"name": "Ben"},))
    chairs = [Chair("Anna", "human"), Chair("Ben", "human"), *(Chair(name, "random") for name in ("Chloë", "Dov"))]
    one.show(lambda context, matches: TableScene(context, matches.begin_table(GAME, GAME.Options(), chairs)))
    one.wait(0.4)
    for pad, wanted in (("", "hold Enter"), ("letters", "hold the A button"), ("shapes", "hold the Cross button")):
        one.context.pad = pad
        one.step()
        assert any(text.words.startswith(wanted) for text in one.top.visible_texts())


# ---------------------------------------------------------------------- letters by a controller


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
    assert isinstance(one.top, OnScreenKeyboardScene)
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

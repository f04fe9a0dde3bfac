"""Keys as text, what they mean, and which a command can have."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

from goosetable.app.ui import keymap
from goosetable.app.ui.keymap import COMMANDS, FIXED, SCREENS, Keymap, Stroke, read, write


def press(key: int, mod: int = 0, **more: Any) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", **more)


def test_every_usual_key_is_read_and_written_and_none_is_fixed() -> None:
    for command in COMMANDS:
        for text in command.keys:
            stroke = read(text)
            assert stroke is not None and write(stroke) == text
            assert text not in FIXED, command.id
    assert {screen for command in COMMANDS for screen in command.screens} == set(SCREENS)


def test_no_two_commands_of_a_screen_have_a_key_in_common() -> None:
    for one, other in combinations(COMMANDS, 2):
        if one.meets(other):
            assert not {*one.keys} & {*other.keys}, (one.id, other.id)


@pytest.mark.parametrize("text", ["", "Ctrl+", "ab", "ctrl+Z", "F99", "\n", " ", "x" * 500, "Shift+Ctrl+Z+"])
def test_what_is_no_key_is_not_read(text: str) -> None:
    assert read(text) is None


def test_a_letter_means_the_same_with_shift_unless_that_means_something_else() -> None:
    keys = Keymap({})
    assert "hint" in keys.commands(press(pygame.K_h, pygame.KMOD_LSHIFT))
    assert keys.commands(press(pygame.K_n)) == ("mistake",)
    assert keys.commands(press(pygame.K_n, pygame.KMOD_RSHIFT)) == ("mistake back",)
    assert keys.commands(press(pygame.K_F1, pygame.KMOD_LSHIFT)) == ("rules",)
    assert keys.commands(press(pygame.K_F8, pygame.KMOD_LSHIFT)) == ()
    assert keys.commands(press(pygame.K_z, pygame.KMOD_LMETA)) == ("undo",), "Cmd is Ctrl"


def test_a_changed_command_has_its_new_key_alone() -> None:
    keys = Keymap({"hint": "J"})
    assert keys.commands(press(pygame.K_j)) == ("hint",)
    assert not keys.commands(press(pygame.K_h)) and not keys.commands(press(pygame.K_h, pygame.KMOD_LCTRL))
    assert keys.name("hint") == "J" and keys.changed == {"hint": "J"}


def test_two_commands_may_change_places() -> None:
    keys = Keymap({"hint": "L", "last": "H"})
    assert keys.commands(press(pygame.K_l)) == ("hint",) and keys.commands(press(pygame.K_h)) == ("last",)


@pytest.mark.parametrize(
    "wrong", [{"hint": "L"}, {"dance": "J"}, {"hint": "Enter"}, {"hint": "no key"}, {"hint": "7"}, {"hint": "Ctrl+V"}]
)
def test_what_cannot_be_is_left_out_and_the_rest_counts(wrong: dict[str, str]) -> None:
    assert Keymap({**wrong, "mute": "J"}).changed == {"mute": "J"}


def test_a_refusal_is_a_sentence_that_says_where_the_key_is_taken() -> None:
    keys = Keymap({})
    assert keys.refusal("hint", "L") == "L is taken at the table: the last trick."
    assert keys.refusal("hint", "F11") == "F11 is taken everywhere: full screen, and a window again."
    assert keys.refusal("mute", "K") == "K is taken at the title: the score keeper."
    assert keys.refusal("hint", "Enter") == "Enter stays what it is."
    assert keys.refusal("hint", "K") is None, "another screen"
    assert keys.refusal("hint", "H") is None, "its own"


def test_letters_are_text_where_somebody_writes() -> None:
    keys = Keymap({})
    assert keys.named(press(pygame.K_m), typing=False).commands == ("mute",)
    assert keys.named(press(pygame.K_m), typing=True).commands == ()
    assert keys.named(press(pygame.K_DELETE), typing=True).commands == ()
    assert keys.named(press(pygame.K_F1), typing=True).commands == ("keys",)
    assert keys.named(press(pygame.K_z, pygame.KMOD_LCTRL), typing=True).commands == ("undo",)


def test_a_press_that_has_its_meaning_keeps_it() -> None:
    made = press(0, commands=("hint",))
    assert Keymap({}).named(made, typing=True) is made
    assert keymap.means(made, "hint") and keymap.command(made, keymap.TABLE) == "hint"
    assert keymap.command(made, keymap.TITLE) == ""


def test_a_key_of_any_alphabet_can_be_one() -> None:
    stroke = Stroke(ord("ж"), ("Alt",))
    assert write(stroke) == "Alt+Ж" and read("Alt+Ж") == stroke

"""What the system says of motion and contrast: by file, by another program, in any state these may be in."""

from __future__ import annotations

import ctypes
import os
import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import system_preferences
from goosetable.app.storage.settings import Settings, file_text, parse
from tests.app.conftest import Opens

posix = pytest.mark.skipif(sys.platform == "win32", reason="a program that stands for gsettings is a shell script")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[KDE]\nAnimationDurationFactor=0\n", True),
        ("[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("[KDE]\nAnimationDurationFactor=quick\n", None),
        ("[General]\nx=1\n[KDE]\n", None),
        ("no section\n", None),
        ("[KDE]\nAnimationDurationFactor=1\n[KDE]\nAnimationDurationFactor=0\n", True),
    ],
)
def test_kde_says_it_in_a_file(tmp_path: Path, text: str, found: bool | None) -> None:
    (tmp_path / "kdeglobals").write_text(text, encoding="utf-8")
    environ = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_CURRENT_DESKTOP": "KDE"}
    assert system_preferences.less_motion_in_files(environ, tmp_path) is found
    assert system_preferences.less_motion_in_files({**environ, "XDG_CURRENT_DESKTOP": "GNOME"}, tmp_path) is None


@pytest.mark.parametrize(("word", "found"), [("0", True), ("false", True), ("1", False), ("maybe", None)])
def test_gtk_says_it_in_a_file(tmp_path: Path, word: str, found: bool | None) -> None:
    file = tmp_path / ".config" / "gtk-3.0" / "settings.ini"
    file.parent.mkdir(parents=True)
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text(f"[Settings]\ngtk-enable-animations={word}\n", encoding=encoding)
        assert system_preferences.less_motion_in_files({}, tmp_path) is found


def test_files_that_cannot_be_read_say_nothing(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    assert system_preferences.ini_value(file, "a", "b") is None
    file.write_bytes(b"[a]\nb=\xff\xfe\n")
    assert system_preferences.ini_value(file, "a", "b") is None
    file.write_bytes(b"[a]\nb=1\n" + b"#" * system_preferences.LARGEST)
    assert system_preferences.ini_value(file, "a", "b") is None
    assert system_preferences.ini_value(tmp_path, "a", "b") is None


@posix
@pytest.mark.parametrize(
    ("script", "found"),
    [("echo false", True), ("echo true", False), ("echo false; exit 1", False), ("printf '\\377'", False), ("true", False)],
)
def test_another_program_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, found: bool) -> None:
    file = tmp_path / "gsettings"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    said = list(system_preferences._ask_command(system_preferences.GNOME, "false"))
    assert said[-1] is found and set(said[:-1]) <= {None}


@posix
def test_one_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gsettings"
    file.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(system_preferences, "WAIT", 0.0)
    assert list(system_preferences._ask_command(system_preferences.GNOME, "false")) == [False]


def test_where_there_is_no_such_program_nothing_is_wished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert list(system_preferences._ask_command(system_preferences.MAC, "1")) == [False]


def test_nothing_moves_where_the_system_asks_for_it_unless_the_person_chose_otherwise(program: Opens) -> None:
    one, _ = program.at(TitleScene, pace="leisurely")
    context = one.context
    assert context.animation_factor == 1
    assert len(list(context.apply_system_preferences((None, None, True), ()))) == 3
    assert context.animation_factor == 0 and context.pause_factor == 1
    context.change_settings(moving=True)
    assert context.animation_factor == 1
    context.change_settings(still=True, moving=False)
    context.less_motion = False
    assert context.animation_factor == 0


def test_a_file_of_before_is_read_as_it_was_meant() -> None:
    assert parse('{"still": true, "pace": "brisk"}').still
    old = parse('{"still": false, "pace": "brisk"}')
    assert not old.still and not old.moving, "it goes by the system"
    assert parse(file_text(Settings(moving=True))).moving


# ---------------------------------------------------------------------- contrast


@pytest.mark.parametrize(
    ("file", "text", "desktop", "found"),
    [
        ("kdeglobals", "[General]\nColorScheme=BreezeHighContrast\n", "KDE", True),
        ("kdeglobals", "[General]\nColorScheme=Breeze High-Contrast\n", "KDE", True),
        ("kdeglobals", "[General]\nColorScheme=BreezeDark\n", "KDE", False),
        ("kdeglobals", "[General]\nColorScheme=BreezeHighContrast\n", "GNOME", False),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=HighContrastInverse\n", "MATE", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-theme-name=Adwaita\n", "MATE", False),
        ("gtk-4.0/settings.ini", "no section\n", "", False),
    ],
)
def test_colours_called_after_strong_contrast_ask_for_it(
    tmp_path: Path, file: str, text: str, desktop: str, found: bool
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    environ = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_CURRENT_DESKTOP": desktop}
    assert system_preferences.has_contrast_in_files(environ, tmp_path) is found


@posix
@pytest.mark.parametrize(("platform", "program", "word"), [("linux", "gsettings", "true"), ("darwin", "defaults", "1")])
def test_gnome_and_macos_are_asked_for_contrast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, program: str, word: str
) -> None:
    """The stand-in answers to the very words that the system knows."""
    asked = system_preferences.GNOME_CONTRAST if platform == "linux" else system_preferences.MAC_CONTRAST
    file = tmp_path / program
    file.write_text(f'#!/bin/sh\n[ "$*" = "{" ".join(asked[1:])}" ] && echo {word}\n', encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert list(system_preferences.poll_more_contrast())[-1] is True
    file.write_text("#!/bin/sh\necho 0\n", encoding="utf-8")
    assert list(system_preferences.poll_more_contrast())[-1] is False
    monkeypatch.setenv("PATH", "")
    assert list(system_preferences.poll_more_contrast()) == [False], "where it cannot be asked"


class WindowsUser:
    """Stands for user32: answers as a system of strong contrast does, and keeps what it was asked."""

    def __init__(self, flags: int, done: int = 1) -> None:
        self.flags, self.done = flags, done
        self.asked: list[tuple[int, int]] = []

    def SystemParametersInfoW(self, what: int, size: int, to: Any, keep: int) -> int:  # noqa: N802
        self.asked.append((what, size))
        to._obj.flags = self.flags
        return self.done


@pytest.mark.parametrize(("flags", "done", "found"), [(1, 1, True), (0x7E | 1, 1, True), (0x7E, 1, False), (1, 0, False)])
def test_windows_is_asked_for_contrast(monkeypatch: pytest.MonkeyPatch, flags: int, done: int, found: bool) -> None:
    user = WindowsUser(flags, done)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user), raising=False)
    assert list(system_preferences.poll_more_contrast()) == [found]
    ((what, size),) = user.asked
    assert what == 0x42 and size >= 12
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(), raising=False)
    assert list(system_preferences.poll_more_contrast()) == [False]


def test_strong_contrast_comes_after_the_first_frame_and_goes_where_another_theme_is_chosen(
    program: Opens,
) -> None:
    one, _ = program.at(TitleScene, theme="inkwell")
    context = one.context
    assert context.theme.name == "inkwell", "the first frame waits for no system"
    assert len(list(context.apply_system_preferences((), (None, True)))) == 2
    one.step()
    assert context.theme.name == context.theme_name == "contrast" and context.settings.theme == "inkwell"
    context.choose_theme("mulberry")
    one.step()
    assert context.theme.name == "mulberry" and context.settings.own_theme
    context.change_settings(own_theme=False)
    assert context.theme.name == "contrast"
    context.more_contrast = False
    context.choose_theme("mulberry")
    assert not context.settings.own_theme, "where the system asks for nothing, the next wish counts"


def test_the_settings_show_what_the_system_asks_for(program: Opens) -> None:
    one = program()
    list(one.context.apply_system_preferences((), (True,)))
    scene = one.show(lambda context, _: SettingsScene(context))
    assert [tile.label for tile in scene.themes if tile.chosen] == ["Contrast"]
    assert scene.contrast.state and scene._contrast_words() == "Your system asks for more contrast."
    one.click(scene.themes[1])
    assert one.context.theme.name == one.context.settings.theme != "contrast"
    assert not scene.contrast.state and [tile.chosen for tile in scene.themes].index(True) == 1
    one.click(scene.contrast)
    assert one.context.theme.name == "contrast"


def test_one_key_at_the_title_ends_contrast_that_the_system_asked_for(program: Opens) -> None:
    one, _ = program.at(TitleScene, cards="large")
    list(one.context.apply_system_preferences((), (True,)))
    one.step()
    one.key(pygame.K_c)
    assert one.context.theme.name == "lamplight" and one.context.settings.own_theme

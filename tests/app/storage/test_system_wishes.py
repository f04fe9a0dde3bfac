"""What the system says of motion: by file, by another program, in any state these may be in."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import system_wishes
from goosetable.app.storage.settings import Settings, parse, text_of
from tests.app.conftest import Program

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
    assert system_wishes.in_files(environ, tmp_path) is found
    assert system_wishes.in_files({**environ, "XDG_CURRENT_DESKTOP": "GNOME"}, tmp_path) is None


@pytest.mark.parametrize(("word", "found"), [("0", True), ("false", True), ("1", False), ("maybe", None)])
def test_gtk_says_it_in_a_file(tmp_path: Path, word: str, found: bool | None) -> None:
    file = tmp_path / ".config" / "gtk-3.0" / "settings.ini"
    file.parent.mkdir(parents=True)
    file.write_text(f"[Settings]\ngtk-enable-animations={word}\n", encoding="utf-8")
    assert system_wishes.in_files({}, tmp_path) is found


def test_files_that_cannot_be_read_say_nothing(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    assert system_wishes.value_in(file, "a", "b") is None
    file.write_bytes(b"[a]\nb=\xff\xfe\n")
    assert system_wishes.value_in(file, "a", "b") is None
    file.write_bytes(b"[a]\nb=1\n" + b"#" * system_wishes.LARGEST)
    assert system_wishes.value_in(file, "a", "b") is None
    assert system_wishes.value_in(tmp_path, "a", "b") is None


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
    said = list(system_wishes._asked(system_wishes.GNOME, "false"))
    assert said[-1] is found and set(said[:-1]) <= {None}


@posix
def test_one_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gsettings"
    file.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(system_wishes, "WAIT", 0.0)
    assert list(system_wishes._asked(system_wishes.GNOME, "false")) == [False]


def test_where_there_is_no_such_program_nothing_is_wished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert list(system_wishes._asked(system_wishes.MAC, "1")) == [False]


def test_nothing_moves_where_the_system_asks_for_it_unless_the_person_chose_otherwise(program: Callable[..., Program]) -> None:
    one = program(pace="leisurely")
    one.show(TitleScene)
    context = one.context
    assert context.motion == 1
    context.asks = lambda: iter((None, None, True))
    assert len(list(context.ask_system())) == 3
    assert context.motion == 0 and context.pace == 1
    context.change(moving=True)
    assert context.motion == 1
    context.change(still=True, moving=False)
    context.calm = False
    assert context.motion == 0


def test_a_file_of_before_is_read_as_it_was_meant() -> None:
    assert parse('{"still": true, "pace": "brisk"}').still
    old = parse('{"still": false, "pace": "brisk"}')
    assert not old.still and not old.moving, "it goes by the system"
    assert parse(text_of(Settings(moving=True))).moving

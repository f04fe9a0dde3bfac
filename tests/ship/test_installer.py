"""What the installer for Windows is made of; how it works is tried by test_windows.py."""

from __future__ import annotations

import importlib
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"


@pytest.fixture(scope="module")
def build() -> Iterator[ModuleType]:
    """build/installer.py, which finds the modules beside it."""
    sys.path.insert(0, str(BUILD))
    yield importlib.import_module("installer")
    sys.path.remove(str(BUILD))
    for name in ("installer", "frozen", "icons", "release"):
        sys.modules.pop(name, None)


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """What looks like the frozen program."""
    folder = tmp_path / "a folder é" / "goosetable"
    for name in ("goosetable.exe", "goosetable-console.exe", "_internal/a b.dll", "_internal/deep/down/é.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * 100)
    return folder


def test_what_is_laid_down_is_what_is_removed_and_nothing_else(build: ModuleType, frozen: Path) -> None:
    text = build.macros(frozen, list(build.frozen.files(frozen)))
    laid, removed = text.split("!macro REMOVE_FILES")
    place, found = "", []
    for kind, path in re.findall(r'^  (SetOutPath|File) "(.*)"$', laid, re.MULTILINE):
        if kind == "SetOutPath":
            place = path
        else:
            assert Path(path).is_file()
            found.append(f"{place}\\{Path(path).name}")
    assert found == re.findall(r'^  Delete "(.*)"$', removed, re.MULTILINE)
    assert sorted(found) == [
        f"$INSTDIR\\{name}"
        for name in ("_internal\\a b.dll", "_internal\\deep\\down\\é.txt", "goosetable-console.exe", "goosetable.exe")
    ]
    folders = [f"$INSTDIR\\_internal{name}" for name in ("\\deep\\down", "\\deep", "")]
    assert re.findall(r'^  RMDir "(.*)"$', removed, re.MULTILINE) == folders  # each is empty by then, and none is emptied
    assert "/r" not in text


def test_games_go_only_where_that_is_asked_for() -> None:
    lines = (BUILD / "windows" / "goosetable.nsi").read_text(encoding="utf-8").splitlines()
    emptied = [number for number, line in enumerate(lines) if "RMDir /r" in line]
    assert len(emptied) == 1 and lines[emptied[0] - 1].strip() == "${If} $Games = 1"


@pytest.mark.parametrize("name", ["a $HOME.txt", 'a"b.txt'])
def test_names_that_nsis_would_read_otherwise_are_refused(build: ModuleType, name: str) -> None:
    with pytest.raises(SystemExit, match="could not lay down"):
        build.macros(Path("x"), [name])


def test_a_folder_without_the_program_is_refused(build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compiler", lambda: "makensis")
    with pytest.raises(SystemExit, match=r"no goosetable\.exe"):
        build.make(tmp_path, tmp_path / "out", "1.0")


def test_without_nsis_it_is_said_what_is_missing(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: None)
    with pytest.raises(SystemExit, match="makensis is not here"):
        build.make(frozen, frozen.parent, "1.0")


def test_nsis_is_found_where_windows_puts_it(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: path and f"{path.split(';')[0]}/{name}")
    monkeypatch.setattr(build, "PLACES", "one;two")
    assert build.compiler() == "one/makensis"


def test_the_same_folder_gives_the_same_installer(build: ModuleType, frozen: Path, tmp_path: Path) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    made = []
    for name in ("one", "two"):
        (frozen / "goosetable.exe").touch()
        (tmp_path / name).mkdir()
        made.append(build.make(frozen, tmp_path / name, "1.2.3"))
    assert made[0].name == "goosetable-1.2.3-windows-setup.exe"
    assert made[0].read_bytes() == made[1].read_bytes()
    (frozen / "goosetable.exe").write_bytes(b"other")
    assert build.make(frozen, tmp_path / "one", "1.2.3").read_bytes() != made[1].read_bytes()


def test_nsis_has_its_say_where_it_fails(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    monkeypatch.setattr(
        build, "macros", lambda folder, names: "!macro LAY_FILES\nNonsense\n!macroend\n!macro REMOVE_FILES\n!macroend"
    )
    with pytest.raises(SystemExit, match="Nonsense"):
        build.make(frozen, frozen.parent, "1.0")


def test_the_zip_has_every_file_and_the_same_bytes_each_time(build: ModuleType, frozen: Path, tmp_path: Path) -> None:
    build.portable(frozen, tmp_path / "one.zip")
    (frozen / "goosetable.exe").touch()
    build.portable(frozen, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(f"goosetable/{name}") for name in build.frozen.files(frozen)} == {
            name: (frozen / name).read_bytes() for name in build.frozen.files(frozen)
        }
        assert len(archive.namelist()) == 4

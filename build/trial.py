"""Tests every download in the way people use it: unpacked elsewhere, read-only, by another user, without network and sound.

Tests that the system does not permit are left out, with a printed line: another user and no network require the rights of an
administrator, a window requires Xvfb.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import damage
import facts
import packages
import release
import screens
import wheels

from goosetable import machine_code
from goosetable.games import SHELF

PLACE: Final = "goose table \u00e9\u00df\u4e2d"
EXCEPTIONS: Final = ("cid-maybe-not-rdns", "unknown-tag developer", "url-homepage-missing")
"""Complaints of appstreamcli that are no faults.

The id lies below no domain, because the project has none; versions before 1.0 do not know the tag <developer>, which later ones
require; and a package that was built outside of a repository has no address of a homepage.
"""
NOBODY: Final = 65534
SOURCE: Final = (sys.executable, "-m", "goosetable")
"""Command that runs the program from source."""
LONGEST: Final = 300
"""Time in seconds after which a self-test counts as hung."""
SOON: Final = 20.0
"""Time in seconds for the frozen program's self-test on an idle machine; a longer one is printed as slow."""


def run(out: Path) -> list[str]:
    """Tests all downloads of this version in the folder; returns a sentence for each fault, or if there is no such download.

    Downloads of another version play otherwise than this source and are left out with a printed line.
    """
    kinds: dict[str, Callable[[Path], list[str]]] = {
        "*-linux-*.tar.xz": _tar, "*.deb": _deb, "*.rpm": _rpm, "*.AppDir.squashfs": _squashfs, "*.whl": _wheel,
        "*.tar.gz": _source, "*.AppImage": _appimage,
        "*-windows-*.zip": _zip, "*-windows-setup.exe": _setup, "*-macos-*.dmg": _dmg,
    }  # fmt: skip
    found = []
    for kind, attempt in kinds.items():
        for path in sorted(out.glob(kind)):
            if path.name.startswith((f"goosetable-{release.version()}", f"goosetable_{release.version()}")):
                found.append((path, attempt))
            else:
                print(f"   {path.name} is not of version {release.version()}: left out")
    if not found:
        return [f"there is nothing to try in {out}"]
    wrong = []
    for path, attempt in found:
        print(f"== {path.name}", flush=True)
        try:
            wrong += [f"{path.name}: {said}" for said in attempt(path)]
        except (subprocess.SubprocessError, OSError, screens.NoPicture) as trouble:
            wrong.append(f"{path.name}: {trouble}")
    return wrong


# ---------------------------------------------------------------------- each kind


def _tar(path: Path) -> list[str]:
    with _make_foreign_folder() as place:
        with tarfile.open(path) as archive:
            archive.extraction_filter = staticmethod(lambda member, _: member)  # Python 3.14 would drop links else
            archive.extractall(place)
        program = place / "goosetable" / "goosetable"
        wrong = damage.damage_faults(program, _minimal_environment(str(place)))
        return wrong + program_faults([str(program)], place)


def _deb(path: Path) -> list[str]:
    if not shutil.which("dpkg-deb"):
        print("   dpkg-deb is not here: not tried")
        return []
    wrong = []
    with _make_foreign_folder() as place:
        subprocess.run(["dpkg-deb", "-x", str(path), str(place)], check=True)
        share = place / "usr" / "share"
        wrong += [fault for info in share.glob("metainfo/*.xml") for fault in description_faults(info)]
        if shutil.which("desktop-file-validate"):
            called = ["desktop-file-validate", str(share / "applications" / f"{facts.ID}.desktop")]
            ran = subprocess.run(called, capture_output=True, text=True, check=False)
            wrong += [] if ran.returncode == 0 else [f"desktop-file-validate: {ran.stdout}{ran.stderr}"]
        else:
            print("   desktop-file-validate is not here: its look is left out")
        wrong += program_faults([str(place / "usr" / "games" / "goosetable")], place, window=False)
    if shutil.which("lintian"):
        ran = subprocess.run(["lintian", "--fail-on", "error", str(path)], capture_output=True, text=True, check=False)
        wrong += [line for line in ran.stdout.splitlines() if line.startswith("E:")]
    else:
        print("   lintian is not here: its look is left out")
    return wrong + (installation_faults(path) if os.geteuid() == 0 else [])


def description_faults(path: Path) -> list[str]:
    """Checks AppStream metadata strictly; returns a sentence for each complaint of appstreamcli, also a slight one."""
    if shutil.which("appstreamcli") is None:
        print("   appstreamcli is not here: its look is left out")
        return []
    called = ["appstreamcli", "validate", "--strict", "--no-net", str(path)]
    ran = subprocess.run(called, capture_output=True, text=True, check=False)
    said = ran.stdout + ran.stderr
    found = re.findall(r"^[A-Z]: \S+: ([a-z-]+\b.*)$", said, re.MULTILINE)
    if ran.returncode and not found:
        return [f"appstreamcli: {said}"]
    return [f"appstreamcli: {line}" for line in found if not line.startswith(EXCEPTIONS)]


def installation_faults(path: Path) -> list[str]:
    """Installs a .deb, runs the command of its menu entry, and removes the package; returns a sentence for each fault."""
    if (
        shutil.which("dpkg") is None
        or subprocess.run(["dpkg", "-s", "goosetable"], capture_output=True, check=False).returncode == 0
    ):
        print("   not installed for trial: there is no dpkg, or it is installed already")
        return []
    wrong: list[str] = []
    subprocess.run(["dpkg", "--force-depends", "-i", str(path)], check=True, capture_output=True, timeout=LONGEST)
    try:
        listed = subprocess.run(["dpkg", "-L", "goosetable"], check=True, capture_output=True, text=True).stdout.splitlines()
        files = [Path(name) for name in listed if not Path(name).is_dir()]
        entry = Path("/usr/share/applications", f"{facts.ID}.desktop").read_text(encoding="utf-8")
        command = next(line.partition("=")[2].split()[0] for line in entry.splitlines() if line.startswith("Exec="))
        program = shutil.which(command, path="/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games")
        if program is None:
            wrong.append(f"the menu entry's command {command} is not on the path")
        else:
            with _make_foreign_folder() as place:
                wrong += program_faults([program], place)
    finally:
        subprocess.run(["dpkg", "--purge", "goosetable"], check=True, capture_output=True, timeout=LONGEST)
    left = [str(file) for file in files if file.exists()]
    return wrong + [f"{name} is left behind after removing" for name in left[:3]]


def wheel_faults(path: Path) -> list[str]:
    """Checks a wheel or a source distribution with twine, and compiled code for Linux also with auditwheel.

    Returns a sentence for each fault. A tool that is not installed is skipped with a printed line.
    """
    wrong, _ = _look("twine", "--no-color", "check", "--strict", str(path))
    if "linux" in path.name:
        faults, said = _look("auditwheel", "show", str(path))
        wrong += faults or (glibc_fault(path.name, said) if said else [])
    return wrong


def _look(tool: str, *words: str) -> tuple[list[str], str]:
    """Runs a tool of the group `ship`; returns its fault, if any, and its output in one line, "" if it is not installed."""
    if importlib.util.find_spec(tool) is None:
        print(f"   {tool} is not here (uv sync --group ship): its look is left out")
        return [], ""
    call = [sys.executable, "-m", tool, *words]
    ran = subprocess.run(call, capture_output=True, text=True, check=False, timeout=LONGEST)
    return [f"{tool}: {ran.stdout}{ran.stderr}"] if ran.returncode else [], " ".join(ran.stdout.split())


def glibc_fault(name: str, said: str) -> list[str]:
    """Returns the fault of a wheel that needs a newer glibc than its name promises. said: auditwheel's output, in one line."""
    asked = re.search(r"-manylinux_2_(\d+)_\w+\.whl$", name)
    found = re.search(r'consistent with the following platform tag: "manylinux_2_(\d+)_\w+"', said)
    if asked is None or found is None:
        return [f"auditwheel finds it fit for no index: {said}"]
    return [f"it needs glibc 2.{found[1]}, and its name asks for 2.{asked[1]}"] if int(found[1]) > int(asked[1]) else []


def _source(path: Path) -> list[str]:
    """Returns the faults of a source distribution; one is that its wheel differs from the wheel in the folder."""
    wrong = wheel_faults(path)
    with _make_foreign_folder() as place:
        again = wheels.plain(place, path)
        beside = path.parent / again.name
        if beside.is_file() and wheels.contents(again) != wheels.contents(beside):
            wrong.append(f"the wheel made from it has other contents than {beside.name}")
    return wrong


def _wheel(path: Path) -> list[str]:
    """Tests a wheel in a new environment, with the libraries of the present one; returns a sentence for each fault."""
    faults = wheel_faults(path)
    with _make_foreign_folder() as place:
        venv.create(place / "env", with_pip=False, symlinks=sys.platform != "win32")
        folder = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        site = next((place / "env").rglob("site-packages"))
        with zipfile.ZipFile(path) as archive:
            archive.extractall(site)
        ours = [one for one in sys.path if one.endswith("site-packages")]
        (site / "libraries.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")
        entries = next(site.glob("goosetable-*.dist-info")) / "entry_points.txt"
        text = entries.read_text(encoding="utf-8")
        faults += [f"there is no {kind} in it" for kind in ("[console_scripts]", "[gui_scripts]") if kind not in text]
        python = str(folder / ("python.exe" if sys.platform == "win32" else "python"))
        asked = "import goosetable, sys; print(goosetable.__file__); sys.exit(0)"
        # The default encoding of Windows lacks characters of the folder's name.
        call = [python, "-X", "utf8", "-c", asked]
        said = subprocess.run(call, check=True, capture_output=True, encoding="utf-8", cwd=place).stdout
        if not Path(said.strip()).resolve().is_relative_to(place.resolve()):  # macOS has its temporary folder behind a link
            return [*faults, f"another goosetable was tried: {said.strip()}"]
        return faults + program_faults([python, "-m", "goosetable"], place, isolated=False, native=wheels.is_native(path))


def _appimage(path: Path) -> list[str]:
    """Tests the content of an AppImage, and unpacks it by its runtime; returns a sentence for each fault."""
    if shutil.which("unsquashfs") is None:
        print("   unsquashfs is not here: not tried")
        return []
    with path.open("rb") as file:
        begins = packages.offset(file.read())
    wrong = squashfs_faults(path, begins)
    with _make_foreign_folder() as place:
        path.chmod(0o755)
        subprocess.run([str(path), "--appimage-extract"], check=True, cwd=place, stdout=subprocess.DEVNULL, timeout=LONGEST)
        if not (place / "squashfs-root" / "AppRun").exists():
            wrong.append("the runtime does not unpack what it holds")
    return wrong


def _squashfs(path: Path) -> list[str]:
    if shutil.which("unsquashfs") is None:
        print("   unsquashfs is not here: not tried")
        return []
    return squashfs_faults(path, 0)


def squashfs_faults(path: Path, begins: int) -> list[str]:
    """Unpacks the squashfs at byte `begins` of a file and tests its program; returns a sentence for each fault."""
    with _make_foreign_folder() as place:
        root = place / "squashfs-root"
        call = ["unsquashfs", "-quiet", "-no-progress", "-o", str(begins), "-d", str(root), str(path)]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL, timeout=LONGEST)
        needed = [f"{facts.ID}.desktop", f"{facts.ID}.png", ".DirIcon", f"usr/share/metainfo/{facts.ID}.metainfo.xml"]
        wrong = [f"it lacks {name}" for name in needed if not (root / name).is_file()]
        return wrong + program_faults([str(root / "AppRun")], place)


def _rpm(path: Path) -> list[str]:
    """Tests the program of an .rpm, which root installs by rpm into a root of its own and removes again; others unpack it."""
    missing = [tool for tool in ("rpm", "rpm2cpio", "cpio") if shutil.which(tool) is None]
    if missing:
        print(f"   not tried, for lack of {', '.join(missing)}")
        return []
    wrong = packages.rpm_faults(path)
    with _make_foreign_folder() as place:
        installs = os.geteuid() == 0
        by_rpm = ["rpm", "--root", str(place), "--nodeps"]  # that root has no other packages
        if installs:
            subprocess.run([*by_rpm, "--install", str(path)], check=True, capture_output=True, timeout=LONGEST)
        else:
            with subprocess.Popen(["rpm2cpio", str(path)], stdout=subprocess.PIPE) as unpacked:
                call = ["cpio", "-idm", "--quiet", "--no-absolute-filenames"]
                subprocess.run(call, check=True, cwd=place, stdin=unpacked.stdout)
        wrong += program_faults([str(place / "usr" / "bin" / "goosetable")], place)
        if installs:
            _set_writable(place, True)
            subprocess.run([*by_rpm, "--erase", "goosetable"], check=True, capture_output=True, timeout=LONGEST)
            left = [str(one) for one in (place / "usr").rglob("*") if not one.is_dir()]
            wrong += [f"{name} is left behind after removing" for name in left[:3]]
    return wrong


def _zip(path: Path) -> list[str]:
    with _make_foreign_folder() as place:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place)
        return program_faults([str(place / "goosetable" / "goosetable-console.exe")], place, isolated=False, window=False)


def _setup(path: Path) -> list[str]:
    """Installs the program silently into a temporary folder, tests it, and removes it; returns a sentence for each fault."""
    entry = Path(os.environ.get("LOCALAPPDATA", ""), "Programs", "goosetable")
    if sys.platform != "win32" or entry.exists():
        print("   not installed for trial: this is not Windows, or it is installed already")
        return []
    with _make_foreign_folder() as place:
        folder = place / "goosetable"
        # NSIS takes the whole rest of the line after /D= as the folder, without quotes.
        subprocess.run(f'"{path}" /S /D={folder}', check=True, timeout=LONGEST)
        wrong = program_faults([str(folder / "goosetable-console.exe")], place, isolated=False, window=False)
        _set_writable(place, True)
        # With _?= the uninstaller runs in its folder, so that this process can wait for it, but it cannot delete itself.
        subprocess.run(f'"{folder / "uninstall.exe"}" /S _?={folder}', check=True, timeout=LONGEST)
        (folder / "uninstall.exe").unlink()
        left = [str(one) for one in folder.rglob("*")]
    return wrong + [f"{name} is left behind after removing" for name in left[:3]]


def _dmg(path: Path) -> list[str]:
    """Tests the program in the mounted image, and a copy of it; returns a sentence for each fault."""
    with _make_foreign_folder() as place, _mount_image(path) as image:
        program = Path("goosetable.app", "Contents", "MacOS", "goosetable")
        wrong = [] if (image / "Applications").is_symlink() else ["it has no link to Applications"]
        wrong += program_faults([str(image / program)], place, isolated=False, window=False)
        subprocess.run(["ditto", str(image / "goosetable.app"), str(place / "goosetable.app")], check=True)
        return wrong + program_faults([str(place / program)], place, isolated=False, window=False)


@contextmanager
def _mount_image(path: Path) -> Iterator[Path]:
    """Mounts a disk image, read-only, below a temporary folder, as a context manager; yields its folder."""
    with tempfile.TemporaryDirectory(prefix="goosetable-image-", ignore_cleanup_errors=True) as scrap:
        image = Path(scrap) / PLACE
        image.mkdir()
        call = ["hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", str(image), str(path)]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
        try:
            yield image
        finally:
            subprocess.run(["hdiutil", "detach", "-force", str(image)], check=False, stdout=subprocess.DEVNULL)


# ---------------------------------------------------------------------- the tests


@contextmanager
def _make_foreign_folder() -> Iterator[Path]:
    """Makes a temporary folder, readable by all users, with a space and foreign letters in its name, as a context manager."""
    with tempfile.TemporaryDirectory(prefix="goosetable-trial-") as scrap:
        Path(scrap).chmod(0o755)
        place = Path(scrap) / PLACE
        place.mkdir()
        try:
            yield place
        finally:
            _set_writable(place, True)


def _set_writable(folder: Path, on: bool) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200 if on else path.stat().st_mode & ~0o222)


def program_faults(
    command: Sequence[str], place: Path, isolated: bool = True, window: bool = True, native: bool = True
) -> list[str]:
    """Runs the self-test, deals and a window of a program in the folder `place`; returns a sentence for each fault.

    The folder becomes read-only. isolated: whether to run as another user and without network, if that is permitted. window:
    whether to compare its window with that of the source. native: whether its rules and players must be machine code.
    """
    wrong, runs = [], machine_code.execution_mode_text(native)
    _set_writable(place, False)
    with tempfile.TemporaryDirectory(prefix="goosetable-home-") as home:
        before = _isolation_prefix() if isolated else []
        if before:
            os.chown(home, NOBODY, NOBODY)
        print(f"   as {'nobody, without network' if 'setpriv' in before else 'this user'}", flush=True)
        env = _minimal_environment(home)
        for words, name in ((["--version"], "--version"), (["--selftest"], "--selftest")):
            began = time.monotonic()
            ran = subprocess.run(
                [*before, *command, *words], cwd=home, env=env | {"SDL_VIDEODRIVER": "dummy"}, capture_output=True,
                encoding="utf-8", errors="replace", timeout=LONGEST, check=False,
            )  # fmt: skip
            took = time.monotonic() - began
            print(f"   {name}: exit {ran.returncode} after {took:.1f} s{' (slow)' if took > SOON else ''}", flush=True)
            if ran.returncode != 0:
                wrong.append(f"{name} ended with {ran.returncode}: {(ran.stdout + ran.stderr)[-300:]}")
            elif name == "--version" and runs not in ran.stdout:
                wrong.append(f"rules and players do not run {runs}: {ran.stdout.strip()}")
        if not wrong:
            wrong += _deals([*before, *command], Path(home), env)
        if window and not wrong:
            wrong += _window([*before, *command], Path(home), env, before != [])
    return wrong


def _isolation_prefix() -> list[str]:
    """Returns the words before a command that run it as another user, without network if possible; empty if not permitted."""
    tool = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    for before in (["unshare", "-n", *tool], tool):
        if all(shutil.which(word) for word in (before[0], tool[0])) and not sys.platform.startswith("win"):
            ran = subprocess.run([*before, "true"], capture_output=True, check=False)
            if ran.returncode == 0:
                return before
    return []


def _minimal_environment(home: str) -> dict[str, str]:
    """Returns a minimal environment, in which no driver for sound is set."""
    env = {"HOME": home, "USERPROFILE": home, "APPDATA": home, "LOCALAPPDATA": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    for name in ("SYSTEMROOT", "TEMP", "TMP"):
        if name in os.environ:
            env[name] = os.environ[name]
    return env


def _deals(command: list[str], home: Path, env: dict[str, str]) -> list[str]:
    """Plays a deal of each game with the program and from source; returns a sentence for each game with another record."""
    wrong = []
    for game in SHELF:
        seats = ",".join(("easy", "greedy", "medium")[seat % 3] for seat in range(game.seats(game.Options())))
        words = ("simulate", game.id, "--seats", seats, "--games", "1", "--max-deals", "1", "--seed", "trial", "--out", "-")
        told = subprocess.run([*command, *words], cwd=home, env=env, capture_output=True, timeout=LONGEST, check=True).stdout
        if told != _from_source(words) or not told:
            wrong.append(f"it plays {game.id} otherwise than the source")
    print(f"   a deal of each game: {'as from source' if not wrong else 'DIFFERENT'}", flush=True)
    return wrong


@cache
def _from_source(words: tuple[str, ...]) -> bytes:
    """Returns the output of a command from source, cached."""
    with tempfile.TemporaryDirectory(prefix="goosetable-home-") as home:
        return subprocess.run(
            [*SOURCE, *words], cwd=home, env=_source_environment(os.environ), capture_output=True, timeout=LONGEST, check=True
        ).stdout


def _source_environment(env: Mapping[str, str]) -> dict[str, str]:
    """Returns a copy of an environment, in which Python finds the source."""
    return {**env, "PYTHONPATH": str(release.ROOT)}


def _window(command: list[str], home: Path, env: dict[str, str], theirs: bool) -> list[str]:
    """Opens a game in a window, and compares it with the window of the source; returns a sentence if they differ."""
    if shutil.which("Xvfb") is None:
        print("   Xvfb is not here: no window was opened")
        return []
    far = screens.difference(_shown(command, home, env, theirs), _shown_from_source())
    print(f"   its window differs from the source's in {far:.3%} of the pixels")
    return [] if far <= screens.TOLERATED else [f"its window differs from the source's in {far:.1%} of the pixels"]


@cache
def _shown_from_source() -> bytes:
    """Returns the pixels of the same game opened from source, cached."""
    with tempfile.TemporaryDirectory(prefix="goosetable-home-") as home:
        return _shown(SOURCE, Path(home), _source_environment(_minimal_environment(home) | {"PATH": os.environ["PATH"]}), False)


def _shown(command: Sequence[str], home: Path, env: dict[str, str], theirs: bool) -> bytes:
    """Opens a game in a window on a virtual screen. Returns the pixels. theirs: True to run the program as another user."""
    record, folder = home / "game.goose", home / "portable"
    lines = (release.ROOT / "tests" / "records" / "fool-coded.goose").read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")  # the person is to play, so nothing moves
    folder.mkdir()
    (folder / "settings.json").write_text('{"pace": "at once", "window": {"w": 1280, "h": 720, "x": 0, "y": 0}}')
    if theirs:
        for path in (home, folder, folder / "settings.json", record):
            os.chown(path, NOBODY, NOBODY)
    with screens.Screen(1280, 720) as screen:
        return screen.show_program([*command, "--portable", str(folder), str(record)], env, home)

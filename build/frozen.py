"""The frozen program: builds it, checks its size and files, and runs its self-test and a measurement of its start."""

from __future__ import annotations

import fnmatch
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import components
import release
import unused

from goosetable import integrity

HERE: Final = Path(__file__).resolve().parent
LARGEST: Final = 49_000_000
"""Greatest size of the frozen folder, in bytes. It has 46.5 million here, and some more with other Pythons and machines."""
PACKED: Final = "0" if sys.platform.startswith("linux") else "6"
"""Level at which PyInstaller compresses the Python modules inside the program.

Linux has 0, because xz and zstd compress the modules better than PyInstaller: this makes a .tar.xz smaller by 1.8 MB of 16.3,
and the folder larger by 5.9.
"""
ALLOWED: Final = (
    # the program and its interpreter
    "goosetable", "goosetable.exe", "goosetable-console.exe", "_internal/base_library.zip", "_internal/libpython3.*",
    "_internal/python3*.dll", "_internal/Python", "_internal/Python.framework/*", "_internal/*/lib-dynload/*",
    "_internal/*.pyd", "_internal/FILES", "_internal/VCRUNTIME*.dll", "_internal/ucrtbase.dll", "_internal/api-ms-win-*.dll",
    # libraries of the system it was built on, which others may lack
    "_internal/libstdc++.so.*", "_internal/libgcc_s.so.*", "_internal/libz.so.*", "_internal/libffi*",
    "_internal/libmpdec*", "_internal/lib*-????????.so*", "_internal/libexpat*", "_internal/libuuid*", "_internal/libsqlite3*",
    "_internal/sqlite3.dll",
    # modules in Python, which lie in the program itself elsewhere than on Windows
    "_internal/*.pyc",
    # pygame, the parts that a window, pictures, words and sounds need
    "_internal/pygame/*.so", "_internal/pygame/*.pyd", "_internal/pygame/*.dll", "_internal/pygame/_sdl2/*",
    "_internal/pygame/.dylibs/*", "_internal/pygame/pygame_icon*",
    "_internal/pygame_ce.libs/*.so*", "_internal/*SDL2*", "_internal/lib*-*.dll", "_internal/lib*.dylib", "_internal/zlib*.dll",
    "_internal/freetype.dll", "_internal/libfreetype*.dll", "_internal/portmidi.dll", "_internal/libxmp.dll",
    # the bridge to screen readers
    "_internal/accesskit/*.so", "_internal/accesskit/*.pyd", "_internal/accesskit/*.dylib",
    # what belongs to goosetable
    "_internal/goosetable/_assets/*", "_internal/goosetable/_core/*", "_internal/goosetable/games/*/policy.json",
    "_internal/goosetable/games/*/habits.json",
    "_internal/licences/*",
    "_internal/font_source_s*_pro/files/Source*.ttf", "_internal/font_source_s*_pro/files/LICENSE*",
)  # fmt: skip
"""Patterns of all files that the frozen folder may contain; * also matches slashes."""
UNNEEDED: Final = (
    "*numpy*", "*tkinter*", "*libtcl*", "*libtk*", "*_ssl*", "*libssl*", "*libcrypto*", "*_hashlib*",
    "*/test/*", "*/tests/*", "*/examples/*", "*/docs/*", "*_test*.so", "*_xxtestfuzz*", "*readline*", "*ncurses*", "*_curses*",
    "*.woff*", "*.otf", "*.pyi", "*camera*", "*/_multiarray*", "*liblzma*", "*libbz2*", "*PIL/*", "*.py", "*libpython*.a",
    "*freesansbold*",
)  # fmt: skip
"""Patterns of files that the frozen folder must not contain, even if `ALLOWED` matches them."""


def freeze(out: Path, name: str = "goosetable") -> Path:
    """Freezes a program into the folder dist/`name` below `out`; returns the path of the program.

    name: `goosetable`, which gets its compiled core, or `bare`, the window of bare.py.
    """
    import core

    compiled = core.current_folder(out) if name == "goosetable" else out
    parts = out / "parts"
    write_parts(parts)
    shutil.rmtree(out / "work", ignore_errors=True)  # PyInstaller would take code from an earlier build
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR",
            "--workpath", str(out / "work"), "--distpath", str(out / "dist"), str(HERE / "goosetable.spec"),
        ],
        check=True,
        cwd=out,
        env={
            **os.environ, "GOOSETABLE_FREEZE": name, "GOOSETABLE_PARTS": str(parts), "GOOSETABLE_CORE": str(compiled),
            "PYTHONHASHSEED": "0", "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": PACKED,
            "SOURCE_DATE_EPOCH": str(release.release_time()), "PYTHONDONTWRITEBYTECODE": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        },
    )  # fmt: skip
    made = program(out, name)
    if sys.platform.startswith("linux"):
        unused.replace(made.parent)
    if name == "goosetable" and sys.platform != "darwin":
        # The bundle of macOS is laid out anew and signed afterwards; there the signature is the list of its files.
        (made.parent / integrity.PROGRAM_LIST).write_text(_file_list(made.parent), encoding="utf-8", newline="\n")
    return made


def _file_list(folder: Path) -> str:
    """Returns the text of the list by which the program checks its files; people may replace libraries under the LGPL."""
    free = {f"{components.INSIDE}{name}" for name, row in components.files(folder) if row and row.licence.startswith("LGPL")}
    return integrity.program_checksums(folder, free)


def program(out: Path, name: str = "goosetable") -> Path:
    """Returns the path of the frozen program `name` below `out`."""
    if sys.platform == "win32":
        return out / "dist" / name / ("goosetable-console.exe" if name == "goosetable" else f"{name}.exe")
    return out / "dist" / name / name


def write_parts(folder: Path) -> None:
    """Writes the files for single systems into a folder: the icon as .ico and .icns, and the version resource of Windows."""
    import icons

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "goosetable.ico").write_bytes(icons.ico())
    (folder / "goosetable.icns").write_bytes(icons.icns())
    (folder / "version.txt").write_text(version_resource(release.version()), encoding="utf-8")


def numbers(version: str) -> tuple[int, ...]:
    """Returns a version as four numbers, the form that Windows requires."""
    return (*(int(part) for part in version.split(".") if part.isdecimal()), 0, 0, 0, 0)[:4]


def version_resource(version: str) -> str:
    """Returns the version resource, which Windows shows as the properties of the program, in PyInstaller's notation."""
    four = numbers(version)
    strings = {
        "CompanyName": "goosetable", "FileDescription": "goosetable, a card table", "FileVersion": version,
        "InternalName": "goosetable", "LegalCopyright": "MIT licence", "OriginalFilename": "goosetable.exe",
        "ProductName": "goosetable", "ProductVersion": version,
    }  # fmt: skip
    said = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={four}, prodvers={four}, mask=0x3F, flags=0, OS=0x40004, "
        "fileType=1, subtype=0, date=(0, 0)), kids=[StringFileInfo([StringTable('040904B0', ["
        f"{said}])]), VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )


# ---------------------------------------------------------------------- its files


def files(folder: Path) -> dict[str, int]:
    """Returns the size in bytes of every file below a folder, by its path with slashes; 0 for a link."""
    return {
        path.relative_to(folder).as_posix(): 0 if path.is_symlink() else path.stat().st_size
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def unwanted_files(names: Mapping[str, int]) -> list[str]:
    """Returns the names of files that a frozen folder must not contain."""
    return [
        name
        for name in names
        if any(fnmatch.fnmatchcase(f"/{name}", one) for one in UNNEEDED)
        or not any(fnmatch.fnmatchcase(name, one) for one in ALLOWED)
    ]


def weigh(folder: Path) -> list[str]:
    """Prints the size of a frozen folder; returns a sentence for each fault: unwanted files, licences, its size."""
    found = files(folder)
    weight = sum(found.values())
    print(f"{folder}: {weight / 1e6:.1f} MB in {len(found)} files")
    wrong = [f"ballast in the frozen folder: {name}" for name in unwanted_files(found)] + components.faults(folder)
    if weight > LARGEST and sys.platform.startswith("linux"):
        wrong.append(f"the frozen folder is larger than {LARGEST / 1e6:.0f} MB")
    return wrong


def compare_two_builds(out: Path) -> list[str]:
    """Freezes again, and compares both folders by the names and sizes of files; returns a sentence for each difference."""
    first = files(program(out).parent)
    with tempfile.TemporaryDirectory(prefix="goosetable-again-") as again:
        (Path(again) / "core").symlink_to(out / "core")  # a compiler that gave two results would be no fault of ours
        second = files(freeze(Path(again)).parent)
    names = sorted(first.keys() | second.keys())
    return [
        f"two builds differ: {name} has {first.get(name)} and {second.get(name)} bytes"
        for name in names
        if first.get(name) != second.get(name)
    ]


# ---------------------------------------------------------------------- trying it


def selftest(program: Path) -> None:
    """Runs the frozen program's self-test in another folder, with a minimal environment and no screen.

    Raises CalledProcessError or TimeoutExpired.
    """
    bare = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    if sys.platform == "win32":
        bare["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    with tempfile.TemporaryDirectory(prefix="goose table \u00e9 ") as away:
        home = bare | {"HOME": away}
        subprocess.run([str(program), "--version"], check=True, cwd=away, env=home, timeout=60)
        began = time.monotonic()
        subprocess.run([str(program), "--portable", away, "--selftest"], check=True, cwd=away, env=home, timeout=300)
        print(f"the self-test took {time.monotonic() - began:.1f} s")


def measure(program: Path, bare: Path, rounds: int = 15) -> None:
    """Prints the time from the frozen program's start to its end after one frame, beside that of the frozen bare window.

    rounds: number of runs of each, in turn, after a first one that does not count.
    """
    with tempfile.TemporaryDirectory() as away:
        home = {**os.environ, "XDG_DATA_HOME": away, "APPDATA": away, "HOME": away, "GOOSETABLE_FRAMES": "1"}
        if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            home.setdefault("SDL_VIDEODRIVER", "dummy")
        times: dict[Path, list[float]] = {program: [], bare: []}
        for _ in range(rounds + 1):
            for one, found in times.items():
                began = time.perf_counter()
                subprocess.run([str(one)], check=True, env=home, stdout=subprocess.DEVNULL)
                found.append(time.perf_counter() - began)
    for name, choose in (("median", statistics.median), ("least", min)):
        ours, theirs = (choose(found[1:]) for found in times.values())
        print(f"frozen, to the first frame and out, {name}: {ours * 1e3:.0f} ms; a bare window {theirs * 1e3:.0f} ms; "
              f"ratio {ours / theirs:.2f}")  # fmt: skip

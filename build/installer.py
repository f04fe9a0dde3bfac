"""The downloads for Windows: a .zip, and the installer, which NSIS makes of the frozen folder, here or on Windows.

python build/installer.py FOLDER [--out FOLDER] [--version 1.2.3]     # FOLDER has goosetable.exe in it
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Final

import frozen
import release

SCRIPT: Final = Path(__file__).resolve().parent / "windows" / "goosetable.nsi"
PLACES: Final = os.pathsep.join((r"C:\Program Files (x86)\NSIS", r"C:\Program Files\NSIS"))
"""Where NSIS lies on Windows, whose installer does not put it on the path."""
EVERY: Final = "x86-unicode"
"""The kind of installer that runs on each Windows of 64 bits, whatever its processor."""
SIDE: Final = (328, 628)
CORNER: Final = (300, 114)
"""Pixels of the pictures on the first and last page, and on the others: twice what they take at the usual size of text."""


def portable(folder: Path, target: Path) -> None:
    """Writes the folder as a .zip that needs no installing; the same files at the same commit give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in frozen.files(folder):
            entry = zipfile.ZipInfo(f"goosetable/{name}", time.gmtime(release.moment())[:6])
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, (folder / name).read_bytes(), zipfile.ZIP_DEFLATED, 9)


def compiler() -> str | None:
    """NSIS, if it is here."""
    return shutil.which("makensis") or shutil.which("makensis", path=PLACES)


def make(folder: Path, out: Path, version: str, target: str = EVERY) -> Path:
    """Makes `out`/goosetable-VERSION-windows-setup.exe of a frozen folder; the same folder gives the same bytes.

    target: as NSIS calls it. Raises SystemExit with NSIS's own words where it fails, or where NSIS is missing.
    """
    tool = compiler()
    if tool is None:
        raise SystemExit("installer.py: makensis is not here; it comes with NSIS (apt: nsis, choco: nsis)")
    if not (folder / "goosetable.exe").is_file():
        raise SystemExit(f"installer.py: there is no goosetable.exe in {folder}")
    parts, made = out / "installer", out / f"goosetable-{version}-windows-setup.exe"
    frozen.write_parts(parts)
    _write_pictures(parts)
    names = frozen.files(folder)
    (parts / "files.nsh").write_text(macros(folder, list(names)), encoding="utf-8-sig")
    words = {
        "VERSION": version, "NUMBERS": ".".join(map(str, frozen.numbers(version))), "TARGET": target,
        "KILOBYTES": -(-sum(names.values()) // 1024), "PARTS": parts, "OUT": made,
    }  # fmt: skip
    call = [tool, "-V2", "-WX", "-NOCD", "-INPUTCHARSET", "UTF8", *(f"-D{name}={what}" for name, what in words.items())]
    around = {**os.environ, "SOURCE_DATE_EPOCH": str(release.moment())}
    ran = subprocess.run([*call, str(SCRIPT)], env=around, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"installer.py: makensis ended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return made


def macros(folder: Path, names: list[str]) -> str:
    """What NSIS is to lay down, and to remove again: these files and the folders they lie in, and nothing else.

    names: paths below the folder, with slashes. Raises SystemExit where one has a letter that NSIS takes for its own.
    """
    for name in names:
        if {*name} & {*'$"`'}:
            raise SystemExit(f"installer.py: NSIS could not lay down {name}")
    lay, remove, place = ["!macro LAY_FILES"], ["!macro REMOVE_FILES"], None
    for name in sorted(names, key=lambda name: (_above(name), name)):
        if _above(name) != place:
            place = _above(name)
            lay.append(f'  SetOutPath "{_there(place)}"')
        lay.append(f'  File "{folder / name}"')
        remove.append(f'  Delete "{_there(name)}"')
    folders = {"/".join(name.split("/")[:depth]) for name in names for depth in range(1, name.count("/") + 1)}
    remove += [f'  RMDir "{_there(name)}"' for name in sorted(folders, key=lambda name: (-name.count("/"), name))]
    return "\n".join([*lay, "!macroend", *remove, "!macroend", ""])


def _above(name: str) -> str:
    return name.rpartition("/")[0]


def _there(name: str) -> str:
    """A path on the computer of the person."""
    return "\\".join(["$INSTDIR", *filter(None, name.split("/"))])


def _write_pictures(folder: Path) -> None:
    """The goose on cloth, for the first and last page, and on white, for the corner of the others."""
    import icons  # which loads pygame: not there while hatchling builds a wheel
    import pygame

    side = pygame.Surface(SIDE)
    above, below = pygame.Color("#347a68"), pygame.Color("#0f332f")
    for y in range(SIDE[1]):
        side.fill(above.lerp(below, y / SIDE[1]), (0, y, SIDE[0], 1))
    goose = icons.picture(208)
    side.blit(goose, ((SIDE[0] - 208) // 2, (SIDE[1] - 208) // 2))
    pygame.image.save(side, str(folder / "welcome.bmp"))
    corner = pygame.Surface(CORNER)
    corner.fill("#ffffff")
    corner.blit(icons.picture(88), (CORNER[0] - 88 - 13, 13))
    pygame.image.save(corner, str(folder / "header.bmp"))


def main() -> int:
    """Makes an installer of the folder that is named."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="the frozen program for Windows")
    options.add_argument("--out", type=Path, default=Path.cwd(), help="where the installer goes")
    options.add_argument("--version", default=release.version(), help="the number that the installer gives to the program")
    options.add_argument("--target", default=EVERY, choices=(EVERY, "amd64-unicode"), help="what the installer itself runs on")
    called = options.parse_args()
    made = make(called.folder.resolve(), called.out.resolve(), called.version, called.target)
    print(f"{made}: {made.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

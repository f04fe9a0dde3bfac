"""Downloads for Windows: a .zip, and the installer, which NSIS makes from the frozen folder on any system.

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
"""Folders of NSIS on Windows, where its installer does not add it to the path."""
EVERY: Final = "x86-unicode"
"""Target of NSIS for an installer that runs on every 64-bit Windows, whatever the processor."""
SIDE: Final = (328, 628)
CORNER: Final = (300, 114)
"""Sizes in pixels of the pictures on the first and last page, and on the others: twice those at the usual text size."""


def portable(folder: Path, target: Path) -> None:
    """Writes the folder as a .zip, for use without installation; the same files at the same commit give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in frozen.files(folder):
            entry = zipfile.ZipInfo(f"goosetable/{name}", time.gmtime(release.release_time())[:6])
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, (folder / name).read_bytes(), zipfile.ZIP_DEFLATED, 9)


def compiler() -> str | None:
    """Returns the path of makensis, the compiler of NSIS; None if it is not installed."""
    return shutil.which("makensis") or shutil.which("makensis", path=PLACES)


def make_installer(folder: Path, out: Path, version: str, target: str = EVERY) -> Path:
    """Makes `out`/goosetable-VERSION-windows-setup.exe from a frozen folder; returns its path.

    The same folder gives the same bytes. target: a target of NSIS. Raises SystemExit if NSIS is missing or fails, with its
    messages.
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
    around = {**os.environ, "SOURCE_DATE_EPOCH": str(release.release_time())}
    ran = subprocess.run([*call, str(SCRIPT)], env=around, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"installer.py: makensis ended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return made


def macros(folder: Path, names: list[str]) -> str:
    """Returns the macros of NSIS that install these files, and that remove them and their folders but no others.

    names: paths below the folder, with slashes. Raises SystemExit for a name with a special character of NSIS.
    """
    for name in names:
        if {*name} & {*'$"`'}:
            raise SystemExit(f"installer.py: NSIS could not lay down {name}")
    lay, remove, place = ["!macro LAY_FILES"], ["!macro REMOVE_FILES"], None
    for name in sorted(names, key=lambda name: (_above(name), name)):
        if _above(name) != place:
            place = _above(name)
            lay.append(f'  SetOutPath "{_installed_path(place)}"')
        lay.append(f'  File "{folder / name}"')
        remove.append(f'  Delete "{_installed_path(name)}"')
    folders = {"/".join(name.split("/")[:depth]) for name in names for depth in range(1, name.count("/") + 1)}
    remove += [f'  RMDir "{_installed_path(name)}"' for name in sorted(folders, key=lambda name: (-name.count("/"), name))]
    return "\n".join([*lay, "!macroend", *remove, "!macroend", ""])


def _above(name: str) -> str:
    return name.rpartition("/")[0]


def _installed_path(name: str) -> str:
    """Returns the path of an installed file, in the notation of NSIS."""
    return "\\".join(["$INSTDIR", *filter(None, name.split("/"))])


def _write_pictures(folder: Path) -> None:
    """Writes the pictures of the installer: the goose on cloth for the first and last page, and on white for the others."""
    import icons  # not at the top: it imports pygame, which is missing while hatchling builds a wheel
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
    """Makes the installer of the frozen folder named in the call."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="the frozen program for Windows")
    options.add_argument("--out", type=Path, default=Path.cwd(), help="where the installer goes")
    options.add_argument("--version", default=release.version(), help="the number that the installer gives to the program")
    options.add_argument("--target", default=EVERY, choices=(EVERY, "amd64-unicode"), help="what the installer itself runs on")
    called = options.parse_args()
    made = make_installer(called.folder.resolve(), called.out.resolve(), called.version, called.target)
    print(f"{made}: {made.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

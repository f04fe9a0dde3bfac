"""The parts of a download that others have made: their files, licences and versions. Also checks of a folder, and its SBOM.

The table follows the wheels of pygame-ce and AccessKit, and the libraries that PyInstaller takes from Python or the system.
`assets/CREDITS.md` names each part for people; tests compare it, and a frozen folder, with this table.
"""

from __future__ import annotations

import fnmatch
import hashlib
import importlib.metadata
import json
import platform
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import facts
import release
import unused

INSIDE: Final = "_internal/"
"""Folder of all files of a frozen program except the program itself."""


class Component(NamedTuple):
    """A part made by others.

    licence: an SPDX expression. texts: files below `licences` in a download, or with a slash at the beginning below the folder
    of the program's parts. files: patterns of its files below that folder. distribution: its name on the package index.
    within: patterns of files of Python that may have it compiled in, instead of a file of its own.
    """

    name: str
    licence: str
    texts: tuple[str, ...]
    files: tuple[str, ...]
    distribution: str = ""
    within: tuple[str, ...] = ()

    def text_files(self) -> list[str]:
        """Returns the paths of its licence texts below `_internal` of a download."""
        return [text[1:] if text.startswith("/") else f"licences/{text}" for text in self.texts]


COMPONENTS: Final = (
    Component("Python", "PSF-2.0", ("Python.txt",), (
        "libpython3.*", "python3*.dll", "Python", "Python.framework/*", "*/lib-dynload/*", "base_library.zip", "*.pyc", "*.pyd",
    )),
    Component("pygame-ce", "LGPL-2.1-or-later", ("LGPL-2.1.txt",), (
        "pygame/*.so", "pygame/*.pyd", "pygame/_sdl2/*", "pygame/pygame_icon*",
    ), "pygame-ce"),
    Component("SDL, SDL_image, SDL_mixer, SDL_ttf", "Zlib", ("SDL.txt",), ("*SDL2*",)),
    Component("FreeType", "FTL", ("FreeType.txt",), ("*freetype*",)),
    Component("HarfBuzz", "MIT-Modern-Variant", ("HarfBuzz.txt",), ("*harfbuzz*",)),
    Component("Brotli", "MIT", ("Brotli.txt",), ("*brotli*",)),
    Component("libpng", "libpng-2.0", ("libpng.txt",), ("*libpng*",)),
    Component("libjpeg-turbo", "IJG AND BSD-3-Clause", ("libjpeg-turbo.txt",), ("*libjpeg*",)),
    Component("libtiff", "libtiff", ("libtiff.txt",), ("*libtiff*",)),
    Component("libwebp", "BSD-3-Clause", ("libwebp.txt",), ("*libwebp*", "*libsharpyuv*")),
    Component("Ogg", "BSD-3-Clause", ("Ogg.txt",), ("*libogg*",)),
    Component("Vorbis", "BSD-3-Clause", ("Vorbis.txt",), ("*libvorbis*",)),
    Component("Opus", "BSD-3-Clause", ("Opus.txt",), ("*libopus[-.0-9]*",)),
    Component("opusfile", "BSD-3-Clause", ("opusfile.txt",), ("*libopusfile*",)),
    Component("FLAC", "BSD-3-Clause", ("FLAC.txt",), ("*libFLAC*",)),
    Component("WavPack", "BSD-3-Clause", ("WavPack.txt",), ("*libwavpack*",)),
    Component("libxmp", "MIT", ("libxmp.txt",), ("*libxmp*",)),
    Component("mpg123", "LGPL-2.1-or-later", ("LGPL-2.1.txt",), ("*libmpg123*",)),
    Component("FluidSynth", "LGPL-2.1-or-later", ("LGPL-2.1.txt",), ("*libfluidsynth*",)),
    Component("libsndfile", "LGPL-2.1-or-later", ("LGPL-2.1.txt",), ("*libsndfile*",)),
    Component("PortMidi", "MIT", ("PortMidi.txt",), ("*portmidi*",)),
    Component("AccessKit", "(MIT OR Apache-2.0) AND BSD-3-Clause", (
        "accesskit/LICENSE-MIT", "accesskit/LICENSE-APACHE", "accesskit/LICENSE.chromium",
    ), ("accesskit/*",), "accesskit"),
    Component("jeepney", "MIT", ("jeepney/LICENSE",), (), "jeepney"),
    Component("platformdirs", "MIT", ("platformdirs/LICENSE",), (), "platformdirs"),
    Component("mypyc's runtime", "MIT", ("mypy/LICENSE", "mypy_extensions/LICENSE"), ("goosetable/_core/*",), "mypy"),
    Component("PyInstaller's starter", "GPL-2.0-or-later WITH Bootloader-exception", ("pyinstaller/COPYING.txt",), (),
              "pyinstaller"),
    Component("Source Sans Pro", "OFL-1.1", ("/font_source_sans_pro/files/LICENSE.txt",), ("font_source_sans_pro/*",),
              "font-source-sans-pro"),
    Component("Source Serif Pro", "OFL-1.1", ("/font_source_serif_pro/files/LICENSE.txt",), ("font_source_serif_pro/*",),
              "font-source-serif-pro"),
    Component("libffi", "MIT", ("libffi.txt",), ("libffi*",), within=("*_ctypes.*",)),
    Component("zlib", "Zlib", ("zlib.txt",), ("libz.so.*", "zlib*.dll", "*libz[.-]*"), within=("python3*.dll", "*/zlib.*")),
    Component("SQLite", "blessing", ("SQLite.txt",), ("libsqlite3*", "sqlite3.dll"), within=("*_sqlite3.*",)),
    Component("libmpdec", "BSD-2-Clause", ("libmpdec.txt",), ("libmpdec*",), within=("*_decimal.*",)),
    Component("Expat", "MIT", ("Expat.txt",), ("libexpat*",), within=("*pyexpat.*",)),
    Component("libstdc++ and libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", ("GPL-3.txt", "GCC-exception-3.1.txt"),
              ("*libstdc++*", "*libgcc_s*")),
    Component("Microsoft's C runtime", "LicenseRef-Microsoft-redistributable", ("Microsoft-runtime.txt",),
              ("VCRUNTIME*.dll", "ucrtbase.dll", "api-ms-win-*.dll")),
)  # fmt: skip
OWN: Final = ("FILES", "goosetable/_assets/*", "goosetable/games/*", "licences/*")
"""Patterns of the files that are goosetable's, or about licences."""
ALWAYS: Final = ("platformdirs", "PyInstaller's starter", "Python", *(("jeepney",) if sys.platform == "linux" else ()))
"""Components without a file of their own, which are in every download."""


def component_of(file: str) -> Component | None:
    """Returns the component of a file, by the longest pattern that it matches; None for files of goosetable and unknown ones.

    file: a path with slashes below `_internal`.
    """
    if _is_own_file(file):
        return None
    matches = [(len(one), row) for row in COMPONENTS for one in row.files if fnmatch.fnmatchcase(file, one)]
    return max(matches, key=lambda match: match[0])[1] if matches else None


def _is_own_file(file: str) -> bool:
    """Returns True for files of goosetable, licences, and the empty libraries that `unused.py` makes."""
    stand_in = file.startswith("pygame_ce.libs/") and file.partition("/")[2].partition("-")[0] in unused.LINKED
    return stand_in or any(fnmatch.fnmatchcase(file, one) for one in OWN)


def files(folder: Path) -> list[tuple[str, Component | None]]:
    """Returns every file below `_internal` of a frozen folder, with slashes, and its component."""
    root = folder / INSIDE
    found = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return [(name, component_of(name)) for name in (path.relative_to(root).as_posix() for path in found)]


def components_in(folder: Path) -> list[Component]:
    """Returns the components that a frozen folder contains, or may contain inside of Python, in the order of the table."""
    listed = files(folder)
    found = {row for _, row in listed}
    found |= {row for row in COMPONENTS for one in row.within if any(fnmatch.fnmatchcase(name, one) for name, _ in listed)}
    return [row for row in COMPONENTS if row in found or row.name in ALWAYS]


def faults(folder: Path) -> list[str]:
    """Returns a sentence for each file of a frozen folder without a row, and for each licence text that is missing from it."""
    names = dict(files(folder))
    lost = [name for name, row in names.items() if row is None and not _is_own_file(name)]
    wrong = [f"no row of components.py has the file {name}" for name in lost]
    for row in components_in(folder):
        lacking = [path for path in row.text_files() if path not in names]
        wrong += [f"the licence {path} of {row.name} is not in the download" for path in lacking]
    return wrong


def expression(folder: Path) -> str:
    """Returns the SPDX expression of a whole download: goosetable's licence and those of all components in the folder."""
    parts = dict.fromkeys([facts.LICENCE, *(row.licence for row in components_in(folder))])
    return " AND ".join(f"({part})" if " OR " in part and not part.startswith("(") else part for part in parts)


def sbom(folder: Path) -> str:
    """Returns the CycloneDX description of a frozen folder (JSON, specification 1.6), the same for the same folder.

    A component has its files with SHA-256, and its version if that is known from a distribution or from Python itself.
    """
    licence = [{"license": {"id": facts.LICENCE}}]
    own = {"type": "application", "name": facts.NAME, "version": release.version(), "licenses": licence}
    listed = files(folder)
    rows = [
        _description(row, [folder / INSIDE / name for name, of_it in listed if of_it == row]) for row in components_in(folder)
    ]
    found = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": own}, "components": rows}
    return json.dumps(found, indent=1) + "\n"


def _description(row: Component, paths: Sequence[Path]) -> dict[str, object]:
    found: dict[str, object] = {"type": "library", "name": row.name, "licenses": [{"expression": row.licence}]}
    if version := _version(row):
        found["version"] = version
    if row.distribution:
        found["purl"] = f"pkg:pypi/{row.distribution}@{version}"
    if paths:
        found["components"] = [
            {
                "type": "file",
                "name": path.name,
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
            }
            for path in paths
        ]
    return found


def _version(row: Component) -> str:
    if row.distribution:
        return importlib.metadata.version(row.distribution)
    return {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}.get(row.name, "")

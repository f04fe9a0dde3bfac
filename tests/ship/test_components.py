"""The table of components: every file of a download has a row, every row a licence text and a place in CREDITS."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = {
    "pygame/SDL2.dll": "SDL, SDL_image, SDL_mixer, SDL_ttf",
    "pygame/libtiff-5.dll": "libtiff", "pygame/libwebp-7.dll": "libwebp",
    "pygame/libjpeg-62.dll": "libjpeg-turbo", "pygame/libpng16-16.dll": "libpng", "pygame/libogg-0.dll": "Ogg",
    "pygame/libopus-0.dll": "Opus", "pygame/libopusfile-0.dll": "opusfile", "pygame/libwavpack-1.dll": "WavPack",
    "pygame/libxmp.dll": "libxmp", "pygame/freetype.dll": "FreeType", "pygame/portmidi.dll": "PortMidi",
    "pygame/base.pyd": "pygame-ce", "_sqlite3.pyd": "Python", "accesskit/accesskit.pyd": "AccessKit", "sqlite3.dll": "SQLite",
    "pygame/.dylibs/libz.1.3.1.zlib-ng.dylib": "zlib", "pygame/.dylibs/libsharpyuv.0.1.2.dylib": "libwebp",
    "pygame/.dylibs/libmpg123.0.dylib": "mpg123", "pygame/.dylibs/libbrotlidec.1.2.0.dylib": "Brotli",
    "pygame/.dylibs/libfluidsynth.3.5.6.dylib": "FluidSynth", "pygame/.dylibs/libsndfile.1.0.37.dylib": "libsndfile",
    "pygame/.dylibs/libharfbuzz.0.dylib": "HarfBuzz", "pygame/.dylibs/libFLAC.14.0.0.dylib": "FLAC",
    "pygame/.dylibs/libvorbisenc.2.0.12.dylib": "Vorbis", "libstdc++.so.6": "libstdc++ and libgcc", "libffi.so.8": "libffi",
    "python3.13/lib-dynload/math.so": "Python", "VCRUNTIME140.dll": "Microsoft's C runtime", "Python": "Python",
}  # fmt: skip
"""Files of the wheels for all systems, by their paths in a download, and the component of each."""


@pytest.mark.parametrize(("file", "name"), LIBRARIES.items())
def test_every_library_has_a_row(parts: dict[str, ModuleType], file: str, name: str) -> None:
    assert parts["components"].of(file).name == name


def test_every_text_of_ours_belongs_to_a_row_and_is_there(parts: dict[str, ModuleType]) -> None:
    texts = {text for row in parts["components"].COMPONENTS for text in row.texts if "/" not in text}
    assert texts == {path.name for path in (ROOT / "build" / "licences").iterdir()}


def test_people_read_of_every_component(parts: dict[str, ModuleType]) -> None:
    credits = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")
    assert [row.name for row in parts["components"].COMPONENTS if row.name not in credits] == []
    assert "The FreeType Project (www.freetype.org)" in credits, "its licence asks for this credit"


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A small frozen folder: a library under the LGPL, a stand-in of ours, fonts, and some licences."""
    inside = tmp_path / "_internal"
    names = (
        "pygame/base.so", "pygame_ce.libs/libjpeg-a5e764f6.so.62", "licences/LGPL-2.1.txt", "licences/Python.txt",
        "licences/pyinstaller/COPYING.txt", "licences/platformdirs/LICENSE", "licences/jeepney/LICENSE",
        "goosetable/_assets/LICENSE.txt",
    )  # fmt: skip
    for name in names:
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).write_text(name)
    return tmp_path


def test_a_file_without_a_row_and_a_row_without_its_text_are_named(parts: dict[str, ModuleType], frozen: Path) -> None:
    components = parts["components"]
    assert components.faults(frozen) == []
    (frozen / "_internal" / "libfeather.so.1").write_text("")
    (frozen / "_internal" / "libffi.so.8").write_text("")
    assert components.faults(frozen) == [
        "no row of components.py has the file libfeather.so.1",
        "the licence licences/libffi.txt of libffi is not in the download",
    ]


def test_the_description_of_a_download_has_versions_licences_and_sums(parts: dict[str, ModuleType], frozen: Path) -> None:
    components = parts["components"]
    found = json.loads(components.sbom(frozen))
    assert found["bomFormat"] == "CycloneDX" and found["metadata"]["component"]["name"] == "goosetable"
    rows = {row["name"]: row for row in found["components"]}
    assert "libjpeg-turbo" not in rows, "a stand-in of ours is none of it"
    assert rows["pygame-ce"]["purl"] == f"pkg:pypi/pygame-ce@{rows['pygame-ce']['version']}"
    assert [len(one["hashes"][0]["content"]) for one in rows["pygame-ce"]["components"]] == [64]
    assert components.expression(frozen) == (
        "MIT AND PSF-2.0 AND LGPL-2.1-or-later AND GPL-2.0-or-later WITH Bootloader-exception"
    )
    assert components.sbom(frozen) == components.sbom(frozen)


def test_a_library_inside_of_python_counts_like_one_beside_it(parts: dict[str, ModuleType], frozen: Path) -> None:
    for name in ("python3.13/lib-dynload/_decimal.so", "pyexpat.pyd", "python313.dll"):
        (frozen / "_internal" / name).parent.mkdir(parents=True, exist_ok=True)
        (frozen / "_internal" / name).write_text(name)
    found = {row.name for row in parts["components"].present(frozen)}
    assert {"libmpdec", "Expat", "zlib"} <= found and not found & {"SQLite", "libffi"}
    assert "licences/libmpdec.txt of libmpdec is not" in " ".join(parts["components"].faults(frozen))


def test_a_library_under_the_lgpl_may_be_replaced(parts: dict[str, ModuleType], frozen: Path) -> None:
    from goosetable.integrity import PROGRAM_LIST, program_fault

    (frozen / PROGRAM_LIST).write_text(parts["frozen"]._listed(frozen), encoding="utf-8")
    (frozen / "_internal" / "pygame" / "base.so").write_text("another version")
    assert program_fault(frozen, sums=True) is None
    (frozen / "_internal" / "pygame" / "base.so").unlink()
    assert "base.so is missing" in str(program_fault(frozen))
    (frozen / "_internal" / "pygame" / "base.so").write_text("a third version")
    (frozen / "_internal" / "licences" / "Python.txt").write_text("another text")
    assert "Python.txt" in str(program_fault(frozen, sums=True))

"""Replaces pygame's libraries for file formats that the program does not use by empty ones (Linux).

The program's pictures are SVG, which SDL_image reads without libraries, and PNG; its sounds are WAV, which SDL reads. SDL_image
and SDL_mixer are also linked to readers of all other formats and cannot be loaded without them, although nothing calls them.
They are an eighth of a download. An empty library has the same name and the required functions, which do nothing. A test plays
all sounds and draws with libraries whose functions would end the program if they were called. Windows loads such a library only
on the first call, so goosetable.spec leaves it out there; macOS keeps the original libraries.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

NOTHING: Final = "return 0;"
"""Body of the functions, in C."""
LINKED: Final = (
    "libjpeg", "libtiff", "libwebp", "libwebpdemux", "libFLAC", "libfluidsynth", "libmpg123", "libogg", "libopusfile",
    "libvorbis", "libvorbisfile", "libwavpack", "libxmp",
)  # fmt: skip
"""Libraries to which SDL_image and SDL_mixer are linked, by their names before the first hyphen; these are replaced."""
BELOW: Final = ("libopus", "libsharpyuv", "libsndfile", "libvorbisenc")
"""Libraries that only the libraries in `LINKED` need; these are deleted."""
WHERE: Final = "_internal/pygame_ce.libs"


def replace(folder: Path) -> list[str]:
    """Replaces the libraries of a frozen folder, and deletes broken links; returns the names of the empty libraries."""
    made = empty_libraries(folder / WHERE)
    for link in (folder / "_internal").iterdir():
        if link.is_symlink() and not link.exists():
            link.unlink()
    return made


def empty_libraries(folder: Path, does: str = NOTHING) -> list[str]:
    """Replaces the libraries in a folder; returns the names of the empty libraries. does: body of their functions, in C.

    Raises SystemExit if a library needs more than functions of one of them, or if there is no compiler.
    """
    libraries = sorted(folder.glob("*.so*"))
    gone = [path for path in libraries if _stem(path) in BELOW]
    empty = [path for path in libraries if _stem(path) in LINKED]
    for path in gone:
        path.unlink()
    staying = [path for path in libraries if path not in gone and path not in empty]
    asked = {name for path in staying for name, _ in symbols(path, "--undefined-only")}
    made = {path: stand_in(path.name, required_functions(path, asked), does) for path in empty}
    for path, content in made.items():
        path.write_bytes(content)
    return [path.name for path in empty]


def _stem(path: Path) -> str:
    return path.name.partition("-")[0]


def symbols(path: Path, kind: str) -> list[tuple[str, str]]:
    """Returns the symbols of a library by `nm`: the name with its version, as "f" or "f@V1", and the letter of its type.

    kind: option of `nm`, such as `--defined-only`.
    """
    told = subprocess.run(["nm", "-D", kind, str(path)], check=True, capture_output=True, text=True).stdout
    parts = [line.split() for line in told.splitlines()]
    return [(part[-1].replace("@@", "@"), part[-2]) for part in parts]


def required_functions(path: Path, asked: Iterable[str]) -> list[str]:
    """Returns the functions of a library among the names `asked`. Raises SystemExit if one of them is no function."""
    names = set(asked)
    found = [(name, kind) for name, kind in symbols(path, "--defined-only") if name in names]
    for name, kind in found:
        if kind not in "TtWi":
            raise SystemExit(f"unused.py: {path.name} is asked for {name}, which is no function")
    return sorted(name for name, _ in found)


def stand_in(name: str, functions: Iterable[str], does: str = NOTHING) -> bytes:
    """Compiles an empty library, and returns its bytes. functions: names, as "f" or "f@V1". does: body of each, in C.

    Raises SystemExit if there is no compiler, or if it fails.
    """
    versions: dict[str, list[str]] = defaultdict(list)
    for function in sorted(functions):
        bare, _, version = function.partition("@")
        versions[version].append(bare)
    names = sorted({name for of_one in versions.values() for name in of_one})
    source = "".join(f"long {name}(void) {{ {does} }}\n" for name in names)
    script = "".join(
        f"{version} {{ global: {'; '.join(of_one)}; }};\n" for version, of_one in sorted(versions.items()) if version
    )
    with tempfile.TemporaryDirectory() as scrap:
        code, exports, made = (Path(scrap) / one for one in ("empty.c", "exports", "empty.so"))
        code.write_text(source)
        exports.write_text(script)
        call = [
            "cc", "-shared", "-fPIC", "-nostdlib", "-Os", "-s", "-fno-builtin", f"-Wl,-soname,{name}", "-Wl,--build-id=none",
            "-Wl,-z,noexecstack", *([f"-Wl,--version-script={exports}"] if script else ()), "-o", made, code,
        ]  # fmt: skip
        try:
            ran = subprocess.run(call, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise SystemExit("unused.py: there is no cc to make empty libraries with") from None
        if ran.returncode != 0:
            raise SystemExit(f"unused.py: cc refuses {name}: {re.sub(r'/tmp/[^ ]*/', '', ran.stderr)[-400:]}")
        return made.read_bytes()

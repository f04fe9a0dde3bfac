"""Puts empty libraries in the place of those that pygame brings for kinds of files that this program has none of (Linux).

Its pictures are SVG, which SDL_image reads by itself, and PNG; its sounds are WAV, which SDL reads. The readers of all other
kinds are linked to SDL_image and SDL_mixer, so that neither loads without them, though nothing calls them: an eighth of a
download. What stands in for one has its name and the functions that are asked of it, which do nothing: a test plays every sound
and draws with such as would end the program if they were called. Windows loads the libraries only when one is called, so there
goosetable.spec leaves them out; on macOS they stay.
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
"""What the functions do."""
LINKED: Final = (
    "libjpeg", "libtiff", "libwebp", "libwebpdemux", "libFLAC", "libfluidsynth", "libmpg123", "libogg", "libopusfile",
    "libvorbis", "libvorbisfile", "libwavpack", "libxmp",
)  # fmt: skip
"""What SDL_image and SDL_mixer are linked to, by their names before the first hyphen."""
BELOW: Final = ("libopus", "libsharpyuv", "libsndfile", "libvorbisenc")
"""What only those are linked to, which goes without a stand-in."""
WHERE: Final = "_internal/pygame_ce.libs"


def replace(folder: Path) -> list[str]:
    """Does it in a frozen folder, and takes away the links to what is gone; the names of the libraries that stand empty now."""
    made = emptied(folder / WHERE)
    for link in (folder / "_internal").iterdir():
        if link.is_symlink() and not link.exists():
            link.unlink()
    return made


def emptied(folder: Path, does: str = NOTHING) -> list[str]:
    """Does it in a folder of libraries; the names of those that stand empty now. does: the body of their functions, in C.

    Raises SystemExit where a library asks one of them for more than functions, or there is no compiler.
    """
    libraries = sorted(folder.glob("*.so*"))
    gone = [path for path in libraries if _stem(path) in BELOW]
    empty = [path for path in libraries if _stem(path) in LINKED]
    for path in gone:
        path.unlink()
    staying = [path for path in libraries if path not in gone and path not in empty]
    asked = {name for path in staying for name, _ in symbols(path, "--undefined-only")}
    made = {path: stand_in(path.name, wanted(path, asked), does) for path in empty}
    for path, content in made.items():
        path.write_bytes(content)
    return [path.name for path in empty]


def _stem(path: Path) -> str:
    return path.name.partition("-")[0]


def symbols(path: Path, kind: str) -> list[tuple[str, str]]:
    """What `nm` tells of a library: names with their versions, as "f" or "f@V1", and a letter for what each is."""
    told = subprocess.run(["nm", "-D", kind, str(path)], check=True, capture_output=True, text=True).stdout
    parts = [line.split() for line in told.splitlines()]
    return [(part[-1].replace("@@", "@"), part[-2]) for part in parts]


def wanted(path: Path, asked: Iterable[str]) -> list[str]:
    """The functions of a library that are asked for. Raises SystemExit where something else than a function is."""
    names = set(asked)
    found = [(name, kind) for name, kind in symbols(path, "--defined-only") if name in names]
    for name, kind in found:
        if kind not in "TtWi":
            raise SystemExit(f"unused.py: {path.name} is asked for {name}, which is no function")
    return sorted(name for name, _ in found)


def stand_in(name: str, functions: Iterable[str], does: str = NOTHING) -> bytes:
    """A library of that name with these functions, "f" or "f@V1", each of which has that body."""
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

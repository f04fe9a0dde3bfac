"""The copy of the program: whether its files are whole, by the list of a frozen folder.

Where there is no list, as in a wheel and in a checkout, no sentence is said: the installer knows its files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LIST: Final = "_internal/FILES"
"""The list, below the folder of the program; it does not name itself. Each line: SHA-256, size in bytes, path."""
END: Final = "end of the list, files:"
"""Beginning of the last line, by which a list that was cut short is known; the number of its files follows."""
PIECE: Final = 1 << 20
"""Bytes that are read at once."""


def home() -> Path | None:
    """The folder of the frozen program; None where it is not frozen."""
    return Path(sys.executable).parent if getattr(sys, "frozen", False) else None


def written(root: Path) -> str:
    """The text of the list for all files that lie below a folder now, in the order of their names."""
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    lines = [f"{_sum(root / name)} {(root / name).stat().st_size} {name}" for name in names if name != LIST]
    return "\n".join([*lines, f"{END} {len(lines)}", ""])


def glance(root: Path | None) -> str | None:
    """The sentence that names the first file that is missing or has another size; None where there is none, or no list."""
    return _first(root, sums=False)


def examine(root: Path | None) -> str | None:
    """As `glance`, and every file is read and its sum compared as well."""
    return _first(root, sums=True)


def _first(root: Path | None, sums: bool) -> str | None:
    if root is None or not (root / LIST).is_file():
        return None
    try:
        for wanted, size, name in _read(root):
            fault = _fault(root / name, size, wanted if sums else "")
            if fault:
                return _sentence(f"{name} {fault}")
    except (ValueError, OSError):
        return _sentence(f"{LIST} cannot be read")
    return None


def _sentence(what: str) -> str:
    return f"This copy of goosetable is not whole: {what}. Download it again."


def _read(root: Path) -> Iterator[tuple[str, int, str]]:
    """The lines of the list, once it is known to be whole. Raises ValueError where it is not."""
    *lines, last = (root / LIST).read_text(encoding="utf-8").splitlines() or [""]
    if last != f"{END} {len(lines)}":
        raise ValueError(last)
    for line in lines:
        wanted, size, name = line.split(" ", 2)
        yield wanted, int(size), name


def _fault(path: Path, size: int, wanted: str) -> str:
    """Returns a file's fault as the end of a sentence after its name; "" for none. wanted: its sum, or ""."""
    try:
        found = path.stat().st_size
        if found != size:
            return f"has {found} bytes instead of {size}"
        return "has another content than it had" if wanted and _sum(path) != wanted else ""
    except FileNotFoundError:
        return "is missing"
    except OSError as wrong:
        return f"cannot be read ({wrong.strerror})"


def _sum(path: Path) -> str:
    from hashlib import sha256  # wanted by the self-test alone

    found = sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            found.update(piece)
    return found.hexdigest()

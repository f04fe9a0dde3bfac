"""Paths of the files that come with goosetable, and errors that name a missing or damaged file."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

from goosetable import integrity

_PACKED = Path(__file__).resolve().parents[2] / "_assets"
# A wheel and a frozen program carry the folder inside the package; a checkout has it beside the package.
ROOT = _PACKED if _PACKED.is_dir() else Path(__file__).resolve().parents[3] / "assets"

SANS, SERIF = "font_source_sans_pro", "font_source_serif_pro"


class AssetError(Exception):
    """Error: a file of goosetable is missing or damaged. Its message is a sentence for the person."""


def exists(*parts: str) -> bool:
    """Returns True if the assets folder has a file or folder of that name."""
    return ROOT.joinpath(*parts).exists()


def asset(*parts: str) -> Path:
    """Returns the path of a file in the assets folder. Raises AssetError naming the file if it is missing."""
    path = ROOT.joinpath(*parts)
    if not path.is_file():
        raise AssetError(f"The file {path} is missing from this installation of goosetable.")
    return path


def damaged_error(*parts: str, why: str) -> AssetError:
    """Returns the error for an existing file in the assets folder that cannot be used. why: the reason, as a clause."""
    return AssetError(f"The file {ROOT.joinpath(*parts)} is damaged: {why}.")


def read_text(*parts: str) -> str:
    """Returns the text of a file in the assets folder. Raises AssetError naming the file if it cannot be read."""
    path = asset(*parts)
    try:
        return integrity.read_file(path).decode("utf-8-sig")  # as some editors save it
    except (OSError, ValueError) as error:
        raise AssetError(f"The file {path} cannot be read: {error}.") from error


def read_json_object(*parts: str) -> dict[str, Any]:
    """Returns the JSON object in a file of the assets folder. Raises AssetError naming the file."""
    try:
        found = integrity.parse_json(read_text(*parts))
    except (ValueError, RecursionError) as error:
        raise damaged_error(*parts, why=f"it is not valid JSON ({error})") from error
    if not isinstance(found, dict):
        raise damaged_error(*parts, why="it must be one JSON object")
    return found


@functools.cache
def font_file(name: str) -> str:
    """Returns the path of a font such as "SourceSansPro-Regular". Raises AssetError if it is missing or damaged.

    The fonts are plain files in two installed packages, which are searched on sys.path without an import. In a frozen program
    that path contains the folder of the program.
    """
    package = SANS if name.startswith("SourceSans") else SERIF
    for base in sys.path:
        path = Path(base, package, "files", name + ".ttf")
        if path.is_file():
            with path.open("rb") as file:
                start = file.read(4)
            if start not in (b"\0\1\0\0", b"true", b"OTTO"):  # pygame would quietly take another font instead
                raise AssetError(f"The font {path} is damaged.")
            return str(path)
    raise AssetError(f"The font {name} is missing: the package {package.replace('_', '-')} is not installed.")

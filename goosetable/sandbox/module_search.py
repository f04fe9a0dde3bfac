"""Search for an external player's module in folders. It runs none of the module's code, which the user has not allowed yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NamedTuple

OWN_PACKAGE: Final = "goosetable"


class FoundPart(NamedTuple):
    """One of the modules that the import of a player runs: the player's own module, or a package that contains it."""

    name: str
    """Full name, with dots."""
    file: str
    """Path of its source; empty for a package without a file."""
    folders: tuple[str, ...]
    """Folders of a package's contents; empty for a plain module."""


class FoundPlayer(NamedTuple):
    """An external player with the files of its modules, which have not been run."""

    name: str
    """The player, `module:Class`."""
    parts: tuple[FoundPart, ...]
    """The packages around the module, the outermost first, and the module."""
    folder: str
    """The folder that contains the first part."""


def split_module_name(name: str) -> tuple[str, ...]:
    """Returns the dotted parts of the module name in `module:Class`. Raises ValueError, in a sentence, for another form."""
    module, _, kind = name.partition(":")
    parts = tuple(module.split("."))
    if not all(part.isidentifier() for part in (*parts, kind)):
        raise ValueError(f"{name!r} is not module:Class")
    if parts[0] in sys.stdlib_module_names or any(part.startswith("__") for part in parts):
        raise ValueError(f"the module {module!r} belongs to Python and has no players")
    if parts[0] == OWN_PACKAGE:
        raise ValueError(f"the module {module!r} belongs to goosetable itself; its players go by their levels")
    return parts


def find_player(name: str, folders: Sequence[str] | None = None) -> FoundPlayer:
    """Returns the source files of the player `module:Class`. Raises ValueError, in one sentence, if there is no such module.

    folders: searched in order; None for the current folder and then the folders of installed packages.
    """
    parts, found, here = split_module_name(name), list[FoundPart](), tuple(search_folders() if folders is None else folders)
    for count, part in enumerate(parts, 1):
        last = count == len(parts)
        step = _find_part(".".join(parts[:count]), part, here)
        if step is None or (last and not step.file) or (not last and not step.folders):
            raise ValueError(f"there is no module {'.'.join(parts)!r} for the player {name!r}")
        found.append(step)
        here = step.folders
    first = found[0]
    at = Path(first.folders[0] if first.folders else first.file).parent
    return FoundPlayer(name, tuple(found), str(at))


def _find_part(full: str, part: str, folders: Iterable[str]) -> FoundPart | None:
    spaces = []
    for folder in dict.fromkeys(map(os.path.realpath, folders)):
        inner = os.path.join(folder, part)  # noqa: PTH118 - a Path says what it cannot look at by raising
        start = os.path.join(inner, "__init__.py")  # noqa: PTH118
        if os.path.isfile(start):  # noqa: PTH113
            return FoundPart(full, start, (inner,))
        if os.path.isfile(f"{inner}.py"):  # noqa: PTH113
            return FoundPart(full, f"{inner}.py", ())
        if os.path.isdir(inner):  # noqa: PTH112
            spaces.append(inner)
    return FoundPart(full, "", tuple(spaces)) if spaces else None


def search_folders() -> list[str]:
    """Returns the current folder, if it exists, then the folders of installed packages, without those of Python itself."""
    own = os.path.realpath(os.path.dirname(os.__file__))  # noqa: PTH120
    found = [folder for folder in sys.path if folder and os.path.realpath(folder) != own]
    here = _current_folder()
    return found if here is None else [here, *found]


def import_folders() -> list[str]:
    """Returns the folders of this process's import path, without the current folder."""
    here = _current_folder()
    return [folder for folder in sys.path if folder and os.path.realpath(folder) != here]


def _current_folder() -> str | None:
    try:
        return os.path.realpath(Path.cwd())
    except OSError:
        return None  # it has been deleted


class _Source(SourceFileLoader):
    """A loader of one source file. It ignores a compiled copy beside the file, which may differ."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


class PlayerFinder:
    """A meta path finder that imports a player's modules from exactly the files of a `FoundPlayer`."""

    def __init__(self, found_player: FoundPlayer) -> None:
        self._parts = {part.name: part for part in found_player.parts}

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Returns the spec of one of the player's modules; None for others. Called by Python's import system."""
        part = self._parts.get(name)
        if part is None:
            return None
        if part.file:
            folders = list(part.folders) or None
            return spec_from_file_location(name, loader=_Source(name, part.file), submodule_search_locations=folders)
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = list(part.folders)
        return spec


def allow_import(found_player: FoundPlayer) -> None:
    """Lets this process import the player's modules, from the files found. Adds their folder to the end of the import path."""
    if found_player.name not in _admitted:
        _admitted.append(found_player.name)
        sys.meta_path.insert(0, PlayerFinder(found_player))
        if found_player.folder not in sys.path:
            sys.path.append(found_player.folder)


_admitted: list[str] = []

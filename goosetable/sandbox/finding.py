"""Where the module of an external player lies: found by looking at folders, so that nothing of it is run before it may be."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NamedTuple

OWN: Final = "goosetable"


class FoundPart(NamedTuple):
    """One of the modules that are imported for a player: its own, or a package around it."""

    name: str
    """In full, with dots."""
    file: str
    """Its source; empty for a folder that is a package without a file."""
    folders: tuple[str, ...]
    """Folders of what lies in it; none for a module that is no package."""


class Found(NamedTuple):
    """The module of an external player."""

    name: str
    """The player, `module:Class`."""
    parts: tuple[FoundPart, ...]
    """The packages around the module, the outermost first, and the module."""
    folder: str
    """The folder in which the first of them lies."""

    @property
    def file(self) -> Path:
        """The source of the player, where it was found: what it imports besides is looked for beside it."""
        return Path(self.parts[-1].file)

    @property
    def target(self) -> Path | None:
        """The file that is read instead where `file` is a link, or lies in a folder that is one; else None."""
        target = Path(os.path.realpath(self.file))
        return None if target == self.file else target

    @property
    def agreed(self) -> tuple[str, ...]:
        """What an agreement is for: the class, the folder, and every file that is run, with what links lead to."""
        return (self.name, self.folder, *(os.path.realpath(part.file) for part in self.parts if part.file))


def check(name: str) -> tuple[str, ...]:
    """The parts of the module's name in `module:Class`. Raises ValueError in one sentence where it is no player's."""
    module, _, kind = name.partition(":")
    parts = tuple(module.split("."))
    if not all(part.isidentifier() for part in (*parts, kind)):
        raise ValueError(f"{name!r} is not module:Class")
    if parts[0] in sys.stdlib_module_names or any(part.startswith("__") for part in parts):
        raise ValueError(f"the module {module!r} belongs to Python and has no players")
    if parts[0] == OWN:
        raise ValueError(f"the module {module!r} belongs to goosetable itself; its players go by their levels")
    return parts


def find(name: str, folders: Sequence[str] | None = None) -> Found:
    """The module of `module:Class` as Python source. Raises ValueError in one sentence where there is none.

    folders: where to look, the first wins; unless given, the current folder, and then those of installed packages.
    """
    parts, found, here = check(name), list[FoundPart](), tuple(places() if folders is None else folders)
    for count, part in enumerate(parts, 1):
        last = count == len(parts)
        step = _step(".".join(parts[:count]), part, here)
        if step is None or (last and not step.file) or (not last and not step.folders):
            raise ValueError(f"there is no module {'.'.join(parts)!r} for the player {name!r}")
        found.append(step)
        here = step.folders
    first = found[0]
    at = Path(first.folders[0] if first.folders else first.file).parent
    return Found(name, tuple(found), str(at))


def _step(full: str, part: str, folders: Iterable[str]) -> FoundPart | None:
    """A module or package of that name in the first folder that has one, as Python chooses."""
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


def places() -> list[str]:
    """The current folder, where there is one, and then the folders of installed packages; not those of Python itself."""
    own = os.path.realpath(os.path.dirname(os.__file__))  # noqa: PTH120
    found = [folder for folder in sys.path if folder and os.path.realpath(folder) != own]
    here = _here()
    return found if here is None else [here, *found]


def trusted() -> list[str]:
    """The folders from which this process imports, without the current one."""
    here = _here()
    return [folder for folder in sys.path if folder and os.path.realpath(folder) != here]


def _here() -> str | None:
    try:
        return os.path.realpath(Path.cwd())
    except OSError:
        return None  # it has been deleted


class _Source(SourceFileLoader):
    """Runs the source that was found, and never a compiled copy beside it, which may hold something else."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


class Guide:
    """Leads the import of a player to the very files that were found, and so to no others of these names."""

    def __init__(self, found: Found) -> None:
        self._parts = {part.name: part for part in found.parts}

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """What Python's import asks for."""
        part = self._parts.get(name)
        if part is None:
            return None
        if part.file:
            folders = list(part.folders) or None
            return spec_from_file_location(name, loader=_Source(name, part.file), submodule_search_locations=folders)
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = list(part.folders)
        return spec


def admit(found: Found) -> None:
    """From now on this process imports the player's modules from where they were found, and what they need besides last."""
    if found.name not in _admitted:
        _admitted.append(found.name)
        sys.meta_path.insert(0, Guide(found))
        if found.folder not in sys.path:
            sys.path.append(found.folder)


_admitted: list[str] = []

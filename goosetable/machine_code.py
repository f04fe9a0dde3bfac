"""Rules and players as machine code: where a download brings them compiled, they take the place of the same modules in Python.

The compiled modules lie apart, in the folder `_core`, with the version that they were made of: of another version, for another
Python or another system they are passed over, and everything runs in Python, as it does from source.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec
from pathlib import Path

TYPE_CHECKING = False  # the module `typing` would take longer to import than this one
if TYPE_CHECKING:
    from importlib.abc import Loader

LIBRARY = "goosetable_core__mypyc"
"""Holds the code of all compiled modules, each of which is a small file that looks for it."""
FOLDER = "_core"
VERSION = "VERSION"
"""Names the file in that folder that says of which version of the program its code was made."""


class CompiledModules:
    """Finds compiled modules before Python looks for those of the same names in its own language."""

    def __init__(self, folder: Path, kind: tuple[type[Loader], list[str]] = (ExtensionFileLoader, EXTENSION_SUFFIXES)) -> None:
        """kind: what loads such modules, and how the names of their files end."""
        self.folder = folder
        self._kind = kind
        self.whole: bool | None = None
        """Whether the library can be loaded; not known before the first compiled module is asked for."""
        self._finders: dict[str, FileFinder] = {}
        self._parts = {found.name.partition(".")[0] for found in folder.iterdir()}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As the import system asks for modules; None for all that is not compiled."""
        if name == LIBRARY:
            return self._in("", name)
        package, _, rest = name.partition(".")
        if package != "goosetable" or rest.partition(".")[0] not in self._parts or self.whole is False:
            return None
        found = self._in(rest.rpartition(".")[0], name)
        return found if found and self._works() else None

    def _in(self, place: str, name: str) -> ModuleSpec | None:
        finder = self._finders.get(place)
        if finder is None:
            folder = self.folder.joinpath(*place.split("."))
            finder = self._finders[place] = FileFinder(str(folder), self._kind)
        found = finder.find_spec(name)
        return found if found and found.loader else None  # a folder is no module

    def _works(self) -> bool:
        if self.whole is None:
            try:
                __import__(LIBRARY)
                self.whole = True
            except ImportError:  # of another Python, or a system too old for it
                self.whole = False
        return self.whole


def use(version: str, package: Path) -> None:
    """Looks for compiled modules in a folder of the package; passes over those that were not made of this version."""
    try:
        made_of = (package / FOLDER / VERSION).read_text(encoding="ascii")
    except (OSError, ValueError):
        return
    if made_of.strip() == version:
        sys.meta_path.insert(0, CompiledModules(package / FOLDER))


def in_use() -> bool:
    """Whether rules and players run as machine code in this process."""
    return any(isinstance(one, CompiledModules) and one.find_spec("goosetable.cards") for one in sys.meta_path)

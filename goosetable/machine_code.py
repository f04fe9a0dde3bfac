"""Import of compiled rules and players. In a download they replace the Python modules of the same names.

The compiled modules are in the folder `_core`, with the version from which they were compiled. Modules compiled from another
version, or for another Python or system, are ignored; the Python modules then run, as from source.
"""

# No module is searched in folders at this point, not even `__future__`: a stranger may have written into the current one.
# These modules are loaded from the start, and `importlib.machinery` itself takes its classes from them.
import os
import sys
from _frozen_importlib_external import ExtensionFileLoader, FileFinder
from _imp import extension_suffixes

TYPE_CHECKING = False  # the module `typing` would take longer to import than this one
if TYPE_CHECKING:
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec

LIBRARY = "goosetable_core__mypyc"
"""Module with the code of all compiled modules; each of these is a small file that looks for it."""
FOLDER = "_core"
VERSION = "VERSION"
"""File in `FOLDER` with the program version from which the code was compiled."""


class CompiledModules:
    """A finder of compiled modules, which the import system asks before its own."""

    def __init__(self, folder: str, kind: "tuple[type[Loader], list[str]] | None" = None) -> None:
        """kind: the loader and the file suffixes of compiled modules; None for those of Python's extension modules."""
        self.folder = folder
        self._kind = kind or (ExtensionFileLoader, extension_suffixes())
        self.whole: bool | None = None
        """Whether the library can be loaded; None until the first compiled module is imported."""
        self._finders: dict[str, FileFinder] = {}
        self._parts = {name.partition(".")[0] for name in os.listdir(folder)}  # noqa: PTH208

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        """Returns the spec of a compiled module, for the import system; None for any other module."""
        if name == LIBRARY:
            return self._find_in_folder("", name)
        package, _, rest = name.partition(".")
        if package != "goosetable" or rest.partition(".")[0] not in self._parts or self.whole is False:
            return None
        found = self._find_in_folder(rest.rpartition(".")[0], name)
        return found if found and self._library_loads() else None

    def _find_in_folder(self, place: str, name: str) -> "ModuleSpec | None":
        finder = self._finders.get(place)
        if finder is None:
            folder = os.path.join(self.folder, *place.split("."))  # noqa: PTH118
            finder = self._finders[place] = FileFinder(folder, self._kind)
        found = finder.find_spec(name)
        return found if found and found.loader else None  # a folder is no module

    def _library_loads(self) -> bool:
        if self.whole is None:
            try:
                __import__(LIBRARY)
                self.whole = True
            except ImportError:  # compiled for another Python, or the system is too old
                self.whole = False
        return self.whole


def add_finder(version: str, package: str) -> None:
    """Adds a finder for a package's compiled modules if they were compiled from this version."""
    folder = os.path.join(package, FOLDER)  # noqa: PTH118
    try:
        with open(os.path.join(folder, VERSION), "rb") as file:  # noqa: PTH118, PTH123
            made_of = file.read(100)
    except OSError:
        return
    if made_of.strip() == version.encode():
        sys.meta_path.insert(0, CompiledModules(folder))


def execution_mode_text(is_native: bool) -> str:
    """Returns "as machine code" or "in Python", the words of `--version` and of stored measurements."""
    return "as machine code" if is_native else "in Python"


def is_machine_code_in_use() -> bool:
    """Returns True if rules and players run as machine code in this process."""
    return any(isinstance(one, CompiledModules) and one.find_spec("goosetable.cards") for one in sys.meta_path)

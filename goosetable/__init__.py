"""goosetable: a card table for seven unusual card games."""

import os

TYPE_CHECKING = False  # as type checkers take it; the module `typing` would take longer to import than all the rest
if TYPE_CHECKING:
    from goosetable.playthrough import Playthrough as Playthrough
    from goosetable.playthrough import Refused as Refused
    from goosetable.playthrough import play as play
    from goosetable.playthrough import resume as resume

__version__ = "1.0.0"
APP_ID = "local.goosetable.goosetable"
"""The program's id for desktops: the name of its menu entry, icon and metadata, and an attribute of its windows."""
__all__ = ["Playthrough", "Refused", "play", "resume"]

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - `os` is there already, and nothing else is imported from source
if os.path.isdir(os.path.join(_HERE, "_core")):  # noqa: PTH112, PTH118
    from goosetable import machine_code

    machine_code.add_finder(__version__, _HERE)


def __getattr__(name: str) -> object:
    """Imports a name of `__all__` on its first use, so that the program, which needs none of these names, starts sooner.

    Raises AttributeError for any other name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from goosetable import playthrough

    found: object = getattr(playthrough, name)
    return found

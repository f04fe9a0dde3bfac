"""Shortens the start of the frozen program: replaces those modules of pygame that it never uses by stand-ins. Call `spare`
first.

`import pygame` imports all of its modules, which takes a large part of the time to open a small window. A stand-in has only the
few names that pygame itself imports. If the program used one of them, it would fail at once, and the self-test of the frozen
program would show it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, BinaryIO, Final


class Unused:
    """A stand-in for a class or function that the program never calls. Raises NotImplementedError when called."""

    def __init__(self, *_: object, **__: object) -> None:
        raise NotImplementedError("this part of pygame was left out of goosetable")


def resource(name: str) -> BinaryIO:
    """Opens a resource of pygame, such as the icon of its window: in the frozen program a file beside pygame's modules."""
    return open(os.path.join(os.path.dirname(str(sys.modules["pygame"].__file__)), name), "rb")  # noqa: PTH118, PTH120, PTH123


SPARED: Final[dict[str, dict[str, object]]] = {
    "pygame.sprite": {},
    "pygame.sysfont": {"SysFont": Unused, "get_fonts": Unused, "match_font": Unused},
    "pygame._debug": {"print_debug_info": Unused},
    "pygame.typing": {},
    "pygame.pkgdata": {"getResource": resource},
}
"""Modules of pygame that are replaced, each with the stand-ins for the names that pygame imports from it."""


class Sparing:
    """A finder and loader of the modules in `SPARED`, for the first place in `sys.meta_path`."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        loader: Any = self
        return ModuleSpec(name, loader) if name in SPARED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(SPARED[module.__name__])


def spare() -> None:
    """Makes later imports of the modules in `SPARED` load stand-ins."""
    finder: Any = Sparing()
    sys.meta_path.insert(0, finder)

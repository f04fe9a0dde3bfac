"""Spares the frozen program, before its first frame, the parts of pygame that it never uses: call spare() before all else.

`import pygame` imports everything it has, and with that much of what makes a small window slow to open. In the place of
each part that is left out stand the few names that pygame itself asks for; a program that used one of them would fail at
once, which the self-test of the frozen program would show.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, BinaryIO, Final


class Unused:
    """What stands for a class or function that nobody calls."""

    def __init__(self, *_: object, **__: object) -> None:
        raise NotImplementedError("this part of pygame was left out of goosetable")


def resource(name: str) -> BinaryIO:
    """A file that belongs to pygame, as its window asks for one; frozen, they are plain files beside its modules."""
    return open(os.path.join(os.path.dirname(str(sys.modules["pygame"].__file__)), name), "rb")  # noqa: PTH118, PTH120, PTH123


SPARED: Final[dict[str, dict[str, object]]] = {
    "pygame.sprite": {},
    "pygame.sysfont": {"SysFont": Unused, "get_fonts": Unused, "match_font": Unused},
    "pygame._debug": {"print_debug_info": Unused},
    "pygame.typing": {},
    "pygame.pkgdata": {"getResource": resource},
}
"""Modules of pygame, and the names that pygame takes from each."""


class Sparing:
    """Finds the stand-ins before anybody finds the real parts."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        loader: Any = self
        return ModuleSpec(name, loader) if name in SPARED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(SPARED[module.__name__])


def spare() -> None:
    """From now on, what is in SPARED is a stand-in."""
    finder: Any = Sparing()
    sys.meta_path.insert(0, finder)

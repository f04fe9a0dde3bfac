"""The modules of build/, which are no package: they find each other in their own folder."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"
NAMES = (
    "archives", "bundle", "components", "damage", "facts", "frozen", "icons", "lean", "manifests",
    "packages", "pictures", "pins", "release", "screens", "trial", "unused", "wheels",
)  # fmt: skip


@pytest.fixture(scope="module")
def parts() -> Iterator[dict[str, ModuleType]]:
    """Those that tests ask for, by their names."""
    forget()
    sys.path.insert(0, str(BUILD))
    yield {name: importlib.import_module(name) for name in NAMES}
    sys.path.remove(str(BUILD))
    forget()


@pytest.fixture
def build(parts: dict[str, ModuleType]) -> ModuleType:
    """build.py, whose name is that of the folder as well."""
    return importlib.import_module("build")


def forget() -> None:
    """No module of build/ is left loaded, so that those who import them next get all of them anew."""
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").parent == BUILD:
            del sys.modules[name]

"""An attempt that does all that a program must not do, so that a test can see it noticed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.attacks.judging import Watch


def warm() -> None:
    """Nothing has to be loaded."""


def steps(attempt: str, seed: str, box: Path) -> Iterator[tuple[str, list[str]]]:
    """seed: a folder in which nothing may be written."""
    watch, elsewhere = Watch(box), Path(seed)
    (elsewhere / "written").write_text("x", encoding="utf-8")
    yield "write", watch.take()
    (elsewhere / "written").replace(elsewhere / "moved")
    yield "move", watch.take()
    import_module("this")
    yield "import", watch.take()
    (box / "x").write_text("x", encoding="utf-8")
    yield "at home", watch.take()
    time.sleep(1_000)
    yield "never", []

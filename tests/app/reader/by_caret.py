"""Reads the first field of the names of a kept sheet through AT-SPI's Text, and moves its caret: run by the system's Python.

It prints one line of JSON: the text, the number of its signs, the caret before and after it was moved, a word, and the box of a
sign.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import pyatspi

from tests.app.reader.by_at_spi import AGAIN, PATIENCE, STEP, Node, nodes, press

WAY = ("score keeper for real cards", "Begin", "Go on", "Menu", "Players")
T = TypeVar("T")


def wait(find: Callable[[], T | None], name: str = "") -> T:
    """The first thing that is found; gives up after a while. name: of a control that is used now and then until it is there."""
    until, looks = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until:
        if (found := find()) is not None:
            return found
        if name and looks % AGAIN == 0 and (control := named(name)) is not None:
            press(control)
        looks += 1
        time.sleep(STEP)
    sys.exit(f"it did not come; there are {[one.name for one in nodes()]}")


def named(name: str) -> Node | None:
    """The control of that name."""
    return next((one for one in nodes() if one.name == name and one.usable), None)


def field() -> Any:
    """The Text of the first field."""
    found = next((one for one in nodes() if one.name == "Seat 1"), None)
    try:
        return None if found is None else found.node.queryText()
    except NotImplementedError:
        return None


def caret(other: int) -> int | None:
    """The place of the caret, once it is no more at another one."""
    place = wait(field).caretOffset
    return None if place == other else int(place)


def main() -> None:
    """Go there and read."""
    for name, following in pairwise(WAY):
        wait(lambda name=name: named(name))  # type: ignore[misc]
        wait(lambda following=following: named(following), name)  # type: ignore[misc]
    text = wait(field, WAY[-1])
    before = text.caretOffset
    text.setCaretOffset(1)
    after = wait(lambda: caret(before))
    word = text.getStringAtOffset(0, pyatspi.Atspi.TextGranularity.WORD)[0]
    box = text.getCharacterExtents(1, pyatspi.WINDOW_COORDS)
    said = {"text": text.getText(0, -1), "signs": text.characterCount, "before": before, "after": after, "word": word}
    print(json.dumps(said | {"box": list(box)}))


if __name__ == "__main__":
    main()

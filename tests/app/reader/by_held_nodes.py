"""Opens and leaves pages by keys, and holds every node that it meets: run by the system's Python, starts the program.

A screen reader does so too, and its library keeps the states of a node that is held. It keeps them only while its main loop
runs, so each step is taken between two rounds of that loop. For each page that was left one line of JSON tells what lies
there then; see `Left`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, field
from typing import Any

import pyatspi
from gi.repository import GLib

from tests.app.reader.by_at_spi import PATIENCE, STEP, Node, press, walk

Steps = Generator[None, None, None]
STARTS = ("Leave", "contrast and large cards", "Deal of the day")
"""What the names of controls of the title begin with that lead to no page from which Esc comes back."""
PAGES = {
    "the menu": "Escape", "the rules": "shift+F1", "the keys": "F1", "the settings": "F10", "the score sheet": "s",
    "the last trick": "l",
}  # fmt: skip
"""Keys of a table that open something which Esc closes."""
OVER = "Esc closes it"
"""Stands in what is asked while something lies over a table that is no page of its own."""
PAUSE = 30
"""Steps after which what was pressed is pressed again."""


@dataclass
class Left:
    """A page that was left. nodes: how many lie on the screen that came back. defunct: the names of those that are defunct.

    back, moved: where the focus was told to be when the screen came back, and after one move; empty where no node said so that
    a reader listens to.
    """

    page: str
    nodes: int
    defunct: list[str] = field(default_factory=list)
    back: str = ""
    moved: str = ""


class Holder:
    """Holds nodes, and hears of the focus."""

    def __init__(self) -> None:
        self.held: list[Any] = []
        self.found: list[Node] = []
        self.told: list[tuple[str, bool]] = []
        """Where the focus came, and whether that node is defunct."""
        for kind in ("children-changed", "property-change", "state-changed"):
            pyatspi.Registry.registerEventListener(lambda event: None, f"object:{kind}")
        pyatspi.Registry.registerEventListener(self._focused, "object:state-changed:focused")

    def _focused(self, event: Any) -> None:
        if event.detail1:
            self.held.append(event.source)
            self.told.append((event.source.name, defunct(event.source)))

    def look(self) -> None:
        """Read what lies on the screen, in reading order, without what was announced; nothing while it changes."""
        try:
            desk = pyatspi.Registry.getDesktop(0)
            windows = [desk.getChildAtIndex(at).getChildAtIndex(0) for at in range(desk.childCount)]
            frames = [window for window in windows if window.getRole() == pyatspi.ROLE_FRAME]
            self.found = [one for window in frames for one in walk(window.getChildAtIndex(0))]
        except (GLib.GError, LookupError, RuntimeError, AttributeError):
            self.found = []
        self.held += [one.node for one in self.found]

    def names(self) -> list[tuple[str, str]]:
        """What was found on the screen, in words."""
        return [(one.role, one.name) for one in self.found]

    def until(self, true: Callable[[], object]) -> Steps:
        """Wait until something is so."""
        while not true():
            yield

    def press(self, name: str) -> Steps:
        """Use the control of that name as soon as it is there, by the system and not by a key."""
        found: list[Node] = []
        while not found:
            yield
            found = [one for one in self.found if one.name == name and one.usable]
        press(found[-1])

    def playable(self) -> list[Node]:
        """The cards that may be played now, or the choices that may be made; none without a question, which comes first."""
        if [one.role for one in self.found[1:2]] != ["label"]:
            return []
        return [one for one in self.found if one.usable and one.counted and one.role in ("push button", "list item")]

    def move(self, key: str) -> Generator[None, None, tuple[str, bool]]:
        """Move the focus, and wait until that is told."""
        before = len(self.told)
        push(key)
        yield from self.until(lambda: len(self.told) > before)
        return self.told[-1]

    def shows(self, screen: str) -> bool:
        """Whether a screen is there, and nothing lies over it. screen: its name."""
        return bool(self.found) and self.found[0].name == screen and not any(OVER in one.name for one in self.found)

    def visit(self, page: str, key: str, move: str, remains: bool) -> Steps:
        """Open a page, leave it, move the focus, and say what was found. remains: the focus does not go to the page."""
        screen, told = self.found[0].name, len(self.told)
        push(key)
        yield from self.until(lambda: self.found and not self.shows(screen) and (remains or len(self.told) > told))
        told = len(self.told)
        push("Escape")
        yield from self.until(lambda: self.shows(screen) and (remains or len(self.told) > told))
        left = Left(page, len(self.found), [one.name for one in self.found if defunct(one.node)])
        left.back = heard(self.told[-1])
        left.moved = heard((yield from self.move(move)))
        print(json.dumps(asdict(left)), flush=True)


def defunct(node: Any) -> bool:
    """Whether a reader that holds the node takes it for gone."""
    return bool(node.getState().contains(pyatspi.STATE_DEFUNCT))


def heard(told: tuple[str, bool]) -> str:
    """What a reader hears of a focus that was told."""
    return "" if told[1] else told[0]


def push(key: str) -> None:
    """Press a key."""
    subprocess.run(["xdotool", "key", key], check=True)


def title(holder: Holder) -> Steps:
    """Each page of the title, in the order of Tab; the score keeper leads back to a new title, whose focus begins anew."""
    yield from holder.until(lambda: any(one.name == "Settings" for one in holder.found))
    yield from holder.until(lambda: holder.told)
    name = holder.told[-1][0]
    seen: list[str] = []
    while name not in seen:
        seen.append(name)
        if name.startswith(STARTS):
            name, _ = yield from holder.move("Tab")
        else:
            yield from holder.visit(name, "Return", "Tab", False)
            name = holder.told[-1][0]
        for _ in range(len(seen)):
            if name in seen:
                name = (yield from holder.move("Tab"))[0]


def table(holder: Holder, *labels: str) -> Steps:
    """What lies over a table in the second deal, after a trick. labels: pressed from the title to the table."""
    for label in labels:
        yield from holder.press(label)
    yield from play(holder)
    for page, key in PAGES.items():
        yield from holder.visit(page, key, "Right", page == "the last trick")


def play(holder: Holder) -> Steps:
    """A deal, and a trick of the next one."""
    presses = 0
    while not (holder.playable() and "Deal 2, trick" in holder.found[0].name and "trick 1 " not in holder.found[0].name):
        ends = [one for one in holder.found if one.name == "Next deal" and one.usable]
        wanted = ends or holder.playable()
        if wanted:
            before, left = holder.names(), PAUSE
            press(wanted[presses % len(wanted)])  # after a refusal another one
            presses += 1
            while left and holder.names() == before:  # a press while cards still move only lets them arrive
                left -= 1
                yield
        yield


def main() -> None:
    """by_held_nodes.py [LABEL...]: the pages of the title, or what lies over the table to which the labels lead."""
    holder = Holder()
    # Only now that the holder listens: what has the focus first is told once.
    program = subprocess.Popen([os.environ["PYTHON"], "-m", "goosetable", "--portable", os.environ["FOLDER"]])
    steps = table(holder, *sys.argv[1:]) if sys.argv[1:] else title(holder)
    ended: list[str] = []
    before, until = (0, holder.names()), time.monotonic() + PATIENCE

    def step() -> None:
        nonlocal before, until
        try:
            holder.look()
            next(steps)
            if before != (now := (len(holder.told), holder.names())):
                before, until = now, time.monotonic() + PATIENCE
            elif time.monotonic() > until:
                ended.append(f"it did not go on: {holder.told[-3:]} {holder.names()}")
        except StopIteration:
            ended.append("")
        except Exception:
            ended.append(traceback.format_exc())
        if ended:
            pyatspi.Registry.stop()
        else:
            wait()

    def wait() -> None:
        """What the program tells comes first."""
        GLib.timeout_add(round(1000 * STEP), step, priority=GLib.PRIORITY_DEFAULT_IDLE)

    wait()
    pyatspi.Registry.start()
    program.kill()
    program.wait()
    sys.exit(ended[0] or 0)


if __name__ == "__main__":
    main()

"""Plays one deal of a game through AT-SPI alone: run by the system's Python, which has `pyatspi`, beside the program.

It knows what a screen reader knows: names, roles, states and actions of the tree, and what is announced. It prints what was
announced, and ends with code 0 once the deal is done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyatspi
from gi.repository import GLib

PATIENCE = 60.0
"""Seconds without any change after which a wait is given up."""
STEP = 0.02
AGAIN = 100
"""Looks without a change after which a control is used again: a request that comes while the page changes is not done."""
ENDS = ("Next deal", "The tally", "Leave the table")
"""Buttons of a score sheet."""


class Node(NamedTuple):
    """A node of the tree and what it says."""

    node: Any
    role: str
    name: str
    more: str
    usable: bool
    """Whether it can be used now."""
    counted: bool = False
    """Whether it has a position in a set, as each choice of a question has."""


def nodes() -> list[Node]:
    """The whole tree, in reading order; what went away while it was read is read again."""
    for _ in range(100):
        while GLib.MainContext.default().iteration(False):
            pass  # what has changed is told by events
        try:
            desk = pyatspi.Registry.getDesktop(0)
            windows = [desk.getChildAtIndex(at).getChildAtIndex(0) for at in range(desk.childCount)]
            return [one for window in windows if window.getRole() == pyatspi.ROLE_FRAME for one in walk(window)]
        except (GLib.GError, LookupError, RuntimeError, AttributeError):
            time.sleep(STEP)
    return []


def walk(node: Any) -> Iterator[Node]:
    """A node and all below it."""
    usable = not node.description.startswith(("May not", "Not available"))
    yield Node(node, node.getRoleName(), node.name, node.description, usable and _acts(node), _counted(node))
    for at in range(node.childCount):
        yield from walk(node.getChildAtIndex(at))


def _counted(node: Any) -> bool:
    return any(one.startswith("posinset:") for one in node.getAttributes())


def _acts(node: Any) -> bool:
    try:
        return bool(node.queryAction().nActions)
    except NotImplementedError:
        return False


def press(one: Node) -> None:
    """Use a node as a reader does; one that has gone meanwhile is looked for again by whoever wants it."""
    try:
        one.node.queryAction().doAction(0)
    except (GLib.GError, NotImplementedError):
        time.sleep(STEP)


class Player:
    """Presses the first card or choice that may be used, until the deal is done."""

    def __init__(self, labels: list[str]) -> None:
        """labels: what is pressed from the title to the table."""
        self.labels = labels
        self.acts = self.curtains = 0
        self.looks = 0
        """Looks since the tree changed."""
        self._before: tuple[object, ...] = ()
        self._pressed: tuple[str, str, str] | None = None

    def step(self) -> bool:
        """One act; whether the deal is done."""
        found = nodes()
        names = tuple((one.role, one.name, one.more) for one in found)
        self.looks = self.looks + 1 if names == self._before else 0
        self._before = names
        if self.looks and self.acts:  # what was pressed has not been done yet
            if self.looks % AGAIN == 0 and self._pressed in names:
                press(found[names.index(self._pressed)])
            return False
        wanted = self._wanted(found)
        if wanted is None:
            return not self.labels and any(one.name in ENDS and one.role == "push button" for one in found)
        press(wanted)
        self.acts += 1
        self._pressed = wanted.role, wanted.name, wanted.more
        return False

    def _wanted(self, found: list[Node]) -> Node | None:
        """What is to be pressed now."""
        pressed = [one for one in reversed(found) if one.usable and one.role in ("push button", "radio button")]
        by_name: dict[str, Node] = {one.name: one for one in pressed}
        if self.labels:
            there: Node | None = by_name.get(self.labels[0])
            if there is not None:
                self.labels.pop(0)
            return there
        if "Just play" in by_name:
            return by_name["Just play"]
        for one in found:
            if one.role == "push button" and one.name.startswith("I am "):
                self.curtains += 1
                return one
            if one.usable and (one.role == "list item" or (one.role == "push button" and one.counted)):
                return one
        return None


def main() -> None:
    """by_at_spi.py LABEL...: what is pressed from the title to the table."""
    pyatspi.Registry.registerEventListener(lambda event: None, "object:children-changed")
    pyatspi.Registry.registerEventListener(lambda event: print(event.any_data, flush=True), "object:announcement")
    player, until = Player(sys.argv[1:]), time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if player.step():
            print(f"done: {player.acts} acts, {player.curtains} curtains")
            return
        if not player.looks:
            until = time.monotonic() + PATIENCE
        time.sleep(STEP)
    for one in nodes():
        print("   ", one.role, repr(one.name), repr(one.more), "" if one.usable else "(barred)")
    sys.exit("the deal did not end")


if __name__ == "__main__":
    main()

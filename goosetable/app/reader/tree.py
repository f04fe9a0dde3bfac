"""What is heard as a tree of AccessKit: parts as nodes with numbers that stay, of which those are sent that changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from goosetable import __version__
from goosetable.app.ui.heard import Act, Heard, HeardPart, Kind

ROOT: Final = 1
ROLES: Final[Mapping[Kind, str]] = {
    "button": "BUTTON", "cell": "LIST_ITEM", "column": "COLUMN_HEADER", "combo": "COMBO_BOX", "dialog": "DIALOG",
    "document": "DOCUMENT", "field": "TEXT_INPUT", "group": "GROUP", "heading": "HEADING", "image": "IMAGE", "label": "LABEL",
    "link": "LINK", "list": "LIST", "listbox": "LIST_BOX", "log": "LOG", "option": "LIST_BOX_OPTION", "radio": "RADIO_BUTTON",
    "row": "LIST_ITEM", "slider": "SLIDER", "spinner": "SPIN_BUTTON", "status": "LABEL", "switch": "SWITCH", "tab": "TAB",
    "window": "WINDOW",
}  # fmt: skip
ACTS: Final[Mapping[Act, str]] = {
    "use": "CLICK",
    "focus": "FOCUS",
    "more": "INCREMENT",
    "less": "DECREMENT",
    "write": "SET_VALUE",
}
PLAIN: Final = ("label", "status")
"""Texts: what they say is their value."""
VALUED: Final = ("slider", "spinner", "combo")
"""Parts whose value has to be heard with their name: systems ask only for numbers there."""
BARRED: Final = "Not available."
SAID: Final = 3
"""Announcements that stay in the tree until others come: the reader may still be fetching them."""

_log: Final = logging.getLogger(__name__)


class Announcement(NamedTuple):
    """A sentence that says itself when it comes into the tree. urgent: in place of what is being said."""

    number: int
    words: str
    urgent: bool


class Labelled(Protocol):
    """What of a node of AccessKit holds its words."""

    def set_label(self, words: str) -> None: ...

    def set_value(self, words: str) -> None: ...

    def set_description(self, words: str) -> None: ...


class Sketch(NamedTuple):
    """A node: what it depends on, and how it is made."""

    looks: object
    make: Callable[[], object]


class AccessTree:
    """The tree of one window, and what of it was sent."""

    def __init__(self, kit: ModuleType, title: str) -> None:
        """kit: AccessKit. title: the window's."""
        self.title = title
        self._kit = kit
        self._numbers: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._sent: dict[int, object] = {}
        self._focus = ROOT
        self._said: list[Announcement] = []
        self._count = 0
        self._acts = {act: getattr(kit.Action, theirs) for act, theirs in ACTS.items()}

    def act(self, action: object) -> Act | None:
        """What an action of AccessKit is here; None for one that no part has."""
        return next((act for act, theirs in self._acts.items() if theirs == action), None)

    def key(self, number: int) -> str:
        """The key of the part with that number; empty where there is none."""
        return self._keys.get(number, "")

    def hush(self) -> None:
        """What was announced is no longer there to be read, as where the screen goes to another person."""
        self._said = []

    def say(self, words: str, urgent: bool = False) -> None:
        """This is announced with the next update, in one piece: of several nobody knows in which order they are read.

        The latest announcements stay, for the reader may still be fetching them.
        """
        self._count += 1
        self._said = [*self._said[1 - SAID :], Announcement(self._count, words, urgent)]

    def update(self, heard: Heard, whole: bool) -> object:
        """What changed since the last time, or all of it. It never raises, as nothing may that AccessKit calls: after a fault,
        which is logged, the tree stays as it was.
        """
        update = self._kit.TreeUpdate(ROOT)
        try:
            sketches = self._sketches(heard)
            before = {} if whole else self._sent
            made = [(number, one.make()) for number, one in sketches.items() if before.get(number) != one.looks]
            focus = self._numbers.get(heard.focus, ROOT)
            self._focus = focus if focus in sketches else ROOT
            self._sent = {number: one.looks for number, one in sketches.items()}
        except Exception:
            _log.exception("the tree of the screen reader could not be made")
            made = [(ROOT, self._container("WINDOW", self.title, []))] if whole else []
            self._sent, self._focus = ({}, ROOT) if whole else (self._sent, self._focus)
        for node in made:
            update.nodes.append(node)
        if whole:
            update.tree = tree = self._kit.Tree(ROOT)
            tree.toolkit_name, tree.toolkit_version = "goosetable", __version__
        update.focus = self._focus
        return update

    def _sketches(self, heard: Heard) -> dict[int, Sketch]:
        """Every node by its number."""
        found: dict[int, Sketch] = {}
        kind, title = "DIALOG" if heard.modal else "GROUP", heard.title
        scene, children = self._number("scene"), [self._number(part.key) for part in heard.parts]
        said = [self._number(f"said/{one.number}") for one in self._said]
        window = [scene, *said]
        found[ROOT] = Sketch((self.title, *window), lambda: self._container("WINDOW", self.title, window))
        found[scene] = Sketch((kind, title, *children), lambda: self._container(kind, title, children, heard.modal))
        for part in heard.parts:
            self._add(part, found)
        for number, one in zip(said, self._said, strict=True):
            found[number] = Sketch(one, lambda one=one: self._live(one))  # type: ignore[misc]
        return found

    def _add(self, part: HeardPart, found: dict[int, Sketch]) -> None:
        """Raises ValueError where two parts have one key: the reader would take one for the other."""
        number, children = self._number(part.key), [self._number(inner.key) for inner in part.parts]
        if number in found:
            raise ValueError(f"two parts are called {part.key!r}")
        found[number] = Sketch((part._replace(parts=()), *children), lambda: self._node(part, children))
        for inner in part.parts:
            self._add(inner, found)

    def _number(self, key: str) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers) + ROOT + 1
            self._keys[number] = key
        return number

    # ------------------------------------------------------------------ nodes

    def _container(self, role: str, name: str, children: Sequence[int], modal: bool = False) -> object:
        node = self._kit.Node(getattr(self._kit.Role, role))
        node.set_label(name)
        node.set_children(list(children))
        if modal:
            node.set_modal()
        return node

    def _live(self, said: Announcement) -> object:
        node = self._kit.Node(self._kit.Role.LABEL)
        node.set_value(said.words)
        node.set_live(self._kit.Live.ASSERTIVE if said.urgent else self._kit.Live.POLITE)
        return node

    def _node(self, part: HeardPart, children: Sequence[int]) -> object:
        kit = self._kit
        node = kit.Node(getattr(kit.Role, ROLES[part.kind]))
        self._inscribe(node, part)
        if part.box is not None:
            x, y, w, h = part.box
            node.set_bounds(kit.Rect(x, y, x + w, y + h))
        if part.place is not None:
            node.set_position_in_set(part.place[0] - 1)
            node.set_size_of_set(part.place[1])
        if part.on is not None and part.kind in ("switch", "radio"):
            node.set_toggled(kit.Toggled.TRUE if part.on else kit.Toggled.FALSE)
        elif part.on is not None:
            node.set_selected(part.on)
        if part.barred:
            node.set_disabled()
        for act in part.acts:
            node.add_action(self._acts[act])
        node.set_children(list(children))
        return node

    def _inscribe(self, node: Labelled, part: HeardPart) -> None:
        """Name, value and description, each where the systems look for it."""
        full = f"{part.name}: {part.value}" if part.value else part.name
        more = part.more
        if part.barred and not more:
            more = BARRED  # not every system tells it by a state
        if part.kind in PLAIN:
            node.set_value(full)
        elif part.kind in VALUED:
            node.set_label(full)
            node.set_value(part.value)
        elif part.kind == "field":
            node.set_label(part.name)
            node.set_value(part.value)
        else:
            node.set_label(part.name)
            if part.value:  # no system reads the value of a button
                more = f"{part.value}. {more}" if more else part.value
        if more:
            node.set_description(more)

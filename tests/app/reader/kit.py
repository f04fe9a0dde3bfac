"""Stands for AccessKit: nodes remember what was set on them, an adapter remembers what it was told."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from types import ModuleType, SimpleNamespace
from typing import Any

from goosetable.app.reader.at_spi import ReaderWatcher


class Action(Enum):
    CLICK = auto()
    FOCUS = auto()
    INCREMENT = auto()
    DECREMENT = auto()
    SET_VALUE = auto()
    SET_TEXT_SELECTION = auto()
    BLUR = auto()


class AnyName:
    """Every name that is asked for stands for itself."""

    def __getattr__(self, name: str) -> str:
        return name


class RecordedNode:
    """A node: its role, and what was set, by name."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.set: dict[str, Any] = {}
        self.actions: list[Action] = []

    def add_action(self, action: Action) -> None:
        self.actions.append(action)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith("set_"):
            raise AttributeError(name)
        return lambda *given: self.set.__setitem__(name.removeprefix("set_"), given[0] if given else True)


class RecordedUpdate:
    """An update of the tree."""

    def __init__(self, focus: int) -> None:
        self.focus = focus
        self.nodes: list[tuple[int, RecordedNode]] = []
        self.tree: Any = None


class RecordedAdapter:
    """Keeps the tree as a reader would have it."""

    def __init__(self, tree: Callable[[], object], act: Callable[[Any], None], gone: Callable[[], None]) -> None:
        self.begin, self.act, self.gone = tree, act, gone
        self.nodes: dict[int, RecordedNode] = {}
        self.focus = 0
        self.updates: list[RecordedUpdate] = []
        self.has_focus: list[bool] = []

    def update_if_active(self, make: Callable[[], RecordedUpdate]) -> None:
        update = make()
        assert update.tree is not None or self.nodes, "the first update of a tree has to name its root"
        self.updates.append(update)
        if update.tree is not None:
            self.nodes.clear()
        self.nodes.update(update.nodes)
        self.focus = update.focus
        self._sound()
        self.nodes = {number: self.nodes[number] for number in self.reached_numbers()}  # no other has been kept

    def _sound(self) -> None:
        """What AccessKit demands of a tree, which would else end the program."""
        for number, node in self.nodes.items():
            lost = [child for child in node.set.get("children", ()) if child not in self.nodes]
            assert not lost, (number, node.set)
        assert self.focus in self.nodes

    def update_window_focus_state(self, here: bool) -> None:
        self.has_focus.append(here)

    def reached_numbers(self) -> list[int]:
        """The number of every node of the tree, in reading order."""
        found, left = [], [1]
        while left:
            found.append(left.pop())
            left += reversed(self.nodes[found[-1]].set.get("children", ()))
        return found

    def reached(self) -> list[RecordedNode]:
        """Every node of the tree, in reading order."""
        return [self.nodes[number] for number in self.reached_numbers()]

    def announced(self) -> list[str]:
        """The announcements in the tree, oldest first."""
        return [node.set.get("label") or node.set["value"] for node in self.reached() if "live" in node.set]

    def named(self, name: str) -> tuple[int, RecordedNode]:
        """The node of that name that is in the tree, and its number."""
        numbers = self.reached_numbers()
        return next((number, self.nodes[number]) for number in numbers if self.nodes[number].set.get("label") == name)

    def ask(self, name: str, action: Action, text: str = "") -> None:
        """A reader asks for something."""
        self.act(SimpleNamespace(action=action, target=self.named(name)[0], data=(0, text) if text else None))


class KnownDesktop(ReaderWatcher):
    """Stands for the desktop of AT-SPI: it is known at once, and announcements are listened to."""

    def begin(self) -> None:
        self.on_change(True)


class RecordedKit(ModuleType):
    """The module. `adapters`: those that were made."""

    def __init__(self) -> None:
        super().__init__("accesskit")
        self.adapters: list[RecordedAdapter] = []
        self.Action, self.Node, self.TreeUpdate = Action, RecordedNode, RecordedUpdate
        self.Role = self.Live = self.Toggled = self.TextDirection = AnyName()
        self.TextPosition = lambda node, place: SimpleNamespace(node=node, character_index=place)
        self.TextSelection = lambda anchor, focus: SimpleNamespace(anchor=anchor, focus=focus)
        self.Rect = lambda *box: box
        self.Tree = lambda root: SimpleNamespace(root=root)
        self.unix = SimpleNamespace(Adapter=self._adapter)

    def _adapter(self, *given: Any) -> RecordedAdapter:
        self.adapters.append(RecordedAdapter(*given))
        return self.adapters[-1]

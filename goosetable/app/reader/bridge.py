"""The bridge to the screen reader of the system by AccessKit, which speaks AT-SPI, UI Automation and NSAccessibility.

Where AccessKit is missing, or nobody listens, nothing is made and nothing costs anything. Callbacks come from other threads:
they only leave a note, which the next turn of the loop reads. No fault of the tree ends the program: it is logged, and the
last tree stays.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from goosetable import __version__
from goosetable.app.ui.heard import Act, Heard, Kind, Part

ROOT: Final = 1
ROLES: Final[Mapping[Kind, str]] = {
    "button": "BUTTON", "cell": "LIST_ITEM", "column": "COLUMN_HEADER", "combo": "COMBO_BOX", "dialog": "DIALOG",
    "document": "DOCUMENT", "field": "TEXT_INPUT", "group": "GROUP", "heading": "HEADING", "image": "IMAGE", "label": "LABEL",
    "link": "LINK", "list": "LIST", "listbox": "LIST_BOX", "log": "LOG", "option": "LIST_BOX_OPTION", "radio": "RADIO_BUTTON",
    "row": "LIST_ITEM", "slider": "SLIDER", "spinner": "SPIN_BUTTON", "status": "STATUS", "switch": "SWITCH", "tab": "TAB",
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
SAID: Final = 3
"""Announcements that stay in the tree until others come: the reader may still be fetching them."""

_log: Final = logging.getLogger(__name__)


class Asked(NamedTuple):
    """What the reader asks for."""

    key: str
    act: Act
    text: str = ""


class Adapter:
    """What is needed of AccessKit's adapter of a system, one kind for all three."""

    def __init__(
        self, accesskit: Any, window: int | None, tree: Callable[[], Any], act: Callable[[Any], None], gone: Callable[[], None]
    ) -> None:
        """accesskit: the module. window: its handle where the system wants one. Raises whatever AccessKit raises."""
        self._mac = sys.platform == "darwin"
        self._unix = not self._mac and sys.platform != "win32"
        if self._mac:
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._one = accesskit.macos.SubclassingAdapter.for_window(window, tree, act)
        elif self._unix:
            self._one = accesskit.unix.Adapter(tree, act, gone)
        else:
            self._one = accesskit.windows.SubclassingAdapter(window, tree, act)

    def update(self, make: Callable[[], Any]) -> None:
        """Bring the reader up to date; make: gives the update, where anybody listens."""
        events = self._one.update_if_active(make)
        if events is not None:
            events.raise_events()

    def focus(self, here: bool) -> None:
        """The window has the focus of the system, or has lost it."""
        if self._mac:
            events = self._one.update_view_focus_state(here)
            if events is not None:
                events.raise_events()
        elif self._unix:
            self._one.update_window_focus_state(here)


def _accesskit() -> Any:
    """Imported where a window wants it, and nowhere else: there are systems without it."""
    import accesskit

    return accesskit


class Bridge:
    """One window's tree. `wanted` becomes true when a reader asks for it."""

    def __init__(self, title: str, find: Callable[[], Any] = _accesskit) -> None:
        """title: the window's. find: gives AccessKit, or raises ImportError."""
        self.title = title
        self.wanted = False
        self.fault = ""
        """Why there is no bridge, in words without a point; empty where there is one, and before it was opened."""
        self._find = find
        self._ids: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._sent: dict[int, Any] = {}
        self._said: list[tuple[int, str, bool]] = []
        self.fresh = True
        """Whether the reader has nothing of the tree yet."""
        self._lock = threading.Lock()
        self._asked: list[Asked] = []
        self._adapter: Adapter | None = None
        self._kit: Any = None

    def open(self, window: int | None = None) -> None:
        """Let readers find the window, by its handle where the system wants that; on Windows before it is first shown."""
        try:
            self._kit = self._find()
            self._adapter = Adapter(self._kit, window, self._begin, self._act, self._end)
        except ImportError:
            self.fault = "AccessKit is not installed"
        except Exception as error:
            self.fault = f"AccessKit could not be started ({error})"
            _log.exception("the screen reader bridge could not be made")

    @property
    def there(self) -> bool:
        """Whether readers can be told anything."""
        return self._adapter is not None

    # ------------------------------------------------------------------ called by other threads

    def _begin(self) -> None:
        """A reader asks for the tree: it comes with the next turn of the loop."""
        self.wanted = self.fresh = True

    def _end(self) -> None:
        self.wanted = False

    def _act(self, request: Any) -> None:
        act = next((ours for ours, theirs in ACTS.items() if getattr(self._kit.Action, theirs) == request.action), None)
        with self._lock:
            key = self._keys.get(request.target, "")
            if act is not None and key:
                given = request.data[1] if request.data is not None and len(request.data) > 1 else ""
                self._asked.append(Asked(key, act, given if isinstance(given, str) else str(given)))

    # ------------------------------------------------------------------ called by the loop

    def asked(self) -> list[Asked]:
        """What readers have asked for since the last time."""
        if not self._asked:
            return []
        with self._lock:
            found, self._asked = self._asked, []
        return found

    def focus(self, here: bool) -> None:
        """The window has the focus of the system, or has lost it."""
        if self._adapter is not None:
            self._adapter.focus(here)

    def show(self, heard: Heard, said: Sequence[str] = (), urgent: bool = False) -> None:
        """The tree is this now. said: what is announced with it; urgent: in place of what is being said."""
        if self._adapter is None or not self.wanted:
            return
        for sentence in said:
            number = self._id(f"said/{len(self._keys)}")
            self._said = [*self._said[1 - SAID :], (number, sentence, urgent)]
        try:
            self._adapter.update(lambda: self._update(heard))
        except Exception:
            _log.exception("the tree of the screen reader could not be made")

    def _update(self, heard: Heard) -> Any:
        """What of the tree is new; never raises, as nothing may in a callback of AccessKit."""
        update = self._kit.TreeUpdate(ROOT)
        try:
            nodes = self._nodes(heard)
            if self.fresh:
                update.tree = tree = self._kit.Tree(ROOT)
                tree.toolkit_name, tree.toolkit_version = "goosetable", __version__
                self._sent = {}
            found = {number: key for number, key, _ in nodes}
            for number, looks, make in nodes:
                if self._sent.get(number) != looks:
                    update.nodes.append((number, make()))
            focus = self._ids.get(heard.focus, ROOT)
            update.focus = focus if focus in found else ROOT
            self._sent, self.fresh = found, False
        except Exception:
            _log.exception("the tree of the screen reader could not be made")
        return update

    def _nodes(self, heard: Heard) -> list[tuple[int, Any, Callable[[], Any]]]:
        """Every node: its number, what it depends on, and how it is made."""
        kit = self._kit
        found: list[tuple[int, Any, Callable[[], Any]]] = []
        scene = self._id(f"scene/{heard.title}")
        children = [self._id(part.key) for part in heard.parts]
        for part in heard.parts:
            self._add(part, found)
        said = [number for number, _, _ in self._said]
        found.append((ROOT, (self.title, scene, *said), lambda: _container(kit, "WINDOW", self.title, [scene, *said])))
        kind = "DIALOG" if heard.modal else "GROUP"
        found.append((scene, (kind, heard.title, *children), lambda: _container(kit, kind, heard.title, children, heard.modal)))
        for number, sentence, urgent in self._said:
            found.append((number, (sentence, urgent), lambda words=sentence, now=urgent: _live(kit, words, now)))  # type: ignore[misc]
        return found

    def _add(self, part: Part, found: list[tuple[int, Any, Callable[[], Any]]]) -> None:
        children = [self._id(inner.key) for inner in part.parts]
        looks = part._replace(parts=()), tuple(children)
        found.append((self._id(part.key), looks, lambda: _node(self._kit, part, children)))
        for inner in part.parts:
            self._add(inner, found)

    def _id(self, key: str) -> int:
        number = self._ids.get(key)
        if number is None:
            number = len(self._ids) + ROOT + 1
            with self._lock:
                self._ids[key], self._keys[number] = number, key
        return number


def _container(kit: Any, role: str, name: str, children: Sequence[int], modal: bool = False) -> Any:
    node = kit.Node(getattr(kit.Role, role))
    node.set_label(name)
    node.set_children(list(children))
    if modal:
        node.set_modal()
    return node


def _live(kit: Any, words: str, urgent: bool) -> Any:
    """An announcement: a label that says itself when it comes."""
    node = kit.Node(kit.Role.LABEL)
    node.set_value(words)
    node.set_live(kit.Live.ASSERTIVE if urgent else kit.Live.POLITE)
    return node


def _node(kit: Any, part: Part, children: Sequence[int]) -> Any:
    node = kit.Node(getattr(kit.Role, ROLES[part.kind]))
    full = f"{part.name}: {part.value}" if part.value else part.name
    more = part.more
    if part.kind in PLAIN:
        node.set_value(full)
    elif part.kind in VALUED:
        node.set_label(full)
        node.set_value(part.value)
    else:
        node.set_label(part.name)
        if part.kind == "field":
            node.set_value(part.value)
        elif part.value:  # no system reads the value of a button
            more = f"{part.value}. {part.more}" if part.more else part.value
    if more:
        node.set_description(more)
    if part.box is not None:
        x, y, w, h = part.box
        node.set_bounds(kit.Rect(x, y, x + w, y + h))
    if part.place is not None:
        node.set_position_in_set(part.place[0] - 1)
        node.set_size_of_set(part.place[1])
    if part.on is not None:
        if part.kind in ("switch", "radio"):
            node.set_toggled(kit.Toggled.TRUE if part.on else kit.Toggled.FALSE)
        else:
            node.set_selected(part.on)
    if part.barred:
        node.set_disabled()
    for act in part.acts:
        node.add_action(getattr(kit.Action, ACTS[act]))
    node.set_children(list(children))
    return node

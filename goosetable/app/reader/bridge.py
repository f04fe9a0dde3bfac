"""The bridge to the system's screen reader through AccessKit, which supports AT-SPI, UI Automation and NSAccessibility.

No tree is made if AccessKit is missing or no screen reader listens. AccessKit calls back from other threads. Each callback only
stores a request, which the main loop reads in its next turn. If making the tree fails, the error is logged, and the screen
reader keeps the previous tree.

Each part of the tree is a node with a number. A screen reader stores what it knows about a number for ever, and ignores the
number of a removed node even if the node returns. So a part has the same number only as long as it is in the tree of one scene.
If it returns later, or appears in another scene, it gets a new number.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Final, NamedTuple, Protocol
from unicodedata import bidirectional

from goosetable import __version__
from goosetable.app.reader.at_spi import ReaderWatcher
from goosetable.app.ui.accessible import AccessibleTree, Act, Box, Kind, TreePart

ROOT: Final = 1
ROLES: Final[Mapping[Kind, str]] = {
    "button": "BUTTON", "cell": "LIST_ITEM", "column": "COLUMN_HEADER", "columnheader": "COLUMN_HEADER", "combo": "COMBO_BOX",
    "dialog": "DIALOG", "document": "DOCUMENT", "field": "TEXT_INPUT", "group": "GROUP", "heading": "HEADING",
    "image": "IMAGE", "label": "LABEL", "link": "LINK", "list": "LIST", "listbox": "LIST_BOX", "log": "LOG",
    "option": "LIST_BOX_OPTION", "radio": "RADIO_BUTTON", "radiogroup": "RADIO_GROUP", "row": "LIST_ITEM",
    "rowheader": "ROW_HEADER", "slider": "SLIDER", "spinner": "SPIN_BUTTON", "status": "LABEL", "switch": "SWITCH",
    "tab": "TAB", "table": "TABLE", "tablecell": "CELL", "tablerow": "ROW", "tablist": "TAB_LIST", "window": "WINDOW",
}  # fmt: skip
ACTIONS: Final[Mapping[Act, str]] = {
    "use": "CLICK",
    "focus": "FOCUS",
    "more": "INCREMENT",
    "less": "DECREMENT",
    "write": "SET_VALUE",
    "select": "SET_TEXT_SELECTION",
}
TEXT_KINDS: Final = ("label", "status")
"""Kinds of parts that are text, so that their words are the value of the node."""
KINDS_WITH_VALUE: Final = ("slider", "spinner", "combo")
"""Kinds of parts whose value is added to the name, because systems ask such parts only for a number."""
WORD_PATTERN: Final = re.compile(r"\S+\s*|^\s+")
"""Matches a word of a text, with the blanks after it."""
SELECTED: Final = "Selected."
NOT_AVAILABLE: Final = "Not available."
MOST_ANNOUNCEMENTS: Final = 12
"""Number of announcements that stay in the tree, because the screen reader may still be reading them."""

_log: Final = logging.getLogger(__name__)


def uses_at_spi() -> bool:
    """Returns True if screen readers listen on the bus of AT-SPI, as on Linux: on neither Windows nor macOS."""
    return sys.platform not in ("darwin", "win32")


def selection_range(selection: object) -> tuple[int, int]:
    """Returns both ends of an AccessKit selection in characters; (0, 0) for any other object."""
    anchor, place = (getattr(getattr(selection, end, None), "character_index", 0) for end in ("anchor", "focus"))
    return anchor, place


class Announcement(NamedTuple):
    """A sentence that is announced when it is added to the tree. urgent: True to interrupt the announcement before it."""

    number: int
    words: str
    urgent: bool


class NodeWithTexts(Protocol):
    """Interface of an AccessKit node: the methods for texts that this module calls."""

    def set_label(self, words: str) -> None: ...

    def set_value(self, words: str) -> None: ...

    def set_description(self, words: str) -> None: ...


class NodeInGrid(Protocol):
    """Interface of an AccessKit node of a table, row or cell: the methods that this module calls."""

    def set_row_count(self, rows: int) -> None: ...

    def set_column_count(self, columns: int) -> None: ...

    def set_row_index(self, row: int) -> None: ...

    def set_column_index(self, column: int) -> None: ...


class PlannedNode(NamedTuple):
    """An AccessKit node that has to be made. looks: all values on which the node depends. make: makes the node."""

    looks: object
    make: Callable[[], object]


class PartNumber(NamedTuple):
    """The number of a part's node, from the part's appearance in the tree to its removal.

    form: the part's kind, and True if the part can be pressed. Both determine the interfaces of the node. A screen reader asks
    a node for its interfaces only once, so a part whose form changes gets a new node.
    """

    number: int
    form: tuple[str, bool]


def _accesskit_role(part: TreePart) -> str:
    """Returns the AccessKit role of a part.

    A list box without choices gets the role of a list, because screen readers say "not selected" for each unselected part of a
    list box.
    """
    if part.kind == "listbox" and all(inner.chosen is None for inner in part.parts):
        return "LIST"
    return "LIST_ITEM" if part.kind == "option" and part.chosen is None else ROLES[part.kind]


def _may_be_sent_later(before: object, planned: PlannedNode | None) -> bool:
    """Returns True if only the words of a part have changed, so that screen readers may get the change later.

    before: the `looks` of the part in the last update. planned: the present node; None if the part has gone.
    """
    if planned is None or not isinstance(before, tuple) or not isinstance(planned.looks, tuple):
        return False
    inner = len(TreePart._fields) - 1
    return before != planned.looks and len(before) >= inner and before[inner:] == planned.looks[inner:]


class AccessKitTree:
    """Makes the AccessKit nodes of one window. Stores the last nodes, so that an update contains only the changes."""

    def __init__(self, kit: ModuleType, title: str) -> None:
        """kit: the imported module AccessKit. title: the title of the window."""
        self.title = title
        self.announces_by_title = False
        """True if announcements are made by changing the window's title, because the screen reader reads no others."""
        self._kit = kit
        self._lives: dict[str, PartNumber] = {}
        """The parts of the last tree that was sent, by key."""
        self._last_number = ROOT
        """The last number that was given to a part."""
        self._sent: dict[int, object] = {}
        self._focus = ROOT
        self.late = False
        """True if the last update left out the part that lost the focus.

        Readers receive an update before the change of the focus, and would read the changes of the part that had the focus
        before.
        """
        self._said: list[Announcement] = []
        self._count = 0
        self._acts = {act: getattr(kit.Action, theirs) for act, theirs in ACTIONS.items()}

    def requested_act(self, action: object) -> Act | None:
        """Returns the act that an AccessKit action requests; None if no part supports the action."""
        return next((act for act, theirs in self._acts.items() if theirs == action), None)

    def key_of_number(self, number: int) -> str:
        """Returns the key of the part with this number; "" if no present part has it."""
        return next((key for key, life in self._lives.items() if life.number == number), "")

    def drop_tree(self, private: bool = True) -> None:
        """Drops the tree, because the screen changes to another scene or person. No part of the tree can be used afterwards.

        private: False to keep the announcements, because everybody at the screen may know them. A slow screen reader loses an
        announcement that is removed from the tree before it was read.
        """
        self._said = [] if private else self._said
        said = [self._announcement_key(one) for one in self._said]
        self._lives = {key: life for key, life in self._lives.items() if key in said}

    def _announcement_key(self, announcement: Announcement) -> str:
        return f"said/{announcement.number}"

    def announce(self, words: str, urgent: bool = False) -> None:
        """Adds an announcement to the next update. All words are joined into one sentence, since screen readers may read
        several announcements in any order.

        The latest announcements stay in the tree, because the screen reader may still be reading them. If announcements become
        titles of the window, one that repeats the last gets a blank at its end, because Orca does not read the same title
        twice.
        """
        if self.announces_by_title and self._said and self._said[-1].words == words:
            words += " "
        self._count += 1
        self._said = [*self._said[1 - MOST_ANNOUNCEMENTS :], Announcement(self._count, words, urgent)]

    def next_update(self, tree: AccessibleTree, whole: bool) -> object:
        """Returns the changes since the last update; or the whole tree, if `whole` is True.

        Never raises an error, because AccessKit is the caller. An error is logged, and the tree stays as it was.
        """
        update = self._kit.TreeUpdate(ROOT)
        if whole:
            self._lives = {}
        try:
            sketches, lives = self._planned_nodes(tree)
            before = {} if whole else self._sent
            focused = lives.get(tree.focus)
            focus = ROOT if focused is None else focused.number
            self.late = focus != self._focus and _may_be_sent_later(before.get(self._focus), sketches.get(self._focus))
            late = self._focus if self.late else 0
            made = [
                (number, one.make()) for number, one in sketches.items() if number != late and before.get(number) != one.looks
            ]
            self._focus, self._lives = focus, lives
            self._sent = {number: before[late] if number == late else one.looks for number, one in sketches.items()}
        except Exception:
            _log.exception("the tree of the screen reader could not be made")
            made = [(ROOT, self._container_node("WINDOW", self.title, []))] if whole else []
            self._sent, self._focus = ({}, ROOT) if whole else (self._sent, self._focus)
        for node in made:
            update.nodes.append(node)
        if whole:
            update.tree = root = self._kit.Tree(ROOT)
            root.toolkit_name, root.toolkit_version = "goosetable", __version__
        update.focus = self._focus
        return update

    def _planned_nodes(self, tree: AccessibleTree) -> tuple[dict[int, PlannedNode], dict[str, PartNumber]]:
        found: dict[int, PlannedNode] = {}
        lives: dict[str, PartNumber] = {}
        kind, title = self._scene_role(tree.modal), tree.title
        scene = self._number_of_part("scene", (kind, False), lives)
        said = [self._number_of_part(self._announcement_key(one), ("said", False), lives) for one in self._said]
        children = [self._add_nodes(part, found, lives) for part in tree.parts]
        window = [scene, *said]
        name = self._window_title(title)
        found[ROOT] = PlannedNode((name, *window), lambda: self._container_node("WINDOW", name, window))
        found[scene] = PlannedNode((kind, title, *children), lambda: self._container_node(kind, title, children, tree.modal))
        for number, one in zip(said, self._said, strict=True):
            found[number] = PlannedNode(one, lambda one=one: self._announcement_node(one))  # type: ignore[misc]
        return found, lives

    def _scene_role(self, modal: bool) -> str:
        """Returns the role of a scene: a dialog if it is modal, else a section.

        On Linux it is always a section, because Orca would read the texts of a dialog twice.
        """
        return "DIALOG" if modal and not uses_at_spi() else "SECTION"

    def _window_title(self, scene: str) -> str:
        """Returns the title of the window: the title of the scene; or, if announcements become titles of the window, the last
        announcement, once there is one.
        """
        if not self.announces_by_title:
            return self.title
        return self._said[-1].words if self._said else scene

    def update_without_title(self) -> object:
        """Returns the update that removes the title of the window, before an announcement becomes the new title.

        Without this update, an Orca that has just read the title with a new focus would not read the new title.
        """
        update = self._kit.TreeUpdate(self._focus)
        sent = self._sent.get(ROOT)
        window = sent[1:] if isinstance(sent, tuple) else ()
        update.nodes.append((ROOT, self._container_node("WINDOW", "", window)))
        self._sent[ROOT] = ("", *window)
        return update

    def _add_nodes(self, part: TreePart, nodes: dict[int, PlannedNode], lives: dict[str, PartNumber]) -> int:
        written = part.caret is not None
        number = self._number_of_part(
            part.key, (f"{part.kind} of text" if written else _accesskit_role(part), "use" in part.actions), lives
        )
        children = [self._add_nodes(inner, nodes, lives) for inner in part.parts]
        if part.caret is not None:
            run = self._number_of_part(f"{part.key}/text", ("text", False), lives)
            stops, box = part.caret.stops, part.box
            nodes[run] = PlannedNode((part.value, stops, box), lambda: self._text_run(part.value, stops, box))
            children.append(run)
        # Child parts follow the node's own text, in the order of their numbers.
        nodes[number] = PlannedNode((*part[:-1], *children), lambda: self._part_node(part, children))
        return number

    def _number_of_part(self, key: str, form: tuple[str, bool], lives: dict[str, PartNumber]) -> int:
        """Returns the number of a part; a new part gets a new number.

        Raises ValueError if two parts have the same key, which a screen reader would confuse.
        """
        if key in lives:
            raise ValueError(f"two parts are called {key!r}")
        life = self._lives.get(key)
        if life is None or life.form != form:
            self._last_number += 1
            life = PartNumber(self._last_number, form)
        lives[key] = life
        return life.number

    # ------------------------------------------------------------------ nodes

    def _container_node(self, role: str, name: str, children: Sequence[int], modal: bool = False) -> object:
        node = self._kit.Node(getattr(self._kit.Role, role))
        node.set_label(name)
        node.set_children(list(children))
        if modal:
            node.set_modal()
        return node

    def _announcement_node(self, announcement: Announcement) -> object:
        alert = uses_at_spi()
        # Orca from version 47 on drops an announcement within 0.1 s of another one, but never one of an alert.
        node = self._kit.Node(self._kit.Role.ALERT if alert else self._kit.Role.LABEL)
        (node.set_label if alert else node.set_value)(announcement.words)
        node.set_live(self._kit.Live.ASSERTIVE if announcement.urgent else self._kit.Live.POLITE)
        return node

    def _part_node(self, part: TreePart, children: Sequence[int]) -> object:
        kit = self._kit
        node = kit.Node(getattr(kit.Role, _accesskit_role(part)))
        self._set_texts(node, part)
        if part.box is not None:
            x, y, w, h = part.box
            node.set_bounds(kit.Rect(x, y, x + w, y + h))
        if part.place is not None:
            node.set_position_in_set(part.place[0] - 1)
            node.set_size_of_set(part.place[1])
        if (counted := next((inner.place for inner in part.parts if inner.place is not None), None)) is not None:
            node.set_size_of_set(counted[1])  # systems ask the list for the number of its items
        if part.shortcut:
            node.set_keyboard_shortcut(part.shortcut)
        if part.grid is not None:
            self._set_grid(node, part.kind, *part.grid)
        if part.chosen is not None and part.kind in ("switch", "radio"):
            node.set_toggled(kit.Toggled.TRUE if part.chosen else kit.Toggled.FALSE)
        elif part.chosen is not None:
            node.set_selected(part.chosen)
        if part.disabled:
            node.set_disabled()
        for act in part.actions:
            node.add_action(self._acts[act])
        if part.caret is not None:
            ends = [kit.TextPosition(children[-1], place) for place in (part.caret.anchor, part.caret.place)]
            node.set_text_selection(kit.TextSelection(*ends))
        node.set_children(list(children))
        return node

    def _text_run(self, text: str, stops: Sequence[int], box: Box | None) -> object:
        """Makes the node with the text of a text field. AccessKit needs the length of each character in bytes, and of each word
        in characters.
        """
        kit = self._kit
        node = kit.Node(kit.Role.TEXT_RUN)
        node.set_value(text)
        node.set_character_lengths([len(sign.encode()) for sign in text])
        node.set_word_lengths([len(word) for word in WORD_PATTERN.findall(text)])
        strong = next((found for found in map(bidirectional, text) if found in ("L", "R", "AL")), "L")
        node.set_text_direction(kit.TextDirection.LEFT_TO_RIGHT if strong == "L" else kit.TextDirection.RIGHT_TO_LEFT)
        if stops and box is not None:
            node.set_bounds(kit.Rect(stops[0], box[1], stops[-1], box[1] + box[3]))
            node.set_character_positions([float(stop - stops[0]) for stop in stops[:-1]])
            node.set_character_widths([float(after - stop) for stop, after in pairwise(stops)])
        return node

    def _set_grid(self, node: NodeInGrid, kind: Kind, rows: int, columns: int) -> None:
        if kind == "table":
            node.set_row_count(rows)
            node.set_column_count(columns)
        else:
            node.set_row_index(rows)
            if kind != "tablerow":
                node.set_column_index(columns)

    def _set_texts(self, node: NodeWithTexts, part: TreePart) -> None:
        """Sets name, value and description, each in the attribute that screen readers of all systems read."""
        full = f"{part.name}: {part.value}" if part.value else part.name
        more = part.description
        if part.disabled and not more and part.kind != "listbox":
            more = NOT_AVAILABLE  # some systems do not report a disabled part as such; an empty list is no such part
        if part.kind == "tab" and part.chosen and uses_at_spi():
            more = f"{SELECTED} {more}".strip()  # Orca does not say which tab is selected
        if part.kind in TEXT_KINDS:
            node.set_value(full)
        elif part.kind in KINDS_WITH_VALUE and part.caret is None:
            node.set_label(full)
            node.set_value(part.value)
        elif part.kind == "field" or part.caret is not None:
            node.set_label(part.name)
            node.set_value(part.value)
        else:
            node.set_label(part.name)
            if part.value:  # no system reads the value of a button
                more = f"{part.value}. {more}" if more else part.value
        if more:
            node.set_description(more)


class Request(NamedTuple):
    """A request of the screen reader. number: the number of the part concerned, which may no longer be in the tree."""

    number: int
    act: Act
    text: str = ""
    span: tuple[int, int] = (0, 0)
    """Start of a selection, and position of the caret."""


class RawRequest(Protocol):
    """A request in the form in which AccessKit passes it to the callback."""

    action: object
    target: int
    data: tuple[object, object] | None


class Adapter:
    """The AccessKit adapter of the present system. Its interface is the same on all three systems."""

    def __init__(
        self, accesskit: ModuleType, window: int | None, whole_tree: Callable[[], object],
        on_request: Callable[[RawRequest], None], on_readers_gone: Callable[[], None],
    ) -> None:  # fmt: skip
        """accesskit: the imported module. window: the window's handle, if the system needs one. whole_tree: returns the whole
        tree. on_request: called with each request. on_readers_gone: called when the last screen reader has left. Raises
        AccessKit's errors.
        """
        self._mac = sys.platform == "darwin"
        self._unix = uses_at_spi()
        if self._mac:
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._one = accesskit.macos.SubclassingAdapter.for_window(window, whole_tree, on_request)
        elif self._unix:
            self._one = accesskit.unix.Adapter(whole_tree, on_request, on_readers_gone)
        else:
            self._one = accesskit.windows.SubclassingAdapter(window, whole_tree, on_request)

    def update(self, make: Callable[[], object]) -> None:
        """Sends an update to the screen reader. make: returns the update; called only while a screen reader listens."""
        events = self._one.update_if_active(make)
        if events is not None:
            events.raise_events()

    def set_focus(self, has_focus: bool) -> None:
        """Tells AccessKit whether the window has the keyboard focus."""
        if self._mac:
            events = self._one.update_view_focus_state(has_focus)
            if events is not None:
                events.raise_events()
        elif self._unix:
            self._one.update_window_focus_state(has_focus)


def _accesskit() -> ModuleType:
    """Imports AccessKit, which is missing on some systems; called only for a window that needs it."""
    import accesskit  # missing on some systems

    found: ModuleType = accesskit
    return found


class Bridge:
    """The connection between a window and the system's screen reader."""

    def __init__(
        self, title: str, find_accesskit: Callable[[], ModuleType] = _accesskit,
        make_watcher: Callable[[Callable[[bool], None]], ReaderWatcher] = ReaderWatcher,
    ) -> None:  # fmt: skip
        """title: the title of the window. find_accesskit: returns AccessKit, or raises ImportError. make_watcher: makes the
        watcher of the screen readers on AT-SPI.
        """
        self.title = title
        self.fault = ""
        """The reason why there is no bridge, without a full stop; "" if there is one, and before `open`."""
        self.fresh = True
        """True if the screen reader has no tree yet and needs all of it."""
        self._find = find_accesskit
        self._watch = make_watcher
        self._desktop: ReaderWatcher | None = None
        """Watches the readers of AT-SPI after the first request of a screen reader."""
        self._focused = False
        """True if the window has the keyboard focus."""
        self._tree_requested = False
        """True if a screen reader has asked for the tree and has not gone since."""
        self._desktop_known = False
        """True if screen readers know the desktop to which this application belongs; used only on Linux."""
        self._lock = threading.Lock()
        self._asked: list[Request] = []
        self._adapter: Adapter | None = None
        self._tree: AccessKitTree | None = None

    def open(self, window: int | None = None) -> None:
        """Connects the window to screen readers. On Windows it must be called before the window is first shown.

        window: the window's handle, if the system needs it.
        """
        try:
            kit = self._find()
            self._tree = AccessKitTree(kit, self.title)
            self._adapter = Adapter(kit, window, self._on_tree_request, self._on_request, self._on_reader_gone)
        except ImportError:
            self.fault = "AccessKit is not installed"
        except Exception as error:
            self.fault = f"AccessKit could not be started ({error})"
            _log.exception("the screen reader bridge could not be made")

    @property
    def is_reachable(self) -> bool:
        """True if screen readers can be reached."""
        return self._adapter is not None

    @property
    def is_tree_wanted(self) -> bool:
        """True if the tree must be sent: a screen reader has asked for it. On Linux, screen readers must also know the
        application's parent.
        """
        return self._tree_requested and (self._desktop_known or not uses_at_spi())

    @property
    def announces_by_title(self) -> bool:
        """True if each announcement becomes the title of the window, because no screen reader listens to announcements."""
        return self._tree is not None and self._tree.announces_by_title

    # ------------------------------------------------------------------ called by other threads

    def _on_tree_request(self) -> None:
        """Records that a screen reader asks for the tree. The main loop then sends the tree; on Linux not before screen readers
        know the application's parent.
        """
        self.fresh = self._tree_requested = True
        if not self.is_tree_wanted and self._desktop is None:
            self._desktop = self._watch(self._on_desktop_found)
            self._desktop.begin()

    def _on_desktop_found(self, hears_announcements: bool) -> None:
        """Records that screen readers know the application's parent. hears_announcements: True if a screen reader listens to
        announcements.
        """
        if self._tree is not None:
            self._tree.announces_by_title = not hears_announcements
        self._desktop_known = True

    def _on_reader_gone(self) -> None:
        self._tree_requested = False

    def _on_request(self, request: RawRequest) -> None:
        if self._tree is None:
            return
        act = self._tree.requested_act(request.action)
        if act is not None:
            given = request.data[1] if request.data is not None and len(request.data) > 1 else ""
            text, span = (given, (0, 0)) if isinstance(given, str) else ("", selection_range(given))
            with self._lock:
                self._asked.append(Request(request.target, act, text, span))

    # ------------------------------------------------------------------ called by the loop

    def take_requests(self) -> list[Request]:
        """Removes the waiting requests, and returns them."""
        if not self._asked:
            return []
        with self._lock:
            found, self._asked = self._asked, []
        return found

    def key_of_number(self, number: int) -> str:
        """Returns the key of the part with a number; "" if the part has gone."""
        return "" if self._tree is None else self._tree.key_of_number(number)

    def set_focus(self, has_focus: bool) -> None:
        """Tells AccessKit whether the window has the keyboard focus."""
        self._focused = has_focus
        if self._adapter is not None:
            self._adapter.set_focus(has_focus)

    def send(
        self, screen: AccessibleTree, announcement: str = "", scene_changed: bool = False, private: bool = True
    ) -> None:  # fmt: skip
        """Sends the accessible tree of the screen, and an announcement unless it is empty.

        scene_changed: True to drop the old tree first, because the screen has another scene now. private: with
        `scene_changed`, True to drop the earlier announcements too, because only one of several people at the screen may know
        them.
        """
        tree = self._tree
        if self._adapter is None or tree is None or not self.is_tree_wanted:
            return
        if scene_changed:
            tree.drop_tree(private or tree.announces_by_title)
        fresh, self.fresh = self.fresh, False
        titled = tree.announces_by_title
        if announcement and (titled or not fresh):
            tree.announce(announcement)
        try:
            if announcement and titled and not fresh:
                self._adapter.update(tree.update_without_title)
            self._adapter.update(lambda: tree.next_update(screen, fresh))
            if tree.late:
                self._adapter.update(lambda: tree.next_update(screen, False))
            if fresh and self._focused:  # a new tree does not tell the screen reader that the window has the focus
                self._adapter.set_focus(False)
                self._adapter.set_focus(True)
            if announcement and fresh and not titled:  # a new tree raises no events
                tree.announce(announcement)
                self._adapter.update(lambda: tree.next_update(screen, False))
        except Exception:
            _log.exception("the screen reader could not be told what is shown")

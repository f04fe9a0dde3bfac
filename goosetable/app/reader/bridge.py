"""The bridge to the system's screen reader by AccessKit, which speaks AT-SPI, UI Automation and NSAccessibility.

Where AccessKit is missing, or no reader listens, nothing is made and nothing costs time. Callbacks come from other threads:
they only leave a note, which the next turn of the loop reads. An error in the tree is logged, and the program goes on with
the last tree.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from goosetable.app.reader.tree import AccessTree, span_of
from goosetable.app.ui.accessible import AccessibleTree, Act

_log: Final = logging.getLogger(__name__)


class Request(NamedTuple):
    """A request of the reader. number: of the part that is to act, which may have gone meanwhile."""

    number: int
    act: Act
    text: str = ""
    span: tuple[int, int] = (0, 0)
    """Beginning of a selection and place of the caret."""


class Wish(Protocol):
    """A request as AccessKit passes it on."""

    action: object
    target: int
    data: tuple[object, object] | None


class Adapter:
    """AccessKit's adapter of a system, with one interface for all three."""

    def __init__(
        self,
        accesskit: ModuleType,
        window: int | None,
        tree: Callable[[], object],
        act: Callable[[Wish], None],
        gone: Callable[[], None],
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

    def update(self, make: Callable[[], object]) -> None:
        """Updates the reader; make: makes the update, called only if a reader listens."""
        events = self._one.update_if_active(make)
        if events is not None:
            events.raise_events()

    def focus(self, here: bool) -> None:
        """Notes whether the window has the keyboard focus."""
        if self._mac:
            events = self._one.update_view_focus_state(here)
            if events is not None:
                events.raise_events()
        elif self._unix:
            self._one.update_window_focus_state(here)


def _accesskit() -> ModuleType:
    """Imports AccessKit, which some systems do not have; called only for a window that wants it."""
    import accesskit  # not every system has it

    found: ModuleType = accesskit
    return found


class Bridge:
    """The accessible tree of one window. `wanted` becomes true when a reader asks for it."""

    def __init__(self, title: str, find: Callable[[], ModuleType] = _accesskit) -> None:
        """title: of the window. find: returns AccessKit, or raises ImportError."""
        self.title = title
        self.wanted = False
        self.fault = ""
        """Why there is no bridge, in words without a full stop; empty if there is one, and before open()."""
        self.fresh = True
        """Whether the reader needs the whole tree, having none yet."""
        self._find = find
        self._lock = threading.Lock()
        self._asked: list[Request] = []
        self._adapter: Adapter | None = None
        self._tree: AccessTree | None = None

    def open(self, window: int | None = None) -> None:
        """Makes the window known to readers, by its handle if the system wants one; on Windows before it is first shown."""
        try:
            kit = self._find()
            self._tree = AccessTree(kit, self.title)
            self._adapter = Adapter(kit, window, self._begin, self._act, self._end)
        except ImportError:
            self.fault = "AccessKit is not installed"
        except Exception as error:
            self.fault = f"AccessKit could not be started ({error})"
            _log.exception("the screen reader bridge could not be made")

    @property
    def there(self) -> bool:
        """Whether readers can be reached."""
        return self._adapter is not None

    # ------------------------------------------------------------------ called by other threads

    def _begin(self) -> None:
        """Notes that a reader asks for the tree, which the next turn of the loop sends."""
        self.wanted = self.fresh = True

    def _end(self) -> None:
        self.wanted = False

    def _act(self, request: Wish) -> None:
        if self._tree is None:
            return
        act = self._tree.act(request.action)
        if act is not None:
            given = request.data[1] if request.data is not None and len(request.data) > 1 else ""
            text, span = (given, (0, 0)) if isinstance(given, str) else ("", span_of(given))
            with self._lock:
                self._asked.append(Request(request.target, act, text, span))

    # ------------------------------------------------------------------ called by the loop

    def asked(self) -> list[Request]:
        """Takes the requests since the last call."""
        if not self._asked:
            return []
        with self._lock:
            found, self._asked = self._asked, []
        return found

    def key(self, number: int) -> str:
        """Returns the key of the part with a number; empty if it has gone since."""
        return "" if self._tree is None else self._tree.key(number)

    def focus(self, here: bool) -> None:
        """Notes whether the window has the keyboard focus."""
        if self._adapter is not None:
            self._adapter.focus(here)

    def show(self, heard: AccessibleTree, said: str = "", other: bool = False) -> None:
        """Sends the tree. said: an announcement with it. other: the scene is another one, so the old tree is dropped."""
        tree = self._tree
        if self._adapter is None or tree is None or not self.wanted:
            return
        if other:
            tree.leave()
        if said:
            tree.say(said)
        fresh, self.fresh = self.fresh, False
        try:
            self._adapter.update(lambda: tree.update(heard, fresh))
        except Exception:
            _log.exception("the screen reader could not be told what is shown")

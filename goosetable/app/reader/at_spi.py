"""A separate connection to the AT-SPI bus, for two things that AccessKit 0.7 does not do on Linux.

First, AccessKit names no parent of the application. Orca from version 51 on ignores the focus in an application whose parent is
not the desktop. Screen readers learn the parent from the signal `AddAccessible`, so this module sends one such signal with the
desktop as the parent.

Second, AccessKit does not report whether a screen reader listens to announcements. Orca does from version 45 on. For an older
Orca, each announcement becomes the new title of the window, which Orca reads.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast

from goosetable.app.storage.paths import runtime_folder

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

PATIENCE: Final = 2.0
"""Seconds to wait for an answer from the bus."""
PAUSE: Final = 0.2
"""Seconds without a change before the list of registered events is read, because screen readers register their events one by
one.
"""
REGISTRY: Final = "org.a11y.atspi.Registry"
ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
ROOT: Final = "/org/a11y/atspi/accessible/root"
APPLICATION: Final = 75
"""The AT-SPI role number of an application."""
STATES: Final = [1 << 8 | 1 << 24 | 1 << 25 | 1 << 30, 0]
"""State bits: enabled, sensitive, showing, visible."""
ITEM: Final = "((so)(so)(so)iiassusau)"
"""D-Bus signature of an object in `AddAccessible`: the object, its application and parent; its index and number of children;
interfaces, name, role, description and states.
"""
ANNOUNCEMENT: Final = "object:announcement"

_log: Final = logging.getLogger(__name__)

NamePairs: TypeAlias = Iterable[tuple[str, str]]
"""Pairs of a bus name and a path, or of a bus name and an event."""
Properties: TypeAlias = Mapping[str, tuple[str, Sequence[str]]]
"""Properties of a D-Bus object: signature and value by name."""


def listens_to_announcements(events: NamePairs) -> bool:
    """Returns True if a screen reader listens to announcements. events: the registered events, such as
    `Object:Announcement:`.
    """
    return any(ANNOUNCEMENT.startswith(event.lower().rstrip(":")) for _, event in events)


class ListenerBus(Protocol):
    """The interface of the AT-SPI bus that `ReaderWatcher` uses."""

    def watch_listeners(self) -> Iterator[None]: ...

    def set_desktop_as_parent(self) -> None: ...

    def registered_events(self) -> NamePairs: ...


class Bus:
    """A connection to the AT-SPI bus. Its methods raise OSError or jeepney's errors."""

    def __init__(self, connection: DBusConnection, jeepney: ModuleType) -> None:
        """connection: a blocking connection to the bus. jeepney: the imported module of that name."""
        self._bus = connection
        self._jeepney = jeepney

    def _call(self, name: str, path: str, interface: str, method: str, signature: str | None = None, *given: str) -> object:
        address = self._jeepney.DBusAddress(path, name, interface)
        call = self._jeepney.new_method_call(address, method, signature, given)
        answer = self._bus.send_and_get_reply(call, timeout=PATIENCE)
        if answer.header.message_type is self._jeepney.MessageType.error:
            raise OSError(f"{method} was answered with {answer.body}")
        return answer.body[0] if answer.body else None

    def _call_daemon(self, method: str, signature: str | None = None, *given: str) -> object:
        return self._call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, signature, *given)

    def address(self) -> str:
        """Returns the address of the AT-SPI bus, by a request on the session bus."""
        return str(self._call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))

    def watch_listeners(self) -> Iterator[None]:
        """Yields None at once, then whenever a screen reader starts or stops listening to an event."""
        rule = self._jeepney.MatchRule(type="signal", interface=REGISTRY)
        self._call_daemon("AddMatch", "s", rule.serialise())
        with self._bus.filter(rule) as changes:
            while True:
                yield
                self._bus.recv_until_filtered(changes)
                try:
                    while True:
                        self._bus.recv_until_filtered(changes, timeout=PAUSE)
                except TimeoutError:
                    pass

    def registered_events(self) -> NamePairs:
        """Returns the events that screen readers have registered, as pairs of the reader's bus name and the event."""
        return cast(NamePairs, self._call(REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "GetRegisteredEvents"))

    def _own_applications(self) -> Iterator[str]:
        for name, _ in cast(NamePairs, self._call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren")):
            try:
                process = self._call_daemon("GetConnectionUnixProcessID", "s", name)
            except OSError:
                continue  # another application, which has just gone
            if process == os.getpid():
                yield name

    def set_desktop_as_parent(self) -> None:
        """Announces the desktop as the parent of this application, unless the application has a parent already."""
        registry = self._call_daemon("GetNameOwner", "s", REGISTRY)
        for name in self._own_applications():
            own = cast(Properties, self._call(name, ROOT, "org.freedesktop.DBus.Properties", "GetAll", "s", ACCESSIBLE))
            if own["Parent"][1][0]:
                continue
            root, interfaces = (name, ROOT), [ACCESSIBLE, "org.a11y.atspi.Application"]
            item = (root, root, (registry, ROOT), -1, -1, interfaces, own["Name"][1], APPLICATION, "", STATES)
            cache = self._jeepney.DBusAddress("/org/a11y/atspi/cache", interface="org.a11y.atspi.Cache")
            self._bus.send(self._jeepney.new_signal(cache, "AddAccessible", ITEM, (item,)))


@contextmanager
def open_bus() -> Iterator[Bus]:
    """Context manager: opens the AT-SPI bus. Raises ImportError without jeepney, and OSError, LookupError or RuntimeError
    without a bus.
    """
    import jeepney  # missing on some systems
    from jeepney.io.blocking import open_dbus_connection  # missing on some systems

    address = os.environ.get("AT_SPI_BUS_ADDRESS", "")
    if not address:
        with open_dbus_connection(os.environ.get("DBUS_SESSION_BUS_ADDRESS") or f"unix:path={runtime_folder()}/bus") as session:
            address = Bus(session, jeepney).address()
    with open_dbus_connection(address) as connection:
        yield Bus(connection, jeepney)


class ReaderWatcher:
    """Watches the screen readers on the AT-SPI bus, in a separate thread.

    on_change: called in that thread once the application has the desktop as its parent (or cannot get it), and whenever the
    screen readers change. Its argument is True if a screen reader listens to announcements.
    """

    def __init__(
        self, on_change: Callable[[bool], None], open: Callable[[], AbstractContextManager[ListenerBus]] = open_bus
    ) -> None:
        self.on_change = on_change
        self._open = open

    def begin(self) -> None:
        """Starts the thread that calls `run`."""
        threading.Thread(target=self.run, name="AT-SPI", daemon=True).start()

    def run(self) -> None:
        """Makes the desktop the parent of the application. Then calls `on_change` at each change of screen readers, until the
        bus closes.
        """
        try:
            with self._open() as bus:
                for _ in bus.watch_listeners():
                    bus.set_desktop_as_parent()
                    self.on_change(listens_to_announcements(bus.registered_events()))
        except Exception as error:  # the session has ended or there is no bus; AccessKit may still work
            _log.info("the bus of AT-SPI does not answer: %s", error)
            self.on_change(True)

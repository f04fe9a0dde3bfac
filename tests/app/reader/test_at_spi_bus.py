"""Whether readers listen to announcements is read from the events that they registered; a bus that fails is no fault."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from goosetable.app.reader import at_spi
from goosetable.app.reader.at_spi import ReaderWatcher, listens_to_announcements

OLDER = [
    (":1.4", "Object:StateChanged:Focused"),
    (":1.4", "Window:Activate:"),
    (":1.4", "Object:PropertyChange:AccessibleName"),
]


@pytest.mark.parametrize("event", ["Object:Announcement:", "object:announcement", "Object::"])
def test_a_reader_of_announcements_is_known_by_what_it_registered(event: str) -> None:
    assert not listens_to_announcements(OLDER)
    assert listens_to_announcements([*OLDER, (":1.5", event)])


class Bus:
    """A bus whose readers change. asked: the methods that were called."""

    def __init__(self, *events: list[tuple[str, str]]) -> None:
        self.left = list(events)
        self.asked: list[str] = []

    def watch_listeners(self) -> Iterator[None]:
        while self.left:
            yield
        raise OSError("the session has ended")

    def set_desktop_as_parent(self) -> None:
        self.asked.append("set parent")

    def registered_events(self) -> list[tuple[str, str]]:
        self.asked.append("events")
        return self.left.pop(0)


def watch(bus: Bus | None) -> list[bool]:
    """What a window is told, in the thread of the test."""

    @contextlib.contextmanager
    def opened() -> Iterator[Any]:
        if bus is None:
            raise LookupError("DBUS_SESSION_BUS_ADDRESS")
        yield bus

    told: list[bool] = []
    ReaderWatcher(told.append, opened).run()
    return told


def test_the_desktop_is_named_before_the_tree_is_asked_for_and_whenever_readers_change() -> None:
    bus = Bus(OLDER, [*OLDER, (":1.5", "Object:Announcement:")])
    assert watch(bus) == [False, True, True]
    assert bus.asked == ["set parent", "events"] * 2


def test_without_a_bus_a_reader_gets_what_accesskit_alone_gives() -> None:
    assert watch(None) == [True]


class Connection:
    """A connection to a bus with applications. processes: by the name of each; None for one that has gone meanwhile."""

    def __init__(self, jeepney: Any, processes: dict[str, int | None]) -> None:
        self.jeepney, self.processes = jeepney, processes
        self.sent: list[Any] = []

    def send(self, signal: Any) -> None:
        self.sent.append(signal)

    def send_and_get_reply(self, call: Any, timeout: float) -> Any:
        kinds, given = self.jeepney.MessageType, call.body
        answers: dict[str, Any] = {
            "GetNameOwner": lambda: ":1.0",
            "GetChildren": lambda: [(name, at_spi.ROOT) for name in self.processes],
            "GetConnectionUnixProcessID": lambda: self.processes[given[0]],
            "GetAll": lambda: {"Parent": ("(so)", ("", "/org/a11y/atspi/null")), "Name": ("s", "goosetable")},
        }
        answer = answers[call.header.fields[self.jeepney.HeaderFields.member]]()
        kind = kinds.error if answer is None else kinds.method_return
        return SimpleNamespace(header=SimpleNamespace(message_type=kind), body=(answer,))


def test_an_application_that_has_just_gone_keeps_no_other_from_its_desktop() -> None:
    jeepney = pytest.importorskip("jeepney")
    connection = Connection(jeepney, {":1.3": 1, ":1.4": None, ":1.5": os.getpid()})
    at_spi.Bus(connection, jeepney).set_desktop_as_parent()
    (signal,) = connection.sent
    assert signal.body[0][0] == (":1.5", at_spi.ROOT) and signal.body[0][2] == (":1.0", at_spi.ROOT)

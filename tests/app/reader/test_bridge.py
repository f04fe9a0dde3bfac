"""The bridge opens where there is AccessKit, says why where there is none, and hands on what readers ask for."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from goosetable.app.reader.at_spi import ReaderWatcher
from goosetable.app.reader.bridge import Bridge, Request
from goosetable.app.ui.accessible import AccessibleTree, TreePart
from tests.app.reader.kit import Action, KnownDesktop, RecordedAdapter, RecordedKit

BUTTON = TreePart("deal", "button", "Deal", actions=("use", "focus"))
FIELD = TreePart("name", "field", "Name", actions=("write",))
HEARD = AccessibleTree("Goose", (BUTTON, FIELD), "deal")


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")


def opened() -> tuple[Bridge, RecordedKit]:
    kit = RecordedKit()
    bridge = Bridge("goosetable", lambda: kit, KnownDesktop)
    bridge.open()
    return bridge, kit


def listened() -> tuple[Bridge, RecordedAdapter]:
    """A bridge to a reader that has been told what is heard."""
    bridge, kit = opened()
    kit.adapters[0].begin()
    bridge.send(HEARD)
    return bridge, kit.adapters[0]


def test_nothing_is_made_before_a_reader_asks() -> None:
    bridge, kit = opened()
    bridge.send(HEARD, "Vesper leads.")
    assert bridge.is_reachable and not bridge.is_tree_wanted
    assert not kit.adapters[0].updates
    assert kit.adapters[0].begin() is None
    assert bridge.is_tree_wanted and bridge.fresh
    bridge.send(HEARD)
    assert not bridge.fresh
    assert kit.adapters[0].named("Deal")


def test_a_reader_waits_until_the_desktop_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ReaderWatcher] = []
    monkeypatch.setattr(KnownDesktop, "begin", lambda desktop: made.insert(0, desktop))
    bridge, kit = opened()
    kit.adapters[0].begin()
    kit.adapters[0].begin()
    (desktop,) = made
    assert not bridge.is_tree_wanted
    desktop.on_change(True)
    assert bridge.is_tree_wanted and bridge.fresh
    bridge.send(HEARD)
    kit.adapters[0].gone()
    kit.adapters[0].begin()
    assert bridge.is_tree_wanted and made == [desktop]


def test_a_reader_that_went_before_the_desktop_was_known_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ReaderWatcher] = []
    monkeypatch.setattr(KnownDesktop, "begin", lambda desktop: made.insert(0, desktop))
    bridge, kit = opened()
    kit.adapters[0].begin()
    kit.adapters[0].gone()
    made[0].on_change(True)
    assert not bridge.is_tree_wanted


def test_to_a_reader_without_announcements_news_are_the_title_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownDesktop, "begin", lambda desktop: desktop.on_change(False))
    bridge, kit = opened()
    adapter = kit.adapters[0]
    adapter.begin()
    for news in ("", "Vesper leads.", "", "Taken back.", "Taken back."):
        bridge.send(HEARD, news)
    titles = [dict(update.nodes)[1].set["label"] for update in adapter.updates if 1 in dict(update.nodes)]
    assert titles == ["Goose", "", "Vesper leads.", "", "Taken back.", "", "Taken back. "], "no title is that of before"


def test_a_reader_that_comes_again_gets_the_whole_tree() -> None:
    bridge, adapter = listened()
    adapter.gone()
    assert not bridge.is_tree_wanted
    adapter.begin()
    bridge.send(HEARD)
    assert adapter.updates[-1].tree is not None
    assert len(adapter.updates[-1].nodes) == len(adapter.reached())


def test_what_is_asked_for_waits_for_the_loop() -> None:
    bridge, adapter = listened()
    adapter.ask("Deal", Action.CLICK)
    adapter.ask("Name", Action.SET_VALUE, "Anna")
    adapter.ask("Deal", Action.BLUR)  # nothing that a part has
    deal, name = (adapter.named(label)[0] for label in ("Deal", "Name"))
    assert bridge.take_requests() == [Request(deal, "use"), Request(name, "write", "Anna")]
    assert bridge.take_requests() == []
    assert (bridge.key_of_number(deal), bridge.key_of_number(name), bridge.key_of_number(12345)) == ("deal", "name", "")


def test_a_caret_is_asked_for_by_its_ends() -> None:
    bridge, adapter = listened()
    ends = [SimpleNamespace(character_index=place) for place in (1, 4)]
    number = adapter.named("Name")[0]
    given = SimpleNamespace(anchor=ends[0], focus=ends[1])
    adapter.act(SimpleNamespace(action=Action.SET_TEXT_SELECTION, target=number, data=(0, given)))
    adapter.act(SimpleNamespace(action=Action.SET_TEXT_SELECTION, target=number, data=None))
    assert bridge.take_requests() == [Request(number, "select", "", (1, 4)), Request(number, "select")]


def test_what_is_asked_of_a_part_that_has_gone_is_asked_of_no_other() -> None:
    bridge, adapter = listened()
    adapter.ask("Deal", Action.CLICK)
    bridge.send(HEARD._replace(parts=(FIELD,)))
    bridge.send(HEARD)
    (asked,) = bridge.take_requests()
    assert bridge.key_of_number(asked.number) == "" and bridge.key_of_number(adapter.named("Deal")[0]) == "deal"


def test_a_part_of_another_scene_is_another_part() -> None:
    bridge, kit = opened()
    adapter = kit.adapters[0]
    adapter.begin()
    bridge.send(HEARD, "Deal, or leave.")
    before = set(adapter.reached_numbers())
    bridge.send(HEARD, "The next deal.", scene_changed=True)
    assert before & set(adapter.reached_numbers()) == {1}  # the window
    assert adapter.announced() == ["The next deal."]
    assert adapter.focus == adapter.named("Deal")[0]
    assert not any(bridge.key_of_number(number) for number in before)


def test_the_focus_of_the_window_is_handed_on() -> None:
    bridge, kit = opened()
    bridge.set_focus(True)
    bridge.set_focus(False)
    assert kit.adapters[0].has_focus == [True, False]


def _absent() -> ModuleType:
    raise ImportError("accesskit")


class Broken(RecordedKit):
    def _adapter(self, *given: object) -> None:  # type: ignore[override]
        raise RuntimeError("no bus")


def test_without_accesskit_there_is_no_bridge_and_nothing_else_is_missing() -> None:
    bridge = Bridge("goosetable", _absent)
    bridge.open()
    bridge.set_focus(True)
    bridge.send(HEARD, "Vesper leads.")
    assert (bridge.is_reachable, bridge.is_tree_wanted, bridge.take_requests()) == (False, False, [])
    assert bridge.fault == "AccessKit is not installed"


def test_a_system_that_refuses_is_named(caplog: pytest.LogCaptureFixture) -> None:
    bridge = Bridge("goosetable", Broken)
    bridge.open()
    assert not bridge.is_reachable
    assert bridge.fault == "AccessKit could not be started (no bus)"
    assert caplog.records


def test_an_adapter_that_fails_later_ends_nothing(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    bridge, kit = opened()
    kit.adapters[0].begin()

    def fail(make: object) -> None:
        raise RuntimeError("the bus is gone")

    monkeypatch.setattr(kit.adapters[0], "update_if_active", fail)
    bridge.send(HEARD)
    assert "the bus is gone" in caplog.text


def test_on_other_systems_the_window_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    kit, given = RecordedKit(), []
    kit.windows = SimpleNamespace(SubclassingAdapter=lambda *all: given.append(all[0]))  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "platform", "win32")
    bridge = Bridge("goosetable", lambda: kit)
    bridge.open(4711)
    bridge.set_focus(True)  # Windows knows by itself
    assert given == [4711]


def test_a_reader_is_told_the_focus_of_a_window_that_had_it_before() -> None:
    bridge, kit = opened()
    bridge.set_focus(True)
    kit.adapters[0].begin()
    bridge.send(HEARD)
    bridge.send(HEARD)
    assert kit.adapters[0].has_focus == [True, False, True]

"""Nodes keep their numbers, only those that changed are sent, and no fault reaches AccessKit."""

from __future__ import annotations

from typing import Any

import pytest

from goosetable.app.reader.tree import SAID, AccessTree
from goosetable.app.ui.heard import Heard, HeardPart
from tests.app.reader.kit import Action, RecordedAdapter, RecordedKit


class Told:
    """A tree, and a reader that has been told of it."""

    def __init__(self) -> None:
        self.tree = AccessTree(RecordedKit(), "goosetable")
        self.reader = RecordedAdapter(lambda: None, lambda wish: None, lambda: None)
        self.fresh = True

    def show(self, *parts: HeardPart, focus: str = "", modal: bool = False) -> Any:
        heard = Heard("Goose", parts, focus, modal=modal)
        self.reader.update_if_active(lambda: self.tree.update(heard, self.fresh))  # type: ignore[arg-type, return-value]
        self.fresh = False
        return self.reader.updates[-1]


CARDS = (
    HeardPart("h/1", "option", "ace of spades", place=(1, 2), acts=("use", "focus")),
    HeardPart("h/2", "option", "9 of hearts"),
)
HAND = HeardPart("h", "listbox", "Your hand", box=(1, 2, 30, 40), parts=CARDS)


def test_a_tree_begins_with_its_window() -> None:
    told = Told()
    told.show(HAND, focus="h/2")
    window, scene, hand, *cards = told.reader.reached()
    assert (window.role, window.set["label"]) == ("WINDOW", "goosetable")
    assert (scene.role, scene.set["label"]) == ("GROUP", "Goose")
    assert hand.set["bounds"] == (1, 2, 31, 42)
    assert [card.set["label"] for card in cards] == ["ace of spades", "9 of hearts"]
    assert cards[0].actions == [Action.CLICK, Action.FOCUS]
    assert (cards[0].set["position_in_set"], cards[0].set["size_of_set"]) == (0, 2)
    assert told.reader.focus == told.reader.named("9 of hearts")[0]


def test_only_what_changed_is_sent() -> None:
    told = Told()
    told.show(HAND)
    number = told.reader.named("9 of hearts")[0]
    other = HAND._replace(parts=(CARDS[0], CARDS[1]._replace(more="Hearts were led.")))
    assert [at for at, _ in told.show(other).nodes] == [number]
    assert told.show(other).nodes == []


def test_what_is_gone_is_in_nobodys_reach() -> None:
    told = Told()
    told.show(HAND, focus="h/1")
    told.show(HeardPart("c", "label", "Hand the screen to Ben"), focus="h/1", modal=True)
    assert [node.set.get("label") or node.set["value"] for node in told.reader.reached()] == [
        "goosetable", "Goose", "Hand the screen to Ben",
    ]  # fmt: skip
    assert told.reader.focus == 1


def test_announcements_come_and_the_oldest_go() -> None:
    told = Told()
    told.show(HAND)
    for number in range(5):
        told.tree.say(f"trick {number}")
    told.show(HAND)
    said = [node.set["value"] for node in told.reader.reached() if "live" in node.set]
    assert said == ["trick 2", "trick 3", "trick 4"][-SAID:]
    told.tree.say("not now", urgent=True)
    sent = told.show(HAND).nodes
    assert [node.set["live"] for _, node in sent if "live" in node.set] == ["ASSERTIVE"]


def test_nothing_that_was_announced_is_left_for_another_person() -> None:
    told = Told()
    told.show(HAND)
    told.tree.say("You follow: king of spades.")
    told.show(HAND)
    told.tree.hush()
    told.show(HeardPart("c", "label", "Hand the screen to Ben"))
    assert not [node for node in told.reader.reached() if "live" in node.set]


def test_the_same_sentence_twice_is_announced_twice() -> None:
    told = Told()
    for _ in range(2):
        told.tree.say("Your lead.")
        assert sum("live" in node.set for _, node in told.show(HAND).nodes) == 1


def test_words_stand_where_systems_look_for_them() -> None:
    told = Told()
    told.show(
        HeardPart("a", "label", "You lead"),
        HeardPart("b", "slider", "Text size", "120 %", acts=("more", "less")),
        HeardPart("c", "button", "Bid 3", "one over", "Made: 50."),
        HeardPart("d", "field", "Your name", "Anna", acts=("write",)),
        HeardPart("e", "switch", "Remarks", on=True),
        HeardPart("f", "option", "K", on=False, barred=True),
    )
    label, slider, button, field, switch, option = told.reader.reached()[2:]
    assert label.set["value"] == "You lead"
    assert (slider.set["label"], slider.actions) == ("Text size: 120 %", [Action.INCREMENT, Action.DECREMENT])
    assert button.set["description"] == "one over. Made: 50."
    assert (field.set["label"], field.set["value"], field.actions) == ("Your name", "Anna", [Action.SET_VALUE])
    assert switch.set["toggled"] == "TRUE"
    assert (option.set["selected"], option.set["disabled"]) == (False, True)


def test_a_fault_is_logged_and_the_last_tree_stays(caplog: pytest.LogCaptureFixture) -> None:
    told = Told()
    told.show(HAND, focus="h/1")
    before = [dict(node.set) for node in told.reader.reached()]
    assert told.show(HAND, HAND).nodes == []  # two parts of one name
    assert [node.set for node in told.reader.reached()] == before
    assert "two parts are called 'h'" in caplog.text
    told.show(HAND._replace(name="Your cards"))
    assert told.reader.named("Your cards")


def test_a_fault_of_the_first_tree_leaves_a_window(caplog: pytest.LogCaptureFixture) -> None:
    told = Told()
    told.show(HAND, HAND)
    assert [node.role for node in told.reader.reached()] == ["WINDOW"]
    told.show(HAND)
    assert told.reader.named("Your hand")
    assert caplog.records

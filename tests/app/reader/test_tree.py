"""Nodes keep their numbers while they live, only those that changed are sent, and no fault reaches AccessKit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.reader.bridge import MOST_ANNOUNCEMENTS, AccessKitTree
from goosetable.app.ui.accessible import AccessibleTree, Caret, TreePart
from tests.app.reader.kit import Action, RecordedAdapter, RecordedKit


class Told:
    """A tree, and a reader that has been told of it."""

    def __init__(self) -> None:
        self.tree = AccessKitTree(RecordedKit(), "goosetable")
        self.reader = RecordedAdapter(lambda: None, lambda wish: None, lambda: None)
        self.fresh = True

    def numbers(self) -> dict[str, int]:
        """By name, the numbers of the nodes that a reader finds."""
        found = {number: self.reader.nodes[number].set for number in self.reader.reached_numbers()}
        return {says.get("label") or says["value"]: number for number, says in found.items()}

    def show(self, *parts: TreePart, focus: str = "", modal: bool = False) -> Any:
        heard = AccessibleTree("Goose", parts, focus, modal=modal)
        self.reader.update_if_active(lambda: self.tree.next_update(heard, self.fresh))  # type: ignore[arg-type, return-value]
        self.fresh = False
        return self.reader.updates[-1]


CARDS = (
    TreePart("h/1", "option", "ace of spades", place=(1, 2), actions=("use", "focus")),
    TreePart("h/2", "option", "9 of hearts"),
)
HAND = TreePart("h", "listbox", "Your hand", box=(1, 2, 30, 40), parts=CARDS)


def test_a_tree_begins_with_its_window() -> None:
    told = Told()
    told.show(HAND, focus="h/2")
    window, scene, hand, *cards = told.reader.reached()
    assert (window.role, window.set["label"]) == ("WINDOW", "goosetable")
    assert (scene.role, scene.set["label"]) == ("SECTION", "Goose")
    assert hand.set["bounds"] == (1, 2, 31, 42)
    assert [card.set["label"] for card in cards] == ["ace of spades", "9 of hearts"]
    assert cards[0].actions == [Action.CLICK, Action.FOCUS]
    assert (cards[0].set["position_in_set"], cards[0].set["size_of_set"]) == (0, 2)
    assert told.reader.focus == told.reader.named("9 of hearts")[0]


def test_only_what_changed_is_sent() -> None:
    told = Told()
    told.show(HAND)
    number = told.reader.named("9 of hearts")[0]
    other = HAND._replace(parts=(CARDS[0], CARDS[1]._replace(description="Hearts were led.")))
    assert [at for at, _ in told.show(other).nodes] == [number]
    assert told.show(other).nodes == []


def test_what_is_gone_is_in_nobodys_reach() -> None:
    told = Told()
    told.show(HAND, focus="h/1")
    told.show(TreePart("c", "label", "Hand the screen to Ben"), focus="h/1", modal=True)
    assert [node.set.get("label") or node.set["value"] for node in told.reader.reached()] == [
        "goosetable", "Goose", "Hand the screen to Ben",
    ]  # fmt: skip
    assert told.reader.focus == 1


def test_a_part_that_comes_back_is_another_node() -> None:
    told = Told()
    told.show(HAND, focus="h/2")
    before = told.numbers()
    told.show(HAND._replace(parts=CARDS[:1]), focus="h/1")
    told.show(HAND, focus="h/2")
    again = told.numbers()
    assert [name for name in again if again[name] != before[name]] == ["9 of hearts"]
    assert told.reader.focus == again["9 of hearts"] > max(before.values())
    assert (told.tree.key_of_number(before["9 of hearts"]), told.tree.key_of_number(again["9 of hearts"])) == ("", "h/2")


def test_a_part_that_goes_over_to_another_stays_the_same_node() -> None:
    told = Told()
    told.show(HAND, TreePart("t", "list", "Trick"))
    before = told.numbers()["9 of hearts"]
    told.show(HAND._replace(parts=CARDS[:1]), TreePart("t", "list", "Trick", parts=CARDS[1:]))
    assert told.numbers()["9 of hearts"] == before
    told.show(CARDS[1])  # what it lay in goes, and it stays
    assert told.numbers()["9 of hearts"] == before


def test_what_a_reader_asks_for_once_stays_as_it_was_under_that_number() -> None:
    told = Told()
    part = TreePart("u", "button", "Take back", actions=("use", "focus"))
    seen = []
    for other in (part, part._replace(actions=()), part, part._replace(kind="switch")):
        told.show(other)
        seen.append(told.numbers()["Take back"])
    assert len(set(seen)) == 4
    told.show(part._replace(kind="switch", description="The last trick.", disabled=True, box=(1, 2, 3, 4)))
    assert told.numbers()["Take back"] == seen[-1]


def test_a_tree_that_is_sent_whole_has_no_number_of_before() -> None:
    told = Told()
    told.show(HAND)
    before = set(told.numbers().values())
    told.fresh = True
    told.show(HAND)
    assert before & set(told.numbers().values()) == {1}


def test_a_scene_in_the_place_of_its_like_has_nodes_of_its_own() -> None:
    told = Told()
    told.show(HAND, focus="h/1")
    before, focus = set(told.numbers().values()), told.reader.focus
    told.tree.drop_tree()
    told.show(HAND, focus="h/1", modal=True)
    assert before & set(told.numbers().values()) == {1}
    assert told.reader.focus != focus  # else it would not be told


def test_nothing_is_kept_of_what_has_gone() -> None:
    told = Told()
    for number in range(500):
        told.tree.announce(f"trick {number}")
        told.show(HAND, TreePart(f"words/{number}", "label", f"trick {number}"))
    assert len(told.tree._lives) == len(told.tree._sent) - 1 == len(told.reader.nodes) - 1 == 1 + MOST_ANNOUNCEMENTS + 4


FORMS = st.tuples(st.sampled_from(["button", "option"]), st.sampled_from([(), ("use",)]))
PARTS = st.dictionaries(st.sampled_from("abcdefg"), st.tuples(FORMS, st.booleans()), max_size=7)
SHOWN = st.tuples(PARTS, st.sampled_from(["", "", "", "leave", "whole", "broken", "say"]))


@given(st.lists(SHOWN, max_size=12))
def test_no_number_is_ever_used_again(shown: list[tuple[dict[str, tuple[tuple[Any, Any], bool]], str]]) -> None:
    """Whatever is shown: parts that stay as they are keep their numbers, and no number comes back that was missing once."""
    told, gone = Told(), set[int]()
    before: dict[str, tuple[int, tuple[Any, Any]]] = {}
    for parts, besides in [({}, ""), *shown]:
        made = {name: TreePart(name, form[0], name, actions=form[1]) for name, (form, _) in parts.items()}
        inner = [made[name] for name, (_, within) in parts.items() if within]
        outer = [made[name] for name, (_, within) in parts.items() if not within]
        told.fresh |= besides == "whole"
        if besides == "leave":
            told.tree.drop_tree()
        if besides == "say":
            told.tree.announce("You lead.")
        held = set(told.reader.nodes)
        told.show(TreePart("list", "list", "list", parts=tuple(inner)), *outer, *outer[: besides == "broken"])
        gone |= held - set(told.reader.nodes)
        assert not gone & set(told.reader.nodes)
        if besides == "broken" and outer:
            continue  # it stayed as it was
        numbers = told.numbers()
        now = {name: (numbers[name], form) for name, (form, _) in parts.items()}
        if besides not in ("leave", "whole"):
            assert all(now[name][0] == before[name][0] for name in now if name in before and now[name][1] == before[name][1])
        before = now


def test_announcements_come_and_the_oldest_go() -> None:
    told = Told()
    told.show(HAND)
    for number in range(MOST_ANNOUNCEMENTS + 2):
        told.tree.announce(f"trick {number}")
    told.show(HAND)
    said = told.reader.announced()
    assert said == [f"trick {number}" for number in range(2, MOST_ANNOUNCEMENTS + 2)]
    told.tree.announce("not now", urgent=True)
    sent = told.show(HAND).nodes
    assert [node.set["live"] for _, node in sent if "live" in node.set] == ["ASSERTIVE"]


def test_nothing_that_was_announced_is_left_for_another_person() -> None:
    told = Told()
    told.show(HAND)
    told.tree.announce("You follow: king of spades.")
    told.show(HAND)
    told.tree.drop_tree(private=False)
    sent = told.show(TreePart("c", "label", "Score sheet")).nodes
    assert told.reader.announced() == ["You follow: king of spades."], "a slow reader may still be reading it"
    assert not [node for _, node in sent if "live" in node.set], "it is not announced again"
    told.tree.drop_tree()
    told.show(TreePart("c", "label", "Hand the screen to Ben"))
    assert not told.reader.announced()


def test_the_same_sentence_twice_is_announced_twice() -> None:
    told = Told()
    for _ in range(2):
        told.tree.announce("Your lead.")
        assert sum("live" in node.set for _, node in told.show(HAND).nodes) == 1


def test_words_stand_where_systems_look_for_them() -> None:
    told = Told()
    told.show(
        TreePart("a", "label", "You lead"),
        TreePart("b", "slider", "Text size", "120 %", actions=("more", "less")),
        TreePart("c", "button", "Bid 3", "one over", "Made: 50."),
        TreePart("d", "field", "Your name", "Anna", actions=("write",)),
        TreePart("e", "switch", "Remarks", chosen=True),
        TreePart("f", "option", "K", chosen=False, disabled=True),
    )
    label, slider, button, field, switch, option = told.reader.reached()[2:]
    assert label.set["value"] == "You lead"
    assert (slider.set["label"], slider.actions) == ("Text size: 120 %", [Action.INCREMENT, Action.DECREMENT])
    assert button.set["description"] == "one over. Made: 50."
    assert (field.set["label"], field.set["value"], field.actions) == ("Your name", "Anna", [Action.SET_VALUE])
    assert switch.set["toggled"] == "TRUE"
    assert (option.set["selected"], option.set["disabled"]) == (False, True)


NAME = TreePart("n", "field", "Name", "Zoë Å", box=(10, 20, 100, 30), actions=("write", "select"), caret=Caret(1, 3))


def test_a_field_has_its_text_and_a_caret() -> None:
    told = Told()
    told.show(NAME._replace(caret=Caret(1, 3, (14, 20, 26, 32, 36, 44))))
    field, text = told.reader.reached()[2:]
    assert (field.set["label"], field.set["value"]) == ("Name", "Zoë Å")
    assert field.actions == [Action.SET_VALUE, Action.SET_TEXT_SELECTION]
    (run,) = field.set["children"]
    ends = field.set["text_selection"].anchor, field.set["text_selection"].focus
    assert [(end.node, end.character_index) for end in ends] == [(run, 1), (run, 3)]
    assert (text.role, text.set["value"], text.set["text_direction"]) == ("TEXT_RUN", "Zoë Å", "LEFT_TO_RIGHT")
    assert text.set["character_lengths"] == [1, 1, 2, 1, 2]  # in bytes
    assert text.set["word_lengths"] == [4, 1]
    assert text.set["bounds"] == (14, 20, 44, 50)
    assert (text.set["character_positions"], text.set["character_widths"]) == ([0, 6, 12, 18, 22], [6, 6, 6, 4, 8])


def test_where_a_field_was_not_drawn_its_signs_have_no_places() -> None:
    told = Told()
    told.show(NAME._replace(value="אב", caret=Caret(0, 0)))
    text = told.reader.reached()[-1]
    assert text.set["text_direction"] == "RIGHT_TO_LEFT" and "character_positions" not in text.set


def test_a_caret_that_moves_changes_the_field_alone() -> None:
    told = Told()
    told.show(NAME)
    before = told.reader.reached_numbers()
    assert [number for number, _ in told.show(NAME._replace(caret=Caret(3, 3))).nodes] == [before[-2]]
    sent = told.show(NAME._replace(value="Zoë", caret=Caret(3, 3)))
    assert sorted(number for number, _ in sent.nodes) == before[-2:] == told.reader.reached_numbers()[-2:]


def test_a_number_that_is_typed_has_its_value_apart_from_its_name() -> None:
    told = Told()
    told.show(TreePart("s", "spinner", "Target", "50", caret=Caret(2, 2)))
    number, text = told.reader.reached()[2:]
    assert (number.set["label"], number.set["value"], text.set["value"]) == ("Target", "50", "50")


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

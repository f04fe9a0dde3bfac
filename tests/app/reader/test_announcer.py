"""What happens is announced once, in its order, and what was there before is not told from its beginning."""

from __future__ import annotations

import pytest

from goosetable.app.reader.reader import MOST_STORED, Announcer, spoken_line
from goosetable.app.ui.accessible import AccessibleTree, TreePart


def table(*log: str, line: str = "", intro: str = "", log_id: int = 7) -> AccessibleTree:
    return AccessibleTree("Goose", (), log=log, log_id=log_id, line=line, intro=intro)


LEAD, ASIDE = table(line="Your lead."), AccessibleTree("Ben", (), intro="Ben is next.")
MENU = AccessibleTree("Menu", (), intro="Menu. Leaving keeps the game.")
RULED = table("a", line="Your lead.")._replace(rules=("Trumps take it.",))
ASKED = table("a", "Ben leads", line="Ben led, so follow.")._replace(short_line="Follow.")
BEN, BOTH = ("Ben deals.",), ("Ben deals.", "Ann has bid.")
NEWS: dict[str, list[tuple[int, AccessibleTree, list[str]]]] = {
    "lines as they come": [
        (1, table("a"), ["a"]), (1, table("a", "b", "c", line="Your turn."), ["b", "c", "Your turn."]),
        (1, table("a", "b", "c", line="Your turn."), []),
    ],
    "of a table that was opened again the latest lines": [(1, table(*"abcdefghij"), ["h", "i", "j"])],
    "of a deal that has just begun all": [(1, table(*"abcde"), [*"abcde"])],
    "a reason again where it was given again": [
        (1, table(line="Not king of spades."), ["Not king of spades."]), (1, table(line="Not king of spades."), []),
        (1, table(line="Not king of spades.")._replace(turn=1), ["Not king of spades."]),
    ],
    "not what was asked before, when a reason goes": [
        (1, LEAD, ["Your lead."]), (1, table(line="Not the Joker.")._replace(turn=1), ["Not the Joker."]), (1, LEAD, []),
        (1, table(line="Name the trumps."), ["Name the trumps."]),
    ],
    "an event once where the question begins with it": [
        (1, table("a"), ["a"]), (1, table("a", "b", "Ben leads", line="Ben leads. Follow."), ["b", "Ben leads. Follow."]),
    ],
    "a question without what was just told, and with it where one comes from elsewhere": [
        (1, table("a", "Ben leads"), ["a", "Ben leads"]), (1, ASKED, ["Follow."]),
        (2, AccessibleTree("Rules", (), intro="Rules."), ["Rules."]), (1, ASKED, ["Ben led, so follow."]),
        (1, table("a", "Ben leads", "You play 3."), ["You play 3."]),
        (1, ASKED._replace(turn=1), ["Taken back: You play 3.", "Ben led, so follow."]),
    ],
    "what is taken back": [
        (1, table("a", "You play 3.", "c"), ["a", "You play 3.", "c"]), (1, table("a"), ["Taken back: You play 3."]),
        (1, table("a", "c"), ["c"]), (1, table("a", line="Taken back, though known."), ["Taken back, though known."]),
    ],
    "another deal before its cards, though its first line is that of the deal before": [
        (1, table("Trumps", "Ann leads")._replace(deal="Deal 1."), ["Deal 1.", "Trumps", "Ann leads"]),
        (1, table("Trumps", "Ben leads")._replace(deal="Deal 2."), ["Deal 2.", "Trumps", "Ben leads"]),
        (1, table("Trumps", "Ben leads", "half")._replace(deal="Deal 2, half 2."), ["half", "Deal 2, half 2."]),
    ],
    "another deal from its beginning": [(1, table("a", "b"), ["a", "b"]), (1, table("x", "y"), ["x", "y"])],
    "on a sheet over the table what came last on it": [
        (1, table("a"), ["a"]), (2, table("a", "b", intro="Deal 1 is done."), ["b", "Deal 1 is done."]),
        (1, table("a", "b", line="Your lead."), ["Your lead."]),
    ],
    "nothing of the table while the screen is handed over": [
        (1, table("a"), ["a"]), (2, ASIDE, ["Ben is next."]), (1, table("a", "b"), ["b"]),
    ],
    "a question again where one comes back to it": [
        (1, LEAD, ["Your lead."]), (2, AccessibleTree("Rules", (), intro="Rules."), ["Rules."]), (1, LEAD, ["Your lead."]),
    ],
    "what stands, when it comes": [
        (1, table("a")._replace(facts=BEN), ["a", "Ben deals."]), (1, table("a")._replace(facts=BOTH), ["Ann has bid."]),
        (1, table("a", "b")._replace(facts=BEN), ["b"]),
    ],
    "what stands once a deal, though it was out of sight": [
        (1, table("a")._replace(facts=BOTH), ["a", "Ben deals.", "Ann has bid."]), (1, table("a"), []),
        (1, table("a", "b")._replace(facts=BOTH), ["b"]), (1, table("x")._replace(facts=BOTH[1:]), ["x"]),
        (1, table("y")._replace(facts=BOTH), ["y", "Ben deals."]),
    ],
    "what stands to the next person at the screen": [
        (1, table("a")._replace(facts=BOTH), ["a", "Ben deals.", "Ann has bid."]), (1, table("a")._replace(facts=BEN), []),
        (2, ASIDE, ["Ben is next."]), (1, table("a")._replace(facts=BOTH), ["Ann has bid."]),
    ],
    "the deal before its log, and a change of it after other news": [
        (1, table("a")._replace(deal="Deal 1: Ann deals."), ["Deal 1: Ann deals.", "a"]),
        (1, table("a", "b")._replace(deal="Deal 1: Ben deals.", facts=BOTH[1:]), ["b", "Ann has bid.", "Deal 1: Ben deals."]),
        (1, table("x")._replace(deal="Deal 2: Ann deals."), ["Deal 2: Ann deals.", "x"]),
    ],
    "an own bid at once, and not again with the others": [
        (1, table("a"), ["a"]), (1, table("a")._replace(own_lines=("You bid 3.",)), ["You bid 3."]),
        (1, table("a", "Ben bids 2.", "You bid 3.", "You win."), ["Ben bids 2.", "You win."]),
    ],
    "an own bid that is taken back": [
        (1, table("a"), ["a"]), (1, table("a")._replace(own_lines=("You bid 3.",)), ["You bid 3."]),
        (1, table("a"), ["Taken back: You bid 3."]), (1, table("a")._replace(own_lines=("You bid 3.",)), ["You bid 3."]),
    ],
    "an own bid not to the next person": [
        (1, table("a")._replace(own_lines=("You bid 3.",)), ["a", "You bid 3."]),
        (2, ASIDE, ["Ben is next."]), (1, table("a"), []),
        (1, table("a", "Ann bids 3.", "You bid 2."), ["Ann bids 3.", "You bid 2."]),
    ],
    "an own bid once, though its person turned away": [
        (1, table("a")._replace(own_lines=("You bid 3.",)), ["a", "You bid 3."]), (1, table("a")._replace(own_lines=None), []),
        (1, table("a", "Ben bids 2.", "You bid 3.")._replace(own_lines=None), ["Ben bids 2."]),
    ],
    "a rule once a deal with what it explains": [
        (1, RULED, ["a", "Your lead.", "Trumps take it."]), (1, table("a", "b"), ["b"]),
        (1, RULED._replace(log=("a", "b", "c"), turn=9), ["c", "Your lead."]), (1, table("a", "b", "c"), []),
        (1, RULED._replace(log=("x",), turn=2), ["x", "Your lead.", "Trumps take it."]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("what", NEWS)
def test_of_what_happens_is_told(what: str) -> None:
    announcer = Announcer()
    for scene, heard, told in NEWS[what]:
        assert announcer.new_announcements(scene, heard) == told


def test_sentences_of_the_program_come_first_and_are_kept_for_this_scene() -> None:
    announcer = Announcer()
    assert announcer.new_announcements(1, LEAD, ["Your lead. Spades: king."]) == ["Your lead. Spades: king."], "not twice"
    announcer = Announcer()
    assert announcer.new_announcements(1, table("a"), ["Nothing can be kept: K♠."]) == [
        "Nothing can be kept: king of spades.",
        "a",
    ]
    later = announcer.new_announcements(2, MENU, ["Ben has noticed it."])
    assert later == [MENU.intro, "Ben has noticed it."], "the result of a deal before a remark on it"
    for number in range(40):
        announcer.new_announcements(1, table(*map(str, range(number))))
    assert len(announcer.last) == MOST_STORED and announcer.last[-1] == "38"
    announcer.new_announcements(2, ASIDE)
    assert announcer.last == ["Ben is next."]


def test_many_tables_are_not_remembered_for_good() -> None:
    announcer = Announcer()
    for log_id in range(1, 3 * MOST_STORED):
        announcer.new_announcements(log_id, table("a", log_id=log_id))
    assert len(announcer._logs) == MOST_STORED


def hand(focus: str, size: int = 2) -> AccessibleTree:
    cards = tuple(TreePart(f"hand/{at}", "option", f"card {at}", place=(at, size)) for at in range(1, size + 1))
    return AccessibleTree("Goose", (TreePart("hand", "listbox", f"Your hand, {size} cards", parts=cards),), focus)


def test_the_focus_is_told_where_it_goes_and_not_where_it_stays() -> None:
    announcer = Announcer()
    assert announcer.focused_words(hand("hand")) == "Your hand, 2 cards, list"
    assert announcer.focused_words(hand("hand", 1)) == ""  # how many are left was said by what happened
    assert announcer.focused_words(hand("hand/1")) == "card 1, 1 of 2"
    assert announcer.focused_words(hand("hand/1")) == ""
    assert announcer.focused_words(AccessibleTree("", ())) == ""


def test_a_list_is_told_where_one_comes_to_it_from_elsewhere_and_has_something() -> None:
    announcer = Announcer()
    announcer.focused_words(hand("hand/1"))
    assert announcer.focused_words(hand("hand")) == ""
    announcer.focused_words(AccessibleTree("", (TreePart("menu", "button", "Menu"),), "menu"))
    assert announcer.focused_words(hand("hand")) == "Your hand, 2 cards, list"
    announcer.focused_words(AccessibleTree("", (TreePart("menu", "button", "Menu"),), "menu"))
    empty = AccessibleTree("Goose", (TreePart("hand", "listbox", "Your hand, 0 cards", disabled=True),), "hand")
    assert announcer.focused_words(empty) == ""


def test_of_a_screen_that_one_comes_back_to_the_title_is_told() -> None:
    announcer = Announcer()
    assert announcer.new_announcements(2, MENU, stack=(1, 2)) == [MENU.intro]
    announcer.new_announcements(3, AccessibleTree("Keys", (), intro="Keys. F1."), stack=(1, 2, 3))
    assert announcer.new_announcements(2, MENU, stack=(1, 2)) == ["Menu"]
    assert announcer.last == [MENU.intro]
    announcer.new_announcements(1, table("a"), stack=(1,))
    assert announcer.new_announcements(2, MENU, stack=(1, 2)) == [MENU.intro]


def test_a_part_is_told_with_its_state() -> None:
    assert spoken_line(TreePart("", "switch", "Remarks", chosen=True)) == "Remarks, switch, on"
    assert spoken_line(TreePart("", "radio", "Brisk", chosen=True, place=(2, 3))) == "Brisk, choice, chosen, 2 of 3"
    assert spoken_line(TreePart("", "button", "Undo", disabled=True)) == "Undo, button, not available"
    assert spoken_line(TreePart("", "option", "king of spades", description="Hearts were led.", disabled=True)) == (
        "king of spades. Hearts were led."
    )

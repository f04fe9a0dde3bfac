"""What happens is announced once, in its order, and what was there before is not told from its beginning."""

from __future__ import annotations

from goosetable.app.reader.announcer import KEPT, Announcer, told_of
from goosetable.app.ui.heard import Heard, HeardPart


def table(*log: str, line: str = "", intro: str = "", teller: int = 7) -> Heard:
    return Heard("Goose", (), log=log, teller=teller, line=line, intro=intro)


def test_lines_are_told_as_they_come() -> None:
    announcer = Announcer()
    assert announcer.news(1, table("a")) == ["a"]
    assert announcer.news(1, table("a", "b", "c", line="Your turn.")) == ["b", "c", "Your turn."]
    assert announcer.news(1, table("a", "b", "c", line="Your turn.")) == []


def test_of_a_table_that_was_opened_again_the_latest_lines_are_told() -> None:
    assert Announcer().news(1, table(*"abcdefghij")) == ["h", "i", "j"]


def test_of_a_deal_that_has_just_begun_all_is_told() -> None:
    assert Announcer().news(1, table(*"abcde")) == list("abcde")


def test_a_reason_is_said_again_where_it_was_given_again() -> None:
    announcer = Announcer()
    announcer.news(1, table(line="Not king of spades."))
    assert announcer.news(1, table(line="Not king of spades.")) == []
    assert announcer.news(1, table(line="Not king of spades.")._replace(turn=1)) == ["Not king of spades."]


def test_what_was_asked_is_not_said_again_when_a_reason_goes() -> None:
    announcer = Announcer()
    announcer.news(1, table(line="Your lead."))
    announcer.news(1, table(line="Not the Joker.")._replace(turn=1))
    assert announcer.news(1, table(line="Your lead.")) == []
    assert announcer.news(1, table(line="Name the trumps.")) == ["Name the trumps."]


def test_what_was_told_on_demand_is_not_said_twice() -> None:
    announcer = Announcer()
    assert announcer.news(1, table(line="Your lead."), ["Your lead. Spades: king."]) == ["Your lead. Spades: king."]


def test_what_is_taken_back_is_said() -> None:
    announcer = Announcer()
    announcer.news(1, table("a", "b"))
    assert announcer.news(1, table("a")) == ["Taken back."]
    assert announcer.news(1, table("a", "c")) == ["c"]


def test_another_deal_is_told_from_its_beginning() -> None:
    announcer = Announcer()
    announcer.news(1, table("a", "b"))
    assert announcer.news(1, table("x", "y")) == ["x", "y"]


def test_a_sheet_over_the_table_tells_what_came_last_on_it() -> None:
    announcer = Announcer()
    announcer.news(1, table("a"))
    assert announcer.news(2, table("a", "b", intro="Deal 1 is done.")) == ["b", "Deal 1 is done."]
    assert announcer.news(1, table("a", "b", line="Your lead.")) == ["Your lead."]


def test_while_the_screen_is_handed_over_nothing_of_the_table_is_told() -> None:
    announcer = Announcer()
    announcer.news(1, table("a"))
    assert announcer.news(2, Heard("Ben", (), intro="Ben is next.")) == ["Ben is next."]
    assert announcer.news(1, table("a", "b")) == ["b"]


def test_a_question_is_said_again_where_one_comes_back_to_it() -> None:
    announcer = Announcer()
    announcer.news(1, table(line="Your lead."))
    announcer.news(2, Heard("Rules", (), intro="Rules."))
    assert announcer.news(1, table(line="Your lead.")) == ["Your lead."]


def test_sentences_of_the_program_come_first_and_are_kept() -> None:
    announcer = Announcer()
    assert announcer.news(1, table("a"), ["Nothing can be kept: K♠."]) == ["Nothing can be kept: king of spades.", "a"]
    for number in range(40):
        announcer.news(1, table(*map(str, range(number))))
    assert len(announcer.last) == KEPT
    assert announcer.last[-1] == "38"


def test_nothing_is_said_once_more_of_another_scene() -> None:
    announcer = Announcer()
    announcer.news(1, table("a", line="You follow: king of spades."))
    announcer.news(2, Heard("Ben", (), intro="Ben is next."))
    assert announcer.last == ["Ben is next."]


def test_many_tables_are_not_remembered_for_good() -> None:
    announcer = Announcer()
    for teller in range(1, 3 * KEPT):
        announcer.news(teller, table("a", teller=teller))
    assert len(announcer._logs) == KEPT


def hand(focus: str, size: int = 2) -> Heard:
    cards = tuple(HeardPart(f"hand/{at}", "option", f"card {at}", place=(at, size)) for at in range(1, size + 1))
    return Heard("Goose", (HeardPart("hand", "listbox", f"Your hand, {size} cards", parts=cards),), focus)


def test_the_focus_is_told_where_it_goes_and_not_where_it_stays() -> None:
    announcer = Announcer()
    assert announcer.focused(hand("hand")) == "Your hand, 2 cards, list"
    assert announcer.focused(hand("hand", 1)) == ""  # how many are left was said by what happened
    assert announcer.focused(hand("hand/1")) == "card 1, 1 of 2"
    assert announcer.focused(hand("hand/1")) == ""
    assert announcer.focused(Heard("", ())) == ""


def test_a_list_is_told_where_one_comes_to_it_from_elsewhere_and_has_something() -> None:
    announcer = Announcer()
    announcer.focused(hand("hand/1"))
    assert announcer.focused(hand("hand")) == ""
    announcer.focused(Heard("", (HeardPart("menu", "button", "Menu"),), "menu"))
    assert announcer.focused(hand("hand")) == "Your hand, 2 cards, list"
    announcer.focused(Heard("", (HeardPart("menu", "button", "Menu"),), "menu"))
    empty = Heard("Goose", (HeardPart("hand", "listbox", "Your hand, 0 cards", barred=True),), "hand")
    assert announcer.focused(empty) == ""


def test_what_stands_is_told_when_it_comes() -> None:
    announcer = Announcer()
    assert announcer.news(1, table("a")._replace(marks=("Ben deals.",))) == ["a", "Ben deals."]
    assert announcer.news(1, table("a")._replace(marks=("Ben deals.", "Ann has bid."))) == ["Ann has bid."]
    assert announcer.news(1, table("a", "b")._replace(marks=("Ben deals.",))) == ["b"]
    assert announcer.news(1, table("a", "b")._replace(marks=("Ben deals.", "Ann has bid."))) == ["Ann has bid."]


def test_a_rule_is_told_once_a_deal_with_what_it_explains() -> None:
    announcer = Announcer()
    first = table("a", line="Your lead.")._replace(rules=("Trumps take it.",))
    assert announcer.news(1, first) == ["a", "Your lead.", "Trumps take it."]
    announcer.news(1, table("a", "b"))
    again = first._replace(log=("a", "b", "c"), turn=9)
    assert announcer.news(1, again) == ["c", "Your lead."]
    announcer.news(1, table("a", "b", "c"))
    assert announcer.news(1, first._replace(log=("x",), turn=2)) == ["x", "Your lead.", "Trumps take it."]


def test_of_a_screen_that_one_comes_back_to_the_title_is_told() -> None:
    announcer = Announcer()
    menu = Heard("Menu", (), intro="Menu. Leaving keeps the game.")
    assert announcer.news(2, menu, stack=(1, 2)) == [menu.intro]
    announcer.news(3, Heard("Keys", (), intro="Keys. F1."), stack=(1, 2, 3))
    assert announcer.news(2, menu, stack=(1, 2)) == ["Menu"]
    assert announcer.last == [menu.intro]
    announcer.news(1, table("a"), stack=(1,))
    assert announcer.news(2, menu, stack=(1, 2)) == [menu.intro]


def test_a_part_is_told_with_its_state() -> None:
    assert told_of(HeardPart("", "switch", "Remarks", on=True)) == "Remarks, switch, on"
    assert told_of(HeardPart("", "radio", "Brisk", on=True, place=(2, 3))) == "Brisk, choice, chosen, 2 of 3"
    assert told_of(HeardPart("", "button", "Undo", barred=True)) == "Undo, button, not available"
    assert told_of(HeardPart("", "option", "king of spades", more="Hearts were led.", barred=True)) == (
        "king of spades. Hearts were led."
    )

"""People: their names and looks, where they are chosen, and the characters that sit with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import players
from goosetable.app.art.svg import CHARACTERS
from goosetable.app.scenes.new_game.scene import NamesScene, NewGameScene, ProfileScene, SeatPickerScene
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.cast import CAST
from goosetable.app.storage.profiles import Profile
from goosetable.app.storage.settings import Settings, file_text, parse, with_changes
from goosetable.app.table.seats import choose_portraits
from goosetable.engine.record import format
from goosetable.engine.record.format import Chair
from goosetable.players.levels import SEARCHING_LEVELS
from goosetable.players.search_agent import NO_STYLE, STYLES, Searcher
from tests.app.conftest import Opens
from tests.app.table_window import Window
from tests.narrowing import of_kind, present

ANNA = Profile("Anna", "acorn", "sky")
BEN = Profile("Ben", "key", "rose")
BOTH = (ANNA.as_setting(), BEN.as_setting())
FIRST = {"you": "Gooseberry", "player 1": "Gooseberry"}


@pytest.mark.parametrize(
    ("name", "others", "said"),
    [
        ("Anna", (), ""),
        ("  ", (), "needs a name"),
        ("x" * 24, (), ""),
        ("x" * 25, (), "at most 24"),
        ("anna", ("Anna",), "another"),
        (" ANNA ", ("anna",), "another"),
        ("Zoe\u0308", ("Zo\u00eb",), "another"),
        ("Vesper", (), "company"),
        ("李小龍", (), ""),
        ("Ægir Þór", (), ""),
        ("עדה", ("אדה",), ""),
    ],
)
def test_which_names_a_person_may_have(name: str, others: tuple[str, ...], said: str) -> None:
    wrong = profiles.name_objection(name, others)
    assert said in wrong and bool(said) == bool(wrong)
    assert not wrong or ((wrong[0].isupper() or wrong[0] == name.strip()[0]) and wrong.endswith("."))


def test_what_is_remembered_survives_its_file() -> None:
    settings = Settings(**profiles.changes_to_store_person(Settings(), ANNA))
    again = parse(file_text(settings))
    assert again == settings
    assert profiles.find_person(again, "anna") == ANNA
    assert profiles.all_people(again)[0].name == "Gooseberry"


@pytest.mark.parametrize(
    "wrong", [None, 3, [], {}, {"name": 7}, {"name": ""}, {"name": "x" * 99}, {"name": "a\nb"}, {"name": "Pip"}]
)
def test_what_is_no_person_is_passed_over(wrong: Any) -> None:
    assert profiles.parse_profile(wrong) is None


def test_a_damaged_look_is_a_plain_one() -> None:
    assert profiles.parse_profile({"name": "Anna", "token": "sword", "tone": 3}) == Profile("Anna")


def test_the_first_person_may_be_renamed_and_stays_the_first() -> None:
    settings = Settings(people=BOTH)
    settings = with_changes(
        settings, **profiles.changes_to_store_person(settings, Profile("Cleo", "pear", "leaf"), "Gooseberry")
    )
    assert settings.name == "Cleo"
    assert [person.name for person in profiles.all_people(settings)] == ["Cleo", "Anna", "Ben"]
    settings = with_changes(settings, **profiles.changes_to_delete_person(settings, "Anna"))
    assert [person.name for person in profiles.all_people(settings)] == ["Cleo", "Ben"]


def test_no_more_are_remembered_than_fit_on_a_page() -> None:
    settings = Settings()
    for number in range(profiles.MOST + 9):
        settings = with_changes(settings, **profiles.changes_to_store_person(settings, Profile(f"Guest {number}")))
    assert len(profiles.all_people(settings)) == profiles.MOST
    assert profiles.all_people(settings)[0].name == "Gooseberry"
    assert profiles.all_people(settings)[1].name == f"Guest {profiles.MOST + 8}"


def test_people_look_at_the_table_as_they_are_known() -> None:
    looks = profiles.portraits_of_people(Settings(people=BOTH), ("Gooseberry", "Anna", "Vesper", "Zed"))
    found = choose_portraits((("Gooseberry", True), ("Anna", True), ("Vesper", False), ("Zed", True)), looks)
    assert found[1] == ANNA.portrait == "acorn#4f9bd0"
    assert found[2] == "fox"
    assert len({who.partition("#")[0] for who in found}) == 4


class TestFormerNames:
    """Each former name of a person leads to that person."""

    def renamed(self, *names: str) -> Settings:
        """Returns the settings after Anna has taken these names one after another; the other people keep their names."""
        settings, before = Settings(people=BOTH), "Anna"
        for name in names:
            person = present(profiles.find_person(settings, before))
            settings, before = (
                with_changes(settings, **profiles.changes_to_store_person(settings, person._replace(name=name), before)),
                name,
            )
        return parse(file_text(settings))

    def test_lead_to_the_present_one(self) -> None:
        settings = self.renamed("Hannah", "Hanna")
        assert profiles.present_names_by_former(settings) == {**FIRST, "anna": "Hanna", "hannah": "Hanna"}
        assert profiles.names_in_normal_form(settings, "Anna") == {"anna", "hannah", "hanna"}
        assert profiles.portraits_of_people(settings, ("Anna", "HANNA")) == dict.fromkeys(("Anna", "HANNA"), ANNA.portrait)

    def test_can_be_taken_back_and_are_nobody_elses(self) -> None:
        settings = self.renamed("Hannah")
        assert profiles.stored_name_objection(settings, "Anna", "Hannah") == ""
        assert (
            profiles.stored_name_objection(settings, "anna") == "anna was Hannah's name, and the games under it are Hannah's."
        )
        assert profiles.present_names_by_former(self.renamed("Hannah", "Anna")) == {**FIRST, "hannah": "Anna"}

    def test_are_free_again_when_the_person_is_forgotten(self) -> None:
        settings = self.renamed("Hannah")
        settings = with_changes(settings, **profiles.changes_to_delete_person(settings, "Hannah"))
        assert profiles.stored_name_objection(settings, "Anna") == "" and profiles.present_names_by_former(settings) == FIRST

    def test_of_one_without_a_name_are_the_usual_ones(self) -> None:
        settings = with_changes(Settings(), **profiles.changes_to_store_person(Settings(), Profile("Cleo"), "Gooseberry"))
        assert profiles.present_names_by_former(settings) == {"you": "Cleo", "gooseberry": "Cleo", "player 1": "Cleo"}
        assert (
            parse('{"version": 1, "name": "You", "people": [{"name": "you", "token": "pear", "tone": "leaf"}]}').name
            == "Gooseberry"
        )
        assert profiles.all_people(parse('{"people": [{"name": "You", "token": "pear", "tone": "leaf"}]}'))[0].token == "pear"

    def test_are_few(self) -> None:
        settings = self.renamed(*(f"Anna {number} {'x' * 15}" for number in range(20)))
        (person,) = (one for one in profiles.all_people(settings) if one.former)
        assert person.name.startswith("Anna 19") and len(person.former) == profiles.MOST_FORMER


class TestAskedForNames:
    """If several people sit at a table, each person without a name is asked for one, once."""

    def laid(self, one: Any) -> Any:
        """Sets up a table with Anna in the second seat, and presses the button that deals; returns the scene on top."""
        scene = one.show(NewGameScene)
        scene.setup.give_seat_to_player(1, "Anna", "human")
        scene.remake_controls()
        one.click(scene.deal)
        return one.top

    def test_and_the_game_begins_under_it(self, program: Opens, stand_in: type[Any]) -> None:
        one = program(people=BOTH)
        page = self.laid(one)
        assert isinstance(page, NamesScene) and [field.empty for field in page.fields] == ["Gooseberry"]
        one.type("Maud")
        one.key(pygame.K_RETURN)
        one.step()
        assert one.top.match.session.names[:2] == ("Maud", "Anna")
        assert one.context.settings.name == "Maud" and len(profiles.all_people(one.context.settings)) == 3

    def test_who_gives_none_is_not_asked_again(self, program: Opens, stand_in: type[Any]) -> None:
        one = program(people=BOTH)
        self.laid(one)
        one.click(one.find("Go on"))
        one.step()
        assert one.top.match.session.names[:2] == ("Gooseberry", "Anna")
        assert not isinstance(self.laid(one), NamesScene)

    @pytest.mark.parametrize(
        ("typed", "said"), [("anna", "another"), ("Pip", "company"), ("YOU", "needs a name"), ("Ben", "another")]
    )
    def test_what_is_no_name_is_refused_and_nothing_begins(self, program: Opens, typed: str, said: str) -> None:
        one = program(people=BOTH)
        page = self.laid(one)
        one.type(typed)
        one.key(pygame.K_RETURN)
        assert one.top is page and said in page.typing_objection
        one.key(pygame.K_ESCAPE)
        one.step()
        assert isinstance(one.top, NewGameScene), "who goes back lays the table on"

    def test_one_person_is_not_asked(self, program: Opens, stand_in: type[Any]) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        one.click(scene.deal)
        assert one.top.match.session.names[0] == "Gooseberry"

    def test_a_name_that_does_not_fit_says_so(self, program: Opens) -> None:
        one = program(people=BOTH)
        page = self.laid(one)
        one.type("x" * 24)
        assert not page.typing_objection
        one.type("y")
        assert page.typing_objection == "A name has at most 24 letters." and page.fields[0].text == "x" * 24
        one.key(pygame.K_BACKSPACE)
        assert not page.typing_objection


class TestChairs:
    def test_somebody_known_sits_down(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        one.click(scene.people[2])
        sheet = of_kind(SeatPickerScene, one.top)
        one.click(next(who for who in sheet.persons if who.label == "Ben"))
        assert one.top is scene
        assert scene.setup.chairs[2] == Chair("Ben", "human")
        assert 2 not in scene.beside and 1 in scene.beside

    def test_who_sits_elsewhere_changes_places(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene)
        before = list(scene.setup.chairs)
        one.click(scene.people[1])
        one.click(next(who for who in one.top.persons if who.label == "Gooseberry"))
        assert scene.setup.chairs == [before[1], before[0], before[2]]

    def test_somebody_new_gets_a_name_and_sits_down(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene)
        one.click(scene.people[1])
        one.click(one.top.new)
        sheet = of_kind(ProfileScene, one.top)
        assert sheet.widgets.focus is sheet.name
        one.type("Anna")
        one.click(sheet.tokens[4])
        one.click(sheet.tones[2])
        one.key(pygame.K_TAB)
        one.click(sheet.keep)
        one.step()
        assert one.top is scene
        assert scene.setup.chairs[1] == Chair("Anna", "human")
        assert profiles.find_person(one.context.settings, "Anna") == Profile("Anna", "pear", "leaf")

    @pytest.mark.parametrize("way", ["Esc", "Back"])
    def test_a_typed_name_that_is_not_taken_is_told(self, program: Opens, way: str) -> None:
        one, scene = program.at(NewGameScene)
        one.click(scene.people[1])
        for typed in ("", "Ben"):
            one.click(one.top.new)
            sheet = of_kind(ProfileScene, one.top)
            field = sheet.accessible_tree().focused_part
            assert field is not None and "Enter: take it. " in field.description
            one.type(typed)
            if way == "Esc":
                one.key(pygame.K_ESCAPE)
            else:
                one.click(one.find("Back"))
            said = one.context.answered
            assert ("" if said is None else said.whole) == ("The name Ben was dropped." if typed else "")
        assert profiles.find_person(one.context.settings, "Ben") is None

    def test_what_is_typed_takes_the_place_of_the_name_that_was_there(self, program: Opens) -> None:
        one, _ = program.at(lambda context, _: ProfileScene(context, Profile("Gooseberry", "gooseberry", "leaf")))
        one.type("Maud")
        assert one.top.person.name == "Maud"
        one.type(" B")
        assert one.top.person.name == "Maud B"

    @pytest.mark.parametrize(("typed", "said"), [("", "needs a name"), ("you", "needs a name"), ("PIP", "company")])
    def test_a_name_that_will_not_do_is_refused_and_nothing_lost(self, program: Opens, typed: str, said: str) -> None:
        one, scene = program.at(NewGameScene)
        one.click(scene.people[1])
        one.click(one.top.new)
        sheet = one.top
        if typed:
            one.type(typed)
        one.key(pygame.K_RETURN)
        assert one.top is sheet and said in sheet.typing_objection
        assert len(profiles.all_people(one.context.settings)) == 1
        one.type("x")
        assert not sheet.typing_objection

    def test_a_new_name_keeps_the_chair(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        scene.setup.give_seat_to_player(1, "Anna", "human")
        scene.remake_controls()
        one.click(scene.people[1])
        one.click(one.top.pens[1])
        one.top.name.set_text("Hannah")
        one.click(one.top.keep)
        one.key(pygame.K_ESCAPE)
        assert scene.setup.chairs[1] == Chair("Hannah", "human")
        found = profiles.find_person(one.context.settings, "Anna")
        assert found is not None and (found.name, found.former) == ("Hannah", ("Anna",)), "one person under both names"

    def test_who_is_forgotten_gets_up(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        scene.setup.give_seat_to_player(1, "Anna", "human")
        scene.remake_controls()
        one.click(scene.people[1])
        one.click(one.top.pens[1])
        one.click(one.top.forget)
        one.key(pygame.K_ESCAPE)
        assert scene.setup.chairs[1].player in SEARCHING_LEVELS
        assert [person.name for person in profiles.all_people(one.context.settings)] == ["Gooseberry", "Ben"]

    def test_whose_program_it_is_cannot_be_forgotten(self, program: Opens) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        one.click(scene.people[0])
        one.click(one.top.pens[0])
        assert not one.top.forget.shown

    def test_the_same_people_sit_down_the_next_time(self, program: Opens, stand_in: type[Any]) -> None:
        one, scene = program.at(NewGameScene, people=BOTH)
        scene.setup.give_seat_to_player(0, "Ben", "human")
        scene.setup.give_seat_to_player(1, "Anna", "human")
        one.click(scene.deal)
        again = one.show(NewGameScene)
        assert again.setup.chairs[:2] == [Chair("Ben", "human"), Chair("Anna", "human")]

    def test_only_computers_may_play(self, program: Opens, stand_in: type[Any]) -> None:
        one, scene = program.at(NewGameScene)
        one.click(scene.people[0])
        one.click(next(who for who in one.top.others if who.label == "Griselda"))
        one.click(scene.deal)
        assert [chair.player for chair in one.top.match.session.chairs].count("human") == 0
        again = one.show(NewGameScene)
        assert not again.setup.seats_of_people


# ---------------------------------------------------------------------- characters

TELLS = {
    "bold": "bold", "cautious": "cautious", "hoarder": "hoard", "spoiler": "spoil", "reckless": "reckless",
    "thrifty": "thrift", "rival": "quarrel", "hasty": "hasty", "wary": "wary", "showy": "showy", "steady": "steady",
}  # fmt: skip
PLAYS_WELL = re.compile(r"\b(easy|medium|hard|expert|best|good|strong|weak|beginner|first game|master)\b", re.IGNORECASE)


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    opened: list[Window] = []

    def make(people: Any, **settings: Any) -> Window:
        found = Window(tmp_path / str(len(opened)), people, **settings)
        opened.append(found)
        return found

    yield make
    for window in opened:
        window.close()


def test_there_are_eight_or_more_with_a_portrait_each() -> None:
    assert len(CAST) >= 8
    assert len({one.portrait for one in CAST}) == len({one.name for one in CAST}) == len(CAST)
    assert all(one.portrait in CHARACTERS for one in CAST)


@pytest.mark.parametrize("one", CAST, ids=[one.name for one in CAST])
def test_the_line_tells_the_style_and_not_the_level(one: cast.Character) -> None:
    assert not PLAYS_WELL.search(one.line)
    told = [style for style, word in TELLS.items() if word in one.line.lower()]
    assert told == ([one.style] if one.style else [])
    assert 0.1 <= one.pace <= 1.5


def test_every_style_has_somebody() -> None:
    assert {one.style for one in CAST} == {"", *STYLES}


def test_whoever_sits_down_brings_their_style_whatever_the_level(lay: Callable[..., Window]) -> None:
    for level in ("easy", "expert", "hard-deal"):
        window = lay((("Gooseberry", "human"), ("Vesper", level), ("Minim", level)))
        players = window.match._minds.players
        bold, exact = players[1], players[2]
        assert isinstance(bold, Searcher)
        assert isinstance(exact, Searcher)
        assert bold.style == STYLES["bold"]
        assert exact.style == NO_STYLE
        assert bold.skill == exact.skill
        header = next(format.read_lines(window.matches.saves.running_record()))[1]
        assert isinstance(header, format.Header)
        assert [chair.player for chair in header.chairs] == ["human", level, level], "the record names the level alone"


def test_a_style_that_a_record_names_stays_as_it_is(lay: Callable[..., Window]) -> None:
    window = lay((("Gooseberry", "human"), ("Vesper", "easy+cautious"), ("Dorothea", "random")))
    player = of_kind(Searcher, window.match._minds.players[1])
    assert player.style == STYLES["cautious"]
    assert not window.context.notices


def test_hints_have_no_taste(lay: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = lay((("Vesper", "human"), ("Jet", "random"), ("Pip", "random")), pace="at once")
    window.to_my_turn()
    asked: list[players.Player] = []
    make = players.make_player

    def made(name: str, rng: Random) -> players.Player:
        asked.append(make(name, rng))
        return asked[-1]

    monkeypatch.setattr(players, "make_player", made)
    window.match.ask_hint()
    (adviser,) = asked
    assert isinstance(adviser, Searcher)
    assert (adviser.style, adviser.name) == (NO_STYLE, "expert")


# ---------------------------------------------------------------------- pace


def waits(window: Window) -> list[float]:
    """How long each of the first actions of a deal let one wait once nothing moved, to a twentieth of a second."""
    found: list[float] = []
    session = window.match.session
    for _ in range(2000):
        before, waited = session.undoable_count, window.scene.turn.waited
        window.tick(0.05, 20)
        if session.undoable_count > before:
            found.append(waited + 0.05)
            if len(found) == 4:
                return found
    raise AssertionError("nobody acts")


def test_the_hasty_act_sooner_than_the_slow(lay: Callable[..., Window]) -> None:
    hasty = waits(lay((("Quill", "random"), ("Quill", "random"), ("Quill", "random"))))
    slow = waits(lay((("Barnaby", "random"), ("Barnaby", "random"), ("Barnaby", "random"))))
    brisk = waits(lay((("Barnaby", "random"), ("Barnaby", "random"), ("Barnaby", "random")), pace="brisk"))
    assert all(0.15 <= seconds <= 0.3 for seconds in hasty)
    assert all(0.6 <= seconds <= 0.75 for seconds in brisk)
    assert all(1.25 <= seconds <= 1.4 for seconds in slow)


def test_nobody_waits_where_nothing_moves(lay: Callable[..., Window]) -> None:
    window = lay((("Barnaby", "random"), ("Tunnel", "random"), ("Minim", "random")), pace="at once")
    assert max(waits(window)) <= 0.11


def test_a_close_choice_takes_longer(lay: Callable[..., Window]) -> None:
    window = lay((("Pip", "easy"), ("Pip", "easy"), ("Pip", "easy")))
    window.until(lambda: window.match.chosen_action is not None)
    thought = present(window.match._minds._thought)
    found = []
    for values in ({1: 0.5, 2: 0.5, 3: 0.1}, {1: 0.5, 2: 0.2, 3: 0.1}, {1: 0.5, 2: 0.1, 3: 0.1}, {}, {1: 0.5, 2: 0.1}):
        thought.player.values = values  # type: ignore[attr-defined]
        found.append(window.match.pause_seconds)
    pace = cast.easy_choice_seconds("Pip")
    assert found == pytest.approx([pace * 1.8, pace * 1.2, pace, pace, pace])

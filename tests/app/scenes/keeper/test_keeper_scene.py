"""The score keeper from the title to the winner, kept at every answer and gone on with; its games among all games."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import __version__, games
from goosetable.app.scenes.keeper.papers import FOOT_LEAD
from goosetable.app.scenes.keeper.scene import KeeperScene
from goosetable.app.scenes.keeper.setup import KeeperSetupScene
from goosetable.app.scenes.new_game.scene import NamesScene
from goosetable.app.scenes.records_page import portrait_of
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import profiles
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import Import, ImportOutcome, RecordedPlayer
from goosetable.app.ui.accessible import all_parts, spoken_text
from goosetable.app.ui.elements import Text
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import SheetGame
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.text.table_facts import EXACT_BIDS
from goosetable.games import SHELF, find_game
from tests.app import drawn_words
from tests.app.archives import found_games
from tests.app.conftest import Opens
from tests.app.reader.test_reader import Listener
from tests.app.table.test_sidebar import Written
from tests.engine.sheet.test_course import allowed, course, give

GOOSE = find_game("goose")
PEOPLE = tuple({"name": name} for name in ("Ruth", "Tom", "Anna"))


def opened(one: Any, game: Any = None) -> Any:
    """The set-up, by the key at the title; game: the one whose tile has the focus."""
    title = one.show(TitleScene)
    if game is not None:
        title.widgets.focus_on(next(tile for tile in title.tiles if tile.game is game))
    one.key(pygame.K_k)
    assert type(one.top) is KeeperSetupScene
    return one.top


def test_a_line_of_the_title_and_its_key_lead_there(program: Opens) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("score keeper for real cards"))
    assert type(one.top) is KeeperSetupScene
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, TitleScene)
    assert opened(one, GOOSE).setup.game is GOOSE


def test_each_tile_has_the_time_of_a_game_with_real_cards(program: Opens) -> None:
    one, scene = program.into(opened, name="Ruth")
    for tile in scene.tiles:
        before = tile.facts
        one.click(tile)
        assert tile.facts == before
    assert "about 2 h" in next(tile for tile in scene.tiles if tile.game is GOOSE).facts


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_people_who_are_known_sit_down_and_no_computer_does(program: Opens, game: Any) -> None:
    scene = opened(program(name="Ruth", people=PEOPLE), game)
    names = scene.setup.names
    assert names[:3] == ["Ruth", "Tom", "Anna"][: len(names)]
    assert names[3:] == [f"Player {seat + 1}" for seat in range(3, len(names))]
    assert {chair.player for chair in scene.setup.chairs} == {"human"}
    assert scene.setup.preset == "As printed"


def test_who_sits_there_is_asked_among_people_alone(program: Opens) -> None:
    one, _ = program.into(opened, GOOSE, name="Ruth", people=PEOPLE)
    one.click(one.find("Seat 4"))
    headings = [part.name for part in one.top.accessible_parts() if part.kind == "heading"]
    assert "People at this table" in headings and not any("computer" in words.casefold() for words in headings)
    one.click(one.find("A new player"))
    one.type("Ben")
    one.click(one.find("Sit down"))
    assert one.top.setup.names[3] == "Ben"


def test_the_field_for_a_name_is_called_after_the_player_of_the_seat(program: Opens) -> None:
    """Without the selection, which is spoken in place of the field."""
    one, _ = program.into(opened, FOOL)
    assert "Enter: choose or name who sits here." in one.find("Seat 1").accessible_value
    one.click(one.find("Seat 1"))
    assert one.top.accessible_tree().intro == "Who sits in seat 1? To name a player: Change, after the player, or A new player."
    one.click(one.find("Change Player 1"))
    tree = one.top.accessible_tree()
    assert tree.intro == "Player 1. What you type replaces the name."
    field = tree.focused_part
    assert field.name == "Player 1's name" and field.kind == "field"
    assert field.caret.anchor == field.caret.place == len(field.value)
    one.type("Anna")
    assert one.top.accessible_tree().focused_part.value == "Anna"
    one.key(pygame.K_RETURN)
    assert one.top.setup.names[0] == "Anna"


def test_who_is_a_number_is_asked_for_a_name_once(program: Opens) -> None:
    one, scene = program.into(opened, GOOSE, name="Ruth", people=PEOPLE[:2])
    assert scene.setup.names == ["Ruth", "Tom", "Player 3", "Player 4"]
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, NamesScene) and len(one.top.fields) == 2
    one.type("Anna")
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, NamesScene) and one.top.widgets.focus is one.top.fields[1]
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, KeeperScene) and one.top.names == ("Ruth", "Tom", "Anna", "Player 4")
    assert "Anna" in [person.name for person in profiles.all_people(one.context.settings)]
    opened(one, find_game("cross-purposes"))
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, KeeperScene), "nobody is asked twice"


def test_who_has_no_name_yet_is_the_first_of_the_players_and_keeps_the_name_and_token(program: Opens) -> None:
    one, scene = program.into(opened, FOOL)
    assert scene.setup.names == ["Player 1", "Player 2", "Player 3"]
    one.key(pygame.K_RETURN)
    faces = list(one.top.portraits)
    for name in ("Ruth", "Tom"):
        one.type(name)
        one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    assert one.top.names == ("Ruth", "Tom", "Player 3") and list(one.top.portraits) == faces
    assert one.context.settings.name == "Ruth"
    assert faces == [portrait_of(one.context, RecordedPlayer(name, "human")) for name in one.top.names]


def test_an_egg_beside_each_row_says_who_deals_first(program: Opens) -> None:
    one, scene = program.into(opened, GOOSE, name="Ruth", people=PEOPLE)
    assert scene.setup.dealer == 0
    one.click(one.find("Anna deals first"))
    assert [egg.accessible_value for egg in scene.beside.values()] == ["", "", "chosen", ""]
    one.click(scene.fewer)
    one.click(scene.fewer)
    assert scene.setup.dealer == 1, "two are left, and one of them deals"


# ---------------------------------------------------------------------- the score keeper from the title to the winner


FOOL = find_game("gooseberry-fool")
by_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def begin(one: Any) -> Any:
    """Begins the sheet of the table that is set up, and returns its scene; people asked for a name give none."""
    one.click(one.find("Begin"))
    if isinstance(one.top, NamesScene):
        one.click(one.find("Go on"))
    assert isinstance(one.top, KeeperScene)
    return one.top


def begun(one: Any, game: Any = GOOSE) -> Any:
    """The sheet of a new game, from the title."""
    opened(one, game)
    return begin(one)


def figures(one: Any, *numbers: int) -> None:
    """Types answers, figure by figure."""
    for number in numbers:
        one.key(*(ord(figure) for figure in str(number)))


def fool(one: Any, *numbers: int) -> Any:
    """A sheet of Gooseberry Fool with these answers."""
    scene = begun(one, FOOL)
    figures(one, *numbers)
    return scene


def first_deal(one: Any) -> Any:
    """A sheet of Gooseberry Fool with one deal written down, in which Tom took three tricks and Anna five."""
    scene = fool(one, 3, 5)
    one.key(pygame.K_RETURN)
    return scene


def gone_on(program: Opens) -> Any:
    """The program started anew, at its latest sheet."""
    again, _ = program.into(opened, name="Ruth", people=PEOPLE)
    again.key(pygame.K_RETURN)
    return again


def said_by(one: Any) -> list[str]:
    """Sentences said over the scene, or to be said."""
    return [*one.context.notices, one.loop._notice or ""]


def file_of(one: Any) -> Path:
    (found,) = sorted(one.folders.sheets.iterdir())
    return Path(found)


def lines(one: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file_of(one).read_text(encoding="utf-8").splitlines()]


def answers(one: Any) -> list[Any]:
    """What the file has after its header."""
    return [next(iter(line.items())) for line in lines(one)[1:]]


@pytest.fixture
def one(program: Opens) -> Any:
    return program(name="Ruth", people=PEOPLE)


# ---------------------------------------------------------------------- asking and writing down


def test_a_deal_is_written_down_by_figures_and_enter(one: Any) -> None:
    scene = fool(one)
    assert (scene.question_text, scene.remark_text) == ("How many tricks did Tom take?", "all eleven are left")
    figures(one, 3)
    assert scene.question_text == "How many tricks did Anna take?"
    assert answers(one) == [("answer", "3")], "on the disk before the next answer"
    figures(one, 5)
    assert (scene.question_text, scene.remark_text) == ("The deal is complete.", "Ruth's 3 followed from the others")
    assert scene.view.title == "Deal 1" and scene.view.deal.cells == (("3",), ("3",), ("5",))
    assert [key.label for key in scene.keys] == [] and scene.widgets.focus is scene.next_button
    one.key(pygame.K_RETURN)
    assert scene.view.title == "Deal 2"
    assert scene.view.totals == tuple(scene.view.deals[0].points)


def test_the_header_says_what_was_set_up(one: Any) -> None:
    opened(one, GOOSE)
    one.click(one.find("Anna deals first"))
    begin(one)
    head = lines(one)[0]
    assert (head["goosetable sheet"], head["game"], head["dealer"]) == (1, "goose", 2)
    assert [seat["name"] for seat in head["seats"]] == ["Ruth", "Tom", "Anna", "Player 4"]
    assert head["started"] == "1970-01-01T00:00:00Z"
    assert one.top.view.asked.seat == 3, "eldest bids first"


def test_a_figure_that_may_become_two_waits_for_enter(one: Any) -> None:
    scene = fool(one, 1)
    assert answers(one) == [] and scene.widgets.focus.label == "1", "10 and 11 can still be meant"
    assert scene.remark_text == "Enter for 1, or one more figure"
    one.key(pygame.K_RETURN)
    assert answers(one) == [("answer", "1")]
    figures(one, 1)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    figures(one, 10)
    assert answers(one)[-1] == ("answer", "10")


def test_the_number_pad_and_the_arrows_answer_as_well(one: Any) -> None:
    scene = fool(one)
    one.key(pygame.K_KP4)
    assert answers(one) == [("answer", "4")]
    assert scene.widgets.focus.label == "0"
    one.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN)
    assert answers(one) == [("answer", "4"), ("answer", "2")]


def test_what_cannot_be_is_crossed_out_and_says_why(one: Any) -> None:
    scene = begun(one)
    figures(one, 3, 4, 2)
    assert scene.question_text == "What does Ruth bid?"
    barred = next(key for key in scene.keys if key.label == "4")
    assert barred.refused and not next(key for key in scene.keys if key.label == "5").refused
    one.click(barred)
    assert scene.question_text == "What does Ruth bid?" and len(answers(one)) == 3
    scene.widgets.focus_on(barred)
    one.key(pygame.K_RETURN)
    assert len(answers(one)) == 3
    assert scene.remark_text == f"not 4: {barred.refused}" and scene.is_answer_refused
    one.post(pygame.MOUSEMOTION, pos=scene.keys[0].rect.center, rel=(0, 0), buttons=(0, 0, 0))
    assert not scene.is_answer_refused


# ---------------------------------------------------------------------- taking back


def test_undo_takes_back_one_figure_also_across_deals(one: Any) -> None:
    scene = first_deal(one)
    figures(one, 4)
    for title, words in (
        ("Deal 2", "How many tricks did Anna take?"),
        ("Deal 1", "How many tricks did Anna take?"),
        ("Deal 1", "How many tricks did Tom take?"),
    ):
        one.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
        assert scene.view.title == title
        assert words.split()[-2] in ("Anna", "Tom") and scene.question_text.startswith("How many tricks did")
    assert scene.view.deal.cells == (("",), ("",), ("",))
    assert not scene.undo.enabled
    assert answers(one)[-3:] == [("undo", 1)] * 3


def test_lines_that_stay_between_answers_are_those_of_a_new_page(one: Any) -> None:
    scene = begun(one)

    def look(page: Any) -> list[tuple[Any, ...]]:
        return [(text.words, text.colour, text.box, text.lines, text.pixel_size) for text in page.visible_texts()]

    for size, text_size in (((1280, 720), 1.0), ((1600, 1000), 1.0), ((1600, 1000), 1.2), ((1600, 1000), 1.0)):
        one.screen._window.size = size
        one.context.change_settings(text_size=text_size)
        one.step(0.1)
        for _ in range(20):
            scene._press_answer(
                next(key for key in scene.keys if not key.refused)
            ) if scene.keys else scene._handle_next_button()
        one.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
        assert len(scene.view.deals) > 1 and any(scene.view.deals[0].points)
        new = KeeperScene(one.context, scene.session)
        new.on_resize(*size)
        assert scene.beside and look(scene) == look(new)
        assert [part.name for part in scene.accessible_parts()] == [part.name for part in new.accessible_parts()]


def test_a_press_on_a_row_asks_it_again_and_keeps_the_others(one: Any) -> None:
    scene = begun(one)
    figures(one, 3, 4, 2, 0)
    assert scene.question_text == "How many tricks did Tom take?"
    one.click(scene.rows[2])
    assert scene.question_text == "What does Anna bid?"
    figures(one, 5)
    assert scene.question_text == "How many tricks did Tom take?"
    assert [cells[0] for cells in scene.view.deal.cells] == ["0", "3", "5", "2"]


def test_what_no_longer_fits_after_that_is_asked_again(one: Any) -> None:
    scene = begun(one)
    figures(one, 3, 4, 2, 5)
    one.click(scene.rows[1])
    figures(one, 2)
    assert scene.question_text == "What does Ruth bid?", "2, 4, 2 and 5 make the thirteen that they may not"


def test_backspace_takes_back_what_is_typed_and_then_what_was_written(one: Any) -> None:
    scene = fool(one, 0, 1)
    one.key(pygame.K_BACKSPACE)
    assert scene.remark_text == "all eleven are left" and answers(one) == [("answer", "0")]
    one.key(pygame.K_BACKSPACE)
    assert answers(one)[-1] == ("undo", 1) and not scene.undo.enabled
    one.key(pygame.K_BACKSPACE)
    assert len(answers(one)) == 2


# ---------------------------------------------------------------------- leaving and going on


def leave(one: Any) -> None:
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Leave the sheet"))
    assert isinstance(one.top, TitleScene)


def test_a_sheet_that_was_left_is_gone_on_with(one: Any) -> None:
    scene = first_deal(one)
    figures(one, 6)
    before = scene.view
    leave(one)
    one.key(pygame.K_k)
    assert one.top.widgets.focus.label == "Go on: Gooseberry Fool, deal 2"
    one.key(pygame.K_RETURN)
    assert one.top is not scene and one.top.view == before
    one.key(pygame.K_ESCAPE)
    assert one.top.sentence_among_buttons.startswith("Your sheet is saved"), "though nothing has been written yet"
    one.key(pygame.K_ESCAPE)
    figures(one, 5)
    assert answers(one)[-1] == ("answer", "5"), "in the same file"


@pytest.mark.parametrize("cut", [1, 6])
def test_a_torn_last_line_costs_only_that_line(program: Opens, one: Any, cut: int) -> None:
    fool(one, 3, 5)
    one.close()
    path = file_of(one)
    path.write_bytes(path.read_bytes()[:-cut])
    again = gone_on(program)
    assert again.top.question_text == "How many tricks did Anna take?" or cut == 1
    figures(again, 4)
    assert answers(again)[1] == ("answer", "4" if cut > 1 else "5")


@pytest.mark.parametrize("blank", [b"", b"\n", b"\r\n\r\n  "])
def test_a_sheet_that_an_editor_added_to_is_gone_on_with(program: Opens, one: Any, blank: bytes) -> None:
    fool(one, 3)
    one.close()
    path = file_of(one)
    lines = b"\xef\xbb\xbf" + path.read_bytes()
    path.write_bytes(lines + blank)
    again = gone_on(program)
    figures(again, 5)
    assert file_of(again).read_bytes() == lines + b'{"answer": "5"}\n'


@pytest.mark.parametrize("more", [{"app": "99.0", "options": {"wild": 3}}, {"goosetable sheet": 2}])
def test_a_sheet_of_a_later_program_is_not_called_damaged(program: Opens, one: Any, more: dict[str, Any]) -> None:
    fool(one)
    one.close()
    path = file_of(one)
    head = json.loads(path.read_bytes())
    assert head["app"] == __version__
    before = json.dumps(head | more).encode() + b"\n"
    path.write_bytes(before)
    again, _ = program.into(opened, name="Ruth", people=PEOPLE)
    assert said_by(again)[0] == f"The sheet {path.name} is of a later goosetable, and stays as it is."
    assert path.read_bytes() == before


def test_a_damaged_sheet_is_named_and_left_alone(one: Any) -> None:
    folder = one.folders.sheets
    folder.mkdir(parents=True)
    for name, content in (("2 broken.goosesheet", b'{"goosetable sheet": 1}\n'), ("1 old.goosesheet", b"\xff\xfe\n")):
        (folder / name).write_bytes(content)
    opened(one)
    assert any("2 broken.goosesheet" in said for said in said_by(one))
    assert not one.top.go_on.shown
    assert (folder / "2 broken.goosesheet").read_bytes() == b'{"goosetable sheet": 1}\n'


def test_two_programs_with_one_sheet_lose_nothing(program: Opens, one: Any) -> None:
    fool(one, 3)
    other, _ = program.into(opened, name="Ruth", people=PEOPLE)
    other.key(pygame.K_RETURN)
    figures(other, 5)
    figures(one, 6)
    kept = sorted(path.read_text(encoding="utf-8").splitlines()[1:] for path in one.folders.sheets.iterdir())
    assert kept == [['{"answer": "3"}', '{"answer": "5"}'], ['{"answer": "3"}', '{"answer": "6"}']]
    assert any("stays there" in said for said in said_by(one))


def test_the_table_is_set_up_as_the_last_time(one: Any) -> None:
    opened(one, GOOSE)
    one.click(one.find("Tom deals first"))
    one.click(one.top.more)
    one.key(pygame.K_ESCAPE)
    scene = opened(one, GOOSE)
    assert scene.setup.dealer == 0, "nothing was begun"
    one.click(one.find("Tom deals first"))
    one.click(scene.more)
    begin(one)
    leave(one)
    scene = opened(one)
    assert scene.setup.game is GOOSE and scene.setup.dealer == 1
    assert scene.setup.names == ["Ruth", "Tom", "Anna", "Player 4", "Player 5"]
    one.click(next(tile for tile in scene.tiles if tile.game is FOOL))
    assert scene.setup.names == ["Ruth", "Tom", "Anna"]


def test_where_nothing_can_be_kept_that_is_said_and_the_sheet_goes_on(one: Any) -> None:
    one.folders.sheets.parent.mkdir(parents=True, exist_ok=True)
    one.folders.sheets.write_text("a file in the way")
    scene = fool(one, 3)
    assert scene.question_text == "How many tricks did Anna take?"
    assert any("Nothing can be kept" in said for said in said_by(one))
    one.key(pygame.K_ESCAPE)
    assert "cannot be kept" in one.top.sentence_among_buttons


# ---------------------------------------------------------------------- every game, to its end


def press_any(one: Any, chance: Random) -> None:
    """A press that answers, or writes the deal down."""
    scene = one.top
    keys = [key for key in scene.keys if not key.refused]
    one.click(chance.choice(keys) if keys and keys[0].rect.bottom <= scene.keys_area.rect.bottom else scene.next_button)


@pytest.mark.one_in(5)
@by_game
def test_every_game_is_kept_to_its_winner_and_counts_for_those_who_played(one: Any, game: Any) -> None:
    opened(one, game)
    one.top.setup.chosen.update({"max_hand": 3} if game is GOOSE else {})
    scene, chance = begin(one), Random(game.id)
    for _ in range(1500):
        if scene.view.over:
            break
        press_any(one, chance)
    course = scene.session.sheet_with_changes
    assert scene.view.over and scene.view.leaders == course.winners
    assert scene.next_button.label == "Another game" and scene.leave.shown
    assert len([line for line in lines(one) if "answer" in line]) == sum(len(deal.answers) for deal in course.deals)
    one.click(scene.next_button)
    assert isinstance(one.top, KeeperSetupScene) and not one.top.go_on.shown
    assert one.top.setup.game is game
    history = history_of(one)
    (played,) = found_games(history)
    assert (played.game, played.ended, played.deals) == (game.id, True, len(course.deals))
    assert [seat.points for seat in played.seats] == list(map(Fraction, course.standing.totals))
    assert tuple(seat.seat for seat in played.seats if seat.won) == course.winners
    assert sum(seat.best for seat in played.seats) == len(course.deals)
    assert {seat.player for seat in played.seats} == {"human"}
    assert Figures(history.tables).counted_games(RecordedPlayer("Ruth", "human")) == {played.mark}
    history.close()


# ---------------------------------------------------------------------- what is to be read


@pytest.mark.one_in(9)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1280, 720), (640, 1000), (1920, 1080)])
@by_game
def test_no_words_lie_on_one_another_and_bar_rows_and_keys_are_all_seen(
    program: Opens, monkeypatch: pytest.MonkeyPatch, game: Any, size: Any, text: float
) -> None:
    one, scene = program.into(begun, game, size=size, text_size=text, name="Ruth", people=PEOPLE)
    for step in range(12):
        if step == 3:
            one.finish()
            with monkeypatch.context() as noting:
                written = Written(one.context.canvas, noting)
                scene.draw(one.context.canvas)
            assert written.clashes() == []
            assert not [s for s, box in written.all if not one.screen.surface.get_rect().contains(box)]
        bar = scene.scroll.scroll_handle_rect()
        assert not any(bar.h and bar.inflate(2, 0).colliderect(row.rect) for row in scene.rows)
        if scene.view.asked.across == 0:
            area = scene.keys_area
            assert not area.max_offset and all(area.rect.contains(key.rect) for key in scene.keys)
            assert not any(key.rect.colliderect(scene.undo.rect) for key in scene.keys)
        if step < 3:
            figures(one, 1)
        if step >= 3 or scene.widgets.focus in scene.keys:
            one.key(pygame.K_RETURN)
        if not scene.keys:
            break


def test_the_sheet_takes_the_place_of_the_deal_in_a_small_window(program: Opens) -> None:
    one, scene = program.into(fool, size=(640, 400), name="Ruth", people=PEOPLE)
    deal = {part.name for part in scene.accessible_parts()}
    assert {"This deal", "Ruth", "Undo"} <= deal and "The sheet" not in deal
    one.click(one.find("Sheet"))
    sheet = {part.name for part in scene.accessible_parts()}
    assert {"The sheet", "Totals"} <= sheet and not {"Answers", "Undo"} & sheet
    one.key(pygame.K_4)
    assert answers(one) == [], "what is not seen is not answered"
    one.key(pygame.K_ESCAPE)
    assert {part.name for part in scene.accessible_parts()} == deal


def test_a_figure_of_the_sheet_explains_itself(one: Any) -> None:
    scene = first_deal(one)
    line = scene.lines[0]
    at = (round(line.rect.right - 1.5 * line.column_width), line.rect.centery)
    one.post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
    assert scene.figure_note == scene.view.deals[0].notes[1] != ""
    one.post(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0))
    assert scene.figure_note == ""
    scene.widgets.focus_on(line)
    one.key(pygame.K_RIGHT)
    assert scene.figure_note == scene.view.deals[0].notes[0]


def test_g_goes_to_the_sheet_beside_the_deal_and_back(one: Any) -> None:
    scene = first_deal(one)
    asked = scene.widgets.focus
    one.key(pygame.K_g)
    assert scene.widgets.focus is scene.lines[-1]
    turn = scene.accessible_tree().turn
    one.key(pygame.K_g)
    assert scene.widgets.focus is asked
    assert scene.accessible_tree().turn != turn, "so that the question is announced again"
    assert scene.status_line.startswith("Deal 2. Tom deals; Anna, to the left, comes first. How many tricks did Anna take?")


@pytest.mark.parametrize("end", [pygame.K_RETURN, pygame.K_ESCAPE])
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_the_end_of_a_correction_leads_to_its_figure_on_the_sheet(program: Opens, size: tuple[int, int], end: int) -> None:
    one, scene = program.into(first_deal, name="Ruth", people=PEOPLE, size=size)
    figures(one, 2, 4)
    one.key(pygame.K_RETURN, pygame.K_PAGEUP, pygame.K_PAGEUP)
    line = scene.lines[0]
    assert scene.widgets.focus is line and line.seat == 1
    figures(one, 2)
    assert scene.widgets.focus is scene.next_button
    one.key(end)
    assert scene.widgets.focus is line and line.seat == 1
    told = scene.status_line
    assert told.startswith("Mended. Totals: Ruth " if end == pygame.K_RETURN else "As it was. Tom, deal 1: ")
    assert told.count("Tom, deal 1: ") == 1
    one.key(pygame.K_RIGHT)
    assert scene.status_line.startswith("Anna, deal 1: "), "the event is announced once"
    one.key(pygame.K_g)
    assert scene.widgets.focus in scene.keys and "How many tricks did " in scene.status_line


def test_arrows_stay_on_the_sheet_whose_last_deal_says_that_others_lie_above(one: Any) -> None:
    scene = first_deal(one)
    one.key(pygame.K_g)
    assert scene.lines[-1].accessible_value == "No points yet. The last deal; Up: earlier deals."
    one.key(pygame.K_DOWN)
    assert scene.widgets.focus is scene.lines[-1]
    one.key(pygame.K_UP, pygame.K_UP)
    assert scene.widgets.focus is scene.lines[0] and "Up:" not in scene.lines[0].accessible_value


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
def test_words_and_totals_of_a_sheet_in_large_text_stay_inside(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.into(fool, 3, 5, name="Ruth", people=PEOPLE, size=size, text_size=2.0)
    one.key(pygame.K_RETURN, pygame.K_g)
    texts = [element for element in scene.root.walk() if isinstance(element, Text)]
    foot = next(text for text in texts if text.words == scene.foot_remarks)
    assert len(foot.lines) * FOOT_LEAD * foot.size <= 34
    heads = [element for element in scene.root.walk() if element.key in [f"seat:{seat}" for seat in range(3)]]
    assert len(heads) == 3
    for head in heads:
        *_, total = head.walk()
        assert total.box[1] + total.box[3] + 2 <= head.box[1] + head.box[3], "the total does not touch its frame"


# ---------------------------------------------------------------------- by ear


def test_an_answer_and_the_next_question_are_one_announcement(one: Any) -> None:
    scene = fool(one)
    assert "How many tricks did Tom take? All eleven are left." in scene.accessible_tree().intro
    figures(one, 3)
    assert scene.status_line == "Tom: 3 tricks. How many tricks did Anna take? Eight of eleven are left."
    figures(one, 5)
    assert scene.status_line.startswith(
        "Anna: 5 tricks. The deal is complete. Ruth's 3 followed from the others. Points: Ruth "
    )
    one.key(pygame.K_RETURN)
    asked = "Tom deals; Anna, to the left, comes first. How many tricks did Anna take?"
    assert scene.status_line.startswith(f"Deal 2. {asked}")
    one.key(pygame.K_BACKSPACE)
    assert scene.status_line.startswith("Taken back. How many tricks did Anna take?"), "the second question of the deal"
    one.key(pygame.K_ESCAPE)
    one.key(pygame.K_ESCAPE)
    assert scene.status_line in scene.opening_announcement, "after the menu the question is asked once"


def test_the_points_of_a_figure_are_told_once(one: Any) -> None:
    scene = fool(one, 0, 1)
    one.key(pygame.K_RETURN, pygame.K_RETURN)  # the figure, which could become 10 or 11; and the deal
    view, line = scene.view.deals[0], scene.lines[0]
    seat = view.points.index("1")
    assert view.notes[seat] == "One of Anna's own, and nothing on the right to double."
    scene.widgets.focus_on(line)
    while line.seat != seat:
        one.key(pygame.K_RIGHT)
    assert scene.status_line == f"Anna, deal 1: 1 point. {view.notes[seat]}"
    cells = [part.name for part in scene.accessible_parts() if view.notes[seat] in part.name]
    assert cells == [f"Anna: Tricks 1, 1 point. {view.notes[seat]}"]


def test_a_figure_whose_heading_says_what_it_is_is_echoed_with_it(one: Any) -> None:
    scene = begun(one)
    figures(one, 3)
    assert scene.status_line.startswith("Tom: bid 3. What does Anna bid?")


def test_the_reason_against_an_answer_is_announced_at_each_press(one: Any) -> None:
    scene = begun(one)
    figures(one, 3, 4, 2)
    barred = next(key for key in scene.keys if key.refused)
    turns = []
    for _ in range(2):
        figures(one, int(barred.label))
        assert scene.status_line == f"Not {barred.label}: {barred.refused}."
        turns.append(scene.accessible_tree().turn)
    assert turns[0] != turns[1]
    part = next(part for part in scene.accessible_parts() if part.name == barred.label and part.kind == "button")
    assert part.value == f"cannot be: {barred.refused}" and part.shortcut == barred.label


def test_the_sheet_is_a_table_with_headers(one: Any) -> None:
    scene = first_deal(one)
    table = next(part for part in scene.accessible_parts() if part.kind == "table")
    heads, first, *_ = table.parts
    assert [part.name for part in heads.parts] == ["deal", "Ruth", "Tom", "Anna"]
    assert [part.kind for part in first.parts] == ["rowheader", *["tablecell"] * 3]
    assert table.grid == (3, 4) and first.parts[2].name.startswith("Tom: Tricks 3, 9 points. ")
    assert (first.name, first.actions) == ("deal 1", ("use", "focus")) and first.value.startswith("Ruth ")
    rows = [part for part in scene.accessible_parts() if part.name in ("Ruth", "Tom", "Anna") and part.place]
    assert [part.place for part in rows] == [(1, 3), (2, 3), (3, 3)]


def test_a_figure_that_follows_from_a_mended_one_is_announced_with_it(one: Any) -> None:
    scene = fool(one, 5, 3)
    one.key(pygame.K_RETURN, pygame.K_PAGEUP)
    assert scene.status_line.startswith("Tom, deal 1: ")
    figures(one, 4)
    told = "Deal 1, Tom: 4 tricks, was 5. Deal 1 is mended. Ruth's tricks followed: 4, was 3. Deal 1: "
    assert scene.status_line.startswith(told), scene.status_line
    one.key(pygame.K_RETURN, pygame.K_PAGEUP)
    figures(one, 4)
    assert "followed" not in scene.status_line, "nothing has changed"


def test_o_tells_the_totals_of_the_sheet(one: Any) -> None:
    scene = first_deal(one)
    one.key(pygame.K_o)
    totals = dict(zip(scene.names, scene.view.totals, strict=True))
    told = f"Totals: Ruth {totals['Ruth']}, Tom {totals['Tom']} and Anna {totals['Anna']}. If it ended now, "
    assert said_by(one)[-1].startswith(told), said_by(one)
    asked = scene.view.asked
    one.key(pygame.K_o, mod=pygame.KMOD_ALT)
    assert scene.view.asked == asked, "it answers no question"


def test_the_headings_of_the_sheet_are_a_sentence(one: Any) -> None:
    fool(one, 3, 5)
    assert "Each deal: tricks and score of each player." in [part.name for part in one.top.accessible_parts()]


# ---------------------------------------------------------------------- names


def renamed(one: Any, seat: int, name: str) -> Any:
    """A name typed in the menu of the sheet, and kept."""
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Players"))
    field = one.find(f"Seat {seat + 1}")
    one.top.widgets.focus_on(field)
    one.key(pygame.K_a, mod=pygame.KMOD_LCTRL)
    one.type(name)
    one.click(one.find("Keep"))
    return one.top


def test_a_name_is_put_right_in_the_middle_of_a_game(program: Opens, one: Any) -> None:
    scene = fool(one, 3)
    renamed(one, 1, "Thomas")
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.names == ("Ruth", "Thomas", "Anna")
    assert scene.rows[1].label == "Thomas" and scene.view.deal.cells[1] == ("3",)
    figures(one, 5)
    one.close()
    again = gone_on(program)
    assert again.top.names == ("Ruth", "Thomas", "Anna")


def test_another_person_may_take_over_a_seat_and_none_can_join(one: Any) -> None:
    scene = begun(one)
    seats = len(scene.names)
    while not scene.session.sheet_with_changes.deals:
        one.click(next(key for key in scene.keys if not key.refused))
    totals = scene.view.totals
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Players"))
    assert any("nobody can join or leave" in text.words for text in one.top.visible_texts())
    one.top.widgets.focus_on(one.find("Seat 1"))
    one.key(pygame.K_a, mod=pygame.KMOD_LCTRL)
    one.type("Mia")
    assert one.find("Another person, from deal 2 on").chosen, "a deal is played"
    one.click(one.find("Corrects the name"))
    one.click(one.find("Keep"))
    one.step()
    assert scene.names[0] == "Mia" and one.top is not scene, "the sheet under the menu has the new name"
    one.key(pygame.K_ESCAPE)
    assert len(scene.names) == seats and scene.view.totals == totals and not scene.session.sheet_with_changes.left


def test_who_takes_a_seat_over_counts_from_then_on_and_may_leave_again(one: Any) -> None:
    scene = begun(one, FOOL)
    for name in ("Mia", "Ruth"):
        before = len(scene.session.sheet_with_changes.deals)
        while len(scene.session.sheet_with_changes.deals) == before:
            one.click(next(key for key in scene.keys if not key.refused))
        one.key(pygame.K_RETURN)
        one.key(pygame.K_ESCAPE)
        one.click(one.find("Players"))
        one.top.widgets.focus_on(one.find("Seat 1"))
        one.key(pygame.K_a, mod=pygame.KMOD_LCTRL)
        one.type(name)
        one.click(one.find("Keep"))
        one.key(pygame.K_ESCAPE)
        assert "plays for" in scene.foot_remarks and "Press a figure" in scene.foot_remarks
    assert {"name": "Mia", "seat": 0, "deal": 2} in lines(one)
    assert scene.lines[1].newcomers == scene.lines[2].newcomers == (0,) and not scene.lines[0].newcomers
    course = scene.session.sheet_with_changes
    assert [course.names_at(deal)[0] for deal in range(4)] == ["Ruth", "Mia", "Ruth", "Ruth"]
    assert scene.lines[1].accessible_value.startswith("Mia ") and scene.names[0] == "Ruth"
    again = file.read_sheet(file_of(one).read_bytes(), find_game, games.form_of).course
    assert (again.names, again.left) == (course.names, course.left)
    copied = file.read_sheet(file.file_content(SheetFile(again, None)).encode(), find_game, games.form_of).course
    assert (copied.names, copied.left) == (again.names, again.left)
    one.key(pygame.K_PAGEUP)
    figures(one, 1)
    assert scene.view.title == "Mending deal 2" and scene.rows[0].label == scene.names[0] == "Mia"
    one.click(scene.undo)
    found = Figures(history_of(one).tables)
    assert [found.totals_of_player(RecordedPlayer(name, "human")).deals for name in ("Ruth", "Mia", "Tom")] == [1, 1, 2]
    assert all_games(one).list.games[0].names == ["Mia then Ruth", *course.names[1:]]


def test_a_slip_in_who_takes_over_leaves_no_trace() -> None:
    sheet = course("gooseberry-fool")
    sheet.replace_player(0, "Mai", 2)
    sheet.replace_player(0, "Mia", 2)
    sheet.replace_player(1, "Leo", 0)
    assert [sheet.names_at(deal) for deal in (0, 1, 2)] == [(sheet.names_at(0)[0], "Leo", sheet.names[2])] * 2 + [
        ("Mia", "Leo", sheet.names[2])
    ]
    assert sheet.names_at(0)[0] != "Mia" and len(sheet.left) == 1


@pytest.mark.parametrize(("name", "said"), [("Ruth", "There is another Ruth already."), (" ", "A person needs a name.")])
def test_a_name_that_cannot_be_is_refused(one: Any, name: str, said: str) -> None:
    fool(one)
    before = lines(one)
    page = renamed(one, 1, name)
    assert page.typing_objection == said and page.widgets.focus is page.fields[1]
    assert lines(one) == before


# ---------------------------------------------------------------------- games with real cards among all games


def kept_sheet(one: Any) -> Any:
    """A sheet that was begun, answered and left; its file."""
    fool(one, 3, 5)
    leave(one)
    return file_of(one)


def history_of(one: Any) -> History:
    found = History(one.folders)
    while found.run_slice():
        pass
    return found


def all_games(one: Any) -> Any:
    one.show(TitleScene)
    one.click(one.find("Statistics"), finish=True)
    one.click(one.find("All games"))
    one.finish()
    return one.top


def test_a_sheet_earns_the_medals_that_one_game_alone_shows(one: Any) -> None:
    kept = give(course("goose", players=3, max_hand=2, sequence="down"), 1, 1, 1, 1, 1, 1, 0, 1, 1)
    assert kept.over and [cells[0] == cells[1] for cells in kept.deals[1].cells] == [True, False, True]
    one.folders.sheets.mkdir(parents=True)
    one.show(TitleScene)
    (one.folders.sheets / "a.goosesheet").write_text(
        file.file_content(SheetFile(kept, "2026-11-22T10:00:00Z")), encoding="utf-8"
    )
    history = history_of(one)
    (played,) = found_games(history)
    assert [EXACT_BIDS in seat.feats for seat in played.seats] == [False, False, True]
    places = Figures(history.tables).medals(RecordedPlayer(kept.names[2], "human"), kept.game)
    assert [place.mark for place in places if place.medal.kind == EXACT_BIDS] == [played.mark]


def test_a_sheet_on_which_a_name_is_put_right_stays_the_same_game(one: Any) -> None:
    one.show(TitleScene)
    kept = give(course("gooseberry-fool"), 5, 3)
    one.folders.sheets.mkdir(parents=True)
    path = one.folders.sheets / "a.goosesheet"
    path.write_text(file.file_content(SheetFile(kept, "2026-11-22T10:00:00Z")), encoding="utf-8")
    (before,) = found_games(history_of(one))
    with path.open("a", encoding="utf-8") as open_file:
        open_file.write(file.name_line(0, "Ruth") + "\n")
    (after,) = found_games(history_of(one))
    assert after.mark == before.mark and after.seats[0].name == "Ruth" != before.seats[0].name


def test_it_is_found_and_opened_among_all_games(one: Any) -> None:
    kept_sheet(one)
    page = all_games(one)
    (row,) = page.list.games
    assert row.real_cards and not row.ended and row.deals == 1
    assert "real cards" in row.text
    page.list.select_row(0)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, KeeperScene) and one.top.view.title == "Deal 2"
    figures(one, 4)
    assert file_of(one).read_bytes().endswith(b'{"answer": "4"}\n')


def test_it_is_deleted_and_brought_back_to_its_folder(one: Any) -> None:
    path = kept_sheet(one)
    content = path.read_bytes()
    page = all_games(one)
    page.list.select_row(0)
    one.click(one.find("Delete"), finish=True)
    assert not path.exists() and len(list(one.folders.deleted.glob("*.goosesheet"))) == 1
    one.click(one.find("Bring back"), finish=True)
    assert path.read_bytes() == content
    assert [game.real_cards for game in page.list.games] == [True]


def test_sheets_are_taken_in_and_none_is_taken_twice(one: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(kept_sheet(one), elsewhere)
    (elsewhere / "bad.goosesheet").write_bytes(b'{"goosetable sheet": 7}\n')
    importing = Import(one.folders, lambda digest: False)
    importing.add_path(elsewhere)
    importing.add_path(elsewhere)
    while importing.run_slice():
        pass
    fates = [(found.outcome, found.why) for found in importing.found]
    assert sorted(fate.name for fate, _ in fates) == ["KNOWN", "REFUSED", "REFUSED", "TAKEN"]
    assert next(found for found in fates if found[0] is ImportOutcome.REFUSED) == (
        ImportOutcome.REFUSED,
        "line 1: this sheet is of version 7, and only 1 is known",
    )
    assert [path.suffix for path in one.folders.sheets.iterdir()] == [".goosesheet"]
    assert file.is_sheet(file_of(one).read_bytes())


# ---------------------------------------------------------------------- mending


@cache
def four_deals() -> str:
    form = games.form_of(GOOSE)
    assert form is not None
    sheet, chance = SheetGame(GOOSE, form, GOOSE.Options(), ("Ruth", "Tom", "Anna", "Player 4"), 0), Random(4)
    while len(sheet.deals) < 4:
        sheet.enter_answer(chance.choice(allowed(sheet)[:4]))
    return file.file_content(SheetFile(sheet, "2026-11-22T10:00:00Z"))


def goose_of_four(one: Any) -> Any:
    """Four deals of Goose written down; the fifth is asked."""
    one.folders.sheets.mkdir(parents=True)
    (one.folders.sheets / "a.goosesheet").write_text(four_deals(), encoding="utf-8")
    opened(one)
    one.key(pygame.K_RETURN)
    assert one.top.view.title.startswith("Deal 5")
    return one.top


def figure_of(scene: Any, deal: int, seat: int, column: int) -> str:
    return str(scene.session.sheet_with_changes.deals[deal].cells[seat][column])


def test_a_slip_of_three_deals_ago_is_mended_in_at_most_six_keys(one: Any) -> None:
    scene = goose_of_four(one)
    before = scene.view
    one.key(pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert scene.widgets.focus is scene.lines[1] and scene.lines[1].seat == 2
    one.key(pygame.K_RIGHT)
    new = "2" if figure_of(scene, 1, 3, 1) != "2" else "3"
    figures(one, int(new))
    assert scene.view.title == "Mending deal 2" and scene.question_text == "Deal 2 is mended."
    assert scene.widgets.focus.label == "Done"
    one.key(pygame.K_RETURN)
    assert figure_of(scene, 1, 3, 1) == new
    assert scene.view.title == before.title and scene.view.asked.seat == before.asked.seat
    assert [deal.cells for at, deal in enumerate(scene.view.deals) if at != 1] == [
        deal.cells for at, deal in enumerate(before.deals) if at != 1
    ]


def test_a_mended_sheet_is_read_from_its_file_as_it_is_seen(program: Opens, one: Any) -> None:
    scene = goose_of_four(one)
    count = len(lines(one))
    one.click(cell(scene, 0, 1, "bid"))
    assert scene.question_text == "What does Tom bid?" and scene.view.title == "Mending deal 1"
    assert len(lines(one)) == count, "nothing is written before it is done"
    one.click(next(key for key in scene.keys if not key.refused and key.label != figure_of_before(scene, 0, 1, 0)))
    while scene.keys:
        one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    shown, answered = scene.view, scene.session.sheet_with_changes.all_answers
    assert answers(one)[count - 1][0] == "undo"
    one.close()
    again = gone_on(program)
    assert again.top.view == shown and again.top.session.sheet_with_changes.all_answers == answered


@pytest.mark.usefixtures("pixels")
def test_the_figures_of_a_column_stay_below_each_other_while_a_deal_is_mended(program: Opens) -> None:
    with drawn_words.written() as made:
        window = program(name="Ruth", people=PEOPLE)
        scene = first_deal(window)
        window.click(cell(scene, 0, 1, "tricks"))
        figures(window, 4)
        window.finish()
        words = drawn_words.words(drawn_words.recorded(window), made)
    assert "was 3" in {word.text for word in words}
    size = max(word.px for word in words if word.text == "5")
    found = {word.text: word.box.centerx for word in words if word.text in ("2", "4", "5") and word.px == size}
    assert len(found) == 3 and max(found.values()) - min(found.values()) <= 2


@pytest.mark.usefixtures("pixels")
def test_the_headings_of_a_deal_are_free_above_every_row_that_is_asked(program: Opens) -> None:
    with drawn_words.written() as made:
        window = program(size=(640, 400), text_size=2.0, name="Ruth", people=PEOPLE)
        scene = begun(window, FOOL)
        for _ in range(2):
            window.finish()
            words = drawn_words.words(drawn_words.recorded(window), made)
            lowest = max(word.box.bottom for word in words if word.text in ("tricks", "points"))
            assert lowest <= scene.rows[scene.view.asked.seat].rect.top
            figures(window, 4)


def figure_of_before(scene: Any, deal: int, seat: int, column: int) -> str:
    return str(scene.uncorrected.deals[deal].cells[seat][column])


def cell(scene: Any, deal: int, seat: int, heading: str) -> tuple[int, int]:
    """The middle of a figure on the sheet."""
    line = scene.lines[deal]
    part = next(((left + right) / 2 for at, left, right in line.figures if scene.view.columns[at] == heading), 0.9)
    return round(line.rect.right - (len(scene.names) - seat - part) * line.column_width), line.rect.centery


def test_the_tricks_stand_on_the_sheet_of_goose(one: Any) -> None:
    scene = goose_of_four(one)
    words = [text.words for text in scene.visible_texts()]
    assert words.count("bid") == words.count("tricks") == 1 + len(scene.names)
    one.click(cell(scene, 2, 3, "tricks"))
    assert scene.question_text == "How many tricks did Player 4 take?" or "followed from the others" in scene.remark_text


@pytest.mark.parametrize("way", ["escape", "backspace", "button"])
def test_as_it_was_takes_a_correction_back(one: Any, way: str) -> None:
    scene = goose_of_four(one)
    before, written = scene.view, lines(one)
    one.click(cell(scene, 1, 0, "score"))
    one.click(next(key for key in scene.keys if not key.refused))
    assert scene.undo.label == "As it was"
    match way:
        case "escape":
            one.key(pygame.K_ESCAPE)
        case "backspace":
            one.key(pygame.K_BACKSPACE)
        case "button":
            one.click(scene.undo)
    assert scene.view == before and lines(one) == written and scene.undo.label == "Undo"


def test_a_correction_that_is_left_changes_nothing(program: Opens, one: Any) -> None:
    scene = goose_of_four(one)
    before = scene.view
    one.click(cell(scene, 1, 0, "bid"))
    one.close()
    assert gone_on(program).top.view == before


def test_a_game_that_ended_earlier_by_a_correction_says_so(one: Any) -> None:
    scene = fool(one)
    while not scene.view.over:
        figures(one, 5, 3)
        one.key(pygame.K_RETURN)
    assert len(scene.view.deals) == 7
    one.click(cell(scene, 0, 1, "score"))
    assert scene.question_text == "How many tricks did Tom take?"
    figures(one, 0)
    assert scene.question_text == "Now the game ends after deal 6; deal 7 no longer counts."
    one.key(pygame.K_RETURN)
    assert scene.view.over and len(scene.view.deals) == 6
    one.click(cell(scene, 0, 1, "score"))
    figures(one, 5)
    assert scene.question_text == "Now the game is not over: deal 7 is still to be played."
    one.key(pygame.K_RETURN)
    assert scene.view.title == "Deal 7" and scene.keys


def test_enter_after_the_last_figure_tells_the_end_and_leaves_nothing(one: Any) -> None:
    scene = fool(one)
    while len(scene.session.sheet_with_changes.deals) < 6:
        figures(one, 5, 3)
        one.key(pygame.K_RETURN)
    figures(one, 5, 3)
    assert scene.session.sheet_with_changes.over and not scene.view.over and scene.next_button.label == "Write it down"
    one.key(pygame.K_RETURN)
    assert scene.view.over and scene.question_text == "Anna wins with 99."
    assert scene.view.title.endswith(" wins from the middle")
    one.key(pygame.K_RETURN)
    assert one.top is scene, "one Enter too many is not one to leave by"
    one.click(scene.next_button)
    assert isinstance(one.top, KeeperSetupScene)


# ---------------------------------------------------------------------- Fools Gold by figures or points


GOLD = find_game("fools-gold")


def typed(one: Any, keys: str) -> int:
    """Types text on the keys; returns the number of presses."""
    for sign in keys:
        one.key(pygame.K_RETURN if sign == "." else ord(sign))
    return len(keys)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("players", "keys", "points"),
    [
        (3, "f62052", ("1", "4", "3")),
        (3, "f62043232", ("1", "4", "3")),
        (4, "f320312", ("1", "1", "2", "2")),
        (3, "p5-34", ("4", "5", "−3")),
        (4, "p5-342", ("2", "5", "−3", "4")),
        (5, "p5-3422", ("2", "5", "−3", "4", "2")),
    ],
)
def test_a_whole_deal_of_fools_gold_takes_at_most_twelve_keys(one: Any, players: int, keys: str, points: Any) -> None:
    opened(one, GOLD)
    while len(one.top.setup.names) != players:
        one.click(one.top.more if len(one.top.setup.names) < players else one.top.fewer)
    scene = begin(one)
    count = typed(one, keys)
    while scene.keys:
        one.key(pygame.K_RETURN)
        count += 1
    assert count <= 12 and len(scene.session.sheet_with_changes.deals) == 1
    assert scene.view.deal.points == points


def test_the_next_deal_is_written_down_the_same_way_unless_undone(program: Opens, one: Any) -> None:
    scene = begun(one, GOLD)
    assert scene.question_text == "Which cards did Tom keep?"
    typed(one, "p4-33")
    one.key(pygame.K_BACKSPACE)
    assert scene.question_text == "How many points did Ruth make?", "Undo takes back the last figure"
    typed(one, "4")
    one.key(pygame.K_RETURN)
    assert scene.question_text == "How many points did Anna make?" and scene.view.title == "Deal 2"
    one.close()
    again = gone_on(program)
    assert again.top.question_text == "How many points did Anna make?"
    again.key(pygame.K_BACKSPACE)
    assert again.top.question_text == "Which cards did Anna keep?"


def test_a_figure_is_mended_by_keys_where_there_is_room_for_one_paper(program: Opens) -> None:
    one, scene = program.into(first_deal, size=(640, 400), name="Ruth", people=PEOPLE)
    figures(one, 4)
    one.key(pygame.K_PAGEUP)
    assert scene.showing_sheet and scene.widgets.focus is scene.lines[0]
    figures(one, 3)
    assert scene.question_text == "Deal 1 stays as it was: nothing has changed." and not scene.view.remarks
    one.key(pygame.K_RETURN)
    assert scene.showing_sheet and scene.widgets.focus is scene.lines[0]
    figures(one, 2)
    assert scene.question_text == "Deal 1 is mended." and not scene.showing_sheet
    one.key(pygame.K_RETURN, pygame.K_g)
    assert not scene.showing_sheet and scene.widgets.focus in scene.keys
    assert scene.session.sheet_with_changes.deals[0].cells == (("4",), ("2",), ("5",))
    assert scene.question_text == "How many tricks did Ruth take?" and scene.session.sheet_with_changes.answers == ["4"]


def test_a_card_is_taken_out_and_another_put_in(one: Any) -> None:
    scene = begun(one, find_game("throps"))

    def press(*labels: str) -> None:
        for label in labels:
            scene._press_answer(next(key for key in scene.keys if key.label == label))

    press("A♠", "K♠", "No more", "Q♠", "No more")
    while scene.keys:
        press(next(key.label for key in scene.keys if not key.refused))
    one.key(pygame.K_RETURN)
    before = [deal.cells for deal in scene.view.deals]
    seat = scene.session.sheet_with_changes.given_answers[0].asked.seat
    one.click(cell(scene, 0, seat, "score"))
    one.click(next(key for key in scene.keys if key.label == "K♠"))
    one.click(next(key for key in scene.keys if key.label == "2♣"))
    assert scene.question_text == "Deal 1 is mended."
    one.key(pygame.K_RETURN)
    texts = [given.text for given in scene.session.sheet_with_changes.given_answers if given.asked.seat == seat]
    assert texts == ["AS", "2C", "done"] and [deal.cells for deal in scene.view.deals] == before


def test_red_foxes_that_are_goosed_are_told_with_their_deal(one: Any) -> None:
    scene = begun(one, find_game("goosed"))
    while scene.keys:
        wanted = "Ruth" if scene.view.asked.seat is None else "1"
        fitting = [key for key in scene.keys if not key.refused]
        one.click(next((key for key in fitting if key.label == wanted), fitting[0]))
    assert scene.question_text == "The Lone Red Fox is goosed!"


def test_a_deal_is_mended_before_the_last_one_is_written_down(one: Any) -> None:
    scene = begun(one, GOLD)
    typed(one, "p000.000")
    assert scene.next_button.label == "Write it down" and len(scene.session.sheet_with_changes.deals) == 2
    one.click(cell(scene, 0, 0, "score"))
    assert scene.question_text == "How many points did Ruth make?" and scene.view.title == "Mending deal 1"
    typed(one, "4.")
    assert scene.view.title == "Deal 3" and scene.session.sheet_with_changes.answers == ["points"]
    assert scene.session.sheet_with_changes.deals[0].points == (4, 0, 0)


def test_the_roles_that_doubled_points_stay_until_the_deal_is_written_down(program: Opens) -> None:
    one, scene = program.into(begun, name="Ruth", people=PEOPLE)
    for _ in range(13):  # all bid nothing, and Ruth, then Tom, takes every trick
        scene.session.answer("0")
    scene.on_resume(None)
    before = [(badge.seat, badge.kind) for badge in scene.view.badges]
    one.key(pygame.K_0)
    assert scene.next_button.label == "Write it down"
    assert [(badge.seat, badge.kind) for badge in scene.view.badges] == before
    assert (0, "ass") in before and (1, "goose") in before
    assert scene.view.deal.arithmetic[:2] == ("doubled: Ass", "doubled: Goose")
    one.key(pygame.K_RETURN)
    assert (1, "ass") in [(badge.seat, badge.kind) for badge in scene.view.badges]


# ---------------------------------------------------------------------- mending by ear


def test_a_figure_that_is_mended_is_named_with_its_deal_and_old_value_and_then_the_new_points(one: Any) -> None:
    scene = goose_of_four(one)
    one.key(pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_RIGHT)
    assert scene.status_line == f"Player 4, deal 2. {spoken_text(scene.view.deals[1].notes[3])}"
    old = figure_of(scene, 1, 3, 1)
    one.key(pygame.K_RETURN)
    assert scene.status_line.startswith(f"Deal 2, Player 4's tricks, now {old}. Type the new figure.")
    key = next(key for key in scene.keys if not key.refused and key.label != old)
    before = scene.uncorrected
    one.click(key)
    told = scene.status_line
    assert told.startswith(f"Deal 2, Player 4: {key.label} trick") and f", was {old}. Deal 2 is mended." in told
    points, was = (spoken_text(view.deals[1].points[3]) for view in (scene.view, before))
    assert f"Deal 2: Player 4 {points}, was {was}" in told or f"Player 4 {points}, was {was}." in told
    texts = [part.name for part in scene.accessible_parts()]
    assert any(f"Player 4 {points}, was" in spoken_text(text) for text in texts) and not any("Framed" in text for text in texts)
    assert any("Framed figures are new." in text.words for text in scene.visible_texts())


def test_the_reason_why_another_figure_is_asked_comes_first(one: Any) -> None:
    scene = first_deal(one)
    one.key(pygame.K_PAGEUP)
    while scene.lines[0].seat != 0:
        one.key(pygame.K_LEFT)
    one.key(pygame.K_RETURN)
    assert scene.status_line == (
        "Ruth's figure follows from the others: mend Anna's tricks in deal 1, asked last, now 5. Type the new figure."
    )
    assert scene.remark_text == "Ruth's figure follows from the others"


def test_each_step_to_a_figure_of_the_sheet_is_announced(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the step back to the figure before, and a step against the end of the line."""
    one, scene = program.into(fool, 3, 5, name="Ruth", people=PEOPLE)
    told: list[str] = []
    listener = Listener(one)
    monkeypatch.setattr(listener.reader.bridge, "send", lambda screen, announcement="", *more: told.append(announcement))
    listener.listen()
    one.key(pygame.K_RETURN, finish=True)
    for key in (pygame.K_PAGEUP, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT):
        told.clear()
        one.key(key, finish=True)
        assert scene.lines[0].seat is not None
        assert any(f"{scene.names[scene.lines[0].seat]}, deal 1: " in one for one in told), key


def test_the_key_r_repeats_the_last_event_and_the_question(one: Any) -> None:
    scene = first_deal(one)
    figures(one, 2)
    anna = "Anna: 2 tricks. How many tricks did Ruth take? Nine of eleven are left."
    assert (scene.status_line, scene.accessible_tree().reminder) == (anna, anna)
    one.key(pygame.K_PAGEUP)
    assert scene.status_line != anna and scene.accessible_tree().reminder == anna, "without the figure that was looked at"


def test_the_key_r_repeats_a_refusal_with_the_question(one: Any) -> None:
    scene = begun(one)
    figures(one, 3, 4, 2)
    barred = next(key for key in scene.keys if key.refused)
    figures(one, int(barred.label))
    assert scene.accessible_tree().reminder.startswith(f"Not {barred.label}: {barred.refused}. {scene.question_text}")


def test_the_sentence_on_names_is_read_once(program: Opens) -> None:
    one, _ = program.into(opened, GOOSE, name="Ruth", people=PEOPLE[:2])
    one.key(pygame.K_RETURN)
    tree = one.top.accessible_tree()
    assert "You are asked once." in tree.intro
    assert [part.name for part in all_parts(tree.parts) if part.kind == "list"] == ["Names"]


def test_a_figure_that_cannot_be_mended_says_why_not(one: Any) -> None:
    scene = first_deal(one)
    asked = scene.view.asked
    one.key(pygame.K_g)
    one.key(pygame.K_RIGHT)
    assert scene.status_line == "Ruth, deal 2: no points yet."
    one.key(pygame.K_RETURN)
    assert said_by(one)[-1] == "Nothing to mend here: Ruth has no answer in deal 2 yet."
    one.key(pygame.K_4)
    assert scene.view.asked == asked, "a figure typed there is no answer to the present question"


def test_typed_answers_are_said_to_count_at_once(one: Any) -> None:
    assert fool(one).accessible_tree().intro.endswith("Typed answers count at once, without Enter.")


def test_a_figure_typed_on_one_that_follows_from_the_others_goes_to_no_other_person(one: Any) -> None:
    """It was typed for Ruth, and taken for Anna."""
    scene = first_deal(one)
    one.key(pygame.K_PAGEUP)
    while scene.lines[0].seat != 0:
        one.key(pygame.K_LEFT)
    count = len(lines(one))
    figures(one, 4)
    assert scene.status_line == (
        "Ruth's figure follows from the others: mend Anna's tricks in deal 1, asked last, now 5. Type the new figure."
    )
    assert len(lines(one)) == count and scene.view.asked is not None
    figures(one, 6)
    assert scene.status_line.startswith("Deal 1, Anna: 6 tricks, was 5. Deal 1 is mended.")


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_after_the_list_of_keys_the_figure_of_the_sheet_is_told_again(program: Opens, size: tuple[int, int]) -> None:
    one, scene = program.into(first_deal, size=size, name="Ruth", people=PEOPLE)
    one.key(pygame.K_PAGEUP, pygame.K_LEFT)
    told, focus = scene.status_line, scene.widgets.focus
    assert told.startswith("Ruth, deal 1: ")
    one.key(pygame.K_F1)
    assert one.top is not scene
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.status_line == told
    assert scene.widgets.focus is focus and scene.accessible_tree().intro == f"{scene.view.title}. {told}"


def test_the_totals_are_told_with_the_next_question_once_they_are_more_than_the_points(one: Any) -> None:
    scene = first_deal(one)
    assert scene.status_line.startswith("Deal 2. ")
    figures(one, 2, 4)
    one.key(pygame.K_RETURN)
    totals = ", ".join(f"{name} {total}" for name, total in zip(scene.names, scene.view.totals, strict=True))
    assert scene.status_line.replace(" and ", ", ").startswith(f"Totals: {totals}. Deal 3. ")


def test_the_totals_are_those_of_the_people_who_play_now(one: Any) -> None:
    """After a correction of an earlier deal they went to the person who had left."""
    scene = first_deal(one)
    figures(one, 2, 4)
    one.key(pygame.K_RETURN)
    renamed(one, 0, "Mia")
    one.key(pygame.K_ESCAPE)
    one.key(pygame.K_PAGEUP)
    figures(one, 1, 1)  # a figure that follows from the others, and the one asked instead
    assert scene.names[0] == "Ruth"
    one.key(pygame.K_RETURN)
    assert scene.status_line.startswith(f"Mended. Totals: Mia {scene.view.totals[0]}, ")

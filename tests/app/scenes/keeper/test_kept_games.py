"""Games with real cards among all games: found, opened, deleted and brought back, taken in; and counted for their people."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.keeper.scene import KeeperScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import Fate, Importing, PlayerKey
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.text.medals import EXACT
from goosetable.games import SHELF
from tests.app.archives import found_games
from tests.app.scenes.keeper.test_keeper_scene import begun, figures, file_of, fool, leave, press_any
from tests.app.scenes.keeper.test_keeper_setup import PEOPLE
from tests.engine.sheet.test_course import course, give

Opens = Callable[..., Any]


@pytest.fixture
def one(program: Opens) -> Any:
    return program(name="Ruth", people=PEOPLE)


def history_of(one: Any) -> History:
    found = History(one.folders)
    while found.work():
        pass
    return found


def all_games(one: Any) -> Any:
    one.show(TitleScene)
    one.click(one.find("Statistics"))
    one.finish()
    one.click(one.find("All games"))
    one.finish()
    return one.top


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_sheet_that_is_over_counts_for_those_who_played(one: Any, game: Any) -> None:
    scene, chance = begun(one, game), Random(game.id)
    while not scene.shown.over:
        press_any(one, chance)
    course = scene.session.course
    leave(one)
    history = history_of(one)
    (played,) = found_games(history)
    assert (played.game, played.ended, played.deals) == (game.id, True, len(course.deals))
    assert [one.points for one in played.seats] == list(map(Fraction, course.standing.totals))
    assert tuple(one.seat for one in played.seats if one.won) == course.winners
    assert sum(one.best for one in played.seats) == len(course.deals)
    assert {one.player for one in played.seats} == {"human"}
    assert Figures(history.tables).marks(PlayerKey("Ruth", "human")) == {played.mark}
    history.close()


def test_a_sheet_earns_the_medals_that_one_game_alone_shows(one: Any) -> None:
    kept = give(course("goose", players=3, max_hand=2, sequence="down"), 1, 1, 1, 1, 1, 1, 0, 1, 1)
    assert kept.over and [cells[0] == cells[1] for cells in kept.deals[1].cells] == [True, False, True]
    one.folders.sheets.mkdir(parents=True)
    one.show(TitleScene)
    (one.folders.sheets / "a.goosesheet").write_text(file.whole(SheetFile(kept, "2026-11-22T10:00:00Z")), encoding="utf-8")
    history = history_of(one)
    (played,) = found_games(history)
    assert [EXACT in one.feats for one in played.seats] == [False, False, True]
    places = Figures(history.tables).medals(PlayerKey(kept.names[2], "human"), kept.game)
    assert [place.mark for place in places if place.medal.kind == EXACT] == [played.mark]


def test_a_sheet_on_which_a_name_is_put_right_stays_the_same_game(one: Any) -> None:
    one.show(TitleScene)
    kept = give(course("gooseberry-fool"), 5, 3)
    one.folders.sheets.mkdir(parents=True)
    path = one.folders.sheets / "a.goosesheet"
    path.write_text(file.whole(SheetFile(kept, "2026-11-22T10:00:00Z")), encoding="utf-8")
    (before,) = found_games(history_of(one))
    with path.open("a", encoding="utf-8") as open_file:
        open_file.write(file.name(0, "Ruth") + "\n")
    (after,) = found_games(history_of(one))
    assert after.mark == before.mark and after.seats[0].name == "Ruth" != before.seats[0].name


def test_it_is_found_and_opened_among_all_games(one: Any) -> None:
    fool(one)
    figures(one, 3, 5)
    leave(one)
    page = all_games(one)
    (row,) = page.list.games
    assert row.real_cards and not row.ended and row.deals == 1
    assert "real cards" in row.text
    page.list.go(0)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, KeeperScene) and one.top.shown.title == "Deal 2"
    figures(one, 4)
    assert file_of(one).read_bytes().endswith(b'{"answer": "4"}\n')


def test_it_is_deleted_and_brought_back_to_its_folder(one: Any) -> None:
    fool(one)
    figures(one, 3, 5)
    leave(one)
    path = file_of(one)
    content = path.read_bytes()
    page = all_games(one)
    page.list.go(0)
    one.click(one.find("Delete"))
    one.finish()
    assert not path.exists() and len(list(one.folders.deleted.glob("*.goosesheet"))) == 1
    one.click(one.find("Bring back"))
    one.finish()
    assert path.read_bytes() == content
    assert [game.real_cards for game in page.list.games] == [True]


def test_sheets_are_taken_in_and_none_is_taken_twice(one: Any, tmp_path: Path) -> None:
    fool(one)
    figures(one, 3, 5)
    leave(one)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(file_of(one), elsewhere)
    (elsewhere / "bad.goosesheet").write_bytes(b'{"goosetable sheet": 7}\n')
    importing = Importing(one.folders, lambda digest: False)
    importing.add(elsewhere)
    importing.add(elsewhere)
    while importing.work():
        pass
    fates = [(found.fate, found.why) for found in importing.found]
    assert sorted(fate.name for fate, _ in fates) == ["KNOWN", "REFUSED", "REFUSED", "TAKEN"]
    assert next(found for found in fates if found[0] is Fate.REFUSED) == (
        Fate.REFUSED,
        "line 1: this sheet is of version 7, and only 1 is known",
    )
    assert [path.suffix for path in one.folders.sheets.iterdir()] == [".goosesheet"]
    assert file.is_sheet(file_of(one).read_bytes())

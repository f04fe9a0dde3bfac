"""All games kept on this computer: found, gone on with, looked at again, deleted and brought back, and taken in and out."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.scenes.history.dialogs import ExportScene
from goosetable.app.scenes.history.game_list import full_result_text
from goosetable.app.scenes.history.scene import COPIES, AllGamesScene
from goosetable.app.scenes.records_page import day_in_words
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.score.end import GameEndScene
from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.scenes.score.luck import LuckScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.statistics import StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.records import History
from goosetable.app.ui.accessible import TreePart, all_parts
from goosetable.engine.record.format import Chair
from tests.app.archives import played, put
from tests.app.conftest import CODE, Opens

COMPANY = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))


def shown(scene: AllGamesScene) -> list[str]:
    """The names of the records in the list."""
    return [game.path.name for game in scene.list.games]


def focused(scene: AllGamesScene) -> TreePart:
    """The part of the accessible tree with the focus."""
    heard = scene.accessible_tree()
    return next(part for part in all_parts(heard.parts) if part.key == heard.focus)


def press(one: Any, place: int, scene: AllGamesScene) -> None:
    """Clicks a row twice."""
    one.click(scene.list.rows.row_rect(place).center)
    one.click(scene.list.rows.row_rect(place).center)


def put_three(folder: Path) -> None:
    """One game played to its end, one broken off before, and one broken off later."""
    put(folder, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z")[1])
    put(folder, "2", played(COMPANY, 2, "2026-05-06T10:00:00Z", deals=1)[1])
    put(folder, "3", played(COMPANY, 3, "2026-05-08T10:00:00Z", deals=2)[1])


def running(number: int) -> Callable[[Context, Matches], TitleScene]:
    """The title while a game of that place on the shelf is running."""

    def title(context: Context, matches: Matches) -> TitleScene:
        game = games.SHELF[number]
        chairs = [Chair(name, "easy") for name in "ABCD"[: game.seats(game.Options())]]
        matches.begin_table(game, game.Options(), chairs).deal()
        return TitleScene(context, matches)

    return title


def wait_for_the_score(one: Any) -> None:
    for _ in range(200):
        one.step(0.05)
        if isinstance(one.top, ScoreScene):
            break


def games_of(one: Any, title: Callable[[Context, Matches], TitleScene] = TitleScene) -> AllGamesScene:
    """From the title by way of the statistics."""
    one.show(title)
    one.click(one.find("Statistics"))
    one.click(one.top.games, finish=True)
    assert isinstance(one.top, AllGamesScene)
    return one.top


def three(program: Opens) -> tuple[Any, AllGamesScene]:
    """All games where there are three."""
    one = program()
    put_three(one.context.folders.data)
    return one, games_of(one)


def two_of_a_table(one: Any) -> list[str]:
    """Two games of one table, in one file."""
    texts = [played(COMPANY, seed, f"2026-05-0{seed}T10:00:00Z")[1] for seed in (1, 2)]
    put(one.context.folders.data, "both", *texts)
    return texts


def choose(one: Any, chooser: Any, label: str) -> None:
    """Opens a list of choices and takes one."""
    one.click(chooser)
    one.click(next(choice for choice in one.top.choices if choice.label == label))


def bring_in(one: Any, *paths: Path) -> Any:
    """Drops files on the window; the page that says what came of them."""
    for path in paths:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    one.step()
    page = one.top
    one.finish()
    return page


def test_games_stand_in_groups_those_not_finished_first_the_latest_first(program: Opens) -> None:
    one, scene = three(program)
    assert shown(scene) == ["3.goose", "2.goose", "1.goose"]
    assert not one.show(lambda context, _: StatisticsScene(context, has_games_button=False)).games.shown, "not over a table"
    scene = games_of(one)
    assert [name for _, name in scene.list.groups] == ["Not finished", "May 2026"]
    assert scene.list.games[0].when is not None
    assert full_result_text(scene.list.games[0], "human gooseberry").endswith(" so far")
    assert " won: " in full_result_text(scene.list.games[2], "human gooseberry")
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, StatisticsScene)


def test_an_unfinished_game_is_gone_on_with_and_the_running_one_is_kept(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    scene = games_of(one, running(1))
    assert [game.game for game in scene.list.games[:3]] == [games.SHELF[1].id, "gooseberry-fool", "gooseberry-fool"]
    assert scene.list.games[0].path == one.context.folders.running
    press(one, 2, scene)
    assert isinstance(one.top, TableScene)
    session = one.top.match.session
    assert session.header.started == "2026-05-06T10:00:00Z"
    assert session.standing.deals == 1
    history = History(one.context.folders)
    history.keep_open()
    while history.run_slice():
        pass
    assert history.index is not None
    kept = [kept for some in history.index.games_for_list() for kept in some if not kept.game.ended]
    left = sorted((one.game.game, one.game.deals, one.path == b"running.goose") for one in kept)
    assert left == sorted([(games.SHELF[1].id, 0, False), ("gooseberry-fool", 1, True), ("gooseberry-fool", 2, False)])
    history.close()


def test_the_running_game_is_gone_on_with_in_its_own_file(program: Opens) -> None:
    one, scene = program.into(games_of, running(0))
    assert (scene.open_button.label, scene.open_button.icon) == ("Go on", "play")
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    assert not one.context.folders.games.exists()


def test_a_record_that_is_gone_or_spoilt_meanwhile_is_said_and_nothing_changes(program: Opens) -> None:
    one, scene = three(program)
    scene.list.games[0].path.unlink()
    press(one, 0, scene)
    assert one.top is scene
    assert scene.message.startswith("3.goose cannot be opened: ")
    scene.list.games[1].path.write_text("nothing of the kind\n", encoding="utf-8")
    one.key(pygame.K_DOWN, pygame.K_RETURN)
    assert one.top is scene
    assert scene.message.startswith("2.goose cannot be opened: line 1: ")
    assert "Traceback" not in scene.message
    assert not one.context.folders.running.exists()


def test_a_copy_that_goes_further_stands_for_both(program: Opens) -> None:
    one = program()
    for name, deals in (("1", 1), ("2", 3), ("3", 2)):
        put(one.context.folders.data, name, played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=deals)[1])
    assert shown(games_of(one)) == ["2.goose"]


def test_an_earlier_game_of_a_table_is_opened_alone(program: Opens) -> None:
    one, texts = program.into(two_of_a_table)
    scene = games_of(one)
    press(one, 1, scene)
    wait_for_the_score(one)
    assert one.top.match.session.header.started == "2026-05-01T10:00:00Z"
    assert one.context.folders.running.read_text() == texts[0]


@pytest.mark.parametrize(("label", "page"), [("Sheet", GameSheetScene), ("Luck and play", LuckScene)])
def test_a_finished_game_leads_to_its_sheet_and_to_luck_and_play(program: Opens, label: str, page: type[Any]) -> None:
    one, texts = program.into(two_of_a_table)
    scene = games_of(one, running(1))
    before = one.context.folders.running.read_bytes()
    assert not one.find(label).enabled, "the game that is running is not over"
    one.click(scene.list.rows.row_rect(2).center)
    one.click(one.find(label))
    assert isinstance(one.top, page)
    assert one.top.match.session.header.started == "2026-05-01T10:00:00Z"
    assert one.top.match.session.ended and one.matches.record_of_match(one.top.match) == texts[0].encode()
    one.key(pygame.K_ESCAPE)
    assert one.top is scene
    assert one.context.folders.running.read_bytes() == before


def test_a_deal_of_such_a_game_is_reviewed_by_its_own_record(program: Opens) -> None:
    one = program()
    put(one.context.folders.data, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z")[1])
    scene = games_of(one, running(1))
    one.click(scene.list.rows.row_rect(1).center)
    one.click(one.find("Sheet"))
    one.click(one.find("Deal 1"))
    one.click(one.find("Review"))
    assert isinstance(one.top, ReviewScene)
    for _ in range(300):
        one.loop.scenes.run_slice()
    assert one.top.opinions.steps_with_choice, "its decisions are those of the record that is looked at"


def test_accuracy_says_what_it_counts(program: Opens) -> None:
    one, scene = three(program)
    place = next(place for place, game in enumerate(scene.list.games) if game.ended)
    box = scene.list.rows.row_rect(place)
    at = (round(box.x + 0.97 * box.w), box.centery)

    def point(pos: tuple[int, int]) -> None:
        one.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        one.wait(0.5)

    point(at)
    assert scene.open_note is not None and scene.open_note.words.startswith("Nothing of it is reviewed yet")
    scene.maker.accuracy = {scene.list.games[place].mark: (9, 12)}
    assert scene.open_note.words == "9 of your 12 decisions with a choice cost nothing that counts."
    scene.list.select_row(place)
    assert "accuracy 9 of 12" in scene.maker.game_sentence(scene.list.games[place])
    point(scene.headings[-1].rect.center)
    assert scene.open_note is not None and scene.open_note.words.startswith("Of your decisions with a choice")
    point((5, 5))
    assert scene.open_note is None


class TestFinding:
    def many(self, program: Opens, *size: tuple[int, int]) -> tuple[Any, AllGamesScene]:
        one = program(*size)
        put_three(one.context.folders.data)
        others = (("Gooseberry", "human"), ("Anna", "human"), ("Pip", "easy"))
        for seed in range(10, 22):
            put(one.context.folders.data, str(seed), played(others, seed, f"2025-03-{seed}T10:00:00Z")[1])
        return one, games_of(one)

    def test_each_letter_searches_in_every_column_and_escape_clears(self, program: Opens) -> None:
        one, scene = self.many(program)
        assert len(scene.list.games) == 15
        one.key(pygame.K_SLASH)
        one.type("anna")
        assert len(scene.list.games) == 12
        one.type(" 14 MAR")
        assert shown(scene) == ["14.goose"]
        one.type("x")
        assert not scene.list.games
        assert scene.nothing.shown
        one.key(pygame.K_ESCAPE)
        assert len(scene.list.games) == 15
        assert one.top is scene

    def test_filters_hold_back_together_say_so_and_are_cleared(self, program: Opens) -> None:
        one, scene = self.many(program)
        bar = scene.filter_bar
        choose(one, bar.choosers["who"], "with Anna")
        choose(one, bar.choosers["place"], "Won")
        won = [game for game in scene.list.games if game.seats[0].won]
        assert 0 < len(won) == len(scene.list.games) < 12
        assert scene.count.startswith(f"{len(won)} of 15 games since ")
        who = bar.choosers["who"]
        assert (who.active, who.accessible_value) == (True, "with Anna")
        one.click((who.rect.right - 6, who.rect.centery))
        assert not who.active
        one.key(pygame.K_SLASH)
        one.type("no such thing")
        one.click(scene.nothing)
        assert len(scene.list.games) == 15

    def test_narrow_windows_have_all_filters_behind_one_button(self, program: Opens) -> None:
        one, scene = self.many(program, (640, 400))
        one.click(scene.filter_bar.narrow)
        choose(one, next(choice for choice in one.top.choices if choice.label.startswith("End")), "Not finished")
        assert one.top is scene
        assert shown(scene) == ["3.goose", "2.goose"]
        assert scene.filter_bar.narrow.accessible_value == "Not finished"

    def test_a_heading_sorts_and_again_the_other_way_round(self, program: Opens) -> None:
        one, scene = self.many(program)
        one.click(scene.headings[3])
        places = [game.seats[0].place or 99 for game in scene.list.games]
        assert places == sorted(places)
        one.click(scene.headings[3])
        assert [game.seats[0].place or 99 for game in scene.list.games] == sorted(places, reverse=True)
        assert not scene.list.groups

    def test_keys_move_through_the_list_and_choose(self, program: Opens) -> None:
        one, scene = self.many(program)
        one.key(pygame.K_END)
        assert scene.list.cursor == 14
        assert focused(scene).place == (15, 15)
        assert scene.list.rect.contains(scene.list.rows.row_rect(14))
        one.key(pygame.K_HOME, pygame.K_DOWN)
        one.key(pygame.K_DOWN, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
        assert [game.path.name for game in scene.list.chosen] == ["2.goose", "1.goose", "21.goose"]
        one.key(pygame.K_LCTRL)
        one.click(scene.list.rows.row_rect(4).center)
        one.click(scene.list.rows.row_rect(2).center)
        assert [game.path.name for game in scene.list.chosen] == ["2.goose", "21.goose", "20.goose"]
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_LCTRL, mod=0))
        one.click(scene.list.rows.row_rect(1).center)
        assert [game.path.name for game in scene.list.chosen] == ["2.goose"]
        one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        assert len(scene.list.chosen) == 15
        one.key(pygame.K_PAGEUP)
        assert len(scene.list.chosen) == 1

    def test_by_ear_each_row_is_a_sentence_with_its_place_and_the_focus_is_on_a_row(self, program: Opens) -> None:
        one, scene = self.many(program)
        assert scene.accessible_tree().intro == "All games. 15 games since March 2025."
        rows = [part for part in scene.accessible_parts() if part.kind == "option"]
        assert len(rows) < 15 and {part.place[1] for part in rows if part.place} == {15}
        assert focused(scene).name.startswith("Gooseberry Fool, deal 3") and focused(scene).chosen
        one.key(pygame.K_END)
        last = focused(scene)
        assert last.place == (15, 15) and "10 March 2025" in last.name and " won: " in last.name
        heard = scene.accessible_tree()
        scene.widgets.focus_on(scene.close)
        assert heard.focus_actions[last.key].focus() and scene.widgets.focus is scene.list
        one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        assert scene.status_line == "15 chosen"
        one.key(pygame.K_SLASH)
        one.type("anna")
        assert scene.status_line == "12 chosen"
        one.key(pygame.K_ESCAPE, pygame.K_TAB)
        scene.list.select_row(0)
        one.key(pygame.K_SLASH)
        one.type("anna")
        assert scene.status_line.startswith("12 of 15 games since ")
        one.key(pygame.K_ESCAPE)
        assert scene.status_line.startswith("15 games since "), "the end of the search is announced too"


class TestDeleting:
    def test_what_was_deleted_is_brought_back_by_one_press(self, program: Opens) -> None:
        one, scene = three(program)
        before = {path.read_bytes() for path in one.context.folders.games.iterdir()}
        one.key(pygame.K_DOWN, pygame.K_DELETE, finish=True)
        assert shown(scene) == ["3.goose", "1.goose"]
        assert scene.message == scene.status_line == "1 game deleted."
        assert len(list(one.context.folders.deleted.glob("*.goose"))) == 1
        one.key(pygame.K_z, mod=pygame.KMOD_CTRL, finish=True)
        assert len(scene.list.games) == 3
        assert {path.read_bytes() for path in one.context.folders.games.iterdir()} == before

    def test_deleted_games_are_listed_and_chosen_ones_brought_back(self, program: Opens) -> None:
        one, scene = three(program)
        one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        one.click(scene.delete, finish=True)
        assert not scene.list.games
        choose(one, scene.filter_bar.choosers["end"], "Deleted")
        one.finish()
        assert len(scene.list.games) == 3
        assert not scene.open_button.enabled
        one.click(scene.list.rows.row_rect(1).center)
        one.click(scene.back_again, finish=True)
        assert len(scene.list.games) == 2
        scene.filter_bar.clear_filters()
        one.finish()
        assert len(scene.list.games) == 1

    def test_all_records_of_a_game_go_together(self, program: Opens) -> None:
        one = program()
        for name, deals in (("1", 1), ("2", 3)):
            put(one.context.folders.data, name, played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=deals)[1])
        scene = games_of(one)
        one.key(pygame.K_DELETE, finish=True)
        assert not scene.list.games
        assert not list(one.context.folders.games.iterdir())

    def test_a_game_that_was_left_gone_on_with_and_left_again_is_deleted(self, program: Opens) -> None:
        one = program()
        folders = one.context.folders
        first = put(
            folders.data, "2026-05-07T10-00-00Z gooseberry-fool", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=1)[1]
        )

        def gone_on_with(context: Context, matches: Matches) -> TitleScene:
            folders.running.write_text(played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=3)[1], encoding="utf-8")
            return running(1)(context, matches)

        scene = games_of(one, gone_on_with)
        further = first.with_name("2026-05-07T10-00-00Z gooseberry-fool 2.goose")
        assert [game.path for game in scene.list.games] == [folders.running, further]
        one.key(pygame.K_DOWN, pygame.K_DELETE, finish=True)
        assert (shown(scene), scene.message) == (["running.goose"], "1 game deleted.")
        assert not first.exists() and not further.exists()
        one.key(pygame.K_z, mod=pygame.KMOD_CTRL, finish=True)
        assert len(scene.list.games) == 2
        assert first.exists() and further.exists()

    def test_of_two_records_the_later_one_goes_and_the_other_counts_without_reading_all_again(self, program: Opens) -> None:
        one = program()
        put_three(one.context.folders.data)
        for name, deals in (("b", 1), ("a", 3)):
            put(one.context.folders.data, name, played(COMPANY, 7, "2026-05-09T10:00:00Z", deals=deals)[1])
        scene = games_of(one)
        assert shown(scene)[0] == "a.goose"
        (one.context.folders.games / "a.goose").unlink()
        one.key(pygame.K_ESCAPE)
        one.click(one.top.games, finish=True)
        assert shown(one.top)[0] == "b.goose"
        assert one.top.history.replayed == 0

    def test_the_running_table_is_deleted_too(self, program: Opens) -> None:
        one, scene = program.into(games_of, running(0))
        one.key(pygame.K_DELETE, finish=True)
        assert not scene.list.games
        assert not one.context.folders.running.exists()
        one.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        assert one.top.running is None

    def test_a_table_that_was_only_looked_at_is_deleted_with_its_record(self, program: Opens) -> None:
        one = program()
        path = put(one.context.folders.data, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=1)[1])

        def looked_at(context: Context, matches: Matches) -> TitleScene:
            matches.open_copy_of_record(path).close()
            return TitleScene(context, matches)

        scene = games_of(one, looked_at)
        assert one.context.folders.running.exists()
        one.key(pygame.K_DELETE, finish=True)
        assert (shown(scene), scene.message) == ([], "1 game deleted.")
        one.key(pygame.K_z, mod=pygame.KMOD_CTRL, finish=True)
        assert len(scene.list.games) == 1

    def test_what_cannot_be_deleted_stays_in_the_list_and_says_why(self, program: Opens) -> None:
        one, scene = three(program)
        one.context.folders.deleted.write_text("a file where a folder should be")
        one.key(pygame.K_DELETE, finish=True)
        assert shown(scene) == ["3.goose", "2.goose", "1.goose"]
        assert scene.message.strip().startswith("3.goose cannot be deleted: ")

    def test_after_thirty_days_nothing_is_left(self, program: Opens) -> None:
        one, _ = three(program)
        one.key(pygame.K_DELETE, finish=True)
        (path,) = one.context.folders.deleted.glob("*.goose")
        for later in range(1, 33):
            assert path.exists()
            one.matches._now = lambda now=later * 86_400.0: now
            games_of(one)
        assert not path.exists()


class TestMoving:
    def test_a_name_from_outside_sets_no_word_in_bold(self, program: Opens, tmp_path: Path) -> None:
        one, _ = program.into(games_of)
        bad = tmp_path / "a_{b}~c*.goose"
        bad.write_bytes(b"")
        assert "a_(b)\N{TILDE OPERATOR}c*.goose" in bring_in(one, bad).report.accessible_value

    def test_files_and_folders_are_taken_in_and_each_that_is_not_is_named(self, program: Opens, tmp_path: Path) -> None:
        one = program()
        put_three(one.context.folders.data)
        kept = {path.name: path.read_bytes() for path in one.context.folders.games.iterdir()}
        scene = games_of(one)
        new, known = played(COMPANY, 7, "2026-05-09T10:00:00Z")[1], played(COMPANY, 1, "2026-05-07T10:00:00Z")[1]
        source = tmp_path / "from elsewhere"
        put(source, "a new one", new)
        put(source, "b the same again", new)
        put(source, "c known", known)
        put(source, "d newer", new.replace('{"goosetable": 1', '{"goosetable": 2', 1))
        put(source, "e untrue", new.replace('"total": [', '"total": [1', 1))
        put(source, "f another game", new.replace("gooseberry-fool", "bridge", 1))
        put(source, "g empty")
        (source / "games" / "h.txt").write_text("nothing to do with it")
        page = bring_in(one, source, source / "games" / "h.txt", source / "nowhere.goose")
        assert page.summary == "1 taken, 2 known already, 6 refused."
        assert page.status_line.startswith(f"{page.summary} ") and page.status_line.endswith(". 5 more in the report.")
        assert "b the same again.goose: the same record is here already. " in page.status_line
        told = {one.name.rsplit(os.sep, 1)[-1]: one.why for one in page.importing.found}
        assert told["a new one.goose"] == ""
        assert told["b the same again.goose"] == told["c known.goose"] == "the same record is here already"
        assert "version 2" in told["d newer.goose"]
        assert told["e untrue.goose"].startswith("line ")
        assert "bridge" in told["f another game.goose"]
        assert told["g empty.goose"] == "there is no game in this file"
        assert told["h.txt"] == "there is no game in this file"
        assert told["nowhere.goose"]
        one.key(pygame.K_ESCAPE, finish=True)
        assert one.top is scene
        assert len(scene.list.games) == 4
        now = {path.name: path.read_bytes() for path in one.context.folders.games.iterdir()}
        assert now.items() >= kept.items()
        assert [content for name, content in now.items() if name not in kept] == [new.encode()]

    def test_a_record_that_an_editor_added_to_is_taken_in_and_handed_out_clean(self, program: Opens, tmp_path: Path) -> None:
        one, scene = program.into(games_of)
        text = played(COMPANY, 7, "2026-05-09T10:00:00Z")[1]
        (tmp_path / "edited.goose").write_bytes(text.encode("utf-8-sig") + b"\r\n\r\n")
        (tmp_path / "notepad.goose").write_bytes(text.splitlines()[0].encode("utf-16"))
        page = bring_in(one, tmp_path / "edited.goose", tmp_path / "notepad.goose")
        assert page.summary == "1 taken, 1 refused."
        assert [told.why for told in page.importing.found] == ["", "line 1: the file is UTF-16 text; save it as UTF-8"]
        one.key(pygame.K_ESCAPE, finish=True)
        assert len(scene.list.games) == 1
        (kept,) = scene.list.games
        out = ExportScene(one.context, scene.matches, [kept])
        out.begin_import_or_export(str(tmp_path / "out"))
        while out.run_slice():
            pass
        assert [path.read_bytes() for path in (tmp_path / "out").iterdir()] == [text.encode()]

    def test_a_path_is_typed(self, program: Opens, tmp_path: Path) -> None:
        one, scene = program.into(games_of)
        path = put(tmp_path / "there", "one", played(COMPANY, 7, "2026-05-09T10:00:00Z")[1])
        one.click(scene.bring_in)
        one.type(str(path))
        one.key(pygame.K_RETURN, finish=True)
        one.click(one.top.close)
        one.finish()
        assert scene.message == "1 taken."
        assert len(scene.list.games) == 1

    @pytest.mark.one_in(3)
    @pytest.mark.parametrize("path", ["~nobody of that name/x", "x" * 900, "/" + "x" * 300 + "/y", ".", '"'])
    def test_a_path_that_is_none_is_said_and_does_no_harm(
        self, program: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        one, scene = three(program)
        one.click(scene.bring_in)
        one.top.path.set_text(path)
        one.key(pygame.K_RETURN, finish=True)
        assert "taken" not in one.top.summary
        one.key(pygame.K_ESCAPE, finish=True)
        one.click(scene.export)
        one.top.path.set_text(path)
        one.key(pygame.K_RETURN, finish=True)
        assert one.top.report.text
        assert len(scene.list.games) == 3

    def test_without_a_path_the_button_says_so_and_leads_to_the_field(self, program: Opens) -> None:
        one, _ = program.into(two_of_a_table)
        scene = games_of(one)
        for button, said in ((scene.bring_in, "path of a file or a folder"), (scene.export, "folder")):
            one.click(button)
            one.top.path.set_text("")
            one.click(one.top.act)
            assert one.loop._notice == f"Nothing is typed yet: {said}." and one.top.widgets.focus is one.top.path
            one.key(pygame.K_ESCAPE)

    def test_games_are_written_into_a_folder_and_cover_nothing(self, program: Opens, tmp_path: Path) -> None:
        one, texts = program.into(two_of_a_table)
        scene = games_of(one)
        one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        one.click(scene.export)
        for _ in range(2):
            one.top.path.set_text(str(tmp_path / "out"))
            one.key(pygame.K_RETURN, finish=True)
        assert one.top.status_line.startswith("2 games written: ")
        names = sorted(path.name for path in (tmp_path / "out").iterdir())
        assert len(names) == 4
        assert (tmp_path / "out" / names[0]).read_text() == texts[0]

    def test_a_game_that_is_not_over_is_asked_for_twice_and_is_an_open_one_then(
        self, program: Opens, tmp_path: Path, stand_in: type[Any]
    ) -> None:
        one, _ = program.at(running(0))
        one.matches.saves.close()
        scene = games_of(one)
        assert [game.ended for game in scene.list.games] == [False]
        one.click(scene.export)
        one.top.path.set_text(str(tmp_path / "out"))
        one.click(one.find("Export"), finish=True)
        assert not (tmp_path / "out").exists() and "holds every card" in one.top.report.text
        one.click(one.find("Export it"), finish=True)
        (written,) = (tmp_path / "out").iterdir()
        assert written.read_bytes() == one.context.folders.running.read_bytes()
        match = one.matches.continue_table()
        assert match is not None and match.is_code_revealed
        assert one.find("Export")

    def test_of_several_games_it_is_said_how_many_are_not_over(self, program: Opens, tmp_path: Path) -> None:
        one, scene = three(program)
        one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
        one.click(scene.export)
        one.top.path.set_text(str(tmp_path / "out"))
        one.click(one.find("Export"))
        assert one.top.report.text.startswith("2 of these games are not over")
        one.click(one.find("Export them"), finish=True)
        assert len(list((tmp_path / "out").iterdir())) == 3

    def test_a_folder_that_is_none_is_said(self, program: Opens, tmp_path: Path) -> None:
        one, scene = three(program)
        (tmp_path / "a file").write_text("")
        one.click(scene.export)
        one.top.path.set_text(str(tmp_path / "a file"))
        for _ in range(2):  # the game is not over, so it is asked once more
            one.key(pygame.K_RETURN, finish=True)
        assert one.top.report.text.startswith("- 3.goose: ")


def test_the_set_up_says_where_the_game_before_it_is_and_nothing_covers_the_table(program: Opens) -> None:
    one, _ = program.at(running(0))
    one.click(one.find("Goose"))
    assert one.top.urgent_remarks == "Your unfinished game will stay: Statistics, All games, Not finished."
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    assert one.loop._notice is None and not one.context.notices


def test_nothing_is_said_of_a_game_that_was_gone_on_with_or_is_over(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    one.context.folders.running.write_text(played(COMPANY, 4)[1], encoding="utf-8")
    one.show(TitleScene)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    assert not one.context.notices
    assert one.loop._notice is None


def test_a_finished_game_shows_its_last_score_sheet_and_leaves_no_second_copy(program: Opens) -> None:
    one, scene = three(program)
    archive = one.context.folders.games
    before = {path.name: path.read_bytes() for path in archive.iterdir()}
    entry = scene.list.games[-1]
    press(one, 2, scene)
    wait_for_the_score(one)
    sheet = one.top
    assert isinstance(sheet, GameEndScene)
    assert sheet.match.session.winners == tuple(seat for seat, seated in enumerate(entry.seats) if seated.won)
    assert one.context.folders.running.read_bytes() == before["1.goose"], "nothing is written otherwise than it was"
    assert {path.name: path.read_bytes() for path in archive.iterdir()} == before
    one.click(sheet.leave)
    assert isinstance(one.top, TitleScene)
    assert one.top.running is None


def test_what_was_only_looked_at_is_not_kept_twice(program: Opens) -> None:
    one = program()

    def looked_at(context: Context, matches: Matches) -> TitleScene:
        put(
            context.folders.data, "2026-05-07T10-00-00Z gooseberry-fool", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=1)[1]
        )
        (path,) = context.folders.games.iterdir()
        for _ in range(2):
            matches.open_copy_of_record(path).close()
            matches.saves.archive_table()
        return TitleScene(context, matches)

    one.show(looked_at)
    assert [path.name for path in one.context.folders.games.iterdir()] == ["2026-05-07T10-00-00Z gooseberry-fool.goose"]
    assert not one.context.folders.running.exists()


def test_the_running_table_that_is_over_can_be_looked_at(program: Opens) -> None:
    one = program()
    one.context.folders.running.write_text(played(COMPANY, 4, "2026-05-07T10:00:00Z")[1], encoding="utf-8")
    scene = games_of(one)
    assert scene.list.games[0].path == one.context.folders.running
    press(one, 0, scene)
    wait_for_the_score(one)
    assert isinstance(one.top, GameEndScene)


def test_the_table_that_is_opened_is_the_one_that_was_pressed_also_while_another_is_in_memory(program: Opens) -> None:
    """The table in memory could not be written; the one in the running file could not be moved out of its way."""
    one, _ = program.at(running(0))
    pressed = one.matches.saves.running_record()
    one.matches.saves.close()
    one.context.folders.games.write_bytes(b"a file where a folder should be")
    scene = games_of(one, running(1))
    one.matches.saves.close()
    in_memory = one.matches.saves.running_record()
    assert in_memory != pressed == one.context.folders.running.read_bytes()
    assert len(scene.list.games) == 1
    press(one, 0, scene)
    assert one.matches.saves.running_record() == pressed
    one.context.folders.games.unlink()
    assert one.matches.saves.is_saved
    assert in_memory in [path.read_bytes() for path in one.context.folders.games.iterdir()]


LONG = ("Wilhelmina Featherstoneh", "Bartholomew Cholmondeley", "Maximilian Wolfeschlegel")


@pytest.mark.parametrize(("size", "text"), [((640, 400), 2.0), ((640, 400), 1.0), ((1280, 720), 2.0), ((1280, 720), 1.0)])
def test_a_row_of_long_names_says_less_and_cuts_nothing(program: Opens, size: Any, text: float) -> None:
    one = program(size, text_size=text)
    people = tuple((name, "human") for name in LONG)
    for seed in range(4):
        put(one.context.folders.data, str(seed), played(people, seed, f"2026-05-0{seed + 1}T10:00:00Z")[1])
    scene = one.show(lambda context, matches: AllGamesScene(context, matches, History(context.folders)))
    one.finish()
    texts = scene.visible_texts(scene.list.rows)
    assert texts and not [text.words for text in texts if text.lines not in ((text.words,), ())]
    assert any(name in text.words for text in texts for name in LONG)


def test_of_a_game_without_a_time_nothing_is_said_of_when(program: Opens) -> None:
    one = program()
    put(one.context.folders.data, "1", played(COMPANY, 1, "1970-01-01T00:00:00Z")[1])
    scene = games_of(one)
    assert scene.list.games[0].when is None
    assert "since" not in scene.count and day_in_words("1970-01-01T00:00:00Z") == ""


def test_today_is_another_day_after_midnight(program: Opens, tmp_path: Path) -> None:
    put_three(tmp_path)
    one = program()
    one.now = datetime(2026, 5, 8, 23, 59, 59).timestamp()
    scene = one.show(lambda context, matches: AllGamesScene(context, matches, History(context.folders)))
    one.finish()
    assert any(game_list.start_text(game, scene.maker.today).startswith("today") for game in scene.list.games)
    one.now += 2
    one.wait(1.2)
    assert not any(game_list.start_text(game, scene.maker.today).startswith("today") for game in scene.list.games)


def test_a_game_that_is_open_in_another_window_is_copied_only_when_that_was_said(program: Opens, stand_in: type[Any]) -> None:
    one, two = program(), program()
    one.show(running(0))
    scene = games_of(two)
    two.click(two.find("Go on"))
    assert two.top is scene
    assert COPIES in [*two.context.notices, two.loop._notice]
    two.click(two.find("Go on"))
    assert isinstance(two.top, stand_in) and two.top.match.session.code == CODE

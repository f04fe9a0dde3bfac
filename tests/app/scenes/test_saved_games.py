"""All games kept on this computer: what is not finished can be gone on with, what is can be looked at again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.scenes import records_page, saved_games
from goosetable.app.scenes.saved_games import GameEntry, SavedGamesScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.statistics import StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.records import History
from goosetable.engine.record.format import Chair
from tests.app.archives import played, put

Opens = Callable[..., Any]
COMPANY = (("You", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))


def titles(entries: list[GameEntry]) -> list[str]:
    return [entry.value for entry in entries]


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
        matches.lay(game, game.Options(), chairs).deal()
        return TitleScene(context, matches)

    return title


def wait_for_the_score(one: Any) -> None:
    for _ in range(200):
        one.step(0.05)
        if isinstance(one.top, ScoreScene):
            break


def games_of(one: Any, title: Callable[[Context, Matches], TitleScene] = TitleScene) -> SavedGamesScene:
    """From the title by way of the statistics."""
    one.show(title)
    one.click(one.find("Statistics"))
    one.click(one.top.games)
    one.finish()
    assert isinstance(one.top, SavedGamesScene)
    return one.top


def test_games_are_listed_by_whether_they_are_finished_the_latest_first(program: Opens, tmp_path: Path) -> None:
    one = program()
    put_three(one.context.folders.data)
    scene = games_of(one)
    assert titles(scene.open_ones) == [
        "2 deals played. You, Vesper and Dorothea. 8 May 2026",
        "1 deal played. You, Vesper and Dorothea. 6 May 2026",
    ]
    (ended,) = titles(scene.ended)
    assert ended.startswith("Won by ")
    assert ended.endswith(". 7 May 2026")
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, StatisticsScene)


def test_an_unfinished_game_is_gone_on_with_and_the_running_one_is_kept(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    scene = games_of(one, running(1))
    assert [entry.label for entry in scene.open_ones] == [games.SHELF[1].title, "Gooseberry Fool", "Gooseberry Fool"]
    assert scene.open_ones[0].record.path == one.context.folders.running
    one.click(scene.open_ones[2])
    assert isinstance(one.top, TableScene)
    session = one.top.match.session
    assert session.game.id == "gooseberry-fool"
    assert session.header.started == "2026-05-06T10:00:00Z"
    assert session.standing.deals == 1
    history = History(one.context.folders)
    while history.work():
        pass
    assert history.index is not None
    left = history.index.rows(
        "SELECT game, deals, path = CAST('running.goose' AS BLOB) FROM games WHERE NOT ended ORDER BY 1, 2"
    )
    assert list(left) == sorted([(games.SHELF[1].id, 0, 0), ("gooseberry-fool", 1, 1), ("gooseberry-fool", 2, 0)])


def test_the_running_game_is_gone_on_with_in_its_own_file(program: Opens) -> None:
    one = program()
    one.click(games_of(one, running(0)).open_ones[0])
    assert isinstance(one.top, TableScene)
    assert not one.context.folders.games.exists()


def test_a_record_that_is_gone_or_spoilt_meanwhile_is_said_and_nothing_changes(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    scene = games_of(one)
    first, second = scene.open_ones
    first.record.path.unlink()
    one.click(first)
    assert one.top is scene
    assert scene.said.startswith("3.goose cannot be opened: ")
    second.record.path.write_text("nothing of the kind\n", encoding="utf-8")
    one.click(second)
    assert one.top is scene
    assert scene.said.startswith("2.goose cannot be opened: line 1: ")
    assert "Traceback" not in scene.said
    assert not one.context.folders.running.exists()


def test_a_copy_that_goes_further_stands_for_both(program: Opens) -> None:
    one = program()
    put(one.context.folders.data, "1", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=1)[1])
    put(one.context.folders.data, "2", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=3)[1])
    put(one.context.folders.data, "3", played(COMPANY, 1, "2026-05-07T10:00:00Z", deals=2)[1])
    scene = games_of(one)
    assert [entry.record.path.name for entry in scene.open_ones] == ["2.goose"]
    assert not scene.ended


def test_where_there_is_a_table_already_games_are_not_offered(program: Opens) -> None:
    one = program()
    scene = one.show(lambda context, _: StatisticsScene(context, games=False))
    assert not scene.games.shown


def test_only_the_latest_finished_ones_are_listed(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "MOST", 2)
    one = program()
    for seed in range(4):
        put(one.context.folders.data, str(seed), played(COMPANY, seed, f"2026-05-0{seed + 1}T10:00:00Z")[1])
    scene = games_of(one)
    assert [entry.record.path.name for entry in scene.ended] == ["3.goose", "2.goose"]
    assert scene.sections[1] == "Finished, the latest 2"


@pytest.mark.parametrize(
    ("started", "said"),
    [
        ("2026-05-07T10:00:00Z", "7 May 2026"),
        ("2026-12-31", "31 December 2026"),
        ("", ""),
        ("2026-00-01", ""),
        ("2026-13-01", ""),
    ],
)
def test_days_are_told_as_people_tell_them(started: str, said: str) -> None:
    assert records_page.day(started) == said


def test_a_new_table_says_where_the_game_before_it_is(program: Opens) -> None:
    one = program()
    one.show(running(0))
    one.click(one.find("Goose"))
    assert one.loop._said is None
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    assert one.loop._said == "Your game of Gooseberry Fool is kept; find it again in Statistics, All games."


def test_nothing_is_said_of_a_game_that_was_gone_on_with_or_is_over(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    one.context.folders.running.write_text(played(COMPANY, 4)[1], encoding="utf-8")
    one.show(TitleScene)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    assert not one.context.notices
    assert one.loop._said is None


def test_a_finished_game_shows_its_last_score_sheet_and_leaves_no_second_copy(program: Opens) -> None:
    one = program()
    put_three(one.context.folders.data)
    scene = games_of(one)
    archive = one.context.folders.games
    before = {path.name: path.read_bytes() for path in archive.iterdir()}
    (entry,) = scene.ended
    one.click(entry)
    wait_for_the_score(one)
    sheet = one.top
    assert isinstance(sheet, ScoreScene)
    assert sheet.ended
    assert sheet.match.session.winners == tuple(seat for seat, seated in enumerate(entry.record.seats) if seated.won)
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
            matches.open(path).close()
            matches.saves.put_away()
        return TitleScene(context, matches)

    one.show(looked_at)
    assert [path.name for path in one.context.folders.games.iterdir()] == ["2026-05-07T10-00-00Z gooseberry-fool.goose"]
    assert not one.context.folders.running.exists()


def test_the_running_table_that_is_over_can_be_looked_at(program: Opens) -> None:
    one = program()
    one.context.folders.running.write_text(played(COMPANY, 4, "2026-05-07T10:00:00Z")[1], encoding="utf-8")
    scene = games_of(one)
    (entry,) = scene.ended
    assert entry.record.path == one.context.folders.running
    one.click(entry)
    wait_for_the_score(one)
    assert isinstance(one.top, ScoreScene)
    assert one.top.ended


def test_the_table_that_is_opened_is_the_one_that_was_pressed_also_while_another_is_in_memory(program: Opens) -> None:
    """The table in memory could not be written; the one in the running file could not be moved out of its way."""
    one = program()
    one.show(running(0))
    pressed = one.matches.saves.record()
    one.matches.saves.close()
    one.context.folders.games.write_bytes(b"a file where a folder should be")
    scene = games_of(one, running(1))
    one.matches.saves.close()
    in_memory = one.matches.saves.record()
    assert in_memory != pressed == one.context.folders.running.read_bytes()
    (entry,) = scene.open_ones
    one.click(entry)
    assert one.matches.saves.record() == pressed
    one.context.folders.games.unlink()
    assert one.matches.saves.kept
    assert in_memory in [path.read_bytes() for path in one.context.folders.games.iterdir()]

"""The pages of statistics through the window: who is there, what is said of them, and how to begin again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.review_session import ADVISER
from goosetable.app.scenes import records_page, statistics
from goosetable.app.scenes.new_game.scene import NewGameScene, ProfileScene, SeatPickerScene
from goosetable.app.scenes.statistics import FigureRow, PlayerStatisticsScene, StatisticsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import opinion_cache, paths
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.engine.record.replay import replayed_games
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook
from goosetable.review.steps import finished_deals
from tests.app.archives import played, put
from tests.app.conftest import Opens
from tests.games.playing import Variant, find

YOU = RecordedPlayer("Gooseberry", "human")
SHORT_GOOSE = Variant(find("goose"), find("goose").Options(players=3, max_hand=2))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Three games: You twice against Vesper, once against Saffron, and one record that is none."""
    for seed, other in enumerate(("Vesper", "Vesper", "Saffron")):
        _, text = played((("Gooseberry", "human"), (other, "hard"), ("Dorothea", "easy")), seed, f"2026-11-2{seed}T10:00:00Z")
        put(tmp_path, str(seed), text)
    put(tmp_path, "damaged", "{}\n")
    return tmp_path


def list_of(scene: Any) -> dict[str, str]:
    return {entry.label: entry.accessible_value for entry in scene.persons + scene.others}


def told(scene: PlayerStatisticsScene) -> dict[str, str]:
    return {row.label: row.figure.value for row in [*scene.rows, *scene.medals, *scene.met]}


def test_the_title_leads_to_everybody(program: Opens, archive: Path) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"))
    scene = one.top
    assert isinstance(scene, StatisticsScene)
    assert all(not value for value in list_of(scene).values()), "nothing is said before all is read"
    assert records_page.reading_remark(scene.history).startswith("The records are being read")
    one.finish()
    assert records_page.reading_remark(scene.history) == "1 record cannot be read and is not counted."
    there = list_of(scene)
    assert there["Gooseberry"].startswith("3 games, ")
    assert there["Vesper, hard"].startswith("2 games, ")
    assert there["Minim"] == "No games yet"
    assert scene.history.damaged == 1
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, TitleScene)


def test_a_page_of_figures_follows_the_game_that_is_chosen(program: Opens, archive: Path) -> None:
    one, scene = program.at(lambda context, _: StatisticsScene(context, has_games_button=False))
    one.finish()
    one.click(scene.persons[0])
    page = one.top
    assert isinstance(page, PlayerStatisticsScene)
    assert told(page)["Games played"] == "3"
    assert "Points a deal" not in told(page)
    against = [row.figure.meaning.split(":")[0] for row in page.met]
    assert sorted(against) == ["Dorothea, easy", "Saffron, hard", "Vesper, hard"]
    page.widgets.focus_on(page.which)
    one.key(pygame.K_RIGHT)
    assert "Points a deal" in told(page)
    assert told(page)["Games played"] == "3"
    one.key(pygame.K_RIGHT)
    assert told(page)["Games played"] == "0"
    assert not page.met
    one.key(pygame.K_ESCAPE)
    assert one.top is scene


def test_every_figure_is_explained_where_the_focus_comes(program: Opens, archive: Path) -> None:
    one, page = program.at(lambda context, _: PlayerStatisticsScene(context, YOU))
    one.finish()
    met = set()
    for _ in range(len(page.widgets.all)):
        focus = page.widgets.focus
        if isinstance(focus, FigureRow):
            met.add(focus.label)
            assert len(focus.accessible_value.split()) > 5
            assert focus.accessible_value.endswith(".")
        one.key(pygame.K_TAB)
    assert met == set(told(page))


def test_medals_and_what_they_remember_stand_beside_each_other(program: Opens, archive: Path) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"), finish=True)
    one.click(one.top.persons[0])
    page = one.top
    assert [row.label for row in page.medals] == [game.title for game in games.SHELF]
    assert all(row.rect.right < page.met[0].rect.left for row in [*page.rows, *page.medals])
    given = [place for row in page.medals for place in row.places if place.mark]
    assert any(f"Medals: {len(given)} of " in text.words for text in page.visible_texts())
    owed = {row.label for row in page.met}
    assert all("you" in label.lower() and label.endswith(".") for label in owed)
    page.widgets.focus_on(page.which)
    one.key(pygame.K_RIGHT)
    assert [row.label for row in page.medals] == [medal.name for medal in games.SHELF[0].text.medals]
    for row in page.medals:
        earned = bool(row.places[0].mark)
        assert (
            row.accessible_value.startswith("earned" if earned else "not earned yet")
            and (", on 2" in row.accessible_value) == earned
        )
    one.click(page.again)
    one.click(page.again)
    assert not any(place.mark for row in page.medals for place in row.places), "they are counted from then on, too"


def test_the_habit_of_a_game_comes_from_the_reviewed_deals_of_its_person(program: Opens, tmp_path: Path) -> None:
    chairs = (("Gooseberry", "human"), ("Ada", "human"), ("Vesper", "hard"))
    cost = Cost(Estimate(0.06, 0.001), Estimate(1.0, 0.1), Estimate(0.06, 0.001))
    outlooks = (("play 7C", Outlook(Estimate(3.0, 0.1), Estimate(0.5, 0.01))),)
    bad = Opinion(1, 0, "play AC", "play 7C", "clear", "", "it wins", 400, cost, outlooks, principle="hold")
    _, text = played(chairs, 1, "2026-11-20T10:00:00Z", variant=SHORT_GOOSE)
    put(tmp_path, "1", text)
    for deal, mistakes in zip(finished_deals(text.encode(), games.find_game), (3, 2), strict=False):
        opinions = {9: replace(bad, seat=1, principle="unload")} | dict.fromkeys(range(mistakes), bad)
        for some in (opinions, {0: bad}):  # the second page looked at a part of the deal
            opinion_cache.write_opinions(paths.find_paths(tmp_path).reviews, deal.digest, ADVISER, some)
    one, page = program.at(lambda context, _: PlayerStatisticsScene(context, YOU))
    one.finish()
    assert "Your habit" not in told(page), "it is of one game"
    page.widgets.focus_on(page.which)
    one.key(pygame.K_RIGHT, pygame.K_RIGHT, finish=True)
    row = next(row.figure for row in page.rows if row.label == "Your habit")
    assert row.value == "5 of 5" and row.meaning.startswith("Over two deals, all five of your mistakes ")


def test_a_computer_player_has_no_medals(program: Opens, archive: Path) -> None:
    one, page = program.at(lambda context, _: PlayerStatisticsScene(context, RecordedPlayer("Vesper", "hard")))
    one.finish()
    assert page.rows and page.met and not page.medals


class TestAgain:
    def test_the_second_press_begins_again_and_records_stay(self, program: Opens, archive: Path) -> None:
        one, scene = program.at(lambda context, _: StatisticsScene(context, has_games_button=False))
        one.finish()
        one.click(scene.persons[0])
        page, before = one.top, {path.name: path.read_bytes() for path in (archive / "games").iterdir()}
        one.click(page.again)
        assert page.again.label == statistics.SURE
        assert told(page)["Games played"] == "3"
        one.click(page.again)
        assert told(page)["Games played"] == "0"
        assert not page.again.shown
        assert {path.name: path.read_bytes() for path in (archive / "games").iterdir()} == before
        one.key(pygame.K_ESCAPE)
        assert list_of(one.top)["Gooseberry"] == "No games yet"
        assert list_of(one.top)["Vesper, hard"].startswith("2 games, ")

    def test_anything_else_between_the_presses_takes_the_first_back(self, program: Opens, archive: Path) -> None:
        one, page = program.at(lambda context, _: PlayerStatisticsScene(context, YOU))
        one.finish()
        one.click(page.again)
        one.key(pygame.K_TAB)
        assert page.again.label == statistics.AGAIN
        page.widgets.focus_on(page.again)
        one.key(pygame.K_RETURN)
        assert page.again.label == statistics.SURE
        assert told(page)["Games played"] == "3"

    def test_there_is_nothing_to_begin_again_where_nothing_was(self, program: Opens) -> None:
        one, page = program.at(lambda context, _: PlayerStatisticsScene(context, YOU))
        one.finish()
        assert not page.again.shown


def test_the_sheets_of_chairs_and_people_lead_here_and_back(program: Opens, archive: Path) -> None:
    one, _ = program.at(NewGameScene)
    one.click(one.top.people[1])
    sheet = one.top
    assert isinstance(sheet, SeatPickerScene)
    one.click(sheet.figures)
    page = one.top
    assert isinstance(page, StatisticsScene)
    one.key(pygame.K_ESCAPE)
    assert one.top is sheet
    one.click(sheet.pens[0])
    person = one.top
    assert isinstance(person, ProfileScene)
    person.widgets.focus_on(person.figures)
    one.step()
    one.click(person.figures)
    page = one.top
    assert isinstance(page, PlayerStatisticsScene)
    assert page.player == YOU
    one.finish()
    assert told(page)["Games played"] == "3"
    one.key(pygame.K_ESCAPE)
    assert one.top is person
    one.click(person.figures)
    history = one.top.history
    while history.index is None:
        one.loop.scenes.run_slice()
    one.key(pygame.K_ESCAPE)
    assert history.index is None, "it is let go, though not all is read"
    one.key(pygame.K_ESCAPE)
    one.click(sheet.new)
    assert not one.top.figures.shown, "somebody new has none"


def test_the_running_table_counts(program: Opens) -> None:
    one = program()
    text = played((("Gooseberry", "human"), ("Vesper", "hard"), ("Dorothea", "easy")), 1, "2026-11-20T10:00:00Z", deals=2)[1]
    one.folders.running.write_text(text, encoding="utf-8")
    scene = one.show(lambda context, _: StatisticsScene(context, has_games_button=False))
    one.finish()
    assert list_of(scene)["Gooseberry"] == "No finished games; 2 deals"


def test_opponents_remember_where_one_chooses_them(program: Opens, archive: Path) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("Throps"))
    one.click(one.find("Seat 2"))
    assert isinstance(one.top, SeatPickerScene)
    assert not any(other.memory for other in one.top.others), "nothing is said before all is read"
    one.finish()
    won, lost = (sum(1 for seed in range(2) if outcome(archive, seed) == who) for who in (0, 1))
    said = "You and Vesper are level." if won == lost else "Vesper owes you" if won > lost else "You owe Vesper"
    remembered = {other.label: other.memory for other in one.top.others}
    assert remembered["Vesper"].startswith(said)
    assert remembered["Saffron"] and not remembered["Minim"]
    assert one.find("Vesper").accessible_value.endswith(remembered["Vesper"])


def outcome(archive: Path, seed: int) -> int:
    """Who won a game of the archive."""
    (session,) = replayed_games((archive / "games" / f"{seed}.goose").read_bytes(), games.find_game)
    (winner,) = session.winners
    return winner


@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((640, 400), 2.0), ((1280, 720), 2.0)])
@pytest.mark.parametrize("name", ["Wilhelmina Featherstoneh", "W" * 24])
def test_a_long_name_is_large_on_the_page_of_a_person(program: Opens, size: Any, text: float, name: str) -> None:
    one = program(size, text_size=text)
    put(one.context.folders.data, "1", played(((name, "human"), ("Vesper", "hard"), ("Dorothea", "easy")), 1)[1])
    page = one.show(lambda context, _: PlayerStatisticsScene(context, RecordedPlayer(name, "human")))
    one.finish()
    written, canvas = next(text for text in page.visible_texts() if text.role == "heading"), one.context.canvas
    assert "".join(written.lines).replace(" ", "") == name.replace(" ", ""), "nothing of it is cut"
    assert len(written.lines) <= 2 and written.pixel_size >= page.text_px(0.75 * 26)
    assert all(canvas.width(part, written.pixel_size, "serifb") <= written.box[2] * page.t + 1 for part in written.lines)
    bottom = [button for button in (page.close, page.charts, page.again) if button.shown]
    assert len(bottom) == 3
    assert not any(one.rect.colliderect(other.rect) for at, one in enumerate(bottom) for other in bottom[at + 1 :])


# ---------------------------------------------------------------------- by ear


def test_the_page_comes_with_all_records_and_says_nothing_of_reading(program: Opens, archive: Path) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"))
    scene, first = one.top, one.top.widgets.focus
    assert not one.loop.scenes.prepared, "the page before stays until the records are read"
    one.finish()
    assert one.loop.scenes.prepared and scene.widgets.focus is first, "a row that gets its figures is the same row"
    tree = scene.accessible_tree()
    assert "being read" not in tree.intro and tree.line == "" and tree.focused_part.value.startswith("3 games, ")


def test_where_reading_takes_long_that_is_said_without_percents_and_its_end_too(program: Opens, archive: Path) -> None:
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"))
    one.wait(0.5)
    tree = one.top.accessible_tree()
    assert one.loop.scenes.prepared and "The records are being read." in tree.intro and "%" not in tree.intro
    assert tree.line == "The records are being read."
    one.finish()
    assert one.top.status_line == "1 record cannot be read and is not counted."

"""The deal of the day: one deal with fixed rules and players, its stored result, and the results of the last days."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match import days, matches
from goosetable.app.match.days import DayResult
from goosetable.app.scenes.day import DayScene
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.problem.problems import ProblemsScene
from goosetable.app.scenes.problem.scene import ProblemScene
from goosetable.app.scenes.score.end import GameEndScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.settings import MOST_DAYS
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens, play_deal

DAY = 24 * 3600.0
TODAY = date(1970, 1, 1)
"""The date at the time 0 of the windows' clock."""


pytestmark = pytest.mark.usefixtures("random_players")


def deal_on(number: int) -> matches.DayDeal:
    return matches.day_deal(TODAY + timedelta(days=number), games.SHELF)


def on_the_day(one: Any, day: int = 1) -> matches.DayDeal:
    """Sets the clock of a window to a day, and returns the deal of that day. day: days after `TODAY`."""
    one.now = day * DAY
    return deal_on(day)


def sheet(one: Any, match: Any) -> Any:
    """Plays the only deal of a game with random actions, and opens the score sheet after it; returns its scene."""
    last = play_deal(match, Random(3))
    return one.show(lambda context, rooms: GameEndScene(context, rooms, match, *last))


@pytest.mark.parametrize("day", [1, 2])
def test_the_deal_ends_after_one_deal_with_the_result_of_the_day(program: Opens, stand_in: type[Any], day: int) -> None:
    one, title = program.at(TitleScene)
    deal = on_the_day(one, day)
    one.click(title.day)
    scene = one.top
    assert isinstance(scene, NewGameScene) and scene.heading == "Deal of the day"
    one.click(scene.deal)
    match: Any = one.top.match
    assert match.session.options == deal.options and deal.game.text.deal_count(deal.options) == 1
    assert one.show(TitleScene).day.result == "begun"
    page = sheet(one, match)
    assert match.session.ended
    own, *others = match.session.standing.totals
    result = days.stored_result(one.context.settings.days, deal.day)
    assert result is not None and (result.game, result.own) == (deal.game.id, own) and result.house in others
    one.click(one.find("Result of the day"))
    shown = one.top
    assert isinstance(shown, DayScene)
    one.finish()
    stored = days.stored_result(one.context.settings.days, deal.day)
    assert stored is not None and stored.expert is not None
    assert shown.expert_words.startswith("Expert with your cards: ")
    one.key(pygame.K_ESCAPE)
    assert one.top is page
    title = one.show(TitleScene)
    assert title.day.result == result.points_clause
    one.click(title.day)
    assert isinstance(one.top, DayScene), "a day counts once"


@pytest.mark.parametrize("what", ["a level", "a rule", "a player"])
def test_other_players_or_rules_are_no_deal_of_the_day(program: Opens, stand_in: type[Any], what: str) -> None:
    one, title = program.at(TitleScene)
    on_the_day(one, next(day for day in range(1, 60) if deal_on(day).game.id == "throps"))
    one.click(title.day)
    scene = one.top
    if what == "a rule":
        scene.setup.set_rule("tie", "shared")
    else:
        name = scene.setup.chairs[1].name
        scene.setup.chairs[1] = Chair(name, "hard") if what == "a level" else scene.setup.new_chair()
    scene.rebuild()
    assert scene.heading == "Lay the table"
    one.click(scene.deal)
    match = one.top.match
    assert one.show(TitleScene).day.result == "", "the tile does not call it begun"
    assert sheet(one, match).on.label == "Again" and not one.context.settings.days


def test_back_on_the_sheet_of_the_deal_leads_to_the_page_it_came_from(program: Opens, stand_in: type[Any]) -> None:
    one, title = program.at(TitleScene)
    on_the_day(one)
    one.click(title.day)
    one.click(one.top.deal)
    sheet(one, one.top.match)
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Score sheet"))
    game_sheet = one.top
    one.click(game_sheet.lines[0])
    assert one.top is not game_sheet
    one.click(one.find("Back"))
    assert one.top is game_sheet


def test_what_was_begun_before_midnight_counts_for_its_day(program: Opens, stand_in: type[Any]) -> None:
    one, title = program.at(TitleScene)
    before = on_the_day(one).day
    one.click(title.day)
    one.click(one.top.deal)
    match = one.top.match
    one.now += DAY
    assert sheet(one, match).on.label == "Result of the day"
    assert list(one.context.settings.days) == [before.isoformat()]
    title = one.show(TitleScene)
    assert title.day.result == ""
    one.click(title.day)
    assert isinstance(one.top, NewGameScene)


def test_an_expert_plays_the_same_game_for_everybody() -> None:
    found = set()
    for _ in range(2):
        game = days.ExpertGame(deal_on(3))
        while game.run_slice():
            pass
        found.add(game.points)
    assert len(found) == 1 and None not in found


WEEK = {0: "throps 22 19 won 20", 1: "goosed 10 14 lost 12", 2: "gops 45 45 shared 40", 4: "fools-gold -2 3 lost"}


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 1.0), ((640, 400), 2.0)])
def test_the_last_seven_days_are_shown_and_read(program: Opens, size: tuple[int, int], text_size: float) -> None:
    today = TODAY + timedelta(days=40)
    stored = {(today - timedelta(days=before)).isoformat(): result for before, result in WEEK.items()}
    one = program(size, days=stored, text_size=text_size)
    one.now = 40 * DAY
    page = one.show(lambda context, rooms: DayScene(context, rooms, today))
    one.finish()
    assert page.headline == "Three better than the house" and page.streak_heading == "Three days in a row"
    rows = [part.name for part in page.accessible_parts() if part.kind == "row"]
    assert rows[0].startswith("You: 22") and rows[1].startswith("The house: 19") and rows[2].startswith("Expert: 20")
    assert len(rows) == 10 and sum("not played" in name for name in rows) == 3
    assert rows[-1] == "Tue 10: Throps, you 22, the house 19, won"
    assert page.clipboard_text(page.result).splitlines()[1] == "You 22, the house 19, an expert 20"
    one.click(page.problem)
    assert isinstance(one.top, ProblemScene)
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, ProblemsScene), "it leads to all problems, as from the list"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("throps 22 19 won", "Three better than the house"), ("throps 18 19 lost", "The house was one better"),
        ("gooseberry-fool 11 13 won", "You beat the house"), ("gooseberry-fool 13 11 lost", "The house won"),
        ("gops 45 45 shared 3", "Level with the house"),
    ],
)  # fmt: skip
def test_a_result_is_told_in_a_few_words(text: str, said: str) -> None:
    found = days.parse_result(text)
    assert found is not None and found.headline == said and str(found) == text


@pytest.mark.parametrize("text", ["", "throps", "throps 1 2 maybe", "throps 1 2 won x", "throps 1.5 2 won", "../x 1 2 won"])
def test_what_is_no_result_is_none(text: str) -> None:
    assert days.parse_result(text) is None


def test_old_days_make_room() -> None:
    stored: dict[str, str] = {}
    for number in range(MOST_DAYS + 5):
        day = TODAY + timedelta(days=number)
        stored = days.with_result(stored, day, DayResult("gops", number, 0, "won"), MOST_DAYS)
    assert len(stored) == MOST_DAYS and min(stored) == "1970-01-06"
    assert days.streak_length(stored, TODAY + timedelta(days=MOST_DAYS + 5)) == MOST_DAYS

"""The end of a game: a headline for what happened, a goose that walks to the shelf, ways on, and presses not meant for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.scenes.score.end import WALK
from goosetable.app.scenes.score.luck import LuckScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.focus import Button
from goosetable.engine.record.format import Chair
from goosetable.engine.text.game_text import ending_headline
from goosetable.engine.text.table_facts import Ending
from tests.app.scenes.score.test_score_scene import seated, sheet

Opens = Callable[..., Any]
PRESS_LATE = 0.4


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait for quick presses is that of the program."""
    monkeypatch.setattr("goosetable.app.scenes.score.scene.PRESS_LATE", PRESS_LATE)


@pytest.mark.parametrize(
    ("totals", "winners", "seat", "said"),
    [
        ([(42, 45)], (1,), 0, "Three short: [1 wins]"),
        ([(42, 45)], (1,), None, "[1 wins] by three"),
        ([(20, 45)], (1,), 0, "[1 wins] by 25"),
        ([(10, 30, 20), (50, 40, 30)], (0,), 0, "From last to first: [0 wins] by ten"),
        ([(20, 30, 10), (50, 40, 30)], (0,), 0, "Won in the last deal: [0 wins] by ten"),
        ([(9, 1), (19, 5), (40, 9)], (0,), 1, "[0 wins] from start to finish"),
        ([(40, 40, 3)], (0, 1), 2, "[0] and [1] share the win with 40 each"),
    ],
)
def test_the_headline_names_the_event(totals: Any, winners: Any, seat: int | None, said: str) -> None:
    assert ending_headline(Ending(tuple(totals), winners, seat), lowest=False) == said


def test_where_the_lowest_total_wins_the_lowest_was_first_before() -> None:
    ending = Ending(((10, 30, 20), (50, 35, 30)), (2,), None)
    assert ending_headline(ending, lowest=True) == "Won in the last deal: [2 wins] by five"


def test_no_series_of_quick_presses_begins_the_next_game(program: Opens, patient: None) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True)
    for _ in range(6):
        one.key(pygame.K_RETURN)
        one.wait(PRESS_LATE * 1.8, PRESS_LATE * 0.2)
    assert one.top is scene and scene.match.session.ended
    one.wait(PRESS_LATE * 2.2, PRESS_LATE * 0.2)
    one.key(pygame.K_RETURN)
    assert not scene.match.session.ended, "one press after a rest is meant, and begins the next game"


def test_a_press_that_closed_the_review_is_not_taken_for_the_next_deal(program: Opens, patient: None) -> None:
    one = program()
    scene = sheet(one, seated(one))
    one.wait(1.0)
    scene.widgets.focus_on(scene.review)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.widgets.focus is scene.review, "the focus is where it was"
    scene.widgets.focus_on(scene.on)
    one.key(pygame.K_RETURN)
    assert one.top is scene


@pytest.mark.parametrize("still", [False, True])
def test_the_goose_walks_to_the_shelf_or_stands_there(program: Opens, still: bool) -> None:
    one = program(pace="leisurely", still=still)
    scene = sheet(one, seated(one, target=50), until_end=True, seed=5)
    assert 0 in scene.match.session.winners
    assert scene.goose_progress == (1 if still else 0) and scene.busy != still
    one.wait(WALK + 0.3)
    assert scene.goose_progress == 1 and not scene.busy
    assert any(text.words == "Your first Golden Goose at this table" for text in scene.visible_texts())


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_the_ways_on_keep_their_words_and_their_places(
    program: Opens, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text_size: float
) -> None:
    monkeypatch.setattr("goosetable.app.scenes.score.scene.OPINIONS_WAIT", 0.0)
    one = program(size, text_size=text_size)
    scene = sheet(one, seated(one, target=50), until_end=True)
    places = {widget: (widget.label, tuple(widget.rect)) for widget in scene.widgets.all if isinstance(widget, Button)}
    one.finish()
    assert scene.dearest is not None and scene.dearest.title and scene.fair in places
    assert places == {widget: (widget.label, tuple(widget.rect)) for widget in places}
    on, luck = scene.on, scene.luck
    assert on.label == "Again" and one.screen.size[0] > on.rect.right
    assert luck in scene.widgets.all
    scene.widgets.focus_on(luck)
    one.wait(1.0)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, LuckScene)


def test_the_turning_point_appears_and_is_announced(program: Opens) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True, seed=5)
    assert scene.facts.turning_point == "" and "turning point" not in scene.opening_announcement
    one.finish()
    said = scene.facts.turning_point
    assert said.startswith("{The turning point") and said.endswith(" more.")
    assert said in [text.words for text in scene.visible_texts()]
    assert scene.status_line == spoken_text(said) and scene.status_line in scene.opening_announcement


def test_luck_is_not_offered_where_all_hands_are_equal(program: Opens) -> None:
    one = program()
    game = games.find_game("gops")
    match = one.matches.begin_table(game, game.Options(), [Chair("Gooseberry", "human"), Chair("Vesper", "easy")])
    match.deal()
    session = match.session
    while session.due == "act":
        match.act(min(session.legal()))
    dealt, tally = session.deal, game.text.tally(match.present_view().known, match.me)
    match.score_deal()
    scene = one.show(
        lambda context, matches: ScoreScene(context, matches, match, tally, session.scored_deals[-1].points, dealt)
    )
    assert scene.ended and not scene.luck.shown

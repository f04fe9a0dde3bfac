"""Score sheets of games that are otherwise than most: teams with one line and one win, a stock in its order."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.card_pages import LookOverScene, trick_name_parts
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.ui.accessible import spoken_text
from tests.app.table_window import Window
from tests.games import playing

Opens = Callable[..., Any]
FOUR = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Quill", "random"))


def scored(window: Window, chance: Random) -> ScoreScene:
    """The sheet after a deal, in which the person plays any cards by clicking them."""
    while not isinstance(window.scenes.top, ScoreScene):
        window.until(lambda: window.mine or isinstance(window.scenes.top, ScoreScene))
        if window.mine and window.scene is window.scenes.top:
            window.click(window.on(chance.choice(sorted(window.legal))))
            window.tick(0.05)
    return window.scenes.top


@pytest.fixture
def table(tmp_path: Path) -> Any:
    made: list[Window] = []

    def make(name: str, people: Any, **options: Any) -> Window:
        game = playing.find(name)
        made.append(Window(tmp_path, people, game=game, options=game.Options(**options), pace="at once"))
        return made[-1]

    yield make
    for window in made:
        window.close()


def test_partners_have_one_line_one_place_in_the_race_and_win_together(table: Opens) -> None:
    window, chance = table("whist", FOUR), Random(4)
    while True:
        scene = scored(window, chance)
        assert [row.seats for row in scene.tally.rows] == [(0, 2), (1, 3)]
        assert scene.race.parties == ((0, 2), (1, 3))
        if scene.ended:
            break
        assert "are level at the top" not in scene.reason_to_go_on
        window.key(pygame.K_RETURN)
        window.tick(0.05)
    assert re.search("(Dorothea and you|Vesper and Quill) win", scene.title)


def test_the_stock_is_shown_in_the_order_in_which_it_was_turned_up(table: Opens) -> None:
    window = table("gops", FOUR[:2])
    scene = scored(window, Random(1))
    window.click(scene.review.rect.center)
    window.click(next(one for one in window.scenes.top.widgets.all if one.label == "All hands").rect.center)
    shown = window.scenes.top
    assert isinstance(shown, LookOverScene)
    (stock,) = [part for part in shown.accessible_parts() if part.kind == "list" and part.name.startswith("Stock: ")]
    assert [part.name for part in stock.parts] == [
        spoken_text(window.match.game.text.card_name(card)) for card in scene.dealt.stock
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cross-purposes", [["First half", "Trick 1"], ["Second half", "Trick 1"], ["Second half", "Trick 13"]]),
        ("gops", [["Round 1"], ["Round 2"], ["Round 13"]]),
    ],
)
def test_a_deal_looked_over_tells_its_tricks_as_the_game_does(table: Opens, name: str, words: list[list[str]]) -> None:
    window = table(name, FOUR[:2])
    match, chance = window.match, Random(1)
    scene = window.scene
    while not match.session.scored_deals:
        window.until(lambda: match.my_turn or bool(match.session.scored_deals))
        if match.my_turn:
            scene.perform(chance.choice(list(match.session.legal())), by_person=True)
    shown = LookOverScene(window.context, match, match.session.scored_deals[0], ("gooseberry", "fox"))
    rows = [trick_name_parts(trick) for trick in shown.tricks]
    assert all(one in rows for one in words)
    assert len({tuple(row) for row in rows}) == len(rows)
    shown.on_resize(1280, 720)
    lists = [part for part in shown.accessible_parts() if part.kind == "list"]
    for trick, row, part in zip(shown.tricks, rows, lists[-len(rows) :], strict=True):
        assert part.name.startswith(f"{', '.join(row)}. ")
        taker = [one.description for (seat, card), one in zip(trick.plays, part.parts, strict=True) if card == trick.card]
        assert taker == ["It took the trick."] or trick.tied_seats


def test_the_sheet_of_six_needs_no_bar_in_a_window_of_the_usual_size(table: Opens) -> None:
    people = (*FOUR, ("Pip", "random"), ("Saffron", "random"))
    window = table("goose", people, players=6, max_hand=3)
    match, chance = window.match, Random(1)
    while not match.session.scored_deals:
        window.until(lambda: match.my_turn or bool(match.session.scored_deals))
        if match.my_turn:
            window.scene.perform(chance.choice(list(match.session.legal())), by_person=True)
    window.until(lambda: isinstance(window.scenes.top, ScoreScene))
    assert window.scenes.top.scroll.max_offset == 0


def test_the_last_sheet_of_four_needs_no_bar_in_a_window_of_the_usual_size(table: Opens) -> None:
    """With who has won how many games below the totals."""
    window, chance = table("goosed", FOUR), Random(1)
    scene = scored(window, chance)
    while not scene.ended:
        window.key(pygame.K_RETURN)
        window.tick(0.05)
        scene = scored(window, chance)
    assert scene.scroll.max_offset == 0

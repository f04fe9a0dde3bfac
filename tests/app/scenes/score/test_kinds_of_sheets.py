"""Score sheets of games that are otherwise than most: teams with one line and one win, a stock in its order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.look_over import Laid, LookOverScene
from goosetable.app.scenes.score.scene import ScoreScene
from tests.app.table_window import Window
from tests.games import playing

Opens = Callable[..., Any]
FOUR = (("You", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Quill", "random"))


def scored(window: Window, chance: Random) -> ScoreScene:
    """The sheet after a deal, in which the person plays any cards by clicking them."""
    while not isinstance(window.scenes.top, ScoreScene):
        window.until(lambda: window.mine or isinstance(window.scenes.top, ScoreScene))
        if window.mine and window.scene is window.scenes.top:
            window.click(window.on(chance.choice(sorted(window.scene.stage.snapshot.legal))))
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
        assert "are level at the top" not in scene.longer
        window.key(pygame.K_RETURN)
        window.tick(0.05)
    assert scene.title in ("Dorothea and you win the game", "Vesper and Quill win the game")


def test_the_stock_is_shown_in_the_order_in_which_it_was_turned_up(table: Opens) -> None:
    window = table("gops", FOUR[:2])
    scene = scored(window, Random(1))
    window.click(scene.look.rect.center)
    shown = window.scenes.top
    assert isinstance(shown, LookOverScene)
    assert [row.cards for row in shown.rows if isinstance(row, Laid) and row.name == "Stock"] == [scene.dealt.stock]

"""The focus at the table: when a turn begins it is on what may be done, whatever keys came before it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.games import SHELF
from tests.app.table_window import Window, opened

KEYS = (
    pygame.K_RETURN, pygame.K_RETURN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_TAB,
    pygame.K_F6, pygame.K_SPACE, pygame.K_h, pygame.K_1, pygame.K_2, pygame.K_5,
)  # fmt: skip
WALKS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
PEOPLE = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Minim", "random"))
Open = Callable[..., Window]


@pytest.fixture
def open_game(tmp_path: Path) -> Iterator[Open]:
    opening = opened(tmp_path)
    make = next(opening)

    def lay(game: Any, **more: Any) -> Window:
        return make(game=game, people=PEOPLE[: game.seats(game.Options())], **more)

    yield lay
    for _ in opening:
        pass


def wrong(window: Window) -> str:
    """What the focus is on that may not be done; empty if nothing is wrong."""
    scene, focus = window.scene, window.scene.hand.focus
    if scene.panel is not None:
        return next(
            (f"the choice {tile.label}" for tile in scene.panel.tiles if tile is scene.controls.widgets.focus and tile.barred),
            "",
        )
    if scene.hand.legal is not None and focus is not None and focus not in scene.hand.legal:
        return f"the card {focus}"
    return ""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("pace", ["at once", pytest.param("brisk", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_when_a_turn_begins_the_focus_is_on_what_may_be_done(open_game: Open, game: Any, pace: str) -> None:
    """Keys at random moments, before turns and in them; only who walks within the turn looks at other cards."""
    window, chance = open_game(game, pace=pace), random.Random(f"{game.id} {pace}")
    turns, asked, walks = 0, -1, False

    def watch() -> None:
        nonlocal turns, asked
        now = len(window.actions)
        if window.mine and now != asked:
            turns, asked = turns + 1, now
            assert walks or not wrong(window), f"turn {turns} after {now} actions: {wrong(window)}"

    window.watch = watch
    for _ in range(400):
        if window.scored or turns > 7:
            break
        key = chance.choice(KEYS)
        walks = key in WALKS
        window.key(key)
        watch()
        walks = False
        if window.mine and chance.random() < 0.3:
            window.scene.perform(chance.choice(window.match.present_view().legal), by_person=True)
        if window.scene.last_trick is None:
            window.tick(chance.choice((0.02, 0.1, 0.4, 0.9)), fps=30)
    assert turns > 2


@pytest.mark.parametrize("number", range(7))
def test_an_enter_too_early_leaves_no_card_that_may_not_be_played(open_game: Open, number: int) -> None:
    """Every card of a hand is pointed at before the turn; most of them may not be played in it."""
    window = open_game(games.find_game("goosed"), pace="brisk", code="7Q4KM2XD9TBR")
    window.until(lambda: bool(window.hand) and not window.mine)
    window.key(pygame.K_RETURN)
    for _ in range(number):
        window.key(pygame.K_RIGHT)
    assert window.scene.hand.focus is not None and not window.mine
    window.until(lambda: window.mine)
    legal = window.scene.hand.legal
    assert legal is not None and len(legal) < len(window.hand)
    assert window.scene.hand.focus in legal


@pytest.mark.parametrize("number", range(7))
def test_the_pointer_that_rests_on_such_a_card_means_nothing_when_the_turn_begins(open_game: Open, number: int) -> None:
    window = open_game(games.find_game("goosed"), pace="brisk", code="7Q4KM2XD9TBR")
    window.until(lambda: bool(window.hand) and not window.mine)
    card = window.hand[number]
    window.point(window.on(card))
    assert window.scene.hand.focus == card and not window.mine
    window.until(lambda: window.mine)
    legal = window.scene.hand.legal
    assert legal is not None and window.scene.hand.focus == (card if card in legal else None)

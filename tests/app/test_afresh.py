"""The ninth law at the whole table: whatever is done to it at whatever moment, it looks as if it had just been shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pygame
import pytest

from tests.app.stage_play import SOME, TABLES
from tests.app.table_window import Window
from tests.games import playing

pytestmark = pytest.mark.usefixtures("drawn_ahead")

SIZES: Final = ((1280, 720), (640, 400), (700, 1000), (900, 500), (1920, 1080))
TEXTS: Final = (0.8, 1.0, 1.6, 2.0)
Opens = Callable[..., Window]


def laid(open_table: Opens, name: str, chosen: dict[str, Any], **more: Any) -> Window:
    """A table of one person and random players."""
    game = playing.find(name)
    options = game.Options(**chosen)
    people = tuple((who, "random" if seat else "human") for seat, who in enumerate(playing.NAMES[: game.seats(options)]))
    return open_table(people=people, game=game, options=options, code=playing.CODE.replace("-", ""), **more)


def assert_afresh(one: Window) -> None:
    """Cards, badges, panel and controls are as a table has them that is shown for the first time."""
    one.settle()
    scene, fresh = one.scene, one.fresh()
    for here, there in zip(scene.stage.picture_state(), fresh.picture_state(), strict=True):
        assert here == there
    decision = fresh.snapshot.decision
    assert (scene.panel is None) == (decision is None)
    if scene.panel is not None:
        expected = scene._make_panel(scene.panel.decision)
        expected.lay_out(scene.layout, scene.context.canvas)
        assert scene.panel.decision == decision
        assert (scene.panel.area, scene.panel.message_y) == (expected.area, expected.message_y)
        assert [tile.rect for tile in scene.panel.tiles] == [tile.rect for tile in expected.tiles]


def disturb(one: Window, what: str, chance: Random) -> None:
    """One of the things that may happen to a table at any moment."""
    scene = one.scene
    match what:
        case "skip":
            scene.finish()
        case "resize":
            w, h = one.scenes.w, one.scenes.h
            for size in (*chance.sample(SIZES, 2), (w, h))[chance.randrange(3) :]:
                one.scenes.resize(*size)
        case "text":
            settings = replace(one.context.settings, text_size=chance.choice(TEXTS))
            one.context.settings = settings
            one.scenes.resize(one.scenes.w, one.scenes.h)
        case "undo":
            one.scene.undo()


def walk(one: Window, chance: Random, actions: int) -> int:
    """Plays at random and disturbs the table as it goes; gives how often it was compared."""
    scene, compared = one.scene, 0
    for _ in range(40 * actions):
        if actions <= 0 or one.match.session.ended:
            break
        if one.scored:
            one.key(pygame.K_RETURN)
        if one.match.session.due_step == "act" and scene.stage.shown is not None:
            legal = list(one.match.session.legal())
            scene.perform(chance.choice(legal), by_person=one.match.is_my_turn)
            actions -= 1
        one.tick(chance.choice((0.02, 0.1, 0.5)), fps=20)
        if chance.random() < 0.4 and not one.scored and one.match.session.due_step in ("act", "score"):
            disturb(one, chance.choice(("skip", "resize", "text", "undo")), chance)
            assert_afresh(one)
            compared += 1
    return compared


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_a_disturbed_table_looks_as_if_it_had_just_been_shown(open_table: Opens, name: str, chosen: dict[str, Any]) -> None:
    one = laid(open_table, name, chosen, pace="brisk")
    one.tick(0.1)
    assert walk(one, Random(2), 16) > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_a_disturbed_table_looks_as_if_it_had_just_been_shown_for_long(
    open_table: Opens, name: str, chosen: dict[str, Any], seed: int
) -> None:
    one = laid(open_table, name, chosen, pace="leisurely", size=SIZES[seed % len(SIZES)])
    one.tick(0.1)
    assert walk(one, Random(seed), 150) > 8

"""The keys that tell of the table tell the result where a score sheet lies over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.ui.keymap import COMMANDS, SHEET
from tests.app.scenes.score.test_score_scene import seated, sheet

Opens = Callable[..., Any]
KEYS = {
    "tell points": pygame.K_o, "tell bids": pygame.K_b, "tell turn": pygame.K_q, "tell hand": pygame.K_c,
    "tell trick": pygame.K_t, "tell may": pygame.K_a,
}  # fmt: skip


def asked(one: Any, key: int, mod: int = 0) -> str:
    one.context.drop_answer()
    one.key(key, mod=mod)
    return one.context.answered.whole if one.context.answered else ""


@pytest.fixture(params=[False, True], ids=["a deal", "the game"])
def scene(program: Opens, request: Any) -> Iterator[tuple[Any, Any]]:
    one = program()
    yield one, sheet(one, seated(one, target=50), until_end=request.param)


def test_points_and_bids_tell_the_whole_sheet(scene: tuple[Any, Any]) -> None:
    one, page = scene
    for key in (pygame.K_o, pygame.K_b):
        said = asked(one, key)
        assert said == page.opening_announcement and page.title in said
        assert all(f"deal {row.points}" in said for row in page.tally.rows)


def test_the_other_keys_tell_that_it_is_over_and_what_comes(scene: tuple[Any, Any]) -> None:
    one, page = scene
    assert f"{page.on.label} is the way on." in asked(one, pygame.K_q)
    for key in (pygame.K_c, pygame.K_t, pygame.K_a):
        assert asked(one, key) == f"{page.title}. All cards have been played."
    assert "Review shows the tricks" in asked(one, pygame.K_l, pygame.KMOD_LSHIFT)


def test_no_telling_key_is_silent_and_all_are_listed(scene: tuple[Any, Any]) -> None:
    one, page = scene
    every = {one.id for one in COMMANDS if SHEET in one.screens}
    assert every == {*KEYS, "tell last trick"} == {*page.key_actions}
    one.key(pygame.K_F1)
    assert {*one.top.commands} >= every


def test_the_sheet_of_the_whole_game_tells_how_it_stands(scene: tuple[Any, Any]) -> None:
    one, page = scene
    found = one.show(lambda context, matches: GameSheetScene(context, page.match))
    said = asked(one, pygame.K_o)
    for name, total in zip(page.match.session.names, page.totals, strict=True):
        assert f"{name} {total}" in said
    assert said == found.standing and page.match.with_names(page.race.sentence) in said

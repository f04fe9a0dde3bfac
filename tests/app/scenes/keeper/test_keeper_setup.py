"""The way to the score keeper, and the set-up of a game with real cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.keeper.setup import KeeperSetupScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.games import SHELF

Opens = Callable[..., Any]
GOOSE = next(game for game in SHELF if game.id == "goose")
PEOPLE = tuple({"name": name} for name in ("Ruth", "Tom", "Anna"))


def opened(one: Any, game: Any = None) -> Any:
    """The set-up, by the key at the title; game: the one whose tile has the focus."""
    title = one.show(TitleScene)
    if game is not None:
        title.widgets.to(next(tile for tile in title.tiles if tile.game is game))
    one.key(pygame.K_k)
    assert type(one.top) is KeeperSetupScene
    return one.top


def test_a_line_of_the_title_and_its_key_lead_there(program: Opens) -> None:
    one: Any = program()
    one.show(TitleScene)
    one.click(one.find("score keeper for real cards"))
    assert type(one.top) is KeeperSetupScene
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, TitleScene)
    assert opened(one, GOOSE).laying.game is GOOSE


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_people_who_are_known_sit_down_and_no_computer_does(program: Opens, game: Any) -> None:
    scene = opened(program(name="Ruth", people=PEOPLE), game)
    names = scene.laying.names
    assert names[:3] == ["Ruth", "Tom", "Anna"][: len(names)]
    assert names[3:] == [f"Player {seat + 1}" for seat in range(3, len(names))]
    assert {chair.player for chair in scene.laying.chairs} == {"human"}
    assert scene.laying.preset == "As printed"


def test_who_sits_there_is_asked_among_people_alone(program: Opens) -> None:
    one = program(name="Ruth", people=PEOPLE)
    opened(one, GOOSE)
    one.click(one.find("Seat 4"))
    assert [one.top.sections, [who.label for who in one.top.others]] == [("People at this table",), []]
    one.click(one.find("A new player"))
    one.type("Ben")
    one.click(one.find("Sit down"))
    assert one.top.laying.names[3] == "Ben"


def test_an_egg_beside_each_row_says_who_deals_first(program: Opens) -> None:
    one = program(name="Ruth", people=PEOPLE)
    scene = opened(one, GOOSE)
    assert scene.laying.dealer == 0
    one.click(one.find("Anna deals first"))
    assert [egg.value for egg in scene.beside.values()] == ["", "", "chosen", ""]
    one.click(scene.fewer)
    one.click(scene.fewer)
    assert scene.laying.dealer == 1, "two are left, and one of them deals"

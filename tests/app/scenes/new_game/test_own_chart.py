"""A chart of one's own at set-up: typed in, refused in a sentence, and there again afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.new_game.own import remark
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.games import SHELF

Opens = Callable[..., Any]
(GOLD,) = (game for game in SHELF if game.id == "fools-gold")
ROWS = [[1, 2], [3, 6], *[[4, 9]] * 10]


def begin(one: Any) -> Any:
    """Fools Gold with "Your own" chosen by keys, and the focus in its field by Tab."""
    scene = one.show(lambda context, matches: NewGameScene(context, matches, GOLD))
    scene.widgets.to(one.find("What sets earn"))
    one.key(pygame.K_LEFT, pygame.K_TAB)
    assert scene.widgets.focus is scene.fields["chart"]
    return scene


def write(one: Any, text: str) -> None:
    """Types into the field that has the focus, over what stands there."""
    one.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    one.key(pygame.K_BACKSPACE)
    if text:
        one.type(text)


@pytest.mark.parametrize("text", ["1/2 3/6 4/9", "1/2,3/6,4/9", " 1/2 , 3/6 ,4/9 "])
def test_a_chart_is_typed_and_goes_into_the_record(program: Opens, stand_in: type[Any], text: str) -> None:
    one = program()
    scene = begin(one)
    assert scene.fields["chart"].text == "2/5 4/8"  # what was chosen before
    write(one, text)
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)
    assert one.top.match.session.header.options["chart"] == ROWS
    again = one.show(lambda context, matches: NewGameScene(context, matches, GOLD))
    assert again.fields["chart"].text == "1/2 3/6 4/9"


@pytest.mark.parametrize("text", ["", "abc", "2-5", "-2/5", "100/5", "2/5/8", "2/5 " * 13])
def test_what_cannot_be_read_is_refused_beside_the_field(program: Opens, text: str) -> None:
    one = program()
    scene = begin(one)
    write(one, text)
    (rule,) = (rule for rule in scene.house_rules if rule.key == "chart")
    assert scene.objection == remark(rule, scene.laying.chosen["chart"]) and scene.touched == "chart"
    one.click(scene.deal)
    assert one.top is scene and scene.widgets.focus is scene.fields["chart"]
    assert scene.fields["chart"].text == text


def test_what_was_typed_lasts_through_players_and_presets(program: Opens) -> None:
    one = program()
    scene = begin(one)
    write(one, "1/2 3/6 4/9")
    one.click(scene.more)
    assert scene.fields["chart"].text == "1/2 3/6 4/9"
    one.click((scene.presets.rect.right - 8, scene.presets.rect.centery))
    assert scene.laying.preset and not scene.fields
    scene.widgets.to(one.find("What sets earn"))
    one.key(pygame.K_LEFT)
    assert scene.fields["chart"].text == "1/2 3/6 4/9"

"""What stays within reach and can be read in small windows and with large text."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.art import svg
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table import captions
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens
from tests.app.table.test_sidebar import Written, draw_strip


def table(one: Any, name: str, players: int, acts: int) -> TableScene:
    """A table at which some actions have been done."""
    game = games.find_game(name)
    chairs = [Chair(f"P{seat}", "random" if seat else "human") for seat in range(players)]
    match = one.matches.begin_table(game, game.Options(), chairs)
    match.deal()
    chance = Random(4)
    for _ in range(acts):
        match.act(chance.choice(list(match.session.legal())))
    found: TableScene = one.show(lambda context, matches: TableScene(context, match))
    return found


def test_the_menu_of_a_small_table_shows_the_last_trick_again(program: Opens) -> None:
    one, scene = program.into(table, "fools-gold", 3, 0, size=(640, 400))
    one.click(scene.controls.menu)
    assert not one.top.last.shown, "there is none yet"
    scene = table(one, "fools-gold", 3, 12)
    assert not scene.controls.last.shown, "there is no room for the button itself"
    one.click(scene.controls.menu)
    assert type(one.top).__name__ == PauseMenuScene.__name__
    one.click(one.find("Last trick"))
    assert one.top is scene and scene.last_trick is not None
    one.key(pygame.K_SPACE)
    assert scene.last_trick is None


@pytest.mark.parametrize(("name", "players"), [("gooseberry-fool", 3), ("fools-gold", 3), ("goosed", 4)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_strip_tells_the_persons_tricks(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, players: int, text: float
) -> None:
    one, scene = program.into(table, name, players, 12, size=(640, 400), text_size=text)
    now = take_snapshot(scene.match)
    written = Written(one.context.canvas, monkeypatch)
    draw_strip(one.context.canvas, Layout(640, 400, players, text), now, scene.match)
    assert "trick" in now.plates[0] and now.plates[0] in written.texts
    assert written.clashes() == []


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_a_notice_leaves_the_bar_at_the_top_free(
    program: Opens, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float
) -> None:
    one, scene = program.into(table, "fools-gold", 3, 3, size=size, text_size=text)
    notice, where = captions.draw_notice, list[pygame.Rect]()
    monkeypatch.setattr(captions, "draw_notice", lambda *given: where.append(notice(*given)))
    one.context.show_notice("Nothing can be kept here; play goes on without.")
    scene.dirty = True
    one.step()
    buttons = [scene.controls.menu.rect, scene.controls.undo.rect, scene.controls.hint.rect, scene.controls.strip.rect]
    assert where and not [rect for rect in buttons if rect.colliderect(where[-1])]


@pytest.mark.parametrize("room", [150, 220, 320, 900])
@pytest.mark.parametrize(
    "words", ["Your lead: play any card", "Vesper led ♣ and you have none: play any card. You need ~six tricks~"]
)
def test_a_message_is_never_cut_where_two_lines_can_hold_it(program: Opens, words: str, room: int) -> None:
    one, _ = program.at(TitleScene)
    canvas = one.context.canvas
    lines, px = captions.fit_message(canvas, words, 24, room)
    assert 1 <= len(lines) <= 2 and px >= 8
    assert all(canvas.width(line, px, "semi") <= room for line in lines)
    if room >= 220:
        assert " ".join(lines).replace("~", "") == words.replace("~", "")


def test_the_goose_stands_on_the_lower_edge_of_its_box() -> None:
    tall = svg.GOOSE_TALL + 12
    drawn = svg.document(svg.GOOSE_WIDE, tall, svg.goose_svg(width=1.8))
    picture = pygame.image.load(io.BytesIO(drawn.encode()), "goose.svg")
    box = picture.get_bounding_rect()
    assert svg.GOOSE_TALL - 2 <= box.bottom <= svg.GOOSE_TALL

"""What happened in the deal is told at every table when it is asked for, and covers neither hand nor trick beside a sidebar."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.text import without_marks
from tests.app.stage_play import SOME
from tests.app.table_window import Window

NAMES = ("You", "Ann", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kim")


def laid(open_table: Callable[..., Window], name: str, chosen: dict[str, Any], **more: Any) -> Window:
    """A table in the middle of its first deal, at the person's turn."""
    game = games.find_game(name)
    options = game.Options(**chosen)
    people = tuple((NAMES[i], "random" if i else "human") for i in range(game.seats(options)))
    window, chance = open_table(game=game, options=options, people=people, pace="at once", **more), Random(4)
    while len(window.match.log_lines()) < 4:
        window.to_my_turn()
        window.scene.perform(chance.choice(list(window.match.session.legal())), by_person=True)
    window.to_my_turn()
    return window


def written(window: Window, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every line that is written, as it is read."""
    found: list[str] = []
    canvas, rich, put = window.context.canvas, window.context.canvas.draw_rich_line, window.context.canvas.draw_plain_text

    def kept(s: str, *more: Any, **named: Any) -> float:
        found.append(without_marks(s))
        return rich(s, *more, **named)

    def plain(s: str, *more: Any, **named: Any) -> Any:
        found.append(s)
        return put(s, *more, **named)

    monkeypatch.setattr(canvas, "draw_rich_line", kept)
    monkeypatch.setattr(canvas, "draw_plain_text", plain)
    window.draw_anew()
    monkeypatch.undo()
    return " ".join(found)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_a_key_and_a_button_tell_what_happened(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, name: str, chosen: dict[str, Any]
) -> None:
    window = laid(open_table, name, chosen)
    if window.scored:
        return
    last = [without_marks(line) for line in window.shown.log[-3:]]
    story = window.scene.controls.story
    assert story.shown and story in window.scene.controls.widgets.all
    before = written(window, monkeypatch)
    window.key(pygame.K_w)
    told = written(window, monkeypatch)
    assert all(line in told for line in last)
    assert "Game so far" not in told
    area = window.scene.layout.ledger_area
    assert window.scene.layout.cloth_width <= area.x, "it lies beside the cloth"
    window.click(story.rect.center)
    assert written(window, monkeypatch) == before


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize(("name", "chosen"), [("goose", {"players": 4}), ("goosed", {}), ("gops", {"players": 3})])
def test_in_a_small_window_it_is_told_over_the_table(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, name: str, chosen: dict[str, Any], text: float
) -> None:
    window = laid(open_table, name, chosen, size=(640, 400), text_size=text)
    last = [without_marks(line) for line in window.shown.log[-3:]]
    window.key(pygame.K_w)
    assert window.scene.sidebar_open
    assert all(line in written(window, monkeypatch) for line in last)
    window.key(pygame.K_ESCAPE)
    assert not window.scene.sidebar_open
    window.click(window.scene.controls.strip.rect.center)
    assert window.scene.sidebar_open and not window.scene.sidebar.telling, "the strip opens the figures"
    window.click(window.scene.controls.story.rect.center)
    assert all(line in written(window, monkeypatch) for line in last)


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_every_button_in_the_head_of_the_sidebar_is_drawn(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = open_table(pace="at once", size=size)
    while not window.scored:
        window.to_my_turn()
        if not window.scored:
            window.scene.perform(window.match.session.legal()[0], by_person=True)
    window.key(pygame.K_RETURN)
    window.to_my_turn()
    if window.scene.layout.compact:
        window.click(window.scene.controls.strip.rect.center)
    heads = [button for button in window.scene.controls.head_buttons if button.shown]
    assert window.scene.controls.sheet in heads and window.scene.controls.story in heads
    drawn: list[str] = []
    for button in heads:
        monkeypatch.setattr(button, "draw", lambda canvas, focused, label=button.label: drawn.append(label))
    window.draw_anew()
    assert drawn == [button.label for button in heads]

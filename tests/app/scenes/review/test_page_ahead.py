"""A page of the review is shown in a frame in which no card is drawn anew: that was done before, a card a piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable.app.render.card_images import CardImages
from goosetable.app.scenes.review.page_ahead import LONGEST
from tests.app.scenes.review.test_review_scene import looking

Opens = Callable[..., Any]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The cards drawn so far."""
    found: list[object] = []
    draw = CardImages._draw

    def drawn(images: CardImages, look: Any) -> pygame.Surface:
        found.append(look)
        return draw(images, look)

    monkeypatch.setattr(CardImages, "_draw", drawn)
    return found


def test_a_page_is_shown_when_its_cards_are_drawn_a_card_a_piece(program: Opens, made: list[object]) -> None:
    one = program()
    scene = looking(one)
    pages = 0
    for key in (0, *[pygame.K_RIGHT] * 5, pygame.K_END, pygame.K_HOME, pygame.K_DOWN, pygame.K_LEFT):
        before, shown = len(made), one.loop.frames
        if key:
            one.key(key)
        while not scene.prepared:
            assert one.loop.frames == shown, "the page before stands"
            count = len(made)
            assert scene.work()
            assert len(made) <= count + 1
        pages += len(made) > before
        count = len(made)
        one.step()
        assert one.loop.frames > shown and len(made) == count
    assert pages > 5


def test_an_opinion_that_comes_is_shown_with_cards_that_are_there(program: Opens, made: list[object]) -> None:
    one = program()
    scene = looking(one)
    while not scene.opinions.over:
        while not scene.prepared:
            scene.work()
        count = len(made)
        one.step()
        assert len(made) == count
        scene.work()


def test_a_page_for_which_there_is_no_time_is_shown_all_the_same(program: Opens) -> None:
    one = program()
    scene = looking(one)
    shown = one.loop.frames
    assert not scene.prepared
    for _ in range(LONGEST + 1):
        one.step()
    assert scene.prepared and one.loop.frames > shown


def test_while_the_deal_goes_by_itself_nothing_is_drawn_but_its_steps(program: Opens) -> None:
    one = program()
    scene = looking(one)
    one.finish()
    one.key(pygame.K_SPACE)
    assert one.loop.scenes.timed
    drawn, steps, at = 0, 0, scene.back_then.at
    for _ in range(200):
        while scene.work():
            pass
        before = one.loop.frames
        one.step(0.02)
        drawn += one.loop.frames - before
        steps += scene.back_then.at != at
        at = scene.back_then.at
    assert steps > 1 and drawn <= steps + 1

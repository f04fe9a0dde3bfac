"""The tags of a review: both cards have one, of any seat, and none lies over an index, a seat or the other tag."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.review import card_tags
from goosetable.app.scenes.review.card_tags import Tag
from goosetable.app.skins.theme import Theme
from goosetable.app.table import captions
from tests.app.conftest import think
from tests.app.scenes.review.test_review_scene import looking

THOUGHT = 40
"""Determinizations of a decision: few cards are costly, and of these it is asked."""
COMPANY = [("You", "human"), *((f"Player {i}", "easy") for i in range(5))]


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was found in these deals: in each window it is the same, and read again from here."""
    return tmp_path_factory.mktemp("reviews")


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1280, 720), (800, 1000)], ids=str)
@pytest.mark.parametrize("game", ["gooseberry-fool", "goose", "gops"])
def test_tags_cover_neither_an_index_nor_a_seat_nor_each_other(
    program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, reviews: Path, game: str, size: tuple[int, int], text: float
) -> None:
    think(monkeypatch, THOUGHT)
    one = program(size, text_size=text)
    shutil.copytree(reviews, one.context.folders.reviews, dirs_exist_ok=True)
    scene = looking(one, 1, COMPANY, games.find(game))
    tags: list[pygame.Rect] = []
    draw = captions.tag
    monkeypatch.setattr(captions, "tag", lambda *given: tags.append(draw(*given)))
    for _ in range(2):  # the decisions of the person, and of the next seat
        one.finish()
        for at in scene.opinions.costly:
            tags.clear()
            scene.go(at)
            scene.draw(one.context.canvas)
            wanted = 2 * scene.opinions.opinions[at].best.startswith("play")
            assert len(tags) == wanted or (tags and size == (640, 400)) or not wanted
            areas = [Area(*tag.inflate(-2, -2)) for tag in tags]
            assert not any(area.meets(lying) for area in areas for lying in scene.table.lying), (at, tags)
            assert len(areas) < 2 or not areas[0].meets(areas[1])
            assert all(area.x >= 0 and area.right <= one.screen.size[0] and area.y >= 0 for area in areas)
        scene.choose()
    shutil.copytree(one.context.folders.reviews, reviews, dirs_exist_ok=True)


def test_a_tag_stands_at_a_corner_of_its_card_where_all_else_is_taken() -> None:
    """The first card of a row that has another row over it, one under it, and a medallion at its left: Goose at 800x1000."""
    card = Area(101, 138.6, 35.7, 50)
    over, own, under = ([Area(x, y, 20, 31) for x in row] for row, y in (
        (range(111, 320, 22), 86), ((101, 114, 128, 141, 155), 138.6), ((101, 114, 128, 141), 164)
    ))  # fmt: skip
    lying = [*over, *own, *under, Area(27, 196, 90, 32), Area(47, 151, 50, 50)]
    canvas = Canvas(pygame.Surface((800, 1000)), Theme())
    found, px = card_tags._place(canvas, Tag("better", card, "#ffffff", True), Area(14, 14, 772, 900), lying, 12.0)
    assert found is not None and px >= card_tags.SMALLEST
    assert found.right < card.x and found.y < card.y < found.bottom
    assert not any(found.meets(other) for other in lying)

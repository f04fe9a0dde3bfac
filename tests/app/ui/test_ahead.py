"""The first picture of a scene is drawn ahead, in slices, while the scene before stands on the screen."""

from __future__ import annotations

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import Enough, Pictures, sliced
from goosetable.app.skins.theme import Theme
from goosetable.app.ui.scene import PATIENCE, Push, Scene, Scenes


class Rich(Scene):
    """Lays down large pictures, and counts those that were made in each drawing."""

    def __init__(self, colour: str, count: int = 4) -> None:
        self.colour, self.count = colour, count
        self.made: list[int] = []
        self.drawn = self.told = 0

    def update(self, dt: float) -> None:
        self.told += 1

    def draw(self, canvas: Canvas) -> None:
        self.drawn += 1
        self.made.append(0)
        canvas.dst.fill(self.colour)
        for number in range(self.count):
            canvas.dst.blit(canvas.made((self.colour, number), self._make), (0, number))

    def _make(self) -> pygame.Surface:
        self.made[-1] += 1
        picture = pygame.Surface((600, 600))
        picture.fill(self.colour)
        return picture


def pushed(scenes: Scenes, scene: Scene) -> None:
    scenes._apply(Push((scene,)))


@pytest.fixture
def canvas(display: pygame.Surface) -> Canvas:
    return Canvas(display, Theme())


def begun(canvas: Canvas) -> tuple[Scenes, Rich]:
    first = Rich("#ff0000", 0)
    scenes = Scenes(first, 1280, 720, lambda route: route[0])  # type: ignore[arg-type, return-value]
    scenes.ahead = True
    scenes.draw(canvas)
    return scenes, first


def test_a_scene_is_shown_when_its_pictures_are_there(canvas: Canvas) -> None:
    scenes, _ = begun(canvas)
    second = Rich("#0000ff")
    pushed(scenes, second)
    assert not scenes.prepared and not scenes.dirty and not scenes.busy
    slices = 0
    while not scenes.prepared:
        assert canvas.dst.get_at((5, 5))[:3] == (255, 0, 0), "nothing of it is seen"
        scenes.work()
        scenes.update(0.001)
        slices += 1
        assert second.made[-1] <= 2
    assert slices > 1 and sum(second.made) == 4
    assert not second.told or scenes.prepared, "it begins when it is seen"
    assert scenes.dirty and scenes.busy
    scenes.draw(canvas)
    assert second.made[-1] == 0, "nothing is left to be made in the frame"


@pytest.mark.parametrize("how", ["time", "resize", "loss", "key"])
def test_nobody_waits_long(canvas: Canvas, how: str) -> None:
    scenes, _ = begun(canvas)
    pushed(scenes, Rich("#0000ff", 40))
    scenes.work()
    assert not scenes.prepared
    match how:
        case "time":
            scenes.update(PATIENCE + 0.01)
        case "resize":
            scenes.resized(640, 400)
        case "key":
            scenes.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN))
        case _:
            scenes.hurry()
    assert scenes.prepared and scenes.dirty


def test_without_drawing_ahead_a_scene_is_shown_at_once(canvas: Canvas) -> None:
    scenes, _ = begun(canvas)
    scenes.ahead = False
    pushed(scenes, Rich("#0000ff", 40))
    assert scenes.prepared and scenes.dirty


def test_a_curtain_falls_at_once(canvas: Canvas) -> None:
    scenes, _ = begun(canvas)
    curtain = Rich("#0000ff", 40)
    curtain.fades = False
    pushed(scenes, curtain)
    assert scenes.prepared and scenes.dirty


def test_a_slice_ends_before_one_more_picture() -> None:
    kept: Pictures[int] = Pictures(1 << 20)
    with pytest.raises(Enough), sliced(150):
        for number in range(5):
            kept.made(number, lambda: pygame.Surface((10, 10)))
    assert len(kept) == 2
    for number in range(5):
        kept.made(number, lambda: pygame.Surface((10, 10)))
    assert len(kept) == 5

"""The stack of scenes carries changes out in one place, and draws first pictures ahead in slices."""

from __future__ import annotations

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import PictureCache, SliceFull, limit_drawing
from goosetable.app.skins.theme import Theme
from goosetable.app.ui.scene import (
    DRAW_AHEAD_SECONDS,
    FADE_SECONDS,
    Change,
    Pop,
    Push,
    Quit,
    Replace,
    Restart,
    Route,
    Scene,
    Scenes,
)

pytestmark = pytest.mark.usefixtures("pixels")

KEY = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)


class Plain(Scene):
    """A scene that answers with whatever it was given and notes what happens to it."""

    def __init__(self, name: str, colour: str = "#000000", fades: bool = True, covers: bool = True) -> None:
        self.name, self.colour, self.fades, self.covers = name, colour, fades, covers
        self.answer: Change = None
        self.told: list[object] = []

    def handle(self, event: pygame.event.Event) -> Change:
        return self.update(0.0)

    def update(self, dt: float) -> Change:
        answer, self.answer = self.answer, None
        return answer

    def on_resize(self, w: int, h: int) -> None:
        super().on_resize(w, h)
        self.told.append((w, h))

    def on_resume(self, result: object) -> None:
        self.told.append(result)

    def on_close(self) -> None:
        self.told.append("closed")

    def draw(self, canvas: Canvas) -> None:
        if self.covers:
            canvas.dst.fill(self.colour)


def itself(route: Route) -> Scene | None:
    """The scene that stands in a route."""
    (scene,) = route
    return scene if isinstance(scene, Scene) else None


def send(scenes: Scenes, change: Change) -> None:
    top = scenes.top
    assert isinstance(top, Plain)
    top.answer = change
    scenes.handle(KEY)


def test_push_pop_replace_restart_quit() -> None:
    a, b, c, d = Plain("a"), Plain("b"), Plain("c"), Plain("d")
    scenes = Scenes(a, 640, 400, itself)
    assert a.told == [(640, 400)]
    send(scenes, Push((b,)))
    assert scenes.top is b and len(scenes) == 2
    send(scenes, Replace((c,)))
    assert scenes.top is c and b.told[-1] == "closed" and len(scenes) == 2
    send(scenes, Pop("answer"))
    assert scenes.top is a
    assert a.told[-1] == "answer"
    assert c.told[-1] == "closed"
    send(scenes, Push((b,)))
    send(scenes, Restart((d,)))
    assert scenes.top is d and len(scenes) == 1
    assert a.told[-2:] == ["answer", "closed"]
    d.answer = Push((c,))
    scenes.update(0.1)
    assert scenes.top is c, "a scene may change by itself"
    send(scenes, Quit())
    assert scenes.top is None and not scenes.is_moving and not scenes.dirty


def test_all_scenes_learn_a_new_size() -> None:
    a, b = Plain("a"), Plain("b")
    scenes = Scenes(a, 640, 400, itself)
    send(scenes, Push((b,)))
    scenes.resize(800, 600)
    assert a.told[-1] == b.told[-1] == (800, 600)


def test_only_what_is_dirty_is_drawn_and_drawing_cleans() -> None:
    scenes = Scenes(Plain("a"), 64, 64, itself)
    assert scenes.dirty
    scenes.draw(Canvas(pygame.Surface((64, 64)), Theme()))
    assert not scenes.dirty and not scenes.is_moving


def test_the_screen_before_fades_away_and_a_curtain_does_not_fade() -> None:
    scenes = Scenes(Plain("a", "#ffffff"), 64, 64, itself)
    dst = pygame.Surface((64, 64))
    canvas = Canvas(dst, Theme())
    scenes.draw(canvas)
    send(scenes, Push((Plain("b", "#000000"),)))
    assert scenes.is_moving
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[0] > 200
    scenes.update(FADE_SECONDS / 2)
    scenes.draw(canvas)
    assert 20 < dst.get_at((5, 5))[0] < 200
    scenes.update(FADE_SECONDS)
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[0] == 0 and not scenes.is_moving
    send(scenes, Push((Plain("curtain", "#400000", fades=False),)))
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[:3] == (64, 0, 0)


def test_without_motion_nothing_fades() -> None:
    scenes = Scenes(Plain("a"), 64, 64, itself, pace=lambda: 0.0)
    send(scenes, Push((Plain("b"),)))
    assert not scenes.is_moving and scenes.dirty


def test_a_scene_that_does_not_cover_lies_over_the_one_below() -> None:
    a, menu = Plain("a", "#00ff00"), Plain("menu", covers=False)
    scenes = Scenes(a, 64, 64, itself, pace=lambda: 0.0)
    send(scenes, Push((menu,)))
    assert scenes.visible_scenes == [a, menu]
    dst = pygame.Surface((64, 64))
    scenes.draw(Canvas(dst, Theme()))
    assert dst.get_at((5, 5))[:3] == (0, 255, 0)


def test_where_no_scene_can_be_shown_nothing_changes() -> None:
    a = Plain("a")
    scenes = Scenes(a, 64, 64, itself)
    for change in (Push((None,)), Replace((None,)), Restart((None,))):
        send(scenes, change)
        assert scenes.visible_scenes == [a] and a.told == [(64, 64)]


# ---------------------------------------------------------------------- the first picture of a scene is drawn ahead, in slic


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
            canvas.dst.blit(canvas.cached_picture((self.colour, number), self._make), (0, number))

    def _make(self) -> pygame.Surface:
        self.made[-1] += 1
        picture = pygame.Surface((600, 600))
        picture.fill(self.colour)
        return picture


def pushed(scenes: Scenes, scene: Scene) -> None:
    scenes._apply_change(Push((scene,)))


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
    assert not scenes.prepared and not scenes.dirty and not scenes.is_moving
    slices = 0
    while not scenes.prepared:
        assert canvas.dst.get_at((5, 5))[:3] == (255, 0, 0), "nothing of it is seen"
        scenes.run_slice()
        scenes.update(0.001)
        slices += 1
        assert second.made[-1] <= 2
    assert slices > 1 and sum(second.made) == 4
    assert not second.told or scenes.prepared, "it begins when it is seen"
    assert scenes.dirty and scenes.is_moving
    scenes.draw(canvas)
    assert second.made[-1] == 0, "nothing is left to be made in the frame"


@pytest.mark.parametrize("how", ["time", "resize", "loss", "key"])
def test_nobody_waits_long(canvas: Canvas, how: str) -> None:
    scenes, _ = begun(canvas)
    pushed(scenes, Rich("#0000ff", 40))
    scenes.run_slice()
    assert not scenes.prepared
    match how:
        case "time":
            scenes.update(DRAW_AHEAD_SECONDS + 0.01)
        case "resize":
            scenes.resize(640, 400)
        case "key":
            scenes.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN))
        case _:
            scenes.stop_drawing_ahead()
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
    kept: PictureCache[int] = PictureCache(1 << 20)
    with pytest.raises(SliceFull), limit_drawing(150):
        for number in range(5):
            kept.get_or_make(number, lambda: pygame.Surface((10, 10)))
    assert len(kept) == 2
    for number in range(5):
        kept.get_or_make(number, lambda: pygame.Surface((10, 10)))
    assert len(kept) == 5

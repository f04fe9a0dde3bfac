"""The stack of scenes carries changes out in one place."""

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import Theme
from goosetable.app.ui.scene import FADE, Change, Pop, Push, Quit, Replace, Restart, Route, Scene, Scenes

KEY = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)


class Plain(Scene):
    """A scene that answers with whatever it was given and notes what happens to it."""

    def __init__(self, name: str, colour: str = "#000000", fades: bool = True, covers: bool = True) -> None:
        self.name, self.colour, self.fades, self.covers = name, colour, fades, covers
        self.answer: Change = None
        self.told: list[object] = []

    def handle(self, event: pygame.event.Event) -> Change:
        answer, self.answer = self.answer, None
        return answer

    def resized(self, w: int, h: int) -> None:
        super().resized(w, h)
        self.told.append((w, h))

    def resumed(self, result: object) -> None:
        self.told.append(result)

    def closed(self) -> None:
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
    send(scenes, Quit())
    assert scenes.top is None and not scenes.busy and not scenes.dirty


def test_all_scenes_learn_a_new_size() -> None:
    a, b = Plain("a"), Plain("b")
    scenes = Scenes(a, 640, 400, itself)
    send(scenes, Push((b,)))
    scenes.resized(800, 600)
    assert a.told[-1] == b.told[-1] == (800, 600)


def test_only_what_is_dirty_is_drawn_and_drawing_cleans() -> None:
    scenes = Scenes(Plain("a"), 64, 64, itself)
    assert scenes.dirty
    scenes.draw(Canvas(pygame.Surface((64, 64)), Theme()))
    assert not scenes.dirty and not scenes.busy


def test_the_screen_before_fades_away_and_a_curtain_does_not_fade() -> None:
    scenes = Scenes(Plain("a", "#ffffff"), 64, 64, itself)
    dst = pygame.Surface((64, 64))
    canvas = Canvas(dst, Theme())
    scenes.draw(canvas)
    send(scenes, Push((Plain("b", "#000000"),)))
    assert scenes.busy
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[0] > 200
    scenes.update(FADE / 2)
    scenes.draw(canvas)
    assert 20 < dst.get_at((5, 5))[0] < 200
    scenes.update(FADE)
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[0] == 0 and not scenes.busy
    send(scenes, Push((Plain("curtain", "#400000", fades=False),)))
    scenes.draw(canvas)
    assert dst.get_at((5, 5))[:3] == (64, 0, 0)


def test_without_motion_nothing_fades() -> None:
    scenes = Scenes(Plain("a"), 64, 64, itself, pace=lambda: 0.0)
    send(scenes, Push((Plain("b"),)))
    assert not scenes.busy and scenes.dirty


def test_a_scene_that_does_not_cover_lies_over_the_one_below() -> None:
    a, menu = Plain("a", "#00ff00"), Plain("menu", covers=False)
    scenes = Scenes(a, 64, 64, itself, pace=lambda: 0.0)
    send(scenes, Push((menu,)))
    assert scenes.shown == [a, menu]
    dst = pygame.Surface((64, 64))
    scenes.draw(Canvas(dst, Theme()))
    assert dst.get_at((5, 5))[:3] == (0, 255, 0)


def test_where_no_scene_can_be_shown_nothing_changes() -> None:
    a = Plain("a")
    scenes = Scenes(a, 64, 64, itself)
    for change in (Push((None,)), Replace((None,)), Restart((None,))):
        send(scenes, change)
        assert scenes.shown == [a] and a.told == [(64, 64)]

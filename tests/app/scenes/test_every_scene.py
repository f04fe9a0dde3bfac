"""Three laws: labels lead from the title to every scene, each control that a scene makes is among its widgets, and the
accessible tree has all controls and texts of the scene."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import pygame
import pytest

from goosetable.app.render.display_list import DisplayList
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.start import SplashScene
from goosetable.app.ui.accessible import AccessibleTree, all_parts, spoken_text
from goosetable.app.ui.scene import Scene
from goosetable.app.ui.widget import Widget
from tests.app import drawn_words
from tests.attacks.counting import Count
from tests.attacks.events import scenes
from tests.attacks.resizes import OFFERED, WAYS, reach
from tests.attacks.window import FAULTS, Window, quick_company

TABLES = ("TableScene", "LessonScene", "ProblemScene")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> WeakSet[Widget]:
    """A set of all controls that are made from now on, without those that are garbage."""
    found: WeakSet[Widget] = WeakSet()
    init = Widget.__init__

    def begin(widget: Widget, *given: Any, **more: Any) -> None:
        init(widget, *given, **more)
        found.add(widget)

    monkeypatch.setattr(Widget, "__init__", begin)
    return found


@pytest.fixture
def window(tmp_path: Path, made: WeakSet[Widget]) -> Iterator[Window]:
    """The program, before its first frame."""
    with quick_company("reached"):
        found = Window(tmp_path, "reached", Count("reached", FAULTS))
        yield found
        found.close()
        assert not found.count.found, found.count.notes


def test_every_scene_has_a_way() -> None:
    """There is none to the splash, which is the first frame, nor to the scenes in `ELSEWHERE`."""
    assert {scene for scene, _ in WAYS} == scenes() - {SplashScene.__name__}


def held(scene: Scene) -> list[Widget]:
    """Returns the controls of a scene, which a table has in its `controls`."""
    found: Any = getattr(scene, "widgets", None) or getattr(getattr(scene, "controls", None), "widgets", None)
    return list(found.all) if found is not None else []


def everywhere(scene: Scene) -> Iterator[Widget]:
    """Yields the controls of a scene; for the settings, the controls of every section."""
    yield from held(scene)
    if isinstance(scene, SettingsScene):
        for tab in scene.tabs:
            tab.press()
            yield from held(scene)


def lost(window: Window, made: WeakSet[Widget]) -> list[str]:
    """Returns the visible controls that are not among the widgets of any scene, each as its type and label."""
    gc.collect(1)  # what the test has made is young, since the program switches the collector off
    among = {id(widget) for scene in window.loop.scenes._stack for widget in everywhere(scene)}
    return [f"{type(widget).__name__} {widget.label}" for widget in made if widget.shown and id(widget) not in among]


def hear(window: Window) -> AccessibleTree:
    """Returns the accessible tree of the uppermost scene."""
    return window.loop.scenes.accessible_tree()


def picture_of(window: Window) -> DisplayList:
    """Returns the picture of the uppermost scene, without the scenes below it."""
    canvas, surface = window.loop.context.canvas, window.loop.screen.surface
    canvas.dst = picture = DisplayList(surface)
    try:
        window.top.draw(canvas)
    finally:
        canvas.dst = surface
    return picture


def told(tree: AccessibleTree) -> str:
    """Returns all texts of an accessible tree, in small letters."""
    return " ".join(f"{part.name} {part.value} {part.description} {part.shortcut}" for part in all_parts(tree.parts)).casefold()


def _unsaid(text: str, said: str) -> bool:
    """Returns True if a word of a drawn text is missing in the spoken text. Checks no numbers, and no text that is cut off."""
    words = [word.strip(".,:;+()") for word in spoken_text(text).casefold().split()]
    return "…" not in text and not all(word in said for word in words if word.isalpha())


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("scene", "way"), WAYS)
def test_a_scene_is_reached_by_labels_holds_its_controls_and_all_of_it_is_heard(
    window: Window, made: WeakSet[Widget], scene: str, way: tuple[str, ...]
) -> None:
    assert isinstance(window.top, SplashScene)
    window.program.router._offers = scene == OFFERED
    with drawn_words.written() as written:
        window.step()
        window.step()
        assert reach(window, way, Random(f"reached {scene}")) == scene
        window.step(0.5)
        drawn = drawn_words.words(picture_of(window), written)
    assert held(window.top)
    every_control_is_heard(window)
    if scene not in TABLES:
        every_text_is_heard(window, drawn)
    assert not lost(window, made), "which turns to every section of the settings"


def every_control_is_heard(window: Window) -> None:
    tree = hear(window)
    parts = list(all_parts(tree.parts))
    keys = [part.key for part in parts]
    assert len(set(keys)) == len(keys)
    assert tree.title
    names = {part.name for part in parts}
    for widget in held(window.top):
        if widget.shown and widget.focusable and widget.enabled and widget.label and widget.is_focusable:
            label = spoken_text(widget.label)
            assert label in names or any(name.startswith(label) for name in names), label
    if not tree.focus:
        assert not any(widget.is_focusable for widget in held(window.top))
    else:
        assert tree.focus in keys


def every_text_is_heard(window: Window, drawn: list[drawn_words.Words]) -> None:
    tree = hear(window)
    said = told(tree)
    images = [pygame.Rect(part.box) for part in all_parts(tree.parts) if part.kind == "image" and part.name and part.box]
    assert not [
        word.text for word in drawn if _unsaid(word.text, said) and not any(box.contains(word.box) for box in images)
    ]  # fmt: skip


def test_a_control_that_is_forgotten_is_found(window: Window, made: WeakSet[Widget], monkeypatch: pytest.MonkeyPatch) -> None:
    lay = TitleScene.lay_out

    def forget(scene: TitleScene) -> None:
        lay(scene)
        scene.widgets.replace_controls(one for one in scene.widgets.all if one.label != "Learn a game")

    monkeypatch.setattr(TitleScene, "lay_out", forget)
    window.step()
    window.step()
    assert lost(window, made) == ["Button Learn a game"]

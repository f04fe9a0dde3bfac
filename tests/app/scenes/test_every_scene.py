"""Two laws: every scene is reached from the title by labels, and every control that a scene makes is among its widgets."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import pytest

from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.start import SplashScene
from goosetable.app.ui.scene import Scene
from goosetable.app.ui.widget import Widget
from tests.attacks.counting import Count
from tests.attacks.events import scenes
from tests.attacks.resizes import OFFERED, WAYS, reach
from tests.attacks.window import FAULTS, Window, quick_company


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> WeakSet[Widget]:
    """Every control made from now on that is still held somewhere."""
    found: WeakSet[Widget] = WeakSet()
    init = Widget.__init__

    def begin(widget: Widget, *given: Any, **more: Any) -> None:
        init(widget, *given, **more)
        found.add(widget)

    monkeypatch.setattr(Widget, "__init__", begin)
    monkeypatch.setattr(gc, "freeze", lambda: None)  # after which what is frozen would be held for good
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
    """But for the splash, which is the first frame, and `ELSEWHERE`."""
    assert {scene for scene, _ in WAYS} == scenes() - {SplashScene.__name__}


def held(scene: Scene) -> list[Widget]:
    """The controls of a scene; those of a table are its `controls`."""
    found: Any = getattr(scene, "widgets", None) or getattr(getattr(scene, "controls", None), "widgets", None)
    return list(found.all) if found is not None else []


def everywhere(scene: Scene) -> Iterator[Widget]:
    """The controls of a scene, of the settings those of each section."""
    yield from held(scene)
    if isinstance(scene, SettingsScene):
        for tab in scene.tabs:
            tab.press()
            yield from held(scene)


def lost(window: Window, made: WeakSet[Widget]) -> list[str]:
    """The controls that some scene made and would show, but that no scene has."""
    gc.collect()
    among = {id(widget) for scene in window.loop.scenes._stack for widget in everywhere(scene)}
    return [f"{type(widget).__name__} {widget.label}" for widget in made if widget.shown and id(widget) not in among]


@pytest.mark.parametrize(("scene", "way"), WAYS)
def test_a_scene_is_reached_by_labels_and_holds_its_controls(
    window: Window, made: WeakSet[Widget], scene: str, way: tuple[str, ...]
) -> None:
    assert isinstance(window.top, SplashScene)
    window.program.router._offers = scene == OFFERED
    window.step()
    window.step()
    assert reach(window, way, Random(f"reached {scene}")) == scene
    assert held(window.top)
    assert not lost(window, made)


def test_a_control_that_is_forgotten_is_found(window: Window, made: WeakSet[Widget], monkeypatch: pytest.MonkeyPatch) -> None:
    lay = TitleScene.lay

    def forget(scene: TitleScene) -> None:
        lay(scene)
        scene.widgets.set(one for one in scene.widgets.all if one.label != "Learn a game")

    monkeypatch.setattr(TitleScene, "lay", forget)
    window.step()
    window.step()
    assert lost(window, made) == ["Button Learn a game"]

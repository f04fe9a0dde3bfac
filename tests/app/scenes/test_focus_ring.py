"""Wherever the focus is, it is seen: pixels at least three thick differ from the picture in which it is elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.table.controls import FigureNotesControl
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui.focus import SceneWidgets, Widget
from goosetable.app.ui.scene import Scene
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import verb_of
from tests.app.conftest import Opens
from tests.app.scenes.test_all_scenes import SCENES

pytestmark = pytest.mark.usefixtures("pixels")

Make = Callable[[Context, Matches], Scene]
THICK: Final = 3
"""Pixels."""
APART: Final = (40, 40, 40, 255)
"""How far two colours differ in one of their parts, at least, so that they count as different."""
SIZES: Final = (((1280, 720), 1.0), ((640, 400), 1.0), ((800, 1000), 2.0), ((1000, 600), 1.4))


def _section(title: str) -> Make:
    def make(context: Context, matches: Matches) -> Scene:
        scene = SettingsScene(context)
        scene.at = [section.title for section in scene.sections].index(title)
        return scene

    return make


def _asked(name: str) -> Make:
    """A table at which the first seat is asked for what is no card, or has cards to play where nothing else is ever asked."""

    def make(context: Context, matches: Matches) -> Scene:
        game, chance = games.find_game(name), Random(3)
        names = ("You", "Vesper", "Dorothea", "Minim")[: game.seats(game.Options())]
        chairs = [Chair(one, "random" if seat else "human") for seat, one in enumerate(names)]
        match = matches.begin_table(game, game.Options(), chairs, "TTVNGA3S83YK")
        match.deal()
        while match.session.due_step == "act":
            legal = match.session.legal()
            verbs = {verb_of(action) for action in legal}
            if match.session.turn == 0 and (len(game.verbs) == 1 or not verbs <= {game.verbs[0]}):
                break
            jokers = [action for action in legal if "play XH" in game.action_text(action)]
            match.act(chance.choice(jokers or list(legal)))
        return TableScene(context, match)

    return make


TABLES: Final = {f"table of {game.title}": _asked(game.id) for game in games.SHELF}
MORE: Final[dict[str, Make]] = {
    **TABLES,
    **{f"settings, {title}": _section(title) for title in ("Cards", "Play", "Sound", "People", "Program")},
    "lesson": lambda context, _: LessonScene(context, games.SHELF[0]),
}
EVERY: Final = {**SCENES, **MORE}


def widgets_of(scene: Any) -> SceneWidgets:
    found: SceneWidgets = scene.controls.widgets if isinstance(scene, TableScene) else scene.widgets
    return found


def meets(scene: Any, widget: Widget) -> Iterator[None]:
    """The focus on a control as a key brings it there; and then on none."""
    widgets = widgets_of(scene)
    table = getattr(scene, "table", scene)
    widgets.ring = True
    widgets.focus_on(widget)
    fan = isinstance(table, TableScene) and widget is table.controls.fan
    if fan:
        table.hand.step_focus(1)
        table.hand.settle()
    yield
    widgets.ring = False
    widgets.focus_on(next((one for one in widgets.all if one.is_focusable and one is not widget), None), reveal=False)
    if fan:
        table.hand.settle()
    yield


def picture(one: Any) -> pygame.Surface:
    """What is to be seen, once every card that is drawn for it is there."""
    surface = pygame.Surface(one.screen.size)
    table = getattr(one.top, "table", one.top)
    with one.context.canvas.drawing_on(surface):
        while True:
            for scene in one.loop.scenes.visible_scenes:
                scene.draw(one.context.canvas)
            if not (isinstance(table, TableScene) and table.picture.image_queue.late and table.picture.image_queue.run_slice()):
                return surface


def thick(on: pygame.Surface, off: pygame.Surface, area: pygame.Rect) -> int:
    """How many squares of `THICK` pixels differ within an area: about the length of a line of that thickness."""
    differs = pygame.mask.from_threshold(on.subsurface(area), (0, 0, 0), APART, off.subsurface(area))
    differs.invert()
    left = differs.copy()
    for dx in range(THICK):
        for dy in range(THICK):
            moved = pygame.mask.Mask(area.size)
            moved.draw(differs, (-dx, -dy))
            left = left.overlap_mask(moved, (0, 0))
    return left.count()


@pytest.mark.one_in(24)
@pytest.mark.parametrize(("size", "text"), SIZES, ids=str)
@pytest.mark.parametrize("name", EVERY)
def test_the_focus_is_seen_on_every_control(program: Opens, name: str, size: tuple[int, int], text: float) -> None:
    one, _ = program.at(EVERY[name], size, text_size=text)
    for _ in range(4):
        one.finish()
        one.step(0.2)
    scene = one.top
    unseen = []
    for widget in [each for each in widgets_of(scene).all if each.is_focusable]:
        looks = meets(scene, widget)
        next(looks)
        whole = one.screen.surface.get_rect()
        area = whole if isinstance(widget, FigureNotesControl) else widget.rect.inflate(24, 24).clip(whole)
        if widget.scroller is not None:
            area = area.clip(widget.scroller.rect)
        on = picture(one)
        next(looks)
        seen = thick(on, picture(one), area) if area.w and area.h else 0
        if seen < min(50, 0.35 * 2 * (area.w + area.h)):
            unseen.append((type(widget).__name__, widget.label, seen, tuple(area)))
    assert not unseen

"""A table in a window under the dummy driver, with hands: what the tests of the table have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.display_list import DisplayList
from goosetable.app.router import Router
from goosetable.app.scenes.routes import ToMenu, ToRules, ToScore
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage import paths
from goosetable.app.storage.saves import Saves
from goosetable.app.storage.settings import load
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.sidebar import FigureSpot
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.stage import Stage
from goosetable.app.ui.scene import Change, Pop, Route, Scene, SceneBuilder, Scenes
from goosetable.app.ui.tween import Timeline
from goosetable.app.ui.widget import Widget
from goosetable.app.ui.window import AppWindow
from goosetable.cards import JOKER, Card
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import Action
from tests import drawn_once

GAME = games.find_game("gooseberry-fool")
CODE = "TTVNGA3S83YK"  # gives seat 0 the Joker in the first deal, and the deal to seat 0
US = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"))
SIZES = ((1280, 720), (640, 400), (900, 500), (1000, 900), (1920, 1080))


class Sheet(Scene):
    """Stands for a scene over the table: remembers the route that led to it, and leaves at any key."""

    def __init__(self, route: Any) -> None:
        self.route = route

    def handle(self, event: pygame.event.Event) -> Change:
        return Pop() if event.type == pygame.KEYDOWN else None


class Window:
    """A table in a window under the dummy driver, with hands."""

    def __init__(self, folder: Path, people: tuple[tuple[str, str], ...] = US, size: tuple[int, int] = SIZES[0],
                 game: Any = GAME, options: Any = None, code: str = CODE,
                 sheets: tuple[type[Route], ...] = (), **settings: object) -> None:  # fmt: skip
        folders = paths.find_paths(folder)
        loaded = load(folders.settings)
        self.screen = AppWindow(loaded.settings.window, size=size)
        self.context = Context(folders, self.screen, loaded._replace(settings=replace(loaded.settings, **settings)))  # type: ignore[arg-type]
        saves = Saves(folders.running, folders.games, self.context.show_notice, self.context.report_unsaved_tables)
        self.matches = Matches(saves, self.context.show_notice, code=lambda: CODE, seed=lambda: "seed", now=lambda: 0.0)
        self.match = self.matches.begin_table(game, options or game.Options(), [Chair(*chair) for chair in people], code)
        router = Router(self.context, matches=self.matches)
        self._build: SceneBuilder = lambda route: Sheet(route) if isinstance(route, sheets) else router.build_scene(route)
        self.watch: Callable[[], None] = lambda: None
        self._sit()

    def _sit(self) -> None:
        self.scene = TableScene(self.context, self.match)
        self.scenes = Scenes(self.scene, *self.screen.size, self._build, pace=lambda: self.context.pause_factor)

    def reopen(self) -> None:
        """Leave the table, and go on at it."""
        self.scenes.quit()
        match = self.matches.continue_table()
        assert match is not None
        self.match = match
        self._sit()

    def close(self) -> None:
        self.scenes.quit()
        self.screen.close()

    def tick(self, seconds: float, fps: int = 60) -> None:
        for _ in range(max(1, round(seconds * fps))):
            self.scenes.update(1 / fps)
            for _ in range(400):
                if not self.scenes.run_slice():
                    break
            self.watch()

    def until(self, so: Callable[[], bool], seconds: float = 30.0, fps: int = 30) -> None:
        for _ in range(round(seconds * fps)):
            if so():
                return
            self.tick(1 / fps, fps)
        raise AssertionError("it never happened")

    def draw(self) -> None:
        """Draws the window, or only records it where no test looks at its pixels."""
        canvas, surface = self.context.canvas, self.screen.surface
        with canvas.drawing_on(DisplayList(surface)) if drawn_once.BLANK else nullcontext():
            self.scenes.draw(canvas)

    # ------------------------------------------------------------------ hands

    def post(self, kind: int, **fields: Any) -> None:
        self.scenes.handle(pygame.event.Event(kind, **fields))

    def point(self, pos: tuple[float, float]) -> None:
        self.post(pygame.MOUSEMOTION, pos=_whole(pos), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, pos: tuple[float, float]) -> None:
        self.point(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=_whole(pos), button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=_whole(pos), button=1)

    def press(self, pos: tuple[float, float], button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=_whole(pos), button=button)

    def move(self, pos: tuple[float, float], held: bool = True) -> None:
        self.post(pygame.MOUSEMOTION, pos=_whole(pos), rel=(0, 0), buttons=(int(held), 0, 0))

    def release(self, pos: tuple[float, float], button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=_whole(pos), button=button)

    def lift(self, card: Card, to: tuple[float, float] | None = None) -> tuple[float, float]:
        """Press on a card and move it, by default to the middle of the cloth; gives where the pointer is then."""
        start, end = self.on(card), to or (self.scene.layout.middle_x, self.scene.layout.h * 0.4)
        self.point(start)
        self.press(start)
        for part in (0.2, 0.6, 1.0):
            self.move((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        return end

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod)
        self.post(pygame.KEYUP, key=key, mod=mod)

    def on(self, card: Card) -> tuple[float, float]:
        """A place on a card that no other card covers."""
        pose = next(s.rest for s in self.scene.hand.sprites if s.key == f"card {card}")
        return pose.x - pose.height * 0.25, pose.y - pose.height * 0.2

    # ------------------------------------------------------------------ what is so

    @property
    def message(self) -> str:
        """The line in the middle of the table."""
        return self.scene.messages.message[0]

    @property
    def reason(self) -> str:
        """The part of the message that stands until the next input, such as why a card may not be played."""
        return self.scene.messages.reason

    @property
    def card_effect(self) -> str:
        """The tag over the card that is pointed at."""
        return self.scene.messages.card_effect

    @property
    def hinted(self) -> Action | None:
        """The action of the hint that is shown."""
        return self.scene.messages.hinted

    @property
    def note(self) -> str:
        """The note on a figure of the table."""
        return self.scene.controls.notes.text

    @property
    def spots(self) -> tuple[FigureSpot, ...]:
        """Every figure of the table that has a note."""
        return self.scene.controls.notes.visible_spots

    @property
    def focus(self) -> Widget | None:
        """The control that has the focus."""
        return self.scene.controls.widgets.focus

    @property
    def panel(self) -> Panel | None:
        """The decision that lies over the table."""
        return self.scene.panel

    @property
    def shown(self) -> Snapshot:
        """The table as it is seen."""
        return self.scene.stage.snapshot

    @property
    def legal(self) -> dict[Card, Action]:
        """The cards that may be played now, as they are seen."""
        return dict(self.scene.stage.snapshot.legal)

    @property
    def hand(self) -> list[Card]:
        """The cards of the hand, from the left."""
        return list(self.scene.hand.cards)

    def draw_anew(self) -> None:
        """Draw everything, with nothing left of the pictures before."""
        self.scene.picture.clear_layers()
        self.draw()

    @property
    def actions(self) -> list[tuple[int, int]]:
        state = self.match.session.state
        return [] if state is None else list(state.actions)

    @property
    def mine(self) -> bool:
        return not self.scene.timeline.has_beats and self.shown.mine

    @property
    def scored(self) -> bool:
        return isinstance(self.scenes.top, Sheet)

    def to_my_turn(self) -> None:
        self.until(lambda: self.mine or self.scored)

    def to_panel(self) -> None:
        """Play until the person has to say who gets a trick."""
        while self.scene.panel is None:
            self.to_my_turn()
            legal = self.legal
            self.click(self.on(JOKER if JOKER in legal else min(legal)))
            self.tick(0.4)
            self.until(lambda: self.mine)

    def fresh(self) -> Stage:
        """The table shown from nothing."""
        scene = self.scene
        stage = Stage(self.match.game, scene._new_hand(), Timeline(), scene.layout, lambda name: None)
        stage.show(take_snapshot(self.match, self.context.settings.sort))
        return stage

    def settle(self) -> None:
        """Look at the table with no card meant and nothing moving."""
        self.scene.finish()
        self.scene.hand.focus_card(None)
        self.scene.stage.skip_animation()


def plainly(text: str) -> str:
    """A text of the table without the marks of what is lit."""
    return text.replace("{", "").replace("}", "")


def _whole(pos: tuple[float, float]) -> tuple[int, int]:
    return round(pos[0]), round(pos[1])


def opened(folder: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables, with sheets in the place of the scenes that lie over them, and closes them."""
    made: list[Window] = []

    def make(**options: object) -> Window:
        made.append(Window(folder / str(len(made)), **{"sheets": (ToScore, ToMenu, ToRules), **options}))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for window in made:
        window.close()


def still(folder: Path, usual: Any) -> Iterator[Callable[..., Window]]:
    """Opens tables at which nothing moves, with the usual people unless others are given, and closes them."""
    made: list[Window] = []

    def make(people: Any = usual, **options: Any) -> Window:
        made.append(Window(folder / str(len(made)), people, **{"pace": "at once", **options}))
        return made[-1]

    yield make
    for window in made:
        window.close()

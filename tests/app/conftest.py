"""The program in a window of the dummy driver, driven by posted events as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.context import Desk
from goosetable.app.loop import Loop
from goosetable.app.match.matches import Tables
from goosetable.app.router import Router
from goosetable.app.scenes.routes import ToTable
from goosetable.app.storage import paths
from goosetable.app.storage import settings as choices
from goosetable.app.storage.saves import Saves
from goosetable.app.ui.focus import Widget
from goosetable.app.ui.scene import Route, Scene
from goosetable.app.ui.window import Screen

CODE = "7Q4KM2XD9TBR"
Make = Callable[[Desk, Tables], Scene]
Instead = dict[type[Route], Callable[[Desk, Tables, Any], Scene]]
"""Other scenes than the program's, by the routes that lead to them."""


class StandIn(Scene):
    """Stands for the table: remembers the sitting that it was given."""

    def __init__(self, desk: Desk, tables: Tables, sitting: Any) -> None:
        self.desk, self.tables, self.sitting = desk, tables, sitting
        self.told: list[object] = []

    def resumed(self, result: object) -> None:
        self.told.append(result)


class Program:
    """A running program; `top` is the scene that somebody looks at."""

    def __init__(
        self, folder: Path, size: tuple[int, int] = (1280, 720), instead: Instead | None = None, **settings: Any
    ) -> None:
        self.folders = paths.find(folder)
        loaded = choices.load(self.folders.settings)
        self.screen = Screen(choices.WindowPlace(), size=size)
        chosen = replace(loaded.settings, **{"motion": "still", **settings})
        self.desk = Desk(self.folders, self.screen, loaded._replace(settings=chosen))
        saves = Saves(self.folders.running, self.folders.games, self.desk.notice, self.desk.unkept)
        self.tables = Tables(saves, self.desk.notice, code=lambda: CODE, seed=lambda: "seed", now=lambda: 0.0)
        self.instead = instead or {}
        self.router = Router(self.desk, tables=self.tables)
        self.loop: Loop
        pygame.event.clear()

    def show(self, make: Make) -> Any:
        """Begin with a scene."""
        self.loop = Loop(self.desk, make(self.desk, self.tables), self.scene)
        self.step()
        return self.top

    def scene(self, route: Route) -> Scene | None:
        """The scene that a route leads to here."""
        make = self.instead.get(type(route))
        return self.router.scene(route) if make is None else make(self.desk, self.tables, route)

    def close(self) -> None:
        self.loop.scenes.quit()
        self.tables.saves.close()
        self.screen.close()

    @property
    def top(self) -> Any:
        return self.loop.scenes.top

    def step(self, seconds: float = 0.02) -> None:
        self.loop.step(seconds)

    def finish(self) -> None:
        """Everything that can wait is done, and the picture shows it."""
        while self.loop.scenes.work():
            pass
        self.step()

    def key(self, *keys: int, mod: int = 0) -> None:
        for key in keys:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
            self.step()

    def type(self, text: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.step()

    def click(self, widget: Widget | tuple[int, int]) -> None:
        pos = widget if isinstance(widget, tuple) else widget.rect.center
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        self.step()

    def find(self, label: str) -> Widget:
        """The control of that name that can be used now."""
        found: Widget = next(w for w in self.top.widgets.all if w.label == label and w.shown)
        return found


@pytest.fixture
def instead() -> Instead:
    """What leads to other scenes than the program's own, in the programs of one test."""
    return {}


@pytest.fixture
def program(tmp_path: Path, instead: Instead) -> Iterator[Callable[..., Program]]:
    """Opens programs that keep their files in one folder; they are closed afterwards."""
    opened: list[Program] = []

    def make(size: tuple[int, int] = (1280, 720), **settings: Any) -> Program:
        found = Program(tmp_path, size, instead, **settings)
        opened.append(found)
        return found

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def stand_in(instead: Instead) -> type[StandIn]:
    """A table that only remembers what it was given."""
    instead[ToTable] = lambda desk, tables, route: StandIn(desk, tables, route.sitting)
    return StandIn

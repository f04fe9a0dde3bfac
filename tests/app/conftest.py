"""The program in a window of the dummy driver, driven by posted events as a person drives it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import players
from goosetable.app.context import Context
from goosetable.app.loop import Loop
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.render import canvas, text
from goosetable.app.render.display_list import Repainter
from goosetable.app.render.felt import Felt
from goosetable.app.router import Router
from goosetable.app.scenes import handover
from goosetable.app.scenes.routes import ToTable
from goosetable.app.scenes.score import scene
from goosetable.app.scenes.table.drawing import ImageForecast
from goosetable.app.skins import assets
from goosetable.app.storage import paths
from goosetable.app.storage.history.figures import GameTables
from goosetable.app.storage.history.index import Index
from goosetable.app.storage.history.records import History
from goosetable.app.storage.saves import OpenGames, Saves
from goosetable.app.storage.settings import WindowPlace, load
from goosetable.app.ui.focus import Widget
from goosetable.app.ui.scene import Route, Scene
from goosetable.app.ui.window import AppWindow
from goosetable.engine.rules.event import Scored
from goosetable.players.levels import SKILLS
from goosetable.review import evaluate, turning
from goosetable.sandbox import external
from tests import drawn_once
from tests.app import table_window

drawn_once.draw_once()


@cache
def _opened(face: str, px: int, path: str, changed: int, opens: object) -> Any:
    return OPENS_FONT(face, px)


def _opened_once(face: str, px: int) -> Any:
    """Returns a font that all windows of the tests share, opened again when its file or the way to open it has changed."""
    path = Path(assets.font_file(text.FACES[face]))
    if not path.is_file():
        return OPENS_FONT(face, px)
    return _opened(face, px, str(path), path.stat().st_mtime_ns, vars(text)["open_font"])


OPENS_FONT = text._open_font
text._open_font = _opened_once

CODE = "7Q4KM2XD9TBR"


def history_of(context: Context) -> History:
    """Returns the history of a folder for a scene that does not own it; `indexes_closed` closes its index after the test."""
    return History(context.folders)


AHEAD = {name: getattr(ImageForecast, name) for name in ("_likely_images", "_predraw_next_honk", "predraw", "look_ahead")}


@pytest.fixture(autouse=True)
def indexes_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every index and every table of figures that a test leaves open."""
    opened: list[Index | GameTables] = []

    for kind in (Index, GameTables):

        def begins(one: Any, *given: Any, begin: Callable[..., None] = kind.__init__) -> None:
            begin(one, *given)
            opened.append(one)

        monkeypatch.setattr(kind, "__init__", begins)
    yield
    for one in opened:
        one.close()


PAINTS = Repainter.paint


def _box(w: int, h: int, *look: Any) -> pygame.Surface:
    return pygame.Surface((w, h), pygame.SRCALPHA)


def _shadow(w: int, h: int, radius: float, blur: float, *look: Any) -> pygame.Surface:
    return _box(w + 4 * round(blur), h + 4 * round(blur))


BLANKS: dict[str, tuple[Any, Callable[..., Any]]] = {
    "make_curtain": (handover, lambda theme, w, h: pygame.Surface((w, h))),
    "_draw_in_slices": (Felt, lambda table, bed: iter([pygame.Surface((bed.w, bed.h))])),
    "rounded_box": (canvas, _box),
    "blurred_box": (canvas, _shadow),
}
"""By the name of a function that draws a large picture: its owner, and a function whose picture is blank."""
DRAWS = {name: getattr(owner, name) for name, (owner, _) in BLANKS.items()}


@pytest.fixture(autouse=True)
def left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out what few tests look at.

    Every picture is recorded, but not painted, its parts are transparent, and none is drawn in advance. A score sheet takes a
    press the moment it is there. Players think for a short time: tables are tested here, not how well anybody plays. A start
    of the program freezes no objects, among which windows of other tests would stay for good.
    """
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(Repainter, "paint", lambda repainter, picture: [])
    monkeypatch.setattr(drawn_once, "BLANK", True)
    for name, (owner, blank) in BLANKS.items():
        monkeypatch.setattr(owner, name, blank)
    for name in AHEAD:
        monkeypatch.setattr(ImageForecast, name, lambda forecast, *coming: iter(()))
    monkeypatch.setattr(scene, "PRESS_DELAY", 0.0)
    think(monkeypatch, FEW)


@pytest.fixture
def drawn_ahead(left_out: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches the drawing of images in advance on again, as in the program."""
    for name, draws in AHEAD.items():
        monkeypatch.setattr(ImageForecast, name, draws)


@pytest.fixture
def pixels(left_out: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the parts of every picture as the program does, for a test that looks at pixels."""
    monkeypatch.setattr(drawn_once, "BLANK", False)
    for name, draws in DRAWS.items():
        monkeypatch.setattr(BLANKS[name][0], name, draws)


@pytest.fixture
def painted(pixels: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paints every picture, as the program does."""
    monkeypatch.setattr(Repainter, "paint", PAINTS)


def play_deal(match: Match, chance: Random) -> tuple[Any, Any, Any]:
    """Plays a deal at random and counts it; returns what a score sheet shows: the tally, the points and the cards dealt."""
    match.deal()
    session = match.session
    while session.due_step == "act":
        match.act(chance.choice(list(session.legal())))
    return count_deal(match)


def count_deal(match: Match) -> tuple[Any, Any, Any]:
    """Counts a deal that was played; returns what a score sheet shows."""
    dealt, tally = match.session.deal, match.game.text.tally(match.view_at_screen().known, match.me)
    return tally, next(event for event in match.score_deal() if isinstance(event, Scored)).points, dealt


@pytest.fixture
def random_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every computer player plays at random, at once."""
    monkeypatch.setattr(
        external, "make_player_in_process", lambda name, source, patience: players.make_player("random", Random(source))
    )


FEW = 10
"""Determinizations for a decision of a player that searches."""
Size = tuple[int, int]
Make = Callable[[Context, Matches], Scene]
Instead = dict[type[Route], Callable[[Context, Matches, Any], Scene]]
"""Other scenes than the program's, by the routes that lead to them."""


class StandIn(Scene):
    """Stands for the table: remembers the match that it was given."""

    def __init__(self, context: Context, matches: Matches, match: Any) -> None:
        self.context, self.matches, self.match = context, matches, match
        self.told: list[object] = []

    def on_resume(self, result: object) -> None:
        self.told.append(result)


class Program:
    """A running program; `top` is the scene that somebody looks at."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        instead: Instead | None = None,
        offers: bool = False,
        **settings: Any,
    ) -> None:
        """offers: whether people are taken for new to every game."""
        self.folders = paths.find_paths(folder)
        loaded = load(self.folders.settings)
        self.screen = AppWindow(WindowPlace(), size=size)
        chosen = replace(loaded.settings, **{"pace": "at once", **settings})
        self.context = Context(self.folders, self.screen, loaded._replace(settings=chosen))
        saves = Saves(self.folders.running, self.folders.games, self.context.show_notice, self.context.report_unsaved_tables)
        self.now = 0.0
        """The seconds that the system counts."""
        opened = OpenGames(self.context.settings.opened, lambda marks: self.context.change_settings(opened=marks))
        self.matches = Matches(
            saves, self.context.show_notice, code=lambda: CODE, seed=lambda: "seed", now=lambda: self.now, opened=opened
        )
        self.instead = instead or {}
        self.router = Router(self.context, matches=self.matches, helps_newcomers=offers)
        self.loop: Loop
        pygame.event.clear()

    def show(self, make: Make) -> Any:
        """Begins with a scene; those of before are left."""
        if hasattr(self, "loop"):
            self.loop.scenes.quit()
        self.loop = Loop(self.context, make(self.context, self.matches), self.scene)
        self.step()
        return self.top

    def scene(self, route: Route) -> Scene | None:
        """The scene that a route leads to here."""
        make = self.instead.get(type(route))
        return self.router.build_scene(route) if make is None else make(self.context, self.matches, route)

    def close(self) -> None:
        self.loop.scenes.quit()
        self.matches.saves.close()
        self.screen.close()

    @property
    def top(self) -> Any:
        return self.loop.scenes.top

    def step(self, seconds: float = 0.02) -> None:
        self.loop.step(seconds)

    def wait(self, seconds: float, at_a_time: float = 0.1) -> None:
        for _ in range(round(seconds / at_a_time)):
            self.step(at_a_time)

    def post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.step()

    def pad(self, *buttons: int) -> None:
        """Buttons of a controller, each pressed and let go."""
        for button in buttons:
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, instance_id=0, button=button))
            self.step()

    def finish(self) -> None:
        """Everything that can wait is done, and the picture shows it."""
        while self.loop.scenes.run_slice():
            pass
        self.step()

    def key(self, *keys: int, mod: int = 0, finish: bool = False) -> None:
        """Keys are pressed. finish: what can wait is done afterwards, as in `finish`; so in the two methods below."""
        for key in keys:
            self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        if finish:
            self.finish()

    def type(self, text: str, finish: bool = False) -> None:
        self.post(pygame.TEXTINPUT, text=text)
        if finish:
            self.finish()

    def click(self, widget: Widget | tuple[int, int], finish: bool = False) -> None:
        pos = widget if isinstance(widget, tuple) else widget.rect.center
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        if finish:
            self.finish()

    def find(self, label: str) -> Widget:
        """The control of that name that can be used now."""
        found: Widget = next(w for w in self.top.widgets.all if w.label == label and w.shown)
        return found


def think(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Every level does all that it does, with so many determinizations."""
    for level, skill in SKILLS.items():
        monkeypatch.setitem(SKILLS, level, replace(skill, iterations=few, solver_slices=min(skill.solver_slices, few)))
    monkeypatch.setattr(evaluate, "MAX_SAMPLES", few)
    monkeypatch.setattr(turning, "PLAYOUTS", few)


@pytest.fixture
def instead() -> Instead:
    """What leads to other scenes than the program's own, in the programs of one test."""
    return {}


class Opens:
    """Opens programs that keep their files in one folder."""

    def __init__(self, folder: Path, instead: Instead) -> None:
        self.folder, self.instead, self.opened = folder, instead, list[Program]()

    def __call__(self, size: tuple[int, int] = (1280, 720), **settings: Any) -> Any:
        self.opened.append(Program(self.folder, size, self.instead, **settings))
        return self.opened[-1]

    def at(self, make: Make, size: tuple[int, int] = (1280, 720), **settings: Any) -> tuple[Any, Any]:
        """A program that begins with a scene, and the scene."""
        one = self(size, **settings)
        return one, one.show(make)

    def into(self, way: Callable[..., Any], *given: Any, **settings: Any) -> tuple[Any, Any]:
        """A program, and what a way through it leads to."""
        one = self(**settings)
        return one, way(one, *given)


@pytest.fixture
def program(tmp_path: Path, instead: Instead) -> Iterator[Opens]:
    """Opens programs in the folder of the test; they are closed afterwards."""
    opens = Opens(tmp_path, instead)
    yield opens
    for one in opens.opened:
        one.close()


@pytest.fixture
def stand_in(instead: Instead) -> type[StandIn]:
    """A table that only remembers what it was given."""
    instead[ToTable] = lambda context, matches, route: StandIn(context, matches, route.match)
    return StandIn


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Callable[..., table_window.Window]]:
    """Opens tables in windows of their own, without the loop of the program; they are closed afterwards."""
    yield from table_window.opened(tmp_path)


NAMES = ("You", "Vesper", "Dorothea", "Minim", "Humphrey", "Barnaby", "Jet", "Tunnel", "Olive", "Pip", "Quill", "Moss")


@pytest.fixture
def open_game(open_table: Callable[..., table_window.Window]) -> Callable[..., table_window.Window]:
    """Opens tables of a game at which nothing moves: one person at seat `me`, and computer players that act at random."""

    def lay(game: Any, options: Any = None, code: str = table_window.CODE, me: int = 0, **more: Any) -> table_window.Window:
        chosen = options or game.Options()
        n = game.seats(chosen)
        people = tuple((NAMES[(i - me) % n], "human" if i == me else "random") for i in range(n))
        return open_table(game=game, options=chosen, people=people, code=code, **{"pace": "at once", **more})

    return lay

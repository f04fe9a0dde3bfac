"""Draws the pictures of the README, of the first minute and of the shops, each from a window of its own without a display.

python build/build.py picture --out FOLDER      # needs Pillow: uv run --with pillow python build/build.py picture

Codes, seeds and the day are fixed, so the same version of the program draws the same pictures; tests/ship/test_pictures.py
compares those in the tree with what the program draws now.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    import pygame

    from goosetable.app.context import Context
    from goosetable.app.loop import Loop
    from goosetable.app.match.matches import Matches
    from goosetable.app.scenes.table.scene import TableScene

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = "TTVNGA3S83YK"
SEED: Final = "film"
DAY: Final = 1_795_608_000.0
"""Seconds since 1970 of the day at which all pictures are drawn: noon of 25 November 2026, universal time."""

SIZE: Final = (1280, 720)
"""The window of a still picture, in pixels; `table.png` has this size."""
SHOWN: Final = (800, 450)
"""The size of a picture of the first minute, in pixels; it has the shape of `SIZE`."""
QUALITY: Final = 80
STEPS: Final = (("title", False), ("lay-a-table", True), ("first-deal", True))
"""The pictures of the first minute in their order, and whether Enter leads there from the one before."""
SETTLES: Final = 30
"""Frames of a tenth of a second after which nothing moves any more."""
ASKED: Final = 5
"""`table.png` shows the moment at which the person plays for the fifth time."""

FILMED: Final = (960, 540)
"""The window of the film, in pixels."""
FILM: Final = (720, 405)
"""The size of the film, in pixels; it has the shape of `FILMED`."""
FPS: Final = 30
EVERY: Final = 3
"""Of that many frames one is written."""
SECONDS: Final = 24.0
REFLECTS: Final = 0.9
"""Seconds before the person plays."""
PEOPLE: Final = (("You", "human"), ("Vesper", "greedy"), ("Dorothea", "greedy"))
LARGEST: Final = 1_500_000
FILM_QUALITY: Final = 62


class Opened(NamedTuple):
    """A program in a window without a display."""

    context: Context
    matches: Matches
    loop: Loop

    def step(self, seconds: float) -> None:
        """Goes on by one frame of some seconds and does all that may be done beside it."""
        self.loop.step(seconds)
        self.context.cloth.finish()
        while self.loop.scenes.work():
            pass

    def picture(self) -> pygame.Surface:
        """Returns a copy of the content of the window."""
        return self.context.screen.surface.copy()


def make(out: Path) -> list[Path]:
    """Writes all pictures below the folder as they lie below `.github`, and returns their paths.

    Raises SystemExit where Pillow is missing or the film is too large.
    """
    try:
        image: Any = importlib.import_module("PIL.Image")
    except ImportError:
        raise SystemExit("build.py: Pillow is not here; uv run --with pillow python build/build.py picture") from None

    def read(picture: pygame.Surface) -> Any:
        return image.frombytes("RGB", picture.get_size(), content(picture))

    first, *more = [read(smaller(picture, FILM)) for picture in frames()]
    film, table, minute = out / "deal.webp", out / "table.png", out / "first-minute"
    first.save(
        film, save_all=True, append_images=more, duration=round(1000 * EVERY / FPS), loop=0, quality=FILM_QUALITY, method=4
    )
    read(still()).save(table, optimize=True)
    minute.mkdir(exist_ok=True)
    made = [film, table]
    for name, picture in first_minute():
        made.append(minute / f"{name}.webp")
        read(smaller(picture, SHOWN)).save(made[-1], quality=QUALITY, method=6)
    for path in made:
        print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")
    if film.stat().st_size > LARGEST:
        raise SystemExit(f"build.py: {film.name} is larger than {LARGEST / 1e6:.1f} MB")
    return made


def content(picture: pygame.Surface) -> bytes:
    """Returns a picture as three bytes a pixel."""
    import pygame

    return pygame.image.tobytes(picture, "RGB")


def smaller(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Returns a picture scaled down, each pixel the mean of those it covers."""
    import pygame

    return pygame.transform.smoothscale(picture, size)


def first_minute() -> Iterator[tuple[str, pygame.Surface]]:
    """Yields name and picture of each step of a person for whom everything is new, from the title to the first deal."""
    import pygame

    from goosetable.app.scenes.routes import ToTitle

    with opened(SIZE, lambda context, matches, build: build(ToTitle())) as program:
        for name, enter in STEPS:
            if enter:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
            for _ in range(SETTLES):
                program.step(0.1)
            yield name, program.picture()


def still() -> pygame.Surface:
    """Returns the picture of a deal in which the person is asked for a card."""
    with dealt(SIZE, pace="at once") as (program, scene):
        chance = random.Random(SEED)
        for turn in range(ASKED):
            if turn:
                scene.perform(_choice(scene.match, chance), True)
            program.step(0.1)
            while scene.timeline.busy or not scene.stage.snapshot.mine:
                program.step(0.1)
        for _ in range(SETTLES):
            program.step(0.1)
        return program.picture()


def frames(seconds: float = SECONDS) -> Iterator[pygame.Surface]:
    """Yields the pictures of the beginning of a deal, which the film shows one after another."""
    with dealt(FILMED, pace="leisurely", still=False) as (program, scene):
        chance, waited = random.Random(SEED), 0.0
        for number in range(round(seconds * FPS)):
            program.step(1 / FPS)
            mine = not scene.timeline.busy and scene.stage.snapshot.mine
            waited = waited + 1 / FPS if mine else 0.0
            if waited > REFLECTS and scene.match.session.state is not None:
                scene.perform(_choice(scene.match, chance), True)
            if number >= 2 and number % EVERY == 0:
                yield program.picture()


@contextmanager
def dealt(size: tuple[int, int], **settings: Any) -> Iterator[tuple[Opened, TableScene]]:
    """Opens the program at a table that has just been laid for the first game."""
    from goosetable import games
    from goosetable.app.scenes.table.scene import TableScene
    from goosetable.engine.record.format import Chair

    tables: list[TableScene] = []

    def begin(context: Context, matches: Matches, build: Callable[..., Any]) -> Any:
        game = games.SHELF[0]
        tables.append(TableScene(context, matches.begin_table(game, game.Options(), [Chair(*one) for one in PEOPLE], CODE)))
        return tables[0]

    with opened(size, begin, **settings) as program:
        yield program, tables[0]


@contextmanager
def opened(size: tuple[int, int], begin: Callable[..., Any], **settings: Any) -> Iterator[Opened]:
    """Opens the program with an empty folder of its own. begin: makes the first scene of context, matches and the router.

    settings: those that differ from the usual ones.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    sys.path.insert(0, str(ROOT))
    from goosetable.app.context import Context
    from goosetable.app.loop import Loop
    from goosetable.app.match.matches import Matches
    from goosetable.app.router import Router
    from goosetable.app.storage import paths
    from goosetable.app.storage.saves import Saves
    from goosetable.app.storage.settings import load
    from goosetable.app.ui.window import AppWindow

    with tempfile.TemporaryDirectory(prefix="goosetable-pictures-") as folder:
        where = paths.find(Path(folder))
        loaded = load(where.settings)
        screen = AppWindow(loaded.settings.window, size=size)
        context = Context(where, screen, loaded._replace(settings=replace(loaded.settings, **settings)))
        saves = Saves(where.running, where.games, context.notice, context.report_unsaved)
        matches = Matches(saves, context.notice, code=lambda: CODE, seed=lambda: SEED, now=lambda: DAY)
        router = Router(context, matches=matches)
        loop = Loop(
            context, begin(context, matches, router.scene), router.scene, clock=lambda: 0.0
        )  # on a slow machine as well
        try:
            yield Opened(context, matches, loop)
        finally:
            loop.scenes.quit()
            saves.close()
            screen.close()
            sys.path.remove(str(ROOT))


def _choice(match: Any, chance: random.Random) -> Any:
    """Returns the action of a computer player in the person's place."""
    from goosetable import players

    return players.decide(players.make_player("greedy", chance), match.session.view(match.me))

"""Draws the pictures of the README, of FIRST-MINUTE.md and of the shops, each in a separate window without a display.

python build/build.py picture --out FOLDER      # needs Pillow: uv run --with pillow python build/build.py picture

Codes, seeds and the day are fixed, so the same version of the program always draws the same pictures.
tests/ship/test_commands_of_pages.py draws them again and compares them with the pictures in the tree.
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
"""The program's time in all pictures, in seconds since 1970: 25 November 2026, 12:00 UTC."""

SIZE: Final = (1280, 720)
"""Size of the window for still pictures, and of `table.png`, in pixels."""
SHOWN: Final = (800, 450)
"""Size of the pictures of the first minute, in pixels, with the proportions of `SIZE`."""
QUALITY: Final = 80
STEPS: Final = (("title", False), ("lay-a-table", True), ("first-deal", True))
"""Names of the pictures of the first minute, in order, each with True if the person presses Enter before it."""
SETTLES: Final = 30
"""Number of frames, of a tenth of a second each, after which all animations have ended."""
ASKED: Final = 5
"""Number of the person's turn in the deal, from 1, at which `table.png` is drawn."""

FILMED: Final = (960, 540)
"""Size of the window for the film, in pixels."""
FILM: Final = (720, 405)
"""Size of the film, in pixels, with the proportions of `FILMED`."""
FPS: Final = 30
EVERY: Final = 3
"""Number of frames of the program for each frame of the film."""
SECONDS: Final = 24.0
REFLECTS: Final = 0.9
"""Time in seconds that the person waits before playing."""
PEOPLE: Final = (("You", "human"), ("Vesper", "greedy"), ("Dorothea", "greedy"))
LARGEST: Final = 1_500_000
FILM_QUALITY: Final = 62


class RunningProgram(NamedTuple):
    """A running program, in a window without a display."""

    context: Context
    matches: Matches
    loop: Loop

    def step(self, seconds: float) -> None:
        """Advances the program by one frame, and finishes its background work. seconds: duration of the frame."""
        self.loop.step(seconds)
        self.context.cloth.finish()
        while self.loop.scenes.run_slice():
            pass

    def picture(self) -> pygame.Surface:
        """Returns a copy of the window's content."""
        return self.context.screen.surface.copy()


def make_pictures(out: Path) -> list[Path]:
    """Draws all pictures into a folder, with the same names as below `.github`; returns their paths.

    Raises SystemExit if Pillow is missing or the film is too large.
    """
    try:
        image: Any = importlib.import_module("PIL.Image")
    except ImportError:
        raise SystemExit("build.py: Pillow is not here; uv run --with pillow python build/build.py picture") from None

    def read(picture: pygame.Surface) -> Any:
        return image.frombytes("RGB", picture.get_size(), content(picture))

    first, *more = [read(scale_down(picture, FILM)) for picture in frames()]
    film, table, minute = out / "deal.webp", out / "table.png", out / "first-minute"
    first.save(
        film, save_all=True, append_images=more, duration=round(1000 * EVERY / FPS), loop=0, quality=FILM_QUALITY, method=4
    )
    read(picture_of_turn()).save(table, optimize=True)
    minute.mkdir(exist_ok=True)
    made = [film, table]
    for name, picture in first_minute():
        made.append(minute / f"{name}.webp")
        read(scale_down(picture, SHOWN)).save(made[-1], quality=QUALITY, method=6)
    for path in made:
        print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")
    if film.stat().st_size > LARGEST:
        raise SystemExit(f"build.py: {film.name} is larger than {LARGEST / 1e6:.1f} MB")
    return made


def content(picture: pygame.Surface) -> bytes:
    """Returns the pixels of a picture, row by row, three bytes (red, green, blue) each."""
    import pygame

    return pygame.image.tobytes(picture, "RGB")


def scale_down(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Returns a picture scaled down to a size; each of its pixels is the mean of the pixels that it covers."""
    import pygame

    return pygame.transform.smoothscale(picture, size)


def first_minute() -> Iterator[tuple[str, pygame.Surface]]:
    """Yields the name and the picture of each step of a new person from the title to the first deal."""
    import pygame

    from goosetable.app.scenes.routes import ToTitle

    with open_program(SIZE, lambda context, matches, build: build(ToTitle())) as program:
        for name, enter in STEPS:
            if enter:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
            for _ in range(SETTLES):
                program.step(0.1)
            yield name, program.picture()


def picture_of_turn() -> pygame.Surface:
    """Returns the picture of a deal in which it is the person's turn."""
    with open_table(SIZE, pace="at once") as (program, scene):
        chance = random.Random(SEED)
        for turn in range(ASKED):
            if turn:
                scene.perform(_choice(scene.match, chance), True)
            program.step(0.1)
            while scene.timeline.has_beats or not scene.stage.snapshot.mine:
                program.step(0.1)
        for _ in range(SETTLES):
            program.step(0.1)
        return program.picture()


def frames(seconds: float = SECONDS) -> Iterator[pygame.Surface]:
    """Yields the frames of the film, which shows the beginning of a deal. seconds: duration of the film."""
    with open_table(FILMED, pace="leisurely", still=False) as (program, scene):
        chance, waited = random.Random(SEED), 0.0
        for number in range(round(seconds * FPS)):
            program.step(1 / FPS)
            mine = not scene.timeline.has_beats and scene.stage.snapshot.mine
            waited = waited + 1 / FPS if mine else 0.0
            if waited > REFLECTS and scene.match.session.state is not None:
                scene.perform(_choice(scene.match, chance), True)
            if number >= 2 and number % EVERY == 0:
                yield program.picture()


@contextmanager
def open_table(size: tuple[int, int], **settings: Any) -> Iterator[tuple[RunningProgram, TableScene]]:
    """Context manager: opens the program at a new table of the first game. settings: as for `opened`."""
    from goosetable import games
    from goosetable.app.scenes.table.scene import TableScene
    from goosetable.engine.record.format import Chair

    tables: list[TableScene] = []

    def begin(context: Context, matches: Matches, build: Callable[..., Any]) -> Any:
        game = games.SHELF[0]
        tables.append(TableScene(context, matches.begin_table(game, game.Options(), [Chair(*one) for one in PEOPLE], CODE)))
        return tables[0]

    with open_program(size, begin, **settings) as program:
        yield program, tables[0]


@contextmanager
def open_program(size: tuple[int, int], begin: Callable[..., Any], **settings: Any) -> Iterator[RunningProgram]:
    """Context manager: opens the program with an empty data folder, and closes it afterwards.

    begin: makes the first scene from context, matches and the router's `build_scene`. settings: settings that differ from the
    defaults.
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
        where = paths.find_paths(Path(folder))
        loaded = load(where.settings)
        screen = AppWindow(loaded.settings.window, size=size)
        context = Context(where, screen, loaded._replace(settings=replace(loaded.settings, **settings)))
        saves = Saves(where.running, where.games, context.show_notice, context.report_unsaved_tables)
        matches = Matches(saves, context.show_notice, code=lambda: CODE, seed=lambda: SEED, now=lambda: DAY)
        router = Router(context, matches=matches)
        loop = Loop(
            context, begin(context, matches, router.build_scene), router.build_scene, clock=lambda: 0.0
        )  # on a slow machine as well
        try:
            yield RunningProgram(context, matches, loop)
        finally:
            loop.scenes.quit()
            saves.close()
            screen.close()
            sys.path.remove(str(ROOT))


def _choice(match: Any, chance: random.Random) -> Any:
    """Returns the action that a computer player would choose in the person's place."""
    from goosetable import players

    return players.decide(players.make_player("greedy", chance), match.session.view(match.me))

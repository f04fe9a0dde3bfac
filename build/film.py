"""Plays the beginning of a real deal in a window that nobody sees, and writes it as the moving picture of the README.

python build/build.py picture --out FOLDER      # needs Pillow: uv run --with pillow python build/build.py picture
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SIZE: Final = (960, 540)
"""What is drawn."""
SHOWN: Final = (720, 405)
"""What is written, of the same shape."""
FPS: Final = 30
EVERY: Final = 3
"""One of so many pictures is written."""
SECONDS: Final = 24.0
REFLECTS: Final = 0.9
"""Seconds before the person plays."""
CODE: Final = "TTVNGA3S83YK"
SEED: Final = "film"
PEOPLE: Final = (("You", "human"), ("Vesper", "greedy"), ("Dorothea", "greedy"))
LARGEST: Final = 1_500_000
QUALITY: Final = 62


def make(out: Path) -> Path:
    """Writes deal.webp into the folder. Raises SystemExit where Pillow is missing or the file is too large."""
    try:
        image: Any = importlib.import_module("PIL.Image")
    except ImportError:
        raise SystemExit("build.py: Pillow is not here; uv run --with pillow python build/build.py picture") from None
    drawn = [image.frombytes("RGB", SIZE, content).resize(SHOWN, image.Resampling.LANCZOS) for content in frames()]
    target = out / "deal.webp"
    drawn[0].save(
        target, save_all=True, append_images=drawn[1:], duration=round(1000 * EVERY / FPS), loop=0, quality=QUALITY, method=4
    )
    weight = target.stat().st_size
    print(f"{target}: {weight / 1e6:.2f} MB, {len(drawn)} pictures")
    if weight > LARGEST:
        raise SystemExit(f"build.py: {target.name} is larger than {LARGEST / 1e6:.1f} MB")
    return target


def frames(seconds: float = SECONDS) -> Iterator[bytes]:
    """The pictures of the deal, three bytes a pixel; the same for the same version of the program."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    sys.path.insert(0, str(ROOT))
    import pygame

    from goosetable import games
    from goosetable.app.context import Context
    from goosetable.app.loop import Loop
    from goosetable.app.match.matches import Matches
    from goosetable.app.router import Router
    from goosetable.app.scenes.table.scene import TableScene
    from goosetable.app.storage import paths, settings
    from goosetable.app.storage.saves import Saves
    from goosetable.app.ui.window import AppWindow
    from goosetable.engine.record.format import Chair

    with tempfile.TemporaryDirectory(prefix="goosetable-film-") as folder:
        where = paths.find(Path(folder))
        loaded = settings.load(where.settings)
        screen = AppWindow(loaded.settings.window, size=SIZE)
        context = Context(where, screen, loaded._replace(settings=replace(loaded.settings, pace="leisurely", still=False)))
        saves = Saves(where.running, where.games, context.notice, context.report_unsaved)
        matches = Matches(saves, context.notice, code=lambda: CODE, seed=lambda: SEED, now=lambda: 0.0)
        game = games.SHELF[0]
        match = matches.lay(game, game.Options(), [Chair(*one) for one in PEOPLE], CODE)
        scene = TableScene(context, match)
        loop = Loop(context, scene, Router(context, matches=matches).scene)
        chance, waited = random.Random(SEED), 0.0
        for number in range(round(seconds * FPS)):
            loop.step(1 / FPS)
            context.cloth.finish()
            while loop.scenes.work():
                pass
            mine = not scene.timeline.busy and scene.stage.snapshot.mine
            waited = waited + 1 / FPS if mine else 0.0
            if waited > REFLECTS and match.session.state is not None:
                scene.do(_choice(match, chance), True)
            if number >= 2 and number % EVERY == 0:
                yield pygame.image.tobytes(screen.surface, "RGB")
        loop.scenes.quit()
        saves.close()
        screen.close()


def _choice(match: Any, chance: random.Random) -> Any:
    """What a computer player would do in the person's place."""
    from goosetable import players

    return players.decide(players.make_player("greedy", chance), match.session.view(match.me))

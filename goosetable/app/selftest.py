"""Tries the program as it stands: one deal of every game through the real scenes, as fast as they go."""

from __future__ import annotations

import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.loop import FRAME, Loop
from goosetable.app.router import Router
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage import paths, settings
from goosetable.app.ui.window import AppWindow
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair, numbers

LEVEL: Final = "greedy"
MOST_FRAMES: Final = 20_000
"""Frames after which a deal is stuck; none takes nearly as many."""


def run(portable: Path | None = None) -> int:
    """Plays and prints one line a game; returns 0, or 1 where a deal did not come to its end."""
    scrap = nullcontext(str(portable)) if portable else tempfile.TemporaryDirectory(prefix="goosetable-selftest-")
    with scrap as folder:
        folders = paths.find(Path(folder) / "selftest")
        loaded = settings.load(folders.settings)
        still = loaded._replace(settings=replace(loaded.settings, pace="at once"))
        screen = AppWindow(still.settings.window, size=(1280, 720))
        context = Context(folders, screen, still)
        try:
            return max(_play(context, game) for game in games.SHELF)
        finally:
            context.sound.close()
            screen.close()


def _play(context: Context, game: AnyGame) -> int:
    """One deal of a game by computer players; 1 where it does not end."""
    router = Router(context)
    options = game.Options()
    chairs = [Chair(f"{LEVEL} {seat + 1}", LEVEL) for seat in range(game.seats(options))]
    match = router.matches.lay(game, options, chairs, seed.nth("selftest", 1))
    loop = Loop(context, TableScene(context, match), router.scene)
    session, actions = match.session, 0
    while session.standing.deals == 0 and loop.frames < MOST_FRAMES:
        if session.state is not None:
            actions = len(session.state.actions)
        loop.step(FRAME)
        while loop.scenes.work():
            pass
    loop.scenes.quit()
    router.matches.saves.close()
    if session.standing.deals == 0:
        print(f"{game.id}: the deal did not come to its end in {loop.frames} pictures")
        return 1
    print(f"{game.id}: a deal of {actions} actions in {loop.frames} pictures, scores {numbers(session.standing.totals)}")
    return 0

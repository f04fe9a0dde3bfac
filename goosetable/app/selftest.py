"""Self-test of the program: plays one deal of every game through the real scenes, as fast as possible.

A module of its own: its imports would delay the first frame of a usual start.
"""

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
from goosetable.engine.record.format import Chair, points_as_json

LEVEL: Final = "greedy"
MOST_STEPS: Final = 20_000
"""Number of steps of the loop after which a deal counts as stuck; a deal normally takes far fewer."""


class WindowClosed(Exception):
    """Raised when the window is closed during a deal."""


def run(portable: Path | None = None) -> int:
    """Plays one deal of every game and prints a line about each. Returns the exit code: 0, or 1 if a deal was not finished.

    Closing the window, or a signal to terminate, ends the test.
    """
    scrap = nullcontext(str(portable)) if portable else tempfile.TemporaryDirectory(prefix="goosetable-selftest-")
    with scrap as folder:
        folders = paths.find_paths(Path(folder) / "selftest")
        loaded = settings.load(folders.settings)
        still = loaded._replace(settings=replace(loaded.settings, pace="at once"))
        screen = AppWindow(still.settings.window, size=(1280, 720))
        context = Context(folders, screen, still)
        try:
            stuck = [game for game in games.SHELF if not _play_deal(context, game)]
            return 1 if stuck else 0
        except WindowClosed:
            print("the window was closed before every game was tried")
            return 1
        finally:
            context.save_if_changed()
            context.sound.close()
            screen.close()


def _play_deal(context: Context, game: AnyGame) -> bool:
    """Plays a deal of a game, and prints a line about it. Returns False if the deal did not end. Raises WindowClosed."""
    router = Router(context)
    options = game.Options()
    chairs = [Chair(f"{LEVEL} {seat + 1}", LEVEL) for seat in range(game.seats(options))]
    match = router.matches.begin_table(game, options, chairs, seed.code_in_series("selftest", 1))
    loop = Loop(context, TableScene(context, match), router.build_scene)
    session, actions, steps = match.session, 0, 0
    while session.standing.deals == 0 and steps < MOST_STEPS and not loop.is_over:
        if session.state is not None:
            actions = len(session.state.actions)
        loop.step(FRAME)
        while loop.scenes.run_slice():
            pass
        steps += 1
    closed = loop.is_over
    loop.scenes.quit()
    router.matches.saves.close()
    if closed:
        raise WindowClosed
    if session.standing.deals == 0:
        print(f"{game.id}: the deal did not come to its end in {steps} steps")
        return False
    print(f"{game.id}: a deal of {actions} actions in {loop.frames} pictures, scores {points_as_json(session.standing.totals)}")
    return True

"""Measures the table as it is drawn: frame times of a whole deal, frames while the expert thinks, idle load and memory."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.loop import FRAME, Loop, turn
from goosetable.app.match.match import Match
from goosetable.app.router import Router
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage import paths, settings
from goosetable.app.ui.window import AppWindow
from goosetable.engine.record.format import Chair

Figure = tuple[str, str, str]
"""What was measured, the figures, and what has to be reached."""

IDLE_SECONDS: Final = 6.0
MOST_FRAMES: Final = 20_000


def run(w: int, h: int, code: str) -> list[Figure]:
    """Measures at one window size; the deal is that of a game code."""
    with tempfile.TemporaryDirectory(prefix="goosetable-bench-") as folder:
        folders = paths.find(Path(folder))
        loaded = settings.load(folders.settings)
        screen = AppWindow(loaded.settings.window, size=(w, h))
        context = Context(folders, screen, loaded._replace(settings=replace(loaded.settings, pace="leisurely", still=False)))
        try:
            found = [_frames(context, code, f"{w}x{h}")]
            if (w, h) == (1920, 1080):
                found += [_memory(), _idle(context, code), _thinking(context, code), _reviewing(context, code)]
        finally:
            context.sound.close()
            screen.close()
    return found


def _laid(context: Context, code: str, people: tuple[str, ...]) -> tuple[Router, Match]:
    """A match of the first game with these players."""
    game, router = games.SHELF[0], Router(context)
    chairs = [Chair(f"{player} {seat}", player) for seat, player in enumerate(people)]
    return router, router.matches.lay(game, game.Options(), chairs, code)


def _loop(context: Context, code: str, people: tuple[str, ...]) -> tuple[Loop, Match]:
    """A table of that match, and who sits at it."""
    router, match = _laid(context, code, people)
    return Loop(context, TableScene(context, match), router.scene), match


def _frames(context: Context, code: str, size: str) -> Figure:
    """Every frame of a deal between computer players: update, drawing and showing."""
    loop, match = _loop(context, code, ("greedy", "greedy", "greedy"))
    times = []
    while not match.session.standing.deals and loop.frames < MOST_FRAMES:
        began = time.perf_counter()
        if loop.step(FRAME):
            times.append(time.perf_counter() - began)
        until = time.perf_counter() + FRAME / 2
        while time.perf_counter() < until and loop.scenes.work():
            pass
    loop.scenes.quit()
    wanted = "p99 <= 8 ms" if size == "1920x1080" else ""
    return f"frames of a deal at {size}, {len(times)} drawn", _spread(times), wanted


def _thinking(context: Context, code: str) -> Figure:
    """Everything that a frame takes while experts think: nothing of it may be late."""
    loop, match = _loop(context, code, ("expert", "expert", "expert"))
    times = []
    while not match.session.standing.deals and loop.frames < MOST_FRAMES:
        thinking = match.thinking is not None
        began = time.perf_counter()
        loop.step(FRAME)
        loop.idle_work(FRAME - (time.perf_counter() - began))
        if thinking:
            times.append(time.perf_counter() - began)
    loop.scenes.quit()
    return "frames while experts think, all included", _spread(times), "none > 20 ms"


def _reviewing(context: Context, code: str) -> Figure:
    """The same while the opinions of a deal come and the review goes by itself."""
    router, match = _laid(context, code, ("human", "greedy", "greedy"))
    match.deal()
    while match.session.due == "act":
        match.act(match.session.legal()[0])
    match.score()
    scene = ReviewScene(context, router.matches, match, match.session.counted[-1])
    loop = Loop(context, scene, router.scene)
    scene.toggle()
    times = []
    while not scene.opinions.over and loop.frames < MOST_FRAMES:
        began = time.perf_counter()
        loop.step(FRAME)
        loop.idle_work(FRAME - (time.perf_counter() - began))
        times.append(time.perf_counter() - began)
        if not scene.playing:
            scene.toggle()
    loop.scenes.quit()
    return "frames of a review while its opinions come, all included", _spread(times), "none > 20 ms"


def _idle(context: Context, code: str) -> Figure:
    """The share of a core that a table takes which waits for a person."""
    loop, _ = _loop(context, code, ("human", "random", "random"))
    turn(loop, seconds=8.0)
    began, load = time.perf_counter(), time.process_time()
    turn(loop, seconds=IDLE_SECONDS)
    share = (time.process_time() - load) / (time.perf_counter() - began)
    loop.scenes.quit()
    return "idle table", f"{share * 100:.2f} % of a core", "<= 0.5 %"


def _memory() -> Figure:
    if sys.platform == "win32":
        return "memory at 1920x1080", "not measured on this system", ""
    import resource  # not on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return "memory at 1920x1080, peak", f"{peak / (1024 if sys.platform != 'darwin' else 1024**2):.0f} MiB", "<= 150 MB"


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{statistics.median(ordered) * 1e3:.1f} ms median, {p99 * 1e3:.1f} p99, {ordered[-1] * 1e3:.1f} worst"

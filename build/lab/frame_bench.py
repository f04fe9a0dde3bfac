"""Measures the drawing of the table: frames of a whole deal, frames while experts think and during a review, idle load, and
memory.
"""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import pygame

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.loop import FRAME, Loop, run_until_closed
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.router import Router
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage import paths, settings
from goosetable.app.storage.saves import Saves
from goosetable.app.ui.scene import Change, Push, Scene
from goosetable.app.ui.window import AppWindow
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair

Figure = tuple[str, str, str]
"""Name of a measurement, its figures, and their limit, as texts."""


class Frames(NamedTuple):
    """Durations of whole frames in seconds, including background work."""

    opening: list[float]
    """Frames until all animations have ended for the first time."""
    later: list[float]

    def __add__(self, other: tuple[list[float], ...]) -> Frames:  # type: ignore[override]
        return Frames(*[mine + more for mine, more in zip(self, other, strict=True)])


Clock = Callable[[], float]
Times = tuple[float, float]
"""Duration in seconds, and processor time of this thread."""
T = TypeVar("T")


class DealTimes:
    """Times of the frames of one deal, and of bare frames, which only copy and show the window."""

    def __init__(
        self, numbers: Iterable[int] = (), frames: Iterable[Sequence[float]] = (), bare: Iterable[Sequence[float]] = ()
    ) -> None:
        self.numbers = list(numbers)
        """Numbers of the frames with any drawing, counted from the table's first picture."""
        self.frames = [(wall, own) for wall, own in frames]
        self.bare = [(wall, own) for wall, own in bare]


IDLE_SECONDS: Final = 8.0
FRAMES_PER_BARE_FRAME: Final = 8
"""Number of frames of a deal after which one bare frame is timed."""
IDLE_CALLS: Final = 100
"""Number of calls of `Loop.do_idle_work` before the table is opened, so that the program completes its start-up work first."""
MAX_FRAMES: Final = 20_000


def measure_table(w: int, h: int, code: str, others: Iterable[DealTimes] = ()) -> list[Figure]:
    """Measures the deal of a game code at one window size. others: earlier measurements of the same deal."""
    with _open_window(w, h) as context:
        found = figures([_time_deal(context, code), *others], f"{w}x{h}")
        if (w, h) == (1920, 1080):
            game = games.SHELF[0]
            found += [_measure_memory(), *_measure_idle_load(context, code)]
            for what, frames in (
                ("frames while experts think", _time_thinking_frames(context, code, game, time.perf_counter)),
                ("frames of a review as opinions come", _time_review_frames(context, code, game, time.perf_counter)),
            ):
                found.append((f"{what}, all included", _spread_text(frames.later), "none > 20 ms"))
    return found


@contextlib.contextmanager
def _open_window(w: int, h: int) -> Iterator[Context]:
    """Context manager: opens a window with an empty data folder."""
    with tempfile.TemporaryDirectory(prefix="goosetable-bench-") as folder:
        folders = paths.find_paths(Path(folder))
        loaded = settings.load(folders.settings)
        screen = AppWindow(loaded.settings.window, size=(w, h))
        context = Context(folders, screen, loaded._replace(settings=replace(loaded.settings, pace="leisurely", moving=True)))
        try:
            yield context
        finally:
            context.sound.close()
            screen.close()


def measure_review(w: int, h: int, code: str, game: AnyGame, rounds: int) -> list[Figure]:
    """Measures frames of a game's table while experts think, and of its review while opinions are computed, in turn.

    All times are processor times of this process, so that other programs have little effect. rounds: number of repetitions.
    """
    table, found = Frames([], []), Frames([], [])
    with _open_window(w, h) as context:
        for number in range(rounds):
            table += _time_thinking_frames(context, f"{code[:-1]}{number}", game, time.process_time)
            found += _time_review_frames(context, f"{code[:-1]}{number}", game, time.process_time)
    late, worst = _percentile_99(found.later) / _percentile_99(table.later), max(found.later) / max(table.later)
    return [
        (f"{game.id}: the table while experts think", _spread_text(table.later), ""),
        ("  its review while opinions come", _spread_text(found.later), ""),
        ("  ratios", f"{late:.2f} p99, {worst:.2f} worst", "<= 1.05"),
        ("  the worst frame at the opening of a review", f"{max(found.opening) * 1e3:.1f} ms", ""),
        ("  ratio to that at the opening of a table", f"{max(found.opening) / max(table.opening):.2f}", "<= 1.05"),
    ]


def _new_match(context: Context, code: str, game: AnyGame, first: str, others: str) -> tuple[Router, Match]:
    """Returns a router and a new match; the same code gives the same game. first, others: levels at seat 0 and elsewhere."""
    saves = Saves(
        context.folders.running, context.folders.games, context.show_notice, context.report_unsaved_tables, in_background=True
    )
    matches = Matches(saves, context.show_notice, seed=lambda: code, now=lambda: 0.0)
    router, options = Router(context, matches=matches), game.Options()
    chairs = [Chair(f"{first} 0", first), *[Chair(f"{others} {seat}", others) for seat in range(1, game.seats(options))]]
    return router, router.matches.begin_table(game, options, chairs, code)


def measure_deal(w: int, h: int, code: str) -> DealTimes:
    """Measures one deal, in a separate window."""
    with _open_window(w, h) as context:
        return _time_deal(context, code)


def _time_deal(context: Context, code: str) -> DealTimes:
    """Times every frame of a deal between computer players (update, drawing and flip), from the opening of the table.

    Between them it times bare frames, which only blit and flip the whole window. Background work uses the rest of each frame,
    as in the running program. With the same code, frames of the same number show the same picture.
    """
    router, match = _new_match(context, code, games.SHELF[0], "greedy", "greedy")
    # Processor time limits background work, so that it is done in the same frames on a busy machine.
    clock = time.perf_counter if sys.platform == "win32" else time.thread_time
    loop = Loop(
        context, _FirstScene(), lambda route: TableScene(context, match) if not route else router.build_scene(route), clock
    )
    found, number = DealTimes(), -1
    loop.step(FRAME)
    for _ in range(IDLE_CALLS):
        loop.do_idle_work()
    loop.scenes.ahead = True
    while not match.session.standing.deals and loop.frames < MAX_FRAMES:
        drawn, frame = _time_call(lambda: loop.step(FRAME))
        number += number >= 0 or drawn
        if drawn:
            found.numbers.append(number)
            found.frames.append(frame)
            if len(found.frames) % FRAMES_PER_BARE_FRAME == 0:
                found.bare.append(_bare_frame_times(context.screen))
        loop.do_idle_work(FRAME - min(frame))
    loop.scenes.quit()
    return found


def figures(deals: Sequence[DealTimes], size: str) -> list[Figure]:
    """Returns the figures of one deal that was measured several times.

    A frame's figure is the ratio of its time to that of the bare frames: the least ratio over all measurements. Other programs
    slow down different frames each time, but the program's own work recurs in the same frame. A measurement with other frame
    numbers than the first, as on a slow machine, is left out. For comparison, the figures also include the median of single
    measurements, and the least ratio by processor time, which does not include waiting.
    """
    same = [deal for deal in deals if deal.numbers == deals[0].numbers]
    least, alone = _least_ratios(same, 0), [_least_ratios([deal], 0) for deal in same]
    p99, worst = statistics.median(map(_percentile_99, alone)), statistics.median(map(max, alone))
    bare = [bare[0] for deal in same for bare in deal.bare]
    found = [
        (
            f"frames of a deal at {size}, {len(least)} drawn",
            _spread_text([frame[0] for deal in same for frame in deal.frames]),
            "",
        ),
        ("  a bare blit and flip of all of it, in turn", _spread_text(bare), ""),
        (f"  ratios to the median of that, least of {len(same)}", _ratios_text(least), "<= 3 p99, 10 worst"),
        ("  one deal alone, the median of them", f"{p99:.2f} p99, {worst:.2f} worst", ""),
    ]
    if sys.platform != "win32":  # its processor time has a resolution of only one frame
        found.append(("  the least by the processor's time", _ratios_text(_least_ratios(same, 1)), ""))
    return found


def _least_ratios(deals: Sequence[DealTimes], clock: int) -> list[float]:
    """Returns, for each frame, the least ratio of its time to the median of the bare frames. clock: index in `Times`."""
    middles = [statistics.median(bare[clock] for bare in deal.bare) for deal in deals]
    frames = zip(*(deal.frames for deal in deals), strict=True)
    return [min(one[clock] / middle for one, middle in zip(frame, middles, strict=True)) for frame in frames]


def _time_call(act: Callable[[], T]) -> tuple[T, Times]:
    began, own = time.perf_counter(), time.thread_time()
    done = act()
    return done, (time.perf_counter() - began, time.thread_time() - own)


def _bare_frame_times(screen: AppWindow) -> Times:
    """Times a blit and a flip of the whole window."""
    shown = screen.surface.copy()

    def lay() -> None:
        screen.surface.blit(shown, (0, 0))
        screen.present_picture()

    return _time_call(lay)[1]


def _time_thinking_frames(context: Context, code: str, game: AnyGame, clock: Clock) -> Frames:
    """Times whole frames of a table while experts think."""
    _, match = _new_match(context, code, game, "expert", "expert")
    scene = TableScene(context, match)
    return _run_loop(context, scene, clock, lambda: not match.session.standing.deals, lambda: match.thinking_seat is not None)


def _time_review_frames(context: Context, code: str, game: AnyGame, clock: Clock) -> Frames:
    """Times whole frames until the last opinion of a review, while the deal plays by itself."""
    router, match = _new_match(context, code, game, "human", "greedy")
    match.deal()
    while match.session.due_step == "act":
        match.act(match.session.legal()[0])
    match.score_deal()
    scene = ReviewScene(context, router.matches, match, match.session.scored_deals[-1])

    def more() -> bool:
        if not scene.playing:
            scene.toggle_autoplay()
        return not scene.opinions.over or scene.replayed.action_index < 2

    return _run_loop(context, scene, clock, more, lambda: True)


class _FirstScene(Scene):
    """A scene that opens another scene after its first frame."""

    def update(self, dt: float) -> Change:
        return None if self.dirty else Push(())


def _run_loop(context: Context, scene: Scene, clock: Clock, more: Callable[[], bool], counts: Callable[[], bool]) -> Frames:
    """Runs the loop with a scene; returns the times of its frames.

    more: returns False to end the loop. counts: returns whether a frame after the opening counts.
    """
    loop, found, opened = Loop(context, _FirstScene(), lambda route: scene, clock), Frames([], []), False
    loop.scenes.ahead = True
    while more() and loop.frames < MAX_FRAMES:
        counted, began = counts(), clock()
        opened |= loop.step(FRAME) and loop.scenes.top is scene and not loop.scenes.is_moving
        loop.do_idle_work(FRAME - (clock() - began))
        if not opened:
            found.opening.append(clock() - began)
        elif counted:
            found.later.append(clock() - began)
    loop.scenes.quit()
    return found


def _measure_idle_load(context: Context, code: str) -> list[Figure]:
    """Returns the load of a core by a table that waits for a person and, for comparison, by a bare event loop."""
    router, match = _new_match(context, code, games.SHELF[0], "human", "random")
    loop = Loop(context, TableScene(context, match), router.build_scene)
    run_until_closed(loop, seconds=8.0)
    table = _load_of(lambda: run_until_closed(loop, seconds=IDLE_SECONDS, starts_idle=True))
    bare = _load_of(_sleep)
    loop.scenes.quit()
    return [
        ("idle table", f"{table * 100:.2f} % of a core", "<= 0.5 %"),
        ("  a bare loop that looks for events at 30 Hz", f"{bare * 100:.2f} % of a core", ""),
        ("  ratio", f"{table / bare:.2f}", "<= 1"),
    ]


def _load_of(work: Callable[[], None]) -> float:
    began, load = time.perf_counter(), time.process_time()
    work()
    return (time.process_time() - load) / (time.perf_counter() - began)


def _sleep() -> None:
    ends = time.perf_counter() + IDLE_SECONDS
    while time.perf_counter() < ends:
        pygame.event.get()
        time.sleep(1 / 30)


def _measure_memory() -> Figure:
    if sys.platform == "win32":
        return "memory at 1920x1080", "not measured on this system", ""
    import resource  # not on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return "memory at 1920x1080, peak", f"{peak / (1024 if sys.platform != 'darwin' else 1024**2):.0f} MiB", "<= 150 MB"


def _percentile_99(times: list[float]) -> float:
    """Returns the 99th percentile of durations."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def _ratios_text(found: list[float]) -> str:
    return f"{statistics.median(found):.2f} median, {_percentile_99(found):.2f} p99, {max(found):.2f} worst"


def _spread_text(times: list[float]) -> str:
    return (
        f"{statistics.median(times) * 1e3:.2f} ms median, {_percentile_99(times) * 1e3:.2f} p99, {max(times) * 1e3:.1f} worst"
    )

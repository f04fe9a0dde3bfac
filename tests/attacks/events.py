"""The attack of a window with events: anything at random, and a person who presses whatever can be pressed, for ever."""

from __future__ import annotations

import pkgutil
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import goosetable.app.scenes
from goosetable.app.ui.scene import Scene
from tests.attacks import leftovers, walking
from tests.attacks.counting import Count, Outcome
from tests.attacks.window import FAULTS, Window, quick_company

DRAWN: Final = 20
"""One frame in this number is drawn; the others are only computed."""
UNREACHED: Final = "scenes never reached"
SHARED: Final = {
    "GameChooser", "KeeperPage", "KeysPage", "MenuPage", "NamesPage", "ImportExportScene", "TextPageScene", "AwaitsRecords",
    "RecordsPage", "ElementPage", "NotedPage", "Table", "GuidedScene", "ScoreSceneOverPage",
}  # fmt: skip
"""Names of base classes of scenes, which are no scenes themselves."""
ELSEWHERE: Final = {"ChartsScene", "ExportScene", "LargeCardScene", "OnScreenKeyboardScene", "NamesScene"}
"""Scenes that the walk need not reach: they depend on listed games, open cards, a controller, or people without a name."""
ALL: Final = 100_000
"""Number of events after which the walk must have reached every scene."""


def run(times: int, seed: str) -> Outcome:
    """Sends events to a window and returns the faults: exceptions, slow frames, an empty stack of scenes, broken records.

    times: number of events. seed: of the random choices.
    """
    count = Count("events", FAULTS)
    with tempfile.TemporaryDirectory() as folder, quick_company(seed):
        window = Window(Path(folder), seed, count, DRAWN, company=True)
        try:
            walk(window, times, Random(f"walk {seed}"))
        finally:
            window.close()
    for scene, sent in sorted(window.scenes.items()):
        count.figure(f"{scene}: {sent:,} events")
    count.figure(f"{leftovers.resident():.0f} MB of memory in the end")
    count.figure(f"slowest step {window.slowest:.2f} s, {window.starts} starts, {window.codes} games")
    if times >= ALL:
        for scene in sorted(scenes() - set(window.scenes)):
            count.fault(UNREACHED, scene)
    return count.outcome()


def scenes() -> set[str]:
    """Returns the names of all scenes of the program that the walk has to reach."""
    for module in pkgutil.walk_packages(goosetable.app.scenes.__path__, "goosetable.app.scenes."):
        import_module(module.name)
    found, left = set[str](), [Scene]
    while left:
        for kind in left.pop().__subclasses__():
            # A measurement has a scene of its own, to which nobody comes.
            if kind.__module__.startswith("goosetable.app.scenes."):
                left.append(kind)
                found.add(kind.__name__)
    return found - SHARED - ELSEWHERE


def walk(window: Window, times: int, chance: Random) -> None:
    """Sends random events to a window. The share of events that press a control changes from time to time."""
    mood, left, began = 0.5, 0, time.process_time()
    while window.done < times:
        if not left:
            mood, left = chance.choice((0.15, 0.5, 0.9, 1.0, 1.0)), chance.randrange(20, 300)
        left -= 1
        before = window.done
        if chance.random() > mood:
            walking.anything(window, chance)
        else:
            walking.press(window, chance)
        window.count.attempt("events", window.done - before)
        if chance.random() < 0.001:
            window.trail.append("restart")
            window.restart()
    window.count.figure(f"{window.done / max(0.001, time.process_time() - began):,.0f} events a second of the processor")

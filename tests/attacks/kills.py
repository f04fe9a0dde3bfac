"""Programs that play by themselves and are killed, at random moments or exactly at a file operation."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

from goosetable.app.storage import settings
from tests.attacks import crowd
from tests.attacks.counting import EXCEPTIONS, Count, Outcome
from tests.attacks.crowd import Job, Result
from tests.attacks.refused import prepared
from tests.attacks.trying import UNSAID, Library, Run, fresh_folder, look, look_for_litter

LOST_SETTINGS = "lost settings"
AGES_AGO = 1_000_000_000
"""A time long past, in seconds."""
GENERATIONS = 10
"""Programs killed one after the other on one folder."""
LINES = {"play": 120, "events": 40}
"""A program is killed after at most so many things that it tells."""
EVENTS = 3
"""Of so many programs one has its window, and is played by posted events."""


def kill(times: int, seed: str) -> Outcome:
    """So many kills."""
    count = Count("kill", skipped=crowd.WITHOUT)
    for first in range(0, 0 if crowd.WITHOUT else times, GENERATIONS):
        with fresh_folder() as folder:
            kept: list[Run] = []
            for number in range(first, min(times, first + GENERATIONS)):
                killed(count, folder, f"{seed}/{number}", kept)
            left_over(count, folder, f"{seed}/{first}")
    return count.outcome()


def killed(count: Count, folder: Path, name: str, kept: list[Run]) -> None:
    """One program: it goes on from where the last one was killed, and is killed itself. kept: is added to."""
    chance = Random(name)
    do = "events" if chance.randrange(EVENTS) == 0 else "play"
    count.attempt("with a window, by posted events" if do == "events" else "by random acts")
    expected = unfinished(folder)
    lines, delay = chance.randint(1, LINES[do]), chance.choice((0.0, 0.0, 0.001, 0.004, 0.02))
    result = crowd.one(Job(do, folder, name, times=10_000, lines=lines, delay=delay))
    crowd.look_at(count, name, result)
    if "going_on" in result.told and expected and not result.told["going_on"]:
        count.fault(UNSAID, f"{name}: the game that the last program was killed in is not offered")
    kept += result.kept
    look(count, name, folder, kept)
    look_at_settings(count, name, folder, result)


def unfinished(folder: Path) -> bool:
    """Whether the running record holds a game that has not ended."""
    try:
        lines = (folder / "running.goose").read_bytes().split(b"\n")
    except OSError:
        return False
    # What follows the last line end is torn.
    return len(lines) > 1 and not lines[-2].startswith(b'{"end"')


def look_at_settings(count: Count, name: str, folder: Path, result: Result) -> None:
    """The settings are those last written, or those that were just about to be."""
    loaded = settings.load(folder / "settings.json")
    if loaded.notice is not None:
        count.fault(LOST_SETTINGS, f"{name}: {loaded.notice}")
    allowed = [result.told.get("written", result.told.get("found")), result.told.get("changing")]
    if "found" in result.told and loaded.settings.name not in allowed:
        count.fault(LOST_SETTINGS, f"{name}: the name is {loaded.settings.name!r}, and should be one of {allowed}")
    if "table" in result.told and result.told["table"] is not None and loaded.settings.last_table is None:
        count.fault(LOST_SETTINGS, f"{name}: the last table was written, and is not there")


def left_over(count: Count, folder: Path, name: str) -> None:
    """The next program goes on, plays, and is left; then nothing of all those kills lies about."""
    expected = unfinished(folder)
    for path in folder.rglob("*.tmp"):
        os.utime(path, (AGES_AGO, AGES_AGO))  # a fresh one might be another program's
    result = crowd.one(Job("next", folder, f"{name}/next"))
    crowd.look_at(count, f"{name}, the next program", result)
    if expected and result.told.get("running") is None:
        count.fault(UNSAID, f"{name}: the game that the last program was killed in is not offered")
    if result.told.get("unkept"):
        count.fault(EXCEPTIONS, f"{name}: the next program cannot keep its game: {result.said}")
    look(count, f"{name}, the next program", folder, result.kept)
    look_for_litter(count, name, folder)


DAMAGED = "going on after damage"
DOINGS = (DAMAGED, "playing", "a new table", "opening another record", "resuming", "settings", "statistics")
MOMENTS = ("before", "after", "torn")


def injected(times: int, seed: str) -> Outcome:
    """So many kills, spread over every doing and moment."""
    count = Count("injected", skipped=crowd.WITHOUT)
    kinds = [(doing, moment) for doing in DOINGS for moment in MOMENTS]
    Random(seed).shuffle(kinds)
    for number in range(0 if crowd.WITHOUT else times):
        at_operation(count, *kinds[number % len(kinds)], f"{seed}/{number}")
    return count.outcome()


def at_operation(count: Count, doing: str, moment: str, name: str) -> None:
    """One program; the same program is run before on another folder, to count its operations."""
    chance = Random(name)
    job = Job(doing, Path(), name, moment=moment)
    with fresh_folder() as trial, fresh_folder() as folder:
        prepared(trial, name)
        before = prepared(folder, name)
        if doing == DAMAGED:
            damage(trial)
            damage(folder)
            library = Library(folder)
            before = [run._replace(acts=run.acts[: len(run.acts) - library.missing(run)]) for run in before]
        counted = crowd.one(replace(job, do=f"count {doing}", folder=trial))
        operations = int(counted.told.get("operations", 1))
        number = chance.randint(1, max(1, operations))
        label = f"{doing}, {moment} operation {number} of {operations}, {name}"
        result = crowd.one(replace(job, folder=folder, operation=number))
        count.attempt(f"{doing}, {moment}" if result.killed else f"{doing}, and the operation never came")
        crowd.look_at(count, label, result)
        look(count, label, folder, before + result.kept, damaged=doing != DAMAGED)
        look_at_settings(count, label, folder, result)
        left_over(count, folder, label)
        look(count, f"{label}, afterwards", folder, before + result.kept)


def damage(folder: Path) -> None:
    """Makes a line in the middle of the running record unreadable."""
    running = folder / "running.goose"
    lines = running.read_bytes().splitlines(True)
    lines[len(lines) // 2] = b"{]" + lines[len(lines) // 2]
    running.write_bytes(b"".join(lines))

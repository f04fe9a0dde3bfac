"""Programs that are killed exactly at a file operation: before it, after it, or when half of the bytes are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from tests.attacks import crowd
from tests.attacks.counting import Count, Outcome
from tests.attacks.crowd import Job
from tests.attacks.kill import left_over, look_at_settings
from tests.attacks.readonly import prepared
from tests.attacks.tales import Library
from tests.attacks.trying import fresh_folder, look

DAMAGED = "going on after damage"
DOINGS = (DAMAGED, "playing", "a new table", "opening another record", "resuming", "settings", "statistics")
MOMENTS = ("before", "after", "torn")


def run(times: int, seed: str) -> Outcome:
    """So many kills, spread over every doing and moment."""
    count = Count("injected", skipped=crowd.WITHOUT)
    kinds = [(doing, moment) for doing in DOINGS for moment in MOMENTS]
    Random(seed).shuffle(kinds)
    for number in range(0 if crowd.WITHOUT else times):
        injected(count, *kinds[number % len(kinds)], f"{seed}/{number}")
    return count.outcome()


def injected(count: Count, doing: str, moment: str, name: str) -> None:
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

"""A disk that is full, and has space again: by errors put in that come and go, and on a small file system in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from goosetable.app.storage import settings
from tests.attacks import crowd
from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.disk import Disk
from tests.attacks.readonly import prepared
from tests.attacks.refusals import Full
from tests.attacks.room import Room
from tests.attacks.trying import UNSAID, Diary, attempt, fresh_folder, look, look_at_time

WEIGHTS = {"play": 10, "lay": 2, "open": 2, "go on": 2, "leave": 1, "settings": 2, "statistics": 1}
TURNS = 40
SMALL = 6
"""Of so many attempts one is on a small file system, and one opens a record by the command line."""
SIZE = "64k"
FILLER = "filler"


def run(times: int, seed: str) -> Outcome:
    """So many programs whose disk is full now and then."""
    count = Count("full", skipped=crowd.WITHOUT)
    with small_disk() as small:
        if small is None:
            count.skipped = "no small file system can be mounted here, so that part was left out"
        for number in range(times):
            name = f"{seed}/{number}"
            if number % SMALL == SMALL - 1 and not crowd.WITHOUT:
                by_command(count, name)
            elif number % SMALL == SMALL - 2 and small is not None:
                really(count, name, small)
            else:
                injected(count, name)
    return count.outcome()


def injected(count: Count, name: str) -> None:
    """The disk is full and has space again, by chance; at the end there is space, and everything must be on it."""
    chance = Random(name)
    rule = Full()
    with fresh_folder() as folder:
        before = prepared(folder, name)
        windows = chance.random() < 0.3
        kind = "errors put in, and open files cannot be renamed" if windows else "errors put in"
        with attempt(count, kind, name) as diary, Disk(folder, rule, windows).attached():
            room = Room(folder, name)
            for _ in range(TURNS):
                if chance.random() < 0.2:
                    if rule.on:
                        rule.empty()
                    else:
                        rule.fill(chance.choice((0, 0, 7, 90, 700)))
                step(count, room, chance, name)
            look(count, f"while it may be full, {name}", folder, before + list(diary.kept.values()))
            rule.empty()
            space_again(count, room, diary, folder, name)
            room.close()
            look(count, name, folder, before + list(diary.kept.values()))
            look_at_time(count, name, room.slowest)


def step(count: Count, room: Room, chance: Random, name: str) -> None:
    """Something is done; where the game is not kept, that has been said."""
    room.do(chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0])
    if room.match is not None and not room.kept and not room.said:
        count.fault(UNSAID, f"{name}: the game is not kept, and nothing is said")


def space_again(count: Count, room: Room, diary: Diary, folder: Path, name: str) -> None:
    """One more act, and the whole game at the table is on the disk; one more change, and the settings are."""
    if room.match is None:
        room.lay()
    room.play(1)
    playing = [run for (match, _), run in diary.done.items() if match == id(room.match)]
    if not room.kept:
        count.fault(
            LOST, f"{name}: there is space again, and the game at the table is not kept", sum(len(r.acts) for r in playing)
        )
        return
    look(count, f"{name}, with space again", folder, playing)
    changed = room.change()
    if settings.load(folder / "settings.json").settings.name != changed:
        count.fault(LOST, f"{name}: there is space again, and a setting is not kept")


# ---------------------------------------------------------------------- a small file system


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """A mounted file system of 64 KiB, or None where it cannot be mounted."""
    with fresh_folder() as place:
        place.mkdir(parents=True)
        call = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(place)]
        mounted = False
        if sys.platform == "linux" and os.geteuid() == 0:
            with suppress(OSError, subprocess.TimeoutExpired):
                mounted = subprocess.run(call, capture_output=True, timeout=60, check=False).returncode == 0
        try:
            yield place if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", "-l", str(place)], capture_output=True, timeout=60, check=False)


def really(count: Count, name: str, disk: Path) -> None:
    """A game begins while there is space, goes on while there is none, and ends with space."""
    chance = Random(name)
    folder, filler = disk / name.replace("/", "-"), disk / FILLER
    with attempt(count, "small file system", name) as diary:
        room = Room(folder, name)
        room.lay()
        room.play(chance.randint(1, 30))
        for _ in range(3):
            fill(filler)
            room.play(chance.randint(5, 30))
            if not room.kept and not room.said:
                count.fault(UNSAID, f"{name}: the game is not kept, and nothing is said")
            if chance.random() < 0.5:
                room.change()
            filler.unlink()
            if chance.random() < 0.5:
                room.play(3)
        space_again(count, room, diary, folder, name)
        room.close()
        look(count, name, folder, list(diary.kept.values()))
    empty(disk)


def fill(filler: Path) -> None:
    """Writes until nothing more can be written."""
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        for size in (4096, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass


def empty(disk: Path) -> None:
    """Deletes everything on the small file system."""
    for path in sorted(disk.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


# ---------------------------------------------------------------------- the command line


def by_command(count: Count, name: str) -> None:
    """`goosetable FILE` on a full disk opens the table, and says that nothing can be kept."""
    kind = "goosetable FILE on a full disk"
    count.attempt(kind)
    with fresh_folder() as folder, fresh_folder() as elsewhere:
        prepared(elsewhere, name)
        folder.mkdir(parents=True)
        result = crowd.one(crowd.Job("open on a full disk", folder, name, file=elsewhere / "running.goose"))
        crowd.look_at(count, f"{kind}, {name}", result)
        if "table" not in result.told:
            count.fault(UNSAID, f"{kind}, {name}: no table was opened: {result.said}")
        elif not any("kept" in sentence for sentence in result.said):
            count.fault(UNSAID, f"{kind}, {name}: it was not said that nothing can be kept")

"""Folders and files that cannot be written, by errors put in and by real permissions: nothing is lost, and it is said."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.attacks import crowd
from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.disk import Disk, Operation
from tests.attacks.refusals import Refusing, all_but_running, archive_alone, running_alone, whole_folder
from tests.attacks.room import Room
from tests.attacks.tales import Run
from tests.attacks.trying import UNSAID, Diary, attempt, fresh_folder, look, look_at_time

PLACES: dict[str, Callable[[Path], Callable[[Operation], bool]]] = {
    "folder": whole_folder,
    "folder, with running.goose writable": all_but_running,
    "running.goose": running_alone,
    "archive": archive_alone,
}
WHYS = {"EACCES": errno.EACCES, "EROFS": errno.EROFS, "EPERM": errno.EPERM}
WEIGHTS = {"play": 8, "lay": 3, "open": 2, "go on": 3, "leave": 1, "settings": 1, "statistics": 1}
STARTS = ("go on", "lay", "open", "nothing")
"""What the program does first where nothing can be written."""
REAL = 6
"""Of so many attempts one is made with real permissions, by a program that is another user's where this one is root."""


def run(times: int, seed: str) -> Outcome:
    """So many programs that meet a place that cannot be written."""
    count = Count("readonly", skipped=crowd.WITHOUT)
    for number in range(times):
        place = list(PLACES)[number % len(PLACES)]
        if number % REAL == REAL - 1 and not crowd.WITHOUT:
            real(count, place, f"{seed}/{number}")
        else:
            injected(count, place, f"{seed}/{number}")
    return count.outcome()


def prepared(folder: Path, name: str) -> list[Run]:
    """A folder in which two games were played and a third one is in its middle; gives all their acts."""
    with attempt(Count("prepared"), "", "") as diary:
        room = Room(folder, f"{name}/before")
        for acts in (12, 17, 21):
            room.lay()
            room.play(acts)
        room.change()
        room.close()
    return list(diary.done.values())


def injected(count: Count, place: str, name: str) -> None:
    """Errors are put in while the program runs; then the place can be written again, and one more act must keep everything."""
    chance = Random(name)
    why = chance.choice(list(WHYS))
    with fresh_folder() as folder:
        before = prepared(folder, name)
        rule = Refusing(WHYS[why], PLACES[place](folder))
        label = f"{place}, {name}, {why}"
        windows = chance.random() < 0.3
        kind = f"{place}, errors put in{', and open files cannot be renamed' if windows else ''}"
        with attempt(count, kind, name) as diary, Disk(folder, rule, windows).attached():
            room = Room(folder, name)
            refused(count, room, diary, label, chance.choice(STARTS))
            look(count, label, folder, before + list(diary.kept.values()))
            rule.on = False
            cured(count, room, diary, folder, label)
            room.close()
            look(count, f"{label}, afterwards", folder, before + list(diary.kept.values()))
            look_at_time(count, label, room.slowest)


def refused(count: Count, room: Room, diary: Diary, label: str, start: str) -> None:
    """A program plays where something cannot be written; whenever its game is not kept, that has been said."""
    steps = [start, "play", *room.chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=8), "lay", "play"]
    for step in steps if start != "nothing" else steps[1:]:
        room.do(step)
        if room.match is not None and not room.kept and not room.said:
            count.fault(UNSAID, f"{label}: after {steps} the game is not kept, and nothing is said")
            return


def cured(count: Count, room: Room, diary: Diary, folder: Path, label: str) -> None:
    """The place can be written again: after one more act the whole game at the table is on the disk."""
    if room.match is None:
        room.lay()
    room.play(1)
    playing = [run for (match, _), run in diary.done.items() if match == id(room.match)]
    if not room.kept:
        lost = sum(len(run.acts) for run in playing)
        count.fault(LOST, f"{label}: it can be written again, and the game at the table is still not kept", lost)
        return
    look(count, f"{label}, when it can be written again", folder, playing)


# ---------------------------------------------------------------------- real permissions


def real(count: Count, place: str, name: str) -> None:
    """A process of a user who may not write there, by the permissions of the system itself."""
    kind = f"{place}, real permissions"
    count.attempt(kind)
    with fresh_folder() as folder:
        before = prepared(folder, name)
        nobody = 65534 if os.geteuid() == 0 else None
        for path in (folder.parent, folder, *folder.rglob("*")):
            if nobody is not None:
                os.chown(path, nobody, nobody)
        forbid(folder, place)
        result = crowd.one(crowd.Job("refused", folder, f"{name}/real", user=nobody))
        permit(folder)
        crowd.look_at(count, f"{kind}, {name}", result)
        look(count, f"{kind}, {name}", folder, before + result.kept)
        if result.unsaid:
            count.fault(UNSAID, f"{kind}, {name}: a game is not kept, and nothing is said")


def forbid(folder: Path, place: str) -> None:
    """Takes away the permissions of a place in PLACES."""
    running, archive = folder / "running.goose", folder / "games"
    files = [path for path in folder.rglob("*") if path.is_file()]
    closed = {
        "folder": [*files, archive, folder],
        "folder, with running.goose writable": [*(path for path in files if path != running), archive, folder],
        "running.goose": [running],
        "archive": [archive],
    }[place]
    for path in closed:
        path.chmod(0o555 if path.is_dir() else 0o444)


def permit(folder: Path) -> None:
    """Gives all permissions back."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

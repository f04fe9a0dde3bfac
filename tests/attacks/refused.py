"""A disk that refuses: places that cannot be written, a disk that is full, what vanishes in mid-game; cured, or said."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

from goosetable.app.storage import settings
from tests.attacks import crowd
from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.disk import CHANGING, Disk, Operation, Rule
from tests.attacks.room import Room
from tests.attacks.trying import UNSAID, Diary, Run, attempt, fresh_folder, look, look_at_time

ENTRIES = ("create", "rename", "unlink", "mkdir", "rmdir", "link")
"""Operations that change what a folder lists."""
CONTENT = ("open to write", "write", "truncate", "fsync")
"""Operations that change a file."""


class Refusing(Rule):
    """Refuses operations with an error while `on`."""

    def __init__(self, why: int, refused: Callable[[Operation], bool]) -> None:
        """why: an error number of the system."""
        self.why, self.refused, self.on = why, refused, True
        self.times = 0
        """Operations refused so far."""

    def before(self, operation: Operation) -> None:
        if self.on and operation.kind in (*CHANGING, "fsync") and self.refused(operation):
            self.times += 1
            raise OSError(self.why, os.strerror(self.why), str(operation.path))


class Full(Refusing):
    """A disk that is full: what is written is cut off in the middle, and then refused."""

    def __init__(self) -> None:
        super().__init__(errno.ENOSPC, lambda operation: operation.kind in ("create", "write", "mkdir", "link"))
        self.on = False
        self._room = 0

    def fill(self, room: int) -> None:
        """From now on only so many bytes can be written."""
        self.on, self._room = True, room

    def empty(self) -> None:
        """There is space again."""
        self.on = False

    def before(self, operation: Operation) -> None:
        if self.on and operation.kind == "write" and self._room > 0:
            return
        super().before(operation)

    def length(self, operation: Operation, wanted: int) -> int:
        if not self.on:
            return wanted
        given = min(wanted, self._room)
        self._room -= given
        return given


REFUSED: dict[str, Callable[[Path, Operation], bool]] = {
    "folder": lambda folder, one: True,
    "folder, with running.goose writable": lambda folder, one: one.path != folder / "running.goose" or one.kind in ENTRIES,
    "running.goose": lambda folder, one: one.path == folder / "running.goose" and one.kind in CONTENT,
    "archive": lambda folder, one: folder / "games" in (
        one.path, *one.path.parents, *(one.target.parents if one.target else ())
    ),
}  # fmt: skip
"""Operations that are refused, by what cannot be written: running.goose was made before, or can be moved with its folder."""
WHYS = {"EACCES": errno.EACCES, "EROFS": errno.EROFS, "EPERM": errno.EPERM}
WEIGHTS_UNWRITABLE = {"play": 8, "lay": 3, "open": 2, "go on": 3, "leave": 1, "settings": 1, "statistics": 1}
STARTS = ("go on", "lay", "open", "nothing")
"""What the program does first where nothing can be written."""
REAL = 6
"""Of so many attempts one is made with real permissions, by a program that is another user's where this one is root."""


def readonly(times: int, seed: str) -> Outcome:
    """So many programs that meet a place that cannot be written."""
    count = Count("readonly", skipped=crowd.WITHOUT)
    for number in range(times):
        place = list(REFUSED)[number % len(REFUSED)]
        if number % REAL == REAL - 1 and not crowd.WITHOUT:
            real(count, place, f"{seed}/{number}")
        else:
            unwritable(count, place, f"{seed}/{number}")
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


def unwritable(count: Count, place: str, name: str) -> None:
    """Errors are put in while the program runs; then the place can be written again, and one more act must keep everything."""
    chance = Random(name)
    why = chance.choice(list(WHYS))
    with fresh_folder() as folder:
        before = prepared(folder, name)
        rule = Refusing(WHYS[why], partial(REFUSED[place], folder))
        label = f"{place}, {name}, {why}"
        windows = chance.random() < 0.3
        kind = f"{place}, errors put in{', and open files cannot be renamed' if windows else ''}"
        with attempt(count, kind, name) as diary, Disk(folder, rule, windows).attached():
            room = Room(folder, name)
            plays_on(count, room, label, chance.choice(STARTS))
            look(count, label, folder, before + list(diary.kept.values()))
            rule.on = False
            cured(count, room, diary, folder, label)
            room.close()
            look(count, f"{label}, afterwards", folder, before + list(diary.kept.values()))
            look_at_time(count, label, room.slowest)


def plays_on(count: Count, room: Room, label: str, start: str) -> None:
    """A program plays where something cannot be written; whenever its game is not kept, that has been said."""
    some = room.chance.choices(list(WEIGHTS_UNWRITABLE), list(WEIGHTS_UNWRITABLE.values()), k=8)
    for step in [*([] if start == "nothing" else [start]), "play", *some, "lay", "play"]:
        room.do(step)
        if unsaid(count, room, label):
            return


def unsaid(count: Count, room: Room, label: str) -> bool:
    """Counts a game at the table that is not kept without a word; whether there is one."""
    lost = room.match is not None and not room.kept and not room.said
    if lost:
        count.fault(UNSAID, f"{label}: the game is not kept, and nothing is said")
    return lost


def cured(count: Count, room: Room, diary: Diary, folder: Path, label: str, damaged: bool = True) -> list[Run]:
    """Where everything can be written again, one more act, and the whole game at the table is on the disk; gives its acts."""
    if room.match is None:
        room.lay()
    room.play(1)
    playing = [run for (match, _), run in diary.done.items() if match == id(room.match)]
    if room.kept:
        look(count, f"{label}, when it can be written again", folder, playing, damaged)
    else:
        count.fault(LOST, f"{label}: it can be written again, and the game is not kept", sum(len(run.acts) for run in playing))
    return playing


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


WEIGHTS = {"play": 10, "lay": 2, "open": 2, "go on": 2, "leave": 1, "settings": 2, "statistics": 1}
TURNS = 40
SMALL = 6
"""Of so many attempts one is on a small file system, and one opens a record by the command line."""
SIZE = "64k"
FILLER = "filler"


def full(times: int, seed: str) -> Outcome:
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
                filled(count, name)
    return count.outcome()


def filled(count: Count, name: str) -> None:
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
                room.do(chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0])
                unsaid(count, room, name)
            look(count, f"while it may be full, {name}", folder, before + list(diary.kept.values()))
            rule.empty()
            space_again(count, room, diary, folder, name)
            room.close()
            look(count, name, folder, before + list(diary.kept.values()))
            look_at_time(count, name, room.slowest)


def space_again(count: Count, room: Room, diary: Diary, folder: Path, name: str) -> None:
    """One more act, and the whole game at the table is on the disk; one more change, and the settings are."""
    cured(count, room, diary, folder, name)
    if not room.kept:
        return
    changed = room.change()
    if settings.load(folder / "settings.json").settings.name != changed:
        count.fault(LOST, f"{name}: there is space again, and a setting is not kept")


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """A mounted file system of 64 KiB, or None where it cannot be mounted."""
    with fresh_folder() as place:
        place.mkdir(parents=True)
        call = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(place)]
        mounted = False
        if sys.platform == "linux" and os.geteuid() == 0:
            with suppress(OSError, subprocess.TimeoutExpired):
                mounted = subprocess.run(call, capture_output=True, timeout=600, check=False).returncode == 0
        try:
            yield place if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", "-l", str(place)], capture_output=True, timeout=600, check=False)


def really(count: Count, name: str, disk: Path) -> None:
    """A game begins while there is space, goes on while there is none, and ends with space."""
    chance = Random(name)
    folder, filler = disk / name.replace("/", "-"), disk / FILLER
    with attempt(count, "small file system", name) as diary:
        room = Room(folder, name)
        room.lay()
        room.play(chance.randint(1, 30))
        for _ in range(3):
            fill_up(filler)
            room.play(chance.randint(5, 30))
            unsaid(count, room, name)
            if chance.random() < 0.5:
                room.change()
            filler.unlink()
            if chance.random() < 0.5:
                room.play(3)
        space_again(count, room, diary, folder, name)
        room.close()
        look(count, name, folder, list(diary.kept.values()))
    clear(disk)


def fill_up(filler: Path) -> None:
    """Writes until nothing more can be written."""
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        for size in (4096, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass


def clear(disk: Path) -> None:
    """Deletes everything on the small file system."""
    for path in sorted(disk.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


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


PLACES = ("", "running.goose", "games", "settings.json")
"""What may vanish: the folder itself, and what lies in it."""
WAYS = ("deleted", "renamed", "truncated", "another file", "another record", "a folder", "moved and back")
JUNK = b"not a record at all\n"


def vanishing(times: int, seed: str) -> Outcome:
    """So many games in whose middle something vanishes, every place and way in turn."""
    count = Count("vanishing")
    kinds = [(place, way) for place in PLACES for way in WAYS]
    Random(seed).shuffle(kinds)
    for number in range(times):
        place, way = kinds[number % len(kinds)]
        vanished(count, place, way, f"{seed}/{number}")
    return count.outcome()


def vanished(count: Count, place: str, way: str, name: str) -> None:
    """One game."""
    chance = Random(name)
    amidst = chance.random() < 0.5
    kind = f"{place or 'the data folder'}: {way}{', amidst an act' if amidst else ''}"
    label = f"{kind}, {name}"
    with fresh_folder() as folder, attempt(count, kind, name) as diary:
        other = folder.with_name("other")
        prepared(other, f"{name}/other")
        room = Room(folder, name)
        for acts in (3, 3, chance.randint(1, 40)):
            room.lay()
            room.play(acts)
        if amidst:
            strike = Strike(chance.randint(1, 4), lambda: happen(folder / place, way, other / "running.goose"))
            with Disk(folder, strike).attached():
                room.play(3)
        else:
            happen(folder / place, way, other / "running.goose")
        diary.watched = folder
        room.play(chance.randint(1, 6))
        if chance.random() < 0.3:
            room.change()
        unsaid(count, room, label)
        make_way(folder)
        room.play(1)
        playing = cured(count, room, diary, folder, label, damaged=False)
        room.close()
        again = Room(folder, f"{name}/again")  # what is left is no hindrance to the next start
        again.go_on()
        again.play(2)
        again.lay()
        again.close()
        look(count, f"{label}, at the next start", folder, playing, damaged=False)
        look_at_time(count, label, max(room.slowest, again.slowest))


class Strike(Rule):
    """Something happens before a file operation of the program."""

    def __init__(self, number: int, happen: Callable[[], None]) -> None:
        self.number, self.happen = number, happen
        self._done = False

    def before(self, operation: Operation) -> None:
        if operation.number >= self.number and not self._done:
            self._done = True  # what happens is made of file operations as well
            self.happen()


def happen(at: Path, way: str, record: Path) -> None:
    """Something happens to a file or a folder, whatever it is; a place that is not there stays away."""
    if not at.exists():
        return
    if way == "truncated":
        for path in [at] if at.is_file() else [path for path in at.rglob("*") if path.is_file()]:
            content = path.read_bytes()
            path.write_bytes(content[: len(content) // 2])
        return
    aside = at.with_name(f"{at.name} aside")
    at.rename(aside)
    match way:
        case "deleted":
            remove(aside)
        case "another file":
            at.write_bytes(JUNK)
        case "another record":
            shutil.copyfile(record, at)
        case "a folder":
            at.mkdir()
            (at / "something").write_bytes(JUNK)
        case "moved and back":
            aside.rename(at)


def remove(path: Path) -> None:
    """Deletes a file, or a folder with all that is in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def make_way(folder: Path) -> None:
    """Takes away what stands where the program's own files and folders belong."""
    running, archive = folder / "running.goose", folder / "games"
    for path, right in ((folder, folder.is_dir()), (running, not running.is_dir()), (archive, not archive.is_file())):
        if path.exists() and not right:
            remove(path)

"""The folder, the running record or the archive vanishes or is replaced in mid-game; it is cured, or said."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.disk import Disk, Operation, Rule
from tests.attacks.readonly import prepared
from tests.attacks.room import Room
from tests.attacks.trying import UNSAID, attempt, fresh_folder, look, look_at_time

PLACES = ("", "running.goose", "games", "settings.json")
"""What may vanish: the folder itself, and what lies in it."""
WAYS = ("deleted", "renamed", "truncated", "another file", "another record", "a folder", "moved and back")
JUNK = b"not a record at all\n"


def run(times: int, seed: str) -> Outcome:
    """So many games in whose middle something vanishes, every place and way in turn."""
    count = Count("vanishing")
    kinds = [(place, way) for place in PLACES for way in WAYS]
    Random(seed).shuffle(kinds)
    for number in range(times):
        place, way = kinds[number % len(kinds)]
        vanishing(count, place, way, f"{seed}/{number}")
    return count.outcome()


def vanishing(count: Count, place: str, way: str, name: str) -> None:
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
        if not room.kept and not room.said:
            count.fault(UNSAID, f"{label}: the game is not kept, and nothing is said")
        make_way(folder)
        room.play(2)
        playing = [run for (match, _), run in diary.done.items() if match == id(room.match)]
        if not room.kept:
            lost = sum(len(run.acts) for run in playing)
            count.fault(LOST, f"{label}: the folder can be written, and the game is not kept", lost)
        else:
            look(count, label, folder, playing, damaged=False)
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

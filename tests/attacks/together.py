"""Two programs on one folder, whose acts interleave as a seed says; also where open files cannot be renamed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.attacks import crowd
from tests.attacks.counting import Count, Outcome
from tests.attacks.disk import Disk
from tests.attacks.room import Room
from tests.attacks.trying import attempt, fresh_folder, look, look_at_time, look_for_litter

WEIGHTS = {"play": 10, "lay": 3, "open": 3, "go on": 2, "leave": 1, "settings": 1, "statistics": 1, "restart": 1}
TURNS = 60
PROGRAMS = (2, 2, 2, 3)
"""How many programs there are, each of these equally often."""
PROCESSES = 10
"""Of so many attempts one is made with programs that are processes of their own."""


def run(times: int, seed: str) -> Outcome:
    """So many evenings of two programs."""
    count = Count("together", skipped=crowd.WITHOUT)
    for number in range(times):
        name = f"{seed}/{number}"
        if number % PROCESSES == PROCESSES - 1 and not crowd.WITHOUT:
            crowd.processes(count, name)
        else:
            interleaved(count, name, windows=number % 2 == 1)
    return count.outcome()


def interleaved(count: Count, name: str, windows: bool) -> None:
    """Programs in one process take turns by chance."""
    kind = "one process, open files cannot be renamed" if windows else "one process"
    chance = Random(name)
    with fresh_folder() as folder, attempt(count, kind, name) as diary, Disk(folder, windows=windows).attached():
        rooms = [_room(folder, name, number) for number in range(chance.choice(PROGRAMS))]
        for turn in range(TURNS):
            at = chance.randrange(len(rooms))
            what = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            if what == "restart":
                rooms[at].close()
                rooms[at] = _room(folder, name, len(rooms) + turn)
            else:
                rooms[at].do(what)
        for room in rooms:
            room.close()
            look_at_time(count, name, room.slowest)
        look(count, f"{kind}, {name}", folder, list(diary.kept.values()))
        look_for_litter(count, name, folder)


def _room(folder: Path, name: str, number: int) -> Room:
    return Room(folder, f"{name}/program {number}")

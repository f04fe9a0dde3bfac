"""Games are deleted, brought back, exported and imported in any order: the list is what lies there, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pygame

from goosetable.app.scenes.history.scene import AllGamesScene
from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.house import WRONGLY, Foreign, House, each_folder, kept, lost, mark, record, records

ACTS: Final = ("delete", "delete", "undo", "bring back", "export", "import", "copy", "further", "start", "start later")
AGREED: Final = ("Export it", "Export them")
"""The label of the button that exports games that are not over, after which one is asked first."""
EACH: Final = 10
"""Things done in an attempt."""
DAY: Final = 86_400.0


def run(times: int, seed: str) -> Outcome:
    """times: archives, each of which is used for EACH things."""
    return each_folder("bin_and_back", "archives", times, seed, _archive)


def _archive(count: Count, folder: Path, name: str) -> None:
    chance = Random(name)
    foreign = Foreign(folder, folder / "games", folder / "deleted")
    for number in chance.sample(range(40), chance.randrange(2, 6)):
        for deals in chance.sample((1, 2, 3), chance.choice((1, 1, 2))):
            (folder / "games" / f"{number} of {deals}.goose").write_bytes(record(number, deals))
    had = {content for _, content in records(folder / "games")}
    house = House(folder, name, count)
    try:
        house.compare("at the start", kept(folder))
        for _ in range(EACH):
            what = chance.choice(ACTS)
            house.trail.append(what)
            count.sums[what] += 1
            _do(house, what, chance)
            had |= {content for _, content in records(folder / "games")}
            house.compare(f"after {what}", kept(folder))
            lost(count, f"{house.where}: after {what}", folder, had)
            foreign.look(count, f"{house.where}: after {what}")
    finally:
        house.close()


def _do(house: House, what: str, chance: Random) -> None:
    page, folder = house.top, house.folder
    if not isinstance(page, AllGamesScene):
        return  # it could not be reached, which is counted
    before = kept(folder)
    match what:
        case "delete" | "undo" if page.list.games:
            chosen = set(house.choose(chance))
            house.press(pygame.K_DELETE)
            _expect(house, what, before - chosen)
            if what == "undo":
                house.press(pygame.K_z, pygame.KMOD_CTRL)
                _expect(house, what, before)
        case "bring back":
            if not house.use("End", "Deleted"):
                return
            if house.top.list.games:
                chosen = set(house.choose(chance))
                house.use("Bring back")
                _expect(house, what, before | chosen)
        case "export" if page.list.games:
            chosen = set(house.choose(chance))
            out = folder.with_name(f"out {house.done}")
            if house.use("Export"):
                house.top.path.set_text(str(out))
                house.press(pygame.K_RETURN)
                if any(one.label in AGREED for one in house.controls()):
                    house.press(pygame.K_RETURN)
                if {mark(content) for _, content in records(out)} != chosen:
                    house.count.fault(LOST, f"{house.where}: exported {sorted(chosen)}, {len(list(records(out)))} are there")
        case "import":
            source = folder.with_name(f"in {house.done}")
            source.mkdir()
            for number in chance.sample(range(40), 2):
                (source / f"{number}.goose").write_bytes(record(number, chance.choice((1, 2))))
            taken = {mark(content) for _, content in records(source)}
            house.post(pygame.DROPFILE, file=str(source))
            house.settle()
            house.settle()
            _expect(house, what, before | taken)
        case "copy" | "further" if before:
            path, content = chance.choice(list(records(folder / "games")))
            number = next(number for number in range(40) if mark(record(number, 1)) == mark(content))
            more = content if what == "copy" else record(number, 4)
            path.with_name(f"another {house.done}.goose").write_bytes(more)
            house.again()
        case "start":
            house.again()
        case "start later":
            house.again(house.now + chance.choice((1, 20, 29)) * DAY / 30)


def _expect(house: House, what: str, wanted: set[str]) -> None:
    """Just these games have to lie there."""
    there = kept(house.folder)
    if there != wanted:
        gone, more = sorted(wanted - there), sorted(there - wanted)
        house.count.fault(WRONGLY, f"{house.where}: {what}: not there: {gone}; there all the same: {more}")

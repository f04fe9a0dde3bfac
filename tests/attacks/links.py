"""Links, pipes and folders in the place of each file of the data folder: the program plays, and harms nothing of others.

A file of somebody else may be reached by a link, symbolic or hard, from any place in which goosetable keeps something: by
accident, by a program that keeps folders alike, or by somebody who means harm. Nothing that is reached so may change, and
nothing of goosetable's own that was not replaced may be lost.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pygame

from goosetable.app.scenes.table.scene import TableScene
from tests.attacks.counting import LOST, Count, Outcome
from tests.attacks.house import FAULTS, FOREIGN, UNREACHED, Foreign, House, kept, record, records
from tests.attacks.refused import remove
from tests.attacks.trying import attempt, fresh_folder
from tests.attacks.window import quick_company

FRESH: Final = f"settings.json.{os.getpid()}.tmp"
"""Where the settings are written before they take their place."""
PLACES: Final = (
    "settings.json", "settings.json.bak", FRESH, "running.goose", "running.lock", "games", "games/1.goose",
    "deleted", "deleted/2.goose", "deleted/days.json", "sheets", "reviews", "history.sqlite", "history.sqlite-wal",
    "history.sqlite-shm", "history.sqlite-journal", "goosetable.log",
)  # fmt: skip
"""Where goosetable keeps something, or may lay something for a moment."""
WITHOUT: Final = "" if hasattr(os, "mkfifo") and hasattr(os, "symlink") else "this system has no such links and pipes"
BYSTANDERS: Final = ("games/0.goose", "games/3.goose")
"""Records that are never replaced themselves."""


def _outside(folder: Path) -> Path:
    """A folder of somebody else, with a text, a database and a record in it."""
    place = folder.with_name("somebody")
    place.mkdir()
    (place / "text").write_text("a text of somebody's own\n" * 200)
    with contextlib.closing(sqlite3.connect(place / "database")) as database, database:
        database.execute("CREATE TABLE meta (edition, note)")
        database.execute("INSERT INTO meta VALUES (1, 'of somebody')")
    (place / "record").write_bytes(record(30, 2))
    return place


Way = Callable[[Path, Path], object]
WAYS: Final[dict[str, Way]] = {
    "a link to a text": lambda at, place: at.symlink_to(place / "text"),
    "a link to a database": lambda at, place: at.symlink_to(place / "database"),
    "a link to a record": lambda at, place: at.symlink_to(place / "record"),
    "a link to a folder": lambda at, place: at.symlink_to(place),
    "a link to nothing": lambda at, place: at.symlink_to(place / "nothing"),
    "a link to itself": lambda at, place: at.symlink_to(at),
    "a hard link to a text": lambda at, place: at.hardlink_to(place / "text"),
    "a hard link to a database": lambda at, place: at.hardlink_to(place / "database"),
    "a folder": lambda at, place: (at / "somebody's").mkdir(parents=True),
    "a pipe": lambda at, place: os.mkfifo(at),
    "an empty file": lambda at, place: at.touch(),
}
"""What is laid in a place; the second path is the folder of somebody else."""


def run(times: int, seed: str) -> Outcome:
    """times: data folders; every place and way in turn, in an order of the seed."""
    count = Count("links", FAULTS)
    if WITHOUT:
        count.skipped = WITHOUT
        return count.outcome()
    kinds = [(place, way) for place in PLACES for way in WAYS]
    Random(seed).shuffle(kinds)
    for number in range(times):
        place, way = kinds[number % len(kinds)]
        linked(count, place, way, f"{seed}/{number}")
    return count.outcome()


def linked(count: Count, place: str, way: str, name: str) -> None:
    """A folder that has been used, in which one thing is replaced; then it is used by two more starts."""
    kind = f"{place}: {way}"
    with quick_company(name), fresh_folder() as folder, attempt(count, kind, name):
        outside = _used(count, folder, name)
        before = {path: path.read_bytes() for path in outside.iterdir()}
        foreign = Foreign(*(folder / one for one in ("", "games", "deleted") if one != place))
        at = folder / place
        at.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(at):
            remove(at)
        WAYS[way](at, outside)
        mine = {path: path.read_bytes() for path in (folder / one for one in BYSTANDERS) if path.is_file()}
        for start in ("first", "second"):
            label = f"{kind}, {name}, {start} start"
            _use(count, folder, name, label)
            _look(count, label, outside, before)
            foreign.look(count, label)
            there = {content for _, content in records(folder / "games", folder / "deleted")}
            for path, content in mine.items():
                if content not in there:
                    count.fault(LOST, f"{label}: {path.name}")


def _used(count: Count, folder: Path, name: str) -> Path:
    """A data folder as it is after some use: settings, an index, a running game, games and a deleted one. Gives `_outside`."""
    (folder / "games").mkdir(parents=True)
    for number in range(4):
        (folder / "games" / f"{number}.goose").write_bytes(record(number, 2))
    house = House(folder, f"{name}/before", count)
    try:
        if house.use("Goose", "Deal"):
            house.play(4, Random(name))
        page = house.all_games()
        if page is not None:
            house.press(pygame.K_END)
            house.press(pygame.K_DELETE)
        house.leave()
    finally:
        house.close()
    return _outside(folder)


def _use(count: Count, folder: Path, name: str, label: str) -> None:
    """A start: the list, a game that is deleted and brought back, a setting, a table, and the list again."""
    house = House(folder, f"{name}/{label}", count)
    try:
        house.compare(label, kept(folder))
        listed = house.top.list.games if hasattr(house.top, "list") else []
        if listed:
            house.press(pygame.K_END)
            house.press(pygame.K_DELETE)
            house.press(pygame.K_z, pygame.KMOD_CTRL)
        house.leave()
        house.press(pygame.K_c)
        house.press(pygame.K_c)
        if house.use("Goose", "Deal"):
            if not isinstance(house.top, TableScene):
                count.fault(UNREACHED, f"{label}: a table; it is {type(house.top).__name__}")
            house.play(6, Random(name))
        house.compare(label, kept(folder))
        house.leave()
    finally:
        house.close()


def _look(count: Count, label: str, outside: Path, before: dict[Path, bytes]) -> None:
    """Everything of somebody else has to be as it was, and nothing beside it but where the whole folder was linked."""
    for path, content in before.items():
        if not path.is_file() or path.read_bytes() != content:
            count.fault(FOREIGN, f"{label}: {path.name} of somebody else")
    for path in [] if "a link to a folder" in label else sorted(set(outside.iterdir()) - set(before)):
        count.fault(FOREIGN, f"{label}: {path.name} was laid beside what is of somebody else")

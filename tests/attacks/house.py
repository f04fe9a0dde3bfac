"""A window over a data folder with records in it, used as a person uses it: the title, All games, starts on other days.

The games on the disk and those that the window lists are told from each other by the first lines of their records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pygame

from goosetable.app.scenes.history.scene import AllGamesScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.game_list import ListedGame
from tests.app.archives import played
from tests.app.conftest import Program
from tests.attacks import walking
from tests.attacks.counting import EXCEPTIONS, HANGS, LOST, Count, Outcome
from tests.attacks.trying import attempt, fresh_folder
from tests.attacks.window import Window, quick_company

UNREACHED: Final = "controls not there"
WRONGLY: Final = "lists that are not what lies there"
FOREIGN: Final = "foreign files touched"
FAULTS: Final = (EXCEPTIONS, HANGS, LOST, WRONGLY, FOREIGN, UNREACHED)
COMPANY: Final = (("Anna", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))
NOON: Final = 1_795_780_800.0
"""Noon of 27 November 2026, in seconds."""
LEAVE: Final = "Leave the table"
_PIECES: Final = 20_000
"""Pieces of work that wait at a page at most."""


def each_folder(attack: str, kind: str, times: int, seed: str, use: Callable[[Count, Path, str], None]) -> Outcome:
    """Calls `use` with a fresh data folder for each attempt, named by the seed and its number; returns the findings."""
    count = Count(attack, FAULTS)
    for number in range(times):
        name = f"{seed}/{number}"
        with quick_company(name), fresh_folder() as folder, attempt(count, kind, name):
            use(count, folder, name)
    return count.outcome()


@cache
def record(number: int, deals: int) -> bytes:
    """A record of a game of its own for each number; with fewer deals, its beginning."""
    return played(COMPANY, number, f"2026-05-{number % 28 + 1:02}T10:00:{number // 28 % 60:02}Z", deals)[1].encode()


def mark(content: bytes) -> str:
    """When the game of a record began, and its code, which tell it from all others; "" for what is no record."""
    head = content.partition(b"\n")[0]
    found = re.search(rb'"started": ?"([^"]+)"', head), re.search(rb'"code": ?"([^"]+)"', head)
    return " ".join(one[1].decode(errors="replace") for one in found if one is not None)


def mark_of_action(game: ListedGame) -> str:
    """The same of a game of the list, by its record."""
    return mark(game.path.read_bytes()) if game.path.is_file() else f"{game.path.name}, which is gone"


def records(*places: Path) -> Iterator[tuple[Path, bytes]]:
    """The ordinary files of these folders that are records by their names, and their content; folders may be missing."""
    for place in places:
        for path in sorted(place.glob("*.goose")) if place.is_dir() else [place]:
            if path.is_file() and path.suffix == ".goose":
                yield path, path.read_bytes()


class House(Window):
    """The program, with a clock that an attack sets. It is at the title after every start."""

    def __init__(self, folder: Path, seed: str, count: Count, now: float = NOON) -> None:
        self.now = now
        super().__init__(folder, seed, count)
        self.to_title()

    def _open(self, size: tuple[int, int]) -> Program:
        program = super()._open(size)
        program.matches._now = lambda: self.now
        return program

    def read_back(self) -> None:
        """Records of these attacks may be damaged; what of them is lost, each attack says itself."""

    def to_title(self) -> None:
        """The program starts again where it has ended, and its first picture has come."""
        for _ in range(5):
            self.step(0.1)
            if isinstance(self.top, TitleScene):
                self.settle()
                return
        self.count.fault(UNREACHED, f"{self.where}: the title; it is {type(self.top).__name__}")

    def again(self, now: float | None = None) -> None:
        """The program ends and starts at another time."""
        self.now = self.now if now is None else now
        self.trail.append(f"start at {self.now:.0f}")
        self.restart()
        self.to_title()

    def settle(self) -> None:
        """What was posted is taken, all that waits is done, and the picture shows it."""
        self.step(0.1)
        for _ in range(_PIECES):
            if self._broken or self.loop.is_over or not self._timed("a piece of work", self.loop.scenes.run_slice):
                break
        else:
            self.count.fault(HANGS, f"{self.where}: work at {type(self.top).__name__} has no end")
        self.step(0.1)

    def use(self, *labels: str) -> bool:
        """Controls by their labels, one after another; whether all of them were there."""
        for label in labels:
            found = next((one for one in self.controls() if one.label == label), None)
            if found is None:
                self.count.fault(UNREACHED, f"{self.where}: {label!r} at {type(self.top).__name__}")
                return False
            walking.use(self, found, pygame.K_RETURN)
            self.settle()
        return True

    def press(self, code: int, mod: int = 0) -> None:
        """A key, and all that comes of it."""
        walking.key(self, code, mod)
        self.settle()

    def leave(self) -> None:
        """From wherever it is to the title."""
        for _ in range(8):
            if isinstance(self.top, TitleScene):
                break
            if any(one.label == LEAVE for one in self.controls()):
                self.use(LEAVE)
            else:
                self.press(pygame.K_ESCAPE)
        self.settle()

    def play(self, acts: int, chance: Random) -> None:
        """At a table, so many steps of a person who plays."""
        for _ in range(acts):
            if isinstance(self.top, TableScene):
                walking.play(self, self.top, chance, oddly=False)

    def all_games(self) -> AllGamesScene | None:
        """From wherever it is to the list of all games without a filter; None where that cannot be reached."""
        self.leave()
        if self.use("Statistics", "All games") and isinstance(self.top, AllGamesScene):
            return self.top
        return None

    def choose(self, chance: Random | None) -> list[str]:
        """Some games of the list are chosen by keys; their marks. chance: None for all of them."""
        assert isinstance(self.top, AllGamesScene)
        listed = self.top.list
        self.top.widgets.focus_on(listed)
        if chance is None or chance.random() < 0.3:
            self.press(pygame.K_a, pygame.KMOD_CTRL)
        else:
            self.press(pygame.K_HOME)
            for _ in range(chance.randrange(len(listed.games) or 1)):
                self.press(pygame.K_DOWN)
            for _ in range(chance.choice((0, 0, 1, 2))):
                self.press(pygame.K_DOWN, pygame.KMOD_SHIFT)
        return [mark_of_action(game) for game in listed.chosen]

    def compare(self, label: str, there: Counter[str] | set[str]) -> None:
        """All games has to list each of these games once, by their marks, and no others."""
        page = self.all_games()
        if page is None:
            return
        listed = Counter(mark_of_action(game) for game in page.list.games)
        wanted = Counter(set(there))
        if listed != wanted:
            missing, more = sorted((wanted - listed).elements()), sorted((listed - wanted).elements())
            self.count.fault(WRONGLY, f"{self.where}: {label}: not listed: {missing}; listed and not there: {more}")


def kept(folder: Path) -> set[str]:
    """The games of which a record lies where All games looks for it."""
    return {mark(content) for _, content in records(folder / "games", folder / "running.goose")} - {""}


def lost(count: Count, label: str, folder: Path, had: set[bytes]) -> None:
    """Every record that there was has to lie among the games or the deleted ones, or another one that begins with it."""
    there = [content for _, content in records(folder / "games", folder / "deleted", folder / "running.goose")]
    for content in sorted(had):
        if not any(one.startswith(content) for one in there):
            count.fault(LOST, f"{label}: the record of {mark(content)} with {len(content):,} bytes")


class Foreign:
    """Files of somebody else in and beside the data folder, which have to stay what they are."""

    def __init__(self, *places: Path) -> None:
        self._files: dict[Path, bytes] = {}
        for place in places:
            place.mkdir(parents=True, exist_ok=True)
            for name in ("notes.txt", "a.goose.bak", ".hidden"):
                self._files[place / name] = f"somebody's own {name} of {place.name}\n".encode()
        for path, content in self._files.items():
            path.write_bytes(content)

    def look(self, count: Count, label: str) -> None:
        for path, content in self._files.items():
            if not path.is_file() or path.read_bytes() != content:
                count.fault(FOREIGN, f"{label}: {path.parent.name}/{path.name}")

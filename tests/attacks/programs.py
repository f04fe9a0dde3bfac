"""What the programs of the nursery do: they play by themselves, and tell every act that is kept."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pygame

from goosetable.app.match.match import Match
from tests.attacks.disk import CHANGING, Disk, Operation, Rule
from tests.attacks.room import Room
from tests.attacks.trying import Run, fresh_folder, listening

WEIGHTS = {"play": 12, "lay": 1, "open": 1, "go on": 1, "leave": 1, "settings": 2, "statistics": 1}
MOST_FRAMES = 2000
"""Pictures after which a program started by the command line ends in any case."""


class Teller:
    """Writes what a program tells into a file, at once: what was written survives a kill."""

    def __init__(self, path: Path) -> None:
        self._number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._write = os.write
        self._told: dict[tuple[int, str], int] = {}

    def __call__(self, **told: Any) -> None:
        self._write(self._number, json.dumps(told).encode() + b"\n")

    def act(self, match: Match, run: Run) -> None:
        """An act was done; it is told if the program says that it is kept."""
        key = (id(match), run.code)
        before = self._told.get(key, 0)
        if match.is_saved and len(run.acts) > before:
            self._told[key] = len(run.acts)
            self(**{"sitting": key[0], "code": run.code, "from": before, "acts": run.acts[before:]})


class End(Rule):
    """Kills this process at one file operation."""

    def __init__(self, number: int, moment: str) -> None:
        self.number, self.moment = number, moment
        self._changes = 0
        self._now: Operation | None = None

    def before(self, operation: Operation) -> None:
        if operation.kind in (*CHANGING, "fsync"):
            self._changes += 1
            if self._changes == self.number:
                self._now = operation
                if self.moment == "before" or (self.moment == "torn" and operation.kind != "write"):
                    _end()

    def length(self, operation: Operation, wanted: int) -> int:
        return wanted // 2 if operation is self._now and self.moment == "torn" else wanted

    def after(self, operation: Operation) -> None:
        if operation is self._now:
            _end()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(job: Mapping[str, Any]) -> int:
    """Does a job of the nursery; gives the exit code."""
    tell = Teller(Path(job["reports"]))
    errors = os.open(f"{job['reports']}.err", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number, kept in ((0, nothing), (1, errors), (2, errors)):
        os.dup2(kept, number)
    if job["user"] is not None:
        _warm_up(job)
        os.setgroups([])
        os.setgid(job["user"])
        os.setuid(job["user"])
    try:
        folder = Path(job["folder"])
        rule = None if job["operation"] is None else End(job["operation"], job["moment"])
        disk = Disk(folder, rule)
        with ExitStack() as stack:
            if job["do"] != "soak":
                stack.enter_context(listening(tell.act))
            if rule is not None or job["do"].startswith("count "):
                stack.enter_context(disk.attached())
            DOINGS[job["do"].removeprefix("count ")](folder, job, tell)
        tell(operations=sum(operation.kind in (*CHANGING, "fsync") for operation in disk.operations))
        tell(left=True)
    except Exception as wrong:
        at = traceback.extract_tb(wrong.__traceback__)[-1]
        tell(mistake=f"{type(wrong).__name__}: {wrong} ({Path(at.filename).name}, line {at.lineno})")
        tell(left=True)
        return 1
    sys.stderr.flush()
    return 0


def _warm_up(job: Mapping[str, Any]) -> None:
    """Loads what is loaded late: another user may not be able to read where this Python lies."""
    with fresh_folder() as folder:
        for _ in range(2):
            room = Room(folder, "warm")
            for what in ("lay", "play", "settings", "statistics", "lay", "play"):
                room.do(what)
            room.close()


class _Told(Room):
    """A room that tells what it is doing, and what its settings are."""

    def __init__(self, folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
        self.tell = tell
        super().__init__(folder, job["seed"])
        name = self.context.settings.name
        self.changes = int(name.removeprefix("Anna ")) if name.startswith("Anna ") else 0
        tell(found=name)

    def do(self, what: str) -> None:
        self.tell(doing=what)
        super().do(what)
        self.tell(slowest=round(self.slowest, 3))

    def change(self) -> str:
        self.tell(changing=f"Anna {self.changes + 1}")
        unwritable = self.context.unwritable
        name = super().change()
        if not unwritable and not self.context.unwritable:
            self.tell(written=name)
        return name

    def close(self) -> None:
        super().close()
        for sentence in self.said:
            self.tell(said=sentence)


def play(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """Goes on where there is a game, and then does this and that."""
    room = _Told(folder, job, tell)
    tell(going_on=room.go_on())
    if room.match is None:
        room.do("lay")
    for what in room.chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=job["times"]):
        room.do(what)
    room.close()


def chosen(*steps: str) -> Callable[[Path, Mapping[str, Any], Teller], None]:
    """A program that does these things one after the other."""

    def do(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
        room = _Told(folder, job, tell)
        for step in steps:
            room.do(step)
        room.close()

    return do


def go_on(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """The next program: goes on, changes a setting, looks at the statistics, lays a table, and leaves."""
    room = _Told(folder, job, tell)
    running = room.matches.running_game()
    tell(running=None if running is None else str(running.header.code))
    for what in ("go on", "play", "settings", "statistics", "lay", "play", "leave"):
        room.do(what)
        if room.match is not None and not room.kept:
            tell(unsaid=not room.said, unkept=True)
    room.close()


def refused(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """Plays where something cannot be written."""
    room = _Told(folder, job, tell)
    for what in ("go on", "play", "settings", "lay", "play", "open", "play", "statistics", "lay", "play"):
        room.do(what)
        if room.match is not None and not room.kept and not room.said:
            tell(unsaid=True)
    room.close()


def by_command(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """`goosetable FILE` on a full disk; the window is closed as soon as the table has been seen in it."""
    from goosetable.app import start
    from goosetable.app.context import Context
    from goosetable.app.scenes.table.scene import TableScene
    from tests.attacks.refused import Full

    notice, draw = Context.show_notice, TableScene.draw

    def heard(context: Context, sentence: str) -> None:
        tell(said=sentence)
        notice(context, sentence)

    def seen(scene: TableScene, canvas: Any) -> None:
        tell(table=True)
        draw(scene, canvas)
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    rule = Full()
    rule.fill(0)
    surroundings = {start.FRAMES: str(MOST_FRAMES)}
    with (
        patch.object(Context, "show_notice", heard), patch.object(TableScene, "draw", seen),
        patch.dict(os.environ, surroundings), Disk(folder, rule).attached(),
    ):  # fmt: skip
        code = start.run(Path(job["file"]), folder, False)
    if code:
        tell(mistake=f"goosetable FILE ended with {code}")


def events(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """A whole program with its window, played by posted events."""
    from tests.attacks import soak

    soak.evening(folder, job["seed"], tell)


def soak(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """Thousands of deals in one program."""
    from tests.attacks import soak

    soak.soak(folder, job, tell)


DOINGS: Final[Mapping[str, Callable[[Path, Mapping[str, Any], Teller], None]]] = {
    "play": play, "events": events, "soak": soak, "next": go_on, "refused": refused, "open on a full disk": by_command,
    "playing": chosen("lay", "play", "play", "play", "play"), "a new table": chosen("go on", "play", "lay", "play"),
    "opening another record": chosen("go on", "play", "open", "play", "play"),
    "going on after damage": chosen("go on", "play", "leave", "go on", "play"),
    "resuming": chosen("go on", "play", "leave", "go on", "play"), "settings": chosen("settings", "settings", "settings"),
    "statistics": chosen("statistics", "lay", "play", "statistics"),
}  # fmt: skip

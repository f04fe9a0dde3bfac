"""Rules of a disk that refuses: folders and files that cannot be written, and a disk that is full now and then."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from tests.attacks.disk import CHANGING, Operation, Rule

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


def whole_folder(folder: Path) -> Callable[[Operation], bool]:
    """Nothing can be made, moved, deleted or written."""
    return lambda operation: True


def all_but_running(folder: Path) -> Callable[[Operation], bool]:
    """The folder cannot be changed, but running.goose can be written, as it was made before."""
    running = folder / "running.goose"
    return lambda operation: operation.path != running or operation.kind in ENTRIES


def running_alone(folder: Path) -> Callable[[Operation], bool]:
    """running.goose cannot be written; it can be moved, for the folder can be changed."""
    running = folder / "running.goose"
    return lambda operation: operation.path == running and operation.kind in CONTENT


def archive_alone(folder: Path) -> Callable[[Operation], bool]:
    """Nothing can be made in the archive, or moved there."""
    archive = folder / "games"
    return lambda operation: (
        archive
        in (
            operation.path,
            *operation.path.parents,
            *(operation.target.parents if operation.target else ()),
        )
    )


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

"""The lock file of a data folder: only the program that holds it writes, moves and deletes the record of the running table.

The record itself is never locked: where locks bind every program, as on Windows, no other one could read it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Final

from goosetable import files

_UNKNOWN: Final = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
"""What file systems without locks answer; after any other answer, another program has it. Some say nothing at all (wine)."""
_TRIES: Final = 5


class Lock:
    """Held from `take` until `release`, or until this program ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Creates nothing yet."""
        self.path = path
        self._file: int | None = None

    def take(self) -> bool:
        """Takes the lock without waiting, if it is not held already; False where another program has it.

        On a file system that knows no locks every program gets it. Raises OSError where the lock file cannot be made.
        """
        for _ in range(_TRIES):
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = _opened(self.path)
                if not _locked(self._file):
                    self.release()
                    continue  # another program may only have looked, which takes no time
            if self._stands():
                return True
            self.release()  # the file was deleted, and another program may have locked a new one
        return False

    @property
    def elsewhere(self) -> bool:
        """Whether another program holds it now; False where that cannot be known. Creates nothing."""
        if self._file is not None:
            return False
        try:
            file = files.without_waiting(self.path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
        except OSError:
            return False
        try:
            return not _locked(file)
        finally:
            os.close(file)

    def _stands(self) -> bool:
        assert self._file is not None
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Lets the lock go. The file stays: deleting it could take away what another program has just locked."""
        if self._file is not None:
            file, self._file = self._file, None
            with contextlib.suppress(OSError):
                os.close(file)


def _opened(path: Path) -> int:
    """The lock file, made where there is none; one that may only be read, as another user's, can be locked as well."""
    if path.is_symlink() and not path.exists():
        path.unlink()  # or else the file would be made where the link leads, which is not our folder
    try:
        return files.without_waiting(path, os.O_RDWR | os.O_CREAT)
    except (PermissionError, IsADirectoryError):
        if sys.platform == "win32" or not os.path.lexists(path):
            raise
        return files.without_waiting(path, os.O_RDONLY)


def _locked(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # of Windows

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # of every other system

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as trouble:
        return trouble.errno in _UNKNOWN
    return True

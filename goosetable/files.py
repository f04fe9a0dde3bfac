"""Careful opening of files: ordinary ones only, up to a number of bytes that the caller sets.

A name in a call, or a file in the place of a record, may be a folder, a device or a pipe that never ends.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

NOT_ORDINARY: Final = "it is no ordinary file"
LARGEST: Final = 8 << 20
"""Bytes of the largest record that the window opens; the commands read larger ones."""


class TooLarge(OSError):
    """A file is larger than the caller allows; none of its bytes are returned."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(errno.EFBIG, f"it is larger than {most >> 20} MB" if most >= 1 << 20 else f"it has {size} bytes")


def opened(path: Path | str) -> BinaryIO:
    """Opens an ordinary file for reading. Raises OSError, also for a folder, a device or a pipe, without waiting for it.

    Raises ValueError for a name that no file can have (one with a NUL in it).
    """
    _expect_ordinary(Path(path).stat().st_mode)  # a device is not even opened, as that alone affects some
    file = open(path, "rb", opener=without_waiting)  # noqa: SIM115 - the caller closes it; Path knows no opener
    try:
        _expect_ordinary(os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def content(path: Path | str, most: int) -> bytes:
    """Returns all bytes of an ordinary file, at most `most`. Raises TooLarge, or OSError and ValueError as `opened`."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        found = b"" if size > most else file.read(most + 1)
    if max(size, len(found)) > most:
        raise TooLarge(max(size, len(found)), most)
    return found


def without_waiting(path: Path | str, flags: int) -> int:
    """Opens a file for `open`, without waiting for the other end of a pipe that lies in its place."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _expect_ordinary(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, NOT_ORDINARY)

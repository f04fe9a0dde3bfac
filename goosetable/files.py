"""Files opened with care: ordinary ones only, and at most as many bytes of them as the caller can bear.

A name in a call, or a file that lies where a record should lie, may be a folder, a device or a pipe that never ends.
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
    """A file has more bytes than the caller can bear; nothing of it was read."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(errno.EFBIG, f"it is larger than {most >> 20} MB" if most >= 1 << 20 else f"it has {size} bytes")


def opened(path: Path | str) -> BinaryIO:
    """An ordinary file, opened for reading. Raises OSError, also for a folder, a device or a pipe, without waiting for it.

    Raises ValueError for a name that no file can have (one with a NUL in it).
    """
    _expect_ordinary(Path(path).stat().st_mode)  # a device is not even opened: for some, that alone does something
    file = open(path, "rb", opener=without_waiting)  # noqa: SIM115 - the caller closes it; Path knows no opener
    try:
        _expect_ordinary(os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def content(path: Path | str, most: int) -> bytes:
    """All bytes of an ordinary file that has at most `most` of them. Raises TooLarge, or OSError and ValueError as `opened`."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        found = b"" if size > most else file.read(most + 1)
    if max(size, len(found)) > most:
        raise TooLarge(max(size, len(found)), most)
    return found


def without_waiting(path: Path | str, flags: int) -> int:
    """Opens a file as `open` asks it to; where a pipe lies in its place, this does not wait for its other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _expect_ordinary(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, NOT_ORDINARY)

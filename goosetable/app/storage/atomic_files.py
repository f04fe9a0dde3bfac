"""Small files written whole or not at all: fresh beside the old one, on the disk, and then put in its place at one stroke."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

OLD: Final = 3600.0
"""Seconds after which a fresh file that was never put in its place belongs to no running program."""
_LOOKED_AT: Final = 10_000
"""Entries of a folder that are looked at for such files."""


def put(path: Path, content: bytes) -> None:
    """Writes a file whole. Raises OSError, and then the file is as it was."""
    place(fresh(path, content), path)


@contextlib.contextmanager
def or_gone(path: Path) -> Iterator[None]:
    """Deletes the file if the body raises OSError."""
    try:
        yield
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def place(beside: Path, path: Path) -> None:
    """Puts a fresh file in the place of the one before. Raises OSError, and then the fresh file is gone."""
    with or_gone(beside):
        beside.replace(path)
    sync(path.parent)


def fresh(path: Path, content: bytes) -> Path:
    """Writes what is to take the place of a file beside it, and waits for the disk. Raises OSError, and leaves nothing then."""
    make(path.parent)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(FileNotFoundError):
        beside.unlink()  # what an ended program of the same number left; and a link there must not be followed
    with or_gone(beside), beside.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return beside


def make(folder: Path) -> None:
    """Makes a folder where there is none, and those above it, and waits until their names are on the disk. Raises OSError."""
    missing = list(itertools.takewhile(lambda at: not os.path.lexists(at), (folder, *folder.parents)))
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync(made.parent)


def sync(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, where the system offers it."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):  # some file systems know no such thing, and what was written is in its place
        at = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(at)
        finally:
            os.close(at)


def sweep(path: Path, more: Sequence[str] = ()) -> None:
    """Removes what programs that were ended in the midst of writing `path` left beside it; nothing else, and never raises.

    more: names of other such files. What is less than an hour old may belong to a program that writes just now.
    """
    left_over = re.compile(rf"{re.escape(path.name)}(\.bak)?\.[0-9]{{1,10}}\.tmp")
    with contextlib.suppress(OSError, ValueError), os.scandir(path.parent) as entries:
        for entry in itertools.islice(entries, _LOOKED_AT):
            if left_over.fullmatch(entry.name) or entry.name in more:
                with contextlib.suppress(OSError):
                    found = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(found.st_mode) and abs(time.time() - found.st_mtime) > OLD:
                        Path(entry.path).unlink()

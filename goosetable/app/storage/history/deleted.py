"""Records that were deleted: they lie in a folder of their own for thirty days, and can be brought back."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from typing import Final

from goosetable import files
from goosetable.app.storage import archive
from goosetable.app.storage.history import index, listing, sources
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.sources import Home
from goosetable.app.storage.paths import Paths
from goosetable.engine.record.format import RecordError

DAYS: Final = 30
"""Days for which a deleted record is kept."""


def delete(path: Path, folders: Paths, now: float) -> Path:
    """Moves a record to the deleted ones; returns where it lies. now: in seconds, from which on its days are counted.

    Raises OSError, and then it is where it was.
    """
    home = _home(path, folders)
    moved = archive.move(path, folders.deleted, home.name, home.suffix)
    with contextlib.suppress(OSError):
        os.utime(moved, (now, now))
    return moved


def bring_back(path: Path, folders: Paths) -> Path:
    """Moves a deleted record back among the games. Raises OSError, and then it is where it was."""
    return archive.move(path, *_home(path, folders))


def sweep(folders: Paths, now: float) -> None:
    """Removes what was deleted more than thirty days ago; never raises."""
    with contextlib.suppress(OSError):
        for path in _deleted(folders):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < now - DAYS * 86_400:
                    path.unlink()


def reading(folders: Paths) -> Generator[None, None, list[ListedGame]]:
    """The games of the deleted records, those deleted last first."""
    try:
        paths = sorted(_deleted(folders), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        paths = []
    found: list[ListedGame] = []
    for path in paths:
        yield
        with contextlib.suppress(OSError, RecordError):
            content = files.content(path, files.LARGEST)
            games = yield from sources.follow(content, sha256(content).hexdigest())
            name = index.name_of(path, folders.data)
            found += [listing.besides((name, number, game), folders.data) for number, game in enumerate(games)]
    return found


def _deleted(folders: Paths) -> list[Path]:
    return [path for suffix in sources.SUFFIXES for path in folders.deleted.glob(f"*{suffix}")]


def _home(path: Path, folders: Paths) -> Home:
    """Where a file belongs that is deleted or brought back. Raises OSError."""
    try:
        return sources.home(files.content(path, files.LARGEST), folders)
    except RecordError as wrong:
        raise OSError(errno.EINVAL, f"line {wrong}") from None

"""Deleted records. They stay in a separate folder for at least thirty days, and can be restored."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Generator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import integrity
from goosetable.app.storage import archive
from goosetable.app.storage.history import game_list, index, sources
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.index import StoredGame
from goosetable.app.storage.history.sources import FileLocation
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import values
from goosetable.engine.record.format import RecordError

DAYS: Final = 30
"""Least number of days for which a deleted record is kept, counted by the clock and also by the days of the program's use."""
_DAY: Final = 86_400
_LAST: Final = 60
"""Number of days of use that are stored. If the clock is set back, none of them is counted twice."""
_LARGEST: Final = 1 << 22
_MOST: Final = 10_000
"""Largest number of deleted records in `_DaysOfUse.since`."""


class _DaysOfUse(NamedTuple):
    """The days on which the program was used, as stored in `days.json` in the folder of deleted records.

    File times alone do not suffice: if the clock is years ahead, a deleted record would be removed at once.
    """

    used: int = 0
    """Number of days of use."""
    last: tuple[int, ...] = ()
    """The last days of use, as days since 1970."""
    since: Mapping[str, int] = {}
    """Value of `used` when each record was deleted or first found here, by file name."""

    def with_day(self, day: int) -> _DaysOfUse:
        return self if day in self.last else self._replace(used=self.used + 1, last=(*self.last, day)[-_LAST:])


def delete_record(path: Path, folders: Paths, now: float) -> Path:
    """Moves a record to the deleted records. Returns its new path. now: the time of deletion, in seconds since 1970.

    If that fails, leaves the file in its place, and raises OSError.
    """
    home = _record_location(path, folders)
    moved = archive.move_file(path, folders.deleted, home.name, home.suffix)
    with contextlib.suppress(OSError):
        os.utime(moved, (now, now))
        days = _read_days(folders).with_day(int(now // _DAY))
        _write_days(folders, days._replace(since={**days.since, moved.name: days.used}))
    return moved


def restore_record(path: Path, folders: Paths) -> Path:
    """Moves a deleted record back to the saved games. Returns its new path. If that fails, raises OSError and moves nothing."""
    return archive.move_file(path, *_record_location(path, folders))


def remove_expired_records(folders: Paths, now: float) -> None:
    """Counts today as a day of use, and removes the records that were deleted long ago. Never raises. now: seconds since 1970.

    Removes nothing if the folder is a link, because its files may belong to another program.
    """
    with contextlib.suppress(OSError, OverflowError, ValueError):
        there = [] if folders.deleted.is_symlink() else _deleted_files(folders)
        if not there:
            return
        before = _read_days(folders)
        days = before.with_day(int(now // _DAY))
        since = {path.name: min(days.since.get(path.name, days.used), days.used) for path in there[:_MOST]}
        for path in there[:_MOST]:
            with contextlib.suppress(OSError):
                if _is_expired(path, now, days.used - since[path.name]):
                    path.unlink()
                    del since[path.name]
        if (days := days._replace(since=since)) != before:
            _write_days(folders, days)


def _is_expired(path: Path, now: float, days_of_use: int) -> bool:
    """Returns True if a record was deleted more than `DAYS` days ago, and the program was used on enough days since. Raises
    OSError. If the file's time is in the future, changes it to now.

    days_of_use: days of use since the deletion, with its day and today. At least `DAYS` + 2 are enough, because only parts of
    the first and the last day may count.
    """
    began = path.lstat().st_mtime
    if began > now + _DAY:
        os.utime(path, (now, now), follow_symlinks=False)
    return days_of_use > DAYS + 1 and began < now - DAYS * _DAY


def _days_path(folders: Paths) -> Path:
    return folders.deleted / "days.json"


def _read_days(folders: Paths) -> _DaysOfUse:
    """Reads the days of use. A damaged file is renamed; raises OSError if that fails."""
    path = _days_path(folders)
    try:
        found = values.parse_object(integrity.parse_json(integrity.decode_json(integrity.read_file(path, _LARGEST))))
        used = values.parse_whole_number(found.get("days"))
        since = values.parse_object(found.get("since"), _MOST)
        days = values.parse_list(found.get("last"), maximum=_LAST)
        last = tuple([values.parse_whole_number(day, minimum=-values.MAX_INTEGER) for day in days])
        began = {values.parse_text(name): values.parse_whole_number(day, used) for name, day in since.items()}
        return _DaysOfUse(used, last, began)
    except (OSError, ValueError, RecursionError):
        integrity.rename_existing_file(path, "the days")
        return _DaysOfUse()


def _write_days(folders: Paths, days: _DaysOfUse) -> None:
    told = {"days": days.used, "last": days.last, "since": dict(days.since)}
    integrity.replace_file(_days_path(folders), json.dumps(told).encode())


def read_deleted_games(folders: Paths, names: Mapping[str, str]) -> Generator[None, None, list[ListedGame]]:
    """Generator: reads a few deleted records in each step. Returns their games at the end, the latest deleted first.

    names: present names of people by former name. Records that cannot be read are left out.
    """
    try:
        paths = sorted(_deleted_files(folders), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        paths = []
    found: list[ListedGame] = []
    for path in paths:
        yield
        with contextlib.suppress(OSError, RecordError):
            content = integrity.read_file(path)
            games = yield from sources.replay_file(content, sha256(content).hexdigest())
            name = index.record_name(path, folders.data)
            found += [
                game_list.to_listed_game(StoredGame(name, number, number + 1, game), folders.data, names)
                for number, game in enumerate(games)
            ]
    return found


def _deleted_files(folders: Paths) -> list[Path]:
    return [path for suffix in sources.SUFFIXES for path in folders.deleted.glob(f"*{suffix}")]


def _record_location(path: Path, folders: Paths) -> FileLocation:
    try:
        return sources.file_location(integrity.read_file(path), folders)
    except RecordError as wrong:
        raise OSError(errno.EINVAL, f"line {wrong}") from None

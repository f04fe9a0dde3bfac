"""The path of the index: an existing index of this program, or an unused name. Files of other programs stay unchanged.

An index of this program has two numbers in the header of the SQLite file, `application_id` and `user_version`. One correct
number is enough to recognise it, because the other may be damaged.

Links, files with a second name (a hard link), files that are not regular, and files with foreign content are never followed,
opened for writing, or deleted. The next name is tried instead, such as `history-2.sqlite`. An index in memory is the last
choice: it would have to be rebuilt at every start, which takes minutes for 20,000 games.
"""

from __future__ import annotations

import contextlib
import stat
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import integrity

APPLICATION: Final = 0x476F6F73
"""`application_id` of an index: the letters "Goos"."""
USER: Final = 0x7461626C
"""`user_version` of an index: the letters "tabl". The edition of the index is stored in its tables."""
NAMES: Final = 9
"""Number of names that are tried."""
SIDE: Final = ("-journal", "-wal", "-shm")
"""Endings of the names of the files that SQLite keeps beside an index."""
_MAGIC: Final = b"SQLite format 3\0"
_JOURNAL: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_LOGS: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_SHARED: Final = tuple((3_007_000).to_bytes(4, order) for order in ("big", "little"))
_LOOKED_AT: Final = 1 << 16
_LOG_LOOKED_AT: Final = 1 << 20
_ENTRY: Final = b"CREATE TABLE "
_BEFORE: Final = (
    b"CREATE TABLE meta (edition TEXT NOT NULL)",
    b"CREATE TABLE files (path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, digest TEXT NOT NULL,",
    b"CREATE TABLE holds (path BLOB NOT NULL, number INTEGER NOT NULL, mark TEXT NOT NULL, ended INTEGER NOT NULL,",
    b"CREATE TABLE games (mark TEXT PRIMARY KEY, path BLOB NOT NULL, number INTEGER NOT NULL, started TEXT NOT NULL,",
    b"CREATE TABLE seats (mark TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, player TEXT",
    b"CREATE TABLE deals (mark TEXT NOT NULL, deal INTEGER NOT NULL, seat INTEGER NOT NULL, key TEXT NOT NULL,",
    b"CREATE TABLE reviews (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL) WITHOUT ROWID",
    b"CREATE TABLE accuracy (digest TEXT NOT NULL, seat INTEGER NOT NULL, good INTEGER NOT NULL, decisions INTEGER NOT NULL,",
)
"""SQL of the tables of version 0.1.0, whose index had no such numbers. It is in the first page of the file or of its log."""


class FileState(Enum):
    """The possible states of a path at which the index could be."""

    FREE = "free"
    OURS = "ours"
    SPOILT = "ours, and to be made anew"
    FOREIGN = "another's"


class IndexPlace(NamedTuple):
    """The path that was found for the index."""

    path: Path | None
    """Path of the index; None if no name is free, so that it must be in memory."""
    notice: str = ""
    """A sentence about a foreign file; "" if there is none."""


def find_index(first: Path) -> IndexPlace:
    """Returns the path for the index: the first existing index of this program, or else the first unused path.

    first: the usual path; after it come paths with a number in their names.

    Removes a damaged index. Never raises an error.
    """
    free: Path | None = None
    strange = ""
    found: Path | None = None
    for number in range(1, NAMES + 1):
        path = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
        state, why = file_state(path)
        if state is FileState.FOREIGN and found is None:
            strange = strange or f"{why} and stays as it is."
        elif state is FileState.FREE:
            free = free or path
        elif state is not FileState.FOREIGN:
            found = path
            if state is FileState.SPOILT:
                delete_index(path)
            break
    return IndexPlace(found or free, strange)


def file_state(path: Path) -> tuple[FileState, str]:
    """Returns the state of a path; and, for a foreign file, a clause with the file's name and the reason, such as "x is a
    link", else "".
    """
    state, why = _state_without_side_files(path)
    why = why and f"{path.name} {why}"
    for ending in SIDE if state is not FileState.FOREIGN else ():
        beside = path.with_name(path.name + ending)
        strange = _path_objection(beside) or ("" if _is_usable_side_file(beside, ending, state) else "is another program's")
        if strange:
            return FileState.FOREIGN, f"{beside.name} {strange}"
    return state, why


def delete_index(path: Path) -> None:
    """Tries to delete an index of this program. Deletes its side files first, because without the index they would count as
    foreign.
    """
    if file_state(path)[0] in (FileState.OURS, FileState.SPOILT):
        for ending in (*SIDE, ""):
            with contextlib.suppress(OSError):
                path.with_name(path.name + ending).unlink()


def _state_without_side_files(path: Path) -> tuple[FileState, str]:
    """Returns the state of a path, and for a foreign file the reason. Ignores side files, such as the journal."""
    if why := _path_objection(path):
        return FileState.FOREIGN, why
    try:
        head = _first_bytes(path)
    except OSError:
        return FileState.FOREIGN, "cannot be read"
    if not head:
        return FileState.FREE, ""
    numbers = int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")
    if numbers[0] == APPLICATION or numbers[1] == USER:
        whole = head.startswith(_MAGIC) and numbers == (APPLICATION, USER) and head[18:20] == b"\1\1"
        return (FileState.OURS if whole else FileState.SPOILT), ""
    if head.startswith(_MAGIC) and _has_old_tables(path, head):
        return FileState.SPOILT, ""
    return FileState.FOREIGN, "is no index of goosetable"


def _has_old_tables(path: Path, head: bytes) -> bool:
    """Returns True if a file has exactly the tables of version 0.1.0. If it has no tables, its write-ahead log is searched."""
    page = head[: int.from_bytes(head[16:18], "big") or _LOOKED_AT]
    if _ENTRY not in page:
        try:
            page = _first_bytes(path.with_name(path.name + "-wal"), _LOG_LOOKED_AT)
        except OSError:
            return False
        return all(table in page for table in _BEFORE)
    return page.count(_ENTRY) == len(_BEFORE) and all(table in page for table in _BEFORE)


def _path_objection(path: Path) -> str:
    """Returns the reason not to use a path, such as "is a link"; "" for an unused path or a regular file without hard links."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return "cannot be looked at"
    if stat.S_ISLNK(found.st_mode):
        return "is a link"
    if not stat.S_ISREG(found.st_mode):
        return "is no ordinary file"
    return "has a second name" if found.st_nlink > 1 else ""


def _is_usable_side_file(path: Path, ending: str, state: FileState) -> bool:
    try:
        head = _first_bytes(path, _LOG_LOOKED_AT)
    except OSError:
        return False
    if not head.strip(b"\0"):
        return True
    if ending == "-shm":
        return head.startswith(_SHARED)
    if ending == "-wal":
        return head.startswith(_LOGS) and (state is not FileState.FREE or all(table in head for table in _BEFORE))
    # Where there is no index, a journal is ours only if it was begun before the first page of one, and brings nothing back.
    return head.startswith(_JOURNAL) and (state is not FileState.FREE or head[16:20] == bytes(4))


def _first_bytes(path: Path, maximum: int = _LOOKED_AT) -> bytes:
    # To close a file drops the locks of SQLite that this program has on it: there are none between two pieces of work.
    try:
        with integrity.open_file(path) as file:
            return file.read(maximum)
    except FileNotFoundError:
        return b""

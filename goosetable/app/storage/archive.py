"""Files of tables: named in characters of our own, made only where there is no file, and moved without covering another."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from io import FileIO
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import __version__, files, games
from goosetable.app.storage import json_limits
from goosetable.app.storage.atomic_files import make, or_gone, sync
from goosetable.engine.record import format, jsonl
from goosetable.engine.rules import version
from goosetable.engine.sheet import file

SUFFIX: Final = ".goose"
_NAME: Final = re.compile(r"[A-Za-z0-9-]+( [A-Za-z0-9-]+)*")
"""No name that a system understands in a way of its own, and nothing that leads out of a folder."""
_HEADERS: Final = (b'{"goosetable":', b'{"goosetable sheet":')
_LOOKED_AT: Final = 100_000
"""Entries of a folder that are looked at for a file of the same content."""


class TableFile(NamedTuple):
    """The open file of a table."""

    path: Path
    file: FileIO
    safe: int
    """Bytes of the table that it holds already."""
    named: bool = False
    """Whether its name in its folder is known to be on the disk."""
    said: str = ""
    """What there is to say about it as soon as the table is kept there."""


def name_of(record: bytes) -> str | None:
    """The name of a table's file without its suffix, from what was read and checked; None for what begins with no header.

    >>> name_of(b'{"goosetable": 1, "game": "../x", "options": {}, "code": null, "seats": []}\\n')
    'undated table'
    """
    first = jsonl.unmarked(record)[: jsonl.LONGEST + 1].partition(b"\n")[0]
    try:
        header = format.read_line(first)
    except format.RecordError:
        return None
    if not isinstance(header, format.Header):
        return None
    try:
        game = games.find(header.game).id
    except ValueError:
        game = "table"
    return f"{(header.started or 'undated').replace(':', '-')} {game}"


def of_later(content: bytes) -> bool:
    """Whether a later goosetable wrote into a record or a sheet, as its headers say: what cannot be read of it may be good."""
    return any(_later(line) for line in jsonl.unmarked(content).split(b"\n") if line.startswith(_HEADERS))


def _later(line: bytes) -> bool:
    try:
        found = json_limits.read(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, dict):
        return False
    kind, newest = (found.get(file.KEY), file.VERSION) if file.KEY in found else (found.get("goosetable"), format.VERSION)
    app = found.get("app")
    by_later = isinstance(app, str) and version.written_by(app) > version.written_by(__version__)
    return (type(kind) is int and kind > newest) or by_later


def _paths(folder: Path, name: str, suffix: str) -> Iterator[Path]:
    """The path of this name, and of this name with a number, directly in the folder. Raises OSError for any other name."""
    if not _NAME.fullmatch(name):
        raise OSError(errno.EINVAL, f"{name!r} is no name for a file")
    for number in count(1):
        path = folder / (f"{name}{suffix}" if number == 1 else f"{name} {number}{suffix}")
        if path.parent != folder:
            raise OSError(errno.EINVAL, f"{name!r} is no name for a file in {folder}")
        yield path


def create(path: Path) -> FileIO:
    """A new file, open for writing without a buffer. Raises FileExistsError, or another OSError."""
    make(path.parent)
    return path.open("x+b", buffering=0)


def create_in(folder: Path, name: str, suffix: str = SUFFIX) -> TableFile:
    """A new file of that name, with the first number that makes it a new one. Raises OSError."""
    make(folder)
    for path in _paths(folder, name, suffix):
        if not os.path.lexists(path):
            with contextlib.suppress(FileExistsError):
                return TableFile(path, create(path), 0)
    raise AssertionError("numbers do not end")


def reopen(path: Path, table: bytes, torn: bool = False) -> TableFile | None:
    """A file to go on in, if all it holds is the beginning of the table; None for any other, and where it cannot be written.

    What it holds is on the disk then: the program that wrote it may have been ended before it could wait for that.
    torn: what follows its last whole line may be anything, for it is a line that a power cut has torn; it is cut off.
    """
    try:
        files.opened(path).close()  # a pipe or a device is not even opened to write
        file = path.open("r+b", buffering=0)
    except OSError:
        return None
    try:
        found = read(file, len(table) + jsonl.LONGEST)
        kept = found[: jsonl.whole(found)] if torn else found
        if table.startswith(kept) and (kept or not found):
            if len(kept) < len(found):
                file.truncate(len(kept))
            os.fsync(file.fileno())
            return TableFile(path, file, len(kept))
    except OSError:
        pass
    file.close()
    return None


def read(file: FileIO, most: int) -> bytes:
    """The first bytes of an open file, at most one more than `most`. Raises OSError, also for what is no ordinary file."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise OSError(errno.EINVAL, files.NOT_ORDINARY)
    file.seek(0)
    found = bytearray()
    while len(found) <= most and (piece := file.read(most + 1 - len(found))):
        found += piece
    return bytes(found)


def write(file: FileIO, table: bytes, safe: int) -> None:
    """Completes a file that holds `safe` bytes of a table, and waits for the disk. Raises OSError; no torn line stays then."""
    try:
        if os.fstat(file.fileno()).st_size != safe:
            file.truncate(safe)
        file.seek(safe)
        rest = table[safe:]
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
        if os.fstat(file.fileno()).st_size != len(table):
            raise OSError(errno.EIO, "the file has not the length that was written")
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(safe)
        raise


def store(folder: Path, name: str, content: bytes, suffix: str = SUFFIX) -> Path:
    """Writes a whole new file and waits for the disk; where that cannot be done it raises OSError, and no file stays."""
    place = create_in(folder, name, suffix)
    with or_gone(place.path), place.file:
        write(place.file, content, 0)
    sync(folder)
    return place.path


def move(source: Path, folder: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Moves a file into a folder under a name that is free there. Raises OSError, and then the file is where it was.

    Of a link, what it leads to is copied, and the link is deleted: what another program does to the target must not reach it.
    """
    if source.is_symlink():
        copy = store(folder, name, files.content(source, files.LARGEST), suffix)
        source.unlink()
        return copy
    moved = source.stat()
    place = create_in(folder, name, suffix)  # reserves the name: no other program can take it in between
    place.file.close()
    with or_gone(place.path):
        source.replace(place.path)
    sync(folder)
    sync(source.parent)
    if not os.path.samestat(moved, place.path.stat()):
        raise OSError(errno.ESTALE, "another file was moved")
    return place.path


def same_in(folder: Path, content: bytes, but: Path, suffix: str = SUFFIX) -> Path | None:
    """A file of that suffix in the folder with exactly this content, or None; not the file `but`, nor a link to it."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, _LOOKED_AT):
            with contextlib.suppress(OSError):
                path = Path(entry.path)
                alike = path.suffix == suffix and entry.stat().st_size == len(content)
                if alike and files.content(path, len(content)) == content and not _linked(path, but):
                    return path
    return None


def _linked(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file. Raises OSError, but not where there is no other."""
    try:
        return os.path.samestat(path.stat(), other.stat())
    except FileNotFoundError:
        return False

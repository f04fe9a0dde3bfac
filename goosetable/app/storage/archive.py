"""Files of tables: safe names, made only where there is no file, moved without covering another; and the journal of a running
one.

The journal has all lines in memory, and each of them on the disk before the next action can be taken.
"""

from __future__ import annotations

import _thread
import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from io import FileIO
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import __version__, games, integrity
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.format import Line, RecordError
from goosetable.engine.rules.options import written_by
from goosetable.engine.sheet import file
from goosetable.engine.words.clean import clean
from goosetable.integrity import make_folder, or_gone, sync_folder

SUFFIX: Final = ".goose"
_NAME: Final = re.compile(r"[A-Za-z0-9-]+( [A-Za-z0-9-]+)*")
"""No name that a system understands in a way of its own, and nothing that leads out of a folder."""
_HEADERS: Final = (b'{"goosetable":', b'{"goosetable sheet":')
_LOOKED_AT: Final = 100_000
"""Entries of a folder that are looked at for a file of the same content."""


class TableFile(NamedTuple):
    path: Path
    file: FileIO
    safe: int
    """Bytes of the table that it holds already."""
    named: bool = False
    """Whether its name in its folder is known to be on the disk."""
    notice: str = ""
    """Notice to give as soon as the table is in the archive."""


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
        found = integrity.parsed(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, dict):
        return False
    kind, newest = (found.get(file.KEY), file.VERSION) if file.KEY in found else (found.get("goosetable"), format.VERSION)
    app = found.get("app")
    by_later = isinstance(app, str) and written_by(app) > written_by(__version__)
    return (type(kind) is int and kind > newest) or by_later


def fault(what: str, wrong: RecordError | OSError, content: bytes = b"") -> str:
    """The sentence for a record or a sheet of ours that cannot be read, and stays as it is. what: the file, as it begins."""
    if isinstance(wrong, OSError):
        return f"{what} cannot be read, and stays as it is: {wrong.strerror}."
    if wrong.reason in games.DAMAGED.values():  # nothing is wrong with the file
        return f"{what} stays as it is, for it cannot be read now: {wrong.reason}."
    if of_later(content):
        return f"{what} is of a later goosetable, and stays as it is."
    return f"{what} is damaged at line {wrong.line}, and stays as it is: {wrong.reason}."


def why(wrong: Exception) -> str:
    """The reason why a file from anywhere cannot be read: a clause, as clean as a sentence of ours."""
    if isinstance(wrong, RecordError):
        return clean(f"line {wrong.line}: {wrong.reason}", SENTENCE)
    return clean(getattr(wrong, "strerror", None) or str(wrong) or "it cannot be read", SENTENCE)


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
    make_folder(path.parent)
    return path.open("x+b", buffering=0)


def create_in(folder: Path, name: str, suffix: str = SUFFIX) -> TableFile:
    """A new file of that name, with the first number that makes it a new one. Raises OSError."""
    make_folder(folder)
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
        integrity.opened(path).close()  # a pipe or a device is not even opened to write
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
        raise OSError(errno.EINVAL, integrity.NOT_ORDINARY)
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
    sync_folder(folder)
    return place.path


def move(source: Path, folder: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Moves a file into a folder under a name that is free there. Raises OSError, and then the file is where it was.

    Of a link, what it leads to is copied, and the link is deleted: what another program does to the target must not reach it.
    """
    if source.is_symlink():
        copy = store(folder, name, integrity.content(source), suffix)
        source.unlink()
        return copy
    moved = source.stat()
    place = create_in(folder, name, suffix)  # reserves the name: no other program can take it in between
    place.file.close()
    with or_gone(place.path):
        source.replace(place.path)
    sync_folder(folder)
    sync_folder(source.parent)
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
                if alike and integrity.content(path, len(content)) == content and not _linked(path, but):
                    return path
    return None


def _linked(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file. Raises OSError, but not where there is no other."""
    with contextlib.suppress(FileNotFoundError):
        return path.samefile(other)
    return False


Notice = Callable[[str], None]
"""Says one sentence to the people at the table."""
StorageReport = Callable[[Path, OSError | None], None]
"""Says that nothing can be kept in a folder, and why, unless that has been said; None: that everything is kept there again."""
_TRIES: Final = 3
"""Files that are tried at one act: each of them may turn out to be another program's."""


class Journal:
    """Writes the record of a table. What could not be written is tried again at every act, from memory, whole.

    Nothing is believed: before and after each writing, the path has to be the open file, as long as it should be.
    in_background: whether a line may be written while the program goes on; before anything else is done here, it is waited for.
    """

    in_background = False
    _writing: _Writing | None = None
    """The record that is being written in the background, if any."""

    _over = False
    """Whether it is closed."""
    _saved = False
    """Once it is closed: whether all was kept."""

    def __init__(
        self, find: Callable[[Journal], TableFile], say: Notice, report: StorageReport, closed: Callable[[Journal], None],
        folder: Path, table: bytes = b"", fresh: bool = True,
    ) -> None:  # fmt: skip
        """find: opens a file for the table, or raises OSError. table: what there is of it already, in whole lines.

        closed: is told once the journal is closed. fresh: whether what stands in the way of the table is to be put away.
        """
        self._find, self._say, self._report, self._closed = find, say, report, closed
        self._folder = folder
        self._table = bytearray(table)
        self._place: TableFile | None = None
        self._safe = 0
        self._to_say = ""
        self.path: Path | None = None
        """The file that was found for the table last, if one has been."""
        self.fresh = fresh

    def __call__(self, line: Line) -> None:
        self.add(format.write(line))

    def add(self, line: str) -> None:
        """Adds one line, given without its end."""
        if self._over:
            self._saved = False  # a line that came too late
            return
        self._wait()
        self._table += line.encode("utf-8") + b"\n"
        if self.in_background and self._place is not None and self._place.named:
            self._writing = _Writing(self._go_on, self._place)
        else:
            self.settle()

    def look_after(self) -> bool:
        """Finishes a background writing that has ended; returns whether it had. To be called now and then."""
        if self._writing is None or self._writing.going:
            return False
        self._wait()
        return True

    def _wait(self) -> None:
        """Waits for the background writing; if it failed, tries once more and says so."""
        if self._writing is not None:
            writing, self._writing = self._writing, None
            if not writing.done():
                self.settle()

    @property
    def table(self) -> bytes:
        """All lines of the table, whether they are kept or not."""
        return bytes(self._table)

    @property
    def saved(self) -> bool:
        """Whether all of the table was seen to be on the disk, and its file still stands there."""
        if self._over:
            return self._saved
        self._wait()
        with contextlib.suppress(OSError):
            return self._place is not None and self._ours(self._place) and self._safe == len(self._table)
        return False

    def settle(self) -> bool:
        """Writes what is not on the disk yet; says so where that cannot be done. Returns whether all of the table is kept."""
        if self._over:
            return self._saved
        self._wait()
        try:
            self._write()
        except OSError as trouble:
            self._let_go()  # the next act looks for the file anew: a folder that was gone may be back
            self._report(self.path.parent if self.path else self._folder, trouble)
            return False
        if self._to_say:
            self._say(self._to_say)
            self._to_say = ""
        self._report(self._folder, None)
        return True

    def _write(self) -> None:
        for _ in range(_TRIES):
            if self._place is None:
                self._place = self._find(self)
                self._safe = self._place.safe
                self._to_say = self._place.notice or self._to_say
            place = self._place
            self.path = place.path
            if not self._ours(place):
                self._let_go()
                continue
            self._complete(place)
            if not place.named:
                sync_folder(place.path.parent)
            if self._ours(place) and self._safe == len(self._table):
                self._place = place._replace(named=True)
                return
        raise OSError(errno.ESTALE, "other programs write there all the time")

    def _go_on(self, place: TableFile) -> bool:
        """Completes the file, if it is still its own before and after; whether all of the table is kept. Raises OSError."""
        if not self._ours(place):
            return False
        self._complete(place)
        return self._ours(place) and self._safe == len(self._table)

    def _complete(self, place: TableFile) -> None:
        if self._safe < len(self._table):
            write(place.file, bytes(self._table), self._safe)
            self._safe = len(self._table)

    def _ours(self, place: TableFile) -> bool:
        """Whether the path is the open file, and holds nothing but the table. One that was cut off is noted as shorter."""
        mine = os.fstat(place.file.fileno())
        try:
            if not os.path.samestat(mine, place.path.stat()):
                return False
        except FileNotFoundError:
            return False
        if mine.st_size == self._safe:
            return True
        found = read(place.file, len(self._table))
        self._safe = min(self._safe, len(found))
        return self._table.startswith(found)

    def _let_go(self) -> None:
        if self._place is not None:
            place, self._place = self._place, None
            with contextlib.suppress(OSError):
                place.file.close()

    def close(self) -> None:
        """Lets go of the file, after a last attempt to keep what is not kept."""
        if self._over:
            return
        self._saved = not self._table or self.settle()
        self._over = True
        self._let_go()
        self._closed(self)


class _Writing:
    """A writing in the background: most of its time is the disk's.

    Its thread is a bare one: `threading` waits until a thread has begun, which costs a frame.
    """

    def __init__(self, write: Callable[[TableFile], bool], place: TableFile) -> None:
        self._write, self._place = write, place
        self._done = False
        self._going = _thread.allocate_lock()
        self._going.acquire()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        try:
            self._done = self._write(self._place)
        except OSError:
            pass  # it is tried again by whoever waits for it
        finally:
            self._going.release()

    @property
    def going(self) -> bool:
        return self._going.locked()

    def done(self) -> bool:
        """Waits for the end; whether everything is on the disk."""
        with self._going:
            return self._done

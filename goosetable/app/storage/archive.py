"""Files of tables, and the journal that writes the file of the running table. File names are safe, and no file overwrites
another.

The journal keeps all lines in memory, and writes each line to the disk before the next action.
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
from goosetable.engine.rules.options import version_that_wrote
from goosetable.engine.sheet import file
from goosetable.engine.words.clean import clean_text
from goosetable.integrity import delete_on_error, make_folder, sync_folder

SUFFIX: Final = ".goose"
_NAME: Final = re.compile(r"[A-Za-z0-9-]+( [A-Za-z0-9-]+)*")
"""Matches safe file names, which have no special meaning on any system and do not lead out of their folder."""
_HEADERS: Final = (b'{"goosetable":', b'{"goosetable sheet":')
_LOOKED_AT: Final = 100_000
"""Largest number of folder entries that `find_duplicate` compares."""


class OpenTableFile(NamedTuple):
    """The open file of a table."""

    path: Path
    file: FileIO
    safe: int
    """Number of bytes of the table that are already in the file."""
    named: bool = False
    """True if its folder entry is known to be on the disk."""
    notice: str = ""
    """Notice to show as soon as the table is in the archive."""


def file_name(record: bytes) -> str | None:
    """Returns the name of the file for a record, without suffix; None if the record does not begin with a header.

    >>> file_name(b'{"goosetable": 1, "game": "../x", "options": {}, "code": null, "seats": []}\\n')
    'undated table'
    """
    first = jsonl.without_byte_order_mark(record)[: jsonl.MAX_LINE_BYTES + 1].partition(b"\n")[0]
    try:
        header = format.read_line(first)
    except format.RecordError:
        return None
    if not isinstance(header, format.Header):
        return None
    try:
        game = games.find_game(header.game).id
    except ValueError:
        game = "table"
    return f"{(header.started or 'undated').replace(':', '-')} {game}"


def is_of_later_version(content: bytes) -> bool:
    """Returns True if a later version of goosetable wrote the header of a record or score sheet.

    The present version may then be unable to read a valid line.
    """
    return any(
        _is_later_header(line) for line in jsonl.without_byte_order_mark(content).split(b"\n") if line.startswith(_HEADERS)
    )


def _is_later_header(line: bytes) -> bool:
    try:
        found = integrity.parse_json(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, dict):
        return False
    kind, newest = (found.get(file.KEY), file.VERSION) if file.KEY in found else (found.get("goosetable"), format.VERSION)
    app = found.get("app")
    by_later = isinstance(app, str) and version_that_wrote(app) > version_that_wrote(__version__)
    return (type(kind) is int and kind > newest) or by_later


def unreadable_sentence(subject: str, error: RecordError | OSError, content: bytes = b"") -> str:
    """Returns a sentence that says that a record or score sheet cannot be read and stays unchanged.

    subject: the grammatical subject of the sentence, such as "The saved game".
    """
    if isinstance(error, OSError):
        return f"{subject} cannot be read, and stays as it is: {error.strerror}."
    if error.reason in games.DAMAGED.values():  # nothing is wrong with the file
        return f"{subject} stays as it is, for it cannot be read now: {error.reason}."
    if is_of_later_version(content):
        return f"{subject} is of a later goosetable, and stays as it is."
    return f"{subject} is damaged at line {error.line}, and stays as it is: {error.reason}."


def unreadable_reason(error: Exception) -> str:
    """Returns the reason why a file cannot be read, as a clause for the screen."""
    if isinstance(error, RecordError):
        return clean_text(f"line {error.line}: {error.reason}", SENTENCE)
    return clean_text(getattr(error, "strerror", None) or str(error) or "it cannot be read", SENTENCE)


def _candidate_paths(folder: Path, name: str, suffix: str) -> Iterator[Path]:
    """Yields possible paths of a file in a folder: with this name, then with the numbers from 2 added to it. Raises OSError for
    an unsafe name.
    """
    if not _NAME.fullmatch(name):
        raise OSError(errno.EINVAL, f"{name!r} is no name for a file")
    for number in count(1):
        path = folder / (f"{name}{suffix}" if number == 1 else f"{name} {number}{suffix}")
        if path.parent != folder:
            raise OSError(errno.EINVAL, f"{name!r} is no name for a file in {folder}")
        yield path


def create_file(path: Path) -> FileIO:
    """Creates a file, and opens it for unbuffered writing. Raises FileExistsError, or another OSError."""
    make_folder(path.parent)
    return path.open("x+b", buffering=0)


def create_file_in(folder: Path, name: str, suffix: str = SUFFIX) -> OpenTableFile:
    """Creates a file with this name in a folder. If the name is taken, adds the first free number. Raises OSError."""
    make_folder(folder)
    for path in _candidate_paths(folder, name, suffix):
        if not os.path.lexists(path):
            with contextlib.suppress(FileExistsError):
                return OpenTableFile(path, create_file(path), 0)
    raise AssertionError("numbers do not end")


def reopen_table(path: Path, table: bytes, cut_torn_line: bool = False) -> OpenTableFile | None:
    """Opens the file of a table, so that lines can be appended. Returns None if the file is not the beginning of `table`, or
    cannot be written.

    First flushes the file to the disk, because the program that wrote it may have crashed. cut_torn_line: True to cut off an
    incomplete last line that differs from `table`, as a power cut may leave.
    """
    try:
        integrity.open_file(path).close()  # a pipe or a device is not even opened to write
        file = path.open("r+b", buffering=0)
    except OSError:
        return None
    try:
        found = read_first_bytes(file, len(table) + jsonl.MAX_LINE_BYTES)
        kept = found[: jsonl.size_of_complete_lines(found)] if cut_torn_line else found
        if table.startswith(kept) and (kept or not found):
            if len(kept) < len(found):
                file.truncate(len(kept))
            os.fsync(file.fileno())
            return OpenTableFile(path, file, len(kept))
    except OSError:
        pass
    file.close()
    return None


def read_first_bytes(file: FileIO, maximum: int) -> bytes:
    """Returns the first `maximum` + 1 bytes of an open file, or all if there are fewer. So a result longer than `maximum` shows
    that the file is too large. Raises OSError, also if it is no regular file.
    """
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise OSError(errno.EINVAL, integrity.NOT_ORDINARY)
    file.seek(0)
    found = bytearray()
    while len(found) <= maximum and (piece := file.read(maximum + 1 - len(found))):
        found += piece
    return bytes(found)


def write_missing_bytes(file: FileIO, table: bytes, safe_size: int) -> None:
    """Writes the missing bytes of a table to its file, and waits for the disk. safe_size: number of bytes that are in the file
    already.

    If that fails, cuts the file back to `safe_size` bytes, and raises OSError.
    """
    try:
        if os.fstat(file.fileno()).st_size != safe_size:
            file.truncate(safe_size)
        file.seek(safe_size)
        rest = table[safe_size:]
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
        if os.fstat(file.fileno()).st_size != len(table):
            raise OSError(errno.EIO, "the file has not the length that was written")
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(safe_size)
        raise


def write_new_file(folder: Path, name: str, content: bytes, suffix: str = SUFFIX) -> Path:
    """Writes a new file, and waits for the disk. Returns its path. Raises OSError, and then leaves no file."""
    place = create_file_in(folder, name, suffix)
    with delete_on_error(place.path), place.file:
        write_missing_bytes(place.file, content, 0)
    sync_folder(folder)
    return place.path


def move_file(source: Path, folder: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Moves a file into a folder under a free name. Returns its new path. If that fails, leaves the file in its place, and
    raises OSError.

    A symbolic link is replaced by a copy of its target, so that later changes of the target have no effect.
    """
    if source.is_symlink():
        copy = write_new_file(folder, name, integrity.read_file(source), suffix)
        source.unlink()
        return copy
    moved = source.stat()
    place = create_file_in(folder, name, suffix)  # reserves the name: no other program can take it in between
    place.file.close()
    with delete_on_error(place.path):
        source.replace(place.path)
    sync_folder(folder)
    sync_folder(source.parent)
    if not os.path.samestat(moved, place.path.stat()):
        raise OSError(errno.ESTALE, "another file was moved")
    return place.path


def find_duplicate(folder: Path, content: bytes, exclude: Path, suffix: str = SUFFIX) -> Path | None:
    """Returns a file with this suffix and content in the folder, or None. exclude: a path to ignore, with its links."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, _LOOKED_AT):
            with contextlib.suppress(OSError):
                path = Path(entry.path)
                alike = path.suffix == suffix and entry.stat().st_size == len(content)
                if alike and integrity.read_file(path, len(content)) == content and not _is_same_file(path, exclude):
                    return path
    return None


def _is_same_file(path: Path, other: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.samefile(other)
    return False


Notice = Callable[[str], None]
"""A function that shows a sentence to the people at the table."""
StorageReport = Callable[[Path, OSError | None], None]
"""A function called with an error, once, if nothing can be stored in a folder; with None when everything is stored again."""
_TRIES: Final = 3
"""Number of files that are tried, since each may turn out to belong to another program."""


class Journal:
    """The writer of a table's record. Lines that could not be written stay in memory; every later call tries to write them
    again.

    Before and after each write it checks that the path still leads to the open file, and that the file has the expected length.

    in_background: True if a thread may write the lines. Every other method first waits for the end of that thread.
    """

    in_background = False
    _writing: _BackgroundWrite | None = None
    """The record that is being written in the background, if any."""

    _over = False
    """True if the journal is closed."""
    _saved = False
    """True if all was on the disk when the journal was closed."""

    def __init__(
        self, open_file: Callable[[Journal], OpenTableFile], notice: Notice, report: StorageReport,
        on_closed: Callable[[Journal], None],
        folder: Path, table: bytes = b"", may_archive_other: bool = True,
    ) -> None:  # fmt: skip
        """open_file: opens a file for the table, or raises OSError. table: the complete lines of the table so far.

        on_closed: called after the journal was closed. may_archive_other: True if the file may have another table, which is
        then moved to the archive.
        """
        self._find, self._notice, self._report, self._on_closed = open_file, notice, report, on_closed
        self._folder = folder
        self._table = bytearray(table)
        self._place: OpenTableFile | None = None
        self._safe = 0
        self._pending_notice = ""
        self.path: Path | None = None
        """Path of the file that was last opened for the table, if any."""
        self.fresh = may_archive_other

    def __call__(self, line: Line) -> None:
        self.add_line(format.line_as_text(line))

    def add_line(self, line: str) -> None:
        """Adds a line to the table. line: the line without its line break."""
        if self._over:
            self._saved = False  # a line that was added after the end
            return
        self._wait_for_writing()
        self._table += line.encode("utf-8") + b"\n"
        if self.in_background and self._place is not None and self._place.named:
            self._writing = _BackgroundWrite(self._write_in_background, self._place)
        else:
            self.write_missing_lines()

    def finish_background_writing(self) -> bool:
        """Completes a background write whose thread has ended. Returns True if there was one. Must be called regularly."""
        if self._writing is None or self._writing.is_running:
            return False
        self._wait_for_writing()
        return True

    def _wait_for_writing(self) -> None:
        """Waits for the end of a background write. If the write failed, writes again, which reports the error."""
        if self._writing is not None:
            writing, self._writing = self._writing, None
            if not writing.wait():
                self.write_missing_lines()

    @property
    def all_lines(self) -> bytes:
        """All lines of the table, including lines that are not on the disk yet."""
        return bytes(self._table)

    @property
    def is_saved(self) -> bool:
        """True if the entire table is on the disk, in a file that still exists."""
        if self._over:
            return self._saved
        self._wait_for_writing()
        with contextlib.suppress(OSError):
            return self._place is not None and self._is_own_file(self._place) and self._safe == len(self._table)
        return False

    def write_missing_lines(self) -> bool:
        """Writes the lines that are not on the disk yet. Returns True if all are on the disk then; else reports the error."""
        if self._over:
            return self._saved
        self._wait_for_writing()
        try:
            self._write()
        except OSError as trouble:
            self._close_file()  # the next act looks for the file anew: a folder that was gone may be back
            self._report(self.path.parent if self.path else self._folder, trouble)
            return False
        if self._pending_notice:
            self._notice(self._pending_notice)
            self._pending_notice = ""
        self._report(self._folder, None)
        return True

    def _write(self) -> None:
        for _ in range(_TRIES):
            if self._place is None:
                self._place = self._find(self)
                self._safe = self._place.safe
                self._pending_notice = self._place.notice or self._pending_notice
            place = self._place
            self.path = place.path
            if not self._is_own_file(place):
                self._close_file()
                continue
            self._append_missing_lines(place)
            if not place.named:
                sync_folder(place.path.parent)
            if self._is_own_file(place) and self._safe == len(self._table):
                self._place = place._replace(named=True)
                return
        raise OSError(errno.ESTALE, "other programs write there all the time")

    def _write_in_background(self, place: OpenTableFile) -> bool:
        """Writes the missing lines. Returns True if the file at the path has the entire table afterwards. Raises OSError."""
        if not self._is_own_file(place):
            return False
        self._append_missing_lines(place)
        return self._is_own_file(place) and self._safe == len(self._table)

    def _append_missing_lines(self, place: OpenTableFile) -> None:
        if self._safe < len(self._table):
            write_missing_bytes(place.file, bytes(self._table), self._safe)
            self._safe = len(self._table)

    def _is_own_file(self, place: OpenTableFile) -> bool:
        """Returns True if the path still leads to the open file, and if the content of the file is the beginning of the table.

        If the file is shorter than expected, reduces `_safe`, the number of bytes that are known to be on the disk.
        """
        mine = os.fstat(place.file.fileno())
        try:
            if not os.path.samestat(mine, place.path.stat()):
                return False
        except FileNotFoundError:
            return False
        if mine.st_size == self._safe:
            return True
        found = read_first_bytes(place.file, len(self._table))
        self._safe = min(self._safe, len(found))
        return self._table.startswith(found)

    def _close_file(self) -> None:
        if self._place is not None:
            place, self._place = self._place, None
            with contextlib.suppress(OSError):
                place.file.close()

    def close(self) -> None:
        """Closes the file after a last attempt to write the missing lines."""
        if self._over:
            return
        self._saved = not self._table or self.write_missing_lines()
        self._over = True
        self._close_file()
        self._on_closed(self)


class _BackgroundWrite:
    """A write of lines to the disk, in a background thread.

    The thread is started by `_thread`, because `threading` would wait for its start, which costs a frame.
    """

    def __init__(self, write: Callable[[OpenTableFile], bool], place: OpenTableFile) -> None:
        self._write, self._place = write, place
        self._done = False
        self._lock = _thread.allocate_lock()
        self._lock.acquire()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        try:
            self._done = self._write(self._place)
        except OSError:
            pass  # `Journal._wait_for_writing` writes again
        finally:
            self._lock.release()

    @property
    def is_running(self) -> bool:
        return self._lock.locked()

    def wait(self) -> bool:
        """Waits for the end of the write. Returns True if all lines are on the disk."""
        with self._lock:
            return self._done

"""The tables of a data folder: the running table, and earlier tables in an archive. No record is ever deleted here.

Only the program that has the lock of the folder writes, moves or deletes `running.goose`. Any other program writes its table to
a separate file in the archive. The record itself is never locked, because on Windows no other program could then read it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from goosetable import games, integrity
from goosetable.app.storage import archive
from goosetable.app.storage.archive import Journal as Journal
from goosetable.app.storage.archive import Notice as Notice
from goosetable.app.storage.archive import OpenTableFile
from goosetable.app.storage.archive import StorageReport as StorageReport
from goosetable.app.storage.settings import MOST_OPENED
from goosetable.engine.record import jsonl, replay
from goosetable.engine.record.format import Header, RecordError
from goosetable.engine.record.session import Session

_UNKNOWN: Final = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
"""Errors of file systems without locks. Any other error means that another program has the lock. Wine raises none."""
_TRIES: Final = 5


class Lock:
    """A file lock. It lasts from `acquire` until `release`, or until the program ends in any way."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def acquire(self) -> bool:
        """Acquires the lock without waiting. Returns False if another program has it.

        On a file system without locks, every program succeeds. Raises OSError if the lock file cannot be created.
        """
        for _ in range(_TRIES):
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = _open_lock_file(self.path)
                if not _lock_file(self._file):
                    self.release()
                    continue  # another program may only have looked, which takes no time
            if self._is_in_place():
                return True
            self.release()  # the file was deleted, and another program may have locked a new one
        return False

    @property
    def is_held_elsewhere(self) -> bool:
        """True if another program has the lock now; False if this is unknown. Creates nothing."""
        if self._file is not None:
            return False
        try:
            file = integrity.open_without_waiting(self.path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
        except OSError:
            return False
        try:
            return not _lock_file(file)
        finally:
            os.close(file)

    def _is_in_place(self) -> bool:
        assert self._file is not None
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Releases the lock. The lock file stays, because another program may already have locked it."""
        if self._file is not None:
            file, self._file = self._file, None
            with contextlib.suppress(OSError):
                os.close(file)


def _open_lock_file(path: Path) -> int:
    """Opens the lock file; creates it if it is missing. For a file of another user, read-only access is enough."""
    if path.is_symlink() and not path.exists():
        path.unlink()  # or else the file would be made where the link leads, which is not our folder
    try:
        return integrity.open_without_waiting(path, os.O_RDWR | os.O_CREAT)
    except (PermissionError, IsADirectoryError):
        if sys.platform == "win32" or not os.path.lexists(path):
            raise
        return integrity.open_without_waiting(path, os.O_RDONLY)


def _lock_file(file: int) -> bool:
    """Locks an open file without waiting. Returns True if it is locked now, or if the file system has no locks. file:
    descriptor.
    """
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


SAVED: Final = "The saved game"
"""The beginning of each sentence about `running.goose`, the file of the running table."""
MOST_GAMES: Final = 1000
"""Largest number of games of one table that are read."""
GAMES_A_TABLE: Final = 500
BYTES_A_TABLE: Final = integrity.MAX_FILE_SIZE // 2
"""Size of a record in bytes above which the next game at the table begins a new record. `GAMES_A_TABLE` limits the number of
games.
"""
OTHER: Final = "Another goosetable is open, so this table is kept as a game of its own: find it in Statistics, All games."
STAYS: Final = "What {name} holds stays there, so this table is kept as a game of its own: find it in Statistics, All games."


def read_record(path: Path, number: int | None = None) -> tuple[bytes, list[Session]]:
    """Returns the content of a record and its games. number: index of the last game to read, from 0; None for all. Raises
    RecordError, OSError or ValueError.
    """
    content = integrity.read_file(path)
    if number is not None:
        content = b"".join(jsonl.split_games(content)[: number + 1])
    return content, replay.replayed_games(content, games.find_game, MOST_GAMES)


class OpenGames:
    """Games whose cards a person may know, because the code was seen, or the record exported, before the end."""

    def __init__(self, marks: Iterable[str] = (), keep: Callable[[tuple[str, ...]], None] = lambda marks: None) -> None:
        """marks: identifiers of open games, from the settings. keep: called with all marks, the latest last, whenever one was
        added.
        """
        self._marks, self._keep = dict.fromkeys(marks), keep

    def __contains__(self, header: Header) -> bool:
        return _game_mark(header) in self._marks

    def add(self, header: Header) -> None:
        if header not in self:
            self._marks[_game_mark(header)] = None
            self._keep(tuple(self._marks)[-MOST_OPENED:])


def _game_mark(header: Header) -> str:
    """Returns the identifier (mark) of a game: a hash of its kind, code and time. Players have no influence on it."""
    return sha256(f"{header.game} {header.code} {header.started}".encode()).hexdigest()[:24]


class Saves:
    """Storage of tables: one file for the running table, and a folder for earlier ones."""

    def __init__(
        self, running: Path, archive: Path, notice: Notice, report: StorageReport, in_background: bool = False
    ) -> None:
        """Creates no file. in_background: True if a thread writes the lines of a table, see `Journal`."""
        self.running, self.archive = running, archive
        self._notice, self._report_unsaved, self._in_background = notice, report, in_background
        self._lock = Lock(running.with_suffix(".lock"))
        self._journal: Journal | None = None
        self._last_read = b""
        """The complete lines of the table last read by `read_running_table` or `copy_as_running_table`."""
        self._adopted = False
        """True if that table is a copy of another record."""
        self._unstored_tables: list[bytes] = []
        """Tables that were left, but could not be written to the disk."""
        self._error_reported = False

    def read_running_table(self) -> list[Session]:
        """Returns the games of the running table. If it is damaged, shows a notice, and returns those before the fault."""
        self._last_read, self._adopted = b"", False
        content = self._table_in_memory()
        if content is None:
            try:
                content = integrity.read_file(self.running)
            except FileNotFoundError:
                return []
            except OSError as trouble:
                self._notice(archive.unreadable_sentence(SAVED, trouble))
                return []
        whole = jsonl.complete_lines(content)
        if not whole:
            return []
        try:
            found = replay.replayed_games(whole, games.find_game, MOST_GAMES)
        except RecordError as wrong:
            if wrong.reason in games.DAMAGED.values() or archive.is_of_later_version(whole):  # the record may be good
                self._notice(archive.unreadable_sentence(SAVED, wrong, whole))
                return []
            return self._rescue_games(content, wrong.line)
        self._last_read = whole
        return found

    def _table_in_memory(self) -> bytes | None:
        """Returns the record of this program's table, with lines that are not on the disk yet; None if no table is open."""
        journal = self._journal
        if journal is not None and journal.all_lines and journal.path in (None, self.running):
            return journal.all_lines
        return self._unstored_tables[-1] if self._unstored_tables else None

    def running_record(self) -> bytes:
        """Returns the record of the running table, with lines not written yet; b"" if there is none or it is unreadable."""
        if self._journal is not None:
            return self._journal.all_lines
        content = self._table_in_memory()
        try:
            return integrity.read_file(self.running) if content is None else content
        except OSError:
            return b""

    @property
    def is_record_full(self) -> bool:
        """True if the record has reached its largest size. The next game at the table then needs a new record."""
        table = b"" if self._journal is None else self._journal.all_lines
        return len(table) >= BYTES_A_TABLE or table.count(b'{"goosetable":') >= GAMES_A_TABLE

    @property
    def is_only_in_memory(self) -> bool:
        """True if the table that can be continued is only in memory, because `running.goose` has another table."""
        content = self._table_in_memory()
        try:
            return content is not None and not content.startswith(integrity.read_file(self.running))
        except OSError:
            return False

    @property
    def is_open_elsewhere(self) -> bool:
        """True if another program has the running table open. Continuing the table then makes a copy."""
        return self._lock.is_held_elsewhere

    @property
    def is_saved(self) -> bool | None:
        """True if this program's table is on the disk. Missing lines are written first. None if no table is open."""
        left = None if not self._unstored_tables else self._archive_tables_only_in_memory()
        return left if self._journal is None else self._journal.write_missing_lines() and left is not False

    def _rescue_games(self, content: bytes, wrong_line: int) -> list[Session]:
        """Stores a copy of the damaged `running.goose`. Returns the games before the first wrong line; the last of these can be
        continued. wrong_line: number of that wrong line.
        """
        good = b"".join(piece + b"\n" for piece in content.split(b"\n")[: wrong_line - 1])
        try:
            found = replay.replayed_games(good, games.find_game, MOST_GAMES) if good else []
        except RecordError:
            found = []
        said = f"{SAVED} is damaged at line {wrong_line}"
        kept = self._set_aside_damaged_file(content, len(good) if found else 0)
        if kept is None:
            self._notice(f"{said}. It stays as it is, and nothing else was lost.")
        elif found:
            self._notice(f"{said}, and kept as {kept}. You can go on from before that line.")
        else:
            self._notice(f"{said}. It is kept as {kept}, and nothing else was lost.")
        self._last_read = good if found else b""
        return found

    def _set_aside_damaged_file(self, content: bytes, sound_size: int) -> str | None:
        """Copies the damaged `running.goose` to a new file, then cuts it to its first `sound_size` bytes. Returns the name of
        the copy.

        The copy is on the disk before `running.goose` is cut. If no copy can be made, or another program has the table, changes
        nothing and returns None.
        """
        folder, name = self.running.parent, f"{self.running.stem}-damaged"
        try:
            if not self._lock.acquire() or integrity.read_file(self.running) != content:
                return None
            if not sound_size:
                return archive.move_file(self.running, folder, name).name
            copy = archive.find_duplicate(folder, content, self.running) or archive.write_new_file(folder, name, content)
            with self.running.open("r+b", buffering=0) as file:
                file.truncate(sound_size)
                os.fsync(file.fileno())
            return copy.name
        except OSError:
            return None
        finally:
            self._release_lock_if_unused()

    def begin_table(self) -> Journal:
        """Returns the journal of a new table. Moves the previous table to the archive, finished or not."""
        self.archive_table()
        return self._open_journal(b"", is_new=True)

    def continue_table(self) -> Journal:
        """Returns the journal of the table that `read_running_table` or `copy_as_running_table` read last.

        If another program has that table open, the journal writes to a copy.
        """
        self.close()
        if not self._last_read:
            self.read_running_table()
        if self._last_read in self._unstored_tables:
            self._unstored_tables.remove(self._last_read)
        return self._open_journal(self._last_read, self._adopted)

    def copy_as_running_table(self, path: Path, number: int | None = None) -> list[Session]:
        """Makes a copy of another record the running table. Returns its games. If its last game is finished, removes the final
        score, so that the last deal can be scored again.

        number: index of the last game to copy, from 0; None for all. Raises RecordError, OSError or ValueError; then nothing
        has changed.
        """
        content, found = read_record(path, number)
        if found[-1].due_step == "none":
            content = replay.content_before_last_score(content)
            found = replay.replayed_games(content, games.find_game, MOST_GAMES)
        self.archive_table()
        self._last_read, self._adopted = jsonl.complete_lines(content), True
        return found

    def journal_of_second_table(self, table: bytes) -> Journal:
        """Returns the journal of a table that is played while the running table is kept. Its first new line creates a file."""
        journal = Journal(self._archive_file, self._notice, self._report, lambda journal: None, self.archive, table)
        journal.in_background = self._in_background
        return journal

    def archive_table(self) -> Path | None:
        """Moves the running table to the archive. Returns None if the table could not be stored.

        Otherwise returns the new path of its file; the folder of the archive, if the table was written from memory; or the old
        path, if the file cannot be moved or belongs to another program.
        """
        self.close()
        written = self.archive if self._unstored_tables else None
        try:
            seen = (self._archive_running_file() if self._lock.acquire() else None) or self._running_file()
        except OSError:
            seen = self._running_file()
        finally:
            self._release_lock_if_unused()
        return (seen or written) if self._archive_tables_only_in_memory() else None

    def close(self) -> None:
        """Closes the running table. Lines that could not be written stay in memory."""
        if self._journal is not None:
            self._journal.close()

    def close_at_exit(self) -> bool:
        """Closes the running table at the end of the program, after a last attempt to write all lines. Returns True if
        everything is on the disk.

        If there is no file `running.goose`, it gets the last table that is only in memory.
        """
        self.close()
        if self._unstored_tables:
            self._last_read, self._adopted = self._unstored_tables[-1], False
            self.continue_table()
            self.close()
        return self._archive_tables_only_in_memory()

    def _open_journal(self, table: bytes, is_new: bool) -> Journal:
        self._journal = Journal(
            self._find_file, self._notice, self._report, self._on_closed, self.running.parent, table, is_new
        )
        self._journal.in_background = self._in_background
        if table:
            self._journal.write_missing_lines()
        return self._journal

    def _find_file(self, journal: Journal) -> OpenTableFile:
        why = ""
        if journal.path in (None, self.running):
            if self._lock.acquire():
                if journal.fresh and journal.path is None:
                    self._archive_running_file()
                place = self._open_running_file(journal)
                if place is not None:
                    return place
                why = STAYS.format(name=self.running.name)
            else:
                why = OTHER
            self._lock.release()
            return self._archive_file(journal, why, always_new=True)
        return self._archive_file(journal)

    def _archive_file(self, journal: Journal, notice: str = "", always_new: bool = False) -> OpenTableFile:
        """Returns the file of a table in the archive. always_new: True even if the table already has one. Raises OSError."""
        place = None if always_new or journal.path is None else archive.reopen_table(journal.path, journal.all_lines)
        name = archive.file_name(journal.all_lines) or "undated table"
        return archive.create_file_in(self.archive, name)._replace(notice=notice) if place is None else place

    def _open_running_file(self, journal: Journal) -> OpenTableFile | None:
        """Creates `running.goose`, or opens it to continue the table. Returns None if the file has another table."""
        if not os.path.lexists(self.running):
            try:
                return OpenTableFile(self.running, archive.create_file(self.running), 0)
            except FileExistsError:
                pass  # a program that knows of no lock was quicker
        return archive.reopen_table(self.running, journal.all_lines, cut_torn_line=journal.path is None)

    def _report(self, folder: Path, error: OSError | None) -> None:
        """Reports the first error of writing; reports None once all tables are on the disk again."""
        if error is not None:
            if not self._error_reported:
                self._error_reported = True
                self._report_unsaved(folder, error)
        elif self._error_reported and self._archive_tables_only_in_memory():
            self._error_reported = False
            self._report_unsaved(folder, None)

    def _on_closed(self, journal: Journal) -> None:
        copied = self._adopted and journal.all_lines == self._last_read  # unchanged, and its source is still on the disk
        if not journal.is_saved and not copied:
            self._unstored_tables.append(journal.all_lines)
        if journal is self._journal:
            self._journal = None
            self._lock.release()

    def _release_lock_if_unused(self) -> None:
        if self._journal is None or self._journal.path not in (None, self.running):
            self._lock.release()

    def _archive_running_file(self) -> Path | None:
        """Moves `running.goose` to the archive; the caller has the lock. Returns the new path; None if nothing was moved."""
        try:
            content = integrity.read_file(self.running)
            if not content:
                return None
            if same := archive.find_duplicate(self.archive, content, self.running):
                self.running.unlink()  # the archive already has this content
                return same
            name = archive.file_name(content) or ("later table" if archive.is_of_later_version(content) else None)
            if name is None:
                return archive.move_file(self.running, self.running.parent, f"{self.running.stem}-damaged")
            return archive.move_file(self.running, self.archive, name)
        except OSError:
            return None

    def _running_file(self) -> Path | None:
        """Returns the path of `running.goose`; None if the file is missing or empty."""
        try:
            return self.running if self.running.stat().st_size > 0 else None
        except OSError:
            return None

    def _archive_tables_only_in_memory(self) -> bool:
        """Writes the tables that are only in memory to the archive. Returns False if one of them cannot be written."""
        while self._unstored_tables:
            table = self._unstored_tables[0]
            try:
                if not archive.find_duplicate(self.archive, table, self.running):
                    archive.write_new_file(self.archive, archive.file_name(table) or "undated table", table)
            except OSError:
                return False
            del self._unstored_tables[0]
        return True

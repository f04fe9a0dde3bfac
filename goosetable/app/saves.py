"""The running game on disk: every line is written through at once, and nothing that was there is ever thrown away."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from goosetable import games
from goosetable.engine import jsonl, lines, replay
from goosetable.engine.lines import Line, RecordError
from goosetable.engine.session import Session

Notice = Callable[[str], None]
"""Says one sentence to whoever sits at the table."""
Unkept = Callable[[Path, OSError], None]
"""Says that nothing can be kept in a folder, and why, unless that has been said."""


class Journal:
    """An append-only record file. Each line is on the disk before the next action can be taken.

    Where a file cannot be written, the game goes on in memory.
    """

    def __init__(self, path: Path, notice: Notice, unkept: Unkept, keep: int = 0) -> None:
        """Opens `path` to go on after its first `keep` bytes; what follows them is a line that was torn."""
        self._unkept = unkept
        self._file: BinaryIO | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("r+b" if keep else "wb")
            if not _claim(self._file):
                self.close()
                notice("This game is open in another goosetable; what is played here is not kept.")
                return
            self._file.truncate(keep)
            self._file.seek(keep)
        except OSError as trouble:
            self._fail(path, trouble)

    def __call__(self, line: Line) -> None:
        if self._file is None:
            return
        try:
            self._file.write(lines.write(line).encode("utf-8", "backslashreplace") + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as trouble:
            self._fail(Path(self._file.name), trouble)

    def _fail(self, path: Path, trouble: OSError) -> None:
        self.close()
        self._unkept(path.parent, trouble)

    @property
    def keeps(self) -> bool:
        """Whether what is played is written down."""
        return self._file is not None

    def close(self) -> None:
        """Lets go of the file."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError:
                return  # What could be written has been; there is nothing left to try.


def _claim(file: BinaryIO) -> bool:
    """Makes a file this program's own for as long as it is open; False where another program has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as trouble:
        # A file system that knows no locks is no reason not to keep the game.
        return trouble.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


class Saves:
    """Where games are kept: one file of the running table, and a folder of those before it."""

    def __init__(self, running: Path, archive: Path, notice: Notice, unkept: Unkept) -> None:
        self.running, self.archive = running, archive
        self._notice, self._unkept = notice, unkept
        self._journal: Journal | None = None

    def look(self) -> list[Session]:
        """The games of the running table, or none. A file that cannot be read is set aside under a new name, and said so."""
        try:
            content = self.running.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as trouble:
            self._notice(f"The saved game cannot be read: {trouble.strerror}.")
            return []
        if not jsonl.whole(content):
            return []
        try:
            return replay.sessions(content, games.find)
        except RecordError as wrong:
            return self._rescue(content, wrong.line)

    def _rescue(self, content: bytes, line: int) -> list[Session]:
        """The damaged file is kept under a new name; what stands before its first wrong line is what can be gone on with."""
        kept = self._set_aside()
        good = b"".join(piece + b"\n" for piece in content.split(b"\n")[: line - 1])
        try:
            found = replay.sessions(good, games.find)
            if kept == self.running.name:
                raise OSError("a file that cannot be set aside is left alone")
            self.running.write_bytes(good)
        except (OSError, RecordError):
            self._notice(f"The saved game is damaged at line {line}. It is kept as {kept}, and nothing else was lost.")
            return []
        self._notice(f"The saved game is damaged at line {line}, and kept as {kept}. You can go on from before that line.")
        return found

    def _set_aside(self) -> str:
        self.close()
        target = free_name(self.running.with_name(f"{self.running.stem}-damaged.goose"))
        try:
            self.running.replace(target)
        except OSError:
            return self.running.name
        return target.name

    def begin(self) -> Journal:
        """A new file for a new table; the one before it goes to the archive, finished or not."""
        self.put_away()
        self._journal = Journal(self.running, self._notice, self._unkept)
        return self._journal

    def record(self) -> bytes:
        """What has been written of the running table; nothing where it cannot be read."""
        try:
            return self.running.read_bytes()
        except OSError:
            return b""

    def close(self) -> None:
        """Lets go of the running table's file; a file that is open cannot be moved everywhere."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def resume(self) -> Journal:
        """Goes on in the file of the running table, after its last whole line."""
        self.close()
        try:
            content = self.running.read_bytes()
        except OSError:
            content = b""
        whole = jsonl.whole(content)
        if whole and not content[:whole].endswith(b"\n"):
            # A last line that lacks only its line end is whole; it needs the end before anything follows it.
            with contextlib.suppress(OSError):  # which is said as soon as the file is opened to go on
                self.running.write_bytes(content[:whole] + b"\n")
                whole += 1
        self._journal = Journal(self.running, self._notice, self._unkept, whole)
        return self._journal

    def adopt(self, path: Path) -> list[Session]:
        """Makes a copy of another record the running table; a game that is over comes back before its last deal is counted.

        Raises RecordError or OSError, and then nothing has changed.
        """
        content = path.read_bytes()
        found = replay.sessions(content, games.find)
        if found[-1].due == "none":
            content = replay.uncounted(content)
            found = replay.sessions(content, games.find)
        self.put_away()
        self.running.parent.mkdir(parents=True, exist_ok=True)
        self.running.write_bytes(content)
        return found

    def put_away(self) -> None:
        """Moves the file of the running table, if it holds anything, to the archive."""
        self.close()
        try:
            if not self.running.stat().st_size:
                return
            first = lines.read_line(self.running.read_bytes().split(b"\n", 1)[0])
            name = "table"
            if isinstance(first, lines.Header):
                name = f"{(first.started or 'undated').replace(':', '-')} {first.game}"
            self.archive.mkdir(parents=True, exist_ok=True)
            target = self.archive / f"{name}.goose"
            if any(filecmp.cmp(self.running, other, shallow=False) for other in _named_alike(target)):
                self.running.unlink()  # it was only looked at
            else:
                self.running.replace(free_name(target))
        except FileNotFoundError:
            return
        except (OSError, RecordError):
            self._set_aside()


def _named_alike(path: Path) -> Iterator[Path]:
    """The files of this name, and of this name with a number."""
    found, number = path, 1
    while found.exists():
        yield found
        number += 1
        found = path.with_name(f"{path.stem} {number}{path.suffix}")


def free_name(path: Path) -> Path:
    """The path, or with the first number that makes it a new one."""
    taken = len(list(_named_alike(path)))
    return path if not taken else path.with_name(f"{path.stem} {taken + 1}{path.suffix}")

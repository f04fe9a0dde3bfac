"""The journal of a table: all of its lines in memory, and each of them on the disk before the next action can be taken."""

from __future__ import annotations

import _thread
import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from goosetable.app.storage import archive
from goosetable.app.storage.archive import TableFile
from goosetable.app.storage.atomic_files import sync
from goosetable.engine.record import format
from goosetable.engine.record.format import Line

Notice = Callable[[str], None]
"""Says one sentence to the people at the table."""
Unkept = Callable[[Path, OSError | None], None]
"""Says that nothing can be kept in a folder, and why, unless that has been said; None: that everything is kept there again."""
_TRIES: Final = 3
"""Files that are tried at one act: each of them may turn out to be another program's."""


class Journal:
    """Writes the record of a table. What could not be written is tried again at every act, from memory, whole.

    Nothing is believed: before and after each writing, the path has to be the open file, as long as it should be.
    aside: whether a line may be written while the program goes on; before anything else is done here, it is waited for.
    """

    aside = False
    _writing: _Writing | None = None
    """What is being written aside."""

    _over = False
    """Whether it is closed."""
    _kept = False
    """Once it is closed: whether all was kept."""

    def __init__(
        self, find: Callable[[Journal], TableFile], say: Notice, report: Unkept, closed: Callable[[Journal], None],
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
        """Keep one more line, given without its end."""
        if self._over:
            self._kept = False  # a line that came too late
            return
        self._wait()
        self._table += line.encode("utf-8") + b"\n"
        if self.aside and self._place is not None and self._place.named:
            self._writing = _Writing(self._go_on, self._place)
        else:
            self.settle()

    def look_after(self) -> bool:
        """Sees to what was written aside, if that has come to its end; whether it had. To be called now and then."""
        if self._writing is None or self._writing.going:
            return False
        self._wait()
        return True

    def _wait(self) -> None:
        """Waits for what is being written aside; where that could not be done, tries once more and says so."""
        if self._writing is not None:
            writing, self._writing = self._writing, None
            if not writing.done():
                self.settle()

    @property
    def table(self) -> bytes:
        """All lines of the table, whether they are kept or not."""
        return bytes(self._table)

    @property
    def keeps(self) -> bool:
        """Whether all of the table was seen to be on the disk, and its file still stands there."""
        if self._over:
            return self._kept
        self._wait()
        with contextlib.suppress(OSError):
            return self._place is not None and self._ours(self._place) and self._safe == len(self._table)
        return False

    def settle(self) -> bool:
        """Writes what is not on the disk yet; says so where that cannot be done. Returns whether all of the table is kept."""
        if self._over:
            return self._kept
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
                self._to_say = self._place.said or self._to_say
            place = self._place
            self.path = place.path
            if not self._ours(place):
                self._let_go()
                continue
            self._complete(place)
            if not place.named:
                sync(place.path.parent)
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
            archive.write(place.file, bytes(self._table), self._safe)
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
        found = archive.read(place.file, len(self._table))
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
        self._kept = not self._table or self.settle()
        self._over = True
        self._let_go()
        self._closed(self)


class _Writing:
    """Something is written aside: most of the time that it takes is the disk's.

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

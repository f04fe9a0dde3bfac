"""Sheets of games with real cards, in a folder of their own: each a file to which every answer is added at once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import files, games
from goosetable.app.storage import archive
from goosetable.app.storage.archive import Journal, Notice, TableFile, Unkept
from goosetable.engine.record import jsonl
from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.words.clean import clean

LARGEST: Final = 1 << 20
"""Bytes of the largest sheet that is read; a long game's has some 10,000."""
MOST: Final = 8
"""Sheets that are looked at, the latest, when there is to be one to go on with."""
STAYS: Final = "What {name} holds by now stays there, so this sheet goes on in a file of its own."
_LOOKED_AT: Final = 10_000
"""Entries of the folder that are looked at."""


class KeptSheet(NamedTuple):
    """A sheet as it was found."""

    path: Path
    content: bytes
    """Its whole lines."""
    sheet: SheetFile


def read(path: Path) -> KeptSheet:
    """A sheet; a torn last line is left out. Raises RecordError or OSError."""
    content = jsonl.ended(files.content(path, LARGEST))
    return KeptSheet(path, content, file.read(content, games.find, games.form_of))


class Sheets:
    """The folder. What is in it is only ever added to; a damaged file is named and left alone."""

    def __init__(self, folder: Path, notice: Notice, unkept: Unkept) -> None:
        """Creates nothing."""
        self.folder, self._notice, self._unkept = folder, notice, unkept
        self._troubled = False

    def latest(self) -> Iterator[KeptSheet]:
        """The sheets that can be read, the latest first; those that cannot are named in a sentence."""
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            names = sorted(
                (entry.name for entry in islice(entries, _LOOKED_AT) if entry.name.endswith(file.SUFFIX)), reverse=True
            )
            for name in names[:MOST]:
                try:
                    yield read(self.folder / name)
                except RecordError as wrong:
                    if self._of_later(name):
                        self._notice(f"The sheet {name} is of a later goosetable, and stays as it is.")
                        continue
                    self._notice(f"The sheet {name} is damaged at line {wrong.line} and stays as it is: {wrong.reason}.")
                except OSError as trouble:
                    self._notice(f"The sheet {name} cannot be read: {trouble.strerror}.")

    def _of_later(self, name: str) -> bool:
        try:
            return archive.of_later(files.content(self.folder / name, LARGEST))
        except OSError:
            return False

    def begin(self, sheet: SheetFile) -> Journal:
        """The journal of a new sheet, in a file of its own."""
        journal = self._journal(file.name_of(sheet), b"")
        journal.add(file.head(sheet))
        return journal

    def resume(self, kept: KeptSheet) -> Journal:
        """The journal of a sheet that is gone on with; in a copy where it lies elsewhere, or is another program's by now."""
        path: Path | None = kept.path
        if not self._here(kept.path):
            path = archive.same_in(self.folder, kept.content, kept.path, file.SUFFIX)
        journal = self._journal(file.name_of(kept.sheet) if path is None else path.stem, kept.content, path)
        journal.settle()
        return journal

    def _here(self, path: Path) -> bool:
        """Whether a file lies in the folder."""
        try:
            return os.path.samefile(path.parent, self.folder)  # noqa: PTH121 - as that of a path
        except OSError:
            return False

    def _journal(self, name: str, content: bytes, path: Path | None = None) -> Journal:
        def find(journal: Journal) -> TableFile:
            at, torn = journal.path or path, journal.path is None
            place = None if at is None else archive.reopen(at, journal.table, torn)
            if place is not None:
                return place
            said = "" if at is None else STAYS.format(name=clean(at.name))
            return archive.create_in(self.folder, name, file.SUFFIX)._replace(said=said)

        return Journal(find, self._notice, self._report, lambda journal: None, self.folder, content, fresh=False)

    def _report(self, folder: Path, trouble: OSError | None) -> None:
        """Says each trouble once, and once when it is over."""
        if self._troubled != (trouble is not None):
            self._troubled = trouble is not None
            self._unkept(folder, trouble)

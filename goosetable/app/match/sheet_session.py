"""The score sheet of a game with real cards: its session, and its file, to which every answer is written at once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games, integrity
from goosetable.app.storage import archive, clean_names
from goosetable.app.storage.archive import Journal, Notice, StorageReport, TableFile
from goosetable.engine.game import AnyGame
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import Chair
from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import SheetGame
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.words.clean import clean

LARGEST: Final = 1 << 20
"""Size of the largest sheet that is read, in bytes; a long game's has some 10,000."""
MOST: Final = 8
"""Number of sheets that are read, the latest, to offer one to continue."""
STAYS: Final = "What {name} holds by now stays there, so this sheet goes on in a file of its own."
_ENTRIES: Final = 10_000
"""Largest number of folder entries that are read."""


class StoredSheet(NamedTuple):
    path: Path
    content: bytes
    """The whole lines of the file."""
    sheet: SheetFile


def read_sheet(path: Path) -> StoredSheet:
    """Reads a sheet, without an incomplete last line. Raises RecordError or OSError."""
    return _stored(path, integrity.content(path, LARGEST))


def _stored(path: Path, content: bytes) -> StoredSheet:
    content = jsonl.ended(content)
    return StoredSheet(path, content, file.read(content, games.find, games.form_of))


class Sheets:
    """The folder of sheets. Files are only ever extended; a damaged one stays unchanged and is named in a notice."""

    def __init__(self, folder: Path, notice: Notice, report: StorageReport) -> None:
        """Creates nothing."""
        self.folder, self._notice, self._report_unsaved = folder, notice, report
        self._troubled = False

    def latest(self) -> Iterator[StoredSheet]:
        """Yields the readable sheets, the latest first, and shows a notice about each other one."""
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            names = sorted(
                (entry.name for entry in islice(entries, _ENTRIES) if entry.name.endswith(file.SUFFIX)), reverse=True
            )
            for name in names[:MOST]:
                content = b""
                try:
                    content = integrity.content(self.folder / name, LARGEST)
                    yield _stored(self.folder / name, content)
                except (RecordError, OSError) as wrong:
                    self._notice(archive.fault(f"The sheet {name}", wrong, content))

    def begin(self, sheet: SheetFile) -> Journal:
        """Returns the journal of a new sheet, in a file of its own."""
        journal = self._journal(file.file_name(sheet), b"")
        journal.add(file.header_line(sheet))
        return journal

    def resume(self, stored: StoredSheet) -> Journal:
        """Returns the journal of a sheet to continue; of a copy if its file is outside of the folder or another program has
        it."""
        path: Path | None = stored.path
        if not self._here(stored.path):
            path = archive.same_in(self.folder, stored.content, stored.path, file.SUFFIX)
        journal = self._journal(file.file_name(stored.sheet) if path is None else path.stem, stored.content, path)
        journal.settle()
        return journal

    def _here(self, path: Path) -> bool:
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
            notice = "" if at is None else STAYS.format(name=clean(at.name))
            return archive.create_in(self.folder, name, file.SUFFIX)._replace(notice=notice)

        return Journal(find, self._notice, self._report, lambda journal: None, self.folder, content, fresh=False)

    def _report(self, folder: Path, trouble: OSError | None) -> None:
        """Reports an error once, and once its end."""
        if self._troubled != (trouble is not None):
            self._troubled = trouble is not None
            self._report_unsaved(folder, trouble)


class About(NamedTuple):
    """Subject of an answer: the deal from 0, the seat or None for all seats, and the column of the sheet."""

    deal: int
    seat: int | None
    column: int


class SheetSession:
    """A score sheet in progress: each method changes the course of questions and the file together."""

    def __init__(self, course: SheetGame, journal: Journal) -> None:
        """course: new, or restored from its file; the file is rewritten from its answers."""
        self._journal = journal
        self.chairs = clean_names.people(course.names)
        """The players, with clean names."""
        self.course = SheetGame(course.game, course.form, course.options, self.names, course.first)
        self._given: list[tuple[About, str]] = []
        """All answers, each with its subject."""
        self._later: list[tuple[About, str]] = []
        """Answers taken back by `ask_again`, in order, to be given again after the corrected one."""
        for text in course.all_answers:
            self._give(text)

    @classmethod
    def resumed(cls, sheets: Sheets, path: Path) -> SheetSession:
        """Opens a file's sheet to continue it. Raises RecordError or OSError."""
        stored = read_sheet(path)
        return cls(stored.sheet.course, sheets.resume(stored))

    @property
    def game(self) -> AnyGame:
        return self.course.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def saved(self) -> bool:
        """Whether all of it is on the disk."""
        return self._journal.saved

    @property
    def undoable(self) -> bool:
        return bool(self._given)

    def answered(self, seat: int, deal: int) -> bool:
        """Whether a seat has been asked for something in a deal."""
        return any(about.deal == deal and about.seat == seat for about, _ in self._given)

    def answer(self, text: str) -> bool:
        """Answers the present question; returns True if that completes a deal. Raises ValueError as `SheetGame.answer` does."""
        deals = len(self.course.deals)
        self._take(text)
        later, self._later = self._later, []
        for about, again in later:
            if self._now() != about or not self._can(again):
                break  # it is another question by now, or the figure no longer fits
            self._take(again)
        return len(self.course.deals) > deals

    def rename(self, seat: int, name: str) -> None:
        chair = self.chairs[seat]
        if name != chair.name:
            self.chairs = (*self.chairs[:seat], Chair(name, chair.player), *self.chairs[seat + 1 :])
            self.course.rename(seat, name)
            self._journal.add(file.name_line(seat, name))

    def undo(self) -> None:
        self._later = []
        self._undo()

    def ask_again(self, seat: int, deal: int) -> None:
        """Goes back to a seat's last answer in a deal; later answers are given again after the new one, as far as they fit."""
        if not self.answered(seat, deal):
            return
        later: list[tuple[About, str]] = []
        while self._given[-1][0].seat != seat:
            later.insert(0, self._given[-1])
            self._undo()
        self._undo()
        self._later = later + self._later

    def _now(self) -> About | None:
        asked = self.course.question
        return None if asked is None else About(len(self.course.deals), asked.seat, asked.column)

    def _can(self, text: str) -> bool:
        asked = self.course.question
        return asked is not None and any(answer.text == text and not answer.refused for answer in asked.answers)

    def _give(self, text: str) -> None:
        about = self._now()
        self.course.answer(text)
        assert about is not None, "what is answered was asked"
        self._given.append((about, text))

    def _take(self, text: str) -> None:
        self._give(text)
        self._journal.add(file.answer_line(text))

    def _undo(self) -> None:
        self.course.undo()
        self._given.pop()
        self._journal.add(file.undo_line())

    def close(self) -> None:
        self._journal.close()

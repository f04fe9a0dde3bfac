"""The score sheet of a game with real cards: the session, and the file to which each answer is written at once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games, integrity
from goosetable.app.storage import archive, clean_names
from goosetable.app.storage.archive import Journal, Notice, OpenTableFile, StorageReport
from goosetable.engine.game import AnyGame
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import Chair
from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import Correction, SheetGame
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.words.clean import clean_text

LARGEST: Final = 1 << 20
"""Largest size in bytes of a sheet that is read. The sheet of a long game has about 10,000."""
MOST: Final = 8
"""Largest number of sheets that are read, from the latest on, to find one to continue."""
STAYS: Final = "What {name} holds by now stays there, so this sheet goes on in a file of its own."
_ENTRIES: Final = 10_000
"""Largest number of files in the folder that are listed."""


class StoredSheet(NamedTuple):
    path: Path
    content: bytes
    """The complete lines of the file."""
    sheet: SheetFile


def read_sheet(path: Path) -> StoredSheet:
    """Reads a score sheet. Ignores an incomplete last line. Raises RecordError or OSError."""
    return _stored_sheet(path, integrity.read_file(path, LARGEST))


def _stored_sheet(path: Path, content: bytes) -> StoredSheet:
    content = jsonl.complete_lines(content)
    return StoredSheet(path, content, file.read_sheet(content, games.find_game, games.form_of))


class SheetFolder:
    """The folder of score sheets. Files are only extended. A damaged file stays unchanged, and a notice names it."""

    def __init__(self, folder: Path, notice: Notice, report: StorageReport) -> None:
        """Creates no folder and no file."""
        self.folder, self._notice, self._report_unsaved = folder, notice, report
        self._troubled = False

    def stored_sheets(self) -> Iterator[StoredSheet]:
        """Yields the readable sheets, the latest first, and shows a notice for each unreadable one."""
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            names = sorted(
                (entry.name for entry in islice(entries, _ENTRIES) if entry.name.endswith(file.SUFFIX)), reverse=True
            )
            for name in names[:MOST]:
                content = b""
                try:
                    content = integrity.read_file(self.folder / name, LARGEST)
                    yield _stored_sheet(self.folder / name, content)
                except (RecordError, OSError) as wrong:
                    self._notice(archive.unreadable_sentence(f"The sheet {name}", wrong, content))

    def create_sheet(self, sheet: SheetFile) -> Journal:
        """Returns the journal of a new sheet in a new file."""
        journal = self._make_journal(file.file_name(sheet), b"")
        journal.add_line(file.header_line(sheet))
        return journal

    def continue_sheet(self, stored: StoredSheet) -> Journal:
        """Returns the journal of a sheet to continue.

        If the file is outside the folder or open in another program, the journal writes to a copy.
        """
        path: Path | None = stored.path
        if not self._is_in_folder(stored.path):
            path = archive.find_duplicate(self.folder, stored.content, stored.path, file.SUFFIX)
        journal = self._make_journal(file.file_name(stored.sheet) if path is None else path.stem, stored.content, path)
        journal.write_missing_lines()
        return journal

    def _is_in_folder(self, path: Path) -> bool:
        try:
            return os.path.samefile(path.parent, self.folder)  # noqa: PTH121 - as that of a path
        except OSError:
            return False

    def _make_journal(self, name: str, content: bytes, path: Path | None = None) -> Journal:
        def open_file(journal: Journal) -> OpenTableFile:
            at, torn = journal.path or path, journal.path is None
            place = None if at is None else archive.reopen_table(at, journal.all_lines, torn)
            if place is not None:
                return place
            notice = "" if at is None else STAYS.format(name=clean_text(at.name))
            return archive.create_file_in(self.folder, name, file.SUFFIX)._replace(notice=notice)

        return Journal(
            open_file, self._notice, self._report, lambda journal: None, self.folder, content, may_archive_other=False
        )

    def _report(self, folder: Path, error: OSError | None) -> None:
        if self._troubled != (error is not None):
            self._troubled = error is not None
            self._report_unsaved(folder, error)


class SheetSession:
    """A score sheet in progress: the sequence of questions, and the file to which every change is written at once."""

    def __init__(self, course: SheetGame, journal: Journal) -> None:
        """course: a new sheet, or a sheet restored from its file. All its answers are written to the file."""
        self._journal = journal
        self.chairs = clean_names.chairs_of_people(course.names)
        """The players, with cleaned names."""
        self.written = SheetGame(course.game, course.form, course.options, self.names, course.first)
        """The sheet as it is in the file."""
        self.correction: Correction | None = None
        """Changes of earlier answers that are not in the file yet."""
        self.written.left = [(deal, seat, clean_names.clean_name(name)) for deal, seat, name in course.left]
        for text in course.all_answers:
            self.written.enter_answer(text)

    @classmethod
    def resume_sheet(cls, sheets: SheetFolder, path: Path) -> SheetSession:
        """Opens the sheet in a file to continue it. Raises RecordError or OSError."""
        stored = read_sheet(path)
        return cls(stored.sheet.course, sheets.continue_sheet(stored))

    @property
    def sheet_with_changes(self) -> SheetGame:
        """The sheet with all changes, also those that are not in its file yet."""
        return self.written if self.correction is None else self.correction.course

    @property
    def game(self) -> AnyGame:
        return self.sheet_with_changes.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def is_saved(self) -> bool:
        """True if the entire sheet is on the disk."""
        return self._journal.is_saved

    @property
    def can_undo(self) -> bool:
        return self.written.can_undo

    def answer(self, text: str) -> bool:
        """Answers the current question; returns True if that completes a deal. Raises ValueError."""
        deals = len(self.sheet_with_changes.deals)
        if self.correction is not None:
            self.correction.enter_answer(text)
        else:
            self.written.enter_answer(text)
            self._journal.add_line(file.answer_line(text))
        return len(self.sheet_with_changes.deals) > deals

    def repeat_entry_mode(self) -> None:
        """Answers the question about the way of entering a deal as it was answered in the previous deal."""
        course = self.written
        if self.correction is None and course.deals and course.question is not None and not course.answers:
            before = course.deals[-1].entry_mode
            if any(answer.sets_entry_mode and answer.text == before for answer in course.question.answers):
                self.answer(before)

    def rename_player(self, seat: int, name: str, is_another_person: bool = False) -> None:
        """Changes the name of the player at a seat.

        is_another_person: True if another person takes over the seat with its points; deals before the present one then keep
        the old name.
        """
        chair = self.chairs[seat]
        if name == chair.name:
            return
        self.chairs = (*self.chairs[:seat], Chair(name, chair.player), *self.chairs[seat + 1 :])
        now = len(self.written.deals) if is_another_person else None
        for course in [self.written, *([] if self.correction is None else [self.correction.course])]:
            if now is None:
                course.rename_player(seat, name)
            else:
                course.replace_player(seat, name, now)
        self._journal.add_line(file.name_line(seat, name, now))

    def undo(self) -> None:
        """Takes back all changes that are not written yet; if there are none, the last answer."""
        if self.correction is not None:
            self.correction = None
        else:
            self.written.undo()
            self._journal.add_line(file.undo_line())

    def index_of_answer(self, seat: int, deal: int, column: int | None = None) -> int | None:
        """Returns the index of a seat's answer in a deal, in the sequence of all answers; None if there is none.

        column: the column of a figure, to find the answer from which that figure follows; None for the seat's last answer in
        the deal.
        """
        found = [(place, one.asked) for place, one in enumerate(self.sheet_with_changes.given_answers) if one.deal == deal]
        if column is None:
            return max((place for place, asked in found if asked.seat == seat), default=None)
        inside = [(place, asked) for place, asked in found if asked.column == column]
        own = [place for place, asked in inside if asked.seat in (seat, None)]
        return max(own or [place for place, _ in inside], default=None)

    def ask_again(self, index: int) -> None:
        """Asks for an answer again. If a question has several answers, such as cards, asks for one more of them.

        The later answers are repeated automatically, as long as they remain possible.
        """
        if self.correction is None:
            self.correction = Correction(self.written)
        given = self.sheet_with_changes.given_answers
        several = sum([one.answers_same_question(given[index]) for one in given]) > 1
        self.correction.ask_again(index, insert_before=several)

    def withdraw_answer(self, text: str) -> bool:
        """Removes one of several answers to the question that is being corrected. Returns False if `text` is no such answer."""
        return self.correction is not None and self.correction.withdraw_answer(text)

    def write_correction(self) -> None:
        """Writes the changes of earlier answers to the file."""
        if self.correction is None:
            return
        before, after = self.written.all_answers, self.sheet_with_changes.all_answers
        pairs = enumerate(zip(before, after, strict=False))
        same = next((at for at, (one, two) in pairs if one != two), min(len(before), len(after)))
        undone = [file.undo_line(len(before) - same)] if len(before) > same else []
        self.written, self.correction = self.sheet_with_changes, None
        lines = [*undone, *map(file.answer_line, after[same:])]
        if lines:
            self._journal.add_line("\n".join(lines))

    def close(self) -> None:
        self._journal.close()

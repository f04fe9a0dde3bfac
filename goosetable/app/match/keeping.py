"""Score sheet session: the course of a game with real cards, and the file that gets every answer at once."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

from goosetable.app.storage import clean_names
from goosetable.app.storage.sheets import Sheets, read
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import Course


class SheetJournal(Protocol):
    """Journal of a score sheet's lines."""

    def add(self, line: str) -> None:
        """Adds one line, given without its end."""

    def close(self) -> None:
        """Closes the file."""

    @property
    def keeps(self) -> bool:
        """Whether all lines are kept."""


class About(NamedTuple):
    """Subject of an answer: a deal from 0, a seat or None for all of them, and its column."""

    deal: int
    seat: int | None
    column: int


class Keeping:
    """`answer` and `undo` change course and file together; `ask_again` takes back one figure of a deal and keeps the others."""

    def __init__(self, course: Course, journal: SheetJournal) -> None:
        """course: new, or restored from its file; the file is rewritten from its answers."""
        self._journal = journal
        self.chairs = clean_names.people(course.names)
        """Those who play, under clean names."""
        self.course = Course(course.game, course.form, course.options, self.names, course.first)
        self._given: list[tuple[About, str]] = []
        """All answers, each with its subject."""
        self._later: list[tuple[About, str]] = []
        """Answers that were taken back to come to an earlier one, in order, to be given again after it."""
        for text in course.given:
            self._give(text)

    @classmethod
    def on(cls, sheets: Sheets, path: Path) -> Keeping:
        """Goes on with the sheet of a file. Raises RecordError or OSError."""
        kept = read(path)
        return cls(kept.sheet.course, sheets.resume(kept))

    @property
    def game(self) -> AnyGame:
        return self.course.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def kept(self) -> bool:
        """Whether all of it is on the disk."""
        return self._journal.keeps

    @property
    def undoable(self) -> bool:
        return bool(self._given)

    def answered(self, seat: int, deal: int) -> bool:
        """Whether a seat has been asked for something in a deal."""
        return any(about.deal == deal and about.seat == seat for about, _ in self._given)

    def answer(self, text: str) -> bool:
        """Answers what is asked; whether the deal is over with that. Raises ValueError as `Course.answer` does."""
        deals = len(self.course.deals)
        self._take(text)
        later, self._later = self._later, []
        for about, again in later:
            if self._now() != about or not self._can(again):
                break  # it is another question by now, or the figure no longer fits
            self._take(again)
        return len(self.course.deals) > deals

    def rename(self, seat: int, name: str) -> None:
        """Renames a seat from now on, if the name is another one."""
        chair = self.chairs[seat]
        if name != chair.name:
            self.chairs = (*self.chairs[:seat], Chair(name, chair.player), *self.chairs[seat + 1 :])
            self.course.rename(seat, name)
            self._journal.add(file.name(seat, name))

    def undo(self) -> None:
        """Takes the last answer back."""
        self._later = []
        self._undo()

    def ask_again(self, seat: int, deal: int) -> None:
        """Goes back to what a seat was asked last in a deal; the answers after it are given again once that has another one."""
        if not self.answered(seat, deal):
            return
        later: list[tuple[About, str]] = []
        while self._given[-1][0].seat != seat:
            later.insert(0, self._given[-1])
            self._undo()
        self._undo()
        self._later = later + self._later

    def _now(self) -> About | None:
        asked = self.course.asked
        return None if asked is None else About(len(self.course.deals), asked.seat, asked.column)

    def _can(self, text: str) -> bool:
        asked = self.course.asked
        return asked is not None and any(answer.text == text and not answer.refused for answer in asked.answers)

    def _give(self, text: str) -> None:
        about = self._now()
        self.course.answer(text)
        assert about is not None, "what is answered was asked"
        self._given.append((about, text))

    def _take(self, text: str) -> None:
        self._give(text)
        self._journal.add(file.answer(text))

    def _undo(self) -> None:
        self.course.undo()
        self._given.pop()
        self._journal.add(file.undo())

    def close(self) -> None:
        self._journal.close()

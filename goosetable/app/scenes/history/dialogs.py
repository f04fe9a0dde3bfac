"""Pages over the list of games: the choices of a filter, the import of records, and the export into a folder."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from goosetable import integrity
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import archive
from goosetable.app.storage.history import sources
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.records import History, open_history
from goosetable.app.storage.history.sources import Import, ImportOutcome
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import Column, Control, Element, ElementControl, Heading, PaperSheet, Row, Text, make_icon
from goosetable.app.ui.elements.components import foot_row, titled_sheet
from goosetable.app.ui.focus import Button, ScrollText, TextField
from goosetable.app.ui.scene import Change, Pop
from goosetable.app.ui.text_field import copy_to_clipboard
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.format import Header, RecordError
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean_text

LONGEST: Final = 1000
"""Largest length of a path, in characters."""
SPOKEN_REASONS: Final = 3
"""Largest number of files that were not taken and are announced with their reasons after an import."""
LOW: Final = 300
"""Height of the window in units, under which the title is left out."""


class ChoiceRow(ElementControl):
    """The row of a choice. A press chooses it, and closes the page."""

    def __init__(self, label: str, chosen: bool, on_press: Callable[[], Change]) -> None:
        super().__init__(label, "chosen" if chosen else "", "option", on_press)
        self.chosen = chosen

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.chosen else "")
        self.draw_content(canvas)

    def make_element(self) -> Control:
        """Returns the row as an element."""
        label = Text(self.label, 17, face="semi" if self.chosen else "sans", max_lines=1, grow=1)
        check = [make_icon("check", 16, "brass_lo")] if self.chosen else []
        return Control(self, content=Row([label, *check], 12, (14, 0, 12, 0), height=42))


class ChoicesScene(ElementPage):
    """The page with the choices of a filter. choices: values, each with its label. on_change: called with the chosen value."""

    covers = False
    shade = 0.4

    def __init__(
        self, context: Context, title: str, choices: Sequence[tuple[str, str]], chosen: str, on_change: Callable[[str], Change]
    ) -> None:
        super().__init__(context, title)
        self.on_change = on_change
        self.close = Button("Back", self.go_back, "plain", "left")
        self.choices = [ChoiceRow(label, value == chosen, partial(self._choose_value, value)) for value, label in choices]
        self.first = next((choice for choice in self.choices if choice.chosen), self.choices[0])

    def _choose_value(self, value: str) -> Change:
        return self.on_change(value) or Pop()

    def make_page(self) -> Element:
        rows = [choice.make_element() for choice in self.choices]
        body = Column(rows, 4, (0, 4, 0, 8), role="listbox", name=self.title_words)
        return titled_sheet(self.title_words, body, self.scroll, [self.close], self.sheet_margin, max_width=420)


class ImportExportScene(ElementPage):
    """Base of the pages for import and export: a field for a path, a button, and a report on the result."""

    covers = False
    shade = 0.4

    def __init__(self, context: Context, title: str, label: str, path: str, explanation: str, action_label: str) -> None:
        super().__init__(context, title)
        self.note = explanation
        self.report = self.scroll = ScrollText("What was done")
        self.path = self.first = TextField(label, path, None, self.begin_import_or_export, label, LONGEST)
        self.act = Button(action_label, lambda: self.begin_import_or_export(self.path.text), "prime", "check", on_paper=True)
        self.close = Button("Back", self.go_back, "plain", "left")

    def begin_import_or_export(self, path: str) -> Change:
        """Begins to import or export records. path: the text in the field."""
        raise NotImplementedError

    def _ask_for_path(self) -> None:
        """Says that no path is typed, and moves the focus to its field."""
        self.context.sound.play("refuse")
        self.widgets.focus_on(self.path)
        self.context.show_answer(f"Nothing is typed yet: {self.path.label[:1].lower()}{self.path.label[1:]}.")

    def make_page(self) -> Element:
        field = Row([Control(self.path, 16, grow=1, height=42), Control(self.act, 16, height=42)], 10, (0, 4, 0, 6))
        head = [] if self.high < LOW else [Heading(self.title_words, 26), Text(self.note, 15, "ink2")]
        parts = [*head, field, Control(self.report, 16, grow=1), foot_row([self.close])]
        return PaperSheet(Column(parts, 2), self.sheet_margin, 720, height=460)

    def show_report(self, text: str) -> None:
        """Replaces the report on the result."""
        self.dirty |= text != self.report.text
        self.report.text = text


class ImportScene(ImportExportScene):
    """The page that imports records. Files can be dropped on it at any time. path: the file or folder to import first; "" for
    none.
    """

    def __init__(self, context: Context, history: History | None = None, path: str = "") -> None:
        note = "A file or a folder. It can also be dropped here. Nothing that is here is overwritten."
        super().__init__(context, "Import games", "Path of a file or a folder", "", note, "Import")
        self._history, self._owned = history or open_history(context.folders, context.settings), history is None
        self._history.keep_open()
        self.importing = Import(context.folders, self._history.has_content)
        self._reported = 0
        if path:
            self.importing.add_path(Path(path))

    def begin_import_or_export(self, path: str) -> None:
        if not path.strip():
            self._ask_for_path()
            return
        self.importing.add_path(_parse_path(path))
        self.path.set_text("")

    def on_file_dropped(self, path: str) -> None:
        self.importing.add_path(Path(path))

    def on_close(self) -> None:
        super().on_close()
        if self._owned:
            self._history.close()

    def run_slice(self) -> bool:
        more = self._history.run_slice() or self.importing.run_slice()
        if len(self.importing.found) != self._reported or self.importing.is_done:
            self._reported = len(self.importing.found)
            self.show_report("\n".join([self.summary, *self._report_lines()]))
        return more

    @property
    def status_line(self) -> str:
        if not self.importing.is_done:
            return ""
        lines = self._report_lines()
        reasons = [line.removeprefix("- ") for line in lines[:SPOKEN_REASONS]]
        more = [f"{len(lines) - SPOKEN_REASONS:,} more in the report"] if len(lines) > SPOKEN_REASONS else []
        return as_spoken_sentences((self.summary, *reasons, *more))

    @property
    def summary(self) -> str:
        """A sentence with the number of files for each outcome. Until the import has ended, a sentence before it says that
        records are being read.
        """
        counts = [(self.importing.count(fate), fate.value) for fate in ImportOutcome]
        counted = ", ".join(f"{count:,} {word}" for count, word in counts if count)
        going = "" if self.importing.is_done else "The records are being read. "
        return f"{going}{phrases.with_capital(counted)}." if counted else going.strip()

    def _report_lines(self) -> list[str]:
        most = 500
        other = [one for one in self.importing.found if one.outcome is not ImportOutcome.TAKEN]
        lines = [f"- {_without_marks(one.name)}: {_without_marks(one.why)}." for one in other[:most]]
        return [*lines, f"And {len(other) - most:,} more."] if len(other) > most else lines

    def go_back(self) -> Change:
        return Pop(self.summary) if self.importing.found else Pop()


class ExportScene(ImportExportScene):
    """The page that writes records of games into a folder, one file for each game.

    Before the export of an unfinished game it shows a warning. The game is then marked as open, because its cards are no longer
    secret.
    """

    def __init__(self, context: Context, matches: Matches, games: Sequence[ListedGame]) -> None:
        what = phrases.count_text(len(games), "game")
        note = "Each game becomes a file of its own, and none that is there is overwritten."
        super().__init__(context, f"Export {what}", "Folder", str(_documents_folder()), note, "Export")
        self.matches, self.games = matches, games
        self._asked = False
        self._waiting: list[ListedGame] = []
        self._folder = Path()
        self._written: list[Path] = []
        self._failed: list[str] = []

    def begin_import_or_export(self, path: str) -> None:
        secret = sum(not game.ended and not game.real_cards for game in self.games)
        if self._waiting:
            return
        if not path.strip():
            self._ask_for_path()
            return
        if secret and not self._asked:
            self._asked, self.act.label = True, "Export it" if len(self.games) == 1 else "Export them"
            self.show_report(_unfinished_games_warning(secret, len(self.games)))
        else:
            self.act.label = "Export"
            self._folder = _parse_path(path)
            self._waiting, self._written, self._failed = list(self.games), [], []
        self.rebuild()

    @property
    def status_line(self) -> str:
        return "" if self._waiting else self.report.accessible_value

    def run_slice(self) -> bool:
        if not self._waiting:
            return False
        game = self._waiting.pop(0)
        try:
            content = jsonl.split_games(integrity.read_file(game.path))[game.number]
            self._written.append(self._write_record_file(content))
            if not game.ended:
                self._mark_as_open(content)
        except (OSError, ValueError, IndexError) as trouble:
            why = trouble.strerror if isinstance(trouble, OSError) else "it is no name for a folder, or the record has changed"
            self._failed.append(
                f"- {_without_marks(clean_text(game.path.name))}: {_without_marks(why or 'it cannot be written')}."
            )
        self._report_export()
        return bool(self._waiting)

    def _write_record_file(self, content: bytes) -> Path:
        home = sources.file_location(content, self.context.folders)
        return archive.write_new_file(self._folder, home.name, content, home.suffix)

    def _mark_as_open(self, content: bytes) -> None:
        """Marks an unfinished game as open, because the exported record reveals its cards."""
        with contextlib.suppress(RecordError, StopIteration):
            _, line = next(format.read_lines(content))
            if isinstance(line, Header):
                self.matches.opened.add(line)

    def _report_export(self) -> None:
        lines = []
        if self._written:
            one = len(self._written) == 1
            place = self._written[0] if one else self._folder
            lines.append(
                f"{phrases.count_text(len(self._written), 'game')} written: {_without_marks(clean_text(str(place), LONGEST))}"
            )
            if not self._waiting and copy_to_clipboard(str(place)):
                lines.append("The path is on the clipboard.")
        self.show_report("\n".join([*lines, *self._failed]))


def _unfinished_games_warning(unfinished_count: int, game_count: int) -> str:
    one = unfinished_count == 1
    if one:
        which = "This game is" if game_count == 1 else "One of these games is"
    else:
        which = "These games are" if unfinished_count == game_count else f"{unfinished_count:,} of these games are"
    holds = "its file holds every card of it" if one else "their files hold every card of them"
    then = "The game" if one else "These games"
    again = f"Press again to export {'it' if game_count == 1 else 'them'}."
    return f"{which} not over, and {holds}. {again} {then} will then be marked as open."


def _without_marks(text: str) -> str:
    return text.translate({ord("{"): "(", ord("}"): ")", ord("~"): "\N{TILDE OPERATOR}"})


def _documents_folder() -> Path:
    home = _parse_path("~")
    documents = home / "Documents"
    return documents if documents.is_dir() else home


def _parse_path(text: str) -> Path:
    path = Path(text.strip().strip('"'))
    try:
        return path.expanduser().absolute()
    except (RuntimeError, OSError):  # no such user, or no current folder
        return path

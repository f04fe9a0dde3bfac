"""The page with all games of this computer in one list: search, filters, opening, import, export and deletion."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import SheetFolder, SheetSession
from goosetable.app.scenes.element_page import FigureNote, NotedPage
from goosetable.app.scenes.history.game_list import (
    ACCURACY,
    COLUMNS,
    ColumnHead,
    GameList,
    GameRows,
    make_columns,
    sort_key_of_column,
)
from goosetable.app.scenes.records_page import AwaitsRecords, FilterBar, ReadingTime, reading_remark, spoken_reading_remark
from goosetable.app.scenes.routes import ToExport, ToGameSheet, ToImport, ToKeeper, ToLuck, ToTable
from goosetable.app.storage import archive, cast
from goosetable.app.storage.history import deleted, game_list
from goosetable.app.storage.history.game_list import Filters, ListedGame
from goosetable.app.storage.history.index import record_path
from goosetable.app.storage.history.records import GameListing, History
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.storage.paths import Paths
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import Column, Control, Element, Heading, PaperSheet, Row, Spacer, Text, make_horizontal_line
from goosetable.app.ui.elements.components import foot_row
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push, Restart, Route, WatchedValue
from goosetable.engine.record.format import RecordError
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean_text
from goosetable.games import find_game

if TYPE_CHECKING:  # it loads the players, which the list does not need
    from goosetable.app.match.match import Match

COPIES: Final = "This game is open in another window. Press once more to go on with a copy of it here."
WIDE: Final = 1010
"""Least width of the window in units at which rows are one line of columns."""
LOW: Final = 300
"""Height of the window in units, under which the title is left out."""


class DeletedGames:
    """The deleted games. Requests to delete or restore games are queued; `run_slice` performs them in short steps."""

    def __init__(self, folders: Paths, history: History, matches: Matches, on_done: Callable[[str], None]) -> None:
        """Also removes for good all records that were deleted long ago. on_done: called with sentences on the result of a
        deletion or restoration.
        """
        self._folders, self._history, self._matches, self._done = folders, history, matches, on_done
        deleted.remove_expired_records(folders, matches.now)
        self.games: list[ListedGame] = []
        """The deleted games, as the last `read_again` found them."""
        self.last: tuple[Path, ...] = ()
        """The present paths of the records that were deleted last and can be restored by one press."""
        self.state = 0
        """A counter that changes with the games."""
        self._jobs: deque[Iterator[None]] = deque()

    def queue_reading(self) -> None:
        """Queues a new reading of the list of deleted games."""
        self._jobs.append(self._read_deleted_games())

    def queue_deletion(self, games: Sequence[ListedGame]) -> None:
        """Queues the deletion of the records of these games."""
        self._jobs.append(self._delete(games))

    def queue_restoration(self, games: Sequence[ListedGame]) -> None:
        """Queues the restoration of these deleted games. If `games` is empty, of those that were deleted last."""
        self._jobs.append(self._restore_records(tuple(dict.fromkeys(game.path for game in games)) or self.last))

    def run_slice(self) -> bool:
        """Does one step of the queued work. Returns True if more remain."""
        if self._jobs and next(self._jobs[0], self) is self:
            self._jobs.popleft()
        return bool(self._jobs)

    def finish_queue(self) -> None:
        """Does all queued work at once."""
        while self.run_slice():
            pass

    def _read_deleted_games(self) -> Iterator[None]:
        self.games = yield from deleted.read_deleted_games(self._folders, self._history.names)
        self.state += 1

    def _delete(self, games: Sequence[ListedGame]) -> Iterator[None]:
        moved: dict[Path, Path] = {}  # from where to where
        failed = ""
        for path in dict.fromkeys(path for game in games for path in self._record_paths(game)):
            yield
            try:
                here = self._close_running_table() if path == self._folders.running else path
                if here not in moved:
                    moved[here] = deleted.delete_record(here, self._folders, self._matches.now)
            except OSError as trouble:
                failed = f" {clean_text(path.name)} cannot be deleted: {trouble.strerror}."
        self.last = tuple(moved.values())
        gone = sum(not game.path.exists() for game in games)
        together = sum(game.games_in_record for game in games) - len(games)
        more = f", with {phrases.count_text(together, 'other game')} of the same table" if together and len(games) == 1 else ""
        self._done((f"{phrases.count_text(gone, 'game')} deleted{more}." if gone else "") + failed)

    def _record_paths(self, game: ListedGame) -> list[Path]:
        """Returns the paths of a game's records: the longest one, and earlier copies of its beginning."""
        other_ways = {record_path(one.path, self._folders.data) for one in self._history.diverging_games}
        return [game.path, *(path for path in self._history.records_of_game(game.mark) if path not in {game.path, *other_ways})]

    def _close_running_table(self) -> Path:
        here = self._matches.saves.archive_table()
        if here is None or here == self._folders.running or not here.is_file():
            raise OSError(0, "it is the table that is open")
        return here

    def _restore_records(self, paths: Sequence[Path]) -> Iterator[None]:
        back, failed = 0, ""
        for path in paths:
            yield
            try:
                deleted.restore_record(path, self._folders)
                back += 1
            except OSError as trouble:
                failed = f" {clean_text(path.name)} cannot be brought back: {trouble.strerror}."
        self.last = ()
        yield from self._read_deleted_games()
        self._done((f"{phrases.count_text(back, 'record')} brought back." if back else "") + failed)


class AllGamesScene(AwaitsRecords, NotedPage):
    """The page with all games, over the statistics. history: the open records, which both pages share."""

    screen = keymap.GAMES

    def __init__(self, context: Context, matches: Matches, history: History) -> None:
        you = RecordedPlayer(context.settings.name, cast.HUMAN).key
        super().__init__(context, "All games")
        self.maker = GameRows(context, matches.today, you)
        self.list = self.scroll = GameList(self.maker, self.open_game, self._selection_changed)
        self.matches, self.history = matches, history
        self.midnight = WatchedValue(lambda: matches.today)
        self.listing = GameListing(history, context.folders.data, you)
        self.reading = ReadingTime(lambda: self.listing.is_done)
        self.bin = DeletedGames(context.folders, history, matches, self._report_changed_files)
        self.sort = ("When", True)
        """The label of the column by which the list is sorted, and whether its order is descending."""
        self.message = ""
        self._tells_count = False
        """True once the person has changed a filter: from then on each new number of games is announced."""
        self._asked = ""
        """The mark of the game for which `COPIES` was shown last."""
        self.count = ""
        """A text with the number of games in the list."""
        self._state = -1
        self.filter_bar = FilterBar(lambda: self.listing.games, you, self._on_filter_change)
        self.headings = [ColumnHead(label, partial(self._sort_by_column, label)) for label in COLUMNS]
        self._make_buttons()
        self.key_actions["find"] = lambda: self.widgets.focus_on(self.filter_bar.search)
        self._button_states: tuple[int, list[tuple[str, bool, bool]]] = (0, [])
        """The number of selected games, and label and states (enabled, visible) of each button, at the last layout."""
        self._untouched = True
        """True until the person presses a key or a button of the pointer on this page."""
        self.listing.start_reading()
        self._update_list()

    def _make_buttons(self) -> None:
        self.open_button = Button(
            "Open", lambda: None if self.list.current_game is None else self.open_game(self.list.current_game), "prime", "eye"
        )
        self.open_button.on_paper = True
        self.sheet_button = Button("Sheet", lambda: self._open_page(ToGameSheet), "plain", "cards")
        self.luck = Button("Luck and play", lambda: self._open_page(ToLuck), "plain", "stats")
        self.export = Button("Export", lambda: Push(ToExport(tuple(self.list.chosen))), "plain", "export")
        self.delete = Button("Delete", self._delete, "plain", "bin")
        self.delete.command = "delete"
        self.back_again = Button("Bring back", self._restore_deleted_games, "plain", "undo")
        self.back_again.command = "undo"
        self.bring_in = Button("Import", lambda: Push(ToImport(self.history)), "plain", "import")
        self.close = Button("Back", self.go_back, "plain", "left")
        self.nothing = Button("Clear the filters", self.filter_bar.clear_filters, "plain", "cross")

    # ------------------------------------------------------------------ games shown

    @property
    def _foot_buttons(self) -> tuple[Button, ...]:
        return self.open_button, self.sheet_button, self.luck, self.export, self.delete, self.back_again

    @property
    def shows_deleted_games(self) -> bool:
        """True if the filter selects the deleted games."""
        return self.filter_bar.filters.end == game_list.DELETED

    @property
    def games(self) -> list[ListedGame]:
        """All games of this computer; or the deleted games, if the filter selects these."""
        return self.bin.games if self.shows_deleted_games else self.listing.games

    def _update_list(self) -> None:
        self._state = self.listing.state + self.bin.state
        you, today = self.maker.you, self.maker.today
        found = self.filter_bar.filters.matching_games(self.games, you, today)
        groups: list[str] = [""] * len(found)
        running = self.context.folders.running
        if self.sort == ("When", True):
            if not self.shows_deleted_games:
                found.sort(key=lambda game: (game.ended, game.ended or game.path != running))
                groups = [game_list.group_heading(game, today) for game in found]
        else:
            label, last_first = self.sort
            found.sort(key=sort_key_of_column(label, you, self.listing.accuracy), reverse=last_first)
        self.maker.accuracy = self.listing.accuracy
        self.list.show_games(found, groups)
        self.count = _game_count_text(len(found), self.games)
        self.first = self.list if found else self.close
        self._update_buttons()
        self.rebuild()
        if self._untouched and self.w:
            self.widgets.focus_on(self.first)

    def _selection_changed(self) -> None:
        """Handles a new selection. Lays the page out anew only if the states of the buttons have changed."""
        before = self._button_states
        self._update_buttons()
        self.dirty = True
        if before != self._button_states:
            self.rebuild()

    def _update_buttons(self) -> None:
        chosen, current, gone = self.list.chosen, self.list.current_game, self.shows_deleted_games
        opens = current is None or current.ended
        self.open_button.label, self.open_button.icon = ("Open", "eye") if opens else ("Go on", "play")
        self.open_button.enabled = current is not None and not gone
        over = current is not None and current.ended and not current.real_cards and not gone
        self.sheet_button.enabled = over
        self.luck.enabled = over and current is not None and not find_game(current.game).equal_hands
        self.export.enabled = bool(chosen)
        self.delete.enabled = bool(chosen) and not gone
        self.back_again.shown = bool(self.bin.last) or (gone and bool(chosen))
        self.nothing.shown = not self.list.games and self.filter_bar.filters != Filters()
        states = [(one.label, one.enabled, one.shown) for one in (*self._foot_buttons, self.nothing)]
        self._button_states = (len(chosen), states)

    def run_slice(self) -> bool:
        before = reading_remark(self.history)
        more = self.bin.run_slice()
        more |= not self.listing.is_done and self.listing.run_slice()
        if self.listing.state + self.bin.state != self._state:
            self._update_list()
        elif reading_remark(self.history) != before:
            self.rebuild()
        return more

    def update(self, dt: float) -> None:
        super().update(dt)
        self.list.clock += dt
        if self.midnight.pass_time(dt):
            self.maker.today = self.matches.today
            self._update_list()

    # ------------------------------------------------------------------ filters

    def _on_filter_change(self, field: str) -> None:
        if field == "end":
            self.bin.queue_reading()
        self.message, self._tells_count = "", True
        self._update_list()
        if not field:
            self.widgets.focus_on(self.list if self.list.games else self.filter_bar.search)

    def _sort_by_column(self, label: str) -> None:
        self.sort = (label, not self.sort[1] if self.sort[0] == label else label in ("When", "Accuracy"))
        self._update_list()

    # ------------------------------------------------------------------ actions on games

    def open_game(self, game: ListedGame) -> Change:
        """Opens a game at a table, or on the sheet of the score keeper. If necessary, first moves the running table to the
        archive.
        """
        if self.shows_deleted_games:
            return None
        path, saves = game.path, self.matches.saves
        try:
            if game.real_cards:
                context = self.context
                sheets = SheetFolder(context.folders.sheets, context.show_notice, context.report_unsaved_tables)
                return Restart(ToKeeper(SheetSession.resume_sheet(sheets, path)))
            on = path == self.context.folders.running and not game.ended and not saves.is_only_in_memory
            if on and saves.is_open_elsewhere and self._asked != game.mark:
                self._asked = game.mark
                self.context.show_notice(COPIES)
                return None
            number = None if game.is_last_of_record else game.number
            match = self.matches.continue_table() if on else self.matches.open_copy_of_record(path, number)
        except (RecordError, OSError) as trouble:
            return self._report_refusal(path, trouble)
        return None if match is None else Restart(ToTable(match))

    def _open_page(self, route: Callable[[Match], Route]) -> Change:
        game = self.list.current_game
        assert game is not None, "the buttons are off without it"
        try:
            return Push(route(self.matches.open_for_viewing(game.path, game.number)))
        except (RecordError, OSError) as trouble:
            return self._report_refusal(game.path, trouble)

    def _report_refusal(self, path: Path, error: RecordError | OSError) -> Change:
        self.message = f"{clean_text(path.name)} cannot be opened: {archive.unreadable_reason(error)}."
        self.context.sound.play("refuse")
        self.rebuild()
        return None

    def _delete(self) -> None:
        chosen, self.message = list(self.list.chosen), ""
        self.bin.queue_deletion(chosen)
        self.listing.remove_games(frozenset(game.mark for game in chosen))

    def _restore_deleted_games(self) -> None:
        self.message = ""
        self.bin.queue_restoration(self.list.chosen if self.shows_deleted_games else [])

    def _report_changed_files(self, sentence: str) -> None:
        self.message = sentence
        self.listing.read_again()
        self._update_list()

    def on_resume(self, result: object) -> None:
        self.message = result if isinstance(result, str) else ""
        if self.message:
            self.listing.read_again()
        self._update_list()

    def on_close(self) -> None:
        super().on_close()
        self.bin.finish_queue()
        self.listing.close()

    # ------------------------------------------------------------------ events

    def on_file_dropped(self, path: str) -> Change:
        return Push(ToImport(self.history, path))

    def handle(self, event: pygame.event.Event) -> Change:
        self._untouched &= event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.list.update_pressed_keys(event.key, event.type == pygame.KEYDOWN)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.typing and self.filter_bar.search.text:
            self.filter_bar.search.set_text("")
            return None
        return super().handle(event)

    def note_at(self, pos: tuple[int, int]) -> FigureNote | None:
        last = self.headings[-1]
        return FigureNote(last.rect, ACCURACY) if last.shown and last.rect.collidepoint(pos) else self.list.note_at(pos)

    def focused_note(self) -> FigureNote | None:
        last = self.headings[-1]
        return FigureNote(last.rect, ACCURACY) if last.shown and self.widgets.focus is last else None

    # ------------------------------------------------------------------ the page

    def make_page(self) -> Element:
        wide, low = self.wide >= WIDE, self.high < LOW
        if wide != self.maker.wide:
            self.list.set_one_line_rows(wide)
        for head in self.headings:
            head.shown = wide
        title, bring_in = Heading("All games", 34 if wide else 24, line_height=1.2), Control(self.bring_in, 16, height=40)
        count = Text(self.count, 16, "ink2", max_lines=1, shrink=0.8, grow=1, role="status", key="count")
        filters = self.filter_bar.make_elements(wide, 44 if wide else 40)
        field = self.filter_bar.search
        search = Control(field, 16, grow=1, height=44 if wide else 40)
        words = self.message or reading_remark(self.history) or self._foot_sentence(wide)
        spoken = self.message or spoken_reading_remark(self.history) or self._foot_sentence(wide)
        said = Text(words, 14.5, "ink2", max_lines=2, key="said", role="status", spoken=spoken)
        if wide:
            said.grow, said.text_align = 1, 1
            hint = Text("or drop a file or a folder anywhere here", 15, "ink2", max_lines=1)
            searching = Row([search, *filters], 8, region="filters", name="Filters")
            top = [Row([title, count, hint, bring_in], 16), searching, self._make_column_heads()]
        else:
            bring_in.bare = True
            top = [
                *([] if low else [Row([title, count], 16)]),
                Row([search, *filters, bring_in], 8, region="filters", name="Filters"),
            ]
        foot = foot_row([*self._foot_buttons, self.close], 1, said if wide else None)
        foot.gap = 12 if wide else 6
        below = [make_horizontal_line(), *([] if wide else [said]), foot]
        empty = [] if self.list.games else self._elements_without_games()
        body = [*top, Column([*empty, self.list.rows], grow=1, region="list"), *below]
        pad = (26, 14, 16, 14) if wide else (14, 4 if low else 8, 6, 6)
        margin = min(self.sheet_margin, 30.0 if wide else self.rim_width + 4)
        return PaperSheet(Column(body, 9 if wide else 4), margin, 4000, height=4000, padding=pad)

    def _make_column_heads(self) -> Element:
        for head in self.headings:
            head.sign = ("down" if self.sort[1] else "up") if head.label == self.sort[0] else ""
        last = self.headings[-1]
        cells = [head.make_element(ACCURACY if head is last else "", head is last) for head in self.headings]
        return Row([make_columns(cells, Spacer())], 0, (0, 0, 44, 0), region="list")

    def _elements_without_games(self) -> list[Element]:
        why = "Nothing fits." if self.games else "No game yet." if self.listing.is_done else ""
        words, spoken = why or reading_remark(self.history), why or spoken_reading_remark(self.history)
        clear = Control(self.nothing, 16, align=0.5, height=42)
        return [Column([Text(words, 18, "ink2", align=0.5, spoken=spoken), clear], 10, (0, 14, 0, 6))]

    def _foot_sentence(self, wide: bool) -> str:
        """Returns the sentence at the foot if there is nothing else to report."""
        count = len(self.list.chosen)
        return f"{count:,} chosen. Deleted games can be brought back for at least 30 days." if count > 1 or wide else ""

    @property
    def opening_announcement(self) -> str:
        return as_spoken_sentences(
            (self.title_words, self.count if self.listing.is_done else spoken_reading_remark(self.history))
        )

    @property
    def status_line(self) -> str:
        wanted = self._tells_count or self.reading.is_late
        filtered = self.count if wanted and self.listing.is_done else ""
        return self.message or self.list.accessible_value or filtered


def _game_count_text(shown: int, games: Sequence[ListedGame]) -> str:
    there = len(games)
    of = f"{there:,} {'game' if there == 1 else 'games'}" if shown == there else f"{shown:,} of {there:,} games"
    first = game_list.first_month(games)
    return f"{of} since {first}" if first and there > 1 else of

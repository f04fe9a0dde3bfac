"""All games of this computer in one list: searched, held back by filters, opened, brought in and out, and deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import Sheets, SheetSession
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.history import foot
from goosetable.app.scenes.history.bin import Bin
from goosetable.app.scenes.history.column_heads import ColumnHead, sort_key
from goosetable.app.scenes.history.filter_bar import WIDTHS, FilterBar
from goosetable.app.scenes.history.game_list import GameList, grouped
from goosetable.app.scenes.history.game_row import ACCURACY, COLUMNS, RowPainter
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.records_page import remark
from goosetable.app.scenes.routes import ToExport, ToGameSheet, ToImport, ToKeeper, ToLuck, ToTable
from goosetable.app.storage import archive, characters
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import Filters, ListedGame
from goosetable.app.storage.history.records import History, Listing
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.table import captions
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push, Restart, Route, Watch
from goosetable.engine.record.format import RecordError
from goosetable.engine.words.clean import clean

if TYPE_CHECKING:  # with it come the players, which the list does not need
    from goosetable.app.match.match import Match

COPIES: Final = "This game is open in another window. Press once more to go on with a copy of it here."
WIDE: Final = 1010
"""Units of the window from which on rows are one line of columns."""


class AllGamesScene(Page):
    """Lies where the statistics lay; `history` is theirs, read to the end there or here."""

    screen = keymap.GAMES

    def __init__(self, context: Context, matches: Matches, history: History) -> None:
        you = PlayerKey(context.settings.name, characters.HUMAN).key
        self.painter = RowPainter(context, matches.today, you)
        self.list = GameList(self.painter, self.open, self._chosen)
        super().__init__(context, self.list)
        self.matches, self.history = matches, history
        self.midnight = Watch(lambda: matches.today)
        self.listing = Listing(history, context.folders.data, you)
        self.bin = Bin(context.folders, history, matches, self._moved)
        self.sort = ("When", True)
        """A heading, and whether the last comes first."""
        self.said = ""
        self._asked = ""
        """The mark of the game for which `COPIES` was said last."""
        self.count = ""
        """How many games are shown, of how many, since when."""
        self._state = -1
        self.filter_bar = FilterBar(lambda: self.listing.games, you, self._filtered)
        self.headings = [ColumnHead(label, partial(self._sort, label)) for label, _ in COLUMNS]
        self._make_buttons()
        self._order()
        self._pointed = (-1, -1)
        self._fresh = True
        """Whether nothing has been done here yet."""
        self.listing.begin()
        self._show()

    def _make_buttons(self) -> None:
        """The buttons, each with what it does."""
        self.open_button = Button(
            "Open", lambda: None if self.list.current is None else self.open(self.list.current), "prime", "eye"
        )
        self.open_button.on_paper = True
        self.sheet_button = Button("Sheet", lambda: self._look(ToGameSheet), "plain", "cards")
        self.luck = Button("Luck and play", lambda: self._look(ToLuck), "plain", "stats")
        self.export = Button("Export", self._export, "plain", "export")
        self.delete = Button("Delete", self._delete, "plain", "bin")
        self.delete.command = "delete"
        self.back_again = Button("Bring back", self._bring_back, "plain", "undo")
        self.back_again.command = "undo"
        self.bring_in = Button("Import", lambda: Push(ToImport(self.history)), "plain", "import")
        self.close = Button("Back", self.back, "plain", "left")
        self.nothing = Button("Clear the filters", self.filter_bar.clear, "plain", "cross")

    def _order(self) -> None:
        """The ways of the focus: regions, the order within them, and the command that leads to the search."""
        self.does["find"] = lambda: self.widgets.to(self.filter_bar.search)
        for region, own in (
            ("filters", self.filter_bar.widgets), ("list", (self.list, *self.headings)),
            ("buttons", (*self._foot, self.bring_in, self.close)),
        ):  # fmt: skip
            for widget in own:
                widget.region = region
        top = (*self.filter_bar.widgets, self.bring_in)
        self.widgets.set([*top, *self.headings, self.list, self.nothing, *self._foot, self.close], first=self.list)

    # ------------------------------------------------------------------ what is shown

    @property
    def _foot(self) -> tuple[Button, ...]:
        """The buttons at the foot, from the left."""
        return self.open_button, self.sheet_button, self.luck, self.export, self.delete, self.back_again

    @property
    def games(self) -> list[ListedGame]:
        """All games, or all that were deleted."""
        return self.bin.games if self.filter_bar.filters.end == listing.DELETED else self.listing.games

    def _show(self) -> None:
        """Puts what fits into the list, in its order."""
        self._state = self.listing.state + self.bin.state
        you, today = self.painter.you, self.painter.today
        found = self.filter_bar.filters.fitting(self.games, you, today)
        groups: list[str] = [""] * len(found)
        running = self.context.folders.running
        if self.sort == ("When", True):
            if self.filter_bar.filters.end != listing.DELETED:
                found.sort(key=lambda game: (game.ended, game.ended or game.path != running))
                groups = grouped(found, today)
        else:
            label, last_first = self.sort
            found.sort(key=sort_key(label, you, self.listing.accuracy), reverse=last_first)
        self.painter.accuracy = self.listing.accuracy
        self.list.show(found, groups)
        self.count = _count(len(found), self.games)
        if self._fresh:
            self.widgets.to(self.list if found else self.close)
        self.dirty = True

    def _chosen(self) -> None:
        """What the buttons do now."""
        chosen, deleted = self.list.chosen, self.filter_bar.filters.end == listing.DELETED
        current = self.list.current
        self.open_button.label = "Open" if current is None or current.ended else "Go on"
        self.open_button.enabled = current is not None and not deleted
        over = current is not None and current.ended and not current.real_cards and not deleted
        self.sheet_button.enabled = self.luck.enabled = over
        self.export.enabled = bool(chosen)
        self.delete.enabled = bool(chosen) and not deleted
        self.back_again.shown = bool(self.bin.last) or (deleted and bool(chosen))
        self.nothing.shown = not self.list.games and self.filter_bar.filters != Filters()

    def work(self) -> bool:
        before = remark(self.history)
        more = self.bin.work()
        more |= not self.listing.done and self.listing.work()
        if self.listing.state + self.bin.state != self._state:
            self._show()
            self._chosen()
        self.dirty |= remark(self.history) != before
        return more

    def update(self, dt: float) -> Change:
        self.list.clock += dt
        if self.midnight.passed(dt):
            self.painter.today = self.matches.today
            self._show()
        return None

    # ------------------------------------------------------------------ what holds games back

    def _filtered(self, field: str) -> None:
        """Another filter holds, or none any longer."""
        if field == "end":
            self.bin.look()
        self.said = ""
        self._show()
        self._chosen()
        if not field:
            self.widgets.to(self.list if self.list.games else self.filter_bar.search)

    def _sort(self, label: str) -> None:
        """By that heading, or by the same one the other way round."""
        self.sort = (label, not self.sort[1] if self.sort[0] == label else label in ("When", "Accuracy"))
        self._show()

    # ------------------------------------------------------------------ what is done with games

    def open(self, game: ListedGame) -> Change:
        """Goes to that table; the one that was running is kept among the others."""
        if self.filter_bar.filters.end == listing.DELETED:
            return None
        path, saves = game.path, self.matches.saves
        try:
            if game.real_cards:
                context = self.context
                sheets = Sheets(context.folders.sheets, context.notice, context.report_unsaved)
                return Restart(ToKeeper(SheetSession.resumed(sheets, path)))
            on = path == self.context.folders.running and not game.ended and not saves.apart
            if on and saves.elsewhere and self._asked != game.mark:
                self._asked = game.mark
                self.context.notice(COPIES)
                return None
            match = self.matches.go_on() if on else self.matches.open(path, None if game.last else game.number)
        except (RecordError, OSError) as trouble:
            return self._refused(path, trouble)
        return None if match is None else Restart(ToTable(match))

    def _look(self, route: Callable[[Match], Route]) -> Change:
        """Looks at the current game, which is over; the running table stays what it is."""
        game = self.list.current
        assert game is not None, "the buttons are off without it"
        try:
            return Push(route(self.matches.look_at(game.path, game.number)))
        except (RecordError, OSError) as trouble:
            return self._refused(game.path, trouble)

    def _refused(self, path: Path, trouble: RecordError | OSError) -> Change:
        """Says why a record cannot be opened."""
        self.said = f"{clean(path.name)} cannot be opened: {archive.why(trouble)}."
        self.context.sound.play("refuse")
        return None

    def _export(self) -> Change:
        return Push(ToExport(tuple(self.list.chosen)))

    def _delete(self) -> None:
        chosen = list(self.list.chosen)
        self.bin.delete(chosen)
        self.listing.leave_out(frozenset(game.mark for game in chosen))

    def _bring_back(self) -> None:
        self.bin.bring_back(self.list.chosen if self.filter_bar.filters.end == listing.DELETED else [])

    def _moved(self, said: str) -> None:
        """Records have come or gone: all are looked at again."""
        self.said = said
        self.listing.renew()
        self._show()
        self._chosen()

    def resumed(self, result: object) -> None:
        if isinstance(result, str):
            self.said = result
            self.listing.renew()
        self._show()
        self._chosen()

    def closed(self) -> None:
        self.bin.finish()
        self.listing.end()

    # ------------------------------------------------------------------ events

    def dropped(self, path: str) -> Change:
        return Push(ToImport(self.history, path))

    def handle(self, event: pygame.event.Event) -> Change:
        self._fresh &= event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.list.holds(event.key, event.type == pygame.KEYDOWN)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.typing and self.filter_bar.search.text:
            self.filter_bar.search.set("")
            return None
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self.note, event.pos
            self.dirty |= before != self.note
        return super().handle(event)

    @property
    def note(self) -> tuple[str, pygame.Rect] | None:
        """What the figure or the heading of the accuracy says that is looked at, and where it stands."""
        last = self.headings[-1]
        if last.shown and (last.rect.collidepoint(self._pointed) or (self.widgets.focus is last and self.widgets.ring)):
            return ACCURACY, last.rect
        return self.list.note(self._pointed)

    # ------------------------------------------------------------------ where all stands

    def lay(self) -> None:
        wide, low = self.wide >= WIDE, self.high < 300
        x, y = self.clearance, min(self.clearance, 30.0) if wide else min(self.clearance, 12.0)
        w, h = self.wide - 2 * x, self.high - 2 * y
        self.sheet = self.box(x, y, w, h)
        pad = 30 if wide else 14
        self.painter.wide, self.painter.unit, self.painter.size = wide, self.t, self.px(16)
        self.list.unit = self.t
        self.filter_bar.fit(wide)
        for heading in self.headings:
            heading.shown = wide
        if wide:
            self._lay_wide(x, y, w, pad)
            top, bottom = y + 154, y + h - 76
        else:
            head = 4 if low else 42
            filter_w = min(150.0, w * 0.3)
            self.put(self.bring_in, x + w - pad - 44, y + head + 6, 44, 40, 16)
            self.put(self.filter_bar.narrow, x + w - pad - 52 - filter_w, y + head + 6, filter_w, 40, 15)
            self.put(self.filter_bar.search, x + pad, y + head + 6, w - 2 * pad - 60 - filter_w, 40, 15)
            top, bottom = y + head + 54, y + h - 54
        self.bring_in.bare = not wide
        self.put(self.list, x + (26 if wide else 6), top, w - (42 if wide else 12), bottom - top, 15)
        self.list.lay()
        self.put(self.nothing, x + w / 2 - 100, top + 60, 200, 42, 16)
        foot.lay(self, self._foot, self.close, (x + pad, bottom + (12 if wide else 7), w - 2 * pad, 42 if wide else 40), wide)

    def _lay_wide(self, x: float, y: float, w: float, pad: float) -> None:
        self.put(self.bring_in, x + w - pad - 124, y + 18, 124, 40, 16)
        right = x + w - pad
        for chooser, each in reversed(list(zip(self.filter_bar.choosers.values(), WIDTHS, strict=True))):
            self.put(chooser, right - each, y + 72, each, 44, 16)
            right -= each + 8
        self.put(self.filter_bar.search, x + pad, y + 72, right - x - pad - 4, 44, 16)
        left, across = x + 26, w - 42 - self.painter.aside
        parts = [part for _, part in COLUMNS]
        for place, heading in enumerate(self.headings):
            last = place == len(self.headings) - 1
            start = left + (parts[place] - (0.09 if last else 0)) * across
            until = parts[place] if last else parts[place + 1] - (0.09 if place + 2 == len(parts) else 0)
            self.put(heading, start, y + 123, left + until * across - start - (0 if last else 8), 28, 14.5)
            heading.right = last

    # ------------------------------------------------------------------ drawing

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.note is not None:
            words, area = self.note
            captions.note(canvas, words, Area(*area), self.w, self.h, self.t)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        wide = self.painter.wide
        if self.filter_bar.search.rect.y - sheet.y > 30 * u:
            px, pad = self.px(34 if wide else 24), (30 if wide else 14) * u
            base = sheet.y + (16 if wide else 8) * u
            seen = canvas.put("All games", sheet.x + pad, base, px, t.ink, "serifb")
            right = self.bring_in.rect.x - 14 * u if wide else sheet.right - pad
            note = "or drop a file or a folder anywhere here"
            room = right - seen.right - 16 * u
            x, y = seen.right + 16 * u, seen.centery + 2 * u
            told = canvas.label(self.count, x, y, self.px(16), t.ink2, "sans", room, "midleft")
            if wide and canvas.width(note, self.px(15), "sans") < right - told.right - 30 * u:
                canvas.put(note, right, self.bring_in.rect.centery, self.px(15), t.ink2, "sans", "midright")
        canvas.line(sheet.x + 20 * u, self.list.rect.bottom, sheet.w - 40 * u)
        if not self.list.games:
            why = "Nothing fits." if self.games else "No game yet." if self.listing.done else remark(self.history)
            canvas.put(why, sheet.centerx, self.list.rect.y + 34 * u, self.px(18), t.ink2, "sans", "center")
        count = len(self.list.chosen)
        usual = f"{count:,} chosen. Deleted games can be brought back for at least 30 days." if count > 1 or wide else ""
        foot.draw(self, canvas, self.said or remark(self.history) or usual, self._foot, self.close)
        for heading in self.headings:
            heading.sign = ("down" if self.sort[1] else "up") if heading.label == self.sort[0] else ""


def _count(shown: int, games: Sequence[ListedGame]) -> str:
    """How many games are shown, of how many, since when."""
    there = len(games)
    of = f"{there:,} {'game' if there == 1 else 'games'}" if shown == there else f"{shown:,} of {there:,} games"
    first = listing.since(games)
    return f"{of} since {first}" if first and there > 1 else of

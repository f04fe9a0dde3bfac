"""Parts of pages about records: search field and filters, a base class, and texts on days, damaged records and people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToChoices
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.figures import Figures, uncounted_games
from goosetable.app.storage.history.game_list import ANY, EARLIEST, Filters, ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.ui.accessible import as_spoken_sentence
from goosetable.app.ui.elements import Column, Control, Element, ElementControl, Row, Text, make_icon
from goosetable.app.ui.focus import TextField
from goosetable.app.ui.scene import Change, Push, Replace
from goosetable.engine.words import phrases
from goosetable.games import SHELF

FIELDS: Final = {"game": "Game", "who": "Who", "when": "When", "place": "Place", "end": "End"}
EVERY: Final = {
    "game": "All games", "who": "Anybody", "when": "Any time", "place": "Any place", "end": "Finished or not", "rules": "Any",
}  # fmt: skip
WIDTHS: Final = {"game": 140, "who": 140, "when": 132, "place": 124, "end": 164, "rules": 140}
"""Widths of the filters in units."""
MOST: Final = 200
"""Largest number of players to choose from in a filter."""
LONGEST: Final = 60
"""Largest length of a search, in characters."""
BEING_READ: Final = "The records are being read"
PATIENCE: Final = 0.3
"""Longest time in seconds for which a page waits for its records; the page before stays on the screen."""


class FilterControl(ElementControl):
    """The control of a filter, with its name and its value. An active filter has a cross; a press on the cross clears it."""

    def __init__(self, label: str, on_press: Callable[[], Change], clear: Callable[[], None]) -> None:
        super().__init__(label, role="combobox", on_press=on_press)
        self.clear = clear
        self.active = False
        """Whether the filter excludes some games."""

    def handle_click(self, pos: tuple[int, int]) -> None:
        if self.active and pos[0] > self.rect.right - self.px * 1.8:
            self.clear()
        else:
            self.press()

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_DELETE, pygame.K_BACKSPACE) and self.active:
            self.clear()
            return True
        return super().handle_key(event)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.active else "framed" if self.hover else "edged", 10)
        self.draw_content(canvas)

    def make_element(self, size: float, width: float, height: float) -> Control:
        """Returns the control as an element. size: its text size. All lengths are in units."""
        label = Text(self.label, 0.76 * size, "ink2", line_height=1.15, max_lines=1, shrink=0.7)
        words = Text(self.value, size, face="semi", line_height=1.2, max_lines=1, shrink=0.66)
        sign = make_icon("cross", 0.8 * size) if self.active else make_icon("down", size)
        content = Row([Column([label, words], grow=1), sign], 6, (0.75 * size, 0, 0.5 * size, 0), height=height)
        return Control(self, size, content=content, width=width, height=height)


class FilterBar:
    """The search field and the filters of a list of games.

    games: a function that returns all games. own_key: `RecordedPlayer.key` of the person at this screen. on_change: called
    after a change with the name of the filter; with "" after all filters were cleared.
    """

    def __init__(
        self, games: Callable[[], Sequence[ListedGame]], own_key: str, on_change: Callable[[str], None],
        fields: Mapping[str, str] = FIELDS,
    ) -> None:  # fmt: skip
        """fields: the filters to offer, each with its label."""
        self._games, self._you, self._on_change, self._fields = games, own_key, on_change, fields
        self.filters = Filters()
        self.search = TextField("Search", "", partial(self.set_filter, "words"), limit=LONGEST)
        self.choosers = {
            field: FilterControl(label, partial(self._open_choices, field), partial(self.set_filter, field, ANY))
            for field, label in self._fields.items()
        }
        self.narrow = FilterControl("Filters", self._open_filters, self.clear_filters)
        """The single control that replaces all filters in a narrow window."""
        self._update_words()

    def make_elements(self, wide: bool, height: float = 44) -> list[Element]:
        """Returns the controls as elements; in a narrow window one control for all filters. height: in units."""
        for chooser in self.choosers.values():
            chooser.shown = wide
        self.narrow.shown = not wide
        self.search.empty = "A name, a game, a month, a result, a code" if wide else "Search"
        if not wide:
            return [self.narrow.make_element(15, 150, height)]
        return [chooser.make_element(16, WIDTHS[field], height) for field, chooser in self.choosers.items()]

    def _update_words(self) -> None:
        for field, chooser in self.choosers.items():
            value = getattr(self.filters, field)
            chooser.active = bool(value)
            chooser.value = dict(self._choices_of_filter(field)).get(value, value) if value else EVERY[field]
        held = [chooser.value for chooser in self.choosers.values() if chooser.active]
        self.narrow.active, self.narrow.value = bool(held), ", ".join(held) or "None"

    def set_filter(self, field: str, value: str) -> None:
        """Sets a filter; or the search text, if `field` is "words"."""
        self.filters = self.filters._replace(**{field: value})
        if field != "words":
            self._update_words()
        self._on_change(field)

    def clear_filters(self) -> None:
        """Clears all filters and the search."""
        self.search.text, self.search.cursor, self.search.anchor = "", 0, 0
        self.filters = Filters()
        self._update_words()
        self._on_change("")

    def _choices_of_filter(self, field: str) -> list[tuple[str, str]]:
        games = self._games()
        match field:
            case "game":
                there = {game.game for game in games}
                more = [(game.id, game.title) for game in SHELF if game.id in there]
            case "who":
                people = game_list.players_met(games, self._you)[:MOST]
                more = [(seated.key, f"with {RecordedPlayer(seated.name, seated.player).display_name}") for seated in people]
            case "when":
                years = sorted({game.when.year for game in games if game.when is not None}, reverse=True)
                more = [(game_list.WEEK, "This week"), (game_list.MONTH, "This month")]
                more += [(str(year), str(year)) for year in years]
            case "rules":
                more = [(game_list.STANDARD, "Standard"), (game_list.OTHERWISE, "Others")]
            case "place":
                more = [("1", "Won"), ("2", "Second"), ("3", "Third"), (game_list.LAST, "Last")]
            case _:
                more = [
                    (game_list.FINISHED, "Finished"),
                    (game_list.UNFINISHED, "Not finished"),
                    (game_list.DELETED, "Deleted"),
                ]
        return [(ANY, EVERY[field]), *more]

    def _route_to_choices(self, field: str) -> ToChoices:
        return ToChoices(
            self._fields[field], self._choices_of_filter(field), getattr(self.filters, field), partial(self.set_filter, field)
        )

    def _open_choices(self, field: str) -> Change:
        return Push(self._route_to_choices(field))

    def _open_filters(self) -> Change:
        choices = [(field, f"{label}: {self.choosers[field].value}") for field, label in self._fields.items()]
        return Push(ToChoices("Filters", choices, "", lambda field: Replace(self._route_to_choices(field))))


def day_in_words(started: str) -> str:
    """Returns the day of a record's start time in words, such as "7 May 2026"; "" if the time is invalid."""
    try:
        year, month, number = (int(part) for part in started[:10].split("-"))
        return f"{number} {phrases.MONTHS[month - 1]} {year}" if month > 0 and year >= EARLIEST else ""
    except (ValueError, IndexError):
        return ""


def reading_remark(history: History) -> str:
    """Returns a sentence on how much of the records has been read, or on records that cannot be read; "" if all are read."""
    if not history.is_done:
        return f"{BEING_READ}: {round(100 * history.progress)} %"
    is_are = "is" if history.damaged == 1 else "are"
    lost = (
        f"{phrases.count_text(history.damaged, 'record')} cannot be read and {is_are} not counted." if history.damaged else ""
    )
    return " ".join(part for part in (lost, history.notice) if part)


def spoken_reading_remark(history: History) -> str:
    """Returns the sentence of `reading_remark` for screen readers: without the percentage, which is no news."""
    return reading_remark(history) if history.is_done else BEING_READ


class ReadingTime:
    """The time for which a page waits for its records, at most `PATIENCE`. Usually all records are read by then; the page then
    appears complete, without a sentence about reading.

    is_read: returns True once all records have been read.
    """

    def __init__(self, is_read: Callable[[], bool]) -> None:
        self._is_read, self._waited = is_read, 0.0
        self.is_late = False
        """True if the page came before all records were read."""

    def pass_time(self, seconds: float) -> None:
        """Lets seconds pass."""
        self._waited += seconds
        self.is_late |= self._waited >= PATIENCE and not self._is_read()

    @property
    def is_over(self) -> bool:
        """True if the page may appear."""
        return self.is_late or self._is_read()


class AwaitsRecords(ElementPage):
    """A page that appears once its records are read, or once the longest time for reading them is over. A subclass sets
    `reading`.
    """

    reading: ReadingTime

    @property
    def prepared(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return self.reading.is_over

    def update(self, dt: float) -> Change:
        self.reading.pass_time(dt)
        return super().update(dt)


def portrait_of(context: Context, player: RecordedPlayer) -> str:
    """Returns the portrait of a player, in the form for `Canvas.draw_portrait`."""
    if not player.is_person:
        return cast.portrait_of_name(player.name)
    person = profiles.find_person(context.settings, player.name)
    return profiles.token_of_stranger(player.name) if person is None else person.portrait


def figures_of(context: Context, history: History) -> Figures:
    """Returns the figures of the records read so far, without the games that do not count by the settings."""
    if history.is_done and (changes := Figures(history.tables).changes_to_convert_settings(context.settings)):
        context.change_settings(**changes)
    return Figures(history.tables, uncounted_games(context.settings))


class RecordsPage(AwaitsRecords):
    """A page about the records of this computer. It reads them while it is open."""

    def __init__(self, context: Context, history: History, title: str) -> None:
        super().__init__(context, title)
        self.history = history
        self.reading = ReadingTime(lambda: history.is_done)

    @property
    def status_line(self) -> str:
        late = spoken_reading_remark(self.history) or "All records are read."
        return super().status_line or (as_spoken_sentence(late) if self.reading.is_late else "")

    def _update_page(self) -> None:
        """Updates the page after all records have been read."""

    def run_slice(self) -> bool:
        if self.history.is_done:
            return False
        before, more = reading_remark(self.history), self.history.run_slice()
        if not more:
            self._update_page()
        if not more or reading_remark(self.history) != before:
            self.rebuild()
        return True

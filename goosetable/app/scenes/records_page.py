"""Parts of pages about the records: the search field and filters, the base of a page, and words for days, damage and people."""

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
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.game_list import ANY, EARLIEST, Filters, ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.elements import Control, Element
from goosetable.app.ui.focus import TextField
from goosetable.app.ui.scene import Change, Push, Replace
from goosetable.app.ui.widget import Pressed
from goosetable.engine.words import phrases
from goosetable.games import SHELF

FIELDS: Final = {"game": "Game", "who": "Who", "when": "When", "place": "Place", "end": "End"}
EVERY: Final = {
    "game": "All games",
    "who": "Anybody",
    "when": "Any time",
    "place": "Any place",
    "end": "Finished or not",
    "rules": "Any",
}
WIDTHS: Final = {"game": 140, "who": 140, "when": 132, "place": 124, "end": 164, "rules": 140}
"""Of the filters, in units."""
MOST: Final = 200
"""People that can be chosen."""
LONGEST: Final = 60
"""Characters of a search."""


class Chooser(Pressed):
    """A filter: its name, and what it lets through. It is brass while it holds something back, and its cross clears it."""

    role = "combobox"

    def __init__(self, label: str, on: Callable[[], Change], clear: Callable[[], None]) -> None:
        super().__init__(label, on, True)
        self.clear = clear
        self.words = ""
        self.holds = False
        """True while it holds something back."""

    @property
    def value(self) -> str:
        return self.words

    def click(self, pos: tuple[int, int]) -> None:
        if self.holds and pos[0] > self.rect.right - self.px * 1.8:
            self.clear()
        else:
            self.press()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_DELETE, pygame.K_BACKSPACE) and self.holds:
            self.clear()
            return True
        return super().key(event)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h), px = canvas.theme, self.rect, self.px
        edge = t.brass_lo if self.holds or self.hover else t.plain_edge
        canvas.box(x, y, w, h, 10, fill=t.chosen if self.holds else t.plain, edge=edge, sw=1.8 if self.holds else 1.2)
        room = w - px * 2.6
        canvas.label(self.label, x + px * 0.75, y + h * 0.1, px * 0.76, t.ink2, "sans", room)
        canvas.label(self.words, x + px * 0.75, y + h * 0.44, px, t.ink, "semi", room)
        canvas.icon("cross" if self.holds else "down", x + w - px, y + h / 2, px * (0.8 if self.holds else 1), t.ink2)
        self.draw_ring(canvas, focused, 10)


class FilterBar:
    """games: gives all games. you: the key of the person who looks. on: called with the field that has changed; "" for all."""

    def __init__(
        self, games: Callable[[], Sequence[ListedGame]], you: str, on: Callable[[str], None],
        fields: Mapping[str, str] = FIELDS,
    ) -> None:  # fmt: skip
        """fields: the filters that there are, each with its label."""
        self._games, self._you, self._on, self._fields = games, you, on, fields
        self.filters = Filters()
        self.search = TextField("Search", "", partial(self.set, "words"), limit=LONGEST)
        self.choosers = {
            field: Chooser(label, partial(self._choose, field), partial(self.set, field, ANY))
            for field, label in self._fields.items()
        }
        self.narrow = Chooser("Filters", self._all, self.clear)
        """Stands for the others where there is no room for them."""
        self._tell()

    def elements(self, wide: bool, height: float = 44) -> list[Element]:
        """The filters side by side in a wide window, and else the one control that stands for them."""
        for chooser in self.choosers.values():
            chooser.shown = wide
        self.narrow.shown = not wide
        self.search.empty = "A name, a game, a month, a result, a code" if wide else "Search"
        if not wide:
            return [Control(self.narrow, 15, width=150, height=height)]
        return [Control(chooser, 16, width=WIDTHS[field], height=height) for field, chooser in self.choosers.items()]

    def _tell(self) -> None:
        """The controls say what holds now."""
        for field, chooser in self.choosers.items():
            value = getattr(self.filters, field)
            chooser.holds = bool(value)
            chooser.words = dict(self._choices(field)).get(value, value) if value else EVERY[field]
        held = [chooser.words for chooser in self.choosers.values() if chooser.holds]
        self.narrow.holds, self.narrow.words = bool(held), ", ".join(held) or "None"

    def set(self, field: str, value: str) -> None:
        """Holds back what does not fit that value."""
        self.filters = self.filters._replace(**{field: value})
        if field != "words":
            self._tell()
        self._on(field)

    def clear(self) -> None:
        """Nothing is held back any longer."""
        self.search.text, self.search.cursor, self.search.anchor = "", 0, 0
        self.filters = Filters()
        self._tell()
        self._on("")

    def _choices(self, field: str) -> list[tuple[str, str]]:
        """The values of a filter, each with its words."""
        games = self._games()
        match field:
            case "game":
                there = {game.game for game in games}
                more = [(game.id, game.title) for game in SHELF if game.id in there]
            case "who":
                people = game_list.people(games, self._you)[:MOST]
                more = [(seated.key, f"with {PlayerKey(seated.name, seated.player).title}") for seated in people]
            case "when":
                years = sorted({game.when.year for game in games if game.when is not None}, reverse=True)
                more = [
                    (game_list.WEEK, "This week"),
                    (game_list.MONTH, "This month"),
                    *((str(year), str(year)) for year in years),
                ]
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

    def _route(self, field: str) -> ToChoices:
        return ToChoices(self._fields[field], self._choices(field), getattr(self.filters, field), partial(self.set, field))

    def _choose(self, field: str) -> Change:
        return Push(self._route(field))

    def _all(self) -> Change:
        """All filters in a list, each of which leads to its own."""
        choices = [(field, f"{label}: {self.choosers[field].words}") for field, label in self._fields.items()]
        return Push(ToChoices("Filters", choices, "", lambda field: Replace(self._route(field))))


def day(started: str) -> str:
    """The day of a time in a record, such as 7 May 2026; empty if it cannot be read."""
    try:
        year, month, number = (int(part) for part in started[:10].split("-"))
        return f"{number} {phrases.MONTHS[month - 1]} {year}" if month > 0 and year >= EARLIEST else ""
    except (ValueError, IndexError):
        return ""


def remark(history: History) -> str:
    """The progress of reading, or the records that could not be read or are another's; empty if all is well."""
    if not history.done:
        return f"The records are being read: {round(100 * history.part)} %"
    is_are = "is" if history.damaged == 1 else "are"
    lost = f"{phrases.count(history.damaged, 'record')} cannot be read and {is_are} not counted." if history.damaged else ""
    return " ".join(part for part in (lost, history.said) if part)


def picture(context: Context, who: PlayerKey) -> str:
    """The portrait of a player, as `Canvas.portrait` has it."""
    person = profiles.find(context.settings, who.name) if who.person else None
    return person.who if person is not None else cast.portrait(who.name, who.player)


def figures_of(context: Context, history: History) -> Figures:
    """The figures, filtered by the settings, of the records read so far."""
    if history.done and (changes := Figures(history.tables).remade(context.settings)):
        context.change(**changes)
    return Figures(history.tables, context.settings.counted_from)


class RecordsPage(ElementPage):
    """A page about the records of this computer, which are read while it is open."""

    def __init__(self, context: Context, history: History, title: str) -> None:
        super().__init__(context, title)
        self.history = history

    def _gather(self) -> None:
        """Collects everything to show from the records read so far."""

    def work(self) -> bool:
        if self.history.done:
            return False
        before, more = remark(self.history), self.history.work()
        if not more:
            self._gather()
        if not more or remark(self.history) != before:
            self.changed()
        return True

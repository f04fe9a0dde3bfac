"""The search field and the filters of the page, and what each of them can let through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from goosetable.app.scenes.history.chooser import Chooser
from goosetable.app.scenes.routes import ToChoices
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import ANY, Filters, ListedGame
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.focus import TextField, Widget
from goosetable.app.ui.scene import Change, Push, Replace
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
WIDTHS: Final = (140, 140, 132, 124, 164)
"""Of the filters, in units."""
MOST: Final = 200
"""People that can be chosen."""
LONGEST: Final = 60
"""Characters of a search."""


class FilterBar:
    """games: all there are. you: the key of the person who looks. on: told the field that has changed; "" for all of them."""

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

    @property
    def widgets(self) -> tuple[Widget, ...]:
        return (self.search, *self.choosers.values(), self.narrow)

    def fit(self, wide: bool) -> None:
        """Shows what there is room for."""
        for chooser in self.choosers.values():
            chooser.shown = wide
        self.narrow.shown = not wide
        self.search.empty = "A name, a game, a month, a result, a code" if wide else "Search"

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
                people = listing.people(games, self._you)[:MOST]
                more = [(seated.key, f"with {PlayerKey(seated.name, seated.player).title}") for seated in people]
            case "when":
                years = sorted({game.when.year for game in games if game.when is not None}, reverse=True)
                more = [(listing.WEEK, "This week"), (listing.MONTH, "This month"), *((str(year), str(year)) for year in years)]
            case "rules":
                more = [(listing.STANDARD, "Standard"), (listing.OTHERWISE, "Others")]
            case "place":
                more = [("1", "Won"), ("2", "Second"), ("3", "Third"), (listing.LAST, "Last")]
            case _:
                more = [(listing.FINISHED, "Finished"), (listing.UNFINISHED, "Not finished"), (listing.DELETED, "Deleted")]
        return [(ANY, EVERY[field]), *more]

    def _route(self, field: str) -> ToChoices:
        return ToChoices(self._fields[field], self._choices(field), getattr(self.filters, field), partial(self.set, field))

    def _choose(self, field: str) -> Change:
        return Push(self._route(field))

    def _all(self) -> Change:
        """All filters in a list, each of which leads to its own."""
        choices = [(field, f"{label}: {self.choosers[field].words}") for field, label in self._fields.items()]
        return Push(ToChoices("Filters", choices, "", lambda field: Replace(self._route(field))))

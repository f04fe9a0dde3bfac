"""The base of pages with fields for names, and the search for people who have not been asked for a name yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from goosetable.app.context import Context
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.storage import profiles
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    Heading,
    PaperSheet,
    Row,
    Scroll,
    Text,
    make_portrait,
    status_text,
)
from goosetable.app.ui.elements.components import foot_row, make_section
from goosetable.app.ui.focus import Button, TextField
from goosetable.app.ui.scene import Change

NAMED: Final = "named"
"""Result of `NamesScene` after its names were saved."""


class NamesPage(ElementPage):
    """A page with text fields for the names of one or several seats. Its button saves all names; if one of them is refused, it
    saves none.
    """

    covers = False
    heading = "Players"
    above = "In the order in which they sit."
    """The sentence above the fields."""
    below = ""
    """Sentences under the fields; "" for none."""
    button = "Keep"

    def __init__(self, context: Context, fields: Mapping[int, TextField], portraits: Sequence[str]) -> None:
        """fields: the text fields, by seat. portraits: in the order of the fields."""
        super().__init__(context, self.heading)
        self.portraits = portraits
        self.seats, self.fields = list(fields), list(fields.values())
        for field in self.fields:
            field.on_change, field.done = self._on_typed, lambda _: self.handle_enter()
        self.keep = Button(self.button, self._save_all_names, "prime", "check", on_paper=True)
        self.close = Button("Back", self.go_back, "plain", "left")
        self.first = self.fields[0]

    def name_objection(self, seat: int, names: Mapping[int, str]) -> str:
        """Returns a sentence on the reason why a seat cannot have its new name; "" if it can. names: all new names, by seat."""
        raise NotImplementedError

    def save(self, names: Mapping[int, str]) -> Change:
        """Saves the new names. Returns the change of scenes that leaves the page. names: by seat."""
        raise NotImplementedError

    def make_further_elements(self, seat: int) -> list[Element]:
        """Returns further elements with controls under the field of a seat; none by default."""
        return []

    def handle_enter(self) -> Change:
        """Handles Enter in a field; by default saves the names."""
        return self._save_all_names()

    def make_page(self) -> Element:
        rows = []
        for seat, who, field in zip(self.seats, self.portraits, self.fields, strict=True):
            named = Row([make_portrait(who, 46), Control(field, 19, grow=1, height=45)], 14, (4, 0, 4, 0))
            rows.append(Column([named, *self.make_further_elements(seat)]))
        # The list has a name of its own: the sentence above it would be read once more with the first field.
        section = make_section(self.above, rows, name="Names", columns=1)
        body = Column([section, Text(self.below, 16, "ink2")], 8)
        wrong = Column([status_text(self.typing_objection, 15, "russet")], grow=1)
        foot = foot_row([self.close, Control(self.keep, 19, width=150, height=50)], 1, wrong)
        column = Column([Heading(self.heading), Scroll(body, self.scroll), foot], 6)
        return PaperSheet(column, self.sheet_margin, 620)

    def _on_typed(self, text: str) -> None:
        wrong = profiles.TOO_LONG if any(field.cut for field in self.fields) else ""
        if wrong != self.typing_objection:
            self.typing_objection = wrong
            self.rebuild()

    def _save_all_names(self) -> Change:
        names = {seat: " ".join(field.text.split()) for seat, field in zip(self.seats, self.fields, strict=True)}
        for seat, field in zip(self.seats, self.fields, strict=True):
            self.typing_objection = self.name_objection(seat, names)
            if self.typing_objection:
                self.context.sound.play("refuse")
                self.widgets.focus_on(field)
                self.rebuild()
                return None
        return self.save(names)


def unnamed_seats(context: Context, setup: TableSetup) -> list[int]:
    """Returns the seats of people with a default name, such as "Player 2", who have not been asked for their name yet."""
    asked = context.settings.asked
    return [
        seat
        for seat in setup.seats_of_people
        if profiles.is_default_name(context.settings, name := setup.chairs[seat].name)
        and profiles.normal_form(name) not in asked
    ]

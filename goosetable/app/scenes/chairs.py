"""The page on which people give their seats to computer players during a game, or take them back."""

from __future__ import annotations

from functools import partial

from goosetable.app.context import Context
from goosetable.app.match.match import Match, seats_of_absent_people
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import cast, clean_names
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui.accessible import as_spoken_sentence
from goosetable.app.ui.elements import Column, Element
from goosetable.app.ui.elements.components import make_section, titled_sheet
from goosetable.app.ui.focus import Button
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import isolate_name
from goosetable.players.levels import LEVELS

STAYS = "Stays for this game. A person can sit here in the next."
"""The line under a computer player who plays for no person."""
USUAL_LEVEL = "medium"
"""Strength of the character who takes a seat at a table that has no computer players."""


def chair_after_change(session: Session, seat: int) -> Chair:
    """Returns the chair of a seat after a change of player. If a person has the seat, it is the chair of a character who has
    no seat yet; if a character has replaced a person, it is that person's chair.
    """
    if seat in seats_of_absent_people(session):
        return clean_names.clean_chairs(session.header.chairs)[seat]
    taken = [*session.names, *(chair.name for chair in session.header.chairs)]
    level = next((chair.player for chair in session.chairs if chair.player in LEVELS), USUAL_LEVEL)
    return Chair(cast.first_free_character(taken).name, level)


class ChairRow(parts.PlayerRow):
    """The row of a seat. A press changes the player of the seat, if a person has the seat or has left it."""

    def __init__(self, scene: ChairsScene, seat: int) -> None:
        super().__init__("", partial(scene.change_player, seat))
        self.seat, self.scene = seat, scene
        self.update()

    def update(self) -> None:
        """Updates the row after a change of the seat's player."""
        session = self.scene.match.session
        self.portrait = portraits_at_table(session, self.scene.context.settings)[self.seat]
        self.label, self.next = session.names[self.seat], chair_after_change(session, self.seat)
        self.computer = session.chairs[self.seat].player != cast.HUMAN
        self.enabled = self.seat in seats_of_absent_people(session) if self.computer else self.scene.match.is_shared

    @property
    def accessible_value(self) -> str:
        name = isolate_name(self.next.name)
        if self.computer:
            return f"Plays for {name}. Press when {name} is back." if self.enabled else STAYS
        whom = "you" if self.seat == self.scene.match.me else isolate_name(self.name)
        return f"Press, and {name} plays on for {whom}." if self.enabled else "Stays: one of you has to play."


class ChairsScene(ElementPage):
    """The page on which people leave a shared table or come back to it. It lies over the table."""

    covers = False

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Who plays")
        self.match = match
        self.change_made = ""
        """The last change of a seat in words; "" before the first."""
        self.rows = [ChairRow(self, seat) for seat in range(match.session.seats)]
        self.close = Button("Back", self.go_back, "plain", "left")
        self.first = next((row for row in self.rows if row.enabled), self.close)

    @property
    def status_line(self) -> str:
        return as_spoken_sentence(self.change_made)

    def change_player(self, seat: int) -> None:
        """Replaces the person in a seat by a computer player, or the computer player by the person. Enters the change in the
        record.
        """
        self.match.change_player(seat, chair_after_change(self.match.session, seat))
        for row in self.rows:
            row.update()
            if row.seat == seat:
                self.change_made = f"{row.label}: {row.accessible_value}"
        self.rebuild()

    def make_page(self) -> Element:
        chairs = [row.make_element(row.portrait) for row in self.rows]
        words = "Choose a chair to change who plays there; score and cards stay."
        body = Column([make_section(words, chairs, columns=1)], padding=(0, 0, 0, 6))  # room for the ring of the last row
        return titled_sheet("Who plays", body, self.scroll, [self.close], self.sheet_margin, max_width=620)

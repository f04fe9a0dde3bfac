"""The page on which people leave their seats to computer players during a game, or come back to them."""

from __future__ import annotations

from functools import partial

from goosetable.app.context import Context
from goosetable.app.match.match import Match, seats_away
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import cast, clean_names
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui.accessible import sentence
from goosetable.app.ui.elements import Column, Element
from goosetable.app.ui.elements.components import note, section, titled_sheet
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import isolated
from goosetable.players.levels import LEVELS

COMPUTERS = "A computer player stays to the end of the game: anyone who joins you can sit down when the next game begins."
"""The reason why only the chairs of people are on the page."""
USUAL_LEVEL = "medium"
"""Strength of the character who takes a seat at a table that has no computer players."""


def next_chair(session: Session, seat: int) -> Chair:
    """Returns the chair of a seat after a change of player: a free character replaces a person, or the person comes back."""
    if seat in seats_away(session):
        return clean_names.clean_chairs(session.header.chairs)[seat]
    taken = [*session.names, *(chair.name for chair in session.header.chairs)]
    level = next((chair.player for chair in session.chairs if chair.player in LEVELS), USUAL_LEVEL)
    return Chair(cast.next_character("", taken).name, level)


class ChairRow(parts.PlayerRow):
    """The row of a seat that belongs to a person, or that a person has left. A press changes its player."""

    def __init__(self, scene: ChairsScene, seat: int) -> None:
        super().__init__("", partial(scene.change_player, seat))
        self.seat, self.scene = seat, scene
        self.update()

    def update(self) -> None:
        """Updates the row after a change of the seat's player."""
        session = self.scene.match.session
        self.portrait = portraits_at_table(session, self.scene.context.settings)[self.seat]
        self.label, self.next = session.names[self.seat], next_chair(session, self.seat)
        self.enabled = self.seat in seats_away(session) or self.scene.match.shared

    @property
    def value(self) -> str:
        if not self.enabled:
            return "stays: one of you has to play"
        name = isolated(self.next.name)
        return f"plays for {name}, who may go on now" if self.away else f"may leave the cards to {name}"

    @property
    def away(self) -> bool:
        """Whether the person has left the seat to a computer player."""
        return self.next.player == cast.HUMAN


class ChairsScene(ElementPage):
    """The page on which people leave a shared table or come back, over that table."""

    covers = False

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Who plays")
        self.match = match
        self.change_made = ""
        """The last change of a seat in words; "" before the first."""
        self.rows = [ChairRow(self, seat) for seat in sorted((*match.persons, *seats_away(match.session)))]
        self.close = Button("Back", self.back, "plain", "left")
        self.first = self.rows[0]

    @property
    def status_line(self) -> str:
        return sentence(self.change_made)

    def change_player(self, seat: int) -> Change:
        """Replaces the person in a seat by a computer player, or the computer player by the person. Records the change."""
        self.match.change_player(seat, next_chair(self.match.session, seat))
        for row in self.rows:
            row.update()
            if row.seat == seat:
                self.change_made = f"{row.label} {row.value}"
        self.changed()
        return None

    def build(self) -> Element:
        chairs = [row.make_element(row.portrait) for row in self.rows]
        body = section("Choose a chair to change who plays there; score and cards stay.", chairs, columns=1)
        if len(self.rows) < self.match.session.seats:
            body = Column([body, note(COMPUTERS)])
        return titled_sheet("Who plays", body, self.scroll, [self.close], self.clearance, max_width=620)

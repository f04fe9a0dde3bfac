"""Change of players: during a game a computer player takes a person's seat, and the person comes back later."""

from __future__ import annotations

from functools import partial

from goosetable.app.context import Context
from goosetable.app.match.match import Match, next_chair, seats_away
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import cast
from goosetable.app.table.seats import faces_at
from goosetable.app.ui.accessible import sentence
from goosetable.app.ui.elements import Control, Element
from goosetable.app.ui.elements.components import section, titled_sheet
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change
from goosetable.engine.words.clean import isolated


class ChairRow(parts.Leading):
    """The seat of a person, or of a person who is away; a press changes who plays there."""

    def __init__(self, scene: ChairsScene, seat: int) -> None:
        super().__init__("", partial(scene.change, seat), on_paper=True)
        self.seat, self.scene = seat, scene
        self.look()

    def look(self) -> None:
        """Shows the present player."""
        session = self.scene.match.session
        self.portrait = faces_at(session, self.scene.context.settings)[self.seat]
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
        """Whether a computer player sits there now."""
        return self.next.player == cast.HUMAN

    def content(self, canvas: Canvas) -> None:
        parts.person(canvas, self.rect, self.portrait, self.label, self.value, self.px)


class ChairsScene(ElementPage):
    """A layer over a table that several people began."""

    covers = False

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Who plays")
        self.match = match
        self.said = ""
        """The last change."""
        self.rows = [ChairRow(self, seat) for seat in sorted((*match.persons, *seats_away(match.session)))]
        self.close = Button("Back", self.back, "plain", "left")
        self.first = self.rows[0]

    @property
    def line(self) -> str:
        return sentence(self.said)

    def change(self, seat: int) -> Change:
        """Changes the player of a seat, which the record notes."""
        self.match.sit(seat, next_chair(self.match.session, seat))
        for row in self.rows:
            row.look()
            if row.seat == seat:
                self.said = f"{row.label} {row.value}"
        self.changed()
        return None

    def build(self) -> Element:
        chairs = [Control(row, 18, height=51) for row in self.rows]
        body = section("Choose a chair to change who plays there; score and cards stay.", chairs, columns=1)
        return titled_sheet("Who plays", body, self.scroll, [self.close], self.clearance, max_width=620)

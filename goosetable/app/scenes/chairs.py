"""Who plays: in the middle of a game a computer player goes on for a person, and that person takes the cards back later."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.match import Match, next_chair, seats_away
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.page import TITLE, SectionsPage
from goosetable.app.storage import characters
from goosetable.app.table.seats import faces_at
from goosetable.app.ui.scene import Change
from goosetable.engine.words.clean import isolated


class ChairRow(parts.Leading):
    """The seat of a person, or of a person who is away; a press changes who plays there."""

    def __init__(self, scene: ChairsScene, seat: int) -> None:
        self.seat, match = seat, scene.match
        self.portrait = faces_at(match.session, scene.context.settings)[seat]
        super().__init__(match.session.names[seat], lambda: scene.change(seat), on_paper=True)
        self.next = next_chair(match.session, seat)
        self.enabled = seat in seats_away(match.session) or match.shared

    @property
    def value(self) -> str:
        if not self.enabled:
            return "stays: one of you has to play"
        name = isolated(self.next.name)
        return f"plays for {name}, who may go on now" if self.away else f"may leave the cards to {name}"

    @property
    def away(self) -> bool:
        """Whether a computer player sits there now."""
        return self.next.player == characters.HUMAN

    def content(self, canvas: Canvas) -> None:
        parts.person(canvas, self.rect, self.portrait, self.label, self.value, self.px)


class ChairsScene(SectionsPage):
    """Lies over a table that several people began."""

    covers = False

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Who plays")
        self.match = match
        self.rows: list[ChairRow] = []
        self._gather()

    def _gather(self) -> None:
        people = sorted((*self.match.persons, *seats_away(self.match.session)))
        self.rows = [ChairRow(self, seat) for seat in people]
        self.widgets.set([self.scroll, *self.rows, self.close], first=self.rows[0])

    def change(self, seat: int) -> Change:
        """The other one plays at this seat from now on, which the record notes."""
        place = [row.seat for row in self.rows].index(seat)
        self.match.sit(seat, next_chair(self.match.session, seat))
        self._gather()
        self.widgets.to(self.rows[place])
        self.resized(self.w, self.h)
        return None

    @property
    def sections(self) -> tuple[str, ...]:
        return ("Choose a chair to change who plays there; score and cards stay.",)

    def lay(self) -> None:
        w = min(620.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        self.tops = [0.0]
        self.finish(w, self.stack(self.rows, TITLE, 1, w - 48) + 8)

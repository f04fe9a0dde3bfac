"""What opponents remark at a table: heard when it is seen, drawn beside them for a moment, and in nobody's way."""

from __future__ import annotations

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.characters import Bubble, bubble_place, draw_bubble
from goosetable.app.table.remarks import LASTS, Company, Overheard, Spoken


class Remarks:
    """said: the remark that is to be seen now."""

    def __init__(self, table: TableState, words: Words) -> None:
        self.table, self.words = table, words
        self.said: Spoken | None = None
        self.area: Area | None = None
        """Where the bubble was drawn last; None where it was not."""
        self._left = 0.0
        self._place: Bubble | None = None
        self._sought: object = None  # the layout for which a place was looked for
        self._overheard: Overheard | None = None
        session = table.match.session
        self._first, self._reached = session, (session.standing.deals, len(session.state.actions) if session.state else -1)
        """The game and its moment, as in `Remarked`, up to which everything was said before or is not said again."""

    def hear(self) -> None:
        """Something was seen that may be remarked upon."""
        match = self.table.match
        session = match.session
        if self._overheard is None or self._overheard.session is not session:
            header = session.header
            names = " ".join(chair.name for chair in header.chairs)  # the seed is of what everybody knows: it tells nothing
            company = Company(f"{header.game} {header.started} {names}", self.table.portraits)
            self._overheard = Overheard(session, company)
        if self._first is not session:
            self._first, self._reached = session, (0, -1)
        self._overheard.company.faces = self.table.portraits  # others may sit there now
        found = self._overheard.remark()
        if found is None or (found.deal, found.actions) <= self._reached:
            return
        self._reached = (found.deal + 1, -1)  # one a deal is enough, whatever is taken back
        if self._may and found.spoken.seat != match.me:
            self.said, self._left, self._sought = found.spoken, LASTS, None

    @property
    def _may(self) -> bool:
        """Whether anything may be said: not in a lesson, and not while a curtain hangs."""
        return self.table.guide is None and self.table.context.settings.remarks and not self.table.match.covered

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether anything looks different. A remark waits until the goose has gone."""
        if self.said is None or self.table.stage.honk is not None:
            return False
        begins, self._left = self._left == LASTS, self._left - dt
        if self._left > 0 and self._may:
            return begins
        self.said = None
        return True

    def draw(self, canvas: Canvas) -> None:
        """The bubble, unless the goose honks, or a decision or its message lies there meanwhile."""
        stage, panel, self.area = self.table.stage, self.table.panel, None
        if self.said is None or not self._may or stage.honk is not None:
            return
        if self._sought != (stage.layout, canvas.size, stage.offered):
            self._sought = (stage.layout, canvas.size, stage.offered)
            self._place = bubble_place(canvas, stage, *self.said)
        if self._place is None:
            return
        area = self._place.place.area
        if (panel is not None and area.meets(panel.area)) or area.meets(Area(*self.words.place)):
            return
        self.area = area
        draw_bubble(canvas, stage, self.said.seat, self.table.portraits[self.said.seat], self._place)

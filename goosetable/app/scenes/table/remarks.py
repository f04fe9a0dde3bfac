"""What opponents remark at a table: heard when it is seen, drawn beside them for a moment, and in nobody's way."""

from __future__ import annotations

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.company import bubble
from goosetable.app.table.company.free_places import FreePlace
from goosetable.app.table.company.remarks import LASTS, Company, Result, Spoken
from goosetable.engine.record.session import Session
from goosetable.engine.rules.event import Said, Taken


class Remarks:
    """said: the remark that is to be seen now."""

    def __init__(self, table: TableState, words: Words) -> None:
        self.table, self.words = table, words
        self.said: Spoken | None = None
        self.area: Area | None = None
        """Where the bubble was drawn last; None where it was not."""
        self._left = 0.0
        self._place: tuple[FreePlace, list[str]] | None = None
        self._sought: object = None  # the layout for which a place was looked for
        self._session: Session | None = None
        self._company = Company("", ())
        self._result = Result()

    def hear(self, event: Said | Taken | None, goosed: int | None) -> None:
        """Something was seen that may be remarked upon; None: a deal was dealt."""
        match = self.table.match
        session, state = match.session, match.session.state
        if self._session is not session:
            header = session.header
            names = " ".join(chair.name for chair in header.chairs)  # the seed is of what everybody knows: it tells nothing
            self._company = Company(f"{header.game} {header.started} {names}", self.table.portraits)
            self._session, self._result = session, Result()
        if event is None:
            remark = self._company.dealt(session.standing.deals, self._result)
            self._result = Result()
        else:
            remark = self._company.saw(event, goosed)
            if state is not None and state.over:
                quotas = enumerate(match.game.text.quota(state, seat) for seat in range(session.seats))
                exact = tuple(seat for seat, quota in quotas if quota is not None and quota.won == quota.bid > 0)
                self._result = Result(exact, match.game.laurels(state))
        if remark is not None and self._may and remark.seat != match.me:
            self.said, self._left, self._sought = remark, LASTS, None

    @property
    def _may(self) -> bool:
        """Whether anything may be said: not in a lesson, and not while a curtain hangs."""
        return self.table.guide is None and self.table.context.settings.remarks and not self.table.match.covered

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether anything looks different."""
        if self.said is None:
            return False
        begins, self._left = self._left == LASTS, self._left - dt
        if self._left > 0 and self._may:
            return begins
        self.said = None
        return True

    def draw(self, canvas: Canvas) -> None:
        """The bubble, unless a decision or its message lies there meanwhile."""
        stage, panel, self.area = self.table.stage, self.table.panel, None
        if self.said is None or not self._may:
            return
        if self._sought != (stage.layout, canvas.size):
            self._sought = (stage.layout, canvas.size)
            self._place = bubble.place(canvas, stage, *self.said)
        if self._place is None:
            return
        area = self._place[0].area
        if panel is not None and (area.meets(panel.area) or area.meets(Area(*self.words.place))):
            return
        self.area = area
        bubble.draw(canvas, stage, self.said.seat, *self._place)

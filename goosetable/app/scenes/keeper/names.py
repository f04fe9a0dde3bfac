"""The names of those who play with real cards, to be put right in the middle of a game."""

from __future__ import annotations

from functools import partial

from goosetable.app.context import Context
from goosetable.app.match.sheet_session import SheetSession
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import ROW, TITLE, SectionsPage
from goosetable.app.storage import profiles
from goosetable.app.table.seats import faces
from goosetable.app.ui.focus import Button, TextField
from goosetable.app.ui.scene import Change, Pop


class KeeperNamesScene(SectionsPage):
    """Lies over the menu of a sheet: a field for each seat. Names are kept together, or none of them is."""

    covers = False
    sections = ("In the order in which they sit.",)

    def __init__(self, context: Context, session: SheetSession) -> None:
        super().__init__(context, "Names")
        self.session = session
        self.portraits = faces(session.chairs, context.settings)
        self.wrong = ""
        limit = max(profiles.LONGEST, *(len(name) for name in session.names))
        self.fields = [
            TextField(f"Seat {seat + 1}", name, partial(self._typed, seat), lambda _: self._keep(), limit=limit)
            for seat, name in enumerate(session.names)
        ]
        self.keep = Button("Keep", self._keep, "prime", "check", on_paper=True)
        self.widgets.set([self.scroll, *self.fields, self.keep, self.close], first=self.fields[0])

    def _typed(self, seat: int, text: str) -> None:
        self.wrong = ""

    def _keep(self) -> Change:
        names = [" ".join(field.text.split()) for field in self.fields]
        for seat, name in enumerate(names):
            self.wrong = "" if name == self.session.names[seat] else profiles.objection(name, names[:seat] + names[seat + 1 :])
            if self.wrong:
                self.context.sound.play("refuse")
                self.widgets.to(self.fields[seat])
                return None
        for seat, name in enumerate(names):
            self.session.rename(seat, name)
        return Pop()

    def closed(self) -> None:
        self.widgets.to(None)  # held keys repeat for fields only

    def lay(self) -> None:
        w = min(620.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        self.tops = [0.0]
        for seat, field in enumerate(self.fields):
            self.hold(field, 84, TITLE + seat * ROW + 4, w - 116, ROW - 14, 19)
        left, top = self.finish(w, TITLE + len(self.fields) * ROW + 8)
        self.put(self.keep, left + w - 24 - 150, top - 2, 150, 50, 19)

    def between(self, canvas: Canvas, top: float) -> None:
        for seat, who in enumerate(self.portraits):
            canvas.portrait(who, self.sheet.x + 52 * self.t, top + (TITLE + seat * ROW + ROW / 2 - 3) * self.t, 46 * self.t)

    def under(self, canvas: Canvas) -> None:
        super().under(canvas)
        left, px = self.close.rect.right + 16 * self.t, self.px(15)
        room = self.keep.rect.x - 12 * self.t - left
        for i, part in enumerate(canvas.wrap(self.wrong, room, px, "semi")[:2] if self.wrong else ()):
            canvas.put(part, left, self.close.rect.y + (4 + 19 * i) * self.t, px, canvas.theme.russet, "semi")

"""The large button of the title: lay a table, or go on with the running game and those who sit there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change
from goosetable.engine.record.session import Session
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import LONGEST_NAME, cut, isolated

NAMES: Final = 0.75
LEAST: Final = 0.68
"""The size of the names, of that of the words above them; and under which they want a second line instead."""
COPIED: Final = "Open in another window: here you go on with a copy"
"""It stands in place of the company while another program has the game open."""
EDGES: Final = 28
"""Pixels of the button's width without names."""


def where(session: Session) -> str:
    """The game and how far it is: "Goose, deal 4 of 9"."""
    standing, under_way = session.standing, session.due in ("deal", "act", "score")
    ladder = session.game.text.ladder(session.options, standing) if under_way else None
    return f"{session.game.title}, {ladder.caption if ladder else f'deal {max(1, standing.deals + under_way)}'}"


def company(session: Session) -> str:
    """Who else sits there: "with Anna, Vesper and Pip"; where several people play, everybody is named."""
    names = [isolated(cut(chair.name, LONGEST_NAME)) for chair in session.chairs]
    people = [seat for seat, chair in enumerate(session.chairs) if chair.player == "human"]
    if len(people) == 1:
        del names[people[0]]
    return f"with {phrases.listed(names)}" if names else ""


class GoOn(Button):
    """Lays a table, or goes on with `session`: then it has two lines, the game and under it the company."""

    def __init__(self, on: Callable[[], Change]) -> None:
        super().__init__("", on, "prime", "play", on_paper=False)
        self.with_whom = ""
        self.copied = False

    @property
    def value(self) -> str:
        return self.with_whom

    def offer(self, session: Session | None, copied: bool = False) -> None:
        """What it says from now on. copied: whether another program has that game open, so that here a copy goes on."""
        self.copied = copied
        self.label = "Lay a table" if session is None else f"Go on: {where(session)}"
        self.with_whom = "" if session is None else COPIED if copied else company(session)

    def two_lines(self, canvas: Canvas, w: float, px: float) -> bool:
        """Whether the company wants two lines of a button of that width, whose text has that size."""
        return canvas.width(self.with_whom, px * LEAST, "sans") > w - EDGES

    def _names(self, canvas: Canvas, room: float, many: bool) -> tuple[list[str], float]:
        """The company in one line, or two of about one length, and the size; cut with an ellipsis where that is too little."""
        if not many:
            small = canvas.snug(self.with_whom, self.px * NAMES, "sans", room)
            return [canvas.fit(self.with_whom, small, "sans", room)], small
        small = self.px * NAMES
        whole = canvas.width(self.with_whom, small, "sans")
        found = canvas.wrap(self.with_whom, min(room, whole * 0.56), small, "sans")
        return [found[0], canvas.fit(" ".join(found[1:]), small, "sans", room)], small

    def _inscribe(self, canvas: Canvas, x: int, y: int, w: int, h: int, colour: str) -> None:
        if not self.with_whom:
            super()._inscribe(canvas, x, y, w, h, colour)
            return
        lead = self.px * 1.5
        room = w - 2 * lead
        px = canvas.snug(self.label, self.px, "semi", room)
        names, small = self._names(canvas, w - EDGES, h > 3.5 * self.px and self.two_lines(canvas, w, self.px))
        label = canvas.fit(self.label, px, "semi", room)
        top = y + (h - px * 1.25 - len(names) * small * 1.22) / 2
        left = x + (w - canvas.width(label, px) - lead) / 2
        canvas.icon(self.icon, left + self.px * 0.45, top + px * 0.62, self.px * 1.05, colour)
        canvas.put(label, left + lead, top, px, colour, "semi")
        for i, line in enumerate(names):
            canvas.put(line, x + w / 2, top + px * 1.25 + i * small * 1.22, small, colour, "sans", "midtop")

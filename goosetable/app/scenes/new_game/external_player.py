"""The question before a table opens: whether an external player that its record names may be run on this computer."""

from __future__ import annotations

from typing import Final

from goosetable.app.context import Context
from goosetable.app.match.guests import Guests, Question, plain
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToTable
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change, Replace
from goosetable.engine.words.clean import without_middle

WARNING: Final = (
    "A program from outside can do on this computer whatever you can do. Run it only if you know where it comes from."
)
WIDE: Final = 640
LEAST: Final = 360
"""Units of height without which there is no room for it all."""
LINE: Final = 17 * 1.35
LOOK: Final = 0.5
"""Seconds in which the question has to be seen before anything is run: the second click of a double click is no answer."""


class ExternalPlayerScene(Page):
    """Gives way to the next question or to the table; as long as it is open, nothing of the player has been run."""

    title = "A player from outside"

    def __init__(self, context: Context, guests: Guests, match: Match, question: Question) -> None:
        super().__init__(context, Scroller("Question"))
        self.guests, self.match, self.question = guests, match, question
        self._answered = False
        self._seen = 0.0
        self.ours = Button("Let a goosetable player sit there", self.back, "prime", "people", on_paper=True)
        self.run = Button("Run it", self._run, "plain", "play")
        self.widgets.set([self.scroll, self.ours, self.run], first=self.ours)

    @property
    def sentence(self) -> str:
        """Who is to sit where; the line below has the file."""
        asked = self.question
        return f"Seat {asked.seat + 1}, {plain(asked.name)}, is to be played by {{{plain(asked.found.name, 60)}}} from"

    def back(self) -> Change:
        """No: a player of ours sits there."""
        return self._answer(False)

    def _run(self) -> Change:
        return self._answer(True) if self._seen >= LOOK else None

    def update(self, dt: float) -> Change:
        """Time counts for as long as the question is on the screen."""
        self._seen += dt
        return super().update(dt)

    def _answer(self, agreed: bool) -> Change:
        self._answered = True
        self.guests.answer(self.question.found, agreed)
        return Replace(ToTable(self.match))

    def closed(self) -> None:
        """The program ends in the middle of the question: nobody has sat down."""
        if not self._answered:
            self.match.close()

    def lay(self) -> None:
        """In the smallest windows a large text is as large as leaves room for all of it."""
        module = self.question.found
        self.t = min(self.t, self.h / (LEAST + (2 * LINE if module.target else 0)))
        self.wide, self.high = self.w / self.t, self.h / self.t
        canvas, px = self.context.canvas, self.px(17)
        w = min(float(WIDE), self.wide - 2 * self.clearance)
        inner = (w - 54) * self.t
        self.lines = [(line, "sans") for line in canvas.wrap(self.sentence, inner, px)]
        self.lines.append((self._shortened(str(module.file), px, inner), "semi"))
        if module.target:
            self.lines += [("which is a link to", "sans"), (self._shortened(str(module.target), px, inner), "semi")]
        self.lines += [("", "sans"), *((line, "sans") for line in canvas.wrap(WARNING, inner, px))]
        beside = w >= 560
        x, y, h = self.place_sheet(w, len(self.lines) * LINE, 62, 84 if beside else 128)
        if beside:
            self.put(self.run, x + 24, y + h - 66, 130, 46, 17)
            self.put(self.ours, x + w - 24 - 360, y + h - 68, 360, 50, 19)
        else:
            self.put(self.ours, x + 20, y + h - 116, w - 40, 50, 18)
            self.put(self.run, x + 20, y + h - 58, w - 40, 44, 17)

    def _shortened(self, path: str, px: float, room: float) -> str:
        """A path with as much left out of its middle as makes it fit; the name of the file stands at its end."""
        path = plain(path, len(path))
        fits, most = 8, len(path)
        while fits < most:
            some = (fits + most + 1) // 2
            narrow = self.context.canvas.width(without_middle(path, some), px, "semi") <= room
            fits, most = (some, most) if narrow else (fits, some - 1)
        return without_middle(path, fits)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        canvas.put(self.title, sheet.x + 24 * u, sheet.y + 13 * u, self.px(27), t.ink, "serifb")
        with self.scroll.window(canvas) as top:
            for line, face in self.lines:
                canvas.rich(line, sheet.x + 24 * u, top, self.px(17), t.ink, face)
                top += LINE * u

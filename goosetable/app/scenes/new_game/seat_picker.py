"""Who sits at a seat: people who have played here, a new person, or one of the characters."""

from __future__ import annotations

from functools import partial
from typing import Final

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.scenes.page import ROW, TITLE, SectionsPage
from goosetable.app.scenes.records_page import figures_of
from goosetable.app.scenes.routes import ToProfile, ToStatistics
from goosetable.app.storage import characters, profiles
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.history.figures import remembered
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change, Pop, Push

NEW: Final = "A new player"


class Candidate(Widget):
    """A person or character who may sit down here."""

    role = "radio"

    def __init__(self, scene: SeatPickerScene, name: str, who: str, line: str, player: str) -> None:
        super().__init__(name, on_paper=True)
        self.scene, self.who, self.line, self.player = scene, who, line, player
        self.memory = ""
        """How they and the person of this table stand, where they have met."""

    @property
    def seat(self) -> int | None:
        """Where they sit already."""
        names = [profiles.key(name) for name in self.scene.laying.names]
        return names.index(profiles.key(self.label)) if profiles.key(self.label) in names else None

    @property
    def words(self) -> str:
        """The line about them: who sits elsewhere changes places."""
        return self.line if self.seat in (None, self.scene.seat) else "Sits here already: changes places."

    @property
    def value(self) -> str:
        return f"{'chosen. ' if self.seat == self.scene.seat else ''}{self.words} {self.memory}".strip()

    def press(self) -> None:
        self.asked = self.scene.take(self)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 9)
        if self.seat == self.scene.seat:
            canvas.box(x, y, w, h, 9, fill=t.chosen, edge=t.brass_lo, sw=2)
        elif self.hover:
            canvas.box(x, y, w, h, 9, fill=t.plain, alpha=0.75)
        parts.person(canvas, self.rect, self.who, self.label, self.words, self.px, self.memory)


class SeatPickerScene(SectionsPage):
    """Lies over the table that is being laid, and leaves the number of the seat if it was taken."""

    covers = False

    def __init__(self, context: Context, laying: Laying, seat: int) -> None:
        super().__init__(context, "Who sits here?")
        self.laying, self.seat, self.title = laying, seat, f"Who sits in seat {seat + 1}?"
        self.history = History(context.folders)
        self._done = False  # a new person has sat down: there is nothing left to choose
        self.figures = Button("Statistics", lambda: Push(ToStatistics(games=False)), "plain", "stats")
        self.new = Button(NEW, self._new, "plain", "plus")
        self._gather()
        self.widgets.to(next((who for who in self.persons + self.others if who.seat == seat), self.new))

    def _gather(self) -> None:
        known = profiles.known(self.context.settings)
        self.persons = [Candidate(self, person.name, person.who, self.laying.seated, HUMAN) for person in known]
        cast = () if self.laying.people_only else characters.CAST
        self.others = [Candidate(self, one.name, one.who, one.line, "") for one in cast]
        self._remember()
        self.pens = [
            Button(f"Change {person.name}", partial(self._change, person), "plain", "gear", bare=True) for person in known
        ]
        rows: list[Widget] = [w for pair in zip(self.persons, self.pens, strict=True) for w in pair]
        self.widgets.set([self.scroll, *rows, self.new, *self.others, self.figures, self.close], first=self.new)

    def work(self) -> bool:
        """Reads what the opponents remember; nothing waits for it."""
        if self.history.done:
            return False
        if not self.history.work():
            self._remember()
            self.dirty = True
        return True

    def closed(self) -> None:
        self.history.close()

    def _remember(self) -> None:
        you, found = PlayerKey(self.laying.person, HUMAN), dict[str, str]()
        if self.history.done:
            found = remembered(you, figures_of(self.context, self.history).against(you))
        for one in self.others:
            one.memory = found.get(profiles.key(one.label), "")

    def take(self, who: Candidate) -> Change:
        self.laying.sit(self.seat, who.label, who.player)
        return Pop(self.seat)

    def back(self) -> Change:
        return Pop(self.seat)

    def update(self, dt: float) -> Change:
        return Pop(self.seat) if self._done else None

    def _new(self) -> Change:
        return self._change(profiles.fresh(self.context.settings, self.laying.names))

    def _change(self, person: Profile) -> Change:
        return Push(ToProfile(person))

    def resumed(self, result: object) -> None:
        """Back from a name: who is new sits down, who has another name keeps the chair, who is forgotten gets up."""
        self.dirty = True
        if not isinstance(result, tuple):
            return
        before, after = result
        if after and not before:
            self.laying.sit(self.seat, after, HUMAN)
            self._done = True
        else:
            self.laying.rename(before, after)
        self._gather()
        self.resized(self.w, self.h)
        here = next((who for who in self.persons if profiles.key(who.label) == profiles.key(after)), None)
        self.widgets.to(here or self.new)

    @property
    def sections(self) -> tuple[str, ...]:
        return ("People at this table",) if self.laying.people_only else ("People at this screen", "Computer players")

    def lay(self) -> None:
        w = min(940.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        columns, each = self.columns(w)
        y = float(TITLE)
        for i, (who, pen) in enumerate(zip(self.persons, self.pens, strict=True)):
            x, top = 24 + i % columns * (each + 16), y + i // columns * ROW
            self.hold(who, x, top, each - 52, ROW - 8, 18)
            self.hold(pen, x + each - 44, top + (ROW - 8 - 40) / 2, 40, 40, 17)
        count = len(self.persons)
        x, top = 24 + count % columns * (each + 16), y + count // columns * ROW
        self.hold(self.new, x, top + 4, min(each, 240.0), ROW - 18, 17)
        y += (count // columns + 1) * ROW + 8
        self.tops = [0.0, y][: len(self.sections)]
        left, top = self.finish(w, self.stack(self.others, y + TITLE, columns, each) if self.others else y)
        wide = min(180.0, w - 48 - 132)
        self.put(self.figures, left + w - 24 - wide, top, wide, 46, 17)

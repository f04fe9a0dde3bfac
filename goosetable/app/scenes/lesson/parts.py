"""What stands beside a lesson instead of what stands beside a game: the list of steps, the buttons, the menu, the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from goosetable.app.render.canvas import Paint
from goosetable.app.render.text import bare
from goosetable.app.scenes.pause_menu import MenuScene
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.drawing import Picture
from goosetable.app.scenes.table.input import Controls
from goosetable.app.scenes.table.messages import Words
from goosetable.app.table.sidebar.sidebar import Ledger, sheet
from goosetable.app.table.sidebar.sidebar_layout import HEAD
from goosetable.app.table.snapshot import Glance
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.text import phrases

if TYPE_CHECKING:
    from goosetable.app.scenes.lesson.scene import LessonScene

ROW: Final = 39.0
"""The height of a line in the list of steps, in units of text."""
LEAST: Final = 29.0
"""And how low it may become where there are many."""


class LessonWords(Words):
    """While the teacher speaks, nothing else is said in the middle."""

    scene: LessonScene

    @property
    def message(self) -> tuple[str, bool]:
        return ("", False) if self.scene.talking else super().message


class Saying(Widget):
    """What the teacher says, for those who have it read to them."""

    role = "note"
    focusable = False

    def __init__(self, scene: LessonScene) -> None:
        super().__init__("Teacher", on_paper=True)
        self.scene = scene
        self.region = "decision"

    @property
    def value(self) -> str:
        return bare(self.scene.teacher.words)


class LessonControls(Controls):
    """The controls of a table, with the teacher's button, and the way out of a lesson instead of that out of a game."""

    scene: LessonScene

    def __init__(self, scene: LessonScene) -> None:
        super().__init__(scene)
        self.undo.label = "Back"
        self.saying = Saying(scene)

    def lay(self) -> None:
        super().lay()
        scene = self.scene
        self.undo.enabled = scene.sitting.number > 0 or scene.wrong is not None
        self.hint.enabled = self._asked
        go = scene.teacher.go
        self.widgets.set([*self.widgets.all, self.saying, go], self.widgets.focus)  # the last lies uppermost
        if go.shown:
            self.widgets.to(go)
        elif self.widgets.focus is go:
            tiles = scene.panel.tiles if scene.panel is not None else []
            self.widgets.to(tiles[0] if tiles else self.fan)

    @property
    def _asked(self) -> bool:
        """Whether the learner has a question before them, and not what came of another answer."""
        return bool(self.scene.asking) and self.scene.wrong is None

    def _hint(self) -> Change:
        """The answer that the lesson wants."""
        return super()._hint() if self._asked else None

    def handle(self, event: pygame.event.Event) -> Change:
        """The bubble lies over the table: what is clicked on it goes to its button alone."""
        teacher = self.scene.teacher
        clicked = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        if clicked and teacher.fit is not None and teacher.fit.area.holds(event.pos):
            if teacher.go.shown and teacher.go.rect.collidepoint(event.pos):
                self.widgets.handle(event)
            self.scene.dirty = True
            return self.widgets.take()
        return super().handle(event)

    def _menu(self) -> Change:
        return Push(LessonMenu(self.scene))

    def _rules(self) -> Change:
        return _without_lesson(super()._rules())


def _without_lesson(rules: Change) -> Change:
    """The rules as they are shown over a lesson: from there one goes back to it, and not into another."""
    if isinstance(rules, Push) and isinstance(rules.scene, RulesScene):
        rules.scene.lesson.shown = False
    return rules


class LessonPicture(Picture):
    """A table with the teacher over it, and the list of steps in the place of the ledger."""

    scene: LessonScene
    ledger: Steps

    def __init__(self, scene: LessonScene) -> None:
        super().__init__(scene)
        game = scene.sitting.game
        self.ledger = Steps(scene, game.title, game.prize, scene.portraits)
        self._listed: tuple[object, ...] = ()

    def draw(self, paint: Paint) -> None:
        listed = (self.scene.sitting.number, self.scene.talking, self.ledger.shows_ledger)
        if listed != self._listed:
            self._listed, self._ground_key, self._table_key = listed, (), ()
        super().draw(paint)
        if not self.scene.ledger_open and self.scene.last_trick is None:
            self.scene.teacher.draw(paint)


class Steps(Ledger):
    """The list of what is taught; where the lesson points at the ledger, the ledger itself."""

    def __init__(self, scene: LessonScene, *ledger: Any) -> None:
        super().__init__(*ledger)
        self.scene = scene

    @property
    def shows_ledger(self) -> bool:
        return self.scene.aim is not None and self.scene.aim.kind == "ledger"

    def draw(self, paint: Paint, layout: Layout, glance: Glance, rows_of_buttons: int = 2, focused: bool = False) -> None:
        if self.shows_ledger:
            super().draw(paint, layout, glance, rows_of_buttons, focused)
            return
        page, t, lesson = sheet(layout), paint.theme, self.scene.lesson
        s = page.s
        self.scroll.inner = 0.0
        paint.paper(*page.area, 12 * s)
        room = page.w - 46 * s
        px = paint.snug(lesson.title, 24 * s, "serifb", room)
        paint.put(paint.fit(lesson.title, px, "serifb", room), page.x, page.area.y + 12 * s, px, t.ink, "serifb")
        about = f"{self.title}, about {phrases.count(lesson.minutes, 'minute')}"
        small = paint.snug(about, page.px(14), "sans", page.w)
        paint.put(paint.fit(about, small, "sans", page.w), page.x, page.area.y + 44 * s, small, t.ink2, "sans")
        paint.line(page.x, page.head_bottom, page.w)
        chapters, now = lesson.chapters, lesson.chapter(self.scene.sitting.number)
        top, foot = page.area.y + HEAD * s, page.foot(rows_of_buttons)
        high = min(ROW * page.t, max(LEAST * page.t, (foot - top) / len(chapters)))
        fit = min(len(chapters), int((foot - top) / high))
        first = min(max(0, now - fit // 2), len(chapters) - fit)  # with large text, only those around the present one
        for i in range(first, first + fit):
            self._row(paint, page.x, top + (i - first) * high, page.w, high, i, now, chapters[i][0])

    def _row(self, paint: Paint, x: float, y: float, w: float, high: float, i: int, now: int, title: str) -> None:
        t, px = paint.theme, min(16.5 / ROW * high, 22)
        if i == now:
            paint.box(x - 0.2 * high, y + 1, w + 0.4 * high, high - 2, 0.2 * high, fill=t.chosen, edge=t.brass_lo, sw=1.2)
        tone = t.ink if i <= now else t.ink2
        if i < now:
            paint.icon("check", x + 0.28 * high, y + high / 2, 0.42 * high, t.leaf)
        else:
            paint.put(str(i + 1), x + 0.28 * high, y + high / 2, 0.92 * px, tone, "semi", "center")
        face = "semi" if i == now else "sans"
        size = paint.snug(title, px, face, w - 0.8 * high)
        paint.put(paint.fit(title, size, face, w - 0.8 * high), x + 0.8 * high, y + high / 2, size, tone, face, "midleft")


class LessonMenu(MenuScene):
    """The menu over a lesson: a lesson can be begun again, and nothing is lost by leaving it."""

    def __init__(self, scene: LessonScene) -> None:
        super().__init__(scene.desk, scene.tables, scene.sitting)
        self.first.label = "Back to the lesson"
        self.leave.label = "Leave the lesson"
        self.leave.on = lambda: Pop("leave")
        self.fair.shown = False  # there is nothing to be checked in deals that were set up to teach
        self.again = Button("Begin again", lambda: Pop("again"), "plain", "undo")
        self.buttons.insert(1, self.again)
        self.widgets.set([*self.widgets.all[:2], self.again, *self.widgets.all[2:]], first=self.first)

    def _rules(self) -> Change:
        return _without_lesson(super()._rules())

    @property
    def sentence(self) -> str:
        return "A lesson can be left and begun again as often as one likes."


class LessonScore(ScoreScene):
    """The score sheet of a deal in a lesson, from which the lesson goes on."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.on.label = "Go on"
        self.menu.shown = False

    def back(self) -> Change:
        return Pop("next")

    @property
    def sealed(self) -> str:
        return "This deal was set up for the lesson."

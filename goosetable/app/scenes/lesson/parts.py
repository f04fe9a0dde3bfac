"""What stands beside a lesson instead of what stands beside a game: the list of steps, the menu, the sheet."""

from __future__ import annotations

from typing import Any, Final

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import bare
from goosetable.app.scenes.lesson.progress import LessonProgress
from goosetable.app.scenes.lesson.tutor import Teacher
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.routes import LEAVE, ToRules
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.table.sidebar.sidebar import Sidebar, sheet
from goosetable.app.table.sidebar.sidebar_layout import HEAD
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.words import phrases

ROW: Final = 39.0
"""The height of a line in the list of steps, in units of text."""
LEAST: Final = 29.0
"""And how low it may become where there are many."""


class Saying(Widget):
    """What the teacher says, for those who have it read to them."""

    role = "note"
    focusable = False

    def __init__(self, teacher: Teacher) -> None:
        super().__init__("Teacher", on_paper=True)
        self.teacher = teacher
        self.region = "decision"

    @property
    def value(self) -> str:
        return bare(self.teacher.words)


def without_lesson(rules: Change) -> Change:
    """The rules as they are shown over a lesson: from there one goes back to it, and not into another."""
    if isinstance(rules, Push) and isinstance(rules.route, ToRules):
        return Push(rules.route._replace(lesson=False))
    return rules


class Steps(Sidebar):
    """The list of what is taught; where the lesson points at the sidebar, the sidebar itself."""

    def __init__(self, progress: LessonProgress, portraits: tuple[str, ...]) -> None:
        game = progress.match.game
        super().__init__(game.title, game.text.prize[1], portraits)
        self.progress = progress

    @property
    def look(self) -> tuple[object, ...]:
        progress = self.progress
        return *super().look, progress.match.number, progress.talking, progress.shows_sidebar

    def draw(self, canvas: Canvas, layout: Layout, snapshot: Snapshot, rows_of_buttons: int = 2, focused: bool = False) -> None:
        if self.progress.shows_sidebar:
            super().draw(canvas, layout, snapshot, rows_of_buttons, focused)
            return
        page, t, lesson = sheet(layout), canvas.theme, self.progress.lesson
        s = page.s
        self.scroll.inner = 0.0
        canvas.paper(*page.area, 12 * s)
        room = page.w - 46 * s
        canvas.label(lesson.title, page.x, page.area.y + 12 * s, 24 * s, t.ink, "serifb", room)
        about = f"{self.title}, about {phrases.count(lesson.minutes, 'minute')}"
        canvas.label(about, page.x, page.area.y + 44 * s, page.px(14), t.ink2, "sans", page.w)
        canvas.line(page.x, page.head_bottom, page.w)
        chapters, now = lesson.chapters, lesson.chapter(self.progress.match.number)
        top, foot = page.area.y + HEAD * s, page.foot(rows_of_buttons)
        high = min(ROW * page.t, max(LEAST * page.t, (foot - top) / len(chapters)))
        fit = min(len(chapters), int((foot - top) / high))
        first = min(max(0, now - fit // 2), len(chapters) - fit)  # with large text, only those around the present one
        for i in range(first, first + fit):
            self._row(canvas, page.x, top + (i - first) * high, page.w, high, i, now, chapters[i][0])

    def _row(self, canvas: Canvas, x: float, y: float, w: float, high: float, i: int, now: int, title: str) -> None:
        t, px = canvas.theme, min(16.5 / ROW * high, 22)
        if i == now:
            canvas.box(x - 0.2 * high, y + 1, w + 0.4 * high, high - 2, 0.2 * high, fill=t.chosen, edge=t.brass_lo, sw=1.2)
        tone = t.ink if i <= now else t.ink2
        if i < now:
            canvas.icon("check", x + 0.28 * high, y + high / 2, 0.42 * high, t.leaf)
        else:
            canvas.put(str(i + 1), x + 0.28 * high, y + high / 2, 0.92 * px, tone, "semi", "center")
        face = "semi" if i == now else "sans"
        canvas.label(title, x + 0.8 * high, y + high / 2, px, tone, face, w - 0.8 * high, "midleft")


class LessonMenu(PauseMenuScene):
    """The menu over a lesson: a lesson can be begun again, and nothing is lost by leaving it."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.way_back.label = "Back to the lesson"
        self.leave.label = "Leave the lesson"
        self.leave.on = lambda: Pop(LEAVE)
        self.fair.shown = False  # there is nothing to be checked in deals that were set up to teach
        self.again = Button("Begin again", lambda: Pop("again"), "plain", "undo")
        self.buttons.insert(1, self.again)

    def _rules(self) -> Change:
        return without_lesson(super()._rules())

    @property
    def sentence(self) -> str:
        return "A lesson can be left and begun again as often as one likes."


class LessonScore(ScoreScene):
    """The score sheet of a deal in a lesson, from which the lesson goes on."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.on.label = "Go on"
        self.menu.shown = self.again.shown = self.deals.shown = self.review.shown = False

    def back(self) -> Change:
        return Pop("next")

    @property
    def aside(self) -> str:
        return "This deal was set up for the lesson."

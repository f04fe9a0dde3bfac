"""What stands beside a lesson instead of what stands beside a game: the list of steps, the menu, the sheet."""

from __future__ import annotations

from typing import Any, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import bare
from goosetable.app.scenes.lesson.progress import LessonProgress
from goosetable.app.scenes.lesson.tutor import Teacher
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.routes import LEAVE, ToRules
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.table.sidebar.blocks import Blocks, Told
from goosetable.app.table.sidebar.sidebar import Sidebar
from goosetable.app.ui.elements import Column, Element, FirstFit, Row, Text, Version, icon
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.words import phrases

ROW: Final = 39.0
"""Units of a line in the list of steps."""
LEAST: Final = 29.0
"""Units of a line where there are many."""


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

    def head(self, told: Told) -> Element:
        if self.progress.shows_sidebar:
            return super().head(told)
        lesson = self.progress.lesson
        return self.headed(told, lesson.title, f"{self.title}, about {phrases.count(lesson.minutes, 'minute')}")

    def middle(self, blocks: Blocks) -> Element:
        if self.progress.shows_sidebar:
            return super().middle(blocks)
        chapters, now = self.progress.lesson.chapters, self.progress.lesson.chapter(self.progress.match.number)

        def steps(fit: int, high: float) -> Version:
            first = min(max(0, now - fit // 2), len(chapters) - fit)  # with large text, only those around the present one
            return lambda: Column([_step(i, now, chapters[i][0], high) for i in range(first, first + fit)])

        fewer = [steps(fit, LEAST) for fit in range(len(chapters), 0, -1)]
        return FirstFit([steps(len(chapters), ROW), *fewer], grow=1, key="body")


def _step(i: int, now: int, title: str, high: float) -> Element:
    """One step of the list: its number, or a sign that it is done, and its title."""

    def ground(canvas: Canvas, at: pygame.Rect) -> None:
        wide = 0.2 * at.h
        canvas.box(at.x - wide, at.y + 1, at.w + 2 * wide, at.h - 2, wide, canvas.theme.chosen, canvas.theme.brass_lo)

    colour = "ink" if i <= now else "ink2"
    number = Text(str(i + 1), 15, colour, "semi", text_align=0.5, width=18, spoken="")
    sign = icon("check", 16, "leaf") if i < now else number
    words = Text(title, 16.5, colour, "semi" if i == now else "sans", max_lines=1, shrink=0.7, grow=1)
    return Row([Row([sign], 0, width=18), words], 9, background=ground if i == now else None, height=high)


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

"""The scene of a lesson: a table with a teacher and without time limits. The script of the lesson acts for the other seats."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from goosetable.app.context import Context
from goosetable.app.match import practice
from goosetable.app.match.match import Match
from goosetable.app.match.practice import LessonMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.lesson.teacher import LessonProgress, SpeechPart, StepsSidebar, Teacher
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.routes import LEAVE, ToLessonMenu, ToRules
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import GuidedScene
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.ui.accessible import AccessibleTree
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import LessonAction
from goosetable.engine.rules.action import Action

PAUSE: Final = 0.45 * 1.6
"""Seconds between two actions of other seats at the leisurely pace: 1.6 times the usual pause at a table."""


class LessonScene(GuidedScene):
    """The scene of a lesson. An interrupted lesson continues at the same step.

    Esc opens the menu; at the first step it leaves the lesson. The button Back returns to the previous step.
    """

    speaker = "teacher"
    match: LessonMatch

    def __init__(self, context: Context, game: AnyGame) -> None:
        """Loads the lesson. Raises AssetError if its file is missing or damaged."""
        self.lesson = practice.load_lesson(game, for_play=True)
        match = LessonMatch(self.lesson, game, context.show_notice)
        self._spoken = False
        """True once the teacher has spoken."""
        self._done = False
        """True once the learner has finished the last step."""
        if begun := practice.interrupted_step(context.settings, self.lesson):
            match.go_to_step(self._step_that_fills_trick(begun))
        self._opening = f"Lesson in {game.title}, step {match.number + 1} of {len(self.lesson.steps)}."
        self.progress = LessonProgress(match)
        super().__init__(context, match)
        self.sidebar = StepsSidebar(self.progress, self.portraits)
        self.controls.undo.label = "Back"
        self.teacher = Teacher(self, self.progress, self.messages, self.continue_lesson)
        self.top_widgets = (SpeechPart(self.teacher), self.teacher.go)
        self._queue: deque[Callable[[], Change]] = deque()
        self._queue_actions_before_text()

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree of the table. First of all, it names the lesson and the step at which it opened."""
        return super().accessible_tree()._replace(deal=self._opening)

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return super().is_moving or self.teacher.is_arrow_growing

    def on_resize(self, w: int, h: int) -> None:
        super().on_resize(w, h)
        if self.progress.talking:
            self.on_snapshot_change()
            self.teacher.place_bubble()
            self.controls.lay_out()
        elif self.context.reader_listens and not self._spoken and not self.match.step.score:
            self._go_to_first_words()

    def _go_to_first_words(self) -> None:
        """Performs all that precedes the first words at once, so that a screen reader begins with these words."""
        while self._queue:
            self._queue.popleft()()
            self.finish()
        self._show_speech()

    def leave(self) -> Change:
        return self.open_menu() if self.match.number else super().leave()

    def on_close(self) -> None:
        """Stores the present step, at which the lesson continues the next time. If the lesson is finished, removes the stored
        step.
        """
        number = 0 if self._done else self.match.number
        kept = {game: step for game, step in self.context.settings.begun.items() if game != self.lesson.game}
        self.context.change_settings(begun=kept | ({self.lesson.game: number} if number else {}))
        super().on_close()

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if self.timeline.is_stopped and not self.progress.talking and not self._queue:
            self._show_speech()
        self.dirty |= self.teacher.update(dt)
        return change

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if not self.sidebar_open and self.last_trick is None:
            self.teacher.draw(canvas, self.widgets)

    def on_resume(self, result: object) -> None:
        if result == "again":
            self.go_to_step(0)
        super().on_resume(result)
        self.teacher.place_bubble()

    @property
    def guide_text(self) -> str:
        """The words of the teacher."""
        return self.teacher.bubble_text

    @property
    def hides_messages(self) -> bool:
        return self.progress.talking

    @property
    def allows_hint(self) -> bool:
        return self.progress.awaits_action

    @property
    def allows_undo(self) -> bool:
        return self.match.number > 0 or self.progress.wrong_action is not None

    def finish(self) -> None:
        """Ends all animations at once. A complete trick stays on the table while the teacher speaks about it."""
        if not (self.progress.talking and self.timeline.is_stopped):
            super().finish()

    @property
    def speech_area(self) -> Area | None:
        return None if self.teacher.fit is None else self.teacher.fit.area

    def advance(self, dt: float) -> Change:
        if self.progress.talking:
            if self.match.hint is not None and self.messages.hinted is None and self.progress.asking:
                self.messages.show_hint(self.match.hint)
                self.controls.focus_hint()
                self.redraw()
            return None
        self.turn.waited += dt
        if not self._queue:
            self._show_speech()
        elif self.turn.waited >= PAUSE * self.context.pause_factor:
            return self._queue.popleft()()
        return None

    def act(self, action: Action) -> None:
        """Performs the learner's action. After a right action the lesson continues; to a wrong action the teacher objects.

        Does nothing if the present step asks for no action.
        """
        progress = self.progress
        if not progress.talking or not progress.awaits_action:
            return
        right, steps, number = action in progress.asking, self.lesson.steps, self.match.number
        then = steps[number + 1] if right and number + 1 < len(steps) else None
        self._end_speech()
        self.animations.waits = not right or (then is not None and then.lies and not then.play and not then.skip)
        self.perform(action, by_person=True)
        if right:
            self._begin_next_step()
        else:
            progress.wrong_action, progress.asking, progress.aim = action, (), None
            self.controls.lay_out()

    def undo(self) -> None:
        """Takes back a wrong action; if there is none, returns to the previous step."""
        if self.progress.wrong_action is not None:
            self.continue_lesson()
        elif self.match.number:
            self.go_to_step(self.match.number - 1)

    def open_menu(self) -> Change:
        return Push(ToLessonMenu(self.match))

    def _queue_actions_before_text(self) -> None:
        step = self.match.step
        self.progress.begin_step()
        self._queue.clear()
        if step.deal is not None:
            self._queue.append(self.deal)
        if step.skip:
            self._queue.append(self._skip_actions)
        self._queue.extend(partial(self._perform_scripted_action, deed) for deed in step.play)
        if step.score:
            self._queue.append(self.turn.score_deal)

    def _perform_scripted_action(self, lesson_action: LessonAction) -> None:
        """Performs a scripted action. If the text of the step is about a complete trick, that trick stays on the table."""
        step = self.match.step
        self.animations.waits = step.lies and lesson_action is step.play[-1]
        self.match.doer = lesson_action.seat
        self.perform(lesson.legal_action(self.match.session, lesson_action), by_person=False)
        self.match.doer = None

    def _skip_actions(self) -> None:
        lesson.take_actions_silently(self.match.session, self.match.step.skip)
        self.show_at_rest()

    def _show_speech(self) -> None:
        progress = self.progress
        words, aim = progress.next_speech(), progress.aim
        self._spoken = True
        self.on_snapshot_change()
        if aim is not None and aim.kind == "hand" and progress.asking and self.panel is None:
            self.hand.set_hint(aim.card)
        self.teacher.begin_speech(words)
        self.controls.lay_out()
        if progress.waits_for_button:
            self.widgets.focus_on(self.teacher.go)
        elif aim is not None and self.panel is not None:
            for tile in self.panel.tiles:
                if tile.choice.action == aim.action:  # the choice that is pointed at is also the one with the focus
                    self.widgets.focus_on(tile)
        elif progress.asking and self.panel is None:
            if self.hand.hint is not None:
                self.hand.focus_card(None)  # the focus begins at the card that the step means
            self.controls.begin_turn()

    def continue_lesson(self) -> Change:
        """Handles the teacher's button: takes back a wrong action, goes to the next step, or leaves the finished lesson."""
        if not self.progress.waits_for_button:
            return None
        self._end_speech()
        if self.progress.wrong_action is not None:
            self._take_back_action()
            return None
        if self.match.is_on_last_step:
            self.context.change_settings(learned=tuple(sorted({*self.context.settings.learned, self.lesson.game})))
            self._done = True
            return Pop("learned")
        self._begin_next_step()
        self.turn.begin_turn(by_person=True)  # a second press of Enter belongs to the button
        return None

    def _end_speech(self) -> None:
        self.progress.talking = False
        self.teacher.end_speech()
        self.finish()

    def _begin_next_step(self) -> None:
        self.match.number += 1
        self.turn.waited = 0.0
        self._queue_actions_before_text()
        self.controls.lay_out()

    def _take_back_action(self) -> None:
        self.progress.wrong_action = None
        self.match.session.undo(1)
        self.messages.clear()
        self.show_at_rest()

    def go_to_step(self, step_number: int) -> None:
        self._end_speech()
        self.last_trick = None
        self.match.go_to_step(self._step_that_fills_trick(step_number))
        self._queue_actions_before_text()
        self.messages.clear()
        self.hand.focus = None
        self.stage.show(take_snapshot(self.match, self.context.settings.sort), self.layout)
        self.on_snapshot_change()

    def _step_that_fills_trick(self, step_number: int) -> int:
        while self.lesson.steps[step_number].lies and not self.lesson.steps[step_number].play:
            step_number -= 1
        return step_number


class LessonMenuScene(PauseMenuScene):
    """The menu over a lesson. It offers to begin the lesson again, and to leave it."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.to_rules = ToRules(match.game, match.session.options, offers_lesson=False)
        self.way_back.label = "Back to the lesson"
        self.leave.label = "Leave the lesson"
        self.leave.on_press = lambda: Pop(LEAVE)
        self.fair.shown = False  # there is nothing to be checked in deals that were set up to teach
        self.again = Button("Begin again", lambda: Pop("again"), "plain", "undo")
        self.buttons.insert(1, self.again)

    @property
    def sentence_among_buttons(self) -> str:
        match = self.match
        assert isinstance(match, LessonMatch)
        if not match.number:
            return "A lesson can be left and begun again as often as one likes."
        return f"This is step {match.number + 1} of {len(match.lesson.steps)}. Leave it now, and you can go on from here later."


class LessonScoreScene(ScoreScene):
    """The score sheet of a deal in a lesson; closing it continues the lesson."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.on.label = "Go on"
        self.reviewed = False
        self.menu.shown = self.again.shown = self.deals.shown = False
        self.key_actions["sheet"] = lambda: self.context.show_answer(self.sheet_in_words)

    def go_back(self) -> Change:
        return Pop("next")

    @property
    def origin_note(self) -> str:
        return "This deal was set up for the lesson."

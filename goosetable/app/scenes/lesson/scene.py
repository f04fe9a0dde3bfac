"""A lesson that is played: a table whose company does what the lesson says, a teacher beside it, and nothing timed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.match import tutorial
from goosetable.app.match.tutorial import Guided
from goosetable.app.scenes.lesson.parts import LessonControls, LessonPicture, LessonWords
from goosetable.app.scenes.lesson.tutor import Teacher
from goosetable.app.scenes.routes import ToScore
from goosetable.app.scenes.table.scene import PACE_PAUSE, TableScene
from goosetable.app.table.snapshot import glance
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import Aim, Deed
from goosetable.engine.rules.action import Action

if TYPE_CHECKING:
    from goosetable.app.context import Desk
    from goosetable.engine.rules.game import AnyGame

LONGER: Final = 1.6
"""By how much the company takes longer over a card than at other tables: one should be able to see it."""


class LessonScene(TableScene):
    """The lesson of a game. Esc leaves it, and it can be begun again; Back goes one step back."""

    sitting: Guided

    def __init__(self, desk: Desk, game: AnyGame) -> None:
        """Raises AssetError where the lesson is missing or damaged."""
        self.lesson = tutorial.load(game)
        super().__init__(desk, Guided(self.lesson, game, desk.notice))
        self.talking = False
        """Whether the teacher speaks, so that it is the learner's turn to go on or to act."""
        self.wrong: Action | None = None
        """What the learner did instead, until it is taken back."""
        self.aim: Aim | None = None
        self.asking: tuple[Action, ...] = ()
        """The actions that are waited for."""
        self._leaving = False
        self._todo: deque[Callable[[], Change]] = deque()
        self.words: LessonWords = LessonWords(self)
        self.controls: LessonControls = LessonControls(self)
        self.picture = LessonPicture(self)
        self.teacher = Teacher(self)
        self._prepare()

    # ------------------------------------------------------------------ what is so

    @property
    def waits_for_go(self) -> bool:
        """Whether the lesson waits for nothing but that the learner has read."""
        return self.talking and (self.wrong is not None or not self.asking)

    @property
    def go_label(self) -> str:
        """What the button says."""
        if self.wrong is not None:
            return "Take it back"
        return "Done" if self.sitting.last else "Go on"

    @property
    def busy(self) -> bool:  # type: ignore[override]
        return super().busy or self.teacher.busy

    # ------------------------------------------------------------------ the course of a step

    def _prepare(self) -> None:
        """Lay out what happens before the words of the step that is due."""
        step = self.sitting.step
        self.talking, self.wrong, self.aim, self.asking = False, None, None, ()
        self._todo.clear()
        if step.deal is not None:
            self._todo.append(self._deal)
        if step.skip:
            self._todo.append(self._skip)
        for deed in step.play:
            self._todo.append(lambda deed=deed: self._deed(deed))  # type: ignore[misc]
        if step.score:
            self._todo.append(self._score)

    def _flow(self, dt: float) -> Change:
        """What the lesson does next, once nothing moves."""
        if self._leaving:
            return Pop()
        if self.talking:
            if self.sitting.hint is not None and self.words.hinted is None and self.asking:
                self.words.show_hint(self.sitting.hint)
            return None
        self.waited += dt
        if not self._todo:
            self._talk()
        elif self.waited >= PACE_PAUSE[self.desk.settings.motion] * LONGER:
            return self._todo.popleft()()
        return None

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if self.timeline.waiting and not self.talking and not self._todo:
            self._talk()
        self.dirty |= self.teacher.update(dt)
        return change

    def _deed(self, deed: Deed) -> Change:
        """Somebody does what the lesson says; the last card before words about a full trick lets it lie."""
        step = self.sitting.step
        self.beats.waits = step.lies and deed is step.play[-1]
        self.sitting.doer = deed.seat
        self.do(lesson.do(self.sitting.session, deed), mine=False)
        self.sitting.doer = None
        return None

    def _skip(self) -> Change:
        """What would be dull to watch."""
        lesson.skip(self.sitting.session, self.sitting.step.skip)
        self.show_afresh()
        return None

    def _talk(self) -> None:
        """The words of the step, or those about what was done instead."""
        sitting = self.sitting
        self.talking = True
        if self.wrong is None:
            self.aim, self.asking = sitting.aim, sitting.answers
            words = sitting.say(sitting.step.say)
        else:
            self.aim, words = None, sitting.say(sitting.objection(self.wrong))
        self._changed()
        if self.aim is not None and self.aim.kind == "hand" and self.asking and self.panel is None:
            self.hand.suggest(self.aim.card)
        self.teacher.say(words)
        self.controls.lay()
        if self.waits_for_go:
            self.controls.widgets.to(self.teacher.go)
        elif self.aim is not None and self.panel is not None:
            meant = [tile for tile in self.panel.tiles if tile.choice.action == self.aim.action]
            for tile in meant:  # the choice that is pointed at is also the one with the focus
                self.controls.widgets.to(tile)

    def go_on(self) -> Change:
        """The learner has read: the next step, or what was done instead is taken back."""
        if not self.waits_for_go:
            return None
        self._hush()
        if self.wrong is not None:
            self._take_back()
            return None
        if self.sitting.last:
            self.desk.change(learned=tuple(sorted({*self.desk.settings.learned, self.lesson.game})))
            self._leaving = True
            return Pop("learned")
        self._next()
        return None

    def _hush(self) -> None:
        self.talking = False
        self.teacher.hush()
        super().finish()

    def _next(self) -> None:
        self.sitting.number += 1
        self.waited = 0.0
        self._prepare()
        self.controls.lay()

    def _take_back(self) -> None:
        self.wrong = None
        self.sitting.session.undo(1)
        self.words.clear()
        self.show_afresh()

    def back(self) -> None:
        """To the step before, or out of what was done instead."""
        if self.wrong is not None:
            self.go_on()
        elif self.sitting.number:
            self.go_to(self.sitting.number - 1)

    def go_to(self, number: int) -> None:
        """Begin a step anew."""
        self._hush()
        self.last_trick = None
        while self.lesson.steps[number].lies and not self.lesson.steps[number].play:
            number -= 1  # the trick that is spoken of has to be played first
        self.sitting.go_to(number)
        self._prepare()
        self.words.clear()
        self.hand.focus = None
        self.stage.show(glance(self.sitting, self.desk.settings.sort), self.layout)
        self._changed()

    # ------------------------------------------------------------------ what the learner does

    def do(self, action: Action, mine: bool) -> None:
        if not mine:
            super().do(action, mine)
            return
        if not self.talking or not self.asking or self.wrong is not None:
            return
        right, steps, number = action in self.asking, self.lesson.steps, self.sitting.number
        then = steps[number + 1] if right and number + 1 < len(steps) else None
        self._hush()
        self.beats.waits = not right or (then is not None and then.lies and not then.play and not then.skip)
        super().do(action, mine)
        if right:
            self._next()
        else:
            self.wrong, self.asking, self.aim = action, (), None
            self.controls.lay()

    def undo(self) -> None:
        self.back()

    def finish(self) -> None:
        """A press ends what moves, but not the lying of a trick that is spoken of."""
        if not (self.talking and self.timeline.waiting):
            super().finish()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and not self.ledger_open and self.last_trick is None:
            return Pop()
        return super().handle(event)

    def resumed(self, result: object) -> None:
        if result == "leave":
            self._leaving = True
        elif result == "again":
            self.go_to(0)
        super().resumed(result)
        self.teacher.lay()

    def resized(self, w: int, h: int) -> None:
        super().resized(w, h)
        if self.talking:
            self._changed()
            self.teacher.lay()
            self.controls.lay()

    def _score(self) -> Change:
        """The deal is counted, on the sheet that every deal is counted on."""
        change = super()._score()
        if isinstance(change, Push) and isinstance(change.route, ToScore):
            return Push(change.route._replace(lesson=True))
        return change

"""How far a lesson has come: its step, whether the teacher speaks, what is pointed at and what is asked."""

from __future__ import annotations

from goosetable.app.match.practice import Tutorial
from goosetable.engine.lesson.lesson import Aim
from goosetable.engine.rules.action import Action


class LessonProgress:
    """talking: the teacher speaks, so that it is the learner's turn to go on or to act."""

    def __init__(self, match: Tutorial) -> None:
        self.match, self.lesson = match, match.lesson
        self.prepare()

    def prepare(self) -> None:
        """A step begins: nothing has been said of it yet."""
        self.talking = False
        self.wrong: Action | None = None
        """What the learner did instead, until it is taken back."""
        self.aim: Aim | None = None
        self.asking: tuple[Action, ...] = ()
        """The actions that are waited for."""

    def talk(self) -> str:
        """The words of the step, or those about what was done instead."""
        self.talking = True
        if self.wrong is not None:
            self.aim = None
            return self.match.say(self.match.objection(self.wrong))
        self.aim, self.asking = self.match.aim, self.match.answers
        return self.match.say(self.match.step.say)

    @property
    def asked(self) -> bool:
        """Whether the learner has a question before them, and not what came of another answer."""
        return bool(self.asking) and self.wrong is None

    @property
    def waits_for_go(self) -> bool:
        """Whether the lesson waits for nothing but that the learner has read."""
        return self.talking and (self.wrong is not None or not self.asking)

    @property
    def go_label(self) -> str:
        """What the button says by which the lesson goes on."""
        if self.wrong is not None:
            return "Take it back"
        return "Done" if self.match.last else "Go on"

    @property
    def shows_sidebar(self) -> bool:
        """Whether the sidebar is pointed at, and therefore shown in place of the list of steps."""
        return self.aim is not None and self.aim.kind == "ledger"

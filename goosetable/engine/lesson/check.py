"""Check of a lesson: it is played from its beginning to its end by the rules, and each fault is reported with its step."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from goosetable.engine.game import AnyGame
from goosetable.engine.lesson.lesson import Lesson, LessonError, Step, aim, answers, at_step, begin, lead_in
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules.action import Action


def check(lesson: Lesson, game: AnyGame) -> None:
    """Plays a lesson through, with every answer it accepts in its place. Raises LessonError at the first step that fails."""
    if lesson.game != game.id:
        raise LessonError(f"it is a lesson of {lesson.game!r}")
    if not lesson.steps or lesson.steps[0].deal is None or not lesson.steps[0].title:
        raise LessonError("step 1 must have a deal and a title")
    session = begin(lesson, game)
    for number in range(len(lesson.steps)):
        first = _play(lesson, session, number)
        for other in first[1:]:
            fork = at_step(lesson, game, number)
            _play(lesson, fork, number)
            fork.act(lesson.learner, other, listening=False)
            _to_the_end(lesson, fork, number + 1)
        if first:
            session.act(lesson.learner, first[0], listening=False)
    if session.due == "act" and lesson.steps[-1].ask:
        raise LessonError("the last step asks for something, and nothing is said afterwards")


def _to_the_end(lesson: Lesson, session: Session, number: int) -> None:
    for later in range(number, len(lesson.steps)):
        found = _play(lesson, session, later)
        if found:
            session.act(lesson.learner, found[0], listening=False)


def _play(lesson: Lesson, session: Session, number: int) -> tuple[Action, ...]:
    """Plays all that comes before the words of a step; returns its answers."""
    step, learner = lesson.steps[number], lesson.learner
    try:
        if step.lies and step.ask:
            raise ValueError("while a full trick lies there nothing can be asked for")
        before = session.undoable
        lead_in(session, step)
        found = answers(session, step, learner)
        aim(session, step, learner)
        others = [session.game.write(action) for action in session.legal(learner) if action not in found] if found else []
        for wanted in step.instead:
            if wanted and not any(fnmatchcase(text, wanted) for text in others):
                raise ValueError(f"{wanted!r} is spoken of, and is an answer or cannot be done")
        if step.lies and not (step.play or step.skip) and not before:
            raise ValueError("there is no trick that could lie there")
    except (ValueError, IllegalAction) as wrong:
        raise LessonError(f"step {number + 1}: {wrong}") from None
    if session.due == "score" and number + 1 < len(lesson.steps) and not lesson.steps[number + 1].score and not step.lies:
        raise LessonError(f"step {number + 2}: the deal is over, and its score comes next")
    return found


def walk(lesson: Lesson, game: AnyGame) -> Iterator[tuple[int, Step, Session]]:
    """Yields the steps in order, each with its number and the session at its words."""
    session = begin(lesson, game)
    for number, step in enumerate(lesson.steps):
        found = _play(lesson, session, number)
        yield number, step, session
        if found:
            session.act(lesson.learner, found[0], listening=False)

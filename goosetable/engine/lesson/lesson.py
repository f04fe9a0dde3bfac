"""Lessons: set-up deals with words at the right moments, read from a text and played on a session.

A lesson is one JSON object: `game`, `title`, `minutes`, `options` (house rules that differ from the printed ones), `seats`
(names by seat; the learner is "") and `steps`. Every step has words; it may first take actions and then ask for one:

    title   a line for the list of steps; a step without one belongs to the step before
    deal    a deal line as records have it, dealt before the words
    skip    actions such as "1 play 9C", taken at once and not shown, to leave out dull parts; "rest" plays the deal out with
            the first card that each seat may play, and "rest 12" does so for twelve actions
    play    actions in the same form that are shown one after the other
    score   true: the deal is over, and its score sheet is shown first
    say     the words; {bold}, suits, and seats as in `phrases`: "[1 plays] ♥"
    lies    true: the trick that has just been filled lies on the table during the words
    at      the target of a pointer: "hand 9S", "trick KH", "seat 1", "pile kept 1", "choice bid 2", "choices" or "ledger"
    ask     the actions of the learner with which the lesson goes on; a star matches anything: "play *H", "bid *", "*";
            without it the lesson only waits
    instead the words after another legal action of the learner, before it is taken back: a text, or several by
            action, with stars as in `ask`
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import state_numbered_for_seat
from goosetable.engine.record import format
from goosetable.engine.record.format import Chair, DealLine, Header
from goosetable.engine.record.replay import read_deal
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Pile

Fields = dict[str, Any]
"""A step as read from the file, not yet checked."""
LEARNER: Final = Chair("You", "human")
SCRIPTED: Final = "lesson"
"""Kind of player in the header for each seat that the lesson plays."""
REST: Final = "rest"
OTHERWISE: Final = "That is allowed too. Just now, though, it would lead us away from what there is to see."
_KEYS: Final[dict[str, type | tuple[type, ...]]] = {
    "title": str, "deal": dict, "skip": list, "play": list, "score": bool, "say": str, "lies": bool, "at": str, "ask": list,
    "instead": (str, dict),
}  # fmt: skip
"""Keys of a step, with their types."""


class LessonError(Exception):
    """Error: a lesson is faulty; the message is a sentence that names the step, from 1."""


class LessonAction(NamedTuple):
    """An action of a lesson: a seat, and the action as records write it.

    If the text is `REST`, the lesson chooses the actions itself, and `seat` has the largest number of actions instead of a
    seat.
    """

    seat: int
    do: str


class Step(NamedTuple):
    """One step of a lesson, with the fields listed at the top of this module."""

    say: str
    title: str = ""
    deal: DealLine | None = None
    skip: tuple[LessonAction, ...] = ()
    play: tuple[LessonAction, ...] = ()
    score: bool = False
    lies: bool = False
    at: str = ""
    ask: tuple[str, ...] = ()
    instead: Mapping[str, str] = {"": OTHERWISE}
    """Words after a wrong action, by action; the key "" has the words for every other action."""


class Lesson(NamedTuple):
    """A whole lesson."""

    game: str
    title: str
    minutes: int
    options: Mapping[str, object]
    chairs: tuple[Chair, ...]
    steps: tuple[Step, ...]

    @property
    def learner(self) -> int:
        """The learner's seat."""
        return self.chairs.index(LEARNER)

    @property
    def chapters(self) -> tuple[tuple[str, int], ...]:
        """Titles of the chapters, each with the number, from 0, of its first step."""
        return tuple((step.title, number) for number, step in enumerate(self.steps) if step.title)

    def chapter_of_step(self, step_number: int) -> int:
        """Returns the number of the chapter to which a step belongs."""
        return sum(first <= step_number for _, first in self.chapters) - 1


class PointerTarget(NamedTuple):
    """The target of a step's pointer: the kind of thing at which it points, and which card, seat, pile or action."""

    kind: str
    card: Card = -1
    seat: int = -1
    pile: Pile | None = None
    action: Action = -1


# ---------------------------------------------------------------------- reading


def parse_lesson(text: str) -> Lesson:
    """Parses the text of a lesson. Raises LessonError. Does not test that it can be played; call `check_lesson` for this."""
    try:
        found = json.loads(text)
        chairs = tuple(Chair(name, SCRIPTED) if name else LEARNER for name in found["seats"])
        steps = tuple(_parse_step(number, step) for number, step in enumerate(found["steps"], 1))
        lesson = Lesson(found["game"], found["title"], found["minutes"], found.get("options", {}), chairs, steps)
    except (KeyError, TypeError, AttributeError) as wrong:
        raise LessonError(f"the lesson is not made as a lesson should be: {wrong!r}") from None
    except ValueError as wrong:
        raise LessonError(f"the lesson is not JSON: {wrong}") from None
    except RecursionError:
        raise LessonError("the lesson is not JSON that can be read") from None
    texts = (lesson.game, lesson.title, *found["seats"])
    if not (isinstance(lesson.minutes, int) and all(isinstance(text, str) for text in texts)):
        raise LessonError("the lesson is not made as a lesson should be: game, title and seats are texts, minutes a number")
    if chairs.count(LEARNER) != 1:
        raise LessonError("one seat, and only one, is the learner's")
    return lesson


def _parse_step(step_number: int, fields: Fields) -> Step:
    try:
        return _make_step(fields)
    except (KeyError, TypeError, AttributeError, ValueError, format.RecordError) as wrong:
        raise LessonError(f"step {step_number}: {wrong}") from None


def _make_step(fields: Fields) -> Step:
    strange = fields.keys() - _KEYS
    if strange:
        raise ValueError(f"there is no {min(strange)!r} in a step")
    for key, kind in _KEYS.items():
        value = fields.get(key, [])
        if key in fields and not isinstance(value, kind):
            raise ValueError(f"{key!r} cannot be {json.dumps(value)}")
        if kind is list and not all(isinstance(text, str) for text in value):
            raise ValueError(f"{key!r} is a list of texts")
    deal = None
    if "deal" in fields:
        line = format.read_line(json.dumps(fields["deal"]).encode())
        if not isinstance(line, DealLine):
            raise ValueError("'deal' must be a deal")
        deal = line
    instead = fields.get("instead", OTHERWISE)
    return Step(
        say=fields["say"],
        title=fields.get("title", ""),
        deal=deal,
        skip=_parse_actions(fields.get("skip", ())),
        play=_parse_actions(fields.get("play", ())),
        score=fields.get("score", False),
        lies=fields.get("lies", False),
        at=fields.get("at", ""),
        ask=tuple(fields.get("ask", ())),
        instead={"": instead} if isinstance(instead, str) else {"": OTHERWISE, **instead},
    )


def _parse_actions(texts: list[str]) -> tuple[LessonAction, ...]:
    parts = [text.partition(" ") for text in texts]
    return tuple(
        LessonAction(int(then or 1000), REST) if first == REST else LessonAction(int(first), then) for first, _, then in parts
    )


# ---------------------------------------------------------------------- playing


def begin_session(lesson: Lesson, game: AnyGame) -> Session:
    """Returns the session of a lesson before its first deal. Raises LessonError."""
    try:
        chosen = options.make_options(game.Options, lesson.options, partial=True)
        return Session(game, Header(lesson.game, dict(options.options_as_json(chosen)), None, lesson.chairs))
    except ValueError as wrong:
        raise LessonError(str(wrong)) from None


def legal_action(session: Session, lesson_action: LessonAction) -> Action:
    """Returns the legal action of the session for an action written in a lesson. Raises IllegalAction or ValueError."""
    return session.parse_action(lesson_action.seat, lesson_action.do)


def take_actions_silently(session: Session, lesson_actions: tuple[LessonAction, ...]) -> None:
    """Takes actions without returning events. Raises IllegalAction or ValueError."""
    for deed in lesson_actions:
        if deed.do != REST:
            session.act(deed.seat, legal_action(session, deed), with_events=False)
            continue
        for _ in range(deed.seat):
            if session.turn is None:
                break
            session.act(session.turn, session.legal()[0], with_events=False)


def play_actions_before_words(session: Session, step: Step) -> None:
    """Deals the cards and takes the actions that come before the words of a step. Raises IllegalAction or ValueError."""
    if step.deal is not None:
        session.begin_deal(read_deal(session, step.deal))
    take_actions_silently(session, (*step.skip, *step.play))
    if step.score:
        session.score_deal()


def accepted_actions(session: Session, step: Step, learner: int) -> tuple[Action, ...]:
    """Returns the actions that a step accepts from the learner; empty if the step asks for nothing.

    Raises IllegalAction or ValueError.
    """
    if not step.ask:
        return ()
    session.check_turn(learner)
    legal = {action: session.game.action_text(action) for action in session.legal(learner)}
    for wanted in step.ask:
        if not any(fnmatchcase(text, wanted) for text in legal.values()):
            raise ValueError(f"the learner cannot {wanted!r}")
    return tuple(action for wanted in step.ask for action, text in legal.items() if fnmatchcase(text, wanted))


def objection_to_action(step: Step, action_text: str) -> str:
    """Returns the words of a step for an action that the step does not accept. action_text: the action as records write it."""
    return next(
        (said for wanted, said in step.instead.items() if wanted and fnmatchcase(action_text, wanted)), step.instead[""]
    )


def find_pointer_target(session: Session, step: Step, learner: int) -> PointerTarget | None:
    """Returns the target of a step's pointer in the position before the learner's answer; None if the step has no pointer.
    Raises ValueError.
    """
    if not step.at:
        return None
    game, (kind, _, what) = session.game, step.at.partition(" ")
    if kind == "ledger" and not what:
        return PointerTarget(kind)
    if kind == "seat" and what.isdecimal() and int(what) < session.seats:
        return PointerTarget(kind, seat=int(what))
    state = session.state
    if state is None:
        raise ValueError(f"there is no {step.at!r} while no deal is on the table")
    if kind == "pile":
        for pile, group in state.piles().items():
            if group and f"{pile.kind.name} {pile.seat}" in (what, f"{what} -1"):
                return PointerTarget(kind, pile=pile)
    elif kind in ("choice", "choices"):
        legal = session.legal(learner) if learner in session.seats_to_act else ()
        if kind == "choices" and not what and legal:
            return PointerTarget(kind)
        for action in legal:
            if game.action_text(action) == what:
                return PointerTarget(kind, action=action)
    elif kind in ("hand", "trick"):
        state = state_numbered_for_seat(game, state, learner)
        held = [card for pile, group in state.piles().items() if f"{pile.kind.name} {pile.seat}" == f"hand {learner}"
                for card in game.pack(session.options) if group >> card & 1]  # fmt: skip
        there = held if kind == "hand" else [card for _, card in trick_on_table(session, step, learner)]
        for card in there:
            if game.card_name(card) == what:
                return PointerTarget(kind, card=card)
    raise ValueError(f"there is no {step.at!r} to point at")


def trick_on_table(session: Session, step: Step, learner: int) -> tuple[tuple[int, Card], ...]:
    """Returns the trick on the table during a step: seats and cards in playing order."""
    told = session.deal_log(learner)
    return told.tricks[-1].plays if step.lies and told.tricks else told.table


def session_at_step(lesson: Lesson, game: AnyGame, step_number: int) -> Session:
    """Returns the session before a step. Earlier questions are answered with the first accepted action."""
    session = begin_session(lesson, game)
    for step in lesson.steps[:step_number]:
        play_actions_before_words(session, step)
        found = accepted_actions(session, step, lesson.learner)
        if found:
            session.act(lesson.learner, found[0], with_events=False)
    return session


def check_lesson(lesson: Lesson, game: AnyGame) -> None:
    """Plays a lesson through, once for each answer that a step accepts. Raises LessonError at the first step that fails."""
    if lesson.game != game.id:
        raise LessonError(f"it is a lesson of {lesson.game!r}")
    if not lesson.steps or lesson.steps[0].deal is None or not lesson.steps[0].title:
        raise LessonError("step 1 must have a deal and a title")
    session = begin_session(lesson, game)
    for number, found in _play_steps(lesson, session):
        for other in found[1:]:
            fork = session_at_step(lesson, game, number)
            _play_step(lesson, fork, number)
            fork.act(lesson.learner, other, with_events=False)
            for _ in _play_steps(lesson, fork, number + 1):
                pass
    if session.due_step == "act" and lesson.steps[-1].ask:
        raise LessonError("the last step asks for something, and nothing is said afterwards")


def _play_steps(lesson: Lesson, session: Session, first: int = 0) -> Iterator[tuple[int, tuple[Action, ...]]]:
    for number in range(first, len(lesson.steps)):
        found = _play_step(lesson, session, number)
        yield number, found
        if found:
            session.act(lesson.learner, found[0], with_events=False)


def _play_step(lesson: Lesson, session: Session, step_number: int) -> tuple[Action, ...]:
    step, learner = lesson.steps[step_number], lesson.learner
    try:
        if step.lies and step.ask:
            raise ValueError("while a full trick lies there nothing can be asked for")
        before = session.undoable_count
        play_actions_before_words(session, step)
        found = accepted_actions(session, step, learner)
        find_pointer_target(session, step, learner)
        others = [session.game.action_text(action) for action in session.legal(learner) if action not in found] if found else []
        for wanted in step.instead:
            if wanted and not any(fnmatchcase(text, wanted) for text in others):
                raise ValueError(f"{wanted!r} is spoken of, and is an answer or cannot be done")
        if step.lies and not (step.play or step.skip) and not before:
            raise ValueError("there is no trick that could lie there")
    except (ValueError, IllegalAction) as wrong:
        raise LessonError(f"step {step_number + 1}: {wrong}") from None
    if (
        session.due_step == "score"
        and step_number + 1 < len(lesson.steps)
        and not lesson.steps[step_number + 1].score
        and not step.lies
    ):
        raise LessonError(f"step {step_number + 2}: the deal is over, and its score comes next")
    return found


def walk_steps(lesson: Lesson, game: AnyGame) -> Iterator[tuple[int, Step, Session]]:
    """Yields for each step its number, the step, and the session at the moment of the step's words."""
    session = begin_session(lesson, game)
    for number, _ in _play_steps(lesson, session):
        yield number, lesson.steps[number], session

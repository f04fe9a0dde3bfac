"""Problems of a game. Their file is checked when it is read, and the rules replay each problem to its position.

A file in assets/problems/ is one JSON object with `game` and `problems`, the easiest first. A problem has:

    id       a name that stays the same wherever it is in the file
    stars    difficulty, 1 to 5
    seats    names by seat; the solver is ""
    options  house rules that differ from the usual ones
    deal     a deal line as records have it
    play     actions such as "1 play 9C", from the deal to the position, at which the solver is to act
    goal     the kind of the task, a number, and other seats that it concerns; see `Task`
    right    the only right answer, such as "play TD"
    answers  by legal action, `[value, line]`: the value of the action, and the best play of both sides after it

All hands are open in a problem, and the order of the stock is known. A value is the result if the solver plays perfectly, and
all other seats together play for the solver's worst result. So the right answer is right for any play of the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.record import format
from goosetable.engine.record.format import Chair, DealLine, Header
from goosetable.engine.record.replay import read_deal
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Action

SOLVER: Final = Chair("You", "human")
OTHER: Final = "problem"
"""Name in the header for the player of each other seat."""
STARS: Final = 5
LINE_SEPARATOR: Final = ", "
"""Separator of two actions in the text of a line."""


class Task(StrEnum):
    """A kind of task. The comments define the value of a result; the task is done if the value reaches `Goal.number`."""

    TRICKS = "tricks"  # tricks, or cards for sale, that the solver takes from here on
    NONE = "none"  # the same, negated
    EXACT = "exact"  # 1 if the solver takes exactly `Goal.exact_tricks` tricks from here on, else 0
    POINTS = "points"  # points of the deal
    BEST = "best"  # 1 if the solver alone does best in the deal (`Rules.best_seats`), else 0
    RUIN = "ruin"  # 1 if `Goal.seats` score nothing in the deal, else 0


class Goal(NamedTuple):
    """The task of a problem with its numbers. number: points or tricks with which the task is done.

    exact_tricks: number of tricks for `Task.EXACT`.

    seats: seats that must not score, for `Task.RUIN`.
    """

    kind: Task
    number: int
    exact_tricks: int = 0
    seats: tuple[int, ...] = ()


class Problem(NamedTuple):
    """One problem, with the fields listed at the top of this module."""

    id: str
    game: str
    stars: int
    chairs: tuple[Chair, ...]
    options: Mapping[str, object]
    deal: DealLine
    play: tuple[str, ...]
    goal: Goal
    right: str
    values: Mapping[str, int]
    lines: Mapping[str, tuple[str, ...]]

    @property
    def solver(self) -> int:
        """The seat of the solver."""
        return self.chairs.index(SOLVER)


class ProblemError(Exception):
    """Error: a file of problems is faulty; the message is a clause that names the problem."""


# ---------------------------------------------------------------------- reading


def parse_problems(text: str, game: AnyGame) -> tuple[Problem, ...]:
    """Parses the text of a file of problems. Raises ProblemError. `check_problem` tests that they can be played."""
    try:
        found = json.loads(text)
        if found["game"] != game.id:
            raise ValueError(f"it has problems of {found['game']!r}")
        problems = tuple(_parse_numbered_problem(number, game, one) for number, one in enumerate(found["problems"], 1))
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ProblemError(f"it is not made as a file of problems should be: {wrong!r}") from None
    except ValueError as wrong:
        raise ProblemError(str(wrong)) from None
    except RecursionError:
        raise ProblemError("it is not JSON that can be read") from None
    if not problems:
        raise ProblemError("it has no problems")
    if len({problem.id for problem in problems}) != len(problems):
        raise ProblemError("two problems have the same id")
    return problems


def _parse_numbered_problem(number: int, game: AnyGame, fields: Mapping[str, Any]) -> Problem:
    try:
        return _parse_problem(game, fields)
    except (KeyError, TypeError, AttributeError, ValueError, format.RecordError) as wrong:
        raise ProblemError(f"problem {number}: {wrong}") from None


def _parse_problem(game: AnyGame, fields: Mapping[str, Any]) -> Problem:
    line = format.read_line(json.dumps(fields["deal"]).encode())
    if not isinstance(line, DealLine):
        raise ValueError("'deal' must be a deal")
    kind, number, exactly, seats = fields["goal"]
    answers = {
        _parse_text(action): (_parse_number(worth), _parse_actions(told)) for action, (worth, told) in fields["answers"].items()
    }
    problem = Problem(
        id=_parse_text(fields["id"]),
        game=game.id,
        stars=_parse_number(fields["stars"]),
        chairs=tuple(Chair(_parse_text(name), OTHER) if name else SOLVER for name in fields["seats"]),
        options=dict(fields.get("options", {})),
        deal=line,
        play=_parse_actions(fields["play"]),
        goal=Goal(Task(kind), _parse_number(number), _parse_number(exactly), tuple(map(_parse_number, seats))),
        right=_parse_text(fields["right"]),
        values={action: worth for action, (worth, _) in answers.items()},
        lines={action: told for action, (_, told) in answers.items()},
    )
    if problem.chairs.count(SOLVER) != 1:
        raise ValueError("one seat, and only one, is the solver's")
    if not 1 <= problem.stars <= STARS:
        raise ValueError(f"the difficulty is 1 to {STARS}, not {problem.stars}")
    done = [action for action, worth in problem.values.items() if worth >= problem.goal.number]
    if done != [problem.right]:
        raise ValueError(f"{problem.right!r} must be the only answer that does the task")
    return problem


def _parse_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _parse_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no number")
    return value


def _parse_actions(value: object) -> tuple[str, ...]:
    return tuple(_parse_text(value).split(LINE_SEPARATOR)) if value else ()


# ---------------------------------------------------------------------- playing


def begin_session(problem: Problem, game: AnyGame) -> Session:
    """Returns the session of a problem at its position. Raises ProblemError."""
    try:
        chosen = options.make_options(game.Options, problem.options, partial=True)
        session = Session(game, Header(game.id, dict(options.options_as_json(chosen)), None, problem.chairs))
        session.begin_deal(read_deal(session, problem.deal))
        apply_line(session, problem.play)
        if session.turn != problem.solver:
            raise ValueError("it is not the solver's turn")
        if {game.action_text(action) for action in session.legal(problem.solver)} != set(problem.values):
            raise ValueError("the answers must be the legal actions")
    except (ValueError, IllegalAction) as wrong:
        raise ProblemError(f"problem {problem.id}: {wrong}") from None
    return session


def apply_line(session: Session, line: Sequence[str]) -> None:
    """Takes the actions of a line, such as "1 play 9C", without returning events. Raises IllegalAction or ValueError."""
    for text in line:
        seat, action = parse_action(session, text)
        session.act(seat, action, with_events=False)


def parse_action(session: Session, text: str) -> tuple[int, Action]:
    """Returns the seat and the action of a text such as "1 play 9C". Raises IllegalAction or ValueError."""
    seat, _, what = text.partition(" ")
    return int(seat), session.parse_action(int(seat), what)


def check_problem(problem: Problem, game: AnyGame) -> None:
    """Replays a problem and the lines of all its answers. Raises ProblemError."""
    for action, line in problem.lines.items():
        session = begin_session(problem, game)
        try:
            session.act(problem.solver, session.parse_action(problem.solver, action), with_events=False)
            apply_line(session, line)
        except (ValueError, IllegalAction) as wrong:
            raise ProblemError(f"problem {problem.id}, after {action}: {wrong}") from None

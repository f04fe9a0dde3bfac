"""What each action of a deal of Cross Purposes between two comes to when all cards are known and both play their best."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from goosetable.engine.action import SPAN, Action, Verb
from goosetable.games import cross_purposes_habit as habit
from goosetable.games.cross_purposes_deal import CrossState
from goosetable.games.cross_purposes_solver import Solver

EACH: Final = 13
MOST: Final = EACH * (EACH + 1)
"""The greatest lead of a deal."""
_TOPS: Final = Verb.TOPS * SPAN
_TRUMP: Final = Verb.TRUMP * SPAN
_ANSWERS: Final = (tuple(range(_TRUMP, _TRUMP + 4)), tuple(range(_TOPS, _TOPS + EACH)))
"""What may be answered to tops, and to trumps."""


def worths(state: CrossState, legal: tuple[Action, ...], found: dict[int, int]) -> Generator[None, None, dict[Action, float]]:
    """What each action is worth to the seat to act: 0..1, one half for a level deal, and more for every trick more.

    In points the lead is all that counts. With a and b tricks in the two phases it is (a + 1) b - (14 - a)(13 - b), and that is
    13 a + 15 b - 182: no phase depends on the other, and in phase 1 the second may be taken as shared evenly.
    """
    seat = state.turn
    made = yield from _tricks(state, legal, found)
    before = state.taken()[seat]
    return {action: 0.5 + _lead(state, seat, before + count) / (2 * MOST) for action, count in made.items()}


def _lead(state: CrossState, seat: int, taken: int) -> float:
    if state.first:
        return (state.first[seat] + 1) * taken - (state.first[1 - seat] + 1) * (EACH - taken)
    return EACH * taken + (EACH + 2) * EACH / 2 - MOST


def _tricks(state: CrossState, legal: tuple[Action, ...], found: dict[int, int]) -> Generator[None, None, dict[Action, int]]:
    """The tricks that the seat to act makes from here on, by what it does."""
    if not state.naming:
        solver = Solver(state.trumps, state.tops, found)
        if state.trick:
            return (yield from solver.replies(state.turn, state.hands, state.trick[0], legal))
        return (yield from solver.leads(state.turn, state.hands))
    made: dict[Action, int] = {}
    for action in legal:
        if state.trumps == state.tops:
            made[action] = yield from _answered(state, action, found)
        else:
            count = yield from Solver(*_pair(state, action), found).count(state.leader, state.hands)
            made[action] = EACH - count
    return made


def _answered(state: CrossState, action: Action, found: dict[int, int]) -> Generator[None, None, int]:
    """The tricks of the first to name, who leads, when the other answers with what leaves it fewest."""
    hand = state.hands[1 - state.turn]
    fewest = -1
    # What looks best to the other is asked first, so that most of the rest need no exact count.
    for answer in sorted(_ANSWERS[int(action < _TOPS)], key=lambda answer: -habit.worth(hand, answer)):
        solver = Solver(*_pair(state, action, answer), found)
        if fewest < 0:
            fewest = yield from solver.count(state.leader, state.hands)
        else:
            fewest = yield from solver.least(state.leader, state.hands, fewest)
    return fewest


def _pair(state: CrossState, *calls: Action) -> tuple[int, int]:
    """Trumps and tops when these have been named as well."""
    trumps, tops = state.trumps, state.tops
    for call in calls:
        if call >= _TOPS:
            tops = call - _TOPS
        else:
            trumps = call - _TRUMP
    return trumps, tops

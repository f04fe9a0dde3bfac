"""What each action of a deal of Cross Purposes between two comes to when all cards are known and both play their best."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.games.cross_purposes import playout
from goosetable.games.cross_purposes.solver import Solver
from goosetable.games.cross_purposes.state import EACH, MOST, NOT_NAMED, TOPS, CrossState

FIRST: Final = {Verb.TOPS: 7.4, Verb.TRUMP: 5.7}
"""The tricks of who opens the second half with tops, or with trumps, against the best answer: means of 380 random deals."""
LEADS: Final = 0.1
"""What the first lead is worth in tricks."""
_CALLS: Final = (tuple(range(Verb.TRUMP * SPAN, Verb.TRUMP * SPAN + 4)), tuple(range(TOPS, TOPS + EACH)))
"""What can be named: trumps, and tops."""


def action_values(
    state: CrossState, legal: tuple[Action, ...], found: dict[int, int]
) -> Generator[None, None, dict[Action, float]]:
    """What each action is worth to the seat to act: 0..1, one half for a level deal, and more for every trick more.

    In points the lead is all that counts. With a and b tricks in the two halves it is (a + 1) b - (14 - a)(13 - b), and that is
    13 a + 15 b - 182: no half depends on the other, and what comes of the second matters in the first only where trumps or tops
    are named, because both halves open alike.
    """
    seat = state.turn
    if state.first:
        own, other = state.first[seat] + 1, state.first[1 - seat] + 1
        before = state.taken()[seat]
        made = yield from (_namings(state, legal, found) if state.naming else _plays(state, legal, found))
        leads = {action: own * (before + count) - other * (EACH - before - count) for action, count in made.items()}
        return {action: 0.5 + lead / (2 * MOST) for action, lead in leads.items()}
    if state.naming:
        tricks = _guesses(state, legal)
    else:
        before = state.taken()[seat]
        made = yield from _plays(state, legal, found)
        tricks = {action: float(before + count) for action, count in made.items()}
    later = {action: _later(state, action) for action in legal}
    return {action: 0.5 + (EACH * tricks[action] + (EACH + 2) * later[action] - MOST) / (2 * MOST) for action in legal}


def expected_lead(state: CrossState) -> float:
    """The lead of seat 0 in points, if the tricks left in a half fall evenly and the second half goes as it does on average."""
    left = EACH - sum(state.taken())
    made = state.taken()[0] + left / 2
    if state.first:
        return (state.first[0] + 1) * made - (state.first[1] + 1) * (EACH - made)
    opening = EACH / 2 if state.opening == NOT_NAMED else FIRST[Verb(state.opening)]
    later = opening if state.dealer == 0 else EACH - opening
    return EACH * made + (EACH + 2) * later - MOST


def _later(state: CrossState, action: Action) -> float:
    """The tricks that the seat to act may expect in the second half, which the dealer opens with what this half opened with."""
    opening = FIRST[Verb(action // SPAN if state.opening == NOT_NAMED else state.opening)]
    return opening if state.turn == state.dealer else EACH - opening


# ---------------------------------------------------------------------- cards


def _plays(state: CrossState, legal: tuple[Action, ...], found: dict[int, int]) -> Generator[None, None, dict[Action, int]]:
    """The tricks that the seat to act makes from here on in this half, by what it plays."""
    solver = Solver(state.trumps, state.tops, found)
    if state.trick:
        return (yield from solver.replies(state.turn, state.hands, state.trick[0], legal))
    return (yield from solver.leads(state.turn, state.hands))


# ---------------------------------------------------------------------- trumps and tops


def _namings(state: CrossState, legal: tuple[Action, ...], found: dict[int, int]) -> Generator[None, None, dict[Action, int]]:
    """The tricks that the seat to act makes in this half, by what it names."""
    made: dict[Action, int] = {}
    opens = state.trumps == state.tops
    mine, other = playout.worths(state.hands[state.turn]), playout.worths(state.hands[1 - state.turn])
    for action in legal:
        trumps, tops = playout.pair(state.trumps, state.tops, action)
        if opens:
            answers = [playout.pair(trumps, tops, answer) for answer in _CALLS[int(action < TOPS)]]
            # What looks best to the other is asked first, so that most of the rest need no exact count.
            answers.sort(key=lambda named: mine[named[0]][named[1]] - other[named[0]][named[1]])
            made[action] = yield from _fewest(state, answers, found)
        else:
            made[action] = EACH - (yield from Solver(trumps, tops, found).count(state.leader, state.hands))
    return made


def _fewest(state: CrossState, named: list[tuple[int, int]], found: dict[int, int]) -> Generator[None, None, int]:
    """The fewest tricks that the leader makes with any of these trumps and tops."""
    fewest = yield from Solver(*named[0], found).count(state.leader, state.hands)
    for trumps, tops in named[1:]:
        fewest = yield from Solver(trumps, tops, found).least(state.leader, state.hands, fewest)
    return fewest


def _guesses(state: CrossState, legal: tuple[Action, ...]) -> dict[Action, float]:
    """The tricks to be expected of what is named in the first half, when the other answers with what suits its hand best."""
    seat, opens = state.turn, state.trumps == state.tops
    mine, other = playout.worths(state.hands[seat]), playout.worths(state.hands[1 - seat])
    found: dict[Action, float] = {}
    for action in legal:
        trumps, tops = playout.pair(state.trumps, state.tops, action)
        if opens:
            answers = [playout.pair(trumps, tops, answer) for answer in _CALLS[int(action < TOPS)]]
            trumps, tops = max(answers, key=lambda named: other[named[0]][named[1]])
        found[action] = EACH / 2 + mine[trumps][tops] - other[trumps][tops] + (LEADS if opens else -LEADS)
    return found

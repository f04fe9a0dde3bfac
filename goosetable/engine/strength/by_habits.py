"""The likelihood of imagined hands: how likely the others would have played as they did, if they play by learned habits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from goosetable.cards import BIT, Cards
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.rules import O, Rules
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.linear_policy import LinearPolicy

T = TypeVar("T", bound=TrickState)


class HabitLikelihood(Generic[T, O]):
    """The likelihood by the habits of a game of tricks, for what one seat saw of a deal."""

    def __init__(
        self, known: T, fresh: T, seat: int, rules: Rules[T, O], policy: LinearPolicy[T], forced: Cards = 0, calls: bool = False
    ) -> None:
        """known: the state of its view. fresh: the same before anything was played (`begun_again`), which is used up.

        forced: cards that are only played where there is no choice. calls: whether what is no card tells of hands too.
        """
        self._rules, self._policy = rules, policy
        self._before: list[T] = []
        """States in which another seat acted; of the hands they have what was played since."""
        self._done: list[Action] = []
        """What it did."""
        self._calls = calls
        self._read(known, fresh, seat, forced)

    @property
    def tells(self) -> bool:
        """Whether anybody else has done anything that tells of its hand."""
        return bool(self._done)

    def _read(self, known: T, state: T, me: int, forced: Cards) -> None:
        """Plays the deal again, by what became known of the hands."""
        for seat, action in known.actions:
            if action < SPAN:
                state.hands[seat] |= BIT[action]
        for seat, action in known.actions:
            if not state.trick:
                state.leader = seat
            state.turn = seat
            if seat != me and (not BIT[action] & forced if action < SPAN else self._calls):
                self._before.append(state.copy())
                self._done.append(action)
            self._rules.apply(state, action)

    def of(self, hands: Sequence[Cards]) -> float:
        """The logarithm of how likely these hands make what was played; only differences mean anything."""
        found = 0.0
        policy, rules = self._policy, self._rules
        for place, state in enumerate(self._before):
            seat = state.turn
            later = state.hands[seat]
            state.hands[seat] = later | hands[seat]
            group, done = rules.playable(state), self._done[place]
            if done >= SPAN:
                found += policy.log_call(state, rules.legal(state), done)
            elif group & (group - 1):
                found += policy.log_chance(state, group, done)
            state.hands[seat] = later
        return found


def begun_again(known: T) -> T:
    """The state of a view as it was before anything was played, with empty hands of which nothing is known."""
    state = known.copy()
    seats = len(state.hands)
    state.hands, state.voids, state.won = [0] * seats, [0] * seats, [0] * seats
    state.trick, state.actions, state.noted = [], [], False
    return state

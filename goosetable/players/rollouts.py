"""Rollouts by sequential halving (Karnin, Koren and Somekh, 2013), for actions that move no card, such as bids.

All actions are simulated in the same determinizations with the same random numbers, which cancels much of the noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import TypeVar

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, State, TrickState
from goosetable.engine.strength.heuristics import ALL_ACTIONS, AnyHeuristics
from goosetable.engine.strength.policy import AnyPlayoutPolicy
from goosetable.engine.strength.sums import sum_in_order
from goosetable.players.search import Problem, Search

A = TypeVar("A")


def play_out(
    heuristics: AnyHeuristics,
    state: State,
    next_random: Callable[[], float],
    max_actions: int = ALL_ACTIONS,
    policy: AnyPlayoutPolicy | None = None,
) -> None:
    """Plays a deal to its end. next_random: returns the next random number, 0..1.

    max_actions: number of actions after which a trick-taking deal stops early, at the end of a trick. policy: playout policy
    used in place of that of the heuristics.
    """
    rules = heuristics.rules
    chooses: AnyPlayoutPolicy = heuristics if policy is None else policy
    while state.turn != OVER:
        if max_actions <= 0 and isinstance(state, TrickState) and not state.trick:
            return
        max_actions -= 1
        group = rules.playable(state)
        if not group:
            legal = rules.legal(state)
            action = legal[0] if len(legal) == 1 else chooses.pick_call(state, legal, next_random())
        elif group & (group - 1):
            action = chooses.pick_card(state, group, next_random())
        else:
            action = group.bit_length() - 1
        rules.apply(state, action)


def sequential_halving(
    arms: Sequence[A], budget: int, simulate_each: Callable[[list[A]], Iterator[None]], rank: Callable[[list[A]], list[A]]
) -> Iterator[None]:
    """Runs sequential halving: each round simulates all remaining arms equally often, then drops the worse half.

    simulate_each: simulates each of the given arms once, and yields after each. rank: returns the given arms, the best first.
    """
    left = list(arms)
    share = budget // max(1, (len(left) - 1).bit_length())
    while True:
        for _ in range(max(1, share // len(left))):
            yield from simulate_each(left)
        if len(left) <= 2:
            return
        left = rank(left)[: (len(left) + 1) // 2]


class RolloutSearch(Search):
    """A search by rollouts and sequential halving; an iteration is one rollout."""

    def __init__(self, problem: Problem, policy: AnyPlayoutPolicy | None = None, bonuses: Sequence[float] = ()) -> None:
        """policy: playout policy used in place of that of the heuristics.

        bonuses: by legal action, a bonus on its mean, in standard deviations of the utilities; empty for none. The highest
        bonus is 0, all others are negative.
        """
        super().__init__(problem)
        self._policy = policy
        self._likings = dict(zip(problem.view.legal, bonuses or [0.0] * len(problem.view.legal), strict=True))
        self._squares = 0.0

    def run(self) -> Iterator[None]:
        """Runs about as many rollouts as the budget has iterations, at least one for each action."""
        yield from sequential_halving(self.view.legal, self.budget, self._simulate_each, self._rank_actions)

    def _simulate_each(self, actions: Sequence[Action]) -> Iterator[None]:
        state, seed = self.sample_state(), self.rng.getrandbits(32)
        for action in actions:
            self._simulate(action, state.copy(), seed)
            yield

    def _rank_actions(self, actions: list[Action]) -> list[Action]:
        """Sorts actions, the best first. Equal actions keep their order in `view.legal`."""
        legal, deviation = self.view.legal, self.deviation()
        return sorted(actions, key=lambda action: (-self._rate_action(action, deviation), legal.index(action)))

    def _simulate(self, action: Action, state: State, seed: int) -> None:
        self.heuristics.rules.apply(state, action)
        utility = self._play_out(state, Random(seed).random)
        self._squares += utility * utility
        self.record_simulation(action, state, utility)

    def _play_out(self, state: State, next_random: Callable[[], float]) -> float:
        play_out(self.heuristics, state, next_random, policy=self._policy)
        return self.utility(state)[self.view.seat]

    def deviation(self) -> float:
        """Returns the standard deviation of the utilities over all rollouts."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (sum_in_order(self.totals.values()) / count) ** 2, 0.0))

    def _rate_action(self, action: Action, deviation: float) -> float:
        return self.totals[action] / self.visits[action] + deviation * self._likings[action]

    def best_action(self) -> Action:
        """Returns the result of `select_action`. With bonuses, returns the best rated among the actions with the most
        rollouts.
        """
        if any(self._likings.values()):
            deviation = self.deviation()
            most = max(self.visits.values())
            last = [action for action in self.view.legal if self.visits[action] == most]
            return max(last, key=lambda action: self._rate_action(action, deviation))
        return self.select_action()

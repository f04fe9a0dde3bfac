"""What all searches of a decision share: the problem they are given, the protocol that drives them, the parameters of UCB1.

UCB1: Auer, Cesa-Bianchi and Fischer, 2002.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State
from goosetable.engine.strength.heuristics import ALL
from goosetable.players.determinizer import Determinizer
from goosetable.players.selection import SHARP, Softmax, most_visited, softmax
from goosetable.players.trace import Trace
from goosetable.players.utility import Utility


@dataclass(frozen=True)
class Problem:
    """A decision to search, and what the search may use for it."""

    view: View
    determinizer: Determinizer
    utility: Utility
    rng: Random
    budget: int
    """Iterations, 1 or more."""
    slice_size: int = 1
    """Iterations of a full work slice, 1 or more."""
    softmax: Softmax = SHARP
    trace: Trace | None = None
    noted: bool = True
    """Whether the utility, or the trace, asks for the actions of a finished deal."""
    short: bool = False
    """Whether only the part of the deal that is being played is searched (`Heuristics.shorten`)."""
    horizon: int = ALL
    """As `Heuristics.horizon`, where the utility knows what is to be expected of a running deal."""


class Search(ABC):
    """A search of one decision. It runs in iterations, which its player groups into work slices."""

    def __init__(self, problem: Problem) -> None:
        self.view, self.rng, self.trace = problem.view, problem.rng, problem.trace
        self.heuristics, self.determinizer, self.utility = self.view.game.heuristics, problem.determinizer, problem.utility
        self.budget, self.slice_size, self.softmax = problem.budget, problem.slice_size, problem.softmax
        self.noted, self.short = problem.noted, problem.short
        self.visits = dict.fromkeys(problem.view.legal, 0)
        """Iterations by legal action, in the order of `view.legal`."""
        self.totals = dict.fromkeys(problem.view.legal, 0.0)
        """Utility of the seat to act, summed over these iterations."""

    def sampled(self) -> State:
        """A determinization to be played out."""
        state = self.determinizer.sample(self.rng)
        state.noted = self.noted
        if self.short:
            self.heuristics.shorten(state)
        return state

    @abstractmethod
    def run(self) -> Iterator[None]:
        """Spends the budget; yields after every iteration."""

    @abstractmethod
    def choose(self) -> Action:
        """The action to play, by what the iterations so far brought."""

    def settled(self) -> bool:
        """Whether the iterations left are not likely to change the choice; asked between two work slices."""
        return False

    def values(self) -> dict[Action, float]:
        """Mean utility of each action tried, in the order of `view.legal`."""
        return {action: self.totals[action] / visits for action, visits in self.visits.items() if visits}

    def back_up(self, action: Action, state: State, utility: float) -> None:
        """Counts a finished simulation for the action with which it began."""
        self.visits[action] += 1
        self.totals[action] += utility
        if self.trace is not None:
            self.trace.saw(action, state, utility)

    def draw(self, odds: dict[Action, float]) -> Action:
        """An action of a mixed strategy, by the odds of each."""
        if self.trace is not None:
            self.trace.mixture = odds
        return self.rng.choices(list(odds), list(odds.values()))[0]

    def pick(self, deviation: float) -> Action:
        """The most visited action; with a temperature, softmax selection. deviation: standard deviation of the utilities."""
        visits, values = list(self.visits.values()), self.values()
        if not self.softmax.temperature:
            return most_visited(self.view, visits, values)
        return softmax(self.view, visits, values, self.softmax, deviation, self.rng)


@dataclass(frozen=True)
class Ucb:
    """Constants of UCB1 for utilities 0..1."""

    exploration: float = 1.2
    """Exploration constant where utilities are 0 and 1, above 0; sqrt(2) in the paper."""
    period: int = 16
    """Iterations between two measurements of the standard deviation, 1 or more."""
    least: float = 0.002
    """Smallest part of `exploration` that is left where utilities hardly differ, 0..1."""


class Exploration:
    """Exploration constants by seat, in proportion to the standard deviation of its utilities so far (Welford, 1962)."""

    def __init__(self, ucb: Ucb, seats: int) -> None:
        self.ucb = ucb
        self.constants = [ucb.exploration] * seats
        self._count = 0
        self._mean, self._squares = [0.0] * seats, [0.0] * seats

    def measure(self, utilities: Sequence[float]) -> None:
        """Takes in the utilities of one iteration, by seat."""
        self._count += 1
        count, mean, squares, ucb = self._count, self._mean, self._squares, self.ucb
        for seat, own in enumerate(utilities):
            step = own - mean[seat]
            mean[seat] += step / count
            squares[seat] += step * (own - mean[seat])
        if count % ucb.period == 0:
            # Utilities of 0 and 1 have a standard deviation of one half.
            self.constants = [ucb.exploration * max(2 * sqrt(square / count), ucb.least) for square in squares]

    def deviation(self, seat: int) -> float:
        """Standard deviation of a seat's utilities when last measured; one half before that."""
        return self.constants[seat] / (2 * self.ucb.exploration)

"""Exact search: perfect-information values from the game's solver, of the only determinization or averaged over many.

Averaging over determinizations: perfect-information Monte Carlo (Ginsberg, 2001).

Apart: each kind of search has a module, as `ismcts.py` and `rollouts.py`; `search_agent.py` chooses among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.strength.heuristics import Mixing, Solving
from goosetable.players.search import Problem, Search, best

LARGEST_TABLE: Final = 16_000
"""Maximum size of the solver's transposition table: Python resizes a larger one in one go, which would delay a frame."""


class ExactSearch(Search):
    """Solves determinizations; an iteration is one slice of the solver."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._table: dict[int, int] = {}
        self._solving = self._solve()

    @property
    def solvable(self) -> bool:
        """Whether the game can solve this decision."""
        return self._solving is not None

    def _solve(self) -> Solving | None:
        return self.heuristics.solve(self.determinizer.sample(self.rng), self._table)

    def run(self) -> Iterator[None]:
        """Solves one determinization after another; the last is solved completely, even beyond the budget."""
        spent = 0
        while self._solving is not None:
            spent += 1
            try:
                while True:
                    next(self._solving)
                    spent += 1
                    yield
            except StopIteration as done:
                values: dict[Action, float] = done.value
            for action, value in values.items():
                self.visits[action] += 1
                self.totals[action] += value
            if self.determinizer.certain or spent >= self.budget:
                return
            if len(self._table) > LARGEST_TABLE:
                self._table = {}
            yield
            self._solving = self._solve()

    def choose(self) -> Action:
        """Returns the best action."""
        if self.trace is not None:
            self.trace.certain = self.determinizer.certain
        return best(self.view, self.values())


class SolvedRound(Search):
    """Solves a round in which two choose at once; an iteration is one slice of the solver, whatever the budget."""

    def __init__(self, problem: Problem, mixing: Mixing) -> None:
        super().__init__(problem)
        self._mixing = mixing
        self._mixture: dict[Action, float] = {}

    def run(self) -> Iterator[None]:
        """Solves the round completely."""
        try:
            while True:
                next(self._mixing)
                yield
        except StopIteration as done:
            self._mixture, values = done.value
        for action, value in values.items():
            self.visits[action], self.totals[action] = 1, value

    def choose(self) -> Action:
        """Draws an action from the optimal mixed strategy."""
        return self.draw(self._mixture)

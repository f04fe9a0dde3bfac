"""Trace of a search: the final states of its last simulations, by first action, for the reasons of a hint."""

from __future__ import annotations

from collections import deque
from math import sqrt
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

KEPT: Final = 300
"""Final states kept of each action: the last ones, when the search knew most."""


class Trace:
    """The trace of one decision; it changes nothing of the search."""

    def __init__(self) -> None:
        self.ends: dict[Action, deque[State]] = {}
        self.visits: dict[Action, int] = {}
        """Simulations by first action."""
        self.certain = False
        """Whether the values are exact, in the only determinization."""
        self.mixture: dict[Action, float] = {}
        """Odds of each action where the player mixes its choices; empty where it does not."""
        self._sum = self._squares = 0.0

    def forget(self) -> None:
        """Begins another decision."""
        self.ends, self.visits, self.certain, self.mixture = {}, {}, False, {}
        self._sum = self._squares = 0.0

    @property
    def spread(self) -> float:
        """Standard deviation of the utilities of single simulations; 0 without any."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0)) if count else 0.0

    def saw(self, action: Action, state: State, utility: float) -> None:
        """Takes in a simulation: its first action, final state (never changed again) and utility of the seat to act."""
        self._sum += utility
        self._squares += utility * utility
        found = self.ends.get(action)
        if found is None:
            self.ends[action], self.visits[action] = deque([state], KEPT), 1
            return
        found.append(state)
        self.visits[action] += 1

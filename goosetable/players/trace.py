"""What a player saw while it thought, kept for the reasons: the ends of its last determinizations, by action."""

from __future__ import annotations

from collections import deque
from math import sqrt
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

KEPT: Final = 300
"""Ends kept of each action: the last ones, when the search knew most."""


class Trace:
    """Watches one decision at a time. It changes nothing of the search, and costs it next to nothing."""

    def __init__(self) -> None:
        self.ends: dict[Action, deque[State]] = {}
        self.visits: dict[Action, int] = {}
        """How often each action was followed to the end of a deal."""
        self.certain = False
        """Whether the values are exact, in the only deal that is possible."""
        self._sum = self._squares = 0.0

    def forget(self) -> None:
        """Another decision begins."""
        self.ends, self.visits, self.certain = {}, {}, False
        self._sum = self._squares = 0.0

    @property
    def spread(self) -> float:
        """How far the worth of a single deal lies from the mean, as a standard deviation; 0 where none was played out."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0)) if count else 0.0

    def saw(self, action: Action, state: State, worth: float) -> None:
        """A deal that began with an action is over, and was worth so much; the state is never changed again."""
        self._sum += worth
        self._squares += worth * worth
        found = self.ends.get(action)
        if found is None:
            self.ends[action], self.visits[action] = deque([state], KEPT), 1
            return
        found.append(state)
        self.visits[action] += 1

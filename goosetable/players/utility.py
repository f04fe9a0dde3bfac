"""The utility of a finished deal to a seat that wants to win the game: its win probability in the standing after it."""

from __future__ import annotations

from collections.abc import Callable, Generator

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.strength.heuristics import AnyHeuristics

Utility = Callable[[State], tuple[float, ...]]
"""What a deal that is over is worth to each seat, 0..1."""


class WinUtility:
    """The leaves of a search in one deal. The points of a deal decide what it is worth, so each result is judged once."""

    def __init__(self, heuristics: AnyHeuristics, known: State) -> None:
        self.heuristics = heuristics
        self._options = known.options
        self._before = Standing(known.number - 1, known.totals)
        self._judged: dict[tuple[Points, ...], tuple[float, ...]] = {}

    def study(self) -> Generator[None, None, None]:
        """What the game wants to work out before it can say anything about chances, in pieces."""
        yield from self.heuristics.study(self._options)

    def leaf(self, state: State) -> tuple[float, ...]:
        """Each seat's chance of winning the game, and a little of what the deal is worth in itself; 0..1."""
        rules = self.heuristics.rules
        points = rules.points(state)
        found = self._judged.get(points)
        if found is None:
            chances = self.heuristics.win_chances(self._options, rules.score(self._before, state))
            payoff, part = self.heuristics.payoff(state), self.heuristics.for_points
            found = tuple([chance + part * (own - chance) for chance, own in zip(chances, payoff, strict=True)])
            self._judged[points] = found
        return found

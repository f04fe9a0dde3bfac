"""Utility of a finished deal to a seat that wants to win the game: its win probability in the standing after it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import cast

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import OVER, State, TrickState
from goosetable.engine.strength.fallen_at_random import FallenAtRandom
from goosetable.engine.strength.heuristics import AnyHeuristics

Utility = Callable[[State], tuple[float, ...]]
"""Utilities of a finished deal by seat, 0..1; of a running one, where `Heuristics.horizon` ends it before."""


class WinUtility:
    """Utilities of one deal; they depend on its points alone, so each result is evaluated once."""

    def __init__(self, heuristics: AnyHeuristics, known: State, forecast: bool = False) -> None:
        """forecast: whether a running deal is judged by all its hands (`Heuristics.forecast`)."""
        self.heuristics = heuristics
        self._forecast = forecast
        self._options = known.options
        self._before = Standing(known.number - 1, known.totals)
        self._found: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._chances: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._running: Callable[[State], tuple[float, ...]] | None = None

    def study(self) -> Generator[None, None, None]:
        """Prepares the game's win probabilities, in work slices."""
        yield from self.heuristics.study(self._options)

    def utility(self, state: State) -> tuple[float, ...]:
        """Win probabilities by seat, with a small part of the deal's payoff (`Heuristics.for_points`).

        Of a deal that is between two tricks, on average, if those to come fall at random, or by a forecast.
        """
        if state.turn != OVER:
            assert isinstance(state, TrickState), "only a deal of tricks is not played out"
            running = self._running
            if running is None:
                running = self._running = self._to_be_expected(state)
            return running(state)
        rules = self.heuristics.rules
        points = rules.points(state)
        found = self._found.get(points)
        if found is None:
            chances = self.heuristics.win_chances(self._options, rules.score(self._before, state))
            payoff, part = self.heuristics.payoff(state), self.heuristics.for_points
            found = tuple([chance + part * (own - chance) for chance, own in zip(chances, payoff, strict=True)])
            self._found[points], self._chances[points] = found, chances
        return found

    def chances(self, state: State) -> tuple[float, ...]:
        """Win probabilities by seat, without that part; of a deal that is not over its utilities."""
        utilities = self.utility(state)
        return utilities if state.turn != OVER else self._chances[self.heuristics.rules.points(state)]

    def _to_be_expected(self, state: TrickState) -> Callable[[State], tuple[float, ...]]:
        """Utilities of a deal like this one, which is between two tricks."""
        before = state.copy()
        tricks = sum(state.taken()) + state.hands[state.turn].bit_count()

        def ends(taken: tuple[int, ...]) -> tuple[float, ...]:
            return self.utility(self.heuristics.ended(before, taken))

        if self._forecast:
            return self.heuristics.forecast(tricks, ends)
        deal = FallenAtRandom(tricks, ends)
        return lambda state: deal.worth(cast(TrickState, state).taken())

"""Expected utility of a deal in progress, in a game of tricks.

`RandomTricks` assumes that each remaining trick goes to any seat with equal probability. `TricksToCome` assumes that each seat
takes about as many tricks as a forecast tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import exp
from typing import Final

from goosetable.engine.strength.sums import sum_in_order

UtilityOfTricks = Callable[[tuple[int, ...]], tuple[float, ...]]
"""A function from the tricks by seat to each seat's utility of the finished deal."""


class RandomTricks:
    """Expected utilities of deals in progress, if each seat takes each remaining trick with equal probability. Cached."""

    def __init__(self, trick_count: int, utility_of_tricks: UtilityOfTricks) -> None:
        """trick_count: number of tricks of a deal."""
        self._tricks = trick_count
        self._ends = utility_of_tricks
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}

    def expected_utility(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        """Returns the expected utility of each seat, given the tricks taken by each."""
        found = self._found.get(taken)
        if found is None:
            found = self._found[taken] = self._compute_utility(taken)
        return found

    def _compute_utility(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        if sum(taken) == self._tricks:
            return self._ends(taken)
        seats = range(len(taken))
        after = [self.expected_utility((*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])) for seat in seats]
        return tuple([sum_in_order([one[seat] for one in after]) / len(taken) for seat in seats])


FORECAST_STEPS: Final = 2
"""Forecasts are rounded to 1 / `FORECAST_STEPS` of a trick, so that similar forecasts share a cached result."""
MAX_CACHED_RESULTS: Final = 20_000
"""Greatest number of results in the cache; a long tournament would store many more."""


@cache
def trick_splits(remaining: int, seats: int) -> list[tuple[int, ...]]:
    """Returns every way to divide `remaining` tricks among the seats: numbers of tricks by seat."""
    return [way for way in product(range(remaining + 1), repeat=seats) if sum(way) == remaining]


class TricksToCome:
    """Expected utility of a deal in progress, from forecasts of the tricks that each seat will take.

    It is a mean over all divisions of the remaining tricks among the seats, weighted by a normal density around the forecasts.
    """

    def __init__(self, trick_count: int, utility_of_tricks: UtilityOfTricks, spread: float) -> None:
        """trick_count: number of tricks of a deal. spread: variance of a seat's tricks around its forecast, per trick to come.

        If each trick went at random to one of three seats, the spread would be two ninths.
        """
        self._ends = utility_of_tricks
        self._ended: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}
        distances = [step / FORECAST_STEPS for step in range(FORECAST_STEPS * trick_count + 1)]
        self._bells = [[exp(-(far**2) / (2.0 * spread * max(left, 1))) for far in distances] for left in range(trick_count + 1)]
        """Density by the number of tricks to come and the distance from the forecast, in halves."""

    def expected_utility(self, taken: Sequence[int], expected: Sequence[float]) -> tuple[float, ...]:
        """Returns the expected utility of each seat. taken: by seat, tricks so far. expected: by seat, forecast of further
        tricks.
        """
        left = int(sum_in_order(expected) + 0.5)
        most = FORECAST_STEPS * left
        key = [left, *taken]
        for more in expected:
            key.append(min(max(int(FORECAST_STEPS * more + 0.5), 0), most))
        known = tuple(key)
        found = self._found.get(known)
        if found is None:
            if len(self._found) >= MAX_CACHED_RESULTS:
                self._found.clear()
            found = self._found[known] = self._weighted_mean(left, taken, key[len(taken) + 1 :])
        return found

    def _weighted_mean(self, remaining: int, taken: Sequence[int], expected: list[int]) -> tuple[float, ...]:
        bell, seats = self._bells[remaining], len(taken)
        total = 0.0
        sums = [0.0] * seats
        for way in trick_splits(remaining, seats):
            chance = 1.0
            for seat in range(seats):
                chance *= bell[abs(FORECAST_STEPS * way[seat] - expected[seat])]
            total += chance
            worth = self._final_utility(tuple([taken[seat] + way[seat] for seat in range(seats)]))
            for seat in range(seats):
                sums[seat] += chance * worth[seat]
        return tuple([one / total for one in sums])

    def _final_utility(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        found = self._ended.get(taken)
        if found is None:
            found = self._ended[taken] = self._ends(taken)
        return found

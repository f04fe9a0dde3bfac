"""Expected utility of a deal of tricks in progress.

`FallenAtRandom` takes each seat to be equally likely to win each remaining trick. `TricksToCome` takes each hand to win about
the number of tricks that was forecast for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import exp
from typing import Final

Ends = Callable[[tuple[int, ...]], tuple[float, ...]]
"""A function from the tricks by seat to each seat's utility of the finished deal."""


class FallenAtRandom:
    """Expected utility if each remaining trick goes to any seat with equal probability; results are cached."""

    def __init__(self, tricks: int, ends: Ends) -> None:
        """tricks: number of tricks of a whole deal."""
        self._tricks = tricks
        self._ends = ends
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}

    def worth(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        """Returns the expected utility of each seat, given the tricks taken by each."""
        found = self._found.get(taken)
        if found is None:
            found = self._found[taken] = self._worked_out(taken)
        return found

    def _worked_out(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        if sum(taken) == self._tricks:
            return self._ends(taken)
        seats = range(len(taken))
        after = [self.worth((*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])) for seat in seats]
        return tuple([sum([one[seat] for one in after]) / len(taken) for seat in seats])


STEP: Final = 2
"""Forecasts are rounded to 1 / `STEP` tricks, so that similar ones share a cached result."""
KEPT: Final = 20_000
"""Greatest number of results in the cache; long tournaments meet many more."""


@cache
def ways(left: int, seats: int) -> list[tuple[int, ...]]:
    """Returns every split of `left` tricks over the seats."""
    return [way for way in product(range(left + 1), repeat=seats) if sum(way) == left]


class TricksToCome:
    """Expected utility at the horizon: every split of the remaining tricks, weighted by a normal density around each hand's
    forecast.
    """

    def __init__(self, tricks: int, ends: Ends, spread: float) -> None:
        """tricks: number of tricks of a whole deal. spread: variance of a seat's tricks around its forecast, per trick to come;
        two ninths if tricks fall at random to one of three seats.
        """
        self._ends = ends
        self._ended: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._bells = [[exp(-((far / STEP) ** 2) / (2.0 * spread * max(left, 1))) for far in range(STEP * tricks + 1)]
                       for left in range(tricks + 1)]  # fmt: skip
        """Density by the number of tricks to come and the distance from the forecast, in halves."""

    def worth(self, taken: Sequence[int], expected: Sequence[float]) -> tuple[float, ...]:
        """Returns the expected utility of each seat, given by seat the tricks taken and the forecast of further tricks."""
        left = int(sum(expected) + 0.5)
        most = STEP * left
        key = [left, *taken]
        for more in expected:
            key.append(min(max(int(STEP * more + 0.5), 0), most))
        known = tuple(key)
        found = self._found.get(known)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            found = self._found[known] = self._mean(left, taken, key[len(taken) + 1 :])
        return found

    def _mean(self, left: int, taken: Sequence[int], expected: list[int]) -> tuple[float, ...]:
        bell, seats = self._bells[left], len(taken)
        total = 0.0
        sums = [0.0] * seats
        for way in ways(left, seats):
            chance = 1.0
            for seat in range(seats):
                chance *= bell[abs(STEP * way[seat] - expected[seat])]
            total += chance
            worth = self._at_the_end(tuple([taken[seat] + way[seat] for seat in range(seats)]))
            for seat in range(seats):
                sums[seat] += chance * worth[seat]
        return tuple([one / total for one in sums])

    def _at_the_end(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        found = self._ended.get(taken)
        if found is None:
            found = self._ended[taken] = self._ends(taken)
        return found

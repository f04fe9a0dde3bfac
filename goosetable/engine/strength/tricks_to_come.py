"""Expected utility of a deal of tricks before its end.

`FallenAtRandom`: the mean where the remaining tricks fall to each seat equally often. `TricksToCome`: the mean where each
hand takes about as many as it was forecast to take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import exp
from typing import Final

Ends = Callable[[tuple[int, ...]], tuple[float, ...]]
"""What a finished deal is worth to each seat, by the tricks of each."""


class FallenAtRandom:
    """A mean over all ways in which the rest of a deal can go; each number of tricks is worked out once."""

    def __init__(self, tricks: int, ends: Ends) -> None:
        """tricks: of a whole deal."""
        self._tricks = tricks
        self._ends = ends
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}

    def worth(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        """What it is worth to each seat that they have so many tricks."""
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
"""Tricks are expected in halves, so that what they are worth need not be worked out again for all that are nearly alike."""
KEPT: Final = 20_000
"""Results that are kept: long tournaments meet many more."""


@cache
def ways(left: int, seats: int) -> list[tuple[int, ...]]:
    """All ways in which so many tricks may fall to the seats."""
    return [way for way in product(range(left + 1), repeat=seats) if sum(way) == left]


class TricksToCome:
    """A mean over all ways in which the rest of a deal can go, of which those are likely that are near to what is expected."""

    def __init__(self, tricks: int, ends: Ends, spread: float) -> None:
        """tricks: of a whole deal. spread: how far the tricks of a seat fall from the expected ones, as a variance for each
        trick to come; tricks that fall at random to one of three have two ninths.
        """
        self._ends = ends
        self._ended: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._bells = [[exp(-((far / STEP) ** 2) / (2.0 * spread * max(left, 1))) for far in range(STEP * tricks + 1)]
                       for left in range(tricks + 1)]  # fmt: skip
        """By the tricks to come, and the distance from the expected ones in halves, how likely that is."""

    def worth(self, taken: Sequence[int], expected: Sequence[float]) -> tuple[float, ...]:
        """What it is worth to each seat that they have so many tricks, and expect so many more."""
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

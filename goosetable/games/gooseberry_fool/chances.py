"""Chances of winning a game of Gooseberry Fool from the totals between two deals.

Backward induction over a grid of the three totals, with linear interpolation; the tricks of each deal go to random seats. The
grid is computed in slices on first use, which takes a fifth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import comb
from typing import Final

from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.strength.sums import sum_in_order
from goosetable.games.gooseberry_fool.rules import SEATS, TRICKS, FoolOptions, deal_points, winner_at_totals

GRID_SIDE: Final = 21
"""Number of totals along each side of the grid, evenly from 0 to one below the target."""
MIN_PROBABILITY: Final = 0.002
"""Results of a deal with a lower probability are left out of the grid."""
POINTS_PER_SLICE: Final = 25
"""Number of grid points computed in one slice, in about a millisecond."""

Outcome = tuple[float, int, int, int]
"""Probability of a deal, and its points by seat."""


class WinGrid:
    """A table of the chances of winning, for one target and one house rule that decides the winner."""

    def __init__(self, target: int, outcomes: Sequence[Outcome], best: Callable[[tuple[int, ...]], int | None]) -> None:
        self._target = target
        self._best = best
        """Returns the winner of a game that ends with these totals, or None."""
        self._outcomes = tuple(outcomes)
        likely = [outcome for outcome in outcomes if outcome[0] > MIN_PROBABILITY]
        whole = sum_in_order(outcome[0] for outcome in likely)
        self._likely = tuple([(chance / whole, one, two, three) for chance, one, two, three in likely])
        sides = [min(round(number * target / (GRID_SIDE - 1)), target - 1) for number in range(GRID_SIDE)]
        self._sides = tuple(sides)
        below = [max(place for place in range(GRID_SIDE - 1) if sides[place] <= total) for total in range(target)]
        self._below = tuple(below)
        """By total, the place on the grid at or below it; `_beyond` has the fraction of the way to the next."""
        self._beyond = tuple([(total - sides[at]) / (sides[at + 1] - sides[at]) for total, at in enumerate(below)])
        self._grid = [1 / SEATS] * GRID_SIDE**3
        """The first seat's chance, by the totals of the first, second and third seat."""
        self._left = self._grid_places()

    def _grid_places(self) -> list[tuple[int, int, int]]:
        """Returns the grid points in reverse order of computation. One point represents all rotations of the same totals."""
        sides, places = self._sides, range(GRID_SIDE)
        found = [
            (one, two, three) for one in places for two in places for three in places
            if one >= two and one >= three and (one > three or one == two)
        ]  # fmt: skip
        return sorted(found, key=lambda at: sides[at[0]] + sides[at[1]] + sides[at[2]])

    @property
    def is_complete(self) -> bool:
        """Whether the grid is complete."""
        return not self._left

    def compute_slice(self) -> None:
        """Computes the next slice of the grid. Slices go from the highest totals down, because a deal only adds points."""
        grid, sides = self._grid, self._sides
        for one, two, three in self._left[: -POINTS_PER_SLICE - 1 : -1]:
            first, second = self._mean_chances(self._likely, sides[one], sides[two], sides[three])
            grid[(one * GRID_SIDE + two) * GRID_SIDE + three] = first
            grid[(two * GRID_SIDE + three) * GRID_SIDE + one] = second
            grid[(three * GRID_SIDE + one) * GRID_SIDE + two] = max(1.0 - first - second, 0.0)
        del self._left[-POINTS_PER_SLICE:]

    def win_chances(self, one: int, two: int, three: int) -> tuple[float, ...]:
        """Returns each seat's chance of winning an unfinished game. one, two, three: the totals of the seats, all below the
        target.
        """
        while self._left:
            self.compute_slice()
        first, second = self._mean_chances(self._outcomes, one, two, three)
        first, second = min(first, 1.0), min(second, 1.0)
        return first, second, max(1.0 - first - second, 0.0)

    def _mean_chances(self, outcomes: Sequence[Outcome], one: int, two: int, three: int) -> tuple[float, float]:
        target, first, second = self._target, 0.0, 0.0
        for chance, more_one, more_two, more_three in outcomes:
            a, b, c = one + more_one, two + more_two, three + more_three
            if a < target and b < target and c < target:
                first += chance * self._interpolate(a, b, c)
                second += chance * self._interpolate(b, c, a)
                continue
            best = self._best((a, b, c))
            if best == 0:
                first += chance
            elif best == 1:
                second += chance
            elif best is None:
                first, second = first + chance / SEATS, second + chance / SEATS
        return first, second

    def _interpolate(self, one: int, two: int, three: int) -> float:
        grid, below, beyond = self._grid, self._below, self._beyond
        at = (below[one] * GRID_SIDE + below[two]) * GRID_SIDE + below[three]
        left, right = beyond[two], beyond[three]
        low = grid[at] + right * (grid[at + 1] - grid[at])
        at += GRID_SIDE
        low += left * (grid[at] + right * (grid[at + 1] - grid[at]) - low)
        at += GRID_SIDE * (GRID_SIDE - 1)
        high = grid[at] + right * (grid[at + 1] - grid[at])
        at += GRID_SIDE
        high += left * (grid[at] + right * (grid[at + 1] - grid[at]) - high)
        return low + beyond[one] * (high - low)


@cache
def cached_win_grid(end_rule: str, target: int) -> WinGrid:
    """Returns the table of winning chances under these options, cached. A deal is modelled as eleven random tricks."""
    outcomes: list[Outcome] = []
    for one in range(TRICKS + 1):
        for two in range(TRICKS + 1 - one):
            a, b, c = deal_points((one, two, TRICKS - one - two))
            outcomes.append((comb(TRICKS, one) * comb(TRICKS - one, two) / SEATS**TRICKS, a, b, c))
    options = FoolOptions(end_rule=end_rule, target=target)
    return WinGrid(target, outcomes, lambda totals: winner_at_totals(options, totals))


@lru_cache(maxsize=10_000)
def win_chances_at(options: FoolOptions, totals: tuple[int, ...]) -> tuple[float, ...]:
    """Returns each seat's chance, 0..1, of winning a game with these totals after a deal, cached. In a game of one deal, that
    deal is the last one, so the winner is already known.
    """
    if not is_one_deal(options) and max(totals) < options.target:
        return cached_win_grid(options.end_rule, options.target).win_chances(*totals)
    best = winner_at_totals(options, totals)
    return tuple([1 / SEATS if best is None else float(seat == best) for seat in range(SEATS)])

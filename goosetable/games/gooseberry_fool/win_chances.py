"""Who may win a game of Gooseberry Fool: each seat's chance by the three totals, if the tricks of every deal fall at random.

Counted backward from the end of the game on a grid of totals; between its points a chance is interpolated. The grid is worked
out when it is first asked for, in pieces, and takes a fifth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from goosetable.games.gooseberry_fool.scoring import SEATS

POINTS: Final = 21
"""How many totals the grid has a side, evenly from 0 to one below the target."""
RARE: Final = 0.002
"""Outcomes of a deal less likely than this are left out of the grid."""
PIECE: Final = 25
"""How many places of the grid are one piece of work: about a millisecond."""

Outcome = tuple[float, int, int, int]
"""How likely a deal is to bring these points."""


class Chances:
    """The chances under one target and one rule of who wins."""

    def __init__(self, target: int, outcomes: Sequence[Outcome], best: Callable[[tuple[int, ...]], int | None]) -> None:
        self._target = target
        self._best = best
        """Who would win if the game ended with some totals."""
        self._outcomes = tuple(outcomes)
        likely = [outcome for outcome in outcomes if outcome[0] > RARE]
        whole = sum(outcome[0] for outcome in likely)
        self._likely = tuple([(chance / whole, one, two, three) for chance, one, two, three in likely])
        sides = [min(round(number * target / (POINTS - 1)), target - 1) for number in range(POINTS)]
        self._sides = tuple(sides)
        below = [max(place for place in range(POINTS - 1) if sides[place] <= total) for total in range(target)]
        self._below = tuple(below)
        """By total, the place on the grid at or below it; and how far it is to the next."""
        self._beyond = tuple([(total - sides[at]) / (sides[at + 1] - sides[at]) for total, at in enumerate(below)])
        self._grid = [1 / SEATS] * POINTS**3
        """The first seat's chance, by the totals of the first, second and third seat."""
        self._left = self._order()

    def _order(self) -> list[tuple[int, int, int]]:
        """The places still to be worked out, the last first; of three that differ by who sits where only one."""
        sides, places = self._sides, range(POINTS)
        found = [
            (one, two, three) for one in places for two in places for three in places
            if one >= two and one >= three and (one > three or one == two)
        ]  # fmt: skip
        return sorted(found, key=lambda at: sides[at[0]] + sides[at[1]] + sides[at[2]])

    @property
    def ready(self) -> bool:
        """Whether the grid has been worked out."""
        return not self._left

    def advance(self) -> None:
        """Works out one piece of the grid: a deal only adds points, so what a place leads to is there before it."""
        grid, sides = self._grid, self._sides
        for one, two, three in self._left[: -PIECE - 1 : -1]:
            first, second = self._after(self._likely, sides[one], sides[two], sides[three])
            grid[(one * POINTS + two) * POINTS + three] = first
            grid[(two * POINTS + three) * POINTS + one] = second
            grid[(three * POINTS + one) * POINTS + two] = max(1.0 - first - second, 0.0)
        del self._left[-PIECE:]

    def after(self, one: int, two: int, three: int) -> tuple[float, ...]:
        """The chances of a game that goes on with these totals, each below the target."""
        while self._left:
            self.advance()
        first, second = self._after(self._outcomes, one, two, three)
        first, second = min(first, 1.0), min(second, 1.0)
        return first, second, max(1.0 - first - second, 0.0)

    def _after(self, outcomes: Sequence[Outcome], one: int, two: int, three: int) -> tuple[float, float]:
        """The chances of the first two seats, looking one deal ahead."""
        target, first, second = self._target, 0.0, 0.0
        for chance, more_one, more_two, more_three in outcomes:
            a, b, c = one + more_one, two + more_two, three + more_three
            if a < target and b < target and c < target:
                first += chance * self._between(a, b, c)
                second += chance * self._between(b, c, a)
                continue
            best = self._best((a, b, c))
            if best == 0:
                first += chance
            elif best == 1:
                second += chance
            elif best is None:
                first, second = first + chance / SEATS, second + chance / SEATS
        return first, second

    def _between(self, one: int, two: int, three: int) -> float:
        """The first seat's chance, interpolated between the eight places around these totals."""
        grid, below, beyond = self._grid, self._below, self._beyond
        at = (below[one] * POINTS + below[two]) * POINTS + below[three]
        left, right = beyond[two], beyond[three]
        low = grid[at] + right * (grid[at + 1] - grid[at])
        at += POINTS
        low += left * (grid[at] + right * (grid[at + 1] - grid[at]) - low)
        at += POINTS * (POINTS - 1)
        high = grid[at] + right * (grid[at + 1] - grid[at])
        at += POINTS
        high += left * (grid[at] + right * (grid[at + 1] - grid[at]) - high)
        return low + beyond[one] * (high - low)

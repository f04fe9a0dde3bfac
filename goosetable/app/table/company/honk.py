"""The goose honks at a seat that gets a trick it may not have wanted: the animation, as values over time."""

from __future__ import annotations

from typing import Final

from goosetable.app.ui.tween import EXACT

WALKS: Final = 0.27
"""Part of the animation after which the goose has walked up and opens its beak."""
BRIEFLY, LONG = 0.6, 0.9
"""Seconds from the first step to the last feather at a brisk and at a leisurely pace; the latter also if nothing moves."""


class Honk:
    """One honk. seat: its victim. pace: the factor on all motion; 0: nothing moves, and no goose comes."""

    def __init__(self, seat: int, pace: float) -> None:
        self.seat, self.still = seat, pace <= 0
        self._length = LONG if self.still else BRIEFLY + (LONG - BRIEFLY) * min(1.0, max(0.0, 2 * pace - 1))
        self._time = 0.0

    @property
    def part(self) -> float:
        """Part of it that is over, 0..1."""
        return min(1.0, self._time / self._length)

    @property
    def loud(self) -> bool:
        """Whether the beak is open."""
        return self.still or self.part >= WALKS

    @property
    def over(self) -> bool:
        return self._time >= self._length - EXACT

    def update(self, dt: float) -> None:
        """Advances it by dt seconds."""
        self._time += dt

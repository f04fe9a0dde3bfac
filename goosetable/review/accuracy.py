"""Accuracy: of the decisions of a player at which there was a choice, the part whose cost does not count.

A cost that may be chance is none (`Cost.counts`), and what was forced is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from goosetable.review.opinion import Opinion

FEW: Final = 20
"""Decisions below which an accuracy says little."""
_Z: Final = 1.96


class Accuracy(NamedTuple):
    """How many decisions were as good as any, and of how many."""

    good: int = 0
    decisions: int = 0

    @property
    def part(self) -> float:
        """0..1; 0 where there was no decision."""
        return self.good / self.decisions if self.decisions else 0.0

    @property
    def band(self) -> tuple[float, float]:
        """Within which the true part lies, 95 % (Wilson's score interval, 1927); all of 0..1 without a decision.

        >>> [round(end, 2) for end in Accuracy(80, 100).band]
        [0.71, 0.87]
        """
        of, square = self.decisions, _Z * _Z
        if not of:
            return 0.0, 1.0
        middle = (self.good + square / 2) / (of + square)
        half = _Z * sqrt(self.good * (of - self.good) / of + square / 4) / (of + square)
        return max(0.0, middle - half), min(1.0, middle + half)


def accuracy(opinions: Iterable[Opinion]) -> Accuracy:
    """The accuracy of these decisions."""
    choices = [opinion for opinion in opinions if opinion.choice]
    return Accuracy(sum([not opinion.cost.counts for opinion in choices]), len(choices))

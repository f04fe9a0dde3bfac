"""Sums of floats that are the same in every version of Python, so that a player with the same seed plays the same cards."""

from __future__ import annotations

from collections.abc import Iterable


def sum_in_order(values: Iterable[float]) -> float:
    """Returns the sum of floats, added one after another. The built-in `sum` rounds differently from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total

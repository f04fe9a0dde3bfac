"""Totals and targets: what games share in which the highest total wins, or the lowest."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.engine.rules.event import Points


def leaders(totals: Sequence[Points], lowest: bool = False) -> tuple[int, ...]:
    """The seats with the highest total, or with the lowest, in ascending order."""
    top = min(totals) if lowest else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


def shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Each seat's part of a win that is divided among the winners, or among all where nobody has won."""
    among = winners or range(seats)
    return tuple([1 / len(among) if seat in among else 0.0 for seat in range(seats)])


def whole(totals: Sequence[Points]) -> tuple[int, ...]:
    """The totals of a game without fractions, as whole numbers."""
    return tuple(int(total) for total in totals)


def at_target(totals: Sequence[Points], target: int, shared: bool, lowest: bool = False) -> tuple[int, ...]:
    """Who has won by having the highest total, or the lowest, once a seat has the target.

    A tie for the win is a win for all who share it, or nobody's, so that another deal is played.
    """
    first = leaders(totals, lowest)
    if max(totals) < target or (len(first) > 1 and not shared):
        return ()
    return first

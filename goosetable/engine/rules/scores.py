"""Totals and targets: what games share in which the highest total wins."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.engine.rules.event import Points
from goosetable.engine.text import phrases
from goosetable.engine.text.table_facts import Race


def leaders(totals: Sequence[Points]) -> tuple[int, ...]:
    """The seats with the highest total, in ascending order."""
    top = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


def shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Each seat's part of a win that is divided among the winners, or among all where nobody has won."""
    among = winners or range(seats)
    return tuple([1 / len(among) if seat in among else 0.0 for seat in range(seats)])


def whole(totals: Sequence[Points]) -> tuple[int, ...]:
    """The totals of a game without fractions, as whole numbers."""
    return tuple(int(total) for total in totals)


def at_target(totals: Sequence[Points], target: int, shared: bool) -> tuple[int, ...]:
    """Who has won by having the highest total once a seat has the target.

    A tie at the top is a win for all who share it, or nobody's, so that another deal is played.
    """
    first = leaders(totals)
    if totals[first[0]] < target or (len(first) > 1 and not shared):
        return ()
    return first


def race(totals: tuple[Points, ...], target: int, winners: tuple[int, ...], aim: str = "") -> Race:
    """Where a game stands that the highest total wins; `winners` is nobody while it goes on.

    A game that ends otherwise than at the target says so in its `aim`.
    """
    first = leaders(totals)
    top = phrases.amount(totals[first[0]])
    names = phrases.listed([f"[{seat}]" for seat in first])
    if len(first) == 1:
        sentence = f"[{first[0]} {'wins' if winners else 'leads'}] with {top}."
    elif winners:
        sentence = f"{names} share the win with {top} each."
    elif len(first) == len(totals):
        sentence, first = "All are level.", ()
    else:
        sentence = f"{names} lead with {top} each."
    return Race(totals, target, first, aim or f"to {target}, the highest total wins", sentence)

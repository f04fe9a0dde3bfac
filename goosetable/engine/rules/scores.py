"""Totals and targets of games in which the highest total wins, or the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.options import is_one_deal


class RaceOptions(Protocol):
    """Options of a game that ends at a target, or after one deal."""

    @property
    def target(self) -> int: ...

    @property
    def tie(self) -> str: ...


def leaders(totals: Sequence[Points], lowest: bool = False) -> tuple[int, ...]:
    """Returns the seats with the highest total, or with the lowest, in ascending order."""
    top = min(totals) if lowest else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


def win_shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Returns each seat's share of a win, 0..1. The winners share equally; without a winner, all seats do."""
    among = winners or range(seats)
    return tuple([1 / len(among) if seat in among else 0.0 for seat in range(seats)])


def as_integers(totals: Sequence[Points]) -> tuple[int, ...]:
    """Returns totals as whole numbers, for a game without fractions."""
    return tuple(int(total) for total in totals)


def winners_of_one_deal(standing: Standing, lowest: bool = False) -> tuple[int, ...]:
    """Returns the winners of a game of one deal: the seats with the highest total; empty before the deal is scored.

    lowest: True if the lowest total wins.
    """
    return leaders(standing.totals, lowest) if standing.deals else ()


def winners_at_target(totals: Sequence[Points], target: int, shared: bool, lowest: bool = False) -> tuple[int, ...]:
    """Returns the winners once a seat has reached the target: the seats with the highest total, or the lowest. Before that,
    returns none.

    shared: True if all tied seats win; False if a tie has no winner and another deal is played.
    """
    first = leaders(totals, lowest)
    if max(totals) < target or (len(first) > 1 and not shared):
        return ()
    return first


def winners_of_race(options: RaceOptions, standing: Standing) -> tuple[int, ...]:
    """Returns the seats with the highest total, once a total reaches the target or a game of one deal ends; before that,
    none.
    """
    if is_one_deal(options):
        return winners_of_one_deal(standing)
    return winners_at_target(standing.totals, options.target, options.tie == "shared")

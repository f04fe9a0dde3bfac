"""Heuristics of games that the highest total wins, or the lowest, once a seat has the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.win_chances import Pace, race

S = TypeVar("S", bound=State)


class TargetOptions(Protocol):
    """Options of a game that ends at a target."""

    @property
    def target(self) -> int:
        """The total that ends the game."""


T = TypeVar("T", bound=TargetOptions)


class TargetRace(Heuristics[S, T]):
    """Payoffs are margins, and win chances those of a race to the target."""

    spread = 100
    paces: Mapping[int, Pace] = {}
    """By number of seats, what a deal brings each; where it is not known, all have the same chances."""

    def win_chances(self, options: T, standing: Standing) -> tuple[float, ...]:
        """By the totals alone: everybody is taken to play as well as everybody else."""
        pace = self.paces.get(len(standing.totals))
        if pace is None or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        return race(options.target, pace, self.rules.lowest_wins).chances(standing.totals)

    def study(self, options: T) -> Iterator[None]:
        """Follows the race from every total, once for each target."""
        pace = self.paces.get(self.rules.seats(options))
        if pace is not None:
            yield from race(options.target, pace, self.rules.lowest_wins).study()

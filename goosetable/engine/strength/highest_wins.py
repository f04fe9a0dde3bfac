"""Heuristics of games that the highest total wins once a seat has the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
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


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean, 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class HighestWins(Heuristics[S, T]):
    """Payoffs are margins, and win chances those of a race to the target."""

    margins = True
    spread: int = 100
    """A lead, in points of a deal, that is as good as any greater one."""
    paces: Mapping[int, Pace] = {}
    """By number of seats, what a deal brings each; where it is not known, all have the same chances."""

    def win_chances(self, options: T, standing: Standing) -> tuple[float, ...]:
        """By the totals alone: everybody is taken to play as well as everybody else."""
        pace = self.paces.get(len(standing.totals))
        if pace is None or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        return race(options.target, pace).chances(standing.totals)

    def study(self, options: T) -> Iterator[None]:
        """Follows the race from every total, once for each target."""
        pace = self.paces.get(self.rules.seats(options))
        if pace is not None:
            yield from race(options.target, pace).study()

    def payoff(self, state: S) -> tuple[float, ...]:
        """How far each seat is ahead: points count towards a total, and a narrow deal won is little."""
        return margin(self.rules.points(state), self.spread)

    def worth(self, state: S) -> tuple[float, ...]:
        """As `payoff`, with the points so far."""
        return margin(self.rules.points(state), self.spread)

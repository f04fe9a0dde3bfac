"""Heuristics of games that the highest total wins, or the lowest, once a seat has the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.rules import Rules, S
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.sealed_bids import SealedBids
from goosetable.engine.strength.win_chances import Pace, RaceChances
from goosetable.engine.text.explain import Reasons


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

    def __init__(self, rules: Rules[S, T], reasons: Reasons[S] | None = None, sealed_bids: SealedBids[S] | None = None) -> None:
        super().__init__(rules, reasons, sealed_bids)
        self._races: dict[tuple[int, int], RaceChances] = {}
        """By number of seats and target, since it is asked at every playout and a pace takes long to hash."""

    def win_chances(self, options: T, standing: Standing) -> tuple[float, ...]:
        """By the totals alone: everybody is taken to play as well as everybody else."""
        pace = self.paces.get(len(standing.totals))
        if pace is None or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        seats, target = len(standing.totals), options.target
        found = self._races.get((seats, target)) or self._race(seats, target, pace)
        return found.chances(standing.totals)

    def study(self, options: T) -> Iterator[None]:
        """Follows the race from every total, once for each target."""
        seats, target = self.rules.seats(options), options.target
        pace = self.paces.get(seats)
        if pace is not None:
            found = self._races.get((seats, target)) or self._race(seats, target, pace)
            yield from found.study()

    def _race(self, seats: int, target: int, pace: Pace) -> RaceChances:
        """A race whose figures are worked out once."""
        found = self._races[seats, target] = RaceChances(target, pace, self.rules.lowest_wins)
        return found

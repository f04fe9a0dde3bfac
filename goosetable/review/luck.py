"""Luck: what the hands of a deal were worth before the first card, to equal players in every seat.

The true deal, from the same dealer and standing, is played to its end again and again by the playout policy of the game, the
same in every seat. A policy chooses from what its seat can see, so nobody profits from hidden cards; the mean of the points
is what these cards bring on their own, and whatever a seat made above or below it is play.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from goosetable.engine.record.history import Counted
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.players.rollouts import play_out
from goosetable.review.opinion import Estimate

PLAYS: Final = 200
"""Plays of each deal."""
ROOM: Final = 1.96
"""Standard errors to either side within which 95 % of such means lie."""


class Worth(NamedTuple):
    """What the hands of one deal were worth, in points of the deal."""

    seats: tuple[Estimate, ...]
    """By seat."""
    plays: int

    def play(self, seat: int, made: Points) -> float:
        """What a seat made of its hand, above what it was worth."""
        return float(made) - self.seats[seat].mean


class DealWorth:
    """The worth of one deal, in short pieces of work; the same deal and seed give the same worth."""

    def __init__(self, game: AnyGame, start: State, number: int, plays: int = PLAYS, seed: str = "") -> None:
        """start: the true state before the first action; it is not changed. number: of the deal, from 1. plays: 2 or more."""
        self._game, self._start, self._plays = game, start, plays
        self._rng = Random(f"goosetable luck v1:{seed}:{number}")
        self.worth: Worth | None = None
        """Once `run` is through."""

    def run(self) -> Generator[None, None, None]:
        """Plays the deal; a work slice is one play."""
        found: list[tuple[float, ...]] = []
        for _ in range(self._plays):
            state = self._start.copy()
            play_out(self._game.heuristics, state, Random(self._rng.getrandbits(64)))
            found.append(tuple([float(points) for points in self._game.points(state)]))
            yield
        self.worth = Worth(tuple([_mean(own) for own in zip(*found, strict=True)]), self._plays)


def start_of(game: AnyGame, options: object, counted: Counted) -> State:
    """The true state of a deal before its first action."""
    state: State = game.begin(options, counted.standing, counted.deal)
    return state


def _mean(found: Sequence[float]) -> Estimate:
    """Mean and standard error."""
    count = len(found)
    mean = sum(found) / count
    return Estimate(mean, sqrt(sum([(one - mean) ** 2 for one in found]) / (count - 1) / count))

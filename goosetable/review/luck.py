"""Luck: what the hands of a deal were worth before the first card, to equal players in every seat.

The true deal, from the same dealer and standing, is played to its end again and again by the playout policy of the game, the
same in every seat. A policy chooses from what its seat can see, so nobody profits from hidden cards; the mean of the points
is what these cards bring on their own, and whatever a seat made above or below it is play.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.session import deal_line
from goosetable.engine.rules import options
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.players.rollouts import play_out
from goosetable.review.opinion import Estimate

VERSION: Final = 1
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

    def __init__(
        self, game: AnyGame, chosen: object, standing: Standing, deal: Deal, plays: int = PLAYS, seed: str = ""
    ) -> None:
        """chosen: the options. standing: where the game stood before the deal. plays: 2 or more."""
        self._game, self._plays = game, plays
        self._start: State = game.begin(chosen, standing, deal)
        self._rng = Random(f"goosetable luck v1:{seed}:{deal.number}")

    def run(self) -> Generator[None, None, Worth]:
        """Plays the deal again and again; a work slice is one play."""
        found: list[tuple[float, ...]] = []
        for _ in range(self._plays):
            state = self._start.copy()
            play_out(self._game.heuristics, state, Random(self._rng.getrandbits(64)))
            found.append(tuple([float(points) for points in self._game.points(state)]))
            yield
        return Worth(tuple([_mean(own) for own in zip(*found, strict=True)]), self._plays)


def digest(game: AnyGame, chosen: object, standing: Standing, deal: Deal) -> str:
    """Of all that a worth follows from: the house rules, the standing and the cards."""
    told = [f"{game.id} {sorted(options.write(chosen).items())}", str(standing), format.write(deal_line(game, deal))]
    return sha256("\n".join(told).encode()).hexdigest()[:32]


def write(worth: Worth) -> str:
    """A worth as a line of JSON, to be kept beside a record."""
    seats = [[own.mean, own.error] for own in worth.seats]
    return json.dumps({"luck": VERSION, "plays": worth.plays, "worth": seats})


def read(content: bytes, seats: int) -> Worth | None:
    """A worth that was kept; None for what is damaged, of another version or of a table of another size."""
    try:
        found = jsonl.read_object(content.strip())
    except jsonl.RecordError:
        return None
    plays, worth = found.get("plays"), found.get("worth")
    if found.get("luck") != VERSION or plays != PLAYS or not isinstance(worth, list) or len(worth) != seats:
        return None
    if not all(isinstance(own, list) and [type(part) for part in own] == [float, float] and own[1] >= 0 for own in worth):
        return None
    return Worth(tuple([Estimate(*own) for own in worth]), PLAYS)


def _mean(found: Sequence[float]) -> Estimate:
    """Mean and standard error."""
    count = len(found)
    mean = sum(found) / count
    return Estimate(mean, sqrt(sum([(one - mean) ** 2 for one in found]) / (count - 1) / count))

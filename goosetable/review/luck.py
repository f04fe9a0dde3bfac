"""Luck: the worth of each seat's hand at the start of a deal, if players of equal strength hold all seats.

The true deal is played to its end many times with the same computer player in every seat, and with the same dealer and
standing. The player searches little, maximises the points of this deal, and sees only its seat's view. The mean points of a
seat are the worth of its hand. The difference between a real result and this mean is skill.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import view
from goosetable.engine.record import format, jsonl, values
from goosetable.engine.record.session import make_deal_line
from goosetable.engine.rules import options
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.state import State
from goosetable.engine.strength.sums import sum_in_order
from goosetable.players import think_in_slices
from goosetable.players.levels import make_player_with_effort
from goosetable.review.opinion import Estimate

METHOD_VERSION: Final = 2
"""Version of the method. A stored worth of another version is computed again."""
PLAYER_LEVEL: Final = "expert-deal@20"
"""Level of the player in every seat."""
REPETITIONS: Final = 24
"""Number of times that each deal is played to its end.

In plain Python this takes 1 to 7 seconds of one core, and 11 in Gops, whose games have one deal.
"""


class HandWorths(NamedTuple):
    """The worth of each hand of a deal, in points of the deal."""

    seats: tuple[Estimate, ...]
    """Mean points of each seat."""
    repetitions: int
    """Number of times that the deal was played."""


class DealWorth:
    """A computation of the worth of each hand of a deal, in work slices. The same deal and seed give the same result."""

    def __init__(
        self,
        game: AnyGame,
        options: object,
        standing: Standing,
        deal: Deal,
        repetitions: int = REPETITIONS,
        seed: str = "",
        level: str = PLAYER_LEVEL,
    ) -> None:
        """options: the house rules. standing: the standing before the deal. level: the level of all players.

        repetitions: number of times that the deal is played, 2 or more.
        """
        self._game, self._repetitions, self._level = game, repetitions, level
        self._start: State = game.begin_deal(options, standing, deal)
        self._rng = Random(f"goosetable luck v{METHOD_VERSION}:{seed}:{deal.number}")
        self.share = 0.0
        """The part of the computation that is done, 0..1."""

    def run(self) -> Generator[None, None, HandWorths]:
        """Plays the deal again and again, and returns the worth of its hands. A work slice is one step of a decision."""
        found: list[tuple[float, ...]] = []
        for _ in range(self._repetitions):
            end = yield from self._play_once()
            self.share = (len(found) + 1) / self._repetitions
            found.append(tuple([float(points) for points in self._game.points(end)]))
        return worth_from_points(found)

    def _play_once(self) -> Generator[None, None, State]:
        state = self._start.copy()
        players = [make_player_with_effort(self._level, Random(self._rng.getrandbits(64))) for _ in state.hands]
        while not state.over:
            state.turn = seat = state.seats_to_act[0]
            action = yield from think_in_slices(players[seat], view(self._game, state, seat))
            self._game.apply(state, action)
            yield
        return state


def worth_from_points(results: Sequence[Sequence[float]]) -> HandWorths:
    """Returns the worth of each hand in a deal: the mean points of its seat.

    results: for each of two or more repetitions of the deal, the points by seat.
    """
    return HandWorths(tuple([_estimate(own) for own in zip(*results, strict=True)]), len(results))


def _estimate(values: Sequence[float]) -> Estimate:
    count = len(values)
    mean = sum_in_order(values) / count
    return Estimate(mean, sqrt(sum_in_order([(one - mean) ** 2 for one in values]) / (count - 1) / count))


def worth_digest(game: AnyGame, house_rules: object, standing: Standing, deal: Deal) -> str:
    """Returns a hash of all that determines a worth: house rules, standing and cards."""
    told = [
        f"{game.id} {sorted(options.without_newer_defaults(house_rules).items())}",
        str(standing),
        format.line_as_text(make_deal_line(game, deal)),
    ]
    return sha256("\n".join(told).encode()).hexdigest()[:32]


def worth_as_json(worth: HandWorths) -> str:
    """Returns a worth as a line of JSON, stored beside the record."""
    seats = [[own.mean, own.error] for own in worth.seats]
    return json.dumps({"luck": METHOD_VERSION, "plays": worth.repetitions, "worth": seats})


def parse_worth(content: bytes, seats: int) -> HandWorths | None:
    """Parses a stored worth; None if it is malformed, of another version or for another number of seats."""
    try:
        found = jsonl.read_object(content.strip())
        versions = values.parse_whole_number(found.get("luck")), values.parse_whole_number(found.get("plays"))
        if versions != (METHOD_VERSION, REPETITIONS):
            return None
        pairs = [values.parse_list(own, 2) for own in values.parse_list(found.get("worth"), seats)]
        worth = [
            Estimate(values.parse_real_number(mean, values.MAX_POINTS), values.parse_real_number(error, values.MAX_POINTS, 0.0))
            for mean, error in pairs
        ]
    except (jsonl.RecordError, values.InvalidValue):
        return None
    return HandWorths(tuple(worth), REPETITIONS)

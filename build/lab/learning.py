"""What every training shares: the game and its deals, and the steps in which weights climb."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.deal import Standing
    from goosetable.engine.rules.state import State
    from goosetable.engine.strength.policy import Shape

LAST_STEP: Final = 0.001
"""How far a weight moves in a batch, at the end."""
DECAY: Final = (0.9, 0.99)
"""Of Adam's mean and of its mean square."""
TINY: Final = 1e-8


class Unlearnable(Exception):
    """What was asked for cannot be learned, in one sentence."""


class Adam:
    """Steps uphill."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self._mean = [[0.0] * len(row) for row in rows]
        self._square = [[0.0] * len(row) for row in rows]
        self._count = 0

    def climb(self, slopes: Sequence[Sequence[float]], step: float) -> None:
        """One step along these slopes."""
        self._count += 1
        slow, slower = DECAY
        mend, mend_square = 1 - slow**self._count, 1 - slower**self._count
        for row, means, squares, found in zip(self.rows, self._mean, self._square, slopes, strict=True):
            for place, slope in enumerate(found):
                mean = means[place] = slow * means[place] + (1 - slow) * slope
                square = squares[place] = slower * squares[place] + (1 - slower) * slope * slope
                row[place] += step * (mean / mend) / (sqrt(square / mend_square) + TINY)


def trainable(name: str) -> tuple[AnyGame, Shape]:
    """A game and what its weights are for; raises Unlearnable where it has none, or where there is no such game."""
    from goosetable.games import find

    try:
        game = find(name)
    except ValueError as wrong:
        raise Unlearnable(str(wrong)) from None
    if game.heuristics.shape is None:
        raise Unlearnable(f"{name} has no policy to train")
    return game, game.heuristics.shape


def dealt(game: AnyGame, rng: Random) -> State:
    """A deal of the game as printed, with any dealer; where hands differ in size from deal to deal, any deal of the game.

    All cards are dealt into hands.
    """
    from goosetable.cards import SUITS
    from goosetable.engine.rules.deal import Deal, Standing

    options = game.Options()
    seats, pack = game.seats(options), list(game.pack(options))
    standings = [Standing(deals, (0,) * seats) for deals in range(game.text.length(options))]
    if len({game.hand_size(options, standing) for standing in standings}) > 1:
        return _dealt_by_rules(game, options, rng.choice(standings), rng)
    rng.shuffle(pack)
    size = len(pack) // seats
    hands = tuple(tuple(pack[place * size : place * size + size]) for place in range(seats))
    dealer = rng.randrange(seats)
    trump = rng.randrange(len(SUITS)) if "trump" in game.deal_fields(options) else None
    state: State = game.begin(options, Standing(0, (0,) * seats), Deal(1, dealer, hands, trump=trump))
    state.noted = False
    return state


def _dealt_by_rules(game: AnyGame, options: object, standing: Standing, rng: Random) -> State:
    """The deal after so many, with any dealer."""
    from goosetable.engine.rules.deal import Stream

    stream = Stream(str(rng.getrandbits(60)), standing.deals + 1)
    state: State = game.begin(options, standing, game.deal(options, standing, rng.randrange(len(standing.totals)), stream))
    state.noted = False
    return state

"""The greedy player as it first was, frozen: looks to the end of the trick and no further, in some determinizations."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import BID_KIND, TRICK_KIND
from goosetable.engine.rules.state import OVER, State, TrickState
from tests.baselines.worths import habit, worth

WORLDS: Final = 40


class Greedy:
    """Takes the action after which the trick leaves it best off, on average over determinizations. It plays every game."""

    worlds: int = WORLDS

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.values: dict[Action, float] = {}

    def think(self, view: View) -> Generator[None, None, Action]:
        """The best action by `worth` at the end of the trick; of equals the first. A call takes the whole deal."""
        game, legal, seat, rng = view.game, view.legal, view.seat, self.rng
        hidden = sampler_for(view)
        sums = [0.0] * len(legal)
        for _ in range(self.worlds):
            world = sample_determinization(view, rng, hidden)
            for place, action in enumerate(legal):
                sums[place] += _after(game, world.copy(), action, rng)[seat]
            yield
        self.values = {action: total / self.worlds for action, total in zip(legal, sums, strict=True)}
        return legal[sums.index(max(sums))]


class Hasty(Greedy):
    """The same over four deals: for tests."""

    worlds = 4


def _after(game: AnyGame, state: State, action: Action, rng: Random) -> tuple[float, ...]:
    """What an action leads to when the others play at random until the trick is credited."""
    before = _lying(game, state)
    game.apply(state, action)
    if not before and not _lying(game, state):
        while state.turn != OVER:
            game.apply(state, habit(game, state, game.legal(state), rng.random()))
    while _lying(game, state):
        game.apply(state, _simple(game, state, rng))
    return worth(game, state)


def _simple(game: AnyGame, state: State, rng: Random) -> Action:
    """A card at random; but what moves no card, such as giving a trick away, is chosen by what it leaves its seat with."""
    legal = game.legal(state)
    if len(legal) == 1 or card_of(legal[0]) is not None:
        return rng.choice(legal)
    return max(legal, key=lambda action: _left_with(game, state.copy(), action))


def _left_with(game: AnyGame, state: State, action: Action) -> float:
    seat = state.turn
    game.apply(state, action)
    return worth(game, state)[seat]


def _lying(game: AnyGame, state: State) -> bool:
    """Whether cards lie on the table, in a trick or as bids, that are not credited to anybody yet."""
    if isinstance(state, TrickState):
        return bool(state.trick)
    return any(group and pile.kind in (TRICK_KIND, BID_KIND) for pile, group in state.piles().items())

"""The greedy player: looks to the end of the trick and no further, in some of the deals that it takes to be possible."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View, dealing, sample
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import BID_KIND, TRICK_KIND
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.players.agent import Agent
from goosetable.players.rollouts import play_out

WORLDS: Final = 40


class Greedy(Agent):
    """Takes the action after which the trick leaves it best off, on average over `worlds` determinizations."""

    def __init__(self, name: str, rng: Random, worlds: int = WORLDS) -> None:
        super().__init__(name, rng)
        self.worlds = worlds

    def choose(self, view: View) -> Generator[None, None, Action]:
        """The best action by what `Heuristics.worth` says at the end of the trick; of equals the first. A piece is one world,
        or for a bid, which takes the whole deal, one of its actions.
        """
        heuristics, legal, seat, rng = view.game.heuristics, view.legal, view.seat, self.rng
        hidden = dealing(view)
        sums, long = [0.0] * len(legal), card_of(legal[0]) is None
        for _ in range(self.worlds):
            world = sample(view, rng, hidden)
            for place, action in enumerate(legal):
                sums[place] += _after(heuristics, world.copy(), action, rng)[seat]
                if long:
                    yield
            yield
        self.values = {action: total / self.worlds for action, total in zip(legal, sums, strict=True)}
        return legal[sums.index(max(sums))]


def _after(heuristics: AnyHeuristics, state: State, action: Action, rng: Random) -> tuple[float, ...]:
    """What an action leads to when the others play at random until the trick is credited.

    An action that has to do with no trick, such as a bid, can only be judged by the whole deal, played by habit.
    """
    before = _lying(state)
    heuristics.rules.apply(state, action)
    if not before and not _lying(state):
        play_out(heuristics, state, rng)
    while _lying(state):
        heuristics.rules.apply(state, _simple(heuristics, state, rng))
    return heuristics.payoff(state) if state.over else heuristics.worth(state)


def _simple(heuristics: AnyHeuristics, state: State, rng: Random) -> Action:
    """A card at random; but what moves no card, such as giving a trick away, is chosen by what it leaves its seat with."""
    legal = heuristics.rules.legal(state)
    if len(legal) == 1 or card_of(legal[0]) is not None:
        return rng.choice(legal)
    return max(legal, key=lambda action: _left_with(heuristics, state.copy(), action))


def _left_with(heuristics: AnyHeuristics, state: State, action: Action) -> float:
    seat = state.turn
    heuristics.rules.apply(state, action)
    return (heuristics.payoff(state) if state.over else heuristics.worth(state))[seat]


def _lying(state: State) -> bool:
    """Whether cards lie on the table, in a trick or as bids, that are not credited to a seat yet."""
    if isinstance(state, TrickState):
        return bool(state.trick)
    return any(group and pile.kind in (TRICK_KIND, BID_KIND) for pile, group in state.piles().items())

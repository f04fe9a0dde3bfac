"""The greedy player: evaluates each action at the end of the trick, over some determinizations.

Apart: it is a player, as that of `search_agent.py` is one; `levels.py` has the parameters of players.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

from goosetable.engine.hidden.view import View, dealing, sample
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import BID_KIND, TRICK_KIND
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.players.agent import Agent
from goosetable.players.rollouts import play_out


class Greedy(Agent):
    """Maximises the mean of `Heuristics.worth` at the end of the trick."""

    def __init__(self, name: str, rng: Random, determinizations: int) -> None:
        """determinizations: for each decision, 1 or more."""
        super().__init__(name, rng)
        self.determinizations = determinizations

    def choose(self, view: View) -> Generator[None, None, Action]:
        """Returns the action with the highest mean, of equals the first. A work slice is one determinization; for a bid, which
        takes the whole deal, one action of it.
        """
        heuristics, legal, seat, rng = view.game.heuristics, view.legal, view.seat, self.rng
        hidden = dealing(view)
        sums, long = [0.0] * len(legal), card_of(legal[0]) is None
        for _ in range(self.determinizations):
            state = sample(view, rng, hidden)
            for place, action in enumerate(legal):
                sums[place] += _after(heuristics, state.copy(), action, rng)[seat]
                if long:
                    yield
            yield
        self.values = {action: total / self.determinizations for action, total in zip(legal, sums, strict=True)}
        return legal[sums.index(max(sums))]


def _after(heuristics: AnyHeuristics, state: State, action: Action, rng: Random) -> tuple[float, ...]:
    """Returns the evaluation by seat after an action and random cards until the trick is credited.

    An action outside a trick, such as a bid, is evaluated at the end of the deal, played out by the playout policy.
    """
    before = _lying(state)
    heuristics.rules.apply(state, action)
    if not before and not _lying(state):
        play_out(heuristics, state, rng.random)
    while _lying(state):
        heuristics.rules.apply(state, _simple(heuristics, state, rng))
    return heuristics.payoff(state) if state.over else heuristics.worth(state)


def _simple(heuristics: AnyHeuristics, state: State, rng: Random) -> Action:
    """Returns a random card; an action that moves no card, such as giving a trick away, is chosen by its evaluation."""
    legal = heuristics.rules.legal(state)
    if len(legal) == 1 or card_of(legal[0]) is not None:
        return rng.choice(legal)
    return max(legal, key=lambda action: _left_with(heuristics, state.copy(), action))


def _left_with(heuristics: AnyHeuristics, state: State, action: Action) -> float:
    seat = state.turn
    heuristics.rules.apply(state, action)
    return (heuristics.payoff(state) if state.over else heuristics.worth(state))[seat]


def _lying(state: State) -> bool:
    """Whether cards lie in a trick or as bids, not yet credited to a seat."""
    if isinstance(state, TrickState):
        return bool(state.trick)
    return any(group and pile.kind in (TRICK_KIND, BID_KIND) for pile, group in state.piles().items())

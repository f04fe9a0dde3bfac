"""A plain search, frozen, with which later experts can be compared: Monte Carlo tree search over information sets.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012): each iteration lays a deal that the seat cannot tell from the
truth, uniform among all of them, goes down the tree by UCB1 over what is legal in that deal, adds a node, and plays on by the
frozen habits, which are random in most games. A node is what all have seen since the decision, so that those who bid at once
and in secret choose without knowing of each other.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import log, sqrt
from random import Random
from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, SealedState, State
from tests.baselines.worths import habit, worth

ITERATIONS: Final = 300
EXPLORATION: Final = 0.4
"""Measured at 150 iterations in Gooseberry Fool, Goosed, Gops and Cross Purposes (10 to 60 codes each), 0.2 and 0.8 do as well
within the error.
"""
SLICE: Final = 8
"""Iterations of one piece of work."""


class Edge:
    """What is known of an action at a node."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        """Of the worth of the deal to the seat that acts."""
        self.offered = 0
        """How often it was legal when the node was passed."""

    @property
    def mean(self) -> float:
        """What the action brought on average."""
        return self.total / self.visits if self.visits else 0.0


Node = dict[Action, Edge]


class Plain:
    """Searches for the best deal, with as many iterations a decision whatever the game. It plays every game."""

    iterations: int = ITERATIONS
    exploration: float = EXPLORATION

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.values: dict[Action, float] = {}
        self._nodes: dict[str, Node] = {}

    def think(self, view: View) -> Generator[None, None, Action]:
        """The action that was tried most; of equals the first."""
        legal, rng = view.legal, self.rng
        if len(legal) == 1:
            return legal[0]
        hidden = sampler_for(view)
        begun = len(view.known.actions)
        self._nodes = {}
        for number in range(self.iterations):
            self._iterate(view.game, sample_determinization(view, rng, hidden), view.seat, begun)
            if number % SLICE == 0:
                yield
        root = self._nodes[_seen(view.known, view.seat, begun)]
        self.values = {action: root[action].mean if action in root else 0.0 for action in legal}
        return max(legal, key=lambda action: root[action].visits if action in root else 0)

    def _iterate(self, game: AnyGame, state: State, seat: int, begun: int) -> None:
        """Goes down the tree, adds a node, plays the deal out, and adds what came of it to all that was passed."""
        rng, passed = self.rng, list[tuple[int, Edge]]()
        state.turn = seat
        fresh = False
        while state.turn != OVER and not fresh:
            legal = game.legal(state)
            key = _seen(state, state.turn, begun)
            node = self._nodes.get(key)
            if node is None:
                node = self._nodes[key] = {}
            action = self._select(node, legal)
            edge = node[action]
            fresh = edge.visits == 0
            passed.append((state.turn, edge))
            game.apply(state, action)
        state.keeps_actions = False
        while state.turn != OVER:
            game.apply(state, habit(game, state, game.legal(state), rng.random()))
        worths = worth(game, state)
        for who, edge in passed:
            edge.visits += 1
            edge.total += worths[who]

    def _select(self, node: Node, legal: Sequence[Action]) -> Action:
        """An action that was never tried, at random; where all were, the one with the greatest upper confidence bound."""
        untried: list[Action] = []
        for action in legal:
            if action not in node:
                node[action] = Edge()
            node[action].offered += 1
            if node[action].visits == 0:
                untried.append(action)
        if untried:
            return untried[int(self.rng.random() * len(untried))]
        chosen, most = legal[0], -1.0
        for action in legal:
            edge = node[action]
            bound = edge.mean + self.exploration * sqrt(log(float(edge.offered)) / edge.visits)
            if bound > most:
                chosen, most = action, bound
        return chosen


class Brief(Plain):
    """The same with few iterations: for tests."""

    iterations = 30


def _seen(state: State, seat: int, begun: int) -> str:
    """What all have seen since the decision, and who is to act."""
    key = f"{seat}:{state.actions[begun:]}"
    return f"{key}:{state.turned_up}" if isinstance(state, SealedState) else key

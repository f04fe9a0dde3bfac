"""Searches a decision: many determinizations, one tree of what may happen, each seat for its own good (SO-ISMCTS, max^n).

The tree belongs to one observer: its branches are the actions that can be seen, whatever hands lie behind them. In every
determinization only some branches can be taken, so an action is judged by how often it could have been chosen (Cowling, Powley
and Whitehouse, 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.players.determinizer import Determinizer
from goosetable.players.rollouts import play_out
from goosetable.players.search import UCB, Ucb
from goosetable.players.trace import Trace
from goosetable.players.utility import Utility


class Node:
    """What is known of an action, after the actions that lead to it."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits: int = 0
        self.available: int = 0
        """In how many determinizations it could have been chosen since it first was."""
        self.total: float = 0.0
        """What it brought, over all visits, to the seat that chose it."""
        self.children: dict[Action, Node] = {}


class Tree:
    """A search in progress. The budget is whatever number of times `iterate` is called."""

    def __init__(
        self,
        heuristics: AnyHeuristics,
        determinizer: Determinizer,
        rng: Random,
        seats: int,
        leaf: Utility,
        measured: bool = True,
        trace: Trace | None = None,
        ucb: Ucb = UCB,
    ) -> None:
        self.ucb = ucb
        self.heuristics = heuristics
        self.trace = trace
        self.determinizer = determinizer
        self.rng = rng
        self.leaf = leaf
        self.measured = measured
        """Whether exploration is measured by how far a seat's leaves spread; else they are taken to be 0 and 1."""
        self.root = Node()
        self._count = 0
        self._mean, self._square = [0.0] * seats, [0.0] * seats
        """By seat, of its leaves so far, and their squared distances from it, summed."""
        self._exploration = [ucb.exploration] * seats

    def iterate(self) -> None:
        """Imagines a deal, follows the tree to a new action, plays the rest out, and remembers what came of it."""
        heuristics, rules = self.heuristics, self.heuristics.rules
        state = self.determinizer.sample(self.rng)
        node = self.root
        path: list[tuple[Node, int]] = []
        first = 0
        while state.turn != OVER:
            legal = rules.legal(state)
            if len(legal) == 1:
                # Where there is no choice there is nothing to learn: on to what follows.
                action = legal[0]
                if action not in node.children:
                    node.children[action] = Node()
                node = node.children[action]
                rules.apply(state, action)
                continue
            action = self._select(node, legal, self._exploration[state.turn])
            if not path:
                first = action
            node = node.children[action]
            path.append((node, state.turn))
            rules.apply(state, action)
            if not node.visits:
                play_out(heuristics, state, self.rng)
        worth = self.leaf(state)
        for visited, seat in path:
            visited.visits += 1
            visited.total += worth[seat]
        if self.trace is not None:
            self.trace.saw(first, state, worth[path[0][1]])
        if self.measured:
            self._measure(worth)

    def _measure(self, worth: tuple[float, ...]) -> None:
        """Where the leaves of a seat lie close together, so does what it compares."""
        self._count += 1
        count, mean, square = self._count, self._mean, self._square
        for seat, own in enumerate(worth):
            step = own - mean[seat]
            mean[seat] += step / count
            square[seat] += step * (own - mean[seat])
        if count % self.ucb.period == 0:
            self._exploration = [self.ucb.scaled(sqrt(spread / count)) for spread in square]

    def _select(self, node: Node, legal: Sequence[Action], exploration: float) -> Action:
        """An action not yet tried; when all are, the one that promises most or has been neglected most."""
        children = node.children
        untried: list[Action] = []
        best, highest = 0, -inf
        for action in legal:
            child = children.get(action)
            if child is None or not child.visits:
                untried.append(action)
                continue
            child.available += 1
            if not untried:
                visits = child.visits
                promise = child.total / visits + exploration * sqrt(log(child.available) / visits)
                if promise > highest:
                    best, highest = action, promise
        if untried:
            best = untried[int(self.rng.random() * len(untried))]
            children.setdefault(best, Node()).available = 1
        return best

    def visits(self, legal: Sequence[Action]) -> list[int]:
        """How often each action at the root was tried."""
        return [self.root.children[action].visits if action in self.root.children else 0 for action in legal]

    def spread(self, seat: int) -> float:
        """How far its leaves spread: their standard deviation, as far as it is measured."""
        return self._exploration[seat] / (2 * self.ucb.exploration)

    def values(self, legal: Sequence[Action]) -> dict[Action, float]:
        """What each action at the root brings on average, of those that were tried."""
        children = self.root.children
        tried = [action for action in legal if action in children and children[action].visits]
        return {action: children[action].total / children[action].visits for action in tried}

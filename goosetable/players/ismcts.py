"""Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), plain or guided.

Each seat maximises its own utility: max^n (Luckhardt and Irani, 1986). One tree, from the view of the seat to act, contains the
actions of all determinizations. Each determinization allows only some of its branches. So UCB1 counts the visits at which an
action was available, in place of the visits of the parent.

`GuidedTreeSearch` follows a learned policy in playouts. It also adds the policy to UCB1 as a prior, in a form of PUCT (Rosin,
2011) that fades sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from math import inf, log, sqrt
from typing import Final

from goosetable.cards import members
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, State
from goosetable.engine.strength.heuristics import Guidance
from goosetable.engine.strength.policy import AnyPolicy
from goosetable.players.search import Exploration, Search, SearchProblem, Ucb, play_out

STOPPING_LEAD: Final = 0.4
"""Lead at which the search stops: the visits of the most visited action over the next, as a part of the iterations left.

Another action could overtake it only with seven tenths of the remaining visits to the two, but UCB1 visits two similar actions
about equally.
"""


class Node:
    """A node of the search tree, with the statistics of the action that leads to it."""

    __slots__ = ("available", "children", "prior", "total", "visits")

    def __init__(self) -> None:
        # Floats, because the bounds are: a compiler need not convert them.
        self.visits: float = 0.0
        self.available: float = 0.0
        """Number of determinizations in which the action was legal, since it was first selected."""
        self.total: float = 0.0
        """Utility of the seat that selects the action, summed over its visits."""
        self.prior: float = 0.0
        """Probability of the action by a learned policy, in a guided search."""
        self.children: dict[Action, Node] = {}


class TreeSearch(Search):
    """The search tree of one decision."""

    def __init__(self, problem: SearchProblem, ucb: Ucb, scale_exploration: bool = True) -> None:
        """scale_exploration: whether exploration is proportional to the measured standard deviation of the utilities."""
        super().__init__(problem)
        self.measured, self.prior = scale_exploration, 0.0
        self.root = Node()
        self.horizon = problem.horizon
        self._random = problem.rng.random
        # A trace must not change the search: play beyond the horizon draws its own random numbers.
        self._traced = self._random if self.trace is None else copy(problem.rng).random
        self.exploration = Exploration(ucb, len(problem.view.sizes))

    def run(self) -> Iterator[None]:
        for _ in range(self.budget):
            self.run_iteration()
            yield

    def run_iteration(self) -> None:
        """Runs one ISMCTS iteration: sample a determinization, select, expand, simulate, back up."""
        rules, exploration = self.heuristics.rules, self.exploration.constants
        state = self.sample_state()
        node = self.root
        path: list[Node] = []
        seats: list[int] = []
        first = 0
        while state.turn != OVER:
            group = rules.playable(state)
            legal = members(group) if group else rules.legal(state)
            if len(legal) == 1:
                # A forced action needs no statistics.
                action = legal[0]
                child = node.children.get(action)
                if child is None:
                    child = node.children[action] = Node()
                node = child
                rules.apply(state, action)
                continue
            action = self._select_action(node, legal, exploration[state.turn], state)
            if not path:
                first = action
            node = node.children[action]
            path.append(node)
            seats.append(state.turn)
            rules.apply(state, action)
            if not node.visits:
                self._play_out(state)
                break
        utilities = self.utility(state)
        for place, visited in enumerate(path):
            visited.visits += 1.0
            visited.total += utilities[seats[place]]
        if self.trace is not None:
            self._finish_deal_for_trace(state)
        self.record_simulation(first, state, utilities[seats[0]])
        if self.measured:
            self.exploration.measure(utilities)

    def _play_out(self, state: State) -> None:
        play_out(self.heuristics, state, self._random, self.horizon)

    def _finish_deal_for_trace(self, state: State) -> None:
        play_out(self.heuristics, state, self._traced)

    def _select_action(self, node: Node, legal: Sequence[Action], exploration: float, state: State) -> Action:
        """Returns an untried action. If all are tried, returns the action with the highest sum of confidence bound and prior.

        state: the state in which the seat chooses, for a search with a policy.
        """
        children, prior = node.children, self.prior
        untried = False
        best, highest = 0, -inf
        for action in legal:
            child = children.get(action)
            if child is None or not child.visits:
                untried = True
                continue
            child.available += 1.0
            if not untried:
                visits = child.visits
                bound = child.total / visits + exploration * sqrt(log(child.available) / visits)
                if prior > 0.0:
                    bound += prior * child.prior / (visits + 1.0)
                if bound > highest:
                    best, highest = action, bound
        if untried:
            best, share = self._choose_untried_action(self._untried_actions(node, legal), legal, state)
            child = children.get(best)
            if child is None:
                child = children[best] = Node()
            child.available, child.prior = 1.0, share
        return best

    def _untried_actions(self, node: Node, legal: Sequence[Action]) -> list[Action]:
        found: list[Action] = []
        for action in legal:
            child = node.children.get(action)
            if child is None or not child.visits:
                found.append(action)
        return found

    def _choose_untried_action(self, untried: list[Action], legal: Sequence[Action], state: State) -> tuple[Action, float]:
        return untried[int(self._random() * len(untried))], 0.0

    def is_choice_settled(self) -> bool:
        *_, second, first = sorted(self.visits.values())
        return first - second > STOPPING_LEAD * (self.budget - sum(self.visits.values()))

    def best_action(self) -> Action:
        return self.select_action()


class GuidedTreeSearch(TreeSearch):
    """The search tree of one decision, guided by a policy."""

    def __init__(
        self, problem: SearchProblem, ucb: Ucb, scale_exploration: bool, policy: AnyPolicy, guidance: Guidance
    ) -> None:
        super().__init__(problem, ucb, scale_exploration)
        self._policy = policy
        self._playouts = policy if guidance.playouts else None
        self.prior = guidance.prior

    def _play_out(self, state: State) -> None:
        play_out(self.heuristics, state, self._random, self.horizon, self._playouts)

    def _finish_deal_for_trace(self, state: State) -> None:
        play_out(self.heuristics, state, self._traced, policy=self._playouts)

    def _choose_untried_action(self, untried: list[Action], legal: Sequence[Action], state: State) -> tuple[Action, float]:
        if self.prior == 0.0:
            return super()._choose_untried_action(untried, legal, state)
        shares = self._policy.probabilities(state, legal)
        best, likeliest = 0, -1.0
        for place, action in enumerate(legal):
            if shares[place] > likeliest and action in untried:
                best, likeliest = action, shares[place]
        return best, likeliest

"""Decoupled regret matching over the bids of a round, where all bid at once and in secret: every seat learns a mixed strategy.

One iteration samples a determinization and takes back the bids of this round; every seat selects by its regrets, apart from the
others, and the rest is played out, unless the game's static evaluation foresees it. What another bid would have been worth is
reckoned, not tried: what the round would have brought, which the rules tell, and what a deal brings later to a seat without
that card, which is learned on average over all bids of the others. The average of the choices is the mixture to play.

Regret matching: Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000. In rounds of this
kind: Lanctot, Lisý and Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2013; the
tree of rounds that they keep came out weaker, because there are too many ways for all to bid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random

from goosetable.cards import BIT
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.players.rollouts import quick
from goosetable.players.search import Problem, Search
from goosetable.players.selection import mixture


@dataclass(frozen=True)
class Regret:
    """Parameters of regret matching."""

    exponent: float = 1.0
    """A bid is made with probability proportional to its part of the mixture ** exponent, 0 or more; 0: all alike."""
    floor: float = 0.1
    """Part of the likeliest bid, 0..1, below which a bid is never made."""
    tries: int = 3
    """Iterations in which each bid is tried before regrets count, 1 or more; 1 where the game foresees the rest."""
    random: float = 0.15
    """Probability of a random bid, 0..1; more of a seat that seems to bid without a plan."""
    reads: bool = True
    """Whether the bids observed tell who bids without a plan."""


class Learner:
    """What one seat has learned."""

    __slots__ = ("chosen", "later", "regrets", "visits")

    def __init__(self) -> None:
        self.regrets: dict[Action, float] = {}
        """Positive regrets (regret matching+: Tammelin, 2014)."""
        self.chosen: dict[Action, float] = {}
        """Sum of the probabilities of each bid, weighted by the number of the iteration."""
        self.visits: dict[Action, int] = {}
        self.later: dict[Action, float] = {}
        """By bid, the sum of what the deal brought after the round."""

    def select(self, legal: Sequence[Action], tries: int, wild: float, number: int, rng: Random) -> Action:
        """A bid tried too seldom, or one with a probability in proportion to its regret; `number` is the iteration's.

        wild: the probability of any bid instead.
        """
        visits, regrets = self.visits, self.regrets
        fresh = [action for action in legal if visits.get(action, 0) < tries]
        if fresh:
            return fresh[int(rng.random() * len(fresh))]
        weights = [regrets.get(action, 0.0) for action in legal]
        whole = sum(weights)
        if whole <= 0.0:
            weights, whole = [1.0] * len(legal), float(len(legal))
        for action, weight in zip(legal, weights, strict=True):
            if weight:
                self.chosen[action] = self.chosen.get(action, 0.0) + number * weight / whole
        return legal[int(rng.random() * len(legal))] if rng.random() < wild else rng.choices(legal, weights)[0]

    def count(self, bid: Action, later: float) -> None:
        """Takes in what a deal brought after the round."""
        self.visits[bid] = self.visits.get(bid, 0) + 1
        self.later[bid] = self.later.get(bid, 0.0) + later

    def mean(self, bid: Action) -> float:
        """What a deal brings after the round, on average; 0 of a bid not tried."""
        visits = self.visits.get(bid, 0)
        return self.later[bid] / visits if visits else 0.0


class Decoupled(Search):
    """The regret matching of one decision."""

    def __init__(self, problem: Problem, regret: Regret, for_deal: bool = False) -> None:
        """for_deal: whether the deal counts alone, also where the game foresees the rest."""
        super().__init__(problem)
        view, heuristics = problem.view, self.heuristics
        self._regret = regret
        self._foreseen = heuristics.worth if for_deal else heuristics.foreseen
        self._tries = 1 if heuristics.foresees else regret.tries
        seats = range(len(view.sizes))
        careless = [heuristics.careless(view.known, seat) if regret.reads and seat != view.seat else 0.0 for seat in seats]
        self._wild = [max(regret.random, chance) for chance in careless]
        # A trace changes nothing: where the game foresees the rest, what is played out for it has random numbers of its own.
        self._playouts = copy(self.rng) if heuristics.foresees else self.rng
        self._learners = [Learner() for _ in seats]
        self._rounds: dict[tuple[Action, ...], tuple[float, ...]] = {}
        """By the bids of all, the static evaluation after the round: it knows what lies open, and so not who held what."""

    def run(self) -> Iterator[None]:
        """As many iterations as the budget: sample a determinization, select for all, play out, back up, regret."""
        heuristics, rules, rng, mine = self.heuristics, self.heuristics.rules, self.rng, self.view.seat
        learners = self._learners
        for done in range(self.budget):
            begun = self._sample()
            legal: list[Sequence[Action]] = []
            for seat in range(len(learners)):
                begun.turn = seat
                legal.append(rules.legal(begun))
            bids = tuple(
                [learner.select(own, self._tries, wild, done + 1, rng)
                 for learner, own, wild in zip(learners, legal, self._wild, strict=True)]
            )  # fmt: skip
            brought = utilities = self._after(begun, bids)
            state = begun
            if self.trace is not None or not heuristics.foresees:
                state = self._bid(begun, bids)
                while not state.over:
                    rules.apply(state, quick(heuristics, state, self._playouts.random))
            if not heuristics.foresees:
                utilities = self.utility(state)
            for seat, learner in enumerate(learners):
                learner.count(bids[seat], utilities[seat] - brought[seat])
                self._learn(begun, seat, legal[seat], bids)
            self.back_up(bids[mine], state, utilities[mine])
            yield

    def _sample(self) -> SealedState:
        """A determinization at the beginning of this round."""
        state = self.determinizer.sample(self.rng)
        assert isinstance(state, SealedState), "only rounds of sealed bids are searched so"
        for seat, bid in enumerate(state.bids):
            if bid != HIDDEN:
                state.hands[seat] |= BIT[bid]
        state.unbid()
        return state

    def _bid(self, begun: SealedState, bids: Sequence[Action]) -> SealedState:
        """The state after all have bid."""
        state = begun.copy()
        for seat, bid in enumerate(bids):
            state.turn = seat
            self.heuristics.rules.apply(state, bid)
        return state

    def _after(self, begun: SealedState, bids: tuple[Action, ...]) -> tuple[float, ...]:
        """Static evaluation after a round with these bids, by seat."""
        found = self._rounds.get(bids)
        if found is None:
            state = self._bid(begun, bids)
            found = self._rounds[bids] = self.utility(state) if state.over else self._foreseen(state)
        return found

    def _learn(self, begun: SealedState, seat: int, legal: Sequence[Action], bids: tuple[Action, ...]) -> None:
        """How much better a seat would have done with each bid than with its own."""
        learner = self._learners[seat]
        before, after = bids[:seat], bids[seat + 1 :]
        worths = [self._after(begun, (*before, bid, *after))[seat] + learner.mean(bid) for bid in legal]
        own, regrets = worths[legal.index(bids[seat])], learner.regrets
        for bid, worth in zip(legal, worths, strict=True):
            regrets[bid] = max(regrets.get(bid, 0.0) + worth - own, 0.0)

    def choose(self) -> Action:
        """A bid of the mixture; after too few iterations for one, by how often each was tried."""
        chosen, legal = self._learners[self.view.seat].chosen, self.view.legal
        parts: list[float] = [chosen.get(bid, 0.0) if chosen else self.visits[bid] for bid in legal]
        return self.draw(mixture(legal, parts, self._regret.exponent, self._regret.floor))

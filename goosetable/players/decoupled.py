"""Searches a round in which all choose at once: every seat learns a mixture by regret matching, apart from the others.

One iteration samples a determinization, in which all bids of this round are taken back; every seat bids by its regrets, and the
rest is played out. What another bid would have been worth is not tried but reckoned: what the round itself would have brought,
which the rules tell, and what the deal brings later to a seat that has spent that card, which is learned on average over all that
the others bid. The average of its choices is a mixture that nobody can read.

Regret matching is Hart's and Mas-Colell's ("A simple adaptive procedure leading to correlated equilibrium", 2000); for rounds of
this kind Lanctot, Lisý and Winands ("Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2013).
Keeping a tree of rounds, as they do, was weaker: there are too many ways for all to bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.players.determinizer import Determinizer
from goosetable.players.trace import Trace
from goosetable.players.utility import Utility


@dataclass(frozen=True)
class Regret:
    """Constants of regret matching."""

    tries: int = 3
    """How often each action is tried before regrets count."""
    explore: float = 0.15
    """The part of its choices that a seat makes at random, 0..1."""
    faint: float = 0.1
    """What is chosen less than this part as often as the usual choice is noise, and not chosen in the end."""


REGRET: Final = Regret()


class Learner:
    """What one seat has learned."""

    __slots__ = ("chosen", "later", "regrets", "visits")

    def __init__(self) -> None:
        self.regrets: dict[Action, float] = {}
        self.chosen: dict[Action, float] = {}
        """How often each action would have been chosen: the sum of its chances, in which later ones count more."""
        self.visits: dict[Action, int] = {}
        self.later: dict[Action, float] = {}
        """By action, the sum of what the deal brought after the round."""

    def select(self, legal: Sequence[Action], regret: Regret, explore: float, number: int, rng: Random) -> Action:
        """An action tried too seldom; then one with a chance as its regret, or now and then any. `number` is the iteration's."""
        visits, regrets = self.visits, self.regrets
        least = min(legal, key=lambda action: (visits.get(action, 0), rng.random()))
        if visits.get(least, 0) < regret.tries:
            return least
        weights = [regrets.get(action, 0.0) for action in legal]
        whole = sum(weights)
        if whole <= 0.0:
            weights, whole = [1.0] * len(legal), float(len(legal))
        for action, weight in zip(legal, weights, strict=True):
            if weight:
                self.chosen[action] = self.chosen.get(action, 0.0) + number * weight / whole
        if rng.random() < explore:
            return legal[int(rng.random() * len(legal))]
        return rng.choices(legal, weights)[0]

    def mean(self, action: Action) -> float | None:
        """What the deal brings after the round, on average, or None where the action was never tried."""
        count = self.visits.get(action, 0)
        return self.later[action] / count if count else None


class Decoupled:
    """A search in progress. The budget is whatever number of times `iterate` is called."""

    def __init__(
        self,
        view: View,
        determinizer: Determinizer,
        rng: Random,
        utility: Utility,
        reads: bool,
        trace: Trace | None = None,
        regret: Regret = REGRET,
    ) -> None:
        self.view, self.rng, self.utility, self.trace, self.regret = view, rng, utility, trace, regret
        self._determinizer = determinizer
        self._learners = [Learner() for _ in view.sizes]
        self._rounds: dict[tuple[Action, ...], tuple[float, ...]] = {}
        """By the bids of all, what the round brings each seat."""
        careless = [
            view.game.heuristics.careless(view.known, seat) if reads and seat != view.seat else 0.0
            for seat in range(len(view.sizes))
        ]
        self._explore = [max(regret.explore, chance) for chance in careless]
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self._totals: dict[Action, float] = {}

    def iterate(self) -> None:
        """One iteration: sample a determinization, let all bid, play out, back up, regret."""
        rng, heuristics, learners = self.rng, self.view.game.heuristics, self._learners
        rules = heuristics.rules
        begun = self._determinizer.sample(rng)
        assert isinstance(begun, SealedState), "only rounds of sealed bids are searched so"
        for seat, bid in enumerate(begun.bids):
            if bid != HIDDEN:
                begun.hands[seat] |= BIT[bid]
        begun.unbid()
        self._count += 1
        seats = range(len(begun.hands))
        legal: list[Sequence[Action]] = []
        for seat in seats:
            begun.turn = seat
            legal.append(rules.legal(begun))
        bids = tuple([learners[seat].select(legal[seat], self.regret, self._explore[seat], self._count, rng) for seat in seats])
        state = self._bid(begun, bids)
        worths = brought = self._brings(begun, bids)
        if self.trace is not None or not heuristics.foresees:
            while not state.over:
                rules.apply(state, heuristics.playout(state, rules.legal(state), rng.random()))
        if not heuristics.foresees:
            worths = self.utility(state)
        for seat, learner in enumerate(learners):
            bid = bids[seat]
            learner.visits[bid] = learner.visits.get(bid, 0) + 1
            learner.later[bid] = learner.later.get(bid, 0.0) + worths[seat] - brought[seat]
        for seat in seats:
            self._regret(begun, seat, legal[seat], bids)
        mine = self.view.seat
        own = worths[mine]
        self._totals[bids[mine]] = self._totals.get(bids[mine], 0.0) + own
        self._sum, self._squares = self._sum + own, self._squares + own * own
        if self.trace is not None:
            self.trace.saw(bids[mine], state, own)

    def _bid(self, begun: SealedState, bids: Sequence[Action]) -> SealedState:
        """The state after all have bid."""
        state = begun.copy()
        for seat, bid in enumerate(bids):
            state.turn = seat
            self.view.game.apply(state, bid)
        return state

    def _brings(self, begun: SealedState, bids: tuple[Action, ...]) -> tuple[float, ...]:
        """What a round with these bids brings each seat, whoever holds what."""
        found = self._rounds.get(bids)
        if found is None:
            state, heuristics = self._bid(begun, bids), self.view.game.heuristics
            found = self._rounds[bids] = heuristics.payoff(state) if state.over else heuristics.worth(state)
        return found

    def _regret(self, begun: SealedState, seat: int, legal: Sequence[Action], bids: tuple[Action, ...]) -> None:
        """How much better a seat had done with each action than with its own."""
        learner = self._learners[seat]
        worths = []
        for action in legal:
            later = learner.mean(action)
            if later is None:
                return
            worths.append(self._brings(begun, (*bids[:seat], action, *bids[seat + 1 :]))[seat] + later)
        own, regrets = worths[legal.index(bids[seat])], learner.regrets
        for action, worth in zip(legal, worths, strict=True):
            regrets[action] = max(regrets.get(action, 0.0) + worth - own, 0.0)

    def visits(self, legal: Sequence[Action]) -> list[int]:
        """The mixture in parts of a thousand: how often each action is to be chosen."""
        learner = self._learners[self.view.seat]
        found = [learner.chosen.get(action, 0.0) for action in legal]
        if not any(found):
            return [learner.visits.get(action, 0) for action in legal]
        least = self.regret.faint * max(found)
        whole = sum([often for often in found if often >= least])
        return [round(1000 * often / whole) if often >= least else 0 for often in found]

    def values(self, legal: Sequence[Action]) -> dict[Action, float]:
        """What each action has brought on average, of those that were tried."""
        visits = self._learners[self.view.seat].visits
        return {action: self._totals[action] / visits[action] for action in legal if action in self._totals}

    def spread(self, seat: int) -> float:
        """Standard deviation of the utilities found, of the seat that searches."""
        mean = self._sum / max(1, self._count)
        return sqrt(max(0.0, self._squares / max(1, self._count) - mean * mean))

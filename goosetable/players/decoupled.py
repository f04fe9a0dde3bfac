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

from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.sealed_state import BID, SealedState
from goosetable.engine.rules.state import State
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
    """What one seat has learned, by the card that it may bid."""

    __slots__ = ("chosen", "later", "regrets", "visits")

    def __init__(self) -> None:
        self.regrets = [0.0] * len(BIT)
        """Positive regrets (regret matching+: Tammelin, 2014)."""
        self.chosen = [0.0] * len(BIT)
        """Sum of the probabilities of each bid, weighted by the number of the iteration."""
        self.visits = [0] * len(BIT)
        self.later = [0.0] * len(BIT)
        """By bid, the sum of what the deal brought after the round."""

    def select(self, hand: list[Card], tries: int, wild: float, number: int, rng: Random) -> Card:
        """A bid tried too seldom, or one with a probability in proportion to its regret; `number` is the iteration's.

        wild: the probability of any bid instead.
        """
        visits, regrets, chosen = self.visits, self.regrets, self.chosen
        fresh = [card for card in hand if visits[card] < tries]
        if fresh:
            return fresh[int(rng.random() * len(fresh))]
        weights = [regrets[card] for card in hand]
        whole = sum(weights)
        if whole <= 0.0:
            weights, whole = [1.0] * len(hand), float(len(hand))
        for place, card in enumerate(hand):
            chosen[card] += number * weights[place] / whole
        if rng.random() < wild:
            return hand[int(rng.random() * len(hand))]
        # As `rng.choices`, which would take half of the time of an iteration.
        chance = rng.random() * whole
        for place, card in enumerate(hand):
            chance -= weights[place]
            if chance < 0.0:
                return card
        return hand[-1]

    def mean(self, bid: Card) -> float:
        """What a deal brings after the round, on average; 0 of a bid not tried."""
        visits = self.visits[bid]
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
        self._foresees = heuristics.foresees
        self._open = heuristics.foresees and view.game.open_hands
        """Whether all determinizations are alike: nothing is played out, and `foreseen` looks at what lies open alone."""
        # A trace changes nothing: where the game foresees the rest, what is played out for it has random numbers of its own.
        self._playouts = copy(self.rng) if heuristics.foresees else self.rng
        self._learners = [Learner() for _ in seats]
        self._rounds: dict[tuple[Card, ...], tuple[float, ...]] = {}
        """By the bids of all, the static evaluation after the round: it knows what lies open, and so not who held what."""
        self._rows: list[dict[tuple[Card, ...], list[float]]] = [{} for _ in seats]
        """By seat and the bids of the others, what that tells of each of its own bids; where all hands lie open."""

    def run(self) -> Iterator[None]:
        """As many iterations as the budget: sample a determinization, select for all, play out, back up, regret."""
        rng, mine, learners = self.rng, self.view.seat, self._learners
        begun, hands = self._begin()
        for done in range(self.budget):
            if done and not self._open:
                begun, hands = self._begin()
            bids = tuple(
                [learner.select(hand, self._tries, wild, done + 1, rng)
                 for learner, hand, wild in zip(learners, hands, self._wild, strict=True)]
            )  # fmt: skip
            brought = utilities = self._after(begun, bids)
            state: State = begun
            if not self._foresees:
                state = self._played_out(begun, bids)
                utilities = self.utility(state)
            elif self.trace is not None:
                state = self._played_out(self._sample(self._playouts), bids)
            for seat, learner in enumerate(learners):
                bid = bids[seat]
                learner.visits[bid] += 1
                learner.later[bid] += utilities[seat] - brought[seat]
                self._learn(begun, seat, hands[seat], bids)
            self.back_up(BID + bids[mine], state, utilities[mine])
            yield

    def _begin(self) -> tuple[SealedState, list[list[Card]]]:
        """A determinization at the beginning of this round, and what each seat may bid."""
        begun = self._sample(self.rng)
        hands: list[list[Card]] = []
        for seat in range(len(begun.hands)):
            begun.turn = seat
            hands.append([action - BID for action in self.heuristics.rules.legal(begun)])
        return begun, hands

    def _played_out(self, begun: SealedState, bids: Sequence[Card]) -> SealedState:
        """The deal at its end, after these bids."""
        state = self._bid(begun, bids)
        while not state.over:
            self.heuristics.rules.apply(state, quick(self.heuristics, state, self._playouts.random))
        return state

    def _sample(self, rng: Random) -> SealedState:
        """A determinization at the beginning of this round."""
        state = self.determinizer.sample(rng)
        assert isinstance(state, SealedState), "only rounds of sealed bids are searched so"
        for seat, bid in enumerate(state.bids):
            if bid != HIDDEN:
                state.hands[seat] |= BIT[bid]
        state.unbid()
        return state

    def _bid(self, begun: SealedState, bids: Sequence[Card]) -> SealedState:
        """The state after all have bid."""
        state = begun.copy()
        for seat, bid in enumerate(bids):
            state.turn = seat
            self.heuristics.rules.apply(state, BID + bid)
        return state

    def _after(self, begun: SealedState, bids: tuple[Card, ...]) -> tuple[float, ...]:
        """Static evaluation after a round with these bids, by seat."""
        found = self._rounds.get(bids)
        if found is None:
            state = self._bid(begun, bids)
            found = self._rounds[bids] = self.utility(state) if state.over else self._foreseen(state)
        return found

    def _learn(self, begun: SealedState, seat: int, hand: list[Card], bids: tuple[Card, ...]) -> None:
        """How much better a seat would have done with each bid than with its own."""
        learner = self._learners[seat]
        before, after = bids[:seat], bids[seat + 1 :]
        others = (*before, *after)
        worths = self._rows[seat].get(others)
        if worths is None:
            worths = [self._after(begun, (*before, bid, *after))[seat] for bid in hand]
            if self._open:
                self._rows[seat][others] = worths
        if not self._foresees:
            worths = [worth + learner.mean(bid) for worth, bid in zip(worths, hand, strict=True)]
        own, regrets = worths[hand.index(bids[seat])], learner.regrets
        for place, bid in enumerate(hand):
            regret = regrets[bid] + worths[place] - own
            regrets[bid] = regret if regret > 0.0 else 0.0

    def choose(self) -> Action:
        """A bid of the mixture; after too few iterations for one, by how often each was tried."""
        chosen, legal = self._learners[self.view.seat].chosen, self.view.legal
        parts: list[float] = [chosen[bid - BID] for bid in legal]
        if not any(parts):
            parts = [float(self.visits[bid]) for bid in legal]
        return self.draw(mixture(legal, parts, self._regret.exponent, self._regret.floor))

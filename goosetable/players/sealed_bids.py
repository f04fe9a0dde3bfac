"""Searches for sealed bids: a bandit over the bids of one seat, and regret matching for all seats.

Bandit (UCB1): bids of different rounds are treated as independent, so there is no tree. Each other seat bids by one of the
game's bidding policies. The policies are sampled, together with each determinization, from a Metropolis-Hastings chain
(Metropolis et al., 1953). A seat keeps its policy for the rest of the deal.

Regret matching: one iteration samples a determinization and takes back the bids of the round. Each seat selects a bid by its
own regrets. The rest of the deal is played out, unless the game has a static evaluation for it. The value of an alternative bid
is computed without a playout: the rules give the result of the round, and a learned mean gives the later course of the deal
without that card. The average strategy is the mixed strategy to play. Hart and Mas-Colell, "A simple adaptive procedure leading
to correlated equilibrium", 2000; in rounds of this kind: Lanctot, Lisý and Winands, "Monte Carlo Tree Search in Simultaneous
Move Games with Applications to Goofspiel", 2013.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations, product
from math import exp, inf, log, sqrt
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import BID_KIND
from goosetable.engine.rules.state import BID, SealedState, State
from goosetable.engine.strength.heuristics import AnyBids, BidLikelihood
from goosetable.engine.strength.sums import sum_in_order
from goosetable.players.agent import SealedStrategies
from goosetable.players.search import (
    EQUAL_VALUE_LIMIT,
    Exploration,
    Search,
    SearchProblem,
    Ucb,
    mixed_strategy,
    play_out,
    sequential_halving,
)

RANDOM_BID_CHANCE: Final = 0.1
"""Probability with which `draw_bid` lets a seat bid uniformly at random."""
RESTART_DIVISOR: Final = 4
"""Divisor of the iterations of a search by regret matching that begins anew for `Trace.strategies`."""


@dataclass(frozen=True)
class BanditParameters:
    """Parameters of the bandit search for sealed bids."""

    exponent: float = 4.0
    """Exponent, 0 or more. A bid is drawn in proportion to its visits ** exponent, because a fixed bid would be predictable."""
    floor: float = 0.1
    """A bid with fewer visits than this part, 0..1, of the highest number of visits is never made."""
    burn_in: int = 200
    """Number of proposed exchanges of two cards before the first determinization, 0 or more."""
    thinning: int = 4
    """Number of proposed exchanges between two determinizations, 1 or more. In the burn-in, policies are proposed as often."""


class BidSampler:
    """A Markov chain over determinizations and bidding policies, weighted by the likelihood of the bids observed so far."""

    def __init__(self, view: View, sealed: AnyBids, rng: Random, use_bids: bool, parameters: BanditParameters) -> None:
        """use_bids: whether the likelihood of the observed bids weights the determinizations; else all are equally likely."""
        self._rng, self._thinning = rng, parameters.thinning
        sizes = list(view.sizes)
        self._pile = None
        for pile, size in view.hidden:
            if pile.kind == BID_KIND:
                sizes[pile.seat] += size
            else:
                self._pile = pile
        self._game = view.game
        self._base = view.known.copy()
        assert isinstance(self._base, SealedState), "only sealed bids are sampled so"
        self._base.clear_bids()
        self._others = [seat for seat in range(len(sizes)) if seat != view.seat]
        self._reads = use_bids and bool(view.known.actions)
        watched = self._others if self._reads else []
        self._likelihoods: list[BidLikelihood] = [sealed.likelihood(view.known, seat) for seat in watched]
        self._bits = [BIT[card] for card in cards.members(view.unseen)]
        rng.shuffle(self._bits)
        dealt = [sizes[seat] for seat in self._others]
        self._sizes = [*dealt, len(self._bits) - sum(dealt)]
        """Number of unseen cards in each other hand, and in the pile."""
        self._owners = [owner for owner, size in enumerate(self._sizes) for _ in range(size)]
        self._held: list[Cards] = []
        self._fill_hands()
        self._policy_count = sealed.number_of_policies
        self.policies = [sealed.number_of_policies - 1] * len(sizes)
        """Manner of each seat, as in `SealedBids`."""
        self._logs = [fit(held, self._policy_count - 1) for fit, held in zip(self._likelihoods, self._held, strict=False)]
        """Log-likelihood of the bids of each other seat."""
        if self._reads:
            for count in range(parameters.burn_in):
                self._propose_exchange()
                if count % self._thinning == 0:
                    self._propose_policies()

    def _fill_hands(self) -> None:
        self._held, bits, place = [], self._bits, 0
        for size in self._sizes:
            held = 0
            for _ in range(size):
                held |= bits[place]
                place += 1
            self._held.append(held)

    def sample(self) -> State:
        """Returns the next determinization, as the state before the bids of this round."""
        rng = self._rng
        if self._reads:
            for _ in range(self._thinning):
                self._propose_exchange()
            self._propose_policies()
        else:
            cards.shuffle(self._bits, rng.random)
            self._fill_hands()
            for seat in self._others:
                self.policies[seat] = int(rng.random() * self._policy_count)
        return self._determinization_with(self._held)

    def every_state(self) -> Iterator[State]:
        """Yields every determinization once, likely or not. Only for the last rounds, because earlier there are too many."""
        for held in _distributions(self._bits, self._sizes):
            yield self._determinization_with(held)

    def _determinization_with(self, hidden: Sequence[Cards]) -> State:
        """Returns a determinization. hidden: the hands of the other seats, in the order of seats, and then the stock."""
        state = self._base.copy()
        for seat, held in zip(self._others, hidden, strict=False):
            state.hands[seat] = held
        if self._pile is not None:
            state.fill_pile(self._pile, hidden[-1], self._rng)
        return state

    def _propose_exchange(self) -> None:
        random, bits, owners, held = self._rng.random, self._bits, self._owners, self._held
        one, two = int(random() * len(bits)), int(random() * len(bits))
        here, there = owners[one], owners[two]
        if here == there:
            return
        both = bits[one] | bits[two]
        gain, found = 0.0, [0.0, 0.0]
        for number, owner in enumerate((here, there)):
            if owner < len(self._likelihoods):
                found[number] = self._likelihoods[owner](held[owner] ^ both, self.policies[self._others[owner]])
                gain += found[number] - self._logs[owner]
        if gain >= 0.0 or random() < exp(gain):
            for number, owner in enumerate((here, there)):
                held[owner] ^= both
                if owner < len(self._likelihoods):
                    self._logs[owner] = found[number]
            bits[one], bits[two] = bits[two], bits[one]

    def _propose_policies(self) -> None:
        random = self._rng.random
        for place, fit in enumerate(self._likelihoods):
            policy = int(random() * self._policy_count)
            found = fit(self._held[place], policy)
            if found >= self._logs[place] or random() < exp(found - self._logs[place]):
                self.policies[self._others[place]], self._logs[place] = policy, found


def _distributions(bits: Sequence[Cards], sizes: Sequence[int]) -> Iterator[list[Cards]]:
    """Yields every distribution of cards to places of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(bits, sizes[0]):
        for others in _distributions([bit for bit in bits if bit not in chosen], sizes[1:]):
            yield [sum(chosen), *others]


class _Arm:
    __slots__ = ("action", "everywhere", "total", "visits")

    def __init__(self, action: Action) -> None:
        self.action = action
        # Floats, because the bounds are: a compiler need not convert them.
        self.visits: float = 0.0
        self.total: float = 0.0
        self.everywhere: float = 0.0
        """Sum of the utilities in all determinizations, against all bids of the others; 0 if they are not compared."""


class Bandit(Search):
    """A multi-armed bandit for one decision. Its arms are the legal bids."""

    def __init__(self, problem: SearchProblem, sealed: AnyBids, use_bids: bool, parameters: BanditParameters, ucb: Ucb) -> None:
        """use_bids: whether the likelihood of the observed bids weights the determinizations."""
        super().__init__(problem)
        self.parameters = parameters
        self._sealed = sealed
        self._sampler = BidSampler(problem.view, sealed, problem.rng, use_bids, parameters)
        self._noisy = [seat != problem.view.seat for seat in range(len(problem.view.sizes))]
        self._arms = [_Arm(action) for action in problem.view.legal]
        self._exploration = Exploration(ucb, 1)

    def run(self) -> Iterator[None]:
        """Runs iterations up to the budget: samples a determinization, selects a bid, plays out, and records the utility."""
        sealed, sampler, rng, mine = self._sealed, self._sampler, self.rng, self.view.seat
        for done in range(self.budget):
            state, policies = sampler.sample(), sampler.policies
            arm = self._select_arm(done)
            bids = [
                0 if seat == mine else sealed.bid(state, seat, policy, rng.random()) for seat, policy in enumerate(policies)
            ]
            bids[mine] = arm.action
            self._bid_and_play_out(arm, state, bids, rng)
            yield

    def _bid_and_play_out(self, arm: _Arm, state: State, bids: list[Action], rng: Random) -> None:
        utility = self._utility_after(state, bids, rng)
        arm.visits += 1.0
        arm.total += utility
        self.record_simulation(arm.action, state, utility)
        self._exploration.measure((utility,))

    def _utility_after(self, state: State, bids: Sequence[Action], rng: Random) -> float:
        """Returns the seat's utility after the bids of this round and a playout. The state is changed."""
        for _ in bids:
            self.view.game.apply(state, bids[state.turn])
        if not state.over:
            self._sealed.play_out_bids(state, self._sampler.policies, self._noisy, rng)
        return self.utility(state)[self.view.seat]

    def _select_arm(self, iterations_done: int) -> _Arm:
        arms = self._arms
        if iterations_done < len(arms):
            untried = [arm for arm in arms if not arm.visits]
            return untried[int(self.rng.random() * len(untried))]
        exploration, available = self._exploration.constants[0], log(iterations_done - len(arms) + 2)
        best, highest = arms[0], -inf
        for arm in arms:
            bound = arm.total / arm.visits + exploration * sqrt(available / arm.visits)
            if bound > highest:
                best, highest = arm, bound
        return best

    def best_action(self) -> Action:
        mixing = self.parameters
        return self.draw_action(mixed_strategy(self.view.legal, list(self.visits.values()), mixing.exponent, mixing.floor))


def draw_bid(sealed: AnyBids, state: State, seat: int, policy: int, rng: Random) -> Action:
    """Returns a bid of another seat, by its bidding policy or, with `RANDOM_BID_CHANCE`, at random.

    Real bids do not always fit a policy, so a bid against policies alone would seem surer than it is.
    """
    if rng.random() >= RANDOM_BID_CHANCE:
        return sealed.bid(state, seat, policy, rng.random())
    own = cards.members(state.hands[seat])
    return BID + own[int(rng.random() * len(own))]


class PairedBids(Bandit):
    """A search for a sealed bid by sequential halving, as in `RolloutSearch`: each round drops the worse half of the bids.

    All remaining bids meet the same determinizations, bids of the other seats, and random numbers, which cancels common noise.
    A bid that dominates another never ranks below it. If the last two bids are equally good in all these determinizations, the
    search compares them in every possible determinization.
    """

    def run(self) -> Iterator[None]:
        """Runs about as many iterations as the budget has, at least one for each bid."""
        yield from sequential_halving(self._arms, self.budget, self._try_each_bid, self._rank_arms)
        means = [arm.total / arm.visits for arm in self._arms]
        if len(means) == 2 and abs(means[0] - means[1]) <= EQUAL_VALUE_LIMIT:
            yield from self._compare_in_all_determinizations()

    def _compare_in_all_determinizations(self) -> Iterator[None]:
        for state in self._sampler.every_state():
            hands = [[0] if seat == self.view.seat else cards.members(hand) for seat, hand in enumerate(state.hands)]
            for held in product(*hands):
                bids = [BID + card for card in held]
                for arm in self._arms:
                    bids[self.view.seat] = arm.action
                    arm.everywhere += self._utility_after(state.copy(), bids, self.rng)
                    yield

    def _try_each_bid(self, arms: list[_Arm]) -> Iterator[None]:
        state, mine = self._sampler.sample(), self.view.seat
        bids = [
            0 if seat == mine else draw_bid(self._sealed, state, seat, policy, self.rng)
            for seat, policy in enumerate(self._sampler.policies)
        ]
        seed = self.rng.getrandbits(32)
        for arm in arms:
            bids[mine] = arm.action
            self._bid_and_play_out(arm, state.copy(), bids, Random(seed))
            yield

    def _rank_arms(self, arms: list[_Arm]) -> list[_Arm]:
        return sorted(arms, key=lambda arm: -arm.total / arm.visits)

    def best_action(self) -> Action:
        one, *others = sorted(self._arms, key=lambda arm: -arm.everywhere)
        return one.action if others and one.everywhere > others[0].everywhere + EQUAL_VALUE_LIMIT else self.select_action()


@dataclass(frozen=True)
class RegretParameters:
    """Parameters of regret matching."""

    exponent: float = 1.0
    """Exponent, 0 or more. A bid is drawn in proportion to its share of the mixed strategy ** exponent; 0: all alike."""
    floor: float = 0.1
    """A bid whose probability is below this part, 0..1, of the highest one is never made."""
    tries: int = 3
    """Number of trials of each bid before regrets count, 1 or more; always 1 in a game with a static evaluation."""
    random_bid_chance: float = 0.15
    """Probability, 0..1, with which a seat bids at random in an iteration."""
    adapts_to_random_bids: bool = True
    """True if that probability is higher for seats whose observed bids look random."""
    averages_all_iterations: bool = False
    """True if the value of a bid is its mean against the other seats' bids in all iterations.

    If False, it is the mean of the iterations in which the bid was made. These may be few, so the value depends more on chance.
    """


class Learner:
    """The regrets and mean utilities of one seat, by bid."""

    __slots__ = ("chosen", "later", "regrets", "visits", "worths")

    def __init__(self) -> None:
        self.regrets = [0.0] * len(BIT)
        """Positive regrets (regret matching+: Tammelin, 2014)."""
        self.chosen = [0.0] * len(BIT)
        """Sum of the probabilities of each bid, weighted by the iteration number."""
        self.visits = [0] * len(BIT)
        self.later = [0.0] * len(BIT)
        """By bid, the sum of the utilities gained in the deal after the round."""
        self.worths = [0.0] * len(BIT)
        """By bid, the sum of its values against the others' bids of each iteration, whichever bid was made."""

    def select_bid(self, hand: list[Card], tries: int, random_chance: float, iteration: int, rng: Random) -> Card:
        """Returns a bid with fewer than `tries` trials. If there is none, draws a bid in proportion to the regrets.

        random_chance: probability of a uniformly random bid instead. iteration: number of the iteration.
        """
        visits, regrets, chosen = self.visits, self.regrets, self.chosen
        fresh = [card for card in hand if visits[card] < tries]
        if fresh:
            return fresh[int(rng.random() * len(fresh))]
        weights = [regrets[card] for card in hand]
        whole = sum_in_order(weights)
        if whole <= 0.0:
            weights, whole = [1.0] * len(hand), float(len(hand))
        for place, card in enumerate(hand):
            chosen[card] += iteration * weights[place] / whole
        if rng.random() < random_chance:
            return hand[int(rng.random() * len(hand))]
        # As `rng.choices`, which would take half of the time of an iteration.
        chance = rng.random() * whole
        for place, card in enumerate(hand):
            chance -= weights[place]
            if chance < 0.0:
                return card
        return hand[-1]

    def mean_later_utility(self, bid: Card) -> float:
        """Returns the mean utility that later rounds add after this bid; 0 for an untried bid."""
        visits = self.visits[bid]
        return self.later[bid] / visits if visits else 0.0


class RegretMatching(Search):
    """A search for one decision by regret matching."""

    def __init__(self, problem: SearchProblem, regret: RegretParameters, for_deal: bool = False) -> None:
        """for_deal: whether only the payoff of the deal counts and not the game; this holds for the static evaluation as
        well.
        """
        super().__init__(problem)
        view, heuristics = problem.view, self.heuristics
        self._regret = regret
        self._foreseen = heuristics.static_values if for_deal else heuristics.static_win_chances
        self._tries = 1 if heuristics.static_values_suffice else regret.tries
        seats = range(len(view.sizes))
        others = [seat for seat in seats if seat != view.seat] if regret.adapts_to_random_bids else []
        careless = {seat: heuristics.random_bid_chance(view.known, seat) for seat in others}
        self._wild = [max(regret.random_bid_chance, careless.get(seat, 0.0)) for seat in seats]
        self._foresees = heuristics.static_values_suffice
        self._open = heuristics.static_values_suffice and view.game.open_hands
        """Whether all determinizations are equivalent, because hands are public and no playouts are needed."""
        # A trace must not change the search: with a static evaluation, playouts for the trace draw their own random numbers.
        self._playouts = copy(self.rng) if heuristics.static_values_suffice else self.rng
        self._learners = [Learner() for _ in seats]
        self._rounds: dict[tuple[Card, ...], tuple[float, ...]] = {}
        """Cache of static evaluations by the bids of all seats; these depend on public cards alone."""
        self._rows: list[dict[tuple[Card, ...], list[float]]] = [{} for _ in seats]
        """By seat, a cache of the values of its own bids by the bids of the others; used if all hands are public."""

    def run(self) -> Iterator[None]:
        """Runs iterations up to the budget: samples a determinization, selects all bids, plays out, and updates the regrets."""
        yield from self._learn(self.rng, self._learners, self.budget, True)
        if self.trace is not None and self.trace.restarts and self._open:
            _, hands = self._sample_round(self._playouts)
            short, found = max(self.budget // RESTART_DIVISOR, 1), self.trace.strategies
            found.append(self._strategies(self._learners, hands, self.budget))
            for _ in range(self.trace.restarts):
                learners = [Learner() for _ in self._learners]
                yield from self._learn(self._playouts, learners, short, False)
                found.append(self._strategies(learners, hands, short))

    def _learn(self, rng: Random, learners: list[Learner], count: int, records: bool) -> Iterator[None]:
        """Runs `count` iterations with the random numbers of `rng`. records: whether the simulations are recorded."""
        mine = self.view.seat
        begun, hands = self._sample_round(rng)
        for done in range(count):
            if done and not self._open:
                begun, hands = self._sample_round(rng)
            bids = tuple(
                [learner.select_bid(hand, self._tries, wild, done + 1, rng)
                 for learner, hand, wild in zip(learners, hands, self._wild, strict=True)]
            )  # fmt: skip
            brought = utilities = self._static_values(begun, bids)
            state: State = begun
            if not self._foresees:
                state = self._play_out_after(begun, bids)
                utilities = self.utility(state)
            elif records and self.trace is not None:
                state = self._play_out_after(self._sample_before_bids(self._playouts), bids)
            for seat, learner in enumerate(learners):
                bid = bids[seat]
                learner.visits[bid] += 1
                learner.later[bid] += utilities[seat] - brought[seat]
                self._update_regrets(begun, seat, learner, hands[seat], bids)
            if records:
                self.record_simulation(BID + bids[mine], state, utilities[mine])
            yield

    def _strategies(self, learners: Sequence[Learner], hands: Sequence[Sequence[Card]], iterations: int) -> SealedStrategies:
        """Returns the average strategy of each seat; for another seat it includes the share of bids made at random."""
        found, mine = [], self.view.seat
        for seat, (learner, hand, wild) in enumerate(zip(learners, hands, self._wild, strict=True)):
            whole, errs = sum_in_order([learner.chosen[card] for card in hand]), 0.0 if seat == mine else wild
            parts = {BID + card: learner.chosen[card] / whole if whole else 1 / len(hand) for card in hand}
            found.append({bid: (1 - errs) * part + errs / len(hand) for bid, part in parts.items()})
        return SealedStrategies(found, {bid: learners[mine].worths[bid - BID] / iterations for bid in self.view.legal})

    def _sample_round(self, rng: Random) -> tuple[SealedState, list[list[Card]]]:
        begun = self._sample_before_bids(rng)
        hands: list[list[Card]] = []
        for seat in range(len(begun.hands)):
            begun.turn = seat
            hands.append([action - BID for action in self.heuristics.rules.legal(begun)])
        return begun, hands

    def _play_out_after(self, round_start: SealedState, bids: Sequence[Card]) -> SealedState:
        state = self._state_after_bids(round_start, bids)
        play_out(self.heuristics, state, self._playouts.random)
        return state

    def _sample_before_bids(self, rng: Random) -> SealedState:
        state = self.determinizer.sample(rng)
        assert isinstance(state, SealedState), "only rounds of sealed bids are searched so"
        state.take_back_bids()
        return state

    def _state_after_bids(self, round_start: SealedState, bids: Sequence[Card]) -> SealedState:
        state = round_start.copy()
        for seat, bid in enumerate(bids):
            state.turn = seat
            self.heuristics.rules.apply(state, BID + bid)
        return state

    def _static_values(self, round_start: SealedState, bids: tuple[Card, ...]) -> tuple[float, ...]:
        found = self._rounds.get(bids)
        if found is None:
            state = self._state_after_bids(round_start, bids)
            found = self._rounds[bids] = self.utility(state) if state.over else self._foreseen(state)
        return found

    def _update_regrets(
        self, state: SealedState, seat: int, learner: Learner, hand: list[Card], bids: tuple[Card, ...]
    ) -> None:
        """Updates the regrets of a seat. The regret of a bid is its utility minus the utility of the bid made."""
        before, after = bids[:seat], bids[seat + 1 :]
        others = (*before, *after)
        worths = self._rows[seat].get(others)
        if worths is None:
            worths = [self._static_values(state, (*before, bid, *after))[seat] for bid in hand]
            if self._open:
                self._rows[seat][others] = worths
        if not self._foresees:
            worths = [worth + learner.mean_later_utility(bid) for worth, bid in zip(worths, hand, strict=True)]
        own, regrets = worths[hand.index(bids[seat])], learner.regrets
        for place, bid in enumerate(hand):
            learner.worths[bid] += worths[place]
            regret = regrets[bid] + worths[place] - own
            regrets[bid] = regret if regret > 0.0 else 0.0

    def values(self) -> dict[Action, float]:
        if not self._regret.averages_all_iterations:
            return super().values()
        worths, count = self._learners[self.view.seat].worths, max(sum(self.visits.values()), 1)
        return {action: worths[action - BID] / count for action in self.view.legal}

    def best_action(self) -> Action:
        """Draws a bid from the average strategy. After too few iterations, draws it in proportion to visits."""
        chosen, legal = self._learners[self.view.seat].chosen, self.view.legal
        parts: list[float] = [chosen[bid - BID] for bid in legal]
        if not any(parts):
            parts = [float(self.visits[bid]) for bid in legal]
        return self.draw_action(mixed_strategy(legal, parts, self._regret.exponent, self._regret.floor))

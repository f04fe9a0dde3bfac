"""Parts shared by all searches: problem, determinizer, UCB1, utility, selection of the action; and the search by rollouts.

UCB1: Auer, Cesa-Bianchi and Fischer, 2002. The determinizer samples states of a seat's information set, limited to what the
player remembers. Importance weights are optional (sampling-importance resampling: Rubin, 1987). Rollouts by sequential halving
(Karnin, Koren and Somekh, 2013) are for actions that move no card, such as bids. They simulate all actions in the same
determinizations with the same random numbers, which cancels much of the noise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from math import exp, log, sqrt
from random import Random
from typing import Final, TypeVar, cast

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.hidden.view import View, determinization_from, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import GONE, Points
from goosetable.engine.rules.state import OVER, State, TrickState
from goosetable.engine.strength.heuristics import ALL_ACTIONS, AnyHeuristics
from goosetable.engine.strength.policy import AnyPlayoutPolicy, AnyPolicy
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.strength.tricks_to_come import RandomTricks
from goosetable.players.agent import Trace

MEMORY_BONUSES: Final[tuple[float, ...]] = (1.4, 1.4, 0.7, 0.7, 0.7)
"""By height of a card (ranks above it in its suit), the additional activation with which it is remembered."""
MEMORY_SCALE: Final = 0.4
"""Scale of the logistic curve of memory. With a smaller scale, cards are forgotten more suddenly."""


@dataclass(frozen=True)
class Memory:
    """Parameters of a player's memory of the cards played.

    The probability that a card is remembered falls with the logarithm of its age. This follows Anderson's ACT-R: recall is a
    logistic function of activation, and activation falls by a power of the age. High cards are remembered longer (Engle and
    Bukstel, 1978).
    """

    threshold: float = -100.0
    """Activation at which half of the small cards are forgotten: about -2 for a good player, -0.3 for a beginner."""
    voids: bool = True
    """Whether voids are remembered."""

    def memory_probability(self, age: int, height: int) -> float:
        """Returns the probability, 0..1, that a card is remembered.

        age: number of complete tricks since the trick of the card, 1 or more. height: rank of the card within its suit, 0 for
        the highest.
        """
        honours = MEMORY_BONUSES[height] if height < len(MEMORY_BONUSES) else 0.0
        return 1.0 / (1.0 + exp(min((0.5 * log(age) - honours + self.threshold) / MEMORY_SCALE, 700.0)))

    def forgotten_cards(self, view: View, seed: int) -> Cards:
        """Returns the cards of the tricks taken that the player has forgotten. They stay forgotten for the whole deal.

        Cards of the last trick, and cards that stay open after they are played, are never forgotten.
        """
        known = view.known
        if self.threshold <= -100.0 or not isinstance(known, TrickState):
            return 0
        heuristics, seats = view.game.heuristics, len(view.sizes)
        played = [value_of(action) for _, action in known.actions if verb_of(action) is Verb.PLAY]
        last = (len(played) - len(known.trick)) // seats - 1
        away = {card for pile in (*known.won, known.piles().get(GONE, 0)) for card in cards.members(pile)}
        away.difference_update(cards.members(heuristics.never_forgotten))
        found = 0
        for place, card in enumerate(played):
            age = last - place // seats
            if age > 0 and card in away and cards.suit(card) != cards.JOKER_SUIT:
                remembered = self.memory_probability(age, heuristics.rank_from_top(known, card))
                found |= BIT[card] if random_number(seed, known.number, view.seat, card) >= remembered else 0
        return found


def random_number(*source: object) -> float:
    """Returns a pseudo-random number, 0 <= n < 1, that depends on `source` alone."""
    text = ":".join([str(part) for part in source])
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) / 2**32


PERFECT: Final = Memory()
"""Memory that forgets nothing."""


class Determinizer:
    """A sampler of determinizations of a view, uniform or by importance weights.

    A hidden hand may get a card that was played but that the player has forgotten. Then a card that was not played takes its
    place among the cards of the tricks taken.
    """

    def __init__(self, view: View, memory: Memory, seed: int) -> None:
        known = view.known
        shown = known.exposed_cards
        if not memory.voids:
            known = known.copy()
            known.voids = [lacking & shown for lacking in known.voids]
        self._view = replace(view, known=known)
        self._forgotten = memory.forgotten_cards(view, seed)
        self._hidden = sampler_for(self._view, self._forgotten, view.game.heuristics.never_forgotten | shown)
        self._weighted: list[list[Cards]] = []
        """Hidden hands of the weighted determinizations; `_weights` has running totals of weights. Both empty if uniform."""
        self._weights: list[float] = []

    @property
    def cards_elsewhere(self) -> Cards:
        """The cards that may be in other hands, as far as the player remembers."""
        found = self._view.unseen | self._forgotten
        for group in self._view.known_hand_cards:
            found |= group
        return found

    @property
    def remembered_state(self) -> State:
        """The state of the view, without the voids that the player has not noticed. It must not be changed."""
        return self._view.known

    @property
    def is_certain(self) -> bool:
        """Whether only one determinization exists, because all unseen cards are in one hand."""
        rooms = [room for room in self._view.unknown_counts if room]
        return not self._forgotten and len(rooms) + len(self._view.hidden) == 1

    def draw_weighted_determinizations(
        self, rng: Random, count: int, slice_size: int, habits: AnyPolicy | None = None, likelihood_power: float = 1.0
    ) -> Generator[None, None, None]:
        """Draws `count` determinizations. Later calls of `sample` choose among them by the likelihood of the observed actions.

        slice_size: number of determinizations sampled or weighted in a work slice. habits: a learned policy that the other
        seats are assumed to follow. likelihood_power: exponent of the likelihood.
        """
        heuristics, known, seat = self._view.game.heuristics, self._view.known, self._view.seat
        likelihood = heuristics.likelihood(known, seat) if habits is None else heuristics.likelihood_by(habits, known, seat)
        if likelihood is None or self._forgotten:
            return
        found = []
        for number in range(count):
            found.append(self._view.with_known_cards(self._hidden.deal(rng)))
            if number % slice_size == slice_size - 1:
                yield
        likely = []
        for number, hands in enumerate(found):
            likely.append(likelihood(hands))
            if number % slice_size == slice_size - 1:
                yield
        self.set_weighted_determinizations(found, likely, likelihood_power)

    def set_weighted_determinizations(
        self, hands: list[list[Cards]], likelihoods: Sequence[float], likelihood_power: float = 1.0
    ) -> None:
        """Stores determinizations; later calls of `sample` choose among them by their likelihood.

        hands: for each determinization, the hands by seat, then the other hidden piles in the order of `View.hidden`.
        likelihoods: for each determinization, its log-likelihood. likelihood_power: exponent of the likelihood.
        """
        most = max(likelihoods)
        self._weights = list(accumulate([exp(likelihood_power * (one - most)) for one in likelihoods]))
        self._weighted = hands

    def sample(self, rng: Random) -> State:
        """Returns one determinization as a new state."""
        if self._weighted:
            return determinization_from(
                self._view, self._weighted[bisect(self._weights, rng.random() * self._weights[-1])][:], rng
            )
        if not self._forgotten:
            return sample_determinization(self._view, rng, self._hidden)
        *dealt, past = self._hidden.deal(rng)
        state = determinization_from(self._view, dealt, rng)
        assert isinstance(state, TrickState), "only games of tricks have anything to forget"
        back, gone = cards.members(self._forgotten & ~past), cards.members(past & ~self._forgotten)
        for returned, missing in zip(back, gone, strict=True):
            for seat, pile in enumerate(state.won):
                if pile & BIT[returned]:
                    state.won[seat] = pile ^ BIT[returned] ^ BIT[missing]
                    break
            else:
                set_aside = state.piles()[GONE]
                state.fill_pile(GONE, set_aside ^ BIT[returned] ^ BIT[missing], rng)
        return state


EQUAL_VALUE_LIMIT: Final = 1e-9
"""Values with a smaller difference are equal."""
CHANCE_WITHOUT_SLIP: Final = 0.1
"""Number that is passed to a playout policy in place of a random one, so that it plays no random card."""


def best_valued_action(view: View, values: Mapping[Action, float]) -> Action:
    """Returns the action with the highest exact value; among equal values, the choice of the playout policy."""
    least = max(values.values()) - EQUAL_VALUE_LIMIT
    return view.game.heuristics.choose_playout_action(
        view.known, [action for action in view.legal if values[action] >= least], CHANCE_WITHOUT_SLIP
    )


def are_equivalent(view: View, one: Action, two: Action) -> bool:
    """Whether two cards of the hand are equivalent: they are of one suit, and no card between them can still be played."""
    first, second = card_of(one), card_of(two)
    if first is None or second is None or verb_of(one) is not verb_of(two):
        return False
    between = view.game.heuristics.cards_between(view.known, first, second)
    if between is None:
        return False
    loose = view.unseen
    for group in view.known_hand_cards:
        loose |= group
    for card in view.known.trick if isinstance(view.known, TrickState) else ():
        loose |= BIT[card]
    return not between & loose


def lowest_equivalent(view: View, chosen: Action) -> Action:
    """Returns the lowest of the cards that are equivalent to the action `chosen`, if it follows to a trick; else `chosen`."""
    if card_of(chosen) is None or not isinstance(view.known, TrickState) or not view.known.trick:
        return chosen
    alike = [action for action in view.legal if action == chosen or are_equivalent(view, chosen, action)]
    return max(alike, key=lambda card: view.game.heuristics.rank_from_top(view.known, card))


def most_visited_action(view: View, visits: Sequence[int], values: Mapping[Action, float]) -> Action:
    """Returns the most visited action, the "robust child" (Chaslot et al., 2008).

    If other actions have an equal value and at least half as many visits, the playout policy chooses among them.
    """
    most = max(visits)
    tried = list(zip(view.legal, visits, strict=True))
    taken = max([action for action, count in tried if count == most], key=values.__getitem__)
    level = [action for action, count in tried if 2 * count >= most and values[action] >= values[taken] - EQUAL_VALUE_LIMIT]
    return taken if len(level) == 1 else view.game.heuristics.choose_playout_action(view.known, level, CHANCE_WITHOUT_SLIP)


def mixed_strategy(legal: Sequence[Action], visits: Sequence[float], exponent: float, floor: float) -> dict[Action, float]:
    """Returns a mixed strategy: each action has a probability in proportion to its visits ** exponent.

    An action with fewer visits than `floor` times the highest number of visits has the probability 0.
    """
    least = floor * max(visits)
    return {action: count**exponent if count >= least else 0.0 for action, count in zip(legal, visits, strict=True)}


Utility = Callable[[State], tuple[float, ...]]
"""A function from a state to utilities by seat, 0..1. The deal is over, unless `Heuristics.horizon` has ended it early."""


class WinUtility:
    """The utility of a deal: the chance of winning the game. Results are cached by the points of the deal."""

    def __init__(self, heuristics: AnyHeuristics, state: State, forecast: bool = False) -> None:
        """forecast: True if the utility of an unfinished deal is a forecast that looks at the hands of all seats
        (`Heuristics.make_forecast`)."""
        self.heuristics = heuristics
        self._forecast = forecast
        self._options = state.options
        self._before = Standing(state.number - 1, state.totals)
        self._found: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._chances: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._running: Callable[[State], tuple[float, ...]] | None = None

    def compute_tables(self) -> Generator[None, None, None]:
        """Computes the table of chances of winning, in work slices, if the game has such a table."""
        yield from self.heuristics.prepare_win_chances(self._options)

    def utility(self, state: State) -> tuple[float, ...]:
        """Returns each seat's utility: its chance of winning the game, with a small part of the deal's payoff
        (`Heuristics.payoff_weight`).

        For a deal that stopped between two tricks, this is an expectation: from a forecast or, without one, from random tricks.
        """
        if state.turn != OVER:
            assert isinstance(state, TrickState), "only a deal of tricks is not played out"
            running = self._running
            if running is None:
                running = self._running = self._make_forecast_utility(state)
            return running(state)
        rules = self.heuristics.rules
        points = rules.points(state)
        found = self._found.get(points)
        if found is None:
            chances = self.heuristics.win_chances(self._options, rules.standing_after(self._before, state))
            payoff, part = self.heuristics.payoff(state), self.heuristics.payoff_weight
            found = tuple([chance + part * (own - chance) for chance, own in zip(chances, payoff, strict=True)])
            self._found[points], self._chances[points] = found, chances
        return found

    def win_chances(self, state: State) -> tuple[float, ...]:
        """Returns each seat's chance of winning the game, without the share of the payoff that `utility` has.

        For an unfinished deal it is the same as `utility`.
        """
        utilities = self.utility(state)
        return utilities if state.turn != OVER else self._chances[self.heuristics.rules.points(state)]

    def _make_forecast_utility(self, state: TrickState) -> Callable[[State], tuple[float, ...]]:
        before = state.copy()
        tricks = sum(state.taken()) + state.hands[state.turn].bit_count()

        def ends(taken: tuple[int, ...]) -> tuple[float, ...]:
            return self.utility(self.heuristics.finished_with_tricks(before, taken))

        if self._forecast:
            return self.heuristics.make_forecast(tricks, ends)
        deal = RandomTricks(tricks, ends)
        return lambda state: deal.expected_utility(cast(TrickState, state).taken())


@dataclass(frozen=True)
class SearchProblem:
    """A decision for a search, with all that the search needs."""

    view: View
    determinizer: Determinizer
    utility: Utility
    rng: Random
    budget: int
    """Number of iterations, 1 or more."""
    slice_size: int = 1
    """Number of iterations in a work slice, 1 or more."""
    trace: Trace | None = None
    keeps_actions: bool = True
    """True if playouts store their actions in the state, because the utility or the trace reads them."""
    is_current_part_only: bool = False
    """True if only the current part of the deal is searched (`Heuristics.try_cut_to_current_part`)."""
    horizon: int = ALL_ACTIONS
    """As `Heuristics.horizon`, if the utility can evaluate an unfinished deal; else `ALL_ACTIONS`."""


class Search(ABC):
    """A search for one decision. It runs in iterations, which the player groups into work slices."""

    def __init__(self, problem: SearchProblem) -> None:
        self.view, self.rng, self.trace = problem.view, problem.rng, problem.trace
        self.heuristics, self.determinizer, self.utility = self.view.game.heuristics, problem.determinizer, problem.utility
        self.budget, self.slice_size = problem.budget, problem.slice_size
        self._keeps_actions, self._is_current_part_only = problem.keeps_actions, problem.is_current_part_only
        self.visits = dict.fromkeys(problem.view.legal, 0)
        """Number of iterations by legal action, in the order of `view.legal`."""
        self.totals = dict.fromkeys(problem.view.legal, 0.0)
        """Utility of the seat to act by action, summed over these iterations."""

    def sample_state(self) -> State:
        """Returns a determinization to play out."""
        state = self.determinizer.sample(self.rng)
        state.keeps_actions = self._keeps_actions
        if self._is_current_part_only:
            self.heuristics.try_cut_to_current_part(state)
        return state

    @abstractmethod
    def run(self) -> Iterator[None]:
        """Runs iterations up to the budget; yields after each iteration."""

    @abstractmethod
    def best_action(self) -> Action:
        """Returns the action to play, from the iterations so far."""

    def is_choice_settled(self) -> bool:
        """Whether the remaining iterations are unlikely to change the choice. Called between two work slices."""
        return False

    def values(self) -> dict[Action, float]:
        """Returns the mean utility of each tried action, in the order of `view.legal`."""
        return {action: self.totals[action] / visits for action, visits in self.visits.items() if visits}

    def record_simulation(self, action: Action, state: State, utility: float) -> None:
        """Adds a finished simulation to the statistics of its first action and to the trace."""
        self.visits[action] += 1
        self.totals[action] += utility
        if self.trace is not None:
            self.trace.record_simulation(action, state, utility)

    def draw_action(self, mixture: dict[Action, float]) -> Action:
        """Draws an action from a mixed strategy. mixture: by action, a number of 0 or more to which its probability is in
        proportion.
        """
        if self.trace is not None:
            self.trace.mixture = mixture
        return self.rng.choices(list(mixture), list(mixture.values()))[0]

    def deviation(self) -> float:
        """Returns the standard deviation of the actions' mean utilities."""
        values = [*self.values().values()]
        mean = sum_in_order(values) / max(len(values), 1)
        return sqrt(sum_in_order([(value - mean) ** 2 for value in values]) / max(len(values), 1))

    def select_action(self) -> Action:
        """Returns the most visited action."""
        return most_visited_action(self.view, list(self.visits.values()), self.values())


@dataclass(frozen=True)
class Ucb:
    """Constants of the UCB1 formula, for utilities 0..1."""

    exploration: float = 1.2
    """Exploration constant for utilities that are 0 or 1, above 0; sqrt(2) in the paper."""
    period: int = 16
    """Number of iterations between two measurements of the standard deviation, 1 or more."""
    least: float = 0.002
    """Lower limit of the constant, as a part of `exploration`, 0..1, for utilities that differ very little."""


class Exploration:
    """The exploration constant of each seat, in proportion to the standard deviation of its utilities (Welford, 1962)."""

    def __init__(self, ucb: Ucb, seats: int) -> None:
        self.ucb = ucb
        self.constants = [ucb.exploration] * seats
        self._count = 0
        self._mean, self._squares = [0.0] * seats, [0.0] * seats

    def measure(self, utilities: Sequence[float]) -> None:
        """Adds the utilities of one iteration, by seat, to the standard deviations."""
        self._count += 1
        count, mean, squares, ucb = self._count, self._mean, self._squares, self.ucb
        for seat, own in enumerate(utilities):
            step = own - mean[seat]
            mean[seat] += step / count
            squares[seat] += step * (own - mean[seat])
        if count % ucb.period == 0:
            # Utilities of 0 and 1 have a standard deviation of one half.
            self.constants = [ucb.exploration * max(2 * sqrt(square / count), ucb.least) for square in squares]


A = TypeVar("A")


def play_out(
    heuristics: AnyHeuristics,
    state: State,
    next_random: Callable[[], float],
    max_actions: int = ALL_ACTIONS,
    policy: AnyPlayoutPolicy | None = None,
) -> None:
    """Plays a deal to its end. next_random: returns the next random number, 0..1.

    max_actions: number of actions after which a trick-taking deal stops early, at the end of a trick. policy: playout policy
    used in place of that of the heuristics.
    """
    rules = heuristics.rules
    chooses: AnyPlayoutPolicy = heuristics if policy is None else policy
    while state.turn != OVER:
        if max_actions <= 0 and isinstance(state, TrickState) and not state.trick:
            return
        max_actions -= 1
        group = rules.playable(state)
        if not group:
            legal = rules.legal(state)
            action = legal[0] if len(legal) == 1 else chooses.pick_call(state, legal, next_random())
        elif group & (group - 1):
            action = chooses.pick_card(state, group, next_random())
        else:
            action = group.bit_length() - 1
        rules.apply(state, action)


def sequential_halving(
    arms: Sequence[A], budget: int, simulate_each: Callable[[list[A]], Iterator[None]], rank: Callable[[list[A]], list[A]]
) -> Iterator[None]:
    """Runs sequential halving: each round simulates all remaining arms equally often, then drops the worse half.

    simulate_each: simulates each of the given arms once, and yields after each. rank: returns the given arms, the best first.
    """
    left = list(arms)
    share = budget // max(1, (len(left) - 1).bit_length())
    while True:
        for _ in range(max(1, share // len(left))):
            yield from simulate_each(left)
        if len(left) <= 2:
            return
        left = rank(left)[: (len(left) + 1) // 2]


class RolloutSearch(Search):
    """A search by rollouts and sequential halving; an iteration is one rollout."""

    def __init__(self, problem: SearchProblem, policy: AnyPlayoutPolicy | None = None, bonuses: Sequence[float] = ()) -> None:
        """policy: playout policy used in place of that of the heuristics.

        bonuses: by legal action, a bonus on its mean, in standard deviations of the utilities; empty for none. The highest
        bonus is 0, all others are negative.
        """
        super().__init__(problem)
        self._policy = policy
        self._likings = dict(zip(problem.view.legal, bonuses or [0.0] * len(problem.view.legal), strict=True))
        self._squares = 0.0

    def run(self) -> Iterator[None]:
        """Runs about as many rollouts as the budget has iterations, at least one for each action."""
        yield from sequential_halving(self.view.legal, self.budget, self._simulate_each, self._rank_actions)

    def _simulate_each(self, actions: Sequence[Action]) -> Iterator[None]:
        state, seed = self.sample_state(), self.rng.getrandbits(32)
        for action in actions:
            self._simulate(action, state.copy(), seed)
            yield

    def _rank_actions(self, actions: list[Action]) -> list[Action]:
        """Sorts actions, the best first. Equal actions keep their order in `view.legal`."""
        legal, deviation = self.view.legal, self.deviation()
        return sorted(actions, key=lambda action: (-self._rate_action(action, deviation), legal.index(action)))

    def _simulate(self, action: Action, state: State, seed: int) -> None:
        self.heuristics.rules.apply(state, action)
        utility = self._play_out(state, Random(seed).random)
        self._squares += utility * utility
        self.record_simulation(action, state, utility)

    def _play_out(self, state: State, next_random: Callable[[], float]) -> float:
        play_out(self.heuristics, state, next_random, policy=self._policy)
        return self.utility(state)[self.view.seat]

    def deviation(self) -> float:
        """Returns the standard deviation of the utilities over all rollouts."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (sum_in_order(self.totals.values()) / count) ** 2, 0.0))

    def _rate_action(self, action: Action, deviation: float) -> float:
        return self.totals[action] / self.visits[action] + deviation * self._likings[action]

    def best_action(self) -> Action:
        """Returns the result of `select_action`. With bonuses: the best rated of the actions with the most rollouts."""
        if any(self._likings.values()):
            deviation = self.deviation()
            most = max(self.visits.values())
            last = [action for action in self.view.legal if self.visits[action] == most]
            return max(last, key=lambda action: self._rate_action(action, deviation))
        return self.select_action()

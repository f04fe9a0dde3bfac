"""Parts shared by searches: problem, determinizer, UCB1, utility, selection of the action.

UCB1: Auer, Cesa-Bianchi and Fischer, 2002. The determinizer samples states of a seat's information set, or of the part that
the player remembers, with importance weights (sampling-importance resampling: Rubin, 1987).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from math import exp, sqrt
from random import Random
from typing import Final, cast

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.hidden.view import View, determinization_from, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import GONE, Points
from goosetable.engine.rules.state import OVER, State, TrickState
from goosetable.engine.strength.heuristics import ALL, AnyHeuristics
from goosetable.engine.strength.policy import AnyPolicy
from goosetable.engine.strength.tricks_to_come import RandomTricks
from goosetable.players.agent import Trace


@dataclass(frozen=True)
class Memory:
    """Parameters of a player's memory of the cards played."""

    forgets: float = 0.0
    """Probability that a card is forgotten once its trick is no longer the last, 0..1."""
    voids: bool = True
    """Whether voids are remembered: cards that a seat is known not to hold."""
    highest: int = 2
    """Highest rank that may be forgotten, 0 (ace) to 12; 2 is a queen. Jokers never are."""

    def forgotten_cards(self, view: View, seed: int) -> Cards:
        """Returns the forgotten cards among the tricks taken; a forgotten card stays forgotten in the whole deal."""
        known = view.known
        if not self.forgets or not isinstance(known, TrickState):
            return 0
        played = [value_of(action) for _, action in known.actions if verb_of(action) is Verb.PLAY]
        fresh = played[-len(view.sizes) - len(known.trick) :]
        away = {card for pile in (*known.won, known.piles().get(GONE, 0)) for card in cards.members(pile)}
        return sum(
            BIT[card]
            for card in sorted(away.intersection(played).difference(fresh, cards.members(view.game.heuristics.memorable)))
            if self._is_forgotten(card, f"{seed}:{known.number}:{view.seat}:{card}")
        )

    def _is_forgotten(self, card: Card, source: str) -> bool:
        """Whether a card is forgotten; a hash of `source` decides, so that every later turn agrees."""
        if cards.suit(card) == cards.JOKER_SUIT or cards.rank(card) < self.highest:
            return False
        return int.from_bytes(blake2b(source.encode(), digest_size=4).digest()) < self.forgets * 2**32


PERFECT: Final = Memory()
"""Memory that forgets nothing."""


class Determinizer:
    """A sampler of determinizations of a view, uniform or by importance weights.

    A forgotten card may be dealt to a hidden hand again; an unplayed card then replaces it among the tricks taken.
    """

    def __init__(self, view: View, memory: Memory, seed: int) -> None:
        known = view.known
        shown = known.shown
        if not memory.voids:
            known = known.copy()
            known.voids = [lacking & shown for lacking in known.voids]
        self._view = replace(view, known=known)
        self._forgotten = memory.forgotten_cards(view, seed)
        self._hidden = sampler_for(self._view, self._forgotten, view.game.heuristics.memorable | shown)
        self._weighted: list[list[Cards]] = []
        """Hidden hands of the weighted determinizations; `_weights` has running totals of weights. Both empty if uniform."""
        self._weights: list[float] = []

    @property
    def certain(self) -> bool:
        """Whether there is only one determinization: all unseen cards are in one hand."""
        rooms = [room for room in self._view.unknown_counts if room]
        return not self._forgotten and len(rooms) + len(self._view.hidden) == 1

    def draw_weighted(
        self, rng: Random, count: int, slice_size: int, habits: AnyPolicy | None = None, power: float = 1.0
    ) -> Generator[None, None, None]:
        """Draws `count` determinizations, from which `sample` then chooses by the likelihood of the observed actions.

        slice_size: determinizations sampled or weighted per work slice. habits: a learned policy that the other seats are
        assumed to follow; power: exponent of its likelihood.
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
        most = max(likely)
        self._weights = list(accumulate([exp(power * (one - most)) for one in likely]))
        self._weighted = found

    def sample(self, rng: Random) -> State:
        """Returns a determinization, as a new state."""
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
                state.fill(GONE, set_aside ^ BIT[returned] ^ BIT[missing], rng)
        return state


LEVEL: Final = 1e-9
"""Difference below which values are equal."""
STEADY: Final = 0.1
"""Value of `chance` at which a playout policy makes no random slip."""


@dataclass(frozen=True)
class Softmax:
    """Parameters of softmax selection."""

    temperature: float = 0.0
    """Softmax temperature as a part of the utilities' standard deviation, 0 or more; 0 selects the most visited action."""
    known: float = 0.25
    """Part of the most visits, 0..1, below which an action is too uncertain to be selected."""
    cutoff: float = 3.0
    """Distance below the highest value, in temperatures, from which on an action is not selected, above 0."""
    evenly: bool = False
    """Whether all candidates are equally likely, instead of weighted by value."""


SHARP: Final = Softmax()
"""Parameters that select the most visited action."""


def best_valued(view: View, values: Mapping[Action, float]) -> Action:
    """Returns the action with the highest exact value; ties go to the playout policy."""
    least = max(values.values()) - LEVEL
    return view.game.heuristics.playout(view.known, [action for action in view.legal if values[action] >= least], STEADY)


def most_visited(view: View, visits: Sequence[int], values: Mapping[Action, float]) -> Action:
    """Returns the most visited action, the "robust child" (Chaslot et al., 2008).

    The playout policy decides between it and actions of equal value with at least half as many visits.
    """
    most = max(visits)
    tried = list(zip(view.legal, visits, strict=True))
    taken = max([action for action, count in tried if count == most], key=values.__getitem__)
    level = [action for action, count in tried if 2 * count >= most and values[action] >= values[taken] - LEVEL]
    return taken if len(level) == 1 else view.game.heuristics.playout(view.known, level, STEADY)


def select_by_softmax(
    view: View, visits: Sequence[int], values: Mapping[Action, float], parameters: Softmax, deviation: float, rng: Random
) -> Action:
    """Selects an action by softmax (Boltzmann); the playout policy decides ties. deviation: standard deviation of utilities."""
    most, unit = max(visits), max(parameters.temperature * deviation, LEVEL)
    known = [action for action, count in zip(view.legal, visits, strict=True) if count >= parameters.known * most]
    highest = max([values[action] for action in known])
    near = [action for action in known if values[action] >= highest - parameters.cutoff * unit]
    weights = [1.0 if parameters.evenly else exp((values[action] - highest) / unit) for action in near]
    taken = rng.choices(near, weights)[0]
    same = [action for action in near if abs(values[action] - values[taken]) <= LEVEL]
    return taken if len(same) == 1 else view.game.heuristics.playout(view.known, same, STEADY)


def mixed_strategy(legal: Sequence[Action], visits: Sequence[float], exponent: float, floor: float) -> dict[Action, float]:
    """Returns a mixed strategy: weights visits ** exponent, but 0 for actions below `floor` x the highest visits."""
    least = floor * max(visits)
    return {action: count**exponent if count >= least else 0.0 for action, count in zip(legal, visits, strict=True)}


Utility = Callable[[State], tuple[float, ...]]
"""A function from a state to utilities by seat, 0..1. The deal is finished, unless `Heuristics.horizon` ends it early."""


class WinUtility:
    """The utility of a deal as the chance of winning the game; results are cached by the points of the deal."""

    def __init__(self, heuristics: AnyHeuristics, known: State, forecast: bool = False) -> None:
        """forecast: whether to evaluate a running deal from all its hands (`Heuristics.forecast`)."""
        self.heuristics = heuristics
        self._forecast = forecast
        self._options = known.options
        self._before = Standing(known.number - 1, known.totals)
        self._found: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._chances: dict[tuple[Points, ...], tuple[float, ...]] = {}
        self._running: Callable[[State], tuple[float, ...]] | None = None

    def prepare(self) -> Generator[None, None, None]:
        """Computes the game's win probabilities, in work slices."""
        yield from self.heuristics.prepare_win_chances(self._options)

    def utility(self, state: State) -> tuple[float, ...]:
        """Returns win probabilities by seat, with a small part of the deal's payoff (`Heuristics.for_points`).

        For a deal that ended early, between two tricks, returns the mean over the other tricks: at random, or by a forecast.
        """
        if state.turn != OVER:
            assert isinstance(state, TrickState), "only a deal of tricks is not played out"
            running = self._running
            if running is None:
                running = self._running = self._running_utility(state)
            return running(state)
        rules = self.heuristics.rules
        points = rules.points(state)
        found = self._found.get(points)
        if found is None:
            chances = self.heuristics.win_chances(self._options, rules.score(self._before, state))
            payoff, part = self.heuristics.payoff(state), self.heuristics.for_points
            found = tuple([chance + part * (own - chance) for chance, own in zip(chances, payoff, strict=True)])
            self._found[points], self._chances[points] = found, chances
        return found

    def win_chances(self, state: State) -> tuple[float, ...]:
        """Returns win probabilities by seat, without the payoff part; for a deal in progress, returns `utility`."""
        utilities = self.utility(state)
        return utilities if state.turn != OVER else self._chances[self.heuristics.rules.points(state)]

    def _running_utility(self, state: TrickState) -> Callable[[State], tuple[float, ...]]:
        """Returns the utility function for deals like this one, between two tricks."""
        before = state.copy()
        tricks = sum(state.taken()) + state.hands[state.turn].bit_count()

        def ends(taken: tuple[int, ...]) -> tuple[float, ...]:
            return self.utility(self.heuristics.finished_with(before, taken))

        if self._forecast:
            return self.heuristics.forecast(tricks, ends)
        deal = RandomTricks(tricks, ends)
        return lambda state: deal.expected_utility(cast(TrickState, state).taken())


@dataclass(frozen=True)
class Problem:
    """A decision to search, with the tools of the search."""

    view: View
    determinizer: Determinizer
    utility: Utility
    rng: Random
    budget: int
    """Number of iterations, 1 or more."""
    slice_size: int = 1
    """Number of iterations of a full work slice, 1 or more."""
    softmax: Softmax = SHARP
    trace: Trace | None = None
    noted: bool = True
    """Whether playouts record actions, because the utility or the trace reads them."""
    short: bool = False
    """Whether only the current part of the deal is searched (`Heuristics.shorten`)."""
    horizon: int = ALL
    """`Heuristics.horizon`, if the utility can evaluate a running deal; else `ALL`."""


class Search(ABC):
    """A search of one decision. It runs in iterations, which the player groups into work slices."""

    def __init__(self, problem: Problem) -> None:
        self.view, self.rng, self.trace = problem.view, problem.rng, problem.trace
        self.heuristics, self.determinizer, self.utility = self.view.game.heuristics, problem.determinizer, problem.utility
        self.budget, self.slice_size, self.softmax = problem.budget, problem.slice_size, problem.softmax
        self.noted, self.short = problem.noted, problem.short
        self.visits = dict.fromkeys(problem.view.legal, 0)
        """Number of iterations by legal action, in the order of `view.legal`."""
        self.totals = dict.fromkeys(problem.view.legal, 0.0)
        """Utility of the seat to act by action, summed over these iterations."""

    def sample_state(self) -> State:
        """Returns a determinization to play out."""
        state = self.determinizer.sample(self.rng)
        state.noted = self.noted
        if self.short:
            self.heuristics.shorten(state)
        return state

    @abstractmethod
    def run(self) -> Iterator[None]:
        """Spends the budget; yields after every iteration."""

    @abstractmethod
    def best_action(self) -> Action:
        """Returns the action to play after the iterations so far."""

    def is_settled(self) -> bool:
        """Whether the iterations left are unlikely to change the choice; asked between two work slices."""
        return False

    def values(self) -> dict[Action, float]:
        """Returns the mean utility of each action tried, in the order of `view.legal`."""
        return {action: self.totals[action] / visits for action, visits in self.visits.items() if visits}

    def record_simulation(self, action: Action, state: State, utility: float) -> None:
        """Adds a finished simulation to the statistics of its first action, and to the trace."""
        self.visits[action] += 1
        self.totals[action] += utility
        if self.trace is not None:
            self.trace.record(action, state, utility)

    def draw_action(self, odds: dict[Action, float]) -> Action:
        """Draws an action from a mixed strategy, by the odds of each."""
        if self.trace is not None:
            self.trace.mixture = odds
        return self.rng.choices(list(odds), list(odds.values()))[0]

    def select_action(self, deviation: float) -> Action:
        """Returns the most visited action or, with a temperature, one by softmax. deviation: see `select_by_softmax`."""
        visits, values = list(self.visits.values()), self.values()
        if not self.softmax.temperature:
            return most_visited(self.view, visits, values)
        return select_by_softmax(self.view, visits, values, self.softmax, deviation, self.rng)


@dataclass(frozen=True)
class Ucb:
    """Constants of UCB1 for utilities 0..1."""

    exploration: float = 1.2
    """Exploration constant for utilities 0 and 1, above 0; sqrt(2) in the paper."""
    period: int = 16
    """Iterations between two measurements of the standard deviation, 1 or more."""
    least: float = 0.002
    """Lower limit of the constant as a part of `exploration`, 0..1, for utilities that hardly differ."""


class Exploration:
    """Exploration constants by seat, in proportion to the standard deviation of its utilities so far (Welford, 1962)."""

    def __init__(self, ucb: Ucb, seats: int) -> None:
        self.ucb = ucb
        self.constants = [ucb.exploration] * seats
        self._count = 0
        self._mean, self._squares = [0.0] * seats, [0.0] * seats

    def measure(self, utilities: Sequence[float]) -> None:
        """Updates the deviations with the utilities of one iteration, by seat."""
        self._count += 1
        count, mean, squares, ucb = self._count, self._mean, self._squares, self.ucb
        for seat, own in enumerate(utilities):
            step = own - mean[seat]
            mean[seat] += step / count
            squares[seat] += step * (own - mean[seat])
        if count % ucb.period == 0:
            # Utilities of 0 and 1 have a standard deviation of one half.
            self.constants = [ucb.exploration * max(2 * sqrt(square / count), ucb.least) for square in squares]

    def deviation(self, seat: int) -> float:
        """Returns the standard deviation of a seat's utilities as last measured; one half before that."""
        return self.constants[seat] / (2 * self.ucb.exploration)

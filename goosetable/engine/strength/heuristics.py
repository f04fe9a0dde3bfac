"""Heuristics of a game: estimates for a search, each with a default.

`Guidance` sets how a search uses a learned policy. `SealedBids` has the bidding policies of a game with sealed bids.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.strength.card_sense import CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.policy import (
    HABITS_FILE,
    POLICY_FILE,
    LinearPolicy,
    PlayoutPolicy,
    Shape,
    UnusableWeights,
    load_weights,
)
from goosetable.engine.strength.tricks_to_come import UtilityOfTricks
from goosetable.engine.text.explain import Reasons

WHOLE_HAND: Final = 1_000
"""No limit: more cards than a hand has."""


@dataclass(frozen=True)
class Guidance:
    """The ways in which a search uses the learned policy of its game. The fields are independent of each other."""

    playouts: bool = False
    """Whether the learned policy, with softened probabilities, replaces the playout policy of the heuristics."""
    prior: float = 0.0
    """Weight, 0 or more, of the policy's probability of an action in the bound by which the search selects actions. Above 0,
    new actions are tried in the order of their probabilities.
    """
    likelihood: float = 0.0
    """Exponent of the likelihood of observed actions by `Heuristics.habits`; 0: use `Heuristics.likelihood` instead."""
    call_penalty: float = 0.0
    """Penalty, 0 or more, on the rollout value of a call that the policy finds unlikely. A call plays no card: a bid, for
    example.

    Its unit is one standard deviation of the utilities for each nat between the call's log-probability and the highest one.
    """
    forecast: bool = False
    """Whether `Heuristics.make_forecast` evaluates a playout that ends early; otherwise its tricks go to random seats."""
    iteration_factor: float = 1.0
    """Factor, above 0, on the usual number of iterations.

    It is below 1 where guidance makes an iteration slower, and above 1 where the strongest levels need more iterations.
    """
    unguided_cards: int = 0
    """Greatest number of cards in a hand with which a seat plays without guidance, because little is left to search."""

    @property
    def guides_search(self) -> bool:
        """True if the search itself follows the policy."""
        return self.playouts or self.prior > 0.0 or self.call_penalty > 0.0


UNGUIDED: Final = Guidance()


BidLikelihood = Callable[[Cards, int], float]
"""A function of a hand of a seat and the number of a bidding policy; returns the log-likelihood of that seat's bids so far."""


class SealedBids(ABC, Generic[S]):
    """The bidding policies of one game, numbered from 0; the last one is the best."""

    number_of_policies: int

    @abstractmethod
    def likelihood(self, state: S, seat: int) -> BidLikelihood:
        """Returns a function that computes the log-likelihood of a seat's open bids from a hand and the number of a policy."""

    @abstractmethod
    def bid(self, state: S, seat: int, policy: int, chance: float) -> Action:
        """Returns the bid of a seat under a policy. policy: its number. chance: random, 0..1; 0.5 for a bid without noise."""

    @abstractmethod
    def play_out_bids(self, state: S, policies: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        """Plays the rest of a deal, from the beginning of a round. `State.actions` does not get these actions.

        policies: by seat, the number of its policy. noisy: by seat, True if it bids with noise.
        """


AnyBids = SealedBids[Any]
"""The bids of any game."""


ALL_ACTIONS: Final = 1_000_000
"""No limit: more actions than a deal has."""

SolverRun = Generator[None, None, dict[Action, float]]
"""A generator of work slices of a few milliseconds that returns the value of each action, 0..1."""
PayoffRows = dict[Action, tuple[float, ...]]
"""For each action, its utility against each action of the opponent."""


class SolvedRound(NamedTuple):
    """The solution of a round in which two seats bid at once."""

    mixture: dict[Action, float]
    """The probability of each bid of the seat to act."""
    answer: dict[Action, float]
    """The probability of each bid of the other seat."""
    values: dict[Action, float]
    """The value of each bid of the seat to act against `answer`."""
    rows: PayoffRows


MixedStrategyRun = Generator[None, None, SolvedRound]
"""A generator of work slices of a few milliseconds that solves a round."""
Likelihood = Callable[[Sequence[Cards]], float]
"""A function that returns the log-likelihood of the observed actions, given the hands of a determinization."""


def scaled_leads(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """Returns each seat's lead over the mean of the others, scaled to 0..1: 0.5 for no lead.

    spread: the lead in points that is scaled to 1, as is any greater lead.
    """
    others = len(points) - 1
    total: Points | float = 0
    for own in points:  # not `sum`: see sums.py
        total += own
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class Heuristics(PlayoutPolicy[S], Generic[S, O]):
    """Estimates for one game, and parameters of the search for this game."""

    cost: float = 1.0
    """Time of one simulated action, relative to Gooseberry Fool. With a higher cost, a search simulates fewer actions."""
    spread: int = 0
    """Lead in points at which the payoff of a deal reaches 1. With 0, `payoff` is a share of first place."""
    static_values_suffice: bool = False
    """Whether `static_values` and `static_win_chances` are accurate enough to replace the playouts of sealed rounds."""
    horizon: int = ALL_ACTIONS
    """Number of actions beyond the search tree after which a playout ends with its next complete trick.

    The remaining tricks are then assigned at random, or as `make_forecast` estimates. Only for games with
    `finished_with_tricks`, whose `payoff` also accepts a deal in progress.
    """
    payoff_weight: float = 0.03
    """Weight of the deal's payoff in the utility, 0..1; the rest is the chance of winning the game. It makes a player play well
    even if the deal can no longer change that chance.
    """
    never_forgotten: Cards = 0
    """Cards that no player forgets, because they stay face up after they are played."""
    shape: Shape | None = None
    """Layout of the weights, for a game with a learned policy."""
    files: tuple[str, ...] = (POLICY_FILE,)
    """Names of the game's files of weights; without `HABITS_FILE` the game has no habits."""

    guidance: Guidance = UNGUIDED
    """Guidance of the strongest levels; each part has a measured gain at equal time."""

    reasons_class: ClassVar[type[Reasons[Any]]] = Reasons
    """Class of the reasons for one action against another."""
    bids_class: ClassVar[type[AnyBids] | None] = None
    """Class of the bidding policies; None in games without sealed bids."""

    def __init__(self, rules: Rules[S, O]) -> None:
        self.rules = rules
        self.reasons: Reasons[S] = self.reasons_class()
        bids = self.bids_class
        self.sealed_bids: SealedBids[S] | None = None if bids is None else bids()
        self.faults: dict[str, str] = {}
        """By file of weights that cannot be used, the reason in a sentence; filled when the weights are loaded."""
        self._learned: dict[str, LinearPolicy[S]] = {}

    @property
    def pays_by_lead(self) -> bool:
        """True if `payoff` is a lead in points, so that small differences count."""
        return self.spread > 0

    def payoff(self, state: S) -> tuple[float, ...]:
        """Returns each seat's utility of a finished deal, 0..1. A search maximises it if only the deal counts, not the game."""
        if self.spread:
            return scaled_leads(self.rules.search_points(state), self.spread)
        best = self.rules.best_seats(state)
        return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(state.hands)))

    def finished_with_tricks(self, state: S, taken: tuple[int, ...]) -> S:
        """Returns this deal, ended with these numbers of tricks. taken: by seat. Only for games that score tricks alone."""
        raise NotImplementedError("the points of this game follow from more than the number of tricks")

    def make_forecast(self, deal_tricks: int, utility_of_tricks: UtilityOfTricks) -> Callable[[S], tuple[float, ...]]:
        """Returns a function that takes a state between two tricks, with all hands, and estimates each seat's utility.

        deal_tricks: number of tricks of the deal. utility_of_tricks: a function from the tricks by seat to the utilities by
        seat. Only for games with `Guidance.forecast`.
        """
        raise NotImplementedError("the game has no forecast")

    def forecast_payoff(self, state: S) -> tuple[float, ...]:
        """Returns the payoff of a deal by seat, 0..1: of a finished deal, its `payoff`; of a deal in progress, a forecast."""
        raise NotImplementedError("the game has no forecast")

    def try_cut_to_current_part(self, state: S) -> bool:
        """Cuts a determinization to the current part of the deal, such as its first half, in place. Then `payoff` is the
        expected payoff at the end of that part.

        Returns False, without a cut, if the later parts depend on this one.
        """
        return False

    def static_values(self, state: S) -> tuple[float, ...]:
        """Returns an evaluation of a deal in progress for each seat, 0..1, from the points so far and without a search.

        By default this is the scaled lead (`scaled_leads`). Without a `spread`, it is 1 for the most points and 0 for the
        fewest.
        """
        points = self.rules.search_points(state)
        if self.spread:
            return scaled_leads(points, self.spread)
        low, high = min(points), max(points)
        return tuple(float((own - low) / (high - low)) if low < high else 0.5 for own in points)

    def static_win_chances(self, state: S) -> tuple[float, ...]:
        """Returns each seat's estimated chance of winning the game, 0..1, from a deal in progress and without a search.

        By default, returns `static_values`.
        """
        return self.static_values(state)

    def static_points(self, state: S) -> tuple[float, ...]:
        """Returns each seat's expected points of a deal in progress, without a search; by default, its points so far."""
        return tuple([float(own) for own in self.rules.search_points(state)])

    def choose_playout_action(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """Returns the action of the seat to act in a playout, from the cards that this seat can see. It must be quick.

        legal: the legal actions. chance: a random number, 0..1. A game implements `pick_card` and `pick_call` instead.
        """
        if len(legal) == 1:
            return legal[0]
        if legal[0] >= VERB_SPAN:
            return self.pick_call(state, legal, chance)
        return self.pick_card(state, sum([BIT[card] for card in legal]), chance)

    def pick_card(self, state: S, group: Cards, chance: float) -> Card:
        return pick(group, chance)

    def pick_call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        return legal[int(chance * len(legal))]

    def cards_between(self, state: S, first: Card, second: Card) -> Cards | None:
        """Returns all cards between two cards in rank, both included; None if the two cards differ in more than their rank.

        Two cards of a hand are equivalent if no other player can still play a card between them. state: what a view shows.
        """
        return None

    def rank_from_top(self, state: S, card: Card) -> int:
        """Returns the rank of a suited card within its suit, 0 for the highest."""
        return cards.rank(card)

    def certain_choice(self, state: S, unseen: Cards) -> CertainChoice | None:
        """Returns the only sensible actions of the seat to act; None if the choice is open.

        Players from level medium on choose among these actions. state: what a view shows. unseen: cards that may be in other
        hands, as far as the player remembers.
        """
        return None

    def temptations(self, state: S, unseen: Cards, best: Action) -> Iterable[Temptation]:
        """Returns the actions that tempt a beginner, one entry for each failing.

        state: what a view shows. unseen: cards that may be in other hands. best: the action of the highest value.
        """
        return ()

    def trick_analysis(self, state: S, unseen: Cards) -> TrickAnalysis | None:
        """Returns the `TrickAnalysis` of the seat to act; None in a game to which it does not apply.

        state: what a view shows. unseen: cards that may be in other hands.
        """
        return None

    def bids_from_lowest(self, state: S) -> Sequence[Action]:
        """Returns the legal bids of the seat to act, the lowest first; empty if it does not bid. state: what a view shows."""
        return ()

    def policy(self) -> LinearPolicy[S] | None:
        """Returns the policy learned by self-play; None if there is none, or if its weights cannot be used."""
        return self._load_policy(POLICY_FILE)

    def habits(self) -> LinearPolicy[S] | None:
        """Returns the policy learned from the actions of players that search; None if there is none, or if its weights cannot
        be used.
        """
        return self._load_policy(HABITS_FILE)

    def _load_policy(self, file: str) -> LinearPolicy[S] | None:
        if self.shape is not None and file in self.files and file not in self._learned and file not in self.faults:
            try:
                self._learned[file] = self.policy_with(load_weights(type(self).__module__.rpartition(".")[0], self.shape, file))
            except UnusableWeights as wrong:
                self.faults[file] = str(wrong)
        return self._learned.get(file)

    def policy_with(self, rows: Sequence[Sequence[float]]) -> LinearPolicy[S]:
        """Returns a policy with the given weights. rows: by situation and feature. Only for a game with a `shape`."""
        raise NotImplementedError("the game has no policy")

    def win_chances(self, options: O, standing: Standing) -> tuple[float, ...]:
        """Returns each seat's probability of winning the game from a standing between two deals. By default all are equal."""
        return rules.win_shares(self.rules.winners(options, standing), self.rules.seats(options))

    def prepare_win_chances(self, options: O) -> Iterator[None]:
        """Computes the tables of `win_chances` in advance, in short slices of work. Without it, `win_chances` computes them
        itself.
        """
        yield from ()

    def likelihood(self, state: S, seat: int) -> Likelihood | None:
        """Returns a function from the hidden hands to the log-likelihood of the observed actions.

        Returns None if the actions tell no more than the voids. state: state of the view of `seat`.
        """
        return None

    def likelihood_by(self, policy: LinearPolicy[S], state: S, seat: int) -> Likelihood | None:
        """Returns a function from the hidden hands to the log-likelihood of the observed actions, if the other seats play by
        `policy`.

        Returns None if the actions tell no more than the voids.
        """
        return None

    def double_dummy_solver(self, state: S, cache: dict[int, int]) -> SolverRun | None:
        """Returns a solver that computes the value of each legal action with all hands open; None if the game has no solver.

        cache: transposition table, empty at the beginning of a decision.
        """
        return None

    def random_bid_chance(self, state: S, seat: int) -> float:
        """Returns the probability, 0..1, that a seat has bid at random so far, from its bids that lie open; by default 0."""
        return 0.0

    def solve_mixed_strategy(self, state: S, utility: Callable[[S], tuple[float, ...]]) -> MixedStrategyRun | None:
        """Returns a solver for the optimal mixed strategy of the seat to act, if two seats bid at once; None if there is no
        solver for this position.

        state: state of that seat's view. utility: returns the utility of a finished deal by seat, 0..1.
        """
        return None


AnyHeuristics = Heuristics[Any, Any]
"""The heuristics of any game."""

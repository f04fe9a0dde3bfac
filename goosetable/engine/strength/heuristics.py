"""Heuristics of a game: estimates that a search asks for, each with a default.

`Guidance` has the weights of a learned policy in a search; `SealedBids` is a game's answer to searches of sealed
bids.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.strength.policy import FILE, HABITS, LinearPolicy, PlayoutPolicy, Shape, Untrained, load
from goosetable.engine.strength.tricks_to_come import Ends
from goosetable.engine.text.explain import Reasons

WHOLE_HAND: Final = 1_000
"""More cards than a hand has."""


@dataclass(frozen=True)
class Guidance:
    """Extent to which a search follows the policy of its game, if there is one; each part by itself."""

    playouts: bool = False
    """Whether deals are played out by the policy, softened, instead of the playout policy of the heuristics."""
    prior: float = 0.0
    """Weight of the policy's probability in the bound of an action, 0 or more; new actions are then tried in its order."""
    likelihood: float = 0.0
    """Exponent of the likelihood of observed actions by habits, 0 or more; 0: the likelihood of the heuristics counts."""
    calls: float = 0.0
    """Weight of the policy in actions that are no cards, such as bids, besides the values of rollouts, 0 or more: in standard
    deviations of the utilities, for each nat by which an action is less likely than the likeliest.
    """
    forecast: bool = False
    """Whether a deal is judged by the forecast of all hands where a playout ends before it, and not by tricks that fall at
    random (`Heuristics.forecast`).
    """
    share: float = 1.0
    """Part of the usual iterations, or slices of a solver, 0..1, that a guided search has time for."""
    bare: int = 0
    """Greatest hand with which a seat plays a card without guidance, as little is left to search."""

    @property
    def searches(self) -> bool:
        """Whether the search itself follows the policy."""
        return self.playouts or self.prior > 0.0 or self.calls > 0.0


UNGUIDED: Final = Guidance()


BidLikelihood = Callable[[Cards, int], float]
"""The log-likelihood, 0 or less, of a seat's bids so far, given its present hand and its manner of bidding."""


class SealedBids(ABC, Generic[S]):
    """The bids of one game. A manner is a policy of bidding, a number from 0 below `manners`; the last is the best one."""

    manners: int

    @abstractmethod
    def likelihood(self, known: S, seat: int) -> BidLikelihood:
        """Returns a function: the logarithm of the likelihood of a seat's open bids, given a hand."""

    @abstractmethod
    def bid(self, state: S, seat: int, manner: int, chance: float) -> Action:
        """Returns a seat's bid in this manner. `chance`: random, 0..1; 0.5 is a bid without noise."""

    @abstractmethod
    def bid_out(self, state: S, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        """Plays the rest of a deal, from the beginning of a round on: each seat in its manner, some with noise.

        The actions of the state are not continued.
        """


AnyBids = SealedBids[Any]
"""The bids of any game."""


ALL: Final = 1_000_000
"""More actions than a deal has."""

Solving = Generator[None, None, dict[Action, float]]
"""Work in slices of a few milliseconds that ends with the value of each action, 0..1."""
Mixing = Generator[None, None, tuple[dict[Action, float], dict[Action, float]]]
"""Work in slices of a few milliseconds that ends with the probability and the value of each action."""
Likelihood = Callable[[Sequence[Cards]], float]
"""The log-likelihood of the observed actions, by the hands of a determinization."""


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """Returns each seat's lead over the others' mean, as 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class Heuristics(PlayoutPolicy[S], Generic[S, O]):
    """Estimates for one game, and the numbers by which a search is tuned to it."""

    cost: float = 1.0
    """Time of a simulated action relative to Gooseberry Fool; a search simulates fewer where it is larger."""
    spread: int = 0
    """Lead, in points of a deal, beyond which more is worth nothing; 0 where `payoff` is a share of first place."""
    foresees: bool = False
    """Whether `worth` and `foreseen` are so accurate that a search of rounds ends there instead of playing out."""
    horizon: int = ALL
    """Actions beyond the search tree after which a playout of tricks ends, once the trick is complete; the tricks to come then
    fall at random, or by `forecast`. Only for games with `ended`, where this tells as much as playing on; `payoff` then has an
    answer for a running deal too.
    """
    for_points: float = 0.03
    """Weight of the deal's payoff in the utility, 0..1; the rest is the chance of winning the game. It keeps play of a deal
    good where the result no longer changes the chances."""
    leniency: float = 1.0
    """Factor of the temperature of the levels that misjudge, above 0: more in a game of many deals, where even small faults
    decide.
    """
    evenly: bool = False
    """Whether those levels choose evenly among the actions that are near enough to the best."""
    memorable: Cards = 0
    """Cards that lie open once they are played, so that no player forgets them."""
    shape: Shape | None = None
    """Layout of the weights, in a game that learned a policy."""
    files: tuple[str, ...] = (FILE,)
    """Files of such weights that the game has; without `HABITS` it learned no habits."""

    guidance: Guidance = UNGUIDED
    """Guidance of the strongest levels: each part only with a measured gain in the same time."""

    reasons_class: ClassVar[type[Reasons[Any]]] = Reasons
    """Reasons for one action against another."""
    bids_class: ClassVar[type[AnyBids] | None] = None
    """Answers to a search of sealed bids; None in other games."""

    def __init__(self, rules: Rules[S, O]) -> None:
        self.rules = rules
        self.reasons: Reasons[S] = self.reasons_class()
        bids = self.bids_class
        self.sealed_bids: SealedBids[S] | None = None if bids is None else bids()
        self.faults: dict[str, str] = {}
        """By file, one sentence why its weights are not used; empty before they are asked for."""
        self._learned: dict[str, LinearPolicy[S]] = {}

    @property
    def margins(self) -> bool:
        """Whether `payoff` is a margin, in which small differences count."""
        return self.spread > 0

    def payoff(self, state: S) -> tuple[float, ...]:
        """Returns each seat's utility of a finished deal, 0..1, which a search of one deal maximises."""
        if self.spread:
            return margin(self.rules.merits(state), self.spread)
        best = self.rules.laurels(state)
        return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(state.hands)))

    def ended(self, state: S, taken: tuple[int, ...]) -> S:
        """Returns a finished deal like this one with `taken` tricks for each seat, where its points follow from them alone."""
        raise NotImplementedError("the points of this game follow from more than the number of tricks")

    def forecast(self, tricks: int, ends: Ends) -> Callable[[S], tuple[float, ...]]:
        """Returns a function for the expected utility of each seat between two tricks, by all hands.

        tricks: of the whole deal. ends: utility of a finished deal. Only for games whose guidance asks for it.
        """
        raise NotImplementedError("the game has no forecast")

    def foretold(self, state: S) -> tuple[float, ...]:
        """Returns `payoff`, or for a running deal its forecast."""
        raise NotImplementedError("the game has no forecast")

    def shorten(self, state: S) -> bool:
        """Cuts a determinization to the part of the deal in progress, if the rest does not depend on it; returns whether it
        did.

        `payoff` is then the expectation at the end of that part.
        """
        return False

    def worth(self, state: S) -> tuple[float, ...]:
        """Returns each seat's static evaluation of a running deal, 0..1 on the scale of `payoff`, by the points credited so
        far.

        By default from the points: as margins, or 1 for the best and 0 for the worst.
        """
        points = self.rules.merits(state)
        if self.spread:
            return margin(points, self.spread)
        low, high = min(points), max(points)
        return tuple(float((own - low) / (high - low)) if low < high else 0.5 for own in points)

    def foreseen(self, state: S) -> tuple[float, ...]:
        """Returns each seat's static evaluation of a running deal, 0..1, as the chance of winning the game.

        By default from the deal alone.
        """
        return self.worth(state)

    def playout(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """Chooses a quick action in a playout for the seat to act, from what it can see.

        `legal`: its legal actions. `chance`: random, 0..1. A game writes `play` and `call` instead.
        """
        if len(legal) == 1:
            return legal[0]
        return (
            self.call(state, legal, chance)
            if legal[0] >= SPAN
            else self.play(state, sum([BIT[card] for card in legal]), chance)
        )

    def play(self, state: S, group: Cards, chance: float) -> Card:
        return pick(group, chance)

    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        return legal[int(chance * len(legal))]

    def between(self, known: S, one: Card, two: Card) -> Cards | None:
        """Returns the cards between two in rank, both included, if only that order tells the two apart; else None.

        Two in a hand are then equivalent where no other player may still play a card between. `known`: state of a view.
        """
        return None

    def policy(self) -> LinearPolicy[S] | None:
        """Returns the policy learned by self-play; None without one, or where its weights cannot be used (`faults`)."""
        return self._from(FILE)

    def habits(self) -> LinearPolicy[S] | None:
        """Returns the policy learned from players that search; None as for `policy`."""
        return self._from(HABITS)

    def _from(self, file: str) -> LinearPolicy[S] | None:
        if self.shape is not None and file in self.files and file not in self._learned and file not in self.faults:
            try:
                self._learned[file] = self.trained(load(type(self).__module__.rpartition(".")[0], self.shape, file))
            except Untrained as wrong:
                self.faults[file] = str(wrong)
        return self._learned.get(file)

    def trained(self, rows: Sequence[Sequence[float]]) -> LinearPolicy[S]:
        """Returns a policy with these weights, by situation and feature; for a game with a `shape`."""
        raise NotImplementedError("the game has no policy")

    def win_chances(self, options: O, standing: Standing) -> tuple[float, ...]:
        """Returns each seat's probability of winning the game from a standing, together 1; by default equal."""
        return scores.shares(self.rules.winners(options, standing), self.rules.seats(options))

    def study(self, options: O) -> Iterator[None]:
        """Prepares the tables of `win_chances` in slices; `win_chances` itself would prepare them all at once."""
        yield from ()

    def likelihood(self, known: S, seat: int) -> Likelihood | None:
        """Returns the likelihood of the actions that `seat` observed, by hidden hands; None where they tell no more than voids.

        `known`: state of its view.
        """
        return None

    def likelihood_by(self, policy: LinearPolicy[S], known: S, seat: int) -> Likelihood | None:
        """Returns the likelihood where the others play by these habits."""
        return None

    def solve(self, state: S, found: dict[int, int]) -> Solving | None:
        """Returns the perfect-information value of each legal action for the seat to act; None without a solver.

        The ranking is exact once both players know all cards, and an estimate before. `found`: transposition table of one
        decision; it begins empty.
        """
        return None

    def careless(self, known: S, seat: int) -> float:
        """Returns the probability that a seat bids without a plan, 0..1, by its open actions; by default 0."""
        return 0.0

    def mixture(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> Mixing | None:
        """Returns the optimal mixed strategy of the seat to act where two choose at once; None without a solver.

        `known`: state of its view. `utility`: of a finished deal by seat, 0..1.
        """
        return None


AnyHeuristics = Heuristics[Any, Any]
"""The heuristics of any game."""

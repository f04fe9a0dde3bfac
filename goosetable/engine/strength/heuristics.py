"""Heuristics of a game: estimates that a search asks for, each with an answer for games that know nothing better.

`Guidance` says how far a search follows the learned policy of a game; `SealedBids` is a game's answer to searches of sealed
bids.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.strength.policy import FILE, HABITS, Lessons, PlayoutPolicy, Policy, Shape, Untrained, load
from goosetable.engine.strength.tricks_to_come import Ends
from goosetable.engine.text.explain import Reasons

WHOLE_HAND: Final = 1_000
"""More cards than a hand has."""


@dataclass(frozen=True)
class Guidance:
    """How far a search follows the policy of its game, if that has one; each part by itself."""

    playouts: bool = False
    """Whether deals are played out by the policy, softened, instead of the playout policy of the heuristics."""
    prior: float = 0.0
    """Weight of the policy's chance of an action, against its bound, 0 or more; new actions are then tried in its order."""
    likelihood: float = 0.0
    """Power of the likelihood of what others did by their habits, 0 or more; 0: that of the heuristics counts."""
    calls: float = 0.0
    """How far the policy's liking of what is no card, such as a bid, counts besides what rollouts bring, 0 or more: in standard
    deviations of the utilities, for each nat by which an action is less likely than the likeliest."""
    forecast: bool = False
    """Whether a deal is judged by what all hands are likely to take where a playout ends before it, and not by tricks that fall
    at random (`Heuristics.forecast`)."""
    share: float = 1.0
    """Part of the usual iterations, or pieces of a solver, 0..1, for which a guided search has time."""
    bare: int = 0
    """With how many cards in its hand at most a seat plays a card without guidance, as little is left to search."""

    @property
    def searches(self) -> bool:
        """Whether the search itself follows the policy."""
        return self.playouts or self.prior > 0.0 or self.calls > 0.0


UNGUIDED: Final = Guidance()


BidLikelihood = Callable[[Cards, int], float]
"""The logarithm, 0 or less, of the likelihood of a seat's bids so far, given its present hand and its manner of bidding."""


class SealedBids(ABC, Generic[S]):
    """The bids of one game. A manner is a policy of bidding, a number from 0 below `manners`; the last is the best one."""

    manners: int

    @abstractmethod
    def unbid(self, state: S) -> None:
        """Takes back the bids of this round, in place; the hands are left as they are."""

    @abstractmethod
    def likelihood(self, known: S, seat: int) -> BidLikelihood:
        """The likelihood of a seat's open bids."""

    @abstractmethod
    def bid(self, state: S, seat: int, manner: int, chance: float) -> Action:
        """What a seat bids now in this manner; `chance` is a random number 0..1, and 0.5 is a bid without noise."""

    @abstractmethod
    def bid_out(self, state: S, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        """Plays the rest of a deal, from the beginning of a round on: each seat in its manner, some with noise.

        The story of the deal is not continued.
        """


AnyBids = SealedBids[Any]
"""The bids of a game of whatever states."""


ALL: Final = 1_000_000
"""More actions than a deal has."""

Solving = Generator[None, None, dict[Action, float]]
"""Work in pieces of a few milliseconds that ends with the value of each action, 0..1."""
Mixing = Generator[None, None, tuple[dict[Action, float], dict[Action, float]]]
"""Work in pieces of a few milliseconds that ends with how likely to choose each action, and with the value of each."""
Likelihood = Callable[[Sequence[Cards]], float]
"""The logarithm of the likelihood of the actions observed, by the hands of a sampled deal."""


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean, 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class Heuristics(PlayoutPolicy[S], Generic[S, O]):
    """Estimates for one game, and the numbers by which a search is tuned to it."""

    cost: float = 1.0
    """Time of a simulated action relative to Gooseberry Fool; a search simulates fewer where it is larger."""
    spread: int = 0
    """A lead, in points of a deal, that is as good as any greater one; 0 where `payoff` is a share of first place."""
    foresees: bool = False
    """Whether `worth` and `foreseen` foresee the rest of a deal so well that a search of rounds ends there instead of playing
    out."""
    horizon: int = ALL
    """After how many actions beyond the search tree a playout of tricks ends, as soon as the trick is complete, and the tricks
    to come are taken to fall at random, or as `forecast` says: only where that tells as much as playing on, and `ended` says
    what it comes to. `payoff` then has an answer for a running deal too.
    """
    for_points: float = 0.03
    """Weight of the deal's payoff in the utility, 0..1; the rest is the chance of winning the game. It keeps play of a deal
    good where the result no longer changes the chances."""
    leniency: float = 1.0
    """Times the temperature of the levels that misjudge, above 0: more in a game of so many deals that even small faults decide
    who wins it.
    """
    evenly: bool = False
    """Whether those levels do not tell apart at all what is so near the best that they may choose it."""
    memorable: Cards = 0
    """Cards that lie open once they have been played, so that no player forgets them."""
    shape: Shape | None = None
    """Of a game that learned a policy, what the weights of it are for."""
    lessons: Lessons = Lessons()
    """How those are learned."""
    files: tuple[str, ...] = (FILE,)
    """And the files of such weights that it has; without `HABITS` nothing was learned of how those who search play."""

    guidance: Guidance = UNGUIDED
    """What the strongest levels follow of what the game learned: each part only with a measured gain in as much time."""

    def __init__(self, rules: Rules[S, O], reasons: Reasons[S] | None = None, sealed_bids: SealedBids[S] | None = None) -> None:
        self.rules = rules
        self.reasons = reasons or Reasons()
        """Says why one action is better than another."""
        self.sealed_bids = sealed_bids
        """Of a game in which all bid at once and in secret, what a search of such bids asks; None of other games."""
        self.faults: dict[str, str] = {}
        """By file, why weights that the game learned are not used, in one sentence; nothing before they are asked for."""
        self._learned: dict[str, Policy[S]] = {}

    @property
    def margins(self) -> bool:
        """Whether `payoff` is a margin, in which small differences count."""
        return self.spread > 0

    def payoff(self, state: S) -> tuple[float, ...]:
        """Utility of a finished deal for each seat, 0..1: what a search of one deal maximises."""
        if self.spread:
            return margin(self.rules.merits(state), self.spread)
        best = self.rules.laurels(state)
        return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(state.hands)))

    def ended(self, state: S, taken: tuple[int, ...]) -> S:
        """A deal like this one that has ended with so many tricks for each seat, where its points follow from them alone."""
        raise NotImplementedError("the points of this game follow from more than the number of tricks")

    def forecast(self, tricks: int, ends: Ends) -> Callable[[S], tuple[float, ...]]:
        """What a deal of so many tricks is worth to each seat between two of them, by all its hands.

        ends: what it is worth when it has ended. Only of a game whose guidance asks for it.
        """
        raise NotImplementedError("the game has no forecast")

    def foretold(self, state: S) -> tuple[float, ...]:
        """As `payoff`; of a running deal by such a forecast."""
        raise NotImplementedError("the game has no forecast")

    def shorten(self, state: S) -> bool:
        """Leaves of a determinization only the part of the deal that is being played, if the rest does not depend on it.

        Whether it did; `payoff` then says what is to be expected when that part is over.
        """
        return False

    def worth(self, state: S) -> tuple[float, ...]:
        """Static evaluation of a running deal for each seat, 0..1 on the scale of `payoff`, by what is credited so far.

        Unless a game knows better, by its points: as margins, or 1 for the best and 0 for the worst.
        """
        points = self.rules.merits(state)
        if self.spread:
            return margin(points, self.spread)
        low, high = min(points), max(points)
        return tuple(float((own - low) / (high - low)) if low < high else 0.5 for own in points)

    def foreseen(self, state: S) -> tuple[float, ...]:
        """Static evaluation of a running deal for each seat, 0..1, by the chance of winning the game.

        Unless a game knows better, by the deal alone.
        """
        return self.worth(state)

    def playout(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """Playout policy: a quick action for the seat to act, from what it can see.

        `legal` is what it may do, `chance` a random number 0..1. A game does not write this, but `play` and `call`.
        """
        if len(legal) == 1:
            return legal[0]
        return (
            self.call(state, legal, chance)
            if legal[0] >= SPAN
            else self.play(state, sum([BIT[card] for card in legal]), chance)
        )

    def play(self, state: S, group: Cards, chance: float) -> Card:
        """A card for the trick; unless a game knows better, uniform."""
        return pick(group, chance)

    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """What is no card for a trick, such as a bid; unless a game knows better, uniform."""
        return legal[int(chance * len(legal))]

    def between(self, known: S, one: Card, two: Card) -> Cards | None:
        """The cards that rank from one to another, both included, if only that order tells the two apart; otherwise None.

        Two in a hand then do the same where no other player may still play a card between. `known` is the state of a view.
        """
        return None

    def policy(self) -> Policy[S] | None:
        """What the game learned by playing itself; None where it has not, or where the weights cannot be used (`faults`)."""
        return self._from(FILE)

    def habits(self) -> Policy[S] | None:
        """How those who search play, as the game learned it; None as for `policy`."""
        return self._from(HABITS)

    def _from(self, file: str) -> Policy[S] | None:
        if self.shape is not None and file in self.files and file not in self._learned and file not in self.faults:
            try:
                self._learned[file] = self.trained(load(type(self).__module__.rpartition(".")[0], self.shape, file))
            except Untrained as wrong:
                self.faults[file] = str(wrong)
        return self._learned.get(file)

    def trained(self, rows: Sequence[Sequence[float]]) -> Policy[S]:
        """A policy with these weights, by situation and feature; of a game that has a `shape`."""
        raise NotImplementedError("the game has no policy")

    def win_chances(self, options: O, standing: Standing) -> tuple[float, ...]:
        """Each seat's probability of winning the game from a standing, together 1; equal unless a game knows better."""
        return scores.shares(self.rules.winners(options, standing), self.rules.seats(options))

    def study(self, options: O) -> Iterator[None]:
        """Prepares the tables of `win_chances` in short pieces; `win_chances` itself would prepare them all at once."""
        yield from ()

    def likelihood(self, known: S, seat: int) -> Likelihood | None:
        """Likelihood of the actions that `seat` has observed, given hidden hands; None where they tell no more than voids do.

        `known` is the state of its view.
        """
        return None

    def likelihood_by(self, policy: Policy[S], known: S, seat: int) -> Likelihood | None:
        """As `likelihood`, if the others play by these habits."""
        return None

    def solve(self, state: S, found: dict[int, int]) -> Solving | None:
        """Perfect-information value of each legal action for the seat to act; None where the game cannot tell.

        The ranking is exact once both players know all cards, and as good as the game can tell before that. `found` is the
        transposition table of one decision; it begins empty.
        """
        return None

    def careless(self, known: S, seat: int) -> float:
        """Probability that a seat bids without a plan, 0..1, by what it has openly done; 0 unless a game knows better."""
        return 0.0

    def mixture(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> Mixing | None:
        """Optimal mixed strategy of the seat to act where two choose at once; None where the game cannot tell.

        `known` is the state of its view, and `utility` what a finished deal is worth to each seat, 0..1.
        """
        return None


AnyHeuristics = Heuristics[Any, Any]
"""The heuristics of a game of whatever states and options."""

"""Minds of the levels below expert: certain choices, the failings of the level, and a short look ahead.

A weaker level is not simply an expert with noise. It forgets cards (`search.Memory`), looks only a few tricks ahead, and has
named failings of card players, each on or off for a whole deal. Apart from these, it plays the action that it believes to be
best. A certain choice (`Heuristics.certain_choice`) comes before everything else. Every random number is a hash of the player,
the deal and the situation, so that the same decision always has the same result.

Most failings are described in beginners' books on Whist, Bridge, Skat, Hearts and Oh Hell. GNU Backgammon also uses a hash in
place of a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, State, TrickState
from goosetable.engine.strength.card_sense import CertainChoice, Temptation
from goosetable.engine.strength.heuristics import ALL_ACTIONS
from goosetable.engine.strength.policy import AnyPlayoutPolicy
from goosetable.players.rollouts import RolloutSearch, play_out
from goosetable.players.search import EQUAL_VALUE_LIMIT, Problem, random_number


@dataclass(frozen=True)
class Failings:
    """By failing, the probability, 0..1, that a player of one level has it in a deal. The fields
    describe its effect on play.
    """

    cashes: float = 0.0
    """Leads side aces in the first tricks."""
    counts_trumps: float = 0.0
    """Does not count trumps: leads a trump although the others have none left."""
    overkill: float = 0.0
    """Takes a trick as the last to play with a higher card than is needed."""
    second_high: float = 0.0
    """Plays a king or a queen as the second card of a trick, although an ace may follow."""
    ruffs_all: float = 0.0
    """Plays a trump whenever it cannot follow suit."""
    keeps_high: float = 0.0
    """Throws low cards away, although it wants no more tricks and should throw high ones."""
    king_worth: float = 0.0
    """Counts a king as a sure trick when it bids."""
    bid_shift: float = 0.0
    """Bids one trick more than the hand is worth."""
    middle_only: float = 0.0
    """Takes every trick that it can take, and ignores which seat would then have the middle score."""
    longest: float = 0.0
    """Names its longest suit as trumps and aces as tops, whatever the rest of its hand."""
    hoards: float = 0.0
    """Leads low cards and saves high ones, although it wants every trick."""
    goose_now: float = 0.0
    """Gets rid of a Goose at the first chance."""
    set_hope: float = 0.0
    """Keeps aces and beginnings of sets, whatever they cost."""
    face_only: float = 0.0
    """Bids by the rank of a card, and ignores the worth of its suit to the seat."""
    by_value: float = 0.0
    """Bids in proportion to the value of the prize, and ignores the prizes still to come."""
    sway: float = 0.0
    """Bids higher after a round that it lost, and lower after one that it won."""
    all_or_nothing: float = 0.0
    """Bids its highest or its lowest card."""


NO_FAILINGS: Final = Failings()
"""No failing."""


@dataclass(frozen=True)
class Mind:
    """Parameters of the thinking of a level below expert."""

    failings: Failings = NO_FAILINGS
    horizon: int = ALL_ACTIONS
    """Number of tricks that it looks ahead, including the one on the table, 1 or more."""
    endgame_tricks: int = 0
    """With this number of tricks left or fewer, it looks ahead to the end of the deal."""
    habit_bonus: float = 0.0
    """Bonus on the value of the action that people take without thinking, in standard deviations of the
    utilities, 0 or more.
    """
    card_counting_tricks: int = 0
    """With this number of tricks left or fewer, it remembers all cards and plays no dominated card. With this number of rounds
    of sealed bids left or fewer, it has no failings.
    """
    random_error: float = 0.0
    """Scale of the random errors in values, in standard deviations of the utilities, 0 or more. An error stays the same for a
    deal.
    """
    max_loss: float = 1.0
    """Greatest loss by habit or random error, in standard deviations of the utilities, above 0. Failings may lose more."""
    certain_choice_chance: float = 1.0
    """Probability, 0..1, that the player takes a certain choice where there is one."""

    def playout_length(self, state: State, cards: int) -> int:
        """Returns the number of actions after which a playout stops at the end of a trick.

        cards: number of cards still to be played in the deal.
        """
        seats = len(state.hands)
        if self.horizon >= ALL_ACTIONS or not isinstance(state, TrickState) or -(-cards // seats) <= self.endgame_tricks:
            return ALL_ACTIONS
        return self.horizon * seats - len(state.trick) - 1


MANNER_REASON: Final = "manner"
"""The `Reason.kind` of a decision in which a character's manner changed the action."""


class Reason(NamedTuple):
    """The kind of reason for which a player chose an action, with an explanation."""

    kind: str
    """`sure`: a certain choice; `value`: the highest value; `habit`: the usual action; `whim`: a random error; `manner`; or a
    failing.
    """
    why: str = ""
    """Explanation of a certain choice, in a few words; empty for other kinds."""


EQUAL_UTILITY_LIMIT: Final = 1e-6
"""Sums of utilities are equal if their difference is smaller."""


class Glimpse(RolloutSearch):
    """A search that plays out every legal action up to a horizon. Its budget is a number of determinizations.

    `Heuristics.static_values` evaluates a rollout that stops before the end of the deal.
    """

    def __init__(self, problem: Problem, steps: int, policy: AnyPlayoutPolicy | None = None) -> None:
        """steps: number of actions after the first one, as `max_actions` in `play_out`. policy: as for `RolloutSearch`."""
        super().__init__(problem, policy)
        self._steps = steps
        self._as_good = {action: set(problem.view.legal) - {action} for action in problem.view.legal}
        """By action, the other actions that were at least as good in every determinization so far."""
        self._traced = copy(problem.rng)
        """Separate random numbers for rollouts beyond the horizon, which only a trace needs, so that it changes no search."""

    def run(self) -> Iterator[None]:
        for _ in range(self.budget):
            before = self.totals.copy()
            yield from self._simulate_each(self.view.legal)
            for action, others in self._as_good.items():
                least = self.totals[action] - before[action] - EQUAL_VALUE_LIMIT
                self._as_good[action] = {other for other in others if self.totals[other] - before[other] >= least}

    def undominated_actions(self) -> list[Action]:
        """Returns the actions that no other action dominates: none is never worse and sometimes better."""
        totals = self.totals
        found: list[Action] = []
        for action, others in self._as_good.items():
            if not [other for other in others if totals[other] > totals[action] + EQUAL_UTILITY_LIMIT]:
                found.append(action)
        return found

    def _play_out(self, state: State, next_random: Callable[[], float]) -> float:
        """Plays the deal up to the horizon and returns the seat's utility there. For a trace, plays on to the end."""
        play_out(self.heuristics, state, next_random, self._steps, self._policy)
        utilities = self.utility(state) if state.turn == OVER else self.heuristics.static_values(state)
        if self.trace is not None:
            play_out(self.heuristics, state, self._traced.random)
        return utilities[self.view.seat]


class Seat(NamedTuple):
    """The source of all random numbers of one player in one deal.

    The `repr` of this object, which has the name of the class, seeds searches.
    """

    seed: int
    deal: int
    number: int

    def random_number(self, *source: object) -> float:
        """Returns a pseudo-random number, 0..1, determined by `source`."""
        return random_number(self.seed, self.deal, self.number, *source)


def has_failing(mind: Mind, seat: Seat, failing: str) -> bool:
    """Whether the player has a failing in this deal."""
    likely: float = getattr(mind.failings, failing)
    return likely > 0.0 and seat.random_number(failing) < likely


def choose_temptation(
    mind: Mind, seat: Seat, temptations: Sequence[Temptation], values: Mapping[Action, float]
) -> tuple[Action, Reason] | None:
    """Returns the best action of the first temptation whose failing the player has, with that failing as the reason.

    Returns None if the player has none of these failings.
    """
    for pull in temptations:
        drawn = [action for action in pull.actions if action in values]
        if drawn and has_failing(mind, seat, pull.failing):
            return max(drawn, key=values.__getitem__), Reason(pull.failing)
    return None


def choose_by_value(
    mind: Mind, seat: Seat, values: Mapping[Action, float], deviation: float, usual_action: Action | None
) -> tuple[Action, Reason]:
    """Returns the action with the highest sum of value, habit bonus and random error, and the reason.

    values: value of each action that may be chosen, one or more. deviation: standard deviation of the utilities. usual_action:
    the action that people take without thinking; None without one. It gets the bonus, and wins ties.
    """
    unit = max(deviation, 1e-9)
    most = max(values.values())

    def rated(action: Action) -> float:
        whim = -log(-log(min(max(seat.random_number("whim", action), 1e-6), 1 - 1e-6))) if mind.random_error else 0.0
        return values[action] / unit + (mind.habit_bonus if action == usual_action else 0.0) + mind.random_error * whim

    near = [action for action in values if values[action] >= most - mind.max_loss * unit]
    taken = max(near, key=rated)
    if usual_action is not None and abs(values[usual_action] - values[taken]) <= EQUAL_VALUE_LIMIT:
        taken = usual_action
    return taken, Reason("value" if values[taken] >= most - EQUAL_VALUE_LIMIT else "habit" if taken == usual_action else "whim")


def certain_actions_or_all(certain_choice: CertainChoice | None, legal: Sequence[Action]) -> tuple[Action, ...]:
    """Returns the actions of a certain choice; without one, all legal actions."""
    found = () if certain_choice is None else tuple([action for action in legal if action in certain_choice.actions])
    return found or tuple(legal)

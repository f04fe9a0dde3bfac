"""The shared parts of every training: a game and its deals, a policy that learns, and the steps of its weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.action import Action
    from goosetable.engine.rules.deal import Standing
    from goosetable.engine.rules.state import State
    from goosetable.engine.strength.policy import LinearPolicy, Shape

LAST_STEP: Final = 0.001
"""How far a weight moves in a batch, at the end."""
DECAY: Final = (0.9, 0.99)
"""Of Adam's mean and of its mean square."""
TINY: Final = 1e-8


class TrainingPlan(NamedTuple):
    """Hyperparameters of self-play."""

    entropy: float = 0.01
    """Entropy bonus, 0 or more, on the scale of payoffs: less where those of deals differ by little."""
    fade: float = 0.8
    """Decay, for each trick between, of the credit that a choice gets for a change of the forecast: 0 only the next, 1 all
    alike.
    """
    step: float = 0.02
    """Initial learning rate for a batch of hands."""
    hands: int = 800_000
    """Deals played."""


PLANS: Final = {"goose": TrainingPlan(entropy=0.0003, fade=1.0)}
"""By the id of a game, where it is not trained as others are."""


class Unlearnable(Exception):
    """What was asked for cannot be learned, in one sentence."""


class Attempt:
    """One choice of a policy that learns, to be judged when the deal is over."""

    __slots__ = ("action", "situation", "slope")

    def __init__(self, action: Action, situation: int, slope: list[float]) -> None:
        self.action, self.situation = action, situation
        self.slope = slope
        """Gradient of the log-probability of the chosen action, by the features of the situation."""


class Learner:
    """A policy that learns: the gradients of its choices, summed until they are asked for."""

    def __init__(self, policy: LinearPolicy[Any]) -> None:
        self.policy = policy
        features = policy.shape.features
        self._names = [policy.new_row(number).names() for number in range(len(policy.shape.situations))]
        self._places = [[features.index(name) for name in names] for names in self._names]
        self._slopes = self._zeros()

    def _zeros(self) -> list[list[float]]:
        return [[0.0] * len(names) for names in self._names]

    def attempt(self, state: State, legal: Sequence[Action], chance: float, entropy: float) -> Attempt:
        """Chooses by `chances`, to learn from it. chance: random, 0..1. entropy: weight of the bonus for open choices."""
        shares, situation, seen = self._look(state, legal)
        chosen = len(shares) - 1
        for place in range(chosen):
            chance -= shares[place]
            if chance < 0.0:
                chosen = place
                break
        held = 0.0
        for share in shares:
            held -= share * log(share)
        attempt, slopes = Attempt(legal[chosen], situation, [0.0] * len(seen[0])), self._slopes[situation]
        for place, share in enumerate(shares):
            _add(attempt.slope, seen[place], 1.0 - share if place == chosen else -share)
            _add(slopes, seen[place], -entropy * share * (log(share) + held))
        return attempt

    def learn(self, attempt: Attempt, gain: float) -> None:
        """Adds to the gradient: how much better than expected a deal ended after a choice."""
        _add(self._slopes[attempt.situation], attempt.slope, gain)

    def follow(self, state: State, legal: Sequence[Action], action: Action) -> None:
        """Adds to the gradient: another player chose this action, one of two or more."""
        shares, situation, seen = self._look(state, legal)
        for other, share, values in zip(legal, shares, seen, strict=True):
            _add(self._slopes[situation], values, 1.0 - share if other == action else -share)

    def slopes(self) -> list[list[float]]:
        """Returns, by situation and feature, the gradient of all that was learned since the last call."""
        found, self._slopes = self._spread(self._slopes), self._zeros()
        return found

    def weights(self) -> list[list[float]]:
        """Returns the weights by situation and feature."""
        rows = zip(self._names, self.policy.weights, strict=True)
        return self._spread([[float(getattr(row, name)) for name in names] for names, row in rows])

    def _spread(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        """Writes values of the features of each situation among all features."""
        found = [[0.0] * len(self.policy.shape.features) for _ in rows]
        for row, places, values in zip(found, self._places, rows, strict=True):
            for place, value in zip(places, values, strict=True):
                row[place] = value
        return found

    def _look(self, state: State, legal: Sequence[Action]) -> tuple[list[float], int, list[tuple[float, ...]]]:
        """Returns the probability of each action, the situation, and the features of each action."""
        shares = self.policy.chances(state, legal)
        situation = self.policy.situation_of(legal[0])
        row, values = self.policy.new_row(situation), attrgetter(*self._names[situation])
        seen = []
        for action in legal:
            self.policy.compute_features(action, row)
            seen.append(values(row))
        return shares, situation, seen


def _add(row: list[float], values: Sequence[float], part: float) -> None:
    """Adds other values to a row, times a number."""
    for place, value in enumerate(values):
        row[place] += part * value


class Adam:
    """Steps uphill."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self._mean = [[0.0] * len(row) for row in rows]
        self._square = [[0.0] * len(row) for row in rows]
        self._count = 0

    def climb(self, slopes: Sequence[Sequence[float]], step: float) -> None:
        """One step along these slopes."""
        self._count += 1
        slow, slower = DECAY
        mend, mend_square = 1 - slow**self._count, 1 - slower**self._count
        for row, means, squares, found in zip(self.rows, self._mean, self._square, slopes, strict=True):
            for place, slope in enumerate(found):
                mean = means[place] = slow * means[place] + (1 - slow) * slope
                square = squares[place] = slower * squares[place] + (1 - slower) * slope * slope
                row[place] += step * (mean / mend) / (sqrt(square / mend_square) + TINY)


def trainable(name: str) -> tuple[AnyGame, Shape]:
    """A game and what its weights are for; raises Unlearnable where it has none, or where there is no such game."""
    from goosetable.games import find

    try:
        game = find(name)
    except ValueError as wrong:
        raise Unlearnable(str(wrong)) from None
    if game.heuristics.shape is None:
        raise Unlearnable(f"{name} has no policy to train")
    return game, game.heuristics.shape


def dealt(game: AnyGame, rng: Random) -> State:
    """A deal of the game as printed, with any dealer; where hands differ in size from deal to deal, any deal of the game.

    All cards are dealt into hands.
    """
    from goosetable.cards import SUITS
    from goosetable.engine.rules.deal import Deal, Standing

    options = game.Options()
    seats, pack = game.seats(options), list(game.pack(options))
    standings = [Standing(deals, (0,) * seats) for deals in range(game.text.deal_count(options))]
    if len({game.hand_size(options, standing) for standing in standings}) > 1:
        return _dealt_by_rules(game, options, rng.choice(standings), rng)
    rng.shuffle(pack)
    size = len(pack) // seats
    hands = tuple(tuple(pack[place * size : place * size + size]) for place in range(seats))
    dealer = rng.randrange(seats)
    trump = rng.randrange(len(SUITS)) if "trump" in game.deal_fields(options) else None
    state: State = game.begin(options, Standing(0, (0,) * seats), Deal(1, dealer, hands, trump=trump))
    state.noted = False
    return state


def _dealt_by_rules(game: AnyGame, options: object, standing: Standing, rng: Random) -> State:
    """The deal after so many, with any dealer."""
    from goosetable.engine.rules.deal import Stream

    stream = Stream(str(rng.getrandbits(60)), standing.deals + 1)
    state: State = game.begin(options, standing, game.deal(options, standing, rng.randrange(len(standing.totals)), stream))
    state.noted = False
    return state

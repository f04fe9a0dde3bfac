"""Parts of every training: a game and its deals, a policy that learns, and the steps of its weights."""

from __future__ import annotations

import json
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
"""Learning rate for the last batch."""
DECAY: Final = (0.9, 0.99)
"""Decay rates of Adam's moving averages: of the gradient, and of its square."""
ADAM_EPSILON: Final = 1e-8
WEIGHT_DECIMALS: Final = 3
"""Decimals of a weight in the file."""


class TrainingPlan(NamedTuple):
    """Hyperparameters of self-play."""

    entropy: float = 0.01
    """Weight of the entropy bonus, 0 or more, on the scale of payoffs; small for a game whose payoffs differ little."""
    fade: float = 0.8
    """Credit, 0..1, that a choice keeps with each trick up to a change of the forecast.

    With 0, a choice gets credit only for the change by the next trick; with 1, equal credit for all later changes.
    """
    step: float = 0.02
    """Initial learning rate for a batch of hands."""
    hands: int = 800_000
    """Number of deals played."""


PLANS: Final = {"goose": TrainingPlan(entropy=0.0003, fade=1.0)}
"""By game id, a training plan for each game that needs another than the default."""


class Unlearnable(Exception):
    """Error: the policy cannot be learned; the message is one sentence."""


class Attempt:
    """One choice of a learning policy. `Learner.learn` adds its gradient once its result is known."""

    __slots__ = ("action", "situation", "slope")

    def __init__(self, action: Action, situation: int, slope: list[float]) -> None:
        self.action, self.situation = action, situation
        self.slope = slope
        """Gradient of the log-probability of the chosen action, by the features of the situation."""


class Learner:
    """A learning policy. It sums up the gradients of its choices until `slopes` returns the sum."""

    def __init__(self, policy: LinearPolicy[Any]) -> None:
        self.policy = policy
        features = policy.shape.features
        self._names = [policy.new_row(number).feature_names() for number in range(len(policy.shape.situations))]
        self._places = [[features.index(name) for name in names] for names in self._names]
        self._slopes = self._zeros()

    def _zeros(self) -> list[list[float]]:
        return [[0.0] * len(names) for names in self._names]

    def attempt(self, state: State, legal: Sequence[Action], chance: float, entropy: float) -> Attempt:
        """Chooses an action by the policy's probabilities, and adds the gradient of the entropy bonus.

        chance: a random number, 0..1. entropy: weight of the bonus.
        """
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
            _add_scaled(attempt.slope, seen[place], 1.0 - share if place == chosen else -share)
            _add_scaled(slopes, seen[place], -entropy * share * (log(share) + held))
        return attempt

    def learn(self, attempt: Attempt, gain: float) -> None:
        """Adds the gradient of a choice, times `gain`: the result of the deal minus the expected result."""
        _add_scaled(self._slopes[attempt.situation], attempt.slope, gain)

    def follow(self, state: State, legal: Sequence[Action], action: Action) -> None:
        """Adds the gradient of the log-probability of an action that another player chose among two or more."""
        shares, situation, seen = self._look(state, legal)
        for other, share, values in zip(legal, shares, seen, strict=True):
            _add_scaled(self._slopes[situation], values, 1.0 - share if other == action else -share)

    def slopes(self) -> list[list[float]]:
        """Returns the sum of the gradients since the last call, by situation and feature, and resets it to 0."""
        found, self._slopes = self._spread(self._slopes), self._zeros()
        return found

    def weights(self) -> list[list[float]]:
        """Returns the weights by situation and feature."""
        rows = zip(self._names, self.policy.weights, strict=True)
        return self._spread([[float(getattr(row, name)) for name in names] for names, row in rows])

    def _spread(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        """Returns rows with a value for every feature: 0 for features that a situation does not use."""
        found = [[0.0] * len(self.policy.shape.features) for _ in rows]
        for row, places, values in zip(found, self._places, rows, strict=True):
            for place, value in zip(places, values, strict=True):
                row[place] = value
        return found

    def _look(self, state: State, legal: Sequence[Action]) -> tuple[list[float], int, list[tuple[float, ...]]]:
        """Returns the probability of each action, the situation, and the features of each action."""
        shares = self.policy.probabilities(state, legal)
        situation = self.policy.situation_of(legal[0])
        row, values = self.policy.new_row(situation), attrgetter(*self._names[situation])
        seen = []
        for action in legal:
            self.policy.compute_features(action, row)
            seen.append(values(row))
        return shares, situation, seen


def _add_scaled(row: list[float], values: Sequence[float], part: float) -> None:
    """Adds `part` times the values to a row, in place."""
    for place, value in enumerate(values):
        row[place] += part * value


class Adam:
    """The optimizer Adam (Kingma and Ba, 2015) for gradient ascent; `rows` are the weights."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self._mean = [[0.0] * len(row) for row in rows]
        self._square = [[0.0] * len(row) for row in rows]
        self._count = 0

    def climb(self, slopes: Sequence[Sequence[float]], step: float) -> None:
        """Makes one step along a gradient, in place. step: learning rate."""
        self._count += 1
        slow, slower = DECAY
        mend, mend_square = 1 - slow**self._count, 1 - slower**self._count
        for row, means, squares, found in zip(self.rows, self._mean, self._square, slopes, strict=True):
            for place, slope in enumerate(found):
                mean = means[place] = slow * means[place] + (1 - slow) * slope
                square = squares[place] = slower * squares[place] + (1 - slower) * slope * slope
                row[place] += step * (mean / mend) / (sqrt(square / mend_square) + ADAM_EPSILON)


def find_trainable_game(name: str) -> tuple[AnyGame, Shape]:
    """Returns a game by its id, and the layout of its weights.

    Raises Unlearnable for an unknown game, or one without a learned policy.
    """
    from goosetable.games import find_game

    try:
        game = find_game(name)
    except ValueError as wrong:
        raise Unlearnable(str(wrong)) from None
    if game.heuristics.shape is None:
        raise Unlearnable(f"{name} has no policy to train")
    return game, game.heuristics.shape


def random_deal(game: AnyGame, rng: Random) -> State:
    """Returns a new deal with the default options and a random dealer.

    If the size of hands differs between deals, it is a random deal of a game; else all cards are dealt into hands.
    """
    from goosetable.cards import SUITS
    from goosetable.engine.rules.deal import Deal, Standing

    options = game.Options()
    seats, pack = game.seats(options), list(game.pack(options))
    standings = [Standing(deals, (0,) * seats) for deals in range(game.text.deal_count(options))]
    if len({game.hand_size(options, standing) for standing in standings}) > 1:
        return _deal_by_rules(game, options, rng.choice(standings), rng)
    rng.shuffle(pack)
    size = len(pack) // seats
    hands = tuple(tuple(pack[place * size : place * size + size]) for place in range(seats))
    dealer = rng.randrange(seats)
    trump = rng.randrange(len(SUITS)) if "trump" in game.deal_fields(options) else None
    state: State = game.begin_deal(options, Standing(0, (0,) * seats), Deal(1, dealer, hands, trump=trump))
    state.keeps_actions = False
    return state


def _deal_by_rules(game: AnyGame, options: object, standing: Standing, rng: Random) -> State:
    """Returns the deal that follows a standing by the rules, with a random dealer."""
    from goosetable.engine.rules.deal import Stream

    stream = Stream(str(rng.getrandbits(60)), standing.deals + 1)
    state: State = game.begin_deal(options, standing, game.deal(options, standing, rng.randrange(len(standing.totals)), stream))
    state.keeps_actions = False
    return state


def write_weights(shape: Shape, rows: Sequence[Sequence[float]]) -> str:
    """Returns weights as the text of a file, with one line for each situation."""
    head = {"game": shape.game, "version": shape.version, "features": list(shape.features)}
    lines = [f' "{key}": {json.dumps(value)},' for key, value in head.items()]
    told = [
        f'  "{name}": [{", ".join(f"{weight:.{WEIGHT_DECIMALS}f}" for weight in row)}]'
        for name, row in zip(shape.situations, rows, strict=True)
    ]
    return "\n".join(["{", *lines, ' "weights": {', ",\n".join(told), " }", "}", ""])

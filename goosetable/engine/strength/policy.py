"""Learned policies: a linear softmax over features, the files of its weights, and the likelihood of hands under a policy.

`policy.json` in a game's package was learned by self-play, `habits.json` by imitation of players that search. Both have a
weight for each situation and feature. If a file is damaged, missing or made for other features, the search runs without it.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final, Generic, NamedTuple, TypeVar

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.rules import O, Rules
from goosetable.engine.rules.state import State, TrickState

S = TypeVar("S", bound=State)
POLICY_FILE: Final = "policy.json"
HABITS_FILE: Final = "habits.json"
MAX_WEIGHT: Final = 100.0
"""Largest absolute value of a weight; larger weights could make a score overflow."""
CONSEQUENCE: Final = "the computer players search without them"
MAX_FILE_SIZE: Final = 1_000_000


class Shape(NamedTuple):
    """The layout of a game's weights; a file with another layout is ignored."""

    game: str
    """The game's id."""
    version: int
    """Version of the features. It is increased when a feature of the same name is computed in another way."""
    features: tuple[str, ...]
    situations: tuple[str, ...]


class UnusableWeights(Exception):
    """Error: a file of weights cannot be used; the message is one sentence."""


class PlayoutPolicy(ABC, Generic[S]):
    """A playout policy: chooses an action quickly, from the cards that the seat to act can see."""

    @abstractmethod
    def pick_card(self, state: S, group: Cards, chance: float) -> Card:
        """Returns a card for the trick. group: two or more legal cards. chance: a random number, 0..1."""

    @abstractmethod
    def pick_call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """Returns one of two or more legal actions that play no card, such as bids. chance: a random number, 0..1."""


AnyPlayoutPolicy = PlayoutPolicy[State]
"""A playout policy for any states."""


def parse_weights(data: bytes, shape: Shape, file: str = POLICY_FILE) -> list[list[float]]:
    """Parses the bytes of a weights file; returns the weights by situation and feature. Raises UnusableWeights."""
    try:
        found = json.loads(data.decode("utf-8")) if len(data) <= MAX_FILE_SIZE else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise _make_unusable_error(shape, file, "are damaged")
    made_for = Shape(
        str(found.get("game")),
        _version_number(found.get("version")),
        _name_list(found.get("features")),
        _name_list(list(found["weights"])),
    )
    if made_for != shape:
        raise _make_unusable_error(shape, file, "are of another version")
    rows = [found["weights"][name] for name in shape.situations]
    for row in rows:
        if not isinstance(row, list) or len(row) != len(shape.features) or not all(_is_weight(one) for one in row):
            raise _make_unusable_error(shape, file, "are damaged")
    return [[float(one) for one in row] for row in rows]


def load_weights(package: str, shape: Shape, file: str) -> list[list[float]]:
    """Loads the weights in a file of an imported package, by situation and feature. Raises UnusableWeights."""
    module = sys.modules[package]
    try:
        data: bytes = getattr(module, "__loader__").get_data(f"{module.__path__[0]}/{file}")  # noqa: B009 - loaders differ
    except (OSError, AttributeError):
        raise _make_unusable_error(shape, file, "are missing") from None
    return parse_weights(data, shape, file)


def _make_unusable_error(shape: Shape, file: str, reason: str) -> UnusableWeights:
    folder = shape.game.replace("-", "_")
    return UnusableWeights(f"the weights of {shape.game!r} in goosetable/games/{folder}/{file} {reason}; {CONSEQUENCE}")


def _version_number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _name_list(value: object) -> tuple[str, ...]:
    return tuple([str(name) for name in value]) if isinstance(value, list) else ()


def _is_weight(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -MAX_WEIGHT <= value <= MAX_WEIGHT


INVERSE_TEMPERATURE: Final = 1 / 1.5
"""Factor on the scores in playouts: the inverse of a softmax temperature of 1.5, which evens the probabilities out."""
RANDOM_CARD_CHANCE: Final = 0.3
"""Probability of a uniformly random card in a playout."""
MAX_SCORE: Final = 60.0
"""Greatest absolute value of a score; others are clipped, because this difference already makes an action certain."""


class FeatureRow:
    """Features of one action: a number each. The same class also holds a row of weights: a weight in place of each
    feature.

    A game declares the features as annotated floats, in the order of the file of weights. The methods are generated from these
    annotations.
    """

    def __init_subclass__(cls) -> None:
        if "dot_product" not in vars(cls):  # build/core.py writes them into the source of a class that is compiled
            kind: type = cls  # without its class, through which mypyc refuses `__annotations__`
            made: dict[str, object] = {cls.__name__: cls, "FeatureRow": FeatureRow}
            exec(source_of_methods(cls.__name__, list(kind.__annotations__)), made)
            for name in ("__init__", "set_to_zero", "dot_product", "feature_names"):
                setattr(cls, name, made[name])

    def set_to_zero(self) -> None:
        """Sets all features to 0."""
        raise NotImplementedError

    def dot_product(self, weights: FeatureRow) -> float:
        """Returns the dot product of the features and the weights `weights`, a row of the same class."""
        raise NotImplementedError

    def feature_names(self) -> tuple[str, ...]:
        """Returns the names of the features, in the order of the file of weights."""
        raise NotImplementedError


def source_of_methods(name: str, features: Sequence[str]) -> str:
    """Returns the source of the methods of the `FeatureRow` class `name`, with one term for each feature.

    Measured: a loop over names or over a list of boxed floats is several times slower.
    """
    zeros = " = ".join([*[f"self.{feature}" for feature in features], "0.0"])
    return f"""
def __init__(self) -> None:
    {zeros}
def set_to_zero(self) -> None:
    {zeros}
def dot_product(self, by: FeatureRow) -> float:
    assert isinstance(by, {name})
    return {" + ".join([f"self.{feature} * by.{feature}" for feature in features])}
def feature_names(self) -> tuple[str, ...]:
    return {tuple(features)!r}
"""


class LinearPolicy(PlayoutPolicy[S]):
    """A linear softmax policy with a row of weights for each situation. It uses only the hand of the seat to act and public
    cards.

    In playouts its softmax has a higher temperature, and some cards are chosen at random.
    """

    cost: float = 4.0
    """Time of a simulated action with this policy, relative to one without a policy, in plain Python."""

    def __init__(self, shape: Shape, rows: Sequence[Sequence[float]]) -> None:
        self.shape = shape
        self.weights: list[FeatureRow] = []
        """Row of weights of each situation."""
        self.cool = INVERSE_TEMPERATURE
        self.stray = RANDOM_CARD_CHANCE
        self._rows = [self.new_row(situation) for situation in range(len(shape.situations))]
        """By situation, the row into which features are computed."""
        self.set_weights(rows)

    @abstractmethod
    def new_row(self, situation: int) -> FeatureRow:
        """Returns a row of zeros for the features that a situation uses."""

    @abstractmethod
    def read_position(self, state: S) -> None:
        """Stores the features of the position for the seat to act. Call it before `situation_of` and `compute_features`."""

    @abstractmethod
    def situation_of(self, action: Action) -> int:
        """Returns the index of the row of weights that applies to a legal action in the stored position."""

    @abstractmethod
    def compute_features(self, action: Action, row: FeatureRow) -> None:
        """Fills `row` with the features of an action in the stored position."""

    def with_utility(self, state: S, utility: Callable[[S], tuple[float, ...]]) -> LinearPolicy[S]:
        """Returns a copy of this policy in which every seat maximises `utility`. A policy without such copies returns itself.

        state: the state of a view. utility: returns the utility of a finished deal by seat, 0..1.
        """
        return self

    def set_weights(self, rows: Sequence[Sequence[float]]) -> None:
        """Replaces the weights, by situation and feature."""
        self.weights = []
        for situation, row in enumerate(rows):
            found = self.new_row(situation)
            weights = dict(zip(self.shape.features, row, strict=True))
            for name in found.feature_names():
                setattr(found, name, weights[name])
            self.weights.append(found)

    def pick_card(self, state: S, group: Cards, chance: float) -> Card:
        stray, cool = self.stray, self.cool
        if chance < stray:
            return pick(group, chance / stray)
        chance = (chance - stray) / (1.0 - stray)
        self.read_position(state)
        at = self.situation_of((group & -group).bit_length() - 1)
        found, weights = self._rows[at], self.weights[at]
        taken, total = 0, 0.0
        while group:
            bit = group & -group
            group ^= bit
            card = bit.bit_length() - 1
            self.compute_features(card, found)
            liking = exp(cool * min(max(found.dot_product(weights), -MAX_SCORE), MAX_SCORE))
            total += liking
            # Each card replaces the one before with its share of the total; the random number is rescaled and used again.
            share = liking / total
            if chance < share:
                taken = card
                chance = chance / share
            else:
                chance = (chance - share) / (1.0 - share)
        return taken

    def pick_call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        for action, share in zip(legal, self.probabilities(state, legal), strict=True):
            chance -= share
            if chance < 0.0:
                return action
        return legal[-1]

    def probabilities(self, state: S, legal: Sequence[Action]) -> list[float]:
        """Returns the probability of each of two or more legal actions; the probabilities add up to 1."""
        self.read_position(state)
        at = self.situation_of(legal[0])
        found, weights = self._rows[at], self.weights[at]
        likings: list[float] = []
        total = 0.0
        for action in legal:
            self.compute_features(action, found)
            liking = exp(min(max(found.dot_product(weights), -MAX_SCORE), MAX_SCORE))
            total += liking
            likings.append(liking)
        return [liking / total for liking in likings]

    def log_chance(self, state: S, group: Cards, card: Card) -> float:
        """Returns the log-probability that the policy plays `card`. group: two or more legal cards."""
        self.read_position(state)
        at = self.situation_of(card)
        found, weights = self._rows[at], self.weights[at]
        total = own = 0.0
        while group:
            bit = group & -group
            group ^= bit
            other = bit.bit_length() - 1
            self.compute_features(other, found)
            score = min(max(found.dot_product(weights), -MAX_SCORE), MAX_SCORE)
            total += exp(score)
            if other == card:
                own = score
        return own - log(total)


AnyPolicy = LinearPolicy[State]
"""A policy for any states."""

T = TypeVar("T", bound=TrickState)


class HabitLikelihood(Generic[T, O]):
    """Likelihood of the hidden hands in one seat's view, assuming that the other players follow a policy. For trick games."""

    def __init__(
        self, state: T, start_state: T, seat: int, rules: Rules[T, O], policy: LinearPolicy[T], forced_cards: Cards
    ) -> None:
        """state: state of the view. start_state: result of `state_before_first_action`, which is modified.

        forced_cards: cards that a seat plays only if it has no choice. They tell nothing about its hand, so they are ignored.
        """
        self._rules, self._policy = rules, policy
        self._before: list[T] = []
        """States before each action of another seat; each hand consists of the cards that it has played since then."""
        self._done: list[Action] = []
        """The action that followed each of these states."""
        self._replay(state, start_state, seat, forced_cards)

    @property
    def is_informative(self) -> bool:
        """True if another seat has played a card that tells something about its hand."""
        return bool(self._done)

    def _replay(self, known: T, state: T, own_seat: int, forced_cards: Cards) -> None:
        for seat, action in known.actions:
            if action < VERB_SPAN:
                state.hands[seat] |= BIT[action]
        for seat, action in known.actions:
            if not state.trick:
                state.leader = seat
            state.turn = seat
            if seat != own_seat and action < VERB_SPAN and not BIT[action] & forced_cards:
                self._before.append(state.copy())
                self._done.append(action)
            self._rules.apply(state, action)

    def log_likelihood(self, hands: Sequence[Cards]) -> float:
        """Returns the log-likelihood of hands, up to an additive constant. hands: by seat."""
        found = 0.0
        policy, rules = self._policy, self._rules
        for place, state in enumerate(self._before):
            seat = state.turn
            later = state.hands[seat]
            state.hands[seat] = later | hands[seat]
            group, done = rules.playable(state), self._done[place]
            if group & (group - 1):
                found += policy.log_chance(state, group, done)
            state.hands[seat] = later
        return found


def state_before_first_action(known: T) -> T:
    """Returns the state of a view as it was before the first action, but with empty hands and no voids."""
    state = known.copy()
    seats = len(state.hands)
    state.hands, state.voids, state.won = [0] * seats, [0] * seats, [0] * seats
    state.trick, state.actions, state.keeps_actions = [], [], False
    return state

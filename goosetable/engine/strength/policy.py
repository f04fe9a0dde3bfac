"""Learned policies: a linear softmax over features, the files of its weights, and the likelihood of hands by habits.

`policy.json` of the game's package was learned by self-play, `habits.json` by imitating players that search. Each has one
number for each situation and feature. A file that is damaged, missing or made for other features is never used; the search
plays on without.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final, Generic, NamedTuple, TypeVar

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.rules import O, Rules
from goosetable.engine.rules.state import State, TrickState

S = TypeVar("S", bound=State)
FILE: Final = "policy.json"
HABITS: Final = "habits.json"
DIGITS: Final = 3
"""Decimals of a weight in the file."""
GREATEST: Final = 100.0
"""Largest absolute weight: a score of larger ones could overflow."""
SAID: Final = "the computer players search without them"
MOST_BYTES: Final = 1_000_000


class Shape(NamedTuple):
    """The layout of a game's weights; a file of another shape is of another version."""

    game: str
    """The game's id."""
    version: int
    """Raised where a feature of the same name is computed in another way."""
    features: tuple[str, ...]
    situations: tuple[str, ...]


class Lessons(NamedTuple):
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


class Untrained(Exception):
    """Weights that cannot be used, in one sentence."""


class Attempt:
    """One choice of a policy that learns, to be judged when the deal is over."""

    __slots__ = ("action",)

    def __init__(self, action: Action) -> None:
        self.action = action


class PlayoutPolicy(ABC, Generic[S]):
    """A policy of playouts: a quick action for the seat to act, from what it can see."""

    @abstractmethod
    def play(self, state: S, group: Cards, chance: float) -> Card:
        """Returns a card for the trick, one of `group`, two or more. chance: random, 0..1."""

    @abstractmethod
    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """Returns an action that is no card for a trick, such as a bid, of two or more. chance: random, 0..1."""


class Policy(PlayoutPolicy[S]):
    """A policy that sees its own hand and open cards; in playouts, with softened chances and some random cards."""

    cost: float = 4.0
    """Time of a simulated action by the policy, in actions of a playout without it, in plain Python."""

    @abstractmethod
    def chances(self, state: S, legal: Sequence[Action]) -> list[float]:
        """Returns the probability of each of two legal actions or more; together 1."""

    @abstractmethod
    def attempt(self, state: S, legal: Sequence[Action], chance: float, entropy: float) -> Attempt:
        """Chooses by `chances`, to learn from it. chance: random, 0..1. entropy: weight of the bonus for open choices."""

    @abstractmethod
    def learn(self, attempt: Attempt, gain: float) -> None:
        """Adds to the gradient: how much better than expected a deal ended after a choice."""

    @abstractmethod
    def follow(self, state: S, legal: Sequence[Action], action: Action) -> None:
        """Adds to the gradient: another player chose this action, one of two or more."""

    @abstractmethod
    def slopes(self) -> list[list[float]]:
        """Returns, by situation and feature, the gradient of all that was learned since the last call."""

    @abstractmethod
    def aimed(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> Policy[S]:
        """Returns the policy with the aims of all seats in the deal of a view. utility: of a finished deal by seat, 0..1."""

    @abstractmethod
    def teach(self, rows: Sequence[Sequence[float]]) -> None:
        """Replaces the weights, by situation and feature."""


AnyPlayoutPolicy = PlayoutPolicy[State]
"""A playout policy for any states."""
AnyPolicy = Policy[State]
"""A policy for any states."""


def write(shape: Shape, rows: Sequence[Sequence[float]]) -> str:
    """Returns weights as the text of a file: a line for each situation."""
    head = {"game": shape.game, "version": shape.version, "features": list(shape.features)}
    lines = [f' "{key}": {json.dumps(value)},' for key, value in head.items()]
    told = [
        f'  "{name}": [{", ".join(f"{weight:.{DIGITS}f}" for weight in row)}]'
        for name, row in zip(shape.situations, rows, strict=True)
    ]
    return "\n".join(["{", *lines, ' "weights": {', ",\n".join(told), " }", "}", ""])


def read(data: bytes, shape: Shape, file: str = FILE) -> list[list[float]]:
    """Reads weights, by situation and feature, from the bytes of a file; raises Untrained."""
    try:
        found = json.loads(data.decode("utf-8")) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise _untrained(shape, file, "are damaged")
    made_for = Shape(
        str(found.get("game")), _number(found.get("version")), _names(found.get("features")), _names(list(found["weights"]))
    )
    if made_for != shape:
        raise _untrained(shape, file, "are of another version")
    rows = [found["weights"][name] for name in shape.situations]
    for row in rows:
        if not isinstance(row, list) or len(row) != len(shape.features) or not all(_weight(one) for one in row):
            raise _untrained(shape, file, "are damaged")
    return [[float(one) for one in row] for row in rows]


def load(package: str, shape: Shape, file: str) -> list[list[float]]:
    """Loads weights from a file in a package that is imported; raises Untrained."""
    module = sys.modules[package]
    try:
        data: bytes = getattr(module, "__loader__").get_data(f"{module.__path__[0]}/{file}")  # noqa: B009 - loaders differ
    except (OSError, AttributeError):
        raise _untrained(shape, file, "are missing") from None
    return read(data, shape, file)


def _untrained(shape: Shape, file: str, what: str) -> Untrained:
    folder = shape.game.replace("-", "_")
    return Untrained(f"the weights of {shape.game!r} in goosetable/games/{folder}/{file} {what}; {SAID}")


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _names(value: object) -> tuple[str, ...]:
    return tuple([str(name) for name in value]) if isinstance(value, list) else ()


def _weight(value: object) -> bool:
    """Whether a value can be a weight."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -GREATEST <= value <= GREATEST


COOL: Final = 1 / 1.5
"""Factor of scores in playouts, which brings chances closer together: a temperature of 1.5."""
STRAY: Final = 0.3
"""Probability of a uniformly random card in a playout."""
FARTHEST: Final = 60.0
"""Scores are clipped here on either side: a larger difference is as good as certain."""


class FeatureRow(ABC):
    """Feature vector of one action; the same class holds a row of weights."""

    @abstractmethod
    def clear(self) -> None:
        """Sets all to 0."""

    @abstractmethod
    def score(self, by: FeatureRow) -> float:
        """Returns the dot product with weights of the same game."""

    @abstractmethod
    def add(self, other: FeatureRow, part: float) -> None:
        """Adds another row of the same game, times a number."""

    @abstractmethod
    def listed(self) -> list[float]:
        """Returns all values in the order of the weights' file."""


class LinearAttempt(Attempt):
    """One choice of a linear policy, with its gradient."""

    __slots__ = ("situation", "slope")

    def __init__(self, action: Action, situation: int, slope: FeatureRow) -> None:
        super().__init__(action)
        self.situation = situation
        self.slope = slope
        """Gradient of the log-probability of the chosen action."""


class LinearPolicy(Policy[S]):
    """A linear softmax policy: a row of weights for each situation."""

    def __init__(self, shape: Shape, rows: Sequence[Sequence[float]]) -> None:
        self.shape = shape
        self.weights: list[FeatureRow] = []
        """By situation."""
        self.cool = COOL
        self.stray = STRAY
        self._found = self.fresh()
        self._slopes = [self.fresh() for _ in shape.situations]
        self.teach(rows)

    @abstractmethod
    def fresh(self) -> FeatureRow:
        """Returns a row of zeros."""

    @abstractmethod
    def look(self, state: S) -> None:
        """Reads the position of the seat to act; of the hands only its own."""

    @abstractmethod
    def situation(self, action: Action) -> int:
        """Returns the row of weights, after a look. action: any one of those to choose from."""

    @abstractmethod
    def see(self, action: Action, found: FeatureRow) -> None:
        """Computes the features of an action in `found`, after a look."""

    def aimed(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> LinearPolicy[S]:
        """Returns itself: by default a policy plays for points whatever the standing."""
        return self

    def teach(self, rows: Sequence[Sequence[float]]) -> None:
        self.weights = []
        for row in rows:
            found = self.fresh()
            for name, weight in zip(self.shape.features, row, strict=True):
                setattr(found, name, weight)
            self.weights.append(found)

    def play(self, state: S, group: Cards, chance: float) -> Card:
        stray, cool = self.stray, self.cool
        if chance < stray:
            return pick(group, chance / stray)
        chance = (chance - stray) / (1.0 - stray)
        found = self._found
        self.look(state)
        weights = self.weights[self.situation((group & -group).bit_length() - 1)]
        taken, total = 0, 0.0
        while group:
            bit = group & -group
            group ^= bit
            card = bit.bit_length() - 1
            self.see(card, found)
            liking = exp(cool * min(max(found.score(weights), -FARTHEST), FARTHEST))
            total += liking
            # Each card replaces the one before with its share of the total; the random number is rescaled and used again.
            share = liking / total
            if chance < share:
                taken = card
                chance = chance / share
            else:
                chance = (chance - share) / (1.0 - share)
        return taken

    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        for action, share in zip(legal, self.chances(state, legal), strict=True):
            chance -= share
            if chance < 0.0:
                return action
        return legal[-1]

    def chances(self, state: S, legal: Sequence[Action]) -> list[float]:
        return self._shares(state, legal, None)

    def log_chance(self, state: S, group: Cards, card: Card) -> float:
        """Returns the log-probability of a card, one of `group`, two or more."""
        found = self._found
        self.look(state)
        weights = self.weights[self.situation(card)]
        total = own = 0.0
        while group:
            bit = group & -group
            group ^= bit
            other = bit.bit_length() - 1
            self.see(other, found)
            score = min(max(found.score(weights), -FARTHEST), FARTHEST)
            total += exp(score)
            if other == card:
                own = score
        return own - log(total)

    def log_call(self, state: S, legal: Sequence[Action], action: Action) -> float:
        """Returns the log-probability of one of the legal actions."""
        return log(self.chances(state, legal)[legal.index(action)]) if len(legal) > 1 else 0.0

    def attempt(self, state: S, legal: Sequence[Action], chance: float, entropy: float) -> LinearAttempt:
        seen: list[FeatureRow] = []
        shares = self._shares(state, legal, seen)
        chosen = len(shares) - 1
        for place in range(chosen):
            chance -= shares[place]
            if chance < 0.0:
                chosen = place
                break
        held = 0.0
        for share in shares:
            held -= share * log(share)
        attempt = LinearAttempt(legal[chosen], self.situation(legal[0]), self.fresh())
        slopes = self._slopes[attempt.situation]
        for place in range(len(shares)):
            share = shares[place]
            attempt.slope.add(seen[place], 1.0 - share if place == chosen else -share)
            slopes.add(seen[place], -entropy * share * (log(share) + held))
        return attempt

    def learn(self, attempt: Attempt, gain: float) -> None:
        assert isinstance(attempt, LinearAttempt)
        self._slopes[attempt.situation].add(attempt.slope, gain)

    def follow(self, state: S, legal: Sequence[Action], action: Action) -> None:
        seen: list[FeatureRow] = []
        shares = self._shares(state, legal, seen)
        slopes = self._slopes[self.situation(legal[0])]
        for place, other in enumerate(legal):
            slopes.add(seen[place], 1.0 - shares[place] if other == action else -shares[place])

    def slopes(self) -> list[list[float]]:
        found = [row.listed() for row in self._slopes]
        for row in self._slopes:
            row.clear()
        return found

    def _shares(self, state: S, legal: Sequence[Action], seen: list[FeatureRow] | None) -> list[float]:
        """Returns the probability of each action, and adds its features to `seen`."""
        found = self._found
        self.look(state)
        weights = self.weights[self.situation(legal[0])]
        likings: list[float] = []
        total = 0.0
        for action in legal:
            if seen is not None:
                found = self.fresh()
                seen.append(found)
            self.see(action, found)
            liking = exp(min(max(found.score(weights), -FARTHEST), FARTHEST))
            total += liking
            likings.append(liking)
        return [liking / total for liking in likings]


T = TypeVar("T", bound=TrickState)


class HabitLikelihood(Generic[T, O]):
    """Likelihood of hands by the habits of a game of tricks, in one seat's view of a deal."""

    def __init__(
        self, known: T, fresh: T, seat: int, rules: Rules[T, O], policy: LinearPolicy[T], forced: Cards = 0, calls: bool = False
    ) -> None:
        """known: state of the view. fresh: the same before the first action (`begun_again`), which is used up.

        forced: cards that are only played where there is no choice. calls: whether actions that are no cards count too.
        """
        self._rules, self._policy = rules, policy
        self._before: list[T] = []
        """States in which another seat acted; their hands have the cards played since."""
        self._done: list[Action] = []
        """The actions in these states."""
        self._calls = calls
        self._read(known, fresh, seat, forced)

    @property
    def tells(self) -> bool:
        """Whether another seat has done anything that counts."""
        return bool(self._done)

    def _read(self, known: T, state: T, me: int, forced: Cards) -> None:
        """Replays the deal, with the cards of the hands that became known."""
        for seat, action in known.actions:
            if action < SPAN:
                state.hands[seat] |= BIT[action]
        for seat, action in known.actions:
            if not state.trick:
                state.leader = seat
            state.turn = seat
            if seat != me and (not BIT[action] & forced if action < SPAN else self._calls):
                self._before.append(state.copy())
                self._done.append(action)
            self._rules.apply(state, action)

    def of(self, hands: Sequence[Cards]) -> float:
        """Returns the log-likelihood of these hands; only differences have a meaning."""
        found = 0.0
        policy, rules = self._policy, self._rules
        for place, state in enumerate(self._before):
            seat = state.turn
            later = state.hands[seat]
            state.hands[seat] = later | hands[seat]
            group, done = rules.playable(state), self._done[place]
            if done >= SPAN:
                found += policy.log_call(state, rules.legal(state), done)
            elif group & (group - 1):
                found += policy.log_chance(state, group, done)
            state.hands[seat] = later
        return found


def begun_again(known: T) -> T:
    """Returns the state of a view before its first action, with empty hands and no voids."""
    state = known.copy()
    seats = len(state.hands)
    state.hands, state.voids, state.won = [0] * seats, [0] * seats, [0] * seats
    state.trick, state.actions, state.noted = [], [], False
    return state

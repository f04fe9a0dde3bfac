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
"""No weight is beyond it on either side: a score of it would be no number."""
SAID: Final = "the computer players search without them"
MOST_BYTES: Final = 1_000_000


class Shape(NamedTuple):
    """What the weights of a game are for; a file of another shape is of another version."""

    game: str
    """The game's id."""
    version: int
    """Higher where a feature of the same name is counted in another way."""
    features: tuple[str, ...]
    situations: tuple[str, ...]


class Lessons(NamedTuple):
    """How a game is learned by having it play itself."""

    entropy: float = 0.01
    """Bonus for choices that stay open, 0 or more; on the scale of payoffs, so less where those of deals differ by little."""
    fade: float = 0.8
    """How much less a change of the outlook counts for a choice with each trick between: 0 only the next, 1 all alike."""
    step: float = 0.02
    """How far a weight moves in a batch of hands, at first."""
    hands: int = 800_000
    """Deals played."""


class Untrained(Exception):
    """The weights cannot be used, in one sentence."""


class Attempt:
    """One choice of a policy that learns, to be judged when the deal is over."""

    __slots__ = ("action",)

    def __init__(self, action: Action) -> None:
        self.action = action


class PlayoutPolicy(ABC, Generic[S]):
    """Chooses quickly for the seat to act, from what it can see, while a deal is played out."""

    @abstractmethod
    def play(self, state: S, group: Cards, chance: float) -> Card:
        """A card for the trick, one of `group`, two or more. chance: random, 0..1."""

    @abstractmethod
    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """What is no card for a trick, such as a bid, of two actions or more. chance: random, 0..1."""


class Policy(PlayoutPolicy[S]):
    """Chooses by the own hand and by what lies open; in playouts with softened chances and some random cards."""

    cost: float = 4.0
    """Time of a simulated action by the policy, in actions of a playout without it, in plain Python."""

    @abstractmethod
    def chances(self, state: S, legal: Sequence[Action]) -> list[float]:
        """How likely the policy takes each of two legal actions or more; together 1."""

    @abstractmethod
    def attempt(self, state: S, legal: Sequence[Action], chance: float, entropy: float) -> Attempt:
        """A choice by `chances` to learn from. chance: random, 0..1. entropy: how much to learn to keep choices open."""

    @abstractmethod
    def learn(self, attempt: Attempt, gain: float) -> None:
        """Notes how much better than expected a deal ended after a choice."""

    @abstractmethod
    def follow(self, state: S, legal: Sequence[Action], action: Action) -> None:
        """Notes that another player chose this action, one of two or more."""

    @abstractmethod
    def slopes(self) -> list[list[float]]:
        """By situation and feature, the slope of all that has been learned since this was last asked."""

    @abstractmethod
    def aimed(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> Policy[S]:
        """The same policy, but with the aims of all seats in the deal of a view. utility: of a finished deal by seat, 0..1."""

    @abstractmethod
    def teach(self, rows: Sequence[Sequence[float]]) -> None:
        """Takes these weights, by situation and feature, instead of its own."""


AnyPlayoutPolicy = PlayoutPolicy[State]
"""The playout policy of a game of whatever states."""
AnyPolicy = Policy[State]
"""The policy of a game of whatever states."""


def write(shape: Shape, rows: Sequence[Sequence[float]]) -> str:
    """Weights as the text of a file: a line for each situation."""
    head = {"game": shape.game, "version": shape.version, "features": list(shape.features)}
    lines = [f' "{key}": {json.dumps(value)},' for key, value in head.items()]
    told = [
        f'  "{name}": [{", ".join(f"{weight:.{DIGITS}f}" for weight in row)}]'
        for name, row in zip(shape.situations, rows, strict=True)
    ]
    return "\n".join(["{", *lines, ' "weights": {', ",\n".join(told), " }", "}", ""])


def read(data: bytes, shape: Shape, file: str = FILE) -> list[list[float]]:
    """Weights by situation and feature from the bytes of a file; raises Untrained."""
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
    """Weights from a file in a package that is imported; raises Untrained."""
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
    """Whether this is a number that can be a weight."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -GREATEST <= value <= GREATEST


COOL: Final = 1 / 1.5
"""What scores are multiplied by in playouts, which so are less alike: a temperature of 1.5."""
STRAY: Final = 0.3
"""How often a card of a playout is any."""
FARTHEST: Final = 60.0
"""Scores are cut off there on either side: what is farther apart than this is as good as sure."""


class FeatureRow(ABC):
    """The features of one action, as attributes; and just as well the weights of all."""

    @abstractmethod
    def clear(self) -> None:
        """Sets all to 0."""

    @abstractmethod
    def score(self, by: FeatureRow) -> float:
        """The sum of all features, each times its weight. by: of the same game."""

    @abstractmethod
    def add(self, other: FeatureRow, part: float) -> None:
        """Adds all of another of the same game, times a number."""

    @abstractmethod
    def listed(self) -> list[float]:
        """All in the order of the weights' file."""


class LinearAttempt(Attempt):
    """One choice to be judged."""

    __slots__ = ("situation", "slope")

    def __init__(self, action: Action, situation: int, slope: FeatureRow) -> None:
        super().__init__(action)
        self.situation = situation
        self.slope = slope
        """The slope of the logarithm of the chance with which the action was chosen."""


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
        """A row of nothing, all 0."""

    @abstractmethod
    def look(self, state: S) -> None:
        """Takes in what the seat to act sees; of the hands only its own is looked at."""

    @abstractmethod
    def situation(self, action: Action) -> int:
        """The row of weights, after a look. action: any one of those to choose from."""

    @abstractmethod
    def see(self, action: Action, found: FeatureRow) -> None:
        """The features of an action, after a look."""

    def aimed(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> LinearPolicy[S]:
        """Itself, as it plays for points whatever the standing, unless a game's policy says how to aim it."""
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
            # Each card takes the place of the one before as often as it should; what is left of the number is as random.
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
        """The logarithm of how likely the policy plays a card, one of `group`, two or more."""
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
        """The logarithm of how likely the policy takes one of the legal actions."""
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
        """How likely each action is; `seen` takes their features."""
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
    """The likelihood by the habits of a game of tricks, for what one seat saw of a deal."""

    def __init__(
        self, known: T, fresh: T, seat: int, rules: Rules[T, O], policy: LinearPolicy[T], forced: Cards = 0, calls: bool = False
    ) -> None:
        """known: the state of its view. fresh: the same before anything was played (`begun_again`), which is used up.

        forced: cards that are only played where there is no choice. calls: whether what is no card tells of hands too.
        """
        self._rules, self._policy = rules, policy
        self._before: list[T] = []
        """States in which another seat acted; of the hands they have what was played since."""
        self._done: list[Action] = []
        """What it did."""
        self._calls = calls
        self._read(known, fresh, seat, forced)

    @property
    def tells(self) -> bool:
        """Whether anybody else has done anything that tells of its hand."""
        return bool(self._done)

    def _read(self, known: T, state: T, me: int, forced: Cards) -> None:
        """Plays the deal again, by what became known of the hands."""
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
        """The logarithm of how likely these hands make what was played; only differences mean anything."""
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
    """The state of a view as it was before anything was played, with empty hands of which nothing is known."""
    state = known.copy()
    seats = len(state.hands)
    state.hands, state.voids, state.won = [0] * seats, [0] * seats, [0] * seats
    state.trick, state.actions, state.noted = [], [], False
    return state

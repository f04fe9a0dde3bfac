"""Policies that are a softmax over a sum of weighted features; a game says which, and what it makes of an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final

from goosetable.cards import Card, Cards, pick
from goosetable.engine.rules.action import Action
from goosetable.engine.strength.policy import Attempt, Policy, S, Shape

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

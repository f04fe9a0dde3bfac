"""What Gooseberry Fool learned by playing itself: how likely each action is, as a softmax of weighted features.

`build.py train gooseberry-fool` makes the weights: one for each feature, situation and part of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules.action import GIVE, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.policy import Attempt, Policy, Shape
from goosetable.games.gooseberry_fool.features import NAMES, CardFeatures
from goosetable.games.gooseberry_fool.scoring import SEATS, TRICKS, ended
from goosetable.games.gooseberry_fool.sight import TrickSight, as_of_a_deal

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
SITUATIONS: Final = ("lead", "second follows", "third follows", "second discards", "third discards", "gift")
PARTS: Final = ("early", "middle", "late", "end")
"""Parts of a deal: 11 to 9 tricks left, 8 to 6, 5 or 4, 3 to 1."""
SHAPE: Final = Shape(
    "gooseberry-fool", VERSION, NAMES, tuple(f"{situation}, {part}" for situation in SITUATIONS for part in PARTS)
)
COOL: Final = 1 / 1.5
"""What scores are multiplied by in playouts, which so are less alike: a temperature of 1.5."""
STRAY: Final = 0.3
"""How often a card of a playout is any."""
FARTHEST: Final = 60.0
"""Scores are cut off there on either side: what is farther apart than this is as good as sure."""
_PART: Final[tuple[int, ...]] = tuple(3 if left < 4 else 2 if left < 6 else 1 if left < 9 else 0 for left in range(TRICKS + 1))
_GIFT: Final = SITUATIONS.index("gift")
_DISCARDS: Final = SITUATIONS.index("second discards") - 1
"""What is added to the place in the trick, 1 or 2."""


class FoolAttempt(Attempt):
    """One choice to be judged."""

    __slots__ = ("situation", "slope")

    def __init__(self, action: Action, situation: int) -> None:
        super().__init__(action)
        self.situation = situation
        self.slope = CardFeatures()
        """The slope of the logarithm of the chance with which the action was chosen."""


class FoolPolicy(Policy[TrickState]):
    """A linear softmax policy."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.weights: list[CardFeatures] = []
        """By situation and part of the deal."""
        self.sight = TrickSight()
        self.cool = COOL
        self.stray = STRAY
        self._found = CardFeatures()
        self._slopes = [CardFeatures() for _ in SHAPE.situations]
        self.teach(rows)

    def aimed(self, known: TrickState, utility: Callable[[TrickState], tuple[float, ...]]) -> FoolPolicy:
        twin = FoolPolicy([])
        twin.weights = self.weights
        twin.sight.worth = as_of_a_deal(lambda taken: utility(ended(known, taken)))
        return twin

    def teach(self, rows: Sequence[Sequence[float]]) -> None:
        self.weights = []
        for row in rows:
            found = CardFeatures()
            for name, weight in zip(NAMES, row, strict=True):
                setattr(found, name, weight)
            self.weights.append(found)

    def play(self, state: TrickState, group: Cards, chance: float) -> Card:
        stray, cool = self.stray, self.cool
        if chance < stray:
            return pick(group, chance / stray)
        chance = (chance - stray) / (1.0 - stray)
        sight, found = self.sight, self._found
        sight.look(state)
        weights = self.weights[self._situation((group & -group).bit_length() - 1)]
        taken, total = 0, 0.0
        while group:
            bit = group & -group
            group ^= bit
            card = bit.bit_length() - 1
            sight.card(card, found)
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

    def call(self, state: TrickState, legal: Sequence[Action], chance: float) -> Action:
        for action, share in zip(legal, self.chances(state, legal), strict=True):
            chance -= share
            if chance < 0.0:
                return action
        return legal[-1]

    def chances(self, state: TrickState, legal: Sequence[Action]) -> list[float]:
        return self._shares(state, legal, None)

    def log_chance(self, state: TrickState, group: Cards, card: Card) -> float:
        """The logarithm of how likely the policy plays a card, one of `group`, two or more."""
        sight, found = self.sight, self._found
        sight.look(state)
        weights = self.weights[self._situation(card)]
        total = own = 0.0
        while group:
            bit = group & -group
            group ^= bit
            other = bit.bit_length() - 1
            sight.card(other, found)
            score = min(max(found.score(weights), -FARTHEST), FARTHEST)
            total += exp(score)
            if other == card:
                own = score
        return own - log(total)

    def attempt(self, state: TrickState, legal: Sequence[Action], chance: float, entropy: float) -> FoolAttempt:
        seen: list[CardFeatures] = []
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
        attempt = FoolAttempt(legal[chosen], self._situation(legal[0]))
        slopes = self._slopes[attempt.situation]
        for place in range(len(shares)):
            share = shares[place]
            attempt.slope.add(seen[place], 1.0 - share if place == chosen else -share)
            slopes.add(seen[place], -entropy * share * (log(share) + held))
        return attempt

    def learn(self, attempt: Attempt, gain: float) -> None:
        assert isinstance(attempt, FoolAttempt)
        self._slopes[attempt.situation].add(attempt.slope, gain)

    def follow(self, state: TrickState, legal: Sequence[Action], action: Action) -> None:
        seen: list[CardFeatures] = []
        shares = self._shares(state, legal, seen)
        slopes = self._slopes[self._situation(legal[0])]
        for place, other in enumerate(legal):
            slopes.add(seen[place], 1.0 - shares[place] if other == action else -shares[place])

    def slopes(self) -> list[list[float]]:
        found = [row.listed() for row in self._slopes]
        for row in self._slopes:
            row.clear()
        return found

    def _shares(self, state: TrickState, legal: Sequence[Action], seen: list[CardFeatures] | None) -> list[float]:
        """How likely each action is; `seen` takes their features."""
        sight, found = self.sight, self._found
        sight.look(state)
        weights = self.weights[self._situation(legal[0])]
        likings: list[float] = []
        total = 0.0
        for action in legal:
            if seen is not None:
                found = CardFeatures()
                seen.append(found)
            if action >= GIVE:
                sight.give((action - GIVE - state.turn) % SEATS, found)
            else:
                sight.card(action, found)
            liking = exp(min(max(found.score(weights), -FARTHEST), FARTHEST))
            total += liking
            likings.append(liking)
        return [liking / total for liking in likings]

    def _situation(self, action: Action) -> int:
        """The row of weights, after a look. action: one of those to choose from; all follow suit, or none does."""
        sight = self.sight
        situation = sight.place
        if situation == SEATS:
            situation = _GIFT
        elif situation and not BIT[action] & sight.led:
            situation += _DISCARDS
        return situation * len(PARTS) + _PART[sight.size]

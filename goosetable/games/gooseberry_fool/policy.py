"""What Gooseberry Fool learned by playing itself: how likely each action is, as a softmax of weighted features.

`build.py train gooseberry-fool` makes the weights: one for each feature, situation and part of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from goosetable.cards import BIT
from goosetable.engine.rules.action import GIVE, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
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
_PART: Final[tuple[int, ...]] = tuple(3 if left < 4 else 2 if left < 6 else 1 if left < 9 else 0 for left in range(TRICKS + 1))
_GIFT: Final = SITUATIONS.index("gift")
_DISCARDS: Final = SITUATIONS.index("second discards") - 1
"""What is added to the place in the trick, 1 or 2."""


class FoolPolicy(LinearPolicy[TrickState]):
    """A linear softmax policy of cards, and of whom to give a trick."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = TrickSight()
        self._turn = 0
        super().__init__(SHAPE, rows)

    def aimed(self, known: TrickState, utility: Callable[[TrickState], tuple[float, ...]]) -> FoolPolicy:
        twin = FoolPolicy([])
        twin.weights = self.weights
        twin.sight.worth = as_of_a_deal(lambda taken: utility(ended(known, taken)))
        return twin

    def fresh(self) -> CardFeatures:
        return CardFeatures()

    def look(self, state: TrickState) -> None:
        self._turn = state.turn
        self.sight.look(state)

    def situation(self, action: Action) -> int:
        """By the place in the trick; of the cards to choose from all follow suit, or none does."""
        sight = self.sight
        situation = sight.place
        if situation == SEATS:
            situation = _GIFT
        elif situation and not BIT[action] & sight.led:
            situation += _DISCARDS
        return situation * len(PARTS) + _PART[sight.size]

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, CardFeatures)
        if action >= GIVE:
            self.sight.give((action - GIVE - self._turn) % SEATS, found)
        else:
            self.sight.card(action, found)

"""What Fools Gold learned by playing itself: how likely each action is, as a softmax of weighted features.

`build.py train fools-gold` makes the weights: one for each feature, situation and part of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.fools_gold.features import NAMES, GoldFeatures
from goosetable.games.fools_gold.scoring import RANKS_IN_PLAY
from goosetable.games.fools_gold.sight import GoldSight
from goosetable.games.fools_gold.state import KEEP, FoolsGoldState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
SITUATIONS: Final = ("lead", "middle follows", "last follows", "middle discards", "last discards", "keep")
PARTS: Final = ("early", "middle", "late", "end")
"""Parts of a deal: more than 8 cards in the hand, 5 to 8, 3 or 4, fewer."""
SHAPE: Final = Shape("fools-gold", VERSION, NAMES, tuple(f"{situation}, {part}" for situation in SITUATIONS for part in PARTS))
_LARGEST: Final = 4 * RANKS_IN_PLAY // 3
_PART: Final[tuple[int, ...]] = tuple(
    3 if size < 3 else 2 if size < 5 else 1 if size < 9 else 0 for size in range(_LARGEST + 1)
)
_KEEP: Final = SITUATIONS.index("keep")


class GoldPolicy(LinearPolicy[FoolsGoldState]):
    """A linear softmax policy of cards, and of what to keep. It plays for points, whatever the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = GoldSight()
        super().__init__(SHAPE, rows)

    def fresh(self) -> GoldFeatures:
        return GoldFeatures()

    def look(self, state: FoolsGoldState) -> None:
        self.sight.look(state)

    def situation(self, action: Action) -> int:
        """By the place in the trick; of the cards to choose from all follow suit, or none does."""
        trick = self.sight.trick
        if trick.full:
            found = _KEEP
        elif not trick.place:
            found = 0
        else:
            found = 2 if trick.last else 1
            if SUIT[action] != trick.led:
                found += 2
        return found * len(PARTS) + _PART[self.sight.size]

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, GoldFeatures)
        if action >= KEEP:
            self.sight.keep(action - KEEP, found)
        else:
            self.sight.card(action, found)

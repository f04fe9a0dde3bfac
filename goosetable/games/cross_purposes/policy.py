"""What Cross Purposes learned by playing itself: how likely each action is, as a softmax of weighted features.

`build.py train cross-purposes` makes the weights, one for each feature and situation; then, with `--calls --deals
1000` instead, those of the habits, which are the same but for calls. Cards have a situation for each part of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.action import SPAN, Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.cross_purposes.features import NAMES, CrossFeatures
from goosetable.games.cross_purposes.sight import CrossSight
from goosetable.games.cross_purposes.state import EACH, CrossState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
PLAYS: Final = (
    "two lead", "two follows", "two discards", "four lead", "four follows", "four follows last", "four discards",
    "four discards last",
)  # fmt: skip
"""Where a card is played: how many are at the table, and its place in the trick."""
PARTS: Final = ("early", "middle", "late", "end")
"""Parts of a half: more than 9 cards in the hand, 6 to 9, 3 to 5, fewer."""
CALLS: Final = ("two open", "two answer", "four call", "four agree")
"""Where trumps or tops are named: as the first or as the other, and in the two stages of four players."""
SHAPE: Final = Shape("cross-purposes", VERSION, NAMES, (*(f"{play}, {part}" for play in PLAYS for part in PARTS), *CALLS))
_FIRST_CALL: Final = len(PLAYS) * len(PARTS)
_PART: Final[tuple[int, ...]] = tuple(3 if size < 3 else 2 if size < 6 else 1 if size < 10 else 0 for size in range(EACH + 1))


class CrossPolicy(LinearPolicy[CrossState]):
    """A linear softmax policy of cards and of calls. It plays for tricks, whatever the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = CrossSight()
        super().__init__(SHAPE, rows)

    def fresh(self) -> CrossFeatures:
        return CrossFeatures()

    def look(self, state: CrossState) -> None:
        self.sight.look(state)

    def situation(self, action: Action) -> int:
        """By the place in the trick; of the cards to choose from all follow suit, or none does."""
        sight = self.sight
        four = sight.seats > 2
        if action >= SPAN:
            return _FIRST_CALL + (2 if four else 0) + (0 if sight.first else 1)
        found = 3 if four else 0
        if sight.place:
            discards = SUIT[action] != sight.led
            if four:
                found += 1 + (1 if sight.last else 0) + (2 if discards else 0)
            else:
                found += 2 if discards else 1
        return found * len(PARTS) + _PART[sight.size]

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, CrossFeatures)
        if action >= SPAN:
            self.sight.call(action, found)
        else:
            self.sight.card(action, found)

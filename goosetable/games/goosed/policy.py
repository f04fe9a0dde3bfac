"""What Goosed learned by playing itself: how likely each card is, as a softmax of weighted features.

`build.py train goosed` makes the weights: one for each feature and situation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.goosed.features import NAMES, GoosedFeatures
from goosetable.games.goosed.sight import FIRST_GOOSE, NO_GOOSE, RED, GoosedSight
from goosetable.games.goosed.state import GoosedState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
LEAD: Final = "lead"
PLACES: Final = (LEAD, "middle follows", "last follows", "middle discards", "last discards")
PARTS: Final = ("early", "late", "end")
"""Parts of a deal: more than 4 cards in the hand, 3 or 4, fewer."""
SITUATIONS: Final = (
    *(f"{place}, no Goose" for place in PLACES),
    *(f"{place}, first Goose" for place in PLACES if place != LEAD),
    *(f"{place}, {role}, {part}" for role in ("Red", "White") for place in PLACES for part in PARTS),
)
"""By the role, in the order of those of `sight`. The first Goose is soon played, so parts of a deal count only after it."""
SHAPE: Final = Shape("goosed", VERSION, NAMES, SITUATIONS)
_FIRST_GOOSE: Final = len(PLACES) - 1
"""Of the situations of a trick in which the first Goose lies, that of a lead, if there were one."""
_RED: Final = 2 * len(PLACES) - 1
_WHITE: Final = _RED + len(PLACES) * len(PARTS)


class GoosedPolicy(LinearPolicy[GoosedState]):
    """A linear softmax policy of cards. It plays for points, whatever the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = GoosedSight()
        super().__init__(SHAPE, rows)

    def fresh(self) -> GoosedFeatures:
        return GoosedFeatures()

    def look(self, state: GoosedState) -> None:
        self.sight.look(state)

    def situation(self, action: Action) -> int:
        """By the place in the trick and the role; of the cards to choose from all follow suit, or none does."""
        sight = self.sight
        trick, size = sight.trick, sight.size
        place = 0
        if trick.place:
            place = 2 if trick.last else 1
            if SUIT[action] != trick.led:
                place += 2
        if sight.role == NO_GOOSE:
            return place
        if sight.role == FIRST_GOOSE:
            return _FIRST_GOOSE + place
        part = 2 if size < 3 else 1 if size < 5 else 0
        return (_RED if sight.role == RED else _WHITE) + place * len(PARTS) + part

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, GoosedFeatures)
        self.sight.card(action, found)

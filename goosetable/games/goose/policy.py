"""What Goose learned by playing itself: how likely each bid and each card is, as a softmax of weighted features.

`build.py train goose` makes the weights: one for each feature and situation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.goose.features import NAMES, GooseFeatures
from goosetable.games.goose.sight import GooseSight
from goosetable.games.goose.state import BID, GooseState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
PLACES: Final = ("lead", "middle follows", "last follows", "middle discards", "last discards")
NEEDS: Final = ("none", "some", "all")
"""What the bid still needs of the tricks to come."""
PARTS: Final = ("early", "late", "end")
"""Parts of a deal: more than 5 cards in the hand, 3 to 5, fewer."""
HANDS: Final = ("one card", "two cards", "few cards", "some cards", "many cards", "most cards")
"""Bids by the size of the hand: 1, 2, 3 or 4, 5 to 7, 8 to 10, more."""
SITUATIONS: Final = (
    *(f"{place}, {need}, {part}" for place in PLACES for need in NEEDS for part in PARTS),
    *(f"bid, {hand}" for hand in HANDS),
)
SHAPE: Final = Shape("goose", VERSION, NAMES, SITUATIONS)
COOL: Final = 0.7
"""What scores are multiplied by in playouts. Of decisions with a tenth of expert's work, judged by deals that the policy played
to their ends, cards brought 0.5 points more than without a policy (+-0.9) at this and `STRAY`, 0.4 (+-0.8) at 1 and 0.05.
"""
STRAY: Final = 0.1
"""How often a card of a playout is any."""


class GoosePolicy(LinearPolicy[GooseState]):
    """A linear softmax policy of bids and cards. It plays for its bid, whatever the standing.

    Alone it is 6.4 points a deal ahead of three playout policies (1,200 deals from every seat, +-0.8), and makes its bids in 60
    of 100 deals where they make 46; with its bids alone 3.6 (+-0.8), with its cards alone 1.8 (+-0.8).
    """

    cost = 2.6

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = GooseSight()
        super().__init__(SHAPE, rows)
        self.cool, self.stray = COOL, STRAY

    def fresh(self) -> GooseFeatures:
        return GooseFeatures()

    def look(self, state: GooseState) -> None:
        self.sight.look(state)

    def situation(self, action: Action) -> int:
        """By the place in the trick and what is needed; of the cards to choose from all follow suit, or none does."""
        sight = self.sight
        size = sight.size
        if action >= BID:
            hand = 0 if size < 2 else 1 if size < 3 else 2 if size < 5 else 3 if size < 8 else 4 if size < 11 else 5
            return len(PLACES) * len(NEEDS) * len(PARTS) + hand
        place = 0
        if sight.place:
            place = 1 if sight.after else 2
            if SUIT[action] != sight.led:
                place += 2
        need = 0 if sight.need <= 0 else 2 if sight.need >= size else 1
        return (place * len(NEEDS) + need) * len(PARTS) + (2 if size < 3 else 1 if size < 6 else 0)

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, GooseFeatures)
        if action >= BID:
            self.sight.bid(action - BID, found)
        else:
            self.sight.card(action, found)

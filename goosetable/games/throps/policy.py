"""What Throps learned by playing itself: how likely each bid is, as a softmax of weighted features.

`build.py train throps` makes the weights: one for each feature and part of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.throps import bidding
from goosetable.games.throps.features import NAMES, BidFeatures
from goosetable.games.throps.scoring import suit_values
from goosetable.games.throps.sight import BidSight, Table
from goosetable.games.throps.state import BID, ROUNDS, ThropsState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
SITUATIONS: Final = ("early", "middle", "late", "end")
"""Parts of a deal: more than 9 cards in the hand, 6 to 9, 4 or 5, fewer."""
SHAPE: Final = Shape("throps", VERSION, NAMES, SITUATIONS)
PART: Final[tuple[int, ...]] = tuple(3 if size < 4 else 2 if size < 6 else 1 if size < 10 else 0 for size in range(ROUNDS + 1))
"""By the size of a hand."""


class ThropsPolicy(LinearPolicy[ThropsState]):
    """A linear softmax policy of bids. It plays for points, whatever the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = BidSight()
        super().__init__(SHAPE, rows)

    def fresh(self) -> BidFeatures:
        return BidFeatures()

    def look(self, state: ThropsState) -> None:
        table = Table([bidding.stands(suit_values(won)) for won in state.won], state.turned, bidding.unseen(state))
        self.sight.look(table, state.turn, state.hands[state.turn])

    def situation(self, action: Action) -> int:
        return PART[len(self.sight.hand)]

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, BidFeatures)
        self.sight.bid(action - BID, found)

    def place(self, table: Table, seat: int, held: Cards, hand: list[Card], chance: float) -> int:
        """Of a hand in order, the place of the card that a playout bids; two cards or more."""
        self.sight.take(table, seat, held, hand)
        return self.sight.pick(self._row(len(hand)), self.cool, chance)

    def fits(self, table: Table, seat: int, held: Cards, card: Card) -> float:
        """The logarithm of how likely a bid is from a hand."""
        self.sight.look(table, seat, held)
        return self.sight.log_chance(self._row(len(self.sight.hand)), card)

    def _row(self, size: int) -> BidFeatures:
        found = self.weights[PART[size]]
        assert isinstance(found, BidFeatures)
        return found

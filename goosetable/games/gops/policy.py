"""What Gops learned by playing itself: how likely each bid is, as a softmax of weighted features.

`build.py train gops` makes the weights: one for each feature, number of players and part of the deal.

Alone it wins 24 % more of the deals than the playout policy of the heuristics (+-5; 500 deals from every seat, of two and of
three). No level follows it: taken for what the other bids with a probability of 0.3, expert wins no more (50.3 % of 300 deals,
+-5.6). A policy that imitates expert's mixtures (200 deals) wins less alone: 39 % of deals against the playout policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.strength.linear_policy import FeatureRow, LinearPolicy
from goosetable.engine.strength.policy import Shape
from goosetable.games.gops.features import NAMES, GopsFeatures
from goosetable.games.gops.sight import GopsSight
from goosetable.games.gops.state import GopsState

VERSION: Final = 1
"""To be raised where a feature of the same name is counted in another way."""
TABLES: Final = (2, 3)
"""Numbers of players."""
PARTS: Final = ("early", "middle", "late", "end")
"""Parts of a deal: more than 9 cards in the hand, 6 to 9, 4 or 5, fewer."""
SITUATIONS: Final = tuple(f"{players} players, {part}" for players in TABLES for part in PARTS)
SHAPE: Final = Shape("gops", VERSION, NAMES, SITUATIONS)


class GopsPolicy(LinearPolicy[GopsState]):
    """A linear softmax policy of bids. It plays for the deal, whatever the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.sight = GopsSight()
        self._first = 0
        super().__init__(SHAPE, rows)

    def fresh(self) -> GopsFeatures:
        return GopsFeatures()

    def look(self, state: GopsState) -> None:
        self.sight.look(state)
        self._first = TABLES.index(len(state.hands)) * len(PARTS)

    def situation(self, action: Action) -> int:
        size = len(self.sight.hand)
        return self._first + (3 if size < 4 else 2 if size < 6 else 1 if size < 10 else 0)

    def see(self, action: Action, found: FeatureRow) -> None:
        assert isinstance(found, GopsFeatures)
        self.sight.bid(action - BID, found)

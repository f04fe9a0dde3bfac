"""Low Card, our game of fewest points: High Card, in which the tricks count against those who take them."""

from __future__ import annotations

from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.win_chances import DealSpread, TargetRace
from tests.games.high_card import HighCard, HighCardOptions


class LowHeuristics(TargetRace[TrickState, HighCardOptions]):
    """What a search may ask of Low Card."""

    spread = 4
    deal_spreads = {  # noqa: RUF012
        2: DealSpread((0, 2, 3, 4, 4, 5, 6, 6, 7, 8, 10), -1.0),
        4: DealSpread((0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 5), -0.33),
        5: DealSpread((0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 4), -0.25),
    }
    """The tenths of cards played at random."""


class LowCard(HighCard):
    """The rules of Low Card."""

    id, title, line = "low-card", "Low Card", "The highest card takes the trick, and tricks are bad."
    lowest_wins = True
    heuristics_class = "tests.games.low_card:LowHeuristics"

"""What a search may ask of Gops."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from goosetable import cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.rules import Rules
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.win_chances import leading
from goosetable.games.gops.explain import GopsReasons
from goosetable.games.gops.state import PRIZES, VALUE, GopsOptions, GopsState

SPREAD = {2: 15.0, 3: 13.0}
"""By number of players, the standard deviation of a seat's points in a deal, as measured among equals."""


class GopsHeuristics(Heuristics[GopsState, GopsOptions]):
    """What a search may ask of Gops."""

    cost = 3.0

    def __init__(self, rules: Rules[GopsState, GopsOptions]) -> None:
        super().__init__(rules, GopsReasons())

    def playout(self, state: GopsState, legal: Sequence[Action], chance: float) -> Action:
        """About as high in the hand as what is on offer stands among the prizes still to come, a little up or down."""
        hand, stake = sorted(legal, key=lambda action: VALUE[action - BID]), state.stake
        left = PRIZES & ~sum(state.won) & ~state.gone
        below = sum([VALUE[card] < stake for card in cards.members(left)])
        place = (below + 2.4 * (chance - 0.5) * 2 + 0.5) * len(hand) / max(1, left.bit_count())
        return hand[min(max(int(place), 0), len(hand) - 1)]

    def win_chances(self, options: GopsOptions, standing: Standing) -> tuple[float, ...]:
        """By the totals and the deals to come, in which all are taken to be equals."""
        left = max(options.deals - standing.deals, int(options.tie == "extra-deal"))
        if not left or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        totals = [float(total) for total in standing.totals]
        return leading(totals, [SPREAD[len(totals)] * sqrt(left)] * len(totals), 1.0)

"""Heuristics of Goosed: playout policy and chances of winning."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength import playout
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.playout import SLIP
from goosetable.engine.strength.win_chances import lead_chances
from goosetable.games.goosed.rules import GEESE, GoosedOptions, GoosedState
from goosetable.games.goosed.text import GoosedReasons


class GoosedHeuristics(Heuristics[GoosedState, GoosedOptions]):
    """Estimates for Goosed."""

    reasons_class = GoosedReasons
    spread = 20
    cost = 2.2
    swings: Mapping[int, float] = {3: 3.9, 4: 3.8}
    """By number of seats, the spread between two seats in a deal, by `build/lab/chances.py`."""
    memorable = GEESE

    def win_chances(self, options: GoosedOptions, standing: Standing) -> tuple[float, ...]:
        seats = len(standing.totals)
        if self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        left = max(options.length - standing.deals, 1)
        return lead_chances([float(total) for total in standing.totals], [self.swings[seats] * sqrt(left)] * seats, 1.0)

    def cards_between(self, known: GoosedState, one: Card, two: Card) -> Cards | None:
        return None if (BIT[one] | BIT[two]) & GEESE else tricks.cards_between(one, two, known.tops)

    def play(self, state: GoosedState, group: Cards, chance: float) -> Card:
        """Returns a card that goes for the trick; avoids one that is a partner's, or that would get the Red Foxes goosed."""
        if chance < SLIP:
            return pick(group, chance / SLIP)
        seat, trick, trumps, high = state.turn, state.trick, SUIT[state.turned], state.tops
        reds = state.reds
        last, red = len(trick) == len(state.hands) - 1, seat in reds
        wants = True
        if trick and state.decided:
            first = state.seat_of(tricks.strongest(trick, trumps, high))
            caught = 0
            for fox in reds:
                caught |= state.won[fox]
            for card in trick:
                caught |= BIT[card]
            every = caught & GEESE == GEESE & ~state.out
            wants = not (red and every) and not (last and (first in reds) == red)
        go = playout.choose_to_win if wants else playout.choose_to_duck
        return go(group, trick, last, playout.beating_cards(trumps, high), high)

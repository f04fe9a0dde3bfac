"""What a search may ask of CrossPurposes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goosetable.cards import Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.rules import Rules
from goosetable.engine.strength import playout
from goosetable.engine.strength.heuristics import Solving, margin
from goosetable.engine.strength.playout import SLIP
from goosetable.engine.strength.target_race import TargetRace
from goosetable.engine.strength.win_chances import Pace
from goosetable.games.cross_purposes.explain import CrossReasons
from goosetable.games.cross_purposes.playout import call
from goosetable.games.cross_purposes.solve import worths
from goosetable.games.cross_purposes.state import EACH, CrossOptions, CrossState


class CrossHeuristics(TargetRace[CrossState, CrossOptions]):
    """What a search may ask of CrossPurposes."""

    cost = 4.0
    paces: Mapping[int, Pace] = {
        2: Pace((6, 24, 32, 36, 42, 48, 54, 56, 64, 72, 117), -0.94),
        4: Pace((2, 7, 10, 12, 15, 16, 18, 20, 24, 30, 48), -0.25),
    }
    """By the number of players."""

    def __init__(self, rules: Rules[CrossState, CrossOptions]) -> None:
        super().__init__(rules, CrossReasons())

    def call(self, state: CrossState, legal: Sequence[Action], chance: float) -> Action:
        return call(state.hands[state.turn], state.trumps, state.tops, legal, chance)

    def play(self, state: CrossState, group: Cards, chance: float) -> Card:
        """Goes for every trick but a partner's."""
        if chance < SLIP:
            return pick(group, chance / SLIP)
        trumps, tops, trick, last = state.trumps, state.tops, state.trick, len(state.trick) == len(state.hands) - 1
        if state.partners and trick:
            first = state.seat_of(tricks.strongest(trick, trumps, tops))
            if first == state.partners[state.turn]:
                return playout.lowest(group, tops)
        return playout.go_for(group, trick, last, playout.beating(trumps, tops), tops)

    def solve(self, state: CrossState, found: dict[int, int]) -> Solving | None:
        return None if state.over or len(state.hands) != 2 else worths(state, tuple(self.rules.legal(state)), found)

    def worth(self, state: CrossState) -> tuple[float, ...]:
        return margin(state.taken(), EACH) if state.hands2 and state.half == 1 else super().worth(state)

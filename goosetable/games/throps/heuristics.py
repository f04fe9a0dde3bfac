"""What a search may ask of Throps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.rules import Rules
from goosetable.engine.strength.target_race import TargetRace
from goosetable.engine.strength.win_chances import Pace
from goosetable.games.throps.explain import ThropsReasons
from goosetable.games.throps.scoring import KEY, score
from goosetable.games.throps.sealed import ThropsBids
from goosetable.games.throps.state import BID, ThropsOptions, ThropsState

_STRENGTH: Final = tuple((0,) * BID + key for key in KEY)
"""How strong a bid is, by suit of the stock card and by action."""


class ThropsHeuristics(TargetRace[ThropsState, ThropsOptions]):
    """What a search may ask of Throps."""

    cost = 12.5
    for_points = 0.9  # Chances of the game differ by less than luck makes of a deal: measured, they lose games.
    paces: Mapping[int, Pace] = {3: Pace((-28, 1, 8, 13, 20, 24, 28, 33, 39, 45, 75), -0.12)}

    def __init__(self, rules: Rules[ThropsState, ThropsOptions]) -> None:
        super().__init__(rules, ThropsReasons(), ThropsBids())

    def between(self, known: ThropsState, one: Card, two: Card) -> Cards | None:
        return cards.span(one, two)

    def call(self, state: ThropsState, legal: Sequence[Action], chance: float) -> Action:
        """A high bid for what would add points, the higher the more it adds; a low one for what would cost points."""
        won = state.won[state.turn]
        gain = score(won | BIT[state.turned]) - score(won)
        order = sorted(legal, key=_STRENGTH[cards.suit(state.turned)].__getitem__)
        # Of one's cards the best third for what is worth eight or more, the last third for what costs as much.
        aim = 0.5 - gain / 24
        place = int((min(max(aim, 0.1), 0.9) + (chance - 0.5) * 0.35) * len(order))
        return order[min(max(place, 0), len(order) - 1)]

"""Opponents that docstrings name with figures, to measure against them again: `tests.opponents:Unguided` and so on.

Unlike the players of `tests/baselines` they are not frozen: they search as the levels do, but follow nothing that a game
learned, or a fixed part of it. From the root of the project, say

goosetable simulate gooseberry-fool --rotate --seats expert-deal,tests.opponents:Recipe,tests.opponents:Recipe --max-deals 1
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.strength.heuristics import UNGUIDED, Guidance
from goosetable.players.levels import SKILLS
from goosetable.players.search_agent import Searcher, Skill

PLAIN: Final = replace(SKILLS["expert"], guidance=UNGUIDED, paired=0)
RECIPE: Final = replace(
    SKILLS["expert"], iterations=600, weighted=150, guidance=Guidance(playouts=True, prior=3.0, likelihood=0.7, share=0.5)
)


class Unguided:
    """Expert as if no game had learned anything: a plain search, whose sealed bids are never tried in pairs."""

    skill: Skill = PLAIN
    for_deal: bool = False

    def __init__(self, rng: Random) -> None:
        self._player = Searcher("opponent", rng, self.skill, self.for_deal)

    def think(self, view: View) -> Generator[None, None, Action]:
        """Searches in work slices."""
        return self._player.think(view)


class UnguidedForDeal(Unguided):
    """The same, which plays for the deal's payoff, whatever the standing."""

    for_deal = True


class Recipe(Unguided):
    """Playouts, a prior and a likelihood by what was learned, in 300 iterations and for the deal."""

    skill = RECIPE
    for_deal = True

"""The player that searches: how long, with what memory, and how sharply it picks what it found."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Final

from goosetable.engine.action import Action
from goosetable.engine.view import View
from goosetable.players.belief import PERFECT, Belief, Memory
from goosetable.players.player import Mind
from goosetable.players.search import Tree

PIECE: Final = 600
"""How many actions, tried or played out, make one piece of work: about a millisecond."""
FLOOR: Final = 0.1
"""A player that does not simply take the best takes nothing tried less than this part as often: no blunders."""


@dataclass(frozen=True)
class Skill:
    """What makes a level."""

    iterations: int
    """How many imagined deals a decision may take."""
    memory: Memory = PERFECT
    sharpness: float | None = None
    """It picks an action with a chance as (times tried) ** sharpness; None: always the one tried most."""


class Searcher(Mind):
    """Searches every decision anew."""

    def __init__(self, name: str, rng: Random, skill: Skill) -> None:
        super().__init__(name, rng)
        self.skill = skill
        self._seed = rng.getrandbits(64)

    def choose(self, view: View) -> Generator[None, None, Action]:
        """Searches in pieces; stops early where what is left could change nothing."""
        legal = view.legal
        tree = Tree(view.game, Belief(view, self.skill.memory, self._seed), self.rng)
        piece = max(1, PIECE // max(1, sum(view.sizes)))
        left = max(self.skill.iterations, len(legal))
        while left and not self._settled(tree.visits(legal), left):
            now = min(piece, left)
            for _ in range(now):
                tree.iterate()
            left -= now
            yield
        self.values = tree.values(legal)
        return self._pick(legal, tree.visits(legal))

    def _settled(self, visits: list[int], left: int) -> bool:
        *_, second, first = sorted(visits)
        return self.skill.sharpness is None and first - second > left

    def _pick(self, legal: tuple[Action, ...], visits: list[int]) -> Action:
        most = max(visits)
        if self.skill.sharpness is None:
            tied = [action for action, count in zip(legal, visits, strict=True) if count == most]
            return max(tied, key=self.values.__getitem__)
        weights = [count**self.skill.sharpness if count >= FLOOR * most else 0.0 for count in visits]
        return self.rng.choices(legal, weights)[0]

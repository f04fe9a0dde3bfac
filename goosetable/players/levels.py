"""The levels: which player a name stands for."""

from __future__ import annotations

from random import Random
from typing import Final

from goosetable.players.greedy import WORLDS, Greedy
from goosetable.players.player import Chance, Player
from goosetable.players.plugin import load

LEVELS: Final = ("random", "greedy", "easy", "medium", "hard", "expert")
"""From the weakest to the strongest."""


def make(name: str, rng: Random, iterations: int | None = None) -> Player:
    """The player of a level, or the player `module:Class` from outside; `rng` is where all its choices come from.

    `iterations` is how many imagined deals a decision may take, instead of what the level has; it means nothing to `random`
    and to players from outside. Raises ValueError in one sentence.
    """
    if iterations is not None and iterations < 1:
        raise ValueError(f"a player needs 1 iteration or more, not {iterations}")
    if ":" in name:
        return load(name, rng)
    if name == "random":
        return Chance(name, rng)
    if name in LEVELS:
        return Greedy(name, rng, iterations or WORLDS)
    raise ValueError(f"there is no level {name!r}; there are {', '.join(LEVELS)}, and module:Class for a player of one's own")

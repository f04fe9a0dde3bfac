"""The levels: which player a name stands for."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from goosetable.players.agent import Chance, Player
from goosetable.players.determinizer import Memory
from goosetable.players.greedy import WORLDS, Greedy
from goosetable.players.plugin import load
from goosetable.players.search_agent import Searcher, Skill
from goosetable.players.tastes import PLAIN, PLUS, STYLES

LEVELS: Final = ("random", "greedy", "easy", "medium", "hard", "expert")
"""Two that do not search, then four that do, from the weakest to the strongest."""

FOR_DEAL: Final = "-deal"
"""Behind the name of a level that searches: it plays every deal for the deal alone, whatever the game stands at."""

WORK: Final = 200_000
"""6000 deals of Gooseberry Fool from the first lead on: about half a second."""

EXACT: Final = 240
"""Pieces of one or two milliseconds: about a third of a second."""

WEIGHED: Final = 400
"""Determinizations that are weighed; in Gooseberry Fool that takes some twenty milliseconds."""

SKILLS: Final = {
    "easy": Skill(40, Memory(forgets=0.7, voids=False), temperature=0.4, secret=1.0),
    "medium": Skill(300, Memory(forgets=0.3, voids=False), work=WORK // 8, temperature=0.25, secret=1.4),
    "hard": Skill(400, Memory(forgets=0.25), work=WORK // 4, temperature=0.1, secret=2.0),
    "expert": Skill(6000, work=WORK, exact=EXACT, weighed=WEIGHED),
}
"""Levels differ in depth, memory and attention, as people do; none of them ever plays a card at random."""


def make(name: str, rng: Random, iterations: int | None = None) -> Player:
    """The player of a level, of a style where one stands behind a plus, or the player `module:Class` from outside.

    `rng` is where all its choices come from.

    `iterations` is how many determinizations a decision may take, instead of what the level has; it means nothing to `random`
    and to players from outside. Raises ValueError in one sentence.
    """
    if iterations is not None and iterations < 1:
        raise ValueError(f"a player needs 1 iteration or more, not {iterations}")
    if ":" in name:
        return load(name, rng)
    if name == "random":
        return Chance(name, rng)
    if name == "greedy":
        return Greedy(name, rng, iterations or WORLDS)
    plain, plus, style = name.partition(PLUS)
    level = plain.removesuffix(FOR_DEAL)
    if level in SKILLS and (not plus or style in STYLES):
        skill = SKILLS[level]
        skill = replace(skill, iterations=iterations, work=None, exact=min(skill.exact, iterations)) if iterations else skill
        return Searcher(name, rng, skill, level != plain, STYLES.get(style, PLAIN))
    if plus and level in SKILLS:
        raise ValueError(f"there is no style {style!r}; there are {', '.join(STYLES)}")
    raise ValueError(f"there is no level {name!r}; there are {', '.join(LEVELS)}, and module:Class for a player of one's own")


def styled(name: str, style: str) -> str:
    """The level of that name with a style, where it is one that can have any and has none yet; else the name itself."""
    return f"{name}{PLUS}{style}" if style and name.removesuffix(FOR_DEAL) in SKILLS else name

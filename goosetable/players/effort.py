"""Levels with an effort: `expert@500` takes 500 determinizations a decision, `expert@10%` a tenth of its usual work."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from goosetable.players.agent import Player
from goosetable.players.greedy import Greedy
from goosetable.players.levels import make
from goosetable.players.search_agent import Searcher

MOST_ITERATIONS: Final = 100_000_000
MOST_PERCENT: Final = 100_000


def with_effort(name: str, rng: Random, iterations: int | None = None) -> Player:
    """As `make`, also for a level with an effort, which goes before `iterations`. Raises ValueError in one sentence."""
    level, at, effort = name.partition("@")
    if not at:
        return make(name, rng, iterations)
    if effort.endswith("%"):
        return _scaled(make(level, rng), _number(name, effort[:-1], MOST_PERCENT) / 100)
    return make(level, rng, _number(name, effort, MOST_ITERATIONS))


def _number(name: str, digits: str, most: int) -> int:
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0
    if not 1 <= number <= most:
        raise ValueError(f"{name!r} is not LEVEL@ITERATIONS or LEVEL@PERCENT%")
    return number


def _scaled(player: Player, share: float) -> Player:
    """The same player with a share of the work for each decision."""
    if isinstance(player, Searcher):
        skill = player.skill
        work = None if skill.work is None else max(1, round(skill.work * share))
        player.skill = replace(skill, iterations=max(1, round(skill.iterations * share)), work=work)
    elif isinstance(player, Greedy):
        player.determinizations = max(1, round(player.determinizations * share))
    return player

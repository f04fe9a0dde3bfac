"""Which action is taken of those that a search has tried and found to be worth about so much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action

LEVEL: Final = 1e-9
"""Values that differ by less are the same."""
STEADY: Final = 0.1
"""The chance at which a habit is followed without a slip."""
FLOOR: Final = 0.1
"""Who mixes what it does in secret does nothing that it tried less than this part as often as another thing."""
KNOWN: Final = 0.25
"""What was tried less than this part as often as another action is too little known to look as good."""
PLAIN: Final = 3.0
"""Units, of what a player cannot tell apart, from which an action is plainly worse and never taken."""


def best(view: View, values: Mapping[Action, float]) -> Action:
    """The best action where all values are certain; of several that are as good, the one that people would choose."""
    least = max(values.values()) - LEVEL
    return view.game.heuristics.playout(view.known, [action for action in view.legal if values[action] >= least], STEADY)


def tried_most(view: View, visits: Sequence[int], values: Mapping[Action, float]) -> Action:
    """The action that was tried most; of several that are as good and nearly as well known, the one that people would choose.

    `visits` are in the order of `view.legal`.
    """
    most = max(visits)
    tried = list(zip(view.legal, visits, strict=True))
    taken = max([action for action, count in tried if count == most], key=values.__getitem__)
    level = [action for action, count in tried if 2 * count >= most and values[action] >= values[taken] - LEVEL]
    return taken if len(level) == 1 else view.game.heuristics.playout(view.known, level, STEADY)


def about_best(view: View, visits: Sequence[int], values: Mapping[Action, float], unit: float, rng: Random) -> Action:
    """An action that looks much the same as the best to a player who hardly tells values apart that differ by `unit` (above 0).

    The less likely the worse it is, and never one that is plainly worse. Of several that are the same, the one that people
    would choose. `visits` are in the order of `view.legal`.
    """
    most = max(visits)
    known = [action for action, count in zip(view.legal, visits, strict=True) if count >= KNOWN * most]
    highest = max([values[action] for action in known])
    near = [action for action in known if values[action] >= highest - PLAIN * unit]
    taken = rng.choices(near, [exp((values[action] - highest) / unit) for action in near])[0]
    same = [action for action in near if abs(values[action] - values[taken]) <= LEVEL]
    return taken if len(same) == 1 else view.game.heuristics.playout(view.known, same, STEADY)


def mixed(legal: Sequence[Action], visits: Sequence[int], sharpness: float, rng: Random) -> Action:
    """An action that was tried often, with a chance as (times tried) ** `sharpness` (0 or more).

    `visits` are in the order of `legal`.
    """
    least = FLOOR * max(visits)
    return rng.choices(legal, [count**sharpness if count >= least else 0.0 for count in visits])[0]

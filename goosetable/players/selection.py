"""Selection of the action to play, by the visits and values that a search found. `visits` are in the order of `view.legal`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action

LEVEL: Final = 1e-9
"""Values that differ by less are equal."""
STEADY: Final = 0.1
"""The chance at which a playout policy takes no epsilon-random action."""


@dataclass(frozen=True)
class Softmax:
    """Parameters of softmax selection."""

    temperature: float = 0.0
    """Temperature over action values, as a part of the utilities' standard deviation, 0 or more; 0: the most visited action."""
    known: float = 0.25
    """Part of the most visits, 0..1, below which a value is too uncertain to be selected."""
    cutoff: float = 3.0
    """Temperatures below the highest value from which an action is never selected, above 0."""
    evenly: bool = False
    """Whether all others are selected equally often, instead of each the less often the lower its value."""


SHARP: Final = Softmax()
"""Always the most visited action."""


def best(view: View, values: Mapping[Action, float]) -> Action:
    """The action of the highest value, where values are exact; ties go to the playout policy."""
    least = max(values.values()) - LEVEL
    return view.game.heuristics.playout(view.known, [action for action in view.legal if values[action] >= least], STEADY)


def most_visited(view: View, visits: Sequence[int], values: Mapping[Action, float]) -> Action:
    """The most visited action, the "robust child" (Chaslot et al., 2008); ties in value go to the playout policy, among actions
    with at least half as many visits.
    """
    most = max(visits)
    tried = list(zip(view.legal, visits, strict=True))
    taken = max([action for action, count in tried if count == most], key=values.__getitem__)
    level = [action for action, count in tried if 2 * count >= most and values[action] >= values[taken] - LEVEL]
    return taken if len(level) == 1 else view.game.heuristics.playout(view.known, level, STEADY)


def softmax(
    view: View, visits: Sequence[int], values: Mapping[Action, float], parameters: Softmax, deviation: float, rng: Random
) -> Action:
    """Softmax (Boltzmann) selection; ties in value go to the playout policy. deviation: standard deviation of the utilities."""
    most, unit = max(visits), max(parameters.temperature * deviation, LEVEL)
    known = [action for action, count in zip(view.legal, visits, strict=True) if count >= parameters.known * most]
    highest = max([values[action] for action in known])
    near = [action for action in known if values[action] >= highest - parameters.cutoff * unit]
    weights = [1.0 if parameters.evenly else exp((values[action] - highest) / unit) for action in near]
    taken = rng.choices(near, weights)[0]
    same = [action for action in near if abs(values[action] - values[taken]) <= LEVEL]
    return taken if len(same) == 1 else view.game.heuristics.playout(view.known, same, STEADY)


def mixture(legal: Sequence[Action], visits: Sequence[float], exponent: float, floor: float) -> dict[Action, float]:
    """Mixed strategy: odds of each action, in proportion to visits ** exponent; 0 below the part `floor` of the most visits."""
    least = floor * max(visits)
    return {action: count**exponent if count >= least else 0.0 for action, count in zip(legal, visits, strict=True)}

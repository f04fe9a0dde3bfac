"""Tastes: utilities beside winning, mild enough to cost next to no strength; any level may have any of them.

A taste changes the utility of the seat that has it, and nothing else: not its view, memory or budget, and not the utilities of
the other seats, which want to win.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.players.determinizer import Determinizer
from goosetable.players.rollouts import play_out
from goosetable.players.utility import Utility


@dataclass(frozen=True)
class Style:
    """Parameters of a taste; all weights 0: none. Deviations are standard deviations of the seat's utility or points."""

    boldness: float = 0.0
    """Convexity of the utility, -0.6..0.6: above 0 risk is liked, below 0 it is avoided."""
    daring: float = 0.0
    """Utility of each step of the number it bids, in deviations, -0.2..0.2."""
    hoarding: float = 0.0
    """Utility of one deviation of its own points of the deal, in deviations, 0..1; of fewer, where the fewest win."""
    spite: float = 0.0
    """Weight against it of the highest utility among the others, 0..1."""
    rollouts: int = 24
    """Rollouts by which mean and deviation are estimated before a search, 1 or more."""
    slice_size: int = 4
    """Rollouts of them per work slice, 1 or more."""
    bend: float = 1.6
    """Deviations from the mean beyond which boldness adds no more, at most 1 / boldness: better ends stay better."""
    least: float = 0.002
    """Lower limit of the deviation of utilities, above 0: a taste shows even where nothing is at stake."""


PLAIN: Final = Style()
"""No taste: wants to win and nothing else."""
PLUS: Final = "+"
"""Separates a level from a style: `expert+bold`."""

STYLES: Final = {
    "bold": Style(boldness=0.5, daring=0.12),
    "cautious": Style(boldness=-0.5, daring=-0.12),
    "hoarder": Style(hoarding=0.5),
    "spoiler": Style(spite=0.5),
    "reckless": Style(boldness=0.5, daring=0.12, hoarding=0.3),
    "thrifty": Style(boldness=-0.4, daring=-0.08, hoarding=0.4),
    "rival": Style(boldness=0.3, daring=0.06, spite=0.4),
}
"""By name, as behind the name of a level."""


class Tasted:
    """Utilities with a taste for one seat; they depend on its bid and the points, so each result is evaluated once."""

    def __init__(self, heuristics: AnyHeuristics, utility: Utility, seat: int, style: Style) -> None:
        self.heuristics, self.seat, self.style = heuristics, seat, style
        self._plain = utility
        self._means = (0.0, 0.0)
        """Of this seat's utility and merits, as `Rules.merits` has them."""
        self._deviations = (style.least, 1.0)
        self._bids = style.daring != 0 and Verb.BID in heuristics.rules.verbs
        self._found: dict[tuple[int, tuple[Points, ...]], tuple[float, ...]] = {}

    def estimate(self, determinizer: Determinizer, rng: Random) -> Generator[None, None, None]:
        """Estimates means and deviations by rollouts, in work slices."""
        style = self.style
        utilities: list[float] = []
        points: list[float] = []
        for done in range(1, style.rollouts + 1):
            state = determinizer.sample(rng)
            play_out(self.heuristics, state, rng.random)
            utilities.append(self._plain(state)[self.seat])
            points.append(float(self.heuristics.rules.merits(state)[self.seat]))
            if done % style.slice_size == 0:
                yield
        (mean, deviation), (score, apart) = _measured(utilities), _measured(points)
        self._means, self._deviations = (mean, score), (max(deviation, style.least), apart or 1.0)

    def utility(self, state: State) -> tuple[float, ...]:
        """Utilities of a finished deal by seat; that of the seat with the taste may leave 0..1 a little."""
        points, number = self.heuristics.rules.merits(state), self._bid(state)
        found = self._found.get((number, points))
        if found is None:
            plain = self._plain(state)
            own = self._tasted(plain, float(points[self.seat]), number)
            found = (*plain[: self.seat], own, *plain[self.seat + 1 :])
            self._found[number, points] = found
        return found

    def _bid(self, state: State) -> int:
        """The number that this seat has bid; 0 where there is none, or it does not count."""
        if self._bids:
            for seat, action in state.actions:
                if seat == self.seat and verb_of(action) is Verb.BID:
                    return value_of(action)
        return 0

    def _tasted(self, plain: tuple[float, ...], points: float, number: int) -> float:
        style, (mean, score), (deviation, apart) = self.style, self._means, self._deviations
        own = plain[self.seat]
        off = (own - mean) / deviation
        bent = min(max(off, -style.bend), style.bend)
        best = max([other for seat, other in enumerate(plain) if seat != self.seat])
        taste = style.boldness * (bent * bent - 1.0) / 2 + style.daring * number + style.hoarding * (points - score) / apart
        return own + deviation * taste - style.spite * best


def tasted(
    view: View, utility: Utility, style: Style, determinizer: Determinizer, rng: Random
) -> Generator[None, None, Utility]:
    """The utility of a style, estimated in work slices; that given where there is no taste."""
    if style == PLAIN:
        return utility
    found = Tasted(view.game.heuristics, utility, view.seat, style)
    yield from found.estimate(determinizer, rng)
    return found.utility


def _measured(values: list[float]) -> tuple[float, float]:
    """Mean and standard deviation."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum([(value - mean) ** 2 for value in values], 0.0) / len(values))

"""Tastes: what a player likes beside winning, mild enough to cost it next to nothing; any level may have any of them.

A taste changes what the end of a deal is worth to the one who has it, and nothing else: not what it sees, not what it
remembers, not how long it thinks, and not what it expects of others, who are taken to want to win.
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

SOUNDED: Final = 24
"""How many determinizations are played out by habit to learn what is usual here."""
PIECE: Final = 4
"""How many of them are one piece of work."""
FAR: Final = 1.6
"""Spreads from the usual beyond which a little more or less counts as much as elsewhere."""
LEAST: Final = 0.002
"""What the spread of leaves is taken to be at least: a taste shows even where nothing is at stake."""


@dataclass(frozen=True)
class Style:
    """A taste; all zeros is none. Weights count against what winning is worth, which is 1."""

    boldness: float = 0.0
    """How much more a good end is liked the better it is, -0.6..0.6: below zero it is safety that is liked."""
    daring: float = 0.0
    """How much is liked every step of a number that it announces, in spreads of what ends are worth, -0.2..0.2."""
    hoarding: float = 0.0
    """How much its own points of the deal are liked, whatever they do for the game, 0..1."""
    spite: float = 0.0
    """Dislike of what the end is worth to the best of the others, 0..1."""


PLAIN: Final = Style()
"""Wants to win and nothing else."""
PLUS: Final = "+"
"""Stands between a level and a style: `expert+bold`."""

STYLES: Final = {
    "bold": Style(boldness=0.5, daring=0.12),
    "cautious": Style(boldness=-0.5, daring=-0.12),
    "hoarder": Style(hoarding=0.5),
    "spoiler": Style(spite=0.5),
    "reckless": Style(boldness=0.5, daring=0.12, hoarding=0.3),
    "thrifty": Style(boldness=-0.4, daring=-0.08, hoarding=0.4),
    "rival": Style(boldness=0.3, daring=0.06, spite=0.4),
}
"""By name, as it stands behind the name of a level."""


class Tasted:
    """Leaves with a taste for one seat. The points of a deal decide what it is worth, so each result is judged once."""

    def __init__(self, heuristics: AnyHeuristics, leaf: Utility, seat: int, style: Style) -> None:
        self.heuristics, self.seat, self.style = heuristics, seat, style
        self._plain = leaf
        self._usual = (0.0, 0.0)
        """What this seat's leaves and its points are on average."""
        self._spread = (LEAST, 1.0)
        self._announces = style.daring != 0 and Verb.BID in heuristics.rules.verbs
        self._judged: dict[tuple[int, tuple[Points, ...]], tuple[float, ...]] = {}

    def sound(self, determinizer: Determinizer, rng: Random) -> Generator[None, None, None]:
        """Learns what is usual here from some deals played out by habit, in pieces."""
        worths: list[float] = []
        points: list[float] = []
        for done in range(1, SOUNDED + 1):
            state = determinizer.sample(rng)
            play_out(self.heuristics, state, rng)
            worths.append(self._plain(state)[self.seat])
            points.append(float(self.heuristics.rules.points(state)[self.seat]))
            if done % PIECE == 0:
                yield
        (usual, spread), (score, apart) = _measured(worths), _measured(points)
        self._usual, self._spread = (usual, score), (max(spread, LEAST), apart or 1.0)

    def leaf(self, state: State) -> tuple[float, ...]:
        """What the end of a deal is worth to each seat; to the one with the taste, what it likes of it.

        That is on the same scale but may leave 0..1 a little.
        """
        points, number = self.heuristics.rules.points(state), self._announced(state)
        found = self._judged.get((number, points))
        if found is None:
            worth = self._plain(state)
            liked = self._liking(worth, float(points[self.seat]), number)
            found = (*worth[: self.seat], liked, *worth[self.seat + 1 :])
            self._judged[number, points] = found
        return found

    def _announced(self, state: State) -> int:
        """The number that this seat has bid, or 0 where nobody does."""
        if self._announces:
            for seat, action in state.actions:
                if seat == self.seat and verb_of(action) is Verb.BID:
                    return value_of(action)
        return 0

    def _liking(self, worth: tuple[float, ...], points: float, number: int) -> float:
        style, (usual, score), (spread, apart) = self.style, self._usual, self._spread
        own = worth[self.seat]
        off = (own - usual) / spread
        bent = min(max(off, -FAR), FAR)
        best = max([other for seat, other in enumerate(worth) if seat != self.seat])
        taste = style.boldness * (bent * bent - 1.0) / 2 + style.daring * number + style.hoarding * (points - score) / apart
        return own + spread * taste - style.spite * best


def tasted(view: View, leaf: Utility, style: Style, determinizer: Determinizer, rng: Random) -> Generator[None, None, Utility]:
    """The leaves of a search for a player of this style, after what work that takes; for a plain one those given."""
    if style == PLAIN:
        return leaf
    found = Tasted(view.game.heuristics, leaf, view.seat, style)
    yield from found.sound(determinizer, rng)
    return found.leaf


def _measured(values: list[float]) -> tuple[float, float]:
    """Mean and spread."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum([(value - mean) ** 2 for value in values], 0.0) / len(values))

"""What came of an action in the imagined deals of a search, as a few numbers; and two actions side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from operator import mul
from typing import Any, Final, NamedTuple

from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points

Ends = dict[str, float]
"""What the end of a determinization has in it for a seat, in a game's own names; yes and no are 1 and 0."""

SURE: Final = 1.4
"""Standard errors from which two means differ; they are asked only where they explain which is the better."""
HARDLY: Final = 0.7
"""Standard errors that have to do where nothing tells more: which is the better is known besides."""
GAME: Final = "game"
"""Among the ends of a deal, whether it won the seat the game, or its part of a win that is shared."""
CHANCE: Final = "chance"
"""Among them, the chance of the seat to win the game after the deal, 0..1."""
WORTH: Final = "worth"
"""Among them, the utility of the deal to the seat, 0..1, by which actions are compared."""
NOTHING: Final = 1e-9
"""What is less than this comes of rounding."""


class Prospect(NamedTuple):
    """What came of an action in `deals` determinizations."""

    deals: int = 0
    means: Mapping[str, float] = {}
    errors: Mapping[str, float] = {}
    """The standard errors of those means."""
    squares: Mapping[str, float] = {}
    """The variances; with `pulls` only where the worth of the deals is known."""
    pulls: Mapping[str, float] = {}
    """The covariances with the worth."""

    def mean(self, key: str) -> float:
        """The mean of one of its numbers; 0 where nobody saw it."""
        return self.means.get(key, 0.0)


def prospect(ends: Iterable[Ends]) -> Prospect:
    """The means of some ends, which all have the same names."""
    kept = list(ends)
    count = len(kept)
    if not count:
        return Prospect()
    means = {key: sum([end[key] for end in kept]) / count for key in kept[0]}
    apart = {key: [end[key] - mean for end in kept] for key, mean in means.items()}
    squares = {key: sum(map(mul, one, one)) / count for key, one in apart.items()}
    # Where all deals agree, one more might not have: as if one of them were another by one.
    errors = {key: sqrt((square + 1 / count) / count) for key, square in squares.items()}
    if WORTH not in apart:
        return Prospect(count, means, errors)
    pulls = {key: sum(map(mul, one, apart[WORTH])) / count for key, one in apart.items()}
    return Prospect(count, means, errors, squares, pulls)


class Case(NamedTuple):
    """One action against another, of the seat to act in what is known."""

    known: Any
    """The state of a view."""
    action: Action
    other: Action
    mine: Prospect
    theirs: Prospect
    gain: float
    """How much more the action is worth than the other; less than 0 where it is worth less."""
    face: Callable[[int], str]
    """What a card is called."""
    points: Callable[[Any], tuple[Points, ...]]
    certain: bool = False
    """Whether the values are exact, with nothing hidden."""
    lowest: bool = False
    """Whether the fewest points are the best."""
    tried: int = 0
    """The simulations of the whole search, where it counts any."""

    @property
    def seat(self) -> int:
        """Whose case it is."""
        return int(self.known.turn)

    @property
    def better(self) -> bool:
        """Whether the action is the better of the two."""
        return self.gain >= 0

    @property
    def given(self) -> tuple[int, ...]:
        """To whom something is given: of them nothing is said that goes without saying."""
        return tuple([value_of(action) for action in (self.action, self.other) if verb_of(action) is Verb.GIVE])

    def more(self, key: str) -> float:
        """How much more the action has of something than the other."""
        return self.mine.mean(key) - self.theirs.mean(key)

    def accounts(self, key: str) -> float | None:
        """How much of the worth of the action goes with its having more of something, or less; None where no worth is known,
        or all deals were worth the same.

        The least-squares slope of the worth over the deals of both actions, times the difference.
        """
        mine, theirs = self.mine, self.theirs
        if WORTH not in mine.squares or WORTH not in theirs.squares:
            return None
        if max(abs(self.more(WORTH)), mine.squares[WORTH], theirs.squares[WORTH]) < NOTHING:
            return None
        part = mine.deals / (mine.deals + theirs.deals)
        between = part * (1 - part) * self.more(key)
        square = part * mine.squares.get(key, 0.0) + (1 - part) * theirs.squares.get(key, 0.0) + between * self.more(key)
        pull = part * mine.pulls.get(key, 0.0) + (1 - part) * theirs.pulls.get(key, 0.0) + between * self.more(WORTH)
        return pull / square * self.more(key) if square > NOTHING else 0.0

    def tells(self, key: str, sure: float = SURE) -> bool:
        """Whether that is more than chance would make of so few deals, in standard errors."""
        error = self.mine.errors.get(key, 1.0) ** 2 + self.theirs.errors.get(key, 1.0) ** 2
        return abs(self.more(key)) > sure * sqrt(error)

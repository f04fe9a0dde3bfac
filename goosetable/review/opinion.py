"""The opinion on one decision, as plain values, and the accuracy over several. Texts name seats as in `phrases`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

ERRORS_TO_COUNT: Final = 2.0
"""A cost counts only if it is more than this number of standard errors above 0; otherwise it may be chance."""
ERRORS_OF_INTERVAL: Final = 1.96
"""Half the width of a 95 % confidence interval, as a number of standard errors."""
SMALLEST_SHOWN: Final = (0.05, 0.005)
"""A cost counts only if it is at least this number of points or this chance of winning; otherwise it would be shown as zero."""


MISTAKE_CHANCES: Final = (0.02, 0.05, 0.10)
"""Least costs, in chance of winning, of a small, a middle and a large mistake. A lower cost is no mistake."""
MISTAKE_DEVIATIONS: Final = (0.15, 0.35, 0.9)
"""Least costs, in points, of a small, a middle and a large mistake in games of many deals.

They are parts of the standard deviation of a deal's points.
"""
MIN_DEVIATION: Final = 2.0
"""Lower limit, in points, of the standard deviation used with `MISTAKE_DEVIATIONS`. Near the end of a deal it is near 0."""
MIN_DEVIATION_PART: Final = 0.5
"""Lower limit of the same standard deviation, as a part of the deal's points."""
LEAST_REPETITIONS: Final = 3
"""A kind of mistake is repeated if it was made at least this number of times."""


class Estimate(NamedTuple):
    """A mean with its standard error."""

    mean: float
    error: float = 0.0

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return ERRORS_OF_INTERVAL * self.error

    def exceeds(self, minimum: float) -> bool:
        """Whether the mean is at least `minimum`, and more than `ERRORS_TO_COUNT` standard errors above 0."""
        return self.mean >= max(minimum, ERRORS_TO_COUNT * self.error)


NO_DIFFERENCE: Final = Estimate(0.0)
"""No difference; or points that are not known, because an exact solution has only chances."""


class Cost(NamedTuple):
    """The mean gain of the best action over the action played, in the same determinizations. A negative gain is a loss."""

    worth: Estimate = NO_DIFFERENCE
    """Cost in the utility, 0..1: the chance of winning, with a part of the payoff. It decides between actions."""
    points: Estimate = NO_DIFFERENCE
    """Cost in points of the deal; positive if the best action brings better points."""
    chance: Estimate = NO_DIFFERENCE
    """Cost in the chance of winning the game, -1..1."""

    @property
    def is_significant(self) -> bool:
        """Whether the cost is more than `ERRORS_TO_COUNT` standard errors above 0, and large enough to display."""
        return self.worth.exceeds(1e-9) and (self.points.exceeds(SMALLEST_SHOWN[0]) or self.chance.exceeds(SMALLEST_SHOWN[1]))

    @property
    def is_zero(self) -> bool:
        """Whether both actions had the same result in each determinization."""
        return all(abs(found.mean) + found.error < 1e-9 for found in self)


NO_COST: Final = Cost()
"""The cost of an action that is as good as the best."""


class Outlook(NamedTuple):
    """The mean results of an action: points of the deal, and the chance of winning the game, 0..1."""

    points: Estimate
    chance: Estimate


@dataclass(frozen=True)
class Opinion:
    """The judgement of one decision from the information that its seat had. Only `hidden` and `follows` use the true deal."""

    line: int
    """The line number of the action in its record, from 1."""
    seat: int
    played: str
    """The action as written in the record."""
    best: str
    """The best action as written in the record; the same as `played` if no action is better."""
    confidence: str
    """Confidence in the best action: `only`, `clear`, `likely`, `close` or `equal`, as in `Confidence`."""
    rival: str = ""
    """The action with the value nearest to the best; empty if only one action was legal."""
    why: str = ""
    """The reason, as a clause without a full stop: why the action played is worse than the best one, or why it is good."""
    deals: int = 0
    """Number of determinizations in which the cost was measured; 0 if only one action was legal, or if the deal was solved."""
    cost: Cost = NO_COST
    outlooks: tuple[tuple[str, Outlook], ...] = ()
    """Mean results of the best action and of the action played; of all actions if they play no card, such as bids."""
    hidden: str = ""
    """Facts from the true deal that no seat could know at that moment, in whole sentences."""
    game: str = ""
    """The game's `id`."""
    principle: str = ""
    """Name of the principle that the best action follows and the action played does not; empty without one."""
    follows: tuple[tuple[int, str], ...] = ()
    """The most likely next seats and actions after the best action, with the true hands; empty unless the mistake is large."""
    by_person: bool = False
    """Whether a person decided."""
    followed_hint: bool = False
    """Whether a hint had recommended the action played. It is then no mistake, even if a longer search finds a better one."""

    @property
    def mistake_grade(self) -> int:
        """The size of the mistake: 0 none, 1 small, 2 medium, 3 large. A cost without a reason is no mistake."""
        return 0 if self.followed_hint else self.mistake_grade_ignoring_hint

    @property
    def mistake_grade_ignoring_hint(self) -> int:
        """The size of the mistake, 0 none to 3 large, even if a hint had recommended the action."""
        return self.cost_grade if self.why else 0

    @property
    def cost_grade(self) -> int:
        """The size of the cost, 0 none to 3 large, even if the cost has no reason."""
        cost, best = self.cost, dict(self.outlooks).get(self.best)
        if not cost.is_significant or best is None:
            return 0
        part = MIN_DEVIATION_PART * max([abs(outlook.points.mean) for _, outlook in self.outlooks])
        deviation = max(best.points.error * sqrt(self.deals), part, MIN_DEVIATION)
        chances = sum([cost.chance.exceeds(least) for least in MISTAKE_CHANCES])
        points = [
            cost.points.exceeds(part * deviation) and cost.chance.mean > -SMALLEST_SHOWN[1] for part in MISTAKE_DEVIATIONS
        ]
        if chances == 1 and cost.points.mean < -ERRORS_TO_COUNT * cost.points.error:
            return 0  # the points clearly speak for the action played
        if not chances and cost.chance.exceeds(SMALLEST_SHOWN[1]):
            return min(sum(points), 1)  # the chance shows the cost to be small, however many points it is
        return chances or sum(points)

    @property
    def had_choice(self) -> bool:
        """Whether more than one action was legal."""
        return self.confidence != "only"


class Accuracy(NamedTuple):
    """The numbers of good decisions and of all decisions with a choice. A decision is good if it is no mistake."""

    good: int
    decisions: int


def accuracy(opinions: Iterable[Opinion]) -> Accuracy:
    """Returns the accuracy over several decisions. Decisions without a choice are left out."""
    choices = [opinion for opinion in opinions if opinion.had_choice]
    return Accuracy(sum([not opinion.mistake_grade for opinion in choices]), len(choices))


def accuracy_by_seat(opinions: Iterable[Opinion]) -> dict[int, Accuracy]:
    """Returns the accuracy of each seat that had a choice, by seat number."""
    choices = [opinion for opinion in opinions if opinion.had_choice]
    seats = sorted({opinion.seat for opinion in choices})
    return {seat: accuracy(opinion for opinion in choices if opinion.seat == seat) for seat in seats}


class RepeatedMistake(NamedTuple):
    """A kind of mistake that a person makes repeatedly."""

    words: str
    """The kind of mistake, in the words of `Advice.mistake_words`."""
    cases: int
    mistakes: int
    """Number of all mistakes, of this and other kinds."""


def costliest_repeated_mistake(opinions: Iterable[Opinion], words_of_principles: Mapping[str, str]) -> RepeatedMistake | None:
    """Returns the kind of mistake with the highest total cost, among those made `LEAST_REPETITIONS` times or more; else None.

    words_of_principles: by missed principle, the words for the kind of mistake, which several principles may share.
    """
    mistakes = [opinion for opinion in opinions if opinion.mistake_grade]
    costs: dict[str, list[float]] = {}
    for opinion in mistakes:
        if words := words_of_principles.get(opinion.principle):
            costs.setdefault(words, []).append(opinion.cost.worth.mean)
    found = {words: own for words, own in costs.items() if len(own) >= LEAST_REPETITIONS}
    if not found:
        return None
    words = max(found, key=lambda one: sum(found[one]))
    return RepeatedMistake(words, len(found[words]), len(mistakes))

"""The measure of a player's strength, and a sequential test of it: games are played until the test decides, and no longer.

The unit is a code: the mean over its games, the same deals from every seat. The log-likelihood ratio of n units for the means
m0 and m1 is n (m1 - m0) (mean - (m0 + m1) / 2) / variance, with the variance of the sample (a generalised sequential
probability ratio test); with bounds of +-2.94 either error has a probability of about 5 %.

>>> test = Sprt(gain=1.0)
>>> for lead in (3, 2, 4, 1) * 5: test.add(lead)
>>> test.verdict, test.units
('better', 20)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, log
from typing import Final

from goosetable.commands.tournament.series import GameResult, shares
from goosetable.engine.game import AnyGame

MEASURES: Final = ("points", "laurels", "won")
GAINS: Final = {"points": 1.0, "laurels": 2.0, "won": 2.0}
"""By measure, the advantage of the alternative hypothesis: points a deal, or percentage points."""
ERROR: Final = 0.05
BOUND: Final = log((1 - ERROR) / ERROR)
LEAST: Final = 20
"""Number of codes before any decision: the variance of fewer is too uncertain."""


def usual(game: AnyGame) -> str:
    """Returns the usual measure of a game: points if margins count, else the share of best results."""
    return "points" if game.heuristics.margins else "laurels"


def unit(same: Sequence[GameResult], entry: int, measure: str) -> Fraction | None:
    """Returns an entry's result in the games of one code: points a deal above the others' mean, or percentage points above an
    equal share of the deals' or games' honours. None if they give no result.
    """
    if any(played.failures for played in same):
        return None
    entries = len(same[0].points)
    deals = sum(played.deals for played in same)
    if measure == "points":
        lead = sum((played.lead(entry) for played in same), Fraction(0))
        return lead / deals if deals else None
    honours = [played.winners for played in same if played.winners]
    count = len(honours)
    if measure == "laurels":
        honours, count = [seats for played in same for seats in played.laurels], deals
    if not count:
        return None
    equal = Fraction(sum(bool(those) for those in honours), entries)
    return 100 * (shares(honours, entry) - equal) / count


class Sprt:
    """The test: the hypothesis of a mean of 0 against a mean of `gain`."""

    def __init__(self, gain: float) -> None:
        self.gain = gain
        self.units = 0
        self._sum = self._squares = Fraction(0)

    def add(self, lead: Fraction | int | float | None) -> None:
        """Counts a unit; None is ignored."""
        if lead is not None:
            exact = Fraction(lead)
            self.units += 1
            self._sum += exact
            self._squares += exact * exact

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio so far: positive for `gain`, negative for 0."""
        if self.units < 2:
            return 0.0
        mean = self._sum / self.units
        variance = float((self._squares - mean * self._sum) / (self.units - 1))
        beyond = float(mean) - self.gain / 2
        if variance <= 0:
            return inf if beyond > 0 else -inf
        return self.units * self.gain * beyond / variance

    @property
    def verdict(self) -> str:
        """`better`, `not better`, or empty while undecided."""
        if self.units < LEAST or abs(self.ratio) < BOUND:
            return ""
        return "better" if self.ratio > 0 else "not better"


def told(test: Sprt, name: str, measure: str, lowest: bool = False) -> str:
    """Returns the result of the test in a line. lowest: the fewest points are the best."""
    points = f"points a deal {'under' if lowest else 'over'} the others"
    words = {"points": points, "laurels": "percentage points of the deals' honours"}
    what = words.get(measure, "percentage points of the games won")
    found = f"LLR {test.ratio:+.2f} after {test.units} codes, for {test.gain:g} {what} against 0"
    if not test.verdict:
        return f"Open whether {name} is better: {found}."
    return f"{name} is {test.verdict}: {found}."

"""The computer players' memory of a person: counts of visible habits, and the habits that the counts prove.

A habit is known after eight deals if its estimated rate clearly exceeds the usual rate. The estimate has a strong prior, as in
Bayesian poker (Southey et al., 2005). Players then expect the habit with a small probability, so that a wrong expectation costs
little.

This module is not among the players, because the profiles of people need it at the start of the program, before any player is
imported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

USUAL_RATES: Final = {"bids_high": 0.35, "bids_low": 0.35, "takes": 0.6, "leads_trumps": 0.3}
"""By habit, the rate at which most people show it, 0..1.

`bids_high`: bids more tricks than it makes. `bids_low`: bids fewer. `takes`: takes a trick that it could leave. `leads_trumps`:
leads a trump although it could lead another suit.
"""
MIN_OCCASIONS: Final = 8
"""Least number of deals, and of occasions of a habit, before the habit can be known."""
PRIOR_WEIGHT: Final = 6
"""Weight of the usual rate in the estimate of a person's rate: the number of occasions that it counts as."""
MIN_EXCESS: Final = 0.15
"""Least amount by which the estimated rate of a habit must exceed the usual rate for the habit to be known."""
MAX_COUNT: Final = 120
"""Number of deals or occasions at which counts are halved, so that old ones fade."""
PROBABILITY_PER_EXCESS: Final = 0.5
"""Probability of a known habit, per unit by which its estimated rate exceeds the usual rate."""

Counts = tuple[int, int]
"""Number of occasions of a habit, and the number of occasions on which the person showed it."""


class PersonMemory(NamedTuple):
    """The memory of one person that computer players have: counts of the person's visible habits."""

    deals: int = 0
    """Number of deals counted."""
    counts: tuple[Counts, ...] = ((0, 0),) * len(USUAL_RATES)
    """Counts of each habit, in the order of `USUAL_RATES`."""
    habits_mentioned: tuple[str, ...] = ()
    """Habits that a remark at the table has already mentioned to the person."""

    def with_deal(self, counts: Sequence[Counts]) -> PersonMemory:
        """Returns this memory with one more deal. counts: result of `people.count_habits` for that deal."""
        both = [(of + more, did + again) for (of, did), (more, again) in zip(self.counts, counts, strict=True)]
        deals = self.deals + 1
        faded = tuple([(of // 2, did // 2) if of >= MAX_COUNT else (of, did) for of, did in both])
        return self._replace(deals=deals // 2 if deals >= MAX_COUNT else deals, counts=faded)

    def known_habits(self) -> dict[str, float]:
        """Returns the known habits, each with the probability, 0..1, that the person follows it instead of usual play."""
        found: dict[str, float] = {}
        for (habit, usual), (of, did) in zip(USUAL_RATES.items(), self.counts, strict=True):
            rate = (did + PRIOR_WEIGHT * usual) / (of + PRIOR_WEIGHT)
            if min(self.deals, of) >= MIN_OCCASIONS and rate >= usual + MIN_EXCESS:
                found[habit] = PROBABILITY_PER_EXCESS * (rate - usual)
        return found

    def as_text(self) -> str:
        """Returns the memory as a short text: number of deals, counts of each habit, and habits already mentioned."""
        return " ".join([str(self.deals), *(f"{did}/{of}" for of, did in self.counts), *self.habits_mentioned])


_TEXT: Final = re.compile(rf"\d{{1,3}}( \d{{1,3}}/\d{{1,3}}){{{len(USUAL_RATES)}}}( [a-z_]{{1,20}}){{0,9}}", re.ASCII)
STRANGER: Final = PersonMemory()
"""The memory of a person who has played no deal."""


def parse_person_memory(text: object) -> PersonMemory:
    """Parses the text of `PersonMemory.as_text`; returns `STRANGER` for a damaged text."""
    if not isinstance(text, str) or not _TEXT.fullmatch(text):
        return STRANGER
    number, *rest = text.split(" ")
    counts = tuple([(int(of), int(did)) for did, _, of in [word.partition("/") for word in rest[: len(USUAL_RATES)]]])
    if int(number) > MAX_COUNT or any(did > of or of > MAX_COUNT for of, did in counts):
        return STRANGER
    return PersonMemory(int(number), counts, tuple([habit for habit in USUAL_RATES if habit in rest]))

"""What the computer players remember of a person: counts of habits that others can see, and which of them are known.

A habit is known after eight deals in which it clearly exceeded that of most people (counts with a strong prior, as in Bayesian
poker: Southey et al., 2005). It then has a mild weight, because an expectation that fails must cost little.

Apart: the profiles of people need it at the start of the program, when no player is imported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

USUAL: Final = {"bids_high": 0.35, "bids_low": 0.35, "takes": 0.6, "leads_trumps": 0.3}
"""By habit, how often people do so, 0..1.

They bid more, or fewer, tricks than they make; take a trick that they could leave; lead a trump instead of another card.
"""
LEAST: Final = 8
"""Number of deals, and of occasions, after which a habit may be known."""
PRIOR: Final = 6
"""Occasions that the usual rate counts for."""
APART: Final = 0.15
"""Least difference from the usual rate at which a habit is known."""
MOST: Final = 120
"""Number of deals or occasions at which counts are halved, so that old ones fade."""
WEIGHT: Final = 0.5
"""Part of the difference from the usual rate that is expected of the person."""

Counts = tuple[int, int]
"""Number of occasions, and of those on which the person did so."""


class Acquaintance(NamedTuple):
    """What the computer players remember of a person."""

    deals: int = 0
    counts: tuple[Counts, ...] = ((0, 0),) * len(USUAL)
    """By habit, in the order of `USUAL`."""
    said: tuple[str, ...] = ()
    """The habits that have been mentioned to the person."""

    def with_deal(self, counts: Sequence[Counts]) -> Acquaintance:
        """Returns this memory with one more deal; counts: as returned by `observed`."""
        both = [(of + more, did + again) for (of, did), (more, again) in zip(self.counts, counts, strict=True)]
        deals = self.deals + 1
        faded = tuple([(of // 2, did // 2) if of >= MOST else (of, did) for of, did in both])
        return self._replace(deals=deals // 2 if deals >= MOST else deals, counts=faded)

    def leanings(self) -> dict[str, float]:
        """Returns the known habits; of each, the probability with which it is expected on top of usual play, 0..1."""
        found: dict[str, float] = {}
        for (habit, usual), (of, did) in zip(USUAL.items(), self.counts, strict=True):
            rate = (did + PRIOR * usual) / (of + PRIOR)
            if min(self.deals, of) >= LEAST and rate >= usual + APART:
                found[habit] = WEIGHT * (rate - usual)
        return found

    def as_text(self) -> str:
        """Returns the memory as a short text: deals, occasions by habit, and the habits mentioned."""
        return " ".join([str(self.deals), *(f"{did}/{of}" for of, did in self.counts), *self.said])


_TEXT: Final = re.compile(rf"\d{{1,3}}( \d{{1,3}}/\d{{1,3}}){{{len(USUAL)}}}( [a-z_]{{1,20}}){{0,9}}", re.ASCII)
STRANGER: Final = Acquaintance()
"""No memory."""


def acquaintance_from(text: object) -> Acquaintance:
    """Returns the memory from its text; no memory if that is damaged."""
    if not isinstance(text, str) or not _TEXT.fullmatch(text):
        return STRANGER
    number, *rest = text.split(" ")
    counts = tuple([(int(of), int(did)) for did, _, of in [word.partition("/") for word in rest[: len(USUAL)]]])
    if int(number) > MOST or any(did > of or of > MOST for of, did in counts):
        return STRANGER
    return Acquaintance(int(number), counts, tuple([habit for habit in USUAL if habit in rest]))

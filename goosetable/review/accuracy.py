"""Accuracy: of the decisions with a choice, the part whose cost does not count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from goosetable.review.opinion import Opinion


class Accuracy(NamedTuple):
    """Decisions that were as good as any, and all at which there was a choice; a cost that may be chance is none."""

    good: int
    decisions: int


def accuracy(opinions: Iterable[Opinion]) -> Accuracy:
    """The accuracy of some decisions; those without a choice are left out."""
    choices = [opinion for opinion in opinions if opinion.choice]
    return Accuracy(sum([not opinion.cost.counts for opinion in choices]), len(choices))


def by_seat(opinions: Iterable[Opinion]) -> dict[int, Accuracy]:
    """The accuracy of each seat that had a choice, from the first seat to the last."""
    choices = [opinion for opinion in opinions if opinion.choice]
    seats = sorted({opinion.seat for opinion in choices})
    return {seat: accuracy(opinion for opinion in choices if opinion.seat == seat) for seat in seats}

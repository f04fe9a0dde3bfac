"""The review of a deal: opinions in order of play, in work slices, and the dearest decisions.

Each opinion is computed once, at full strength, and never changes once shown; a page may ask for one decision first. So the
first opinion appears after one search, and none of those shown moves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from typing import Final

from goosetable.review.evaluate import Adviser, hidden, opine
from goosetable.review.opinion import Opinion
from goosetable.review.steps import PERSON, PlayedDeal

DEAREST: Final = 3


class DealReview:
    """The opinions of a deal so far; `run` computes the missing ones."""

    def __init__(
        self, deal: PlayedDeal, adviser: Adviser, seats: Iterable[int] | None = None, known: Mapping[int, Opinion] | None = None
    ) -> None:
        """seats: the seats to review; None for those of persons. known: stored opinions, by step."""
        self.deal, self.adviser = deal, adviser
        asked = None if seats is None else frozenset(seats)
        self.places: tuple[int, ...] = tuple(
            place for place, step in enumerate(deal.steps)
            if (step.chair.player == PERSON if asked is None else step.seat in asked)
        )  # fmt: skip
        """The steps that are decisions to review, in order."""
        self.opinions: dict[int, Opinion] = {place: known[place] for place in self.places if known and place in known}
        """Opinions so far, by step."""
        self._first: int | None = None

    @property
    def missing(self) -> list[int]:
        """The steps whose opinions are still to come, in order."""
        return [place for place in self.places if place not in self.opinions]

    def put_first(self, place: int) -> None:
        """Puts the opinion of this step next, after the one in progress."""
        self._first = place

    def run(self) -> Generator[Opinion | None, None, None]:
        """Computes the missing opinions; yields each when it is done, and None after every other work slice."""
        while missing := self.missing:
            place = self._first if self._first in missing else missing[0]
            work = self._work(place)
            while True:
                try:
                    next(work)
                except StopIteration as done:
                    self.opinions[place] = done.value
                    break
                yield None
            yield self.opinions[place]

    def _work(self, place: int) -> Generator[None, None, Opinion]:
        step, game = self.deal.steps[place], self.deal.game
        seen = step.view(game)
        opinion = yield from opine(seen, step.action, step.line, self.adviser)
        if not opinion.deals:
            return opinion  # there was no choice, or nothing was hidden
        return replace(opinion, hidden=hidden(self.deal, place, game.read(opinion.best, seen.legal)))


def dearest(opinions: Iterable[Opinion]) -> list[Opinion]:
    """Returns the three decisions with the highest cost, the dearest first: those whose cost counts, then the others."""
    costly = [opinion for opinion in opinions if opinion.cost.worth.mean > 0]
    return sorted(costly, key=lambda one: (not one.cost.counts, -one.cost.worth.mean, one.line))[:DEAREST]

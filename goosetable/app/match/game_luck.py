"""Luck and play of a game: what the hands of each counted deal were worth, and what was made of them."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from goosetable.app.match.match import Match
from goosetable.app.storage import reviews
from goosetable.engine.record.history import Counted
from goosetable.review import luck
from goosetable.review.luck import DealWorth, Worth
from goosetable.review.opinion import ROOM, Estimate


class LuckSum(NamedTuple):
    """The deals of one seat together, in points."""

    worth: Estimate
    made: float
    spread: float
    """Standard deviation of what equal players make of these hands above the worth that was found: how much of the play may be
    chance."""

    @property
    def play(self) -> float:
        return self.made - self.worth.mean

    @property
    def chance(self) -> bool:
        """Whether equal players would often make as much, or as little, of these hands."""
        return abs(self.play) <= ROOM * self.spread


class GameLuck:
    """What comes of the deals that have been counted, in order; `work` as long as it says that there is more."""

    def __init__(self, match: Match, folder: Path) -> None:
        """folder: where it is kept."""
        self._match, self._folder = match, folder
        self.deals: tuple[Counted, ...] = tuple(match.session.counted)
        self.worths: list[Worth] = []
        """Of the first deals, as far as they have come."""
        self._run = self._all()

    @property
    def over(self) -> bool:
        return len(self.worths) == len(self.deals)

    def work(self) -> bool:
        """One short piece; whether there is more."""
        next(self._run, None)
        return not self.over

    def _all(self) -> Generator[None, None, None]:
        session = self._match.session
        for counted in self.deals:
            about = (session.game, session.options, counted.standing, counted.deal)
            name = luck.digest(*about)
            found = reviews.read_worth(self._folder, name, session.seats)
            if found is None:
                found = yield from DealWorth(*about).run()
                with contextlib.suppress(OSError):
                    reviews.keep_worth(self._folder, name, found)
            self.worths.append(found)
            yield

    def sum(self, seat: int) -> LuckSum:
        """The deals that have come, together."""
        found = [worth.seats[seat] for worth in self.worths]
        errors = sum([own.error**2 for own in found])
        spread = sqrt(sum([(worth.plays + 1) * worth.seats[seat].error ** 2 for worth in self.worths]))
        made = sum([float(counted.points[seat]) for counted in self.deals[: len(found)]])
        return LuckSum(Estimate(sum([own.mean for own in found]), sqrt(errors)), made, spread)

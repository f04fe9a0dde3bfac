"""Opinion of one decision, as plain values, and accuracy over many; texts name seats as `phrases` has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

ERRORS: Final = 2.0
"""Standard errors above which a cost counts; one within them may be chance."""
ROOM: Final = 1.96
"""Standard errors to either side of a figure that hold the true one in 95 of 100 cases."""
SEEN: Final = (0.05, 0.005)
"""Points and chance from one of which on a cost counts: below both it would be shown as nothing."""


class Estimate(NamedTuple):
    """A mean, with its standard error; within `ROOM` of those to either side lie 95 % of such means."""

    mean: float
    error: float = 0.0

    @property
    def room(self) -> float:
        """Half of the 95 % interval."""
        return ROOM * self.error

    def tells(self, least: float) -> bool:
        """Whether it is no less than this, and above what chance may do."""
        return self.mean >= max(least, ERRORS * self.error)


class Cost(NamedTuple):
    """How much better the best action does than the one played, in the same imagined deals; negative where it does worse."""

    worth: Estimate = Estimate(0.0)
    """By the utility of the player, 0..1: the chance of winning the game, with a small part of the deal. It decides."""
    points: Estimate = Estimate(0.0)
    """In points of the deal, counted so that more are better."""
    chance: Estimate = Estimate(0.0)
    """In the chance of winning the game, 0..1."""

    @property
    def counts(self) -> bool:
        """Whether it is above what chance may do, and in points or in chance large enough to be shown."""
        return self.worth.tells(1e-9) and (self.points.tells(SEEN[0]) or self.chance.tells(SEEN[1]))

    @property
    def none(self) -> bool:
        """Whether both actions brought the same in every deal."""
        return all(abs(found.mean) + found.error < 1e-9 for found in self)


FREE: Final = Cost()
"""The cost of what is as good as the best."""


class Outlook(NamedTuple):
    """What an action brings on average: points of the deal, and the chance of winning the game, 0..1."""

    points: Estimate
    chance: Estimate


@dataclass(frozen=True)
class Opinion:
    """What the best player thinks of a decision, from nothing but what the seat could know then; but for `hidden`."""

    line: int
    """The line of the action in its record, from 1."""
    seat: int
    played: str
    """As the record writes actions."""
    best: str
    """The same as `played` where nothing is better."""
    sure: str
    """How sure the best is: `only`, `clear`, `likely`, `close` or `equal`, as `Sureness` has it."""
    rival: str = ""
    """The action that comes closest to the best; nothing of `only`."""
    why: str = ""
    """Why the one played is worse than the best, or where they are the same why it is good: a clause without a full stop."""
    deals: int = 0
    """Imagined deals in which the cost was measured; 0 where there was no choice, or nothing was left to chance."""
    cost: Cost = FREE
    outlooks: tuple[tuple[str, Outlook], ...] = ()
    """Of the best and of the action played; of all choices where no card is moved, such as bids."""
    hidden: str = ""
    """What nobody could know then, from the true deal: whole sentences."""

    @property
    def choice(self) -> bool:
        """Whether there was more than one action."""
        return self.sure != "only"


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

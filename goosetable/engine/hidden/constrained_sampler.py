"""Deals hidden cards where more is known than what each seat lacks: how many cards of one kind a seat may hold.

What is known is a list of cases of which exactly one is true; each is counted, and one is drawn by its number of
distributions. Where even that is not all, whole distributions are refused, which keeps those that fit equally likely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random

from goosetable.cards import Cards
from goosetable.engine.hidden.exact_sampler import MOST_SPLITS, ExactSampler, Rooms, Splits
from goosetable.engine.rules.knowledge import Knowledge

Shared = list[dict[Rooms, Splits]]


class _Limited(ExactSampler):
    """All ways to deal within one case: the counted cards are dealt first, and then who has how many must be within limits."""

    def __init__(
        self,
        unseen: Cards,
        voids: Sequence[Cards],
        sizes: Sequence[int],
        known: Knowledge,
        case: int,
        shared: Shared,
        spare: list[int],
    ) -> None:
        self._kind, self._limits, self._shared = known.counted & unseen, known.cases[case], shared
        # The same seats stand alone in every case, so that what follows the counted cards is counted once for all.
        many = self._kind.bit_count()
        self._limited = {seat for limits in known.cases for seat, (low, high) in enumerate(limits) if low > 0 or high < many}
        if any(low > size for size, (low, _) in zip(sizes, self._limits, strict=False)):
            raise ValueError("a hand cannot hold more counted cards than cards")
        super().__init__(unseen, voids, sizes, spare)

    def _alone(self, seat: int) -> bool | int:
        return seat + 1 if seat in self._limited else False

    def _memory(self) -> Shared:
        own = super()._memory()
        if not self._shared:
            self._shared.extend(own[self._first :])
        return own[: self._first] + self._shared

    def _counted(self, bit: Cards) -> bool:
        return bool(bit & self._kind)

    def _allowed(self, rooms: Rooms) -> bool:
        for number, company in enumerate(self._companies):
            seat = company.seats[0]
            if seat not in self._limited:
                continue
            low, high = self._limits[seat]
            fixed = sum(1 for bit in self._fixed[number] if bit & self._kind)
            if not low <= self._rooms[number] - rooms[number] + fixed <= high:
                return False
        return True


class ConstrainedSampler(ExactSampler):
    """All ways to deal within any of the cases of a `Knowledge`. Raises as `ExactSampler` does.

    `ways` counts what the cases allow, before `fits` is asked. Seats beyond the limits, such as a stock, have none.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], known: Knowledge) -> None:
        self._cases: list[ExactSampler] = []
        shared: Shared = []
        spare = [MOST_SPLITS]
        for case in range(len(known.cases)):
            try:
                self._cases.append(_Limited(unseen, voids, sizes, known, case, shared, spare))
            except ValueError:
                continue
        if not self._cases:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        self._totals = list(accumulate(case.ways for case in self._cases))
        self.ways = self._totals[-1]
        self._fits = known.fits

    def deal(self, rng: Random) -> list[Cards]:
        """One distribution: a set of cards for each seat."""
        while True:
            case = self._cases[bisect_right(self._totals, rng.randrange(self.ways)) if len(self._cases) > 1 else 0]
            hands = case.deal(rng)
            if self._fits is None or self._fits(hands):
                return hands

"""What a deal of tricks is worth before it is over: on average, if the tricks to come fall to each seat equally often."""

from __future__ import annotations

from collections.abc import Callable

Ends = Callable[[tuple[int, ...]], tuple[float, ...]]
"""What a finished deal is worth to each seat, by the tricks of each."""


class FallenAtRandom:
    """A mean over all ways in which the rest of a deal can go; each number of tricks is worked out once."""

    def __init__(self, tricks: int, ends: Ends) -> None:
        """tricks: of a whole deal."""
        self._tricks = tricks
        self._ends = ends
        self._found: dict[tuple[int, ...], tuple[float, ...]] = {}

    def worth(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        """What it is worth to each seat that they have so many tricks."""
        found = self._found.get(taken)
        if found is None:
            found = self._found[taken] = self._worked_out(taken)
        return found

    def _worked_out(self, taken: tuple[int, ...]) -> tuple[float, ...]:
        if sum(taken) == self._tricks:
            return self._ends(taken)
        seats = range(len(taken))
        after = [self.worth((*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])) for seat in seats]
        return tuple([sum([one[seat] for one in after]) / len(taken) for seat in seats])

"""The mean over all ways in which the rest of a deal can go, against counting these ways one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from goosetable.engine.strength.tricks_to_come import FallenAtRandom

Taken = tuple[int, ...]


def squared(taken: Taken) -> tuple[float, ...]:
    return tuple([float(tricks * tricks + seat) for seat, tricks in enumerate(taken)])


@pytest.mark.parametrize("taken", [(0, 0, 0), (2, 0, 1), (1, 3, 1), (0, 5, 0)])
def test_it_is_the_mean_of_all_ways_to_go_on(taken: Taken) -> None:
    ways = Counter(
        tuple(taken[seat] + way.count(seat) for seat in range(3)) for way in product(range(3), repeat=5 - sum(taken))
    )
    mean = [sum(count * squared(end)[seat] for end, count in ways.items()) / ways.total() for seat in range(3)]
    assert FallenAtRandom(5, squared).worth(taken) == pytest.approx(mean)


def test_each_end_is_worked_out_once() -> None:
    asked: list[Taken] = []

    def ends(taken: Taken) -> tuple[float, ...]:
        asked.append(taken)
        return (0.0, 1.0)

    deal = FallenAtRandom(6, ends)
    for taken in ((0, 0), (3, 2), (0, 0), (6, 0)):
        assert deal.worth(taken) == (0.0, 1.0)
    assert sorted(asked) == [(tricks, 6 - tricks) for tricks in range(7)]

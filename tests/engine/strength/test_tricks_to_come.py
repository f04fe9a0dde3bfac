"""What a running deal is worth by expected tricks: near ends count most, the same is not worked out twice, little is kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goosetable.engine.strength import tricks_to_come
from goosetable.engine.strength.tricks_to_come import TricksToCome, ways

Taken = tuple[int, ...]


def own(taken: Taken) -> tuple[float, ...]:
    """Each trick counts one."""
    return tuple([float(tricks) for tricks in taken])


def test_ways_are_all_there_are() -> None:
    assert sorted(ways(2, 2)) == [(0, 2), (1, 1), (2, 0)]
    assert [len(ways(left, 3)) for left in range(5)] == [1, 3, 6, 10, 15]
    assert all(sum(way) == 4 for way in ways(4, 3))


@pytest.mark.parametrize("spread", [0.05, 0.2])
@pytest.mark.parametrize("expected", [(2.0, 2.0, 2.0), (3.0, 1.5, 1.5), (1.5, 2.5, 2.0)])
def test_each_seat_ends_about_where_it_was_expected(expected: tuple[float, ...], spread: float) -> None:
    deal = TricksToCome(10, own, spread)
    found = deal.worth((1, 3, 0), expected)
    assert sum(found) == pytest.approx(10)
    assert found == pytest.approx([1 + expected[0], 3 + expected[1], expected[2]], abs=0.1)


def test_the_wider_the_spread_the_likelier_is_the_end_that_was_not_expected() -> None:
    def swept(taken: Taken) -> tuple[float, ...]:
        return float(taken[0] == 4), 0.0

    chances = [TricksToCome(4, swept, spread).worth((0, 0), (2.0, 2.0))[0] for spread in (0.05, 0.1, 0.2, 0.4)]
    assert chances == sorted(chances) and chances[0] < 0.001 < 0.03 < chances[-1] < 1 / 5


def test_one_trick_to_come_is_weighed_by_the_bell() -> None:
    """With a variance of one half, a seat that expects it is e^2 times as likely to get it as one that does not."""
    deal = TricksToCome(3, own, 0.5)
    first, second = deal.worth((1, 1), (1.0, 0.0))
    assert (first - 1) / (second - 1) == pytest.approx(2.718281828**2)


def test_a_hand_that_is_worth_less_than_nothing_takes_no_trick_away() -> None:
    deal = TricksToCome(5, own, 0.02)
    assert deal.worth((1, 1, 1), (-0.75, 1.25, 1.5)) == pytest.approx([1.0, 2.0, 2.0], abs=0.1)
    assert deal.worth((5, 0, 0), (0.0, 0.0, 0.0)) == (5.0, 0.0, 0.0)


def test_each_end_is_asked_for_once_and_what_is_nearly_alike_is_alike() -> None:
    asked: list[Taken] = []

    def ends(taken: Taken) -> tuple[float, ...]:
        asked.append(taken)
        return own(taken)

    deal = TricksToCome(6, ends, 0.2)
    found = [deal.worth((2, 1), (1.5 + slip, 1.5 - slip)) for slip in (0.0, 0.1, -0.1)]
    assert found[0] == found[1] == found[2] == pytest.approx([3.5, 2.5])
    deal.worth((1, 2), (1.5, 1.5))
    assert sorted(asked) == [(tricks, 6 - tricks) for tricks in range(1, 6)]


def test_little_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks_to_come, "KEPT", 5)
    deal = TricksToCome(8, own, 0.2)
    for quarters in range(17):
        first = float(Fraction(quarters, 4))
        before = deal.worth((2, 2), (first, 4 - first))
        assert len(deal._found) <= 5 and deal.worth((2, 2), (first, 4 - first)) == before

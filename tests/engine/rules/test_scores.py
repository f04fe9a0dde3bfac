"""Totals and targets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goosetable.engine.rules import scores


def test_leaders() -> None:
    assert scores.leaders((3, 5, 5)) == (1, 2)
    assert scores.leaders((-3, -5)) == (0,)
    assert scores.leaders((Fraction(7, 2), 3)) == (0,)


def test_the_lowest_total_wins_where_that_is_the_rule_once_anybody_has_the_target() -> None:
    assert scores.leaders((3, 5, 3), lowest=True) == (0, 2)
    assert scores.at_target((99, 3, 7), 100, shared=False, lowest=True) == ()
    assert scores.at_target((104, 3, 7), 100, shared=False, lowest=True) == (1,)
    assert scores.at_target((104, 3, 3), 100, shared=False, lowest=True) == ()
    assert scores.at_target((104, 3, 3), 100, shared=True, lowest=True) == (1, 2)


@pytest.mark.parametrize(
    ("totals", "alone", "shared"),
    [
        ((99, 98), (), ()), ((100, 98), (0,), (0,)), ((100, 104), (1,), (1,)), ((104, 104), (), (0, 1)),
        ((104, 104, 110), (2,), (2,)), ((99, 99, 50), (), ()), ((-5, -5, -5), (), ()),
    ],
)  # fmt: skip
def test_the_target_ends_a_game_when_one_leads_alone_or_ties_are_shared(
    totals: tuple[int, ...], alone: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert scores.at_target(totals, 100, shared=False) == alone
    assert scores.at_target(totals, 100, shared=True) == shared

"""Totals and targets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goosetable.engine.rules import scores
from goosetable.engine.text.phrases import speak

NAMES = ("Ann", "Ben", "Cyd")


def test_leaders() -> None:
    assert scores.leaders((3, 5, 5)) == (1, 2)
    assert scores.leaders((-3, -5)) == (0,)
    assert scores.leaders((Fraction(7, 2), 3)) == (0,)


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


@pytest.mark.parametrize(
    ("totals", "winners", "good", "says"),
    [
        ((0, 0, 0), (), (), "All are level."),
        ((4, 9, 1), (), (1,), "You lead with 9."),
        ((9, 4, 1), (), (0,), "Ann leads with 9."),
        ((-4, -9, -1), (), (2,), "Cyd leads with \u22121."),
        ((9, 4, 9), (), (0, 2), "Ann and Cyd lead with 9 each."),
        ((90, 101, 40), (1,), (1,), "You win with 101."),
        ((101, 90, 101), (0, 2), (0, 2), "Ann and Cyd share the win with 101 each."),
        ((101, 101, 101), (0, 1, 2), (0, 1, 2), "Ann, you and Cyd share the win with 101 each."),
        ((101, 90, 101), (), (0, 2), "Ann and Cyd lead with 101 each."),
    ],
)
def test_race(totals: tuple[int, ...], winners: tuple[int, ...], good: tuple[int, ...], says: str) -> None:
    race = scores.race(totals, 100, winners)
    assert (race.good, speak(race.sentence, NAMES, 1)) == (good, says)
    assert (race.totals, race.target, race.aim) == (totals, 100, "to 100, the highest total wins")

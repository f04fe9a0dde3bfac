"""Where a game stands, in a sentence."""

from __future__ import annotations

import pytest

from goosetable.engine.text.game_text import race
from goosetable.engine.words.phrases import speak

NAMES = ("Ann", "Ben", "Cyd")


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
    found = race(totals, 100, winners)
    assert (found.good, speak(found.sentence, NAMES, 1)) == (good, says)
    assert (found.totals, found.target, found.aim) == (totals, 100, "to 100, the highest total wins")

"""Means of the imagined deals that are told as they are, of an action and of the other, `@`: where no reason is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable.engine.text.prospects import Case
from goosetable.engine.words import phrases

LARGE: Final = 10
"""From this number on, one is told without places."""
HUNDRED: Final = 100
"""Shares of deals and chances are told as so many in a hundred."""


class Mean(NamedTuple):
    """What is said of one."""

    key: str
    words: str
    """With `{}` in the places of the two numbers, the action's first, where they are told and not their difference; nothing
    where there is nothing to say."""
    good: int = 1
    """1 where more of it is good, -1 where less is."""
    scale: int = 1
    """`HUNDRED` for a share of the deals."""


def told(case: Case, means: Sequence[Mean]) -> str:
    """The first of some means that speaks for the better action and goes with the worth of the deals; or nothing."""
    for mean in means:
        accounts, more = case.accounts(mean.key), case.more(mean.key)
        speaks = (more * mean.good > 0) == case.better
        if accounts is not None:
            speaks = speaks and (accounts if case.better else -accounts) > 0
        two = apart(case, mean.key, mean.scale)
        if mean.words and speaks and two:
            return mean.words.format(*two)
    return ""


def times(case: Case, key: str) -> str:
    """How often something comes after both actions, "62 times in 100, 41 after @"; nothing where that is written alike."""
    two = apart(case, key, HUNDRED)
    return f"{two[0]} times in 100, {two[1]} after @" if two else ""


def apart(case: Case, key: str, scale: int = 1) -> tuple[str, str] | None:
    """The means of something after both actions, as people write them; None where they are written alike."""
    return written_apart(case.mine.mean(key) * scale, case.theirs.mean(key) * scale, scale == HUNDRED)


def written_apart(one: float, two: float, whole: bool = False) -> tuple[str, str] | None:
    """Two numbers with one place, or none where they are large and that tells them apart, or `whole`; None where it does not.

    >>> written_apart(1.24, 0.96), written_apart(61.8, 51.2), written_apart(7.1, 5.7, True), written_apart(7.1, 6.7, True)
    (('1.2', '1'), ('62', '51'), ('7', '6'), None)
    """
    for number in range(0 if whole or max(abs(one), abs(two)) >= LARGE else 1, 1 if whole else 2):
        both = phrases.decimal(round(one, number)), phrases.decimal(round(two, number))
        if both[0] != both[1]:
            return both
    return None
